"""Live feeds as server-sent events: each viewer's own form of what is committed, with its version as the event's id.

A feed starts with a snapshot, or behind the version that the reader has (`Last-Event-ID`): a table's or a link's always
with a message, which says how much was missed, if anything. A reader who has fallen too far behind gets a snapshot
again; one that takes nothing for too long is dropped, and may come back.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Final

import msgspec
from msgspec import Struct, structs
from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from pitlink import pit
from pitlink.bots.house import DEALER
from pitlink.jackpot import Link
from pitlink.jackpot.sign import Sign
from pitlink.server.accounts import Session
from pitlink.server.clocks import Running
from pitlink.server.commands import TABLE_COMMANDS, not_here
from pitlink.server.connecting import hang_up
from pitlink.server.history import told_along
from pitlink.server.live import BEAT_S, FLOOR, Live, sign_at
from pitlink.server.messages import (
    Clock,
    FloorMessage,
    LinkMessage,
    TableLine,
    TableMessage,
    Told,
    ToldOnFloor,
    Trouble,
    WatchLine,
    WatchMessage,
)
from pitlink.server.metrics import Metrics
from pitlink.server.roles import Caller
from pitlink.server.telling import told_of, watched
from pitlink.store import Stored
from pitlink.store.streams import link_stream, name_of, table_stream
from pitlink.table import Table
from pitlink.table.calls import call
from pitlink.table.nextstep import Next, wanted
from pitlink.table.options import Option, Which
from pitlink.table.views import TableView, Viewer, community, view

SLOW_S: Final = 10.0  # after which a reader that takes nothing is dropped
LAST_S: Final = 0.5  # for the end of a feed to be taken
ALIVE_S: Final = 15.0  # between two signs of life
STILL_HERE: Final = b": still here\n\n"
WATCHER: Final = Viewer("", "pit_staff")  # of a report and of claims all who watch see the same

_encode = msgspec.json.Encoder().encode

log = logging.getLogger("pitlink.server")


# What is told


def table_view(live: Live, name: str, caller: Caller) -> TableView:
    floor = live.floor_of(name)
    link = next(iter(floor.links.values()), None)
    seen = view(floor.tables[name], caller.viewer, link)
    return seen if link is None else structs.replace(seen, sign=live.sign(link))


def options_for(live: Live, name: str, caller: Caller, which: Which) -> tuple[Option, ...]:
    """But for what is not for the caller at this table: a dealer of another one may report."""
    table, person = live.tables[name], caller.person
    if person is None:
        return ()
    offered = pit.offered(live.floor_of(name), name, person, which)
    return tuple(each for each in offered if not not_here(table, person, TABLE_COMMANDS[each.command]))


def next_for(live: Live, name: str, caller: Caller) -> Next | None:
    """What the procedure wants next, for staff: nobody else deals. Without a command where it is not the caller's."""
    table, person = live.tables[name], caller.person
    if person is None or not person.is_staff or table.setup is None:
        return None
    step = wanted(table, person, live.links.get(table.setup.link or ""))
    ways = tuple(way for way in step.ways if not not_here(table, person, TABLE_COMMANDS[way.command]))
    step = structs.replace(step, ways=ways)
    if step.command is None or step.signed_by or not not_here(table, person, TABLE_COMMANDS[step.command]):
        return step
    return structs.replace(step, command=None, fields={}, cards=0, waits_for=_who_deals(table))


def _who_deals(table: Table) -> str:
    if table.dealer is None:
        return "a dealer, whom a pit supervisor assigns"
    return "the software dealer" if table.dealer == DEALER.id else f"{table.dealer}, who deals here"


def line_of(name: str, table: Table) -> TableLine:
    setup, play = table.rules, table.play
    step, position = (None, None) if play is None else (play.due.step, play.due.position or None)
    return TableLine(
        *(name, setup.game, table.open, table.version, table.rounds, step, table.dealer, setup.positions),
        *(dict(table.seats), setup.link, setup.limits, community(table), position, call(table)),
    )


def floor_since(live: Live, position: int | None = None, events: tuple[ToldOnFloor, ...] = ()) -> FloorMessage:
    """Tables and links that have changed behind a position; without one, all of them."""
    tables = [
        line_of(name, table)
        for name, table in sorted(live.tables.items())
        if table.setup is not None and live.changed_since(table_stream(name), position)
    ]
    links = [
        live.sign(link) for name, link in sorted(live.links.items()) if live.changed_since(link_stream(name), position)
    ]
    return FloorMessage(live.position, tuple(tables), tuple(links), snapshot=position is None, events=events)


# Feeds


async def of_table(live: Live, name: str, caller: Caller, version: int | None) -> AsyncIterator[bytes]:
    """A message for what is committed at the table, a few times a second at most, and for its sign and its clock."""
    stream, begun = table_stream(name), False
    shown: Link | None = None
    clocked: Running | None = None
    then: Table | None = None  # as its reader has it, where events are told in words
    with live.followed(stream, sign_at(name)) as waker:
        while not live.stopping:
            link = live.links.get(live.tables[name].rules.link or "")
            if not begun or version != live.version(stream):
                if caller.watches and then is None and version is not None:
                    then = await live.table_at(name, version)
                events = None if version is None else await _behind(live, stream, version)
                if events and begun:  # not what a reader was away for
                    live.metrics.observe_lag("table", events[0].at_us)
                message = _table_message(live, name, caller, events, then)
                version, shown, begun, clocked = live.version(stream), link, True, live.clock(name)
                then = live.tables[name]
                yield message  # which may take a while
            elif link is not shown and _lets(link, name) != _lets(shown, name):  # what may be done at the table
                message = _table_message(live, name, caller, [])
                shown, clocked = link, live.clock(name)
                yield message
            elif link is not shown:
                shown = link
                yield encoded("table", version, TableMessage(version, sign=_sign(live, link)))
            elif live.clock(name) != clocked:
                clocked = live.clock(name)
                yield _clock_message(live, name)
            elif not await waker.wait(ALIVE_S):
                yield STILL_HERE


async def _behind(live: Live, stream: str, version: int) -> list[Stored] | None:
    """All events behind a version up to how the stream stands when this returns; None where there is a gap."""
    events: list[Stored] = []
    while version != live.version(stream):
        more = await live.since(stream, version)
        told = [each for each in more or () if each.version <= live.version(stream)]  # the books may be ahead
        if not told:
            return None
        events += told
        version = told[-1].version
    return events


def _table_message(
    live: Live, name: str, caller: Caller, events: list[Stored] | None, then: Table | None = None
) -> bytes:
    """Who plays or works at the table has a message of his own; all who look on in one role have the same.

    `then` is the table before these events, for those who are told them in words.
    """

    def make() -> bytes:
        seen = table_view(live, name, caller)
        told = tuple(_told(events or (), caller, then))
        options = options_for(live, name, caller, "but_reports") if caller.person else None
        clock, step = _clock(live, name), next_for(live, name, caller)
        message = TableMessage(seen.version, events is None, told, seen, options, clock=clock, next=step)
        return encoded("table", seen.version, message)

    if caller.person:
        return make()
    table = live.tables[name]
    link = live.links.get(table.rules.link or "")
    versions = (table.version, 0 if link is None else link.version)
    state = (None if events is None else len(events), versions, _tick(live, name))
    return live.shared.message(("table", name, caller.viewer.role), state, make)


def _told(events: Sequence[Stored], caller: Caller, then: Table | None) -> Iterator[Told]:
    if then is not None and caller.watches:
        return (watched(stored, table, caller) for stored, table in told_along(then, events))
    return (told_of(each, caller) for each in events)


def _clock_message(live: Live, name: str) -> bytes:
    """The same for everybody."""
    version = live.tables[name].version

    def make() -> bytes:
        return encoded("table", version, TableMessage(version, clock=_clock(live, name)))

    return live.shared.message(("clock", name), (version, _tick(live, name)), make)


def _clock(live: Live, name: str) -> Clock | None:
    running = live.clock(name)
    return None if running is None else running.shown(live.now)


def _tick(live: Live, name: str) -> tuple[Running, int] | None:
    """Readers who are woken together may have the same message: not one who comes when less time is left."""
    running = live.clock(name)
    return None if running is None else (running, int(live.now / BEAT_S))


async def of_link(live: Live, name: str, caller: Caller, version: int | None) -> AsyncIterator[bytes]:
    """A message with the sign for what is committed to the link, a few times a second at most."""
    stream, begun = link_stream(name), False
    with live.followed(stream) as waker:
        while not live.stopping:
            if not begun or version != live.version(stream):
                events = None if version is None else await _behind(live, stream, version)
                if events and begun:
                    live.metrics.observe_lag("link", events[0].at_us)
                message = _link_message(live, name, caller, events)
                version, begun = live.version(stream), True
                yield message
            elif not await waker.wait(ALIVE_S):
                yield STILL_HERE


def _link_message(live: Live, name: str, caller: Caller, events: list[Stored] | None) -> bytes:
    """The same for all who may see the same of it."""
    link = live.links[name]

    def make() -> bytes:
        told = tuple(told_of(each, caller) for each in events or ())
        return encoded("link", link.version, LinkMessage(link.version, live.sign(link), events is None, told))

    state = (None if events is None else len(events), link.version)
    return live.shared.message(("link", name, caller.viewer.role), state, make)


async def of_floor(live: Live, position: int | None, caller: Caller | None = None) -> AsyncIterator[bytes]:
    """How tables and links stand that have changed: a digest, in which nothing that happened can be missing. A caller
    who is given is told what happened as well.

    Behind a position from before this server's start, or that the floor has not reached, everything comes again.
    """
    if position is not None and not live.knows_since(position):
        position = None
    begun = False
    with live.followed(FLOOR) as waker:
        while not live.stopping:
            now = live.position
            if position is None or position != now:
                if position is not None and begun:
                    live.metrics.observe_lag("floor", live.committed_behind(position))
                yield _floor_message(live, position, caller)
                position = now
            begun = True
            if not await waker.wait(ALIVE_S):
                yield STILL_HERE


def _floor_message(live: Live, position: int | None, caller: Caller | None) -> bytes:
    """The same for all who may see the same of it. Where events are asked for and too many, everything comes again."""
    events = None if caller is None or position is None else live.behind(position)
    since = None if caller is not None and events is None else position

    def make() -> bytes:
        told = tuple(_on_floor(each, caller) for each in events or () if caller is not None)
        return encoded("floor", live.position, floor_since(live, since, told))

    return live.shared.message((FLOOR, None if caller is None else caller.viewer.role), (position, live.position), make)


def _on_floor(stored: Stored, caller: Caller) -> ToldOnFloor:
    table, name = stored.stream.startswith("table/"), name_of(stored.stream)
    return ToldOnFloor(name if table else None, None if table else name, told_of(stored, caller))


async def of_watch(live: Live, position: int | None) -> AsyncIterator[bytes]:
    """The same for those who watch: how tables stand that have changed, and what last went wrong there."""
    if position is not None and not live.knows_since(position):
        position = None
    begun = False
    with live.followed(FLOOR) as waker:
        while not live.stopping:
            now = live.position
            if position is None or position != now:
                message = await watch_since(live, position)
                if position is not None and begun:
                    live.metrics.observe_lag("watch", live.committed_behind(position))
                yield encoded("watch", now, message)
                position = now
            begun = True
            if not await waker.wait(ALIVE_S):
                yield STILL_HERE


async def watch_since(live: Live, position: int | None = None) -> WatchMessage:
    """Tables that have changed behind a position; without one, all of them."""
    names = [
        name
        for name, table in sorted(live.tables.items())
        if table.setup is not None and live.changed_since(table_stream(name), position)
    ]
    now, troubles = live.position, [await live.troubles.at(name) for name in names]
    lines = (_watch_line(name, live.tables[name], trouble) for name, trouble in zip(names, troubles, strict=True))
    return WatchMessage(now, tuple(lines), snapshot=position is None)


def _watch_line(name: str, table: Table, trouble: Trouble | None) -> WatchLine:
    seen = view(table, WATCHER)
    claims = seen.claims if seen.claims is not None and seen.claims.open else None
    return WatchLine(line_of(name, table), seen.report, claims, trouble)


def _lets(link: Link | None, table: str) -> tuple[bool, bool]:
    """Whether the link runs, and whether no other table's claims are paid before this one's."""
    if link is None:
        return False, True
    return link.runs, not link.order or link.order[0].table == table


def _sign(live: Live, link: Link | None) -> Sign | None:
    return None if link is None else live.sign(link)


def encoded(kind: str, version: int, message: Struct) -> bytes:
    return b"id: %d\nevent: %s\ndata: %s\n\n" % (version, kind.encode(), _encode(message))


class Readers:
    """Sessions with open feeds: when a session ends, they do."""

    def __init__(self) -> None:
        self._open: dict[Session, set[asyncio.Event]] = defaultdict(set)

    @contextmanager
    def reading(self, session: Session | None) -> Iterator[asyncio.Event]:
        """Set when the session ends; who looks on without one is never sent away."""
        ended = asyncio.Event()
        if session is None:
            yield ended
            return
        self._open[session].add(ended)
        try:
            yield ended
        finally:
            self._open[session].discard(ended)
            if not self._open[session]:
                del self._open[session]

    def end(self, which: Callable[[Session], bool]) -> None:
        for session, feeds in self._open.items():
            if which(session):
                for ended in feeds:
                    ended.set()


class Feed(Response):
    """Sends what a feed yields, as long as the reader takes it and is signed in, which ends by itself in time."""

    def __init__(
        self,
        messages: AsyncIterator[bytes],
        metrics: Metrics,
        readers: Readers,
        session: Session | None,
        held: AbstractContextManager[None] | None = None,  # before anything is sent: raises where it may not be opened
        reading: AbstractContextManager[None] | None = None,  # as long as it is open
    ) -> None:
        super().__init__(media_type="text/event-stream", headers={"x-accel-buffering": "no"})
        del self.headers["content-length"]
        self._messages, self._metrics, self._readers, self._session = messages, metrics, readers, session
        self._held, self._reading = held or nullcontext(), reading or nullcontext()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._held:
            await self._read(scope, receive, send)

    async def _read(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        with self._metrics.feeds.track_inprogress(), self._reading, self._readers.reading(self._session) as ended:
            tasks = [asyncio.ensure_future(each) for each in (self._send(send), _left(receive), ended.wait())]
            left = None if self._session is None else self._session.seconds_left
            await asyncio.wait(tasks, timeout=left, return_when=asyncio.FIRST_COMPLETED)
            for task in tasks:
                task.cancel()
            fault, *_ = await asyncio.gather(*tasks, return_exceptions=True)
        if isinstance(fault, Exception):
            log.error("a feed has ended", exc_info=fault)
        if not tasks[1].done() or tasks[1].cancelled():
            try:
                async with asyncio.timeout(LAST_S):
                    await send({"type": "http.response.body", "body": b"", "more_body": False})
            except TimeoutError:  # who takes nothing does not take this either
                await hang_up(scope)

    async def _send(self, send: Send) -> None:
        async for chunk in self._messages:
            try:
                async with asyncio.timeout(SLOW_S):
                    await send({"type": "http.response.body", "body": chunk, "more_body": True})
            except TimeoutError:
                self._metrics.dropped.inc()
                return


async def _left(receive: Receive) -> None:
    try:
        while (await receive())["type"] != "http.disconnect":
            pass
    except ClientDisconnect:
        return
