import assert from "node:assert/strict";
import { test } from "node:test";
import {
  add,
  faults,
  helpOn,
  laid,
  sum,
  take,
  underWay,
  undone,
  unseen,
  wagersOf,
  type Draft,
  type Rules,
} from "./bets.ts";

const ULTIMATE: Rules = {
  placed: ["ante", "blind", "trips", "progressive"],
  equal: ["ante", "blind"],
  companions: { trips: ["ante", "blind"], progressive: ["ante", "blind"] },
  limits: {
    ante: { minimum: 10_00, maximum: 300_00 },
    blind: { minimum: 10_00, maximum: 300_00 },
    trips: { minimum: 5_00, maximum: 100_00 },
  },
  unit: 5_00,
  clauses: { limits: "3.4", companions: "3.5", equal: "1.1.2", progressive: "3.5.3" },
};

const THREE_CARD: Rules = {
  ...ULTIMATE,
  placed: ["ante", "pair_plus", "progressive"],
  equal: [],
  companions: { progressive: ["ante", "pair_plus"] },
};

const nothing = () => 0;

test("a chip on the Ante lies on the Blind too", () => {
  const draft = add([], ULTIMATE, 4, "ante", 25_00);
  assert.equal(laid(draft, 4, "blind"), 25_00);
  assert.equal(sum(draft), 50_00);
  assert.deepEqual(undone(draft), []);
});

test("the progressive takes whole units, whatever the chip", () => {
  assert.equal(laid(add([], ULTIMATE, 4, "progressive", 100_00), 4, "progressive"), 5_00);
});

test("entries are sent before side bets, each wager once", () => {
  let draft: Draft = add([], ULTIMATE, 4, "trips", 5_00);
  draft = add(add(draft, ULTIMATE, 4, "ante", 5_00), ULTIMATE, 4, "ante", 5_00);
  assert.deepEqual(wagersOf(draft, ULTIMATE), [
    { position: 4, wager: "ante", amount: 10_00 },
    { position: 4, wager: "blind", amount: 10_00 },
    { position: 4, wager: "trips", amount: 5_00 },
  ]);
});

test("what is under the minimum, over the maximum, alone, or more than the player has is said before it is sent", () => {
  const small = add([], ULTIMATE, 4, "ante", 5_00);
  assert.deepEqual(faults(small, ULTIMATE, nothing, 100_00), [
    "Ante from $10 to $300 (3.4).",
    "Blind from $10 to $300 (3.4).",
  ]);
  const large = add([], ULTIMATE, 4, "ante", 500_00);
  assert.equal(faults(large, ULTIMATE, nothing, 100_00).at(-1), "You have $100 to bet.");
  const side = add([], ULTIMATE, 4, "trips", 5_00);
  assert.deepEqual(faults(side, ULTIMATE, nothing, 100_00), ["Trips needs an Ante and a Blind first (3.5)."]);
  assert.deepEqual(
    faults(side, ULTIMATE, () => 10_00, 100_00),
    [],
  ); // beside what lies there
});

test("where either entry will do, one is enough", () => {
  const draft = add(add([], THREE_CARD, 1, "pair_plus", 25_00), THREE_CARD, 1, "progressive", 5_00);
  assert.deepEqual(faults(draft, THREE_CARD, nothing, 100_00), []);
  const alone = add([], THREE_CARD, 1, "progressive", 5_00);
  assert.deepEqual(faults(alone, THREE_CARD, nothing, 100_00), [
    "Progressive needs an Ante or a Pair Plus first (3.5).",
  ]);
});

test("a chip taken away again leaves no less than nothing", () => {
  const draft = take(add([], ULTIMATE, 4, "ante", 5_00), ULTIMATE, 4, "ante", 25_00);
  assert.equal(laid(draft, 4, "blind"), 0);
  assert.deepEqual(wagersOf(draft, ULTIMATE), []);
  assert.equal(take(draft, ULTIMATE, 4, "ante", 25_00), draft);
});

test("help names the limits, the companions and what must be equal", () => {
  assert.equal(helpOn("trips", ULTIMATE), "Trips from $5 to $100 (3.4). Trips needs an Ante and a Blind first (3.5).");
  assert.equal(helpOn("ante", ULTIMATE), "Ante from $10 to $300 (3.4). Ante and Blind are equal (1.1.2).");
  assert.equal(helpOn("progressive", THREE_CARD).startsWith("Progressive $5 each (3.5.3)."), true);
});

const sent = (version: number | null) => [{ position: 4, wager: "ante", amount: 10_00, until: 30_00, version }];

test("what was sent is under way until the feed has it, and is never there twice", () => {
  assert.equal(underWay(sent(null), 4, "ante", 20_00), 10_00);
  assert.equal(underWay(sent(null), 4, "ante", 30_00), 0); // the feed was quicker than the answer
  assert.equal(underWay(sent(null), 4, "ante", 25_00), 5_00);
  assert.equal(underWay(sent(null), 4, "ante", 0), 10_00); // never more than was sent
  assert.equal(underWay(sent(null), 4, "trips", 0), 0);
});

test("what was answered is seen with its version, and not before", () => {
  assert.deepEqual(unseen(sent(7), 6), sent(7));
  assert.deepEqual(unseen(sent(7), 7), []);
  assert.deepEqual(unseen(sent(null), 7), sent(null));
});
