"""Somebody with every right on the database changes it behind the software's back."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import sqlalchemy as sa
from msgspec import structs
from sqlalchemy.engine import Connection, Engine

from pitlink import jackpot, table
from pitlink.jackpot import Link
from pitlink.store import schema
from pitlink.store.posting import Posted
from pitlink.store.record import Stored, chained, genesis, row_of, stored_of
from pitlink.table import Table


@contextmanager
def unguarded(engine: Engine) -> Iterator[Connection]:
    """A connection for which nothing is checked; afterwards the guards are there again, as if they had always been."""
    guards: dict[str, str] = {}
    with engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            connection.exec_driver_sql("set session_replication_role = replica")
        else:
            connection.exec_driver_sql("rollback")
            connection.exec_driver_sql("pragma foreign_keys = off")
            connection.exec_driver_sql("begin immediate")  # tables may be playing: then it waits for its turn
            rows = connection.exec_driver_sql("select name, sql from sqlite_master where type = 'trigger'").all()
            guards = {row.name: row.sql for row in rows}
            for name in guards:
                connection.exec_driver_sql(f"drop trigger {name}")
        yield connection
        for text in guards.values():
            connection.exec_driver_sql(text)
        connection.commit()
        if engine.dialect.name == "postgresql":
            connection.exec_driver_sql("set session_replication_role = default")
            connection.commit()


def log(connection: Connection) -> list[Stored]:
    return [stored_of(row) for row in connection.execute(sa.select(schema.event).order_by(schema.event.c.position))]


def change(connection: Connection, what: sa.Table, position: int, **values: Any) -> None:
    connection.execute(sa.update(what).where(what.c.position == position).values(**values))


def rewrite(connection: Connection, events: list[Stored]) -> None:
    """The whole log anew, with positions, versions and hashes that fit, and streams that say so."""
    connection.execute(sa.delete(schema.event))
    heads: dict[str, tuple[int, str]] = {}
    for position, each in enumerate(events, start=1):
        version, head = heads.get(each.stream, (0, genesis(each.stream)))
        placed = structs.replace(each, position=position, version=version + 1)
        placed = structs.replace(placed, hash=chained(head, placed))
        heads[each.stream] = (placed.version, placed.hash)
        connection.execute(sa.insert(schema.event), row_of(placed))
    columns = schema.stream.c
    for stream in connection.execute(sa.select(columns.name)).scalars().all():
        version, head = heads.get(stream, (0, genesis(stream)))
        connection.execute(sa.update(schema.stream).where(columns.name == stream).values(version=version, head=head))
    connection.execute(sa.update(schema.feed).values(position=len(events), at_us=events[-1].at_us))


def fit(connection: Connection) -> None:
    """Everything beside the log anew, as it follows from the events, whatever they say."""
    for what in (schema.entry, schema.meter, schema.balance, schema.snapshot):
        connection.execute(sa.delete(what))
    tables: dict[str, Table] = {}
    links: dict[str, Link] = {}
    posted = Posted()
    for stored in log(connection):
        event, stream = stored.event, stored.stream
        place = {f"{stream} {stored.version}": stored.position}
        if isinstance(event, jackpot.Event):
            link = links.get(stream) or Link()
            links[stream] = jackpot.evolve(link, event)
            posted.add(jackpot.entries(link, event, links[stream]), place)
            connection.execute(sa.insert(schema.meter), _meter(stored, event, link, links[stream]))
        elif isinstance(event, table.Event):
            state = tables.get(stream) or Table()
            tables[stream] = table.evolve(state, event)
            posted.add(table.entries(state, event, tables[stream]), place)
    posted.write(connection)


def _meter(stored: Stored, event: jackpot.Event, was: Link, now: Link) -> dict[str, Any]:
    return {
        "position": stored.position,
        "link": now.id,
        "before_fine": was.meters.display,
        "display_fine": now.meters.display,
        "reserve_fine": now.meters.reserve,
        "overflow_fine": now.meters.overflow,
        "reason": getattr(event, "reason", None),
    }
