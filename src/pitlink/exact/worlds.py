"""The two worlds of a collapsed count, and every showdown in them.

A flush needs at least three board cards of one suit, and at most one suit has that. So anything that a hole is worth
on a board is what it is worth by ranks alone, and for each suit the difference that seeing this suit makes: `X = X0 +
Σ (Xs − X0)`.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import combinations, combinations_with_replacement, pairwise
from math import comb
from typing import Final, TypeVar

import numpy as np
from msgspec import Struct

from pitlink.exact.kept import give_back_large_arrays
from pitlink.exact.kernels import showdowns as kernel
from pitlink.exact.kernels.showdowns import Counting, Showdowns, World
from pitlink.exact.ranking import Ints, rank_table
from pitlink.hands import AceLow

RANK_COUNT: Final = 13
THREADS: Final = 2
COUNTING: Final = Counting(
    chosen=np.array([[comb(n, k) for k in range(6)] for n in range(5)], np.int64),
    places=np.array([[comb(symbol + nth, nth + 1) for symbol in range(2 * RANK_COUNT)] for nth in range(5)], np.int64),
)


T = TypeVar("T")


class Counted(Struct, frozen=True):
    """Both worlds with their showdowns, and the class of hands of each ordinal."""

    ranks: World
    suit: World
    by_rank: Showdowns
    by_suit: Showdowns
    classes: Ints


def places(rows: Ints) -> Ints:
    """The number of each sorted row of symbols among all sorted rows of its length: Σ C(symbol + k, k + 1)."""
    found: Ints = sum(COUNTING.places[nth][rows[:, nth]] for nth in range(rows.shape[1]))
    return found


@cache
def world_of_ranks() -> World:
    boards = sorted_rows(RANK_COUNT, 5)
    first, second = _pairs(RANK_COUNT)
    none, number = np.zeros(len(first), np.int64), np.arange(len(first))
    return World(
        np.full(RANK_COUNT, 4),
        first,
        second,
        number,
        none,
        boards,
        np.arange(len(boards)),
        np.zeros(len(boards), np.int64),
    )


@cache
def world_of_a_suit() -> World:
    """Symbols 0 to 12 are off suit, 13 to 25 in suit. Boards have three, four or five cards in suit."""
    boards = np.concatenate([_suited_boards(number) for number in (3, 4, 5)])
    first, second = _pairs(RANK_COUNT * 2)
    ranks = np.sort(np.stack([first % RANK_COUNT, second % RANK_COUNT], axis=1), axis=1)
    return World(
        np.repeat([3, 1], RANK_COUNT),
        first,
        second,
        places(ranks),
        _suit_mask(first) | _suit_mask(second),
        boards,
        places(np.sort(boards % RANK_COUNT, axis=1)),
        np.bitwise_or.reduce(_suit_mask(boards), axis=1),
    )


def _suit_mask(symbols: Ints) -> Ints:
    return np.where(symbols >= RANK_COUNT, 1 << symbols % RANK_COUNT, 0)


def _suited_boards(in_suit: int) -> Ints:
    suited = np.array(list(combinations(range(RANK_COUNT, 2 * RANK_COUNT), in_suit)))
    others = sorted_rows(RANK_COUNT, 5 - in_suit)
    return np.concatenate([np.tile(others, (len(suited), 1)), np.repeat(suited, len(others), axis=0)], axis=1)


@cache
def sorted_rows(symbols: int, length: int) -> Ints:
    """Every sorted row of so many symbols, in the order of their places."""
    rows = list(combinations_with_replacement(range(symbols), length))
    found = np.array(rows, np.int64).reshape(len(rows), length)
    return found[np.argsort(places(found))] if length else found


def _pairs(symbols: int) -> tuple[Ints, Ints]:
    rows = sorted_rows(symbols, 2)
    return np.ascontiguousarray(rows[:, 0]), np.ascontiguousarray(rows[:, 1])


def in_threads(job: Callable[[tuple[int, int]], T], size: int) -> list[T]:
    """The job on each part of so many boards, at the same time."""
    ends = [size * nth // THREADS for nth in range(THREADS + 1)]
    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(job, pairwise(ends)))


def sum_of(arrays: list[Ints]) -> Ints:
    """Added up in the first of them."""
    first, *others = arrays
    for each in others:
        first += each
    return first


def counted(qualifies_from: int, ace_low: AceLow = "straight_flush") -> Counted:
    """Every showdown. Dealers below the ordinal `qualifies_from` do not qualify.

    Only the last is kept, and let go before the next is counted: it is 100 MB, and counted in a fraction of a second.
    """
    if (qualifies_from, ace_low) not in _COUNTED:
        _COUNTED.clear()
        _COUNTED[qualifies_from, ace_low] = _counted(qualifies_from, ace_low)
    return _COUNTED[qualifies_from, ace_low]


_COUNTED: dict[tuple[int, AceLow], Counted] = {}


def _counted(qualifies_from: int, ace_low: AceLow) -> Counted:
    give_back_large_arrays()
    table = rank_table(7, ace_low)
    ranks, suit = world_of_ranks(), world_of_a_suit()
    mixed = _mixed_ordinals(ace_low)

    def showdowns(world: World, suited: Ints) -> Showdowns:
        shape = (len(world.boards), len(world.first))
        found = Showdowns(*(np.zeros(shape, np.int16) for _ in Showdowns._fields))
        in_threads(
            lambda part: kernel.count_showdowns(world, mixed, suited, qualifies_from, part, found), len(world.boards)
        )
        return found

    by_rank, by_suit = showdowns(ranks, np.zeros_like(table.suited)), showdowns(suit, table.suited)
    return Counted(ranks, suit, by_rank, by_suit, table.classes().astype(np.int64))


@cache
def _mixed_ordinals(ace_low: AceLow) -> Ints:
    """The ordinal without a flush of each board and each pair of ranks; 0 where there are not so many cards of a
    rank.

    R18 moves these too: a low run in suit leaves its place above the full houses for one below them.
    """
    table, world = rank_table(7, ace_low), world_of_ranks()
    keys = table.lanes[1 << np.arange(RANK_COUNT)].astype(np.int64)
    sums = keys[world.boards].sum(axis=1)[:, None] + (keys[world.first] + keys[world.second])[None, :]
    bits = (len(table.shifts) - 1).bit_length()
    shifted = (sums >> bits) + table.shifts[sums & len(table.shifts) - 1]
    found: Ints = table.places[shifted & len(table.places) - 1].astype(np.int16)
    return found
