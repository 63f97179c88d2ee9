"""What best play does otherwise when rules are changed: starting hands, thresholds and groups by name, and at how many
other decisions of a round the choice is another one.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

import numpy as np
from msgspec import Struct

from pitlink.exact import holdem_bonus, let_it_ride, three_card, ultimate
from pitlink.exact.deck import deck, hole_classes
from pitlink.exact.kernels import flips as kernel
from pitlink.exact.kernels import outs as outs_kernel
from pitlink.exact.ranking import Ints
from pitlink.exact.river import RIVER_DEALS, reached
from pitlink.exact.rules import Rules
from pitlink.exact.strategy import ride_groups_of
from pitlink.exact.worlds import COUNTING, counted, in_threads
from pitlink.hands import Hand, ThreeCard, describe

HOLES: Final = 1_326
NO_THRESHOLD: Final = "no single lowest hand"


class Changed(Struct, frozen=True):
    """Cards that are played otherwise: what they are, when, and how by the approved rules and now."""

    stage: str
    what: str
    approved: str
    now: str


class Flipped(Struct, frozen=True):
    """At how many decisions the choice is another one, of all sets of cards that can be seen then.

    Those count that best play comes to by both rules.
    """

    stage: str
    sets: int
    of: int

    @property
    def probability(self) -> Fraction:
        return Fraction(self.sets, self.of)


class StrategyChange(Struct, frozen=True):
    choices: tuple[Changed, ...]
    flips: tuple[Flipped, ...]


def strategy_change(book: Rules, now: Rules) -> StrategyChange:
    """From one set of rules to another, of the same game."""
    match now.game:
        case "mbs-uth":
            return _ultimate(book, now)
        case "mbs-thb":
            return _holdem_bonus(book, now)
        case "mbs-lir":
            return _let_it_ride(book, now)
        case _:
            return _three_card(book, now)


# Ultimate Texas Hold'em


def _ultimate(book: Rules, now: Rules) -> StrategyChange:
    old, new = ultimate.solve(book), ultimate.solve(now)
    changed = [
        Changed("before the flop", before.name, before.best, after.best)
        for before, after in zip(old.holes, new.holes, strict=True)
        if _size(book, before.best) != _size(now, after.best)
    ]
    checked = np.array(
        [before.best == after.best == "check" for before, after in zip(old.holes, new.holes, strict=True)]
    )[hole_classes()[1]]
    on_flop = (old.plays_flop != new.plays_flop) & checked[None, :]
    flips = (
        Flipped("on the flop", int(deck().times @ on_flop.sum(axis=1)), HOLES * 19_600),
        Flipped("on the river", _on_the_river(book, now, checked, old.plays_flop | new.plays_flop), RIVER_DEALS),
    )
    return StrategyChange(tuple(changed), flips)


def _size(rules: Rules, choice: str) -> str:
    """Which of the choices it is, whatever its multiple."""
    sizes = {f"play {rules.multiple(size)}x": size for size in ("smaller_first_play", "first_play")}
    return sizes.get(choice, choice)


def _on_the_river(book: Rules, now: Rules, checked: Ints, played: Ints) -> int:
    """Holes and boards, the flop told apart, with which both come to the river and one plays and the other folds."""
    pays, ace_low = ultimate.pays_of(now), now.switches.ace_low_straight_flush
    if pays_alike(book, now):
        return 0
    differs = [before != after for before, after in zip(_river_plays(book), _river_plays(now), strict=True)]
    found = counted(pays.qualifies_from, ace_low)
    ranks, suit = reached(found, checked, played)
    times = np.zeros(found.by_rank.ordinal.shape, np.int64)
    outs_kernel.weigh(found.ranks, found.by_rank, COUNTING, (0, len(times)), ranks, times)

    def tally(part: tuple[int, int]) -> tuple[int, Ints]:
        less = np.zeros_like(times)
        return kernel.tally(found.suit, found.by_suit, COUNTING, part, suit, differs[1], less), less

    total = 0
    for number, less in in_threads(tally, len(found.suit.boards)):
        total += number
        times -= less
    total += int(times[differs[0]].sum())
    whole, rest = divmod(total, ultimate.SCALE)
    assert rest == 0, "a count of boards is not whole"
    return whole


def pays_alike(book: Rules, now: Rules) -> bool:
    """Whether a hand on the river is worth the same by both rules."""
    before, after = (
        (*(each.tolist() if isinstance(each, np.ndarray) else each for each in ultimate.pays_of(rules)),)
        for rules in (book, now)
    )
    return before == after and book.switches.ace_low_straight_flush == now.switches.ace_low_straight_flush


def _river_plays(rules: Rules) -> list[Ints]:
    """In both worlds, by board and pair."""
    pays = ultimate.pays_of(rules)
    found = counted(pays.qualifies_from, rules.switches.ace_low_straight_flush)
    plays = [np.zeros(each.ordinal.shape, np.bool_) for each in (found.by_rank, found.by_suit)]
    in_threads(lambda part: kernel.choose(found.by_rank, found.classes, pays, part, plays[0]), len(plays[0]))
    in_threads(lambda part: kernel.choose(found.by_suit, found.classes, pays, part, plays[1]), len(plays[1]))
    return plays


# Texas Hold'em Bonus


def _holdem_bonus(book: Rules, now: Rules) -> StrategyChange:
    old, new = holdem_bonus.solve(book).holes, holdem_bonus.solve(now).holes
    changed = [
        Changed("before the flop", before.name, before.best, after.best)
        for before, after in zip(old, new, strict=True)
        if before.best != after.best
    ]
    raised = np.array([before.best == after.best == "flop" for before, after in zip(old, new, strict=True)])
    return StrategyChange(tuple(changed), tuple(_later_flips(book, now, raised[hole_classes()[1]])))


def _later_flips(book: Rules, now: Rules, raised: Ints) -> Iterator[Flipped]:
    stages = ("on the flop, for the Turn", "with four cards, for the River")
    of = (HOLES * 19_600, HOLES * 230_300)
    ace_low = [rules.switches.ace_low_straight_flush for rules in (book, now)]
    if holdem_bonus.pays_of(book) == holdem_bonus.pays_of(now) and ace_low[0] == ace_low[1]:
        yield from (Flipped(stage, 0, number) for stage, number in zip(stages, of, strict=True))
        return
    both = zip(holdem_bonus.bets_in_parts(book), holdem_bonus.bets_in_parts(now), strict=True)
    for stage, number, (old, new) in zip(stages, of, both, strict=True):
        sets = 0
        for before, after in zip(old, new, strict=True):
            differs = ((before.values > 0) != (after.values > 0)) & raised[None, :]
            sets += int(before.times @ differs.sum(axis=1))
        yield Flipped(stage, sets, number)


# Three Card Poker


def _three_card(book: Rules, now: Rules) -> StrategyChange:
    old, new = three_card.solve(book), three_card.solve(now)
    before, after = (_lowest(each.threshold) for each in (old, new))
    changed = () if before == after else (Changed("cards seen", "lowest hand to play", before, after),)
    plays = {each.cards: each.plays for each in old.hands}
    sets = sum(each.times for each in new.hands if each.plays != plays[each.cards])
    return StrategyChange(changed, (Flipped("cards seen", sets, 22_100),))


def _lowest(threshold: Hand[ThreeCard] | None) -> str:
    return NO_THRESHOLD if threshold is None else describe(threshold)


# Let It Ride


def _let_it_ride(book: Rules, now: Rules) -> StrategyChange:
    """Groups are those of the approved rules, whatever pays now."""
    old, new = let_it_ride.solve(book), let_it_ride.solve(now)
    changed: list[Changed] = []
    flips = []
    decisions = (("three cards seen", old.threes, new.threes), ("first community card seen", old.fours, new.fours))
    for (stage, before, after), groups in zip(decisions, ride_groups_of(book), strict=True):
        differs = before.rides != after.rides
        flips.append(Flipped(stage, int(before.times[differs].sum()), int(before.times.sum())))
        names = np.array(groups)
        for group in dict.fromkeys(names[differs].tolist()):
            here = names == group
            of = int(before.times[here].sum())
            rode, rides = (int(before.times[here & each.rides].sum()) for each in (before, after))
            changed.append(Changed(stage, group, _riding(rode, of), _riding(rides, of)))
    return StrategyChange(tuple(changed), tuple(flips))


def _riding(number: int, of: int) -> str:
    if number == 0:
        return "withdraw"
    return "ride" if number == of else f"ride with {number:,} of {of:,}"
