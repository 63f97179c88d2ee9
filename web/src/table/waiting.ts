/** What is waited for, where there is nothing to do: what is called stands on the felt. */
import type { TableView } from "../wire/types.ts";

const STEPS: Record<string, string> = {
  close: "Bets are open.",
  deal: "The cards are dealt.",
  expose: "The next cards are turned up.",
  settle: "The bets are settled.",
  open_deck: "The deck is opened.",
  verify_claims: "The jackpot hand is to be verified.",
  approve_claims: "The award is to be approved.",
  pay_claims: "The award is to be paid.",
  call: "The next round is to be called.",
  rule: "What was reported is to be ruled on.",
};

export function waitWords(view: TableView): string {
  if (!view.open) return "No round is played.";
  const { step, position } = view.step ?? { step: "call", position: null };
  switch (step) {
    case "decide":
      return `Position ${position} decides.`;
    case "show":
      return `Position ${position} shows.`;
    case "answer":
      return `Position ${position} answers.`;
    default:
      return STEPS[step] ?? "";
  }
}
