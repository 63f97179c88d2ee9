"""Ranking of whole arrays of hands, and the tables for it.

`ordinals(masks_of(hands))` gives each hand's place among all hands of its size, the lowest 0; equal hands have equal
places, and `strengths` says what each place is.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from pitlink.cards import RANKS, Card
from pitlink.exact.kernels import strengths as kernel
from pitlink.hands import AceLow, FiveCard, Hand, ThreeCard, rank_three

Size = Literal[3, 5, 7]
Ints = npt.NDArray[Any]


class RankTable(Struct, frozen=True):
    """How hands of one size are found by addition; `strengths` are sorted, and an ordinal is a place in them."""

    strengths: Ints
    lanes: Ints
    suited: Ints
    shifts: Ints
    places: Ints

    def classes(self) -> Ints:
        """The class of hands, as a number, of each ordinal."""
        return self.strengths >> kernel.CLASS_BIT


def ordinals(masks: Ints, size: Size, ace_low: AceLow = "straight_flush") -> Ints:
    """The place of each hand among all hands of its size. A mask that has not `size` cards is refused."""
    masks = np.ascontiguousarray(masks, np.uint64)
    wrong = np.flatnonzero(np.bitwise_count(masks) != size)
    if len(wrong):
        cards = int(np.bitwise_count(masks[wrong[0]]))
        raise ValueError(f"hand {wrong[0]} has {cards} cards: expected {size} different ones")
    table = rank_table(size, ace_low)
    found: Ints = kernel.ordinals_of_masks(masks, table.lanes, table.suited, table.shifts, table.places)
    return found


def masks_of(hands: Ints) -> Ints:
    """Hands given as rows of cards: sixteen bits a suit, bit 0 the two."""
    cards = np.asarray(hands, np.uint64)
    bits = np.uint64(1) << (cards % np.uint64(4) * np.uint64(16) + cards // np.uint64(4))
    found: Ints = np.bitwise_or.reduce(bits, axis=-1)
    return found


def packed(hand: Hand[FiveCard] | Hand[ThreeCard]) -> int:
    """A hand of the plain ranking as the strength that the tables hold."""
    strength = int(hand.category)
    for rank in (*hand.ranks, *(0,) * (5 - len(hand.ranks))):
        strength = strength << 4 | rank
    return strength


@cache
def rank_table(size: Size, ace_low: AceLow = "straight_flush") -> RankTable:
    mixed, suited = _three(ace_low) if size == 3 else _five_or_seven(size, ace_low)
    sets = rank_sets(size)
    strengths = np.unique(np.concatenate([mixed, suited[suited >= 0]]) if size != 7 else _all_of_five(ace_low))
    lanes, sums = _keys_for(sets)
    enough = np.bitwise_count(np.arange(8192)) >= min(size, 5)
    lanes = np.where(enough, lanes | kernel.SUITED, lanes).astype(np.uint32)
    shifts, places = _displaced(sums, np.searchsorted(strengths, mixed))
    ordinal = np.searchsorted(strengths, np.maximum(suited, strengths[0]))
    return RankTable(strengths, lanes, np.where(suited >= 0, ordinal, 0).astype(np.uint16), shifts, places)


@cache
def rank_sets(size: int) -> Ints:
    """How many cards of each rank: every way to have `size` cards, at most four of a rank, in the order of
    `multisets`.
    """
    chosen = np.array(list(combinations_with_replacement(range(len(RANKS)), size)))
    counts = np.zeros((len(chosen), len(RANKS)), np.int8)
    for nth in range(size):
        counts[np.arange(len(chosen)), chosen[:, nth]] += 1
    found: Ints = counts[(counts <= 4).all(axis=1)]
    return found


def _five_or_seven(size: Size, ace_low: AceLow) -> tuple[Ints, Ints]:
    return kernel.mixed_strengths(rank_sets(size)), kernel.suited_strengths(ace_low == "straight_flush")


def _all_of_five(ace_low: AceLow) -> Ints:
    mixed, suited = _five_or_seven(5, ace_low)
    return np.concatenate([mixed, suited[suited >= 0]])


def _three(ace_low: AceLow) -> tuple[Ints, Ints]:
    mixed = [packed(rank_three(_any_suits(counts))) for counts in rank_sets(3)]
    suited = np.full(8192, -1, np.int32)
    for ranks in combinations(range(len(RANKS)), 3):
        cards = tuple(Card(4 * each) for each in ranks)
        suited[sum(1 << each for each in ranks)] = packed(rank_three(cards, ace_low))
    return np.array(mixed, np.int32), suited


def _any_suits(counts: Ints) -> tuple[Card, ...]:
    """Cards of these ranks that are no flush."""
    ranks = np.repeat(np.arange(len(RANKS)), counts)
    return tuple(Card(4 * int(each) + nth % 4) for nth, each in enumerate(ranks))


def _keys_for(sets: Ints) -> tuple[Ints, Ints]:
    """Keys whose sums tell all these sets apart, as the sum of every mask of ranks, and the sums of the sets.

    Random keys nearly always do; bit 31 is left for the flush.
    """
    for keys in _random_keys():
        sums = (sets * keys).sum(axis=1)
        if len(np.unique(sums)) == len(sums):
            lanes = (np.arange(8192)[:, None] >> np.arange(13) & 1) @ keys
            return lanes.astype(np.uint32), sums
    raise AssertionError("random keys never end")


def _random_keys() -> Iterator[Ints]:
    dice = np.random.default_rng(52)
    while True:
        yield dice.integers(1, 1 << 28, 13)


def _displaced(sums: Ints, values: Ints) -> tuple[Ints, Ints]:
    """A table a third larger than what it holds, at most; twice that, where it must be."""
    size = 1 << int(len(sums) * 5 // 4).bit_length()
    while True:
        shifts, places = np.zeros(max(size // 16, 2), np.uint32), np.zeros(size, np.uint16)
        if kernel.displaced(sums, values, shifts, places):
            return shifts, places
        size *= 2
