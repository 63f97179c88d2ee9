"""Best play as a person uses it, drawn from the solution: a chart of starting hands, a threshold, or lists of groups.

A group is all cards that answer to one description. Where best play treats them all alike the description is a rule;
where it does not, the group says how many are played, and what it would cost to treat all as most.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Final

import numpy as np
from msgspec import Struct

from pitlink.cards import ACE, PLURALS, TEN, Cards, rank, suit
from pitlink.exact import holdem_bonus, let_it_ride, three_card, ultimate
from pitlink.exact.deck import deck, hole_classes
from pitlink.exact.flops import FLOP_DEALS, FLOP_HANDS, flop_features
from pitlink.exact.later_bets import SEEN_HANDS, Bets, later_bets
from pitlink.exact.river import HIDDEN_PAIR, RIVER_DEALS, RIVER_HANDS, UNSEEN, River, river
from pitlink.exact.rules import Rules
from pitlink.hands import Hand, ThreeCard

CHARTED: Final = ("mbs-uth", "mbs-thb")


class Start(Struct, frozen=True):
    """One of the 169 starting hands: the best choice, what it is worth, and by how much the next best is worse."""

    name: str
    best: str
    value: Fraction
    gap: Fraction


class Group(Struct, frozen=True):
    """Cards of one description: how many sets of them are played or ride, of how many, and what is at stake."""

    what: str
    played: int
    of: int
    mean_gain: Fraction  # of playing over not playing, in units of the wager
    cost_of_most: Fraction  # a round, where all are treated as most of them

    @property
    def rule(self) -> str:
        if self.played == self.of:
            return "always"
        return "never" if self.played == 0 else "mostly" if 2 * self.played > self.of else "rarely"


class Outs(Struct, frozen=True):
    """A rule of Ultimate's river: these hands are played, and all with fewer of the dealer's outs; what it costs."""

    hands: str
    under: int
    cost: Fraction


class Strategy(Struct, frozen=True):
    """What a game's best play comes to: of a hold'em game its chart, of Three Card Poker its threshold, else groups."""

    rules: Rules
    chart: tuple[Start, ...] = ()
    threshold: Hand[ThreeCard] | None = None
    groups: Mapping[str, tuple[Group, ...]] = {}  # by decision
    outs: tuple[Outs, ...] = ()  # the cheapest rules of the river that count them


def strategy(rules: Rules) -> Strategy:
    match rules.game:
        case "mbs-uth":
            starts = tuple(_start(each.name, each.values) for each in ultimate.solve(rules).holes)
            seen = _seen_rivers(rules)
            groups = {"on the flop": in_order(_flop_groups(rules)), **_river_groups(seen)}
            return Strategy(rules, starts, groups=groups, outs=_outs(seen))
        case "mbs-thb":
            holes = holdem_bonus.solve(rules).holes
            starts = tuple(_start(each.name, {"flop": each.raised, "fold": each.FOLDED}) for each in holes)
            return Strategy(rules, starts, groups=_bet_groups(rules))
        case "mbs-lir":
            return Strategy(rules, groups=_ride_groups(rules))
        case _:
            return Strategy(rules, threshold=three_card.solve(rules).threshold)


def _start(name: str, values: Mapping[str, Fraction]) -> Start:
    """Of equal choices the one named later, which wagers less."""
    ordered = sorted(values, key=lambda choice: (values[choice], list(values).index(choice)), reverse=True)
    best, second = ordered[:2]
    return Start(name, best, values[best], values[best] - values[second])


def grouped(described: Iterable[tuple[str, int, Fraction]], deals: int) -> tuple[Group, ...]:
    """Groups from sets of cards: their description, how many there are, and the gain of playing them."""
    found: dict[str, list[tuple[int, Fraction]]] = {}
    for what, times, gain in described:
        found.setdefault(what, []).append((times, gain))
    return tuple(_group(what, sets, deals) for what, sets in found.items())


def in_order(groups: Iterable[Group]) -> tuple[Group, ...]:
    """What is always played first, and of the same rule what gains most."""
    rules = ("always", "mostly", "rarely", "never")
    return tuple(sorted(groups, key=lambda each: (rules.index(each.rule), -each.mean_gain)))


def _group(what: str, sets: list[tuple[int, Fraction]], deals: int) -> Group:
    of = sum(times for times, _ in sets)
    played = sum(times for times, gain in sets if gain > 0)
    mean = sum((times * gain for times, gain in sets), Fraction(0)) / of
    most = 2 * played > of
    cost = sum((times * abs(gain) for times, gain in sets if (gain > 0) != most), Fraction(0))
    return Group(what, played, of, mean, cost / deals)


# Let It Ride: which cards ride


def _ride_groups(rules: Rules) -> dict[str, tuple[Group, ...]]:
    solution = let_it_ride.solve(rules)
    stages = ("three cards seen", "first community card seen")
    found = {}
    for stage, seen, described in zip(stages, (solution.threes, solution.fours), ride_groups_of(rules), strict=True):
        sets = ((what, each.times, each.value) for what, each in zip(described, seen.values(), strict=True))
        found[stage] = in_order(grouped(sets, int(seen.times.sum())))
    return found


def ride_groups_of(rules: Rules) -> tuple[list[str], list[str]]:
    """The group of each set of three cards, and of each set of four, in the order of the solution."""
    solution = let_it_ride.solve(rules)
    lowest = next(rank for rank, word in PLURALS.items() if word == rules.settings["pays_from_pair_of"])
    threes = [_three_seen(each.cards, lowest) for each in solution.threes.values()]
    return threes, [_four_seen(each.cards, lowest) for each in solution.fours.values()]


def _three_seen(cards: Cards, lowest: int) -> str:
    pairs = _pairs(cards)
    if pairs:
        paid = len(pairs) > 1 or max(pairs) >= lowest  # three alike are two pairs of cards
        return "a paying hand" if paid else "a pair that is not paid"
    if not _one_suit(cards):
        return "not of one suit"
    span, high = _span(cards), sum(rank(card) >= TEN for card in cards)
    if high == 3:
        return "three to a royal flush"
    if span > 4:
        return "of one suit, too far apart for a straight flush"
    gaps = {2: "no gap", 3: "one gap", 4: "two gaps"}[span]
    lowest_rank = min(_low_ranks(cards))
    low = ", ace low" if lowest_rank == 1 else ", from the two" if (lowest_rank, span) == (2, 2) else ""
    return f"straight flush draw, {gaps}, {_highs(high)}{low}"


def _four_seen(cards: Cards, lowest: int) -> str:
    pairs = _pairs(cards)
    if len(pairs) > 1 or (pairs and max(pairs) >= lowest):
        return "a paying hand"
    if pairs:
        return "a pair that is not paid"
    if _one_suit(cards):
        return "four to a flush or straight flush"
    span, high = _span(cards), sum(rank(card) >= TEN for card in cards)
    if span == 3 and 2 <= min(_low_ranks(cards)) <= 10:
        return f"open straight draw, {_highs(high)}"
    if span <= 4:
        return f"inside straight draw, {_highs(high)}"
    return "anything else"


def _pairs(cards: Cards) -> list[int]:
    """The rank of each two cards that are alike."""
    ranks = [rank(card) for card in cards]
    return [a for nth, a in enumerate(ranks) for b in ranks[:nth] if a == b]


def _one_suit(cards: Cards) -> bool:
    return len({suit(card) for card in cards}) == 1


def _low_ranks(cards: Cards) -> list[int]:
    """The ranks with the ace on the side where the cards are closer together."""
    ranks = sorted(rank(card) for card in cards)
    low = sorted(1 if each == ACE else each for each in ranks)
    return low if low[-1] - low[0] < ranks[-1] - ranks[0] else ranks


def _span(cards: Cards) -> int:
    ranks = _low_ranks(cards)
    return ranks[-1] - ranks[0]


def _highs(number: int) -> str:
    return f"{number} card{'' if number == 1 else 's'} of ten or higher"


# Ultimate: which hands are played on the flop


def _flop_groups(rules: Rules) -> tuple[Group, ...]:
    """Over all flops and holes that were checked at first."""
    cards, gains = deck(), ultimate.flop_gains(rules)
    best = np.array([each.best == "check" for each in ultimate.solve(rules).holes])[hole_classes()[1]]
    features = flop_features(rules)
    found = []
    for code, what in enumerate(FLOP_HANDS):
        at = (features == code) & best[None, :]
        if not at.any():
            continue
        times = np.broadcast_to(cards.times[:, None], at.shape)[at]
        worth = gains.worth[at]
        played, plays = int(times[worth > 0].sum()), worth > 0
        of = int(times.sum())
        wrong = ~plays if 2 * played > of else plays
        cost = Fraction(int((times * np.abs(worth))[wrong].sum()), gains.whole * FLOP_DEALS)
        found.append(Group(what, played, of, Fraction(int((times * worth).sum()), of * gains.whole), cost))
    return tuple(found)


# Ultimate: which hands are played on the river


def _seen_rivers(rules: Rules) -> River:
    """What best play brings to the river."""
    solution = ultimate.solve(rules)
    checked = np.array([each.best == "check" for each in solution.holes])[hole_classes()[1]]
    return river(rules, checked, solution.plays_flop)


def _river_groups(seen: River) -> dict[str, tuple[Group, ...]]:
    """Hands of one's own by what they are; all others by the dealer's outs, few and many together."""
    mine, others = (
        [nth for nth, each in enumerate(RIVER_HANDS) if (each in HIDDEN_PAIR) is own] for own in (True, False)
    )
    own = in_order(_river_group(RIVER_HANDS[nth], seen, [nth]) for nth in mine)
    times = seen.times[others].sum(axis=0)
    met: list[int] = np.flatnonzero(times.sum(axis=1)).tolist()
    few = max((outs for outs in met if not times[: outs + 1, 0].any()), default=-1)
    many = min((outs for outs in met if not times[outs:, 1].any()), default=UNSEEN + 1)
    spans = [(0, few), *((outs, outs) for outs in met if few < outs < many), (many, UNSEEN)]
    by_outs = [
        _river_group(_outs_told(low, high), seen, others, slice(low, high + 1))
        for low, high in spans
        if times[low : high + 1].any()
    ]
    return {"on the river with a hand of one's own": own, "on the river without one, by outs": tuple(by_outs)}


def _outs_told(low: int, high: int) -> str:
    return f"{low} outs" if low == high else f"{high} outs or fewer" if low == 0 else f"{low} outs or more"


def _river_group(what: str, seen: River, hands: Iterable[int], outs: slice = slice(None)) -> Group:
    times = seen.times[list(hands), outs].sum(axis=(0, 1))
    worse, better = seen.gains[list(hands), outs].sum(axis=(0, 1))
    played, of = int(times[1]), int(times.sum())
    mean = (worse + better) * RIVER_DEALS / of
    return Group(what, played, of, mean, -worse if 2 * played > of else better)


def _outs(seen: River) -> tuple[Outs, ...]:
    found = []
    for words, hands in (("hidden pair or better", HIDDEN_PAIR), ("", frozenset[str]())):
        under = seen.fewest_that_fold(hands)
        found.append(Outs(words, under, seen.cost(hands, under)))
    return tuple(found)


# Texas Hold'em Bonus: which hands are wagered on later


def _bet_groups(rules: Rules) -> dict[str, tuple[Group, ...]]:
    stages = ("on the flop, for the Turn", "with four cards, for the River")
    found = {}
    for stage, bets in zip(stages, later_bets(rules), strict=True):
        met = [nth for nth in range(len(SEEN_HANDS)) if bets.times[nth].any()]
        found[stage] = in_order(_bet_group(SEEN_HANDS[nth], bets, nth) for nth in met)
    return found


def _bet_group(what: str, bets: Bets, hand: int) -> Group:
    (checked, played), (worse, better) = bets.times[hand].tolist(), bets.gains[hand]
    of = checked + played
    return Group(what, played, of, (worse + better) * bets.of / of, -worse if 2 * played > of else better)
