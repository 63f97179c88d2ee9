"""PostgreSQL stopped hard and started again under load: every commit whose outcome was unknown is settled by its id."""

import random
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import psycopg
import pytest

from pitlink.bots.house import DEALER
from pitlink.money import Cents
from pitlink.store import Store
from pitlink.table import commands as ask
from tests.store.conftest import another_database
from tests.store.floors import a_table, at_table, do, opened
from tests.store.load import ALL, TABLES, Job, Process, check_acknowledged, check_books, read, successor
from tests.store.postgres import Server, a_database, a_server

TIMES = 20 if ALL else 2  # of each


@pytest.fixture(scope="module")
def durable() -> Iterator[Server]:
    with a_server(durable=True) as server:
        yield server


@pytest.fixture
def books_there(durable: Server) -> Iterator[str]:
    with a_database(durable.address("postgres"), "books"):
        yield another_database(durable.address("postgres"), "books")


def test_a_server_that_goes_away_under_load_costs_nothing_that_was_acknowledged(
    durable: Server, books_there: str, tmp_path: Path
) -> None:
    dice = random.Random(1)
    names = list(TABLES)
    parts = [names[0::3], names[1::3], names[2::3]]  # three processes with two tables each
    jobs = [
        Job(
            books_there,
            f"process-{nth}",
            tmp_path / f"diary-{nth}",
            {name: TABLES[name] for name in part},
            seed=nth,
            lease_s=30.0,
            patience_s=60.0,
        )
        for nth, part in enumerate(parts)
    ]
    with ExitStack() as stack:
        processes = [stack.enter_context(Process(job)) for job in jobs]
        for nth in range(2 * TIMES):
            for process in processes:  # all of them are at work again
                process.wait_for_answers()
            time.sleep(dice.uniform(0.0, 0.4))
            (durable.restart if nth % 2 else durable.kill)()
        for process in processes:
            process.wait_for_answers()
            process.stop()
    with successor(books_there, "after", ()) as store:
        for job in jobs:
            told = read(job.diary)
            assert told.faults == []
            assert told.open == ()  # every one was settled, none by asking a person
            check_acknowledged(store, told)
        assert check_books(store).events > 0


# The answer to one commit is lost, in both ways it can be


def lose_connection(connection: Any) -> None:
    connection.driver_connection.close()
    raise psycopg.OperationalError("server closed the connection unexpectedly")


def lose_before(connection: Any) -> None:
    lose_connection(connection)


def lose_after(connection: Any) -> None:
    connection.commit()
    lose_connection(connection)


@pytest.mark.parametrize("lose", [lose_before, lose_after])
def test_a_commit_whose_answer_is_lost_is_settled_by_the_id_of_its_command(
    books_there: str, monkeypatch: pytest.MonkeyPatch, lose: Callable[[Any], None]
) -> None:
    with opened(books_there, "A", "T1") as store:
        a_table(store)
        chips, position = store.table("T1").players["Ada"].chips, store.position()
        lose_one_commit(store, monkeypatch, lose)
        answer = do(store, at_table(ask.BuyIn(DEALER, "Ada", Cents(50_00)), id="in doubt"))
        assert (answer.position, answer.events) == (position + 1, 1)
        assert store.position() == position + 1
        assert store.table("T1").players["Ada"].chips == chips + 50_00
        assert store.answer_of("in doubt") == answer
        check_books(store)


def lose_one_commit(store: Store, monkeypatch: pytest.MonkeyPatch, lose: Callable[[Any], None]) -> None:
    dialect = store.engine.dialect
    commit, lost = dialect.do_commit, [False]

    def do_commit(connection: Any) -> None:
        if lost[0]:
            commit(connection)
        else:
            lost[0] = True
            lose(connection)

    monkeypatch.setattr(dialect, "do_commit", do_commit)


def test_what_only_reads_outlives_a_lost_connection_too(books_there: str) -> None:
    with opened(books_there, "A", "T1") as store:
        a_table(store)
        position = store.position()
        readings: list[Callable[[], object]] = [
            store.position,
            store.streams,
            lambda: store.read(0),
            lambda: store.answer_of("none"),
            lambda: store.deck("T1"),
            lambda: store.floor("T1"),
        ]
        for reading in readings:
            drop_connections(store)
            reading()
        assert store.position() == position


def drop_connections(store: Store) -> None:
    """Of everybody else, as a server does that ends those who are idle for too long."""
    others = "select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = 'pitlink'"
    with psycopg.connect(str(store.engine.url.set(drivername="postgresql"))) as connection:
        connection.execute(others)
