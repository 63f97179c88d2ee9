"""mbs-3cp 3.18 with R1 to R5, R13, R18 and R19: several jackpot hands in one round, and what the meter shows then."""

import pytest

from tests.proving import Json, cards, check_reason, check_seat, prove, row_id, rows, settle

DOCUMENT = "mbs-3cp"


def deal(row: dict[str, str], **more: object) -> Json:
    """Folded hands from position 1 on, each with an Ante of 10 and a progressive wager of 5.

    A row has the hands between bars of its own ("/") and may set the meter, the reset value and switches.
    """
    seats = [
        {
            "position": position,
            "cards": cards(hand),
            "wagers": {"ante": "10", "progressive": "5"},
            "decisions": ["fold"],
        }
        for position, hand in enumerate(row["hands"].split("/"), start=1)
    ]
    return {
        "pitlink": 1,
        "game": DOCUMENT,
        "jackpot": {"meter": row.get("meter", "1000.30"), "reset": row.get("reset", "500"), "unit": "5"},
        "cards": {"dealer": ["Kc", "Kd", "8s"], "community": cards(row["board"])},
        "seats": seats,
        "interpretations": dict(switch.split("=") for switch in row.get("reads", "").split()),
        **more,
    }


def check_jackpot(settled: Json, pool: str, house: str, after: str) -> None:
    """`pool` lists the awards in the order paid ("2: 95.02 3.18.1"), `house` what is paid beside them by 4.4."""
    awards = settled["jackpot"]["awards"]
    assert ", ".join(f"{each['position']}: {each['amount']} {each['rule']}" for each in awards) == pool
    assert settled["jackpot"]["after"] == after
    lines = {each["position"]: each["wagers"]["progressive"] for each in settled["seats"]}
    for award in awards:  # what the meter pays is what the position gets, by the same clause
        line = lines.pop(award["position"])
        assert (line["outcome"], line["pays"], line["rule"]) == ("win", award["amount"], award["rule"])
    won = {position: line for position, line in lines.items() if line["outcome"] == "win"}
    assert ", ".join(f"{position}: {line['pays']}" for position, line in won.items()) == house
    assert {line["rule"] for line in won.values()} <= {"4.4"}


def check(row: dict[str, str]) -> None:
    settled = settle(deal(row))
    check_jackpot(settled, row["pool"], row.get("house", ""), row["after"])
    cited = {
        clause
        for each in settled["seats"]
        for line in each["wagers"].values()
        for clause in (line["rule"], *line.get("also", ()))
    }
    clauses = row["proves"].split()
    assert set(clauses) <= cited
    prove(DOCUMENT, *clauses)


SEVERAL = rows("""
proves | board | hands                          | pool                             | house                 | after
# The example in R4: slices of 100.03 and 90.02, and the odd cent of 190.05 stays in the pool.
3.18.1 | 5h 6h | 2h 3h 4h / 7h 8h 9h            | 1: 95.02 3.18.1, 2: 95.02 3.18.1 |                       | 810.26
3.18.1 | 5h 6h | 7h 8h 9h / 2h 3h 4h            | 1: 95.02 3.18.1, 2: 95.02 3.18.1 |                       | 810.26
3.18.1 | 5h 6h | 2c 3c 4c / 7h 8h 9h / 2h 3h 4h | 2: 95.02 3.18.1, 3: 95.02 3.18.1 |                       | 810.26
# The royal flush is paid last, from what is then there, wherever it sits.
3.18.2 | Th Jh | Ah Kh Qh / 9h 8h 7h            | 2: 100.03 4.4, 1: 900.27 3.18.2  |                       | 500.00
3.18.2 | Th Jh | 9h 8h 7h / Ah Kh Qh            | 1: 100.03 4.4, 2: 900.27 3.18.2  |                       | 500.00
# Fixed awards are the house's and change no percentage; beside a royal flush they are lower hands all the same.
3.18.1 | 5h 6h | 5s 5d 5c / 2h 3h 4h / 7h 8h 9h | 2: 95.02 3.18.1, 3: 95.02 3.18.1 | 1: 2000.00            | 810.26
3.18.1 | 5h 6h | 2h 3h 4h / 6s 6d 5c / 7h 8h 9h | 1: 95.02 3.18.1, 3: 95.02 3.18.1 | 2: 200.00             | 810.26
3.18.2 | Th Jh | 2h 3h 5h / Ah Kh Qh / 9h 8h 7h | 3: 100.03 4.4, 2: 900.27 3.18.2  | 1: 100.00             | 500.00
3.18.2 | Th Jh | Ts Td Tc / Ah Kh Qh / 2h 3h 5h | 2: 1000.30 4.4                   | 1: 2000.00, 3: 100.00 | 500.00
3.18.2 | Th Jh | Ah Kh Qh / Ts Jd Tc            | 1: 1000.30 4.4                   | 2: 200.00             | 500.00
4.4    | Th Jh | Ts Td Tc / 9h 8h 7h / 2h 3h 5h | 2: 100.03 4.4                    | 1: 2000.00, 3: 100.00 | 900.27
4.4    | Th Jh | 2h 3h 5h / 4h 6h 8h            |                                  | 1: 100.00, 2: 100.00  | 1000.30
# Beside a hand that wins nothing a winner is alone.
4.4    | Th Jh | Ah Kh Qh / 2s 3s 5s            | 1: 1000.30 4.4                   |                       | 500.00
4.4    | 5h 6h | 2s 3s 4s / 7h 8h 9h            | 2: 100.03 4.4                    |                       | 900.27
""")


@pytest.mark.parametrize("row", SEVERAL, ids=row_id)
def test_several_jackpot_hands_at_one_table(row: dict[str, str]) -> None:
    check(row)


RANKS = "A23456789TJQKA"


@pytest.mark.parametrize("low", range(3, 10))
def test_wherever_two_straight_flushes_can_meet(low: int) -> None:
    """They share the two community cards and touch exactly there: seven pairs of runs, the last with a royal flush."""
    run = [f"{rank}h" for rank in RANKS[low - 3 : low + 5]]
    below, board, above = run[:3], run[3:5], run[5:]
    hands = f"{' '.join(below)} / {' '.join(above)}"
    settled = settle(deal({"hands": hands, "board": " ".join(board)}))
    if above[-1] == "Ah":
        check_jackpot(settled, "1: 100.03 4.4, 2: 900.27 3.18.2", "", "500.00")
    else:
        check_jackpot(settled, "1: 95.02 3.18.1, 2: 95.02 3.18.1", "", "810.26")


METERS = rows("""
proves | board | hands               | meter   | reset | pool                             | after
# Each slice and each share is rounded down to the cent; what is left over stays.
4.4    | 5h 6h | 2h 3h 4h            | 1000.09 | 0     | 1: 100.00 4.4                    | 900.09
4.4    | 5h 6h | 2h 3h 4h            | 0.19    | 0     | 1: 0.01 4.4                      | 0.18
3.18.1 | 5h 6h | 2h 3h 4h / 7h 8h 9h | 1000.00 | 0     | 1: 95.00 3.18.1, 2: 95.00 3.18.1 | 810.00
3.18.1 | 5h 6h | 2h 3h 4h / 7h 8h 9h | 1000.09 | 0     | 1: 95.00 3.18.1, 2: 95.00 3.18.1 | 810.09
3.18.1 | 5h 6h | 2h 3h 4h / 7h 8h 9h | 0.19    | 0     | 1: 0.01 3.18.1, 2: 0.01 3.18.1   | 0.17
3.18.1 | 5h 6h | 2h 3h 4h / 7h 8h 9h | 0.10    | 0     | 1: 0.00 3.18.1, 2: 0.00 3.18.1   | 0.10
3.18.2 | Th Jh | 9h 8h 7h / Ah Kh Qh | 0.19    | 0     | 1: 0.01 4.4, 2: 0.18 3.18.2      | 0.00
# A smaller award leaves the meter where it stands, even below the reset value (R13); a royal flush brings that back.
4.4    | 5h 6h | 2h 3h 4h            | 500.00  | 500   | 1: 50.00 4.4                     | 450.00
4.4    | Th Jh | Ah Kh Qh            | 100.00  | 500   | 1: 100.00 4.4                    | 500.00
4.4    | Th Jh | Ah Kh Qh            | 1000.30 | 0     | 1: 1000.30 4.4                   | 0.00
# An award of nothing is still an award.
4.4    | 5h 6h | 2h 3h 4h            | 0       | 500   | 1: 0.00 4.4                      | 0.00
4.4    | Th Jh | Ah Kh Qh            | 0       | 500   | 1: 0.00 4.4                      | 500.00
3.18.1 | 5h 6h | 2h 3h 4h / 7h 8h 9h | 0       | 500   | 1: 0.00 3.18.1, 2: 0.00 3.18.1   | 0.00
3.18.2 | Th Jh | 9h 8h 7h / Ah Kh Qh | 0       | 500   | 1: 0.00 4.4, 2: 0.00 3.18.2      | 500.00
""")


@pytest.mark.parametrize("row", METERS, ids=row_id)
def test_awards_are_exact_to_the_cent_at_any_meter(row: dict[str, str]) -> None:
    check(row)


TWO = {"board": "5h 6h", "hands": "2h 3h 4h / 7h 8h 9h"}
ROYAL = {"board": "Th Jh", "hands": "9h 8h 7h / Ah Kh Qh"}
FIXED = {"board": "Th Jh", "hands": "Ts Td Tc / 2h 3h 5h"}
ALL = {"board": "Th Jh", "hands": "Ah Kh Qh / 2h 3h 5h / 9h 8h 7h"}
LOW = {"board": "4h 5h", "hands": "Ah 2h 3h / 6h 7h 8h"}
DEALS = {"two": TWO, "one": TWO | {"hands": "2h 3h 4h"}, "royal": ROYAL, "fixed": FIXED, "all": ALL, "low ace": LOW}

READINGS = {
    "several_straight_flushes": rows("""
deal | reads          | meter   | reset | pool                               | house | after
two  | sequential     | 1000.30 | 500   | 1: 95.02 3.18.1, 2: 95.02 3.18.1   |       | 810.26
two  | same_display   | 1000.30 | 500   | 1: 100.03 3.18.1, 2: 100.03 3.18.1 |       | 800.24
two  | starting_value | 1000.30 | 500   | 1: 75.01 3.18.1, 2: 75.01 3.18.1   |       | 850.28
two  | starting_value | 1000.30 | 0     | 1: 50.01 3.18.1, 2: 50.01 3.18.1   |       | 900.28
# What the meter cannot bear is the house's.
two  | starting_value | 10.00   | 500   | 1: 25.50 3.18.1, 2: 25.50 3.18.1   |       | 0.00
one  | same_display   | 1000.30 | 500   | 1: 100.03 4.4                      |       | 900.27
one  | starting_value | 1000.30 | 500   | 1: 100.03 4.4                      |       | 900.27
"""),
    "royal_base": rows("""
deal  | reads     | meter   | reset | pool                             | house     | after
royal | remaining | 1000.30 | 500   | 1: 100.03 4.4, 2: 900.27 3.18.2  |           | 500.00
royal | displayed | 1000.30 | 500   | 1: 100.03 4.4, 2: 1000.30 3.18.2 |           | 500.00
all   | displayed | 1000.30 | 500   | 3: 100.03 4.4, 1: 1000.30 3.18.2 | 2: 100.00 | 500.00
"""),
    "meter_floor": rows("""
deal  | reads       | meter   | reset | pool                               | house | after
one   | none        | 520.00  | 500   | 1: 52.00 4.4                       |       | 468.00
one   | reset_value | 520.00  | 500   | 1: 52.00 4.4                       |       | 500.00
one   | reset_value | 1000.30 | 500   | 1: 100.03 4.4                      |       | 900.27
two   | none        | 520.00  | 500   | 1: 49.40 3.18.1, 2: 49.40 3.18.1   |       | 421.20
two   | reset_value | 520.00  | 500   | 1: 51.00 3.18.1, 2: 51.00 3.18.1   |       | 500.00
# Slices of 100.03 and, from the value restored, 100.00; the odd cent of 200.03 is no matter then.
two   | reset_value | 1000.30 | 1000  | 1: 100.01 3.18.1, 2: 100.01 3.18.1 |       | 1000.00
royal | none        | 520.00  | 500   | 1: 52.00 4.4, 2: 468.00 3.18.2     |       | 500.00
royal | reset_value | 520.00  | 500   | 1: 52.00 4.4, 2: 500.00 3.18.2     |       | 500.00
"""),
    # Straight flushes first, then the fixed awards in seat order, then a royal flush.
    "fixed_awards_from": rows("""
deal  | reads | meter   | reset | pool                                           | house                 | after
fixed | house | 5000.00 | 500   |                                                | 1: 2000.00, 2: 100.00 | 5000.00
fixed | pool  | 5000.00 | 500   | 1: 2000.00 4.4, 2: 100.00 4.4                  |                       | 2900.00
fixed | pool  | 2050.00 | 500   | 1: 2000.00 4.4, 2: 100.00 4.4                  |                       | 0.00
fixed | pool  | 1000.00 | 500   | 1: 2000.00 4.4, 2: 100.00 4.4                  |                       | 0.00
all   | house | 1000.30 | 500   | 3: 100.03 4.4, 1: 900.27 3.18.2                | 2: 100.00             | 500.00
all   | pool  | 1000.30 | 500   | 3: 100.03 4.4, 2: 100.00 4.4, 1: 800.27 3.18.2 |                       | 500.00
"""),
    "ace_low_straight_flush": rows("""
deal    | reads          | meter   | reset | pool                             | house     | after
low ace | straight_flush | 1000.30 | 500   | 1: 95.02 3.18.1, 2: 95.02 3.18.1 |           | 810.26
low ace | flush          | 1000.30 | 500   | 2: 100.03 4.4                    | 1: 100.00 | 900.27
"""),
}
READ = [{"switch": switch, **row} for switch, table in READINGS.items() for row in table]


@pytest.mark.parametrize("row", READ, ids=row_id)
def test_each_reading_of_the_jackpot_clauses_on_every_side(row: dict[str, str]) -> None:
    round = deal(row | DEALS[row["deal"]] | {"reads": f"{row['switch']}={row['reads']}"})
    check_jackpot(settle(round), row["pool"], row["house"], row["after"])


TOGETHER = rows("""
deal  | reset | reads                                                           | pool
fixed | 500   | fixed_awards_from=pool meter_floor=reset_value                  | 1: 2000.00 4.4, 2: 100.00 4.4
two   | 950   | several_straight_flushes=same_display meter_floor=reset_value   | 1: 100.03 3.18.1, 2: 100.03 3.18.1
two   | 950   | several_straight_flushes=starting_value meter_floor=reset_value | 1: 97.51 3.18.1, 2: 97.51 3.18.1
royal | 950   | royal_base=displayed meter_floor=reset_value                    | 1: 100.03 4.4, 2: 1000.30 3.18.2
""")


@pytest.mark.parametrize("row", TOGETHER, ids=row_id)
def test_a_meter_that_keeps_its_reset_value_stands_there_after_the_round(row: dict[str, str]) -> None:
    settled = settle(deal(row | DEALS[row["deal"]]))
    check_jackpot(settled, row["pool"], "", f"{row['reset']}.00")


def test_a_fixed_award_from_the_pool_comes_before_a_royal_flush() -> None:
    round = deal({"board": "Th Jh", "hands": "Ah Kh Qh / 2h 3h 5h", "reads": "fixed_awards_from=pool"})
    settled = settle(round)
    assert [(each["position"], each["amount"]) for each in settled["jackpot"]["awards"]] == [
        (2, "100.00"),
        (1, "900.30"),
    ]
    check_seat(DOCUMENT, settled["seats"][0], {"ante": "-10", "progressive": "+895.3"}, "3.18.2 4.4")


STAKES = rows("""
reads      | hand     | board | progressive
by_wording | Ah Kh Qh | Th Jh | +995.3@4.4
by_wording | 9h 8h 7h | Th Jh | +95.03@4.4
by_wording | 2h 3h 5h | Th Jh | +95@4.4
collected  | 9h 8h 7h | Th Jh | +95.03@4.4
collected  | 2h 3h 5h | Th Jh | +95@4.4
returned   | Ah Kh Qh | Th Jh | +1000.3@4.4
returned   | 9h 8h 7h | Th Jh | +100.03@4.4
returned   | Ts Td Tc | Th Jh | +2000@4.4
returned   | Ts Td Jc | Th Jh | +200@4.4
returned   | 2h 3h 5h | Th Jh | +100@4.4
returned   | 9s 8d 7c | Th Jh | -5@4.4
""")


@pytest.mark.parametrize("row", STAKES, ids=row_id)
def test_the_stake_of_an_award_is_kept_unless_the_reading_hands_it_back(row: dict[str, str]) -> None:
    """Dollars and percentages stand alone in this table (R2): "by wording" and "collected" come to the same."""
    settled = settle(deal(row | {"hands": row["hand"], "reads": f"progressive_stake={row['reads']}"}))
    check_seat(DOCUMENT, settled["seats"][0], {"ante": "-10@3.9.1", "progressive": row["progressive"]}, "4.4")


@pytest.mark.parametrize("reads", ["straight_flush", "flush"])
def test_suited_ace_two_three_is_a_straight_flush_of_three_cards_under_either_reading(reads: str) -> None:
    """3.3.1.2 names it in words; R18 is about five cards."""
    round = deal(LOW | {"hands": "Ah 2h 3h", "reads": f"ace_low_straight_flush={reads}"})
    round["seats"][0] |= {"wagers": {"ante": "10", "pair_plus": "5"}, "decisions": ["play"]}
    (seat,) = settle(round)["seats"]
    check_seat(DOCUMENT, seat, {"ante": "+10", "play": "+10", "ante_bonus": "+50", "pair_plus": "+200"}, "3.12.4")
    assert seat["hand"] == "straight flush"


def test_a_low_ace_is_told_as_the_flush_it_is_read_as() -> None:
    told = "own and community cards: flush, A 5 4 3 2, paid beside all other wagers"
    round = deal(LOW | {"reads": "ace_low_straight_flush=flush"})
    check_reason(DOCUMENT, round, 0, told, "3.13", "3.16", "4.4.1.5")
    assert settle(round)["seats"][0]["progressive_hand"] == "flush"


@pytest.mark.parametrize("shared", [TWO, LOW, ROYAL], ids=["two straight flushes", "ace low", "royal flush"])
def test_several_winners_are_told_so(shared: dict[str, str]) -> None:
    last = len(shared["hands"].split("/")) - 1
    check_reason(DOCUMENT, deal(shared), last, "several jackpot hands at this table in this round", "3.18")


def test_one_player_with_two_winning_hands_has_two_shares() -> None:
    """Winners are hands, not persons (R19)."""
    round = deal(TWO)
    for seat in round["seats"]:
        seat["player"] = "P-1"
    check_jackpot(settle(round), "1: 95.02 3.18.1, 2: 95.02 3.18.1", "", "810.26")


NOT_IN_PLAY = rows("""
proves | left                                | line
3.10.2 | declined                            | -5@3.10.2
5.11   | absent                              | <@5.11
5.7    | removed                             | <@5.7
R32    | under the minimum for a second time | <@R32
""")


@pytest.mark.parametrize("row", NOT_IN_PLAY, ids=row_id)
def test_a_straight_flush_that_is_not_in_play_neither_wins_nor_shares(row: dict[str, str]) -> None:
    """The other winner is then alone and has the whole 10 %."""
    round = deal(TWO, limits={"ante": {"min": "20"}})
    how: dict[str, Json] = {
        "declined": {"reveals": False},
        "absent": {"decisions": [], "status": "absent"},
        "removed": {"status": "removed", "clause": "5.7"},
        "under the minimum for a second time": {"warned": True},
    }
    round["seats"][0] |= how[row["left"]]
    settled = settle(round)
    seat = settled["seats"][0]
    progressive = {"wagers": {"progressive": seat["wagers"]["progressive"]}}
    check_seat(DOCUMENT, progressive, {"progressive": row["line"]}, row["proves"])
    assert "progressive_hand" not in seat
    check_jackpot(settled, "2: 100.03 4.4", "", "900.27")
