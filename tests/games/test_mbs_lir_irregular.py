"""mbs-lir beside the normal course: limits, absence, hands taken out, a progressive wager alone (R32, R33, R56)."""

import pytest

from tests.proving import Json, cards, check_seat, decisions, only, row_id, rows, settle

DOCUMENT = "mbs-lir"

HANDS = {"wins": "As Ad 7h", "loses": "As Qd 7h", "flush": "As Ks 9s"}
BOARDS = {"wins": "2c 5d", "loses": "2c 5d", "flush": "5s 2s"}
CLASSES = {"wins": "one pair", "loses": "five odd cards", "flush": "flush"}
WAGERS = ("1", "2", "$", "progressive")


def deal(row: dict[str, str], **more: object) -> Json:
    """One seat at position 3, credits of 5; the row says stake, hand, decisions and what was out of order."""
    stake = row.get("stake", "10")
    seat: Json = {
        "position": 3,
        "cards": cards(HANDS[row["hand"]]),
        "wagers": {"1": stake, "2": stake, "$": stake},
        "decisions": decisions(row["does"]),
    }
    if row["progressive"]:
        seat["wagers"]["progressive"] = "5"
    if row.get("warned"):
        seat["warned"] = row["warned"] == "yes"
    return {
        "pitlink": 1,
        "game": DOCUMENT,
        "jackpot": {"meter": "1000", "reset": "500", "unit": "5"},
        "cards": {"community": cards(BOARDS[row["hand"]])},
        "seats": [seat],
        **more,
    }


def expected(row: dict[str, str]) -> dict[str, str]:
    return {wager: row[wager] for wager in WAGERS}


# Limits, by the siblings' 5.13 and 5.14 (R33); the three wagers have one limit

LIMITS = {"$": {"min": "10", "max": "100"}}

AT_THE_LIMITS = rows("""
proves   | stake  | warned | hand  | does               | 1               | 2               | $               | progressive
# the limits themselves are within the limits
3.3      | 10     | yes    | loses | ride, ride         | -10@3.3         | -10@3.3         | -10@3.3         | -5@4.2
3.3      | 100    | no     | loses | ride, ride         | -100@3.3        | -100@3.3        | -100@3.3        | -5@4.2
# under the minimum: settled once, won or lost …
R33 3.3  | 9.99   | no     | loses | ride, ride         | -9.99@3.3       | -9.99@3.3       | -9.99@3.3       | -5@4.2
R33 3.19 | 9.99   | no     | wins  | ride, ride         | +9.99@3.19      | +9.99@3.19      | +9.99@3.19      | -5@4.2
R33 3.14 | 0.01   |        | flush | ride, withdraw     | +0.08@3.19      | <@3.14          | +0.08@3.19      | +250@4.2
# … and then handed back, won or lost, and the progressive wager with its companions (R32)
R33 R32  | 9.99   | yes    | loses | ride, ride         | <@R33           | <@R33           | <@R33           | <@R32
R33 R32  | 9.99   | yes    | flush | ride, ride         | <@R33           | <@R33           | <@R33           | <@R32
R33      | 9.99   | yes    | wins  | ride, ride         | <@R33           | <@R33           | <@R33           |
# over the maximum: settled at the maximum, the excess handed back, warned or not
R33 3.3  | 100.01 | no     | loses | ride, ride         | -100(0.01)@3.3  | -100(0.01)@3.3  | -100(0.01)@3.3  | -5@4.2
R33 3.19 | 150    | yes    | wins  | ride, ride         | +100(50)@3.19   | +100(50)@3.19   | +100(50)@3.19   | -5@4.2
R33 3.19 | 150    | no     | flush | ride, ride         | +800(50)@3.19   | +800(50)@3.19   | +800(50)@3.19   | +250@4.2
# what is withdrawn goes back whole, without an excess beside it
R33 3.10 | 150    | no     | wins  | withdraw, withdraw | <@3.10          | <@3.14          | +100(50)@3.19   | -5@4.2
""")  # noqa: E501


@pytest.mark.parametrize("row", AT_THE_LIMITS, ids=row_id)
def test_wagers_at_the_limits(row: dict[str, str]) -> None:
    seat = only(settle(deal(row, limits=LIMITS))["seats"])
    check_seat(DOCUMENT, seat, expected(row), row["proves"])


@pytest.mark.parametrize("row", AT_THE_LIMITS, ids=row_id)
@pytest.mark.parametrize("named", [["1"], ["2"], ["1", "$"], ["1", "2", "$"]], ids=" ".join)
def test_limits_named_for_one_of_the_three_hold_for_all(row: dict[str, str], named: list[str]) -> None:
    limits = dict.fromkeys(named, LIMITS["$"])
    assert settle(deal(row, limits=limits)) == settle(deal(row, limits=LIMITS))


@pytest.mark.parametrize("stake", ["10", "55", "100"])
def test_a_wager_within_the_limits_is_settled_as_if_there_were_none(stake: str) -> None:
    row = {"hand": "wins", "stake": stake, "warned": "yes", "does": "ride, withdraw", "progressive": "yes"}
    assert settle(deal(row, limits=LIMITS)) == settle(deal(row))


def test_the_excess_stands_outside_returned_and_net() -> None:
    """What was withdrawn is not cut to the maximum: it goes back whole."""
    row = {"hand": "wins", "stake": "150", "does": "withdraw, withdraw", "progressive": ""}
    seat = only(settle(deal(row, limits=LIMITS))["seats"])
    whole = {"stake": "150.00", "outcome": "returned", "pays": "0.00", "returned": "150.00"}
    at_maximum = {"stake": "100.00", "outcome": "win", "pays": "100.00", "returned": "100.00", "rule": "3.19"}
    assert seat["wagers"]["1"] == {**whole, "rule": "3.10"}
    assert seat["wagers"]["2"] == {**whole, "rule": "3.14"}
    assert seat["wagers"]["$"] == {**at_maximum, "also": ["R33"], "excess": "50.00"}
    assert seat["net"] == "100.00"


def test_a_hand_whose_wagers_all_went_back_is_still_named() -> None:
    """Its cards were dealt; but no progressive wager is in play, so there is no progressive hand and no award."""
    row = {"hand": "flush", "stake": "5", "warned": "yes", "does": "ride, ride", "progressive": "yes"}
    settled = settle(deal(row, limits=LIMITS, magic_card="As", lucky_position=3))
    seat = only(settled["seats"])
    assert (seat["hand"], seat["net"]) == ("flush", "0.00")
    assert "progressive_hand" not in seat
    assert set(seat["wagers"]) == set(WAGERS)


# Absence: R56

ABSENT = rows("""
proves   | hand  | does               | 1        | 2        | $        | progressive
# gone before `1`: invalid, everything back, also what would have won
R56      | loses |                    | <@R56    | <@R56    | <@R56    | <@R56
R56      | wins  |                    | <@R56    | <@R56    | <@R56    | <@R56
R56      | flush |                    | <@R56    | <@R56    | <@R56    | <@R56
R56      | flush |                    | <@R56    | <@R56    | <@R56    |
# gone before `2`: it rides
3.3      | loses | ride               | -10@3.3  | -10@3.3  | -10@3.3  | -5@4.2
3.10     | loses | withdraw           | <@3.10   | -10@3.3  | -10@3.3  | -5@4.2
3.19     | wins  | ride               | +10@3.19 | +10@3.19 | +10@3.19 | -5@4.2
3.19     | flush | withdraw           | <@3.10   | +80@3.19 | +80@3.19 | +250@4.2
# gone when nothing is left to decide: settled as usual
3.3      | loses | ride, ride         | -10@3.3  | -10@3.3  | -10@3.3  | -5@4.2
3.14     | wins  | withdraw, withdraw | <@3.10   | <@3.14   | +10@3.19 | -5@4.2
""")


def absent(row: dict[str, str]) -> Json:
    round = deal(row)
    round["seats"][0]["status"] = "absent"
    return round


@pytest.mark.parametrize("row", ABSENT, ids=row_id)
def test_an_absent_player_gets_all_back_before_the_first_decision_and_rides_after_it(row: dict[str, str]) -> None:
    seat = only(settle(absent(row))["seats"])
    check_seat(DOCUMENT, seat, expected(row), row["proves"])
    assert seat["hand"] == (CLASSES[row["hand"]] if row["does"] else None)


@pytest.mark.parametrize("about_1", ["ride", "withdraw"])
@pytest.mark.parametrize("hand", ["loses", "wins"])
def test_a_wager_that_rides_for_an_absent_player_says_by_which_reading(about_1: str, hand: str) -> None:
    """No decision on `2` was made; that it rides and is not withdrawn is R56, so its line must cite it."""
    row = {"hand": hand, "does": about_1, "progressive": ""}
    assert only(settle(absent(row))["seats"])["wagers"]["2"]["also"] == ["R56"]


def test_an_invalid_hand_wins_neither_award_nor_feature() -> None:
    row = {"hand": "flush", "does": "", "progressive": "yes"}
    settled = settle({**absent(row), "magic_card": "As", "lucky_position": 3})
    seat = only(settled["seats"])
    check_seat(DOCUMENT, seat, dict.fromkeys(WAGERS, "<@R56"), "R56")
    assert "progressive_hand" not in seat
    assert settled["jackpot"] == {"before": "1000.00", "after": "1000.00", "awards": []}


# Hands taken out of play by a ruling: by the siblings' clauses (R33), in every phase

REMOVED = rows("""
clause      | hand  | does
R33         | loses |
R33         | flush | ride
R33         | flush | withdraw
R33         | wins  | ride, withdraw
R33         | flush | ride, ride
5.3         | flush | ride
mbs-thb 5.7 | wins  |
mbs-3cp 5.9 | flush | withdraw, withdraw
""")


@pytest.mark.parametrize("row", REMOVED, ids=row_id)
@pytest.mark.parametrize("own", ["", "2h 3h", "2h 3h 4h", "2h 3h 4h 6h"], ids=lambda text: f"{len(text.split())} cards")
def test_a_removed_hand_has_every_wager_returned_by_the_ruling(row: dict[str, str], own: str) -> None:
    """Also a wager withdrawn before, and whatever the number of cards; its draws pay nothing."""
    round = deal({**row, "progressive": "yes"}, magic_card="2h", lucky_position=3)
    round["seats"][0] |= {"status": "removed", "clause": row["clause"], "cards": cards(own)}
    settled = settle(round)
    seat = only(settled["seats"])
    check_seat(DOCUMENT, seat, dict.fromkeys(WAGERS, f"<@{row['clause']}"))
    assert (seat["hand"], seat["net"]) == (None, "0.00")
    assert settled["jackpot"]["awards"] == []


@pytest.mark.parametrize("out", [{"status": "removed", "clause": "R33"}, {"status": "absent", "decisions": []}])
def test_a_hand_that_is_out_takes_no_share_of_the_jackpot(out: Json) -> None:
    """Two straight flushes were dealt; one is out, so the other has its ten per cent alone."""
    round = deal({"hand": "wins", "does": "ride, ride", "progressive": "yes"})
    round["cards"]["community"] = cards("5h 6h")
    first = {**round["seats"][0], "cards": cards("2h 3h 4h")}
    last = {**round["seats"][0], "cards": cards("7h 8h 9h"), "position": 5, **out}
    settled = settle({**round, "seats": [first, last]})
    assert settled["jackpot"] == {
        "before": "1000.00",
        "after": "900.00",
        "awards": [{"position": 3, "hand": "straight flush", "amount": "100.00", "rule": "4.2"}],
    }
    assert settled["seats"][1]["net"] == "0.00"


# A progressive wager without `1`, `2` and `$`


@pytest.mark.parametrize("more", [{}, {"cards": []}, {"decisions": []}, {"status": "absent"}, {"warned": True}])
def test_a_progressive_wager_alone_is_returned(more: Json) -> None:
    """It was found too late to cancel (the siblings' 5.12.2): no cards, no hand, no feature."""
    round = deal({"hand": "flush", "does": "ride, ride", "progressive": "yes"}, magic_card="5s", lucky_position=4)
    round["seats"].append({"position": 4, "wagers": {"progressive": "5"}, **more})
    settled = settle(round)
    alone = settled["seats"][1]
    check_seat(DOCUMENT, alone, {"progressive": "<@R33"}, "R33")
    assert (alone["hand"], alone["net"]) == (None, "0.00")
    assert settled["seats"][0]["wagers"]["magic_card"]["pays"] == "25.00"
