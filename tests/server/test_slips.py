"""Fills and credits over the wire: the dealer of the table signs, and nobody signs for himself (R114)."""

from collections.abc import Iterator
from typing import Any

import pytest

from pitlink.client import Pit, Rejected
from pitlink.server.roles import Role
from tests.server.running import PASSWORD, Running, signed_in
from tests.server.test_staff import DANA, STAFF, code_of

TABLE, SOFTWARE = "LIR 1", "UTH 1"


@pytest.fixture(scope="module")
def staff(running: Running) -> Iterator[dict[Role, Pit]]:
    with signed_in(running, STAFF) as signed:
        signed["administrator"].make_account("Dirk", PASSWORD, "dealer")
        signed["pit_supervisor"].do(TABLE, "AssignDealer", dealer="Dana")
        yield signed


def rack(pit: Pit, table: str) -> int:
    return next(each.rack for each in pit.desk().tables if each.table == table)


def told(pit: Pit, slip: str) -> str:
    """How the log has it."""
    return next(each.words for each in pit.log_in_words(slip).lines if slip in each.words)


@pytest.mark.parametrize(("command", "sign"), [("Fill", 1), ("Credit", -1)])
def test_a_slip_is_signed_by_the_dealer_with_the_own_password(staff: dict[Role, Pit], command: str, sign: int) -> None:
    supervisor, slip = staff["pit_supervisor"], f"{command}-1"
    unsigned = (409, "dealer_has_not_signed")
    refusals: tuple[tuple[dict[str, Any], tuple[int, str]], ...] = (
        ({}, unsigned),
        ({"dealer": "Dana"}, unsigned),  # a name that somebody types is no signature
        ({"second": {"name": "Dana", "password": "not her password"}}, (401, "wrong_name_or_password")),
        ({"second": {"name": "Nobody", "password": PASSWORD}}, (401, "wrong_name_or_password")),
        ({"second": "Dana"}, (400, "not_a_command")),
        ({"second": {"name": "Sven", "password": PASSWORD}}, (409, "one_person_signs_twice")),
        ({"second": {"name": "Dirk", "password": PASSWORD}}, (409, "signed_by_another")),
        ({"second": {"name": "Dirk", "password": PASSWORD}, "dealer": "Dana"}, (409, "signed_by_another")),
    )
    before = rack(supervisor, TABLE)
    for fields, code in refusals:
        with pytest.raises(Rejected) as refused:
            supervisor.do(TABLE, command, amount=100_00, slip=slip, **fields)
        assert code_of(refused) == code, fields
    assert rack(supervisor, TABLE) == before
    first = supervisor.do(TABLE, command, amount=100_00, slip=slip, second=DANA, id=f"s-{slip}")
    assert rack(supervisor, TABLE) == before + sign * 100_00
    assert told(supervisor, slip) == f"{command} of $100.00, slip {slip}, by Sven, signed by Dana"
    lower = {**DANA, "name": "dana"}  # a name is the same in any case
    again = supervisor.do(TABLE, command, amount=100_00, slip=slip, second=lower, id=f"s-{slip}")
    assert again.position == first.position
    assert rack(supervisor, TABLE) == before + sign * 100_00


def test_the_refusal_says_who_signs_and_how(staff: dict[Role, Pit]) -> None:
    with pytest.raises(Rejected) as refused:
        staff["pit_supervisor"].do(TABLE, "Fill", amount=100_00, slip="F-2")
    problem = refused.value.problem
    assert (problem.found, problem.clause) == (f"slip F-2 at table {TABLE}", "R114")
    assert problem.expected == "second, with name and password of Dana, who deals there"


def test_a_supervisor_may_sign_where_the_dealer_is_signed_in_and_the_dealer_signs_too(staff: dict[Role, Pit]) -> None:
    signed = {"name": "Sven", "password": PASSWORD}
    with pytest.raises(Rejected) as refused:
        staff["dealer"].do(TABLE, "Fill", amount=100_00, slip="F-3", signed=signed)
    assert code_of(refused) == (409, "dealer_has_not_signed")
    staff["dealer"].do(TABLE, "Fill", amount=100_00, slip="F-3", signed=signed, second=DANA)
    assert told(staff["pit_supervisor"], "F-3") == "Fill of $100.00, slip F-3, by Sven, signed by Dana"


def test_software_signs_where_it_deals_and_nobody_else(staff: dict[Role, Pit]) -> None:
    supervisor = staff["pit_supervisor"]
    for slip, fields, code in (
        ("F-4", {}, None),
        ("F-5", {"dealer": "dealer"}, None),
        ("F-6", {"dealer": "Dana"}, (409, "signed_by_another")),
        ("F-6", {"second": DANA}, (409, "signed_by_another")),
    ):
        if code is None:
            supervisor.do(SOFTWARE, "Fill", amount=100_00, slip=slip, **fields)
            assert told(supervisor, slip) == f"Fill of $100.00, slip {slip}, by Sven, signed by dealer"
            continue
        with pytest.raises(Rejected) as refused:
            supervisor.do(SOFTWARE, "Fill", amount=100_00, slip=slip, **fields)
        assert code_of(refused) == code, fields


def test_a_slip_that_software_signed_is_the_same_when_a_person_deals(staff: dict[Role, Pit]) -> None:
    supervisor = staff["pit_supervisor"]
    first = supervisor.do(SOFTWARE, "Fill", amount=100_00, slip="F-7", id="s-7")
    supervisor.do(SOFTWARE, "AssignDealer", dealer="Dana")
    assert supervisor.do(SOFTWARE, "Fill", amount=100_00, slip="F-7", id="s-7").position == first.position
    supervisor.do(SOFTWARE, "AssignDealer", dealer="dealer")


def test_who_deals_does_not_fill_the_own_rack(staff: dict[Role, Pit]) -> None:
    supervisor, sven = staff["pit_supervisor"], {"name": "Sven", "password": PASSWORD}
    supervisor.do("THB 1", "AssignDealer", dealer="Sven")
    refusals: tuple[dict[str, Any], ...] = ({}, {"second": sven})
    for fields in refusals:
        with pytest.raises(Rejected) as refused:
            supervisor.do("THB 1", "Fill", amount=100_00, slip="F-8", **fields)
        assert code_of(refused) == (409, "one_person_signs_twice")
    staff["pit_manager"].do("THB 1", "Fill", amount=100_00, slip="F-8", second=sven)
    supervisor.do("THB 1", "AssignDealer", dealer="dealer")


def test_who_may_not_move_chips_is_told_that_first(running: Running, staff: dict[Role, Pit]) -> None:
    with running.guest("Gus") as gus:
        for pit in (staff["dealer"], gus):
            with pytest.raises(Rejected) as refused:
                pit.do(TABLE, "Fill", amount=100_00, slip="F-9")
            assert code_of(refused) == (409, "post_too_low")
    with pytest.raises(Rejected) as refused:
        staff["pit_supervisor"].do(TABLE, "CloseTable", second=DANA)
    assert code_of(refused) == (400, "not_a_command")
