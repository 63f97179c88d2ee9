"""Ultimate's river as a person counts it: what the own cards add to the board, and the dealer's outs.

A dealer's out is an unseen card that, with the board alone, beats the hand.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from pitlink.exact.kernels.showdowns import ways_of_pairs
from pitlink.exact.kernels.ultimate import outcomes, worth

NOTHING, PAIR, TWO_PAIRS, THREE, STRAIGHT, FLUSH, OUTDONE = range(7)  # what the own cards add


class Alone(NamedTuple):
    """Ordinals of the board without own cards, by board, and with one more card, by board and symbol."""

    board: np.ndarray
    with_card: np.ndarray


class Told(NamedTuple):
    """Of each board and pair: what the own cards add, and the dealer's outs."""

    hands: np.ndarray
    outs: np.ndarray


@njit(cache=True, nogil=True)
def tell(world, found, alone, classes, made, part, told):
    """Fill `told` for the boards of the part. `made` is of each ordinal what it is without kickers.

    Equals `hands.plain` of the board with each of the 45 cards left, compared with the hand.
    """
    symbols, pairs = len(world.copies), len(world.first)
    left, on_board = np.empty(symbols, np.int64), np.empty(13, np.bool_)
    for board in range(part[0], part[1]):
        left[:], on_board[:] = world.copies, False
        for symbol in world.boards[board]:
            left[symbol] -= 1
            on_board[symbol % 13] = True
        for pair in range(pairs):
            ordinal = found.ordinal[board, pair]
            if ordinal < 0:
                continue
            x, y = world.first[pair], world.second[pair]
            outs = 0
            for symbol in range(symbols):
                if alone.with_card[board, symbol] > ordinal:
                    outs += left[symbol] - (x == symbol) - (y == symbol)
            told.outs[board, pair] = outs
            if made[ordinal] > made[alone.board[board]]:
                told.hands[board, pair] = min(classes[ordinal], FLUSH)
            elif x % 13 == y % 13 or on_board[x % 13] or on_board[y % 13]:
                told.hands[board, pair] = OUTDONE
            else:
                told.hands[board, pair] = NOTHING


@njit(cache=True, nogil=True)
def weigh(world, found, counting, part, reached, times):
    """How often each board and pair comes to the river; `reached` is the same by flop and pair, for each flop that
    looks like this one.
    """
    boards, ways = np.zeros(len(world.first), np.int64), np.zeros(len(world.first), np.int64)
    for board in range(part[0], part[1]):
        row = world.boards[board]
        ways_of_pairs(world, row, counting.chosen, boards)
        ways[:] = 0
        for a in range(3):
            for b in range(a + 1, 4):
                for c in range(b + 1, 5):
                    ways += reached[
                        counting.places[0, row[a]] + counting.places[1, row[b]] + counting.places[2, row[c]]
                    ]
        for pair in range(len(ways)):
            times[board - part[0], pair] = boards[pair] * ways[pair] if found.ordinal[board, pair] >= 0 else 0


@njit(cache=True, nogil=True)
def tally(world, found, told, classes, pays, counting, part, reached, by_rank, counts):
    """Count outcomes by what the own cards add, outs, best choice, class of hands and cell; `by_rank` is given what
    ranks alone would count in their stead.
    """
    times = np.zeros((1, len(world.first)), np.int64)
    for board in range(part[0], part[1]):
        weigh(world, found, counting, (board, board + 1), reached, times)
        at = world.rank_board[board]
        for pair in range(len(world.first)):
            if times[0, pair]:
                count(found, told, board, pair, classes, pays, times[0, pair], counts)
                by_rank[at, world.rank_pair[pair]] += times[0, pair]


@njit(cache=True, nogil=True)
def tally_by_rank(found, told, classes, pays, times, counts):
    for board in range(len(times)):
        for pair in range(times.shape[1]):
            if times[board, pair]:
                count(found, told, board, pair, classes, pays, times[board, pair], counts)


@njit(cache=True, nogil=True)
def count(found, told, board, pair, classes, pays, times, counts):
    ordinal = found.ordinal[board, pair]
    wins, ties, unqualified = found.wins[board, pair], found.ties[board, pair], found.unqualified[board, pair]
    cells = outcomes(pays, ordinal, wins, ties, unqualified)
    _, _, _, plays = worth(pays, classes[ordinal], ordinal, wins, ties, unqualified)
    row = counts[told.hands[board, pair], told.outs[board, pair], 1 if plays else 0, classes[ordinal]]
    for cell in range(len(cells)):
        row[cell] += times * cells[cell]
