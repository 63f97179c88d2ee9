"""A jackpot that fails at one of several tables on a link: what that table is paid on (R25), and what the others have.

Registered is what the link had when the failure was first reported, before the round was settled. T1's two wagers make
it 100,004.00, or 100,003.00 where Bob has none on the jackpot.
"""

from collections.abc import Mapping

import pytest

from pitlink.jackpot.events import ClaimsOrdered
from pitlink.table import commands as ask
from pitlink.table.events import JackpotFailed, LineSettled
from tests.driving import DEALER, SHIFT_MANAGER, SUPERVISOR, money
from tests.pit.two_tables import OUT_BY, PAIRS, Tables, check_won
from tests.proving import prove, row_id, rows

RWS = ("rws-3cp", "rws-3cp")

# Before the settlement: T2 bets 2.00 after the failure, and the round is paid on what was there before it. What came
# later is in the display still.
BEFORE = rows("""
hands   | award     | display
sf -    |  10000.40 | 90005.60
royal - | 100004.00 | 50002.00
""")


@pytest.mark.parametrize("t2", ["begun", "lost", "next"])
@pytest.mark.parametrize("row", BEFORE, ids=row_id)
def test_a_failure_before_the_settlement_pays_on_what_was_registered(row: Mapping[str, str], t2: str) -> None:
    tables = Tables(*RWS)
    tables.begin("T1")
    tables.deal("T1", row["hands"], dealt=1)
    assert tables.display == "100004.00"
    tables.fail("T1")
    (failed,) = tables.driver.events(JackpotFailed)
    assert isinstance(failed, JackpotFailed)
    assert (failed.registered, failed.clause) == (money("100004.00"), "5.17")
    tables.begin("T2")
    if t2 != "begun":
        tables.end("T2", "- -", dealt=2)
    if t2 == "next":
        tables.at("T2").call()
    assert tables.display == "100006.00"
    tables.conclude("T1", row["hands"])
    assert (tables.awards("T1"), tables.display) == ({1: row["award"]}, row["display"])
    tables.pay("T1")
    tables.at("T1").refuse(ask.CallBets(DEALER), "later_rounds_undecided", "5.17.2")
    tables.restore("T1")
    check_won(tables, "T1", "Ann", row["award"])
    prove("rws-3cp", "5.17", "R25")
    tables.check()


def test_the_amount_registered_is_the_links_to_tell() -> None:
    tables = Tables(*RWS)
    tables.begin("T1")
    tables.deal("T1", "royal -", dealt=1)
    for amount in (0, 50_000, 200_000):
        report = ask.Report(DEALER, "jackpot_failure", amount=money(amount), seen=True)
        tables.driver.refuse(report, "for_the_link", "R25")


def test_the_first_failure_of_a_round_counts() -> None:
    """Between the two T2 has put 2.00 in, which had not been registered when it failed first."""
    tables = Tables(*RWS)
    tables.begin("T1")
    tables.deal("T1", "royal -", dealt=1)
    tables.fail("T1")
    tables.begin("T2")
    tables.fail("T1")
    failures = [each for each in tables.driver.events(JackpotFailed) if isinstance(each, JackpotFailed)]
    assert [each.registered for each in failures] == [money(100_004), money(100_006)]
    tables.conclude("T1", "royal -")
    assert (tables.awards("T1"), tables.display) == ({1: "100004.00"}, "50002.00")
    tables.check()


def test_a_failure_that_was_none_registers_nothing() -> None:
    tables = Tables(*RWS)
    tables.begin("T1")
    tables.deal("T1", "royal -", dealt=1)
    tables.driver.ask(ask.Report(DEALER, "jackpot_failure", seen=True))
    tables.driver.ask(ask.DismissReport(SUPERVISOR))
    tables.begin("T2")
    tables.conclude("T1", "royal -")
    assert (tables.awards("T1"), tables.display) == ({1: "100006.00"}, "50000.00")
    tables.check()


def test_a_failure_at_one_table_binds_no_other() -> None:
    """T2's hand wins from what is displayed when it is claimed, which T1's hand has lowered by a tenth."""
    tables = Tables(*RWS)
    tables.begin("T1")
    tables.deal("T1", "sf -", dealt=1)
    tables.fail("T1")
    tables.begin("T2")
    tables.conclude("T1", "sf -")
    tables.end("T2", "royal -", dealt=2)
    assert (tables.awards("T1"), tables.awards("T2")) == ({1: "10000.40"}, {1: "90005.60"})
    assert tables.display == "50000.00"
    tables.check()


def test_claims_put_in_the_order_of_the_deal_stay_on_what_was_registered() -> None:
    """T2 was dealt later and claimed first; T1 comes before it, and leaves what was put in after the failure."""
    tables = Tables(*RWS)
    tables.begin("T1")
    tables.deal("T1", "royal -", dealt=1)
    tables.fail("T1")
    tables.play("T2", "sf -", dealt=2)
    assert tables.awards("T2") == {1: "10000.60"}
    tables.conclude("T1", "royal -")
    assert (tables.awards("T1"), tables.awards("T2")) == ({1: "100004.00"}, {1: "5000.20"})
    assert tables.display == "45001.80"
    tables.check()


def test_a_failure_before_cards_are_seen_voids_this_round_and_no_other() -> None:
    tables = Tables(*RWS)
    t1 = tables.of_table("T1")
    tables.begin("T1")
    tables.deal("T1", "royal -", dealt=1)
    tables.play("T2", "sf -", dealt=2)
    assert (tables.awards("T2"), tables.display) == ({1: "10000.60"}, "90005.40")
    tables.at("T1").ask(ask.Report(DEALER, "jackpot_failure"))
    tables.driver.refuse(ask.Rule(SHIFT_MANAGER, "continue"), "not_a_ruling_here", "5.16")
    tables.driver.ask(ask.Rule(SUPERVISOR, "void"))
    assert (tables.of_table("T1"), tables.awards("T2")) == (t1, {1: "10000.60"})
    assert (tables.display, tables.reserve) == ("90003.40", "1.00")
    tables.pay("T2")
    check_won(tables, "T2", "Cy", "10000.60")
    prove("rws-3cp", "5.16", "R14")
    tables.check()


# After the settlement: the display is the reset value by then, and would be what the whole is paid on.
AFTER = rows("""
hands   | award     | display
sf -    |  10000.30 | 90002.70
royal - | 100003.00 | 50000.00
""")


def lines_of(tables: Tables, position: int) -> list[LineSettled]:
    return [line for line in tables.at("T1").play.lines if line.position == position]


@pytest.mark.parametrize("paid", ["paid", "not paid"])
@pytest.mark.parametrize(("one", "two"), PAIRS)
@pytest.mark.parametrize("row", AFTER, ids=row_id)
def test_a_failure_after_the_settlement_changes_nothing_when_a_hand_is_out(
    row: Mapping[str, str], one: str, two: str, paid: str
) -> None:
    tables = Tables(one, two)
    tables.play("T1", row["hands"], feeding=(1,))
    first = lines_of(tables, 1)
    assert (tables.awards("T1"), tables.display) == ({1: row["award"]}, row["display"])
    if paid == "paid":
        tables.pay("T1")
    tables.fail("T1")
    tables.take_out("T1", 2)
    tables.at("T1").ask(ask.Settle(DEALER))
    assert (tables.awards("T1"), tables.display) == ({1: row["award"]}, row["display"])
    assert lines_of(tables, 1) == first
    tables.pay("T1")
    tables.restore("T1")
    check_won(tables, "T1", "Ann", row["award"])
    assert tables.driver.chips("Bob") == money(10_000)
    prove(one, OUT_BY[one])
    tables.check()


@pytest.mark.parametrize(("one", "two"), PAIRS)
def test_a_failure_before_it_is_settled_anew_registers_nothing_either(one: str, two: str) -> None:
    """T2's straight flush has left 95,004.80 by then, less than what T1's royal flush was first paid on."""
    tables = Tables(one, two)
    tables.play("T1", "royal -", dealt=1, feeding=(1,))
    tables.pay("T1")
    tables.play("T2", "sf -", dealt=2)
    tables.pay("T2")
    tables.take_out("T1", 2)
    assert tables.display == "95004.80"
    tables.fail("T1")
    tables.at("T1").ask(ask.Settle(DEALER))
    assert (tables.awards("T1"), tables.awards("T2")) == ({1: "100003.00"}, {1: "5000.20"})
    assert tables.display == "45001.80"
    tables.check()


@pytest.mark.parametrize(
    ("feeding", "award", "display"), [((1,), "100003.00", "50002.00"), ((1, 2), "100003.00", "50002.00")]
)
def test_what_was_registered_before_the_settlement_still_counts_anew(
    feeding: tuple[int, ...], award: str, display: str
) -> None:
    """But for what the contribution of the hand that is out had added (R14); a later failure sets no other amount."""
    tables = Tables(*RWS)
    tables.begin("T1", feeding)
    tables.deal("T1", "royal -", dealt=1)
    tables.fail("T1")
    tables.begin("T2")
    tables.conclude("T1", "royal -")
    assert tables.awards("T1") == {1: "100003.00" if feeding == (1,) else "100004.00"}
    tables.pay("T1")
    tables.fail("T1")
    tables.take_out("T1", 2)
    tables.at("T1").ask(ask.Settle(DEALER))
    assert (tables.awards("T1"), tables.display) == ({1: award}, display)
    tables.pay("T1")
    tables.restore("T1")
    check_won(tables, "T1", "Ann", award)
    prove("rws-3cp", "5.15")
    tables.check()


# Three tables, the second and third after the first has won the whole (R106). T1 leaves 50,000.00; T2 and T3 put 2.00
# in each before they win. "dealt" are the moments of their hands.
THREE = rows("""
T1      | T2      | T3      | dealt | T1 has    | T2 has   | T3 has   | display
royal - | sf -    | sf -    | 1 2 3 | 100003.00 |  5000.20 |  4500.38 | 40503.42
royal - | sf -    | sf -    | 3 2 1 | 100003.00 |  5000.20 |  4500.38 | 40503.42
royal - | sf -    | royal - | 1 2 3 | 100003.00 |  5000.20 | 45003.80 | 50000.00
royal - | royal - | sf -    | 1 2 3 | 100003.00 | 50002.00 |  5000.20 | 45001.80
royal - | royal - | royal - | 3 1 2 | 100003.00 | 50002.00 | 50002.00 | 50000.00
sf -    | sf -    | sf -    | 1 2 3 |  10000.30 |  9000.47 |  8100.62 | 72905.61
""")


@pytest.mark.parametrize("row", THREE, ids=row_id)
def test_three_tables_keep_their_amounts_when_the_first_is_settled_anew(row: Mapping[str, str]) -> None:
    """T1 and T2 are paid and T3 is open: nobody's claim is put in another order or fixed anew."""
    tables = Tables("rws-3cp", "rws-3cp", "rws-3cp")
    dealt = dict(zip(("T1", "T2", "T3"), map(int, row["dealt"].split()), strict=True))
    for name in ("T1", "T2", "T3"):
        tables.play(name, row[name], dealt[name], feeding=(1,) if name == "T1" else (1, 2))
        if name != "T3":
            tables.pay(name)
    check_three(tables, row)
    tables.take_out("T1", 2)
    tables.at("T1").ask(ask.Settle(DEALER))
    check_three(tables, row)
    assert tables.driver.events(ClaimsOrdered) == []
    tables.pay("T1")  # it stands where it stood, before the claims entered since
    tables.pay("T3")
    check_three(tables, row)
    for name, who in (("T1", "Ann"), ("T2", "Cy"), ("T3", "Eve")):
        check_won(tables, name, who, row[f"{name} has"])
    prove("rws-3cp", "5.15")
    tables.check()


def check_three(tables: Tables, row: Mapping[str, str]) -> None:
    assert {name: tables.awards(name) for name in tables.games} == {
        name: {1: row[f"{name} has"]} for name in tables.games
    }
    assert tables.display == row["display"]


def test_a_claim_settled_anew_keeps_its_amount_when_a_later_hand_is_claimed() -> None:
    """T1 was dealt first and has been paid; T2, dealt before T3, is claimed last and comes before T3 only (4.7.2)."""
    awards = [late_claim(anew) for anew in (False, True)]
    assert awards[0] == {"T1": {1: "100005.00"}, "T2": {1: "5000.20"}, "T3": {1: "4500.18"}}
    assert awards[1] == awards[0]


def late_claim(anew: bool) -> dict[str, dict[int, str]]:
    tables = Tables("rws-3cp", "rws-3cp", "rws-3cp")
    tables.begin("T2")
    tables.deal("T2", "sf -", dealt=2)
    tables.play("T1", "royal -", dealt=1, feeding=(1,))
    tables.pay("T1")
    tables.play("T3", "sf -", dealt=3)
    if anew:
        tables.take_out("T1", 2)
        tables.at("T1").ask(ask.Settle(DEALER))
    tables.conclude("T2", "sf -")
    tables.check()
    return {name: tables.awards(name) for name in tables.games}
