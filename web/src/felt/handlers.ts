/** What can be touched on a felt, and by whom; what is left out cannot. */
import type { LineSettled } from "../wire/types.ts";

export interface Handlers {
  /** An area of one's own position, while bets are open; `back` takes a chip away. */
  onarea?: ((position: number, wager: string, back: boolean) => void) | undefined;
  onseat?: ((position: number) => void) | undefined;
  /** One's own cards, to turn them up. */
  onlook?: ((position: number) => void) | undefined;
  mayLook?: ReadonlySet<number> | undefined;
  online?: ((line: LineSettled, shown: Element) => void) | undefined;
}

/** Enter and the space bar press what is drawn, as they press a button. */
export function pressed(event: KeyboardEvent, act: () => void): void {
  if (event.key !== "Enter" && event.key !== " ") return;
  event.preventDefault();
  event.stopPropagation();
  act();
}
