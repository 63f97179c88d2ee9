/** The floor as its feed tells it: all tables and links, kept up one by one. */
import { me } from "../people/me.svelte.ts";
import { follow, type Connection } from "../wire/following.ts";
import type { FloorMessage, Sign, TableLine } from "../wire/types.ts";

export class Floor {
  tables = $state.raw<readonly TableLine[]>([]);
  links = $state.raw<readonly Sign[]>([]);
  connection = $state<Connection>("connecting");
  known = $state(false);

  /** Until the function that it returns is called. */
  follow(): () => void {
    const told = (message: Partial<FloorMessage>) => {
      const { tables = [], links = [], snapshot = false } = message;
      this.tables = merged(snapshot ? [] : this.tables, tables, (line) => line.table);
      this.links = merged(snapshot ? [] : this.links, links, (sign) => sign.link);
      this.known = true;
    };
    const connected = (state: Connection) => {
      if (state === "live" && this.connection === "lost") void me.again();
      this.connection = state;
    };
    return follow<Partial<FloorMessage>>("/api/floor/feed", told, connected);
  }
}

function merged<Thing>(old: readonly Thing[], changed: readonly Thing[], name: (thing: Thing) => string): Thing[] {
  const found = new Map([...old, ...changed].map((thing) => [name(thing), thing]));
  return [...found.values()].sort((one, other) => name(one).localeCompare(name(other)));
}
