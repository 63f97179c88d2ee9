"""Turn and River of Texas Hold'em Bonus as a person bets them: what the own cards are with those that are seen."""

from collections.abc import Iterator
from fractions import Fraction
from math import comb
from typing import Final, NamedTuple

import numpy as np

from pitlink.exact import holdem_bonus
from pitlink.exact.deck import deck, hole_classes
from pitlink.exact.kernels import seen as kernel
from pitlink.exact.ranking import Ints
from pitlink.exact.rules import Rules
from pitlink.exact.worlds import in_threads, sum_of

SEEN_HANDS: Final = (  # in the order of `kernel.FLUSH` and those after it
    "flush or better",
    "straight",
    "three of a kind with an own card",
    "two pairs with an own card",
    "pair with the highest card, or higher",
    "pair with the second card, or above it",
    "lower pair with an own card",
    "four to a flush with an own ten or higher",
    "four to a flush with a lower own card",
    "open four to a straight",
    "own ace, a pair on the board",
    "own king, a pair on the board",
    "own ace, second card above the board",
    "own ace",
    "both own cards above the board",
    "anything else",
)


class Bets(NamedTuple):
    """By `SEEN_HANDS` and whether best play bets: how many holes and cards, and what a bet gains, in antes a round."""

    times: Ints
    gains: Ints  # of fractions
    of: int  # holes and cards in all


def later_bets(rules: Rules) -> tuple[Bets, Bets]:
    """Of the Turn with the flop seen, and of the River with four cards, over the holes that are not folded.

    Kept for the rules that were asked for last.
    """
    if not (_LAST and _LAST[0][0] == rules):
        _LAST[:] = [(rules, _later_bets(rules))]
    return _LAST[0][1]


_LAST: list[tuple[Rules, tuple[Bets, Bets]]] = []


def _later_bets(rules: Rules) -> tuple[Bets, Bets]:
    raised = np.array([each.best == "flop" for each in holdem_bonus.solve(rules).holes])
    return bets_of(rules, raised[hole_classes()[1]])


def bets_of(rules: Rules, raised: Ints) -> tuple[Bets, Bets]:
    """The same over those holes."""
    turn, river = holdem_bonus.bets_in_parts(rules)
    return _bets(rules, turn, "turn", raised), _bets(rules, river, "river", raised)


def _bets(rules: Rules, parts: Iterator[holdem_bonus.Seen], wager: str, raised: Ints) -> Bets:
    sums = np.zeros((len(SEEN_HANDS), 2, 2), np.int64)
    size = 0
    for seen in parts:
        size = seen.cards.shape[1]
        sums += _sums(seen, raised)
    of = comb(52, 2) * comb(50, size)
    whole = of * comb(50 - size, 5 - size) * holdem_bonus.HANDS * holdem_bonus.pays_of(rules).ante
    return Bets(sums[..., 0], sums[..., 1].astype(object) * Fraction(rules.multiple(wager), whole), of)


def _sums(seen: holdem_bonus.Seen, raised: Ints) -> Ints:
    """By description and whether a bet is worth it: how many holes and cards, and what they are worth."""
    hands = described(seen.cards)

    def add(part: tuple[int, int]) -> Ints:
        found = np.zeros((len(SEEN_HANDS), 2, 2), np.int64)
        kernel.add(hands, seen.times, raised, seen.values, part, found)
        return found

    return sum_of(in_threads(add, len(hands)))


def described(cards: Ints) -> Ints:
    """The place in `SEEN_HANDS` of each set of community cards and hole; -1 where they share a card."""
    found = np.empty((len(cards), len(deck().holes)), np.int8)
    in_threads(lambda part: kernel.describe(cards, deck().holes, part, found), len(cards))
    return found
