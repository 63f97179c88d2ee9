/** Rates in basis points as people type and read them: "20 %", "0.25 %". */
export function pointsOf(typed: string): number | null {
  const found = /^(\d{1,3})(?:\.(\d{1,2}))?\s?%?$/.exec(typed.trim());
  return found ? Number(found[1]) * 100 + Number((found[2] ?? "").padEnd(2, "0")) : null;
}

export function percent(points: number): string {
  const [whole, rest] = [Math.floor(Math.abs(points) / 100), Math.abs(points) % 100];
  const fraction = rest ? `.${String(rest).padStart(2, "0")}`.replace(/0$/, "") : "";
  return `${points < 0 ? "−" : ""}${whole}${fraction} %`;
}
