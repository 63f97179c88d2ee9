"""What says how everything stands, held against what the log has led to."""

from collections.abc import Mapping

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitlink.audit.accounts import Accounts
from pitlink.audit.odd import Wrong
from pitlink.jackpot import Link
from pitlink.store import guards, schema, software
from pitlink.store.record import Stored, genesis
from pitlink.store.requests import deck_from
from pitlink.store.streams import name_of, state_bytes, table_stream
from pitlink.table import Table
from pitlink.table.state import Play

Heads = Mapping[str, tuple[int, str]]


def check_guards(connection: Connection) -> None:
    """What keeps the books from being changed is still there."""
    if odd := guards.first_odd(connection):
        raise Wrong("the guards of the books", odd.found, odd.expected)


def check_streams(connection: Connection, heads: Heads, epochs: Mapping[str, int]) -> None:
    missing = set(heads)
    for row in connection.execute(sa.select(schema.stream)):
        missing.discard(row.name)
        version, head = heads.get(row.name, (0, genesis(row.name)))
        if (row.version, row.head) != (version, head):
            raise Wrong(row.name, f"version {row.version} kept", f"version {version}, where its events end")
        if row.epoch != epochs.get(row.name, 0):
            raise Wrong(row.name, f"epoch {row.epoch}", f"epoch {epochs.get(row.name, 0)}, taken last")
    for stream in sorted(missing):
        raise Wrong(stream, "no row that says where it stands", f"version {heads[stream][0]}, where its events end")


def check_feed(connection: Connection, last: Stored | None) -> None:
    if last is None:
        raise Wrong("the log", "no event", "the opening of the books, which is the first")
    kept = [(row.position, row.at_us) for row in connection.execute(sa.select(schema.feed))]
    if kept != [(last.position, last.at_us)]:
        found = ", ".join(f"position {position} at {at_us}" for position, at_us in kept) or "no position"
        raise Wrong("the end of the log", f"{found} kept", f"{last.position} at {last.at_us}, where the events end")


def check_balances(connection: Connection, accounts: Accounts) -> None:
    kept = {(row[0], row[1]): tuple(row[2:]) for row in connection.execute(sa.select(schema.balance))}
    ours = {key: (part.posted, part.leaving, part.coming) for key, part in accounts.parts.items()}
    for account, stream in sorted({*kept, *ours}, key=str):
        found, expected = (both.get((account, stream), (0, 0, 0)) for both in (kept, ours))
        if found != expected:
            raise Wrong(f"account {account}, moved by {stream}", f"balance {found}", f"{expected}, by the entries")


def check_secrets(connection: Connection, tables: Mapping[str, Table]) -> None:
    """A deck is kept while it is sealed and in play: the one that fits the seal, and no other."""
    missing = {
        table_stream(name) for name, table in tables.items() if table.play is not None and _is_sealed(table.play)
    }
    for row in connection.execute(sa.select(schema.secret).order_by(schema.secret.c.stream)):
        where = f"the sealed deck of {row.stream}"
        table = tables.get(name_of(row.stream)) if row.stream.startswith("table/") else None
        play = table.play if table is not None else None
        missing.discard(row.stream)
        if play is None or not _is_sealed(play):
            raise Wrong(where, "kept", "none while no sealed deck is in play")
        if row.round != play.number:
            raise Wrong(where, f"of round {row.round}", f"of round {play.number}, which is in play")
        try:
            fits = deck_from(row.deck).seal == play.seal
        except ValueError as error:
            raise Wrong(where, f"one that cannot be read ({error})", "the deck that was sealed") from None
        if not fits:
            raise Wrong(where, "cards that do not fit the seal", "the deck that was sealed")
    for stream in sorted(missing):
        raise Wrong(f"the sealed deck of {stream}", "not kept", "the deck that was sealed, until it is opened")


def _is_sealed(play: Play) -> bool:
    return bool(play.seal) and not play.deck_opened


class Snapshots:
    """States that were kept; only one of this very software can be read."""

    def __init__(self, connection: Connection) -> None:
        self._kept = {
            (row.stream, row.version): row.state if row.software == software.digest() else None
            for row in connection.execute(sa.select(schema.snapshot))
        }

    def check(self, stored: Stored, tables: Mapping[str, Table], links: Mapping[str, Link]) -> None:
        """One kept with this event must be the state that the log leads to, to the byte."""
        if not self._kept or (stored.stream, stored.version) not in self._kept:
            return
        state = self._kept.pop((stored.stream, stored.version))
        kind, _, name = stored.stream.partition("/")
        ours = tables.get(name) if kind == "table" else links.get(name) if kind == "link" else None
        if ours is None or (state is not None and not _same(state, ours)):
            where = f"snapshot of {stored.stream} {stored.version}"
            raise Wrong(where, "another state", "the state that the events lead to")

    def check_end(self) -> None:
        for stream, version in sorted(self._kept):
            raise Wrong(f"snapshot of {stream} {version}", "a state without its event", "a version that there was")


def _same(state: bytes, ours: Table | Link) -> bool:
    try:
        kept = msgspec.msgpack.decode(state, type=type(ours))
        return state_bytes(kept) == state_bytes(ours)
    except (ValueError, TypeError):
        return False


def first_position(connection: Connection) -> int:
    """Where whatever has a position begins."""
    kept = (schema.event, schema.entry, schema.meter)
    firsts = [connection.execute(sa.select(sa.func.min(table.c.position))).scalar() for table in kept]
    return min((1, *(int(each) for each in firsts if each is not None)))
