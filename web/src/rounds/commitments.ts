/** Cards that lie open, held against what the deck was sealed with before anything was decided. */
export interface Opened {
  readonly nth: number;
  readonly card: string;
  readonly salt: string;
}

/** The digest that the seal must have at its nth place: of place, card and salt. */
export async function commitmentOf({ nth, card, salt }: Opened): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${nth} ${card} ${salt}`));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export interface Checked {
  readonly right: number;
  readonly wrong: readonly string[];
  /** The places in the deck whose cards are not those that were sealed. */
  readonly wrongAt: ReadonlySet<number>;
}

/** What is said of cards that are not those of the seal. */
export function wrongWords({ right, wrong }: Checked): string {
  return `${wrong.length} of ${right + wrong.length} open cards are not those that were sealed: ${wrong.join(", ")}.`;
}

export async function check(seal: readonly string[], opened: readonly Opened[]): Promise<Checked> {
  const found = await Promise.all(
    opened.map(async (each) => ({ ...each, right: seal[each.nth - 1] === (await commitmentOf(each)) })),
  );
  const wrong = found.filter((each) => !each.right);
  return {
    right: found.length - wrong.length,
    wrong: wrong.map((each) => each.card),
    wrongAt: new Set(wrong.map((each) => each.nth)),
  };
}
