/** One table as this person sees it live: the last message, the bets that are not sent yet, and what is under way. */
import { SvelteSet } from "svelte/reactivity";
import { me } from "../people/me.svelte.ts";
import { command, reason, Refused } from "../wire/asking.ts";
import { follow, type Connection } from "../wire/following.ts";
import type { Option, PositionView, Sign, TableMessage, TableView } from "../wire/types.ts";
import { exact } from "../words/money.ts";
import { areasAloud, changedAloud } from "./aloud.ts";
import * as bets from "./bets.ts";
import type { Draft } from "./bets.ts";
import { dueOf, type Due } from "./due.ts";
import { isInPlay, isMine, minePositions, netOf, ownAmount } from "./seeing.ts";
import { sitDown } from "./sitting.ts";

export type Clock = NonNullable<TableMessage["clock"]>;

/** Why something was not taken, and of what; it stays until the next act. */
export interface Refusal {
  readonly words: string;
  readonly clause: string | null;
}

/** The last round of the person's that was settled: it can be read while the next bets are made. */
export interface Result {
  readonly round: number;
  readonly game: string;
  readonly net: number;
  readonly positions: readonly PositionView[];
}

export class Room {
  readonly table: string;
  view = $state.raw<TableView | null>(null);
  options = $state.raw<readonly Option[]>([]);
  sign = $state.raw<Sign | null>(null);
  clock = $state.raw<{ readonly told: Clock; readonly at: number } | null>(null);
  connection = $state<Connection>("connecting");
  /** How many steps happened while the connection was lost; null until that is known. */
  missed = $state<number | null>(null);
  private lostAt: number | null = null;
  refusal = $state.raw<Refusal | null>(null);
  draft = $state.raw<Draft>([]);
  sent = $state.raw<readonly bets.Sent[]>([]);
  repeats = $state.raw<readonly bets.Chips[]>([]);
  /** What is to be done with the last bets as soon as bets are called. */
  armed = $state<"repeat" | "change" | null>(null);
  /** That bets closed before all was sent, and what becomes of it; until the next call. */
  kept = $state<string | null>(null);
  /** The wager of the area that was touched last, or has the focus: its limits are told. */
  about = $state<string | null>(null);
  /** What those hear who listen, of what they do; the same words may be said twice. */
  said = $state.raw({ nth: 0, words: "" });
  chip = $state(25_00);
  result = $state.raw<Result | null>(null);
  readonly busy = new SvelteSet<string>();
  /** Those who wait until the feed has reached a version. */
  private waiting: { readonly version: number; readonly done: () => void }[] = [];

  readonly lying = (position: number, wager: string): number => {
    const found = this.view?.positions[position - 1];
    return found ? ownAmount(found, wager, me.name) : 0;
  };

  /** What is sent, and neither refused nor on the felt yet. */
  readonly underWay = (position: number, wager: string): number =>
    bets.underWay(this.sent, position, wager, this.lying(position, wager));

  /** What will lie there when all that is sent is taken. */
  private readonly standing = (position: number, wager: string): number =>
    this.lying(position, wager) + this.underWay(position, wager);

  /** Nothing can be sent now: something is under way, or nobody would hear it. */
  readonly held = $derived(this.busy.size > 0 || this.connection === "lost");
  readonly mine = $derived(this.view ? minePositions(this.view, me.name) : new Set<number>());
  readonly seats = $derived(this.view?.positions.filter((each) => each.seated === me.name && me.name) ?? []);
  readonly playing = $derived(this.view?.positions.some((each) => isInPlay(each, me.name)) ?? false);
  readonly due: Due = $derived(dueOf(this.view, this.options, me.name));
  readonly chips = $derived(me.name ? this.view?.players[me.name] : undefined);
  /** Whether this person is one of those who say what went wrong here; of what, the server tells. */
  readonly mayReport = $derived(me.staff || this.chips?.present === true);
  /** Whether chips of the person's lie on an area that is bet on. */
  readonly lies = $derived(
    this.seats.some((seat) => this.view?.placed.some((wager) => this.lying(seat.position, wager) > 0)),
  );
  /** More time is of use only while a clock runs. */
  readonly moreTime = $derived(
    this.clock || this.due.kind !== "bet" ? this.options.find((option) => option.command === "AskForTime") : undefined,
  );
  readonly faults = $derived(
    this.view ? bets.faults(this.draft, this.view, this.standing, this.chips?.available ?? 0) : [],
  );

  constructor(table: string) {
    this.table = table;
  }

  follow(): () => void {
    const path = `/api/tables/${encodeURIComponent(this.table)}/feed`;
    return follow<Partial<TableMessage>>(
      path,
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
    if (message.view) {
      if (this.lostAt !== null) this.missed = message.view.version - this.lostAt;
      this.lostAt = null;
      this.take(message.view);
      this.options = message.options ?? [];
      this.reach(message.snapshot ? Infinity : message.view.version);
    }
    this.sign = message.sign ?? message.view?.sign ?? this.sign;
    if (message.clock !== undefined) {
      this.clock = message.clock ? { told: message.clock, at: performance.now() } : null;
    }
  }

  /** What was answered with a version up to this is shown; a snapshot is how everything stands. */
  private reach(version: number): void {
    this.sent = bets.unseen(this.sent, version);
    this.waiting.filter((each) => each.version <= version).forEach((each) => each.done());
    this.waiting = this.waiting.filter((each) => each.version > version);
  }

  /** Until the feed has brought what was answered with that version. */
  private async reached(version: number): Promise<void> {
    if (version <= (this.view?.version ?? 0)) return;
    await new Promise<void>((done) => this.waiting.push({ version, done }));
  }

  private take(view: TableView): void {
    const before = this.view;
    this.view = view;
    const own = view.positions.filter((each) => isMine(each, me.name) && each.lines.length);
    if (own.length) {
      if (this.result?.round !== view.round) this.refusal = null; // what the round came to says more
      const net = own.reduce((sum, each) => sum + netOf(each.lines, me.name), 0);
      this.result = { round: view.round, game: view.game, net, positions: own };
    }
    if (before?.round !== view.round) this.refusal = this.kept = this.about = null;
    const open = view.step?.step === "close";
    if (before?.step?.step === "close" && !open) this.closed(before, view);
    if (!before && !open) this.repeats = this.madeIn(view);
    if (!open || !this.armed) return;
    const doing = this.armed;
    this.armed = null;
    if (doing === "repeat") void this.repeat();
    else this.layOut();
  }

  /** What the person has on areas that are bet on, wherever that is most of the two. */
  private madeIn(...views: readonly TableView[]): bets.Chips[] {
    const own = views.flatMap((view) => view.positions.filter((each) => each.seated === me.name && me.name));
    const positions = [...new Set(own.map((each) => each.position))];
    const most = (position: number, wager: string) =>
      Math.max(...views.map((view) => ownAmount(view.positions[position - 1]!, wager, me.name)));
    return positions
      .flatMap((position) => views[0]!.placed.map((wager) => ({ position, wager, amount: most(position, wager) })))
      .filter((chips) => chips.amount > 0);
  }

  /** Bets are closed: what lies there can be repeated, and with it what was not sent, or came too late. */
  private closed(before: TableView, view: TableView): void {
    const made = this.madeIn(before, view);
    const late = this.sent.map((chips) => ({ ...chips, amount: this.underWay(chips.position, chips.wager) }));
    const unsent = bets.wagersOf(this.draft, view);
    const all = bets.wagersOf([[...made, ...late, ...unsent]], view);
    if (all.length) this.repeats = all;
    if (unsent.length) {
      const whose = made.length ? "all of yours" : "yours";
      this.kept = `Bets closed before ${whose} were sent. ${exact(bets.total(unsent))} is kept for the next round.`;
    }
    this.draft = [];
  }

  // What the person does

  /** One act, under a name by which the screen shows that it is under way: until the feed has brought it, so that nothing is pressed twice. */
  async act(key: string, doing: () => Promise<number>): Promise<boolean> {
    this.refusal = null;
    this.busy.add(key);
    try {
      await this.reached(await doing());
      return true;
    } catch (failed) {
      const clause = failed instanceof Refused ? (failed.problem.clause ?? null) : null;
      this.refusal = { words: reason(failed), clause };
      return false;
    } finally {
      this.busy.delete(key);
    }
  }

  choose(option: Option): Promise<boolean> {
    const { position, choice, answer } = option;
    const fields = {
      ...(position !== null && { position }),
      ...(choice !== null && { choice }),
      ...(answer !== null && { answer }),
    };
    return this.act(option.command, () => command(this.table, option.command, fields));
  }

  /** To decide, to show, to answer or to bet. */
  async askForTime(): Promise<void> {
    if (this.moreTime && (await this.choose(this.moreTime))) this.say("You have more time.");
  }

  sit(position?: number): Promise<boolean> {
    return this.act("Sit", () => sitDown(this.table, position));
  }

  stand(): Promise<boolean> {
    return this.act("Leave", async () => {
      for (const seat of this.seats) await command(this.table, "Stand", { position: seat.position });
      return command(this.table, "Leave");
    });
  }

  buy(amount: number): Promise<boolean> {
    return this.act("BuyIn", () => command(this.table, "BuyIn", { amount }));
  }

  /** The draft as the person has just made it; whoever listens hears what has changed, and what is not right yet. */
  private draw(draft: Draft, touched?: string): void {
    if (!this.view) return;
    this.refusal = null;
    const several = this.seats.length > 1;
    const words = changedAloud(this.draft, draft, this.view, { ...(touched && { touched }), several });
    this.draft = draft;
    this.say(words, ...(draft.length ? this.faults : []));
  }

  say(...words: readonly string[]): void {
    this.said = { nth: this.said.nth + 1, words: words.filter(Boolean).join(" ") };
  }

  lay(position: number, wager: string, chip = this.chip): void {
    this.about = wager;
    if (this.view) this.draw(bets.add(this.draft, this.view, position, wager, chip), wager);
  }

  lift(position: number, wager: string): void {
    this.about = wager;
    if (this.view) this.draw(bets.take(this.draft, this.view, position, wager, this.chip), wager);
  }

  undo(): void {
    this.draw(bets.undone(this.draft));
  }

  clear(): void {
    this.draw([]);
  }

  /** The last bets, to be changed and then placed. */
  private layOut(): void {
    this.draw([this.repeats]);
  }

  /** The draft becomes wagers, one command each; what is refused is a draft again. */
  async place(): Promise<boolean> {
    const view = this.view;
    if (!view || !this.draft.length || this.faults.length) {
      this.say(...(this.draft.length ? this.faults : ["No bet is laid."]));
      return false;
    }
    const wagers = bets.wagersOf(this.draft, view);
    this.about = null;
    const placed = await this.act("place", async () => {
      const raised = new Set<string>();
      let version = 0;
      for (const { position, wager, amount } of wagers) {
        const group = view.equal.includes(wager) ? `${position} entry` : `${position} ${wager}`;
        const lies = this.lying(position, wager) > 0 || raised.has(group);
        if (raised.has(group)) continue; // equal wagers are raised together
        if (lies) raised.add(group);
        const name = lies ? "RaiseWager" : "PlaceWager";
        const together = lies && view.equal.includes(wager) ? view.equal : [wager];
        version = await this.send(position, together, () => command(this.table, name, { position, wager, amount }));
      }
      return version;
    });
    const lie = wagers.map((chips) => ({ ...chips, amount: this.lying(chips.position, chips.wager) }));
    if (placed) this.say(areasAloud(lie, view, "placed", { several: this.seats.length > 1 }));
    return placed;
  }

  /** Chips of the draft are sent, and shown as that until the feed has brought them; refused, they are a draft again. */
  private async send(position: number, wagers: readonly string[], doing: () => Promise<number>): Promise<number> {
    const these = (chips: bets.Chips) => chips.position === position && wagers.includes(chips.wager);
    const sent = wagers.map((wager) => {
      const amount = bets.laid(this.draft, position, wager);
      return { position, wager, amount, until: this.lying(position, wager) + amount, version: null };
    });
    this.draft = this.draft.map((act) => act.filter((chips) => !these(chips))).filter((act) => act.length);
    this.sent = [...this.sent.filter((chips) => !these(chips)), ...sent];
    const others = () => this.sent.filter((chips) => !these(chips));
    try {
      const version = await doing();
      this.sent = bets.unseen([...others(), ...sent.map((chips) => ({ ...chips, version }))], this.view?.version ?? 0);
      return version;
    } catch (failed) {
      this.sent = others();
      if (this.view?.step?.step === "close") this.draft = [sent, ...this.draft];
      throw failed;
    }
  }

  /** The bets of the last round again: at once while bets are open, else as soon as they are. */
  async repeat(): Promise<void> {
    if (!this.view || !this.repeats.length) return;
    if (this.view.step?.step !== "close") {
      this.armed = this.armed === "repeat" ? null : "repeat";
      return;
    }
    this.draft = [this.repeats];
    await this.place();
  }

  /** What lies there comes back into the hand, to be laid anew. Where nothing does, the last bets are laid out, now or at the call. */
  async change(): Promise<boolean> {
    if (this.view?.step?.step !== "close") {
      if (this.repeats.length) this.armed = this.armed === "change" ? null : "change";
      return false;
    }
    if (!this.lies) {
      if (this.repeats.length && !this.draft.length) this.layOut();
      return false;
    }
    const back = [...this.view.placed].reverse();
    return this.act("change", async () => {
      let version = 0;
      for (const seat of this.seats) {
        for (const wager of back) {
          const amount = this.lying(seat.position, wager);
          if (amount === 0) continue;
          version = await command(this.table, "TakeBackWager", { position: seat.position, wager });
        }
      }
      return version;
    });
  }
}
