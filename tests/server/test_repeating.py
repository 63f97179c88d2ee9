"""A command that is sent again: one effect and the first answer, whoever deals by then, and nothing noted about it."""

import msgspec
import pytest
import sqlalchemy as sa

from pitlink.audit.verifying import verify
from pitlink.client import Pit, Rejected
from pitlink.server.roles import Role
from pitlink.store import schema
from pitlink.store.database import open_engine, reading
from tests.server.running import PASSWORD, Running
from tests.server.test_staff import bets_are_made, code_of, deal_on

TABLE = "LIR 1"


def reused(running: Running) -> list[str]:
    """Ids of which the books say that they came with another command."""
    engine, event = open_engine(running.books), schema.event.c
    told = sa.select(event.command).where(event.body.contains("system.command_id_reused/1")).order_by(event.position)
    with reading(engine) as connection:
        found = list(connection.execute(told).scalars())
    engine.dispose()
    return found


def is_used(pit: Pit, table: str, command: str, id: str, **fields: object) -> None:
    with pytest.raises(Rejected) as refused:
        pit.do(table, command, id=id, **fields)
    assert code_of(refused) == (409, "command_id_used")


def test_chips_that_software_sold_are_sold_once_whoever_deals_by_then(running: Running, staff: dict[Role, Pit]) -> None:
    supervisor = staff["pit_supervisor"]
    with running.guest("Quinn") as quinn:
        quinn.do(TABLE, "Join")
        bought = quinn.do(TABLE, "BuyIn", amount=500_00, id="q-buy")
        cashed = quinn.do(TABLE, "CashOut", amount=100_00, id="q-cash")
        supervisor.do(TABLE, "AssignDealer", dealer="Dana")
        assert quinn.do(TABLE, "BuyIn", amount=500_00, id="q-buy").position == bought.position
        assert quinn.do(TABLE, "CashOut", amount=100_00, id="q-cash").position == cashed.position
        assert quinn.table(TABLE).players["Quinn"].available == 400_00
        assert reused(running) == []
        is_used(quinn, TABLE, "BuyIn", "q-buy", amount=600_00)
        is_used(staff["dealer"], TABLE, "BuyIn", "q-buy", player="Quinn", amount=500_00)
        assert reused(running) == ["q-buy", "q-buy"]
        sold = staff["dealer"].do(TABLE, "BuyIn", player="Quinn", amount=50_00, id="d-buy")
        supervisor.do(TABLE, "AssignDealer", dealer="dealer")
        assert staff["dealer"].do(TABLE, "BuyIn", player="Quinn", amount=50_00, id="d-buy").position == sold.position
        is_used(quinn, TABLE, "BuyIn", "d-buy", amount=50_00)
        assert quinn.table(TABLE).players["Quinn"].available == 450_00


def test_what_a_dealer_did_is_answered_as_before_when_software_deals_again(
    running: Running, staff: dict[Role, Pit]
) -> None:
    dealer, supervisor, table = staff["dealer"], staff["pit_supervisor"], "UTH 1"
    supervisor.do(table, "AssignDealer", dealer="Dana")
    deal_on(dealer, table, ("call",))
    before = reused(running)
    called = dealer.do(table, "CallBets", id="d-call")
    bets_are_made(dealer, table)
    closed = dealer.do(table, "CloseBets", id="d-close")
    dealt = dealer.do(table, "DealCard", id="d-deal")
    first = {"CallBets": ("d-call", called), "CloseBets": ("d-close", closed), "DealCard": ("d-deal", dealt)}
    for _ in range(2):  # to the one who deals, and to one who does no longer
        for command, (id, answer) in first.items():
            again = dealer.do(table, command, id=id)
            assert (again.position, again.events) == (answer.position, answer.events)
        supervisor.do(table, "AssignDealer", dealer="dealer")
    assert reused(running) == before
    for command, id in (("CloseBets", "d-call"), ("DealCard", "d-close"), ("OpenDeck", "d-deal")):
        is_used(dealer, table, command, id)
    is_used(supervisor, table, "CallBets", "d-call")
    is_used(dealer, "LIR 1", "CallBets", "d-call")


def test_what_was_refused_because_software_deals_stays_refused(staff: dict[Role, Pit]) -> None:
    """One id, one answer: who deals by now is asked under another one."""
    dealer, supervisor, table = staff["dealer"], staff["pit_supervisor"], "M3P 1"
    supervisor.do(table, "AssignDealer", dealer="dealer")
    with pytest.raises(Rejected) as refused:
        dealer.do(table, "CloseBets", id="d-early")
    assert code_of(refused) == (409, "software_deals")
    assert refused.value.problem.found == f"table {table}"
    supervisor.do(table, "AssignDealer", dealer="Dana")
    with pytest.raises(Rejected) as refused:
        dealer.do(table, "CloseBets", id="d-early")
    assert code_of(refused) == (409, "software_deals")
    supervisor.do(table, "AssignDealer", dealer="dealer")


def test_a_check_of_a_link_is_made_once(staff: dict[Role, Pit]) -> None:
    """What it finds is the server's to say, and may be something else by the next time."""
    shift, second = staff["gaming_shift_manager"], {"name": "Petra", "password": PASSWORD}
    shift.do_at_link("Multi-Link", "SuspendLink", note="the sign is dark")
    checked = shift.do_at_link("Multi-Link", "CheckLink", id="g-check")
    shift.do_at_link("Multi-Link", "CorrectDisplay", change=1_00, note="miscounted", second=second, id="g-put")
    before = shift.link("Multi-Link").sign.display
    now = next(each for each in shift.desk().links if each.link == "Multi-Link").parameters
    parameters = {**msgspec.to_builtins(now, str_keys=True), "increment_rate_bp": now.increment_rate_bp - 1}
    shift.do_at_link("Multi-Link", "ChangeParameters", parameters=parameters, note="more", second=second)
    assert shift.do_at_link("Multi-Link", "CheckLink", id="g-check").position == checked.position
    shift.do_at_link("Multi-Link", "CorrectDisplay", change=1_00, note="miscounted", second=second, id="g-put")
    assert shift.link("Multi-Link").sign.display == before


def test_the_books_are_right_after_all_of_it(running: Running, staff: dict[Role, Pit]) -> None:
    engine = open_engine(running.books)
    verify(engine)
    engine.dispose()
