"""A real Chromium and a running pit, for the tests of one file.

The browser is driven from an event loop, so it is closed again before the next file: others run loops of their own.
"""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.playing import Visitor
from tests.server.running import Running

CHROME = os.environ.get("CHROME") or shutil.which("chromium") or shutil.which("google-chrome")
OPTIONS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync", "--disable-dev-shm-usage"),
)
SPEED = "5"  # times the usual pace: a person with a mouse still keeps up

expect.set_options(timeout=15_000)  # what is expected comes, on a busy machine too


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    assert CHROME, "there is no chromium: ./x test installs it as root on Debian; else set CHROME"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROME, args=list(OPTIONS))
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    made = Running("", Path(tmp_path_factory.mktemp("pit")))
    made.start("--speed", SPEED)
    yield made
    made.stop()


@pytest.fixture
def a_pit_of_its_own(tmp_path: Path) -> Iterator[Running]:
    """For a test that stops it."""
    made = Running("", tmp_path)
    made.start("--speed", "3")
    yield made
    made.stop()


@pytest.fixture
def visitor(browser: Browser, running: Running) -> Iterator[Visitor]:
    with Visitor(browser, running.address) as made:
        yield made
