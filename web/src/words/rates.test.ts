import assert from "node:assert/strict";
import { test } from "node:test";
import { percent, pointsOf } from "./rates.ts";

test("rates are taken as people type them", () => {
  const typed: [string, number | null][] = [
    ["20 %", 2000],
    ["20", 2000],
    ["0.25%", 25],
    ["0.5 %", 50],
    ["100 %", 10000],
    ["", null],
    ["a fifth", null],
    ["0.125 %", null],
    ["-1 %", null],
  ];
  for (const [text, points] of typed) assert.equal(pointsOf(text), points, text);
});

test("what is shown can be typed again", () => {
  for (const points of [0, 5, 25, 50, 1500, 2000, 10000]) assert.equal(pointsOf(percent(points)), points);
  assert.equal(percent(-250), "−2.5 %");
});
