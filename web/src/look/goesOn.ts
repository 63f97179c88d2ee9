/** What holds more than there is room for fades out at the side at which it goes on. `shown` is what it tells: with it the room changes. */
export function goesOn(
  element: HTMLElement,
  shown: unknown,
): { update: (shown: unknown) => void; destroy: () => void } {
  const fade = (side: string, hidden: number) => element.style.setProperty(side, hidden > 1 ? "40px" : "0px");
  const look = () => {
    fade("--before", element.scrollLeft);
    fade("--after", element.scrollWidth - element.clientWidth - element.scrollLeft);
  };
  const sized = new ResizeObserver(look);
  sized.observe(element);
  element.addEventListener("scroll", look, { passive: true });
  void shown;
  return {
    update: look,
    destroy: () => {
      sized.disconnect();
      element.removeEventListener("scroll", look);
    },
  };
}
