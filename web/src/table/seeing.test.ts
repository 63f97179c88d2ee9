import assert from "node:assert/strict";
import { test } from "node:test";
import type { LineSettled, PositionView, TableView } from "../wire/types.ts";
import { areaName } from "../words/games.ts";
import { callWords, lineSpoken, lineWords, nameWords, netOf, positionSpoken } from "./seeing.ts";

function line(told: Partial<LineSettled>): LineSettled {
  const whole = { position: 1, wager: "ante", outcome: "win", stake: 25_00, pays: 25_00, returned: 25_00, excess: 0 };
  return { ...whole, rule: "3.1", also: [], payments: [], claim: 0, ...told } as LineSettled;
}

function position(told: Partial<PositionView>): PositionView {
  const whole = { position: 1, seated: "Ann", decides: "Ann", wagers: [], cards: [], decisions: [], lines: [] };
  return { ...whole, viewed: true, hand: null, blind: false, ...told } as unknown as PositionView;
}

function table(game: string, told: Partial<TableView>): TableView {
  return { game, call: "Dealer: pair of nines.", void: null, report: null, question: null, ...told } as TableView;
}

const ROWS: [game: string, hand: string | null, lines: Partial<LineSettled>[], words: string][] = [
  ["mbs-uth", "flush", [{ wager: "ante", outcome: "push" }, { wager: "play" }], "Your flush wins."],
  ["mbs-uth", "one pair", [{ wager: "play", outcome: "lose" }], "Your pair loses."],
  ["mbs-uth", "two pairs", [{ wager: "play", outcome: "push" }], "Your two pairs: push."],
  ["mbs-thb", "two pairs", [{ wager: "flop", outcome: "lose" }], "Your two pairs lose."],
  ["mbs-thb", "straight", [{ wager: "flop", outcome: "push" }], "Your straight: stand-off."],
  ["mbs-lir", "five odd cards", [{ wager: "$", outcome: "lose" }], "Your hand loses."],
  ["mbs-3cp", null, [{ wager: "play", outcome: "lose" }], "Your hand loses."],
  ["mbs-3cp", null, [{ wager: "ante", outcome: "returned" }], ""],
];

for (const [game, hand, lines, words] of ROWS) {
  test(`${game}, ${hand}, ${lines.map((each) => each.outcome ?? "win").join(" ")}: ${words || "nothing"}`, () => {
    const own = position({ lines: lines.map(line), hand: { position: 1, hand, progressive_hand: null } });
    const view = table(game, { positions: [own] });
    assert.equal(callWords(view, "Ann"), `Dealer: pair of nines. ${words}`.trim());
    assert.equal(callWords(view, "Bob"), "Dealer: pair of nines.");
    assert.equal(callWords(table(game, { positions: [own], void: "5.7" }), "Ann"), "Dealer: pair of nines.");
  });
}

test("what is said of one's hands is said of the one that was looked at", () => {
  const lost = { wager: "play", outcome: "lose" } as const;
  const hands = [
    position({ viewed: false, lines: [line(lost)] }),
    position({ position: 2, lines: [line({ wager: "play" })] }),
  ];
  assert.match(callWords(table("mbs-uth", { positions: hands }), "Ann"), /Your hand wins\.$/);
  const gone = position({ decisions: ["check", "check", "fold"], lines: [line(lost)] });
  assert.match(callWords(table("mbs-uth", { positions: [gone] }), "Ann"), /You folded\.$/);
});

test("where the dealer does not qualify, it is the Ante that wins", () => {
  const own = position({ lines: [line({}), line({ wager: "play", outcome: "push" })] });
  const view = table("mbs-3cp", { positions: [own], dealer_qualifies: false });
  assert.match(callWords(view, "Ann"), /Your Ante wins\.$/);
});

test("what is paid on a wager has a name, and what it says adds up with the rest", () => {
  assert.deepEqual(["ante_bonus", "magic_card", "lucky_player", "pair_plus", "ante", "$"].map(areaName), [
    "Ante Bonus",
    "Magic Card",
    "Lucky Player",
    "Pair Plus",
    "Ante",
    "$",
  ]);
  const bonus = line({ wager: "ante_bonus", stake: 0, returned: 0 });
  assert.equal(lineSpoken(bonus, "mbs-3cp"), "Ante Bonus won 25 dollars, rule 3.1");
  assert.equal(lineWords(bonus, "mbs-3cp"), "+$25");
  const payment = { player: "Ann", collected: 5_00, paid: 100_00, back: 0 };
  const award = line({ wager: "progressive", stake: 5_00, pays: 100_00, returned: 0, payments: [payment] });
  assert.equal(netOf([award], "Ann"), 95_00);
  assert.equal(lineWords(award, "mbs-3cp"), "+$95"); // the stake is kept
});

test("people have one name wherever a table is drawn", () => {
  const hugo = position({ seated: "Bot Hugo", decides: "Bot Hugo" });
  assert.equal(nameWords(hugo, "Ann"), "Hugo");
  assert.match(positionSpoken(table("mbs-uth", { positions: [hugo] }), hugo, "Ann"), /^Position 1, Hugo,/);
});
