"""Let It Ride, solved: every three cards, and every four.

The wagers are settled apart, so `1` rides where what its hands are paid is worth more than nothing given three cards,
`2` the same given four; `$` always rides. Where it is worth just nothing the wager is withdrawn, the smaller wager: to
let it ride would change the average wager and the variance, and not the edge.
"""

from collections.abc import Hashable, Iterable, Iterator
from fractions import Fraction
from functools import cache
from math import lcm
from typing import Final, NamedTuple

import numpy as np
from msgspec import Struct, structs

from pitlink.cards import PLURALS, Card, Cards, Rank, show_all
from pitlink.exact.deck import forgetting_names_of_suits, without_names_of_suits
from pitlink.exact.figures import Cell, Choice, Figures, Wager, hits, moments, wager_of
from pitlink.exact.kept import kept
from pitlink.exact.kernels import let_it_ride as kernel
from pitlink.exact.kernels.strengths import CLASS_BIT
from pitlink.exact.ranking import Ints, masks_of, rank_table
from pitlink.exact.rules import Rules, pay_table
from pitlink.hands import AceLow, FiveCard

DEALS: Final = 22_100 * 49 * 48  # own cards, and both community cards in their order
PAIR: Final = "pair of tens or better"  # as the table names its lowest line, whatever pair it is paid from
LESS: Final = "less"
LOWEST_PAIR: Final = {word: rank for rank, word in PLURALS.items()}


class SetValue(Struct, frozen=True):
    """Cards that are seen, one set of all that differ in the names of suits only, and what one wager is worth."""

    cards: Cards
    times: int
    value: Fraction

    @property
    def rides(self) -> bool:
        return self.value > 0


class Seen(Struct, frozen=True):
    """All sets of three cards, or of four, at a decision. One wager is worth `worth / whole` where it rides."""

    cards: Ints
    times: Ints
    keys: Ints  # by `forgetting_names_of_suits`, sorted
    worth: Ints
    whole: int

    @property
    def rides(self) -> Ints:
        found: Ints = (self.worth > 0).astype(np.bool_)
        return found

    def values(self) -> Iterator[SetValue]:
        for nth in range(len(self.cards)):
            yield self._value(nth)

    def value_of(self, cards: Iterable[Card]) -> SetValue:
        return self._value(self.place_of(cards))

    def place_of(self, cards: Iterable[Card]) -> int:
        """Of any cards, as many as this decision is about: which set they are."""
        cards = tuple(cards)
        key = forgetting_names_of_suits(np.array(cards))
        nth = int(np.searchsorted(self.keys, key))
        if nth == len(self.keys) or self.keys[nth] != key:
            raise ValueError(f"{show_all(cards)}: expected {self.cards.shape[1]} different cards")
        return nth

    def _value(self, nth: int) -> SetValue:
        cards = tuple(map(Card, self.cards[nth].tolist()))
        return SetValue(cards, int(self.times[nth]), Fraction(int(self.worth[nth]), self.whole))


class Solution(Struct, frozen=True):
    """The best play of one set of rules. `counts` are fifth cards, by four cards and line of the pay table."""

    rules: Rules
    threes: Seen
    fours: Seen
    counts: Ints


def figures(rules: Rules) -> Figures:
    solution = solve(rules)
    return figures_of(solution, solution.threes.rides, solution.fours.rides)


def figures_of(solution: Solution, rides_three: Ints, rides_four: Ints) -> Figures:
    """With any way to decide, given of each set of three and of each set of four whether the wager rides."""
    rules = solution.rules
    ends = endings(solution, rides_three, rides_four)
    wagers = tuple(_wager(name, ends, rules) for name in ("1", "2", "$"))
    nets = [(end.deals, end.riding * net_of(rules, end.line)) for end in ends]
    variance = moments(nets)[1]
    average = sum((wager.average for wager in wagers), Fraction(0))
    first, second = wagers[0].average, wagers[1].average
    choices = (
        Choice("three cards seen", "ride", "3.9", first),
        Choice("three cards seen", "withdraw", "3.10", 1 - first),
        Choice("first community card seen", "ride", "3.13", second),
        Choice("first community card seen", "withdraw", "3.14", 1 - second),
    )
    return Figures(rules.game, rules, "$", DEALS, wagers, (), choices, average, variance, hits(nets))


# The solution


def solve(rules: Rules) -> Solution:
    """Rules that play alike are solved once: the progressive and its features change nothing."""
    odds = tuple((line, str(pays)) for line, pays in rules.tables["main"].items())
    key = (odds, tuple(rules.settings.items()), rules.switches.ace_low_straight_flush)
    return structs.replace(kept(_SOLVED, key, lambda: _solve(rules)), rules=rules)


_SOLVED: dict[Hashable, Solution] = {}


def _solve(rules: Rules) -> Solution:
    sets = _sets()
    four_counts = _counts(rules.settings["pays_from_pair_of"], rules.switches.ace_low_straight_flush)
    three_counts = _with_none(four_counts)[sets.with_card].sum(axis=1) // 2  # either card may have come first
    parts, nets = _nets(rules)
    threes = Seen(sets.threes, sets.three_times, sets.three_keys, three_counts @ nets, parts * 49 * 24)
    fours = Seen(sets.fours, sets.four_times, sets.four_keys, four_counts @ nets, parts * 48)
    return Solution(rules, threes, fours, four_counts)


def _nets(rules: Rules) -> tuple[int, Ints]:
    """What one wager nets on each line, in whole parts of it. Odds so long that sums leave 64 bits are counted
    slower.
    """
    nets = [net_of(rules, line) for line in lines(rules)]
    parts = lcm(*(net.denominator for net in nets))
    whole = [int(net * parts) for net in nets]
    return parts, np.array(whole, np.int64 if max(map(abs, whole)) < 1 << 48 else np.object_)


def net_by_ordinal(rules: Rules) -> tuple[int, Ints]:
    """The same for every ordinal of five-card hands."""
    parts, nets = _nets(rules)
    return parts, nets[_lines_of_ordinals(rules.settings["pays_from_pair_of"], rules.switches.ace_low_straight_flush)]


def lines(rules: Rules) -> tuple[str, ...]:
    return (*rules.tables["main"], LESS)


def net_of(rules: Rules, line: str) -> Fraction:
    """What a wager that rides nets; a line without odds loses."""
    odds = None if line == LESS else rules.odds("main", line)
    return Fraction(odds.pays, odds.per) if odds else Fraction(-1)


class Sets(NamedTuple):
    """Sets of three and of four cards without the names of suits, and what three become with each card of the deck,
    -1 where they hold it.
    """

    threes: Ints
    three_times: Ints
    three_keys: Ints
    fours: Ints
    four_times: Ints
    four_keys: Ints
    with_card: Ints


@cache
def _sets() -> Sets:
    threes, times = without_names_of_suits(3)
    keys = forgetting_names_of_suits(threes)
    sorted_ = np.argsort(keys)
    threes, times, keys = threes[sorted_], times[sorted_], keys[sorted_]
    nth, card = np.nonzero((threes[:, :, None] != np.arange(52)).all(axis=1))
    rows = np.sort(np.column_stack([threes[nth], card]), axis=1)
    four_keys, first, place = np.unique(forgetting_names_of_suits(rows), return_index=True, return_inverse=True)
    four_times = np.zeros(len(four_keys), np.int64)
    np.add.at(four_times, place, times[nth])
    with_card = np.full((len(threes), 52), -1)
    with_card[nth, card] = place
    return Sets(threes, times, keys, rows[first], four_times // 4, four_keys, with_card)  # any of four may be the last


@cache
def _counts(pays_from: str, ace_low: AceLow) -> Ints:
    """Of each set of four, how many of the 48 fifth cards make each line."""
    table, line_of = rank_table(5, ace_low), _lines_of_ordinals(pays_from, ace_low)
    fours = _sets().fours
    found = np.zeros((len(fours), line_of.max() + 1), np.int64)
    kernel.count_lines(masks_of(fours), table.lanes, table.suited, table.shifts, table.places, line_of, found)
    return found


def line_of(category: FiveCard, rank: Rank, pays_from: str) -> str:
    """The line of the pay table that a hand is on, by its class and by the rank that makes the class."""
    if category == FiveCard.ONE_PAIR:
        return PAIR if rank >= LOWEST_PAIR[pays_from] else LESS
    return LESS if category == FiveCard.FIVE_ODD_CARDS else category.words


def _lines_of_ordinals(pays_from: str, ace_low: AceLow) -> Ints:
    """The number of the line for each ordinal of five-card hands."""
    names = [*(line for line, _ in pay_table("mbs-lir", "main").lines()), LESS]
    table = rank_table(5, ace_low)
    ranks = table.strengths >> CLASS_BIT - 4 & 15
    hands = zip(table.classes().tolist(), ranks.tolist(), strict=True)
    return np.array([names.index(line_of(FiveCard(category), rank, pays_from)) for category, rank in hands])


def _with_none(rows: Ints) -> Ints:
    """With a last row of nothing, which -1 finds."""
    return np.concatenate([rows, np.zeros_like(rows[:1])])


# What it comes to


class Ending(NamedTuple):
    """Deals that end alike: whether `1` and `2` ride, and the line of the pay table."""

    rides_1: bool
    rides_2: bool
    line: str
    deals: int

    @property
    def riding(self) -> int:
        return 1 + self.rides_1 + self.rides_2


def endings(solution: Solution, rides_three: Ints, rides_four: Ints) -> list[Ending]:
    sets = _sets()
    found = []
    for rides_1 in (True, False):
        times = np.zeros(len(sets.fours) + 1, np.int64)  # the last for cards that are held, which come to nothing
        np.add.at(times, sets.with_card, (sets.three_times * (rides_three == rides_1))[:, None])
        for rides_2 in (True, False):
            deals = (times[:-1] * (rides_four == rides_2)) @ solution.counts
            found += [
                Ending(rides_1, rides_2, line, int(number))
                for line, number in zip(lines(solution.rules), deals, strict=True)
                if number
            ]
    order = lines(solution.rules)
    return sorted(found, key=lambda end: order.index(end.line))


def _wager(name: str, ends: list[Ending], rules: Rules) -> Wager:
    cells = [_cell(end, rules) for end in ends if rides(name, end)]
    ridden = sum(cell.combinations for cell in cells)
    if ridden < DEALS:
        cells.append(Cell("withdrawn", None, DEALS - ridden, Fraction(0)))
    return wager_of(name, pay_table(rules.game, "main").clause, cells, Fraction(ridden, DEALS))


def rides(name: str, end: Ending) -> bool:
    return {"1": end.rides_1, "2": end.rides_2, "$": True}[name]


def _cell(end: Ending, rules: Rules) -> Cell:
    net = net_of(rules, end.line)
    odds = rules.pays("main", end.line)
    if odds is None:
        return Cell("lost", None, end.deals, net)
    what = f"pair of {rules.settings['pays_from_pair_of']} or better" if end.line == PAIR else end.line
    return Cell(what, str(odds), end.deals, net)
