"""mbs-thb 5: wagers outside the limits or without their Ante, players who are gone, hands taken out of play."""

from typing import Any

import pytest

from tests.proving import Json, cards, check_reason, check_seat, decisions, only, reasons, row_id, rows, settle

DOCUMENT = "mbs-thb"
WAGERS = ("ante", "flop", "turn", "river", "bonus", "progressive")
LIMITS = {"ante": {"min": "10", "max": "20"}, "bonus": {"min": "10", "max": "20"}}
CHECKED = "flop, check, check"
Row = dict[str, str]

# The same pair of jacks (10 to 1) against a dealer it beats with a straight flush, stands off with and loses to. Only
# the first has the straight or better that wins the Ante.
CARDS = {
    "wins": {"player": "Js Jh", "dealer": "2c 3d", "board": "Th 9h 8h 7h As"},
    "level": {"player": "Js Jh", "dealer": "Jc Jd", "board": "Ah Kd 9c 5s 4d"},
    "loses": {"player": "Js Jh", "dealer": "Qc Qd", "board": "Ah Kd 9c 5s 4d"},
}


def deal(wagers: dict[str, str], does: str, hands: str = "wins", limits: Json | None = None, **seat: Any) -> Json:
    """One seat at a link of 1,000; wagers with an empty amount are left out."""
    dealt = CARDS[hands]
    placed = {wager: amount for wager, amount in wagers.items() if amount}
    return {
        "pitlink": 1,
        "game": DOCUMENT,
        "jackpot": {"meter": "1000", "reset": "500", "unit": "5"},
        "limits": limits or {},
        "cards": {"dealer": cards(dealt["dealer"]), "community": cards(dealt["board"])},
        "seats": [
            {"position": 1, "cards": cards(dealt["player"]), "wagers": placed, "decisions": decisions(does), **seat}
        ],
    }


def check(round: Json, row: Row) -> Json:
    seat = only(settle(round)["seats"])
    check_seat(DOCUMENT, seat, {wager: row.get(wager, "") for wager in WAGERS}, row["proves"])
    return seat


# 5.13, 5.14, R27 to R32: Ante and Bonus from 10 to 20, the amounts placed in the first columns.

OUTSIDE = rows("""
proves    | a  | b  | hands | does               | warned | ante   | flop  | turn  | river | bonus      | progressive
# at the limits nothing is special
3.10.2    | 10 | 10 | wins  | flop, check, check |        | +10    | +20   |       |       | +100@4.1.1 | -5@4.2
3.10.2    | 20 | 20 | wins  | flop, check, check | yes    | +20    | +40   |       |       | +200@4.1.1 | -5@4.2
# under the minimum: settled as it lies, once
5.13      | 9  |    | wins  | flop, turn, river  |        | +9     | +18   | +9    | +9    |            | -5@4.2
5.13      | 9  |    | level | flop, check, check |        | =      | =     |       |       |            | -5@4.2
5.13      | 9  |    | loses | flop, check, check |        | -9     | -18   |       |       |            | -5@4.2
5.13      | 9  | 5  | wins  | fold               |        | -9     |       |       |       | -5@3.9.1   | -5@4.2
5.13      | 10 | 5  | wins  | flop, check, check |        | +10    | +20   |       |       | +50@4.1.1  | -5@4.2
5.13      | 10 | 5  | loses | flop, check, check |        | -10    | -20   |       |       | -5@3.10.3  | -5@4.2
# to a player who was warned it goes back, won or lost, and with an Ante everything that needs it
5.13 R32  | 9  | 10 | wins  | flop, turn, river  | yes    | <@5.13 | <@R32 | <@R32 | <@R32 | <@R32      | <@R32
5.13 R32  | 9  | 10 | loses | flop, check, check | yes    | <@5.13 | <@R32 |       |       | <@R32      | <@R32
5.13 R32  | 9  | 10 | wins  | fold               | yes    | <@5.13 |       |       |       | <@R32      | <@R32
5.13 R32  | 9  | 9  | wins  | flop, check, check | yes    | <@5.13 | <@R32 |       |       | <@5.13     | <@R32
5.13      | 10 | 9  | wins  | flop, check, check | yes    | +10    | +20   |       |       | <@5.13     | -5@4.2
5.13      | 10 | 9  | loses | flop, check, check | yes    | -10    | -20   |       |       | <@5.13     | -5@4.2
# over the maximum: won and lost at the maximum, the rest comes back; Flop, Turn and River follow the Ante in play
5.14      | 25 |    | wins  | flop, turn, river  |        | +20(5) | +40   | +20   | +20   |            | -5@4.2
5.14      | 25 |    | level | flop, turn, river  |        | =(5)   | =     | =     | =     |            | -5@4.2
5.14      | 25 |    | loses | flop, turn, river  |        | -20(5) | -40   | -20   | -20   |            | -5@4.2
5.14      | 25 | 30 | wins  | fold               |        | -20(5) |       |       |       | -20(10)    | -5@4.2
5.14      | 20 | 30 | wins  | flop, check, check |        | +20    | +40   |       |       | +200(10)   | -5@4.2
5.14      | 20 | 30 | loses | flop, check, check |        | -20    | -40   |       |       | -20(10)    | -5@4.2
5.14      | 20 | 30 | level | flop, check, check |        | =      | =     |       |       | +200(10)   | -5@4.2
5.14      | 25 | 30 | loses | flop, check, check | yes    | -20(5) | -40   |       |       | -20(10)    | -5@4.2
# one over, one under
5.14 5.13 | 25 | 9  | wins  | flop, check, check |        | +20(5) | +40   |       |       | +90@4.1.1  | -5@4.2
5.14 5.13 | 25 | 9  | wins  | flop, check, check | yes    | +20(5) | +40   |       |       | <@5.13     | -5@4.2
5.13 R32  | 9  | 30 | wins  | flop, check, check | yes    | <@5.13 | <@R32 |       |       | <@R32      | <@R32
""")


def outside(row: Row, **seat: Any) -> Json:
    wagers = {"ante": row["a"], "bonus": row["b"], "progressive": "5"}
    return deal(wagers, row["does"], row["hands"], LIMITS, warned=bool(row["warned"]), **seat)


@pytest.mark.parametrize("row", OUTSIDE, ids=row_id)
def test_wagers_outside_the_limits(row: Row) -> None:
    seat = check(outside(row), row)
    placed = {"ante": row["a"], "bonus": row["b"]}
    for wager, line in seat["wagers"].items():
        within = wager not in placed or 10 <= int(placed[wager]) <= 20
        cited = {"5.13", "5.14"} & {line["rule"], *line.get("also", ())}
        assert not (within and cited), f"{wager} is within its limits and cites {cited}"
        if line["outcome"] == "returned":
            assert line["returned"] == line["stake"]
            assert "excess" not in line, "a wager that is returned is returned whole"


def test_a_wager_returned_with_its_ante_is_returned_whole() -> None:
    round = deal({"ante": "9", "bonus": "30", "progressive": "5"}, "flop, turn, river", limits=LIMITS, warned=True)
    seat = only(settle(round)["seats"])
    stakes = {wager: line["returned"] for wager, line in seat["wagers"].items()}
    assert list(stakes.values()) == ["9.00", "18.00", "9.00", "9.00", "30.00", "5.00"]
    assert seat["net"] == "0.00"
    assert "progressive_hand" not in seat


def test_excess_stands_outside_the_stake_and_the_net() -> None:
    seat = only(settle(deal({"ante": "25"}, "fold", limits=LIMITS))["seats"])
    assert seat["net"] == "-20.00"
    line = {"stake": "20.00", "outcome": "lose", "pays": "0.00", "returned": "0.00", "excess": "5.00"}
    assert seat["wagers"]["ante"] == {**line, "rule": "3.9.1", "also": ["5.14"]}


@pytest.mark.parametrize("limit", [{"min": "10"}, {"max": "20"}], ids=str)
def test_one_limit_may_stand_without_the_other(limit: dict[str, str]) -> None:
    for ante, fault in (("9", "min"), ("25", "max")):
        line = only(settle(deal({"ante": ante}, CHECKED, limits={"ante": limit}))["seats"])["wagers"]["ante"]
        clause = {"min": "5.13", "max": "5.14"}[fault]
        assert line.get("also", []) == ([clause] if fault in limit else [])


def test_the_antes_limits_do_not_bind_the_wagers_that_follow_it() -> None:
    row = {"proves": "", "ante": "+20", "flop": "+40", "turn": "+20", "river": "+20"}
    check(deal({"ante": "20"}, "flop, turn, river", limits=LIMITS), row)


# 5.12.2, R49, R50: without an Ante no cards are dealt and the side bets go back.

WITHOUT_ANTE = rows("""
proves     | b | p | bonus | progressive
5.12.2     |   | 5 |       | <@5.12.2
R50        | 5 |   | <@R50 |
5.12.2 R50 | 5 | 5 | <@R50 | <@5.12.2
""")


@pytest.mark.parametrize("extra", [{}, {"status": "absent"}, {"warned": True}, {"reveals": False}], ids=str)
@pytest.mark.parametrize("row", WITHOUT_ANTE, ids=row_id)
def test_a_side_bet_without_an_ante_goes_back(row: Row, extra: dict[str, Any]) -> None:
    wagers = {"bonus": row["b"], "progressive": row["p"]}
    seat = check(deal(wagers, "", limits=LIMITS, cards=[], **extra), row)
    assert (seat["hand"], seat["net"]) == (None, "0.00")


# 5.11: gone before the Flop decision, the hand is invalid; gone later, the player has checked.

ABSENT = rows("""
proves   | hands | does              | ante   | flop   | turn   | river  | bonus  | progressive
5.11 R52 | wins  |                   | <@5.11 |        |        |        | <@R52  | <@5.11
5.11 R52 | loses |                   | <@5.11 |        |        |        | <@R52  | <@5.11
3.10.2   | wins  | flop              | +10    | +20    |        |        | +50    | -5
3.10.2   | wins  | flop, turn        | +10    | +20    | +10    |        | +50    | -5
3.10.2   | wins  | flop, check       | +10    | +20    |        |        | +50    | -5
3.10.4   | level | flop              | =      | =      |        |        | +50    | -5
3.10.3   | loses | flop              | -10    | -20    |        |        | -5     | -5
3.10.3   | loses | flop, turn        | -10    | -20    | -10    |        | -5     | -5
# nothing was left to decide: settled as usual
3.10.2   | wins  | flop, turn, river | +10    | +20    | +10    | +10    | +50    | -5
3.9.1    | wins  | fold              | -10    |        |        |        | -5     | -5
""")


@pytest.mark.parametrize("row", ABSENT, ids=row_id)
def test_an_absent_player(row: Row) -> None:
    round = deal({"ante": "10", "bonus": "5", "progressive": "5"}, row["does"], row["hands"], status="absent")
    seat = check(round, row)
    if row["does"]:
        assert seat["hand"] is not None
    else:
        assert (seat["hand"], seat["net"]) == (None, "0.00")
        assert "progressive_hand" not in seat
        assert reasons(round) == [[]]


def test_an_absent_player_who_has_checked_by_absence_is_settled_as_one_who_checked() -> None:
    wagers = {"ante": "10", "bonus": "5", "progressive": "5"}
    for gone, stayed in (("flop", CHECKED), ("flop, turn", "flop, turn, check"), ("flop, check", CHECKED)):
        assert settle(deal(wagers, gone, status="absent")) == settle(deal(wagers, stayed))


@pytest.mark.parametrize("does", ["flop", "flop, turn", "flop, check"])
def test_a_check_by_absence_is_told(does: str) -> None:
    round = deal({"ante": "10"}, does, status="absent")
    check_reason(DOCUMENT, round, 0, "the player was not there and is taken to have checked", "5.11")


def test_an_invalid_hand_wins_no_jackpot_and_its_over_maximum_ante_goes_back_whole() -> None:
    round = deal({"ante": "25", "progressive": "5"}, "", limits=LIMITS, status="absent")
    round["seats"][0]["cards"], round["cards"]["community"] = ["Kh", "Qh"], cards("Ah Jh Th 2c 5d")
    round["cards"]["dealer"] = ["8c", "8d"]
    settled = settle(round)
    check_seat(DOCUMENT, only(settled["seats"]), {"ante": "<@5.11", "progressive": "<@5.11"}, "5.11")
    assert only(settled["seats"])["wagers"]["ante"]["returned"] == "25.00"
    assert settled["jackpot"] == {"before": "1000.00", "after": "1000.00", "awards": []}


# 5.7, 5.9, 5.10, 5.16: a ruling took the hand out. Whatever was decided by then, every wager goes back by its clause.

REMOVALS = ("5.7", "5.7.1", "5.9", "5.10.1", "5.10.2", "5.16.1")


@pytest.mark.parametrize("does", ["", "flop", "flop, check", "flop, turn, river"])
@pytest.mark.parametrize("clause", REMOVALS)
def test_a_hand_taken_out_of_play_has_every_wager_returned(clause: str, does: str) -> None:
    placed = ["ante", "bonus", "progressive", *(word for word in decisions(does) if word in WAGERS)]
    row = {"proves": clause, **dict.fromkeys(placed, f"<@{clause}")}
    wagers = {"ante": "10", "bonus": "5", "progressive": "5"}
    seat = check(deal(wagers, does, status="removed", clause=clause), row)
    assert (seat["hand"], seat["net"]) == (None, "0.00")
    assert "progressive_hand" not in seat


@pytest.mark.parametrize("clause", ["5.1.1", "5.2", "5.3", "5.4", "5.8"])
def test_in_a_void_round_a_fold_a_loss_and_a_royal_flush_all_come_to_nothing(clause: str) -> None:
    """R39: also what was lost by a fold goes back. Such a round is written with every hand removed."""
    seats = []
    for position, hole, does in ((1, "Kh Qh", CHECKED), (2, "2c 3d", "fold"), (5, "4c 4d", "flop, turn, river")):
        wagers = {"ante": "10", "progressive": "5"}
        seats.append({"position": position, "cards": cards(hole), "wagers": wagers, "decisions": decisions(does)})
    round = deal({}, "")
    round["cards"] = {"dealer": ["8c", "8d"], "community": cards("Ah Jh Th 2d 5d")}
    round["seats"] = seats
    settled = settle(round)
    assert [seat["net"] for seat in settled["seats"]] == ["1025.00", "-15.00", "-55.00"]

    for seat in seats:
        seat |= {"status": "removed", "clause": clause}
    settled = settle(round)
    for seat in settled["seats"]:
        check_seat(DOCUMENT, seat, dict.fromkeys(seat["wagers"], f"<@{clause}"), clause)
        assert seat["net"] == "0.00"
    assert settled["jackpot"] == {"before": "1000.00", "after": "1000.00", "awards": []}


@pytest.mark.parametrize("dealt", ["", "Js", "Js Jh Qs"])
def test_a_removed_hand_may_have_too_few_or_too_many_cards(dealt: str) -> None:
    round = deal({"ante": "10"}, "", status="removed", clause="5.7", cards=cards(dealt))
    check(round, {"proves": "5.7", "ante": "<@5.7"})


def test_a_removed_hand_leaves_the_others_as_they_are() -> None:
    round = deal({"ante": "10", "progressive": "5"}, CHECKED)
    alone = settle(round)
    out = {"position": 4, "cards": ["Kh", "Qh"], "wagers": {"ante": "10", "progressive": "5"}, "decisions": ["flop"]}
    round["seats"].append({**out, "status": "removed", "clause": "5.9"})
    settled = settle(round)
    assert settled["seats"][0] == alone["seats"][0]
    assert settled["jackpot"] == alone["jackpot"]
