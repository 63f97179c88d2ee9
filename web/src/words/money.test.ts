import assert from "node:assert/strict";
import { test } from "node:test";
import { centsOf, typedAs } from "./money.ts";

test("money is taken as people type it", () => {
  const typed: [string, number][] = [
    ["5,000.00", 5_000_00],
    ["5000", 5_000_00],
    ["$5,000", 5_000_00],
    [" 0.5 ", 50],
    ["0.05", 5],
    ["1,234,567.89", 1_234_567_89],
  ];
  for (const [text, cents] of typed) assert.equal(centsOf(text), cents, text);
});

test("what is no money is none", () => {
  for (const text of ["", "five", "5,00", "50,00.00", "-5", "5.001", "5 000", "1e3", "$"]) {
    assert.equal(centsOf(text), null, text);
  }
});

test("what is written into a field is read again as it was", () => {
  for (const cents of [0, 5, 1_00, 100_000_00, 1_234_567_89]) assert.equal(centsOf(typedAs(cents)), cents);
});
