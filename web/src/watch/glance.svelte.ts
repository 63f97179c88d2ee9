/** All tables at a glance as their feed tells them, and how the audit stands, which is asked for. */
import { me } from "../people/me.svelte.ts";
import { get, post, reason, Refused } from "../wire/asking.ts";
import { follow, type Connection } from "../wire/following.ts";
import type { AuditState, Problem, Proof, WatchLine, WatchMessage } from "../wire/types.ts";

const ASK_MS = 5_000;
const RUNNING_MS = 400;
const AGAIN_MS = 1_000;

export class Glance {
  tables = $state.raw<readonly WatchLine[]>([]);
  position = $state(0);
  connection = $state<Connection>("connecting");
  audit = $state.raw<AuditState | null>(null);
  problem = $state.raw<Problem | null>(null);
  refused = $state("");
  known = $state(false);
  private timer = 0;
  private ended = false;
  private stop: () => void = () => undefined;

  readonly waiting = $derived(this.tables.filter((each) => each.report !== null || each.claims !== null));

  watch(): () => void {
    void this.begin();
    return () => {
      this.ended = true;
      this.stop();
      clearTimeout(this.timer);
    };
  }

  /** Have the books proved now. */
  async prove(): Promise<void> {
    this.refused = "";
    try {
      const proof = await post<Proof>("/api/audit/proof", {});
      if (this.audit) this.audit = { ...this.audit, proof, may_prove: false };
    } catch (failed) {
      this.refused = reason(failed);
    }
    await this.ask();
  }

  private async begin(): Promise<void> {
    try {
      this.told(await get<WatchMessage>("/api/watch"));
      if (this.ended) return;
      this.stop = follow<Partial<WatchMessage>>(
        "/api/watch/feed",
        (message) => this.told(message),
        (state) => this.connected(state),
        this.position,
      );
      await this.ask();
    } catch (failed) {
      if (failed instanceof Refused && failed.problem.status < 429) this.problem = failed.problem;
      else this.later();
    }
  }

  /** The pit does not answer now. */
  private later(): void {
    this.connection = "lost";
    if (!this.ended) this.timer = setTimeout(() => void this.begin(), AGAIN_MS);
  }

  private told({ tables = [], position = this.position, snapshot = false }: Partial<WatchMessage>): void {
    const old = snapshot ? [] : this.tables;
    const found = new Map([...old, ...tables].map((each) => [each.line.table, each]));
    this.tables = [...found.values()].sort((one, other) => one.line.table.localeCompare(other.line.table));
    this.position = position;
    this.known = true;
  }

  private connected(state: Connection): void {
    if (state === "live" && this.connection === "lost") void me.again();
    this.connection = state;
  }

  private async ask(): Promise<void> {
    clearTimeout(this.timer);
    this.audit = await get<AuditState>("/api/audit").catch(() => this.audit);
    if (this.ended) return;
    const soon = this.audit?.proof?.state === "running";
    this.timer = setTimeout(() => void this.ask(), soon ? RUNNING_MS : ASK_MS);
  }
}
