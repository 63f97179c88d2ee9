"""Hands that are not looked at: alone, and beside a hand and a board that are seen."""

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from pitlink.cards import DECK, cards_of
from pitlink.exact import analyse, holdem_bonus, ultimate
from pitlink.exact.advising import Advice, NotSeen, advise
from pitlink.exact.ranking import masks_of, ordinals, rank_table
from pitlink.exact.rules import approved
from pitlink.exact.simple import named
from pitlink.exact.unseen import advise_unseen
from pitlink.hands import FiveCard
from tests.proving import rows


def test_an_even_wager_on_a_hand_that_nobody_knows_is_worth_nothing() -> None:
    """So the size of Play, Turn and River makes no difference, and a fold is never right."""
    for game, viewed, board in (
        ("mbs-uth", "", ""),
        ("mbs-uth", "Kd 5c", "As 7h 2c"),
        ("mbs-thb", "7h 2h", "As Kh Th"),
    ):
        found = advise_unseen(approved(game), cards_of(viewed), cards_of(board))
        assert found.gap == 0
    assert advise_unseen(approved("mbs-uth"), (), cards_of("As 7h 2c 9d Jc")).best.choice == "play 1x"


def test_alone_it_is_what_playing_everything_comes_to() -> None:
    everything = {each.what: -each.house_edge for each in named(approved("mbs-uth"))}["play 4x with every hand"]
    assert _values(advise_unseen(approved("mbs-uth")))["play 4x"] == everything
    any_hand = {each.what: -each.house_edge for each in named(approved("mbs-3cp"))}["play every hand"]
    assert _values(advise_unseen(approved("mbs-3cp")))["play"] == any_hand
    holes = holdem_bonus.solve(approved("mbs-thb")).holes
    ante = sum(int(each.holes) * each.lost for each in holes)
    assert _values(advise_unseen(approved("mbs-thb")))["flop"] > Fraction(-ante, 1326 * 2_097_572_400)


def test_alone_on_the_river_it_is_the_mean_of_all_hands_that_could_be_held() -> None:
    rules, board = approved("mbs-uth"), cards_of("As 7h 2c 9d Jc")
    holes = list(combinations([card for card in DECK if card not in board], 2))
    mean = sum((_values(advise(rules, hole, board))["play 1x"] for hole in holes), Fraction(0)) / len(holes)
    assert _values(advise_unseen(rules, (), board))["play 1x"] == mean


@pytest.mark.parametrize("viewed", ["Kd 5c", "Ac Ad"])
def test_beside_a_viewed_hand_every_pair_of_hands_counts(viewed: str) -> None:
    """Each unseen hand against each dealer's hand, compared one by one."""
    board, seen = cards_of("As 7h 2c 9d Jc"), cards_of(viewed)
    hands = list(combinations([card for card in DECK if card not in board + seen], 2))
    ranked = ordinals(masks_of(np.array([hand + board for hand in hands])), 7).astype(int)
    masks = masks_of(np.array(hands))
    apart = (masks[:, None] & masks[None, :]) == 0
    classes, rules = rank_table(7).classes(), approved("mbs-uth")
    total = Fraction(0)
    for nth, own in enumerate(ranked):
        for result, these in (("win", ranked < own), ("push", ranked == own), ("lose", ranked > own)):
            for qualifies in (True, False):
                dealers = these & apart[nth] & ((classes[ranked] >= FiveCard.ONE_PAIR) == qualifies)
                end = ultimate.Ending(1, FiveCard(int(classes[own])), result, qualifies, 1)
                total += int(dealers.sum()) * ultimate.net_of(end, rules)
    assert _values(advise_unseen(rules, seen, board))["play 1x"] == total / int(apart.sum())


def test_in_let_it_ride_only_the_third_wager_is_left() -> None:
    alone = advise_unseen(approved("mbs-lir"))
    stake = next(wager for wager in analyse("mbs-lir").wagers if wager.name == "$")
    assert (alone.best.choice, alone.best.value) == ("withdraw", stake.expectation)
    assert advise_unseen(approved("mbs-lir"), cards_of("2c 3d 7h"), cards_of("Ah")).best.choice == "withdraw"


WRONG = rows("""
game    | viewed   | community   | says
mbs-uth | Kd       |             | 1 cards viewed: expected the 2 of another hand, or none
mbs-uth | Kd 5c    |             | a viewed hand without a board: expected the flop too
mbs-uth | Kd 5c    | Kd 2c 3c    | Kd comes twice
mbs-thb |          | 2c 3c       | 2 community cards: nothing is decided then
mbs-3cp |          | 2c 3c       | 2 community cards: nothing is decided then
mbs-lir |          | 2c 3c       | 2 community cards: nothing is decided then; expected 0 or 1
""")


@pytest.mark.parametrize("row", WRONG, ids=lambda row: row["says"])
def test_what_cannot_be_asked_is_refused(row: dict[str, str]) -> None:
    with pytest.raises(NotSeen) as refused:
        advise_unseen(approved(row["game"]), cards_of(row["viewed"]), cards_of(row["community"]))
    assert row["says"] in str(refused.value)


def _values(advice: Advice) -> dict[str, Fraction]:
    return {option.choice: option.value for option in advice.options}
