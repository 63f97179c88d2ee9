"""Books on both engines: every test that asks for `books` is run on SQLite and on PostgreSQL."""

import os
import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitlink.store.database import open_engine
from pitlink.store.migrating import migrate
from tests.store.postgres import FROM_OUTSIDE, a_database, a_server

ENGINES = ("sqlite", "postgresql")


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The address of a PostgreSQL server, with any database of it."""
    if outside := os.environ.get(FROM_OUTSIDE):
        yield outside
        return
    with a_server() as running:
        yield running.address("postgres")


@pytest.fixture(scope="session")
def template(server: str) -> Iterator[str]:
    """A database with the tables made, to be cloned."""
    name = f"template_{secrets.token_hex(4)}"
    with a_database(server, name):
        engine = open_engine(another_database(server, name))
        migrate(engine)
        engine.dispose()
        yield name


def another_database(server: str, name: str) -> str:
    start, _, rest = server.rpartition("/")
    _, mark, options = rest.partition("?")
    return f"{start}/{name}{mark}{options}"


@pytest.fixture(params=ENGINES)
def books(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Where new books can be opened."""
    if request.param == "sqlite":
        yield str(tmp_path / "books.db")
        return
    server, template = request.getfixturevalue("server"), request.getfixturevalue("template")
    name = f"books_{secrets.token_hex(6)}"
    with a_database(server, name, template):
        yield another_database(server, name)


@pytest.fixture(params=ENGINES)
def elsewhere(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A place without books: a file that is not there, or a database without tables."""
    if request.param == "sqlite":
        yield str(tmp_path / "elsewhere.db")
        return
    server, name = request.getfixturevalue("server"), f"books_{secrets.token_hex(6)}"
    with a_database(server, name):
        yield another_database(server, name)
