/** Looking for what went wrong, by its words, by what people call it, by clause, or by what then happens. */
import { whyNot } from "../desk/fields.ts";
import type { CanBeReported, Why } from "../wire/types.ts";

/** Those that have all the words, the nearest first. */
export function found(all: readonly CanBeReported[], words: string): readonly CanBeReported[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const ranked = all.map((each) => ({ each, rank: rankOf(each, wanted) })).filter(({ rank }) => rank !== null);
  return ranked.sort((one, other) => one.rank! - other.rank!).map(({ each }) => each);
}

function rankOf(each: CanBeReported, wanted: readonly string[]): number | null {
  const texts = [`${each.words} ${each.clause}`, each.also, each.rulings.map((ruling) => ruling.words).join(" ")];
  let text = "";
  for (const [rank, more] of texts.entries()) {
    text += ` ${more.toLowerCase()}`;
    if (wanted.every((word) => text.includes(word))) return rank;
  }
  return null;
}

/** What it leads to, in a line. */
export function effectOf(each: CanBeReported): string {
  const rulings = each.rulings.map((ruling) => ruling.words);
  return rulings.length ? `${rulings.join(". Or: ")}.` : "It is noted, and changes nothing.";
}

/** Why this person can report nothing of the round in play. */
export function nothing(why: Why): string {
  return why.code === "no_round_in_play" ? "Nothing can be reported now: no round is in play." : whyNot(why);
}
