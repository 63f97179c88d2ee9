"""What the database itself refuses, whoever asks: it is the last to say what may be written."""

from collections.abc import Iterator
from typing import Any

import pytest
import sqlalchemy as sa
from msgspec import structs
from sqlalchemy.exc import DBAPIError

from pitlink.store import Store, schema
from pitlink.store.record import Stored, chained, row_of
from tests.store.conftest import ON_SQLITE, Prepared
from tests.store.floors import opened, play, till_of

APPEND_ONLY = (schema.event, schema.command, schema.entry, schema.meter, schema.checkpoint, schema.stream, schema.feed)


WRITTEN = APPEND_ONLY[:5]


def attempt(store: Store, statement: sa.Executable, *rows: dict[str, Any]) -> str:
    """What the database says to a statement that it must refuse."""
    with pytest.raises(DBAPIError) as told, store.engine.begin() as connection:
        connection.execute(statement, list(rows)) if rows else connection.execute(statement)
    return str(told.value.orig)


def played(books: str) -> None:
    with opened(books, "A", "T1") as store:
        play(till_of(store), "mbs-3cp", rounds=1)
        with store.engine.begin() as connection:
            row = {"position": 1, "at_us": 1, "body": "{}", "key": "k", "signature": "s"}
            connection.execute(sa.insert(schema.checkpoint), row)


@pytest.fixture
def store(prepared: Prepared) -> Iterator[Store]:
    with opened(prepared(played), "A") as found:
        yield found


@pytest.mark.parametrize("table", APPEND_ONLY, ids=lambda table: table.name)
def test_nothing_written_can_be_taken_out(store: Store, table: sa.Table) -> None:
    assert "append-only" in attempt(store, sa.delete(table))


@pytest.mark.parametrize("table", WRITTEN, ids=lambda table: table.name)
def test_nothing_written_can_be_changed(store: Store, table: sa.Table) -> None:
    column = list(table.c)[-1]
    assert "append-only" in attempt(store, sa.update(table).values({column: column}))


def all_rows(store: Store, *tables: sa.Table) -> list[list[tuple[Any, ...]]]:
    with store.engine.connect() as connection:
        asked = (sa.select(table).order_by(*table.primary_key.columns) for table in tables)
        return [[tuple(row) for row in connection.execute(each)] for each in asked]


def test_nothing_written_can_be_changed_by_writing_it_once_more(store: Store) -> None:
    before = all_rows(store, *APPEND_ONLY)
    for table in APPEND_ONLY:
        key = ", ".join(column.name for column in table.primary_key.columns)
        column = {"stream": "head", "feed": "at_us"}.get(table.name, list(table.c)[-1].name)
        again = f"insert into {table.name} select * from {table.name} where true on conflict ({key}) do update "
        told = attempt(store, sa.text(f"{again} set {column} = {'7' if column == 'at_us' else 'null'}"))
        assert "append-only" in told or "stale" in told
    assert all_rows(store, *APPEND_ONLY) == before


@ON_SQLITE  # PostgreSQL has no such statements
def test_nothing_written_can_be_replaced(store: Store) -> None:
    before = all_rows(store, *APPEND_ONLY)
    for table in APPEND_ONLY:
        told = attempt(store, sa.text(f"insert or replace into {table.name} select * from {table.name}"))
        assert "append-only" in told or "stale" in told
    assert all_rows(store, *APPEND_ONLY) == before


@ON_SQLITE
@pytest.mark.parametrize("table", [schema.command, schema.entry, schema.stream], ids=lambda table: table.name)
def test_nothing_written_gives_way_to_another_of_its_row_number(store: Store, table: sa.Table) -> None:
    """SQLite numbers rows by itself, and a row may be given the number of one that is there."""
    columns = [column.name for column in table.c]
    new = {"id": "'new'", "nth": "99", "transfer": "'new'", "name": "'table/new'", "version": "0"}
    values = ", ".join(new.get(column, column) for column in columns)
    replacing = f"insert or replace into {table.name} (rowid, {', '.join(columns)})"
    assert "append-only" in attempt(store, sa.text(f"{replacing} select rowid, {values} from {table.name} limit 1"))
    renumbering = f"update or replace {table.name} set rowid = rowid + 1 where rowid = 1"
    assert "append-only" in attempt(store, sa.text(renumbering))


@ON_SQLITE
def test_no_entry_gives_way_to_another_of_its_transfer(store: Store) -> None:
    with store.engine.begin() as connection:
        asked = sa.select(schema.entry).where(schema.entry.c.kind == "pending").limit(1)
        begun = connection.execute(asked).one()._asdict() | {"nth": 98}
        ended = {**begun, "kind": "posting", "giver": None, "taker": None, "amount_cents": None}
        connection.execute(sa.insert(schema.entry), ended)
    replacing = sa.insert(schema.entry).prefix_with("or replace")
    for row in (begun, ended, {**ended, "kind": "voiding"}):
        assert "append-only" in attempt(store, replacing, {**row, "nth": 99})


def test_a_stream_that_is_there_is_not_begun_again(store: Store) -> None:
    before = all_rows(store, schema.stream)
    begun = "into stream select name, 0, head, 0, null, 0 from stream where true"
    with store.engine.begin() as connection:
        connection.execute(sa.text(f"insert {begun} on conflict do nothing"))
        if connection.dialect.name == "sqlite":
            connection.execute(sa.text(f"insert or replace {begun}"))
    assert all_rows(store, schema.stream) == before


@pytest.mark.parametrize(
    "changed",
    [
        {"version": schema.stream.c.version + 1},
        {"version": schema.stream.c.version + 1, "head": "f" * 64},
        {"version": schema.stream.c.version + 2},
        {"version": schema.stream.c.version - 1},
        {"head": "f" * 64},
        {"epoch": -1},
        {"name": "table/X"},
    ],
    ids=["no event", "no such event", "skipped", "taken back", "another hash", "epoch taken back", "renamed"],
)
def test_a_stream_only_goes_forward(store: Store, changed: dict[str, Any]) -> None:
    ours = sa.update(schema.stream).where(schema.stream.c.name == "table/T1").values(changed)
    assert "append-only" in attempt(store, ours)


def test_the_end_of_the_log_only_goes_forward(store: Store) -> None:
    assert "append-only" in attempt(store, sa.update(schema.feed).values(position=schema.feed.c.position - 1))
    assert "append-only" in attempt(store, sa.update(schema.feed).values(position=schema.feed.c.position + 1))
    assert "append-only" in attempt(store, sa.update(schema.feed).values(position=schema.feed.c.position + 2))
    assert "append-only" in attempt(store, sa.update(schema.feed).values(at_us=schema.feed.c.at_us + 1))


def test_a_stream_begins_without_events(store: Store) -> None:
    row = {"name": "table/new", "version": 7, "head": "f" * 64, "epoch": 0, "lease_until_us": 0}
    assert "append-only" in attempt(store, sa.insert(schema.stream), row)


def the_next(store: Store) -> Stored:
    """An event that would follow, were it not for what a test changes."""
    last = store.read(store.position() - 1)[0]
    with store.engine.connect() as connection:
        columns = schema.stream.c
        stream = connection.execute(sa.select(schema.stream).where(columns.name == "table/T1")).one()
    body = '{"name":"table.player_joined/1","player":"Zoe"}'
    made = Stored(last.position + 1, "table/T1", stream.version + 1, stream.epoch, last.at_us, "Zoe", "c", body, "")
    return structs.replace(made, hash=chained(stream.head, made))


@pytest.mark.parametrize(
    ("field", "by", "says"),
    [
        ("epoch", -1, "stale stream"),
        ("epoch", 1, "stale stream"),
        ("version", 1, "stale stream"),
        ("version", -1, "stale stream|event_stream_version_key"),
        ("position", 1, "stale position"),
    ],
)
def test_an_event_that_does_not_follow_is_not_entered(store: Store, field: str, by: int, says: str) -> None:
    row = row_of(the_next(store))
    told = attempt(store, sa.insert(schema.event), {**row, field: row[field] + by})
    assert any(words in told for words in says.split("|"))
    with store.engine.begin() as connection:
        connection.execute(sa.insert(schema.event), row)  # and unchanged it would have been
        connection.rollback()


@ON_SQLITE
def test_an_event_that_is_left_out_moves_nothing(store: Store) -> None:
    row = {**row_of(the_next(store)), "hash": "too short"}
    before = all_rows(store, schema.stream, schema.feed)
    with store.engine.begin() as connection:
        connection.execute(sa.insert(schema.event).prefix_with("or ignore"), row)
    assert all_rows(store, schema.stream, schema.feed) == before


def test_the_end_moves_by_events_only_whatever_else_has_triggers(store: Store) -> None:
    """Inside the trigger of another table, that is."""
    moving = "update feed set position = position + 1"
    with store.engine.begin() as connection:
        connection.exec_driver_sql("create table other (a integer)")
        if store.engine.dialect.name == "sqlite":
            connection.exec_driver_sql(f"create trigger moving after insert on other begin {moving}; end")
        else:
            body = (
                f"create function moving() returns trigger language plpgsql as $$ begin {moving}; return null; end $$"
            )
            connection.exec_driver_sql(body)
            connection.exec_driver_sql("create trigger moving after insert on other execute function moving()")
    assert "append-only" in attempt(store, sa.text("insert into other values (1)"))


def test_temporary_tables_do_not_stand_in_for_those_that_guard(store: Store) -> None:
    row = row_of(the_next(store))
    with store.engine.connect() as connection:
        for name in ("stream", "feed"):
            connection.exec_driver_sql(f"create temporary table the_{name} as select * from {name}")
            connection.exec_driver_sql(f"alter table the_{name} rename to {name}")
        connection.exec_driver_sql("update stream set epoch = epoch + 1, version = version + 5")
        connection.exec_driver_sql("update feed set position = position + 5")
        ahead = {**row, "epoch": row["epoch"] + 1, "version": row["version"] + 5, "position": row["position"] + 5}
        with pytest.raises(DBAPIError, match="pitlink: stale"):
            connection.execute(sa.insert(schema.event), ahead)


def test_an_event_of_an_unknown_stream_is_not_entered(store: Store) -> None:
    row = {**row_of(the_next(store)), "stream": "table/T9", "version": 1, "epoch": 0}
    told = attempt(store, sa.insert(schema.event), row)
    assert "stale stream" in told or "foreign key" in told


def test_a_display_falls_only_for_a_reason_of_the_closed_list(store: Store) -> None:
    position = store.position()
    fallen = {"link": "L1", "before_fine": 10, "display_fine": 9, "reserve_fine": 0, "overflow_fine": 0}
    for reason in (None, "", "a mood"):
        assert attempt(store, sa.insert(schema.meter), {**fallen, "position": position, "reason": reason})


@pytest.mark.parametrize(
    "changed",
    [
        {"amount_cents": 0},
        {"amount_cents": -5},
        {"amount_cents": None},
        {"giver": None},
        {"taker": "bank"},
        {"reason": ""},
        {"kind": "gift"},
        {"kind": "posting"},
        {"position": 10**6},
    ],
    ids=str,
)
def test_an_entry_that_would_spoil_the_books_is_not_entered(store: Store, changed: dict[str, Any]) -> None:
    row = {"position": store.position(), "nth": 99, "kind": "transfer", "transfer": "new", "giver": "bank"}
    row |= {"taker": "pool/L1", "amount_cents": 5, "reason": "why", "wager": None}
    assert attempt(store, sa.insert(schema.entry), {**row, **changed})


def test_no_transfer_begins_or_ends_twice(store: Store) -> None:
    with store.engine.connect() as connection:
        entries = [row._asdict() for row in connection.execute(sa.select(schema.entry))]
    begun = next(row for row in entries if row["kind"] == "pending")
    assert attempt(store, sa.insert(schema.entry), {**begun, "nth": 99})
    ended = {**begun, "kind": "posting", "giver": None, "taker": None, "amount_cents": None}
    assert attempt(store, sa.insert(schema.entry), {**ended, "nth": 98}, {**ended, "kind": "voiding", "nth": 99})
