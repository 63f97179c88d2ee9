/** How things move: cards and chips along the felt, results one position after the other. Nothing does for who has asked for less motion. */
import { settings } from "../settings.svelte.ts";

interface By {
  readonly x: number;
  readonly y: number;
}

const DEAL_MS = 220;
const TURN_MS = 180;
const CHIPS_MS = 260;
const TAG_MS = 120;
const NEXT_CARD_MS = 60;
const NEXT_POSITION_MS = 150;

const NONE = { duration: 0 };
const slowing = (t: number) => 1 - (1 - t) ** 3;
const moved = (by: By, part: number) => `transform: translate(${by.x * part}px, ${by.y * part}px)`;

let nextCard = 0;

/** A card on its way from where it is dealt. Those that come together start one after the other. The object around `from` is needed: Svelte makes {} of null. */
export function dealt(_: Element, { from }: { readonly from: By | null }) {
  if (!from || settings.still) return NONE;
  const now = performance.now();
  nextCard = Math.max(now, nextCard + NEXT_CARD_MS);
  const css = (t: number, u: number) => `${moved(from, u)}; opacity: ${t}`;
  return { delay: nextCard - now, duration: DEAL_MS, easing: slowing, css };
}

export function turned(_: Element, on: boolean) {
  if (!on || settings.still) return NONE;
  return { duration: TURN_MS, css: (t: number) => `transform: scaleX(${t})` };
}

/** When a position's results are told, in milliseconds behind the first one's. */
export function turnOf(nth: number): number {
  return Math.max(0, nth) * NEXT_POSITION_MS;
}

/** Between a player or the rack and an area. */
export interface Way {
  readonly by: By | null;
  readonly after?: number;
}

export function chips(_: Element, { by, after = 0 }: Way) {
  if (!by || settings.still) return NONE;
  return { delay: after, duration: CHIPS_MS, easing: slowing, css: (_t: number, u: number) => moved(by, u) };
}

/** Chips that are paid come from the rack; from then on the tag says what they are. */
export function paid(_: Element, { by, after = 0 }: Way) {
  if (!by || settings.still) return NONE;
  const css = (t: number, u: number) => `${moved(by, u)}; opacity: ${t < 1 ? 1 : 0}`;
  return { delay: after, duration: CHIPS_MS, easing: slowing, css };
}

export function told(_: Element, after: number) {
  if (settings.still) return NONE;
  return { delay: after, duration: TAG_MS, css: (t: number) => `opacity: ${t}` };
}

/** Whoever acts does not wait for what moves. */
export function finishAll(): void {
  for (const animation of document.getAnimations()) {
    if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
  }
}
