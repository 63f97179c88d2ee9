"""Awards that no rule gives are found in a log made anew around them, by no signature but by the rules alone."""

import hashlib
import importlib
import random
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
from msgspec import structs

from pitlink.audit.odd import Wrong
from pitlink.audit.verifying import verify
from pitlink.jackpot import Event, Link
from pitlink.jackpot import commands as of_link
from pitlink.jackpot.events import ClaimsPaid, ContributionsPosted
from pitlink.jackpot.link import ClaimOf
from pitlink.jackpot.parameters import parameters_digest
from pitlink.money import Cents
from pitlink.store import Store
from pitlink.table import commands as ask
from tests.audit.mirrored import Books, StoredDriver
from tests.audit.tampering import fit, log, rewrite, unguarded
from tests.driving import DEALER, PIT_MANAGER, SHIFT_MANAGER, SUPERVISOR
from tests.pit.two_tables import Tables
from tests.store.conftest import Prepared
from tests.store.floors import at_link, do, opened, play, till_of


def on_books(one: Store, two: Store, *games: str) -> Tables:
    books = Books((one, two), random.Random(1), handing_over=False)
    return Tables(*games, driver=StoredDriver(books))


def won(books: str) -> None:
    """Ann has won 10,000.40 at T1, and somebody at T2 after her; both are paid."""
    with opened(books, "A") as one, opened(books, "B") as two:
        tables = on_books(one, two, "mbs-uth", "mbs-uth")
        for name in ("T1", "T2"):
            tables.play(name, "sf -")
            tables.pay(name)
        tables.play("T1", "- -")
        verify(one.engine)


@pytest.fixture
def store(prepared: Prepared) -> Iterator[Store]:
    with opened(prepared(won), "A") as found:
        yield found


WON = "1000040"
JOINED = '{"name":"table.player_joined/1","player":"Zoe"}'


def nth_of(events: list[Any], name: str) -> int:
    return next(nth for nth, each in enumerate(events) if f'"{name}/1"' in each.body)


def exchange(events: list[Any], name: str, old: str, new: str) -> int:
    at = nth_of(events, name)
    assert old in events[at].body, events[at].body
    events[at] = structs.replace(events[at], body=events[at].body.replace(old, new))
    return at


def trebled(events: list[Any]) -> int:
    """The award of T1 in every event of the link and of the table."""
    for nth, each in enumerate(events):
        if each.stream in ("link/L1", "table/T1"):
            events[nth] = structs.replace(each, body=each.body.replace(WON, "3000040"))
    return nth_of(events, "link.claims_entered")


def no_hand(events: list[Any]) -> int:
    """Ann's hand was another one: the claim follows from no cards."""
    entered = nth_of(events, "link.claims_entered")
    shown = [nth for nth, each in enumerate(events[:entered]) if each.stream == "table/T1" and '"8s"' in each.body]
    for nth in shown:
        events[nth] = structs.replace(events[nth], body=events[nth].body.replace('"8s"', '"8h"'))
    return entered


def paid_less(events: list[Any]) -> int:
    return exchange(events, "table.award_paid", f'"amount":{WON}', '"amount":100')


def paid_more(events: list[Any]) -> int:
    return exchange(events, "table.award_paid", f'"amount":{WON}', '"amount":2000040')


def paid_to_another(events: list[Any]) -> int:
    return exchange(events, "table.award_paid", '"player":"Ann"', '"player":"Bob"')


def not_paid(events: list[Any]) -> int:
    at = nth_of(events, "table.award_paid")
    events[at] = structs.replace(events[at], body=JOINED)
    return nth_of(events, "table.claims_closed")


def approved_for_less(events: list[Any]) -> int:
    return exchange(events, "table.claims_approved", f'"amount":{WON}', '"amount":100')


def approved_by_the_verifier(events: list[Any]) -> int:
    was, now = '"by":"Petra","post":"pit_manager"', '"by":"Sven","post":"pit_manager"'
    return exchange(events, "table.claims_approved", was, now)


def approved_in_the_same_post(events: list[Any]) -> int:
    was, now = '"by":"Petra","post":"pit_manager"', '"by":"Petra","post":"pit_supervisor"'
    return exchange(events, "table.claims_approved", was, now)


def not_verified(events: list[Any]) -> int:
    at = nth_of(events, "table.claims_verified")
    events[at] = structs.replace(events[at], body=JOINED)
    return nth_of(events, "table.claims_approved")


def not_approved(events: list[Any]) -> int:
    at = nth_of(events, "table.claims_approved")
    events[at] = structs.replace(events[at], body=JOINED)
    return nth_of(events, "table.award_paid")


FORGED: dict[Callable[[list[Any]], int], str] = {
    trebled: "ClaimsEntered",
    no_hand: "a hand that wins a share of the jackpot",
    paid_less: "AwardPaid",
    paid_more: "AwardPaid",
    paid_to_another: "AwardPaid",
    not_paid: "ClaimsClosed",
    approved_for_less: "ClaimsApproved",
    approved_by_the_verifier: "a second person",
    approved_in_the_same_post: "another post",
    not_verified: "hands and deck verified first",
    not_approved: "claims approved first",
}


@pytest.mark.parametrize("forge", FORGED, ids=lambda forge: forge.__name__)
def test_an_award_that_no_rule_gives_is_found_at_its_event(store: Store, forge: Callable[[list[Any]], int]) -> None:
    with unguarded(store.engine) as connection:
        events = log(connection)
        at = forge(events) + 1
        rewrite(connection, events)
        fit(connection)
    with pytest.raises(Wrong) as found:
        verify(store.engine)
    assert found.value.where.startswith(f"event {at}, "), found.value
    assert FORGED[forge] in str(found.value)


# Meters that a link counts wrongly


def counted_twice(link: Link, event: Event, after: Link) -> Link:
    if not isinstance(event, ContributionsPosted):
        return after
    meters = after.meters
    more = {"display": meters.display + event.increment, "contributed": meters.contributed + event.increment}
    return structs.replace(after, meters=structs.replace(meters, **more))


def kept_twice(link: Link, event: Event, after: Link) -> Link:
    if not isinstance(event, ContributionsPosted):
        return after
    reserve = after.meters.reserve + event.hidden
    return structs.replace(after, meters=structs.replace(after.meters, reserve=reserve))


def paid_by_nobody(link: Link, event: Event, after: Link) -> Link:
    if not isinstance(event, ContributionsPosted):
        return after
    return structs.replace(after, meters=structs.replace(after.meters, paid_by_system=Cents(777)))


MISCOUNTED: dict[Callable[[Link, Event, Link], Link], str] = {
    counted_twice: "display: ",
    kept_twice: "reserve: ",
    paid_by_nobody: "paid by the system: ",
}


@pytest.mark.parametrize("spoil", MISCOUNTED, ids=lambda spoil: spoil.__name__)
def test_a_meter_that_moves_otherwise_than_its_events_say_is_found(
    books: str, monkeypatch: pytest.MonkeyPatch, spoil: Callable[[Link, Event, Link], Link]
) -> None:
    """The software itself counts wrongly, the same way at the table and in the audit."""
    evolving = importlib.import_module("pitlink.jackpot.evolve")
    right = evolving._after
    monkeypatch.setattr(evolving, "_after", lambda link, event: spoil(link, event, right(link, event)))
    with opened(books, "A", "T1") as store:
        play(till_of(store), "mbs-uth", rounds=1)
        with pytest.raises(Wrong) as found:
            verify(store.engine)
    assert MISCOUNTED[spoil] in found.value.found


# Whatever may become of a claim


@pytest.mark.parametrize("games", [("mbs-uth", "mbs-3cp"), ("rws-3cp", "rws-3cp")], ids=["megalink", "multi-link"])
def test_every_course_that_a_claim_may_take_is_right(books: str, games: tuple[str, ...]) -> None:
    """Rejected in part and as a whole, void and settled anew, before and after the payment, in every order."""
    with opened(books, "A") as one, opened(books, "B") as two:
        tables = on_books(one, two, *games)
        with_a_limit(tables)
        tables.play("T1", "sf sf")
        tables.at("T1").ask(ask.RejectClaims(SUPERVISOR, (1,), "marked"))
        tables.pay("T1")
        tables.play("T1", "sf sf")
        tables.at("T1").ask(ask.RejectClaims(SUPERVISOR, (1, 2), "marked"))
        for paid in (False, True):
            tables.play("T1", "royal -")
            if paid:
                tables.pay("T1")
            tables.void("T1")
            tables.play("T1", "sf -")
            if paid:
                tables.pay("T1")
            tables.take_out("T1", 2)
            tables.play("T2", "royal -")
            tables.at("T1").ask(ask.Settle(DEALER))
            for name in ("T1", "T2"):
                tables.pay(name)
        in_two_orders(tables)
        tables.begin("T1")
        tables.deal("T1", "sf -")
        tables.fail("T1")
        tables.conclude("T1", "sf -")
        tables.pay("T1")
        tables.restore("T1")
        tables.play("T1", "- -")
        found = verify(one.engine)
        assert found.hits == tables.driver.floor.links["L1"].meters.hits > 5
        paid_out = [each for each in one.read(0, 100_000) if isinstance(each.event, ClaimsPaid)]
        assert len(paid_out) > 5


def in_two_orders(tables: Tables) -> None:
    """T2 is entered first; where the deal decides, T1 comes before it, and then the House says otherwise."""
    for name in ("T1", "T2"):
        tables.begin(name)
    tables.end("T2", "sf -", dealt=9)
    tables.end("T1", "sf -", dealt=5)
    if tables.games["T1"] == "rws-3cp":
        order = (ClaimOf("T2", 1), ClaimOf("T1", 1))
        assert tables.driver.floor.links["L1"].order == order[::-1]
        tables.driver.ask_link(of_link.OrderClaims(SHIFT_MANAGER, order))
    for name in ("T2", "T1"):
        tables.pay(name)


def with_a_limit(tables: Tables) -> None:
    """Parameters changed so that contributions overflow, and released when the whole is won."""
    driver = tables.driver
    link = driver.floor.links["L1"]
    changed = structs.replace(link.set_up, limit=Cents(link.display + 3_00), overflow_to="next_jackpot")
    driver.ask_link(of_link.SuspendLink(SHIFT_MANAGER, "a limit"))
    driver.ask_link(of_link.ChangeParameters(SHIFT_MANAGER, PIT_MANAGER, changed, "approval 17"))
    digest = hashlib.sha256(msgspec.json.encode(changed)).hexdigest()
    driver.ask_link(of_link.CheckLink(SHIFT_MANAGER, "0" * 64, digest, passed=True))
    driver.ask_link(of_link.ResumeLink(SHIFT_MANAGER, "with a limit"))
    for _ in range(3):
        tables.play("T2", "- -")
    assert driver.floor.links["L1"].meters.overflow > 0
    tables.play("T1", "royal -")
    tables.pay("T1")


def test_a_self_check_of_other_parameters_is_found(store: Store) -> None:
    """A link must not seem to have been resumed on a check of what it does not have."""
    shift = of_link.CheckLink(SHIFT_MANAGER, "0" * 64, parameters_digest(store.link("L1").set_up), passed=True)
    do(store, at_link(shift))
    verify(store.engine)
    with unguarded(store.engine) as connection:
        events = log(connection)
        exchange(events, "link.checked", shift.parameters, "1" * 64)
        rewrite(connection, events)
        fit(connection)
    with pytest.raises(Wrong, match="a self-check of parameters 11111111…"):
        verify(store.engine)
