/** The one act for what waits, as it stands on a button. */
import type { DeskAwaited } from "../wire/types.ts";

type Thing = DeskAwaited["thing"];

export const ACTS: Readonly<Record<Thing, string>> = {
  ruling: "Rule",
  answer: "Answers",
  verification: "Verify",
  approval: "Approve",
  payment: "Pay",
  later_rounds: "Decide",
  close: "Close",
  count: "Count",
  dealer: "Assign",
  fill: "Fill",
  check: "Check",
  resume: "Resume",
};

export const TITLES: Readonly<Record<Thing, string>> = {
  ruling: "A ruling",
  answer: "Answers of players",
  verification: "Jackpot claim: verify",
  approval: "Jackpot claim: approve",
  payment: "Jackpot claim: pay",
  later_rounds: "The jackpot does not work",
  close: "Close the table",
  count: "Count the rack",
  dealer: "Assign a dealer",
  fill: "A fill",
  check: "Check the link",
  resume: "Resume the link",
};
