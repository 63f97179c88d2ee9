/** What lies over a page: it takes the focus, or its first field that is to be filled in does; Escape closes it and nothing below it, and then the focus goes back. */
export function layer(element: HTMLElement, onclose: () => void): { destroy: () => void } {
  const escape = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    onclose();
  };
  const before = document.activeElement;
  element.addEventListener("keydown", escape);
  (element.querySelector<HTMLElement>("[data-first]") ?? element).focus();
  return {
    destroy: () => {
      element.removeEventListener("keydown", escape);
      const drawn = before instanceof HTMLElement || before instanceof SVGElement; // tags on the felt are drawn
      if (drawn && before.isConnected) before.focus();
    },
  };
}
