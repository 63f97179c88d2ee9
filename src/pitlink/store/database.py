"""The two engines behind one door: SQLite in a file, or a PostgreSQL server.

A writing transaction on SQLite is the only one from its first statement on. On PostgreSQL writers run beside one
another until they lock a link or the end of the log; what they read is what is committed.
"""

import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.dialects import postgresql
from sqlalchemy.engine import URL, Connection, Engine, ExceptionContext, make_url
from sqlalchemy.exc import ArgumentError, DataError, DBAPIError, IntegrityError, ProgrammingError

_POSTGRESQL: Final = postgresql.dialect()  # type: ignore[no-untyped-call]

BUSY_MS: Final = 10_000  # how long one process waits for another
NOT_ALLOWED: Final = "42501"  # what PostgreSQL answers a role that lacks a right


class Unavailable(Exception):
    """The books cannot be reached or written now. What was asked may have happened or not: ask again with its id."""

    def __init__(self, why: str, instruction: str) -> None:
        super().__init__(f"{why}: {instruction}")
        self.why, self.instruction = why, instruction


def open_engine(where: str) -> Engine:
    """`where` is a file, or an address such as postgresql://user@host/name."""
    url = address(where)
    return _sqlite(url) if url.get_backend_name() == "sqlite" else _postgresql(url)


def address(where: str) -> URL:
    if "://" not in where:
        return URL.create("sqlite", database=str(Path(where)))
    try:
        url = make_url(where)
    except ArgumentError:
        raise ValueError(f"{where!r} is no address of a database") from None
    if url.get_backend_name() == "postgresql":
        return url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() == "sqlite" and url.database:
        return url
    raise ValueError(f"{url.get_backend_name()} holds no books: a file, sqlite:///file or postgresql://…")


def _sqlite(url: URL) -> Engine:
    arguments = {"timeout": BUSY_MS / 1000, "isolation_level": None}
    engine = sa.create_engine(url, connect_args=arguments, hide_parameters=True)  # decks are among them

    @event.listens_for(engine, "connect")
    def prepare(connection: sqlite3.Connection, _: object) -> None:
        for pragma in ("synchronous=FULL", "foreign_keys=ON", "trusted_schema=OFF"):
            connection.execute(f"pragma {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        reading = connection.get_execution_options().get("reading", False)
        connection.exec_driver_sql("begin" if reading else "begin immediate")

    return engine


def write_ahead(engine: Engine) -> None:
    """Readers and the writer of a SQLite file wait for one another no more; the file keeps this for good."""
    connection = engine.raw_connection()
    try:
        connection.cursor().execute("pragma journal_mode=WAL").fetchall()
    finally:
        connection.close()


def open_to_read(where: str) -> Engine:
    """For whoever only looks. A file in a folder that nobody writes to, as on a disc, is read as it lies."""
    url = address(where)
    if url.get_backend_name() == "sqlite" and _lies_still(file := Path(str(url.database))):
        return as_it_lies(file)
    return open_engine(where)


def _lies_still(file: Path) -> bool:
    """Nobody has it open to write, or has left events beside it that are not in it yet."""
    return not os.access(file.parent, os.W_OK) and not file.with_name(f"{file.name}-wal").exists()


def as_it_lies(file: Path) -> Engine:
    """A file that is not changed, not even by looking at it."""
    query = {"mode": "ro", "immutable": "1", "uri": "true"}
    url = URL.create("sqlite", database=f"file:{quote(str(file.absolute()))}", query=query)
    return sa.create_engine(url, hide_parameters=True)


def _postgresql(url: URL) -> Engine:
    settings = {
        "synchronous_commit": "on",
        "lock_timeout": str(BUSY_MS),
        "idle_in_transaction_session_timeout": str(BUSY_MS),  # who is stopped while holding a link loses it
    }
    options = " ".join(f"-c {name}={value}" for name, value in settings.items())
    arguments: dict[str, Any] = {"options": options, "connect_timeout": 5, "application_name": "pitlink"}
    engine = sa.create_engine(url, isolation_level="READ COMMITTED", connect_args=arguments, hide_parameters=True)
    event.listen(engine, "handle_error", _name_no_row)
    return engine


def _name_no_row(context: ExceptionContext) -> None:
    """The server tells the values of a row that it does not take: a deck may be such a row. Its first words stay."""
    error, told = context.original_exception, context.sqlalchemy_exception
    first = getattr(getattr(error, "diag", None), "message_primary", None)
    if first:
        error.args = (first,)
        if told is not None:
            told.args = (f"({type(error).__module__}.{type(error).__name__}) {error}",)


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """A transaction that only reads, and waits for no writer."""
    with engine.connect().execution_options(reading=True) as connection, connection.begin():
        yield connection


@contextmanager
def at_one_moment(engine: Engine) -> Iterator[Connection]:
    """A transaction that only reads, as slowly as it likes, and sees nothing of the commits that come meanwhile."""
    if engine.dialect.name != "postgresql":
        with reading(engine) as connection:
            yield connection
        return
    with engine.connect().execution_options(isolation_level="REPEATABLE READ") as connection:
        connection.exec_driver_sql("set local idle_in_transaction_session_timeout = 0")  # it keeps nobody waiting
        yield connection


# Many rows at once


def insert_many(connection: Connection, table: sa.Table, rows: Sequence[Mapping[str, Any]], conflict: str = "") -> None:
    """On PostgreSQL as one statement, so that triggers see the rows together and the server is asked once.

    `conflict` says what becomes of rows that are there already, in words that both engines know.
    """
    if not rows:
        return
    if connection.dialect.name == "postgresql":
        columns = {column.name: [row[column.name] for row in rows] for column in table.c}
        connection.exec_driver_sql(_unnesting(table) + conflict, columns)
    else:
        connection.exec_driver_sql(_each(table) + conflict, [dict(row) for row in rows])


@cache
def _unnesting(table: sa.Table) -> str:
    names = ", ".join(column.name for column in table.c)
    arrays = ", ".join(f"%({column.name})b::{column.type.compile(_POSTGRESQL)}[]" for column in table.c)
    return f"insert into {table.name} ({names}) select * from unnest({arrays}) "


@cache
def _each(table: sa.Table) -> str:
    names = ", ".join(column.name for column in table.c)
    values = ", ".join(f":{column.name}" for column in table.c)
    return f"insert into {table.name} ({names}) values ({values}) "


# What an engine says when something is wrong


def is_stale(error: DBAPIError) -> bool:
    """Somebody else has appended to a stream, owns it now, or has carried out a command of the same id."""
    told = str(error.orig)
    return any(word in told for word in ("pitlink: stale", "event_pkey", "event_stream_version_key", "command_pkey"))


def _state(error: DBAPIError) -> str:
    """PostgreSQL's name for the fault; SQLite has none."""
    return getattr(error.orig, "sqlstate", None) or ""


def is_ours(error: DBAPIError) -> bool:
    """A fault of this software, not of the database: it is raised as it is."""
    return isinstance(error, ProgrammingError | IntegrityError | DataError) and _state(error) != NOT_ALLOWED


def is_passing(error: DBAPIError) -> bool:
    """A fault that trying again may outlive: the server restarted, a lock was not to be had, a deadlock was broken."""
    state = _state(error)
    if error.connection_invalidated or state[:2] in ("08", "57") or state in ("40001", "40P01", "55P03", "25P03"):
        return True
    return not state and any(word in str(error.orig) for word in ("connection", "server closed", "Connection refused"))


def unavailable(error: DBAPIError) -> Unavailable:
    """What to do about a fault that does not pass by itself."""
    words = str(error.orig).strip().split("\n", maxsplit=1)[0]
    state = _state(error)
    if state == NOT_ALLOWED:
        return Unavailable(words, "expected a role that may read and write these tables, or make them for new books")
    if state == "25006":
        return Unavailable(words, "expected a server, and a role, that may write")
    if "disk is full" in words or state == "53100":
        return Unavailable(words, "free space on the disk of the books, then go on")
    if "disk I/O" in words:
        return Unavailable(words, "check the disk of the books, then start again; nothing was acknowledged")
    if "locked" in words or "locking protocol" in words:  # the latter while who holds it was just about to begin
        return Unavailable(words, "another process holds the books; end it, then go on")
    if isinstance(error.orig, sqlite3.Error):
        return _of_a_file(words)
    if state in ("XX001", "XX002"):
        return Unavailable(words, "restore a backup")
    return Unavailable(words, "see that the database runs and can be reached, then go on")


def _of_a_file(words: str) -> Unavailable:
    or_else = "or copy it, with any -wal beside it, to where you may"
    if "not a database" in words:
        return Unavailable("the file is no database", "expected books, as `pitlink floor open` makes them")
    if "malformed" in words:
        return Unavailable(f"the file is damaged ({words})", "restore a backup")
    if "readonly" in words:
        return Unavailable("the file cannot be written", f"see that you may write to it and its folder, {or_else}")
    if "unable to open" in words:
        return Unavailable("the file cannot be opened", f"see that you may read it and write to its folder, {or_else}")
    return Unavailable(words, "see that the file is whole, then go on")
