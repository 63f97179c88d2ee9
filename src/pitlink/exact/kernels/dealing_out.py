"""All that can still come, given a hole and some cards of the board: written plainly, and quick enough for one hand."""

import numpy as np
from numba import njit

from pitlink.exact.kernels.strengths import ordinals_of_masks


@njit(cache=True, nogil=True)
def deal_out(hole, board, left, table, qualifies_from):
    """For every way to complete the board from the cards that are left: the hole's ordinal, and how many dealer's
    hands it beats, ties with, and that do not qualify; with the first card that came, -1 where none did.

    Cards are masks of one bit, sixteen bits a suit. Equals `hands.plain.rank_seven` of each hand.
    """
    lanes, suited, shifts, places, missing = table
    size = len(left)
    ways = 1 if missing == 0 else size if missing == 1 else size * (size - 1) // 2
    found = np.zeros((ways, 6), np.int64)
    dealers = np.empty((size - missing) * (size - missing - 1) // 2 + 1, np.uint64)
    nth = 0
    for a in range(-1, size):
        for b in range(-1, size):
            if (a >= 0) != (missing >= 1) or (b >= 0) != (missing == 2) or (b >= 0 and b >= a):
                continue
            whole = board | (left[a] if a >= 0 else np.uint64(0)) | (left[b] if b >= 0 else np.uint64(0))
            dealers[0] = whole | hole
            hands = 1
            for c in range(size):
                for d in range(c):
                    if c not in (a, b) and d not in (a, b):
                        dealers[hands] = whole | left[c] | left[d]
                        hands += 1
            ordinals = ordinals_of_masks(dealers[:hands], lanes, suited, shifts, places)
            own = ordinals[0]
            for other in ordinals[1:]:
                found[nth, 1] += other < own
                found[nth, 2] += other == own
                found[nth, 3] += other < qualifies_from
            found[nth, 0], found[nth, 4], found[nth, 5] = own, a, b
            nth += 1
    return found
