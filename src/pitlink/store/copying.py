"""Books copied from one place to another, whatever engine either is on: a backup, its return, or a move.

The source is read at one moment while others go on writing. What is copied goes through the same guards as when it was
first written: events in order, each behind the one before it in its stream. Tables belong to nobody in the copy. Decks
of rounds in play are copied too, so that the rounds can be played on; a copy is as secret as the books.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine

from pitlink.store import schema
from pitlink.store.database import at_one_moment, insert_many
from pitlink.store.migrating import migrate
from pitlink.store.record import genesis

PAGE: Final = 1_000  # rows at a time

# What stands beside the events, each behind what it refers to.
BESIDE: Final = (
    schema.command,
    schema.entry,
    schema.balance,
    schema.meter,
    schema.checkpoint,
    schema.secret,
    schema.snapshot,
    schema.person,  # but nobody is signed in to a copy
)

Progress = Callable[[int, int], None]


class NotEmpty(Exception):
    """Books that hold something already are not written over."""


def copy(source: Engine, target: Engine, progress: Progress | None = None) -> int:
    """Bring all of the source into a target without books, or with empty ones; the number of rows.

    The target is there as a whole or not at all. Raises `NotEmpty`.
    """
    migrate(target)
    with target.begin() as writing, at_one_moment(source) as reading:  # which ends before the long commit
        if writing.execute(sa.select(schema.feed.c.position).with_for_update()).scalar_one():
            raise NotEmpty("books that hold something already")
        there = sa.inspect(reading).get_table_names()  # books of earlier software have fewer
        beside = [table for table in BESIDE if table.name in there]
        total = sum(_count(reading, table) for table in (schema.event, *beside))
        done = 0
        for number in _copied(reading, writing, beside):
            done += number
            if progress is not None:
                progress(done, total)
    return done


def _count(connection: Connection, table: sa.Table) -> int:
    return int(connection.execute(sa.select(sa.func.count()).select_from(table)).scalar_one())


def _copied(reading: Connection, writing: Connection, beside: Sequence[sa.Table]) -> Iterator[int]:
    streams = [dict(row) for row in reading.execute(sa.select(schema.stream)).mappings()]
    first = {"version": 0, "epoch": 0, "owner": None, "lease_until_us": 0}
    insert_many(writing, schema.stream, [{**row, **first, "head": genesis(row["name"])} for row in streams])
    epochs = dict.fromkeys((row["name"] for row in streams), 0)
    for rows in _rows(reading, schema.event):
        for part in _of_one_epoch(rows):
            changed = {row["stream"]: row["epoch"] for row in part if row["epoch"] != epochs[row["stream"]]}
            _set_epochs(writing, changed)
            epochs |= changed
            insert_many(writing, schema.event, part)
        yield len(rows)
    _set_epochs(writing, {row["name"]: row["epoch"] for row in streams if row["epoch"] != epochs[row["name"]]})
    for table in beside:
        for rows in _rows(reading, table):
            insert_many(writing, table, rows)
            yield len(rows)


def _rows(connection: Connection, table: sa.Table) -> Iterator[list[dict[str, Any]]]:
    """Page by page, so that memory does not grow with the books."""
    asked = sa.select(table).order_by(*table.primary_key.columns).execution_options(yield_per=PAGE)
    for page in connection.execute(asked).mappings().partitions():
        yield [dict(row) for row in page]


def _of_one_epoch(rows: list[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    """Runs in which no stream has events of two epochs: a table may have changed hands within a page."""
    run: list[dict[str, Any]] = []
    seen: dict[str, int] = {}
    for row in rows:
        if seen.setdefault(row["stream"], row["epoch"]) != row["epoch"]:
            yield run
            run, seen = [], {row["stream"]: row["epoch"]}
        run.append(row)
    if run:
        yield run


def _set_epochs(connection: Connection, epochs: Mapping[str, int]) -> None:
    for name, epoch in epochs.items():
        connection.execute(sa.update(schema.stream).where(schema.stream.c.name == name).values(epoch=epoch))
