import assert from "node:assert/strict";
import { test } from "node:test";
import type { CanBeReported, FactAsked } from "../wire/types.ts";
import { centsOf, fieldsOf, isWhole, mostOf, NOTHING } from "./facts.ts";
import { effectOf, found, nothing } from "./finding.ts";

const ask = (fact: FactAsked["fact"], more: Partial<FactAsked> = {}): FactAsked => ({
  fact,
  words: "?",
  needed: true,
  several: false,
  choices: [],
  most: null,
  ...more,
});

test("what several choices say is added up, and what is not said is left out", () => {
  const asks = [
    ask("positions", { several: true, choices: [2, 4].map((at) => ({ words: `${at}`, positions: [at] })) }),
    ask("handled", { needed: false }),
  ];
  const answers = { positions: { ...NOTHING, chosen: [0, 1] } };
  assert.deepEqual(fieldsOf(asks, answers), { positions: [2, 4] });
  assert.deepEqual(fieldsOf(asks, { ...answers, handled: { ...NOTHING, yes: true } }), {
    positions: [2, 4],
    handled: true,
  });
  assert.equal(isWhole(asks, answers), true);
  assert.equal(isWhole(asks, {}), false);
});

test("chips are late as a whole unless somebody says how much", () => {
  const chips = { words: "Ante $25", group: "Position 2", positions: [2], player: "Zoe", wager: "ante", most: 2500 };
  const asks = [ask("chips", { choices: [chips] }), ask("amount")];
  const chosen = { chips: { ...NOTHING, chosen: [0] } };
  const all = { positions: [2], player: "Zoe", wager: "ante" };
  assert.equal(mostOf(asks, chosen), 2500);
  assert.deepEqual(fieldsOf(asks, chosen), { ...all, amount: 2500 });
  assert.deepEqual(fieldsOf(asks, { ...chosen, amount: { ...NOTHING, text: "7.5" } }), { ...all, amount: 750 });
  assert.equal(isWhole(asks, { ...chosen, amount: { ...NOTHING, text: "some" } }), false);
});

test("amounts are read as people write them", () => {
  assert.deepEqual(["$1,250", "37.50", "0.05", "", "-3", "1.234"].map(centsOf), [
    125_000,
    3_750,
    5,
    undefined,
    undefined,
    undefined,
  ]);
});

test("what went wrong is found by its words, by what people call it, by clause and by effect", () => {
  const void_ = { words: "The round is void" } as CanBeReported["rulings"][number];
  const item = (words: string, also: string, clause: string): CanBeReported => ({
    what: null,
    words,
    also,
    clause,
    asks: [],
    rulings: [void_],
  });
  const count = item("A wrong number of cards in a hand", "three cards, too many", "5.7");
  const foreign = item("A card that does not belong to the deck", "void deck", "5.1");
  assert.deepEqual(found([foreign, count], "three cards"), [count]);
  assert.deepEqual(found([foreign, count], "5.1"), [foreign]);
  assert.deepEqual(found([count, foreign], "void"), [foreign, count]);
  assert.deepEqual(found([count, foreign], ""), [count, foreign]);
  assert.deepEqual(found([count, foreign], "thunder"), []);
  assert.equal(effectOf({ ...count, rulings: [void_, void_] }), "The round is void. Or: The round is void.");
  assert.equal(effectOf({ ...count, rulings: [] }), "It is noted, and changes nothing.");
});

test("who can report nothing of the round is told why", () => {
  const why = {
    code: "not_in_the_round",
    found: "a report by Zoe, who has no wager in it",
    expected: "somebody who has",
  };
  assert.equal(
    nothing({ ...why, clause: "R117" }),
    "A report by Zoe, who has no wager in it: expected somebody who has (R117).",
  );
  assert.equal(
    nothing({ code: "no_round_in_play", found: "something", expected: "a round", clause: "6.1" }),
    "Nothing can be reported now: no round is in play.",
  );
});
