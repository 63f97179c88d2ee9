"""The books on disk: commands in, committed events out.

One process opens the books as one `Store`. It owns tables, each under an epoch that the database checks with every
event; links belong to nobody and are locked while something is decided on them. What it knows of streams is a memory
only: the database decides what stands, and a memory that has fallen behind is put right and the command decided again.
"""

import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from importlib.metadata import version
from typing import Any, Final, TypeVar

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import DBAPIError

from pitlink.bots.deck import SealedDeck
from pitlink.jackpot import Link
from pitlink.pit import Floor
from pitlink.store import checkpoints, schema, software, starting
from pitlink.store import events as system
from pitlink.store.batch import Batch, LinkNotLocked, Stale, begin_stream, locked_for
from pitlink.store.checkpoints import Checkpoint, Signer
from pitlink.store.database import (
    Unavailable,
    at_one_moment,
    is_ours,
    is_passing,
    is_stale,
    open_engine,
    reading,
    unavailable,
)
from pitlink.store.migrating import migrate
from pitlink.store.record import Stored, stored_of
from pitlink.store.requests import Answer, Request, answer_from, cannot_be_kept, deck_from
from pitlink.store.streams import SYSTEM, Known, catch_up, link_stream, load, name_of, table_stream
from pitlink.store.together import Act, NotAll, cannot_be_asked, carried_out
from pitlink.table import Table

LEASE_S: Final = 10.0
LONGEST_LEASE_S: Final = 60.0
PATIENCE_S: Final = 15.0  # for a database that is away
JUMP_US: Final = 5_000_000  # between the clock and time itself
PAGE: Final = 500  # events read at once
MOST_TRIES: Final = 50  # against others who append to the same streams

T = TypeVar("T")

# Told what was committed, with the streams as they then stand, in the order of commits and by the committing thread.
Announce = Callable[[Sequence[Stored], Mapping[str, Known]], None]


class OwnedElsewhere(Exception):
    """A table that another process owns, and until when it does if nothing is heard of it."""

    def __init__(self, table: str, owner: str, seconds: float) -> None:
        super().__init__(f"table {table} is owned by process {owner} for {seconds:.0f} seconds more")
        self.table, self.owner, self.seconds = table, owner, seconds


class Store:
    """The books as one process has them open."""

    def __init__(self, where: str, process: str, lease_s: float = LEASE_S, patience_s: float = PATIENCE_S) -> None:
        """`process` is a name that no other process has, now or ever."""
        self.process = process
        self.lease_s, self.patience_s = min(lease_s, LONGEST_LEASE_S), patience_s
        self._engine = open_engine(where)
        self._lock = threading.RLock()
        self._known: dict[str, Known] = {}
        self._owned: Mapping[str, int] = {}
        self._clock = _clocks()
        self._checked = False
        self.announce: Announce | None = None
        self._patiently(lambda: migrate(self._engine))
        self._patiently(self._begin)

    @property
    def engine(self) -> Engine:
        return self._engine

    @property
    def owned(self) -> Mapping[str, int]:
        """Tables that this process owns, each with its epoch."""
        return self._owned

    def close(self) -> None:
        self._engine.dispose()

    def _begin(self) -> None:
        """New books say which they are; a clock that stands before the last event is told."""
        with self._engine.begin() as connection:
            begin_stream(connection, SYSTEM)
            batch = self._batch(connection)
            batch.hold_end()
            last = connection.execute(sa.select(schema.feed)).one()
            if last.position == 0:
                batch.note(system.BooksOpened(self.process), self.process)
            elif batch.at_us < last.at_us - JUMP_US:
                batch.note(system.ClockJumped(batch.at_us - last.at_us), self.process)
            batch.write()

    # Commands

    def submit(self, requests: Sequence[Request]) -> list[Answer]:
        """Carry out commands in this order, all in one transaction, and answer each once it is committed.

        Raises `Unavailable` where that cannot be done now; whether it was is then answered under the same ids.
        """
        refused = [cannot_be_kept(request) for request in requests]
        others = [request for request, each in zip(requests, refused, strict=True) if each is None]
        with self._lock:
            answers = iter(self._patiently(lambda: self._submit(others)) if others else ())
        return [next(answers) if each is None else each for each in refused]

    def together(self, act: Act) -> Answer:
        """Carry out several commands as one: all of them, and the tables taken for them, in one transaction, or none.

        The same id once more has the answer that it had. What is refused has left nothing behind, not even its id.
        Raises `OwnedElsewhere` where a table is another process's, and whatever working it out raises.
        """
        if refused := cannot_be_asked(act):
            return refused

        def decided(batch: Batch, links: set[str]) -> Answer:
            return carried_out(batch, act, links, self.process, lambda name: self._take(batch.connection, name))

        with self._lock:
            try:
                return self._patiently(lambda: self._decided(decided))
            except NotAll as failed:
                return failed.refused

    def _submit(self, requests: Sequence[Request]) -> list[Answer]:
        def decided(batch: Batch, links: set[str]) -> list[Answer]:
            self._learn(batch.connection, batch, requests)
            batch.begin_links(requests)
            batch.lock(locked_for(requests, batch.known) | links)
            return batch.answers(requests)

        return self._decided(decided)

    def _decided(self, decide: Callable[[Batch, set[str]], T]) -> T:
        """In one transaction; decided again where others have gone on meanwhile, or with more links locked."""
        more: set[str] = set()
        for tries in range(MOST_TRIES):
            try:
                with self._engine.begin() as connection:
                    batch = self._batch(connection)
                    answers = decide(batch, more)
                    clock = self._look_at_clock(batch)
                    batch.write()
            except LinkNotLocked as found:
                more.add(found.link)
            except (Stale, DBAPIError) as error:
                if isinstance(error, DBAPIError) and not is_stale(error):
                    raise
                self._forget()
                time.sleep(0.001 * tries)
            else:
                self._known, self._owned, self._clock = batch.known, batch.owned, clock
                self._tell(batch)
                return answers
        raise Unavailable("other processes keep appending to the same streams", "see which processes run, then go on")

    def _tell(self, batch: Batch) -> None:
        if self.announce is not None and batch.events:
            self.announce(batch.events, batch.known)

    def _batch(self, connection: Connection) -> Batch:
        return Batch(connection, self._known, self._owned, lambda: time.time_ns() // 1000)

    def _learn(self, connection: Connection, batch: Batch, requests: Sequence[Request]) -> None:
        """Tables that this process owns and has not seen yet."""
        for request in requests:
            if request.stream not in batch.known and name_of(request.stream) in self._owned:
                known = load(connection, request.stream)
                if known is not None:
                    batch.known[request.stream] = known

    def _look_at_clock(self, batch: Batch) -> tuple[int, int]:
        """What the clocks say now; that they have gone apart since the last commit is told."""
        wall, steady = _clocks()
        jump = (wall - self._clock[0]) - (steady - self._clock[1])
        if abs(jump) > JUMP_US:
            batch.note(system.ClockJumped(jump), self.process)
        return wall, steady

    def _forget(self) -> None:
        """Nothing is taken for known any more; tables that somebody else has taken are lost."""
        self._known = {}
        with reading(self._engine) as connection:
            columns = schema.stream.c
            owned = sa.select(columns.name, columns.epoch).where(columns.owner == self.process)
            current = {name_of(name): epoch for name, epoch in connection.execute(owned)}
        self._owned = {name: epoch for name, epoch in self._owned.items() if current.get(name) == epoch}

    def _patiently(self, work: Callable[[], T]) -> T:
        """Try again while the database is away for a moment; what does not pass is said with what to do about it."""
        deadline, pause = time.monotonic() + self.patience_s, 0.02
        while True:
            try:
                return work()
            except DBAPIError as error:
                self._known = {}
                if is_ours(error):
                    raise
                if not is_passing(error) or time.monotonic() + pause > deadline:
                    raise unavailable(error) from error
                time.sleep(pause)
                pause = min(pause * 2, 0.5)

    def answer_of(self, command: str) -> Answer | None:
        """What was answered to a command; None where none of that id has been carried out or refused."""
        columns = schema.command.c
        rows = self._looked_up(sa.select(columns.answer).where(columns.id == command))
        return answer_from(rows[0].answer) if rows else None

    # Tables and their owner

    def own(self, tables: Iterable[str]) -> None:
        """Take tables, all or none. From now on nothing is appended under their older epochs.

        The first time the books are looked over before; raises `SelfCheckFailed` where they do not fit together.
        """
        with self._lock:
            self._patiently(lambda: self._own(sorted(tables)))

    def _own(self, tables: Sequence[str]) -> None:
        """What may take long is done before the end of the log is held, and nobody waits for it."""
        taken: dict[str, int] = {}
        with at_one_moment(self._engine) as connection:
            streams, known = (None, {}) if self._checked else starting.check(connection)
            known |= {each: found for name in tables if (found := load(connection, each := table_stream(name)))}
        with self._engine.begin() as connection:
            batch = self._batch(connection)
            batch.hold_end()
            if streams is not None:
                told = system.SelfChecked(self.process, software.digest(), version("pitlink"), streams)
                batch.note(told, self.process)
            for name in tables:
                begin_stream(connection, table_stream(name))
                taken[name] = self._take(connection, name)
                if table_stream(name) in known:
                    known[table_stream(name)] = catch_up(connection, known[table_stream(name)])
                    starting.check_table(connection, known[table_stream(name)])
            if taken:
                batch.note(system.TablesTaken(self.process, taken), self.process)
            batch.write()
        self._checked = True
        self._owned = {**self._owned, **taken}
        self._known = {**self._known, **known}
        self._tell(batch)

    def _take(self, connection: Connection, name: str) -> int:
        columns, now = schema.stream.c, _now_us(connection)
        untrue = columns.lease_until_us > now + int(LONGEST_LEASE_S * 1e6)  # by a clock that was wrong
        free = sa.or_(columns.owner.is_(None), columns.owner == self.process, columns.lease_until_us < now, untrue)
        taking = (
            sa.update(schema.stream)
            .where(columns.name == table_stream(name), free)
            .values(epoch=columns.epoch + 1, owner=self.process, lease_until_us=now + self._lease_us)
            .returning(columns.epoch)
        )
        epoch = connection.execute(taking).scalar_one_or_none()
        if epoch is None:
            row = connection.execute(sa.select(schema.stream).where(columns.name == table_stream(name))).one()
            raise OwnedElsewhere(name, row.owner, (row.lease_until_us - now) / 1e6)
        return int(epoch)

    @property
    def _lease_us(self) -> int:
        return int(self.lease_s * 1e6)

    def renew(self) -> tuple[str, ...]:
        """Keep the tables for another lease; which of them were lost."""
        with self._lock:
            return self._patiently(self._renew)

    def _renew(self) -> tuple[str, ...]:
        columns = schema.stream.c
        with self._engine.begin() as connection:
            renewing = (
                sa.update(schema.stream)
                .where(columns.owner == self.process, columns.name.in_([table_stream(name) for name in self._owned]))
                .values(lease_until_us=_now_us(connection) + self._lease_us)
                .returning(columns.name, columns.epoch)
            )
            current = {name_of(name): epoch for name, epoch in connection.execute(renewing)}
        lost = tuple(name for name, epoch in self._owned.items() if current.get(name) != epoch)
        self._owned = {name: epoch for name, epoch in self._owned.items() if name not in lost}
        return lost

    def leave(self) -> None:
        """Give all tables up, so that another process may take them at once."""
        with self._lock:
            self._patiently(self._leave)

    def _leave(self) -> None:
        columns = schema.stream.c
        with self._engine.begin() as connection:
            batch = self._batch(connection)
            batch.hold_end()
            ours = sa.update(schema.stream).where(columns.owner == self.process)
            leaving = ours.values(owner=None, lease_until_us=0).returning(columns.name)
            left = sorted(name_of(name) for name in connection.execute(leaving).scalars())
            if left:
                batch.note(system.TablesLeft(self.process, tuple(left)), self.process)
            batch.write()
        self._owned = {}
        self._tell(batch)

    # Accounts

    def record(self, event: system.Event, by: str, change: Callable[[Connection], object]) -> None:
        """Change something beside the log, and tell it there, in one transaction."""
        with self._lock:
            self._patiently(lambda: self._record(event, by, change))

    def _record(self, event: system.Event, by: str, change: Callable[[Connection], object]) -> None:
        with self._engine.begin() as connection:
            batch = self._batch(connection)
            batch.note(event, by)
            change(connection)
            batch.write()
        self._tell(batch)

    # Checkpoints

    def checkpoint(self, signer: Signer) -> Checkpoint:
        """Sign how everything stands; the last one again where it has signed it and nothing has happened since."""
        with self._lock:
            return self._patiently(lambda: self._checkpoint(signer))

    def _checkpoint(self, signer: Signer) -> Checkpoint:
        with self._engine.begin() as connection:
            batch = self._batch(connection)
            position = batch.hold_end()
            columns = schema.checkpoint.c
            checkpoint = checkpoints.made(connection, signer, self.site, position, batch.at_us)
            last = connection.execute(sa.select(schema.checkpoint).where(columns.position == position)).first()
            if last is None:
                checkpoints.keep(connection, checkpoint)
                return checkpoint
            kept = Checkpoint(last.body, last.key, last.signature)
            return kept if kept.says_the_same_as(checkpoint) else checkpoint

    @cached_property
    def site(self) -> str:
        """Which books these are: the name of the process that opened them first."""
        first = self.read(0, 1)[0].event
        assert isinstance(first, system.BooksOpened)
        return first.site

    # Reading

    def table(self, name: str) -> Table:
        """A table as it stands; one never opened where there is none."""
        state = self._state(table_stream(name))
        return state if isinstance(state, Table) else Table()

    def link(self, name: str) -> Link:
        state = self._state(link_stream(name))
        return state if isinstance(state, Link) else Link()

    def floor(self, table: str) -> Floor:
        """A table with its link, as a view or a choice of options wants them."""
        state = self.table(table)
        link = state.setup.link if state.setup is not None else None
        return Floor({table: state}, {} if link is None else {link: self.link(link)})

    def _state(self, stream: str) -> object:
        with self._lock:
            known = self._patiently(lambda: self._look(stream))
            return None if known is None else known.state

    def _look(self, stream: str) -> Known | None:
        with reading(self._engine) as connection:
            known = self._known.get(stream)
            known = load(connection, stream) if known is None else catch_up(connection, known)
        if known is not None:
            self._known = {**self._known, stream: known}
        return known

    def streams(self) -> list[str]:
        """Those in which something has happened."""
        columns = schema.stream.c
        return sorted(row.name for row in self._looked_up(sa.select(columns.name).where(columns.version > 0)))

    def streams_of(self, kind: str) -> list[str]:
        """Those in which something has happened, such as "table/"."""
        return [each for each in self.streams() if each.startswith(kind)]

    def deck(self, table: str) -> SealedDeck | None:
        """The sealed deck of the round in play, for whoever deals it."""
        columns = schema.secret.c
        rows = self._looked_up(sa.select(columns.deck).where(columns.stream == table_stream(table)))
        return deck_from(rows[0].deck) if rows else None

    def _looked_up(self, asked: sa.Select[Any]) -> Sequence[sa.Row[Any]]:
        """Rows as they stand; a connection that was lost meanwhile is made anew."""

        def look() -> Sequence[sa.Row[Any]]:
            with reading(self._engine) as connection:
                return connection.execute(asked).all()

        return self._patiently(look)

    # The feed

    def position(self) -> int:
        """Of the last event."""
        (row,) = self._looked_up(sa.select(schema.feed.c.position))
        return int(row.position)

    def read(self, after: int, most: int = PAGE) -> list[Stored]:
        """Committed events behind a position, in order and without gaps."""
        columns = schema.event.c
        asked = sa.select(schema.event).where(columns.position > after).order_by(columns.position).limit(most)
        return [stored_of(row) for row in self._looked_up(asked)]

    def read_stream(self, stream: str, after: int, most: int = PAGE) -> list[Stored]:
        """Committed events of one stream behind a version."""
        columns = schema.event.c
        asked = sa.select(schema.event).where(columns.stream == stream, columns.version > after)
        return [stored_of(row) for row in self._looked_up(asked.order_by(columns.version).limit(most))]

    def read_named(self, stream: str, names: Collection[str], most: int) -> list[Stored]:
        """The last committed events of one stream whose names begin so, in order. Goes back until it has found them."""
        columns = schema.event.c
        named = sa.or_(*(columns.body.startswith(f'{{"name":"{name}', autoescape=True) for name in names))
        asked = sa.select(schema.event).where(columns.stream == stream, named)
        found = self._looked_up(asked.order_by(columns.version.desc()).limit(most))
        return [stored_of(row) for row in reversed(found)]

    def version_at(self, stream: str, at_us: int) -> int:
        """Of the last event of a stream that has a time, or an earlier one; 0 where none has."""
        columns = schema.event.c
        asked = sa.select(sa.func.max(columns.version)).where(columns.stream == stream, columns.at_us <= at_us)
        return int(self._looked_up(asked)[0][0] or 0)

    def follow(self, after: int, stop: threading.Event, pause_s: float = 0.05) -> Iterator[Stored]:
        """All events behind a position, and those to come, until it is told to stop."""
        while not stop.is_set():
            page = self.read(after)
            yield from page
            if page:
                after = page[-1].position
            else:
                stop.wait(pause_s)


def _clocks() -> tuple[int, int]:
    """The time of day and the time that only ever passes, in microseconds."""
    return time.time_ns() // 1000, time.monotonic_ns() // 1000


def _now_us(connection: Connection) -> int:
    """The time by which leases are kept: the server's where there is one."""
    if connection.dialect.name == "postgresql":
        asked = sa.select(sa.cast(sa.extract("epoch", sa.func.clock_timestamp()) * 1_000_000, sa.BigInteger))
        return int(connection.execute(asked).scalar_one())
    return time.time_ns() // 1000
