"""Bringing a database to its form: once, in order, and never over something else."""

import threading
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from pitlink.audit.verifying import verify
from pitlink.store import migrating, schema
from pitlink.store.database import open_engine
from pitlink.store.migrating import CannotMigrate, Migration, migrate, migrations, statements
from tests.store.conftest import another_database
from tests.store.floors import opened, play, till_of
from tests.store.postgres import a_database


def test_both_engines_have_the_same_migrations_and_tables(books: str) -> None:
    assert [each.number for each in migrations("sqlite")] == [each.number for each in migrations("postgresql")]
    with opened(books) as store:
        made = sa.inspect(store.engine)
        tables = {name: [column["name"] for column in made.get_columns(name)] for name in made.get_table_names()}
    assert tables == {table.name: [column.name for column in table.c] for table in schema.ALL}


def test_what_has_run_does_not_run_again(books: str) -> None:
    engine = open_engine(books)
    last = migrations(engine.dialect.name)[-1].number
    assert migrate(engine) == last
    with engine.connect() as connection:
        before = connection.execute(sa.select(schema.migration)).all()
    assert migrate(engine) == last
    with engine.connect() as connection:
        assert connection.execute(sa.select(schema.migration)).all() == before
    engine.dispose()


def test_processes_that_start_together_migrate_once(tmp_path: Path, server: str) -> None:
    with a_database(server, "together"):
        for books in (str(tmp_path / "books.db"), another_database(server, "together")):
            faults: list[BaseException] = []

            def start(where: str = books, told: list[BaseException] = faults) -> None:
                try:
                    engine = open_engine(where)
                    migrate(engine)
                    engine.dispose()
                except BaseException as fault:
                    told.append(fault)

            threads = [threading.Thread(target=start) for _ in range(6)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            assert faults == []


def test_a_migration_edited_after_it_ran_is_refused(books: str, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = open_engine(books)
    migrate(engine)
    known = migrations(engine.dialect.name)
    edited = Migration(known[0].number, known[0].statements, "0" * 64)
    monkeypatch.setattr(migrating, "migrations", lambda _: [edited, *known[1:]])
    with pytest.raises(CannotMigrate, match="migration 1 is not the one that has run here"):
        migrate(engine)
    engine.dispose()


def test_books_of_newer_software_are_refused(books: str) -> None:
    engine = open_engine(books)
    last = migrate(engine)
    with engine.begin() as connection:
        connection.execute(sa.insert(schema.migration), {"number": last + 1, "digest": "0" * 64, "at_us": 0})
    with pytest.raises(CannotMigrate, match=f"this software knows {last} and needs an update"):
        migrate(engine)
    engine.dispose()


def test_a_migration_that_fails_leaves_nothing(books: str, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = open_engine(books)
    last = migrate(engine)
    known = migrations(engine.dialect.name)
    bad = Migration(last + 1, ("create table half (a integer)", "create table broken ("), "1" * 64)
    monkeypatch.setattr(migrating, "migrations", lambda _: [*known, bad])
    with pytest.raises(Exception, match=r"syntax|incomplete"):
        migrate(engine)
    assert "half" not in sa.inspect(engine).get_table_names()
    engine.dispose()


def until(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """Software that knows no later migration."""
    monkeypatch.setattr(migrating, "migrations", lambda engine: migrations(engine)[:number])


def test_books_of_the_first_form_are_brought_to_the_last_with_all_they_hold(
    elsewhere: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as earlier:
        until(earlier, 1)
        with opened(elsewhere, "A", "T1") as store:
            play(till_of(store), "mbs-uth", rounds=1)
            store.leave()
            before = store.read(0, 10_000)
            with store.engine.connect() as connection:
                assert connection.execute(sa.select(sa.func.count()).select_from(schema.migration)).scalar_one() == 1
    with opened(elsewhere, "B", "T1") as store:
        assert store.read(0, 10_000)[: len(before)] == before
        play(till_of(store), "mbs-uth", rounds=1, seed=2)
        assert store.position() > len(before) + 10
        with pytest.raises(DBAPIError, match="append-only"), store.engine.begin() as connection:
            connection.execute(sa.update(schema.stream).values(head="f" * 64))
        verify(store.engine)


def test_what_guards_the_books_looks_at_them_in_whatever_schema_they_are(server: str) -> None:
    with a_database(server, "in_a_schema"):
        books = another_database(server, "in_a_schema")
        engine = open_engine(books)
        with engine.begin() as connection:
            connection.exec_driver_sql('create schema "The Floor"')
            connection.exec_driver_sql("alter database in_a_schema set search_path = 'The Floor', public")
        engine.dispose()
        with opened(books, "A", "T1") as store:
            play(till_of(store), "mbs-uth", rounds=1)
            with store.engine.connect() as connection:
                assert "event" in sa.inspect(connection).get_table_names("The Floor")
                guards = "pg_proc join pg_trigger on tgfoid = pg_proc.oid where not tgisinternal"
                asked = f"select distinct array_to_string(proconfig, '') from {guards}"
                found = connection.exec_driver_sql(asked).scalars().all()
            assert found == ['search_path="The Floor", pg_temp']


def test_statements_stand_between_empty_lines() -> None:
    text = "-- a remark\ncreate table a (\n    b integer\n);\n\n-- only a remark\n\ninsert into a values (1);\n"
    assert statements(text) == ("create table a (\n    b integer\n);", "insert into a values (1);")


@pytest.mark.parametrize("where", ["mysql://root@host/books", "oracle://host/books", "sqlite://", "://"])
def test_an_address_that_holds_no_books_is_refused(where: str) -> None:
    with pytest.raises(ValueError, match=r"holds no books|no address"):
        open_engine(where)
