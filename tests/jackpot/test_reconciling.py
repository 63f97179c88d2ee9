"""A link's statement: a line for every kind of change, by hand; and a difference where something is not explained."""

from typing import get_args

import pytest
from msgspec import structs

from pitlink.jackpot import Event, Link, evolve, reconciling
from pitlink.jackpot.events import ContributionsPosted
from pitlink.jackpot.link import FINE, Fine
from pitlink.jackpot.reconciling import Column, Kind, Meter, Reconciliation
from pitlink.money import Cents
from pitlink.pit.statements import KINDS, METERS, fine_dollars, tell_jackpot
from tests.jackpot.linked import Pit, money


def state(events: list[Event], start: Link | None = None) -> Reconciliation:
    link = start or Link()
    statement = reconciling.begin("L1", link)
    for event in events:
        after = evolve(link, event)
        statement = reconciling.add(statement, link, event, after)
        link = after
    return statement


def dollars(**lines: str) -> dict[str, int]:
    """Kinds of change as an accountant writes them."""
    return {kind: money(amount) * FINE for kind, amount in lines.items()}


def a_day() -> Pit:
    """Base 5,000.00 at a limit of 5,003.00; 20 per cent to the display and 5 to the reserve."""
    pit = Pit("rws", limit=Cents(5003_00), overflow_to="reserve")
    pit.admit("rws-3cp", "rws-3cp")
    pit.post("T1", 1, 1, 2)  # 2.00 to the display, 0.50 to the reserve
    pit.post("T2", 1, 1, 2)  # 1.00 to the display, 1.00 above the limit, 0.50 to the reserve
    pit.reverse("T1", 1, 2)  # 1.00 and 0.25 out again
    pit.claim("T1", 1, "1 royal", dealt=[9])  # 5,002.00; reset 1,000.00, 0.75 of it from the reserve; 1.00 released
    pit.claim("T2", 1, "2 sf", dealt=[4])  # dealt before: 500.20, and the royal is left with 4,501.80
    return pit


def test_every_kind_of_change_has_its_line() -> None:
    pit = a_day()
    pit.pay("T2", 1)
    pit.withdraw("T1", 1)  # the royal's round is void: its award and the reset go back
    pit.show("4500.00")
    statement = state(pit.events)
    assert statement.differences == {}
    assert reconciling.against_books(statement, pit.books) == {}
    display = statement.columns["display"]
    assert display.changes == dollars(
        base="5000",
        contribution="3",
        wager_returned="-1",
        award="-5102",  # 5,002.00, then a tenth of the reset value
        reset_from_reserve="0.75",
        reset_from_house="999.25",
        order_of_winners="100",  # 5,102.00 in the one order, 500.20 and 4,501.80 in the other
        award_withdrawn="3501.80",
        equipment_fault="-1.80",
    )
    assert statement.columns["reserve"].changes == dollars(
        contribution="1",
        wager_returned="-0.25",
        reset_from_reserve="-0.75",
        order_of_winners="-1",  # the overflow has come to it meanwhile
        award_withdrawn="0.75",
        overflow_released="1",
    )
    assert statement.columns["claims"].changes == dollars(
        award="5102", order_of_winners="-100", paid="-500.20", award_withdrawn="-4501.80"
    )
    assert display.now == 4500_00 * FINE
    assert statement.columns["wagers_in"] == Column(0, 3, {"contribution": 4, "wager_returned": -1})
    assert statement.columns["hits"].changes == {"award": 2, "order_of_winners": 0, "award_withdrawn": -1}
    assert statement.columns["claims"].now == 0


def test_a_period_begins_with_what_the_link_had() -> None:
    pit = a_day()
    so_far, evening = len(pit.events), pit.link
    pit.pay("T2", 1)
    pit.post("T2", 2, 1)
    statement = state(pit.events[so_far:], evening)
    assert statement.columns["display"].start == evening.meters.display
    assert statement.differences == {}
    assert reconciling.against_books(statement, pit.books) == {}


def test_claims_are_owed_until_they_are_paid_and_again_when_the_payment_is_undone() -> None:
    pit = Pit()
    pit.admit("mbs-thb")
    pit.post("T1", 1, 1)
    pit.claim("T1", 1, "1 sf")
    owed = 500_10 * FINE
    assert state(pit.events).columns["claims"] == Column(0, owed, {"award": owed})
    pit.pay("T1", 1)
    assert state(pit.events).columns["claims"] == Column(0, 0, {"award": owed, "paid": -owed})
    pit.withdraw("T1", 1)
    claims = state(pit.events).columns["claims"]
    assert claims == Column(0, 0, {"award": owed, "paid": 0, "award_withdrawn": -owed})
    assert state(pit.events).columns["wins"].now == 0


@pytest.mark.parametrize("to", ["next_jackpot", "reserve", "house"])
def test_the_overflow_is_stated_where_it_came_from_and_where_it_went(to: str) -> None:
    pit = Pit(limit=Cents(5000_00), overflow_to=to)
    pit.admit("mbs-thb")
    pit.post("T1", 1, 1, 2)
    pit.claim("T1", 1, "1 royal")
    columns = state(pit.events).columns
    assert columns["overflow"].changes == dollars(contribution="2", overflow_released="-2")
    assert columns["display"].changes.get("overflow_released", 0) == (2_00 * FINE if to == "next_jackpot" else 0)
    assert columns["reserve"].changes.get("overflow_released", 0) == (2_00 * FINE if to == "reserve" else 0)


def test_what_comes_back_above_the_limit_is_a_line_of_its_own() -> None:
    pit = Pit(limit=Cents(5000_00), base=Cents(5000_00), overflow_to="house")
    pit.admit("mbs-thb", "mbs-thb")
    pit.post("T1", 1, 1)
    pit.claim("T1", 1, "1 sf")  # 500.00
    pit.post("T2", 1, 1, 2)  # 2.00 to the display
    pit.withdraw("T1", 1)
    columns = state(pit.events).columns
    assert columns["display"].changes["limit"] == -2_00 * FINE
    assert columns["overflow"].changes["limit"] == 2_00 * FINE
    assert state(pit.events).differences == {}


def test_a_meter_that_was_moved_without_an_event_shows() -> None:
    pit = a_day()
    statement = state(pit.events)
    meters = structs.replace(pit.link.meters, display=Fine(pit.link.meters.display + 1))
    moved = structs.replace(pit.link, meters=meters)
    wrong = reconciling.add(statement, moved, pit.events[1], evolve(moved, pit.events[1]))
    assert wrong.differences == {"display": 1}
    assert any("0.00 0001" in line for line in tell_jackpot(wrong) if "not explained" in line)


def test_an_event_that_is_left_out_shows() -> None:
    pit = a_day()
    statement, link = reconciling.begin("L1", Link()), Link()
    for event in pit.events:
        after = evolve(link, event)
        if not isinstance(event, ContributionsPosted):
            statement = reconciling.add(statement, link, event, after)
        link = after
    assert statement.differences == {"display": 3_00 * FINE, "reserve": 1_00 * FINE, "overflow": 1_00 * FINE} | {
        "wagers_in": 4
    }


def test_books_that_have_another_amount_show() -> None:
    pit = a_day()
    statement = state(pit.events)
    columns = dict(statement.columns)
    columns["reserve"] = structs.replace(columns["reserve"], now=columns["reserve"].now + FINE)
    assert reconciling.against_books(structs.replace(statement, columns=columns), pit.books) == {"reserve": -1}


@pytest.mark.parametrize(
    ("amount", "words"),
    [(1_000_002_500, "1,000.00 2500"), (-5000, "-0.00 5000"), (0, "0.00 0000"), (9999, "0.00 9999")],
)
def test_the_fraction_that_is_carried_stands_behind_the_cents(amount: int, words: str) -> None:
    assert fine_dollars(amount) == words


def test_every_kind_of_change_and_every_meter_has_words() -> None:
    assert set(KINDS) == {kind for kinds in get_args(Kind) for kind in get_args(kinds)}
    assert set(METERS) == set(get_args(Meter))
