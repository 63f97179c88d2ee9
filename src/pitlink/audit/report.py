"""The day's report: tables and jackpots reconciled, awards in the order of winners, and all that was significant.

A day is a stretch of the log, from where the log passes its beginning to where it passes its end. The clock may go
wrong; the log never does, so that one day always begins where the one before it ended, and events that were stamped
with another day's time are told.
"""

from collections.abc import Callable, Iterator
from datetime import date

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.engine import Connection, Engine

from pitlink.audit.awards import Award, Awards
from pitlink.audit.balances import books_at
from pitlink.audit.reading import Astray, astray, events, position_at, recorded
from pitlink.audit.significant import Significant, SignificantSoFar
from pitlink.jackpot import Link, reconciling
from pitlink.jackpot import events as at_link
from pitlink.jackpot.reconciling import HELD, Reconciliation, account, against_books
from pitlink.money import ZERO, Cents
from pitlink.pit import Floor, Recorded, log
from pitlink.pit import figures as of_pit
from pitlink.pit.figures import NOTHING_CARRIED, Carried, LinksSoFar, TableDay, TablesSoFar, carry
from pitlink.pit.gamingday import GamingDays
from pitlink.pit.happening import Happening
from pitlink.pit.statements import METERS, fine_dollars
from pitlink.pit.words import money
from pitlink.store import events as system
from pitlink.store import schema
from pitlink.store.database import at_one_moment
from pitlink.store.record import Stored
from pitlink.store.store import JUMP_US

Progress = Callable[[int, int], None]


class Report(Struct, frozen=True):
    """`first` and `last` are the positions of the day's events; none where `last` is before `first`."""

    site: str
    day: date
    days: GamingDays
    first: int
    last: int
    over: bool  # the day has ended
    tables: tuple[TableDay, ...]
    links: tuple[Reconciliation, ...]
    awards: tuple[Award, ...]
    significant: tuple[Significant, ...]
    differences: tuple[str, ...]  # what does not add up: nothing, or something is wrong
    notices: tuple[str, ...]  # what is wrong though the money adds up: stamps of another day


def report(
    engine: Engine, day: date, days: GamingDays, link: str | None = None, progress: Progress | None = None
) -> Report:
    """All of the floor, or what concerns one link."""
    with at_one_moment(engine) as connection:
        return _Day(connection, day, days, link, progress).report()


class _Day:
    """Reads the log up to the end of the day, each event once."""

    def __init__(
        self, connection: Connection, day: date, days: GamingDays, link: str | None, progress: Progress | None
    ) -> None:
        self.connection, self.day, self.days, self.link = connection, day, days, link
        self.progress = progress or (lambda done, total: None)
        self.end = int(connection.execute(sa.select(schema.feed.c.position)).scalar_one())
        self.first = position_at(connection, days.begins(day))
        self.last = position_at(connection, days.ends(day)) - 1
        self.significant = SignificantSoFar()
        self.floor, self.carried = self._before()
        self.tables, self.links, self.awards = TablesSoFar(self.carried), LinksSoFar(), Awards(self.floor)
        self.members = set(self.floor.links.get(link or "", Link()).tables)
        self._go_through()

    def _before(self) -> tuple[Floor, Carried]:
        """The floor as the day finds it, and what lies in jackpots from rounds that are not final."""
        floor, carried = Floor(), NOTHING_CARRIED
        for stored in self._read(0, self.first - 1):
            if isinstance(stored.event, system.Event):
                self.significant.note_owners(stored.event)
            elif (event := recorded(stored)) is not None:
                happened = Happening("", event, floor, log.after(floor, event))
                floor, carried = happened.after, carry(carried, happened)
        return floor, carried

    def _read(self, after: int, until: int) -> Iterator[Stored]:
        for stored in events(self.connection, after=after, until=until):
            if stored.position % 1_000 == 0:
                self.progress(stored.position, self.last)
            yield stored

    def _go_through(self) -> None:
        name, floor = self.day.isoformat(), self.floor
        for stored in self._read(self.first - 1, self.last):
            event = stored.event
            if isinstance(event, system.Event):
                if self.link is None:
                    self.significant.take_system(stored, event)
                continue
            what = Recorded(stored.stream, stored.version, stored.by, event)
            happened = Happening(name, what, floor, log.after(floor, what))
            floor = happened.after
            self.tables.take(happened)
            self.links.take(happened)
            self.awards.take(what, floor, stored.at_us)
            if self._concerns(stored.stream):
                self.significant.take(stored, what, floor)
                if isinstance(event, at_link.TableAdmitted):
                    self.members.add(event.table)

    def _concerns(self, stream: str) -> bool:
        """Everything; or where one link is asked for, what happens to it and at its tables."""
        kind, _, name = stream.partition("/")
        return self.link is None or (name == self.link if kind == "link" else name in self.members)

    def report(self) -> Report:
        tables = tuple(each for each in self._tables() if self.link is None or each.table in self.members)
        links = tuple(each for each in self._links() if self.link in (None, each.link))
        site = next(events(self.connection, until=1)).event
        assert isinstance(site, system.BooksOpened)
        return Report(
            site.site,
            self.day,
            self.days,
            self.first,
            self.last,
            self.last < self.end,
            tables,
            links,
            tuple(each for each in self.awards.in_order() if self.link in (None, each.link)),
            self.significant.all,
            tuple(self._differences(tables, links)),
            tuple(map(self._told_astray, astray(self.connection, self.first, self.last, self._most))),
        )

    @property
    def _most(self) -> tuple[int, int]:
        """The times that an event of the day may have: the clock is let go wrong by so much."""
        return self.days.begins(self.day) - JUMP_US, self.days.ends(self.day) + JUMP_US

    def _told_astray(self, found: Astray) -> str:
        earliest, latest = (f"{self.days.local(at):%d %b %Y %H:%M:%S}" for at in (found.earliest_us, found.latest_us))
        times = earliest if earliest == latest else f"{earliest} to {latest}"
        if found.first == found.last:
            return f"event {found.first:,} is stamped {times}, outside the day: the clock was wrong"
        return f"events {found.first:,} to {found.last:,} are stamped {times}, outside the day: the clock was wrong"

    def _tables(self) -> list[TableDay]:
        """Those at which nothing happened have a day too."""
        found = {each.table: each for each in self.tables.days}
        for table, state in self.floor.tables.items():
            if state.setup is not None and table not in found:
                found[table] = of_pit.begin(self.day.isoformat(), state, self.carried.get(table, ZERO))
        return [found[table] for table in sorted(found)]

    def _links(self) -> list[Reconciliation]:
        found = {each.link: each for each in self.links.statements}
        for name, link in self.floor.links.items():
            if link.parameters is not None and name not in found:
                found[name] = reconciling.begin(name, link)
        return [found[name] for name in sorted(found)]

    def _differences(self, tables: tuple[TableDay, ...], links: tuple[Reconciliation, ...]) -> Iterator[str]:
        for each in tables:
            if each.figures.difference:
                yield f"table {each.table}: {money(each.figures.difference)} of the win is not explained"
        accounts = {account(each.link, meter) for each in links for meter in HELD}
        books = books_at(self.connection, accounts, self.last)
        for statement in links:
            for meter, amount in statement.differences.items():
                yield f"link {statement.link}: {METERS[meter].lower()} by {fine_dollars(amount)} not explained"
            for meter, more in against_books(statement, books).items():
                found = f"{money(Cents(abs(more)))} {'more' if more > 0 else 'less'}"
                yield f"link {statement.link}: the account of its {METERS[meter].lower()} has {found} than the meter"
