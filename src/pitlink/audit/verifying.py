"""Replaying the whole log from nothing, and holding everything else that is kept against it.

The chain of hashes shows that no event was changed, dropped, added or moved. The replay shows that the events can have
followed one another. Entries, meters and balances are worked out again and must be those that are kept; so must what
was won, and every command have its events.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby, zip_longest
from typing import Any, Final

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.engine import Connection, Engine

from pitlink import jackpot, table
from pitlink.audit.accounts import Accounts
from pitlink.audit.chain import check_next
from pitlink.audit.claims import ClaimsAudit
from pitlink.audit.commands import Asked, CommandsAudit, asked_for
from pitlink.audit.ending import (
    Snapshots,
    check_balances,
    check_feed,
    check_guards,
    check_secrets,
    check_streams,
    first_position,
)
from pitlink.audit.holding import LinkAudit, check_link, check_payable, check_table
from pitlink.audit.odd import Odd, Wrong
from pitlink.audit.signed import Signed
from pitlink.jackpot import Link
from pitlink.jackpot.events import JackpotReceived, LinkRetired
from pitlink.ledger import Entry, Posting, Transfer
from pitlink.pit.floor import Floor, Recorded
from pitlink.pit.log import REPLAY_FAULTS, after
from pitlink.store import checkpoints, schema
from pitlink.store import events as system
from pitlink.store.checkpoints import Checkpoint
from pitlink.store.database import at_one_moment
from pitlink.store.record import AnyEvent, Stored, genesis, stored_of
from pitlink.store.streams import SYSTEM, name_of
from pitlink.table import Table

PAGE: Final = 2_000  # events at a time

Row = tuple[Any, ...]
Progress = Callable[[int, int], None]


class Verified(Struct, frozen=True):
    """What was looked at, all of it right."""

    site: str
    events: int
    streams: int
    entries: int
    hits: int
    checkpoints: int
    signed_until: int  # a change behind this position can only be found by the chain


class Auditor:
    """Goes through the log once, in order; what it remembers does not grow with the number of events."""

    def __init__(self) -> None:
        self.tables: dict[str, Table] = {}
        self.jackpots: dict[str, Link] = {}
        self.accounts = Accounts()
        self.links: dict[str, LinkAudit] = {}
        self.heads: dict[str, tuple[int, str]] = {}
        self.epochs: dict[str, int] = {}
        self.claims = ClaimsAudit(self.tables, self.jackpots)
        self.commands = CommandsAudit()
        self.touched: dict[str, None] = {}  # streams, by the command whose events are being taken
        self.moved = False  # by the same command, money
        self.last: Stored | None = None
        self.position = 0
        self.entries = 0
        self.site = ""

    def take(self, stored: Stored, entries: list[Row], meter: Row | None, accepted: Mapping[str, Asked]) -> None:
        """One event with the entries and the meter that are kept with it; `accepted` has the command it comes from."""
        where = f"event {stored.position}, {stored.stream} {stored.version}"
        try:
            self._check_place(stored)
            event = _read(stored)
            is_last = self.commands.take(stored, accepted)
            expected = self._replay(stored, event)
            self._check_entries(stored, expected, entries)
            self._check_meter(stored, event, meter)
            self._check_floor(stored.stream, event, expected)
            if is_last:
                self._check_command()
        except Odd as odd:
            raise Wrong(where, odd.found, odd.expected) from odd.__cause__
        self.last = stored
        self.position = stored.position
        self.heads[stored.stream] = (stored.version, stored.hash)

    # The log

    def _check_place(self, stored: Stored) -> None:
        if stored.position != self.position + 1:
            raise Odd(f"position {stored.position} after {self.position}", f"position {self.position + 1}")
        version, head = self.heads.get(stored.stream, (0, genesis(stored.stream)))
        check_next(stored, version, head)
        owned = self.epochs.get(stored.stream, 0)
        if stored.epoch != owned:
            raise Odd(f"epoch {stored.epoch}", f"epoch {owned}, under which the table was owned")

    def _replay(self, stored: Stored, event: AnyEvent) -> tuple[Entry, ...]:
        """The floor as the event leaves it; the entries that follow from it."""
        if isinstance(event, system.Event):
            self._take_system(event, stored)
            return ()
        self.touched[stored.stream] = None
        recorded = Recorded(stored.stream, stored.version, stored.by, event)
        try:
            return self._evolve(recorded, name_of(stored.stream))
        except REPLAY_FAULTS as error:
            raise Odd(f"an event that does not follow ({error!r})", "one that can have happened") from error

    def _evolve(self, recorded: Recorded, name: str) -> tuple[Entry, ...]:
        event = recorded.event
        if isinstance(event, jackpot.Event):
            link = self.jackpots.get(name) or Link()
            now = after(Floor({}, {name: link}), recorded).links[name]
            self.claims.at_link(recorded.stream, link, event)
            self.jackpots[name] = now
            self.links.setdefault(name, LinkAudit()).take(link, event, now)
            return jackpot.entries(link, event, now)
        was = self.tables.get(name) or Table()
        state = after(Floor({name: was}), recorded).tables[name]
        self.claims.at_table(recorded.stream, was, event, recorded.by)
        self.tables[name] = state
        return table.entries(was, event, state)

    def _take_system(self, event: system.Event, stored: Stored) -> None:
        if stored.stream != SYSTEM:
            raise Odd(f"{type(event).__name__} in another stream", SYSTEM)
        if isinstance(event, system.BooksOpened) != (stored.position == 1):
            raise Odd(type(event).__name__, "the opening of the books as the first event, and nowhere else")
        if isinstance(event, system.BooksOpened):
            self.site = event.site
        if isinstance(event, system.TablesTaken):
            for name, epoch in event.epochs.items():
                if epoch <= self.epochs.get(f"table/{name}", 0):
                    raise Odd(f"table {name} taken under epoch {epoch}", "a newer epoch")
                self.epochs[f"table/{name}"] = epoch

    # What is kept beside the log

    def _check_entries(self, stored: Stored, expected: tuple[Entry, ...], kept: list[Row]) -> None:
        rows = [_entry_row(stored.position, nth, entry) for nth, entry in enumerate(expected, start=1)]
        if rows != kept:
            pairs = zip_longest(rows, kept)
            wanted, found = next(pair for pair in pairs if pair[0] != pair[1])
            raise Odd(f"entry {found}", f"{wanted}, which follows from the event")
        for entry in expected:
            self.accounts.enter(stored.stream, entry)
            self.moved = True
        self.entries += len(expected)

    def _check_meter(self, stored: Stored, event: AnyEvent, kept: Row | None) -> None:
        if not isinstance(event, jackpot.Event):
            if kept is not None:
                raise Odd(f"meter {kept}", "no meter, since no link has changed")
            return
        name = name_of(stored.stream)
        expected = (stored.position, name, *self.links[name].meter(event, self.jackpots[name]))
        if kept != expected:
            raise Odd(f"meter {kept}", f"{expected}, which follows from the event")

    def _check_floor(self, stream: str, event: object, entries: tuple[Entry, ...]) -> None:
        """What the table or the link knows of its money must be what the accounts say."""
        kind, _, name = stream.partition("/")
        if kind == "table" and entries:
            check_table(name, self.tables[name], self.accounts)
        if kind == "link":
            self._check_links(name, event)

    def _check_links(self, name: str, event: object) -> None:
        """What a retired link held is booked when the other one has received it: then both must be right."""
        if isinstance(event, LinkRetired) and event.to is not None:
            return
        others = (event.link,) if isinstance(event, JackpotReceived) else ()
        for each in (name, *others):
            if each not in self.jackpots:
                raise Odd(f"all that link {each} held", "a link that there is")
            check_link(each, self.jackpots[each], self.accounts)

    def _check_command(self) -> None:
        """What need not hold between the events of one command must hold after the last."""
        touched, self.touched = self.touched, {}
        self.claims.check_end(touched)
        if self.moved:
            for name in {self._link_of(stream) for stream in touched} & self.jackpots.keys():
                check_payable(name, self.jackpots[name], self.accounts)
            self.moved = False

    def _link_of(self, stream: str) -> str:
        kind, _, name = stream.partition("/")
        return name if kind == "link" else self.tables[name].rules.link or ""

    # The end

    def check_end(self, connection: Connection) -> None:
        """Whatever says how everything stands must say what the log has led to."""
        self.commands.check_end()
        self._check_all_stand()
        check_feed(connection, self.last)
        check_streams(connection, self.heads, self.epochs)
        check_balances(connection, self.accounts)
        self.commands.check_all(connection, self.position)
        check_secrets(connection, self.tables)

    def _check_all_stand(self) -> None:
        """Every table and link, also one that nothing has looked at since another event moved its money."""
        where = "the end of the log"
        try:
            for name, state in self.tables.items():
                where = f"table {name}"
                check_table(name, state, self.accounts)
            for name, link in self.jackpots.items():
                where = f"link {name}"
                check_link(name, link, self.accounts)
        except Odd as odd:
            raise Wrong(f"{where} at the end of the log", odd.found, odd.expected) from None


def verify(
    engine: Engine, progress: Progress | None = None, kept: Iterable[Checkpoint] = (), key: str | None = None
) -> Verified:
    """Go through the books as they stand at this moment; raises `Wrong` at the first thing that is not right.

    `kept` are checkpoints that were kept elsewhere; `key` is the only one that may have signed, and must have.
    """
    auditor = Auditor()
    with at_one_moment(engine) as connection:
        last = connection.execute(sa.select(sa.func.max(schema.event.c.position))).scalar_one() or 0
        snapshots = Snapshots(connection)
        rows = checkpoints.rows(connection)
        signed = Signed([*(row.checkpoint for row in rows), *kept], key)
        signed.check_rows(rows)
        for stored, entries, meter, accepted in _kept(connection):
            auditor.take(stored, entries, meter, accepted)
            snapshots.check(stored, auditor.tables, auditor.jackpots)
            signed.check(auditor.site, stored.position, auditor.heads)
            if progress is not None and stored.position % PAGE == 0:
                progress(stored.position, last)
        signed.check_end(auditor.position)
        auditor.check_end(connection)
        snapshots.check_end()
        check_guards(connection)
    hits = sum(each.hits for each in auditor.links.values())
    counted = (auditor.position, len(auditor.heads), auditor.entries, hits)
    return Verified(auditor.site, *counted, signed.checked, signed.position)


def _kept(connection: Connection) -> Iterator[tuple[Stored, list[Row], Row | None, Mapping[str, Asked]]]:
    """Every event with the entries and the meter that are kept with it and the commands of its page, page by page."""
    position = first_position(connection) - 1
    columns = schema.event.c
    while True:
        asked = sa.select(schema.event).where(columns.position > position).order_by(columns.position).limit(PAGE)
        page = [stored_of(row) for row in connection.execute(asked)]
        if not page:
            break
        entries = _by_position(connection, schema.entry, position, page[-1].position, schema.entry.c.nth)
        meters = _by_position(connection, schema.meter, position, page[-1].position)
        accepted = asked_for(connection, page)
        for stored in page:
            meter = meters.pop(stored.position, None)
            yield stored, entries.pop(stored.position, []), meter[0] if meter else None, accepted
        for odd in (*entries, *meters):
            raise Wrong(f"position {odd}", "an entry or a meter without an event", "the event it comes from")
        position = page[-1].position
    for what in (schema.entry, schema.meter):
        beyond = connection.execute(sa.select(sa.func.max(what.c.position))).scalar_one() or 0
        if beyond > position:
            raise Wrong(f"position {beyond}", f"a row of {what.name} behind the last event", "the event it comes from")


def _by_position(
    connection: Connection, what: sa.Table, after: int, until: int, *order: sa.Column[Any]
) -> dict[int, list[Row]]:
    column = what.c.position
    asked = sa.select(what).where(column > after, column <= until).order_by(column, *order)
    rows = map(tuple, connection.execute(asked))
    return {position: list(group) for position, group in groupby(rows, key=lambda row: row[0])}


def _read(stored: Stored) -> AnyEvent:
    try:
        return stored.event
    except ValueError as error:
        raise Odd(f"an event that cannot be read ({error})", "an event as this software writes it") from error


def _entry_row(position: int, nth: int, entry: Entry) -> Row:
    match entry:
        case Transfer():
            kind = "pending" if entry.pending else "transfer"
            sides = (entry.giver, entry.taker, entry.amount)
            return (position, nth, kind, entry.id, *sides, entry.reason, entry.wager)
        case _:
            kind = "posting" if isinstance(entry, Posting) else "voiding"
            return (position, nth, kind, entry.transfer, None, None, None, entry.reason, None)
