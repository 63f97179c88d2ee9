"""Where best play on Ultimate's river is another by other rules."""

import numpy as np
from numba import njit

from pitlink.exact.kernels.outs import weigh
from pitlink.exact.kernels.ultimate import worth


@njit(cache=True, nogil=True)
def choose(found, classes, pays, part, plays):
    """Whether each pair is played on each board of the part; nothing where there is no such hand.

    Equals `ultimate.worth`, board by board.
    """
    for board in range(part[0], part[1]):
        for pair in range(found.ordinal.shape[1]):
            ordinal = found.ordinal[board, pair]
            if ordinal >= 0:
                wins, ties = found.wins[board, pair], found.ties[board, pair]
                played = worth(pays, classes[ordinal], ordinal, wins, ties, found.unqualified[board, pair])[3]
                plays[board, pair] = played


@njit(cache=True, nogil=True)
def tally(world, found, counting, part, reached, differs, by_rank):
    """How often boards and pairs of the part come to the river and differ; `by_rank` is given what ranks alone would
    count in their stead.
    """
    times, total = np.zeros((1, len(world.first)), np.int64), 0
    for board in range(part[0], part[1]):
        weigh(world, found, counting, (board, board + 1), reached, times)
        at = world.rank_board[board]
        for pair in range(len(world.first)):
            if differs[board, pair]:
                total += times[0, pair]
            by_rank[at, world.rank_pair[pair]] += times[0, pair]
    return total
