"""`pitlink rules`: the documents, a clause with its code and tests, a reading, the coverage."""

import sys
from collections import Counter
from typing import get_args

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from pitlink import games, pit, roundfile  # noqa: F401 - their @rule marks are what coverage counts
from pitlink.rulebook import catalogue
from pitlink.rulebook.catalogue import DOCUMENTS, Clause, Kind, Reading, chosen
from pitlink.rulebook.coverage import Coverage, Standing, coverage_of
from pitlink.rulebook.coverage import coverage as all_coverage

_WHO = {"engine": "the software", "ruling": "a person", "display": "the screen", "text": "nobody: it only defines"}
_STANDING = {
    "proved": "held by code and tests",
    "person": "decided by a person",
    "defines": "only a definition",
    "open": "open",
}
_STANDINGS_TOLD = "proved: held by code and tests · person: a person decides · defines: only a definition"


def show_rules(name: str | None, clause: str | None, *, coverage: bool) -> int:
    console = Console(highlight=False)
    readings = catalogue.readings()
    if name is not None and name in readings and clause is None and not coverage:
        _show_reading(console, readings[name])
    elif name in readings:
        return _refuse(f"{name} is a reading; pitlink rules {name} shows it whole")
    elif name is not None and name not in DOCUMENTS:
        known = f"{', '.join(DOCUMENTS)}, and R1 to R{len(readings)}"
        return _refuse(f"{name!r} is no rulebook and no reading; there are {known}")
    elif coverage:
        _show_coverage(console, DOCUMENTS if name is None else (name,))
    elif name is None:
        _show_documents(console)
    elif clause is None:
        _show_clauses(console, name)
    elif clause in readings:
        _show_reading(console, readings[clause])
    elif clause not in catalogue.document(name).clauses:
        return _refuse(f"{name} has no clause {clause!r}; pitlink rules {name} lists them")
    else:
        _show_clause(console, coverage_of(name, clause))
    return 0


def _show_documents(console: Console) -> None:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for heading in ("rulebook", "title", "edition"):
        table.add_column(heading, no_wrap=True)
    table.add_column("clauses", justify="right")
    for name in DOCUMENTS:
        book = catalogue.document(name)
        version = "" if book.edition.startswith("w.e.f.") else f"{book.edition.replace('Version ', 'v')} · "
        table.add_row(name, book.title, f"{version}{book.effective}", str(len(book.clauses)))
    console.print(table)
    console.print("pitlink rules mbs-uth 3.10.2 shows a clause, pitlink rules R57 a reading.", style="dim")


def _show_clauses(console: Console, name: str) -> None:
    book = catalogue.document(name)
    console.print(f"[bold]{book.title}[/] · {book.operator} · {book.edition}")
    table = Table.grid(padding=(0, 2))
    table.add_column(style="bold", no_wrap=True)
    table.add_column(style="dim", no_wrap=True)
    table.add_column(style="dim", no_wrap=True)
    table.add_column()
    for held in all_coverage((name,)):
        table.add_row(held.clause.id, held.clause.kind, held.standing, held.clause.summary)
    console.print(table)
    console.print(_STANDINGS_TOLD, style="dim")


def _show_clause(console: Console, held: Coverage) -> None:
    clause = held.clause
    book = catalogue.document(held.document)
    console.print(Text(f"{held.document} {clause.id}", style="bold"), f"· {book.title}")
    console.print(Padding(clause.summary, (0, 0, 0, 2)))
    if clause.note:
        console.print(Padding(Text(clause.note, style="italic"), (0, 0, 0, 2)))
    facts = Table.grid(padding=(0, 2))
    facts.add_column(style="dim", no_wrap=True)
    facts.add_column(overflow="fold")
    facts.add_row("kind", clause.kind)
    facts.add_row("brought about by", _who(clause))
    if clause.see:
        facts.add_row("see", ", ".join(clause.see))
    for reading in catalogue.readings_on(held.document, clause.id):
        facts.add_row("reading", f"{reading.id} {reading.point}: {_words(chosen(reading, held.document))}")
    facts.add_row("standing", _STANDING[held.standing] + (f", {held.missing}" if held.standing == "open" else ""))
    facts.add_row("code", "\n".join(held.code) or "none")
    facts.add_row("tests", "\n".join(held.tests) or "none")
    console.print(Padding(facts, (1, 0, 0, 2)))


def _words(value: str) -> str:
    return value.replace("_", " ")


def _who(clause: Clause) -> str:
    who = _WHO[clause.acts]
    return f"{who} ({clause.role})" if clause.role else who


def _show_reading(console: Console, reading: Reading) -> None:
    console.print(Text(f"{reading.id} · {reading.point}", style="bold"))
    facts = Table.grid(padding=(0, 2))
    facts.add_column(style="dim", no_wrap=True)
    facts.add_column(overflow="fold")
    facts.add_row("clauses", ", ".join(reading.clauses) or "none")
    if reading.compare:
        facts.add_row("compare", ", ".join(reading.compare))
    if reading.readings:
        facts.add_row("readings", reading.readings)
    values = {"": reading.chosen} if isinstance(reading.chosen, str) else reading.chosen
    facts.add_row("chosen", ", ".join(value + (f" ({house})" if house else "") for house, value in values.items()))
    facts.add_row("because", reading.because)
    if reading.more:
        facts.add_row("", reading.more)
    switch = f"{reading.switch} = {' | '.join(reading.values)}"
    where = f"a switch in round files of {', '.join(reading.games)}" if reading.settlement else "fixed at its default"
    facts.add_row("switch", f"{switch}\n{where}")
    console.print(Padding(facts, (0, 0, 0, 2)))


def _show_coverage(console: Console, names: tuple[str, ...]) -> None:
    held = all_coverage(names)
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("rulebook")
    table.add_column("kind")
    for heading in ("clauses", "proved", "person", "defines", "open"):
        table.add_column(heading, justify="right")
    for name in names:
        for kind in get_args(Kind):
            of_kind = [each for each in held if each.document == name and each.clause.kind == kind]
            if of_kind:
                table.add_row(name, kind, *_counts(of_kind))
    table.add_row("all", "", *_counts(held), style="bold")
    console.print(table)
    console.print(_STANDINGS_TOLD, style="dim")
    still_open = [each for each in held if each.standing == "open"]
    if still_open:
        console.print("\n[bold]Open[/]")
        grid = Table.grid(padding=(0, 2))
        grid.add_column(no_wrap=True)
        grid.add_column(no_wrap=True, style="dim")
        grid.add_column(style="dim")
        for each in still_open:
            grid.add_row(f"{each.document} {each.clause.id}", each.clause.kind, each.missing)
        console.print(grid)
    for name in names:
        by_person = [each.clause.id for each in held if each.document == name and each.standing == "person"]
        if by_person:
            console.print(f"\n[bold]Open until a table records what a person decides, {name}[/]")
            console.print(", ".join(by_person))


def _counts(held: list[Coverage]) -> list[str]:
    standings = Counter(each.standing for each in held)
    return [str(len(held)), *(str(standings[standing] or "") for standing in get_args(Standing))]


def _refuse(message: str) -> int:
    print(f"pitlink rules: {message}", file=sys.stderr)
    return 2
