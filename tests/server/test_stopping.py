"""A pit that stops, or is killed, in the middle of rounds, starts again exactly where it stood."""

import json
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from pitlink.audit.verifying import verify
from pitlink.client import Pit, Rejected
from pitlink.server.dealing import Pace
from pitlink.server.messages import Clock
from pitlink.store import Store
from pitlink.store.database import open_engine
from pitlink.table.views import TableView
from tests.server.running import Running
from tests.server.test_playing import TABLES, act, sit_down
from tests.store.conftest import another_database
from tests.store.postgres import a_database, a_server


def until_decision(pit: Pit, table: str, position: int) -> TableView:
    """Bets and looks, and leaves it at that when a decision is asked for."""
    for message in pit.follow(table):
        if message.view is None:
            continue
        options = message.options or ()
        looked = message.view.positions[position - 1].viewed
        if looked and any(option.command == "Decide" and option.position == position for option in options):
            return message.view
        try:
            act(pit, table, position, options)
        except Rejected as late:
            if late.problem.status != 409:
                raise
    raise AssertionError("the feed has ended")


def decisions(books: str) -> list[dict[str, Any]]:
    """All that were made at the table, as the books have them."""
    store = Store(books, "looking back")
    stored = store.read_stream("table/UTH 1", 0, 100_000)
    store.close()
    return [told for each in stored if (told := json.loads(each.body))["name"] == "table.decision_made/1"]


ENDED_BY = [("sqlite", signal.SIGTERM), ("sqlite", signal.SIGKILL), ("postgresql", signal.SIGKILL)]


@pytest.mark.parametrize(("books", "how"), ENDED_BY, indirect=["books"])
def test_a_round_is_finished_after_a_restart(pit: Running, how: int) -> None:
    with pit.guest("Zoe") as zoe:
        position = sit_down(zoe, "UTH 1")
        before = until_decision(zoe, "UTH 1", position)
        token = zoe.token
    took = pit.stop(how)
    assert took < 2
    pit.start("--speed", "10")  # and time to think
    with Pit(pit.address, token) as zoe:
        after = zoe.table("UTH 1")
        assert (after.round, after.positions[position - 1].cards) == (
            before.round,
            before.positions[position - 1].cards,
        )
        assert None not in after.positions[position - 1].cards
        for message in zoe.follow("UTH 1"):
            if message.view is not None and message.view.round > before.round:
                break
            choices = {option.choice for option in message.options or () if option.command == "Decide"}
            if choices:
                zoe.do("UTH 1", "Decide", position=position, choice="check" if "check" in choices else "fold")
        decided = [told["choice"] for told in decisions(pit.books) if told["by"] == "Zoe"]
        assert decided[-1] in ("check", "fold")
    pit.stop()
    engine = open_engine(pit.books)
    verify(engine)
    engine.dispose()


def test_every_open_decision_has_its_full_time_again_after_a_restart(pit: Running) -> None:
    """At several tables at once; a good part of it was over when the pit stopped."""
    tables = ("UTH 1", "LIR 1", "3CP 1")
    with ExitStack() as stack:

        def is_asked(table: str) -> tuple[str, int, str]:
            zoe = stack.enter_context(pit.guest(f"Zoe at {table}"))
            position = sit_down(zoe, table)
            watching = stack.enter_context(Pit(pit.address, zoe.token))
            feed = watching.follow(table)  # a lost connection would stop the clock
            stack.callback(feed.close)  # type: ignore[attr-defined]
            next(feed)
            until_decision(zoe, table, position)
            zoe.do(table, "AskForTime", position=position)  # until the others are asked as well
            zoe.do(table, "AskForTime", position=position)
            return "decide", position, str(zoe.name)

        with ThreadPoolExecutor(len(tables)) as people:
            asked = dict(zip(tables, people.map(is_asked, tables), strict=True))
        time.sleep(1.0)
        spent = {table: clock_at(pit, table) for table in tables}
        assert {table: about(clock) for table, clock in spent.items()} == asked
        assert all(clock.left < clock.seconds - 0.9 for clock in spent.values()), spent
        pit.stop()
    pit.start("--speed", "2")
    again = {table: clock_at(pit, table) for table in tables}
    assert {table: about(clock) for table, clock in again.items()} == asked
    for clock in again.values():
        assert clock.seconds == Pace().decision / 2
        assert clock.left == pytest.approx(clock.seconds, abs=2.0)  # what it took to ask


def about(clock: Clock) -> tuple[str, int | None, str | None]:
    return clock.what, clock.position, clock.player


def clock_at(pit: Running, table: str) -> Clock:
    with Pit(pit.address) as spectator:
        clock = next(spectator.follow(table)).clock
    assert isinstance(clock, Clock), clock
    return clock


def test_it_stops_with_feeds_open_and_waits_for_no_reader(pit: Running) -> None:
    """How quickly is measured where nothing else goes on: `./x bench startup`."""
    paths = ["/api/floor/feed", "/api/links/Megalink/feed", *(f"/api/tables/{table}/feed" for table in TABLES)] * 5
    begun, ended = threading.Semaphore(0), list[str]()

    def read(path: str) -> None:
        with httpx.stream("GET", f"{pit.address}{path}", timeout=60.0) as response:
            lines = response.iter_lines()
            next(lines)
            begun.release()
            for _ in lines:
                continue
            ended.append(path)

    threads = [threading.Thread(target=read, args=(path,)) for path in paths]
    for thread in threads:
        thread.start()
    for _ in paths:
        assert begun.acquire(timeout=20)
    pit.stop()
    for thread in threads:
        thread.join(5)
    assert sorted(ended) == sorted(paths)  # and every reader was told that it is the end


def test_a_reader_who_goes_away_while_it_is_written_to_ends_nothing(pit: Running) -> None:
    """The system tells with a signal that the other end is gone; a command in a pipe ends by it, a pit must not."""
    pit.tell(signal.SIGPIPE)
    assert httpx.get(f"{pit.address}/healthz").status_code == 200
    pit.stop()


def test_a_pit_whose_database_goes_away_says_so_and_goes_on_when_it_is_back(tmp_path: Path) -> None:
    with a_server() as server, a_database(server.address("postgres"), "books"):
        running = Running(another_database(server.address("postgres"), "books"), tmp_path)
        running.start("--log", str(tmp_path / "pit.log"))
        with running.guest("Zoe") as zoe, httpx.Client(base_url=running.address, timeout=60.0) as asking:
            sit_down(zoe, "UTH 1")
            headers = {"authorization": f"Bearer {zoe.token}"}
            server.stop()
            answer = asking.get("/api/me", headers=headers)
            problem = answer.json()
            assert (answer.status_code, problem["code"], answer.headers["retry-after"]) == (503, "books_away", "1")
            assert "postgres" not in answer.text  # where they are is nobody's business
            assert asking.get("/healthz").status_code == 200
            assert asking.get("/readyz").status_code == 503
            assert asking.get("/metrics").status_code == 200
            floor = httpx.get(f"{running.address}/api/floor", timeout=60.0)  # by nobody in particular: from memory
            assert (floor.status_code, len(floor.json()["tables"])) == (200, len(TABLES))
            with httpx.stream("GET", f"{running.address}/api/tables/UTH 1/feed", timeout=60.0) as feed:
                assert feed.status_code == 200
                assert "UTH 1" in next(line for line in feed.iter_lines() if line.startswith("data:"))
            server.start()
            assert zoe.do("UTH 1", "CashOut", amount=1_00).events == 1
            assert asking.get("/readyz").status_code == 200
            version = zoe.table("UTH 1").version
            for message in zoe.follow("UTH 1", version):  # the dealer goes on by itself
                if message.version > version + 5:
                    break
        running.stop()
        lines = [json.loads(line) for line in (tmp_path / "pit.log").read_text().splitlines()]
        assert [line for line in lines if line["level"] == "error"] == []
        assert [line for line in lines if line["level"] == "warning" and "books are away" in line["says"]]
