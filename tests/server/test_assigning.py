"""Who can be assigned to a table over the wire: software where the deck is sealed, and people who can come and deal."""

import pytest

from pitlink.client import Pit, Rejected
from pitlink.server.roles import Role
from tests.server.running import PASSWORD, Running
from tests.server.test_staff import code_of

TABLE = "LIR 1"


def test_only_software_or_an_open_account_of_the_ladder_is_assigned(running: Running, staff: dict[Role, Pit]) -> None:
    supervisor, administrator = staff["pit_supervisor"], staff["administrator"]
    administrator.make_account("Uwe", PASSWORD, "dealer")
    administrator.shut_account("Uwe")
    with running.guest("Gus") as gus:
        bot = next(each.seated for each in gus.table(TABLE).positions if each.seated)
        nobodies = (
            "Nobody Here",
            "Gus",
            "Aldo",
            "Eve",
            "Olga",
            "Uwe",
            bot,
            "Dealer",
            "officer",
            "",
            "Da\nna",
            "n" * 50,
        )
        for name in nobodies:
            with pytest.raises(Rejected) as refused:
                supervisor.do(TABLE, "AssignDealer", dealer=name)
            assert code_of(refused) == (409, "no_such_dealer"), name
            assert (
                refused.value.problem.expected == "dealer, which is software, or the open account of a dealer or above"
            )
    assert gus.name == "Gus"
    assert refused.value.problem.found == f"dealer {'n' * 40!r}"
    assert supervisor.table(TABLE).dealer == "dealer"
    for name in ("Dana", "Sven", "Petra", "Greta"):
        supervisor.do(TABLE, "AssignDealer", dealer=name)
        assert supervisor.table(TABLE).dealer == name
    supervisor.do(TABLE, "AssignDealer", dealer="dealer")


def test_a_name_is_the_same_in_any_case_and_stands_there_as_the_account_has_it(staff: dict[Role, Pit]) -> None:
    supervisor = staff["pit_supervisor"]
    first = supervisor.do(TABLE, "AssignDealer", dealer="dana", id="s-dana")
    assert supervisor.table(TABLE).dealer == "Dana"
    assert supervisor.do(TABLE, "AssignDealer", dealer="dana", id="s-dana").position == first.position
    supervisor.do(TABLE, "AssignDealer", dealer="dealer")


def test_whoever_may_assign_nobody_is_told_that_and_not_who_there_is(running: Running, staff: dict[Role, Pit]) -> None:
    with running.guest("Pam") as pam:
        for name in ("Nobody Here", "Dana"):
            with pytest.raises(Rejected) as refused:
                pam.do(TABLE, "AssignDealer", dealer=name)
            assert code_of(refused) == (409, "post_too_low")
