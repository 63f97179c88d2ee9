"""`pitlink errata`: published figures computed again."""

from itertools import groupby
from typing import TYPE_CHECKING, Final

from rich.console import Console
from rich.table import Table

from pitlink.cli.analysing import print_json, refusing
from pitlink.cli.solving import solving

if TYPE_CHECKING:
    from pitlink.exact.errata import Published

WIDEST: Final = len("2,781,381,002,400")


def show_errata(*, as_json: bool) -> int:
    def job() -> int:
        from pitlink.exact.errata import published

        with solving("Computing every published figure again."):
            found = list(published())
        if as_json:
            print_json([_plain(each) for each in found])
            return 0
        console = Console(highlight=False)
        for game, figures in groupby(found, key=lambda each: each.game):
            _tell(console, game, list(figures))
        console.print("[bold]Where they differ[/]")
        for each in found:
            if not each.agrees:
                console.print(f"{each.game}, {each.what}: {each.printed} is off by {_short(each)}: {each.why}")
        agreeing = sum(each.agrees for each in found)
        console.print(f"{agreeing} of {len(found)} agree to the last printed digit.", style="dim")
        return 0

    return refusing("errata", job)


def _tell(console: Console, game: str, figures: list["Published"]) -> None:
    console.print(f"[bold]{game}[/]")
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim", expand=True)
    table.add_column("figure", ratio=1)
    for heading in ("printed", "computed"):
        table.add_column(heading, justify="right", no_wrap=True, min_width=WIDEST)
    for each in figures:
        computed = each.computed if each.agrees else f"[yellow]{each.computed}[/]"
        table.add_row(f"{each.what} [dim]· {each.source}[/]", each.printed, computed)
    console.print(table)
    console.print()


def _short(each: "Published") -> str:
    return "words" if each.difference is None else f"{each.difference:+.{each.digits + 2}f}".replace("-", "−")


def _plain(each: "Published") -> dict[str, object]:
    return {
        "game": each.game,
        "figure": each.what,
        "source": each.source,
        "printed": each.printed,
        "computed": each.computed,
        "agrees": each.agrees,
        "difference": None if each.agrees else str(each.difference),
        "why": each.why or None,
    }
