"""Readings priced: for every open point that moves money, what each side of it is worth, exactly.

The round itself and the wagers beside it are priced with best play under each reading. The progressive is priced at a
meter, with so many wagers at the table; Magic Card and Lucky Player as if both were drawn in every round. Where a
reading matters only on a condition, such as a meter below its reset value, it is priced on that condition. What is
not priced at all stands in `pitlink.exact.apart` with its reason.
"""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Final

from msgspec import Struct

from pitlink.exact import analyse_rules, apart, features, progressive, winners
from pitlink.exact.rules import Rules, approved, with_reading
from pitlink.rulebook import catalogue
from pitlink.rulebook.catalogue import DOCUMENTS
from pitlink.rulebook.switches import CONCERNING, DEFAULT, READING_OF, VALUES

METER_CENTS: Final = 25_000_000
RESET_CENTS: Final = 5_000_000
LOW_METER_CENTS: Final = 2_000_000  # below the reset value (R13)
UNIT_CENTS: Final = 500
CREDITS: Final = 3  # where their number matters (R16)
WAGERS: Final = 6


class Price(Struct, frozen=True):
    """One side of a reading, and the house edge of what it moves, per base wager or per stake."""

    reading: str
    switch: str
    value: str
    default: bool
    game: str
    what: str
    house_edge: Fraction
    difference: Fraction  # to the house edge of the default
    condition: str = ""  # on which it is told

    @property
    def id(self) -> tuple[str, str, str, str]:
        return self.game, self.switch, self.what, self.condition


def prices(games: tuple[str, ...] = DOCUMENTS) -> Iterator[Price]:
    """By game and reading, the default first. What a reading does not move is left out."""
    for game in games:
        found = [*_switches(game), *_points(game)]
        yield from sorted(found, key=lambda each: int(each.reading[1:]))


def _switches(game: str) -> Iterator[Price]:
    book = approved(game)
    usual = edges(book)
    for switch in CONCERNING[game]:
        yield from _sides(switch, book, edges, usual)
        if switch in _ON_CONDITION:
            condition, told = _ON_CONDITION[switch]
            yield from _sides(switch, book, told, told(book), condition)


def _sides(
    switch: str,
    book: Rules,
    told: Callable[[Rules], dict[str, Fraction]],
    usual: dict[str, Fraction],
    condition: str = "",
) -> Iterator[Price]:
    default = getattr(DEFAULT, switch)
    found = {value: told(with_reading(book, switch, value)) for value in VALUES[switch] if value != default}
    moved = [what for what in usual if any(each[what] != usual[what] for each in found.values())]
    for what in moved:
        sides = {default: usual[what], **{value: each[what] for value, each in found.items()}}
        yield from _prices(READING_OF[switch], book.game, what, sides, condition)


def _points(game: str) -> Iterator[Price]:
    for point in apart.points(game, UNIT_CENTS, WAGERS, METER_CENTS):
        yield from _prices(point.reading, game, point.what, point.sides, point.condition)


def _prices(reading: str, game: str, what: str, sides: Mapping[str, Fraction], condition: str) -> Iterator[Price]:
    """The default is the first of the sides."""
    switch, usual = catalogue.readings()[reading].switch, next(iter(sides.values()))
    for nth, (value, edge) in enumerate(sides.items()):
        yield Price(reading, switch, value, nth == 0, game, what, edge, edge - usual, condition)


def edges(rules: Rules) -> dict[str, Fraction]:
    """The house edge of the round, of each wager beside it, and of the progressive."""
    figures = analyse_rules(rules)
    found = {"the round": figures.house_edge}
    found |= {wager.name.replace("_", " "): wager.house_edge for wager in figures.side_wagers}
    found |= _progressive(rules)
    if rules.game == "mbs-lir":
        both = features.featured(rules, WAGERS, METER_CENTS, UNIT_CENTS).both
        found[apart.FEATURES] = 1 - both
    return found


def _progressive(rules: Rules, meter_cents: int = METER_CENTS, units: int = 1) -> dict[str, Fraction]:
    wager = progressive.figures(rules, UNIT_CENTS, units)
    shared = winners.expected(wager, WAGERS, meter_cents, RESET_CENTS).awards / (WAGERS * wager.stake_cents)
    return {"the progressive": 1 - wager.return_fixed - shared}


_ON_CONDITION: Final[Mapping[str, tuple[str, Callable[[Rules], dict[str, Fraction]]]]] = {
    "meter_floor": (
        f"meter ${LOW_METER_CENTS // 100:,}, below its reset value",
        lambda rules: _progressive(rules, LOW_METER_CENTS),
    ),
    "lir_percentage": (f"{CREDITS} credits", lambda rules: _progressive(rules, units=CREDITS)),
}
