import assert from "node:assert/strict";
import { test } from "node:test";
import { boardOf, CARD, FRAME, seatsOf } from "./turned.ts";

const TABLES = [
  ["mbs-uth", 7],
  ["mbs-thb", 6],
  ["mbs-3cp", 7],
  ["mbs-lir", 7],
  ["rws-3cp", 7],
] as const;

for (const [game, positions] of TABLES) {
  test(`from the dealer's side position 1 of ${game} is at the left, the last at the right, and all is on the frame`, () => {
    const seats = seatsOf(game, positions);
    assert.deepEqual(
      seats.map((seat) => seat.cards.x).toSorted((one, other) => one - other),
      seats.map((seat) => seat.cards.x),
    );
    for (const seat of seats) {
      assert.ok(seat.cards.x > CARD.hand && seat.cards.x < FRAME.width - CARD.hand, `cards of ${seat.position}`);
      assert.ok(seat.cards.y > CARD.hand * 1.3 && seat.cards.y < FRAME.height, `cards of ${seat.position}`);
    }
  });

  test(`no area of ${game} lies on another, on its hand or on the board`, () => {
    const seats = seatsOf(game, positions);
    const areas = seats.flatMap((seat) => seat.areas.map((area) => ({ seat: seat.position, ...area })));
    areas.forEach((area, nth) => {
      for (const other of areas.slice(nth + 1)) {
        const apart = Math.hypot(area.x - other.x, area.y - other.y);
        assert.ok(apart > area.radius + other.radius - 1, `${area.seat} ${area.wager}, ${other.seat} ${other.wager}`);
      }
      const hand = seats[area.seat - 1]!.cards;
      const clear =
        Math.abs(area.x - hand.x) > CARD.hand * 1.05 + area.radius - 6 ||
        Math.abs(area.y - hand.y) > CARD.hand * 0.7 + area.radius - 6;
      assert.ok(clear, `${area.wager} of ${area.seat} under its hand`);
      for (const card of boardOf(game).community) {
        const beside = Math.abs(area.x - card.x) > CARD.board / 2 + area.radius;
        const above = Math.abs(area.y - card.y) > CARD.board * 0.7 + area.radius;
        assert.ok(beside || above, `${area.wager} of ${area.seat} under the board`);
      }
    });
  });
}
