"""What simpler play costs against the best: known ways to play, and one's own.

Everything that a simple way does not speak of is played best. One's own way is typed as people write it: starting
hands to raise ("22+,A2+,K5o+"), the lowest hand to play ("Q 6 4"), or groups that ride ("a paying hand; three to a
royal flush / a paying hand").
"""

import re
from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise
from typing import Final

import numpy as np
from msgspec import Struct

from pitlink.cards import ACE, RANK_WORDS, RANKS, SINGULARS
from pitlink.exact import holdem_bonus, let_it_ride, three_card, ultimate
from pitlink.exact.deck import deck, hole_classes
from pitlink.exact.ranking import Ints
from pitlink.exact.rules import NotRules, Rules
from pitlink.exact.strategy import FLOP_DEALS, FLOP_HANDS, flop_features, ride_groups_of
from pitlink.hands import Hand, ThreeCard

PRINTED_FLOP: Final = frozenset(FLOP_HANDS) - {
    "pair of twos in the hand",
    "four to a flush with a lower own card",
    "three of a kind on the flop",
    "pair on the flop only",
    "nothing yet",
}


class Simple(Struct, frozen=True):
    """A way to play, its house edge, and what it costs a round against best play, in units of the base wager."""

    what: str
    house_edge: Fraction
    cost: Fraction


def named(rules: Rules) -> tuple[Simple, ...]:
    """Ways to play that are in print or that people fall into."""
    match rules.game:
        case "mbs-uth":
            return _ultimate(rules)
        case "mbs-thb":
            return _holdem_bonus(rules)
        case "mbs-lir":
            return _let_it_ride(rules)
        case _:
            return _three_card(rules)


def own(rules: Rules, typed: str) -> Simple:
    """A way to play as it is typed."""
    match rules.game:
        case "mbs-uth":
            holes = ultimate.solve(rules).holes
            first = f"play {rules.multiple('first_play')}x"
            raised = starting_hands(typed)
            cost = sum(
                (_lost(each.values, first if each.name in raised else "check", each.holes) for each in holes),
                Fraction(0),
            )
            return _with(rules, f"{first} with {typed}", cost / 1326)
        case "mbs-thb":
            raised = starting_hands(typed)
            cost = Fraction(0)
            for each in holdem_bonus.solve(rules).holes:
                values = {"flop": each.raised, "fold": each.FOLDED}
                cost += _lost(values, "flop" if each.name in raised else "fold", each.holes)
            return _with(rules, f"raise {typed}", cost / 1326)
        case "mbs-lir":
            return _riding(rules, typed, *_typed_groups(typed))
        case _:
            lowest = lowest_hand(typed)
            return _threshold(rules, f"play {typed} and higher", lowest)


def _with(rules: Rules, what: str, cost: Fraction) -> Simple:
    from pitlink.exact import analyse_rules

    return Simple(what, analyse_rules(rules).house_edge + cost, cost)


def _lost(values: dict[str, Fraction], choice: str, times: int) -> Fraction:
    return times * (max(values.values()) - values[choice])


# Ultimate Texas Hold'em


def _ultimate(rules: Rules) -> tuple[Simple, ...]:
    holes = ultimate.solve(rules).holes
    first = f"play {rules.multiple('first_play')}x"
    always = sum((_lost(each.values, first, each.holes) for each in holes), Fraction(0)) / 1326
    never = sum((_lost(each.values, "check", each.holes) for each in holes), Fraction(0)) / 1326
    printed = "on the flop play two pairs or better with an own card, a pair but twos, four to a flush with an own ten"
    return (
        _with(rules, printed, _flop_cost(rules, PRINTED_FLOP)),
        _with(rules, "never play on the flop", _flop_cost(rules, frozenset())),
        _with(rules, "never raise before the flop", never),
        _with(rules, f"{first} with every hand", always),
    )


def _flop_cost(rules: Rules, played: Iterable[str]) -> Fraction:
    """Of playing these hands on the flop and no others."""
    gains, features = ultimate.flop_gains(rules), flop_features(rules)
    codes = np.array([FLOP_HANDS.index(each) for each in played], np.int64)
    checked = np.array([each.best == "check" for each in ultimate.solve(rules).holes])[hole_classes()[1]]
    plays, here = np.isin(features, codes), (features >= 0) & checked[None, :]
    wrong = here & (plays != (gains.worth > 0))
    times = np.broadcast_to(deck().times[:, None], wrong.shape)
    return Fraction(int((times * np.abs(gains.worth))[wrong].sum()), gains.whole * FLOP_DEALS)


# Texas Hold'em Bonus


def _holdem_bonus(rules: Rules) -> tuple[Simple, ...]:
    figures = holdem_bonus.figures(rules)
    nets = {wager.name: wager.expectation for wager in figures.wagers}
    folding = sum(
        (each.holes * max(each.FOLDED - each.raised, Fraction(0)) for each in holdem_bonus.solve(rules).holes),
        Fraction(0),
    )
    found = [_with(rules, "never fold", folding / 1326)]
    found.append(_with(rules, "never wager on Turn or River, same folds", nets["turn"] + nets["river"]))
    if len({str(rules.pays("wagers", wager)) for wager in ("flop", "turn", "river")}) == 1:
        one = nets["flop"] / rules.multiple("flop")
        both = (rules.multiple("turn") + rules.multiple("river")) * one
        found.append(_with(rules, "always wager on Turn and River, same folds", nets["turn"] + nets["river"] - both))
    return tuple(found)


# Three Card Poker


def _three_card(rules: Rules) -> tuple[Simple, ...]:
    odd = ThreeCard.THREE_ODD_CARDS
    return (
        _threshold(rules, "play Q-6-4 and higher", Hand(odd, (12, 6, 4))),
        _threshold(rules, "play queen high and higher, as the dealer", Hand(odd, (12,))),
        _threshold(rules, "play jack high and higher", Hand(odd, (11,))),
        _threshold(rules, "play every hand", Hand(odd, (0,))),
    )


def _threshold(rules: Rules, what: str, lowest: Hand[ThreeCard]) -> Simple:
    edge = three_card.with_threshold(rules, lowest).house_edge
    return Simple(what, edge, edge - three_card.figures(rules).house_edge)


def lowest_hand(typed: str) -> Hand[ThreeCard]:
    """ "Q 6 4", "Q-6-4", "K" or "queen high" """
    words = re.split(r"[\s,-]+", typed.strip().lower().removesuffix(" high"))
    ranks = {word.lower(): rank for rank, word in RANK_WORDS.items() if rank > 1}
    ranks |= {word: rank for rank, word in SINGULARS.items() if rank > 1} | {"t": 10}
    if not 1 <= len(words) <= 3 or any(word not in ranks for word in words):
        raise NotRules(f"{typed!r} is no lowest hand: expected ranks from the highest, such as Q 6 4")
    found = tuple(ranks[word] for word in words)
    if any(low >= high for high, low in pairwise(found)):
        raise NotRules(f"{typed!r} is no lowest hand: expected different ranks from the highest")
    return Hand(ThreeCard.THREE_ODD_CARDS, found)


# Let It Ride


def _let_it_ride(rules: Rules) -> tuple[Simple, ...]:
    paying = frozenset({"a paying hand"})
    return (
        _riding(rules, "ride with paying hands only", paying, paying),
        _riding(rules, "take back 1, ride 2 best", frozenset(), None),
        _riding(rules, "ride always", None, None, always=True),
    )


def _riding(
    rules: Rules, what: str, three: frozenset[str] | None, four: frozenset[str] | None, *, always: bool = False
) -> Simple:
    """With these groups riding on three and four cards; None is as best play does."""
    solution = let_it_ride.solve(rules)

    def rides(seen: let_it_ride.Seen, groups: frozenset[str] | None, described: list[str]) -> Ints:
        if always:
            return np.ones(len(described), np.bool_)
        return seen.rides if groups is None else np.array([each in groups for each in described])

    threes, fours = ride_groups_of(rules)
    for groups, known in ((three, threes), (four, fours)):
        if unknown := sorted((groups or frozenset()) - set(known)):
            raise NotRules(f"{unknown[0]!r} is no group: expected {'; '.join(sorted(set(known)))}")
    found = let_it_ride.figures_of(solution, rides(solution.threes, three, threes), rides(solution.fours, four, fours))
    edge = found.house_edge
    return Simple(what, edge, edge - let_it_ride.figures(rules).house_edge)


def _typed_groups(typed: str) -> tuple[frozenset[str], frozenset[str]]:
    three, slash, four = typed.partition("/")
    if not slash:
        raise NotRules(f"{typed!r}: expected groups that ride with three cards / with four, ';' between them")
    return _groups_in(three), _groups_in(four)


def _groups_in(text: str) -> frozenset[str]:
    return frozenset(each.strip() for each in text.split(";") if each.strip())


# Starting hands as people write them

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
