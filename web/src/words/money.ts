/** Whole cents as people read them. Tags and buttons drop ".00"; sums, balances and meters always show cents. */
export type Cents = number;

const MINUS = "−";

export function exact(cents: Cents): string {
  return `${cents < 0 ? MINUS : ""}$${digits(cents)}`;
}

export function short(cents: Cents): string {
  return exact(cents).replace(/\.00$/, "");
}

/** With its sign: what somebody is up or down. Nothing has none. */
export function gain(cents: Cents, form: (cents: Cents) => string = short): string {
  return `${cents > 0 ? "+" : ""}${form(cents)}`;
}

/** As it is said aloud: "37 dollars 50". */
export function spoken(cents: Cents): string {
  const [whole, rest] = [Math.floor(Math.abs(cents) / 100), Math.abs(cents) % 100];
  return `${cents < 0 ? "minus " : ""}${whole} ${whole === 1 ? "dollar" : "dollars"}${rest ? ` ${rest}` : ""}`;
}

function digits(cents: Cents): string {
  const [whole, rest] = [Math.floor(Math.abs(cents) / 100), Math.abs(cents) % 100];
  return `${whole.toLocaleString("en-US")}.${String(rest).padStart(2, "0")}`;
}

/** What somebody has typed: "5,000", "$5000.00", "0.50". Null where it is no amount of money. */
export function centsOf(typed: string): Cents | null {
  const found = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,12})(?:\.(\d{1,2}))?$/.exec(typed.trim());
  if (!found) return null;
  return Number(found[1]!.replaceAll(",", "")) * 100 + Number((found[2] ?? "").padEnd(2, "0"));
}

/** As it stands in a field to be changed: "5,000.00". */
export function typedAs(cents: Cents): string {
  return exact(cents).replace("$", "");
}
