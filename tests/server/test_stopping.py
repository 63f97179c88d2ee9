"""A pit that stops, or is killed, in the middle of rounds, starts again exactly where it stood."""

import json
import signal
import threading
from typing import Any

import httpx
import pytest

from pitlink.audit.verifying import verify
from pitlink.client import Pit, Rejected
from pitlink.store import Store
from pitlink.store.database import open_engine
from pitlink.table.views import TableView
from tests.server.running import Running
from tests.server.test_playing import TABLES, act, sit_down


def until_decision(pit: Pit, table: str, position: int) -> TableView:
    """Bets and looks, and leaves it at that when a decision is asked for."""
    for message in pit.follow(table):
        if message.view is None:
            continue
        options = message.options or ()
        if any(option.command == "Decide" and option.position == position for option in options):
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


def test_it_stops_within_two_seconds_with_feeds_open(pit: Running) -> None:
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
    assert pit.stop() < 2.0
    for thread in threads:
        thread.join(5)
    assert sorted(ended) == sorted(paths)  # and every reader was told that it is the end
