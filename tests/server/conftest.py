"""A running pit on both engines, as a process of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.running import Running
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
