"""What a role of a PostgreSQL server may do there, and what is said where it may not."""

import secrets
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from sqlalchemy.engine import make_url

from tests.cli.floors import SMALL, is_right, works
from tests.cli.processes import is_refused, pitlink
from tests.store.conftest import another_database
from tests.store.postgres import a_database


class House:
    """A database with a role that owns nothing in it."""

    def __init__(self, address: str, file: Path) -> None:
        self.address, self.role = address, f"role_{secrets.token_hex(4)}"
        self.file = file
        file.write_text(SMALL, encoding="utf-8")
        self.run("revoke create on schema public from public", f"create role {self.role} login password '{self.role}'")

    @property
    def theirs(self) -> str:
        """As the role sees it."""
        url = make_url(self.address).set(username=self.role, password=self.role)
        return url.render_as_string(hide_password=False)

    def run(self, *statements: str) -> None:
        with psycopg.connect(self.address, autocommit=True) as connection:
            for statement in statements:
                connection.execute(statement)

    def grant(self, rights: str) -> None:
        works("floor", "open", self.file, "--books", self.address)
        works("floor", "play", "--rounds", "1", "--books", self.address)
        self.run(f"grant {rights} on all tables in schema public to {self.role}")


@pytest.fixture
def house(server: str, tmp_path: Path) -> Iterator[House]:
    name = f"books_{secrets.token_hex(6)}"
    with a_database(server, name):
        made = House(another_database(server, name), tmp_path / "floor.toml")
        yield made
        made.run(f"drop owned by {made.role}", f"drop role {made.role}")


def may_not(house: House, *arguments: str | Path, told: str) -> None:
    done = pitlink(*arguments, "--books", house.theirs)
    is_refused(done, f"pitlink {arguments[0]}: ", f"{house.role}:***@", told, "expected a role that may", status=1)


def test_new_books_need_the_right_to_make_tables(house: House) -> None:
    may_not(house, "floor", "open", house.file, told="permission denied for schema public")
    books, backup = house.file.with_name("books.db"), house.file.with_name("backup")
    works("floor", "open", house.file, "--books", books)
    works("backup", backup, "--books", books)
    done = pitlink("restore", backup, "--books", house.theirs)
    is_refused(done, "permission denied for schema public: expected a role that may", status=1)


def test_who_may_only_read_can_look_and_prove(house: House, tmp_path: Path) -> None:
    house.grant("select")
    for reading in (("floor", "show"), ("link", "show", "L1"), ("audit", "verify"), ("audit", "log")):
        works(*reading, "--books", house.theirs)
    works("backup", tmp_path / "backup", "--books", house.theirs)
    key = tmp_path / "key"
    for writing in (
        ("floor", "play"),
        ("floor", "close", "T1"),
        ("link", "suspend", "L1", "--note", "x"),
        ("audit", "checkpoint", "--key-file", key),
    ):
        may_not(house, *writing, told="permission denied for table")
    assert not key.exists()


def test_who_may_not_even_read_is_told_so(house: House) -> None:
    house.grant("insert")
    for reading in (
        ("floor", "show"),
        ("link", "show", "L1"),
        ("audit", "verify"),
        ("audit", "report", "--day", "2026-11-16"),
    ):
        may_not(house, *reading, told="permission denied for table migration")


def test_who_may_write_rows_can_run_tables_on_finished_books(house: House) -> None:
    house.grant("select, insert, update, delete")
    works("floor", "play", "--rounds", "1", "--books", house.theirs)
    works("link", "suspend", "L1", "--note", "x", "--books", house.theirs)
    is_right(house.address)
