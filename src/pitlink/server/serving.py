"""One process: the books, the desk, the live floor, software dealers, HTTP. Starts where it stopped."""

import asyncio
import logging
import os
import secrets
import signal
import socket
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Final

import uvicorn
from msgspec import Struct

from pitlink.pit.floorplan import Plan
from pitlink.server.accounts import Accounts
from pitlink.server.app import make_app
from pitlink.server.calling import Pit
from pitlink.server.connecting import Connection
from pitlink.server.crew import Crew, told
from pitlink.server.dealing import Pace
from pitlink.server.feeds import Readers
from pitlink.server.guarding import MOST_HEADERS, guarded
from pitlink.server.hosts import Hosts
from pitlink.server.limiting import Limits
from pitlink.server.live import Live
from pitlink.server.metrics import Metrics
from pitlink.server.opening import example, open_floor
from pitlink.server.standing import Standing
from pitlink.store import Desk, OwnedElsewhere, Store, Unavailable
from pitlink.store.checkpoints import Signer, signer_from
from pitlink.store.store import PATIENCE_S
from pitlink.store.streams import name_of

SIGN_EVERY_S: Final = 60.0
LEASE_S: Final = 5.0
START_PATIENCE_S: Final = 3.0  # somebody waits at the terminal
MOST_WAIT_S: Final = 20.0  # for tables of a process that is gone

log = logging.getLogger("pitlink.server")


class Settings(Struct, frozen=True):
    books: str
    key: Path
    host: str = "127.0.0.1"
    port: int = 8080
    names: tuple[str, ...] = ()  # besides, under which it is asked
    guests: bool = True
    floor: Plan | None = None  # that is opened on new books, instead of the example
    bots: int = 3  # at each of its tables
    pace: Pace = Pace()
    limits: Limits | None = None


class PortTaken(Exception):
    """An address at which it cannot be listened."""


class FloorThere(Exception):
    """Books that have a floor already."""


FLOOR_THERE: Final = "--floor: these books have a floor: expected new books; `pitlink floor open` adds to a floor"


def listening(host: str, port: int) -> socket.socket:
    """Before anything else is done: whether the pit can be opened there."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Of TCP by name: only then does asyncio send what is small at once, not after the last answer's receipt.
    made = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind((host, port))
    except OSError as error:
        made.close()
        expected = "an address of this machine, and a port that is free; --port 0 takes any"
        raise PortTaken(f"{host} port {port}: {error.strerror or error}: expected {expected}") from None
    return made


EVERYWHERE: Final = {"0.0.0.0": "127.0.0.1", "": "127.0.0.1", "::": "::1"}  # and what to call it from this machine


def _reached_at(host: str) -> str:
    """The host of an address that can be opened: one that stands for all addresses leads nowhere in some browsers."""
    host = EVERYWHERE.get(host, host)
    return f"[{host}]" if ":" in host else host


class Server(uvicorn.Server):
    """Ends the feeds before it waits for their readers: an idle feed would keep it from stopping."""

    def __init__(self, config: uvicorn.Config, stop: Callable[[], None], ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._stop, self._ready = stop, ready

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Ctrl-C, or an end that the system asks for: the first stops, and no more than that."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self.handle_exit, number, None)
        try:
            yield
        finally:
            for number in (signal.SIGINT, signal.SIGTERM):
                loop.remove_signal_handler(number)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._stop()
        await super().shutdown(sockets)


async def serve(settings: Settings, tell: Callable[[str], None]) -> None:
    """Until somebody wants an end. `tell` gets what whoever started it should read."""
    door = listening(settings.host, settings.port)
    process = f"pit {socket.gethostname()} {os.getpid()} {secrets.token_hex(4)}"
    with door:
        store = await asyncio.to_thread(Store, settings.books, process, LEASE_S, START_PATIENCE_S)
        store.patience_s = PATIENCE_S
        try:
            await _serve(settings, store, door, tell)
        finally:
            await asyncio.to_thread(_leave, store)


def _leave(store: Store) -> None:
    try:
        if store.owned:
            store.leave()
    except Unavailable as away:
        log.warning("tables could not be given up, their lease runs out by itself: %s", away)
    finally:
        store.close()


async def _serve(settings: Settings, store: Store, door: socket.socket, tell: Callable[[str], None]) -> None:
    accounts = Accounts(store)
    if not await asyncio.to_thread(store.streams_of, "table/"):
        plan = example() if settings.floor is None else settings.floor
        await asyncio.to_thread(open_floor, store, accounts, plan, settings.bots)
    elif settings.floor is not None:
        raise FloorThere(FLOOR_THERE)
    else:
        await _take_tables(store, tell)
    invitation = None
    if not await asyncio.to_thread(accounts.has_administrator):
        invitation = await asyncio.to_thread(accounts.invite, "administrator")
    desk = Desk(store)
    try:
        live = Live(store, desk, Metrics())
        live.metrics.register(Standing(live))
        await live.start()
        pit = Pit(live, accounts, settings.limits or Limits(), Readers(), settings.guests)

        def ready() -> None:
            address = f"http://{_reached_at(settings.host)}:{door.getsockname()[1]}"
            tell(f"The pit is open at {address}")
            if invitation is not None:
                tell(f"Its owner signs up once, within a day: {address}/welcome/{invitation}")

        config = uvicorn.Config(
            guarded(make_app(pit), live.metrics, Hosts(settings.host, settings.names)),
            log_config=None,
            access_log=False,
            server_header=False,
            date_header=True,
            timeout_graceful_shutdown=1,
            http=Connection,
            h11_max_incomplete_event_size=MOST_HEADERS,
        )
        async with _working(settings, live, accounts):
            await Server(config, live.stop, ready).serve([door])
    finally:
        await asyncio.to_thread(desk.close)


async def _take_tables(store: Store, tell: Callable[[str], None]) -> None:
    """Those of the books; a process that was killed holds them until its lease is over, and no longer."""
    names = [name_of(stream) for stream in await asyncio.to_thread(store.streams_of, "table/")]
    until, told = time.monotonic() + MOST_WAIT_S, False
    while True:
        try:
            await asyncio.to_thread(store.own, names)
            return
        except OwnedElsewhere as owned:
            if time.monotonic() > until or owned.seconds > MOST_WAIT_S:
                raise
            if not told:
                tell(f"Table {owned.table} is still held by {owned.owner}; waiting until that is over")
                told = True
            await asyncio.sleep(min(owned.seconds, 0.5) + 0.05)


@asynccontextmanager
async def _working(settings: Settings, live: Live, accounts: Accounts) -> AsyncIterator[None]:
    """Dealers at all tables, an eye on what others commit, and the signature under it all."""
    crew = Crew(live, accounts, settings.pace)
    await crew.begin(live.store.owned)
    signer = await asyncio.to_thread(signer_from, settings.key)
    works = {"crew": crew.run(), "look around": live.look_around(), "signing": _sign(live, signer)}
    tasks = [asyncio.create_task(work, name=name) for name, work in works.items()]
    for task in tasks:
        task.add_done_callback(told)
    try:
        yield
    finally:
        live.stop()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, live.proving.stop(), return_exceptions=True)
        await crew.leave()


async def _sign(live: Live, signer: Signer) -> None:
    """A checkpoint a minute, where something has happened."""
    signed = 0
    while not live.stopping:
        await asyncio.sleep(SIGN_EVERY_S)
        if live.position > signed:
            signed = live.position
            try:
                await asyncio.to_thread(live.store.checkpoint, signer)
            except Unavailable as away:
                log.warning("no checkpoint: %s", away)
