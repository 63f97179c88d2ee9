"""The log as it is kept, page by page, at one moment."""

from collections.abc import Collection, Iterator
from typing import Final

import sqlalchemy as sa
from msgspec import Struct
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


def events_back(connection: Connection, before: int, after: int, most: int, but: Collection[str] = ()) -> list[Stored]:
    """The last events before one position and behind another, the newest first, but for those of some names."""
    columns = schema.event.c
    asked = sa.select(schema.event).where(columns.position < before, columns.position > after)
    for name in but:
        asked = asked.where(sa.not_(columns.body.startswith(f'{{"name":"{name}"', autoescape=True)))
    asked = asked.order_by(columns.position.desc()).limit(most)
    return [stored_of(row) for row in connection.execute(asked)]


def displays(connection: Connection, positions: Collection[int]) -> dict[int, int]:
    """What the meters of links showed after events at these positions, in ten-thousandths of a cent."""
    columns = schema.meter.c
    asked = sa.select(columns.position, columns.display_fine).where(columns.position.in_(sorted(positions)))
    return {row.position: row.display_fine for row in connection.execute(asked)}


def position_at(connection: Connection, at_us: int) -> int:
    """Where the log passes a time: the first place that has the fewest events on its wrong side.

    The clock may go wrong, the log never does: a stretch of time is a stretch of the log. A later time never has an
    earlier place, and stamps that are wrong move no more events than they are.
    """
    columns = schema.event.c
    end = int(connection.execute(sa.select(schema.feed.c.position)).scalar_one())
    after = connection.execute(sa.select(sa.func.min(columns.position)).where(columns.at_us >= at_us)).scalar()
    before = connection.execute(sa.select(sa.func.max(columns.position)).where(columns.at_us < at_us)).scalar()
    first, last = int(after or end + 1), int(before or 0)
    return first if last < first else _passed(connection, at_us, first, last)


def _passed(connection: Connection, at_us: int, first: int, last: int) -> int:
    """Between an event that has the time already and one that has it not yet.

    With every event that a place leaves behind it is better by one, or worse by one; counted in the database, since it
    may be most of the log that lies between.
    """
    columns = schema.event.c
    worse = sa.case((columns.at_us >= at_us, 1), else_=-1)
    counting = (
        sa.select(columns.position, sa.func.sum(worse).over(order_by=columns.position, rows=(None, 0)).label("worse"))
        .where(columns.position.between(first, last))
        .subquery()
    )
    best = sa.select(counting).order_by(counting.c.worse, counting.c.position).limit(1)
    position, by = connection.execute(best).one()
    return int(position) + 1 if by < 0 else first


class Astray(Struct, frozen=True):
    """Events that follow one another, all stamped before or all stamped after the times that they may have."""

    first: int
    last: int
    earliest_us: int
    latest_us: int


def astray(connection: Connection, first: int, last: int, times: tuple[int, int]) -> Iterator[Astray]:
    """Stretches of the log from one position to another with other times than these; the second is none of them."""
    columns = schema.event.c
    asked = (
        sa.select(columns.position, columns.at_us)
        .where(columns.position.between(first, last), sa.not_(columns.at_us.between(times[0], times[1] - 1)))
        .order_by(columns.position)
    )
    found: Astray | None = None
    for position, at_us in connection.execute(asked):
        one = Astray(position, position, at_us, at_us)
        if found is not None and position == found.last + 1 and (at_us < times[0]) == (found.latest_us < times[0]):
            one = Astray(found.first, position, min(found.earliest_us, at_us), max(found.latest_us, at_us))
        elif found is not None:
            yield found
        found = one
    if found is not None:
        yield found


def recorded(stored: Stored) -> Recorded | None:
    """The event as a log has it; None for an event of the books themselves."""
    event = stored.event
    return None if isinstance(event, system.Event) else Recorded(stored.stream, stored.version, stored.by, event)
