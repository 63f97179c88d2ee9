"""A stream as it stands: from its snapshot and the events since, or caught up from where it was known last."""

from collections.abc import Iterator, Mapping
from typing import Final

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.engine import Connection

from pitlink import jackpot, table
from pitlink.jackpot import Link
from pitlink.ledger import is_name
from pitlink.store import schema, software
from pitlink.store.record import AnyEvent, Stored, stored_of
from pitlink.table import Table

State = Table | Link | None  # the system's own stream has no state

SNAPSHOT_EVERY: Final = 256  # events of one stream
SYSTEM: Final = "system/books"

_table_from = msgspec.msgpack.Decoder(Table).decode  # made here: in several threads at once msgspec crashes
_link_from = msgspec.msgpack.Decoder(Link).decode


class Known(Struct, frozen=True, gc=False):
    """What is known of a stream: its state, and the version, hash and epoch that the next event must follow."""

    stream: str
    state: State
    version: int
    head: str
    epoch: int


def table_stream(name: str) -> str:
    return f"table/{name}"


def link_stream(name: str) -> str:
    return f"link/{name}"


def name_of(stream: str) -> str:
    return stream.partition("/")[2]


def evolved(state: State, event: AnyEvent) -> State:
    if isinstance(state, Table) and isinstance(event, table.Event):
        return table.evolve(state, event)
    if isinstance(state, Link) and isinstance(event, jackpot.Event):
        return jackpot.evolve(state, event)
    raise ValueError(f"{type(event).__name__} in a stream of another kind")


def _empty(stream: str) -> State:
    return Table() if stream.startswith("table/") else Link() if stream.startswith("link/") else None


def load(connection: Connection, stream: str) -> Known | None:
    """A stream from its snapshot on, or from its first event; None where there is none."""
    if not is_name(name_of(stream)):
        return None  # and PostgreSQL could not even be asked for some
    # The snapshot first: others may commit between the two, and it must not be ahead of what the stream says.
    kept = connection.execute(sa.select(schema.snapshot).where(schema.snapshot.c.stream == stream)).first()
    row = connection.execute(sa.select(schema.stream).where(schema.stream.c.name == stream)).first()
    if row is None:
        return None
    if stream == SYSTEM:
        return Known(stream, None, row.version, row.head, row.epoch)
    if kept is not None and kept.software == software.digest() and 0 < kept.version <= row.version:
        state: State = (_table_from if stream.startswith("table/") else _link_from)(kept.state)
        start = Known(stream, state, kept.version, "", row.epoch)
    else:
        start = Known(stream, _empty(stream), 0, row.head, row.epoch)
    return _followed(connection, start, row.version, row.head, row.epoch)


def catch_up(connection: Connection, known: Known, *, lock: bool = False) -> Known:
    """The same stream as it stands now; locked, it stands so until the end of the transaction."""
    columns = schema.stream.c
    asked = sa.select(columns.version, columns.head, columns.epoch).where(columns.name == known.stream)
    row = connection.execute(asked.with_for_update() if lock else asked).one()
    if row.version == known.version and row.epoch == known.epoch:
        return known
    return _followed(connection, known, row.version, row.head, row.epoch)


def _followed(connection: Connection, known: Known, version: int, head: str, epoch: int) -> Known:
    state = known.state
    if state is not None:
        for stored in events_of(connection, known.stream, known.version, version):
            state = evolved(state, stored.event)
    return Known(known.stream, state, version, head, epoch)


def events_of(connection: Connection, stream: str, after: int, until: int | None = None) -> Iterator[Stored]:
    """The events of one stream, in order."""
    columns = schema.event.c
    asked = sa.select(schema.event).where(columns.stream == stream, columns.version > after).order_by(columns.version)
    if until is not None:
        asked = asked.where(columns.version <= until)
    for row in connection.execute(asked.execution_options(yield_per=1000)):
        yield stored_of(row)


def state_bytes(state: State) -> bytes:
    """Two states are the same if these are: sets in one order, everything else in its own."""
    return msgspec.msgpack.encode(_plain(state))


def _plain(value: object) -> object:
    match value:
        case Struct():
            return [_plain(getattr(value, name)) for name in value.__struct_fields__]
        case Mapping():
            return [[_plain(key), _plain(each)] for key, each in value.items()]
        case frozenset():
            return sorted(value)
        case tuple() | list():
            return [_plain(each) for each in value]
        case _:
            return value


def snapshot_of(known: Known) -> dict[str, object]:
    state = msgspec.msgpack.encode(known.state)
    return {"stream": known.stream, "version": known.version, "software": software.digest(), "state": state}
