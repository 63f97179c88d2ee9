/** The suits, drawn about their own centre in a box of 24, and their colours. */
import type { Suit } from "../words/cards.ts";
import { suitOf } from "../words/cards.ts";

export const SUIT_PATHS: Record<Suit, string> = {
  h: "M0 11C-5 6.500-11 2-11-4C-11-8-8-10.500-5.200-10.500C-2.800-10.500-1-9 0-6.800C1-9 2.800-10.500 5.200-10.500C8-10.500 11-8 11-4C11 2 5 6.500 0 11Z",
  d: "M0-11.500L9 0L0 11.500L-9 0Z",
  s: "M0-11C4-6 10-2.500 10 3C10 6.300 7.700 8.300 5 8.300C3.300 8.300 1.900 7.500 1.100 6.200C1.300 8.600 2.200 10.200 4 11.200L-4 11.200C-2.200 10.200-1.300 8.600-1.100 6.200C-1.900 7.500-3.300 8.300-5 8.300C-7.700 8.300-10 6.300-10 3C-10-2.500-4-6 0-11Z",
  c: "M0-11.200A5.100 5.100 0 0 1 4.300-3.300A5.100 5.100 0 1 1 1.300 5.400C1.500 8.200 2.300 10.200 4 11.200L-4 11.200C-2.300 10.200-1.500 8.200-1.300 5.400A5.100 5.100 0 1 1-4.300-3.300A5.100 5.100 0 0 1 0-11.200Z",
};

export type Colours = 2 | 4;

export function suitColour(card: string, colours: Colours): string {
  const suit = suitOf(card);
  if (colours === 2) return suit === "h" || suit === "d" ? "var(--s-red)" : "var(--s-black)";
  return { h: "var(--s-red)", d: "var(--s-blue)", c: "var(--s-green)", s: "var(--s-black)" }[suit];
}
