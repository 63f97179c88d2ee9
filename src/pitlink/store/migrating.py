"""Bringing a database to the form that this software reads and writes.

Each migration is a file of plain SQL for each engine, run once, in order, all of them in one transaction. What has run
is recorded with its digest: a file that was edited afterwards, or a database made by newer software, is refused.
"""

import hashlib
import time
from importlib import resources

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.engine import Connection, Engine

from pitlink.store import schema
from pitlink.store.database import reading, write_ahead

_MADE = "create table migration (number integer primary key, digest text not null, at_us bigint not null)"
_LOCK = "select pg_advisory_xact_lock(7046000)"  # on PostgreSQL two processes may start together


class CannotMigrate(Exception):
    """A database whose form is not one that this software has led to."""


class NotBooks(Exception):
    """A database that something else keeps its tables in: books are not made among them."""

    def __init__(self, tables: list[str]) -> None:
        names = ", ".join(tables[:3]) + (", …" if len(tables) > 3 else "")
        super().__init__(f"tables of something else ({names}): expected books, or a database without tables")


class Migration(Struct, frozen=True):
    number: int
    statements: tuple[str, ...]
    digest: str


def migrations(engine: str) -> list[Migration]:
    """Those for an engine, in order: files named 0001.sqlite.sql."""
    folder = resources.files("pitlink.store") / "migrations"
    found = []
    for file in sorted(folder.iterdir(), key=lambda each: each.name):
        number, _, rest = file.name.partition(".")
        if rest == f"{engine}.sql":
            text = file.read_text(encoding="utf-8")
            digest = hashlib.sha256(text.encode()).hexdigest()
            found.append(Migration(int(number), statements(text), digest))
    return found


def statements(text: str) -> tuple[str, ...]:
    """What stands between empty lines, without remarks."""
    parts = (_without_remarks(part) for part in text.split("\n\n"))
    return tuple(part for part in parts if part)


def _without_remarks(part: str) -> str:
    return "\n".join(line for line in part.splitlines() if not line.startswith("--")).strip()


def migrate(engine: Engine) -> int:
    """Run what has not run yet; the number of the last migration. Finished books need no right to make tables."""
    known = migrations(engine.dialect.name)
    _check_free(engine)
    if engine.dialect.name == "sqlite":
        write_ahead(engine)
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.exec_driver_sql(_LOCK)
        if not sa.inspect(connection).has_table(schema.migration.name):
            connection.exec_driver_sql(_MADE)
        done = _check(connection, known)
        for each in known[done:]:
            for statement in each.statements:
                connection.exec_driver_sql(statement)
            row = {"number": each.number, "digest": each.digest, "at_us": time.time_ns() // 1000}
            connection.execute(sa.insert(schema.migration), row)
    return known[-1].number


def _check_free(engine: Engine) -> None:
    """That a database holds books, or nothing."""
    with reading(engine) as connection:
        found = sa.inspect(connection)
        tables = found.get_table_names()
        if tables and not _holds_books(found):
            raise NotBooks(sorted(tables))


def _holds_books(found: sa.Inspector) -> bool:
    name = schema.migration.name
    columns = found.get_columns(name) if found.has_table(name) else []
    return [column["name"] for column in columns] == [column.name for column in schema.migration.c]


def _check(connection: Connection, known: list[Migration]) -> int:
    """How many have run, each as it stands in its file."""
    rows = connection.execute(sa.select(schema.migration).order_by(schema.migration.c.number)).all()
    for nth, row in enumerate(rows):
        if nth >= len(known):
            last = known[-1].number
            raise CannotMigrate(f"migration {row.number} has run here; this software knows {last} and needs an update")
        if row.number != known[nth].number or row.digest != known[nth].digest:
            raise CannotMigrate(f"migration {row.number} is not the one that has run here; it was edited afterwards")
    return len(rows)


def is_there(engine: Engine) -> bool:
    """Whether a database holds books at all."""
    with reading(engine) as connection:
        return _holds_books(sa.inspect(connection))


def waiting(engine: Engine) -> list[Migration]:
    """Those that have still to run on books which are there; what has run must be of this software."""
    known = migrations(engine.dialect.name)
    with reading(engine) as connection:
        return known[_check(connection, known) :]


def check(engine: Engine) -> None:
    """That books which are there have the form of this software, without bringing them to it."""
    if missing := waiting(engine):
        raise CannotMigrate(f"migration {missing[0].number} has not run here; a command that writes will run it")
