/** One place on a page at which something is done: what is under way, what was refused, what was done last. */
import { reason, Refused } from "../wire/asking.ts";

export class Acting {
  busy = $state(false);
  refused = $state("");
  /** By which clause, where one was named. */
  clause = $state<string | null>(null);
  done = $state("");

  /** Whether it was done; `words` say it afterwards. */
  async act(words: string, doing: () => Promise<unknown>): Promise<boolean> {
    this.clear();
    this.busy = true;
    try {
      await doing();
      this.done = words;
      return true;
    } catch (failed) {
      this.clause = failed instanceof Refused ? (failed.problem.clause ?? null) : null;
      this.refused = reason(failed);
      return false;
    } finally {
      this.busy = false;
    }
  }

  clear(): void {
    this.refused = "";
    this.clause = null;
    this.done = "";
  }
}
