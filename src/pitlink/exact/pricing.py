"""Readings priced: for every open point that moves money, what each side of it is worth, exactly.

The round itself and the wagers beside it are priced with best play under each reading. The progressive is priced at a
meter, with so many wagers at the table; Magic Card and Lucky Player as if both were drawn in every round.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from msgspec import Struct

from pitlink.exact import analyse_rules, features, progressive, winners
from pitlink.exact.rules import Rules, approved, with_reading
from pitlink.rulebook.catalogue import DOCUMENTS
from pitlink.rulebook.switches import CONCERNING, DEFAULT, READING_OF, VALUES

METER_CENTS: Final = 25_000_000
RESET_CENTS: Final = 5_000_000
UNIT_CENTS: Final = 500
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

    @property
    def id(self) -> tuple[str, str, str]:
        return self.game, self.switch, self.what


def prices(games: tuple[str, ...] = DOCUMENTS) -> Iterator[Price]:
    """By game and reading, the default first. What a reading does not move is left out."""
    for game in games:
        book = approved(game)
        usual = edges(book)
        for switch in CONCERNING[game]:
            others = [value for value in VALUES[switch] if value != getattr(DEFAULT, switch)]
            found = {value: edges(with_reading(book, switch, value)) for value in others}
            moved = [what for what in usual if any(each[what] != usual[what] for each in found.values())]
            for what in moved:
                for value, each in {getattr(DEFAULT, switch): usual, **found}.items():
                    is_default = value == getattr(DEFAULT, switch)
                    difference = each[what] - usual[what]
                    yield Price(READING_OF[switch], switch, value, is_default, game, what, each[what], difference)


def edges(rules: Rules) -> dict[str, Fraction]:
    """The house edge of the round, of each wager beside it, and of the progressive."""
    figures = analyse_rules(rules)
    found = {"the round": figures.house_edge}
    found |= {wager.name.replace("_", " "): wager.house_edge for wager in figures.side_wagers}
    wager = progressive.figures(rules, UNIT_CENTS)
    shared = winners.expected(wager, WAGERS, METER_CENTS, RESET_CENTS).awards / (WAGERS * UNIT_CENTS)
    found["the progressive"] = 1 - wager.return_fixed - shared
    if rules.game == "mbs-lir":
        both = features.featured(rules, WAGERS, METER_CENTS, UNIT_CENTS).both
        found["the progressive with both features"] = 1 - both
    return found
