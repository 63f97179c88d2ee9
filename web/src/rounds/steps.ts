/** What a step of a round was, in a few words; whoever may not see a card is not told it. */
import { areaName } from "../words/games.ts";
import { RULED, type Effect } from "../words/rulings.ts";
import { short } from "../words/money.ts";
import { capital, didWords } from "../table/seeing.ts";
import type { RoundStep } from "../wire/types.ts";

interface Happened {
  readonly name: string;
  readonly position?: number;
  readonly wager?: string;
  readonly amount?: number;
  readonly choice?: string;
  readonly outcome?: string;
  readonly clause?: string;
  readonly rule?: string;
  readonly effect?: Effect;
}

export function stepWords(step: RoundStep): string {
  const event = step.event as unknown as Happened;
  const what = capital(
    event.name
      .replace(/^table\./, "")
      .replace(/\/\d+$/, "")
      .replaceAll("_", " "),
  );
  const parts = [what];
  if (event.position) parts.push(`position ${event.position}`);
  if (event.wager) parts.push(areaName(event.wager));
  if (event.choice) parts.push(didWords(event.choice).toLowerCase());
  if (event.outcome) parts.push(event.outcome);
  if (event.effect) parts.push(RULED[event.effect]);
  if (event.amount) parts.push(short(event.amount));
  const clause = event.clause ?? event.rule;
  return `${parts.join(", ")}${clause ? ` (${clause})` : ""}.`;
}
