"""Bringing a database to its form: once, in order, and never over something else."""

import threading
from pathlib import Path

import pytest
import sqlalchemy as sa

from pitlink.store import migrating, schema
from pitlink.store.database import open_engine
from pitlink.store.migrating import CannotMigrate, Migration, migrate, migrations, statements
from tests.store.conftest import another_database
from tests.store.floors import opened
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


def test_statements_stand_between_empty_lines() -> None:
    text = "-- a remark\ncreate table a (\n    b integer\n);\n\n-- only a remark\n\ninsert into a values (1);\n"
    assert statements(text) == ("create table a (\n    b integer\n);", "insert into a values (1);")


@pytest.mark.parametrize("where", ["mysql://root@host/books", "oracle://host/books", "sqlite://", "://"])
def test_an_address_that_holds_no_books_is_refused(where: str) -> None:
    with pytest.raises(ValueError, match=r"holds no books|no address"):
        open_engine(where)
