/** The answers to what is asked with a report or a ruling, and the command that they make. */
import type { FactAsked } from "../wire/types.ts";

/** What was said to one question: which of its choices, a text, or yes. */
export interface Said {
  readonly chosen: readonly number[];
  readonly text: string;
  readonly yes: boolean;
}

export type Answers = Readonly<Record<string, Said>>;

export const NOTHING: Said = { chosen: [], text: "", yes: false };

const NUMBERS = ["round", "cards"];

/** Fields of the command. What several choices say is added up. */
export function fieldsOf(asks: readonly FactAsked[], answers: Answers): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const ask of asks) {
    const said = answers[ask.fact] ?? NOTHING;
    for (const at of said.chosen) {
      const { words: _, group: __, most: ___, ...says } = ask.choices[at] ?? { words: "" };
      for (const [name, value] of Object.entries(says)) {
        const before = fields[name];
        fields[name] = Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : value;
      }
    }
    if (ask.choices.length) continue;
    const value = valueOf(ask, said, asks, answers);
    if (value !== undefined) fields[ask.fact] = value;
  }
  return fields;
}

/** Whether everything is said that has to be. */
export function isWhole(asks: readonly FactAsked[], answers: Answers): boolean {
  return asks.every((ask) => {
    if (!ask.needed) return true;
    const said = answers[ask.fact] ?? NOTHING;
    return ask.choices.length ? said.chosen.length > 0 : valueOf(ask, said, asks, answers) !== undefined;
  });
}

/** How many cents the chips are that were chosen. */
export function mostOf(asks: readonly FactAsked[], answers: Answers): number | undefined {
  for (const ask of asks) {
    const [at] = answers[ask.fact]?.chosen ?? [];
    const most = at === undefined ? undefined : ask.choices[at]?.most;
    if (most != null) return most;
  }
  return undefined;
}

function valueOf(ask: FactAsked, said: Said, asks: readonly FactAsked[], answers: Answers): unknown {
  const text = said.text.trim();
  if (ask.fact === "handled" || ask.fact === "seen") return said.yes || undefined;
  if (ask.fact === "amount") return text ? centsOf(text) : mostOf(asks, answers);
  if (NUMBERS.includes(ask.fact)) return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
  return text || undefined;
}

/** "$37.50" in cents; undefined where it is no amount. */
export function centsOf(text: string): number | undefined {
  const found = /^\$?(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text.replaceAll(",", ""));
  return found ? Number(found[1]) * 100 + Number((found[2] ?? "").padEnd(2, "0")) : undefined;
}
