/** The games and their areas by the names that are printed on the layouts. */
export const TITLES: Record<string, string> = {
  "mbs-thb": "Texas Hold’em Bonus",
  "mbs-3cp": "Three Card Poker",
  "mbs-uth": "Ultimate Texas Hold’em",
  "mbs-lir": "Let It Ride",
  "rws-3cp": "Multi-Link 3 Card Poker",
};

/** As people call them, where several stand in a row. */
export const SHORT_TITLES: Record<string, string> = {
  "mbs-thb": "Hold’em Bonus",
  "mbs-3cp": "Three Card",
  "mbs-uth": "Ultimate",
  "mbs-lir": "Let It Ride",
  "rws-3cp": "Multi-Link 3 Card",
};

const AREAS: Record<string, string> = { pair_plus: "Pair Plus" };

export function areaName(wager: string): string {
  return AREAS[wager] ?? wager.charAt(0).toUpperCase() + wager.slice(1);
}

/** The wager after which a table's limits are named: the one that everybody makes. */
export function entryWager(limits: Readonly<Record<string, unknown>>): string | undefined {
  return ["ante", "$"].find((wager) => wager in limits) ?? Object.keys(limits)[0];
}

/** "UTH 1" is at /table/UTH%201. */
export function tablePath(table: string): string {
  return `/table/${encodeURIComponent(table)}`;
}

/** The same table from the dealer's side. */
export function consolePath(table: string): string {
  return `${tablePath(table)}/deal`;
}

export function roundPath(table: string, round: number): string {
  return `${tablePath(table)}/round/${round}`;
}

export function roundFilePath(table: string, round: number): string {
  return `/api/tables/${encodeURIComponent(table)}/rounds/${round}/file`;
}

/** The same table for those who watch it. */
export function watchPath(table: string): string {
  return `/watch/${encodeURIComponent(table)}`;
}

export function watchRoundPath(table: string, round: number): string {
  return `${watchPath(table)}/round/${round}`;
}

export function signPath(link: string): string {
  return `/sign/${encodeURIComponent(link)}`;
}

export function clausePath(game: string, clause: string): string {
  return `/rules/${encodeURIComponent(game)}/${encodeURIComponent(clause)}`;
}

export function deskTablePath(table: string): string {
  return `/desk/table/${encodeURIComponent(table)}`;
}

export function deskLinkPath(link: string): string {
  return `/desk/link/${encodeURIComponent(link)}`;
}

/** A clause of a rulebook, or a reading, which is none's alone. */
export function rulePath(game: string | null, clause: string): string | null {
  if (/^R\d+$/.test(clause)) return `/rules/readings/${clause}`;
  return game === null ? null : clausePath(game, clause);
}
