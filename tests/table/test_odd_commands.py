"""Commands that nobody can have meant: beyond all money, or given by nobody. They are refused, whoever sends them."""

from collections.abc import Callable
from typing import get_args

import pytest
from msgspec import structs

from pitlink.games.dealing import Place
from pitlink.games.round import JackpotSettlement
from pitlink.jackpot import commands as of_link
from pitlink.money import MOST, Cents
from pitlink.people import Person, Post
from pitlink.table import AnyCommand
from pitlink.table import commands as ask
from tests.driving import PARAMETERS, PIT_MANAGER, SHIFT_MANAGER, SUPERVISOR, Driver, money, player, setup_for
from tests.table.every_game import ALL, ENTRY, PLAIN, table_of

TEN = money(10)


def every_command(by: Person, game: str = "mbs-3cp") -> tuple[AnyCommand, ...]:
    """One of each kind, as it might be given at a table where Ann sits at 1."""
    return (
        ask.OpenTable(by, setup_for(game)),
        ask.CloseTable(by),
        ask.Fill(by, TEN, "F-1", "Dana"),
        ask.Credit(by, TEN, "C-1", "Dana"),
        ask.CountRack(by, TEN),
        ask.AssignDealer(by, "Dana"),
        ask.Join(by, "Ann"),
        ask.Leave(by, "Ann"),
        ask.BuyIn(by, "Ann", TEN),
        ask.CashOut(by, "Ann", TEN),
        ask.Sit(by, "Ann", 2),
        ask.Stand(by, "Ann", 1),
        ask.RestrictPlayer(by, "Ann"),
        ask.LiftRestriction(by, "Ann"),
        ask.CloseStay(by, "Ann"),
        ask.CallBets(by),
        ask.PlaceWager(by, "Ann", 1, "ante", TEN),
        ask.RaiseWager(by, "Ann", 1, "ante", TEN),
        ask.TakeBackWager(by, "Ann", 1, "ante"),
        ask.RecordWager(by, "Ann", 1, "ante", TEN),
        ask.CorrectWager(by, "Ann", 1, "ante", TEN),
        ask.CloseBets(by),
        ask.DealCard(by, "As"),
        ask.CorrectCard(by, Place("position", 1, 1), "As"),
        ask.HandleCards(by, 1),
        ask.Look(by, 1),
        ask.Decide(by, 1, "play"),
        ask.RecordDecision(by, 1, "play"),
        ask.TakeSilence(by, 1),
        ask.AskForTime(by, 1),
        ask.FindAbsent(by, 1),
        ask.Expose(by),
        ask.ShowHand(by, 1),
        ask.DeclineToShow(by, 1),
        ask.NotifyJackpotHand(by, 1),
        ask.Settle(by),
        ask.AmendAwards(by, JackpotSettlement(TEN, TEN, (), Cents(0))),
        ask.VerifyClaims(by, 52, "camera 4"),
        ask.ApproveClaims(by),
        ask.RejectClaims(by, (1,), "marked"),
        ask.PayAwards(by),
        ask.OpenDeck(by, (), ()),
        ask.Report(by, "late_wager", (1,), "Ann", (), "ante", TEN),
        ask.DismissReport(by),
        ask.CountCards(by, 52),
        ask.Rule(by, "void"),
        ask.AnswerOption(by, 1, "continue"),
        ask.DecideLaterRounds(by, "no_jackpot"),
        ask.LiftBar(by, "Ann"),
    )


def test_there_is_one_of_each_kind() -> None:
    assert [type(command) for command in every_command(SUPERVISOR)] == list(get_args(AnyCommand))


# Amounts


def betting(game: str) -> Driver:
    """Bets are open, and Ann's entry lies at 1."""
    driver = table_of(game, "Ann")
    driver.call()
    driver.bet("Ann", 1, **ENTRY[game])
    return driver


def deciding(game: str) -> Driver:
    driver = betting(game)
    driver.close()
    driver.deal(PLAIN[game])
    driver.expose()
    assert driver.due == "decide"
    return driver


def with_amount(by: Person, amount: int) -> list[AnyCommand]:
    """Every kind of command that names an amount, with this one."""
    kinds = [each for each in every_command(by) if "amount" in each.__struct_fields__]
    assert len(kinds) == 11
    return [structs.replace(each, amount=Cents(amount)) for each in kinds]


@pytest.mark.parametrize("scene", [betting, deciding], ids=["bets open", "a decision due"])
@pytest.mark.parametrize("amount", [10**5000, -(10**5000), MOST + 1, -MOST - 1], ids=["+", "-", "+1", "-1"])
@pytest.mark.parametrize("by", [player("Ann"), SUPERVISOR], ids=["player", "supervisor"])
def test_an_amount_beyond_all_money_is_refused(scene: Callable[[str], Driver], amount: int, by: Person) -> None:
    """Python would not even write 10**5000 out: no refusal tries to."""
    driver = scene("mbs-3cp")
    before = driver.floor
    for command in with_amount(by, amount):
        refused = driver.refuse(command, "amount_out_of_range", None)
        assert str(refused) == "an amount beyond all money: expected at most 10,000,000,000,000 dollars"
    assert driver.floor == before


def test_the_largest_amount_is_judged_like_any_other() -> None:
    driver = betting("mbs-3cp")
    driver.refuse(ask.CashOut(SUPERVISOR, "Ann", MOST), "not_enough_chips", None)
    driver.ask(ask.BuyIn(SUPERVISOR, "Ann", MOST))
    assert driver.chips("Ann") == 10_000_00 + MOST


# Names

NOBODY = ["", "\ud800", "Ann\ud800", "A/B", "x" * 41, "Ann\n"]
NOBODY_IDS = ["empty", "half a sign", "with half a sign", "a stroke", "too long", "a line end"]


@pytest.mark.parametrize("post", ["player", "dealer", "pit_supervisor", "gaming_shift_manager"])
@pytest.mark.parametrize("name", NOBODY, ids=NOBODY_IDS)
def test_a_command_by_nobody_is_refused(name: str, post: Post) -> None:
    driver = betting("mbs-3cp")
    before = driver.floor
    for command in every_command(Person(name, post)):
        if isinstance(command, ask.OpenTable | ask.PayAwards | ask.AmendAwards):
            continue  # see below
        refused = driver.refuse(command, "not_a_name", None)
        assert str(refused).isprintable()
    assert driver.floor == before


@pytest.mark.parametrize("name", NOBODY, ids=NOBODY_IDS)
def test_no_table_is_opened_by_nobody(name: str) -> None:
    setup = setup_for("mbs-3cp", link=None)
    refused = Driver().refuse(ask.OpenTable(Person(name, "pit_supervisor"), setup), "not_a_name", None)
    assert repr(name) in refused.found


@pytest.mark.parametrize("name", NOBODY, ids=NOBODY_IDS)
def test_no_claim_is_paid_by_nobody(name: str) -> None:
    driver = betting("mbs-3cp")
    driver.bet("Ann", 1, progressive=5)
    driver.close()
    driver.deal({1: "As Ks Qs", "community": "Js Ts", "dealer": "8c 8d 4c"})
    driver.choose(1, "play")
    driver.finish()
    driver.approve()
    assert driver.due == "pay_claims"
    before = driver.floor
    driver.refuse(ask.PayAwards(Person(name, "pit_supervisor")), "not_a_name", None)
    assert driver.floor == before
    driver.pay()


@pytest.mark.parametrize("name", NOBODY, ids=NOBODY_IDS)
@pytest.mark.parametrize("game", ALL)
def test_nobody_joins_and_nobody_is_made_dealer(game: str, name: str) -> None:
    driver = table_of(game, "Ann")
    driver.refuse(ask.Join(SUPERVISOR, name), "not_a_name", None)
    driver.refuse(ask.AssignDealer(SUPERVISOR, name), "not_a_name", None)
    assert list(driver.table.players) == ["Ann"]


# Beside the table's commands


@pytest.mark.parametrize("name", NOBODY, ids=NOBODY_IDS)
def test_a_link_takes_no_command_by_nobody(name: str) -> None:
    driver, nobody = Driver(), Person(name, "gaming_shift_manager")
    driver.open_link()
    driver.refuse_link(of_link.OpenLink(nobody, "L2", "mbs", PARAMETERS), "not_a_name", None, "L2")
    for by, second in ((nobody, PIT_MANAGER), (SHIFT_MANAGER, nobody)):
        driver.refuse_link(of_link.CorrectDisplay(by, second, TEN, "sign out of order"), "not_a_name", None)


@pytest.mark.parametrize("change", [10**5000, -(10**5000)], ids=["+", "-"])
def test_a_display_is_not_corrected_beyond_all_money(change: int) -> None:
    driver = Driver()
    driver.open_link()
    command = of_link.CorrectDisplay(SHIFT_MANAGER, PIT_MANAGER, Cents(change), "sign out of order")
    driver.refuse_link(command, "amount_out_of_range", None)


def test_no_table_is_opened_with_a_float_beyond_all_money() -> None:
    setup = structs.replace(setup_for("mbs-3cp", link=None), opening_float=Cents(10**5000))
    Driver().refuse(ask.OpenTable(SUPERVISOR, setup), "amount_out_of_range", None)
