"""A running pit on both engines, as a process of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.running import Running
from tests.store.conftest import books, server, template

__all__ = ["books", "server", "template"]


@pytest.fixture
def pit(books: str, tmp_path: Path) -> Iterator[Running]:
    running = Running(books, tmp_path)
    running.start()
    try:
        yield running
    finally:
        running.stop()
