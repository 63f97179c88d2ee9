"""Holes and flops of a real deck, and what they look like in the two worlds."""

from functools import cache
from itertools import combinations, permutations
from typing import NamedTuple

import numpy as np

from pitlink.cards import RANKS
from pitlink.exact.ranking import Ints
from pitlink.exact.worlds import RANK_COUNT, places


class Deck(NamedTuple):
    """All 1,326 holes, and of flops that differ by the names of suits only one, with how many there are of it."""

    holes: Ints
    flops: Ints
    times: Ints
    rank_hole: Ints
    suit_hole: Ints  # by suit
    rank_flop: Ints
    suit_flop: Ints  # by suit, -1 where the flop has none of it


@cache
def deck() -> Deck:
    holes = np.array(list(combinations(range(52), 2)))
    flops, times = without_names_of_suits(3)
    suit_flop = [np.where((flops % 4 == sign).any(axis=1), seen(flops, sign), -1) for sign in range(4)]
    return Deck(
        holes,
        flops,
        times,
        seen(holes, None),
        np.stack([seen(holes, sign) for sign in range(4)]),
        seen(flops, None),
        np.stack(suit_flop),
    )


def seen(cards: Ints, suit: int | None) -> Ints:
    """The place of each row of cards by its ranks, or also by which are of the suit."""
    symbols = cards // 4 if suit is None else cards // 4 + np.where(cards % 4 == suit, RANK_COUNT, 0)
    return places(np.sort(symbols, axis=1))


@cache
def without_names_of_suits(size: int) -> tuple[Ints, Ints]:
    """Sets of cards, one of all that become each other when suits change names, and how many these are."""
    rows = np.array(list(combinations(range(52), size)))
    least = np.full(len(rows), np.iinfo(np.int64).max)
    for names in permutations(range(4)):
        renamed = np.sort(rows // 4 * 4 + np.array(names)[rows % 4], axis=1)
        least = np.minimum(least, renamed @ (52 ** np.arange(size)))
    _, first, times = np.unique(least, return_index=True, return_counts=True)
    return rows[first], times


def forgetting_names_of_suits(rows: Ints) -> Ints:
    """A number for each set of cards, the same for sets that become each other when suits change names."""
    in_suit = [np.where(rows % 4 == sign, 1 << rows // 4, 0).sum(axis=-1) for sign in range(4)]
    found: Ints = np.sort(np.stack(in_suit, axis=-1), axis=-1) @ (1 << 13 * np.arange(4))
    return found


@cache
def hole_classes() -> tuple[list[str], Ints]:
    """The 169 starting hands by name ("AKs", "T9o", "77"), the best ranks first, and which of them each hole is."""
    holes = deck().holes
    low, high = holes[:, 0] // 4, holes[:, 1] // 4
    suited = holes[:, 0] % 4 == holes[:, 1] % 4
    names: list[str] = []
    found = np.zeros(len(holes), np.int64)
    for top in range(RANK_COUNT - 1, -1, -1):
        for other in range(top, -1, -1):
            for in_suit in (True, False) if top != other else (False,):
                found[(high == top) & (low == other) & (suited == in_suit)] = len(names)
                names.append(RANKS[top] + RANKS[other] + ("" if top == other else "s" if in_suit else "o"))
    return names, found


def of_holes(ranks: Ints, suit: Ints, cards: Deck | None = None) -> Ints:
    """What every hole has by its ranks, and by each of the four suits."""
    cards = cards or deck()
    found: Ints = ranks[cards.rank_hole] + suit[cards.suit_hole].sum(axis=0)
    return found
