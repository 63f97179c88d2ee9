"""mbs-uth rounds that cannot be right: each is the good round with one thing changed, refused at that very place."""

from typing import Any

import pytest

from tests.proving import Json, check_refusal, decisions, refusal, row_id, rows, settle

DOCUMENT = "mbs-uth"
SEAT = "seats[0]"


def good_round() -> Json:
    return {
        "pitlink": 1,
        "game": DOCUMENT,
        "jackpot": {"meter": "10000", "reset": "1000", "unit": "5"},
        "cards": {"dealer": ["Ks", "Kd"], "community": ["2c", "5h", "8d", "9s", "Jc"]},
        "seats": [
            {
                "position": 1,
                "cards": ["As", "Ad"],
                "wagers": {"ante": "25", "blind": "25", "trips": "5", "progressive": "5"},
                "decisions": ["play 4x"],
            }
        ],
    }


def changed(**seat: object) -> Json:
    """The good round with some fields of its seat changed; None takes a field away."""
    round = good_round()
    fields = round["seats"][0] | seat
    round["seats"] = [{field: value for field, value in fields.items() if value is not None}]
    return round


def test_the_good_round_is_settled() -> None:
    assert settle(good_round())["seats"][0]["net"] == "115.00"


# Three stages, each with its own choices: what is not among them, what is missing, and what comes after the last.
DECISIONS = rows("""
does                           | at | clause  | expected
fold                           | 0  | 3.9     | check, play 3x or play 4x
play                           | 0  | 3.9     | check, play 3x or play 4x
play 1x                        | 0  | 3.9     | check, play 3x or play 4x
play 2x                        | 0  | 3.9     | check, play 3x or play 4x
play 5x                        | 0  | 3.9     | check, play 3x or play 4x
Check                          | 0  | 3.9     | check, play 3x or play 4x
check, fold                    | 1  | 3.9.4   | check or play 2x
check, play 1x                 | 1  | 3.9.4   | check or play 2x
check, play 3x                 | 1  | 3.9.4   | check or play 2x
check, play 4x                 | 1  | 3.9.4   | check or play 2x
check, check, check            | 2  | 3.9.6   | fold or play 1x
check, check, play 2x          | 2  | 3.9.6   | fold or play 1x
check, check, play 4x          | 2  | 3.9.6   | fold or play 1x
                               | 0  | 3.9     | check, play 3x or play 4x
check                          | 1  | 3.9.4   | check or play 2x
check, check                   | 2  | 3.9.6   | fold or play 1x
play 4x, check                 | 1  | 3.9.2   | nothing: there is no decision left to make
play 3x, play 2x               | 1  | 3.9.2   | nothing: there is no decision left to make
check, play 2x, fold           | 2  | 3.9.4.2 | nothing: there is no decision left to make
check, check, fold, fold       | 3  | 3.9.6.1 | nothing: there is no decision left to make
check, check, play 1x, play 1x | 3  | 3.9.6.2 | nothing: there is no decision left to make
""")


@pytest.mark.parametrize("row", DECISIONS, ids=row_id)
def test_decisions_are_those_of_their_stage(row: dict[str, str]) -> None:
    made = decisions(row["does"])
    at = int(row["at"])
    error = check_refusal(DOCUMENT, changed(decisions=made), f"{SEAT}.decisions[{at}]", row["clause"])
    assert (error["found"], error["expected"]) == (made[at] if at < len(made) else None, row["expected"])


@pytest.mark.parametrize(("made", "at", "clause"), [(["fold"], 0, "3.9"), (["check", "play 4x"], 1, "3.9.4")])
@pytest.mark.parametrize("status", ["absent", "removed"])
def test_what_an_absent_player_decided_before_is_checked_too(
    made: list[str], at: int, clause: str, status: str
) -> None:
    ruling = "5.9" if status == "removed" else None
    round = changed(decisions=made, status=status, clause=ruling)
    check_refusal(DOCUMENT, round, f"{SEAT}.decisions[{at}]", clause)


# Ante and Blind go together and are equal (R77); the progressive wager is one to five units (R15).
WAGERS = rows("""
wagers                              | field       | clause | expected
ante 25, blind 20                   | blind       | 1.1.2  | 25.00, equal to the ante
ante 25, blind 25.01                | blind       | 1.1.2  | 25.00, equal to the ante
ante 25                             | blind       | 3.4    | 25.00, equal to the ante
ante 25, trips 5                    | blind       | 3.4    | 25.00, equal to the ante
blind 25                            | ante        | 3.4    | 25.00, equal to the blind
blind 25, progressive 5             | ante        | 3.4    | 25.00, equal to the blind
ante 25, blind 25, bonus 5          | bonus       | 2.2.2  | no such wager; one of ante, blind, trips, progressive
ante 25, blind 25, pair_plus 5      | pair_plus   | 2.2.2  | no such wager; one of ante, blind, trips, progressive
ante 25, blind 25, progressive 30   | progressive | 3.5.3  | 1 to 5 times 5.00, the unit
ante 25, blind 25, progressive 7.50 | progressive | 3.5.3  | 1 to 5 times 5.00, the unit
ante 25, blind 25, progressive 2.50 | progressive | 3.5.3  | 1 to 5 times 5.00, the unit
ante 25, blind 25, progressive 5.01 | progressive | 3.5.3  | 1 to 5 times 5.00, the unit
progressive 30                      | progressive | 3.5.3  | 1 to 5 times 5.00, the unit
ante 0, blind 0                     | ante        |        | more than 0.00
ante 25, blind 25, trips 0.00       | trips       |        | more than 0.00
""")


@pytest.mark.parametrize("row", WAGERS, ids=row_id)
def test_wagers_are_those_of_the_layout_in_their_amounts(row: dict[str, str]) -> None:
    wagers = dict(wager.split() for wager in row["wagers"].split(", "))
    field = f"{SEAT}.wagers.{row['field']}"
    error = check_refusal(DOCUMENT, changed(wagers=wagers), field, row["clause"] or None)
    assert error["expected"] == row["expected"]


def test_the_documented_refusal_is_given_as_documented() -> None:
    wagers = {"ante": "25.00", "blind": "20.00"}
    documented = {
        "field": "seats[0].wagers.blind",
        "found": "20.00",
        "expected": "25.00, equal to the ante",
        "clause": "1.1.2",
    }
    assert refusal(changed(wagers=wagers)) == documented


@pytest.mark.parametrize("units", [1, 2, 3, 4, 5])
def test_one_to_five_units_are_taken(units: int) -> None:
    wagers = {"ante": "25", "blind": "25", "progressive": str(5 * units)}
    line = settle(changed(wagers=wagers))["seats"][0]["wagers"]["progressive"]
    assert line["stake"] == f"{5 * units}.00"


def test_play_follows_from_the_decisions_and_is_not_written_as_a_wager() -> None:
    """2.2.2 has an area for Play, so the layout is not what speaks against it, and no clause is cited."""
    check_refusal(DOCUMENT, changed(wagers={"ante": "25", "blind": "25", "play": "100"}), f"{SEAT}.wagers.play", None)


SEATS: list[tuple[dict[str, Any], str, str | None]] = [
    ({"wagers": {}}, "wagers", "3.4"),
    ({"wagers": None}, "wagers", "3.4"),
    ({"position": 0}, "position", "2.2"),
    ({"position": 8}, "position", "2.2"),
    ({"cards": ["As"]}, "cards", "3.7"),
    ({"cards": ["As", "Ad", "Ah"]}, "cards", "3.7"),
    ({"cards": None}, "cards", "3.7"),
    ({"cards": ["As", "Ks"]}, "cards[1]", "2.1"),
    ({"cards": ["As", "As"]}, "cards[1]", "2.1"),
    ({"cards": ["As", "Joker"]}, "cards[1]", "2.1"),
    ({"status": "gone"}, "status", None),
    ({"status": "removed"}, "clause", None),
    ({"status": "removed", "clause": "5.99"}, "clause", None),
    ({"clause": "5.7"}, "clause", None),
    # a side bet alone has no hand (R49): no cards, nothing to decide
    ({"wagers": {"trips": "5"}, "decisions": []}, "cards", "R49"),
    ({"wagers": {"trips": "5"}, "cards": [], "decisions": ["check"]}, "decisions[0]", "R49"),
]


@pytest.mark.parametrize(("seat", "field", "clause"), SEATS, ids=str)
def test_a_seat_is_on_the_layout_with_two_cards_of_one_deck(
    seat: dict[str, Any], field: str, clause: str | None
) -> None:
    check_refusal(DOCUMENT, changed(**seat), f"{SEAT}.{field}", clause)


@pytest.mark.parametrize("position", [1, 7])
def test_the_first_and_the_seventh_position_are_on_the_layout(position: int) -> None:
    assert settle(changed(position=position))["seats"][0]["position"] == position


@pytest.mark.parametrize("second", [1, 2], ids=["out of turn", "twice"])
def test_seats_stand_in_the_order_dealt_each_once(second: int) -> None:
    round = changed(position=2)
    round["seats"].append(round["seats"][0] | {"position": second, "cards": ["Qs", "Qd"]})
    check_refusal(DOCUMENT, round, "seats[1].position", "3.7")


ROUNDS: list[tuple[dict[str, Any], str, str | None]] = [
    ({"cards": {"dealer": ["Ks"], "community": ["2c", "5h", "8d", "9s", "Jc"]}}, "cards.dealer", "3.7"),
    ({"cards": {"dealer": ["Ks", "Kd", "Kh"], "community": ["2c", "5h", "8d", "9s", "Jc"]}}, "cards.dealer", "3.7"),
    ({"cards": {"community": ["2c", "5h", "8d", "9s", "Jc"]}}, "cards.dealer", "3.7"),
    ({"cards": {"dealer": ["Ks", "Kd"], "community": ["2c", "5h", "8d", "9s"]}}, "cards.community", "3.7"),
    ({"cards": {"dealer": ["Ks", "Kd"], "community": ["2c", "5h", "8d", "9s", "Jc", "3c"]}}, "cards.community", "3.7"),
    ({"cards": {"dealer": ["Ks", "Kd"], "community": ["2c", "5h", "8d", "Ks", "Jc"]}}, "cards.community[3]", "2.1"),
    ({"jackpot": None}, "jackpot", None),
    ({"magic_card": "As"}, "magic_card", None),
    ({"lucky_position": 1}, "lucky_position", None),
    # limits are for what is placed before the deal, the progressive wager excepted (R29); the Blind has the Ante's
    ({"limits": {"play": {"max": "100"}}}, "limits.play", "R29"),
    ({"limits": {"progressive": {"max": "100"}}}, "limits.progressive", "R29"),
    ({"limits": {"bonus": {"max": "100"}}}, "limits.bonus", "2.2.2"),
    ({"limits": {"ante": {"min": "10"}, "blind": {"min": "20"}}}, "limits.blind", "3.4"),
    ({"limits": {"ante": {"min": "10", "max": "5"}}}, "limits.ante.min", None),
    # switches of other games, readings that are no switches of this format, values that are none
    ({"interpretations": {"bonus_on_loss": "settled"}}, "interpretations.bonus_on_loss", "R57"),
    ({"interpretations": {"dealer_qualifies": "queen_high_or_better"}}, "interpretations.dealer_qualifies", "R63"),
    ({"interpretations": {"rws_major_order": "dealt"}}, "interpretations.rws_major_order", "R6"),
    ({"interpretations": {"lir_percentage": "flat"}}, "interpretations.lir_percentage", "R16"),
    ({"interpretations": {"trips_others": "any_hand"}}, "interpretations.trips_others", None),
    ({"interpretations": {"luck": "good"}}, "interpretations.luck", None),
    (
        {"interpretations": {"ante_when_dealer_unpaired_wins": "win"}},
        "interpretations.ante_when_dealer_unpaired_wins",
        "R70",
    ),
    (
        {"interpretations": {"folded_ante_when_dealer_unpaired": "paid"}},
        "interpretations.folded_ante_when_dealer_unpaired",
        "R71",
    ),
    ({"interpretations": {"blind_when_dealer_unpaired": "lose"}}, "interpretations.blind_when_dealer_unpaired", "R75"),
]


@pytest.mark.parametrize(("fields", "field", "clause"), ROUNDS, ids=str)
def test_a_round_has_the_cards_limits_and_readings_of_this_game(
    fields: dict[str, Any], field: str, clause: str | None
) -> None:
    round = {name: value for name, value in (good_round() | fields).items() if value is not None}
    check_refusal(DOCUMENT, round, field, clause)


def test_the_defaults_may_be_written_out() -> None:
    defaults = {
        "fixed_awards_from": "house",
        "progressive_stake": "by_wording",
        "several_straight_flushes": "sequential",
        "royal_base": "remaining",
        "meter_floor": "none",
        "ace_low_straight_flush": "straight_flush",
        "ante_when_dealer_unpaired_wins": "push",
        "folded_ante_when_dealer_unpaired": "lose",
        "blind_when_dealer_unpaired": "unaffected",
    }
    assert settle(good_round() | {"interpretations": defaults}) == settle(good_round())
