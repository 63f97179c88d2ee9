"""One showdown for all opponents: how many dealer's hands lose to, tie with and beat every hole on every board.

Cards are seen as symbols. In the world of ranks there are thirteen, each four times; in the world of one suit twenty-
six, each rank off suit three times and in suit once. A board is a sorted row of five symbols, a hole a pair of them.
"""

from typing import NamedTuple

import numpy as np
from numba import njit


class World(NamedTuple):
    """Symbols, pairs of them and boards of five; in the world of ranks nothing is in suit."""

    copies: np.ndarray  # of each symbol, in the deck
    first: np.ndarray  # of each pair, its symbols
    second: np.ndarray
    rank_pair: np.ndarray  # the same pair in the world of ranks
    in_suit: np.ndarray  # of each pair, the mask of the ranks in suit
    boards: np.ndarray
    rank_board: np.ndarray  # the same board in the world of ranks
    board_suited: np.ndarray  # of each board, the mask of the ranks in suit


class Counting(NamedTuple):
    """Tables for counting: n over k as `chosen[n][k]`, and of the nth symbol of a sorted row what it adds to the
    row's place.
    """

    chosen: np.ndarray
    places: np.ndarray


class Showdowns(NamedTuple):
    """Of each board and pair: the ordinal of the hand (-1 where there is none), and the dealer's hands it beats, ties
    with, and all dealer's hands that do not qualify.
    """

    ordinal: np.ndarray
    wins: np.ndarray
    ties: np.ndarray
    unqualified: np.ndarray


@njit(cache=True, nogil=True)
def count_showdowns(world, mixed, suited, qualifies_from, boards, found):
    """Fill `found` for the boards from the first to before the last of `boards`.

    `mixed` are ordinals without a flush by board and pair of ranks, `suited` those of the masks of a suit.
    Equals a comparison of `hands.plain.rank_seven` of each hole with each of the 990 dealer's hands.
    """
    symbols, pairs = len(world.copies), len(world.first)
    left = np.empty(symbols, np.int64)
    order, sorted_order = np.empty(pairs, np.int64), np.empty(pairs, np.int64)
    for board in range(boards[0], boards[1]):
        left[:] = world.copies
        for symbol in world.boards[board]:
            left[symbol] -= 1
        on_board = world.board_suited[board]
        by_rank = mixed[world.rank_board[board]]
        ordinal = found.ordinal[board]
        size = 0
        for pair in range(pairs):
            x, y = world.first[pair], world.second[pair]
            if left[x] <= 0 or left[y] <= 0 or (x == y and left[x] == 1):
                ordinal[pair] = -1
                continue
            flush = suited[on_board | world.in_suit[pair]]
            ordinal[pair] = flush if flush > 0 else by_rank[world.rank_pair[pair]]
            order[size] = pair
            size += 1
        sort_by(ordinal, order[:size], sorted_order[:size])
        walk(world, left, order[:size], qualifies_from, ordinal, found, board)


@njit(cache=True, nogil=True)
def sort_by(ordinal, order, other):
    """Sort pairs by their ordinals, below 8,192, in two rounds of counting."""
    for shift, source, target in ((0, order, other), (7, other, order)):
        starts = np.zeros(129, np.int64)
        for pair in source:
            starts[(ordinal[pair] >> shift & 127) + 1] += 1
        for digit in range(128):
            starts[digit + 1] += starts[digit]
        for pair in source:
            digit = ordinal[pair] >> shift & 127
            target[starts[digit]] = pair
            starts[digit] += 1


@njit(cache=True, nogil=True)
def walk(world, left, order, qualifies_from, ordinal, found, board):
    """Upward by groups of equal hands, with the hands below counted in all and by each card that they hold."""
    symbols = len(left)
    below, group = np.zeros(symbols, np.int64), np.zeros(symbols, np.int64)
    under, all_under = np.zeros(symbols, np.int64), 0
    all_below, at = 0, 0
    wins, ties, unqualified = found.wins[board], found.ties[board], found.unqualified[board]
    while at < len(order):
        strength = ordinal[order[at]]
        end, in_group = at, 0
        while end < len(order) and ordinal[order[end]] == strength:
            x, y = world.first[order[end]], world.second[order[end]]
            if x == y:
                in_group += left[x] * (left[x] - 1) // 2
                group[x] += left[x] - 1
            else:
                in_group += left[x] * left[y]
                group[x] += left[y]
                group[y] += left[x]
            end += 1
        for pair in order[at:end]:
            x, y = world.first[pair], world.second[pair]
            wins[pair] = all_below - below[x] - below[y]
            ties[pair] = in_group - group[x] - group[y] + 1  # the hole itself was taken off twice
        all_below += in_group
        for symbol in range(symbols):
            below[symbol] += group[symbol]
            group[symbol] = 0
        if strength < qualifies_from:
            all_under = all_below
            under[:] = below
        at = end
    for pair in order:
        itself = 1 if ordinal[pair] < qualifies_from else 0
        unqualified[pair] = all_under - under[world.first[pair]] - under[world.second[pair]] + itself


@njit(cache=True, nogil=True)
def ways_with(copies, cards, x, y, chosen):
    """How many sets of cards look like these symbols and share none with a hole that looks like x and y.

    `chosen[n][k]` is n over k; `cards` are sorted.
    """
    ways, at, size = 1, 0, len(cards)
    while at < size:
        symbol, times = cards[at], 1
        while at + times < size and cards[at + times] == symbol:
            times += 1
        ways *= chosen[copies[symbol] - (x == symbol) - (y == symbol)][times]
        at += times
    return ways


@njit(cache=True, nogil=True)
def ways_of_pairs(world, cards, chosen, ways):
    """`ways_with` for every pair; those that share no symbol with the cards have it in common."""
    in_all = ways_with(world.copies, cards, -1, -1, chosen)
    shared = np.zeros(len(world.copies), np.bool_)
    for symbol in cards:
        shared[symbol] = True
    for pair in range(len(ways)):
        x, y = world.first[pair], world.second[pair]
        if shared[x] or shared[y]:
            ways[pair] = ways_with(world.copies, cards, x, y, chosen)
        else:
            ways[pair] = in_all


@njit(cache=True, nogil=True)
def divide_by_ways(rows, cards, world, chosen):
    """Sums over all sets of cards that look alike become the sum for one of them: it divides."""
    for row in range(len(rows)):
        for pair in range(len(world.first)):
            if rows[row, pair]:
                rows[row, pair] //= ways_with(world.copies, cards[row], world.first[pair], world.second[pair], chosen)


@njit(cache=True, nogil=True)
def multiply_over_ways(rows, cards, world, chosen, scale):
    """Counts over all sets of cards that look alike become so much for each of them, times the scale: it divides."""
    for row in range(len(rows)):
        for pair in range(len(world.first)):
            if rows[row, pair]:
                ways = ways_with(world.copies, cards[row], world.first[pair], world.second[pair], chosen)
                rows[row, pair] = rows[row, pair] * scale // ways
