"""A proof in a process of its own: ended with the pit, and told apart from one that could not be made."""

import asyncio
import os
import sys
import time
from pathlib import Path

import pytest

from pitlink.audit import apart
from pitlink.audit.apart import Away
from pitlink.server.proving import Proof, Proving
from pitlink.store import Store
from pitlink.store.database import open_engine
from tests.store.floors import a_table, opened


async def ended(prover: Proving) -> Proof:
    until = time.monotonic() + 60
    while prover.runs:
        assert time.monotonic() < until, "a proof without end"
        await asyncio.sleep(0.02)
    assert prover.last is not None
    return prover.last


def begun(where: str, name: str = "Eve") -> Proof:
    """What came of a proof of books, asked for and waited for."""

    async def prove() -> Proof:
        engine = open_engine(where)
        prover = Proving(engine, asyncio.Lock())
        first = prover.begin(name)
        assert (first.state, first.by, first.done) == ("running", "Eve", 0)
        found = await ended(prover)
        engine.dispose()
        return found

    return asyncio.run(prove())


def test_books_are_proved_by_another_process(books: str) -> None:
    """Which has to be told the way to them, with the password where there is one."""
    with opened(books, "A", "T1") as store:
        a_table(store)
        position = store.position()
    found = begun(books)
    assert found.state == "right"
    assert found.verified is not None
    assert (found.verified.events, found.verified.site) == (position, "A")


def test_books_that_are_not_there_are_not_called_wrong(tmp_path: Path) -> None:
    found = begun(str(tmp_path / "none" / "books.db"))
    assert (found.state, found.where, found.verified) == ("failed", None, None)
    assert "prove them again" in (found.instruction or "")


def test_a_file_that_is_no_books_is_not_proved(tmp_path: Path) -> None:
    file = tmp_path / "books.db"
    file.write_bytes(b"no database" * 100)
    assert isinstance(apart.prove(str(file)), Away)
    assert begun(str(file)).state == "failed"


def test_a_process_that_says_nothing_is_a_failure_with_its_last_words(
    books: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    program = tmp_path / "program"
    program.write_text("#!/bin/sh\necho 'no memory left' >&2\nexit 1\n")
    program.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(program))
    found = begun(books)
    assert found.state == "failed"
    assert found.found == "the proof has ended without a result: no memory left"
    monkeypatch.setattr(sys, "executable", str(tmp_path / "none"))
    assert (begun(books).found or "").startswith("no process could be started")


WITH_PROC = pytest.mark.skipif(not Path("/proc/self").exists(), reason="processes are counted in /proc")


@WITH_PROC
def test_a_proof_ends_with_the_pit_and_leaves_no_process(books: str) -> None:
    async def stop(store: Store) -> None:
        prover = Proving(store.engine, asyncio.Lock())
        prover.begin("Eve")
        until = time.monotonic() + 30
        while not provers():
            assert time.monotonic() < until, "no process was started"
            await asyncio.sleep(0.005)
        await prover.stop()
        assert provers() == []

    with opened(books, "A", "T1") as store:
        a_table(store)
        asyncio.run(stop(store))


def provers() -> list[str]:
    """Processes that were started from here and prove something."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                parent = (folder / "stat").read_text().rpartition(")")[2].split()[1]
                told = (folder / "cmdline").read_text()
            except OSError:
                continue
            if parent == str(os.getpid()) and "pitlink.audit.apart" in told:
                found.append(folder.name)
    return found


@WITH_PROC
def test_whoever_goes_through_the_whole_log_is_waited_for(books: str) -> None:
    async def wait(store: Store) -> None:
        one = asyncio.Lock()
        prover = Proving(store.engine, one)
        async with one:
            prover.begin("Eve")
            await asyncio.sleep(0.1)
            assert prover.runs
            assert provers() == []
        assert (await ended(prover)).state == "right"

    with opened(books, "A", "T1") as store:
        a_table(store)
        asyncio.run(wait(store))
