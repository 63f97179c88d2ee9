/** The parameters of a link as they are typed, each with what is wrong beside it. */
import type { Parameters } from "../wire/types.ts";
import { centsOf, typedAs } from "../words/money.ts";
import { percent, pointsOf } from "../words/rates.ts";
import { NO_MONEY } from "./fields.ts";

export type OverflowTo = Parameters["overflow_to"];

/** Keyed as on the form. An empty limit is none. */
export interface Typed {
  reset: string;
  increment: string;
  hidden: string;
  limit: string;
  most: string;
  unit: string;
  magic: string;
  lucky: string;
  overflow: OverflowTo;
}

type Faults = Partial<Record<keyof Typed, string>>;

const NO_RATE = "A rate in percent, such as 20 % or 0.25 %.";

export function typedFrom(given: Parameters): Typed {
  return {
    reset: typedAs(given.reset),
    increment: percent(given.increment_rate_bp),
    hidden: percent(given.hidden_rate_bp),
    limit: given.limit === null ? "" : typedAs(given.limit),
    most: typedAs(given.unreasonable_contribution),
    unit: typedAs(given.unit),
    magic: percent(given.features?.magic_card_bp ?? 0),
    lucky: percent(given.features?.lucky_player_bp ?? 0),
    overflow: given.overflow_to,
  };
}

export function faultsOf(typed: Typed): Faults {
  const faults: Faults = {};
  for (const key of ["reset", "most", "unit"] as const) if (centsOf(typed[key]) === null) faults[key] = NO_MONEY;
  if (typed.limit.trim() && centsOf(typed.limit) === null) faults.limit = `${NO_MONEY} Empty is none.`;
  for (const key of ["increment", "hidden", "magic", "lucky"] as const) {
    if (pointsOf(typed[key]) === null) faults[key] = NO_RATE;
  }
  return faults;
}

/** As the link would have them; only of what has no fault. */
export function parametersOf(typed: Typed, before: Parameters): Parameters {
  return {
    base: before.base,
    reset: centsOf(typed.reset)!,
    increment_rate_bp: pointsOf(typed.increment)!,
    hidden_rate_bp: pointsOf(typed.hidden)!,
    limit: typed.limit.trim() ? centsOf(typed.limit) : null,
    overflow_to: typed.overflow,
    unreasonable_contribution: centsOf(typed.most)!,
    unit: centsOf(typed.unit)!,
    features: { magic_card_bp: pointsOf(typed.magic)!, lucky_player_bp: pointsOf(typed.lucky)! },
  };
}
