"""What a player can say went wrong, and what then came of it, in the terminal."""

from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.markup import escape

from pitlink.people import words
from pitlink.pit import Floor, Recorded
from pitlink.pit.incidents import RULED, tell_incident
from pitlink.pit.previewing import Preview, Reportable
from pitlink.pit.story import tell
from pitlink.pit.words import positions, wager
from pitlink.table import Table
from pitlink.table import events as on


def show_kinds(console: Console, kinds: Sequence[Reportable]) -> None:
    """Everything that can have gone wrong now, numbered, with the clause that covers it."""
    console.print("What went wrong?")
    for number, each in enumerate(kinds, start=1):
        console.print(f"{number:>3}  {escape(each.words)} [dim]({each.clause})[/dim]")


def show_cases(console: Console, cases: Sequence[Reportable]) -> None:
    """Which hand, player or wager it concerns."""
    for number, each in enumerate(cases, start=1):
        console.print(f"{number:>3}  {escape(_about(each))} [dim]({each.clause})[/dim]")


def _about(each: Reportable) -> str:
    report = each.report
    about = [
        *([positions(report.positions)] if report.positions else []),
        *([report.player] if report.player else []),
        *([wager(report.wager)] if report.wager else []),
        *([f"{len(report.places)} cards" if len(report.places) > 1 else "one card"] if report.places else []),
    ]
    return ", ".join(about) or each.words


def show_rulings(console: Console, chosen: Reportable) -> None:
    """What an officer may rule on it; which, is the officer's to decide."""
    console.print("An officer looks into it, and may rule:")
    for preview in chosen.rulings:
        console.print(f"   · {escape(_told(preview))}")


def _told(preview: Preview) -> str:
    back = sorted({each.position for each in preview.would.wagers if each.back})
    what = f"; wagers of {positions(back)} go back" if back and preview.would.round != "is void" else ""
    choose = "; players may take their wagers back" if preview.would.round == "waits for answers" else ""
    return f"{RULED[preview.effect]}{what}{choose}, by a {words(preview.by)} ({preview.clause})"


def tell_trouble(console: Console, events: Iterable[Recorded], floor: Floor) -> None:
    """What was reported and ruled, and what came of it."""
    for each in events:
        event = each.event
        if isinstance(event, on.RoundVoided) or (isinstance(event, on.Event) and tell_incident(event, Table())):
            told = tell(each, floor)
            by = f" [dim]({', '.join(told.clauses)})[/dim]" if told.clauses else ""
            console.print(f"[yellow]{escape(told.words)}[/yellow]{by}")
