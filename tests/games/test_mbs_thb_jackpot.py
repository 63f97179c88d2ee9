"""mbs-thb 3.9.1, 3.9.2, 3.13, 3.15, 4.2: the progressive jackpot at one table in one round."""

import json
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.proving import Json, cards, check_reason, check_seat, only, prove, row_id, rows, settle

DOCUMENT = "mbs-thb"
PLAYED = ("flop", "check", "check")
Row = dict[str, str]


def deal(
    flop: str, *holes: str, meter: str = "10000", rest: str = "3s 3d 2s 7d", does: tuple[str, ...] = PLAYED
) -> Json:
    """A seat of Ante 10 and progressive 5 for each pair of hole cards, from position 1; "-" leaves one empty.

    `rest` is the dealer's two cards, the turn card and the river card. The link starts again from 500.
    """
    seats = [
        {"position": at, "cards": cards(hole), "wagers": {"ante": "10", "progressive": "5"}, "decisions": list(does)}
        for at, hole in enumerate(holes, start=1)
        if hole != "-"
    ]
    return {
        "pitlink": 1,
        "game": DOCUMENT,
        "jackpot": {"meter": meter, "reset": "500", "unit": "5"},
        "cards": {"dealer": cards(rest)[:2], "community": cards(flop) + cards(rest)[2:]},
        "seats": seats,
    }


def awards(settled: Json) -> list[str]:
    """The awards in the order paid: "2 straight flush 95.02 by 3.15.1"."""
    listed = settled["jackpot"]["awards"]
    return [f"{each['position']} {each['hand']} {each['amount']} by {each['rule']}" for each in listed]


def pays(settled: Json) -> list[str]:
    """What each seat's progressive wager is paid, in seat order."""
    return [seat["wagers"]["progressive"]["pays"] for seat in settled["seats"]]


def progressive(settled: Json) -> Json:
    line: Json = only(settled["seats"])["wagers"]["progressive"]
    return line


# 4.2: every line of the table, and every class below it. The meter is 10,000; the stake of 5 is not given back.

TABLE = rows("""
hand            | hole  | flop     | progressive | after    | awards
royal flush     | Ah Kh | Qh Jh Th | +9995@4.2   | 500.00   | 1 royal flush 10000.00 by 4.2
royal flush     | Ts Js | As Ks Qs | +9995@4.2   | 500.00   | 1 royal flush 10000.00 by 4.2
straight flush  | 9h 8h | Qh Jh Th | +995@4.2    | 9000.00  | 1 straight flush 1000.00 by 4.2
straight flush  | Kc 9c | Qc Jc Tc | +995@4.2    | 9000.00  | 1 straight flush 1000.00 by 4.2
straight flush  | Ac 2c | 3c 4c 5c | +995@4.2    | 9000.00  | 1 straight flush 1000.00 by 4.2
four of a kind  | 9h 9c | 9d 9s Kc | +1995@4.2   | 10000.00 |
four of a kind  | Kc 9c | 9d 9s 9h | +1995@4.2   | 10000.00 |
full house      | 9h 9c | 9d Kd Kc | +195@4.2    | 10000.00 |
full house      | 9h Kh | 9d Kd Kc | +195@4.2    | 10000.00 |
flush           | Ah 2h | 9h 8h 4h | +95@4.2     | 10000.00 |
flush           | Ac Kc | Qc Jc 9c | +95@4.2     | 10000.00 |
straight        | Ah Kh | Qh Jh Tc | -5@4.2      | 10000.00 |
straight        | Ah 2h | 5h 4h 3c | -5@4.2      | 10000.00 |
three of a kind | Ah Ac | Ad Jh Tc | -5@4.2      | 10000.00 |
two pairs       | Ah Jc | Ad Jh Tc | -5@4.2      | 10000.00 |
one pair        | Ah Ac | Qd Jh 9c | -5@4.2      | 10000.00 |
five odd cards  | Ah Kc | Qd Jh 9c | -5@4.2      | 10000.00 |
""")


@pytest.mark.parametrize("does", [("fold",), PLAYED, ("flop", "turn", "river")], ids=", ".join)
@pytest.mark.parametrize("row", TABLE, ids=row_id)
def test_the_table_pays_hole_cards_and_flop_also_on_a_fold(row: Row, does: tuple[str, ...]) -> None:
    settled = settle(deal(row["flop"], row["hole"], does=does))
    seat = only(settled["seats"])
    assert seat["progressive_hand"] == row["hand"]
    check_seat(DOCUMENT, {"wagers": {"progressive": progressive(settled)}}, {"progressive": row["progressive"]}, "4.2")
    assert awards(settled) == ([row["awards"]] if row["awards"] else [])
    assert settled["jackpot"]["after"] == row["after"]
    if does == ("fold",):
        assert seat["wagers"]["ante"]["rule"] == "3.9.1"
        prove(DOCUMENT, "3.9.1")


@pytest.mark.parametrize("row", TABLE, ids=row_id)
def test_a_hand_that_is_not_shown_wins_no_jackpot(row: Row) -> None:
    round = deal(row["flop"], row["hole"])
    round["seats"][0]["reveals"] = False
    settled = settle(round)
    line = {"progressive": progressive(settled)}
    check_seat(DOCUMENT, {"wagers": line}, {"progressive": "-5@3.10.1"}, "3.10.1")
    assert settled["jackpot"] == {"before": "10000.00", "after": "10000.00", "awards": []}


# 3.10.3, 3.13: beaten hands are paid all the same. `rest` is dealer, turn, river.

BEATEN = rows("""
hole  | flop     | rest        | ante | flop bet | progressive | hand
8h 7h | Jh Th 9h | Kh Qh 2s 3d | -10  | -20      | +995        | straight flush, J high
9h 9c | 9d 9s Kc | Kd Ks Kh 2s | -10  | -20      | +1995       | four of a kind, nines, K kicker
9h 9c | 9d Kd Kc | Kh 2c Ks 3s | -10  | -20      | +195        | full house, nines over kings
Jh 2h | 9h 8h 4h | Ah 3h 2s 7d | -10  | -20      | +95         | flush, J 9 8 4 2
# and beside what a level or a winning hand is paid
9h 8h | Qh Jh Th | 3c 4c Kh Ah | =    | =        | +995        | straight flush, Q high
Ah 2h | 9h 8h 4h | 3s 3d 2s 7d | +10  | +20      | +95         | flush, A 9 8 4 2
""")


@pytest.mark.parametrize("row", BEATEN, ids=row_id)
def test_an_award_comes_beside_whatever_else_the_hand_wins_or_loses(row: Row) -> None:
    round = deal(row["flop"], row["hole"], rest=row["rest"])
    cells = {"ante": row["ante"], "flop": row["flop bet"], "progressive": f"{row['progressive']}@4.2"}
    check_seat(DOCUMENT, only(settle(round)["seats"]), cells, "4.2")
    words = f"hole cards and flop: {row['hand']}, paid beside all other wagers"
    clause = {"straight flush": "3.11.2", "four of a kind": "3.11.3", "full house": "3.11.4", "flush": "3.11.5"}
    check_reason(DOCUMENT, round, 0, words, "3.13", clause[row["hand"].split(",", maxsplit=1)[0]])


REASONS = rows("""
hole  | flop     | words
Ah Kh | Qh Jh Th | progressive pays 100% of the jackpot
9h 8h | Qh Jh Th | progressive pays 10% of the jackpot
9h 9c | 9d 9s Kc | progressive pays $2,000
9h 9c | 9d Kd Kc | progressive pays $200
Ah 2h | 9h 8h 4h | progressive pays $100
""")


@pytest.mark.parametrize("row", REASONS, ids=row_id)
def test_the_reasons_show_the_line_of_the_table(row: Row) -> None:
    check_reason(DOCUMENT, deal(row["flop"], row["hole"]), 0, row["words"], "4.2")


# 3.9.2: turn and river do not count (R17), nor does what the dealer makes with the flop (R22).

OTHER_CARDS = rows("""
hole  | flop     | rest        | hand           | jackpot hand
Ah Kh | Qh Jh 2c | 3s 3d Th 7d | royal flush    | five odd cards
Ah 2h | 9h 8h 4c | 3s 3d 7d Kh | flush          | five odd cards
9h 9c | 9d Ks 4c | 3s 3d 9s 7d | four of a kind | three of a kind
9h 9c | 9d Ks 4c | 3s 3d 7d Kd | full house     | three of a kind
9h 9c | Ks Qs Ts | As Js 7d 2c | one pair       | one pair
""")


@pytest.mark.parametrize("row", OTHER_CARDS, ids=row_id)
def test_only_the_players_hole_cards_and_the_flop_make_the_jackpot_hand(row: Row) -> None:
    settled = settle(deal(row["flop"], row["hole"], rest=row["rest"]))
    seat = only(settled["seats"])
    assert (seat["hand"], seat["progressive_hand"]) == (row["hand"], row["jackpot hand"])
    check_seat(DOCUMENT, {"wagers": {"progressive": progressive(settled)}}, {"progressive": "-5@4.2"}, "4.2")
    assert settled["jackpot"] == {"before": "10000.00", "after": "10000.00", "awards": []}


# 3.15: several winners. Hole cards by position, "-" for an empty one.

SEVERAL = rows("""
proves | flop     | holes                      | meter   | pays in seat order       | after
# the example of R4: slices 100.03 and 90.02, together 190.05, the odd cent stays
3.15.1 | 6h 5h 4h | 3h 2h; 8h 7h               | 1000.30 | 95.02; 95.02             | 810.26
3.15.1 | 6h 5h 4h | 8h 7h; 3h 2h               | 1000.30 | 95.02; 95.02             | 810.26
3.15.1 | 5c 4c 3c | Ac 2c; -; 7c 6c            | 1000    | 95.00; 95.00             | 810.00
3.15.1 | 6h 5h 4h | 3h 2h; Kh Jh; 8h 7h        | 1000    | 95.00; 100.00; 95.00     | 810.00
3.15.1 | 6h 5h 4h | Kh Jh; 3h 2h; Ac Kc; 8h 7h | 1000    | 100.00; 95.00; 0.00; 95.00 | 810.00
# a royal flush is paid last, whichever seat it has; only that resets the meter
3.15.2 | Qh Jh Th | Ah Kh; 9h 8h               | 1000    | 900.00; 100.00           | 500.00
3.15.2 | Qh Jh Th | 9h 8h; Ah Kh               | 1000    | 100.00; 900.00           | 500.00
3.15.2 | Qh Jh Th | 9h 8h; Ah Kh               | 1000.39 | 100.03; 900.36           | 500.00
3.15.2 | Qh Jh Th | 5h 4h; Ah Kh; 9h 8h        | 1000    | 100.00; 900.00; 100.00   | 500.00
4.2    | Qh Jh Th | Ah Kh; 5h 4h               | 1000    | 1000.00; 100.00          | 500.00
4.2    | Qh Jh Th | 5h 4h; 7h 2h; Ah Kh        | 1000    | 100.00; 100.00; 1000.00  | 500.00
# fixed awards are the house's: each is paid in full and the meter stands (R1)
4.2    | 9d 9s Kc | 9h 9c; Kd Kh               | 1000    | 2000.00; 200.00          | 1000.00
4.2    | Qh Jh 2h | Ah Kh; 9h 8h; 5h 4h        | 1000    | 100.00; 100.00; 100.00   | 1000.00
4.2    | 6h 5h 4h | 3h 2h; Kh Jh               | 1000    | 100.00; 100.00           | 900.00
# small change: a tenth is rounded down, and nothing is still an award
3.15.1 | 6h 5h 4h | 3h 2h; 8h 7h               | 0.20    | 0.01; 0.01               | 0.18
3.15.1 | 6h 5h 4h | 3h 2h; 8h 7h               | 0.19    | 0.01; 0.01               | 0.17
3.15.1 | 6h 5h 4h | 3h 2h; 8h 7h               | 0.10    | 0.00; 0.00               | 0.10
3.15.1 | 6h 5h 4h | 3h 2h; 8h 7h               | 0       | 0.00; 0.00               | 0.00
3.15.2 | Qh Jh Th | 9h 8h; Ah Kh               | 0       | 0.00; 0.00               | 500.00
""")


@pytest.mark.parametrize("row", SEVERAL, ids=row_id)
def test_several_winners_of_one_round(row: Row) -> None:
    settled = settle(deal(row["flop"], *row["holes"].split("; "), meter=row["meter"]))
    assert pays(settled) == row["pays in seat order"].split("; ")
    assert settled["jackpot"]["after"] == row["after"]
    paid_from_pool = ("straight flush", "royal flush")
    winners = [seat for seat in settled["seats"] if seat["progressive_hand"] in paid_from_pool]
    winners.sort(key=lambda seat: seat["progressive_hand"] == "royal flush")
    lines = [(seat["position"], seat["progressive_hand"], seat["wagers"]["progressive"]) for seat in winners]
    assert awards(settled) == [f"{at} {hand} {line['pays']} by {line['rule']}" for at, hand, line in lines]
    assert all(line["outcome"] == "win" for _, _, line in lines)
    rules = {seat["wagers"]["progressive"]["rule"] for seat in settled["seats"]}
    assert row["proves"] in rules
    prove(DOCUMENT, row["proves"])


def test_the_order_paid_and_the_clause_of_every_award() -> None:
    shared = settle(deal("6h 5h 4h", "3h 2h", "8h 7h", meter="1000.30"))
    assert awards(shared) == ["1 straight flush 95.02 by 3.15.1", "2 straight flush 95.02 by 3.15.1"]
    for holes, expected in (
        (("Ah Kh", "9h 8h"), ["2 straight flush 100.00 by 4.2", "1 royal flush 900.00 by 3.15.2"]),
        (("9h 8h", "Ah Kh"), ["1 straight flush 100.00 by 4.2", "2 royal flush 900.00 by 3.15.2"]),
    ):
        assert awards(settle(deal("Qh Jh Th", *holes, meter="1000"))) == expected
    prove(DOCUMENT, "3.15.1", "3.15.2", "4.2")


@pytest.mark.parametrize("holes", list(permutations(("Ah Kh", "9h 8h", "5h 4h", "9c 9d"))), ids=", ".join)
def test_no_order_of_seats_changes_what_a_hand_is_paid(holes: tuple[str, ...]) -> None:
    expected = {"Ah Kh": "900.00", "9h 8h": "100.00", "5h 4h": "100.00", "9c 9d": "0.00"}
    settled = settle(deal("Qh Jh Th", *holes, meter="1000"))
    assert dict(zip(holes, pays(settled), strict=True)) == expected
    assert [each["hand"] for each in settled["jackpot"]["awards"]] == ["straight flush", "royal flush"]


WHO_SHARES = rows("""
second seat                        | pays in seat order | after
{"decisions": ["fold"]}            | 95.00; 95.00       | 810.00
{"reveals": false}                 | 100.00; 0.00       | 900.00
{"decisions": [], "status": "absent"} | 100.00; 0.00    | 900.00
{"status": "removed", "clause": "5.7"} | 100.00; 0.00   | 900.00
{"wagers": {"ante": "10"}}         | 100.00             | 900.00
""")


@pytest.mark.parametrize("row", WHO_SHARES, ids=row_id)
def test_only_hands_in_play_that_are_shown_share(row: Row) -> None:
    """R19: a folded hand is a winner like any other; one that is hidden, invalid or not wagered on is none."""
    round = deal("6h 5h 4h", "3h 2h", "8h 7h", meter="1000")
    round["seats"][1] |= json.loads(row["second seat"])
    settled = settle(round)
    lines = [seat["wagers"].get("progressive") for seat in settled["seats"]]
    assert [line["pays"] for line in lines if line] == row["pays in seat order"].split("; ")
    assert settled["jackpot"]["after"] == row["after"]


def test_one_player_with_two_winning_hands_has_two_shares() -> None:
    round = deal("6h 5h 4h", "3h 2h", "8h 7h", meter="1000")
    for seat in round["seats"]:
        seat["player"] = "P-17"
    settled = settle(round)
    assert pays(settled) == ["95.00", "95.00"]
    assert [seat["player"] for seat in settled["seats"]] == ["P-17", "P-17"]


def test_an_award_of_nothing_is_still_a_win() -> None:
    line = progressive(settle(deal("Qh Jh Th", "9h 8h", meter="0")))
    check_seat(DOCUMENT, {"wagers": {"progressive": line}}, {"progressive": "w-5@4.2"}, "4.2")


@given(st.integers(min_value=0, max_value=10**9))
def test_two_straight_flushes_share_to_the_cent_at_any_meter(cents: int) -> None:
    first = cents // 10
    second = (cents - first) // 10
    each = (first + second) // 2
    settled = settle(deal("6h 5h 4h", "3h 2h", "8h 7h", meter=f"{cents // 100}.{cents % 100:02}"))
    assert [int(amount.replace(".", "")) for amount in pays(settled)] == [each, each]
    assert int(settled["jackpot"]["after"].replace(".", "")) == cents - 2 * each


def test_without_a_progressive_wager_the_meter_stands_and_no_jackpot_hand_is_named() -> None:
    round = deal("Qh Jh Th", "Ah Kh")
    del round["seats"][0]["wagers"]["progressive"]
    settled = settle(round)
    assert settled["jackpot"] == {"before": "10000.00", "after": "10000.00", "awards": []}
    assert "progressive_hand" not in only(settled["seats"])
    del round["jackpot"]
    assert "jackpot" not in settle(round)
