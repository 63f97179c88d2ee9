"""Books on both engines: every test that asks for `books` is run on SQLite and on PostgreSQL."""

import os
import secrets
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
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


# Books to which the same was done for every test: done once, and cloned.

Prepare = Callable[[str], object]  # what to do with new books
Prepared = Callable[[Prepare], str]


@pytest.fixture(scope="session")
def files(tmp_path_factory: pytest.TempPathFactory) -> Prepared:
    @cache
    def prepared(prepare: Prepare) -> str:
        file = str(tmp_path_factory.mktemp("prepared") / "books.db")
        prepare(file)
        return file

    return prepared


@pytest.fixture(scope="session")
def databases(server: str, template: str) -> Iterator[Prepared]:
    with ExitStack() as stack:

        @cache
        def prepared(prepare: Prepare) -> str:
            name = f"prepared_{secrets.token_hex(6)}"
            stack.enter_context(a_database(server, name, template))
            prepare(another_database(server, name))
            return name

        yield prepared


@pytest.fixture(params=ENGINES)
def prepared(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Prepared]:
    """Gives books of the test's own, on which a function was called when they were new."""
    with ExitStack() as stack:

        def clone(prepare: Prepare) -> str:
            if request.param == "sqlite":
                return str(shutil.copy(request.getfixturevalue("files")(prepare), tmp_path / "books.db"))
            database, server = request.getfixturevalue("databases")(prepare), request.getfixturevalue("server")
            name = f"books_{secrets.token_hex(6)}"
            stack.enter_context(a_database(server, name, database))
            return another_database(server, name)

        yield clone


ON_SQLITE = pytest.mark.parametrize("prepared", ["sqlite"], indirect=True)


@pytest.fixture(params=ENGINES)
def elsewhere(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A place without books: a file that is not there, or a database without tables."""
    if request.param == "sqlite":
        yield str(tmp_path / "elsewhere.db")
        return
    server, name = request.getfixturevalue("server"), f"books_{secrets.token_hex(6)}"
    with a_database(server, name):
        yield another_database(server, name)
