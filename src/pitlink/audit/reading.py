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
    connection: Connection, streams: Collection[str] | None = None, until_us: int | None = None
) -> Iterator[Stored]:
    """All events, or those of some streams, in order; up to the first of a time, where one is given."""
    columns, position = schema.event.c, 0
    asked = sa.select(schema.event).order_by(columns.position).limit(PAGE)
    if streams is not None:
        asked = asked.where(columns.stream.in_(sorted(streams)))
    while True:
        page = [stored_of(row) for row in connection.execute(asked.where(columns.position > position))]
        for stored in page:
            if until_us is not None and stored.at_us >= until_us:
                return
            yield stored
        if len(page) < PAGE:
            return
        position = page[-1].position


def recorded(stored: Stored) -> Recorded | None:
    """The event as a log has it; None for an event of the books themselves."""
    event = stored.event
    return None if isinstance(event, system.Event) else Recorded(stored.stream, stored.version, stored.by, event)
