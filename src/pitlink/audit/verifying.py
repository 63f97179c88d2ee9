"""Replaying the whole log from nothing, and holding everything else that is kept against it.

The chain of hashes shows that no event was changed, dropped, added or moved. The replay shows that the events can have
followed one another. Entries, meters and balances are worked out again and must be those that are kept.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby, zip_longest
from typing import Any, Final

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.engine import Connection, Engine

from pitlink import jackpot, table
from pitlink.audit.accounts import Accounts
from pitlink.audit.chain import check_next
from pitlink.audit.holding import LinkAudit, check_link, check_table
from pitlink.audit.odd import Odd, Wrong
from pitlink.audit.signed import Signed
from pitlink.jackpot import Link
from pitlink.jackpot.events import JackpotReceived, LinkRetired
from pitlink.ledger import Entry, Posting, Transfer
from pitlink.pit.floor import Floor, Recorded
from pitlink.pit.log import REPLAY_FAULTS, after
from pitlink.refusals import Refused
from pitlink.store import checkpoints, schema, software
from pitlink.store import events as system
from pitlink.store.checkpoints import Checkpoint
from pitlink.store.database import at_one_moment
from pitlink.store.record import AnyEvent, Stored, genesis, stored_of
from pitlink.store.requests import answer_from
from pitlink.store.streams import SYSTEM, name_of, state_bytes
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
        self.position = 0
        self.entries = 0
        self.site = ""

    def take(self, stored: Stored, entries: list[Row], meter: Row | None) -> None:
        """One event with the entries and the meter that are kept with it."""
        where = f"event {stored.position}, {stored.stream} {stored.version}"
        try:
            self._check_place(stored)
            event = _read(stored)
            expected = self._replay(stored, event)
            self._check_entries(stored, expected, entries)
            self._check_meter(stored, event, meter)
            self._check_floor(stored.stream, event, expected)
        except Odd as odd:
            raise Wrong(where, odd.found, odd.expected) from odd.__cause__
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
        recorded = Recorded(stored.stream, stored.version, stored.by, event)
        try:
            return self._evolve(recorded, name_of(stored.stream))
        except REPLAY_FAULTS as error:
            raise Odd(f"an event that does not follow ({error!r})", "one that can have happened") from error

    def _evolve(self, recorded: Recorded, name: str) -> tuple[Entry, ...]:
        event = recorded.event
        if isinstance(event, jackpot.Event):
            link = self.jackpots.get(name) or Link()
            now = self.jackpots[name] = after(Floor({}, {name: link}), recorded).links[name]
            self.links.setdefault(name, LinkAudit()).take(link, event, now)
            return jackpot.entries(link, event, now)
        was = self.tables.get(name) or Table()
        self.tables[name] = after(Floor({name: was}), recorded).tables[name]
        return table.entries(was, event, self.tables[name])

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
            check_link(each, self.jackpots[each], self.accounts)

    # The end

    def check_end(self, connection: Connection) -> None:
        """Whatever says how the streams and accounts stand must say what the log has led to."""
        for row in connection.execute(sa.select(schema.stream)):
            version, head = self.heads.get(row.name, (0, genesis(row.name)))
            if (row.version, row.head) != (version, head):
                raise Wrong(row.name, f"version {row.version} kept", f"version {version}, where its events end")
            if row.epoch != self.epochs.get(row.name, 0):
                raise Wrong(row.name, f"epoch {row.epoch}", f"epoch {self.epochs.get(row.name, 0)}, taken last")
        position = connection.execute(sa.select(schema.feed.c.position)).scalar_one()
        if position != self.position:
            raise Wrong("the end of the log", f"position {position} kept", f"{self.position}, where the events end")
        kept = {(row[0], row[1]): tuple(row[2:]) for row in connection.execute(sa.select(schema.balance))}
        ours = {key: (part.posted, part.leaving, part.coming) for key, part in self.accounts.parts.items()}
        for account, stream in sorted({*kept, *ours}, key=str):
            found, expected = (both.get((account, stream), (0, 0, 0)) for both in (kept, ours))
            if found != expected:
                raise Wrong(f"account {account}, moved by {stream}", f"balance {found}", f"{expected}, by the entries")

    def check_snapshot(self, stream: str, state: bytes) -> None:
        """A state that was kept must be the one that the log leads to, to the byte."""
        kind, _, name = stream.partition("/")
        ours: Table | Link = self.tables[name] if kind == "table" else self.jackpots[name]
        kept = msgspec.msgpack.decode(state, type=type(ours))
        if state_bytes(kept) != state_bytes(ours):
            version, _ = self.heads[stream]
            raise Wrong(f"snapshot of {stream} {version}", "another state", "the state that the events lead to")


def verify(
    engine: Engine, progress: Progress | None = None, kept: Iterable[Checkpoint] = (), key: str | None = None
) -> Verified:
    """Go through the books as they stand at this moment; raises `Wrong` at the first thing that is not right.

    `kept` are checkpoints that were kept elsewhere; `key` is the only one that may have signed.
    """
    auditor = Auditor()
    with at_one_moment(engine) as connection:
        last = connection.execute(sa.select(sa.func.max(schema.event.c.position))).scalar_one() or 0
        snapshots = _snapshots(connection)
        signed = Signed([*checkpoints.kept(connection), *kept], key)
        for stored, entries, meter in _kept(connection):
            auditor.take(stored, entries, meter)
            state = snapshots.pop((stored.stream, stored.version), None)
            if state is not None:
                auditor.check_snapshot(stored.stream, state)
            signed.check(auditor.site, stored.position, auditor.heads)
            if progress is not None and stored.position % PAGE == 0:
                progress(stored.position, last)
        signed.check_end(auditor.position)
        auditor.check_end(connection)
    hits = sum(each.hits for each in auditor.links.values())
    counted = (auditor.position, len(auditor.heads), auditor.entries, hits)
    return Verified(auditor.site, *counted, signed.checked, signed.position)


def _kept(connection: Connection) -> Iterator[tuple[Stored, list[Row], Row | None]]:
    """Every event with the entries and the meter that are kept with it, page by page."""
    position = 0
    columns = schema.event.c
    while True:
        asked = sa.select(schema.event).where(columns.position > position).order_by(columns.position).limit(PAGE)
        page = [stored_of(row) for row in connection.execute(asked)]
        if not page:
            break
        entries = _by_position(connection, schema.entry, position, page[-1].position, schema.entry.c.nth)
        meters = _by_position(connection, schema.meter, position, page[-1].position)
        _check_commands(connection, page)
        for stored in page:
            meter = meters.pop(stored.position, None)
            yield stored, entries.pop(stored.position, []), meter[0] if meter else None
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


def _check_commands(connection: Connection, page: list[Stored]) -> None:
    """Every event was answered for: its command was accepted, with events at this place."""
    columns = schema.command.c
    ids = sorted({stored.command for stored in page if stored.stream != SYSTEM})
    answers = {}
    for start in range(0, len(ids), 500):
        asked = sa.select(columns.id, columns.answer).where(columns.id.in_(ids[start : start + 500]))
        answers.update({row.id: answer_from(row.answer) for row in connection.execute(asked)})
    for stored in page:
        if stored.stream == SYSTEM:
            continue
        answer = answers.get(stored.command)
        where = f"event {stored.position}, {stored.stream} {stored.version}"
        if answer is None or isinstance(answer, Refused):
            raise Wrong(where, f"command {stored.command!r} was not accepted", "an accepted command")
        if not answer.position - answer.events < stored.position <= answer.position:
            raise Wrong(where, f"not among the events of command {stored.command!r}", "an event that it was answered")


def _snapshots(connection: Connection) -> dict[tuple[str, int], bytes]:
    """States that this very software has kept."""
    asked = sa.select(schema.snapshot).where(schema.snapshot.c.software == software.digest())
    return {(row.stream, row.version): row.state for row in connection.execute(asked)}


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
