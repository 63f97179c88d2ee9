"""mbs-uth 3.5.4, 3.10.6, 3.13, 3.15 and 4.2: the progressive wager, alone and with others at the table."""

import pytest

from tests.proving import Json, cards, check_reason, check_seat, decisions, only, row_id, rows, settle

DOCUMENT = "mbs-uth"


def deal(row: dict[str, str]) -> Json:
    """One seat with Ante and Blind of 10 and a progressive wager; the link shows 10,000 and starts again from 1,000."""
    seat: Json = {
        "position": 1,
        "cards": cards(row["player"]),
        "wagers": {"ante": "10", "blind": "10", "progressive": row.get("stake", "5")},
        "decisions": decisions(row.get("does", "check, check, play 1x")),
    }
    return {
        "pitlink": 1,
        "game": DOCUMENT,
        "jackpot": {"meter": row.get("meter", "10000"), "reset": "1000", "unit": row.get("unit", "5")},
        "cards": {"dealer": cards(row.get("dealer", "Ad Kd")), "community": cards(row["board"])},
        "seats": [seat],
    }


def check_progressive(seat: Json, cell: str, proves: str = "") -> None:
    check_seat(DOCUMENT, {"wagers": {"progressive": seat["wagers"]["progressive"]}}, {"progressive": cell}, proves)


HANDS = rows("""
player | board          | hand            | progressive | after | odds
As Ks  | Qs Js Ts 2h 3d | royal flush     | +9995@4.2   | 1000  | 100% of the jackpot
9s 8s  | 7s 6s 5s 2h 3d | straight flush  | +995@4.2    | 9000  | 10% of the jackpot
As 2s  | 3s 4s 5s Kh 9d | straight flush  | +995@4.2    | 9000  | 10% of the jackpot
9s 9h  | 9d 9c 2d 3h 4c | four of a kind  | +1995@4.2   | 10000 | 400 for 1
9s 9h  | 9d 2c 2d 3h 4c | full house      | +395@4.2    | 10000 | 80 for 1
Ks 9s  | 7s 4s 2s 3h 4c | flush           | +195@4.2    | 10000 | 40 for 1
9s 8h  | 7s 6s 5s 2h 3d | straight        | +95@4.2     | 10000 | 20 for 1
As 2h  | 3s 4s 5d Kh 9d | straight        | +95@4.2     | 10000 | 20 for 1
As Kh  | Qs Js Td 2h 3d | straight        | +95@4.2     | 10000 | 20 for 1
9s 9h  | 9d 3c 2d Kh 4c | three of a kind | -5@4.2      | 10000 |
9s 9h  | 3d 3c 2d Kh 4c | two pairs       | -5@4.2      | 10000 |
9s 9h  | Jd 3c 2d Kh 4c | one pair        | -5@4.2      | 10000 |
9s 8h  | Jd 3c 2d Kh 4c | five odd cards  | -5@4.2      | 10000 |
# the turn and the river do not count (R17): they neither make a hand nor better one
Ks 9s  | 7s 4s 2h 3s 5c | five odd cards  | -5@4.2      | 10000 |
9s 8h  | 7s 6d 2h 5s 3c | five odd cards  | -5@4.2      | 10000 |
9s 9h  | 9d 3c 2d 9c 4c | three of a kind | -5@4.2      | 10000 |
9s 8h  | 7s 6s 5s 8s 3d | straight        | +95@4.2     | 10000 | 20 for 1
Ks 9s  | 7s 6s 5s 8s 3d | flush           | +195@4.2    | 10000 | 40 for 1
""")


@pytest.mark.parametrize("row", HANDS, ids=row_id)
def test_every_line_of_the_table_and_what_it_does_not_list(row: dict[str, str]) -> None:
    out = settle(deal(row))
    check_progressive(only(out["seats"]), row["progressive"], "4.2")
    assert only(out["seats"])["progressive_hand"] == row["hand"]
    assert out["jackpot"]["after"] == f"{row['after']}.00"
    if row["odds"]:
        check_reason(DOCUMENT, deal(row), 0, f"progressive pays {row['odds']}", "4.2")


UNITS = rows("""
proves | player | board          | unit | stake | progressive
3.5.4  | 9s 8h  | 7s 6s 5s 2h 3d | 5    | 10    | +190
3.5.4  | Ks 9s  | 7s 4s 2s 3h 4c | 5    | 15    | +585
3.5.4  | 9s 9h  | 9d 2c 2d 3h 4c | 5    | 20    | +1580
3.5.4  | 9s 9h  | 9d 9c 2d 3h 4c | 5    | 25    | +9975
3.5.4  | 9s 8h  | 7s 6s 5s 2h 3d | 0.25 | 1.25  | +23.75
4.2    | 9s 8h  | 7s 6s 5s 2h 3d | 0.25 | 0.25  | +4.75
# one unit has nothing to multiply; a share of the pool is never multiplied
4.2    | 9s 9h  | 9d 9c 2d 3h 4c | 25   | 25    | +9975
4.2    | 9s 8s  | 7s 6s 5s 2h 3d | 5    | 25    | +975
4.2    | As Ks  | Qs Js Ts 2h 3d | 5    | 25    | +9975
4.2    | 9s 9h  | 9d 3c 2d Kh 4c | 5    | 25    | -25
""")


@pytest.mark.parametrize("row", UNITS, ids=row_id)
def test_units_multiply_the_odds_and_never_a_share_of_the_pool(row: dict[str, str]) -> None:
    seat = only(settle(deal(row))["seats"])
    check_progressive(seat, row["progressive"], row["proves"])
    assert ("3.5.4" in seat["wagers"]["progressive"].get("also", ())) == (row["proves"] == "3.5.4")


# The award does not ask how the hand did against the dealer: higher, lower, equal, unpaired dealer, or folded.
BESIDE = rows("""
player | dealer | board          | does                  | ante | blind | play | progressive | hand           | clause
9s 8s  | Ad Kd  | 7s 6s 5s 2h 2d | play 4x               | +10  | +500  | +40  | +995        | straight flush | 3.11.2
9s 8s  | Ad Kd  | 7s 6s 5s 2h 3d | check, play 2x        | =    | +500  | +20  | +995        | straight flush | 3.11.2
9h 8h  | As Ks  | 7s 6s 5s 2h 3d | check, check, play 1x | -10  | -10   | -10  | +95         | straight       | 3.11.6
9h 8h  | 9c 8c  | 7s 6s 5s 2h 3d | play 3x               | =    | =     | =    | +95         | straight       | 3.11.6
9s 8s  | Ad Kd  | 7s 6s 5s 2h 2d | check, check, fold    | -10  | -10   |      | +995        | straight flush | 3.11.2
9s 8s  | Ad Kd  | 7s 6s 5s 2h 3d | check, check, fold    | -10  | -10   |      | +995        | straight flush | 3.11.2
9h 8h  | As Ks  | 7s 6s 5s 2h 3d | check, check, fold    | -10  | -10   |      | +95         | straight       | 3.11.6
""")


@pytest.mark.parametrize("row", BESIDE, ids=row_id)
def test_an_award_is_paid_beside_whatever_else_the_round_pays(row: dict[str, str]) -> None:
    seat = only(settle(deal(row))["seats"])
    check_seat(DOCUMENT, seat, {wager: row[wager] for wager in ("ante", "blind", "play", "progressive")}, "4.2")
    words = f"hole cards and flop: {row['hand']}, 9 high, paid beside all other wagers"
    check_reason(DOCUMENT, deal(row), 0, words, "3.10.6", "3.13", row["clause"])


NOT_SHOWN = rows("""
player | board          | does
As Ks  | Qs Js Ts 2h 3d | play 4x
9s 8s  | Qs Js Ts 2h 3d | check, play 2x
9h 8h  | Qs Js Ts 2h 3d | check, check, play 1x
As Ks  | Qs Js Ts 2h 3d | check, check, fold
""")


@pytest.mark.parametrize("row", NOT_SHOWN, ids=row_id)
def test_a_hand_that_is_not_shown_wins_no_award(row: dict[str, str]) -> None:
    """Folded or not: 3.10.1 wants to see the cards, and the meter stays as it is."""
    round = deal(row)
    round["seats"][0]["reveals"] = False
    out = settle(round)
    check_progressive(only(out["seats"]), "-5@3.10.1", "3.10.1")
    assert out["jackpot"] == {"before": "10000.00", "after": "10000.00", "awards": []}
    assert "progressive_hand" not in only(out["seats"])


METERS = rows("""
player | board          | meter   | progressive | after
9s 8s  | 7s 6s 5s 2h 3d | 1000.39 | +95.03      | 900.36
9s 8s  | 7s 6s 5s 2h 3d | 50.00   | w-0         | 45.00
9s 8s  | 7s 6s 5s 2h 3d | 0.19    | w-4.99      | 0.18
9s 8s  | 7s 6s 5s 2h 3d | 0.09    | w-5         | 0.09
9s 8s  | 7s 6s 5s 2h 3d | 0.00    | w-5         | 0.00
As Ks  | Qs Js Ts 2h 3d | 0.01    | w-4.99      | 1000.00
As Ks  | Qs Js Ts 2h 3d | 0.00    | w-5         | 1000.00
9s 9h  | 9d 9c 2d 3h 4c | 0.00    | +1995       | 0.00
""")


@pytest.mark.parametrize("row", METERS, ids=row_id)
def test_a_share_of_a_small_meter_is_rounded_down_and_still_a_win(row: dict[str, str]) -> None:
    """Down to nothing at all: the award is listed all the same; odds are the house's whatever the meter shows (R1)."""
    out = settle(deal(row))
    check_progressive(only(out["seats"]), row["progressive"], "4.2")
    assert out["jackpot"]["after"] == row["after"]
    assert len(out["jackpot"]["awards"]) == (0 if row["player"] == "9s 9h" else 1)


def test_the_meter_is_told_where_it_was_given_and_nowhere_else() -> None:
    round = deal({"player": "As Ks", "board": "Qs Js Ts 2h 3d"})
    del round["seats"][0]["wagers"]["progressive"]
    out = settle(round)
    assert out["jackpot"] == {"before": "10000.00", "after": "10000.00", "awards": []}
    assert "progressive_hand" not in only(out["seats"])
    del round["jackpot"]
    assert "jackpot" not in settle(round)
