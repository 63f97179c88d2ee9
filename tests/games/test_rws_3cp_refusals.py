"""rws-3cp, rounds that cannot be right: refused whole, with the field and the clause."""

from typing import Any

import pytest

from tests.proving import Json, check_refusal, only, refusal, row_id, rows, settle

DOCUMENT = "rws-3cp"


def deal(**seat: Any) -> Json:
    """A round that is right; `seat` replaces fields of its only seat."""
    return {
        "pitlink": 1,
        "game": DOCUMENT,
        "jackpot": {"meter": "1000", "reset": "500", "unit": "5"},
        "cards": {"dealer": ["Qs", "6d", "2c"], "community": ["Tc", "5c"]},
        "seats": [
            {
                "position": 1,
                "cards": ["Ah", "Kd", "9c"],
                "wagers": {"ante": "10", "pair_plus": "5", "progressive": "5"},
                "decisions": ["play"],
                **seat,
            }
        ],
    }


def test_the_round_that_the_others_spoil_is_right() -> None:
    assert only(settle(deal())["seats"])["net"] == "10.00"


DECISIONS = rows("""
decisions | field                 | clause | expected
          | seats[0].decisions[0] | 3.12   | fold or play
check     | seats[0].decisions[0] | 3.12   | fold or play
play 1x   | seats[0].decisions[0] | 3.12   | fold or play
Play      | seats[0].decisions[0] | 3.12   | fold or play
play,play | seats[0].decisions[1] | 3.12.2 | nothing: there is no decision left to make
play,fold | seats[0].decisions[1] | 3.12.2 | nothing: there is no decision left to make
fold,play | seats[0].decisions[1] | 3.12.1 | nothing: there is no decision left to make
""")


@pytest.mark.parametrize("row", DECISIONS, ids=row_id)
def test_with_an_ante_there_is_one_decision(row: dict[str, str]) -> None:
    made = row["decisions"].split(",") if row["decisions"] else []
    error = check_refusal(DOCUMENT, deal(decisions=made), row["field"], row["clause"])
    assert error["expected"] == row["expected"]


@pytest.mark.parametrize("status", ["absent", "removed"])
def test_a_player_gone_or_a_hand_out_may_lack_a_decision_but_not_have_one_too_many(status: str) -> None:
    out: Json = {"status": status} | ({"clause": "5.15"} if status == "removed" else {})
    settle(deal(decisions=[], **out))
    check_refusal(DOCUMENT, deal(decisions=["play", "fold"], **out), "seats[0].decisions[1]", "3.12.2")
    check_refusal(DOCUMENT, deal(decisions=["check"], **out), "seats[0].decisions[0]", "3.12")


@pytest.mark.parametrize("word", ["play", "fold"])
def test_pair_plus_alone_has_nothing_to_decide(word: str) -> None:
    round = deal(wagers={"pair_plus": "5"}, decisions=[word])
    assert refusal(round)["field"] == "seats[0].decisions[0]"
    settle(deal(wagers={"pair_plus": "5"}, decisions=[]))


@pytest.mark.parametrize("word", ["play", "fold"])
def test_a_decision_with_pair_plus_alone_is_refused_by_its_clause(word: str) -> None:
    round = deal(wagers={"pair_plus": "5"}, decisions=[word])
    check_refusal(DOCUMENT, round, "seats[0].decisions[0]", "3.14")


def test_pair_plus_alone_cannot_refuse_to_show() -> None:
    """3.14: the player may not even look at the cards, and it is the dealer who reveals them."""
    check_refusal(DOCUMENT, deal(wagers={"pair_plus": "5"}, decisions=[], reveals=False), "seats[0].reveals", "3.14")


PLAY_WAGERS = rows("""
decisions | status  | wagers
fold      | present | ante pair_plus play
          | present | ante play
          | absent  | ante play
          | present | pair_plus play
          | present | play
""")


@pytest.mark.parametrize("row", PLAY_WAGERS, ids=row_id)
def test_a_play_wager_needs_the_decision_to_play(row: dict[str, str]) -> None:
    wagers = dict.fromkeys(row["wagers"].split(), "10")
    round = deal(wagers=wagers, decisions=row["decisions"].split(), status=row["status"])
    check_refusal(DOCUMENT, round, "seats[0].wagers.play", "3.12.2")


WAGERS: list[tuple[Json, str, str | None]] = [
    ({}, "seats[0].wagers", "3.6"),
    ({"ante": "10", "blind": "10"}, "seats[0].wagers.blind", "3.6"),
    ({"ante": "10", "bonus": "10"}, "seats[0].wagers.bonus", "3.6"),
    ({"ante": "10", "ante_bonus": "10"}, "seats[0].wagers.ante_bonus", "3.6"),  # a payment, not a wager (1.2)
    ({"ante": "10", "trips": "10"}, "seats[0].wagers.trips", "3.6"),
    ({"ante": "0"}, "seats[0].wagers.ante", None),
    ({"ante": "-10"}, "seats[0].wagers.ante", None),
    ({"ante": "10.005"}, "seats[0].wagers.ante", None),
    ({"ante": 10}, "seats[0].wagers.ante", None),
    ({"ante": "10", "pair_plus": "0.00"}, "seats[0].wagers.pair_plus", None),
    ({"ante": "10", "play": "0"}, "seats[0].wagers.play", None),
    # the jackpot bet is the prescribed amount, neither more nor less
    ({"ante": "10", "progressive": "10"}, "seats[0].wagers.progressive", "3.4"),
    ({"ante": "10", "progressive": "4.99"}, "seats[0].wagers.progressive", "3.4"),
    ({"ante": "10", "progressive": "7.50"}, "seats[0].wagers.progressive", "3.4"),
    ({"progressive": "10"}, "seats[0].wagers.progressive", "3.4"),
]


@pytest.mark.parametrize(("wagers", "field", "clause"), WAGERS, ids=[str(case[0]) for case in WAGERS])
def test_wagers_that_cannot_be(wagers: Json, field: str, clause: str | None) -> None:
    check_refusal(DOCUMENT, deal(wagers=wagers), field, clause)


def test_a_jackpot_bet_needs_the_jackpot() -> None:
    for wagers in ({"ante": "10", "progressive": "5"}, {"progressive": "5"}):
        round = deal(wagers=wagers) if "ante" in wagers else deal(wagers=wagers, cards=[], decisions=[])
        settle(round)
        del round["jackpot"]
        check_refusal(DOCUMENT, round, "jackpot", None)


def test_a_jackpot_bet_alone_is_dealt_no_cards() -> None:
    round = deal(wagers={"progressive": "5"}, decisions=[])
    check_refusal(DOCUMENT, round, "seats[0].cards", "R49")


CARDS: list[tuple[Json, Json, str, str]] = [
    ({"cards": ["Ah", "Kd"]}, {}, "seats[0].cards", "3.10"),
    ({"cards": ["Ah", "Kd", "9c", "8c"]}, {}, "seats[0].cards", "3.10"),
    ({"cards": []}, {}, "seats[0].cards", "3.10"),
    ({"status": "absent", "decisions": [], "cards": ["Ah", "Kd"]}, {}, "seats[0].cards", "3.10"),
    ({}, {"dealer": ["Qs", "6d"]}, "cards.dealer", "3.10"),
    ({}, {"dealer": ["Qs", "6d", "2c", "3c"]}, "cards.dealer", "3.10"),
    ({}, {"dealer": []}, "cards.dealer", "3.10"),
    # one deck of 52
    ({"cards": ["Ah", "Kd", "Ah"]}, {}, "seats[0].cards[2]", "2.2.1"),
    ({"cards": ["Ah", "Kd", "Qs"]}, {}, "seats[0].cards[2]", "2.2.1"),
    ({"cards": ["Ah", "Kd", "5♣"]}, {}, "seats[0].cards[2]", "2.2.1"),
    ({"cards": ["Ah", "Kd", "1c"]}, {}, "seats[0].cards[2]", "2.2.1"),
    ({}, {"dealer": ["Qs", "6d", "Joker"]}, "cards.dealer[2]", "2.2.1"),
    ({}, {"community": ["Tc", "Qs"]}, "cards.community[1]", "2.2.1"),
]


@pytest.mark.parametrize(("seat", "table", "field", "clause"), CARDS, ids=[f"{case[0]} {case[1]}" for case in CARDS])
def test_cards_that_cannot_be(seat: Json, table: Json, field: str, clause: str) -> None:
    round = deal(**seat)
    round["cards"] |= table
    check_refusal(DOCUMENT, round, field, clause)


@pytest.mark.parametrize("community", [[], ["Tc"], ["Tc", "5c", "7c"]], ids=len)
def test_there_are_two_community_cards(community: list[str]) -> None:
    round = deal()
    round["cards"]["community"] = community
    check_refusal(DOCUMENT, round, "cards.community", "3.10.1")


@pytest.mark.parametrize("position", [0, -1, 8, "1", 1.0, None])
def test_positions_off_the_layout(position: object) -> None:
    check_refusal(DOCUMENT, deal(position=position), "seats[0].position", "2.1.1.a")


def test_seven_positions_in_the_order_dealt_each_once() -> None:
    for positions, right in (((1, 7), True), ((2, 2), False), ((3, 2), False)):
        round = deal(position=positions[0])
        round["seats"] += deal(position=positions[1], cards=["As", "Ks", "9s"])["seats"]
        if right:
            settle(round)
        else:
            check_refusal(DOCUMENT, round, "seats[1].position", "3.10")


LIMITS: list[tuple[Json, str, str | None]] = [
    ({"progressive": {"max": "5"}}, "limits.progressive", "R29"),
    ({"play": {"max": "100"}}, "limits.play", "R29"),
    ({"blind": {"max": "100"}}, "limits.blind", "3.6"),
    ({"ante": {"min": "100", "max": "10"}}, "limits.ante.min", None),
    ({"ante": {"max": "0"}}, "limits.ante.max", None),
]


@pytest.mark.parametrize(("limits", "field", "clause"), LIMITS, ids=[str(case[0]) for case in LIMITS])
def test_limits_that_cannot_be(limits: Json, field: str, clause: str | None) -> None:
    check_refusal(DOCUMENT, deal() | {"limits": limits}, field, clause)


SWITCHES = rows("""
switch                           | value                | clause | why
# of the other house or another game
several_straight_flushes         | sequential           | R3     | mbs only, even at its default
royal_base                       | displayed            | R5     | mbs only
lir_percentage                   | flat                 | R16    | mbs-lir
bonus_on_loss                    | lost                 | R57    | mbs-thb
dealer_qualifies                 | queen_high_or_better | R63    | mbs-3cp; 1.18 leaves no room here
play_when_dealer_fails           | push                 | R64    | mbs-3cp; 3.13 leaves no room here
folded_ante_when_dealer_unpaired | lose                 | R71    | mbs-uth
magic_card_pays                  | once                 | R93    | mbs-lir
# of this game, with a value it does not have
rws_major_order                  | royal_first          | R6     |
rws_straight_suits               | any                  | R79    |
rws_declined_play                | push                 | R90    |
ante_bonus                       | never                | R65    |
pair_plus_on_fold                | paid                 | R66    |
folded_ante_when_dealer_fails    | push                 | R67    |
ace_low_straight_flush           | straight             | R18    |
fixed_awards_from                | table                | R1     |
progressive_stake                | kept                 | R2     |
meter_floor                      | yes                  | R13    |
# readings that a completed round does not depend on
rws_limit_basis                  | per_wager            |        |
cents                            | nearest              |        |
""")


@pytest.mark.parametrize("row", SWITCHES, ids=row_id)
def test_switches_that_do_not_concern_this_game_or_have_no_such_value(row: dict[str, str]) -> None:
    round = deal() | {"interpretations": {row["switch"]: row["value"]}}
    check_refusal(DOCUMENT, round, f"interpretations.{row['switch']}", row["clause"] or None)


FIELDS: list[tuple[Json, str]] = [
    ({"status": "removed"}, "seats[0].clause"),
    ({"status": "removed", "clause": "5.99"}, "seats[0].clause"),
    ({"clause": "5.15"}, "seats[0].clause"),
    ({"status": "absent", "clause": "5.5"}, "seats[0].clause"),
    ({"status": "gone"}, "seats[0].status"),
    ({"reveals": "no"}, "seats[0].reveals"),
    ({"warned": 1}, "seats[0].warned"),
    ({"viewed": True}, "seats[0].viewed"),
]


@pytest.mark.parametrize(("seat", "field"), FIELDS, ids=[str(case[0]) for case in FIELDS])
def test_seats_that_cannot_be(seat: Json, field: str) -> None:
    check_refusal(DOCUMENT, deal(**seat), field, None)


@pytest.mark.parametrize("field", ["magic_card", "lucky_position"])
def test_the_features_of_let_it_ride_are_not_of_this_game(field: str) -> None:
    check_refusal(DOCUMENT, deal() | {field: 1}, field, None)
