/** What has gone wrong at a table, or can have, as it stands now; asked again whenever the table has moved. */
import { command, get, post, reason, Refused } from "../wire/asking.ts";
import type { GoneWrong, Previewed } from "../wire/types.ts";

/** Somebody who stands at the table and signs there. */
export interface Signature {
  readonly name: string;
  readonly password: string;
}

const path = (table: string) => `/api/tables/${encodeURIComponent(table)}`;

export class Gone {
  readonly table: string;
  told = $state.raw<GoneWrong | null>(null);
  refused = $state("");
  busy = $state(false);
  private asked = 0;

  constructor(table: string) {
    this.table = table;
  }

  async look(): Promise<void> {
    const nth = ++this.asked;
    try {
      const told = await get<GoneWrong>(`${path(this.table)}/reportable`);
      if (nth === this.asked) this.told = told;
    } catch (failed) {
      if (nth === this.asked) this.refused = reason(failed);
    }
  }

  /** Carries a command out, by whoever is signed in or by somebody else who has signed. */
  async act(name: string, fields: object, signed?: Signature): Promise<boolean> {
    this.refused = "";
    this.busy = true;
    try {
      await command(this.table, name, { ...fields, ...(signed && { signed }) });
      await this.look();
      return true;
    } catch (failed) {
      this.refused = reason(failed);
      return false;
    } finally {
      this.busy = false;
    }
  }
}

/** What a command would do, or why it would be refused; asked for after a short while, and only the last one counts. */
export class Preview {
  told = $state.raw<Previewed | null>(null);
  refused = $state("");
  private nth = 0;

  async ask(table: string, body: object | null): Promise<void> {
    const nth = ++this.nth;
    this.refused = "";
    if (!body) {
      this.told = null;
      return;
    }
    await new Promise((done) => setTimeout(done, 120));
    if (nth !== this.nth) return;
    try {
      const told = await post<Previewed>(`${path(table)}/previews`, body);
      if (nth === this.nth) this.told = told;
    } catch (failed) {
      if (nth !== this.nth) return;
      this.told = null;
      this.refused = failed instanceof Refused ? failed.message : reason(failed);
    }
  }
}
