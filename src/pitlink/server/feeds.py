"""Live feeds as server-sent events: each viewer's own form of what is committed, with its version as the event's id.

A feed starts with a snapshot, or behind the version that the reader has (`Last-Event-ID`). A reader who has fallen too
far behind gets a snapshot again; one that takes nothing for too long is dropped, and may come back.
"""

import asyncio
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from typing import Final

import msgspec
from msgspec import Struct
from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from pitlink import pit
from pitlink.jackpot import Link
from pitlink.jackpot.sign import Sign, sign
from pitlink.server.accounts import Session
from pitlink.server.live import FLOOR, Live
from pitlink.server.messages import FloorMessage, LinkMessage, TableLine, TableMessage, Told
from pitlink.server.roles import Caller
from pitlink.store import Stored
from pitlink.store.streams import link_stream, table_stream
from pitlink.table import Event, Table
from pitlink.table.options import Option
from pitlink.table.redacting import redacted
from pitlink.table.views import TableView, view

SLOW_S: Final = 10.0  # after which a reader that takes nothing is dropped
ALIVE_S: Final = 15.0  # between two signs of life
SIGN_S: Final = 0.25  # at least between two messages that only the jackpot has caused
FLOOR_S: Final = 0.5  # at least between two messages of the floor

_encode = msgspec.json.Encoder().encode


# What is told


def told_of(stored: Stored, caller: Caller) -> Told:
    event = stored.event
    assert isinstance(event, Event)
    return Told(stored.version, stored.at_us, stored.by, redacted(event, caller.viewer.role))


def table_view(live: Live, name: str, caller: Caller) -> TableView:
    floor = live.floor_of(name)
    return view(floor.tables[name], caller.viewer, next(iter(floor.links.values()), None))


def options_for(live: Live, name: str, caller: Caller, *, reporting: bool) -> tuple[Option, ...]:
    if caller.person is None:
        return ()
    return pit.offered(live.floor_of(name), name, caller.person, reporting=reporting)


def line_of(name: str, table: Table) -> TableLine:
    setup = table.rules
    step = None if table.play is None else table.play.due.step
    minimum = {wager: limit.minimum for wager, limit in setup.limits.items()}
    return TableLine(
        *(name, setup.game, table.open, table.version, table.rounds, step, table.dealer, setup.positions),
        *(dict(table.seats), setup.link, minimum),
    )


def whole_floor(live: Live) -> FloorMessage:
    lines = (line_of(name, table) for name, table in sorted(live.tables.items()) if table.setup is not None)
    signs = (sign(link) for _, link in sorted(live.links.items()))
    return FloorMessage(live.position, tuple(lines), tuple(signs), snapshot=True)


# Feeds


async def of_table(live: Live, name: str, caller: Caller, version: int | None) -> AsyncIterator[bytes]:
    """A message for every commit at the table, or for several where the reader or the pit is busy."""
    stream, quiet_until = table_stream(name), 0.0
    shown: Link | None = None
    now = asyncio.get_running_loop().time
    with live.followed(stream) as waker:
        while not live.stopping:
            table = live.tables[name]
            link = live.links.get(table.rules.link or "")
            if version is None or version != table.version:
                events = None if version is None else await _behind(live, stream, version)
                message = _table_message(live, name, caller, events)
                if events:
                    live.metrics.feed_lag.observe(max(0.0, time.time() - events[0].at_us / 1e6))
                yield _encoded("table", message.version, message)
                version, shown = message.version, link
            elif link is not shown and now() >= quiet_until:
                if _runs(link) != _runs(shown):  # which changes what may be done at the table
                    yield _encoded("table", version, _table_message(live, name, caller, []))
                else:
                    yield _encoded("table", version, TableMessage(version, sign=_sign(link)))
                shown, quiet_until = link, now() + SIGN_S
            wait = quiet_until - now() if link is not shown and quiet_until > now() else ALIVE_S
            if not await waker.wait(max(wait, 0.01)) and wait == ALIVE_S:
                yield b": still here\n\n"


async def _behind(live: Live, stream: str, version: int) -> list[Stored] | None:
    """All events behind a version up to how the stream stands when this returns; None where there is a gap."""
    events: list[Stored] = []
    while version != live.version(stream):
        more = await live.since(stream, version)
        if not more:
            return None
        events += more
        version = more[-1].version
    return events


def _table_message(live: Live, name: str, caller: Caller, events: list[Stored] | None) -> TableMessage:
    seen = table_view(live, name, caller)
    told = tuple(told_of(each, caller) for each in events or ())
    options = options_for(live, name, caller, reporting=False) if caller.person else None
    return TableMessage(seen.version, events is None, told, seen, options)


async def of_link(live: Live, name: str, version: int | None) -> AsyncIterator[bytes]:
    """The sign whenever it changes, but not oftener than anybody can read."""
    first = True
    with live.followed(link_stream(name)) as waker:
        while not live.stopping:
            link = live.links[name]
            if first or version != link.version:
                message = LinkMessage(link.version, sign(link), snapshot=first)
                yield _encoded("link", link.version, message)
                version, first = link.version, False
                await asyncio.sleep(SIGN_S)
            elif not await waker.wait(ALIVE_S):
                yield b": still here\n\n"


async def of_floor(live: Live) -> AsyncIterator[bytes]:
    tables: dict[str, int] = {}
    links: dict[str, int] = {}
    with live.followed(FLOOR) as waker:
        first = True
        while not live.stopping:
            lines = tuple(
                line_of(name, table)
                for name, table in sorted(live.tables.items())
                if table.setup is not None and tables.get(name) != table.version
            )
            signs = tuple(sign(link) for name, link in sorted(live.links.items()) if links.get(name) != link.version)
            tables |= {line.table: line.version for line in lines}
            links |= {name: link.version for name, link in live.links.items()}
            if first or lines or signs:
                yield _encoded("floor", live.position, FloorMessage(live.position, lines, signs, first))
                first = False
                await asyncio.sleep(FLOOR_S)
            elif not await waker.wait(ALIVE_S):
                yield b": still here\n\n"


def _runs(link: Link | None) -> bool:
    return link is not None and link.runs


def _sign(link: Link | None) -> Sign | None:
    return None if link is None else sign(link)


def _encoded(kind: str, version: int, message: Struct) -> bytes:
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
    """Sends what a feed yields, as long as the reader takes it and is signed in."""

    def __init__(self, messages: AsyncIterator[bytes], readers: Readers, session: Session | None) -> None:
        super().__init__(media_type="text/event-stream", headers={"x-accel-buffering": "no"})
        del self.headers["content-length"]
        self._messages, self._readers, self._session = messages, readers, session

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        with self._readers.reading(self._session) as ended:
            tasks = [asyncio.ensure_future(each) for each in (self._send(send), _left(receive), ended.wait())]
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        if not tasks[1].done() or tasks[1].cancelled():
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _send(self, send: Send) -> None:
        async for chunk in self._messages:
            async with asyncio.timeout(SLOW_S):
                await send({"type": "http.response.body", "body": chunk, "more_body": True})


async def _left(receive: Receive) -> None:
    try:
        while (await receive())["type"] != "http.disconnect":
            pass
    except ClientDisconnect:
        return
