/** What a form begins with, and what it sends. */
import type { GameKeys, TableKeys } from "../wire/types.ts";

export interface Limits {
  least: string;
  most: string;
}

/** "UTH 1" is there: "UTH 2". "Megalink" is there: "Megalink 2". */
export function freeName(like: string, taken: readonly string[]): string {
  if (!taken.includes(like)) return like;
  const stem = like.replace(/ \d+$/, "");
  for (let nth = 2; ; nth++) if (!taken.includes(`${stem} ${nth}`)) return `${stem} ${nth}`;
}

/** The rows of the form: wagers that share their limits stand in one. */
export function rowsOf(game: GameKeys): string[][] {
  const [equal, others] = [game.equal, game.wagers.filter((wager) => !game.equal.includes(wager))];
  return [...(equal.length ? [[...equal]] : []), ...others.map((wager) => [wager])];
}

/** The limits of a table that can be opened, by the first wager of each row. */
export function limitsOf(game: GameKeys): Record<string, Limits> {
  return Object.fromEntries(
    rowsOf(game).map(([first = ""]) => {
      const [least = "", most = ""] = game.table.limits[first] ?? [];
      return [first, { least: String(least), most: String(most) }];
    }),
  );
}

/** As the floor file has them: every wager with both. */
export function limitsFrom(game: GameKeys, given: Readonly<Record<string, Limits>>): TableKeys["limits"] {
  const rows = rowsOf(game).flatMap((row) => row.map((wager) => [wager, given[row[0] ?? ""]] as const));
  return Object.fromEntries(rows.map(([wager, both]) => [wager, [both?.least ?? "", both?.most ?? ""]]));
}

/** A number where one was typed; else the text, which the server refuses in its own words. */
export function whole(typed: string): number {
  return (/^\d+$/.test(typed) ? Number(typed) : typed) as number;
}
