/** Clauses and readings in our words, each asked for once. */
import { get } from "./asking.ts";
import type { Clause, Reading } from "./types.ts";

export type Rule = Partial<Clause> & Partial<Reading> & { readonly id: string };

const known = new Map<string, Promise<Rule>>();

export function ruleOf(game: string, id: string): Promise<Rule> {
  const path = `/api/rules/${encodeURIComponent(game)}/${encodeURIComponent(id)}`;
  const found = known.get(path) ?? get<Rule>(path);
  known.set(path, found);
  found.catch(() => known.delete(path));
  return found;
}
