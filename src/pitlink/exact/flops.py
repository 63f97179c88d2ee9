"""What a hole is on a flop, as people describe it, of every flop and hole."""

from typing import Final

import numpy as np

from pitlink.cards import TEN
from pitlink.exact.deck import deck
from pitlink.exact.ranking import Ints, masks_of, ordinals, rank_table
from pitlink.exact.rules import Rules
from pitlink.hands import FiveCard

FLOP_DEALS: Final = 1326 * 19_600
FLOP_HANDS: Final = (
    "flush or better",
    "straight",
    "three of a kind with an own card",
    "two pairs with an own card",
    "own pair in the hand",
    "pair with the highest card of the flop",
    "pair with another card of the flop",
    "pair of twos in the hand",
    "four to a flush with an own ten or higher",
    "four to a flush with a lower own card",
    "three of a kind on the flop",
    "pair on the flop only",
    "nothing yet",
)


def flop_features(rules: Rules) -> Ints:
    """Of each flop and hole the description that fits first, as a place in `FLOP_HANDS`; -1 where they share a card."""
    flops = deck().flops
    parts = (flops[start : start + 250] for start in range(0, len(flops), 250))  # all at once are 170 MB
    return np.concatenate([_features(some, deck().holes, rules) for some in parts])


def _features(flops: Ints, holes: Ints, rules: Rules) -> Ints:
    flop, hole = masks_of(flops)[:, None], masks_of(holes)[None, :]
    shared = (flop & hole) != 0
    table = rank_table(5, rules.switches.ace_low_straight_flush)
    whole = np.where(shared, masks_of(np.arange(0, 20, 4)), flop | hole)
    ranked = ordinals(whole.ravel(), 5, rules.switches.ace_low_straight_flush).reshape(whole.shape)
    hands = table.classes()[ranked]
    flop_ranks, hole_ranks = np.sort(flops // 4, axis=1), np.sort(holes // 4, axis=1)
    paired = (flop_ranks[:, None, :, None] == hole_ranks[None, :, None, :]).any(axis=3)  # which flop card is matched
    pocket = (hole_ranks[:, 0] == hole_ranks[:, 1])[None, :]
    uses_own = paired.any(axis=2) | pocket
    four, own_high = _flush_draws(flops, holes)
    tests = (
        hands >= FiveCard.FLUSH,
        hands == FiveCard.STRAIGHT,
        (hands == FiveCard.THREE_OF_A_KIND) & uses_own,
        (hands == FiveCard.TWO_PAIRS) & uses_own,
        (hands == FiveCard.ONE_PAIR) & pocket & (hole_ranks[:, 0] > 0)[None, :],
        (hands == FiveCard.ONE_PAIR) & paired[:, :, 2],
        (hands == FiveCard.ONE_PAIR) & paired.any(axis=2),
        (hands == FiveCard.ONE_PAIR) & pocket,
        four & (own_high >= TEN - 2),
        four,
        hands == FiveCard.THREE_OF_A_KIND,
        hands == FiveCard.ONE_PAIR,
        np.ones_like(shared),
    )
    return np.where(shared, -1, np.argmax(np.stack(tests), axis=0)).astype(np.int8)


def _flush_draws(flops: Ints, holes: Ints) -> tuple[Ints, Ints]:
    """Whether flop and hole have four of a suit, and the highest own card of that suit, -1 for none."""
    four = np.zeros((len(flops), len(holes)), np.bool_)
    high = np.full(four.shape, -1)
    for sign in range(4):
        of_flop, of_hole = flops % 4 == sign, holes % 4 == sign
        own = np.where(of_hole, holes // 4, -1).max(axis=1)
        here = of_flop.sum(axis=1)[:, None] + of_hole.sum(axis=1)[None, :] == 4
        four |= here
        high = np.where(here, own[None, :], high)
    return four, high
