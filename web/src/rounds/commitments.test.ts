import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { check } from "./commitments.ts";

const opened = [
  { nth: 1, card: "As", salt: "00" },
  { nth: 3, card: "Td", salt: "ff" },
];
const seal = ["1 As 00", "2 Kc aa", "3 Td ff"].map((text) => createHash("sha256").update(text).digest("hex"));

test("cards that are those of the seal are right", async () => {
  assert.deepEqual(await check(seal, opened), { right: 2, wrong: [], wrongAt: new Set() });
});

test("another card, another salt, another place is wrong", async () => {
  const swapped = [{ ...opened[0]!, card: "Ad" }, opened[1]!];
  assert.deepEqual(await check(seal, swapped), { right: 1, wrong: ["Ad"], wrongAt: new Set([1]) });
  assert.deepEqual(await check(seal, [{ ...opened[0]!, salt: "01" }]), {
    right: 0,
    wrong: ["As"],
    wrongAt: new Set([1]),
  });
  assert.deepEqual(await check(seal, [{ ...opened[0]!, nth: 2 }]), {
    right: 0,
    wrong: ["As"],
    wrongAt: new Set([2]),
  });
});
