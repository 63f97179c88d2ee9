/** A round that is over, as this person may see it: loaded, checked, and gone through step by step. */
import { get, reason, Refused } from "../wire/asking.ts";
import type { Problem, RoundTold, TableView } from "../wire/types.ts";
import { check, type Checked } from "./commitments.ts";
import { waitAfter } from "./stepping.ts";

const AGAIN_MS = 1_000;

export class Replay {
  round = $state.raw<RoundTold | null>(null);
  /** The round that the table has called last, and which may be in play; 0 until that is known. */
  newest = $state(0);
  checked = $state.raw<Checked | null>(null);
  problem = $state.raw<Problem | null>(null);
  refused = $state("");
  at = $state(0);
  playing = $state(false);
  /** Times as fast as it was. */
  pace = $state(1);
  private timer = 0;

  readonly step = $derived(this.round?.steps[this.at]);
  readonly last = $derived((this.round?.steps.length ?? 1) - 1);
  readonly inPlay = $derived(!this.round && this.problem?.code === "round_in_play");
  readonly missing = $derived.by(() => {
    if (this.problem?.status !== 404) return null;
    return this.problem.code === "no_such_table" ? "table" : "round";
  });

  /** Loads the round; one that is in play as soon as it is over. Gives what ends all of it. */
  follow(table: string, number: number): () => void {
    let left = false;
    const look = async () => {
      await Promise.all([this.load(table, number), this.lookAhead(table)]);
      if (!left && this.inPlay) setTimeout(look, AGAIN_MS);
    };
    void look();
    return () => {
      left = true;
      this.stop();
    };
  }

  /** How far one can go from round to round. */
  async lookAhead(table: string): Promise<void> {
    try {
      this.newest = (await get<TableView>(`/api/tables/${encodeURIComponent(table)}`)).round;
    } catch {
      this.newest = 0; // and then the way is to the table
    }
  }

  async load(table: string, number: number): Promise<void> {
    try {
      this.round = await get<RoundTold>(`/api/tables/${encodeURIComponent(table)}/rounds/${number}`);
      if (this.round.seal.length && isSecureContext) this.checked = await check(this.round.seal, this.round.opened);
    } catch (failed) {
      if (failed instanceof Refused) this.problem = failed.problem;
      this.refused = reason(failed).replace("Not taken: ", "");
    }
  }

  /** To a step, which ends the playing. */
  go(to: number): void {
    this.stop();
    this.move(to);
  }

  play(): void {
    if (this.at === this.last) this.at = 0;
    this.playing = true;
    this.tick();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.playing = false;
  }

  toggle(): void {
    if (this.playing) this.stop();
    else this.play();
  }

  /** Whether it was one of the keys that go from step to step. */
  key(event: KeyboardEvent): boolean {
    const target = event.target instanceof Element ? event.target : null;
    if (event.ctrlKey || event.metaKey || event.altKey || target?.closest("input, select, textarea, dialog"))
      return false;
    if (event.key === " ") {
      if (target?.closest("button, a, summary, [role=button]")) return false;
      this.toggle();
      return true;
    }
    const to = { ArrowRight: this.at + 1, ArrowLeft: this.at - 1, Home: 0, End: this.last }[event.key];
    if (to === undefined) return false;
    this.go(to);
    return true;
  }

  private move(to: number): void {
    this.at = Math.min(Math.max(to, 0), this.last);
  }

  private tick(): void {
    clearTimeout(this.timer);
    const [now, next] = [this.round?.steps[this.at], this.round?.steps[this.at + 1]];
    if (!now || !next) {
      this.playing = false;
      return;
    }
    this.timer = setTimeout(
      () => {
        this.move(this.at + 1);
        this.tick();
      },
      waitAfter(now, next, this.pace),
    );
  }
}
