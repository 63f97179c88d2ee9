"""`pitlink advise`: what every choice is worth with these cards."""

import json
import sys

from rich.console import Console
from rich.table import Table

from pitlink.cards import Cards, name, show_all
from pitlink.cli.analysing import refusing, rules_of, signed
from pitlink.cli.solving import solving
from pitlink.exact.advising import Advice, NotSeen, advise, read_cards


def advise_on(
    game: str,
    hole: str,
    flop: str | None,
    board: str | None,
    *,
    changes: list[str] | None,
    readings: list[str] | None,
    as_json: bool,
) -> int:
    def job() -> int:
        rules = rules_of(game, changes, readings)
        own, community = read_cards(hole, "--hole"), _community(flop, board)
        with solving("Dealing out what can still come"):
            found = advise(rules, own, community)
        if as_json:
            sys.stdout.write(json.dumps(_plain(found), indent=2) + "\n")
        else:
            _tell(Console(highlight=False), found)
        return 0

    return refusing("advise", job)


def _community(flop: str | None, board: str | None) -> Cards:
    """All community cards that are seen: the flop alone, or the board with it."""
    shown = read_cards(flop or "", "--flop")
    if flop is not None and len(shown) != 3:
        raise NotSeen(f"--flop: {len(shown)} cards; expected three")
    if board is None:
        return shown
    seen = read_cards(board, "--board")
    if any(card not in seen for card in shown):
        return (*shown, *seen)
    return seen


def _tell(console: Console, advice: Advice) -> None:
    seen = f", with {show_all(advice.community)}" if advice.community else ""
    console.print(f"[bold]{show_all(advice.own)}[/]{seen} · {advice.stage} · {advice.game}")
    table = Table(box=None, padding=(0, 2, 0, 2), header_style="dim")
    for heading in ("choice", "worth", "exactly", "clause"):
        table.add_column(heading, justify="right" if heading == "worth" else "left")
    for nth, option in enumerate(advice.options):
        style = "bold" if nth == 0 else ""
        table.add_row(option.choice, signed(option.value), str(option.value), option.clause, style=style)
    console.print(table)
    console.print(
        f"  {advice.best.choice} is better by {float(advice.gap):.6f} of the {advice.base}, with best play afterwards.",
        style="dim",
    )


def _plain(advice: Advice) -> dict[str, object]:
    return {
        "game": advice.game,
        "stage": advice.stage,
        "own": [name(card) for card in advice.own],
        "community": [name(card) for card in advice.community],
        "options": [
            {
                "choice": option.choice,
                "value": {
                    "exact": f"{option.value.numerator}/{option.value.denominator}",
                    "decimal": float(option.value),
                },
                "clause": option.clause,
            }
            for option in advice.options
        ],
    }
