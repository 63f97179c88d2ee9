"""`pitlink replay`: a log told as a story with its clauses, or one of its rounds as a round file."""

import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
from rich.console import Console
from rich.text import Text

from pitlink.games.dealing import Deal
from pitlink.pit import Floor, Recorded
from pitlink.pit.export import export
from pitlink.pit.log import LogRefused, read, replay
from pitlink.pit.story import Told, cards, tell
from pitlink.refusals import Refused
from pitlink.table import Table
from pitlink.table.events import BetsCalled, CardDealt, TableClosed

REFUSED = 2


def replay_log(file: Path, round_number: int | None, table: str | None, *, details: bool) -> int:
    try:
        with file.open("rb") if file != Path("-") else sys.stdin.buffer as lines:
            steps = replay(read(lines))
            if round_number is not None:
                return export_round(steps, round_number, table)
            tell_steps(Console(highlight=False, soft_wrap=True), steps, details=details)
            return 0
    except LogRefused as refused:
        return _refuse(f"{file}, {refused}")
    except OSError as error:
        return _refuse(f"{file}: {error.strerror or error}; expected a file that can be read")


# The story


def tell_steps(console: Console, steps: Iterator[tuple[Recorded, Floor]], *, details: bool) -> None:
    """Every event as a line, cards dealt one after the other as one."""
    dealt: list[CardDealt] = []
    deal: Deal | None = None
    for recorded, now in steps:
        if not isinstance(recorded.event, CardDealt):
            told = tell(recorded, now)
            _tell_dealt(console, dealt, deal)
            dealt = []
            if details or told.level < 3:
                _print(console, told, recorded.stream if len(now.tables) > 1 else "")
        else:
            dealt.append(recorded.event)
            deal = now.tables[recorded.stream.partition("/")[2]].rules.deal
    _tell_dealt(console, dealt, deal)


def _tell_dealt(console: Console, dealt: list[CardDealt], deal: Deal | None) -> None:
    """Cards one after the other as one line: where they went and what they are, as far as they were read."""
    if not dealt or deal is None:
        return
    hands: dict[str, list[str]] = {}
    for event in dealt:
        place = event.place
        where = f"position {place.position}" if place.where == "position" else place.where
        hands.setdefault(where, []).append(cards((event.card,)) if event.card else "??")
    told = ", ".join(f"{where} {' '.join(faces)}" for where, faces in hands.items())
    clauses = dict.fromkeys(deal.clause_for(event.place) for event in dealt)
    _print(console, Told(f"{len(dealt)} cards face down: {told}", tuple(clauses)), "")


def _print(console: Console, told: Told, stream: str) -> None:
    if told.level == 0:
        console.print()
    line = Text("  " * min(told.level, 2) + told.words, style="bold" if told.level == 0 else "")
    if told.clauses:
        line.append(f"  ({', '.join(told.clauses)})", style="dim")
    if stream:
        line.append(f"  {stream}", style="dim")
    console.print(line)


# One round


def export_round(steps: Iterator[tuple[Recorded, Floor]], number: int, name: str | None) -> int:
    """The round of that number as it stood when the next was called, or at the end of the log."""
    found: Table | None = None
    tables: set[str] = set()
    for recorded, floor in steps:
        kind, _, stream = recorded.stream.partition("/")
        if kind != "table":
            continue
        tables.add(stream)
        state = floor.tables[stream]
        if name not in (None, stream) or isinstance(recorded.event, BetsCalled | TableClosed):
            continue
        if state.play is not None and state.play.number == number:
            found = state
    if name is None and len(tables) > 1:
        return _refuse(f"several tables in this log: {', '.join(sorted(tables))}; say which with --table")
    if name is not None and name not in tables:
        return _refuse(f"no table {name!r} in this log; one of {', '.join(sorted(tables))}")
    if found is None:
        return _refuse(f"no round {number} in this log")
    raw = export(found)
    if isinstance(raw, Refused):
        return _refuse(f"{raw.code}: {raw}")
    sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(raw), indent=2) + b"\n")
    sys.stdout.buffer.flush()
    return 0


def _refuse(words: str) -> int:
    print(f"pitlink replay: {words}", file=sys.stderr)
    return REFUSED
