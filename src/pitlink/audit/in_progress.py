"""The gaming day in progress, kept up: every event of the log is gone through once, however often somebody asks.

The day's report begins at the first event each time, since it is proof; this is for a screen that is looked at all day.
Both add up by the same functions.
"""

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.engine import Connection, Engine

from pitlink.audit.awards import Award, Awards
from pitlink.audit.reading import events, position_at, recorded
from pitlink.jackpot import reconciling
from pitlink.jackpot.reconciling import Reconciliation
from pitlink.money import ZERO
from pitlink.pit import Floor, log
from pitlink.pit import figures as of_pit
from pitlink.pit.figures import NOTHING_CARRIED, LinksSoFar, TableDay, TablesSoFar, carry
from pitlink.pit.gamingday import GamingDays
from pitlink.pit.happening import Happening
from pitlink.store import schema
from pitlink.store.database import at_one_moment


class DayFigures(Struct, frozen=True):
    """`first` and `last` are the positions of the events in it; none where `last` is before `first`."""

    day: str
    begins_us: int
    first: int
    last: int
    tables: tuple[TableDay, ...]
    links: tuple[Reconciliation, ...]
    awards: tuple[Award, ...]


class DayInProgress:
    """Of one set of books. Not for two threads at once."""

    def __init__(self, engine: Engine, days: GamingDays) -> None:
        self._engine, self._days = engine, days
        self._begin(0)

    def _begin(self, first: int) -> None:
        self._position, self._first = 0, first
        self._floor, self._carried = Floor(), NOTHING_CARRIED
        self._start_day()

    def _start_day(self) -> None:
        """With the floor as it stands."""
        self._found, self._lies = self._floor, self._carried
        self._tables, self._links, self._awards = TablesSoFar(self._carried), LinksSoFar(), Awards(self._floor)

    def figures(self, at_us: int) -> DayFigures:
        """Of the day of that time, up to the last event. The first time this goes through the whole log."""
        day = self._days.day_of(at_us)
        with at_one_moment(self._engine) as connection:
            end = int(connection.execute(sa.select(schema.feed.c.position)).scalar_one())
            first = position_at(connection, self._days.begins(day))
            if self._first != first and self._position >= first:  # a clock that was wrong has moved where the day began
                self._begin(first)
            self._first = first
            self._go_on(connection, day.isoformat(), first, end)
        return DayFigures(
            *(day.isoformat(), self._days.begins(day), first, end),
            tuple(self._of_tables(day.isoformat())),
            tuple(self._of_links()),
            tuple(self._awards.in_order()),
        )

    def _go_on(self, connection: Connection, day: str, first: int, end: int) -> None:
        started = self._position >= first
        for stored in events(connection, after=self._position, until=end):
            if not started and stored.position >= first:
                self._start_day()
                started = True
            event = recorded(stored)
            if event is not None:
                self._take(Happening(day, event, self._floor, log.after(self._floor, event)), stored.at_us, started)
            self._position = stored.position  # a database that goes away leaves off between two events
        if not started:
            self._start_day()

    def _take(self, happened: Happening, at_us: int, of_the_day: bool) -> None:
        self._floor = happened.after
        if of_the_day:
            self._tables.take(happened)
            self._links.take(happened)
            self._awards.take(happened.recorded, happened.after, at_us)
        self._carried = carry(self._carried, happened)

    def _of_tables(self, day: str) -> list[TableDay]:
        """Those at which nothing happened have a day too."""
        found = {each.table: each for each in self._tables.days}
        for table, state in self._found.tables.items():
            if state.setup is not None and table not in found:
                found[table] = of_pit.begin(day, state, self._lies.get(table, ZERO))
        return [found[table] for table in sorted(found)]

    def _of_links(self) -> list[Reconciliation]:
        found = {each.link: each for each in self._links.statements}
        for name, link in self._found.links.items():
            if link.parameters is not None and name not in found:
                found[name] = reconciling.begin(name, link)
        return [found[name] for name in sorted(found)]
