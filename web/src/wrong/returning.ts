/** Whatever is opened gives the focus back to where it was, as soon as it goes. */
import { onDestroy } from "svelte";

export function returnFocus(): void {
  const before = document.activeElement;
  onDestroy(() => {
    if ((before instanceof HTMLElement || before instanceof SVGElement) && before.isConnected) before.focus();
  });
}
