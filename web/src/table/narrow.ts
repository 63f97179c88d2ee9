/** One's own areas away from the felt: on a phone as they lie, in a frame of 190 by 240; on a tablet in a row. Names to the right, or below. */
import type { Area } from "../felt/geometry.ts";

export const NARROW = { width: 190, height: 240 } as const;

type Printed = readonly [wager: string, x: number, y: number, radius: number, named: "right" | "below"];

const THREE_CARD: readonly Printed[] = [
  ["progressive", 60, 20, 16, "right"],
  ["pair_plus", 60, 76, 28, "right"],
  ["ante", 60, 142, 28, "right"],
  ["play", 60, 208, 28, "right"],
];

const AREAS: Readonly<Record<string, readonly Printed[]>> = {
  "mbs-uth": [
    ["progressive", 82, 20, 16, "right"],
    ["trips", 82, 70, 27, "right"],
    ["ante", 42, 130, 28, "below"],
    ["blind", 122, 130, 28, "below"],
    ["play", 82, 208, 28, "right"],
  ],
  "mbs-thb": [
    ["progressive", 24, 22, 16, "right"],
    ["river", 36, 82, 27, "below"],
    ["turn", 95, 82, 27, "below"],
    ["flop", 154, 82, 27, "below"],
    ["ante", 60, 176, 29, "below"],
    ["bonus", 130, 176, 27, "below"],
  ],
  "mbs-3cp": THREE_CARD,
  "rws-3cp": THREE_CARD,
  "mbs-lir": [
    ["1", 34, 70, 28, "below"],
    ["2", 95, 70, 28, "below"],
    ["$", 156, 70, 28, "below"],
    ["progressive", 46, 160, 18, "right"],
  ],
};

/** Each area may be drawn as small as `least`, and can still be touched. */
export const ROW = { pitch: 104, least: 96, height: 92 } as const;

/** Side by side, in the order of the layout. */
export function areasInRow(game: string, wagers: readonly string[]): Area[] {
  return narrowAreas(game)
    .filter((area) => wagers.includes(area.wager))
    .map((area, nth) => ({ ...area, x: (nth + 0.5) * ROW.pitch, y: 36, aside: { x: 0, y: 1 } }));
}

export function narrowAreas(game: string): Area[] {
  return (AREAS[game] ?? []).map(([wager, x, y, radius, named]) => ({
    wager,
    x,
    y,
    radius,
    aside: named === "right" ? { x: 1, y: 0 } : { x: 0, y: 1 },
  }));
}
