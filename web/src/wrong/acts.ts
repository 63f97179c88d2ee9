/** What can be done about a report, or about what stays after one, each with who may do it. */
import type { FactAsked, Foretold, GoneWrong, LaterOpen, ReportLying, Right } from "../wire/types.ts";

export interface Act {
  readonly command: "Rule" | "DismissReport" | "CountCards" | "DecideLaterRounds" | "LiftBar";
  readonly key: string;
  readonly words: string;
  /** As it stands on the button. */
  readonly verb: string;
  readonly clause: string | null;
  readonly right: Pick<Right, "by" | "who" | "may">;
  /** False where something else has to be done first. */
  readonly now: boolean;
  readonly fields: object;
  readonly asks: readonly FactAsked[];
  readonly foretold: readonly Foretold[];
}

/** Which the server tells beforehand, and which take words for the record. */
export const isOnReport = (act: Act) => act.command === "Rule" || act.command === "DismissReport";

export function onReport(report: ReportLying): readonly Act[] {
  const rulings = report.rulings.map((ruling): Act => {
    const { effect, words, clause, now, asks, foretold } = ruling;
    const verb = `Rule: ${lower(words)}`;
    return {
      command: "Rule",
      key: effect,
      words,
      verb,
      clause,
      right: ruling,
      now,
      fields: { effect },
      asks,
      foretold,
    };
  });
  const { counting, dismissing } = report;
  return [
    ...(counting ? [beside("CountCards", "Record the count", counting)] : []),
    ...rulings,
    ...(dismissing ? [beside("DismissReport", "Dismiss the report", dismissing)] : []),
  ];
}

export function onLater(told: GoneWrong): readonly Act[] {
  return told.later.map((open: LaterOpen): Act => {
    const { command, words, clause, later, player, asks } = open;
    const fields = { ...(later && { later }), ...(player && { player }) };
    const key = `${command} ${later ?? player}`;
    return { command, key, words, verb: words, clause, right: open, now: true, fields, asks, foretold: [] };
  });
}

function beside(command: Act["command"], verb: string, right: Right): Act {
  const { words, asks } = right;
  return { command, key: command, words, verb, clause: null, right, now: true, fields: {}, asks, foretold: [] };
}

export function lower(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1);
}
