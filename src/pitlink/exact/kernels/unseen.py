"""A hand that nobody looks at, against the dealer: every such hand on every board that can still come."""

import numpy as np
from numba import njit

from pitlink.exact.kernels.showdowns import Showdowns, World, sort_by, walk
from pitlink.exact.kernels.strengths import ordinals_of_masks

CELLS = 6  # win, tie, lose; of each first against a dealer who qualifies


@njit(cache=True, nogil=True)
def count_unseen(board, left, missing, table, classes, qualifies_from):
    """For every way to complete the board from the cards that are left: by class of hands and cell, the pairs of an
    unseen hand and a dealer's hand. Cards are masks of one bit.

    Equals `hands.plain.rank_seven` of each pair of hands.
    """
    lanes, suited, shifts, places = table
    size = len(left)
    first, second = np.empty(size * (size - 1) // 2, np.int64), np.empty(size * (size - 1) // 2, np.int64)
    pairs = 0
    for a in range(size):
        for b in range(a):
            first[pairs], second[pairs] = b, a
            pairs += 1
    none = np.zeros(0, np.int64)
    world = World(np.ones(size, np.int64), first, second, none, none, np.zeros((0, 5), np.int64), none, none)
    boards = 1 if missing == 0 else size if missing == 1 else size * (size - 1) // 2
    counts = np.zeros((boards, 10, CELLS), np.int64)
    found = Showdowns(
        *(np.zeros((1, pairs), np.int16), np.zeros((1, pairs), np.int16)),
        *(np.zeros((1, pairs), np.int16), np.zeros((1, pairs), np.int16)),
    )
    masks, order, other = np.empty(pairs, np.uint64), np.empty(pairs, np.int64), np.empty(pairs, np.int64)
    nth = 0
    for a in range(-1, size):
        for b in range(-1, size):
            if (a >= 0) != (missing >= 1) or (b >= 0) != (missing == 2) or (b >= 0 and b >= a):
                continue
            whole = board | (left[a] if a >= 0 else np.uint64(0)) | (left[b] if b >= 0 else np.uint64(0))
            here = 0
            for pair in range(pairs):
                if first[pair] not in (a, b) and second[pair] not in (a, b):
                    masks[here], order[here] = whole | left[first[pair]] | left[second[pair]], pair
                    here += 1
            ordinals = ordinals_of_masks(masks[:here], lanes, suited, shifts, places)
            for at in range(here):
                found.ordinal[0, order[at]] = ordinals[at]
            live = np.ones(size, np.int64)
            if a >= 0:
                live[a] = 0
            if b >= 0:
                live[b] = 0
            sort_by(found.ordinal[0], order[:here], other[:here])
            walk(world, live, order[:here], qualifies_from, found.ordinal[0], found, 0)
            hands = (size - missing - 2) * (size - missing - 3) // 2
            for pair in order[:here]:
                add(counts[nth, classes[found.ordinal[0, pair]]], found, pair, hands, qualifies_from)
            nth += 1
    return counts


@njit(cache=True, nogil=True)
def add(cells, found, pair, hands, qualifies_from):
    """Split as `kernels.ultimate.outcomes` does."""
    wins, ties, unqualified = found.wins[0, pair], found.ties[0, pair], found.unqualified[0, pair]
    losses = hands - wins - ties
    if found.ordinal[0, pair] >= qualifies_from:
        cells[0] += wins - unqualified
        cells[1] += unqualified
        cells[2] += ties
        cells[4] += losses
    else:
        worse = unqualified - wins - ties
        cells[1] += wins
        cells[3] += ties
        cells[4] += losses - worse
        cells[5] += worse
