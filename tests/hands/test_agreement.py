"""The quick ranking against the plain one, and both against an evaluator that is not ours."""

import os
import random
from collections.abc import Iterator
from itertools import combinations, pairwise, product
from typing import Any

import pytest
from phevaluator import evaluate_cards

from pitlink.cards import DECK, Cards, cards_of, name
from pitlink.hands import cards_that_count, plain, rank_five, rank_seven

RANDOM_HANDS = 1_000_000 if os.environ.get("PITLINK_ALL") else 100_000
ACE_LOW = pytest.mark.parametrize("ace_low", ["straight_flush", "flush"])


@ACE_LOW
def test_quick_and_plain_agree_on_all_hands_that_differ_in_more_than_the_names_of_suits(ace_low: Any) -> None:
    hands = list(one_of_each())
    assert len(hands) == 134_459  # by Burnside's lemma
    for cards in hands:
        assert rank_five(cards, ace_low) == plain.rank_five(cards, ace_low)


def one_of_each() -> Iterator[Cards]:
    """The ranks of each suit, the longest suit first, and of two as long the one with the lower ranks."""
    for lengths in ((5,), (4, 1), (3, 2), (3, 1, 1), (2, 2, 1), (2, 1, 1, 1)):
        for suits in product(*(combinations(range(13), length) for length in lengths)):
            if all(one <= other for one, other in pairwise(suits) if len(one) == len(other)):
                yield tuple(DECK[rank * 4 + suit] for suit, ranks in enumerate(suits) for rank in ranks)


@pytest.mark.exhaustive
@ACE_LOW
def test_quick_and_plain_agree_on_all_five_card_hands(ace_low: Any) -> None:
    for cards in combinations(DECK, 5):
        assert rank_five(cards, ace_low) == plain.rank_five(cards, ace_low)


@ACE_LOW
def test_quick_and_plain_agree_on_random_seven_card_hands(ace_low: Any) -> None:
    dice = random.Random(11)
    for _ in range(10_000):
        cards = tuple(dice.sample(DECK, 7))
        assert rank_seven(cards, ace_low) == plain.rank_seven(cards, ace_low)


@ACE_LOW
def test_quick_and_plain_agree_on_suited_seven_card_hands(ace_low: Any) -> None:
    """Five to seven cards of one suit, with every low run among them: rare in random hands, so dealt on purpose."""
    dice = random.Random(12)
    spades = [card for card in DECK if card % 4 == 3]
    others = [card for card in DECK if card % 4 != 3]
    for suited in (5, 6, 7):
        for _ in range(2_000):
            low_run = [card for card in spades if name(card) in ("As", "2s", "3s", "4s", "5s")]
            start = low_run if dice.random() < 0.3 else dice.sample(spades, 5)
            more = dice.sample([card for card in spades if card not in start], suited - 5)
            cards: Cards = (*start, *more, *dice.sample(others, 7 - suited))
            assert rank_seven(cards, ace_low) == plain.rank_seven(cards, ace_low)


@pytest.mark.parametrize("size", [5, 7])
def test_order_equals_an_independent_evaluator(size: int) -> None:
    """Random hands: equal ones there are equal here, and the order is the same throughout."""
    rank = rank_five if size == 5 else rank_seven
    dice = random.Random(size)
    theirs_of: dict[Any, int] = {}
    for _ in range(RANDOM_HANDS):
        cards = tuple(dice.sample(DECK, size))
        theirs = evaluate_cards(*(name(card) for card in cards))
        assert theirs_of.setdefault(rank(cards), theirs) == theirs, cards
    in_our_order = [theirs_of[hand] for hand in sorted(theirs_of)]
    assert all(worse > better for worse, better in pairwise(in_our_order))
    assert len(in_our_order) > 4_500


@pytest.mark.parametrize(("size", "rank"), [(5, rank_five), (7, rank_seven)])
def test_suits_permuted_change_nothing(size: int, rank: Any) -> None:
    dice = random.Random(13)
    for _ in range(5_000):
        cards = dice.sample(DECK, size)
        signs = dice.sample(range(4), 4)
        permuted = [DECK[card // 4 * 4 + signs[card % 4]] for card in cards]
        dice.shuffle(permuted)
        assert rank(cards) == rank(permuted)


@pytest.mark.parametrize(
    ("held", "counting"),
    [
        ("Qs Qd Ah Kh Qh 2c 2d", "Qs Qd Qh 2c 2d"),
        ("Kc Kd 9h 9s 4c 4d 2h", "Kc Kd 9h 9s 4c"),  # a third pair gives the fifth card
        ("2c 2d 2h 5s 5c 5d 9h", "5s 5c 5d 2c 2d"),
        ("Ah 2d 3c 4s 5h 9d 9c", "5h 4s 3c 2d Ah"),
        ("As Ks 5s 4s 3s 2s Qd", "5s 4s 3s 2s As"),
        ("Kh 9h 7h 4h 2h As Ad", "Kh 9h 7h 4h 2h"),
        ("9c 9d 9h 9s 2c Ad Kh", "9c 9d 9h 9s Ad"),
    ],
)
def test_the_cards_that_count(held: str, counting: str) -> None:
    cards = cards_of(held)
    assert cards_that_count(rank_seven(cards), cards) == cards_of(counting)
    assert rank_five(cards_of(counting)) == rank_seven(cards)
