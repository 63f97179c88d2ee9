"""A round settled anew (R106) at one of several tables on a link: what it claimed goes back and is claimed once more.

Bob's losing hand is out. T1's own wagers make it 100,003.00 and 0.75 where he has none on the jackpot, or where what
his wager fed has gone out again.
"""

from collections.abc import Mapping

import pytest

from pitlink.table import commands as ask
from pitlink.table.events import AwardPaid, LineSettled, SettlementSetAside
from tests.driving import DEALER, money
from tests.pit.two_tables import OUT_BY, PAIRS, Tables, check_won
from tests.proving import prove, row_id, rows

ANEW = rows("""
hands   | award     | display
sf -    |  10000.30 | 90002.70
royal - | 100003.00 | 50000.00
""")


@pytest.mark.parametrize("paid", ["paid", "not paid"])
@pytest.mark.parametrize(("one", "two"), PAIRS)
@pytest.mark.parametrize("row", ANEW, ids=row_id)
def test_a_settlement_set_aside_claims_once_more_what_it_claimed(
    row: Mapping[str, str], one: str, two: str, paid: str
) -> None:
    tables = Tables(one, two)
    tables.play("T1", row["hands"], feeding=(1,))
    first = lines_of(tables, 1)
    assert (tables.awards("T1"), tables.display) == ({1: row["award"]}, row["display"])
    if paid == "paid":
        tables.pay("T1")
    tables.take_out("T1", 2)
    (aside,) = tables.driver.events(SettlementSetAside)
    assert isinstance(aside, SettlementSetAside)
    assert (aside.clause, aside.claimed) == (OUT_BY[one], True)
    assert (tables.display, tables.reserve, tables.leaving("T1")) == ("100003.00", "0.75", [0, 0])
    driver = tables.at("T1")
    driver.ask(ask.Settle(DEALER))
    assert (tables.awards("T1"), tables.display) == ({1: row["award"]}, row["display"])
    assert lines_of(tables, 1) == first
    assert {line.outcome for line in lines_of(tables, 2)} == {"returned"}
    tables.pay("T1")
    check_won(tables, "T1", "Ann", row["award"])
    assert driver.chips("Bob") == money(10_000)
    assert len(driver.events(AwardPaid)) == (2 if paid == "paid" else 1)  # the first of them was undone
    prove(one, OUT_BY[one])
    tables.check()


def lines_of(tables: Tables, position: int) -> list[LineSettled]:
    return [line for line in tables.at("T1").play.lines if line.position == position]


@pytest.mark.parametrize(("one", "two"), PAIRS)
@pytest.mark.parametrize("row", ANEW, ids=row_id)
def test_a_wager_that_is_out_has_not_fed_what_the_others_win_anew(row: Mapping[str, str], one: str, two: str) -> None:
    """Bob's progressive wager put 1.00 in, and goes back with it (R14)."""
    tables = Tables(one, two)
    tables.play("T1", row["hands"])
    tables.take_out("T1", 2)
    assert (tables.display, tables.reserve) == ("100003.00", "0.75")
    tables.at("T1").ask(ask.Settle(DEALER))
    assert (tables.awards("T1"), tables.display) == ({1: row["award"]}, row["display"])
    tables.pay("T1")
    check_won(tables, "T1", "Ann", row["award"])
    assert tables.at("T1").chips("Bob") == money(10_000)
    prove(one, OUT_BY[one], "R14")
    tables.check()


SHARED = rows("""
game    | first            | out | anew
mbs-thb | 9500.38 9500.38  |   2 | 10000.30
mbs-3cp | 9500.38 9500.38  |   1 | 10000.30
mbs-uth | 9500.38 9500.38  |   2 | 10000.30
mbs-lir | 9500.38 9500.38  |   1 | 10000.30
rws-3cp | 10000.40 9000.36 |   1 | 10000.30
rws-3cp | 10000.40 9000.36 |   2 | 10000.30
""")


@pytest.mark.parametrize("row", SHARED, ids=row_id)
def test_where_a_winning_hand_is_out_the_other_has_its_award_alone(row: Mapping[str, str]) -> None:
    """Which is why the whole round is settled anew."""
    game, out = row["game"], int(row["out"])
    tables = Tables(game, game)
    tables.play("T1", "sf sf")
    assert list(tables.awards("T1").values()) == row["first"].split()
    tables.pay("T1")
    tables.take_out("T1", out)
    driver = tables.at("T1")
    driver.ask(ask.Settle(DEALER))
    assert tables.awards("T1") == {3 - out: row["anew"]}
    tables.pay("T1")
    check_won(tables, "T1", tables.names["T1"][2 - out], row["anew"])
    assert driver.chips(tables.names["T1"][out - 1]) == money(10_000)
    prove(game, OUT_BY[game])
    tables.check()


ELSEWHERE = rows("""
T1      | T2      | award
sf -    | - -     |  10000.30
royal - | - -     | 100003.00
sf -    | sf -    |  10000.30
sf -    | royal - |  10000.30
royal - | sf -    | 100003.00
""")


@pytest.mark.parametrize(("one", "two"), [PAIRS[0], PAIRS[-1]])
@pytest.mark.parametrize("row", ELSEWHERE, ids=row_id)
def test_what_happened_elsewhere_does_not_change_an_award_that_is_claimed_once_more(
    row: Mapping[str, str], one: str, two: str
) -> None:
    """The hand was entered first (mbs-thb 3.14) or dealt first (rws-3cp 4.7.2), and comes to the same as before."""
    tables = Tables(one, two)
    tables.play("T1", row["T1"], dealt=1, feeding=(1,))
    tables.pay("T1")
    tables.play("T2", row["T2"], dealt=2)
    elsewhere = tables.awards("T2")
    tables.take_out("T1", 2)
    tables.at("T1").ask(ask.Settle(DEALER))
    assert tables.awards("T1") == {1: row["award"]}
    assert tables.awards("T2") == elsewhere
    tables.check()
