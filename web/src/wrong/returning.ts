/** A layer gives the focus back to where it was when it came. */
export function returning(_element: HTMLElement): { destroy: () => void } {
  const before = document.activeElement;
  return {
    destroy: () => {
      if ((before instanceof HTMLElement || before instanceof SVGElement) && before.isConnected) before.focus();
    },
  };
}
