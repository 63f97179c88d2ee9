"""`pitlink readings`: the points that the rulebooks leave open, and what each side of them is worth."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

from rich.console import Console
from rich.table import Table

from pitlink.cli.analysing import percent, print_json, refusing, signed
from pitlink.cli.solving import solving
from pitlink.rulebook import catalogue
from pitlink.rulebook.catalogue import DOCUMENTS, Reading

if TYPE_CHECKING:
    from pitlink.exact.pricing import Price

TITLES: Final = {"not_priced": "Not priced", "no_money": "No money in a round without an error"}


def show_readings(game: str | None, *, price: bool, as_json: bool) -> int:
    def job() -> int:
        from pitlink.exact.rules import NotRules

        if game is not None and game not in DOCUMENTS:
            raise NotRules(f"{game!r} is no game: expected {', '.join(DOCUMENTS)}")
        games = DOCUMENTS if game is None else (game,)
        return _priced(games, as_json=as_json) if price else _listed(games, as_json=as_json)

    return refusing("readings", job)


def _listed(games: tuple[str, ...], *, as_json: bool) -> int:
    found = [each for each in catalogue.readings().values() if set(each.games) & set(games)]
    if as_json:
        plain = [
            {"reading": each.id, "switch": each.switch, "values": each.values, "games": each.games} for each in found
        ]
        print_json(plain)
        return 0
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for heading in ("reading", "point", "switch", "values"):
        table.add_column(heading, overflow="fold")
    for each in found:
        table.add_row(each.id, each.point, each.switch if each.settlement else "", ", ".join(each.values))
    console = Console(highlight=False)
    console.print(table)
    console.print("pitlink rules R57 shows one whole; --price says what each side is worth.", style="dim")
    return 0


def _priced(games: tuple[str, ...], *, as_json: bool) -> int:
    from pitlink.exact import pricing
    from pitlink.exact.par.numbers import figure

    with solving("Pricing every reading.", games):
        found = list(pricing.prices(games))
    if as_json:
        plain = [
            {
                "reading": each.reading,
                "switch": each.switch,
                "value": each.value,
                "default": each.default,
                "game": each.game,
                "moves": each.what,
                "condition": each.condition or None,
                "house_edge": figure(each.house_edge),
                "difference": figure(each.difference),
            }
            for each in found
        ]
        print_json({"priced": plain, **{name: _excused(reasons, games) for name, reasons in _excuses().items()}})
        return 0
    console = Console(highlight=False)
    wide = max((len(_value(each)) for each in found), default=0)
    for _, sides in groupby(found, key=lambda each: each.id):
        _sides(console, list(sides), wide)
    console.print(
        f"The progressive with a meter of ${pricing.METER_CENTS // 100:,}, reset ${pricing.RESET_CENTS // 100:,}, "
        f"{pricing.WAGERS} wagers of ${pricing.UNIT_CENTS // 100} at the table, where nothing else is said.",
        style="dim",
    )
    _not_priced(console, games)
    return 0


def _sides(console: Console, sides: list["Price"], wide: int) -> None:
    """What the reading is about, and each way to read it in a line below."""
    first = sides[0]
    about = f"{first.what}, {first.condition}" if first.condition else first.what
    console.print(f"[bold]{first.reading}[/] {first.switch} [dim]{first.game}[/], house edge of {about}")
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, show_header=False)
    table.add_column(min_width=wide + 2, no_wrap=True)
    table.add_column(justify="right", min_width=11, no_wrap=True)
    table.add_column(justify="right", min_width=14, no_wrap=True)
    table.add_column(overflow="fold", style="dim")
    for each in sides:
        difference = "" if each.default else _difference(each.difference)
        table.add_row(f"  {_value(each)}", percent(each.house_edge), difference, _exact(each.house_edge))
    console.print(table)


def _value(each: "Price") -> str:
    return each.value + (" (default)" if each.default else "")


def _difference(value: Fraction) -> str:
    """In percent, with more digits where four would be none."""
    if value == 0:
        return "the same"
    return signed(value * 100, 4 if abs(value) >= Fraction(1, 2_000_000) else 8) + " %"


def _excuses() -> dict[str, Mapping[str, tuple[str, ...]]]:
    """What may move money and has no figure, and what moves none: by reason."""
    from pitlink.exact.apart import NO_MONEY, NOT_PRICED

    return {"not_priced": {because: (id,) for id, because in NOT_PRICED.items()}, "no_money": NO_MONEY}


def _excused(reasons: Mapping[str, tuple[str, ...]], games: tuple[str, ...]) -> list[dict[str, Any]]:
    here = {each.id for each in catalogue.readings().values() if _concerns(each, games)}
    told = ({"readings": [id for id in ids if id in here], "because": because} for because, ids in reasons.items())
    return [each for each in told if each["readings"]]


def _not_priced(console: Console, games: tuple[str, ...]) -> None:
    for name, reasons in _excuses().items():
        told = _excused(reasons, games)
        if told:
            table = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
            table.add_column("", overflow="fold", max_width=24)
            table.add_column("", overflow="fold")
            for each in told:
                table.add_row(", ".join(each["readings"]), each["because"])
            console.print(f"\n[bold]{TITLES[name]}[/]")
            console.print(table)


def _concerns(reading: Reading, games: tuple[str, ...]) -> bool:
    """By the clauses that it is about; R7 and its like are about clauses that a book leaves out."""
    return any(game in clause for game in games for clause in (*reading.clauses, reading.more))


def _exact(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"
