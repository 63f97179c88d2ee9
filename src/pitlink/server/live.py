"""The floor after the last commit, and whoever waits for the next one. Lives on the event loop, and nowhere else.

Readers are not sent anything from here: they are woken, and take what is new to them. Who is slow finds several things
at once, and who is very slow a gap, and starts from how things stand. Nobody is woken oftener than people can read, but
for dealers, and all readers of one thing are woken together.
"""

import asyncio
import logging
from bisect import bisect_right
from collections import defaultdict, deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final

from pitlink.audit.days import days_here
from pitlink.audit.in_progress import DayInProgress
from pitlink.jackpot import Link
from pitlink.jackpot.events import TableAdmitted, TableReleased
from pitlink.jackpot.sign import Sign
from pitlink.pit import Floor
from pitlink.server.clocks import Running, due_of
from pitlink.server.history import History
from pitlink.server.hits import EVENTS, Hits, sign_with
from pitlink.server.hits import KEPT as KEPT_HITS
from pitlink.server.metrics import Metrics
from pitlink.server.proving import Proving
from pitlink.server.sharing import Shared
from pitlink.server.storybook import Storybook
from pitlink.server.troubles import Troubles
from pitlink.server.waits import Waits
from pitlink.server.waking import Waker
from pitlink.store import Answer, Desk, Request, Store, Stored, Unavailable
from pitlink.store.looking import look
from pitlink.store.streams import Known, evolved, link_stream, name_of, table_stream
from pitlink.table import Table

KEPT: Final = 400  # events of a stream that can be read on from
COMMITS: Final = 2000  # of which is known when they were
AT_HAND: Final = 50  # of them that are not read from the books again
ON_FLOOR: Final = 2000  # events of all tables and links that can be read on from
DEALERS: Final = 24  # software dealers that act at the same time; people who ask need not wait behind all of them
LOOK_S: Final = 0.25  # how often it is looked for what other processes have committed
FLOOR: Final = "floor"  # what everything wakes
DESK: Final = "desk"  # the same
BEAT_S: Final = 0.25  # between two looks of readers at a table or a link
FLOOR_S: Final = 0.5  # and at the floor
DESK_S: Final = 1.0  # and at the pit desk, whose lines are long
MEMBERS: Final = "link.table_"  # how the names of events begin by which a table comes onto a link, or leaves it

log = logging.getLogger("pitlink.server")


def dealer_at(table: str) -> str:
    """What the software dealer of a table follows: everything, at once."""
    return f"dealer/{table}"


def sign_at(table: str) -> str:
    """What is followed by whoever looks at the sign over a table, whichever link it is on."""
    return f"sign/{table}"


class Live:
    def __init__(self, store: Store, desk: Desk, metrics: Metrics) -> None:
        self.store, self.metrics = store, metrics
        self.tables: dict[str, Table] = {}
        self.links: dict[str, Link] = {}
        self.hits: dict[str, Hits] = defaultdict(Hits)
        self.position = self._began = 0
        self.stopping = False
        self.shared = Shared()
        self.history = History(store)
        self.waits = Waits()
        self.storybook = Storybook(store.engine, self.history)
        self.day = DayInProgress(store.engine, days_here())  # held by who is `replaying`
        self.dealers = asyncio.Semaphore(DEALERS)
        self.replaying = asyncio.Lock()  # one at a time: whatever goes through the whole log
        self.proving = Proving(store.engine, self.replaying)
        self.troubles = Troubles(store, self.history)
        self._desk = desk
        self._loop = asyncio.get_running_loop()
        self._recent: dict[str, deque[Stored]] = defaultdict(lambda: deque(maxlen=AT_HAND))
        self._on_floor = deque[Stored](maxlen=ON_FLOOR)
        self._wakers: dict[str, set[Waker]] = defaultdict(set)
        self._dealing: dict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._clocks: dict[str, Running] = {}  # of tables at which somebody is waited for
        self._feeds: dict[str, dict[str, int]] = defaultdict(dict)  # of a table, that each player has open
        self._changed: dict[str, int] = {}  # the position of a stream's last event
        self._commits = deque([(0, 0)], maxlen=COMMITS)  # the last position of each, and its time
        self._ringing: set[str] = set()  # topics whose readers are about to be woken
        self._rung: dict[str, float] = {}  # when they were last

    async def start(self) -> None:
        """How everything stands, and from now on how it goes on."""
        self.store.announce = self._announced
        seen = await asyncio.to_thread(look, self.store.engine)
        self.tables, self.links = dict(seen.floor.tables), dict(seen.floor.links)
        self.position = max(self.position, seen.position)
        self._began = self.position
        self._commits = deque([(self._began, 0)], maxlen=COMMITS)
        for name in self.links:
            for stored in await asyncio.to_thread(self.store.read_named, link_stream(name), (EVENTS,), 4 * KEPT_HITS):
                self.hits[name].take(stored)
        await asyncio.to_thread(self.waits.begin, self.store, [*self.tables.values()], [*self.links.values()])
        for name, table in self.tables.items():
            self.history.note(table_stream(name), table)
        for name, link in self.links.items():
            self.history.note(link_stream(name), link)

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

    def sign(self, link: Link) -> Sign:
        """As everybody reads it, wherever."""
        return sign_with(link, self.hits[link.id], self.tables)

    def dealing(self, table: str) -> asyncio.Lock:
        """Held by whoever deals from a sealed deck: the next card stays the next one until it lies there."""
        return self._dealing[table]

    # Clocks

    def clock(self, table: str) -> Running | None:
        """Of what is due now: one that was for something else has ended, whether or not it was taken away."""
        clock = self._clocks.get(table)
        return clock if clock is not None and clock.due == due_of(self.tables[table]) else None

    def set_clock(self, table: str, clock: Running | None) -> None:
        """Readers of the table are woken where it is another than before."""
        if clock == self._clocks.get(table):
            return
        if clock is None:
            del self._clocks[table]
        else:
            self._clocks[table] = clock
        self._ring_soon(table_stream(table), BEAT_S)

    @contextmanager
    def read_by(self, table: str, player: str) -> Iterator[None]:
        """A feed of the table that a player has open. Who plays there is missed when his last one ends."""
        feeds = self._feeds[table]
        feeds[player] = feeds.get(player, 0) + 1
        self._ring(dealer_at(table))
        try:
            yield
        finally:
            feeds[player] -= 1
            players = self.tables[table].players
            for gone in [name for name, many in feeds.items() if not many and name not in players]:
                del feeds[gone]
            self._ring(dealer_at(table))

    def has_lost(self, table: str, player: str) -> bool:
        """Whether a player has read the table and does no longer; who never has plays without looking, and may."""
        return self._feeds[table].get(player) == 0

    @property
    def now(self) -> float:
        """The time that clocks run by."""
        return self._loop.time()

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
        self._note_commit(events[-1].position, events[0].at_us)
        if events[0].position == self.position + 1:
            self.position = events[-1].position
        self._wake({each.stream for each in events})

    async def look_around(self) -> None:
        """Take in what other processes have committed, as long as the pit is open."""
        while not self.stopping:
            await asyncio.sleep(LOOK_S)
            try:
                found = await asyncio.to_thread(self.store.read, self.position)
            except Unavailable as away:
                log.warning("what others commit is not seen: %s", away)
                continue
            except Exception:
                log.exception("what others commit is not seen")
                continue
            for each in found:
                self._take_in(each)

    def _take_in(self, stored: Stored) -> None:
        if stored.position <= self.position:
            return
        self.position = stored.position
        self._note_commit(stored.position, stored.at_us)
        state = self._state(stored.stream)
        self._ring_all_soon()
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
            self.history.note(stream, state)
        elif isinstance(state, Link) and version > self.links.get(name, Link()).version:
            self.links[name] = state
            self.history.note(stream, state)

    def _remember(self, stored: Stored) -> None:
        if stored.stream.startswith("link/") and EVENTS in stored.body[:40]:
            self.hits[name_of(stored.stream)].take(stored)
        self.troubles.take(stored)
        self.waits.take(stored, self._state(stored.stream))
        self._note_changed(stored.stream, stored.position)
        if stored.stream.startswith("link/") and MEMBERS in stored.body[:40]:  # the table stands otherwise as well
            event = stored.event
            assert isinstance(event, TableAdmitted | TableReleased)
            self._note_changed(table_stream(event.table), stored.position)
        if stored.stream.startswith(("table/", "link/")):
            self._on_floor.append(stored)
        recent = self._recent[stored.stream]
        if recent and stored.version != recent[-1].version + 1:
            if stored.version <= recent[-1].version:
                return
            recent.clear()
        recent.append(stored)

    def _note_changed(self, stream: str, position: int) -> None:
        self._changed[stream] = max(position, self._changed.get(stream, 0))

    def _note_commit(self, position: int, at_us: int) -> None:
        if position > self._commits[-1][0]:
            self._commits.append((position, at_us))

    # Readers

    def version(self, stream: str) -> int:
        state = self._state(stream)
        return 0 if state is None else state.version

    def changed_since(self, stream: str, position: int | None) -> bool:
        """Whether something came behind a position; who was told nothing yet has everything to learn."""
        return position is None or self.changed_at(stream) > position

    def changed_at(self, stream: str) -> int:
        """The position of what last changed something about it, as far as that is known here."""
        return self._changed.get(stream, self._began)

    def knows_since(self, position: int) -> bool:
        """Whether all changes behind a position were seen here."""
        return self._began <= position <= self.position

    def committed_behind(self, position: int) -> int | None:
        """When the next thing behind a position was committed, in microseconds; None where that is too long ago."""
        if position < self._commits[0][0]:
            return None
        nth = bisect_right(self._commits, position, key=lambda commit: commit[0])
        return self._commits[nth][1] if nth < len(self._commits) else None

    def behind(self, position: int) -> list[Stored] | None:
        """What happened on the floor behind a position; None where that is no longer known here."""
        known = self._on_floor
        if not self.knows_since(position) or (len(known) == ON_FLOOR and known[0].position > position + 1):
            return None
        found = [each for each in known if position < each.position <= self.position]
        return sorted(found, key=lambda each: each.position)

    async def table_at(self, name: str, version: int) -> Table | None:
        """How a table stood; None where its events since would not be told, or it has not come so far."""
        if not 0 <= self.version(table_stream(name)) - version <= KEPT:
            return None
        async with self.history.one:
            return await asyncio.to_thread(self.history.table_at, name, version)

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
        self._ring_all_soon()
        for stream in streams:
            self._ring_soon(stream, BEAT_S)
            if stream.startswith("table/"):
                self._ring(dealer_at(name_of(stream)))

    def _ring_all_soon(self) -> None:
        self._ring_soon(FLOOR, FLOOR_S)
        self._ring_soon(DESK, DESK_S)

    def _ring_soon(self, topic: str, beat: float) -> None:
        """At once, unless it has just been; then after a beat, once for all that came meanwhile."""
        if topic not in self._ringing:
            self._ringing.add(topic)
            self._loop.call_at(max(self._loop.time(), self._rung.get(topic, 0.0) + beat), self._ring, topic)

    def _ring(self, topic: str) -> None:
        self._ringing.discard(topic)
        self._rung[topic] = self._loop.time()
        for waker in self._wakers[topic]:
            waker.wake()
        if topic.startswith("link/"):
            for name, table in self.tables.items():
                if table.setup is not None and table.setup.link == name_of(topic):
                    self._ring(sign_at(name))

    @contextmanager
    def followed(self, *topics: str) -> Iterator[Waker]:
        """Is woken when something is committed to a stream, the sign at a table changes, or anything on the floor."""
        waker = Waker()
        for topic in topics:
            self._wakers[topic].add(waker)
        try:
            yield waker
        finally:
            for topic in topics:
                self._wakers[topic].discard(waker)

    def stop(self) -> None:
        """Nobody waits any longer."""
        self.stopping = True
        for wakers in self._wakers.values():
            for waker in wakers:
                waker.wake()
