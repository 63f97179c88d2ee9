import assert from "node:assert/strict";
import { test } from "node:test";
import { fieldAt } from "./refusal.ts";

test("a place in the body is a field of the form", () => {
  assert.equal(fieldAt("/table/0/limits/ante"), "limits.ante");
  assert.equal(fieldAt("/link/0/base"), "base");
  assert.equal(fieldAt("/bots"), "bots");
});

test("what is wrong as a whole is no field's", () => {
  assert.equal(fieldAt(""), "");
  assert.equal(fieldAt("/table/0"), "");
});
