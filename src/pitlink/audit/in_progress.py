"""The gaming day in progress, kept up: every event of the log is gone through once, however often somebody asks.

The day's report begins at the first event each time, since it is proof; this is for a screen that is looked at all day.
Both add up by the same functions.
"""

from collections.abc import Mapping
from datetime import date
from typing import Final

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
from pitlink.pit.figures import NOTHING_CARRIED, LinksSoFar, TableDay, TablesSoFar, carry, later_at
from pitlink.pit.gamingday import GamingDays
from pitlink.pit.happening import Happening
from pitlink.store import schema
from pitlink.store.database import at_one_moment

HOUR_US: Final = 3_600_000_000


class DayFigures(Struct, frozen=True):
    """`first` and `last` are the positions of the events in it; none where `last` is before `first`.

    `hours` are the full hours of the day that have passed since it began, from each of which figures can be had.
    """

    day: str
    begins_us: int
    since_us: int
    hours: tuple[int, ...]
    first: int
    last: int
    tables: tuple[TableDay, ...]
    links: tuple[Reconciliation, ...]
    awards: tuple[Award, ...]


class Mark(Struct, frozen=True):
    """How the day stood at a full hour, behind an event."""

    at_us: int
    position: int
    tables: Mapping[str, TableDay]
    links: Mapping[str, Reconciliation]


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
        self._marks: list[Mark] = []

    def figures(self, at_us: int, since_us: int | None = None) -> DayFigures:
        """Of the day of that time, up to the last event; or since the last full hour before a time of it.

        The first time this goes through the whole log.
        """
        day = self._days.day_of(at_us)
        with at_one_moment(self._engine) as connection:
            end = int(connection.execute(sa.select(schema.feed.c.position)).scalar_one())
            first = position_at(connection, self._days.begins(day))
            if self._first != first and self._position >= first:  # a clock that was wrong has moved where the day began
                self._begin(first)
            self._first = first
            self._go_on(connection, day.isoformat(), first, end)
        begins = self._days.begins(day)
        self._mark_until(at_us, day.isoformat(), begins)
        mark = next((each for each in reversed(self._marks) if since_us is not None and each.at_us <= since_us), None)
        tables, links = self._of_tables(day.isoformat()), self._of_links()
        if mark is not None:
            tables = {name: later_at(each, mark.tables.get(name)) for name, each in tables.items()}
            links = {name: reconciling.later(each, mark.links.get(name)) for name, each in links.items()}
            first = mark.position + 1
        return DayFigures(
            day=day.isoformat(),
            begins_us=begins,
            since_us=begins if mark is None else mark.at_us,
            hours=tuple(each.at_us for each in self._marks),
            first=first,
            last=end,
            tables=tuple(tables.values()),
            links=tuple(links.values()),
            awards=tuple(self._awards.in_order()),
        )

    def _mark_until(self, at_us: int, day: str, begins: int) -> None:
        """At every full hour that has passed: what comes next is behind it. Whatever clocks say, a day ends."""
        until = min(at_us, self._days.ends(date.fromisoformat(day)))
        last = self._marks[-1].at_us if self._marks else begins
        while (last := last + HOUR_US) <= until:
            self._marks.append(Mark(last, self._position, self._of_tables(day), self._of_links()))

    def _go_on(self, connection: Connection, day: str, first: int, end: int) -> None:
        begins = self._days.begins(date.fromisoformat(day))
        started = self._position >= first
        for stored in events(connection, after=self._position, until=end):
            if not started and stored.position >= first:
                self._start_day()
                started = True
            if started:
                self._mark_until(stored.at_us, day, begins)
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

    def _of_tables(self, day: str) -> dict[str, TableDay]:
        """Those at which nothing happened have a day too."""
        found = {each.table: each for each in self._tables.days}
        for table, state in self._found.tables.items():
            if state.setup is not None and table not in found:
                found[table] = of_pit.begin(day, state, self._lies.get(table, ZERO))
        return dict(sorted(found.items()))

    def _of_links(self) -> dict[str, Reconciliation]:
        found = {each.link: each for each in self._links.statements}
        for name, link in self._found.links.items():
            if link.parameters is not None and name not in found:
                found[name] = reconciling.begin(name, link)
        return dict(sorted(found.items()))
