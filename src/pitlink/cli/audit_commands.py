"""`pitlink audit …`."""

from pathlib import Path
from typing import Annotated

import typer

from pitlink.cli.options import Books, KeyFile

app = typer.Typer(no_args_is_help=True, help="Prove the books, sign them, and tell what is in them.")

Day = Annotated[str | None, typer.Option(metavar="YYYY-MM-DD", help="One gaming day.")]
DayStarts = Annotated[str, typer.Option("--day-starts", metavar="HH:MM", help="When a gaming day begins.")]
Zone = Annotated[str | None, typer.Option(metavar="AREA/CITY", help="By which clocks; else this machine's.")]


@app.command()
def verify(
    books: Books = None,
    checkpoints: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Checkpoints that were kept elsewhere, one a line.")
    ] = None,
    key: Annotated[str | None, typer.Option(metavar="HEX", help="The only key that may have signed.")] = None,
) -> None:
    """Replay the whole log and hold everything against it; say the first thing that is wrong."""
    from pitlink.cli.books import place, refusing
    from pitlink.cli.verifying import verify_books

    raise typer.Exit(refusing("audit", lambda: verify_books(place(books), checkpoints, key)))


@app.command()
def checkpoint(
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Where the line is added; else printed.")] = None,
    books: Books = None,
    key_file: KeyFile = None,
) -> None:
    """Sign how everything stands, for somebody else to keep. The first time a signing key is made."""
    from pitlink.cli.books import place, refusing
    from pitlink.cli.verifying import sign_checkpoint

    raise typer.Exit(refusing("audit", lambda: sign_checkpoint(place(books), key_file, out)))


@app.command()
def key(books: Books = None, key_file: KeyFile = None) -> None:
    """Print the public key that checkpoints can be checked with."""
    from pitlink.cli.books import place, refusing
    from pitlink.cli.verifying import show_key

    raise typer.Exit(refusing("audit", lambda: show_key(place(books), key_file)))


@app.command()
def log(
    table: Annotated[str | None, typer.Option(help="Only what happened there.")] = None,
    round: Annotated[int | None, typer.Option(help="Only this round of the table.")] = None,
    day: Day = None,
    day_starts: DayStarts = "06:00",
    zone: Zone = None,
    details: Annotated[bool, typer.Option("--details", help="Tell small steps too: people, looks, chips.")] = False,
    books: Books = None,
) -> None:
    """Tell the stored log as a story, with the time of day and the clauses."""
    from pitlink.cli.books import place, refusing
    from pitlink.cli.days import day_of, days_of
    from pitlink.cli.telling import Wanted, tell_log

    def work() -> int:
        days = days_of(day_starts, zone)
        return tell_log(place(books), Wanted(table, round, day_of(day), days), details=details)

    raise typer.Exit(refusing("audit", work))


@app.command()
def export(
    file: Annotated[Path, typer.Argument(metavar="FILE.jsonl", help="Where the log goes; - is standard output.")],
    books: Books = None,
) -> None:
    """Write the stored log in the form that `pitlink replay` reads."""
    from pitlink.cli.books import place, refusing
    from pitlink.cli.telling import export_log

    raise typer.Exit(refusing("audit", lambda: export_log(place(books), file)))


@app.command()
def report(
    day: Annotated[str | None, typer.Option(metavar="YYYY-MM-DD", help="Which gaming day, or the present one.")] = None,
    link: Annotated[str | None, typer.Option(help="Only what concerns this link.")] = None,
    csv: Annotated[Path | None, typer.Option(metavar="FILE", help="Write it for a spreadsheet.")] = None,
    pdf: Annotated[Path | None, typer.Option(metavar="FILE", help="Write it for paper.")] = None,
    day_starts: DayStarts = "06:00",
    zone: Zone = None,
    books: Books = None,
) -> None:
    """Reconcile a day: tables, jackpots, awards and events, and whatever does not add up."""
    from pitlink.audit.days import today
    from pitlink.cli.books import place, refusing
    from pitlink.cli.days import day_of, days_of
    from pitlink.cli.reporting import report_day

    def work() -> int:
        days = days_of(day_starts, zone)
        return report_day(place(books), day_of(day) or today(days), days, link, csv, pdf)

    raise typer.Exit(refusing("audit", work))
