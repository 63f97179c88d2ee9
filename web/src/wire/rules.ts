/** Clauses and readings in our words, each asked for once. */
import { get } from "./asking.ts";
import type { Clause, Reading } from "./types.ts";

export type Rule = Partial<Clause> & Partial<Reading> & { readonly id: string };

const known = new Map<string, Promise<Rule>>();

/** How a reading is read at a table: as it is set there, else as it is anywhere. */
export function readAs(rule: Rule, game: string, set: Readonly<Record<string, string>> = {}): string {
  const { chosen = "" } = rule;
  const house = game.split("-")[0] ?? "";
  return (set[rule.id] ?? (typeof chosen === "string" ? chosen : (chosen[house] ?? ""))).replaceAll("_", " ");
}

/** A clause in our words, or the open point of a reading and how it is read; why stands on its page. */
export function ruleWords(rule: Rule, game: string, set: Readonly<Record<string, string>> = {}): string {
  if (rule.summary !== undefined) return rule.summary;
  const point = rule.point ?? "";
  return `${point.charAt(0).toUpperCase()}${point.slice(1)}. Read as: ${readAs(rule, game, set)}.`;
}

export function ruleOf(game: string, id: string): Promise<Rule> {
  const path = `/api/rules/${encodeURIComponent(game)}/${encodeURIComponent(id)}`;
  const found = known.get(path) ?? get<Rule>(path);
  known.set(path, found);
  found.catch(() => known.delete(path));
  return found;
}
