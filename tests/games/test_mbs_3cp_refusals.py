"""mbs-3cp: rounds that cannot be right, each refused at its place and by its clause."""

from typing import Any

import pytest

from tests.proving import Json, check_refusal, refusal, row_id, rows, settle

DOCUMENT = "mbs-3cp"


def deal() -> Json:
    """A round that is right: an Ante with everything beside it, a Pair Plus alone, and a progressive wager alone."""
    return {
        "pitlink": 1,
        "game": DOCUMENT,
        "jackpot": {"meter": "1000", "reset": "500", "unit": "5"},
        "limits": {"ante": {"min": "10", "max": "100"}},
        "cards": {"dealer": ["Kc", "Kd", "8s"], "community": ["2h", "2d"]},
        "seats": [
            {
                "position": 1,
                "cards": ["5s", "4s", "3s"],
                "wagers": {"ante": "10", "pair_plus": "5", "progressive": "5"},
                "decisions": ["play"],
            },
            {"position": 2, "cards": ["9s", "9c", "3c"], "wagers": {"pair_plus": "5"}},
            {"position": 7, "wagers": {"progressive": "5"}},
        ],
        "interpretations": {},
    }


def with_fault(field: str, value: Any) -> Json:
    """The right round with one field changed ("seats[0].decisions"), or taken out where the value is None."""
    round = deal()
    at: Any = round
    *path, last = field.replace("[", ".").replace("]", "").split(".")
    for step in path:
        at = at[int(step) if step.isdigit() else step]
    if value is None:
        del at[last]
    else:
        at[last] = value
    return round


def listed(text: str) -> list[str]:
    return [word.strip() for word in text.split(",")] if text else []


def test_the_round_without_a_fault_is_settled() -> None:
    assert [seat["net"] for seat in settle(deal())["seats"]] == ["265.00", "5.00", "0.00"]


DECISIONS = rows("""
clause | field              | decisions  | refused
# One decision, and only fold or play.
3.9    | seats[0].decisions |            | seats[0].decisions[0]
3.9    | seats[0].decisions | check      | seats[0].decisions[0]
3.9    | seats[0].decisions | Play       | seats[0].decisions[0]
3.9    | seats[0].decisions | play 2x    | seats[0].decisions[0]
3.9    | seats[0].decisions | continue   | seats[0].decisions[0]
3.9.2  | seats[0].decisions | play, play | seats[0].decisions[1]
3.9.2  | seats[0].decisions | play, fold | seats[0].decisions[1]
3.9.1  | seats[0].decisions | fold, fold | seats[0].decisions[1]
3.9.1  | seats[0].decisions | fold, play | seats[0].decisions[1]
""")


@pytest.mark.parametrize("row", DECISIONS, ids=row_id)
def test_a_hand_with_an_ante_takes_one_decision(row: dict[str, str]) -> None:
    round = with_fault(row["field"], listed(row["decisions"]))
    check_refusal(DOCUMENT, round, row["refused"], row["clause"])


@pytest.mark.parametrize("status", ["absent", "removed"])
def test_decisions_that_were_made_are_looked_at_even_where_some_may_be_missing(status: str) -> None:
    round = with_fault("seats[0].decisions", ["check"])
    round["seats"][0] |= {"status": status} | ({"clause": "5.7"} if status == "removed" else {})
    check_refusal(DOCUMENT, round, "seats[0].decisions[0]", "3.9")


@pytest.mark.parametrize("word", ["play", "fold"])
@pytest.mark.parametrize("seat", [1, 2], ids=["pair plus alone", "progressive alone"])
def test_a_hand_without_an_ante_has_nothing_to_decide(seat: int, word: str) -> None:
    assert refusal(with_fault(f"seats[{seat}].decisions", [word]))["field"] == f"seats[{seat}].decisions[0]"


def test_a_decision_with_pair_plus_alone_is_refused_by_the_clause_on_it() -> None:
    check_refusal(DOCUMENT, with_fault("seats[1].decisions", ["play"]), "seats[1].decisions[0]", "3.9.3")


CARDS = rows("""
clause | field           | cards          | refused
3.7    | cards.dealer    |                | cards.dealer
3.7    | cards.dealer    | Kc, Kd         | cards.dealer
3.7    | cards.dealer    | Kc, Kd, 8s, 7s | cards.dealer
3.7    | cards.community | 2h             | cards.community
# The card that an automated device adds is burned (3.7): it is no part of the round.
3.7    | cards.community | 2h, 2d, 2c     | cards.community
3.7    | seats[0].cards  |                | seats[0].cards
3.7    | seats[0].cards  | 5s, 4s         | seats[0].cards
3.7    | seats[0].cards  | 5s, 4s, 3s, 6s | seats[0].cards
3.7    | seats[1].cards  | 9s, 9c         | seats[1].cards
R49    | seats[2].cards  | 7s, 7c, 7d     | seats[2].cards
# One deck, no jokers, every card once.
2.1    | seats[0].cards  | 5s, 4s, 1s     | seats[0].cards[2]
2.1    | seats[0].cards  | 5s, 4s, Joker  | seats[0].cards[2]
2.1    | seats[0].cards  | 5s, 4s, 5s     | seats[0].cards[2]
2.1    | seats[0].cards  | 5s, 4s, 2h     | seats[0].cards[2]
2.1    | seats[1].cards  | 9s, 5♠, 3c     | seats[1].cards[1]
2.1    | cards.community | 2h, Kc         | cards.community[1]
""")


@pytest.mark.parametrize("row", CARDS, ids=row_id)
def test_the_cards_are_those_of_one_deck_and_as_many_as_are_dealt(row: dict[str, str]) -> None:
    check_refusal(DOCUMENT, with_fault(row["field"], listed(row["cards"])), row["refused"], row["clause"])


WAGERS = rows("""
clause | field                       | value  | refused
2.2.2  | seats[0].wagers.blind       | 10     | seats[0].wagers.blind
2.2.2  | seats[0].wagers.bonus       | 10     | seats[0].wagers.bonus
2.2.2  | seats[0].wagers.ante_bonus  | 10     | seats[0].wagers.ante_bonus
# Exactly one unit (R15).
3.4.2  | seats[0].wagers.progressive | 10     | seats[0].wagers.progressive
3.4.2  | seats[0].wagers.progressive | 2.50   | seats[0].wagers.progressive
3.4.2  | seats[0].wagers.progressive | 7.50   | seats[0].wagers.progressive
3.4.2  | seats[2].wagers.progressive | 25     | seats[2].wagers.progressive
       | seats[0].wagers.ante        | 0      | seats[0].wagers.ante
       | seats[0].wagers.pair_plus   | 0.00   | seats[0].wagers.pair_plus
       | seats[0].wagers.progressive | 0      | seats[0].wagers.progressive
       | seats[0].wagers.ante        | -10    | seats[0].wagers.ante
       | seats[0].wagers.ante        | 10.005 | seats[0].wagers.ante
# Limits are for what is placed before the deal, and the progressive wager has its unit.
R29    | limits.play                 | 10     | limits.play
R29    | limits.progressive          | 10     | limits.progressive
2.2.2  | limits.ante_bonus           | 10     | limits.ante_bonus
""")


@pytest.mark.parametrize("row", WAGERS, ids=row_id)
def test_wagers_are_those_of_the_layout_and_of_a_possible_amount(row: dict[str, str]) -> None:
    value: Any = {"min": row["value"]} if row["field"].startswith("limits") else row["value"]
    check_refusal(DOCUMENT, with_fault(row["field"], value), row["refused"], row["clause"] or None)


def test_play_follows_from_the_decision_and_is_not_written() -> None:
    """3.9.2 makes it equal to the Ante (R68); even the right amount is refused."""
    error = refusal(with_fault("seats[0].wagers.play", "10"))
    assert error["field"] == "seats[0].wagers.play"


def test_a_seat_needs_a_wager() -> None:
    check_refusal(DOCUMENT, with_fault("seats[0].wagers", {}), "seats[0].wagers", "3.4")
    check_refusal(DOCUMENT, with_fault("seats[0].wagers", None), "seats[0].wagers", "3.4")


def test_a_progressive_wager_needs_the_link() -> None:
    check_refusal(DOCUMENT, with_fault("jackpot", None), "jackpot", None)


@pytest.mark.parametrize("position", [0, 8, -1, "7", 7.0])
def test_the_largest_layout_has_seven_positions(position: object) -> None:
    check_refusal(DOCUMENT, with_fault("seats[2].position", position), "seats[2].position", "2.2")


@pytest.mark.parametrize("position", [1, 2])
def test_positions_stand_once_each_in_the_order_dealt(position: int) -> None:
    check_refusal(DOCUMENT, with_fault("seats[2].position", position), "seats[2].position", "3.7")


CONCERNING = rows("""
reading | switch                        | values
R1      | fixed_awards_from             | house, pool
R2      | progressive_stake             | by_wording, collected, returned
R3      | several_straight_flushes      | sequential, same_display, starting_value
R5      | royal_base                    | remaining, displayed
R13     | meter_floor                   | none, reset_value
R18     | ace_low_straight_flush        | straight_flush, flush
R63     | dealer_qualifies              | queen_high_or_better, contains_queen_or_higher
R64     | play_when_dealer_fails        | push, collected
R65     | ante_bonus                    | played_hands, not_on_loss, wins_only
R66     | pair_plus_on_fold             | in_play, lost
R67     | folded_ante_when_dealer_fails | lost, paid
""")


@pytest.mark.parametrize("row", CONCERNING, ids=row_id)
def test_a_switch_of_this_game_takes_its_values_and_no_other(row: dict[str, str]) -> None:
    """The first value is the default: writing it out changes nothing."""
    values = listed(row["values"])
    assert settle(with_fault("interpretations", {row["switch"]: values[0]})) == settle(deal())
    for value in values:
        settle(with_fault("interpretations", {row["switch"]: value}))
    for wrong in ("", "other", True, values):
        round = with_fault("interpretations", {row["switch"]: wrong})
        check_refusal(DOCUMENT, round, f"interpretations.{row['switch']}", row["reading"])


STRANGERS = rows("""
reading | switch                           | value
R6      | rws_major_order                  | dealt
R16     | lir_percentage                   | flat
R57     | bonus_on_loss                    | lost
R58     | bonus_on_standoff                | settled
R70     | ante_when_dealer_unpaired_wins   | push
R71     | folded_ante_when_dealer_unpaired | lose
R75     | blind_when_dealer_unpaired       | unaffected
R79     | rws_straight_suits               | not_all_equal
R90     | rws_declined_play                | lost
R93     | magic_card_pays                  | once
R97     | features_add_up                  | yes
R98     | feature_returns_stake            | no
# Readings that are no switch of a round, and no reading at all.
        | pair_plus_only_absent            | settled
        | declined_side_bets               | lost
        | queen_plays                      | yes
""")


@pytest.mark.parametrize("row", STRANGERS, ids=row_id)
def test_a_switch_that_does_not_concern_the_game_is_refused(row: dict[str, str]) -> None:
    """Even with its default: whoever sets it expects something that this game will not do."""
    error = refusal(with_fault("interpretations", {row["switch"]: row["value"]}))
    assert (error["field"], error["clause"]) == (f"interpretations.{row['switch']}", row["reading"] or None)


STRAYS = rows("""
field            | value
magic_card       | As
lucky_position   | 1
seats[0].clause  | 5.7
seats[0].status  | folded
seats[0].reveals | no
seats[0].warned  | yes
seats[0].play    | 10
cards.burned     | As
jackpot.seed     | 500
""")


@pytest.mark.parametrize("row", STRAYS, ids=row_id)
def test_what_this_game_does_not_have_is_refused(row: dict[str, str]) -> None:
    check_refusal(DOCUMENT, with_fault(row["field"], row["value"]), row["field"], None)


@pytest.mark.parametrize("clause", [None, "", "5.99", 5.7, "mbs-bj 5.7"])
def test_a_removed_hand_names_the_clause_of_the_ruling(clause: object) -> None:
    round = deal()
    round["seats"][0] |= {"status": "removed", "clause": clause}
    check_refusal(DOCUMENT, round, "seats[0].clause", None)
