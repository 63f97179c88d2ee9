/**
 * Bets before they are sent: chips laid on areas of one's own positions, with what the layout asks of them said at once.
 *
 * A draft holds what comes on top of what lies there already. Whether a bet is taken, the table decides; here it is only
 * helped to be right the first time.
 */
import { areaName } from "../words/games.ts";
import { short, type Cents } from "../words/money.ts";
import type { Limit } from "../wire/types.ts";

export interface Rules {
  readonly placed: readonly string[];
  readonly equal: readonly string[];
  readonly companions: Readonly<Record<string, readonly string[]>>;
  readonly limits: Readonly<Record<string, Limit>>;
  readonly unit: Cents | null;
  readonly clauses: Readonly<Record<string, string>>;
}

export interface Chips {
  readonly position: number;
  readonly wager: string;
  readonly amount: Cents;
}

/** One act of the player's: what he laid down with it, to be undone as one. */
export type Act = readonly Chips[];
export type Draft = readonly Act[];

export type Lying = (position: number, wager: string) => Cents;

/** Chips that were sent. `until` is what lies there once they do; `version`, once answered, is that of the table with them. */
export interface Sent extends Chips {
  readonly until: Cents;
  readonly version: number | null;
}

/** What of it the feed has not brought yet, whichever came first of answer and feed. */
export function underWay(sent: readonly Sent[], position: number, wager: string, lies: Cents): Cents {
  const there = sent.filter((chips) => chips.position === position && chips.wager === wager);
  return there.reduce((sum, chips) => sum + Math.max(0, Math.min(chips.amount, chips.until - lies)), 0);
}

/** What is still sent when the feed has reached a version. */
export function unseen(sent: readonly Sent[], version: number): readonly Sent[] {
  return sent.filter((chips) => chips.version === null || chips.version > version);
}

export function laid(draft: Draft, position: number, wager: string): Cents {
  return total(draft.flat().filter((chips) => chips.position === position && chips.wager === wager));
}

export function total(chips: readonly Chips[]): Cents {
  return chips.reduce((sum, each) => sum + each.amount, 0);
}

export function sum(draft: Draft): Cents {
  return total(draft.flat());
}

/** With one chip more. Wagers that must be equal get it together; the progressive takes whole units. */
export function add(draft: Draft, rules: Rules, position: number, wager: string, chip: Cents): Draft {
  const together = rules.equal.includes(wager) ? rules.equal : [wager];
  const amount = wager === "progressive" ? (rules.unit ?? chip) : chip;
  return [...draft, together.map((each) => ({ position, wager: each, amount }))];
}

/** With one chip less of what is not sent yet. */
export function take(draft: Draft, rules: Rules, position: number, wager: string, chip: Cents): Draft {
  const together = rules.equal.includes(wager) ? rules.equal : [wager];
  const amount = wager === "progressive" ? (rules.unit ?? chip) : chip;
  const left = Math.min(amount, ...together.map((each) => laid(draft, position, each)));
  return left <= 0 ? draft : [...draft, together.map((each) => ({ position, wager: each, amount: -left }))];
}

export function undone(draft: Draft): Draft {
  return draft.slice(0, -1);
}

/** What is to be sent, entries first, and each amount once. */
export function wagersOf(draft: Draft, rules: Rules): Chips[] {
  const positions = [...new Set(draft.flat().map((chips) => chips.position))];
  const wagers = [...rules.placed].sort((one, other) => rank(rules, one) - rank(rules, other));
  return positions
    .flatMap((position) => wagers.map((wager) => ({ position, wager, amount: laid(draft, position, wager) })))
    .filter((chips) => chips.amount > 0);
}

function rank(rules: Rules, wager: string): number {
  return wager in rules.companions ? 1 : 0;
}

/** What is not right yet, in the words of the layout; nothing when it may be sent. */
export function faults(draft: Draft, rules: Rules, lying: Lying, available: Cents): string[] {
  const found = wagersOf(draft, rules).flatMap((chips) => [
    ...outOfLimits(chips, rules, lying),
    ...alone(chips, draft, rules, lying),
  ]);
  if (sum(draft) > available) found.push(`You have ${short(available)} to bet.`);
  return [...new Set(found)];
}

function* outOfLimits(chips: Chips, rules: Rules, lying: Lying): Generator<string> {
  const { minimum, maximum } = rules.limits[chips.wager] ?? { minimum: null, maximum: null };
  const whole = chips.amount + lying(chips.position, chips.wager);
  if ((minimum !== null && whole < minimum) || (maximum !== null && whole > maximum)) {
    yield limitWords(chips.wager, rules);
  }
}

/** "Ante from $10 to $500 (3.4)." */
export function limitWords(wager: string, rules: Rules): string {
  if (wager === "progressive") return `Progressive ${short(rules.unit ?? 0)} each (${rules.clauses["progressive"]}).`;
  const { minimum, maximum } = rules.limits[wager] ?? { minimum: null, maximum: null };
  const from = minimum === null ? "" : ` from ${short(minimum)}`;
  const to = maximum === null ? "" : ` to ${short(maximum)}`;
  return `${areaName(wager)}${from || " any amount"}${to} (${rules.clauses["limits"]}).`;
}

function* alone(chips: Chips, draft: Draft, rules: Rules, lying: Lying): Generator<string> {
  const beside = rules.companions[chips.wager];
  if (!beside?.length) return;
  const there = (wager: string) => laid(draft, chips.position, wager) + lying(chips.position, wager) > 0;
  if (rules.equal.length ? beside.every(there) : beside.some(there)) return;
  yield companionWords(chips.wager, rules);
}

/** "Trips needs an Ante and a Blind first (3.5)." */
export function companionWords(wager: string, rules: Rules): string {
  const names = (rules.companions[wager] ?? []).map((each) => `${article(areaName(each))} ${areaName(each)}`);
  const needed = names.join(rules.equal.length ? " and " : " or ");
  return `${areaName(wager)} needs ${needed} first (${rules.clauses["companions"]}).`;
}

function article(word: string): string {
  return /^[AEIOU]/.test(word) ? "an" : "a";
}

/** What is said about an area before anything is refused. */
export function helpOn(wager: string, rules: Rules): string {
  return [limitWords(wager, rules), ...askedOf(wager, rules)].join(" ");
}

/** What the layout asks of an area beside its limits. */
export function askedOf(wager: string, rules: Rules): string[] {
  const equal = `${rules.equal.map(areaName).join(" and ")} are equal (${rules.clauses["equal"]}).`;
  return [
    ...(wager in rules.companions ? [companionWords(wager, rules)] : []),
    ...(rules.equal.includes(wager) ? [equal] : []),
  ];
}
