import assert from "node:assert/strict";
import { test } from "node:test";
import { faultsOf, parametersOf, typedFrom } from "./parameters.ts";

const GIVEN = {
  base: 100_000_00,
  reset: 100_000_00,
  increment_rate_bp: 2000,
  hidden_rate_bp: 550,
  limit: null,
  overflow_to: "reserve",
  unreasonable_contribution: 5_000_00,
  unit: 5_00,
  features: { magic_card_bp: 0, lucky_player_bp: 25 },
} as const;

test("what is not touched stays as it was", () => {
  const typed = typedFrom(GIVEN);
  assert.deepEqual(faultsOf(typed), {});
  assert.deepEqual(parametersOf(typed, GIVEN), GIVEN);
});

test("what is typed is taken, and an empty limit is none", () => {
  const typed = { ...typedFrom({ ...GIVEN, limit: 900_000_00 }), increment: "15", limit: " " };
  assert.deepEqual(parametersOf(typed, GIVEN), { ...GIVEN, increment_rate_bp: 1500 });
  assert.equal(parametersOf({ ...typed, limit: "1,000,000" }, GIVEN).limit, 1_000_000_00);
});

test("each fault is said at its own field", () => {
  const typed = { ...typedFrom(GIVEN), increment: "much", limit: "high", reset: "" };
  assert.deepEqual(Object.keys(faultsOf(typed)).sort(), ["increment", "limit", "reset"]);
});
