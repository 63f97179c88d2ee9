/** What a position shows, said in words: what it does, what became of it. */
import { cardsWords } from "../words/cards.ts";
import { areaName } from "../words/games.ts";
import { gain, short, spoken, type Cents } from "../words/money.ts";
import type { LineSettled, Paid, PositionView, TableView } from "../wire/types.ts";

const DID: Record<string, string> = {
  check: "Checked",
  fold: "Folded",
  play: "Play",
  flop: "Flop",
  turn: "Turn",
  river: "River",
  ride: "Lets it ride",
  withdraw: "Took back",
};

const SHORT: Record<string, string> = {
  Checked: "Check",
  Folded: "Fold",
  "Lets it ride": "Rides",
  "Took back": "Back",
  "No bet yet": "No bet",
  "Sits out": "Out",
  "Has bet": "Bet",
  Decides: "Acts",
  Open: "",
};

export function folded(position: PositionView): boolean {
  return position.decisions.includes("fold");
}

/** Whose hand it is: who decides for it, or else who sits there. */
export function holder(position: PositionView): string | null {
  return position.decides ?? position.seated;
}

export const NOBODY = "No position of yours.";

/** In as few letters as tell people apart, the same wherever a table is drawn. */
export function nameWords(position: PositionView, me: string | null): string {
  const who = holder(position);
  return who === null ? "Open" : who === me ? "You" : shortName(who);
}

export function shortName(who: string): string {
  return who.replace(/^Bot /, "");
}

/** Whether its cards stay down for its player; a hand that he may still look at is not blind. */
export function isBlind(position: PositionView): boolean {
  return position.blind && !folded(position) && position.cards.includes(null);
}

export function isMine(position: PositionView, me: string | null): boolean {
  return me !== null && (position.seated === me || position.decides === me);
}

/** Whether somebody has a part in the round there; who sits out has none. */
export function isInPlay(position: PositionView, me: string | null): boolean {
  const laid = position.wagers.some((wager) => wager.shares.some((share) => share.player === me));
  return me !== null && (position.decides === me || laid);
}

export function minePositions(view: TableView, me: string | null): ReadonlySet<number> {
  return new Set(view.positions.filter((each) => isMine(each, me)).map((each) => each.position));
}

export function stateWords(view: TableView, position: PositionView): string {
  const last = position.decisions.at(-1);
  if (position.invalid) return `Invalid (${position.invalid})`;
  if (position.absent) return "Away";
  if (folded(position)) return "Folded";
  if (position.hand?.hand) return capital(position.hand.hand);
  if (view.step?.position === position.position) return view.step.step === "show" ? "Shows" : "Decides";
  if (last) return didWords(last);
  if (position.wagers.length) return view.step?.step === "close" ? "Has bet" : "Waits";
  if (!position.seated) return "Open";
  return view.step?.step === "close" ? "No bet yet" : "Sits out";
}

/** The same in one word, where there is room for no more. */
export function shortState(view: TableView, position: PositionView): string {
  const words = stateWords(view, position);
  return SHORT[words] ?? words.replace(/ \(.*/, "");
}

export function didWords(choice: string): string {
  const times = /^play (\d)x$/.exec(choice);
  return times ? `Play ${times[1]}×` : (DID[choice] ?? capital(choice));
}

export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What a player is up or down at a position; the link's part of an award with it. */
export function netOf(lines: readonly LineSettled[], player: string | null): Cents {
  return lines.reduce((sum, line) => {
    const own = line.payments.filter((payment) => player === null || payment.player === player);
    const share = own.reduce((part, payment) => part + payment.paid - payment.collected, 0);
    return sum + share + (own.length ? line.claim : 0);
  }, 0);
}

/** In the order in which they are settled: Let It Ride goes the other way round (3.17). */
export function settledOrder(view: TableView): number[] {
  const settled = view.positions.filter((each) => each.lines.length).map((each) => each.position);
  return view.game === "mbs-lir" ? settled.reverse() : settled;
}

/** The cards of the viewer's hands that won something, once they are settled. */
export function winningCards(view: TableView, me: string | null): ReadonlySet<string> {
  const won = view.positions.filter((each) => isMine(each, me) && each.lines.some((line) => line.outcome === "win"));
  return new Set(won.flatMap((each) => each.made_of));
}

/** Which book says push, and which stand-off. */
function tie(game: string): string {
  return game === "mbs-uth" ? "Push" : "Stand-off";
}

/** What a wager that won is worth: some awards contain the stake, or are paid while it is kept (R2). */
export function wonBy(line: LineSettled): Cents {
  return line.pays + line.returned - line.stake;
}

export function lineWords(line: LineSettled, game: string, form: (cents: Cents) => string = short): string {
  switch (line.outcome) {
    case "win":
      return gain(wonBy(line), form);
    case "lose":
      return gain(-line.stake, form);
    case "push":
      return tie(game);
    default:
      return "Back";
  }
}

export function lineSpoken(line: LineSettled, game: string): string {
  const wager = areaName(line.wager);
  switch (line.outcome) {
    case "win":
      return `${wager} won ${spoken(wonBy(line))}, rule ${line.rule}`;
    case "lose":
      return `${wager} lost ${spoken(line.stake)}, rule ${line.rule}`;
    case "push":
      return `${wager}: ${tie(game).toLowerCase()}, rule ${line.rule}`;
    default:
      return `${wager}: ${spoken(line.returned)} goes back, rule ${line.rule}`;
  }
}

/** By which odds a line was paid, wherever it is shown. */
export function paidOf(positions: readonly PositionView[], line: LineSettled): Paid | undefined {
  const position = positions.find((each) => each.lines.includes(line));
  return position?.paid.find((each) => each.wager === line.wager);
}

const COMPARED = ["play", "flop", "$"]; // the wager that a hand wins or loses by itself

/** What is called, and at the end what became of the viewer's own hand: of several the one that was looked at. */
export function callWords(view: TableView, me: string | null): string {
  return [view.call, ownWords(view, me)].filter(Boolean).join(" ");
}

export function ownWords(view: TableView, me: string | null): string {
  const own = view.positions.filter((each) => isMine(each, me) && each.lines.length);
  const position = own.find((each) => each.viewed) ?? own[0];
  if (!position || view.void || view.report || view.question) return "";
  return handWords(view, position);
}

/** "Your flush wins." Nothing of a hand that was not in play. */
function handWords(view: TableView, position: PositionView): string {
  if (folded(position)) return "You folded.";
  const outcomeOf = (wager: string) => position.lines.find((line) => line.wager === wager)?.outcome;
  const threeCards = view.game.endsWith("-3cp");
  if (threeCards && view.dealer_qualifies === false) return outcomeOf("ante") === "win" ? "Your Ante wins." : "";
  const outcome = COMPARED.map(outcomeOf).find((each) => each !== undefined);
  const hand = position.hand?.hand ?? "";
  const name = !hand || hand.endsWith("odd cards") ? "hand" : hand.replace("one pair", "pair");
  const several = name.endsWith("pairs");
  switch (outcome) {
    case "win":
      return `Your ${name} ${several ? "win" : "wins"}.`;
    case "lose":
      return `Your ${name} ${several ? "lose" : "loses"}.`;
    case "push":
      return `Your ${name}: ${tie(view.game).toLowerCase()}.`;
    default:
      return "";
  }
}

/** A whole result as it is read aloud. */
export function resultSpoken(position: PositionView, game: string, player: string | null): string {
  const hand = position.hand?.hand ? `, ${position.hand.hand}` : "";
  const lines = position.lines.map((line) => lineSpoken(line, game)).join(". ");
  const net = netOf(position.lines, player);
  return `Position ${position.position}${hand}. ${lines}. In all, ${net < 0 ? "" : "plus "}${spoken(net)}.`;
}

/** A position as a screen reader meets it. */
export function positionSpoken(view: TableView, position: PositionView, me: string | null): string {
  const who = holder(position);
  const whose = who === null ? "open" : who === me ? "yours" : shortName(who);
  const name = isBlind(position) ? `${whose}, blind` : whose;
  const cards = position.cards.length && !folded(position) ? `, ${cardsWords(position.cards)}` : "";
  return `Position ${position.position}, ${name}, ${stateWords(view, position).toLowerCase()}${cards}`;
}

export function wagerAmount(position: PositionView, wager: string): Cents {
  return position.wagers.find((each) => each.wager === wager)?.amount ?? 0;
}

/** What lies there of one's own. */
export function ownAmount(position: PositionView, wager: string, player: string | null): Cents {
  const shares = position.wagers.find((each) => each.wager === wager)?.shares ?? [];
  return shares.filter((share) => share.player === player).reduce((sum, share) => sum + share.amount, 0);
}

/** Who deals, or what the dealer's hand is once it lies open. */
export function dealerWords(view: TableView): string {
  if (view.dealer_hand) return capital(view.dealer_hand);
  return dealerName(view.dealer);
}

export function dealerName(dealer: string | null): string {
  return dealer === "dealer" ? "software" : (dealer ?? "nobody yet");
}

export function limitsWords(view: TableView): string {
  const entry = ["ante", "$"].find((wager) => wager in view.limits);
  const limit = entry === undefined ? undefined : view.limits[entry];
  if (entry === undefined || !limit) return "";
  const from = limit.minimum === null ? "any" : short(limit.minimum);
  return `${entry === "$" ? "Each bet" : areaName(entry)} ${from} to ${limit.maximum === null ? "any" : short(limit.maximum)}`;
}
