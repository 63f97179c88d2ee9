import assert from "node:assert/strict";
import { test } from "node:test";
import { areasAloud, changedAloud } from "./aloud.ts";
import { add, take, undone, type Rules } from "./bets.ts";

const ULTIMATE: Rules = {
  placed: ["ante", "blind", "trips", "progressive"],
  equal: ["ante", "blind"],
  companions: { trips: ["ante", "blind"], progressive: ["ante", "blind"] },
  limits: {},
  unit: 5_00,
  clauses: {},
};
const RIDE: Rules = { ...ULTIMATE, placed: ["1", "2", "$", "progressive"], equal: ["1", "2", "$"] };

test("a chip that is laid is said, with the wager that follows it", () => {
  const draft = add([], ULTIMATE, 4, "blind", 25_00);
  const words = "Blind, 25 dollars laid. Ante set to 25 dollars, equal to the Blind.";
  assert.equal(changedAloud([], draft, ULTIMATE, { touched: "blind" }), words);
  const more = add(draft, ULTIMATE, 4, "trips", 2_50);
  assert.equal(changedAloud(draft, more, ULTIMATE), "Trips, 2 dollars 50 laid.");
  assert.equal(changedAloud(more, undone(more), ULTIMATE), "Trips, taken off.");
});

test("what is left of a wager is said when a chip comes off", () => {
  const draft = add(add([], ULTIMATE, 4, "ante", 25_00), ULTIMATE, 4, "ante", 5_00);
  const less = take(draft, ULTIMATE, 4, "ante", 5_00);
  const words = "Ante, 25 dollars laid. Blind set to 25 dollars, equal to the Ante.";
  assert.equal(changedAloud(draft, less, ULTIMATE), words);
  assert.equal(changedAloud(less, [], ULTIMATE), "Ante, taken off.");
});

test("bets that are placed are said as the layout has them", () => {
  const areas = ["ante", "blind", "trips"].map((wager) => ({ position: 4, wager, amount: 25_00 }));
  const words = "Ante, 25 dollars placed. Blind set to 25 dollars, equal to the Ante. Trips, 25 dollars placed.";
  assert.equal(areasAloud(areas, ULTIMATE, "placed"), words);
});

test("three bets are equal in Let It Ride, and who plays two positions hears which", () => {
  const draft = add([], RIDE, 2, "$", 10_00);
  const words = "$, 10 dollars laid. 1 set to 10 dollars, equal to the $. 2 set to 10 dollars, equal to the $.";
  assert.equal(changedAloud([], draft, RIDE, { touched: "$", several: true }), `Position 2. ${words}`);
});
