import assert from "node:assert/strict";
import { test } from "node:test";
import { moneyFault, NO_MONEY, whyNot } from "./fields.ts";

const AMOUNTS = { least: 1, most: 500_00, step: 1, but: null };

test("an amount is refused with what would be right", () => {
  assert.equal(moneyFault("five"), NO_MONEY);
  assert.equal(moneyFault("0", AMOUNTS), "At least $0.01.");
  assert.equal(moneyFault("500.01", AMOUNTS, "R114"), "At most $500.00 (R114).");
  assert.equal(moneyFault("500", AMOUNTS), "");
  assert.equal(moneyFault("1,000,000"), "");
});

test("who may is said of people, and what is in the way of everything else", () => {
  const low = {
    code: "post_too_low",
    found: "a fill by dealer Dana",
    expected: "a pit supervisor or above",
    clause: "R114",
  };
  assert.equal(whyNot(low), "Needs a pit supervisor or above (R114).");
  const open = {
    code: "round_in_play",
    found: "round 3 at table UTH 1",
    expected: "a round that is over",
    clause: null,
  };
  assert.equal(whyNot(open), "Round 3 at table UTH 1: expected a round that is over.");
});
