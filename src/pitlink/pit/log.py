"""A log: what has happened at tables and links, one JSON object a line, in the order it happened.

The first line says which form the log has; every other is an event in its stream. Replaying the events gives the floor
as it stood, to the byte; a log that skips or repeats a line, or tells what cannot have been, is refused at that line.
"""

from collections.abc import Iterable, Iterator
from functools import reduce
from typing import Final

import msgspec
from msgspec import Struct, structs

from pitlink import jackpot, table
from pitlink.jackpot import Link
from pitlink.pit.floor import Floor, Recorded
from pitlink.table import Table
from pitlink.table.events import TableOpened
from pitlink.table.setup import check

FORM: Final = 1

# How evolving answers an event that cannot have followed.
REPLAY_FAULTS = (AssertionError, KeyError, ValueError, TypeError, IndexError, StopIteration)


class Header(Struct, frozen=True, forbid_unknown_fields=True):
    pitlink_log: int


class LogRefused(Exception):
    """A log that cannot be right: the line, what was found, what was expected."""

    def __init__(self, line: int, found: str, expected: str) -> None:
        super().__init__(f"line {line}: {found}; expected {expected}")
        self.line, self.found, self.expected = line, found, expected


def write(history: Iterable[Recorded]) -> Iterator[bytes]:
    """The lines of a log, its first line included."""
    encode = msgspec.json.Encoder().encode
    yield encode(Header(FORM)) + b"\n"
    for recorded in history:
        yield encode(recorded) + b"\n"


def read(lines: Iterable[bytes]) -> Iterator[Recorded]:
    """The events of a log; raises `LogRefused` at the first line that is not one."""
    decoder = msgspec.json.Decoder(Recorded)
    numbered = enumerate(lines, start=1)
    for number, line in numbered:
        try:
            header = msgspec.json.decode(line, type=Header)
        except (msgspec.DecodeError, ValueError) as error:
            raise LogRefused(number, str(error), f'{{"pitlink_log":{FORM}}}, the first line of a log') from None
        if header.pitlink_log != FORM:
            raise LogRefused(number, f"form {header.pitlink_log}", f"form {FORM}")
        break
    else:
        raise LogRefused(1, "nothing", f'{{"pitlink_log":{FORM}}}, the first line of a log')
    for number, line in numbered:
        try:
            yield decoder.decode(line)
        except (msgspec.DecodeError, ValueError) as error:
            raise LogRefused(number, str(error), "an event in its stream") from None


def replay(history: Iterable[Recorded]) -> Iterator[tuple[Recorded, Floor]]:
    """Every event with the floor as it leaves it; versions must follow one another in every stream."""
    floor = Floor()
    for number, recorded in enumerate(history, start=2):
        try:
            floor = after(floor, recorded)
        except REPLAY_FAULTS as error:
            found = f"{recorded.stream} {recorded.version}, which does not follow: {error!r}"
            raise LogRefused(number, found, "an event that the table or link can have had") from error
        version = _version(floor, recorded.stream)
        if version != recorded.version:
            found = f"{recorded.stream} {recorded.version}"
            raise LogRefused(number, found, f"{recorded.stream} {version}, the next of its stream")
        yield recorded, floor


def after(floor: Floor, recorded: Recorded) -> Floor:
    """The floor as an event leaves it."""
    kind, _, name = recorded.stream.partition("/")
    event = recorded.event
    if kind == "table" and isinstance(event, table.Event):
        if isinstance(event, TableOpened) and (refused := check(event.setup)):
            raise ValueError(str(refused))
        if isinstance(event, TableOpened) and event.setup.table != name:
            raise ValueError(f"set-up of table {event.setup.table}")
        known = floor.tables.get(name) or Table()
        return structs.replace(floor, tables={**floor.tables, name: table.evolve(known, event)})
    if kind == "link" and isinstance(event, jackpot.Event):
        link = floor.links.get(name) or Link()
        return structs.replace(floor, links={**floor.links, name: jackpot.evolve(link, event)})
    raise ValueError(f"an event of another kind in stream {recorded.stream}")


def _version(floor: Floor, stream: str) -> int:
    kind, _, name = stream.partition("/")
    return floor.tables[name].version if kind == "table" else floor.links[name].version


def floor_of(history: Iterable[Recorded]) -> Floor:
    return reduce(after, history, Floor())
