/** How many tables stand beside each other on the floor. */
export const GAP = 16;
/** As narrow as a tile may be: what is called there, the limits and the button still fit. */
const LEAST = 224;
const MOST = 5;
/** A row that is not full is divided like this at least: one table alone is not as wide as the floor. */
const FEW = 4;

/** Rows of about the same length, so that no table stands alone in the last one if that can be helped. */
export function across(tables: number, width: number): number {
  const fit = Math.min(MOST, Math.max(1, Math.floor((width + GAP) / (LEAST + GAP))));
  const rows = Math.ceil(tables / fit);
  if (rows < 2) return Math.max(tables, Math.min(FEW, fit));
  if (rows === 2) return Math.ceil(tables / 2);
  for (let many = fit; many > fit / 2; many--) if (tables % many !== 1) return many;
  return fit;
}
