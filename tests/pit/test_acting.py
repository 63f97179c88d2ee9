"""What is asked of a link itself, and what only a table may ask of it; a command is done whole or not at all.

That each refusal exists is tested with all others in tests/table/test_refusals.py; here, that none can be passed by.
"""

import pytest
from msgspec import structs

from pitlink import ledger, pit
from pitlink.games.round import JackpotSettlement
from pitlink.jackpot import Command, Link
from pitlink.jackpot import commands as of_link
from pitlink.jackpot.link import ClaimOf, Stake
from pitlink.money import ZERO, Cents
from pitlink.pit import Floor, Outcome
from pitlink.pit.offering import opens_with
from pitlink.refusals import Refused
from pitlink.table import commands as ask
from tests.driving import (
    DEALER,
    PARAMETERS,
    PIT_MANAGER,
    SHIFT_MANAGER,
    SUPERVISOR,
    Driver,
    money,
    player,
    replay,
    setup_for,
)
from tests.table.every_game import ALL, ENTRY, MBS, STAYS, play_on, play_plain, table_of


def with_open_claim(game: str = "rws-3cp") -> Driver:
    driver = table_of(game, "Ann")
    driver.call()
    driver.bet("Ann", 1, **ENTRY[game])
    driver.bet("Ann", 1, progressive=5)
    holdem = game in ("mbs-thb", "mbs-uth")
    hands: dict[str | int, str] = {1: "As Ks Qs", "community": "Js Ts", "dealer": "8c 8d 4c"}
    if holdem:
        hands = {1: "As Ks", "community": "Qs Js Ts 7h 8d", "dealer": "8c 4c"}
    play_on(driver, hands, {1: STAYS[game]})
    return driver


FOR_THE_TABLE: list[Command] = [
    of_link.PostContributions("T1", 1, (Stake(1, Cents(5_00)),)),
    of_link.PostContributions("T1", 2, (Stake(1, Cents(5_00)),)),
    of_link.ReverseContributions("T1", 1, (1,), "5.11"),
    of_link.EnterClaims("T1", 1, ()),
    of_link.PayClaims(SUPERVISOR, "T1", 1),
    of_link.PayClaims(SHIFT_MANAGER, "T1", 1),
    of_link.WithdrawClaims("T1", 1, "5.1.1"),
    of_link.PayClaims(SHIFT_MANAGER, "T9", 1),
]


@pytest.mark.parametrize("command", FOR_THE_TABLE, ids=lambda command: type(command).__name__)
def test_contributions_and_claims_reach_a_link_through_its_tables_only(command: Command) -> None:
    driver = with_open_claim()
    driver.refuse_link(command, "for_the_table", None)
    driver.refuse_link(command, "for_the_table", None, "L9")  # whichever link it is


def test_a_link_is_opened_by_its_own_name() -> None:
    driver = Driver()
    command = of_link.OpenLink(SHIFT_MANAGER, "L1", "mbs", PARAMETERS)
    driver.refuse_link(command, "other_link", None, "L2")
    driver.refuse_link(structs.replace(command, by=PIT_MANAGER), "post_too_low", None)
    driver.ask_link(command)
    driver.refuse_link(command, "link_is_open", None)
    assert set(driver.floor.links) == {"L1"}


NEVER_OPENED: list[Command] = [
    of_link.AdmitTable(SHIFT_MANAGER, "T1", "mbs-thb"),
    of_link.ReleaseTable(SHIFT_MANAGER, "T1"),
    of_link.OrderClaims(SHIFT_MANAGER, (ClaimOf("T1", 1),)),
    of_link.CorrectDisplay(SHIFT_MANAGER, PIT_MANAGER, Cents(1_00), "sign"),
]


@pytest.mark.parametrize("command", NEVER_OPENED, ids=lambda command: type(command).__name__)
def test_nothing_is_asked_of_a_link_that_was_never_opened(command: Command) -> None:
    Driver().refuse_link(command, "link_is_not_open", None, "L7")


@pytest.mark.parametrize("game", ALL)
def test_a_table_is_released_once_it_is_closed(game: str) -> None:
    driver = play_plain(game)
    command = of_link.ReleaseTable(SHIFT_MANAGER, "T1")
    driver.refuse_link(command, "table_is_open", None)
    driver.refuse_link(of_link.ReleaseTable(SHIFT_MANAGER, "T2"), "table_is_no_member", None)
    driver.ask(ask.CloseTable(SUPERVISOR))
    driver.refuse_link(of_link.ReleaseTable(PIT_MANAGER, "T1"), "post_too_low", None)
    driver.ask_link(command)
    driver.refuse(ask.OpenTable(SUPERVISOR, driver.table.rules), "table_is_no_member", None)
    assert replay(driver.history) == driver.floor
    without = opens_with(driver.floor, "T1")
    assert (without.link, without.unit, without.most_progressive) == (None, None, None)
    alone = Floor({"T1": driver.table})  # as the store has it at hand, which looks at the new set-up
    refused = pit.act(alone, "T1", ask.OpenTable(SUPERVISOR, without))
    assert isinstance(refused, Refused)
    assert refused.code == "rack_not_counted"  # and not for want of a link that it is no longer on


def test_a_table_admitted_but_never_opened_can_be_released() -> None:
    driver = Driver()
    driver.open_link("mbs")
    driver.ask_link(of_link.AdmitTable(SHIFT_MANAGER, "T1", "mbs-thb"))
    driver.ask_link(of_link.ReleaseTable(SHIFT_MANAGER, "T1"))
    assert driver.floor.links["L1"].tables == {}


@pytest.mark.parametrize("game", ALL)
def test_awards_are_amended_by_the_link_and_settled_from_its_display_alone(game: str) -> None:
    driver = with_open_claim(game)
    paid = driver.play.paid
    assert paid is not None
    more = structs.replace(paid.awards[0], amount=Cents(paid.awards[0].amount + 1))
    for by in (SUPERVISOR, SHIFT_MANAGER, DEALER, player("Ann")):
        outcome = pit.act(driver.floor, "T1", ask.AmendAwards(by, structs.replace(paid, awards=(more,))))
        assert isinstance(outcome, Refused)
        assert outcome.code == "for_the_link"
    nothing = JackpotSettlement(ZERO, ZERO, (), ZERO)
    for command in (
        ask.Settle(DEALER, driver.floor.links["L1"].jackpot),
        ask.Settle(DEALER, None, nothing),
        ask.Settle(DEALER, driver.floor.links["L1"].jackpot, nothing),
    ):
        assert isinstance(outcome := pit.act(driver.floor, "T1", command), Refused)
        assert outcome.code == "for_the_link"


@pytest.mark.parametrize("game", MBS)
def test_the_megalink_is_never_put_in_another_order(game: str) -> None:
    driver = with_open_claim(game)
    driver.refuse_link(of_link.OrderClaims(SHIFT_MANAGER, (ClaimOf("T1", 1),)), "order_is_entry", "mbs-thb 3.14")


def test_only_the_shift_manager_orders_claims_and_only_those_that_are_open() -> None:
    driver = with_open_claim()
    right = of_link.OrderClaims(SHIFT_MANAGER, (ClaimOf("T1", 1),))
    driver.refuse_link(structs.replace(right, by=PIT_MANAGER), "post_too_low", None)
    for wrong in ((), (ClaimOf("T1", 2),), (ClaimOf("T1", 1), ClaimOf("T1", 1))):
        driver.refuse_link(of_link.OrderClaims(SHIFT_MANAGER, wrong), "not_the_open_claims", "4.7.2")
    driver.ask_link(right)
    driver.pay()
    driver.refuse_link(right, "not_the_open_claims", "4.7.2")


def test_a_link_whose_tables_are_not_at_hand_is_refused_not_broken() -> None:
    """Only a table without its link: it may not be opened on it, and can be played no further than the link allows."""
    driver = Driver()
    driver.refuse(ask.OpenTable(SUPERVISOR, setup_for("mbs-thb")), "table_is_no_member", None)
    assert driver.floor == Floor()
    assert driver.refuse(ask.CallBets(DEALER), "table_is_not_open", None, "T9").found


def test_what_the_link_refuses_leaves_the_bets_open() -> None:
    """A link that has lost the table's membership cannot take its contribution; then bets are not closed either."""
    driver = table_of("mbs-thb", "Ann")
    driver.call()
    driver.bet("Ann", 1, ante=25, progressive=5)
    link = driver.floor.links["L1"]
    without = Floor(driver.floor.tables, {"L1": structs.replace(link, tables={})})
    outcome = pit.act(without, "T1", ask.CloseBets(DEALER))
    assert isinstance(outcome, Refused)
    assert outcome.code == "table_is_no_member"
    assert isinstance(pit.act(driver.floor, "T1", ask.CloseBets(DEALER)), Outcome)


def test_an_outcome_tells_the_events_of_every_stream_in_order_and_the_entries_with_them() -> None:
    driver = table_of("mbs-thb", "Ann")
    driver.call()
    driver.bet("Ann", 1, ante=25, progressive=5)
    outcome = pit.act(driver.floor, "T1", ask.CloseBets(DEALER))
    assert isinstance(outcome, Outcome)
    told = [(each.stream, each.version, type(each.event).__name__) for each in outcome.events]
    table, link = driver.table.version, driver.floor.links["L1"].version
    assert told == [("table/T1", table + 1, "BetsClosed"), ("link/L1", link + 1, "ContributionsPosted")]
    books = ledger.enter(driver.books, outcome.entries)
    assert isinstance(books, ledger.Books)
    assert books.balance(ledger.pool("L1")).posted == outcome.floor.links["L1"].display == 100_001_00
    assert driver.floor.links["L1"].display == 100_000_00  # the floor asked is as it was
    assert outcome.floor.links["L1"] != Link()
    assert money(1) == 1_00
