"""`pitlink replay`: a log told as a story with its clauses, or one of its rounds as a round file."""

import errno
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import msgspec
from msgspec import Struct
from rich.console import Console
from rich.text import Text

from pitlink.cli.show import printable
from pitlink.games.dealing import Deal
from pitlink.pit import Floor, Recorded
from pitlink.pit.export import export
from pitlink.pit.log import LogRefused, read, replay
from pitlink.pit.story import tell
from pitlink.pit.words import Told, cards
from pitlink.refusals import Refused
from pitlink.table import Table
from pitlink.table.events import BetsCalled, CardDealt, TableClosed

REFUSED = 2


def replay_log(file: Path, round_number: int | None, table: str | None, *, details: bool) -> int:
    try:
        with _open(file) as lines:
            steps = replay(read(lines))
            if round_number is not None:
                return export_round(steps, round_number, table)
            tell_steps(Console(highlight=False, soft_wrap=True), steps, table, details=details)
            return 0
    except LogRefused as refused:
        return _refuse(f"{file}, {printable(str(refused))}")
    except OSError as error:
        return _refuse(f"{file}: {error.strerror or error}; expected a file that can be read")


def _open(file: Path) -> BinaryIO:
    if file != Path("-"):
        return file.open("rb")
    if sys.stdin is None:
        raise OSError(errno.EBADF, "closed")
    return sys.stdin.buffer


# The story


class _Dealt(Struct):
    """Cards that one table has dealt one after the other and that are still to be told."""

    events: list[CardDealt]
    deal: Deal
    at: str


def tell_steps(
    console: Console, steps: Iterator[tuple[Recorded, Floor]], table: str | None = None, *, details: bool
) -> None:
    """Every event as a line; one table only where it is named."""
    story = Story(console, details=details)
    for recorded, floor in steps:
        if table is None or recorded.stream == f"table/{table}":
            story.many = len(floor.tables) > 1 and table is None
            story.tell(recorded, floor)
    story.end()


class Story:
    """Tells events one after the other, cards that a table deals one after the other as one.

    `many`: several streams are told, and each line says which. `at` is when something happened, where that is known.
    """

    def __init__(self, console: Console, *, details: bool, many: bool = False) -> None:
        self.console, self.details, self.many = console, details, many
        self._dealt: dict[str, _Dealt] = {}

    def tell(self, recorded: Recorded, floor: Floor, at: str = "") -> None:
        stream, event = recorded.stream, recorded.event
        if isinstance(event, CardDealt):
            deal = floor.tables[stream.partition("/")[2]].rules.deal
            self._dealt.setdefault(stream, _Dealt([], deal, at)).events.append(event)
            return
        if stream in self._dealt:
            dealt = self._dealt.pop(stream)
            self.add(_told_deal(dealt), stream, dealt.at)
        self.add(tell(recorded, floor), stream, at)

    def add(self, told: Told, stream: str, at: str = "") -> None:
        if self.details or told.level < 3:
            _print(self.console, told, stream if self.many else "", at)

    def day(self, words: str) -> None:
        self.console.print(Text(f"\n{words}", style="bold underline"))

    def end(self) -> None:
        """What was dealt last and is not told yet."""
        for stream, dealt in self._dealt.items():
            _print(self.console, _told_deal(dealt), stream if len(self._dealt) > 1 else "", dealt.at)


def _told_deal(dealt: _Dealt) -> Told:
    """Where the cards went and what they are, as far as they were read."""
    hands: dict[str, list[str]] = {}
    for event in dealt.events:
        place = event.place
        where = f"position {place.position}" if place.where == "position" else place.where
        hands.setdefault(where, []).append(cards((event.card,)) if event.card else "??")
    told = ", ".join(f"{where} {' '.join(faces)}" for where, faces in hands.items())
    clauses = dict.fromkeys(dealt.deal.clause_for(event.place) for event in dealt.events)
    return Told(f"{len(dealt.events)} card{'s' if len(dealt.events) > 1 else ''} face down: {told}", tuple(clauses))


def _print(console: Console, told: Told, stream: str, at: str = "") -> None:
    if told.level == 0 and not (at and stream):
        console.print()
    line = Text(f"{at}  " if at else "", style="dim")
    line.append(
        "  " * min(told.level, 2) + printable(told.words), style="bold not dim" if told.level == 0 else "not dim"
    )
    if told.clauses:
        line.append(f"  ({printable(', '.join(told.clauses))})", style="dim")
    if stream:
        line.append(f"  {printable(stream)}", style="dim")
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
