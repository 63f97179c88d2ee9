/** Where chips are recorded: from area to area of a position, then of the next one at which somebody sits. */
import type { TableView } from "../wire/types.ts";

export interface Spot {
  readonly position: number;
  readonly wager: string;
}

function spotsOf(view: TableView): Spot[] {
  return view.positions
    .filter((each) => each.seated !== null)
    .flatMap(({ position }) => view.placed.map((wager) => ({ position, wager })));
}

function isEmpty(view: TableView, { position, wager }: Spot): boolean {
  return !view.positions[position - 1]?.wagers.some((each) => each.wager === wager);
}

/** The first that has nothing on it yet. */
export function firstSpot(view: TableView): Spot | null {
  return spotsOf(view).find((spot) => isEmpty(view, spot)) ?? null;
}

/** The next that has nothing on it yet. */
export function spotAfter(view: TableView, spot: Spot): Spot | null {
  const spots = spotsOf(view);
  const at = spots.findIndex((each) => each.position === spot.position && each.wager === spot.wager);
  return spots.slice(at + 1).find((each) => isEmpty(view, each)) ?? null;
}
