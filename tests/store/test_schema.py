"""What the database itself refuses, whoever asks: it is the last to say what may be written."""

from typing import Any

import pytest
import sqlalchemy as sa
from msgspec import structs
from sqlalchemy.exc import DBAPIError

from pitlink.store import Store, schema
from pitlink.store.record import Stored, chained, row_of
from tests.store.floors import opened, play, till_of

APPEND_ONLY = (schema.event, schema.command, schema.entry, schema.meter, schema.checkpoint, schema.stream, schema.feed)


def attempt(store: Store, statement: sa.Executable, *rows: dict[str, Any]) -> str:
    """What the database says to a statement that it must refuse."""
    with pytest.raises(DBAPIError) as told, store.engine.begin() as connection:
        connection.execute(statement, list(rows)) if rows else connection.execute(statement)
    return str(told.value.orig)


@pytest.fixture
def store(books: str) -> Any:
    with opened(books, "A", "T1") as opened_store:
        play(till_of(opened_store), "mbs-3cp", rounds=1)
        with opened_store.engine.begin() as connection:
            row = {"position": 1, "at_us": 1, "body": "{}", "key": "k", "signature": "s"}
            connection.execute(sa.insert(schema.checkpoint), row)
        yield opened_store


@pytest.mark.parametrize("table", APPEND_ONLY, ids=lambda table: table.name)
def test_nothing_written_can_be_taken_out(store: Store, table: sa.Table) -> None:
    assert "append-only" in attempt(store, sa.delete(table))


@pytest.mark.parametrize("table", APPEND_ONLY[:5], ids=lambda table: table.name)
def test_nothing_written_can_be_changed(store: Store, table: sa.Table) -> None:
    column = list(table.c)[-1]
    assert "append-only" in attempt(store, sa.update(table).values({column: column}))


@pytest.mark.parametrize(
    "changed",
    [
        {"version": schema.stream.c.version + 2},
        {"version": schema.stream.c.version - 1},
        {"epoch": -1},
        {"name": "table/X"},
    ],
    ids=["skipped", "taken back", "epoch taken back", "renamed"],
)
def test_a_stream_only_goes_forward(store: Store, changed: dict[str, Any]) -> None:
    ours = sa.update(schema.stream).where(schema.stream.c.name == "table/T1").values(changed)
    assert "append-only" in attempt(store, ours)


def test_the_end_of_the_log_only_goes_forward(store: Store) -> None:
    assert "append-only" in attempt(store, sa.update(schema.feed).values(position=schema.feed.c.position - 1))
    assert "append-only" in attempt(store, sa.update(schema.feed).values(position=schema.feed.c.position + 2))


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
