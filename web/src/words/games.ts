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

/** "Pair Plus"; also of what is paid on a wager, and has no area: "Ante Bonus". */
export function areaName(wager: string): string {
  return wager
    .split("_")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");
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
  return openedHere(`/rules/${encodeURIComponent(game)}/${encodeURIComponent(clause)}`);
}

export function rulebookPath(game: string): string {
  return openedHere(`/rules/${encodeURIComponent(game)}`);
}

/** A page of the rules has no script: its address says at which table it was opened, and it leads back there. */
function openedHere(path: string): string {
  const here = location.pathname;
  return /^\/(table|watch)\/./.test(here) ? `${path}?from=${encodeURIComponent(here)}` : path;
}

export function deskTablePath(table: string): string {
  return `/desk/table/${encodeURIComponent(table)}`;
}

export function deskLinkPath(link: string): string {
  return `/desk/link/${encodeURIComponent(link)}`;
}

/** A clause of a rulebook, or a reading, which is none's alone. */
export function rulePath(game: string | null, clause: string): string | null {
  if (/^R\d+$/.test(clause)) return openedHere(`/rules/readings/${clause}`);
  return game === null ? null : clausePath(game, clause);
}
