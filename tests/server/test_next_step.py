"""The next step over the wire: for staff and nobody else, and without a card that lies face down."""

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

from pitlink.client import Pit, Rejected
from pitlink.server.messages import TableMessage
from pitlink.server.roles import Role
from pitlink.table.views import TableView
from tests.server.running import Running, signed_in

STAFF: dict[Role, str] = {
    "dealer": "Dana",
    "pit_supervisor": "Sven",
    "pit_manager": "Petra",
    "gaming_shift_manager": "Gil",
    "surveillance": "Sue",
    "auditor": "Otto",
}
TOLD: tuple[Role, ...] = ("dealer", "pit_supervisor", "pit_manager", "gaming_shift_manager")


@pytest.fixture(scope="module")
def staff(running: Running) -> Iterator[dict[Role, Pit]]:
    with signed_in(running, STAFF) as signed:
        yield signed


def first(pit: Pit, table: str = "UTH 1") -> TableMessage:
    return next(iter(pit.follow(table)))


def test_staff_are_told_the_next_step_and_nobody_else(running: Running, staff: dict[Role, Pit]) -> None:
    for role, pit in staff.items():
        assert (first(pit).next is not None) == (role in TOLD), role
    with running.guest("Zoe") as zoe, Pit(running.address) as nobody:
        assert first(zoe).next is None
        assert first(nobody).next is None


def test_a_person_deals_a_round_from_a_sealed_deck_by_the_next_step_alone(
    running: Running, staff: dict[Role, Pit]
) -> None:
    """Every message is looked at: no card in it that does not lie open for the dealer."""
    dealer, table, done = staff["dealer"], "UTH 1", set[str]()
    staff["pit_supervisor"].do(table, "AssignDealer", dealer="Dana")
    for message in dealer.follow(table):
        step, view = message.next, message.view
        if view is None:  # only the meter or the clock has changed
            continue
        assert step is not None
        assert re.findall(r"\b[2-9TJQKA][cdhs]\b", str(step)) == []
        if step.command == "CallBets" and "OpenDeck" in done and "CloseBets" in done:
            assert len(step.paying) >= 3
            assert {each.clause for each in step.paying} <= {
                line.rule for each in view.positions for line in each.lines
            }
            return
        if step.command == "CloseBets" and not all_have_bet(view):
            continue
        if step.command:
            with suppress(Rejected):  # a bot has shown its hand by itself
                dealer.do(table, step.command, **dict[str, Any](step.fields))
                done.add(step.command)


def all_have_bet(view: TableView) -> bool:
    """Bots lay one wager after the other: nobody's hand is left with an Ante and no Blind."""
    laid = [{wager.wager for wager in each.wagers} for each in view.positions if each.wagers]
    return len(laid) > 1 and all({"ante", "blind"} <= wagers for wagers in laid)


def test_the_next_step_says_where_software_deals_what_it_does(running: Running, staff: dict[Role, Pit]) -> None:
    message = first(staff["dealer"], "LIR 1")
    assert message.view is not None
    assert message.view.dealer == "dealer"
    assert message.next is not None
    assert message.next.cards_from == "sealed_deck"
