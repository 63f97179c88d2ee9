/** The pit desk as its feed tells it: tables and links with what waits there, kept up one by one. */
import { me } from "../people/me.svelte.ts";
import { get, Refused } from "../wire/asking.ts";
import { follow, type Connection } from "../wire/following.ts";
import type { DeskAwaited, DeskLink, DeskMessage, DeskTable, Problem } from "../wire/types.ts";

/** Something that waits, and where. */
export interface Waiting extends DeskAwaited {
  readonly key: string;
  readonly table: DeskTable | null;
  readonly link: DeskLink | null;
}

const AGAIN_MS = 2_000;

/** While these wait, nobody plays on: they come before what can wait. */
const STOPS_PLAY: ReadonlySet<DeskAwaited["thing"]> = new Set([
  "ruling",
  "answer",
  "verification",
  "approval",
  "payment",
]);

export class Desk {
  tables = $state.raw<readonly DeskTable[]>([]);
  links = $state.raw<readonly DeskLink[]>([]);
  connection = $state<Connection>("connecting");
  known = $state(false);
  /** Why the desk is not for this person. */
  refusal = $state.raw<Problem | null>(null);
  /** The time by which what waits is told, a few times a minute. */
  now = $state.raw(new Date());

  readonly waiting: readonly Waiting[] = $derived(
    [
      ...this.tables.flatMap((table) => table.awaited.map((each) => waitingAt(each, table, null))),
      ...this.links.flatMap((link) => link.awaited.map((each) => waitingAt(each, null, link))),
    ].sort((one, other) => urgency(one) - urgency(other) || (one.since_us ?? 0) - (other.since_us ?? 0)),
  );
  /** How many of them this person may settle. */
  readonly mine = $derived(this.waiting.filter((each) => each.refused === null).length);

  table(name: string): DeskTable | undefined {
    return this.tables.find((each) => each.table === name);
  }

  link(name: string): DeskLink | undefined {
    return this.links.find((each) => each.link === name);
  }

  /** Until the function that it returns is called. It is asked first whether the desk is for this person at all. */
  follow(): () => void {
    if (!me.name) return () => undefined; // nobody is here yet; whoever comes has a desk of his own
    let end = () => undefined as void;
    let over = false;
    const ticking = setInterval(() => (this.now = new Date()), 10_000);
    const begin = () =>
      get<DeskMessage>("/api/desk").then(
        (message) => {
          if (over) return;
          this.told({ ...message, snapshot: true });
          end = follow<Partial<DeskMessage>>(
            "/api/desk/feed",
            (told) => this.told(told),
            (state) => this.connected(state),
          );
        },
        (failed) => {
          if (over) return;
          if (failed instanceof Refused) this.refusal = failed.problem;
          else setTimeout(() => over || void begin(), AGAIN_MS);
        },
      );
    void begin();
    return () => {
      over = true;
      clearInterval(ticking);
      end();
    };
  }

  private told(message: Partial<DeskMessage>): void {
    const { tables = [], links = [], snapshot = false } = message;
    this.tables = merged(snapshot ? [] : this.tables, tables, (each) => each.table);
    this.links = merged(snapshot ? [] : this.links, links, (each) => each.link);
    this.known = true;
  }

  private connected(state: Connection): void {
    if (state === "live" && this.connection === "lost") void me.again();
    this.connection = state;
  }
}

function urgency(each: Waiting): number {
  return STOPS_PLAY.has(each.thing) ? 0 : 1;
}

function waitingAt(each: DeskAwaited, table: DeskTable | null, link: DeskLink | null): Waiting {
  return { ...each, table, link, key: `${table?.table ?? link?.link} ${each.thing}` };
}

function merged<Thing>(old: readonly Thing[], changed: readonly Thing[], name: (thing: Thing) => string): Thing[] {
  const found = new Map([...old, ...changed].map((thing) => [name(thing), thing]));
  return [...found.values()].sort((one, other) => name(one).localeCompare(name(other)));
}
