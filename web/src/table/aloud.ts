/** Bets as they are said aloud: laid, taken off, placed; with what the layout makes of them. */
import { areaName } from "../words/games.ts";
import { spoken, type Cents } from "../words/money.ts";
import { laid, type Draft, type Rules } from "./bets.ts";

interface Area {
  readonly position: number;
  readonly wager: string;
  readonly amount: Cents;
}

/** What has changed on the areas of a draft, that which was touched first; `several` where one has to say which position. */
export function changedAloud(
  before: Draft,
  after: Draft,
  rules: Rules,
  { touched, several = false }: { touched?: string; several?: boolean } = {},
): string {
  const positions = new Set([...before, ...after].flat().map((chips) => chips.position));
  const changed = [...positions].flatMap((position) =>
    rules.placed
      .map((wager) => ({ position, wager, amount: laid(after, position, wager) }))
      .filter(({ wager, amount }) => amount !== laid(before, position, wager)),
  );
  return areasAloud(changed, rules, "laid", { touched, several });
}

/** "Ante, 25 dollars placed. Blind set to 25 dollars, equal to the Ante." */
export function areasAloud(
  areas: readonly Area[],
  rules: Rules,
  done: "laid" | "placed",
  { touched, several = false }: { touched?: string | undefined; several?: boolean } = {},
): string {
  const positions = [...new Set(areas.map((area) => area.position))];
  return positions
    .map((position) => {
      const here = areas.filter((area) => area.position === position);
      const equal = here.filter((area) => rules.equal.includes(area.wager));
      const first = equal.find((area) => area.wager === touched) ?? equal[0];
      const words = here.flatMap((area) => {
        if (area === first) return [said(area, done), ...following(equal, area)];
        return equal.includes(area) ? [] : [said(area, done)];
      });
      return (several ? `Position ${position}. ` : "") + words.join(" ");
    })
    .join(" ");
}

function said({ wager, amount }: Area, done: string): string {
  return `${areaName(wager)}, ${amount > 0 ? `${spoken(amount)} ${done}` : "taken off"}.`;
}

function following(equal: readonly Area[], first: Area): string[] {
  if (first.amount === 0) return [];
  return equal
    .filter((area) => area !== first)
    .map((area) => `${areaName(area.wager)} set to ${spoken(area.amount)}, equal to the ${areaName(first.wager)}.`);
}
