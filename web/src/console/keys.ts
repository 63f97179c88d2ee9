/** The keys of the console. In the field for cards every key acts that is part of no card. */
import { isOfCards } from "./typed.ts";

export interface Does {
  readonly next: () => void;
  readonly undo: () => void;
  readonly irregular: () => void;
  readonly players: () => void;
  readonly chips: () => void;
  readonly help: () => void;
}

/** Whether a field, or something that is pressed by itself, has the key. */
export function isTaken(event: KeyboardEvent): boolean {
  const at = event.target instanceof Element ? event.target : null;
  if (event.ctrlKey || event.metaKey || event.altKey || at?.closest("[role=dialog]")) return true;
  if (at?.closest("[data-cards]")) return isOfCards(event.key) && event.key !== "Enter";
  if (at?.closest("input, select, textarea")) return true;
  return (event.key === " " || event.key === "Enter") && at?.closest("button, a, [role=button]") !== null;
}

/** Whether a key is only held down: in a field it types on, and nothing else is done twice by it. */
export function isHeldDown(event: KeyboardEvent): boolean {
  if (!event.repeat) return false;
  const field = event.target instanceof Element ? event.target.closest("input, select, textarea") : null;
  if (!field || event.key === "Enter") return true;
  return field.matches("[data-cards]") && !isOfCards(event.key);
}

export function press(key: string, before: string, does: Does): boolean {
  if (before === "g" && key >= "1" && key <= "7") return focusOn(`[data-area^="${key} "]`);
  if (key >= "1" && key <= "9") return click(`[data-way="${key}"]`);
  switch (key) {
    case " ":
    case "enter":
      return did(does.next);
    case "u":
      return did(does.undo);
    case "i":
      return did(does.irregular);
    case "p":
      return did(does.players);
    case "b":
      return did(does.chips);
    case "?":
      return did(does.help);
    case "arrowright":
    case "arrowdown":
      return step(1);
    case "arrowleft":
    case "arrowup":
      return step(-1);
    default:
      return false;
  }
}

/** From area to area of the position in focus. */
function step(by: number): boolean {
  const here = document.activeElement?.closest<SVGElement>("[data-area]");
  if (!here) return false;
  const row = [...document.querySelectorAll<SVGElement>(`[data-area^="${here.dataset["area"]!.split(" ")[0]} "]`)];
  row.at((row.indexOf(here) + by) % row.length)?.focus();
  return true;
}

function focusOn(selector: string): boolean {
  const found = document.querySelector<SVGElement>(selector);
  found?.focus();
  return found !== null;
}

function click(selector: string): boolean {
  const found = document.querySelector<HTMLButtonElement>(selector);
  found?.click();
  return found !== null;
}

function did(act: () => void): true {
  act();
  return true;
}
