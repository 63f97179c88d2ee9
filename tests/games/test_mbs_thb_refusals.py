"""mbs-thb: rounds that cannot be right are refused whole, at the field that is wrong and by the clause that says so."""

from copy import deepcopy
from typing import Any

import pytest

from tests.proving import Json, check_refusal, decisions, refusal, row_id, rows, settle

DOCUMENT = "mbs-thb"
Row = dict[str, str]

RIGHT: Json = {
    "pitlink": 1,
    "game": DOCUMENT,
    "jackpot": {"meter": "1000", "reset": "500", "unit": "5"},
    "limits": {"ante": {"min": "10", "max": "100"}, "bonus": {"min": "5"}},
    "cards": {"dealer": ["Ks", "Kd"], "community": ["2c", "5h", "8d", "9s", "Jc"]},
    "seats": [
        {
            "position": 2,
            "player": "P-1",
            "cards": ["As", "Ad"],
            "wagers": {"ante": "10", "bonus": "5", "progressive": "5"},
            "decisions": ["flop", "check", "river"],
        },
        {"position": 6, "cards": ["Qs", "Qd"], "wagers": {"ante": "10"}, "decisions": ["fold"]},
    ],
    "interpretations": {"bonus_on_loss": "lost"},
}


def wrong(*path: str | int, to: Any) -> Json:
    """The round above with one thing changed."""
    round = deepcopy(RIGHT)
    place: Any = round
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = to
    return round


def test_the_round_from_which_the_wrong_ones_are_made_is_right() -> None:
    assert [seat["position"] for seat in settle(RIGHT)["seats"]] == [2, 6]


# 3.9: what may be decided, and when

DECISIONS = rows("""
clause | status  | decisions                | field        | expected
3.9    | present |                          | decisions[0] | fold or flop
3.9    | present | check                    | decisions[0] | fold or flop
3.9    | present | turn                     | decisions[0] | fold or flop
3.9    | present | play 4x                  | decisions[0] | fold or flop
3.9    | present | Flop, check, check       | decisions[0] | fold or flop
3.9.2  | present | flop                     | decisions[1] | turn or check
3.9.2  | present | flop, fold               | decisions[1] | turn or check
3.9.2  | present | flop, river              | decisions[1] | turn or check
3.9.2  | present | flop, flop               | decisions[1] | turn or check
3.9.2  | present | flop, turn               | decisions[2] | river or check
3.9.2  | present | flop, check              | decisions[2] | river or check
3.9.2  | present | flop, check, turn        | decisions[2] | river or check
3.9.2  | present | flop, turn, fold         | decisions[2] | river or check
3.9.1  | present | fold, flop               | decisions[1] | nothing: there is no decision left to make
3.9.1  | present | fold, check, check       | decisions[1] | nothing: there is no decision left to make
3.9.2  | present | flop, turn, river, check | decisions[3] | nothing: there is no decision left to make
3.9.2  | present | flop, check, check, fold | decisions[3] | nothing: there is no decision left to make
# being gone or taken out excuses a decision that is missing, not one that is wrong
3.9    | absent  | check                    | decisions[0] | fold or flop
3.9.2  | absent  | flop, river              | decisions[1] | turn or check
3.9.1  | absent  | fold, check              | decisions[1] | nothing: there is no decision left to make
3.9    | removed | river                    | decisions[0] | fold or flop
3.9.2  | removed | flop, fold               | decisions[1] | turn or check
""")


@pytest.mark.parametrize("row", DECISIONS, ids=row_id)
def test_decisions_that_the_rules_do_not_give(row: Row) -> None:
    round = wrong("seats", 0, "decisions", to=decisions(row["decisions"]))
    round["seats"][0]["status"] = row["status"]
    if row["status"] == "removed":
        round["seats"][0]["clause"] = "5.7"
    error = check_refusal(DOCUMENT, round, f"seats[0].{row['field']}", row["clause"])
    assert error["expected"] == row["expected"]


# One thing wrong at a time: what is changed, where it is refused, by which clause.

SEAT = ("seats", 0)
FAULTS: list[tuple[tuple[str | int, ...], Any, str, str | None]] = [
    # the deck and the deal
    (("cards", "dealer"), ["Ks"], "cards.dealer", "3.7"),
    (("cards", "dealer"), ["Ks", "Kd", "Kh"], "cards.dealer", "3.7"),
    (("cards", "community"), ["2c", "5h", "8d", "9s"], "cards.community", "3.7"),
    (("cards", "community"), ["2c", "5h", "8d", "9s", "Jc", "Jd"], "cards.community", "3.7"),
    ((*SEAT, "cards"), ["As"], "seats[0].cards", "3.7"),
    ((*SEAT, "cards"), ["As", "Ad", "Ac"], "seats[0].cards", "3.7"),
    ((*SEAT, "cards"), [], "seats[0].cards", "3.7"),
    (("cards", "community", 4), "2c", "cards.community[4]", "2.1"),
    (("cards", "community", 0), "Ks", "cards.community[0]", "2.1"),
    ((*SEAT, "cards", 1), "As", "seats[0].cards[1]", "2.1"),
    ((*SEAT, "cards", 0), "K♠", "seats[0].cards[0]", "2.1"),
    (("seats", 1, "cards", 0), "As", "seats[1].cards[0]", "2.1"),
    (("cards", "dealer", 0), "joker", "cards.dealer[0]", "2.1"),
    (("cards", "dealer", 0), "1s", "cards.dealer[0]", "2.1"),
    # the layout: positions 1 to 6, each once, in the order dealt
    ((*SEAT, "position"), 0, "seats[0].position", "2.2"),
    ((*SEAT, "position"), 7, "seats[0].position", "2.2"),
    ((*SEAT, "position"), "2", "seats[0].position", "2.2"),
    ((*SEAT, "position"), True, "seats[0].position", "2.2"),
    (("seats", 1, "position"), 2, "seats[1].position", "3.7"),
    (("seats", 1, "position"), 1, "seats[1].position", "3.7"),
    # the wagers
    ((*SEAT, "wagers"), {}, "seats[0].wagers", "3.4"),
    ((*SEAT, "wagers", "trips"), "5", "seats[0].wagers.trips", "2.2.2"),
    ((*SEAT, "wagers", "blind"), "10", "seats[0].wagers.blind", "2.2.2"),
    ((*SEAT, "wagers", "pair_plus"), "5", "seats[0].wagers.pair_plus", "2.2.2"),
    ((*SEAT, "wagers", "progressive"), "10", "seats[0].wagers.progressive", "3.4.2"),
    ((*SEAT, "wagers", "progressive"), "2.50", "seats[0].wagers.progressive", "3.4.2"),
    ((*SEAT, "wagers", "progressive"), "7.50", "seats[0].wagers.progressive", "3.4.2"),
    ((*SEAT, "wagers", "ante"), "0", "seats[0].wagers.ante", None),
    ((*SEAT, "wagers", "ante"), "-10", "seats[0].wagers.ante", None),
    ((*SEAT, "wagers", "ante"), "10.005", "seats[0].wagers.ante", None),
    ((*SEAT, "wagers", "ante"), 10, "seats[0].wagers.ante", None),
    ((*SEAT, "wagers", "bonus"), "0.00", "seats[0].wagers.bonus", None),
    # limits are for the wagers placed before the deal, the progressive excepted
    (("limits", "progressive"), {"max": "5"}, "limits.progressive", "R29"),
    (("limits", "flop"), {"max": "50"}, "limits.flop", "R29"),
    (("limits", "turn"), {"min": "5"}, "limits.turn", "R29"),
    # a hand without an Ante has no cards
    ((*SEAT, "wagers"), {"progressive": "5"}, "seats[0].cards", "R49"),
    ((*SEAT, "wagers"), {"bonus": "5", "progressive": "5"}, "seats[0].cards", "R49"),
    # fields of another game, or of none
    (("magic_card",), "As", "magic_card", None),
    (("lucky_position",), 2, "lucky_position", None),
    ((*SEAT, "flop"), "20", "seats[0].flop", None),
    ((*SEAT, "status"), "asleep", "seats[0].status", None),
    ((*SEAT, "status"), "removed", "seats[0].clause", None),
    ((*SEAT, "clause"), "5.7", "seats[0].clause", None),
    ((*SEAT, "reveals"), "no", "seats[0].reveals", None),
]


@pytest.mark.parametrize(("path", "value", "field", "clause"), FAULTS, ids=str)
def test_one_thing_wrong_refuses_the_round(
    path: tuple[str | int, ...], value: Any, field: str, clause: str | None
) -> None:
    check_refusal(DOCUMENT, wrong(*path, to=value), field, clause)


# Readings of other games, readings that are no switch of a round, values that do not exist.

SWITCHES = rows("""
switch                           | value                | reading
dealer_qualifies                 | queen_high_or_better | R63
play_when_dealer_fails           | push                 | R64
ante_bonus                       | wins_only            | R65
pair_plus_on_fold                | in_play              | R66
folded_ante_when_dealer_fails    | lost                 | R67
ante_when_dealer_unpaired_wins   | push                 | R70
folded_ante_when_dealer_unpaired | lose                 | R71
blind_when_dealer_unpaired       | push                 | R75
rws_major_order                  | dealt                | R6
rws_straight_suits               | not_all_equal        | R79
rws_declined_play                | lost                 | R90
lir_percentage                   | flat                 | R16
magic_card_pays                  | once                 | R93
features_add_up                  | yes                  | R97
feature_returns_stake            | no                   | R98
fixed_awards_from                | bank                 | R1
progressive_stake                | kept                 | R2
several_straight_flushes         | equal                | R3
royal_base                       | reset                | R5
meter_floor                      | yes                  | R13
ace_low_straight_flush           | straight             | R18
bonus_on_loss                    | won                  | R57
bonus_on_standoff                | lost                 | R58
lucky                            | yes                  |
""")


@pytest.mark.parametrize("row", SWITCHES, ids=row_id)
def test_switches_that_do_not_concern_the_game_and_values_they_do_not_have(row: Row) -> None:
    error = refusal(wrong("interpretations", row["switch"], to=row["value"]))
    assert error["field"] == f"interpretations.{row['switch']}"
    assert error["clause"] == (row["reading"] or None)


@pytest.mark.parametrize("wager", ["flop", "turn", "river"])
def test_wagers_that_follow_from_decisions_are_not_written(wager: str) -> None:
    """R68: they have one amount only. Which clause should be cited is open: 2.2.2 gives each of them an area."""
    error = refusal(wrong("seats", 0, "wagers", wager, to="10"))
    assert error["field"] == f"seats[0].wagers.{wager}"


def test_without_an_ante_there_is_nothing_to_decide() -> None:
    round = wrong("seats", 0, "wagers", to={"progressive": "5"})
    round["seats"][0]["cards"] = []
    assert refusal(round)["field"] == "seats[0].decisions[0]"


def test_a_progressive_wager_needs_the_link() -> None:
    round = deepcopy(RIGHT)
    del round["jackpot"]
    check_refusal(DOCUMENT, round, "jackpot", None)


def test_all_six_positions_may_be_played_and_every_spelling_of_a_card_is_read() -> None:
    hands = ["A♠ A♦", "Qs Qd", "10♥ 10c", "4h 4d", "3♣ 3♦", "7h 7d"]
    seats = [
        {"position": at, "cards": hand.split(), "wagers": {"ante": "10"}, "decisions": ["flop", "check", "check"]}
        for at, hand in enumerate(hands, start=1)
    ]
    settled = settle(wrong("seats", to=seats))
    assert [seat["net"] for seat in settled["seats"]] == ["20.00", "-30.00", "-30.00", "-30.00", "-30.00", "-30.00"]
