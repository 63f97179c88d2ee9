/** How a table is laid out: by how much room there is for what has to be read. */
export type Layout = "phone" | "tablet" | "wide";

/** From here on what is printed on the felt, and the results on it, are large enough. */
const WIDE = 1180;
/** Below this there is no arc; nor where a phone lies on its side. A screen of 1200 with a panel beside has as much. */
const NARROW = 752;
const LOW = 500;

export function layoutOf(width: number, height: number): Layout {
  if (width >= WIDE) return "wide";
  return width < NARROW || height <= LOW ? "phone" : "tablet";
}

/** The smallest type, in pixels on the screen. */
export const SMALLEST = 12;
