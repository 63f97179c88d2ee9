"""The floor after the last commit, and whoever waits for the next one. Lives on the event loop, and nowhere else.

Readers are not sent anything from here: they are woken, and take what is new to them. Who is slow finds several things
at once, and who is very slow a gap, and starts from how things stand.
"""

import asyncio
from collections import defaultdict, deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final

from pitlink.jackpot import Link
from pitlink.pit import Floor
from pitlink.server.metrics import Metrics
from pitlink.server.waking import Waker
from pitlink.store import Answer, Desk, Request, Store, Stored
from pitlink.store.looking import look
from pitlink.store.streams import Known, evolved, name_of, table_stream
from pitlink.table import Table

KEPT: Final = 400  # events of a stream that can be read on from
LOOK_S: Final = 0.25  # how often it is looked for what other processes have committed
FLOOR: Final = "floor"  # what everything wakes


class Live:
    def __init__(self, store: Store, desk: Desk, metrics: Metrics) -> None:
        self.store, self.metrics = store, metrics
        self.tables: dict[str, Table] = {}
        self.links: dict[str, Link] = {}
        self.position = 0
        self.stopping = False
        self._desk = desk
        self._loop = asyncio.get_running_loop()
        self._recent: dict[str, deque[Stored]] = defaultdict(lambda: deque(maxlen=KEPT))
        self._wakers: dict[str, set[Waker]] = defaultdict(set)
        self._dealing: dict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._tables_of: dict[str, set[str]] = defaultdict(set)  # on which link

    async def start(self) -> None:
        """How everything stands, and from now on how it goes on."""
        self.store.announce = self._announced
        seen = await asyncio.to_thread(look, self.store.engine)
        self.tables, self.links = dict(seen.floor.tables), dict(seen.floor.links)
        self.position = max(self.position, seen.position)
        for name, table in self.tables.items():
            self._note_link(name, table)

    async def submit(self, request: Request) -> Answer:
        """Carried out, committed and to be seen here, or refused."""
        with self.metrics.commit.time():
            answer = await asyncio.wrap_future(self._desk.hand_in(request))
        self.metrics.count(answer)
        return answer

    def floor_of(self, table: str) -> Floor:
        """A table with its link, as a view or a choice of options wants them."""
        state = self.tables[table]
        link = state.setup.link if state.setup is not None else None
        return Floor({table: state}, {link: self.links[link]} if link in self.links else {})

    def dealing(self, table: str) -> asyncio.Lock:
        """Held by whoever deals from a sealed deck: the next card stays the next one until it lies there."""
        return self._dealing[table]

    # What is committed

    def _announced(self, events: Sequence[Stored], known: Mapping[str, Known]) -> None:
        """On the thread that has committed."""
        states = {stream: known[stream] for stream in {each.stream for each in events}}
        self._loop.call_soon_threadsafe(self._publish, list(events), states)

    def _publish(self, events: Sequence[Stored], states: Mapping[str, Known]) -> None:
        for stream, known in states.items():
            self._put(stream, known.version, known.state)
        for each in events:
            self._remember(each)
        if events[0].position == self.position + 1:
            self.position = events[-1].position
        self._wake({each.stream for each in events})

    async def look_around(self) -> None:
        """Take in what other processes have committed, as long as the pit is open."""
        while not self.stopping:
            await asyncio.sleep(LOOK_S)
            for each in await asyncio.to_thread(self.store.read, self.position):
                self._take_in(each)

    def _take_in(self, stored: Stored) -> None:
        if stored.position <= self.position:
            return
        self.position = stored.position
        state = self._state(stored.stream)
        if state is None or stored.version != state.version + 1:
            return  # it is in the state already
        self._put(stored.stream, stored.version, evolved(state, stored.event))
        self._remember(stored)
        self._wake({stored.stream})

    def _state(self, stream: str) -> Table | Link | None:
        kind, name = stream.partition("/")[0], name_of(stream)
        if kind == "table":
            return self.tables.get(name, Table())
        return self.links.get(name, Link()) if kind == "link" else None

    def _put(self, stream: str, version: int, state: object) -> None:
        name = name_of(stream)
        if isinstance(state, Table) and version > self.tables.get(name, Table()).version:
            self.tables[name] = state
            self._note_link(name, state)
        elif isinstance(state, Link) and version > self.links.get(name, Link()).version:
            self.links[name] = state

    def _note_link(self, name: str, table: Table) -> None:
        if table.setup is not None and table.setup.link is not None:
            self._tables_of[table.setup.link].add(name)

    def _remember(self, stored: Stored) -> None:
        recent = self._recent[stored.stream]
        if recent and stored.version != recent[-1].version + 1:
            if stored.version <= recent[-1].version:
                return
            recent.clear()
        recent.append(stored)

    # Readers

    def version(self, stream: str) -> int:
        state = self._state(stream)
        return 0 if state is None else state.version

    async def since(self, stream: str, version: int) -> list[Stored] | None:
        """Events behind a version; None where they are too many, or the version is not one of this stream."""
        now = self.version(stream)
        if version > now or now - version > KEPT:
            return None
        recent = self._recent[stream]
        if version == now:
            return []
        if recent and recent[0].version <= version + 1:
            return [each for each in recent if each.version > version]
        return await asyncio.to_thread(self.store.read_stream, stream, version, KEPT)

    def _wake(self, streams: set[str]) -> None:
        woken = {FLOOR} | streams
        for stream in streams:
            if stream.startswith("link/"):
                woken |= {table_stream(name) for name in self._tables_of[name_of(stream)]}
        for stream in woken:
            for waker in self._wakers[stream]:
                waker.wake()

    @contextmanager
    def followed(self, stream: str) -> Iterator[Waker]:
        """Is woken whenever something is committed there; for a table also when its link changes."""
        waker = Waker()
        self._wakers[stream].add(waker)
        try:
            yield waker
        finally:
            self._wakers[stream].discard(waker)

    @property
    def readers(self) -> int:
        return sum(len(wakers) for wakers in self._wakers.values())

    def stop(self) -> None:
        """Nobody waits any longer."""
        self.stopping = True
        for wakers in self._wakers.values():
            for waker in wakers:
                waker.wake()
