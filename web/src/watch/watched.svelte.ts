/** One table as somebody watches it: how it stands, and the record of what happened there, which only grows. */
import { me } from "../people/me.svelte.ts";
import { get, Refused } from "../wire/asking.ts";
import { follow, type Connection } from "../wire/following.ts";
import type { Problem, RecordPage, TableMessage, TableView, Told } from "../wire/types.ts";

const FIRST = 200; // events, when somebody comes: the round that runs is among them
const MORE = 60;
const KEPT = 1000;
const AGAIN_MS = 1_000;

export class Watched {
  readonly table: string;
  view = $state.raw<TableView | null>(null);
  /** Newest first. */
  lines = $state.raw<readonly Told[]>([]);
  earlier = $state<number | null>(null);
  connection = $state<Connection>("connecting");
  problem = $state.raw<Problem | null>(null);
  private ended = false;
  private stop: () => void = () => undefined;

  constructor(table: string) {
    this.table = table;
  }

  /** From how the table stands on, until the function that it returns is called. */
  watch(): () => void {
    void this.begin();
    return () => {
      this.ended = true;
      this.stop();
    };
  }

  /** The events before those that are shown. */
  async back(): Promise<void> {
    if (this.earlier === null) return;
    const page = await this.page(`before=${this.earlier}&most=${MORE}`).catch(() => null); // it can be asked again
    if (page === null) return;
    this.lines = [...this.lines, ...page.events.toReversed()];
    this.earlier = page.earlier;
  }

  private async begin(): Promise<void> {
    try {
      const page = await this.page(`most=${FIRST}`);
      this.lines = page.events.toReversed();
      this.earlier = page.earlier;
      if (this.ended) return;
      this.stop = follow<Partial<TableMessage>>(
        `${this.path}/feed`,
        (message) => this.told(message),
        (state) => this.connected(state),
        page.version,
      );
    } catch (failed) {
      if (failed instanceof Refused && failed.problem.status < 429) this.problem = failed.problem;
      else this.later();
    }
  }

  private told(message: Partial<TableMessage>): void {
    if (message.view) this.view = message.view;
    if (message.snapshot) void this.again();
    const known = this.lines[0]?.version ?? 0;
    const more = (message.events ?? []).filter((each) => each.version > known);
    if (!more.length) return;
    this.lines = [...more.toReversed(), ...this.lines].slice(0, KEPT);
    if (this.lines.length === KEPT) this.earlier = this.lines.at(-1)!.version;
  }

  /** After too long away the feed begins anew: so does the record. */
  private async again(): Promise<void> {
    const page = await this.page(`most=${FIRST}`).catch(() => null); // then the feed will break off as well
    if (page === null) return;
    this.lines = page.events.toReversed();
    this.earlier = page.earlier;
  }

  /** The pit does not answer now. */
  private later(): void {
    this.connection = "lost";
    if (!this.ended) setTimeout(() => void this.begin(), AGAIN_MS);
  }

  private connected(state: Connection): void {
    if (state === "live" && this.connection === "lost") void me.again();
    this.connection = state;
  }

  private page(which: string): Promise<RecordPage> {
    return get<RecordPage>(`${this.path}/record?${which}`);
  }

  private get path(): string {
    return `/api/tables/${encodeURIComponent(this.table)}`;
  }
}
