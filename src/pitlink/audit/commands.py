"""Commands held against the log: every event was answered for, and every answer has its events, all of them."""

from collections.abc import Iterable, Mapping
from typing import Any

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.engine import Connection

from pitlink.audit.odd import Odd, Wrong
from pitlink.refusals import Refused
from pitlink.store import events as system
from pitlink.store import schema
from pitlink.store.record import Stored
from pitlink.store.requests import Accepted, answer_from
from pitlink.store.streams import SYSTEM

PAGE = 500  # commands at a time


class Asked(Struct, frozen=True, gc=False):
    """An accepted command as it is kept."""

    id: str
    stream: str
    person: str
    at_us: int
    position: int  # of its last event
    events: int


def asked_for(connection: Connection, page: Iterable[Stored]) -> dict[str, Asked]:
    """The accepted commands that events come from."""
    ids = sorted({stored.command for stored in page if stored.command})
    found = {}
    for start in range(0, len(ids), PAGE):
        asked = sa.select(schema.command).where(schema.command.c.id.in_(ids[start : start + PAGE]))
        for row in connection.execute(asked):
            if (answer := _accepted(row)) is not None:
                found[row.id] = Asked(row.id, row.stream, row.person, row.at_us, answer.position, answer.events)
    return found


class CommandsAudit:
    """Goes along with the events. Those of one command stand together."""

    def __init__(self) -> None:
        self.number = 0  # of commands that have all their events
        self._now: Asked | None = None  # whose events are being told
        self._last = 0  # position of the last of them
        self._streams: set[str] = set()

    def take(self, stored: Stored, accepted: Mapping[str, Asked]) -> bool:
        """Whether an event is the last of its command."""
        if self._now is not None and (stored.stream == SYSTEM or stored.command != self._now.id):
            self.check_end()
        if stored.stream == SYSTEM:
            self._take_system(stored, accepted.get(stored.command))
            return True
        if self._now is None:
            self._begin(stored, accepted.get(stored.command))
        now = self._now
        assert now is not None
        if (stored.by, stored.at_us) != (now.person, now.at_us):
            raise Odd(f"{stored.by} at {stored.at_us}", f"{now.person} at {now.at_us}, as command {now.id!r} has it")
        self._last = stored.position
        self._streams.add(stored.stream)
        if stored.position < now.position:
            return False
        if now.stream not in self._streams:
            raise Odd(f"events of command {now.id!r} in {', '.join(sorted(self._streams))}", f"one in {now.stream}")
        self._now = None
        self._streams = set()
        self.number += 1
        return True

    def _take_system(self, stored: Stored, asked: Asked | None) -> None:
        """Of what happens to the books only a set-up is asked for, and answered with the event that tells it."""
        if not isinstance(stored.event, system.FloorSetUp):
            return
        told = (SYSTEM, stored.by, stored.at_us, stored.position, 1)
        if asked is None or (asked.stream, asked.person, asked.at_us, asked.position, asked.events) != told:
            raise Odd(f"a set-up by {stored.by} that was not accepted as command {stored.command!r}", "an accepted one")
        if stored.event.by != stored.by:
            raise Odd(f"a set-up by {stored.event.by}", f"one by {stored.by}, who asked for it")
        self.number += 1

    def _begin(self, stored: Stored, asked: Asked | None) -> None:
        if asked is None:
            raise Odd(f"command {stored.command!r} was not accepted", "an accepted command")
        first = asked.position - asked.events + 1
        if stored.position != first:
            raise Odd(f"the first event of command {stored.command!r}", f"events {first} to {asked.position} of it")
        self._now = asked

    def check_end(self) -> None:
        """A command of which events are missing."""
        if (now := self._now) is not None:
            found = f"none of command {now.id!r}"
            raise Wrong(f"event {self._last + 1}, in {now.stream}", found, f"its events up to {now.position}")

    def check_all(self, connection: Connection, last: int) -> None:
        """No other command was accepted; `last` is the position of the last event."""
        columns, number = schema.command.c, 0
        asked = sa.select(columns.id, columns.answer).execution_options(yield_per=PAGE)
        for row in connection.execute(asked):
            answer = _accepted(row)
            if answer is None:
                continue
            if answer.position > last:
                expected = f"event {answer.position}, which command {row.id!r} was answered"
                raise Wrong("the end of the log", f"event {last} is the last", expected)
            number += 1
        if number != self.number:
            raise Wrong(_without_events(connection), "accepted", "refused, or events of it in the log")


def _without_events(connection: Connection) -> str:
    """Which accepted command has none."""
    columns, events = schema.command.c, schema.event.c
    asked = sa.select(columns.id, columns.answer).order_by(columns.id).execution_options(yield_per=PAGE)
    for page in connection.execute(asked).partitions():
        ends = {row.id: answer.position for row in page if (answer := _accepted(row)) is not None}
        there = sa.select(events.position, events.command).where(events.position.in_(ends.values()))
        commands = {row.position: row.command for row in connection.execute(there)}
        for name, position in ends.items():
            if commands.get(position) != name:
                return f"command {name!r}"
    return "a command"


def _accepted(row: Any) -> Accepted | None:
    try:
        answer = answer_from(row.answer)
    except ValueError as error:
        raise Wrong(f"command {row.id!r}", f"an answer that cannot be read ({error})", "an answer") from None
    if isinstance(answer, Refused):
        return None
    if answer.events < 1:
        raise Wrong(f"command {row.id!r}", f"accepted with {answer.events} events", "an event or more")
    return answer
