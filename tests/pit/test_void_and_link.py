"""A round that a ruling voids at one of several tables on a link: what it gave the jackpot and had of it goes back."""

from collections.abc import Mapping

import pytest

from pitlink.jackpot.events import ClaimsEntered, ClaimsWithdrawn, ContributionsReversed
from pitlink.money import Cents, dollars
from pitlink.table import commands as ask
from tests.driving import DEALER, SHIFT_MANAGER, money
from tests.pit.two_tables import PAIRS, VOID_BY, Tables, check_played_on, check_won
from tests.proving import prove, row_id, rows

# A void round, and nothing else happens meanwhile

ALONE = rows("""
hands   | paid | award     | display
sf -    |      |  10000.40 | 90003.60
sf -    | yes  |  10000.40 | 90003.60
royal - |      | 100004.00 | 50000.00
royal - | yes  | 100004.00 | 50000.00
""")


@pytest.mark.parametrize(("one", "two"), PAIRS)
@pytest.mark.parametrize("row", ALONE, ids=row_id)
def test_a_void_round_leaves_every_account_as_it_was_before_it(row: Mapping[str, str], one: str, two: str) -> None:
    tables = Tables(one, two)
    before, t1 = tables.everything, tables.of_table("T1")
    assert (tables.display, tables.reserve) == ("100002.00", "0.50")
    tables.play("T1", row["hands"])
    assert (tables.awards("T1"), tables.display) == ({1: row["award"]}, row["display"])
    if row["paid"]:
        tables.pay("T1")
    tables.void("T1")
    assert (tables.everything, tables.of_table("T1")) == (before, t1)
    assert (tables.display, tables.reserve) == ("100002.00", "0.50")
    assert tables.leaving("T1") == [0, 0]
    link = tables.driver.floor.links["L1"]
    assert (link.open_claims, dict(link.paid_claims)) == ((), {})
    (withdrawn,) = tables.driver.events(ClaimsWithdrawn)
    (reversed_,) = tables.driver.events(ContributionsReversed)
    assert isinstance(withdrawn, ClaimsWithdrawn)
    assert isinstance(reversed_, ContributionsReversed)
    assert withdrawn.clause == reversed_.clause == VOID_BY[one]
    assert reversed_.positions == (1, 2)
    seed = money(50_000) if row["hands"] == "royal -" else 0
    assert (withdrawn.seed_to_reserve, withdrawn.seed_to_house) == ((100, seed - 100) if seed else (0, 0))
    prove(one, VOID_BY[one], "R14", "R39")
    check_played_on(tables)


def test_a_void_before_the_settlement_takes_out_contributions_only() -> None:
    tables = Tables("mbs-thb", "mbs-lir")
    before = tables.everything
    tables.begin("T1")
    assert (tables.display, tables.reserve) == ("100004.00", "1.00")
    tables.void("T1")
    assert tables.everything == before
    assert tables.driver.events(ClaimsEntered) == tables.driver.events(ClaimsWithdrawn) == []
    prove("mbs-thb", "R14")
    check_played_on(tables)


def test_a_void_round_of_wagers_on_the_layout_alone_asks_nothing_of_the_link() -> None:
    tables = Tables("mbs-uth", "mbs-thb")
    driver = tables.at("T1")
    driver.call()
    driver.bet("Ann", 1, ante=25, blind=25, progressive=5)
    before, version = tables.everything, driver.floor.links["L1"].version
    driver.ask(ask.Report(DEALER, "something_else", words="a fire alarm"))
    driver.ask(ask.Rule(SHIFT_MANAGER, "void"))
    assert (tables.everything, driver.floor.links["L1"].version) == (before, version)
    assert driver.table.players["Ann"].available == money(10_000)
    check_played_on(tables)


# Other tables bet and win meanwhile; their rounds stand.
# T2 puts 2.00 in and 0.50 into the reserve, which is what the house pays, and wins from what is displayed then; the
# award of T1 comes back, and its seed goes out again.
MEANWHILE = rows("""
T1      | T2      | T2 has   | display  | after void | reserve | house pays
sf -    | - -     |          | 90005.60 |  100004.00 |    1.00 |       2.50
royal - | - -     |          | 50002.00 |  100004.00 |    1.00 |       2.50
sf -    | sf -    |  9000.56 | 81005.04 |   91003.44 |    1.00 |       2.50
royal - | sf -    |  5000.20 | 45001.80 |   95003.80 |    1.00 |       2.50
# both won the whole: T2 found 0.50 in the reserve, and T1's seed brings its 1.00 back, half of it T1's own wagers'
royal - | royal - | 50002.00 | 50000.00 |  100002.00 |    0.50 |   50002.00
# the reserve of 1.50 went into T2's seed, so that the house bears the 0.50 of T1's wagers that go back (R14)
sf -    | royal - | 90005.60 | 50000.00 |   59998.40 |    0.00 |   50001.50
""")


@pytest.mark.parametrize("paid", ["paid", "not paid"])
@pytest.mark.parametrize(("one", "two"), PAIRS)
@pytest.mark.parametrize("row", MEANWHILE, ids=row_id)
def test_what_another_table_bet_and_won_meanwhile_stands(row: Mapping[str, str], one: str, two: str, paid: str) -> None:
    tables = Tables(one, two)
    t1, house = tables.of_table("T1"), tables.house
    tables.play("T1", row["T1"], dealt=1)
    if paid == "paid":
        tables.pay("T1")
    tables.play("T2", row["T2"], dealt=2)
    won = {1: row["T2 has"]} if row["T2 has"] else {}
    assert (tables.awards("T2"), tables.display) == (won, row["display"])
    if won and paid == "paid":
        tables.pay("T2")
    tables.void("T1")
    assert tables.of_table("T1") == t1
    assert tables.leaving("T1") == [0, 0]
    assert (tables.display, tables.reserve) == (row["after void"], row["reserve"])
    assert dollars(Cents(house - tables.house)) == row["house pays"]
    assert tables.awards("T2") == won
    if won and paid == "not paid":
        tables.pay("T2")
    check_won(tables, "T2", "Cy", row["T2 has"])
    prove(one, "R14", "R39")
    check_played_on(tables)


def test_an_award_that_an_earlier_hand_elsewhere_has_changed_goes_back_as_it_is_now() -> None:
    """Multi-Link: T2's hand was dealt first, so its 10 % comes off before T1's whole (rws-3cp 4.7.2)."""
    tables = Tables("rws-3cp", "rws-3cp")
    t1 = tables.of_table("T1")
    tables.begin("T2")
    tables.begin("T1")
    tables.end("T1", "royal -", dealt=5)
    assert (tables.awards("T1"), tables.display) == ({1: "100006.00"}, "50000.00")
    tables.end("T2", "sf -", dealt=1)
    assert (tables.awards("T2"), tables.awards("T1")) == ({1: "10000.60"}, {1: "90005.40"})
    tables.void("T1")
    assert (tables.of_table("T1"), tables.awards("T2")) == (t1, {1: "10000.60"})
    assert (tables.display, tables.reserve) == ("90003.40", "1.00")
    tables.pay("T2")
    check_won(tables, "T2", "Cy", "10000.60")
    prove("rws-3cp", "4.7.2", "R39")
    check_played_on(tables)


# After a settlement that was set aside


def test_a_round_settled_anew_may_still_be_void() -> None:
    tables = Tables("mbs-3cp", "mbs-thb")
    before = tables.everything
    tables.play("T1", "royal -")
    tables.take_out("T1", 2)
    tables.at("T1").ask(ask.Settle(DEALER))
    tables.void("T1")
    assert tables.everything == before
    assert tables.leaving("T1") == [0, 0]
    prove("mbs-3cp", "R39")
    check_played_on(tables)


def test_a_round_set_aside_may_be_void_before_it_is_settled_anew() -> None:
    tables = Tables("mbs-uth", "mbs-lir")
    before = tables.everything
    tables.play("T1", "sf -")
    tables.pay("T1")
    tables.take_out("T1", 2)
    tables.void("T1")
    assert tables.everything == before
    prove("mbs-uth", "R39")
    check_played_on(tables)
