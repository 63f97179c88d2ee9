/** Decisions as they stand on a button, with the exact amount: "Play 4× · $100". */
import type { Option, TableView } from "../wire/types.ts";
import { wagerAmount } from "../table/seeing.ts";
import { areaName } from "./games.ts";
import { short, spoken, type Cents } from "./money.ts";

export interface Choice {
  readonly option: Option;
  readonly words: string;
  /** The same for those who listen. */
  readonly aloud: string;
  readonly note: string;
  readonly key: string;
  /** The one that is offered first: money goes in, or stays. */
  readonly main: boolean;
  /** What cannot be taken back is asked once more. */
  readonly asks: boolean;
}

export function choicesOf(view: TableView, options: readonly Option[]): Choice[] {
  const made = options.map((option) => choiceOf(view, option));
  const main = made.findLast((choice) => choice.option.amounts !== null && choice.option.amounts.least > 0);
  const first = main ?? made.find((choice) => choice.option.choice === "ride");
  return made.map((choice) => ({ ...choice, main: choice === first }));
}

function choiceOf(view: TableView, option: Option): Choice {
  const choice = option.choice ?? "";
  const amount = option.amounts?.least ?? 0;
  const base = { option, main: false, asks: false };
  const times = /^play (\d)x$/.exec(choice);
  if (times) {
    const key = view.community.some((card) => card !== null) ? "P" : times[1]!;
    return { ...base, ...told(`Play ${times[1]}×`, amount), note: timesNote(times[1]!), key };
  }
  const bet = view.step?.words && position(view, option);
  switch (choice) {
    case "check":
      return { ...base, ...told("Check"), note: checkNote(view), key: "C" };
    case "fold":
      return { ...base, ...told("Fold"), note: "give the hand up", key: "F", asks: true };
    case "ride":
      return { ...base, ...told("Let it ride"), note: `${rides(view, option)} stays`, key: "L" };
    case "withdraw":
      return {
        ...base,
        ...told(`Take back ${rides(view, option)}`, bet ? wagerAmount(bet, rides(view, option)) : 0),
        note: "the other bets stay",
        key: "W",
      };
    default:
      return { ...base, ...told(areaName(choice), amount), note: laterNote(choice), key: "P" };
  }
}

function told(name: string, amount: Cents = 0): { words: string; aloud: string } {
  const aloud = name.replace("×", " times");
  return amount
    ? { words: `${name} · ${short(amount)}`, aloud: `${aloud}, ${spoken(amount)}` }
    : { words: name, aloud };
}

function position(view: TableView, option: Option) {
  return option.position === null ? undefined : view.positions[option.position - 1];
}

/** Which of the bets of Let It Ride is decided about. */
function rides(view: TableView, option: Option): string {
  return String((position(view, option)?.decisions.length ?? 0) + 1);
}

function timesNote(times: string): string {
  return (
    { "1": "as much as your Ante", "2": "twice your Ante", "3": "three times your Ante" }[times] ??
    "four times your Ante"
  );
}

function laterNote(choice: string): string {
  return choice === "flop" ? "twice your Ante" : "as much as your Ante";
}

function checkNote(view: TableView): string {
  const open = view.community.filter((card) => card !== null).length;
  if (view.game === "mbs-uth") return open === 0 ? "decide after the flop" : "decide after the river";
  return open <= 3 ? "decide after the turn" : "to the river without a bet";
}
