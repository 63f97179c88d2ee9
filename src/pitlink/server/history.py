"""Rounds that are over, found in the log and replayed.

A round is from one call for bets to the next, or to the closing of the table. Its call is found by halving the stream,
and its states from the nearest mark on, so that a round of a long night costs no more than one of a short one.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from msgspec import Struct

from pitlink.jackpot import Link
from pitlink.server.marks import Marks, State
from pitlink.store import Store, Stored
from pitlink.store.streams import evolved, link_stream, table_stream
from pitlink.table import Table
from pitlink.table.events import BetsCalled, TableClosed

PAGE: Final = 500  # events read at once
LOOK_BACK: Final = 100  # for the call of a round
KEPT: Final = 24  # replayed rounds
LOOKED: Final = 200  # rounds that are looked through for some that fit
AT_ONCE: Final = 20  # of them
MOST_STEPS: Final = 1000  # of a round in which people came and went for days: its call, and the last ones

_CALLED: Final = f'{{"name":"{BetsCalled.__struct_config__.tag}"'
_CLOSED: Final = f'{{"name":"{TableClosed.__struct_config__.tag}"'


class Step(Struct, frozen=True):
    """One event of a round, the table after it, and its link as the whole command left it."""

    stored: Stored
    table: Table
    link: Link | None


class History:
    def __init__(self, store: Store) -> None:
        self.one = asyncio.Lock()  # at a time: who looks back waits, who plays does not
        self._store = store
        self._marks = Marks()
        self._kept: OrderedDict[tuple[str, int], tuple[Step, ...]] = OrderedDict()

    def note(self, stream: str, state: State) -> None:
        """How a stream stands now, to be gone on from later."""
        self._marks.note(stream, state)

    # The rounds of a table, newest first

    def rounds_before(self, table: str, now: Table, before: int, most: int) -> list[list[Stored]]:
        """The events of the last rounds before one, which itself need not be there yet."""
        last = self._end_before(table, now, before)
        found: list[Stored] = []
        stream, calls = table_stream(table), 0
        while last > 0 and calls < most:
            after = max(0, last - PAGE)
            page = self._store.read_stream(stream, after, last - after)
            calls += sum(map(_is_call, page))
            found, last = page + found, after
        return list(_rounds_in(found))[::-1][:most]

    def _end_before(self, table: str, now: Table, before: int) -> int:
        """The version behind which a round begins; rounds that are not over yet are left out."""
        first = min(before, now.rounds + 1 if now.play is None else now.rounds)
        if first > now.rounds:
            return now.version
        call = self._call(table_stream(table), first, now.version)
        return 0 if call is None else call.version - 1

    def find(
        self, table: str, now: Table, before: int, most: int, fits: Callable[[list[Stored]], bool]
    ) -> tuple[list[list[Stored]], int | None]:
        """The last rounds before one that fit, and how far back it was looked; not further than `LOOKED` rounds."""
        found: list[list[Stored]] = []
        reached: int | None = None
        for _ in range(0, LOOKED, AT_ONCE):
            page = self.rounds_before(table, now, before if reached is None else reached, AT_ONCE)
            for events in page:
                reached = _number(events[0])
                if fits(events):
                    found.append(events)
                if len(found) == most:
                    return found, reached
            if not page:
                break
        return found, reached

    def round_at(self, table: str, version: int) -> int:
        """Which round had been called last when a version was reached; 0 before the first."""
        call = self._last_call(table_stream(table), version)
        return 0 if call is None else _number(call)

    # The events of a table

    def record(self, table: str, before: int, most: int) -> tuple[Step, ...]:
        """The last events before a version, in their order, each with the table as it left it."""
        first = max(1, before - most)
        events = self._store.read_stream(table_stream(table), first - 1, before - first)
        return tuple(Step(stored, state, None) for stored, state in told_along(self.table_at(table, first - 1), events))

    def table_at(self, table: str, version: int) -> Table:
        """How a table stood after one of its events."""
        state = self._state_at(table_stream(table), version)
        assert isinstance(state, Table)
        return state

    # One round

    def steps(self, table: str, now: Table, number: int) -> tuple[Step, ...] | None:
        """A round that is over, event by event; None where the log has none of that number."""
        key = table, number
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        call = self._call(table_stream(table), number, now.version)
        if call is None:
            return None
        steps = self._replayed(table, self._events_from(call))
        if number == now.rounds and now.play is not None:  # more may come before the next call
            return steps
        self._kept[key] = steps
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return steps

    def _events_from(self, call: Stored) -> list[Stored]:
        found: list[Stored] = []
        after = call.version - 1
        while page := self._store.read_stream(call.stream, after, PAGE):
            found, after = found + page, page[-1].version
            if any(each.version > call.version and _is_end(each) for each in page):
                break
        return next(_rounds_in(found))

    def _replayed(self, table: str, events: Sequence[Stored]) -> tuple[Step, ...]:
        before = self.table_at(table, events[0].version - 1)
        name = before.rules.link
        beside = iter(()) if name is None else self._link_beside(link_stream(name), events)
        steps = [Step(stored, state, next(beside, None)) for stored, state in told_along(before, events)]
        return (steps[0], *steps[1:][1 - MOST_STEPS :])

    def _link_beside(self, stream: str, events: Sequence[Stored]) -> Iterator[Link]:
        """A link after each of a table's events, with all that the same command did to it."""
        version = self._version_at(stream, events[0].position)
        state = self._state_at(stream, version)
        assert isinstance(state, Link)
        coming = self._read_on(stream, version)
        following = next(coming, None)
        for stored in events:
            while following is not None and (
                following.position < stored.position or following.command == stored.command
            ):
                after = evolved(state, following.event)
                assert isinstance(after, Link)
                state, following = after, next(coming, None)
            yield state

    def _version_at(self, stream: str, position: int) -> int:
        """Of the last event of a stream before a position; its first one comes before any table is on it."""
        low, high = 1, 2
        while (at := self._position_of(stream, high)) is not None and at < position:
            low, high = high, 2 * high
        while high - low > 1:
            middle = (low + high) // 2
            at = self._position_of(stream, middle)
            low, high = (middle, high) if at is not None and at < position else (low, middle)
        return low

    def _position_of(self, stream: str, version: int) -> int | None:
        found = self._store.read_stream(stream, version - 1, 1)
        return found[0].position if found else None

    def _state_at(self, stream: str, version: int) -> State:
        """How a stream stood, from the nearest mark on; what is passed on the way is marked."""
        empty: State = Table() if stream.startswith("table/") else Link()
        state = self._marks.before(stream, version) or empty
        for stored in self._read_on(stream, state.version):
            if stored.version > version:
                break
            after = evolved(state, stored.event)
            assert isinstance(after, State)
            state = after
            self._marks.note(stream, state)
        return state

    def _read_on(self, stream: str, after: int) -> Iterator[Stored]:
        while page := self._store.read_stream(stream, after, PAGE):
            yield from page
            after = page[-1].version

    # Calls

    def _call(self, stream: str, number: int, version: int) -> Stored | None:
        """The call of a round, which lies behind `low` and not behind `high`."""
        low, high = 0, version
        while low < high:
            middle = (low + high + 1) // 2
            call = self._last_call(stream, middle)
            called = 0 if call is None else _number(call)
            if called < number:
                low = middle
            elif called == number:
                return call
            else:
                assert call is not None
                high = call.version - 1
        return None

    def _last_call(self, stream: str, version: int) -> Stored | None:
        """The last one up to a version."""
        while version > 0:
            after = max(0, version - LOOK_BACK)
            page = self._store.read_stream(stream, after, version - after)
            call = next((each for each in reversed(page) if _is_call(each)), None)
            if call is not None:
                return call
            version = after
        return None


def told_along(table: Table, events: Iterable[Stored]) -> Iterator[tuple[Stored, Table]]:
    """Events that follow one another, each with the table as it left it."""
    for stored in events:
        after = evolved(table, stored.event)
        assert isinstance(after, Table)
        table = after
        yield stored, table


def _is_call(stored: Stored) -> bool:
    return stored.body.startswith(_CALLED)


def _is_end(stored: Stored) -> bool:
    return stored.body.startswith((_CALLED, _CLOSED))


def _number(call: Stored) -> int:
    event = call.event
    assert isinstance(event, BetsCalled)
    return event.round


def _rounds_in(events: Sequence[Stored]) -> Iterator[list[Stored]]:
    """Those whose call is among these events; what happens at a closed table belongs to none."""
    current: list[Stored] | None = None
    for stored in events:
        if _is_call(stored):
            if current is not None:
                yield current
            current = [stored]
        elif current is not None:
            current.append(stored)
            if stored.body.startswith(_CLOSED):
                yield current
                current = None
    if current is not None:
        yield current
