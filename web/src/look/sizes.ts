/** Below this many pixels a table is drawn without its arc: print on the felt would be smaller than people can read. */
export const WIDE = 1180;

/** The smallest type, in pixels on the screen. */
export const SMALLEST = 12;
