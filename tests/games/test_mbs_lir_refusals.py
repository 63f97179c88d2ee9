"""mbs-lir rounds that cannot be right: where they are refused, and by which clause."""

import json
from typing import Any

import pytest

from tests.proving import Json, check_refusal, decisions, refusal, row_id, rows, settle

DOCUMENT = "mbs-lir"


def good() -> Json:
    """A round that settles: each row of the tables below spoils one thing in it."""
    return {
        "pitlink": 1,
        "game": DOCUMENT,
        "jackpot": {"meter": "1000", "reset": "500", "unit": "5"},
        "limits": {"$": {"min": "5", "max": "100"}},
        "cards": {"community": ["2c", "5d"]},
        "seats": [
            {
                "position": 3,
                "cards": ["As", "Qd", "7h"],
                "wagers": {"1": "10", "2": "10", "$": "10", "progressive": "5"},
                "decisions": ["ride", "withdraw"],
            },
            {
                "position": 5,
                "cards": ["Ks", "Kd", "8h"],
                "wagers": {"1": "20", "2": "20", "$": "20"},
                "decisions": ["withdraw", "ride"],
            },
        ],
        "magic_card": "As",
        "lucky_position": 5,
        "interpretations": {"lir_percentage": "flat"},
    }


def spoiled(path: str, value: str) -> Json:
    """The good round with one field, "seats.0.cards", put to a JSON value; an empty value takes the field away."""
    round = good()
    *way, last = path.split(".")
    place: Any = round
    for step in way:
        place = place[int(step) if step.isdigit() and isinstance(place, list) else step]
    if value:
        place[last] = json.loads(value)
    else:
        del place[last]
    return round


def test_the_round_to_be_spoiled_is_good() -> None:
    assert [seat["net"] for seat in settle(good())["seats"]] == ["0.00", "40.00"]


WAGERS = rows("""
clause | spoil                       | to                                  | refused at
# three, and equal
3.4    | seats.0.wagers.1            |                                     | seats[0].wagers.1
3.4    | seats.0.wagers.2            |                                     | seats[0].wagers.2
3.4    | seats.0.wagers.$            |                                     | seats[0].wagers.$
3.4    | seats.1.wagers              | {"$": "20"}                         | seats[1].wagers.1
3.4    | seats.1.wagers              | {}                                  | seats[1].wagers
3.4    | seats.1.wagers              |                                     | seats[1].wagers
1.1.1  | seats.0.wagers.1            | "10.01"                             | seats[0].wagers.2
1.1.1  | seats.0.wagers.2            | "9.99"                              | seats[0].wagers.2
1.1.1  | seats.0.wagers.$            | "20"                                | seats[0].wagers.$
# no other area
2.2.1  | seats.0.wagers.3            | "10"                                | seats[0].wagers.3
2.2.1  | seats.0.wagers.ante         | "10"                                | seats[0].wagers.ante
2.2.1  | seats.0.wagers.play         | "10"                                | seats[0].wagers.play
2.2.1  | seats.0.wagers.magic_card   | "5"                                 | seats[0].wagers.magic_card
# whole credits, one or more
3.5    | seats.0.wagers.progressive  | "4.99"                              | seats[0].wagers.progressive
3.5    | seats.0.wagers.progressive  | "5.01"                              | seats[0].wagers.progressive
3.5    | seats.0.wagers.progressive  | "7.50"                              | seats[0].wagers.progressive
       | seats.0.wagers.progressive  | "0"                                 | seats[0].wagers.progressive
       | seats.0.wagers.1            | "0.00"                              | seats[0].wagers.1
       | seats.0.wagers.1            | "-10"                               | seats[0].wagers.1
       | seats.0.wagers.1            | "10.005"                            | seats[0].wagers.1
       | seats.0.wagers.1            | 10                                  | seats[0].wagers.1
       | jackpot                     |                                     | jackpot
# limits: one for the three, none for the progressive
3.4    | limits                      | {"1": {"min": "5"}, "2": {"min": "6"}} | limits.2
3.4    | limits                      | {"2": {"max": "5"}, "$": {"min": "5"}} | limits.$
R29    | limits                      | {"progressive": {"max": "50"}}      | limits.progressive
2.2.1  | limits                      | {"ante": {"max": "50"}}             | limits.ante
""")

DECISIONS = rows("""
clause | spoil             | to                                  | refused at
3.8    | seats.0.decisions | []                                  | seats[0].decisions[0]
3.8    | seats.0.decisions |                                     | seats[0].decisions[0]
3.8    | seats.0.decisions | ["fold"]                            | seats[0].decisions[0]
3.8    | seats.0.decisions | ["let it ride", "ride"]             | seats[0].decisions[0]
3.8    | seats.0.decisions | ["Ride", "ride"]                    | seats[0].decisions[0]
3.8    | seats.0.decisions | ["check", "ride"]                   | seats[0].decisions[0]
3.12   | seats.0.decisions | ["ride"]                            | seats[0].decisions[1]
3.12   | seats.0.decisions | ["withdraw"]                        | seats[0].decisions[1]
3.12   | seats.0.decisions | ["ride", "check"]                   | seats[0].decisions[1]
3.12   | seats.1.decisions | ["withdraw", "fold"]                | seats[1].decisions[1]
3.12   | seats.0.decisions | ["ride", 2]                         | seats[0].decisions[1]
       | seats.0.decisions | "ride"                              | seats[0].decisions
# the dealer turns the hands over: nobody can decline
R99    | seats.0.reveals   | false                               | seats[0].reveals
R99    | seats.1.reveals   | false                               | seats[1].reveals
""")

CARDS = rows("""
clause | spoil             | to                                  | refused at
3.6    | seats.0.cards     | ["As", "Qd"]                        | seats[0].cards
3.6    | seats.0.cards     | ["As", "Qd", "7h", "6h"]            | seats[0].cards
3.6    | seats.0.cards     | []                                  | seats[0].cards
3.6    | seats.0.cards     |                                     | seats[0].cards
# one deck, no jokers
2.1    | seats.0.cards     | ["As", "As", "7h"]                  | seats[0].cards[1]
2.1    | seats.0.cards     | ["As", "Qd", "5♦"]                  | seats[0].cards[2]
2.1    | seats.1.cards     | ["Ks", "Kd", "Qd"]                  | seats[1].cards[2]
2.1    | seats.1.cards     | ["Ks", "Kd", "Jo"]                  | seats[1].cards[2]
2.1    | cards.community   | ["2c", "1d"]                        | cards.community[1]
2.1    | cards.community   | ["2c", "2c"]                        | cards.community[1]
2.1    | magic_card        | "joker"                             | magic_card
2.1    | magic_card        | null                                | magic_card
# there is no dealer's hand
       | cards.dealer      | ["2d", "3d", "4d"]                  | cards.dealer
       | cards             |                                     | cards
""")

POSITIONS = rows("""
clause | spoil             | to                                  | refused at
R103   | seats.0.position  | 0                                   | seats[0].position
R103   | seats.1.position  | 8                                   | seats[1].position
R103   | seats.1.position  | "5"                                 | seats[1].position
R103   | seats.1.position  |                                     | seats[1].position
R103   | lucky_position    | 0                                   | lucky_position
R103   | lucky_position    | 8                                   | lucky_position
R103   | lucky_position    | true                                | lucky_position
# in the order dealt, each once
3.6    | seats.1.position  | 3                                   | seats[1].position
3.6    | seats.1.position  | 2                                   | seats[1].position
""")

READINGS = rows("""
clause | spoil                                  | to               | refused at
R16    | interpretations.lir_percentage         | "double"         | interpretations.lir_percentage
R93    | interpretations.magic_card_pays        | "twice"          | interpretations.magic_card_pays
R97    | interpretations.features_add_up        | "no"             | interpretations.features_add_up
R98    | interpretations.feature_returns_stake  | true             | interpretations.feature_returns_stake
# a reading that no settlement depends on; a status without what it needs
       | interpretations.lir_absent             | "ride"           | interpretations.lir_absent
       | seats.0.clause                         | "R33"            | seats[0].clause
       | seats.0.status                         | "removed"        | seats[0].clause
       | seats.0.status                         | "folded"         | seats[0].status
       | magic_cards                            | ["As"]           | magic_cards
""")


@pytest.mark.parametrize("row", WAGERS + DECISIONS + CARDS + POSITIONS + READINGS, ids=row_id)
def test_rounds_that_cannot_be_right(row: dict[str, str]) -> None:
    check_refusal(DOCUMENT, spoiled(row["spoil"], row["to"]), row["refused at"], row["clause"] or None)


ELSEWHERE = rows("""
reading | switch                         | value
R6      | rws_major_order                | dealt
R57     | bonus_on_loss                  | lost
R58     | bonus_on_standoff              | settled
R63     | dealer_qualifies               | queen_high_or_better
R64     | play_when_dealer_fails         | push
R65     | ante_bonus                     | played_hands
R66     | pair_plus_on_fold              | in_play
R67     | folded_ante_when_dealer_fails  | lost
R70     | ante_when_dealer_unpaired_wins | push
R71     | folded_ante_when_dealer_unpaired | lose
R75     | blind_when_dealer_unpaired     | unaffected
R79     | rws_straight_suits             | not_all_equal
R90     | rws_declined_play              | lost
""")


@pytest.mark.parametrize("row", ELSEWHERE, ids=row_id)
def test_switches_of_other_games_are_refused_even_at_their_default(row: dict[str, str]) -> None:
    error = refusal(spoiled(f"interpretations.{row['switch']}", json.dumps(row["value"])))
    assert (error["field"], error["clause"]) == (f"interpretations.{row['switch']}", row["reading"])


ALONE = rows("""
clause | more                                 | refused at
R49    | {"cards": ["9c", "9d", "9h"]}        | seats[2].cards
R49    | {"cards": ["9c"]}                    | seats[2].cards
R49    | {"decisions": ["ride", "ride"]}      | seats[2].decisions[0]
R99    | {"reveals": false}                   | seats[2].reveals
""")


@pytest.mark.parametrize("row", ALONE, ids=row_id)
def test_a_progressive_wager_alone_has_neither_cards_nor_decisions(row: dict[str, str]) -> None:
    round = good()
    round["seats"].append({"position": 7, "wagers": {"progressive": "5"}, **json.loads(row["more"])})
    check_refusal(DOCUMENT, round, row["refused at"], row["clause"] or None)


def test_unequal_wagers_are_told_which_amount_was_due() -> None:
    error = check_refusal(DOCUMENT, spoiled("seats.0.wagers.$", '"20"'), "seats[0].wagers.$", "1.1.1")
    assert (error["found"], error["expected"]) == ("20.00", "10.00, equal to wager 1")
    error = check_refusal(DOCUMENT, spoiled("seats.0.wagers.1", ""), "seats[0].wagers.1", "3.4")
    assert (error["found"], error["expected"]) == (None, "10.00, equal to wager 2")


THIRD = rows("""
decisions
ride, ride, ride
ride, ride, withdraw
withdraw, ride, withdraw
ride, withdraw, ride
withdraw, withdraw, ride
withdraw, withdraw, withdraw
""")


@pytest.mark.parametrize("row", THIRD, ids=row_id)
def test_there_is_no_third_decision(row: dict[str, str]) -> None:
    """After `1` and `2` only `$` is left, and 3.16 lets nobody touch it."""
    round = spoiled("seats.0.decisions", json.dumps(decisions(row["decisions"])))
    check_refusal(DOCUMENT, round, "seats[0].decisions[2]", "3.16")


@pytest.mark.parametrize("board", ["[]", '["2c"]', '["2c", "5d", "6d"]'])
def test_two_community_cards_are_dealt(board: str) -> None:
    check_refusal(DOCUMENT, spoiled("cards.community", board), "cards.community", "3.7")


@pytest.mark.parametrize("made", [[], ["ride"], ["withdraw"]], ids=" ".join)
def test_only_a_player_who_is_gone_or_a_hand_that_is_out_may_lack_decisions(made: list[str]) -> None:
    missing, clause = (f"seats[0].decisions[{len(made)}]", "3.12" if made else "3.8")
    round = spoiled("seats.0.decisions", json.dumps(made))
    check_refusal(DOCUMENT, round, missing, clause)
    for out in ({"status": "absent"}, {"status": "removed", "clause": "R33"}):
        round["seats"][0] |= out
        assert settle(round)["seats"][0]["position"] == 3


@pytest.mark.parametrize("out", [{"status": "absent"}, {"status": "removed", "clause": "R33"}])
def test_what_an_absent_player_decided_before_must_still_be_a_decision(out: Json) -> None:
    round = spoiled("seats.0.decisions", '["fold"]')
    round["seats"][0] |= out
    check_refusal(DOCUMENT, round, "seats[0].decisions[0]", "3.8")


@pytest.mark.parametrize("positions", [[1, 7], [6, 7], [1, 2]])
def test_seven_positions_lie_on_the_layout(positions: list[int]) -> None:
    round = good()
    for seat, position in zip(round["seats"], positions, strict=True):
        seat["position"] = position
    assert [seat["position"] for seat in settle(round)["seats"]] == positions


def test_a_full_table_is_settled() -> None:
    round = good()
    deck = [rank + suit for suit in "cdhs" for rank in "346789TJQKA"]
    seat = round["seats"][1]
    round["seats"] = [{**seat, "position": at + 1, "cards": deck[3 * at : 3 * at + 3]} for at in range(7)]
    assert len(settle(round)["seats"]) == 7
