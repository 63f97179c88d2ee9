"""What a set of cards is worth, as integers that compare as hands do, and the tables that find it by addition.

A strength is packed like `pitlink.hands.Hand`: the class in bits 20 and up, then five ranks of four bits each in the
order in which they are compared, a low ace as 1. Tables hold ordinals instead: places in the sorted list of all
strengths.
"""

import numpy as np
from numba import njit

CLASS_BIT = 20
SUITED = np.uint32(1 << 31)  # set in a lane of ranks that are enough for a flush


@njit(cache=True, nogil=True)
def packed(hand_class, first, second, third, fourth, fifth):
    return hand_class << 20 | first << 16 | second << 12 | third << 8 | fourth << 4 | fifth


@njit(cache=True, nogil=True)
def run_top(mask, size):
    """The top rank of the highest run in a mask whose bit 0 is the two, 0 for none. The ace also stands below the
    two.
    """
    with_low_ace = mask << 1 | mask >> 12 & 1
    run = (1 << size) - 1
    for top in range(14, size - 1, -1):
        if with_low_ace >> top - size & run == run:
            return top
    return 0


@njit(cache=True, nogil=True)
def mixed_strength(counts):
    """The best five of five or more cards without a flush, from how many there are of each rank.

    Equals `hands.plain.rank_seven` and `rank_five` of such cards.
    """
    fours, threes, pairs, singles = 0, 0, 0, 0  # masks of the ranks that come at least so often
    for each in range(13):
        singles |= (counts[each] >= 1) << each
        pairs |= (counts[each] >= 2) << each
        threes |= (counts[each] >= 3) << each
        fours |= (counts[each] >= 4) << each
    if fours:
        a = top_rank(fours)
        return packed(7, a, a, a, a, top_rank(without(singles, a)))
    if threes:
        a = top_rank(threes)
        b = top_rank(without(pairs, a))
        if b:
            return packed(6, a, a, a, b, b)
    top = run_top(singles, 5)
    if top:
        return packed(4, top, top - 1, top - 2, top - 3, top - 4)
    if threes:
        a = top_rank(threes)
        rest = without(singles, a)
        b = top_rank(rest)
        return packed(3, a, a, a, b, top_rank(without(rest, b)))
    a = top_rank(pairs)
    b = top_rank(without(pairs, a)) if a else 0
    if b:
        return packed(2, a, a, b, b, top_rank(without(without(singles, a), b)))
    if a:
        rest = without(singles, a)
        b = top_rank(rest)
        rest = without(rest, b)
        c = top_rank(rest)
        return packed(1, a, a, b, c, top_rank(without(rest, c)))
    return top_five(0, singles)


@njit(cache=True, nogil=True)
def suited_strength(mask, low_run_counts):
    """Five or more cards of one suit, from the mask of their ranks: nothing else in seven cards can beat what they
    make.

    Equals `hands.plain.rank_seven` of such cards; `low_run_counts` is R18.
    """
    top = run_top(mask, 5)
    if top == 14:
        return packed(9, 14, 13, 12, 11, 10)
    if top > 5 or (top == 5 and low_run_counts):
        return packed(8, top, top - 1, top - 2, top - 3, top - 4)
    return top_five(5, mask)


@njit(cache=True, nogil=True)
def top_rank(mask):
    """2 to 14, or 0 where the mask is empty."""
    for each in range(12, -1, -1):
        if mask >> each & 1:
            return each + 2
    return 0


@njit(cache=True, nogil=True)
def without(mask, rank):
    return mask & ~(1 << rank - 2)


@njit(cache=True, nogil=True)
def top_five(hand_class, mask):
    strength, taken = hand_class, 0
    for each in range(12, -1, -1):
        if mask >> each & 1 and taken < 5:
            strength = strength << 4 | each + 2
            taken += 1
    return strength


@njit(cache=True, nogil=True)
def mixed_strengths(sets):
    """`mixed_strength` of each row of rank counts."""
    found = np.empty(len(sets), np.int32)
    for nth in range(len(sets)):
        found[nth] = mixed_strength(sets[nth])
    return found


@njit(cache=True, nogil=True)
def suited_strengths(low_run_counts):
    """`suited_strength` of each of the 8,192 masks; -1 where there are not five cards."""
    found = np.full(8192, -1, np.int32)
    for mask in range(8192):
        size = 0
        for each in range(13):
            size += mask >> each & 1
        if size >= 5:
            found[mask] = suited_strength(mask, low_run_counts)
    return found


# Finding by addition: each rank has a key, a set of ranks the sum of its keys


@njit(cache=True, nogil=True)
def displaced(sums, values, shifts, places):
    """Put each value where `(sum >> b) + shifts[sum's low b bits]` says, so that none meets another; False if one
    cannot.

    `shifts` has 2**b entries. Largest groups go first, each to the first shift at which all of it is free.
    """
    rows, size = len(shifts), len(places)
    bits = 0
    while 1 << bits < rows:
        bits += 1
    counts = np.zeros(rows + 1, np.int64)
    for each in sums:
        counts[(each & rows - 1) + 1] += 1
    starts = np.cumsum(counts)
    members = np.empty(len(sums), np.int64)
    fill = starts[:-1].copy()
    for nth in range(len(sums)):
        row = sums[nth] & rows - 1
        members[fill[row]] = nth
        fill[row] += 1
    taken = np.zeros(size, np.bool_)
    for row in np.argsort(-counts[1:]):
        first, last = starts[row], starts[row + 1]
        placed = first == last
        for shift in range(size):
            if placed:
                break
            fits = True
            for at in range(first, last):
                place = (sums[members[at]] >> bits) + shift & size - 1
                if taken[place]:
                    fits = False
                    for before in range(first, at):
                        taken[(sums[members[before]] >> bits) + shift & size - 1] = False
                    break
                taken[place] = True
            if fits:
                placed = True
                shifts[row] = shift
                for at in range(first, last):
                    places[(sums[members[at]] >> bits) + shift & size - 1] = values[members[at]]
        if not placed:
            return False
    return True


@njit(cache=True, nogil=True)
def ordinals_of_masks(masks, lanes, suited, shifts, places):
    """The ordinal of each hand given as a mask: sixteen bits a suit, bit 0 the two.

    Equals `hands.plain.rank_seven`, `rank_five` or `rank_three`, whichever the tables were made for.
    """
    found = np.empty(len(masks), np.uint16)
    rows, size = np.uint32(len(shifts) - 1), np.uint32(len(places) - 1)
    bits = np.uint32(0)
    while np.uint32(1) << bits < rows:
        bits += np.uint32(1)
    low = np.uint64(8191)
    for nth in range(len(masks)):
        mask = masks[nth]
        a, b = mask & low, mask >> np.uint64(16) & low
        c, d = mask >> np.uint64(32) & low, mask >> np.uint64(48) & low
        total = lanes[a] + lanes[b] + lanes[c] + lanes[d]
        if total & SUITED:
            best = np.uint16(0)
            for lane in (a, b, c, d):
                best = max(best, suited[lane])
            found[nth] = best
        else:
            found[nth] = places[(total >> bits) + shifts[total & rows] & size]
    return found
