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
from pitlink.exact.ranking import Ints, masks_of, ordinals, rank_table
from pitlink.exact.rules import Rules
from pitlink.hands import FiveCard, Hand, ThreeCard

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


class Strategy(Struct, frozen=True):
    """What a game's best play comes to: of a hold'em game its chart, of Three Card Poker its threshold, else groups."""

    rules: Rules
    chart: tuple[Start, ...] = ()
    threshold: Hand[ThreeCard] | None = None
    groups: Mapping[str, tuple[Group, ...]] = {}  # by decision


def strategy(rules: Rules) -> Strategy:
    match rules.game:
        case "mbs-uth":
            starts = tuple(_start(each.name, each.values) for each in ultimate.solve(rules).holes)
            return Strategy(rules, starts, groups={"on the flop": _flop_groups(rules)})
        case "mbs-thb":
            holes = holdem_bonus.solve(rules).holes
            starts = tuple(_start(each.name, {"flop": each.raised, "fold": each.FOLDED}) for each in holes)
            return Strategy(rules, starts)
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
        found[stage] = grouped(sets, int(seen.times.sum()))
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
    cards = deck()
    flop, hole = masks_of(cards.flops)[:, None], masks_of(cards.holes)[None, :]
    shared = (flop & hole) != 0
    table = rank_table(5, rules.switches.ace_low_straight_flush)
    whole = np.where(shared, masks_of(np.arange(0, 20, 4)), flop | hole)
    ranked = ordinals(whole.ravel(), 5, rules.switches.ace_low_straight_flush).reshape(whole.shape)
    hands = table.classes()[ranked]
    flop_ranks, hole_ranks = np.sort(cards.flops // 4, axis=1), np.sort(cards.holes // 4, axis=1)
    paired = (flop_ranks[:, None, :, None] == hole_ranks[None, :, None, :]).any(axis=3)  # which flop card is matched
    pocket = (hole_ranks[:, 0] == hole_ranks[:, 1])[None, :]
    uses_own = paired.any(axis=2) | pocket
    four, own_high = _flush_draws(cards.flops, cards.holes)
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
    found: Ints = np.where(shared, -1, np.argmax(np.stack(tests), axis=0))
    return found


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
