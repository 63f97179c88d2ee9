"""`pitlink readings`: the points that the rulebooks leave open, and what each side of them is worth."""

import json
import sys
from fractions import Fraction

from rich.console import Console
from rich.table import Table

from pitlink.cli.analysing import percent, refusing, signed
from pitlink.cli.solving import solving
from pitlink.rulebook import catalogue
from pitlink.rulebook.catalogue import DOCUMENTS


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
        sys.stdout.write(json.dumps(plain, indent=2) + "\n")
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

    with solving("Pricing every reading."):
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
                "house_edge": {"exact": _exact(each.house_edge), "decimal": float(each.house_edge)},
                "difference": {"exact": _exact(each.difference), "decimal": float(each.difference)},
            }
            for each in found
        ]
        sys.stdout.write(json.dumps(plain, indent=2) + "\n")
        return 0
    console = Console(highlight=False)
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for heading in ("game", "reading", "read as", "moves"):
        table.add_column(heading, overflow="fold")
    for heading in ("house edge", "difference"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("exactly", overflow="fold", style="dim")
    last = None
    for each in found:
        first = each.id != last
        last = each.id
        table.add_row(
            each.game if first else "",
            f"{each.reading} {each.switch}" if first else "",
            each.value + (" (default)" if each.default else ""),
            each.what if first else "",
            percent(each.house_edge),
            "" if each.default else signed(each.difference * 100, 4) + " %",
            _exact(each.house_edge),
        )
    console.print(table)
    console.print(
        f"The progressive with a meter of ${pricing.METER_CENTS // 100:,}, reset ${pricing.RESET_CENTS // 100:,}, "
        f"{pricing.WAGERS} wagers of ${pricing.UNIT_CENTS // 100} at the table.",
        style="dim",
    )
    return 0


def _exact(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"
