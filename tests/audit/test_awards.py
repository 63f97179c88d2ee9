"""Awards of a period: in the link's order of winners, each with who dealt with it as it stands in the end."""

import pytest

from pitlink.audit.awards import Award, Awards
from pitlink.jackpot import commands as of_link
from pitlink.jackpot.link import ClaimOf
from pitlink.pit import log
from pitlink.table import commands as ask
from tests.driving import DEALER, SHIFT_MANAGER, SUPERVISOR
from tests.pit.two_tables import Tables

SVEN, PETRA = "pit supervisor (Sven)", "pit manager (Petra)"


def awards(tables: Tables, since: int = 0) -> list[Award]:
    """Of the period that begins behind so many events."""
    history = tables.driver.history
    floor = log.floor_of(history[:since])
    found = Awards(floor)
    for nth, recorded in enumerate(history[since:], start=since + 1):
        floor = log.after(floor, recorded)
        found.take(recorded, floor, nth)
    return found.in_order()


def midnight(tables: Tables) -> int:
    return len(tables.driver.history)


def order(tables: Tables) -> list[tuple[str, int]]:
    return [(hand.table, hand.position) for hand in tables.driver.floor.links["L1"].order]


def hands(found: list[Award]) -> list[tuple[str, int]]:
    return [(each.table, each.position) for each in found]


def settled_anew_behind_another() -> tuple[Tables, int]:
    """T1 is paid on the first day; on the second T2 wins, and T1 is settled anew, from its place before T2."""
    tables = Tables("mbs-uth", "mbs-uth")
    tables.play("T1", "sf -", feeding=(1,))
    tables.pay("T1")
    day = midnight(tables)
    tables.play("T2", "sf -")
    tables.take_out("T1", 2)
    tables.at("T1").ask(ask.Settle(DEALER))
    return tables, day


@pytest.mark.parametrize("whole", [True, False])
def test_a_round_settled_anew_stands_where_the_link_has_it(whole: bool) -> None:
    tables, day = settled_anew_behind_another()
    assert order(tables) == [("T1", 1), ("T2", 1)]
    found = awards(tables, 0 if whole else day)
    assert hands(found) == order(tables)
    assert [each.state for each in found] == ["open", "open"]
    assert [each.entered_us is None for each in found] == [not whole, False]


def test_nobody_has_dealt_yet_with_an_award_that_was_paid_and_is_entered_once_more() -> None:
    tables, _ = settled_anew_behind_another()
    again = awards(tables)[0]
    assert (again.verified, again.approved, again.paid, again.paid_us, again.player) == ("", "", "", None, "")
    tables.pay("T1")
    again = awards(tables)[0]
    assert (again.verified, again.approved, again.paid, again.player) == (SVEN, PETRA, "Sven", "Ann")


def test_an_approval_is_not_of_the_winner_who_was_rejected() -> None:
    tables = Tables("mbs-uth", "mbs-uth")
    tables.play("T1", "sf sf")
    tables.at("T1").ask(ask.RejectClaims(SUPERVISOR, (1,), "a marked card"))
    tables.pay("T1")
    one, other = awards(tables)
    assert (one.position, one.state, one.verified, one.approved, one.paid) == (1, "rejected", "", "", SVEN)
    assert (other.position, other.state, other.verified, other.approved) == (2, "paid", SVEN, PETRA)


def test_a_winner_who_was_rejected_stays_so_when_the_round_is_void() -> None:
    tables = Tables("mbs-uth", "mbs-uth")
    tables.play("T1", "sf sf")
    tables.at("T1").ask(ask.RejectClaims(SUPERVISOR, (1,), "a marked card"))
    tables.void("T1")
    assert [each.state for each in awards(tables)] == ["rejected", "withdrawn"]


def test_a_winner_rejected_after_the_verification_keeps_it_and_the_others_are_verified_anew() -> None:
    tables = Tables("mbs-uth", "mbs-uth")
    tables.play("T1", "sf sf")
    tables.at("T1").ask(ask.VerifyClaims(SUPERVISOR, 52, "camera 4"))
    tables.at("T1").ask(ask.RejectClaims(SUPERVISOR, (1,), "a marked card"))
    one, other = awards(tables)
    assert (one.state, one.verified, one.approved) == ("rejected", SVEN, "")
    assert (other.state, other.verified) == ("open", "")


def test_what_was_paid_on_one_day_and_void_on_the_next_is_told_on_both() -> None:
    tables = Tables("mbs-uth", "mbs-uth")
    tables.play("T1", "sf -")
    tables.pay("T1")
    day = midnight(tables)
    assert awards(tables, day) == []
    tables.void("T1")
    (told,) = awards(tables, day)
    assert (told.table, told.position, told.state, told.payment_undone) == ("T1", 1, "withdrawn", True)
    assert (told.verified, told.approved, told.entered_us) == (SVEN, PETRA, None)
    (whole,) = awards(tables)
    assert (whole.state, whole.payment_undone, whole.paid, whole.player) == ("withdrawn", True, "Sven", "Ann")


def test_what_was_withdrawn_before_its_payment_undoes_none() -> None:
    tables = Tables("mbs-uth", "mbs-uth")
    tables.play("T1", "sf -")
    tables.void("T1")
    (told,) = awards(tables)
    assert (told.state, told.payment_undone) == ("withdrawn", False)


def test_what_was_paid_before_the_period_and_stays_so_is_none_of_its_awards() -> None:
    tables = Tables("mbs-uth", "mbs-uth")
    tables.play("T1", "sf -")
    tables.pay("T1")
    day = midnight(tables)
    tables.play("T2", "sf -")
    assert hands(awards(tables, day)) == [("T2", 1)]


def test_another_order_of_winners_is_told_and_takes_only_approvals_of_other_amounts() -> None:
    tables = Tables("rws-3cp", "rws-3cp")
    tables.play("T1", "sf -", dealt=5)
    tables.play("T2", "sf -", dealt=9)
    tables.at("T1").ask(ask.VerifyClaims(SUPERVISOR, 52, "camera 4"))
    assert hands(awards(tables)) == [("T1", 1), ("T2", 1)]
    tables.driver.ask_link(of_link.OrderClaims(SHIFT_MANAGER, (ClaimOf("T2", 1), ClaimOf("T1", 1))))
    found = awards(tables)
    assert hands(found) == order(tables) == [("T2", 1), ("T1", 1)]
    assert [each.verified for each in found] == ["", SVEN]
    assert found[0].amount > found[1].amount
