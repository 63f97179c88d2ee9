"""The log as it is kept, page by page, at one moment."""

from collections.abc import Collection, Iterator
from typing import Final

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitlink.pit import Recorded
from pitlink.store import events as system
from pitlink.store import schema
from pitlink.store.record import Stored, stored_of

PAGE: Final = 2_000  # events at a time


def events(
    connection: Connection, streams: Collection[str] | None = None, after: int = 0, until: int | None = None
) -> Iterator[Stored]:
    """All events, or those of some streams, in order: behind one position and up to another."""
    columns = schema.event.c
    asked = sa.select(schema.event).order_by(columns.position).limit(PAGE)
    if streams is not None:
        asked = asked.where(columns.stream.in_(sorted(streams)))
    if until is not None:
        asked = asked.where(columns.position <= until)
    while page := [stored_of(row) for row in connection.execute(asked.where(columns.position > after))]:
        yield from page
        after = page[-1].position


def position_at(connection: Connection, at_us: int) -> int:
    """Of the first event at or after a time, or behind the last one.

    The clock may go wrong, the log never does: a stretch of time is a stretch of the log.
    """
    columns = schema.event.c
    found = connection.execute(sa.select(sa.func.min(columns.position)).where(columns.at_us >= at_us)).scalar()
    if found is None:
        found = connection.execute(sa.select(schema.feed.c.position)).scalar_one() + 1
    return int(found)


def recorded(stored: Stored) -> Recorded | None:
    """The event as a log has it; None for an event of the books themselves."""
    event = stored.event
    return None if isinstance(event, system.Event) else Recorded(stored.stream, stored.version, stored.by, event)
