"""Two processes that both believe to own a table: the one that was stopped past its lease writes nothing any more."""

import random
import signal
import sqlite3
import threading
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import OperationalError

from pitlink.store import Store, Unavailable, database, schema
from tests.store.floors import a_table, at_table, bet, do, opened, refuse, till_of
from tests.store.load import (
    ALL,
    TABLES,
    Job,
    Process,
    check_acknowledged,
    check_books,
    loaded,
    play_some,
    settle_open,
    successor,
    until,
    work,
)

CYCLES = 30 if ALL else 3
BUSY_MS = 400
SOME = {name: TABLES[name] for name in ("T1", "T2", "T5")}


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "BUSY_MS", BUSY_MS)


@pytest.fixture
def open_books(books: str) -> str:
    """With the tables open already: whatever comes is for a table."""
    with successor(books, "opening", SOME) as store:
        for name, game in SOME.items():
            loaded(till_of(store), game, name, seed=0)
    return books


def job_of(books: str, folder: Path, nth: int = 0) -> Job:
    return Job(books, f"stopped-{nth}", folder / f"diary-{nth}", SOME, nth, lease_s=0.3, busy_ms=BUSY_MS)


def play_everywhere(store: Store, seed: int) -> None:
    """At once: a claim of one table may have to wait for that of another."""
    with ThreadPoolExecutor(len(SOME)) as tables:
        list(tables.map(lambda each: play_some(*loaded(till_of(store), each[1], each[0], seed)), SOME.items()))


def rows_in(store: Store) -> tuple[int, int]:
    """Events, and commands to tables with a final answer; links are everybody's."""
    with store.engine.connect() as connection:
        counted = sa.select(sa.func.count()).where(schema.command.c.stream.like("table/%"))
        return store.position(), connection.execute(counted).scalar_one()


def check_it_writes_nothing(process: Process, store: Store) -> None:
    """Another has taken the tables: every command of the first is refused, and it leaves them alone."""
    before = rows_in(store)
    process.resume()
    assert process.join() == 0
    told = process.told
    assert sorted(each.table for each in told.ended) == sorted(SOME)
    assert {each.code for each in told.ended} == {"not_the_owner"}, told.faults
    assert told.open == ()
    assert rows_in(store) == before
    check_acknowledged(store, told)
    check_books(store)


# Stopped at any moment


def test_a_process_stopped_past_its_lease_at_any_moment_writes_nothing_more(open_books: str, tmp_path: Path) -> None:
    books = open_books
    dice = random.Random(7)
    for nth in range(CYCLES):
        with Process(job_of(books, tmp_path, nth)) as process:
            process.wait_for_answers()
            time.sleep(dice.uniform(0.0, 0.3))
            process.pause()
            if not can_be_taken(books, f"second-{nth}", SOME):  # it was stopped while it held the file
                process.kill()  # as the instruction says
            with successor(books, f"third-{nth}", SOME) as store:
                if nth % 2:  # else it has only taken them
                    play_everywhere(store, nth)
                if process.alive:
                    check_it_writes_nothing(process, store)
                else:
                    check_acknowledged(store, process.told)
                check_books(store)


def can_be_taken(books: str, process: str, tables: Iterable[str]) -> bool:
    """False where SQLite's file is held; PostgreSQL lets nobody hold anything for long who does nothing."""
    try:
        with successor(books, process, tables):
            return True
    except Unavailable as fault:
        check_instruction(books, fault)
        return False


def check_instruction(books: str, fault: Unavailable) -> None:
    assert "://" not in books
    assert fault.instruction == "another process holds the books; end it, then go on"


@pytest.mark.parametrize("words", ["database is locked", "locking protocol"])
def test_whatever_sqlite_calls_a_file_that_is_held_the_instruction_is_one(words: str) -> None:
    """The second is what it says of a file whose holder was stopped just when it began: seldom to be had on purpose."""
    fault = database.unavailable(OperationalError("select 1", None, sqlite3.OperationalError(words)))
    check_instruction("books.db", fault)


def test_whoever_only_reads_may_take_his_time(books: str) -> None:
    """An audit that thinks for long between two questions keeps nobody waiting, and is not sent away."""
    engine = database.open_engine(books)
    with database.at_one_moment(engine) as connection:
        connection.execute(sa.select(1))
        time.sleep(2 * BUSY_MS / 1000)
        assert connection.execute(sa.select(1)).scalar_one() == 1
    engine.dispose()


# Stopped between commands, and inside a transaction


def stop_inside(nth: int, job: Job) -> None:
    """Play, and stop before the nth commit of something."""
    commits = 0

    def stop(connection: Connection) -> None:
        nonlocal commits
        if connection.get_execution_options().get("reading", False):
            return
        commits += 1
        if commits == nth:
            signal.pthread_kill(threading.get_ident(), signal.SIGSTOP)  # not a step further, whatever other threads do

    sa.event.listen(Engine, "commit", stop)
    work(job)


@pytest.mark.parametrize("nth", [5, 40, 41, 60, 80])
def test_a_process_stopped_inside_a_transaction_loses_it_or_holds_the_books(
    open_books: str, tmp_path: Path, nth: int
) -> None:
    books = open_books
    with Process(job_of(books, tmp_path), partial(stop_inside, nth)) as process:
        until(lambda: process.paused)
        assert process.alive, process.told.faults
        if "://" in books:
            with successor(books, "second", SOME) as store:
                play_everywhere(store, nth)
                check_it_writes_nothing(process, store)
            return
        assert not can_be_taken(books, "second", SOME)
        process.resume()  # nobody has taken its tables: it goes on as if nothing had been
        process.wait_for_answers()
        process.kill()
        told = process.told
        assert not told.ended
        with successor(books, "third", SOME) as store:
            check_acknowledged(store, told)
            settle_open(store, told)
            play_everywhere(store, nth)
            check_books(store)


def test_a_process_that_lost_its_table_refuses_nothing_in_the_name_of_the_books(books: str) -> None:
    """What it remembers is no reason to refuse a command for good: the new owner knows better."""
    with opened(books, "A", "T1", lease_s=0.1) as store, opened(books, "B") as other:
        a_table(store)
        time.sleep(0.15)
        other.own(["T1"])
        for wager in ("ante", "blind"):
            do(other, at_table(bet("Ada", 1, wager, 10)))
        request = at_table(bet("Ada", 1, "trips", 10))  # not without them
        refuse(store, request, "not_the_owner")
        assert other.answer_of(request.id) is None
        do(other, request)
        check_books(other)
