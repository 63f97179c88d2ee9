"""Ranking of arrays against the plain ranking: every hand of three and five cards, every way seven cards can rank."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from pitlink.cards import DECK, Card, Cards, cards_of
from pitlink.exact.ranking import Ints, masks_of, ordinals, packed, rank_sets, rank_table
from pitlink.hands import AceLow, FiveCard, Hand, ThreeCard, plain, quick
from tests.hands.test_agreement import one_of_each
from tests.hands.test_counts import FIVE_CARD_HANDS, SEVEN_CARD_HANDS, THREE_CARD_HANDS

ACE_LOW = pytest.mark.parametrize("ace_low", ["straight_flush", "flush"])


def assert_ranked(hands: Sequence[Cards], ace_low: AceLow, rank: Callable[..., Hand[Any]]) -> None:
    """Each hand's ordinal stands for the strength that the other ranking gives it."""
    size: Any = len(hands[0])
    table = rank_table(size, ace_low)
    found = table.strengths[ordinals(masks_of(np.array(hands)), size, ace_low)]
    expected = np.array([packed(rank(cards, ace_low)) for cards in hands])
    wrong = np.flatnonzero(found != expected)
    assert not len(wrong), f"{hands[wrong[0]]} is {found[wrong[0]]:x}, expected {expected[wrong[0]]:x}"


@ACE_LOW
def test_every_three_card_hand_ranks_as_plain(ace_low: AceLow) -> None:
    assert_ranked(list(combinations(DECK, 3)), ace_low, plain.rank_three)


@ACE_LOW
def test_every_five_card_hand_ranks_as_plain(ace_low: AceLow) -> None:
    """One of all that differ by the names of suits; that these names do not count is tested below."""
    hands = list(one_of_each())
    assert len(hands) == 134_459
    assert_ranked(hands, ace_low, plain.rank_five)


@ACE_LOW
def test_every_set_of_seven_ranks_ranks_as_quick(ace_low: AceLow) -> None:
    hands = mixed_hands()
    assert len(hands) == 49_205
    assert_ranked(hands, ace_low, quick.rank_seven)
    assert_ranked(random.Random(17).sample(hands, 2_000), ace_low, plain.rank_seven)


@pytest.mark.exhaustive
@ACE_LOW
def test_every_set_of_seven_ranks_ranks_as_plain(ace_low: AceLow) -> None:
    assert_ranked(mixed_hands(), ace_low, plain.rank_seven)


def mixed_hands() -> list[Cards]:
    """Seven cards of every set of ranks, at most two of a suit."""
    ranks = [np.repeat(np.arange(13), counts) for counts in rank_sets(7)]
    return [tuple(Card(4 * int(each) + nth % 4) for nth, each in enumerate(row)) for row in ranks]


@ACE_LOW
def test_every_suited_set_of_ranks_ranks_as_quick(ace_low: AceLow) -> None:
    hands = suited_hands()
    assert len(hands) == 4 * (1_287 + 1_716 + 1_716)
    assert_ranked(hands, ace_low, quick.rank_seven)
    assert_ranked(random.Random(18).sample(hands, 2_000), ace_low, plain.rank_seven)


@pytest.mark.exhaustive
@ACE_LOW
def test_every_suited_set_of_ranks_ranks_as_plain(ace_low: AceLow) -> None:
    assert_ranked(suited_hands(), ace_low, plain.rank_seven)


def suited_hands() -> list[Cards]:
    """Every five, six and seven of each suit, filled up with others: often of the same ranks, as three of a kind."""
    dice = random.Random(19)
    hands: list[Cards] = []
    for sign in range(4):
        for size in (5, 6, 7):
            for ranks in combinations(range(13), size):
                suited = [Card(4 * each + sign) for each in ranks]
                same = [Card(4 * ranks[-1] + other) for other in range(4) if other != sign]
                others = same if dice.random() < 0.5 else [card for card in DECK if card % 4 != sign]
                hands.append((*suited, *dice.sample(others, 7 - size)))
    return hands


@pytest.mark.parametrize("size", [3, 5, 7])
def test_names_of_suits_and_the_order_of_cards_change_nothing(size: Any) -> None:
    dice = np.random.default_rng(size)
    hands = dice.permuted(np.tile(np.arange(52), (20_000, 1)), axis=1)[:, :size]
    signs = dice.permuted(np.tile(np.arange(4), (20_000, 1)), axis=1)
    renamed = hands // 4 * 4 + np.take_along_axis(signs, hands % 4, axis=1)
    found, again = ordinals(masks_of(hands), size), ordinals(masks_of(renamed[:, ::-1]), size)
    assert np.array_equal(found, again)


@pytest.mark.parametrize(
    ("size", "classes", "expected", "strengths"),
    [(3, ThreeCard, THREE_CARD_HANDS, 741), (5, FiveCard, FIVE_CARD_HANDS, 7_462)],
)
def test_all_hands_by_class(size: Any, classes: Any, expected: dict[str, int], strengths: int) -> None:
    hands = np.array(list(combinations(range(52), size)), np.uint8)
    found = np.bincount(ordinals(masks_of(hands), size))
    assert len(found) == strengths == len(rank_table(size).strengths)
    assert found.all()
    assert by_class(found, size, classes) == expected


@pytest.mark.exhaustive
def test_all_seven_card_hands_by_class() -> None:
    """Of 133,784,560 hands: the three lowest cards, with every four cards above them."""
    fours = np.array(list(combinations(range(52), 4)), np.uint8)[::-1]  # from the highest down
    masks, lowest = masks_of(fours), fours[:, 0]
    found = np.zeros(len(rank_table(7).strengths), np.int64)
    for three in combinations(range(52), 3):
        above = masks[: np.count_nonzero(lowest > three[2])]
        if len(above):
            found += np.bincount(ordinals(above | masks_of(np.array(three)), 7), minlength=len(found))
    assert found.sum() == 133_784_560
    assert np.count_nonzero(found) == 4_824
    assert by_class(found, 7, FiveCard) == SEVEN_CARD_HANDS


def by_class(found: Ints, size: Any, classes: Any) -> Counter[str]:
    counts: Counter[str] = Counter()
    for each, times in zip(rank_table(size).classes(), found, strict=True):
        counts[classes(each).words] += int(times)
    return counts


@pytest.mark.parametrize(
    ("cards", "size", "refused"),
    [
        ("As Ks Qs Js", 5, "hand 1 has 4 cards: expected 5 different ones"),
        ("As Ks Qs Js Ts As", 7, "hand 1 has 5 cards: expected 7 different ones"),
        ("As Ks Qs Js", 3, "hand 1 has 4 cards: expected 3 different ones"),
    ],
)
def test_a_wrong_number_of_cards_is_refused(cards: str, size: Any, refused: str) -> None:
    right = masks_of(np.arange(size))
    with pytest.raises(ValueError, match=f"^{refused}$"):
        ordinals(np.array([right, masks_of(np.array(cards_of(cards)))]), size)


def test_masks_have_sixteen_bits_a_suit() -> None:
    hands = np.array([cards_of("2c Ac"), cards_of("2d 3s"), cards_of("Ah As")])
    assert masks_of(hands).tolist() == [1 << 12 | 1, 1 << 16 | 1 << 49, 1 << 44 | 1 << 60]


def test_no_hands_are_no_ordinals() -> None:
    assert len(ordinals(masks_of(np.zeros((0, 7), np.int64)), 7)) == 0
