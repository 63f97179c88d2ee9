"""mbs-3cp 3.10.2 and chapter 5: hands not shown, players not there, hands removed, wagers that should not lie so."""

import pytest

from tests.proving import Json, cards, check_seat, decisions, only, reasons, row_id, rows, settle

DOCUMENT = "mbs-3cp"
LINES = ("ante", "ante_bonus", "play", "pair_plus", "progressive")
DEALERS = {"lower": "Ac Jc 9c", "higher": "Ac Kh Qc", "equal": "5h 4h 3d", "fails": "Jc 8h 7c"}  # than a straight 5-4-3


def stakes(text: str) -> dict[str, str]:
    """ "ante 10, progressive 5" as wagers."""
    return dict(each.split() for each in text.split(", "))


def deal(row: dict[str, str], **more: object) -> Json:
    """A straight, 5-4-3, against a dealer who has less, more, the same, or does not qualify.

    With the community cards the straight wins no award.
    """
    seat = {
        "position": 1,
        "cards": cards(row.get("player", "5s 4c 3c")),
        "wagers": stakes(row["wagers"]),
        "decisions": decisions(row["does"]),
        **more,
    }
    return {
        "pitlink": 1,
        "game": DOCUMENT,
        "jackpot": {"meter": "1000", "reset": "500", "unit": "5"},
        "limits": {"ante": {"min": "10", "max": "100"}, "pair_plus": {"min": "5", "max": "50"}},
        "cards": {"dealer": cards(DEALERS[row.get("dealer", "lower")]), "community": ["2h", "2d"]},
        "seats": [seat],
    }


def check(row: dict[str, str], round: Json) -> Json:
    seat = only(settle(round)["seats"])
    check_seat(DOCUMENT, seat, {line: row.get(line, "") for line in LINES}, row["proves"])
    return seat


OVER = rows("""
proves | wagers                 | does | dealer | ante            | ante_bonus  | play        | pair_plus
5.14   | ante 150               | play | lower  | +100(50)@3.12.1 | +100@3.12.4 | +100@3.12.1 |
5.14   | ante 150               | play | higher | -100(50)@3.12.2 | +100@3.12.4 | -100@3.12.2 |
5.14   | ante 150               | play | equal  | =(50)@3.12.3    | +100@3.12.4 | =@3.12.3    |
5.14   | ante 150               | play | fails  | +100(50)@3.11.2 | +100@3.11.3 | =@3.11.1    |
5.14   | ante 150               | fold | lower  | -100(50)@3.9.1  |             |             |
5.14   | ante 100.01            | play | lower  | +100(0.01)      | +100        | +100        |
5.14   | pair_plus 60           |      | lower  |                 |             |             | +250(10)@3.12.5
5.14   | pair_plus 60           |      | fails  |                 |             |             | +250(10)@3.11.4
5.14   | ante 20, pair_plus 60  | fold | lower  | -20             |             |             | +250(10)@3.12.5
5.14   | ante 150, pair_plus 60 | play | higher | -100(50)        | +100        | -100        | +250(10)
""")


@pytest.mark.parametrize("row", OVER, ids=row_id)
def test_a_wager_over_the_maximum_is_settled_at_the_maximum(row: dict[str, str]) -> None:
    """Play and Ante Bonus follow the Ante in play (R28); the excess goes back whatever the outcome (R27)."""
    check(row, deal(row))


def test_a_losing_pair_plus_over_the_maximum_loses_the_maximum_only() -> None:
    row = {"proves": "5.14 3.12.5", "wagers": "pair_plus 60", "does": "", "player": "Kd 9s 4d", "pair_plus": "-50(10)"}
    seat = check(row, deal(row))
    assert seat["net"] == "-50.00"
    line = seat["wagers"]["pair_plus"]
    assert (line["stake"], line["returned"], line["excess"]) == ("50.00", "0.00", "10.00")


def test_the_excess_is_no_part_of_the_net() -> None:
    seat = only(settle(deal({"wagers": "ante 150", "does": "play", "dealer": "lower"}))["seats"])
    ante = seat["wagers"]["ante"]
    assert (ante["stake"], ante["pays"], ante["returned"], ante["excess"]) == ("100.00", "100.00", "100.00", "50.00")
    assert seat["wagers"]["play"]["stake"] == "100.00"
    assert "excess" not in seat["wagers"]["play"]
    assert seat["net"] == "300.00"


UNDER = rows("""
proves | wagers                             | does | dealer | ante      | ante_bonus | play | pair_plus | progressive
# The first time the wager stands, won or lost.
5.13   | ante 5                             | play | lower  | +5@3.12.1 | +5@3.12.4  | +5   |           |
5.13   | ante 5                             | play | higher | -5@3.12.2 | +5@3.12.4  | -5   |           |
5.13   | ante 5                             | play | equal  | =@3.12.3  | +5@3.12.4  | =    |           |
5.13   | ante 5                             | play | fails  | +5@3.11.2 | +5@3.11.3  | =    |           |
5.13   | ante 9.99                          | fold | lower  | -9.99     |            |      |           |
5.13   | pair_plus 4                        |      | lower  |           |            |      | +20       |
5.13   | ante 5, pair_plus 4, progressive 5 | fold | lower  | -5@3.9.1  |            |      | +20       | -5@4.4
""")

UNDER_AGAIN = rows("""
proves   | wagers                              | does | ante     | ante_bonus | play  | pair_plus  | progressive
# Returned, whatever the outcome; what needs the Ante goes with it (R32).
5.13 R32 | ante 5                              | play | <@5.13   |            | <@R32 |            |
5.13     | ante 5                              | fold | <@5.13   |            |       |            |
5.13 R32 | ante 5, progressive 5               | play | <@5.13   |            | <@R32 |            | <@R32
5.13 R32 | ante 5, progressive 5               | fold | <@5.13   |            |       |            | <@R32
# Pair Plus stands on its own, and a progressive wager beside it.
5.13 R32 | ante 5, pair_plus 5                 | play | <@5.13   |            | <@R32 | +25@3.12.5 |
5.13 R32 | ante 5, pair_plus 5, progressive 5  | play | <@5.13   |            | <@R32 | +25@3.12.5 | -5@4.4
5.13     | ante 5, pair_plus 5, progressive 5  | fold | <@5.13   |            |       | +25@3.12.5 | -5@4.4
# So does an Ante whose Pair Plus goes back.
5.13     | ante 10, pair_plus 4                | play | +10      | +10        | +10   | <@5.13     |
5.13     | ante 10, pair_plus 4, progressive 5 | fold | -10      |            |       | <@5.13     | -5@4.4
# No companion is left.
5.13 R32 | pair_plus 4, progressive 5          |      |          |            |       | <@5.13     | <@R32
5.13 R32 | ante 5, pair_plus 4, progressive 5  | play | <@5.13   |            | <@R32 | <@5.13     | <@R32
# A warning changes nothing for wagers within the limits, nor for one over the maximum.
3.12.1   | ante 10, pair_plus 5                | play | +10      | +10        | +10   | +25        |
5.14     | ante 150                            | play | +100(50) | +100       | +100  |            |
""")


@pytest.mark.parametrize("row", UNDER, ids=row_id)
def test_a_wager_under_the_minimum_stands_once(row: dict[str, str]) -> None:
    """Two kinds under the minimum in one round are the one time (R31)."""
    check(row, deal(row))


@pytest.mark.parametrize("row", UNDER_AGAIN, ids=row_id)
def test_a_player_who_was_warned_has_wagers_under_the_minimum_returned(row: dict[str, str]) -> None:
    check(row, deal(row, warned=True))


@pytest.mark.parametrize("warned", [False, True])
@pytest.mark.parametrize("wagers", ["ante 10, pair_plus 5", "ante 100, pair_plus 50"])
def test_limits_exactly_met_are_not_remarked_upon(wagers: str, *, warned: bool) -> None:
    seat = only(settle(deal({"wagers": wagers, "does": "play"}, warned=warned))["seats"])
    for line in seat["wagers"].values():
        assert line["outcome"] == "win"
        assert "excess" not in line
        assert not {"5.13", "5.14"} & set(line.get("also", ()))


def test_a_limit_binds_its_own_wager_only() -> None:
    round = deal({"wagers": "ante 150, pair_plus 1", "does": "play"}, warned=True)
    round["limits"] = {"ante": {"min": "10"}}
    row = {"proves": "3.12.1", "ante": "+150", "ante_bonus": "+150", "play": "+150", "pair_plus": "+5"}
    check(row, round)


ABSENT = rows("""
proves | wagers                              | does | ante       | ante_bonus | play | pair_plus | progressive
# The Play decision was still to be made.
5.11   | ante 10                             |      | <@5.11     |            |      |           |
5.11   | ante 10, pair_plus 5                |      | <@5.11     |            |      | <@5.11    |
5.11   | ante 10, progressive 5              |      | <@5.11     |            |      |           | <@5.11
5.11   | ante 10, pair_plus 5, progressive 5 |      | <@5.11     |            |      | <@5.11    | <@5.11
5.11   | ante 150, pair_plus 1               |      | <@5.11     |            |      | <@5.11    |
# It had been made: nothing is left to decide.
3.12.1 | ante 10, pair_plus 5                | play | +10@3.12.1 | +10@3.12.4 | +10  | +25       |
3.9.1  | ante 10, pair_plus 5, progressive 5 | fold | -10@3.9.1  |            |      | +25       | -5@4.4
# With Pair Plus alone there never is a decision (R54).
3.12.5 | pair_plus 5                         |      |            |            |      | +25       |
3.12.5 | pair_plus 5, progressive 5          |      |            |            |      | +25       | -5@4.4
""")


@pytest.mark.parametrize("row", ABSENT, ids=row_id)
def test_a_player_who_is_not_there_to_decide_has_everything_returned(row: dict[str, str]) -> None:
    seat = check(row, deal(row, status="absent"))
    assert seat["hand"] == (None if row["proves"] == "5.11" else "straight")


def test_what_is_returned_is_returned_whole() -> None:
    """An Ante over the maximum was never in play: there is no excess to set apart."""
    seat = only(settle(deal({"wagers": "ante 150", "does": ""}, status="absent"))["seats"])
    returned = {"stake": "150.00", "outcome": "returned", "pays": "0.00", "returned": "150.00", "rule": "5.11"}
    assert (seat["wagers"], seat["net"]) == ({"ante": returned}, "0.00")


REMOVALS = ("5.7", "5.7.1", "5.9", "5.10.1", "5.10.2", "5.16.1")
REMOVED = rows("""
wagers                              | does | ante | play | pair_plus | progressive
ante 10, pair_plus 5, progressive 5 |      | <    |      | <         | <
ante 10, pair_plus 5, progressive 5 | play | <    | <    | <         | <
pair_plus 5, progressive 5          |      |      |      | <         | <
progressive 5                       |      |      |      |           | <
ante 150, pair_plus 1               | play | <    | <    | <         |
""")


@pytest.mark.parametrize("clause", REMOVALS)
@pytest.mark.parametrize("row", REMOVED, ids=row_id)
def test_a_hand_out_of_play_has_every_wager_returned_by_the_ruling(row: dict[str, str], clause: str) -> None:
    expected = {line: f"{row[line]}@{clause}" for line in LINES if row.get(line)}
    seat = check({**expected, "proves": clause}, deal(row, status="removed", clause=clause))
    assert (seat["hand"], seat["net"]) == (None, "0.00")


def test_a_folded_hand_with_a_wrong_number_of_cards_has_its_ante_returned_too() -> None:
    """5.7 undoes the hand (R41), found before the next round."""
    row = {"proves": "5.7", "wagers": "ante 10, pair_plus 5", "does": "fold", "ante": "<@5.7", "pair_plus": "<@5.7"}
    check(row, deal(row, status="removed", clause="5.7"))


@pytest.mark.parametrize("hand", ["", "5s", "5s 4s", "5s 4s 3s 6s"])
def test_a_removed_hand_may_have_any_number_of_cards(hand: str) -> None:
    row = {"proves": "5.7", "wagers": "ante 10", "does": "", "player": hand, "ante": "<@5.7"}
    check(row, deal(row, status="removed", clause="5.7"))


DECLINED = rows("""
proves     | wagers                              | does | ante            | play        | pair_plus | progressive
3.10.2     | ante 10                             | play | -10@3.10.2      | -10@3.10.2  |           |
3.10.2 R59 | ante 10, pair_plus 5                | play | -10@3.10.2      | -10@3.10.2  | -5@3.10.2 |
3.10.2 R59 | ante 10, pair_plus 5, progressive 5 | play | -10@3.10.2      | -10@3.10.2  | -5@3.10.2 | -5@3.10.2
3.10.2 R59 | ante 10, pair_plus 5, progressive 5 | fold | -10@3.9.1       |             | -5@3.10.2 | -5@3.10.2
3.10.2 R59 | pair_plus 5, progressive 5          |      |                 |             | -5@3.10.2 | -5@3.10.2
3.10.2     | ante 150                            | play | -100(50)@3.10.2 | -100@3.10.2 |           |
""")


@pytest.mark.parametrize("dealer", DEALERS)
@pytest.mark.parametrize("hand", ["5s 4c 3c", "2s 2c 9s"])
@pytest.mark.parametrize("row", DECLINED, ids=row_id)
def test_a_hand_that_is_not_shown_loses_everything_whatever_it_is(row: dict[str, str], hand: str, dealer: str) -> None:
    """No bonus for the straight, no Pair Plus, no award for four twos; and no Ante from a dealer who fails (R59)."""
    round = deal(row | {"player": hand, "dealer": dealer}, reveals=False)
    seat = check(row, round)
    assert seat["hand"] is None
    assert "progressive_hand" not in seat
    assert settle(round)["jackpot"] == {"before": "1000.00", "after": "1000.00", "awards": []}


@pytest.mark.parametrize("wager", ["ante", "play"])
def test_a_declined_hand_against_a_failing_dealer_cites_the_reading_that_decides(wager: str) -> None:
    round = deal({"wagers": "ante 10", "does": "play", "dealer": "fails"}, reveals=False)
    line = only(settle(round)["seats"])["wagers"][wager]
    assert (line["rule"], line.get("also")) == ("3.10.2", ["R59"])


def test_a_folded_hand_that_is_not_shown_is_not_paid_by_a_failing_dealer() -> None:
    round = deal({"wagers": "ante 10", "does": "fold", "dealer": "fails"}, reveals=False)
    round["interpretations"] = {"folded_ante_when_dealer_fails": "paid"}
    assert only(settle(round)["seats"])["wagers"]["ante"]["outcome"] == "lose"


def test_a_declined_hand_is_not_told() -> None:
    """The cards were not shown: nothing is said about them, only that."""
    round = deal({"wagers": "ante 10", "does": "play"}, reveals=False)
    assert reasons(round) == [[("the hand was not shown", ("3.10.2",))]]


@pytest.mark.parametrize(
    ("status", "reveals"), [("present", True), ("present", False), ("absent", True), ("absent", False)]
)
def test_a_progressive_wager_alone_is_returned(status: str, *, reveals: bool) -> None:
    """Nobody deals to it (R49), nobody asks it for a decision, and it wins nothing."""
    row = {"proves": "5.12.2", "wagers": "progressive 5", "does": "", "player": "", "progressive": "<@5.12.2"}
    seat = check(row, deal(row, status=status, reveals=reveals))
    assert (seat["hand"], seat["net"]) == (None, "0.00")


def test_an_orphan_beside_a_hand_that_is_played() -> None:
    round = deal({"wagers": "ante 10", "does": "play"})
    round["seats"].append({"position": 2, "wagers": {"progressive": "5"}})
    settled = settle(round)["seats"]
    check_seat(DOCUMENT, settled[0], {"ante": "+10", "ante_bonus": "+10", "play": "+10"}, "3.12.1")
    check_seat(DOCUMENT, settled[1], {"progressive": "<@5.12.2"}, "5.12.2")
