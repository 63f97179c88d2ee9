/** An amount as chips: which denominations, and in what colours. */
import type { Cents } from "../words/money.ts";

export const DENOMINATIONS: readonly Cents[] = [1_000_00, 500_00, 100_00, 25_00, 5_00, 2_50, 1_00];

const COLOURS: Record<Cents, string> = {
  [1_00]: "var(--chip-1)",
  [2_50]: "var(--chip-2h)",
  [5_00]: "var(--chip-5)",
  [25_00]: "var(--chip-25)",
  [100_00]: "var(--chip-100)",
  [500_00]: "var(--chip-500)",
  [1_000_00]: "var(--chip-1000)",
};

export const MOST_DRAWN = 5;

export function chipColour(denomination: Cents): string {
  return COLOURS[denomination] ?? "var(--chip-1)";
}

/** The fewest chips of an amount, largest first; what is under the smallest chip is left to the digits. */
export function chipsOf(amount: Cents): Cents[] {
  const chips: Cents[] = [];
  let left = amount;
  for (const denomination of DENOMINATIONS) {
    while (left >= denomination) {
      chips.push(denomination);
      left -= denomination;
    }
  }
  return chips;
}

/** What stands on the face: 1,000 is 1K in the tray. */
export function face(amount: Cents): string {
  const whole = amount % 100 === 0;
  return whole ? (amount / 100).toLocaleString("en-US") : (amount / 100).toFixed(2);
}
