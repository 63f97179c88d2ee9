/** Single keys at a table. They act only when no field has the focus, and can be switched off. */
import { choicesOf } from "../words/choices.ts";
import { DENOMINATIONS } from "../look/chips.ts";
import type { Room } from "./room.svelte.ts";

export interface Pressing {
  readonly choose: (choice: string) => void;
  readonly help: () => void;
  readonly result: () => void;
  readonly wrong: () => void;
}

/** Whether the key meant something here. */
export function press(key: string, room: Room, pressing: Pressing): boolean {
  if (key === "?") return did(pressing.help);
  if (key === "h") return did(pressing.result);
  if (key === ".") return openClause();
  if (key === "i") return did(pressing.wrong);
  if (room.held) return false; // as on the buttons
  const due = room.due;
  switch (due.kind) {
    case "bet":
      return pressBets(key, room);
    case "decide": {
      if (key === "v" && due.look) return did(() => room.choose(due.look!));
      if (key === "t") return more(room);
      const choice = room.view && choicesOf(room.view, due.choices).find((each) => each.key.toLowerCase() === key);
      return choice ? did(() => pressing.choose(choice.option.choice ?? "")) : false;
    }
    case "show":
      return key === "v" ? did(() => room.choose(due.show)) : key === "t" && more(room);
    case "settled":
      return key === "r" ? did(() => room.repeat()) : key === "e" && did(() => room.change());
    case "answer":
      return key === "t" && more(room);
    case "wait":
      return key === "v" && due.look ? did(() => room.choose(due.look!)) : false;
    default:
      return false;
  }
}

/** The keys that move about the felt: to a position and from area to area, and chips on the area in focus. */
export function walk(key: string, before: string, room: Room): boolean {
  if (before === "g" && key >= "1" && key <= "7") return focus(areasOf(Number(key))[0]);
  const here = document.activeElement?.closest<SVGElement>("[data-area]");
  if (!here) return false;
  const [position, wager] = here.dataset["area"]!.split(/ (.*)/) as [string, string];
  const row = areasOf(Number(position));
  const at = row.indexOf(here);
  switch (key) {
    case "arrowright":
    case "arrowdown":
      return focus(row[(at + 1) % row.length]);
    case "arrowleft":
    case "arrowup":
      return focus(row.at(at - 1));
    case "+":
    case "=":
      return did(() => room.lay(Number(position), wager));
    case "-":
      return did(() => room.lift(Number(position), wager));
    default:
      return false;
  }
}

function areasOf(position: number): SVGElement[] {
  return [...document.querySelectorAll<SVGElement>(`[data-area^="${position} "]`)];
}

function focus(element: SVGElement | undefined): boolean {
  element?.focus();
  return element !== undefined;
}

function pressBets(key: string, room: Room): boolean {
  const at = DENOMINATIONS.indexOf(room.chip);
  switch (key) {
    case "z":
      return did(() => room.undo());
    case "x":
      return did(() => room.clear());
    case "r":
      return did(() => room.repeat());
    case "e":
      return did(() => room.change());
    case "enter":
      return did(() => room.place());
    case "t":
      return more(room);
    case "[":
      return did(() => (room.chip = DENOMINATIONS[Math.min(at + 1, DENOMINATIONS.length - 1)]!));
    case "]":
      return did(() => (room.chip = DENOMINATIONS[Math.max(at - 1, 0)]!));
    default:
      return false;
  }
}

/** The clause of the result in focus. */
function openClause(): boolean {
  const tag = document.activeElement?.closest("[data-line]");
  return tag?.dispatchEvent(new MouseEvent("click", { bubbles: true })) ?? false;
}

function more(room: Room): boolean {
  return room.moreTime ? did(() => room.askForTime()) : false;
}

function did(act: () => unknown): true {
  void act();
  return true;
}
