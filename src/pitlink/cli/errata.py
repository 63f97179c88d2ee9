"""`pitlink errata`: published figures computed again."""

import json
import sys
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

from pitlink.cli.analysing import refusing
from pitlink.cli.solving import solving

if TYPE_CHECKING:
    from pitlink.exact.errata import Published


def show_errata(*, as_json: bool) -> int:
    def job() -> int:
        from pitlink.exact.errata import published

        with solving("Computing every published figure again."):
            found = list(published())
        if as_json:
            sys.stdout.write(json.dumps([_plain(each) for each in found], indent=2, ensure_ascii=False) + "\n")
            return 0
        console = Console(highlight=False)
        table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
        for heading in ("game", "figure"):
            table.add_column(heading, overflow="fold")
        for heading in ("printed", "computed"):
            table.add_column(heading, justify="right", no_wrap=True)
        table.add_column("")
        for each in found:
            verdict = "agrees" if each.agrees else f"[yellow]differs by {_short(each)}[/]: {each.why}"
            table.add_row(each.game, f"{each.what} [dim]{each.source}[/]", each.printed, each.computed, verdict)
        console.print(table)
        agreeing = sum(each.agrees for each in found)
        console.print(f"{agreeing} of {len(found)} agree to the last printed digit.", style="dim")
        return 0

    return refusing("errata", job)


def _short(each: "Published") -> str:
    return f"{each.difference:+.{each.digits + 2}f}".replace("-", "−")


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
