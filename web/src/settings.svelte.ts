/** What a person has set for this screen, kept in the browser. */
import type { Colours } from "./look/suits.ts";

const KEY = "pitlink";

interface Kept {
  readonly colours: Colours;
  readonly keys: boolean;
}

class Settings {
  /** Of the deck's suits. */
  colours = $state<Colours>(4);
  /** Whether single keys act. */
  keys = $state(true);
  /** Whether the person has asked for less motion. */
  still = $state(false);

  constructor() {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept>;
    this.colours = kept.colours === 2 ? 2 : 4;
    this.keys = kept.keys ?? true;
    const asked = matchMedia("(prefers-reduced-motion: reduce)");
    this.still = asked.matches;
    asked.addEventListener("change", () => (this.still = asked.matches));
  }

  set(changed: Partial<Kept>): void {
    Object.assign(this, changed);
    const kept: Kept = { colours: this.colours, keys: this.keys };
    localStorage.setItem(KEY, JSON.stringify(kept));
  }
}

export const settings = new Settings();
