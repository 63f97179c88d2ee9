import assert from "node:assert/strict";
import { test } from "node:test";
import { across } from "./tiles.ts";

/** What is left of a screen between the margins. */
const SCREENS = { phone: 358, upright: 740, tablet: 944, laptop: 1120, desktop: 1360, wall: 1840 };

/** The lengths of the rows. */
function rows(tables: number, width: number): number[] {
  const many = across(tables, width);
  return Array.from({ length: Math.ceil(tables / many) }, (_, row) => Math.min(many, tables - row * many));
}

test("five tables look meant on every screen", () => {
  assert.deepEqual(rows(5, SCREENS.phone), [1, 1, 1, 1, 1]);
  assert.deepEqual(rows(5, SCREENS.upright), [3, 2]);
  assert.deepEqual(rows(5, SCREENS.tablet), [3, 2]);
  assert.deepEqual(rows(5, SCREENS.laptop), [3, 2]);
  assert.deepEqual(rows(5, SCREENS.desktop), [5]);
  assert.deepEqual(rows(5, SCREENS.wall), [5]);
});

test("eight tables are two rows of four where five would fit", () => {
  assert.deepEqual(rows(8, SCREENS.desktop), [4, 4]);
});

/** Whatever the length of the rows, one is left over. */
const HELPLESS: Record<number, number> = { 3: 6, 4: 12, 5: 60 };

test("no table stands alone in the last row, where three or more fit and that can be helped", () => {
  for (const width of [SCREENS.upright, SCREENS.tablet, SCREENS.laptop, SCREENS.desktop, SCREENS.wall]) {
    for (let tables = 2; tables <= 60; tables++) {
      const found = rows(tables, width);
      if (found.length === 1 || tables % HELPLESS[across(999, width)]! === 1) continue;
      assert.notEqual(found.at(-1), 1, `${tables} at ${width}`);
    }
  }
});

test("few tables are no wider than a quarter of the floor", () => {
  assert.equal(across(1, SCREENS.desktop), 4);
  assert.equal(across(0, SCREENS.desktop), 4);
});
