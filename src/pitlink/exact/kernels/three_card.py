"""Three Card Poker: every hand against every dealer's hand that shares no card with it, in one walk.

The hands below a hand are counted in all, by each card and by each two cards that they hold; those that share no card
with it follow by inclusion and exclusion. Nothing exceeds 22,100.
"""

import numpy as np
from numba import njit

CARDS = 52
CELLS = 6  # win, tie, lose; of each first against a dealer who qualifies


@njit(cache=True, nogil=True)
def count_showdowns(hands, order, ordinal, fails, found):
    """Fill `found`, by hand and cell, with how many dealer's hands it wins against, ties with and loses to.

    `order` sorts the hands by `ordinal`; `fails` is 1 where a dealer's hand does not qualify, else 0. Equals a
    comparison of `hands.plain.rank_three` of each hand with each of the 18,424 dealer's hands.
    """
    in_all, by_card, by_pair = (
        np.zeros(2, np.int64),
        np.zeros((2, CARDS), np.int64),
        np.zeros((2, CARDS, CARDS), np.int64),
    )
    at = 0
    while at < len(order):
        end = at
        while end < len(order) and ordinal[order[end]] == ordinal[order[at]]:
            end += 1
        for nth in order[at:end]:
            for kind in range(2):
                found[nth, kind] = apart(hands[nth], in_all[kind], by_card[kind], by_pair[kind])
        for nth in order[at:end]:
            add(hands[nth], fails[nth], in_all, by_card, by_pair)
        for nth in order[at:end]:
            for kind in range(2):
                so_far = apart(hands[nth], in_all[kind], by_card[kind], by_pair[kind]) - (fails[nth] == kind)
                found[nth, 2 + kind] = so_far - found[nth, kind]
        at = end
    for nth in order:
        for kind in range(2):
            in_the_end = apart(hands[nth], in_all[kind], by_card[kind], by_pair[kind]) - (fails[nth] == kind)
            found[nth, 4 + kind] = in_the_end - found[nth, kind] - found[nth, 2 + kind]


@njit(cache=True, nogil=True)
def add(hand, kind, in_all, by_card, by_pair):
    a, b, c = hand
    in_all[kind] += 1
    for card in hand:
        by_card[kind, card] += 1
    by_pair[kind, a, b] += 1
    by_pair[kind, a, c] += 1
    by_pair[kind, b, c] += 1


@njit(cache=True, nogil=True)
def apart(hand, in_all, by_card, by_pair):
    """How many of the counted hands share no card with this one, and one more where it was counted itself."""
    a, b, c = hand
    shared = by_card[a] + by_card[b] + by_card[c] - by_pair[a, b] - by_pair[a, c] - by_pair[b, c]
    return in_all - shared
