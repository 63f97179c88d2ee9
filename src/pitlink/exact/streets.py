"""A way to play Ultimate on all its streets, as people type it, and what it costs against best play.

Streets are parted by "/", what is played on one of them by ";": "22+ A2+ K5o+ / two pairs or better; hidden pair /
hidden pair; under 21 outs". A street that is "best", or that is left out, is played as best play does.
"""

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Final, NamedTuple

import numpy as np

from pitlink.cards import ACE, RANKS
from pitlink.exact import ultimate
from pitlink.exact.deck import deck, hole_classes
from pitlink.exact.flops import FLOP_DEALS, FLOP_HANDS, flop_features
from pitlink.exact.ranking import Ints
from pitlink.exact.river import HIDDEN_PAIR, RIVER_HANDS, UNSEEN, river
from pitlink.exact.rules import NotRules, Rules

PAIRS: Final = frozenset(each for each in FLOP_HANDS if each.startswith(("own pair", "pair with", "pair of twos")))
TWO_PAIRS: Final = frozenset(FLOP_HANDS[: FLOP_HANDS.index("own pair in the hand")]) | {"three of a kind on the flop"}
FLOP_WORDS: Final[Mapping[str, frozenset[str]]] = {
    "two pairs or better": TWO_PAIRS,
    "hidden pair": PAIRS,
    "hidden pair but twos": PAIRS - {"pair of twos in the hand"},
    "four to a flush": frozenset(each for each in FLOP_HANDS if each.startswith("four to a flush")),
    **{each: frozenset({each}) for each in FLOP_HANDS},
}
RIVER_WORDS: Final[Mapping[str, frozenset[str]]] = {
    "hidden pair or better": HIDDEN_PAIR,
    "two pairs or better": HIDDEN_PAIR - {"pair with an own card"},
    **{each: frozenset({each}) for each in RIVER_HANDS},
}
ALIKE: Final[Mapping[str, str]] = {  # words that mean the same
    "two pair": "two pairs or better",
    "two pairs": "two pairs or better",
    "two pair or better": "two pairs or better",
}
PRINTED: Final = (  # wizardofodds.com
    "33+ A2+ K2s+ K5o+ Q6s+ Q8o+ J8s+ JTo",
    "two pairs or better; hidden pair but twos; four to a flush with an own ten or higher",
    "hidden pair or better; under 21 outs",
)


class Last(NamedTuple):
    """What is played on the river: these hands, and all with fewer of the dealer's outs."""

    hands: frozenset[str]
    under: int


class Way(NamedTuple):
    """What is played before the flop, on it and on the river; None is what best play does."""

    first: frozenset[str] | None = None
    flop: frozenset[str] | None = None
    river: Last | None = None


# As it is typed


def way_of(typed: str) -> Way:
    first, *later = (each.strip() for each in typed.split("/"))
    if len(later) > 2:
        raise NotRules(f"{typed!r}: expected starting hands / what is played on the flop / on the river")
    flop, last = (*later, "best", "best")[:2]
    return Way(first_of(first), every_or_words(flop, FLOP_WORDS, "flop"), _river(last))


def first_of(typed: str) -> frozenset[str] | None:
    """What is raised before the flop."""
    if typed == "best":
        return None
    every = {"everything": frozenset(hole_classes()[0]), "nothing": frozenset[str]()}
    return every[typed] if typed in every else starting_hands(typed)


def every_or_words(typed: str, known: Mapping[str, frozenset[str]], street: str) -> frozenset[str] | None:
    """What is played on a street, by the words it is told in."""
    if typed == "best":
        return None
    every = {"everything": frozenset[str]().union(*known.values()), "nothing": frozenset[str]()}
    if typed in every:
        return every[typed]
    return frozenset().union(*(_group(word, known, street) for word in typed.split(";")))


def _river(typed: str) -> Last | None:
    if typed == "best":
        return None
    every = {"everything": frozenset(RIVER_HANDS), "nothing": frozenset[str]()}
    if typed in every:
        return Last(every[typed], 0)
    hands, under = frozenset[str](), 0
    for word in typed.split(";"):
        outs = _OUTS.fullmatch(word.strip())
        if outs is None:
            hands |= _group(word, RIVER_WORDS, "river", "under 21 outs; ")
        elif 1 <= int(outs[1]) <= UNSEEN:
            under = max(under, int(outs[1]))
        else:
            raise NotRules(f"{word.strip()!r}: expected 1 to {UNSEEN} outs, which are all cards that are not seen")
    return Last(hands, under)


_OUTS: Final = re.compile(r"(?:under|fewer than) (\d+) outs")


def _group(word: str, known: Mapping[str, frozenset[str]], street: str, also: str = "") -> frozenset[str]:
    name = word.strip()
    if name == "hidden pair" and name not in known:
        name = "hidden pair or better"
    name = ALIKE.get(name, name)
    if name not in known:
        expected = f"best; nothing; everything; {also}{'; '.join(known)}"
        raise NotRules(f"{word.strip()!r} is nothing to play on the {street}: expected {expected}")
    return known[name]


_HAND: Final = re.compile(r"([2-9TJQKA])([2-9TJQKA])([so]?)(\+?)")


def starting_hands(typed: str) -> frozenset[str]:
    """ "22+" are all pairs, "A5s+" suited aces from the five up, "KT" both kinds of king ten."""
    names = set(hole_classes()[0])
    found: set[str] = set()
    for word in re.split(r"[\s,]+", typed.strip()):
        match = _HAND.fullmatch(word)
        if match is None or (match[1] == match[2] and match[3]):
            raise NotRules(f"{word!r} is no starting hand: expected such as 77+, A2s+, K5o or QJ")
        high, low = sorted((RANKS.index(match[1]), RANKS.index(match[2])), reverse=True)
        if high == low:
            found |= {RANKS[each] * 2 for each in range(high, ACE - 1 if match[4] else high + 1)}
            continue
        lows = range(low, high if match[4] else low + 1)
        found |= {RANKS[high] + RANKS[each] + kind for each in lows for kind in (match[3] or "so")}
    assert found <= names
    return frozenset(found)


# What it costs


def costs(rules: Rules, ways: Sequence[Way]) -> list[Fraction]:
    """Of each way, in antes a round.

    Whoever plays it loses at each decision that comes to him what his choice is worth less than the best, with best
    play afterwards; all these losses together are the cost.
    """
    gains, features = ultimate.flop_gains(rules), flop_features(rules)
    found = {}
    for (first, flop), alike in groupby(sorted(set(ways), key=str), key=lambda way: way[:2]):
        checked, at_first = _checked(rules, first)
        best = gains.worth > 0
        plays = best if flop is None else np.isin(features, [FLOP_HANDS.index(each) for each in flop])
        wrong = (features >= 0) & checked[None, :] & (plays != best)
        lost = int((deck().times[np.nonzero(wrong)[0]] * np.abs(gains.worth[wrong])).sum())
        so_far = at_first + Fraction(lost, gains.whole * FLOP_DEALS)
        rivers = [way for way in alike if way.river is not None]
        seen = river(rules, checked, plays) if rivers else None
        found[Way(first, flop)] = so_far
        for way in rivers:
            assert seen is not None
            assert way.river is not None
            found[way] = so_far + seen.cost(*way.river)
    return [found[way] for way in ways]


def _checked(rules: Rules, first: frozenset[str] | None) -> tuple[Ints, Fraction]:
    """Which holes are checked before the flop, and what is lost by it and by the raises."""
    play = f"play {rules.multiple('first_play')}x"
    lost, checked = Fraction(0), []
    for each in ultimate.solve(rules).holes:
        choice = each.best if first is None else play if each.name in first else "check"
        lost += each.holes * (max(each.values.values()) - each.values[choice])
        checked.append(choice == "check")
    return np.array(checked)[hole_classes()[1]], lost / ultimate.HOLES
