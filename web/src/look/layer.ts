/** What lies over a page: it takes the focus, and Escape closes it and nothing below it. */
export function layer(element: HTMLElement, onclose: () => void): { destroy: () => void } {
  const escape = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    onclose();
  };
  element.addEventListener("keydown", escape);
  element.focus();
  return { destroy: () => element.removeEventListener("keydown", escape) };
}
