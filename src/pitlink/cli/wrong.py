"""What a player can say went wrong, and what then came of it, in the terminal."""

from collections.abc import Iterable

from rich.console import Console
from rich.markup import escape

from pitlink.people import words
from pitlink.pit import Floor, Recorded
from pitlink.pit.previewing import Preview, Reportable
from pitlink.pit.story import RULED, tell, wager
from pitlink.table import events as on

OF_TROUBLE = (
    on.IrregularityReported,
    on.ReportDismissed,
    on.CardsCounted,
    on.RulingGiven,
    on.SettlementSetAside,
    on.CardsMoved,
    on.HandRemoved,
    on.WagersHandedBack,
    on.LateChipsRefused,
    on.WagersLetStand,
    on.OptionsGiven,
    on.OptionTaken,
    on.PlayerBarred,
    on.BarLifted,
    on.JackpotFailed,
    on.LaterRoundsDecided,
    on.RoundVoided,
)


def show_reportable(console: Console, found: tuple[Reportable, ...]) -> None:
    """Everything that can have gone wrong now, numbered, with its clause, who rules and what may be ruled."""
    console.print("What went wrong?")
    for number, each in enumerate(found, start=1):
        console.print(f"{number:>3}  {escape(_named(each))} [dim]({each.clause})[/dim]")
        for preview in each.rulings:
            console.print(f"       [dim]{escape(_told(preview))}[/dim]", soft_wrap=True)


def _named(each: Reportable) -> str:
    report = each.report
    about = [
        *(f"position {position}" for position in report.positions),
        *([report.player] if report.player else []),
        *([wager(report.wager)] if report.wager else []),
        *([f"{len(report.places)} cards" if len(report.places) > 1 else "one card"] if report.places else []),
    ]
    return f"{each.words}: {', '.join(about)}" if about else each.words


def _told(preview: Preview) -> str:
    back = sorted({f"position {each.position}" for each in preview.would.wagers if each.back})
    what = f"; back goes {', '.join(back)}" if back and preview.would.round != "is void" else ""
    choose = "; players may take their wagers back" if preview.would.round == "waits for answers" else ""
    return f"{words(preview.by)} ({preview.clause}): {RULED[preview.effect]}{what}{choose}"


def tell_trouble(console: Console, events: Iterable[Recorded], floor: Floor) -> None:
    for each in events:
        if isinstance(each.event, OF_TROUBLE):
            told = tell(each, floor)
            by = f" [dim]({', '.join(told.clauses)})[/dim]" if told.clauses else ""
            console.print(f"[yellow]{escape(told.words)}[/yellow]{by}", soft_wrap=True)
