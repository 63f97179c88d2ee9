import assert from "node:assert/strict";
import { test } from "node:test";
import { CARD, handBox, inRows, seatsOf, tagsAt, type Seat, type Told } from "./geometry.ts";

const TABLES = [
  { game: "mbs-uth", positions: 6, tie: "Push" },
  { game: "mbs-uth", positions: 7, tie: "Push" },
  { game: "mbs-thb", positions: 6, tie: "Stand-off" },
  { game: "mbs-3cp", positions: 7, tie: "Stand-off" },
  { game: "mbs-3cp", positions: 7, tie: "Stand-off", also: ["ante_bonus"] },
  { game: "rws-3cp", positions: 7, tie: "Stand-off", also: ["ante_bonus"] },
  { game: "mbs-lir", positions: 7, tie: "Back" },
  { game: "mbs-lir", positions: 7, tie: "Back", also: ["magic_card"] },
  { game: "mbs-lir", positions: 7, tie: "Back", also: ["magic_card", "lucky_player"] },
];

/** Every way in which a position's wagers can end, the progressive and the Bonus also not wagered. */
function results(seat: Seat, tie: string): Told[][] {
  const ends = (wager: string) =>
    wager === "progressive" || wager === "bonus" ? [null, "−$5", "+$250"] : ["−$25", "+$100", tie];
  return seat.areas.reduce<Told[][]>(
    (all, { wager }) =>
      all.flatMap((told) =>
        ends(wager).map((words) => (words === null ? told : [...told, { wager, words, lost: words.startsWith("−") }])),
      ),
    [[]],
  );
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

function covers(one: Box, other: Box): boolean {
  const across = (one.width + other.width) / 2 - Math.abs(one.x - other.x);
  const down = (one.height + other.height) / 2 - Math.abs(one.y - other.y);
  return Math.min(across, down) > 0.5;
}

for (const { game, positions, tie, also = [] } of TABLES) {
  const beside = also.map((wager) => ({ wager, words: "+$125", lost: false }));
  test(`results of ${game} with ${[positions, ...also].join(", ")} cover neither one another nor the hand`, () => {
    for (const seat of seatsOf(game, positions)) {
      for (const hand of [handBox(seat.cards, CARD.other), handBox(seat.own, CARD.own)]) {
        for (const told of results(seat, tie).map((each) => [...each, ...beside])) {
          const tags = tagsAt(seat, told, hand);
          const where = `position ${seat.position}: ${told.map((each) => `${each.wager} ${each.words}`).join(", ")}`;
          assert.equal(tags.length, told.length);
          tags.forEach((tag, nth) => {
            assert.ok(!covers(tag, hand), `${tag.wager} over the hand at ${where}`);
            for (const other of tags.slice(nth + 1)) {
              assert.ok(!covers(tag, other), `${tag.wager} over ${other.wager} at ${where}`);
            }
          });
        }
      }
    }
  });
}

test("a call has rows of whole sentences", () => {
  assert.deepEqual(inRows("Dealer: pair of nines. Your flush wins."), ["Dealer: pair of nines. Your flush wins."]);
  assert.deepEqual(inRows("Dealer: two pairs, nines and fives. Your pair loses."), [
    "Dealer: two pairs, nines and fives.",
    "Your pair loses.",
  ]);
});

test("a result that has room is told just below its chips, and a lost one where they lay", () => {
  const [, , , middle] = seatsOf("mbs-3cp", 7);
  assert.ok(middle);
  const ante = middle.areas.find((area) => area.wager === "ante")!;
  const at = (words: string, lost: boolean) =>
    tagsAt(middle, [{ wager: "ante", words, lost }], handBox(middle.own, CARD.own))[0]!;
  assert.deepEqual({ x: at("−$25", true).x, y: at("−$25", true).y }, { x: ante.x, y: ante.y });
  assert.equal(at("+$25", false).x, ante.x);
  assert.equal(at("+$25", false).y, ante.y + 30);
});
