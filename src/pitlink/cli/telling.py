"""`pitlink audit log` and `export`: the stored log, told for people or written for `pitlink replay`."""

import sys
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import sqlalchemy as sa
from msgspec import Struct
from rich.console import Console
from sqlalchemy.engine import Connection

from pitlink.audit.happened import tell_system
from pitlink.audit.reading import events, position_at, recorded
from pitlink.cli.books import CannotDo, looking
from pitlink.cli.progress import Meter
from pitlink.cli.replay import Story
from pitlink.cli.writing import check_new, new_file
from pitlink.pit import Floor, Recorded, log
from pitlink.pit.gamingday import GamingDays
from pitlink.store import events as system
from pitlink.store import schema
from pitlink.store.database import at_one_moment
from pitlink.store.record import Stored
from pitlink.store.streams import link_stream, load, table_stream
from pitlink.table import Table


class Wanted(Struct, frozen=True):
    """What of the log is to be told; None is everything."""

    table: str | None
    round: int | None
    day: date | None
    days: GamingDays

    def stretch(self, connection: Connection) -> tuple[int, int | None]:
        """From which position on, and up to which."""
        if self.day is None:
            return 1, None
        begins, ends = self.days.begins(self.day), self.days.ends(self.day)
        return position_at(connection, begins), position_at(connection, ends) - 1

    def has(self, stored: Stored, floor: Floor) -> bool:
        if self.table is None:
            return True
        if stored.stream == table_stream(self.table):
            play = floor.tables[self.table].play
            return self.round is None or (play is not None and play.number == self.round)
        table, number = _about(stored.event)
        return table == self.table and self.round in (None, number)


def _about(event: object) -> tuple[str | None, int | None]:
    """Which table and round an event of a link concerns."""
    said = getattr(event, "claims", event)
    return getattr(said, "table", None), getattr(said, "round", None)


def tell_log(where: str, wanted: Wanted, *, details: bool) -> int:
    if wanted.round is not None and wanted.table is None:
        raise CannotDo("--round without --table: expected the table that the round was played at")
    console = Console(highlight=False, soft_wrap=True)
    with looking(where) as engine, at_one_moment(engine) as connection:
        streams = None if wanted.table is None else _streams(connection, wanted.table, wanted.round)
        first, until = wanted.stretch(connection)
        story = Story(console, details=details, many=wanted.table is None)
        floor, last = Floor(), None
        for stored in events(connection, streams, until=until):
            event = recorded(stored)
            floor = floor if event is None else log.after(floor, event)
            if stored.position < first or not wanted.has(stored, floor):
                continue
            at = wanted.days.local(stored.at_us)
            if at.date() != last:
                story.day(f"{at:%A, %d %B %Y}")
                last = at.date()
            if event is not None:
                story.tell(event, floor, f"{at:%H:%M:%S}")
            elif isinstance(stored.event, system.Event):
                story.add(tell_system(stored.event), stored.stream, f"{at:%H:%M:%S}")
        story.end()
        if last is None:
            console.print(f"Nothing of this happened on {wanted.day}.")
    return 0


def _streams(connection: Connection, table: str, number: int | None) -> set[str]:
    """A table's own and those of the link it is on; refuses a round that was not played there."""
    known = load(connection, table_stream(table))
    if known is None or not isinstance(known.state, Table) or known.state.setup is None:
        raise CannotDo(f"no table {table!r} in these books: expected one that `pitlink floor show` shows")
    last = max(known.state.rounds, known.state.play.number if known.state.play else 0)
    if number is not None and not 1 <= number <= last:
        expected = f"1 to {last}" if last else "a round, and none was played yet"
        raise CannotDo(f"no round {number} at table {table}: expected {expected}")
    link = known.state.setup.link
    return {table_stream(table)} | ({link_stream(link)} if link is not None else set())


def export_log(where: str, out: Path) -> int:
    """Face-down cards of rounds in play are in it: like the books it is for nobody else to read."""
    if out == Path("-"):
        with looking(where) as engine, at_one_moment(engine) as connection:
            sys.stdout.buffer.writelines(log.write(_all(connection)))
            sys.stdout.buffer.flush()
        return 0
    check_new(out, where)
    with (
        looking(where) as engine,
        at_one_moment(engine) as connection,
        Meter("Writing events") as meter,
        new_file(out, private=True) as file,
    ):
        file.writelines(log.write(_all(connection, meter)))
    return 0


def _all(connection: Connection, meter: Meter | None = None) -> Iterator[Recorded]:
    last = connection.execute(sa.select(schema.feed.c.position)).scalar_one()
    for stored in events(connection):
        if meter is not None:
            meter(stored.position, last)
        event = recorded(stored)
        if event is not None:
            yield event
