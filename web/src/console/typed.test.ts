import assert from "node:assert/strict";
import { test } from "node:test";
import { faultOf, isOfCards, readAmount, readCards, withoutLast } from "./typed.ts";

const READ = [
  ["AS", ["As"]],
  ["as", ["As"]],
  ["10D", ["Td"]],
  ["TD", ["Td"]],
  ["as 10d 2c", ["As", "Td", "2c"]],
  ["as10d2c", ["As", "Td", "2c"]],
  ["", []],
] as const;

for (const [text, cards] of READ) {
  test(`“${text}” is read as ${cards.join(" ") || "no card"}`, () => {
    assert.deepEqual(readCards(text), { cards, begun: "", wrong: null });
  });
}

const FAULTS = [
  ["AS", 1, null],
  ["", 1, "Type the card, such as AS or 10D."],
  ["", 3, "3 cards are to be typed."],
  ["AS KD", 3, "Type the card, such as AS or 10D."],
  ["AS KD", 1, "Only one card: 1 too many."],
  ["1", 1, "1 of which suit? C, D, H or S."],
  ["k", 1, "K of which suit? C, D, H or S."],
  ["AS as", 2, "AS is there twice."],
  ["AX", 1, "“AX” is no card. Type a rank and a suit, such as AS or 10D."],
  ["11D", 1, "“11D” is no card. Type a rank and a suit, such as AS or 10D."],
] as const;

for (const [text, wanted, fault] of FAULTS) {
  test(`“${text}” for ${wanted}: ${fault ?? "can be sent"}`, () =>
    assert.equal(faultOf(readCards(text), wanted), fault));
}

test("undo takes the last card, or what was begun of one", () => {
  assert.equal(withoutLast("as 10d"), "AS");
  assert.equal(withoutLast("as 10"), "AS");
  assert.equal(withoutLast("as xx"), "AS");
  assert.equal(withoutLast(""), "");
});

test("keys that are part of no card act", () => {
  for (const key of ["a", "S", "1", "0", "t", "Backspace"]) assert.ok(isOfCards(key), key);
  for (const key of ["i", "u", "p", "b", "?", " "]) assert.ok(!isOfCards(key), key);
});

test("dollars are read to the cent, and nothing else is money", () => {
  assert.deepEqual(["25", "2.5", "$1,200", "0.05"].map(readAmount), [2500, 250, 120000, 5]);
  assert.deepEqual(["", "-5", "1.234", "a", "5."].map(readAmount), [null, null, null, null, null]);
});
