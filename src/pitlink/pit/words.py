"""Words of the pit that every part of a story uses."""

from collections.abc import Iterable

from msgspec import Struct

from pitlink.cards import CARD_OF, show
from pitlink.money import Cents, dollars


class Told(Struct, frozen=True):
    """One sentence of a story. `level` 0 opens a round, 1 is a step of it, 2 belongs to a step, 3 is a small thing."""

    words: str
    clauses: tuple[str, ...] = ()
    level: int = 1


def money(cents: Cents) -> str:
    whole, _, fraction = dollars(Cents(abs(cents))).partition(".")
    return f"{'-' if cents < 0 else ''}${int(whole):,}.{fraction}"


def wager(name: str) -> str:
    """A wager as people say it: pair plus, wager 1."""
    return f"wager {name}" if len(name) == 1 else name.replace("_", " ")


def short(cents: Cents) -> str:
    """$25, but $37.50: as tags and buttons say it."""
    return money(cents).removesuffix(".00")


def area(name: str) -> str:
    """A wager by the name of its area: Ante, Pair Plus, Wager 1."""
    return wager(name).title()


def cards(names: Iterable[str]) -> str:
    return " ".join(show(CARD_OF[name]) for name in names)


def by(*clauses: str | None) -> tuple[str, ...]:
    return tuple(clause for clause in clauses if clause)


def positions(numbers: Iterable[int]) -> str:
    """position 1; positions 1, 2 and 3."""
    named = sorted(numbers)
    return f"position{'s' if len(named) > 1 else ''} {listed(map(str, named))}"


def listed(things: Iterable[str]) -> str:
    """One; one and another; one, another and a third."""
    *others, last = things
    return f"{', '.join(others)} and {last}" if others else last


def said(words: str) -> str:
    return f": “{words}”" if words else ""


def counted(number: int, thing: str) -> str:
    """1 table; 1,200 tables."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"
