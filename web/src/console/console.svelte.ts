/** One table as whoever deals there sees it: the last message, what was typed and not sent, and how far the paying is. */
import { me } from "../people/me.svelte.ts";
import { command, reason, Refused } from "../wire/asking.ts";
import { follow, type Connection } from "../wire/following.ts";
import type { Next, Option, Paying, TableMessage, TableView, Way } from "../wire/types.ts";
import { faultOf, readCards, withoutLast } from "./typed.ts";

export interface Refusal {
  readonly words: string;
  readonly clause: string | null;
}

/** Whoever signs at the table, where the post of the one who deals does not reach. */
export interface Signed {
  readonly name: string;
  readonly password: string;
}

type Fields = Readonly<Record<string, unknown>>;

const SEEN_MS = 3_000;
/** Nobody has read in less what a button says since somebody else acted. */
const UNREAD_MS = 300;

/** What such forms have done, as the screen remembers it. */
const DONE: Readonly<Record<string, string>> = {
  VerifyClaims: "Winning hands verified",
  ApproveClaims: "Awards approved",
  PayAwards: "Awards paid",
  RejectClaims: "Claim rejected",
};

const walkOf = (table: string) => `paid at ${table}`;

/** How far the paying was before the page was loaded again. */
function remembered(table: string): { round: number; lines: number } | null {
  const kept = sessionStorage.getItem(walkOf(table));
  return kept === null ? null : (JSON.parse(kept) as { round: number; lines: number });
}

export class Console {
  readonly table: string;
  view = $state.raw<TableView | null>(null);
  options = $state.raw<readonly Option[]>([]);
  next = $state.raw<Next | null>(null);
  connection = $state<Connection>("connecting");
  missed = $state<number | null>(null);
  private lostAt: number | null = null;
  /** Whoever waits for what the feed brings. */
  private heard: (() => void) | null = null;
  refusal = $state.raw<Refusal | null>(null);
  busy = $state(false);
  /** Cards that are typed and not sent. */
  typed = $state("");
  /** How many lines of which round's settlement have been taken and paid here: this window remembers it. */
  private walked = $state.raw({ round: 0, lines: 0 });
  /** When the step became another without anything done from here. */
  private surprised = -UNREAD_MS;
  /** What was done last from this screen. */
  done = $state("");

  readonly deals = $derived(this.view !== null && me.name !== null && this.view.dealer === me.name);
  readonly held = $derived(this.busy || this.connection === "lost");
  readonly lines = $derived(this.walkedHere());
  readonly paying: Paying | null = $derived(this.next?.paying[this.lines] ?? null);
  readonly fault = $derived(faultOf(readCards(this.typed), this.next?.cards ?? 0));
  /** What is settled in a panel of its own, before anything else is done. */
  readonly matter = $derived(this.paying === null ? (this.next?.matter ?? null) : null);
  readonly wantsCards = $derived(this.paying === null && (this.next?.cards ?? 0) > 0);

  constructor(table: string) {
    this.table = table;
    this.walked = remembered(table) ?? this.walked;
  }

  /** Whether this person can sign for what a dealer may not; the server decides. */
  static get supervises(): boolean {
    return me.staff && me.role !== "dealer";
  }

  follow(): () => void {
    return follow<Partial<TableMessage>>(
      `/api/tables/${encodeURIComponent(this.table)}/feed`,
      (message) => this.told(message),
      (state) => this.connected(state),
    );
  }

  private connected(state: Connection): void {
    if (state === "live" && this.connection === "lost") void me.again();
    this.connection = state;
    if (state !== "lost") return;
    this.lostAt ??= this.view?.version ?? null;
    this.missed = null;
  }

  private told(message: Partial<TableMessage>): void {
    if (!message.view) return;
    if (this.lostAt !== null) this.missed = message.view.version - this.lostAt;
    this.lostAt = null;
    if (message.next?.words !== this.next?.words) {
      if (this.next && !this.busy) this.surprised = performance.now();
      this.typed = ""; // at once: the next card may be typed already
      if (this.deals) this.refusal = null; // of a step that is done by now
    }
    this.view = message.view;
    this.options = message.options ?? [];
    this.next = message.next ?? null;
    if (!this.next?.paying.length && this.walked.lines) this.walk(0); // settled anew, it is paid anew
    this.heard?.();
  }

  /** Whether a press would be for something that was not read yet; whoever pressed is told so. */
  private tooSoon(): boolean {
    if (performance.now() - this.surprised >= UNREAD_MS) return false;
    this.refusal = { words: "Somebody was quicker. This comes next.", clause: null };
    return true;
  }

  // What whoever deals does

  /** What the large button does. False where something has to be typed, said or signed first. */
  async step(): Promise<boolean> {
    const next = this.next;
    if (!next || this.held || !this.deals || this.tooSoon()) return false;
    if (this.paying) {
      this.done = this.paying.words;
      this.refusal = null;
      this.walk(this.lines + 1);
      return true;
    }
    if (!next.command || this.matter) return false;
    if (next.cards && this.fault) {
      this.refusal = { words: this.fault, clause: null };
      return false;
    }
    if (!(await this.send(next.command, { ...next.fields, ...this.named(next) }, next.words))) {
      if (this.next?.words !== next.words) this.refusal = null; // somebody else was quicker, and it is done
      return false;
    }
    await this.until(() => this.next?.words !== next.words); // others may have acted before it
    return true;
  }

  private named(next: Next): Fields {
    const { cards } = readCards(this.typed);
    if (!next.cards) return {};
    return next.command === "DealCard" ? { card: cards[0] } : { cards };
  }

  async say(way: Way, amount: number | null): Promise<boolean> {
    if (this.tooSoon()) return false;
    const fields = amount !== null && way.amount !== null ? { ...way.fields, amount } : way.fields;
    return this.send(way.command, fields, way.words);
  }

  /** One command; it is under way until the feed has brought what became of it. */
  async send(name: string, fields: Fields, words: string, signed?: Signed): Promise<boolean> {
    if (this.held) return false;
    const version = this.view?.version;
    this.refusal = null;
    this.busy = true;
    try {
      await command(this.table, name, { ...fields, ...(signed && { signed }) });
      this.done = words;
      await this.until(() => this.view?.version !== version);
      return true;
    } catch (failed) {
      const clause = failed instanceof Refused ? (failed.problem.clause ?? null) : null;
      this.refusal = { words: reason(failed), clause };
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** Nothing else is sent meanwhile. */
  private async until(seen: () => boolean): Promise<void> {
    this.busy = true;
    await new Promise<void>((done) => {
      const late = setTimeout(done, SEEN_MS);
      this.heard = () => {
        if (!seen()) return;
        clearTimeout(late);
        done();
      };
      this.heard();
    });
    this.heard = null;
    this.busy = false;
  }

  /** Back by one as long as nothing was sent. False where only a supervisor can put it right. */
  undo(): boolean {
    this.refusal = null;
    if (this.typed) {
      this.typed = withoutLast(this.typed);
      return true;
    }
    if (this.lines === 0 || !this.next?.paying.length) return false;
    this.walk(this.lines - 1);
    return true;
  }

  /** Everything is taken and paid. */
  skip(): void {
    this.refusal = null;
    this.walk(this.next?.paying.length ?? 0);
  }

  /** A deck is opened when all is paid: whoever comes then pays nothing again. */
  private walkedHere(): number {
    const { next, view, walked } = this;
    if (!next?.paying.length) return 0;
    if (walked.round === view?.round) return walked.lines;
    return next.cards_from === "sealed_deck" && next.command === "CallBets" ? next.paying.length : 0;
  }

  private walk(lines: number): void {
    this.walked = { round: this.view?.round ?? 0, lines };
    sessionStorage.setItem(walkOf(this.table), JSON.stringify(this.walked));
  }

  assign(dealer: string, signed?: Signed): Promise<boolean> {
    return this.send("AssignDealer", { dealer }, `${dealer === "dealer" ? "Software" : dealer} deals`, signed);
  }

  // For forms that tell themselves what became of it

  offered(name: string): Option | undefined {
    return this.options.find((option) => option.command === name);
  }

  async do(name: string, fields: object = {}): Promise<number> {
    const version = await command(this.table, name, fields);
    this.done = DONE[name] ?? this.done;
    return version;
  }

  offers(name: string): readonly Option[] {
    return this.options.filter((option) => option.command === name);
  }
}
