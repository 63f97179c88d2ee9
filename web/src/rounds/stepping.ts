/** From step to step of a round that is over: how long one stays, and where to go next. */
import type { RoundStep, Words } from "../wire/types.ts";

export type Kind = NonNullable<Words["kind"]>;

export const KIND_NAMES: Readonly<Record<Kind, string>> = {
  void: "Void",
  report: "Report",
  ruling: "Ruling",
  claim: "Claim",
  correction: "Correction",
};

const LEAST_MS = 120;
const MOST_MS = 1500;

type Timed = Pick<RoundStep, "at_us">;
type Said = { readonly said: Pick<Words, "kind"> };

/** As long as it was, but nobody waits for what took long, nor misses what went fast; `pace` 2 is twice as quick. */
export function waitAfter(step: Timed, next: Timed, pace: number): number {
  const took = (next.at_us - step.at_us) / 1000;
  return Math.min(Math.max(took, LEAST_MS), MOST_MS) / pace;
}

/** The next step of a kind behind one, else the first of them; null where there is none. */
export function nextOf(steps: readonly Said[], at: number, kind: Kind): number | null {
  const found = steps.flatMap((step, nth) => (step.said.kind === kind ? [nth] : []));
  return found.find((nth) => nth > at) ?? found[0] ?? null;
}

/** What can be gone to, in the order in which it first happened. */
export function kindsIn(steps: readonly Said[]): Kind[] {
  return [...new Set(steps.flatMap((step) => step.said.kind ?? []))];
}
