/** What was ruled after something went wrong, as the log of the table says it too. */
import type { Ruling } from "../wire/types.ts";

export type Effect = Ruling["effect"];

export const RULED: Readonly<Record<Effect, string>> = {
  continue: "the round goes on",
  void: "the round is void",
  reconstruct: "the cards are put right and the round goes on",
  set_order: "in which order the cards are received",
  remove: "the hand is out of play",
  remove_and_ask: "the hand is out of play, and the others may withdraw",
  ask: "players choose whether to go on",
  keep_viewed: "hands looked at play on, the others are invalid",
  keep_first: "the hand dealt first plays on, the others are invalid",
  bar: "no further play for the player",
  refuse_late: "what came late is refused",
  return: "wagers are handed back",
  settle_as_shown: "the round is settled as cards and chips lie",
};
