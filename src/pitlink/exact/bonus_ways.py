"""A way to play Texas Hold'em Bonus on all its streets, as people type it, and what it costs against best play.

As Ultimate's (`pitlink.exact.streets`): starting hands that are raised / what is wagered on with the flop seen / with
four cards, parted by ";": "22+ A2+ / pair with the highest card, or higher; straight / best".
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Final, NamedTuple

import numpy as np

from pitlink.exact import holdem_bonus
from pitlink.exact.deck import deck, hole_classes
from pitlink.exact.later_bets import SEEN_HANDS, Bets, bets_of, later_bets
from pitlink.exact.rules import NotRules, Rules
from pitlink.exact.streets import every_or_words, first_of

WORDS: Final[Mapping[str, frozenset[str]]] = {each: frozenset({each}) for each in SEEN_HANDS}
PRINTED: Final = "22+ A2+ K2+ Q2+ J2+ T2+ 92+ 82+ 73+ 72s 63+ 62s 53+ 52s 43+ 42s 32s"  # wizardofodds.com


class Way(NamedTuple):
    """What is raised, and what Turn and River are wagered on; None is what best play does."""

    first: frozenset[str] | None = None
    turn: frozenset[str] | None = None
    river: frozenset[str] | None = None


def way_of(typed: str) -> Way:
    first, *later = (each.strip() for each in typed.split("/"))
    if len(later) > 2:
        raise NotRules(f"{typed!r}: expected starting hands / what is wagered on for the Turn / for the River")
    turn, river = (*later, "best", "best")[:2]
    return Way(first_of(first), every_or_words(turn, WORDS, "Turn"), every_or_words(river, WORDS, "River"))


def cost(rules: Rules, way: Way) -> Fraction:
    """In antes a round: what is lost before the flop if all is played best afterwards, and by each later choice."""
    lost, raised = Fraction(0), []
    for each in holdem_bonus.solve(rules).holes:
        is_raised = each.best == "flop" if way.first is None else each.name in way.first
        worth = each.raised if is_raised else each.FOLDED
        lost += each.holes * (max(each.raised, each.FOLDED) - worth)
        raised.append(is_raised)
    found = lost / len(deck().holes)
    if way.turn is None and way.river is None:
        return found
    of_way = np.array(raised)[hole_classes()[1]]
    turn, river = later_bets(rules) if way.first is None else bets_of(rules, of_way)
    return found + _lost(turn, way.turn) + _lost(river, way.river)


def _lost(bets: Bets, played: frozenset[str] | None) -> Fraction:
    """By bets that best play does not make, and by those that only it makes."""
    if played is None:
        return Fraction(0)
    each = zip(SEEN_HANDS, bets.gains, strict=True)
    return sum((-worse if hand in played else better for hand, (worse, better) in each), Fraction(0))
