"""Exact counts: every hand there is, by class, and how many different strengths there are."""

from collections import Counter
from itertools import combinations

import pytest

from pitlink.cards import DECK
from pitlink.games.mbs_lir import odds_of
from pitlink.hands import FiveCard, ThreeCard, plain, rank_five, rank_seven, rank_three
from pitlink.hands.classes import AceLow, StraightSuits

THREE_CARD_HANDS = {
    "straight flush": 48,
    "three of a kind": 52,
    "straight": 720,
    "flush": 1_096,
    "one pair": 3_744,
    "three odd cards": 16_440,
}
FIVE_CARD_HANDS = {
    "royal flush": 4,
    "straight flush": 36,
    "four of a kind": 624,
    "full house": 3_744,
    "flush": 5_108,
    "straight": 10_200,
    "three of a kind": 54_912,
    "two pairs": 123_552,
    "one pair": 1_098_240,
    "five odd cards": 1_302_540,
}
SEVEN_CARD_HANDS = {
    "royal flush": 4_324,
    "straight flush": 37_260,
    "four of a kind": 224_848,
    "full house": 3_473_184,
    "flush": 4_047_644,
    "straight": 6_180_020,
    "three of a kind": 6_461_620,
    "two pairs": 31_433_400,
    "one pair": 58_627_800,
    "five odd cards": 23_294_460,
}


def test_all_three_card_hands() -> None:
    hands = [rank_three(cards) for cards in combinations(DECK, 3)]
    assert Counter(hand.category.words for hand in hands) == THREE_CARD_HANDS
    assert len(hands) == 22_100
    assert len(set(hands)) == 741


def test_all_five_card_hands() -> None:
    hands = Counter(map(rank_five, combinations(DECK, 5)))
    classes: Counter[str] = Counter()
    for hand, count in hands.items():
        classes[hand.category.words] += count
    assert classes == FIVE_CARD_HANDS
    assert classes.total() == 2_598_960
    assert len(hands) == 7_462


@pytest.mark.exhaustive
def test_all_seven_card_hands() -> None:
    classes = Counter(hand.category.words for hand in map(rank_seven, combinations(DECK, 7)))
    assert classes == SEVEN_CARD_HANDS
    assert classes.total() == 133_784_560


@pytest.mark.parametrize("ace_low", ["straight_flush", "flush"])
@pytest.mark.parametrize("straight_suits", ["not_all_equal", "all_different"])
def test_quick_and_plain_agree_on_all_three_card_hands(ace_low: AceLow, straight_suits: StraightSuits) -> None:
    for cards in combinations(DECK, 3):
        assert rank_three(cards, ace_low, straight_suits) == plain.rank_three(cards, ace_low, straight_suits)


def test_a_straight_of_three_suits_is_rarer() -> None:
    """R79: of 720 straights only 288 have three different suits."""
    straights = [
        cards
        for cards in combinations(DECK, 3)
        if rank_three(cards, straight_suits="all_different").category == ThreeCard.STRAIGHT
    ]
    assert len(straights) == 288


def test_the_low_straight_flush_read_as_a_flush() -> None:
    """R18: four five-card hands change their class, and four three-card hands."""
    five = Counter(rank_five(cards, "flush").category for cards in combinations(DECK, 5))
    assert (five[FiveCard.STRAIGHT_FLUSH], five[FiveCard.FLUSH]) == (32, 5_112)
    three = Counter(rank_three(cards, "flush").category for cards in combinations(DECK, 3))
    assert (three[ThreeCard.STRAIGHT_FLUSH], three[ThreeCard.FLUSH]) == (44, 1_100)


def test_a_pair_of_tens_or_better() -> None:
    """Let It Ride wins with 23.88 % of all hands: every class above a pair, and five of thirteen pairs."""
    wins = sum(odds_of(hand) is not None for hand in map(rank_five, combinations(DECK, 5)))
    assert wins == 2_598_960 - 1_302_540 - 1_098_240 * 8 // 13
