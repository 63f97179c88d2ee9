"""A running pit on both engines, as a process of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pitlink.client import Pit
from pitlink.server.roles import Role
from tests.server.running import Running, signed_in
from tests.store.conftest import books, databases, files, prepared, server, template

__all__ = ["books", "databases", "files", "prepared", "server", "template"]


@pytest.fixture
def pit(books: str, tmp_path: Path) -> Iterator[Running]:
    running = Running(books, tmp_path)
    running.start("--speed", "8")  # readers see every round settled
    try:
        yield running
    finally:
        running.stop()


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One for all tests of a file, on SQLite."""
    made = Running("", Path(tmp_path_factory.mktemp("pit")))
    made.start("--speed", "8")
    yield made
    made.stop()


@pytest.fixture(scope="module")
def staff(running: Running) -> Iterator[dict[Role, Pit]]:
    """Its staff, signed in."""
    from tests.server.test_staff import STAFF

    with signed_in(running, STAFF) as signed:
        yield signed
