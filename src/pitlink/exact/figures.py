"""What an analysis gives: plain data, every figure an exact fraction.

Amounts are in units of the game's base wager: the Ante, in Let It Ride one of the three equal wagers; of a side wager
its own stake. An expectation is the player's; the house edge is its negative.
"""

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from msgspec import Struct

from pitlink.exact.rules import Rules


class Line(Struct, frozen=True):
    """One way a wager can end: how many of the deals, and what it adds to the wager's expectation."""

    what: str
    pays: str | None  # as the pay table prints it; None where nothing is paid
    combinations: int
    probability: Fraction
    returns: Fraction


class Wager(Struct, frozen=True):
    """A wager line by line. `lines` cover all `deals`; where nothing was wagered they return nothing."""

    name: str
    clause: str  # of its pay table
    deals: int
    lines: tuple[Line, ...]
    average: Fraction  # wagered a round
    hit_frequency: Fraction  # rounds in which it wins something
    expectation: Fraction
    variance: Fraction

    @property
    def house_edge(self) -> Fraction:
        """Per base wager, or per stake for a side wager."""
        return -self.expectation


class Choice(Struct, frozen=True):
    """How often a choice is made with best play, of all rounds."""

    stage: str
    choice: str
    clause: str
    probability: Fraction


class Figures(Struct, frozen=True):
    """A game with best play: the wagers of the round itself, those beside it, and what follows for the whole round."""

    game: str
    rules: Rules
    base: str  # the wager that figures are told in
    deals: int
    wagers: tuple[Wager, ...]
    side_wagers: tuple[Wager, ...]
    choices: tuple[Choice, ...]
    average_wager: Fraction
    variance: Fraction  # of the round itself, side wagers apart
    hit_frequency: Fraction  # rounds that end with more than was wagered, side wagers apart

    @property
    def expectation(self) -> Fraction:
        return sum((each.expectation for each in self.wagers), Fraction(0))

    @property
    def house_edge(self) -> Fraction:
        return -self.expectation

    @property
    def element_of_risk(self) -> Fraction:
        """What is lost of all that is wagered."""
        return self.house_edge / self.average_wager


class Cell(NamedTuple):
    """Deals that end alike for a wager: what one calls it, as what it is paid, how many, and what the player nets."""

    what: str
    pays: str | None
    combinations: int
    net: Fraction


def wager_of(name: str, clause: str, cells: Iterable[Cell], average: Fraction = Fraction(1)) -> Wager:
    """A wager from what can become of it; cells called alike are one line."""
    cells = list(cells)
    deals = sum(cell.combinations for cell in cells)
    together: dict[tuple[str, str | None], tuple[int, Fraction]] = {}
    for cell in cells:
        before, worth = together.get((cell.what, cell.pays), (0, Fraction(0)))
        together[cell.what, cell.pays] = (before + cell.combinations, worth + cell.combinations * cell.net)
    lines = tuple(
        Line(what, pays, combinations, Fraction(combinations, deals), worth / deals)
        for (what, pays), (combinations, worth) in together.items()
    )
    won = sum(cell.combinations for cell in cells if cell.net > 0)
    expectation, variance = moments((cell.combinations, cell.net) for cell in cells)
    return Wager(name, clause, deals, lines, average, Fraction(won, deals), expectation, variance)


def moments(amounts: Iterable[tuple[int, Fraction]]) -> tuple[Fraction, Fraction]:
    """Mean and variance of amounts that come so often."""
    number, mean, square = 0, Fraction(0), Fraction(0)
    for times, amount in amounts:
        number += times
        mean += times * amount
        square += times * amount * amount
    return mean / number, square / number - (mean / number) ** 2


def hits(amounts: Iterable[tuple[int, Fraction]]) -> Fraction:
    """Which share of amounts that come so often is more than nothing."""
    number, won = 0, 0
    for times, amount in amounts:
        number += times
        won += times if amount > 0 else 0
    return Fraction(won, number)
