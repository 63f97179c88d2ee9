"""mbs-uth 3.15: several progressive hands at one table in one round, and the readings of what each is paid from."""

import pytest

from tests.proving import Json, cards, check_seat, decisions, row_id, rows, settle

DOCUMENT = "mbs-uth"


def deal(row: dict[str, str]) -> Json:
    """Seats parted by a stroke, each with Ante and Blind of 10 and one progressive unit of 5; the reset value is 1,000.

    After the cards of a seat: f folds, d declines to show, a was never there to decide, o has no progressive wager. All
    others play one time at the river.
    """
    return {
        "pitlink": 1,
        "game": DOCUMENT,
        "jackpot": {"meter": row["meter"], "reset": "1000", "unit": "5"},
        "cards": {"dealer": ["Ad", "Kd"], "community": [*cards(row["flop"]), "2c", "3d"]},
        "seats": [seat(at, text) for at, text in enumerate(row["seats"].split("/"), start=1)],
        "interpretations": dict(pair.split("=") for pair in row.get("reading", "").split()),
    }


def seat(position: int, text: str) -> Json:
    first, second, *how = text.split()
    does = "" if "a" in how else "check, check, fold" if "f" in how else "check, check, play 1x"
    return {
        "position": position,
        "cards": [first, second],
        "wagers": {"ante": "10", "blind": "10"} | ({} if "o" in how else {"progressive": "5"}),
        "decisions": decisions(does),
        "reveals": "d" not in how,
        "status": "absent" if "a" in how else "present",
    }


def short(amount: str) -> str:
    """Whole dollars as the tables below write them."""
    return amount.removesuffix(".00")


def check(row: dict[str, str]) -> None:
    """Awards in the order paid, as position:amount@clause; the meter afterwards; the progressive line of every seat."""
    out = settle(deal(row))
    jackpot = out["jackpot"]
    told = [f"{award['position']}:{short(award['amount'])}@{award['rule']}" for award in jackpot["awards"]]
    assert told == row["awards"].split()
    assert (short(jackpot["before"]), short(jackpot["after"])) == (row["meter"], row["after"])
    cells = {str(at): cell.removeprefix("none") for at, cell in enumerate(row["progressive"].split(), start=1)}
    lines = {str(seat["position"]): seat["wagers"].get("progressive") for seat in out["seats"]}
    check_seat(DOCUMENT, {"wagers": {at: line for at, line in lines.items() if line}}, cells, row.get("proves", ""))


# On the flop 4h 5h 6h the hole cards 2h 3h and 7h 8h are straight flushes, Kh Qh is a flush and 7c 8c a straight.
STRAIGHT_FLUSHES = rows("""
proves     | seats                         | meter   | awards                        | after  | progressive
# a tenth, and a tenth of what is left, shared equally; what does not divide stays in the pool (R3, R4)
3.15.1 4.2 | 2h 3h / 7h 8h                 | 10000   | 1:950@3.15.1 2:950@3.15.1     | 8100   | +945 +945
3.15.1 4.2 | 7h 8h / 2h 3h                 | 10000   | 1:950@3.15.1 2:950@3.15.1     | 8100   | +945 +945
3.15.1     | 2h 3h / 7h 8h                 | 1000.30 | 1:95.02@3.15.1 2:95.02@3.15.1 | 810.26 | +90.02 +90.02
3.15.1     | 2h 3h / 7h 8h                 | 0.19    | 1:0.01@3.15.1 2:0.01@3.15.1   | 0.17   | w-4.99 w-4.99
3.15.1     | 2h 3h / 7h 8h                 | 0.10    | 1:0@3.15.1 2:0@3.15.1         | 0.10   | w-5 w-5
3.15.1     | 2h 3h / 7h 8h                 | 0       | 1:0@3.15.1 2:0@3.15.1         | 0      | w-5 w-5
# folded hands have their share (R19); odds are paid beside and leave the meter alone (R1)
3.15.1     | 2h 3h f / 7h 8h               | 10000   | 1:950@3.15.1 2:950@3.15.1     | 8100   | +945 +945
3.15.1     | 2h 3h f / 7h 8h f             | 10000   | 1:950@3.15.1 2:950@3.15.1     | 8100   | +945 +945
3.15.1 4.2 | 2h 3h / Kh Qh / 7h 8h / 7c 8c | 10000   | 1:950@3.15.1 3:950@3.15.1     | 8100   | +945 +195 +945 +95
4.2        | 2h 3h / Kh Qh / 7c 8c         | 10000   | 1:1000@4.2                    | 9000   | +995 +195 +95
4.2        | Kh Qh / 7c 8c / Ks Js         | 10000   |                               | 10000  | +195 +95 -5
# who does not show, has no wager or was not there has no share
4.2 3.10.1 | 2h 3h / 7h 8h d               | 10000   | 1:1000@4.2                    | 9000   | +995 -5
4.2 3.10.1 | 2h 3h f d / 7h 8h             | 10000   | 2:1000@4.2                    | 9000   | -5 +995
4.2        | 2h 3h o / 7h 8h               | 10000   | 2:1000@4.2                    | 9000   | none +995
4.2 5.11   | 2h 3h / 7h 8h a               | 10000   | 1:1000@4.2                    | 9000   | +995 <
""")


@pytest.mark.parametrize("row", STRAIGHT_FLUSHES, ids=row_id)
def test_straight_flushes_share_equally(row: dict[str, str]) -> None:
    check(row | {"flop": "4h 5h 6h"})


def test_one_player_with_two_winning_hands_has_two_shares() -> None:
    """A winner is a hand, not a person (R19)."""
    round = deal({"seats": "2h 3h / 7h 8h", "flop": "4h 5h 6h", "meter": "10000.00"})
    for seat in round["seats"]:
        seat["player"] = "P-17"
    assert [award["amount"] for award in settle(round)["jackpot"]["awards"]] == ["950.00", "950.00"]


# On the flop Th Jh Qh Ah Kh is the royal flush, 9h 8h a straight flush, 7h 2h a flush and 9c 8c a straight.
ROYAL_FLUSHES = rows("""
proves     | seats                         | meter   | awards                       | after | progressive
# the straight flush first, in either order of seats; the royal flush has what is left, and the meter starts again
3.15.2 4.2 | Ah Kh / 9h 8h                 | 10000   | 2:1000@4.2 1:9000@3.15.2     | 1000  | +8995 +995
3.15.2 4.2 | 9h 8h / Ah Kh                 | 10000   | 1:1000@4.2 2:9000@3.15.2     | 1000  | +995 +8995
3.15.2     | Ah Kh / 9h 8h                 | 1000.39 | 2:100.03@4.2 1:900.36@3.15.2 | 1000  | +895.36 +95.03
3.15.2     | Ah Kh / 9h 8h                 | 0       | 2:0@4.2 1:0@3.15.2           | 1000  | w-5 w-5
3.15.2     | Ah Kh f / 9h 8h f             | 10000   | 2:1000@4.2 1:9000@3.15.2     | 1000  | +8995 +995
# fixed awards are the house's, so they cost the royal flush nothing but its turn
4.2 3.15.2 | Ah Kh / 7h 2h                 | 10000   | 1:10000@4.2                  | 1000  | +9995 +195
4.2 3.15.2 | 9c 8c / Ah Kh                 | 10000   | 2:10000@4.2                  | 1000  | +95 +9995
3.15.2     | 7h 2h / Ah Kh / 9h 8h / 9c 8c | 10000   | 3:1000@4.2 2:9000@3.15.2     | 1000  | +195 +8995 +995 +95
# alone among those who count
4.2        | Ah Kh / Ks Js                 | 10000   | 1:10000@4.2                  | 1000  | +9995 -5
4.2        | Ah Kh / 9h 8h d               | 10000   | 1:10000@4.2                  | 1000  | +9995 -5
4.2        | Ah Kh d / 9h 8h               | 10000   | 2:1000@4.2                   | 9000  | -5 +995
4.2 5.11   | Ah Kh a / 9h 8h               | 10000   | 2:1000@4.2                   | 9000  | < +995
""")


@pytest.mark.parametrize("row", ROYAL_FLUSHES, ids=row_id)
def test_a_royal_flush_is_paid_last(row: dict[str, str]) -> None:
    check(row | {"flop": "Th Jh Qh"})


# R1: with `pool`, straight flushes, then fixed awards in seat order, then the royal flush; the house tops up.
FIXED_AWARDS_FROM = rows("""
from  | seats                 | flop     | meter | awards                             | after | progressive
house | 9s 9h / 2s 2h         | 9d 9c 2d | 10000 |                                    | 10000 | +1995 +395
pool  | 9s 9h / 2s 2h         | 9d 9c 2d | 10000 | 1:2000@4.2 2:400@4.2               | 7600  | +1995 +395
pool  | 2s 2h / 9s 9h         | 9d 9c 2d | 2000  | 1:400@4.2 2:2000@4.2               | 0     | +395 +1995
pool  | 9s 9h / 2s 2h         | 9d 9c 2d | 0     | 1:2000@4.2 2:400@4.2               | 0     | +1995 +395
house | 7h 2h / 9h 8h         | Th Jh Qh | 10000 | 2:1000@4.2                         | 9000  | +195 +995
pool  | 7h 2h / 9h 8h         | Th Jh Qh | 10000 | 2:1000@4.2 1:200@4.2               | 8800  | +195 +995
house | 7h 2h / Ah Kh / 9h 8h | Th Jh Qh | 10000 | 3:1000@4.2 2:9000@3.15.2           | 1000  | +195 +8995 +995
pool  | 7h 2h / Ah Kh / 9h 8h | Th Jh Qh | 10000 | 3:1000@4.2 1:200@4.2 2:8800@3.15.2 | 1000  | +195 +8795 +995
pool  | 7h 2h / Ah Kh         | Th Jh Qh | 150   | 1:200@4.2 2:0@3.15.2               | 1000  | +195 w-5
""")


@pytest.mark.parametrize("row", FIXED_AWARDS_FROM, ids=row_id)
def test_who_pays_fixed_awards_is_a_reading(row: dict[str, str]) -> None:
    check(row | {"reading": f"fixed_awards_from={row['from']}"})


def test_fixed_awards_out_of_the_pool_are_multiplied_by_the_units() -> None:
    round = deal({"seats": "9s 9h", "flop": "9d 9c 2d", "meter": "20000.00", "reading": "fixed_awards_from=pool"})
    round["seats"][0]["wagers"]["progressive"] = "25"
    awards = [{"position": 1, "hand": "four of a kind", "amount": "10000.00", "rule": "4.2"}]
    assert settle(round)["jackpot"] == {"before": "20000.00", "after": "10000.00", "awards": awards}


# R2: "for 1" contains the stake and a share stands alone, so only `returned` makes a difference here; a loss is a loss.
PROGRESSIVE_STAKES = rows("""
reading    | progressive
by_wording | +995 +95 -5
collected  | +995 +95 -5
returned   | +1000 +100 -5
""")


@pytest.mark.parametrize("row", PROGRESSIVE_STAKES, ids=row_id)
def test_the_stake_of_a_winning_progressive_wager_is_a_reading(row: dict[str, str]) -> None:
    deal = {"seats": "2h 3h / 7c 8c / Ks Js", "flop": "4h 5h 6h", "meter": "10000"}
    awards = {"awards": "1:1000@4.2", "after": "9000"}
    check(row | deal | awards | {"reading": f"progressive_stake={row['reading']}"})


# R3, R5 and R13: from what the second, the last and the next award is taken. What the meter cannot bear is the house's.
SEVERAL_STRAIGHT_FLUSHES = rows("""
reading        | meter   | awards                          | after  | progressive
sequential     | 10000   | 1:950@3.15.1 2:950@3.15.1       | 8100   | +945 +945
same_display   | 10000   | 1:1000@3.15.1 2:1000@3.15.1     | 8000   | +995 +995
starting_value | 10000   | 1:550@3.15.1 2:550@3.15.1       | 8900   | +545 +545
sequential     | 1000.35 | 1:95.03@3.15.1 2:95.03@3.15.1   | 810.29 | +90.03 +90.03
same_display   | 1000.35 | 1:100.03@3.15.1 2:100.03@3.15.1 | 800.29 | +95.03 +95.03
starting_value | 1000.35 | 1:100.01@3.15.1 2:100.01@3.15.1 | 800.33 | +95.01 +95.01
starting_value | 100     | 1:55@3.15.1 2:55@3.15.1         | 0      | +50 +50
""")


@pytest.mark.parametrize("row", SEVERAL_STRAIGHT_FLUSHES, ids=row_id)
def test_what_straight_flushes_share_is_a_reading(row: dict[str, str]) -> None:
    reading = f"several_straight_flushes={row['reading']}"
    check(row | {"seats": "2h 3h / 7h 8h", "flop": "4h 5h 6h", "reading": reading, "proves": "3.15.1"})


ROYAL_BASES = rows("""
base      | from  | seats                 | awards                              | progressive
remaining | house | Ah Kh / 9h 8h         | 2:1000@4.2 1:9000@3.15.2            | +8995 +995
displayed | house | Ah Kh / 9h 8h         | 2:1000@4.2 1:10000@3.15.2           | +9995 +995
displayed | house | Ah Kh / 7h 2h         | 1:10000@4.2                         | +9995 +195
displayed | house | Ah Kh                 | 1:10000@4.2                         | +9995
remaining | pool  | Ah Kh / 7h 2h / 9h 8h | 3:1000@4.2 2:200@4.2 1:8800@3.15.2  | +8795 +195 +995
displayed | pool  | Ah Kh / 7h 2h / 9h 8h | 3:1000@4.2 2:200@4.2 1:10000@3.15.2 | +9995 +195 +995
""")


@pytest.mark.parametrize("row", ROYAL_BASES, ids=row_id)
def test_what_a_royal_flush_is_a_hundred_percent_of_is_a_reading(row: dict[str, str]) -> None:
    reading = f"royal_base={row['base']} fixed_awards_from={row['from']}"
    check(row | {"flop": "Th Jh Qh", "meter": "10000", "after": "1000", "reading": reading})


# The reset value is 1,000; with `reset_value` the house brings the meter up to it after each award, and each slice.
METER_FLOORS = rows("""
floor       | seats         | flop     | meter   | awards                          | after  | progressive
none        | 2h 3h         | 4h 5h 6h | 1000    | 1:100@4.2                       | 900    | +95
reset_value | 2h 3h         | 4h 5h 6h | 1000    | 1:100@4.2                       | 1000   | +95
none        | 2h 3h         | 4h 5h 6h | 500     | 1:50@4.2                        | 450    | +45
reset_value | 2h 3h         | 4h 5h 6h | 500     | 1:50@4.2                        | 1000   | +45
reset_value | 2h 3h         | 4h 5h 6h | 10000   | 1:1000@4.2                      | 9000   | +995
none        | 2h 3h / 7h 8h | 4h 5h 6h | 1000.30 | 1:95.02@3.15.1 2:95.02@3.15.1   | 810.26 | +90.02 +90.02
reset_value | 2h 3h / 7h 8h | 4h 5h 6h | 1000.30 | 1:100.01@3.15.1 2:100.01@3.15.1 | 1000   | +95.01 +95.01
none        | Ah Kh / 9h 8h | Th Jh Qh | 1000    | 2:100@4.2 1:900@3.15.2          | 1000   | +895 +95
reset_value | Ah Kh / 9h 8h | Th Jh Qh | 1000    | 2:100@4.2 1:1000@3.15.2         | 1000   | +995 +95
# nothing is topped up without an award of the pool
reset_value | Ks Js / 7c 8c | 4h 5h 6h | 500     |                                 | 500    | -5 +95
""")


@pytest.mark.parametrize("row", METER_FLOORS, ids=row_id)
def test_a_meter_below_its_reset_value_is_a_reading(row: dict[str, str]) -> None:
    check(row | {"reading": f"meter_floor={row['floor']}"})


def test_fixed_awards_out_of_the_pool_are_topped_up_too() -> None:
    row = {"seats": "Kh Qh", "flop": "4h 5h 6h", "meter": "1000", "awards": "1:200@4.2", "progressive": "+195"}
    check(row | {"reading": "fixed_awards_from=pool", "after": "800"})
    check(row | {"reading": "fixed_awards_from=pool meter_floor=reset_value", "after": "1000"})


# R18, on the flop 3h 4h 5h: as a flush Ah 2h is paid by odds and leaves 6h 7h alone with its tenth.
LOW_SUITED_RUNS = rows("""
ace low        | seats         | awards                    | after | progressive
straight_flush | Ah 2h         | 1:1000@4.2                | 9000  | +995
flush          | Ah 2h         |                           | 10000 | +195
straight_flush | Ah 2h / 6h 7h | 1:950@3.15.1 2:950@3.15.1 | 8100  | +945 +945
flush          | Ah 2h / 6h 7h | 2:1000@4.2                | 9000  | +195 +995
""")


@pytest.mark.parametrize("row", LOW_SUITED_RUNS, ids=row_id)
def test_a_suited_low_run_is_paid_as_the_reading_says(row: dict[str, str]) -> None:
    check(row | {"flop": "3h 4h 5h", "meter": "10000", "reading": f"ace_low_straight_flush={row['ace low']}"})
