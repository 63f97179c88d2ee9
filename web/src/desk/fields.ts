/** What is typed at the desk, and what is said beside the field where it will not do. */
import type { Amounts, Why } from "../wire/types.ts";
import { centsOf, exact, type Cents } from "../words/money.ts";
import { capital } from "../table/seeing.ts";

export const NO_MONEY = "An amount in dollars, such as 5,000.00.";

/** What is wrong with an amount that was typed; nothing where it will do. */
export function moneyFault(typed: string, amounts?: Amounts | null, clause?: string | null): string {
  const cents = centsOf(typed);
  if (cents === null) return NO_MONEY;
  const by = clause ? ` (${clause})` : "";
  if (amounts && cents < amounts.least) return `At least ${exact(amounts.least)}${by}.`;
  if (amounts?.most != null && cents > amounts.most) return `At most ${exact(amounts.most)}${by}.`;
  return "";
}

/** An amount that has no fault. */
export function money(typed: string): Cents {
  return centsOf(typed) ?? 0;
}

const ABOUT_PEOPLE = ["post_too_low", "same_person", "same_post", "not_a_person"];

/** Why somebody may not do something now, in a sentence. */
export function whyNot(why: Why): string {
  const by = why.clause ? ` (${why.clause})` : "";
  if (ABOUT_PEOPLE.includes(why.code)) return `Needs ${why.expected}${by}.`;
  return `${capital(why.found)}: expected ${why.expected}${by}.`;
}

/** Who may sign beside the one who did the first half; nobody where it is not about the person. */
export function secondOf(why: Why | null): string | null {
  return why?.code === "same_person" || why?.code === "same_post" ? why.expected : null;
}
