/** One table at the desk: how it stands, and what this person may do there now, as its feed tells it. */
import { me } from "../people/me.svelte.ts";
import { command } from "../wire/asking.ts";
import { follow, type Connection } from "../wire/following.ts";
import type { Option, TableMessage, TableView } from "../wire/types.ts";

export class TableAtDesk {
  readonly table: string;
  view = $state.raw<TableView | null>(null);
  options = $state.raw<readonly Option[]>([]);
  connection = $state<Connection>("connecting");

  constructor(table: string) {
    this.table = table;
  }

  follow(): () => void {
    return follow<Partial<TableMessage>>(
      `/api/tables/${encodeURIComponent(this.table)}/feed`,
      (message) => {
        if (!message.view) return;
        this.view = message.view;
        this.options = message.options ?? [];
      },
      (state) => {
        if (state === "live" && this.connection === "lost") void me.again();
        this.connection = state;
      },
    );
  }

  /** What may be done of this kind, for anybody or for one player. */
  offered(name: string, player?: string): Option | undefined {
    return this.options.find((option) => option.command === name && (player === undefined || option.player === player));
  }

  all(name: string): readonly Option[] {
    return this.options.filter((option) => option.command === name);
  }

  do(name: string, fields: object = {}): Promise<number> {
    return command(this.table, name, fields);
  }
}
