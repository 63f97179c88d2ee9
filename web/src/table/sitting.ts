/** Coming to a table: one click, and what goes with it. */
import { command, get } from "../wire/asking.ts";
import type { Option, TableView } from "../wire/types.ts";

export const BUY_IN = 1_000_00;

/** Joins, buys play chips when there are none, and takes a seat: the one asked for, or the first that is free. The version that shows it. */
export async function sitDown(table: string, position?: number): Promise<number> {
  const path = `/api/tables/${encodeURIComponent(table)}`;
  const offered = await get<readonly Option[]>(`${path}/options`);
  let version = 0;
  if (offered.some((option) => option.command === "Join")) version = await command(table, "Join");
  const [view, seats, who] = await Promise.all([
    get<TableView>(path),
    get<readonly Option[]>(`${path}/options`),
    get<{ readonly name: string }>("/api/me"),
  ]);
  if ((view.players[who.name]?.available ?? 0) === 0) version = await command(table, "BuyIn", { amount: BUY_IN });
  const free = position ?? seats.find((option) => option.command === "Sit")?.position;
  return free == null ? version : command(table, "Sit", { position: free });
}
