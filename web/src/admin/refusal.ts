/** Why something was not added, and at which field: the server says where in the body it is wrong (RFC 6901). */
import { reason, Refused } from "../wire/asking.ts";

export interface Refusal {
  /** "limits.ante", "name", "bots"; "" where it is no field's. */
  readonly at: string;
  readonly words: string;
}

/** What is wrong with the field that goes by these names; nothing where the refusal is not its. */
export function faultAt(refusal: Refusal | null, names: readonly string[]): string {
  return refusal !== null && names.includes(refusal.at) ? refusal.words : "";
}

export function refusalOf(failed: unknown): Refusal {
  if (!(failed instanceof Refused)) return { at: "", words: reason(failed) };
  const { pointer = "", clause } = failed.problem;
  return { at: fieldAt(pointer), words: reason(failed) + (clause ? ` (${clause})` : "") };
}

/** "/table/0/limits/ante" is the field limits.ante of the only table that was sent. */
export function fieldAt(pointer: string): string {
  const parts = pointer.split("/").slice(1);
  const inner = parts[0] === "table" || parts[0] === "link" ? parts.slice(2) : parts;
  return inner.map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~")).join(".");
}
