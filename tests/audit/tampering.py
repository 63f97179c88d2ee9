"""Somebody with every right on the database changes it behind the software's back."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import sqlalchemy as sa
from msgspec import structs
from sqlalchemy.engine import Connection, Engine

from pitlink.store import schema
from pitlink.store.record import Stored, chained, genesis, row_of, stored_of


@contextmanager
def unguarded(engine: Engine) -> Iterator[Connection]:
    """A connection for which nothing is checked any more."""
    with engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            connection.exec_driver_sql("set session_replication_role = replica")
        else:
            connection.exec_driver_sql("rollback")
            connection.exec_driver_sql("pragma foreign_keys = off")
            connection.exec_driver_sql("begin")
            guards = connection.exec_driver_sql("select name from sqlite_master where type = 'trigger'").scalars().all()
            for guard in guards:
                connection.exec_driver_sql(f"drop trigger {guard}")
        yield connection
        connection.commit()
        if engine.dialect.name == "postgresql":
            connection.exec_driver_sql("set session_replication_role = default")
            connection.commit()


def log(connection: Connection) -> list[Stored]:
    return [stored_of(row) for row in connection.execute(sa.select(schema.event).order_by(schema.event.c.position))]


def change(connection: Connection, table: sa.Table, position: int, **values: Any) -> None:
    connection.execute(sa.update(table).where(table.c.position == position).values(**values))


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
    for stream, (version, head) in heads.items():
        columns = schema.stream.c
        connection.execute(sa.update(schema.stream).where(columns.name == stream).values(version=version, head=head))
    connection.execute(sa.update(schema.feed).values(position=len(events)))
