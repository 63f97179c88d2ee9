/** What this person has to do now, of all that may be done: one thing at a time. */
import type { Option, TableView } from "../wire/types.ts";

export type Due =
  | { readonly kind: "nothing" }
  | { readonly kind: "watch"; readonly seats: readonly number[] }
  | { readonly kind: "bet" }
  | { readonly kind: "wait"; readonly look: Option | null }
  | {
      readonly kind: "decide";
      readonly position: number;
      readonly choices: readonly Option[];
      readonly look: Option | null;
    }
  | { readonly kind: "show"; readonly position: number; readonly show: Option; readonly decline: Option | null }
  | { readonly kind: "answer"; readonly position: number; readonly answers: readonly Option[] }
  | { readonly kind: "settled" };

export function dueOf(view: TableView | null, options: readonly Option[], me: string | null): Due {
  if (!view) return { kind: "nothing" };
  const find = (name: string) => options.filter((option) => option.command === name);
  const seated = view.positions.some((position) => me !== null && position.seated === me);
  const playing = view.positions.some((position) => me !== null && position.decides === me);
  const [look = null] = find("Look");

  const answers = find("AnswerOption");
  if (answers[0]?.position != null) {
    const position = answers[0].position; // staff may answer for every hand that was asked: one after another
    return { kind: "answer", position, answers: answers.filter((each) => each.position === position) };
  }
  const choices = find("Decide");
  if (choices[0]?.position != null) {
    const position = choices[0].position;
    const own = find("Look").find((option) => option.position === position) ?? null;
    return { kind: "decide", position, choices: choices.filter((each) => each.position === position), look: own };
  }
  const [show] = find("ShowHand");
  if (show?.position != null) {
    const decline = find("DeclineToShow").find((option) => option.position === show.position) ?? null;
    return { kind: "show", position: show.position, show, decline };
  }
  if (seated && view.step?.step === "close") return { kind: "bet" };
  if (view.positions.some((position) => position.decides === me && me !== null && position.lines.length)) {
    return { kind: "settled" };
  }
  if (seated || playing) return { kind: "wait", look };
  return { kind: "watch", seats: view.positions.filter((each) => each.seated === null).map((each) => each.position) };
}
