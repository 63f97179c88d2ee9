"""The desk: commands of many threads share commits, and nobody is answered before his is made."""

import sqlite3
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

import pytest
import sqlalchemy as sa

from pitlink.audit.verifying import verify
from pitlink.bots.house import DEALER
from pitlink.games import GAMES
from pitlink.money import Cents
from pitlink.store import Accepted, Desk, Request, Unavailable, schema
from pitlink.store.playing import Till
from pitlink.table import commands as ask
from tests.store.floors import a_table, at_table, new_id, opened, play


def buying(cents: int = 100) -> Request:
    return at_table(ask.BuyIn(DEALER, "Ada", Cents(cents)))


def test_what_waits_while_a_commit_is_made_shares_the_next_one(books: str) -> None:
    with opened(books, "A", "T1") as store:
        a_table(store)
        commits = 0

        def count(*_: object) -> None:
            nonlocal commits
            commits += 1

        sa.event.listen(store.engine, "commit", count)
        desk = Desk(store)
        chips = store.table("T1").players["Ada"].chips
        answers = [future.result() for future in [desk.hand_in(buying()) for _ in range(200)]]
        desk.close()
        positions = [each.position for each in answers if isinstance(each, Accepted)]
        assert len(positions) == 200
        assert all(later == earlier + 1 for earlier, later in pairwise(positions))  # in the order they came in
        assert store.table("T1").players["Ada"].chips == chips + 200 * 100
        assert commits < 20


def test_nothing_is_answered_before_it_is_committed(books: str) -> None:
    """Another connection sees every command that was answered."""
    with opened(books, "A", "T1") as store:
        a_table(store)
        desk = Desk(store)

        def one(_: int) -> bool:
            request = buying()
            desk.ask(request)
            columns = schema.command.c
            with store.engine.connect() as connection:
                return connection.execute(sa.select(columns.id).where(columns.id == request.id)).first() is not None

        with ThreadPoolExecutor(8) as pool:
            assert all(pool.map(one, range(100)))
        desk.close()


def test_tables_of_all_games_are_played_at_once(books: str) -> None:
    names = {f"T{nth}": game for nth, game in enumerate(GAMES, start=1)}
    with opened(books, "A", *names) as store:
        desk = Desk(store)
        till = Till(store, desk.ask, new_id)
        faults: list[BaseException] = []

        def run(name: str, game: str) -> None:
            try:
                play(till, game, 3, name, "L1" if game.startswith("mbs") else "L2")
            except BaseException as fault:
                faults.append(fault)

        threads = [threading.Thread(target=run, args=each) for each in names.items()]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        desk.close()
        assert faults == []
        assert verify(store.engine).events == store.position()


def test_a_command_at_fault_does_not_take_others_with_it(books: str) -> None:
    with opened(books, "A", "T1") as store:
        a_table(store)
        desk = Desk(store)
        wrong = Request("at fault", "table/T1", cast(Any, ask.Command(DEALER)))  # no command that anybody knows
        futures = [desk.hand_in(each) for each in (buying(), buying(), wrong, buying())]
        found = [future.exception() for future in futures]
        desk.close()
        assert [isinstance(each, AssertionError) for each in found] == [False, False, True, False]


def test_a_desk_that_closes_carries_out_what_it_was_handed(books: str) -> None:
    with opened(books, "A", "T1") as store:
        a_table(store)
        desk = Desk(store)
        futures = [desk.hand_in(buying()) for _ in range(300)]
        desk.close()
        assert all(isinstance(future.result(timeout=0), Accepted) for future in futures)


def test_an_open_desk_keeps_the_tables_of_its_store(books: str) -> None:
    with opened(books, "A", "T1", lease_s=1.5) as store, opened(books, "B") as other:
        desk = Desk(store)
        for _ in range(3):
            assert not threading.Event().wait(1.0)
            with pytest.raises(Exception, match="owned by process A"):
                other.own(["T1"])
        desk.close()


def test_books_that_are_away_are_told_to_everybody_who_waits(tmp_path: Path) -> None:
    """Another process holds the file: nobody waits longer than the first."""
    books = str(tmp_path / "books.db")
    with opened(books, "A", "T1") as store:
        a_table(store)
        holder = sqlite3.connect(books, isolation_level=None)
        holder.execute("begin immediate")
        with store.engine.connect() as connection:
            assert isinstance(connection.connection.driver_connection, sqlite3.Connection)
            connection.connection.driver_connection.execute("pragma busy_timeout = 200")
        desk = Desk(store)
        futures = [desk.hand_in(buying()) for _ in range(50)]
        start = time.monotonic()
        told = [future.exception() for future in futures]
        assert time.monotonic() - start < 5
        assert all(isinstance(each, Unavailable) for each in told)
        assert "another process holds the books" in str(told[0])
        holder.execute("rollback")
        assert isinstance(desk.ask(buying()), Accepted)
        desk.close()


def test_who_gives_up_waiting_takes_nobody_with_him(books: str) -> None:
    with opened(books, "A", "T1") as store:
        a_table(store)
        desk = Desk(store)
        futures = [desk.hand_in(buying()) for _ in range(100)]
        given_up = [future.cancel() for future in futures[1::2]]
        answers = [future.result(timeout=10) for future in futures if not future.cancelled()]
        assert all(isinstance(each, Accepted) for each in answers)
        assert any(given_up)
        assert isinstance(desk.ask(buying()), Accepted)
        desk.close()


def test_a_closed_desk_says_so(books: str) -> None:
    with opened(books, "A", "T1") as store:
        a_table(store)
        desk = Desk(store)
        desk.close()
        with pytest.raises(Unavailable, match="the desk is closed"):
            desk.hand_in(buying()).result(timeout=1)
