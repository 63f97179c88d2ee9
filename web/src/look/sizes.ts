/** How a table is laid out: by how much room there is for what has to be read. */
export type Layout = "phone" | "tablet" | "wide";

/** From here on what is printed on the felt, and the results on it, are large enough, if there is height for it. */
export const WIDE = 1180;
const HIGH = 690;
/** Below this there is no arc; nor where a phone lies on its side. A screen of 1200 with a panel beside has as much. */
const NARROW = 752;
const LOW = 500;

/** Of what there is below the header, and the height of the screen. */
export function layoutOf(stage: { width: number; height: number }, screen: number): Layout {
  if (stage.width >= WIDE && stage.height >= HIGH) return "wide";
  return stage.width < NARROW || screen <= LOW ? "phone" : "tablet";
}

/** The smallest type, in pixels on the screen. */
export const SMALLEST = 12;
