"""Let It Ride: what four cards become with the fifth."""

import numpy as np
from numba import njit

from pitlink.exact.kernels.strengths import ordinals_of_masks

CARDS = 52


@njit(cache=True, nogil=True)
def count_lines(fours, lanes, suited, shifts, places, line_of, found):
    """Add to `found`, by four cards and line, how many of the 48 fifth cards make a hand of that line.

    `fours` are masks of sixteen bits a suit; the next four arguments are the tables of five-card hands, and
    `line_of` says of each ordinal which line of the pay table it is on. Equals `games.mbs_lir.odds_of` of each hand.
    """
    masks = np.empty(CARDS, np.uint64)
    for nth in range(len(fours)):
        four, size = np.uint64(fours[nth]), 0
        for card in range(CARDS):
            bit = np.uint64(1) << np.uint64(card % 4 * 16 + card // 4)
            if four & bit == 0:
                masks[size] = four | bit
                size += 1
        for ordinal in ordinals_of_masks(masks[:size], lanes, suited, shifts, places):
            found[nth, line_of[ordinal]] += 1
