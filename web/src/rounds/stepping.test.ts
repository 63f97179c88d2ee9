import assert from "node:assert/strict";
import { test } from "node:test";
import { kindsIn, nextOf, waitAfter } from "./stepping.ts";

const steps = [null, "report", null, "ruling", "report", "void"].map((kind) => ({ said: { kind } })) as Parameters<
  typeof kindsIn
>[0];

test("a step lasts as long as it did, within bounds, at the pace that was asked", () => {
  const after = (us: number, pace: number) => waitAfter({ at_us: 1_000_000 }, { at_us: 1_000_000 + us }, pace);
  assert.equal(after(400_000, 1), 400);
  assert.equal(after(400_000, 4), 100);
  assert.equal(after(10, 1), 120);
  assert.equal(after(60_000_000, 1), 1500);
  assert.equal(after(-5_000_000, 2), 60); // a clock that was put back
});

test("one goes to the next of a kind, and from the last to the first", () => {
  assert.equal(nextOf(steps, 0, "report"), 1);
  assert.equal(nextOf(steps, 1, "report"), 4);
  assert.equal(nextOf(steps, 4, "report"), 1);
  assert.equal(nextOf(steps, 0, "claim"), null);
});

test("what happened is named once, in its order", () => {
  assert.deepEqual(kindsIn(steps), ["report", "ruling", "void"]);
});
