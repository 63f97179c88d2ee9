"""mbs-thb: the readings that move jackpot money (R1, R2, R3, R5, R13), every value of every switch."""

from itertools import permutations

import pytest

from tests.proving import Json, cards, check_seat, prove, row_id, rows, settle

DOCUMENT = "mbs-thb"
Row = dict[str, str]


def deal(flop: str, holes: str, meter: str = "1000", reset: str = "500", **interpretations: str) -> Json:
    """A seat of Ante 10 and progressive 5 for each of the hole cards; the unit of the link is 5."""
    seats = [
        {
            "position": at,
            "cards": cards(hole),
            "wagers": {"ante": "10", "progressive": "5"},
            "decisions": ["flop", "check", "check"],
        }
        for at, hole in enumerate(holes.split(";"), start=1)
    ]
    return {
        "pitlink": 1,
        "game": DOCUMENT,
        "jackpot": {"meter": meter, "reset": reset, "unit": "5"},
        "cards": {"dealer": ["3s", "3d"], "community": [*cards(flop), "2s", "7d"]},
        "seats": seats,
        "interpretations": interpretations,
    }


def awards(settled: Json) -> str:
    """The awards in the order paid: "2 straight flush 95.02; 1 …"."""
    return "; ".join(f"{each['position']} {each['hand']} {each['amount']}" for each in settled["jackpot"]["awards"])


# R3: two straight flushes. The slices are of what is left, of the display, or of the display and the starting value.

SHARED = rows("""
value          | meter   | reset   | each   | after
sequential     | 1000    | 500     | 95.00  | 810.00
same_display   | 1000    | 500     | 100.00 | 800.00
starting_value | 1000    | 500     | 75.00  | 850.00
sequential     | 1000.30 | 500     | 95.02  | 810.26
same_display   | 1000.30 | 500     | 100.03 | 800.24
starting_value | 1000.30 | 500     | 75.01  | 850.28
sequential     | 1000    | 0       | 95.00  | 810.00
starting_value | 1000    | 0       | 50.00  | 900.00
# what the meter cannot bear is the house's: slices 10 and 200 of a meter of 100
starting_value | 100     | 2000    | 105.00 | 0.00
starting_value | 0       | 2000    | 100.00 | 0.00
same_display   | 0       | 2000    | 0.00   | 0.00
""")


@pytest.mark.parametrize("row", SHARED, ids=row_id)
def test_two_straight_flushes_share_by_the_reading(row: Row) -> None:
    settled = settle(
        deal("6h 5h 4h", "3h 2h; 8h 7h", row["meter"], row["reset"], several_straight_flushes=row["value"])
    )
    assert awards(settled) == f"1 straight flush {row['each']}; 2 straight flush {row['each']}"
    assert settled["jackpot"]["after"] == row["after"]
    for seat in settled["seats"]:
        line = seat["wagers"]["progressive"]
        assert (line["outcome"], line["pays"], line["returned"]) == ("win", row["each"], "0.00")
        assert line["rule"] == "3.15.1"
        prove(DOCUMENT, "3.15.1")


@pytest.mark.parametrize("value", ["sequential", "same_display", "starting_value"])
def test_the_reading_for_several_does_not_touch_a_single_straight_flush(value: str) -> None:
    settled = settle(deal("6h 5h 4h", "3h 2h; Kh Jh", several_straight_flushes=value))
    assert awards(settled) == "1 straight flush 100.00"
    assert settled["jackpot"]["after"] == "900.00"


# R5, R13, R1: what is left for whom, as "position: amount" in the order paid. Rows with one deal differ in the reading.

SWITCH_OF = {
    **dict.fromkeys(("remaining", "displayed"), "royal_base"),
    **dict.fromkeys(("none", "reset_value"), "meter_floor"),
    **dict.fromkeys(("house", "pool"), "fixed_awards_from"),
    "same_display": "several_straight_flushes",
}

ORDERED = rows("""
flop     | holes               | meter | reset | readings                 | awards                           | after
# 100 % of what is left or of the display
Qh Jh Th | Ah Kh; 9h 8h        | 1000  | 500   | remaining                | 2: 100.00; 1: 900.00             | 500.00
Qh Jh Th | Ah Kh; 9h 8h        | 1000  | 500   | displayed                | 2: 100.00; 1: 1000.00            | 500.00
Qh Jh Th | 9h 8h; Ah Kh        | 1000  | 500   | displayed                | 1: 100.00; 2: 1000.00            | 500.00
Qh Jh Th | Ah Kh; 5h 4h        | 1000  | 500   | displayed                | 1: 1000.00                       | 500.00
# after a smaller award the meter stands as it is, or is brought up to its reset value
6h 5h 4h | 3h 2h               | 950   | 900   | none                     | 1: 95.00                         | 855.00
6h 5h 4h | 3h 2h               | 950   | 900   | reset_value              | 1: 95.00                         | 900.00
6h 5h 4h | 3h 2h               | 1000  | 900   | reset_value              | 1: 100.00                        | 900.00
6h 5h 4h | 3h 2h               | 2000  | 900   | reset_value              | 1: 200.00                        | 1800.00
6h 5h 4h | 3h 2h; 8h 7h        | 950   | 900   | none                     | 1: 90.25; 2: 90.25               | 769.50
6h 5h 4h | 3h 2h; 8h 7h        | 950   | 900   | reset_value              | 1: 92.50; 2: 92.50               | 900.00
Qh Jh Th | Ah Kh; 9h 8h        | 1000  | 950   | reset_value              | 2: 100.00; 1: 950.00             | 950.00
# a meter that was low and paid nothing is left alone
6h 5h 4h | Ac Kc               | 100   | 900   | reset_value              |                                  | 100.00
6h 5h 4h | Kh Jh               | 100   | 900   | reset_value              |                                  | 100.00
# fixed awards from the house, or from the pool: straight flush, then fixed in seat order, then royal flush
6h 5h 4h | Kh Jh               | 1000  | 500   | house                    |                                  | 1000.00
6h 5h 4h | Kh Jh               | 1000  | 500   | pool                     | 1: 100.00                        | 900.00
9d 9s Kc | Kd Kh; 9h 9c        | 5000  | 500   | pool                     | 1: 200.00; 2: 2000.00            | 2800.00
9d 9s Kc | 9h 9c; Kd Kh        | 5000  | 500   | pool                     | 1: 2000.00; 2: 200.00            | 2800.00
6h 5h 4h | Kh Jh; 3h 2h        | 1000  | 500   | pool                     | 2: 100.00; 1: 100.00             | 800.00
6h 5h 4h | Kh Jh; 3h 2h; 8h 7h | 1000  | 500   | pool                     | 2: 95.00; 3: 95.00; 1: 100.00    | 710.00
Qh Jh Th | Ah Kh; 5h 4h        | 1000  | 500   | pool                     | 2: 100.00; 1: 900.00             | 500.00
Qh Jh Th | Ah Kh; 5h 4h; 9h 8h | 1000  | 500   | pool                     | 3: 100.00; 2: 100.00; 1: 800.00  | 500.00
# what the meter cannot bear is the house's
9d 9s Kc | 9h 9c; Kd Kh        | 1500  | 500   | pool                     | 1: 2000.00; 2: 200.00            | 0.00
9d 9s Kc | Kd Kh; 9h 9c        | 0     | 500   | pool                     | 1: 200.00; 2: 2000.00            | 0.00
Qh Jh Th | Ah Kh; 5h 4h        | 50    | 500   | pool                     | 2: 100.00; 1: 0.00               | 500.00
# readings together
6h 5h 4h | Kh Jh               | 1000  | 950   | pool reset_value         | 1: 100.00                        | 950.00
9d 9s Kc | 9h 9c; Kd Kh        | 1500  | 500   | pool reset_value         | 1: 2000.00; 2: 200.00            | 500.00
Qh Jh Th | Ah Kh; 5h 4h; 9h 8h | 1000  | 500   | pool displayed           | 3: 100.00; 2: 100.00; 1: 1000.00 | 500.00
6h 5h 4h | 3h 2h; 8h 7h        | 950   | 900   | same_display reset_value | 1: 95.00; 2: 95.00               | 900.00
""")


@pytest.mark.parametrize("row", ORDERED, ids=row_id)
def test_the_awards_follow_the_reading(row: Row) -> None:
    readings = {SWITCH_OF[value]: value for value in row["readings"].split()}
    settled = settle(deal(row["flop"], row["holes"], row["meter"], row["reset"], **readings))
    listed = settled["jackpot"]["awards"]
    assert "; ".join(f"{each['position']}: {each['amount']}" for each in listed) == row["awards"]
    assert settled["jackpot"]["before"] == f"{row['meter']}.00"
    assert settled["jackpot"]["after"] == row["after"]
    told = {each["position"]: (each["hand"], each["amount"]) for each in listed}
    for seat in settled["seats"]:
        paid = (seat["progressive_hand"], seat["wagers"]["progressive"]["pays"])
        assert told.get(seat["position"], paid) == paid


@pytest.mark.parametrize("holes", list(permutations(("Ah Kh", "5h 4h", "8h 2h", "9h 8c"))), ids=", ".join)
def test_from_the_pool_the_royal_flush_takes_what_the_fixed_awards_leave(holes: tuple[str, ...]) -> None:
    settled = settle(deal("Qh Jh Th", "; ".join(holes), fixed_awards_from="pool"))
    flushes = [at for at, hole in enumerate(holes, start=1) if hole in ("5h 4h", "8h 2h")]
    royal = holes.index("Ah Kh") + 1
    assert awards(settled) == f"{flushes[0]} flush 100.00; {flushes[1]} flush 100.00; {royal} royal flush 800.00"


def test_from_the_pool_the_clause_that_lowers_the_royal_flush_is_the_one_cited() -> None:
    settled = settle(deal("Qh Jh Th", "Ah Kh; 5h 4h", fixed_awards_from="pool"))
    assert [each["rule"] for each in settled["jackpot"]["awards"]] == ["4.2", "3.15.2"]


# R2: dollars and percentages stand alone, so by their wording the stake is collected.

STAKES = rows("""
flop     | hole  | by_wording | collected | returned
Qh Jh Th | Ah Kh | +995       | +995      | +1000
Qh Jh Th | 9h 8h | +95        | +95       | +100
9d 9s Kc | 9h 9c | +1995      | +1995     | +2000
9d Kd Kc | 9h 9c | +195       | +195      | +200
9h 8h 4h | Ah 2h | +95        | +95       | +100
# a wager that wins nothing is lost in every reading
9h 8h 4c | Ah 2h | -5         | -5        | -5
""")


@pytest.mark.parametrize("value", ["by_wording", "collected", "returned"])
@pytest.mark.parametrize("row", STAKES, ids=row_id)
def test_the_stake_of_a_winning_progressive_wager_follows_the_reading(row: Row, value: str) -> None:
    (seat,) = settle(deal(row["flop"], row["hole"], progressive_stake=value))["seats"]
    line = {"progressive": seat["wagers"]["progressive"]}
    check_seat(DOCUMENT, {"wagers": line}, {"progressive": f"{row[value]}@4.2"}, "4.2")
    assert line["progressive"]["returned"] == ("5.00" if value == "returned" and row[value] != "-5" else "0.00")


@pytest.mark.parametrize("value", ["by_wording", "collected", "returned"])
def test_a_hidden_hand_gets_no_stake_back_in_any_reading(value: str) -> None:
    round = deal("Qh Jh Th", "Ah Kh", progressive_stake=value)
    round["seats"][0]["reveals"] = False
    (seat,) = settle(round)["seats"]
    check_seat(DOCUMENT, {"wagers": {"progressive": seat["wagers"]["progressive"]}}, {"progressive": "-5@3.10.1"})
