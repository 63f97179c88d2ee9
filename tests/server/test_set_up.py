"""Tables closed and opened over the wire, and by whom; and those that come from the terminal."""

import time
from pathlib import Path
from typing import Any

import pytest

from pitlink.client import Pit, Rejected
from pitlink.server.roles import Role
from tests.cli.floors import SMALL, works
from tests.server.running import Running, signed_in
from tests.server.test_staff import code_of, deal_on

STAFF: dict[Role, str] = {"pit_supervisor": "Sven", "dealer": "Dana"}


def test_a_supervisor_closes_a_table_and_opens_it_again_and_an_administrator_does_not(tmp_path: Path) -> None:
    running, table = Running("", tmp_path), "M3P 1"
    running.start("--speed", "8")
    try:
        with signed_in(running, STAFF) as signed:
            sven, dana, olga = signed["pit_supervisor"], signed["dealer"], signed["administrator"]
            sven.do(table, "AssignDealer", dealer="Sven")
            deal_on(sven, table, ("call",))
            for who, code in ((olga, (403, "not_for_this_role")), (dana, (409, "not_the_dealer_here"))):
                with pytest.raises(Rejected) as refused:
                    who.do(table, "CloseTable")
                assert code_of(refused) == code
            sven.do(table, "CloseTable", counted=sven.table(table).rack)
            assert not sven.table(table).open
            sven.do(table, "OpenTable", setup=setup_of(sven, table))
            assert sven.table(table).open
            sven.do(table, "AssignDealer", dealer="dealer")
            is_dealt(sven, table)
    finally:
        running.stop()


def test_tables_that_come_from_the_terminal_are_run_without_a_new_start(pit: Running, tmp_path: Path) -> None:
    (tmp_path / "more.toml").write_text(SMALL)
    with signed_in(pit, STAFF) as signed:
        sven = signed["pit_supervisor"]
        with pytest.raises(Rejected) as refused:
            sven.do("T2", "OpenTable", setup={})
        assert code_of(refused) == (404, "no_such_table")
        works("floor", "open", tmp_path / "more.toml", "--books", pit.books)
        feed = sven.follow_floor()
        next(message for message in feed if "T2" in {line.table for line in message.tables})
        assert {sign.link for sign in sven.floor().links} == {"L1", "Megalink", "Multi-Link"}
        until = time.monotonic() + 30
        while not is_taken(sven, "T2"):  # from the process that has opened it
            assert time.monotonic() < until
        with pit.guest("Zoe") as zoe:
            zoe.do("T2", "Join")
            zoe.do("T2", "BuyIn", amount=100_00)
            zoe.do("T2", "Sit", position=1)
            is_dealt(zoe, "T2")


def is_taken(sven: Pit, table: str) -> bool:
    """By the pit, whose dealer deals then."""
    try:
        sven.do(table, "AssignDealer", dealer="dealer")
    except Rejected as refused:
        if refused.problem.code != "not_the_owner":
            raise
        return False
    return True


def is_dealt(pit: Pit, table: str) -> None:
    """The software dealer calls for bets."""
    called = (told.event["name"] for message in pit.follow(table, 1) for told in message.events if told.by == "dealer")
    assert next(name for name in called if name == "table.bets_called/1")


def setup_of(pit: Pit, table: str) -> dict[str, Any]:
    """As the log has it."""
    page = pit.log(0, 500)
    named = (line.event for line in page.events if line.stream == f"table/{table}")
    setup = next(event["setup"] for event in named if event["name"] == "table.opened/1")
    assert isinstance(setup, dict)
    return setup
