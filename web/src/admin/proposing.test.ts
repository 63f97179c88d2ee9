import assert from "node:assert/strict";
import { test } from "node:test";
import type { GameKeys } from "../wire/types.ts";
import { freeName, limitsFrom, limitsOf, rowsOf, whole } from "./proposing.ts";

const ULTIMATE: GameKeys = {
  game: "mbs-uth",
  operator: "mbs",
  layouts: { A: { least: 1, most: 6 } },
  wagers: ["ante", "blind", "trips"],
  equal: ["ante", "blind"],
  table: {
    name: "UTH 1",
    game: "mbs-uth",
    limits: { ante: ["10.00", "300.00"], blind: ["10.00", "300.00"], trips: ["5.00", "100.00"] },
  },
};

test("the next free number", () => {
  assert.equal(freeName("UTH 1", []), "UTH 1");
  assert.equal(freeName("UTH 1", ["UTH 1", "UTH 3"]), "UTH 2");
  assert.equal(freeName("Megalink", ["Megalink"]), "Megalink 2");
  assert.equal(freeName("Multi-Link", ["Megalink"]), "Multi-Link");
});

test("equal wagers have their limits together", () => {
  assert.deepEqual(rowsOf(ULTIMATE), [["ante", "blind"], ["trips"]]);
  const limits = limitsOf(ULTIMATE);
  assert.deepEqual(Object.keys(limits), ["ante", "trips"]);
  limits["ante"]!.most = "500";
  assert.deepEqual(limitsFrom(ULTIMATE, limits), {
    ante: ["10.00", "500"],
    blind: ["10.00", "500"],
    trips: ["5.00", "100.00"],
  });
});

test("what is no number stays as it was typed", () => {
  assert.equal(whole("6"), 6);
  assert.equal(whole("six"), "six");
});
