/** What opens where a button was takes the focus that the button had: its first field, or its first button. */
export function entered(element: HTMLElement): void {
  element.querySelector<HTMLElement>("input, select, button")?.focus();
}
