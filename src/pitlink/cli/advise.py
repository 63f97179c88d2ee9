"""`pitlink advise`: what every choice is worth with these cards."""

from typing import Final

from msgspec import Struct
from rich.console import Console
from rich.table import Table

from pitlink.cards import Cards, name, show_all
from pitlink.cli.analysing import print_json, refusing, rules_of, signed
from pitlink.cli.solving import solving
from pitlink.exact.advising import Advice, NotSeen, advise, read_cards
from pitlink.exact.par.numbers import figure

UNMADE: Final = {
    "the Turn checked": "With the Turn made: --made turn. The better choice is the same.",
    "Wager 1 withdrawn": "With Wager 1 riding: --made 1. The better choice is the same.",
}


class Asked(Struct, frozen=True):
    game: str
    hole: str | None
    flop: str | None
    board: str | None
    unseen: bool
    made: str | None
    changes: tuple[str, ...]
    readings: tuple[str, ...]
    json: bool


def advise_on(asked: Asked) -> int:
    return refusing("advise", lambda: _advise(asked))


def _advise(asked: Asked) -> int:
    rules = rules_of(asked.game, asked.changes, asked.readings)
    seen, community = read_cards(asked.hole or "", "--hole"), _community(asked.flop, asked.board)
    if not asked.unseen and asked.hole is None:
        raise NotSeen("no --hole: expected one's own cards, or --unseen for a hand that is not looked at")
    if asked.unseen and asked.made is not None:
        raise NotSeen(f"--made {asked.made} with --unseen: expected one of them")
    with solving("Dealing out what can still come.", (rules.game,)):
        if asked.unseen:
            from pitlink.exact.unseen import advise_unseen

            found = advise_unseen(rules, seen, community)
        else:
            found = advise(rules, seen, community, asked.made)
    if asked.json:
        print_json(_plain(found))
    else:
        _tell(Console(highlight=False), found, viewed=seen if asked.unseen else ())
    return 0


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


def _tell(console: Console, advice: Advice, viewed: Cards) -> None:
    beside = f" beside {show_all(viewed)}" if viewed else ""
    seen = f", with {show_all(advice.community)}" if advice.community else ""
    console.print(f"[bold]{show_all(advice.own) or 'an unseen hand'}[/]{beside}{seen} · {advice.stage} · {advice.game}")
    table = Table(box=None, padding=(0, 2, 0, 2), header_style="dim")
    for heading in ("choice", "worth", "exactly", "clause"):
        table.add_column(heading, justify="right" if heading == "worth" else "left")
    for nth, option in enumerate(advice.options):
        style = "bold" if nth == 0 else ""
        table.add_row(option.choice, signed(option.value), str(option.value), option.clause, style=style)
    console.print(table)
    better = f"{advice.best.choice} is better by {float(advice.gap):.6f}" if advice.gap else "They are worth the same"
    earlier = f" with {advice.earlier} and" if advice.earlier else ""
    console.print(f"  {better}, in units of the {advice.base},{earlier} with best play afterwards.", style="dim")
    if advice.own and advice.earlier in UNMADE:
        console.print(f"  {UNMADE[advice.earlier]}", style="dim")


def _plain(advice: Advice) -> dict[str, object]:
    return {
        "game": advice.game,
        "stage": advice.stage,
        "earlier": advice.earlier or None,
        "own": [name(card) for card in advice.own],
        "community": [name(card) for card in advice.community],
        "options": [
            {"choice": option.choice, "value": figure(option.value), "clause": option.clause}
            for option in advice.options
        ],
    }
