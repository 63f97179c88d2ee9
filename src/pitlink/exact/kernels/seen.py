"""What a hole is with the three or four community cards that are seen, as people describe it."""

import numpy as np
from numba import njit

FLUSH, STRAIGHT, THREE, TWO_PAIRS, HIGH_PAIR, SECOND_PAIR, LOW_PAIR = range(7)
HIGH_FLUSH_DRAW, LOW_FLUSH_DRAW, STRAIGHT_DRAW = range(7, 10)
PAIRED_ACE, PAIRED_KING, HIGH_ACE, ACE, OVERCARDS, NOTHING = range(10, 16)
TEN, TOP = 8, 12  # the ten, and the ace


@njit(cache=True, nogil=True)
def describe(cards, holes, part, found):
    """Fill `found` by set of community cards and hole: the first description that fits, -1 where they share a card."""
    counts, suits = np.empty(13, np.int64), np.empty(4, np.int64)
    for at in range(part[0], part[1]):
        counts[:], suits[:] = 0, 0
        for card in cards[at]:
            counts[card // 4] += 1
            suits[card % 4] += 1
        for hole in range(len(holes)):
            shared = False
            for card in cards[at]:
                shared |= card == holes[hole, 0] or card == holes[hole, 1]
            found[at, hole] = -1 if shared else description(counts, suits, holes[hole, 0], holes[hole, 1])


@njit(cache=True, nogil=True)
def description(counts, suits, first, second):
    """Of community cards by rank and by suit, and two own cards, the lower rank first."""
    a, b = first // 4, second // 4
    high, paired = -1, False
    for rank in range(13):
        high = rank if counts[rank] else high
        paired |= counts[rank] > 1
    draw = -1
    for suit in range(4):
        own = (first % 4 == suit) + (second % 4 == suit)
        if own and suits[suit] + own >= 5:
            return FLUSH
        if own and suits[suit] + own == 4:
            draw = b if second % 4 == suit else a
    made = made_with(counts, a, b)
    if made <= LOW_PAIR:
        return made
    if draw >= 0:
        return HIGH_FLUSH_DRAW if draw >= TEN else LOW_FLUSH_DRAW
    if run_of(counts, a, b, 4, 0, 8):  # open: not from or to an ace
        return STRAIGHT_DRAW
    if paired and b >= TOP - 1:
        return PAIRED_ACE if b == TOP else PAIRED_KING
    if b == TOP:
        return HIGH_ACE if a > high else ACE
    return OVERCARDS if a > high else NOTHING


@njit(cache=True, nogil=True)
def add(hands, times, raised, values, part, sums):
    """Add to `sums`, by description and whether a bet is worth it: the number of holes and cards, and their values."""
    for at in range(part[0], part[1]):
        for hole in range(hands.shape[1]):
            if hands[at, hole] >= 0 and raised[hole]:
                row = sums[hands[at, hole], 1 if values[at, hole] > 0 else 0]
                row[0] += times[at]
                row[1] += times[at] * values[at, hole]


@njit(cache=True, nogil=True)
def made_with(counts, a, b):
    """What ranks make with an own card; `NOTHING` where the own cards are odd, or pair less than the board has."""
    most, best, above = 0, -1, 0  # of ranks with an own card; pairs above the best of them
    pairs, three, four = 0, False, False
    for rank in range(13):
        mine = (a == rank) + (b == rank)
        have = counts[rank] + mine
        above += have > 1
        if mine and have > 1:
            most, best, above = max(most, have), rank, 0
        pairs += have > 1
        three |= have > 2
        four |= counts[rank] == 4
    if most == 4 or (best >= 0 and three and pairs > 1 and not four):
        return FLUSH  # four of a kind or a full house
    if run_of(counts, a, b, 5, -1, 8):
        return STRAIGHT
    if best < 0 or four or above > 1:
        return NOTHING
    if most == 3:
        return THREE
    if pairs > 1:
        return TWO_PAIRS
    higher = 0
    for rank in range(best + 1, 13):
        higher += counts[rank] > 0
    return HIGH_PAIR if higher == 0 else SECOND_PAIR if higher == 1 else LOW_PAIR


@njit(cache=True, nogil=True)
def run_of(counts, a, b, size, lowest, highest):
    """Whether so many ranks follow one another from the lowest on, up to the highest, with an own card among them;
    the ace also stands below the two.
    """
    for low in range(lowest, highest + 1):
        whole, mine = True, False
        for rank in range(low, low + size):
            each = rank if rank >= 0 else TOP
            whole &= counts[each] > 0 or each in (a, b)
            mine |= counts[each] == 0
        if whole and mine:
            return True
    return False
