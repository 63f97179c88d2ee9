"""Every refusal of tables and pit: its code, its clause, what it says, and that nothing has happened."""

import ast
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import pytest
from msgspec import Struct, structs

import pitlink
from pitlink import pit, table
from pitlink.cards import NAMES
from pitlink.games.dealing import Place
from pitlink.games.round import Jackpot, JackpotSettlement, Limit
from pitlink.jackpot import commands as of_link
from pitlink.jackpot.link import Features
from pitlink.money import ZERO, Cents
from pitlink.people import Person
from pitlink.pit import Floor
from pitlink.refusals import Refused
from pitlink.rulebook.catalogue import document
from pitlink.rulebook.switches import Switches
from pitlink.table import TableSetup
from pitlink.table import commands as ask
from tests.driving import (
    DEALER,
    PARAMETERS,
    PIT_MANAGER,
    SHIFT_MANAGER,
    SUPERVISOR,
    UNIT,
    Driver,
    limits_for,
    money,
    player,
    sealed,
    setup_for,
)
from tests.proving import prove
from tests.table.letting_ride import LOSERS, enter, lir_table, ride_all, start
from tests.table.test_card_sources import settled_table

ANN, BOB = player("Ann"), player("Bob")
DECK = sealed(NAMES)

# Scenes


def nothing() -> Driver:
    return Driver()


def linked() -> Driver:
    """A link that has admitted a table which is not open yet."""
    driver = Driver()
    driver.open_link()
    driver.ask_link(of_link.AdmitTable(SHIFT_MANAGER, "T1", "mbs-thb"))
    return driver


def at(game: str) -> Callable[[], Driver]:
    """A table with Ann and Bob at it."""

    def scene() -> Driver:
        driver = Driver()
        driver.open(setup_for(game))
        driver.seat("Ann", "Bob", chips=1_100)
        return driver

    return scene


ENTRY: dict[str, dict[str, int]] = {
    "mbs-thb": {"ante": 25},
    "mbs-3cp": {"ante": 25},
    "mbs-uth": {"ante": 25, "blind": 25, "trips": 25},
    "mbs-lir": {"w1": 25, "w2": 25, "w3": 25},
    "rws-3cp": {"ante": 25},
}


def called(game: str) -> Callable[[], Driver]:
    """Bets open, Ann in."""

    def scene() -> Driver:
        driver = at(game)()
        driver.call()
        driver.bet("Ann", 1, **ENTRY[game])
        return driver

    return scene


def dealt(game: str, **hands: str) -> Callable[[], Driver]:
    """Ann's hand is dealt and she is to decide."""

    def scene() -> Driver:
        driver = called(game)()
        driver.bet("Ann", 1, progressive=5)
        driver.close()
        driver.deal({1: hands.get("ann", ""), **{name: text for name, text in hands.items() if name != "ann"}})
        return driver

    return scene


def to_show(game: str, *choices: str, **hands: str) -> Callable[[], Driver]:
    """Ann has decided, and her hand is to be shown."""

    def scene() -> Driver:
        driver = dealt(game, **hands)()
        driver.choose(1, *choices)
        if driver.due == "deal":
            driver.deal({})
        driver.expose()
        return driver

    return scene


def after(scene: Callable[[], Driver], *commands: table.AnyCommand) -> Callable[[], Driver]:
    def further() -> Driver:
        driver = scene()
        for command in commands:
            driver.ask(command)
        return driver

    return further


def hand_dealt() -> Driver:
    driver = lir_table("Ann", "Bob", cards="hand_dealt")
    start(driver, ("Ann", 1))
    return driver


def sealed_deck() -> Driver:
    driver = lir_table("Ann", cards="sealed_deck")
    driver.call()
    enter(driver, "Ann", 1)
    return driver


def over_sealed() -> Driver:
    driver = sealed_deck()
    driver.close(DECK)
    return driver


def to_be_opened() -> Driver:
    """A settled round whose deck is to be opened."""
    driver = over_sealed()
    driver.deal_sealed(DECK)
    ride_all(driver)
    driver.finish()
    return driver


def from_shoe() -> Driver:
    """Bets closed, cards to come from a shoe that reads them."""
    driver = lir_table("Ann")
    start(driver, ("Ann", 1))
    return driver


def without_its_link() -> Driver:
    """A table whose link is not on the floor."""
    driver = at("mbs-thb")()
    driver.floor = Floor(driver.floor.tables)
    return driver


def with_features() -> Driver:
    driver = lir_table("Ann", "Bob", features=Features(1, 1))
    driver.call()
    enter(driver, "Ann", 1, progressive=5)
    enter(driver, "Bob", 2)
    return driver


def without_link() -> Driver:
    driver = lir_table("Ann", link=None)
    driver.call()
    enter(driver, "Ann", 1)
    return driver


def royal(*, settled: bool = False) -> Callable[[], Driver]:
    """Ann has the whole jackpot."""

    def scene() -> Driver:
        driver = lir_table("Ann")
        start(driver, ("Ann", 1), progressive=5)
        driver.deal({1: "As Ks Qs", "community": "Js Ts"})
        ride_all(driver)
        driver.ask(ask.ShowHand(DEALER, 1))
        if settled:
            driver.ask(ask.Settle(DEALER))
        return driver

    return scene


def lost() -> Driver:
    """A settled round."""
    driver = lir_table("Ann")
    start(driver, ("Ann", 1))
    driver.deal(LOSERS)
    ride_all(driver)
    driver.finish()
    return driver


def wrong_flop() -> Driver:
    driver = dealt("mbs-thb")()
    driver.ask(ask.RecordDecision(DEALER, 1, "flop", money(60)))
    driver.choose(1, "check", "check")
    driver.expose()
    driver.ask(ask.ShowHand(DEALER, 1))
    return driver


def progressive_of_another() -> Driver:
    """Ann's progressive on a position that has become Bob's, whose chips lay there first, when Ann stood up."""
    driver = at("mbs-thb")()
    driver.call()
    driver.bet("Bob", 1, ante=25)
    driver.bet("Ann", 1, ante=25, progressive=5)
    driver.ask(ask.Stand(ANN, "Ann", 1))
    return driver


def pooled_with_poor_bob() -> Driver:
    """Bob's chips are all in the Ante that he shares with Ann."""
    driver = Driver()
    driver.open(setup_for("mbs-thb"))
    driver.seat("Ann", "Bob", chips=100)
    driver.call()
    driver.bet("Ann", 1, ante=10)
    driver.bet("Bob", 1, ante=100)
    driver.close()
    driver.deal({})
    return driver


def two_hands() -> Driver:
    driver = called("mbs-thb")()
    driver.bet("Ann", 3, ante=25)
    driver.close()
    driver.deal({})
    driver.ask(ask.Look(ANN, 1))
    return driver


def pair_plus_only() -> Driver:
    driver = at("rws-3cp")()
    driver.call()
    driver.bet("Ann", 1, pair_plus=25)
    driver.close()
    driver.deal({})
    return driver


def gone() -> Driver:
    """Ann has looked at her hand and left."""
    driver = dealt("mbs-thb")()
    driver.ask(ask.Look(ANN, 1))
    driver.ask(ask.Leave(ANN, "Ann"))
    return driver


def absent_rws() -> Driver:
    """Ann is gone; her progressive is judged on her cards all the same (R55)."""
    driver = dealt("rws-3cp")()
    driver.ask(ask.FindAbsent(SUPERVISOR, 1))
    driver.expose()
    return driver


# Cases


def claim_under_seal() -> Driver:
    """A royal flush is settled, and the deck it came from is still to be opened."""
    return settled_table("Ann", "Bob", progressive=5)


class Case(Struct, frozen=True):
    """`found` and `expected` are part of what the refusal says."""

    code: str
    clause: str | None
    found: str
    expected: str
    scene: Callable[[], Driver]
    command: Any
    via: Literal["pit", "link", "table"] = "pit"


def bare(**changes: object) -> ask.OpenTable:
    """A set-up of mbs-thb without a link, with one fault."""
    return ask.OpenTable(SUPERVISOR, structs.replace(setup_for("mbs-thb", link=None), **changes))


def wager(name: str, position: int, word: str, amount: str | int) -> ask.PlaceWager:
    return ask.PlaceWager(player(name), name, position, word, money(amount))


SETUP: TableSetup = setup_for("mbs-thb")
NO_UNIT = ask.OpenTable(SUPERVISOR, structs.replace(SETUP, unit=ZERO))
DISPLAYED = Jackpot(money(100_001), money(50_000), UNIT)
PLACE = Place("position", 1, 1)
THREE_CLUBS = ("3c", "4c", "5c")
JACKPOT_HAND = {"ann": "As Ks Qs", "dealer": "2c 4d 6h", "community": "Js Ts"}
NO_JACKPOT_HAND = {"ann": "As Kd 9h", "dealer": "2c 4d 6h", "community": "Js Ts"}

CASES = [
    # The table and its set-up
    Case("table_is_not_open", None, "never opened", "OpenTable", nothing, ask.CallBets(DEALER)),
    Case(
        "table_is_closed",
        None,
        "table T1",
        "open",
        after(at("mbs-thb"), ask.CloseTable(SUPERVISOR)),
        ask.CallBets(DEALER),
    ),
    Case("table_was_opened", None, "table T1", "never opened", at("mbs-thb"), ask.OpenTable(SUPERVISOR, SETUP)),
    Case(
        "table_was_opened",
        None,
        "table T1",
        "a closed one with the set-up it had",
        after(at("mbs-thb"), ask.CloseTable(SUPERVISOR)),
        ask.OpenTable(SUPERVISOR, structs.replace(SETUP, opening_float=money(5))),
    ),
    Case("other_table", None, "set-up of table T2 for table T1", "one name", nothing, bare(table="T2")),
    Case("not_a_name", None, "table 'T/1'", "letters", nothing, bare(table="T/1"), "table"),
    Case("not_a_name", None, "dealer ''", "letters", at("mbs-thb"), ask.AssignDealer(SUPERVISOR, "")),
    Case("not_a_name", None, "player 'a/b'", "letters", at("mbs-thb"), ask.Join(DEALER, "a/b")),
    Case("no_such_game", None, "game 'mbs-21'", "mbs-thb, mbs-3cp", nothing, bare(game="mbs-21")),
    Case("no_such_layout", "2.2", "layout 'E'", "A, B, C, D", nothing, bare(layout="E")),
    Case("positions_not_on_layout", "2.2", "7 positions on layout A", "4 to 6", nothing, bare(positions=7)),
    Case("no_such_deal", "3.7", "shoe", "automated or manual", nothing, bare(device="shoe")),
    Case("link_without_unit", None, "link None, unit 500", "none", nothing, bare(unit=UNIT)),
    Case("unit_not_positive", None, "unit 0.00", "more than 0.00", nothing, NO_UNIT, "table"),
    Case("negative_float", None, "-0.01", "0.00 or more", nothing, bare(opening_float=Cents(-1))),
    Case("limits_missing", "3.4", "limits for nothing", "ante, bonus", nothing, bare(limits={})),
    Case(
        "limits_out_of_order",
        "3.4",
        "limits for ante",
        "0 < minimum <= maximum",
        nothing,
        bare(limits={**limits_for("mbs-thb"), "ante": Limit(Cents(2), Cents(1))}),
    ),
    Case(
        "limits_differ",
        "3.4",
        "different limits for 1, 2, $",
        "equal",
        nothing,
        ask.OpenTable(
            SUPERVISOR,
            setup_for("mbs-lir", link=None, limits={**limits_for("mbs-lir"), "2": Limit(Cents(1), Cents(2))}),
        ),
    ),
    Case(
        "no_such_value",
        "R57",
        "bonus_on_loss = maybe",
        "lost or settled",
        nothing,
        bare(switches=structs.replace(Switches(), bonus_on_loss="maybe")),
    ),
    Case(
        "switch_of_another_game",
        "R16",
        "lir_percentage",
        "concerns mbs-thb",
        nothing,
        bare(switches=Switches(lir_percentage="per_credit")),
    ),
    Case(
        "table_is_no_member",
        None,
        "table T1 of mbs-thb on link L1",
        "admitted",
        nothing,
        ask.OpenTable(SUPERVISOR, SETUP),
    ),
    Case(
        "other_unit",
        None,
        "unit 1.00",
        "5.00, the link's",
        linked,
        ask.OpenTable(SUPERVISOR, structs.replace(SETUP, unit=money(1))),
    ),
    Case(
        "other_most",
        None,
        "most 5.00",
        "1000.00, the link's",
        linked,
        ask.OpenTable(SUPERVISOR, structs.replace(SETUP, most_progressive=money(5))),
    ),
    Case(
        "other_reading",
        "R5",
        "royal_base = displayed",
        "remaining",
        linked,
        ask.OpenTable(SUPERVISOR, structs.replace(SETUP, switches=Switches(royal_base="displayed"))),
    ),
    Case(
        "other_odds",
        "R9",
        "mbs-thb: royal flush 1/649740, straight flush 2/162435",
        "as on the link: royal flush 1/649740, straight flush 3/216580",
        linked,
        ask.OpenTable(SUPERVISOR, structs.replace(SETUP, switches=Switches(ace_low_straight_flush="flush"))),
    ),
    Case("round_in_play", "1.1.13", "round 1", "over", called("mbs-thb"), ask.CloseTable(SUPERVISOR)),
    Case("round_in_play", "1.1.13", "waits for: close", "over", called("mbs-thb"), ask.CallBets(DEALER)),
    # The pit
    Case("link_not_at_hand", None, "table T1 on link L1", "the link", without_its_link, ask.CallBets(DEALER)),
    Case("link_not_at_hand", None, "table T1 on link L1", "the link", without_its_link, ask.Join(BOB, "Cal")),
    Case(
        "other_link",
        None,
        "opening link L2 as L1",
        "one name",
        nothing,
        of_link.OpenLink(SHIFT_MANAGER, "L2", "mbs", PARAMETERS),
        "link",
    ),
    Case("table_is_open", None, "table T1", "closed", at("mbs-thb"), of_link.ReleaseTable(SHIFT_MANAGER, "T1"), "link"),
    Case(
        "for_the_table",
        None,
        "contributions and claims",
        "table",
        at("mbs-thb"),
        of_link.PayClaims(SUPERVISOR, "T1", 1),
        "link",
    ),
    Case("for_the_link", None, "own jackpot", "the link displays", royal(), ask.Settle(DEALER, DISPLAYED)),
    Case(
        "for_the_link",
        None,
        "amended awards",
        "the link",
        at("rws-3cp"),
        ask.AmendAwards(SUPERVISOR, JackpotSettlement(ZERO, ZERO, (), ZERO)),
    ),
    Case(
        "feature_is_off",
        "R96",
        "Magic Card 2c",
        "draws one",
        called("mbs-lir"),
        ask.CloseBets(DEALER, (), "2c"),
    ),
    Case("feature_is_off", "R96", "position 1", "draws one", called("mbs-lir"), ask.CloseBets(DEALER, (), None, 1)),
    # People
    Case("not_a_name", None, "a command by 'a/b'", "letters", at("mbs-thb"), ask.CallBets(Person("a/b", "dealer"))),
    Case("not_a_name", None, "a command by ''", "letters", at("mbs-thb"), ask.Join(player(""), "Cal")),
    Case(
        "amount_out_of_range",
        None,
        "an amount beyond all money",
        "at most 10,000,000,000,000 dollars",
        at("mbs-thb"),
        ask.BuyIn(DEALER, "Ann", Cents(10**15 + 1)),
    ),
    Case(
        "amount_out_of_range",
        None,
        "an amount beyond all money",
        "at most",
        called("mbs-thb"),
        ask.CorrectWager(SUPERVISOR, "Ann", 1, "ante", Cents(-(10**15) - 1)),
    ),
    Case(
        "post_too_low", "3.1", "calling for bets by player Ann", "a dealer or above", at("mbs-thb"), ask.CallBets(ANN)
    ),
    Case(
        "not_this_player", None, "joining for Cal by Ann", "the player, or staff", at("mbs-thb"), ask.Join(ANN, "Cal")
    ),
    Case("not_at_the_table", None, "player Cal", "joined", at("mbs-thb"), ask.Sit(player("Cal"), "Cal", 3)),
    Case("not_at_the_table", None, "player Cal", "chips here", at("mbs-thb"), ask.CashOut(DEALER, "Cal", money(1))),
    Case("joined_before", None, "player Ann", "not at the table", at("mbs-thb"), ask.Join(ANN, "Ann")),
    Case("amount_not_positive", None, "0.00", "more than 0.00", at("mbs-thb"), ask.BuyIn(DEALER, "Ann", ZERO)),
    Case(
        "not_enough_chips",
        None,
        "1100.01 of Ann",
        "at most 1100.00",
        at("mbs-thb"),
        ask.CashOut(DEALER, "Ann", money("1100.01")),
    ),
    Case("seat_is_taken", None, "position 1, where Ann sits", "free", at("mbs-thb"), ask.Sit(BOB, "Bob", 1)),
    Case(
        "seat_is_taken",
        None,
        "position 4, where wagers of others lie",
        "free",
        after(called("mbs-thb"), wager("Ann", 4, "ante", 25)),
        ask.Sit(BOB, "Bob", 4),
    ),
    Case("no_such_position", "2.2", "position 7", "1 to 6", at("mbs-thb"), ask.Sit(ANN, "Ann", 7)),
    Case("not_seated_there", None, "player Bob, position 1", "sits there", at("mbs-thb"), ask.Stand(BOB, "Bob", 1)),
    Case(
        "no_such_power",
        None,
        "restricted to one position",
        "a rulebook that allows it",
        at("rws-3cp"),
        ask.RestrictPlayer(PIT_MANAGER, "Ann"),
    ),
    Case(
        "restricted_before",
        "3.4.3",
        "player Ann",
        "not restricted",
        after(at("mbs-thb"), ask.RestrictPlayer(PIT_MANAGER, "Ann")),
        ask.RestrictPlayer(PIT_MANAGER, "Ann"),
    ),
    Case("not_restricted", None, "player Ann", "is restricted", at("mbs-thb"), ask.LiftRestriction(PIT_MANAGER, "Ann")),
    Case("not_warned", "R31", "player Ann", "under the minimum", at("mbs-thb"), ask.CloseStay(SUPERVISOR, "Ann")),
    # Betting
    Case("bets_are_not_open", "3.1", "no bets are open", "the call", at("mbs-thb"), wager("Ann", 1, "ante", 25)),
    Case("bets_are_not_open", "3.1", "no bets are open", "the call", at("mbs-thb"), ask.CloseBets(DEALER)),
    Case("bets_are_not_open", "3.1", "no bets are open", "the call", lost, wager("Ann", 1, "1", 25)),
    Case("bets_are_closed", "5.5", "bets are closed", "No more bets", dealt("mbs-thb"), wager("Bob", 2, "ante", 25)),
    Case(
        "bets_are_closed",
        "5.6",
        "bets are closed",
        "No more bets",
        dealt("mbs-thb"),
        ask.TakeBackWager(ANN, "Ann", 1, "ante"),
    ),
    Case(
        "no_entry", "3.4", "no position", "one entry", after(at("mbs-thb"), ask.CallBets(DEALER)), ask.CloseBets(DEALER)
    ),
    Case("not_a_seal", None, "1 commitments", "52", sealed_deck, ask.CloseBets(DEALER, ("0" * 64,))),
    Case("no_sealed_deck", None, "reading shoe", "none", called("mbs-lir"), ask.CloseBets(DEALER, DECK.commitments)),
    Case("no_features", "R96", "mbs-lir", "mbs-lir on a link", without_link, ask.CloseBets(DEALER, (), "2c")),
    Case(
        "not_a_card", "4.3", "Magic Card 'Joker'", "a card such as", with_features, ask.CloseBets(DEALER, (), "Joker")
    ),
    Case(
        "not_a_candidate",
        "R94",
        "Lucky Player at position 2",
        "progressive",
        with_features,
        ask.CloseBets(DEALER, (), None, 2),
    ),
    Case(
        "placed_by_decision",
        "3.9.2",
        "flop 50.00 at position 1",
        "ante",
        called("mbs-thb"),
        wager("Ann", 1, "flop", 50),
    ),
    Case("no_such_area", "2.2.1", "trips 25.00 at position 1", "ante", called("mbs-thb"), wager("Ann", 1, "trips", 25)),
    Case("amount_not_positive", None, "bonus 0.00", "more than 0.00", called("mbs-thb"), wager("Ann", 1, "bonus", 0)),
    Case(
        "amount_not_positive",
        None,
        "raised by 0.00",
        "more than 0.00",
        called("mbs-thb"),
        ask.RaiseWager(ANN, "Ann", 1, "ante", ZERO),
    ),
    Case("another_players_box", "3.5", "where Ann is", "one's own", called("rws-3cp"), wager("Bob", 1, "ante", 25)),
    Case("no_jackpot_here", "3.5.1", "progressive 5.00", "on a link", without_link, wager("Ann", 1, "progressive", 5)),
    Case(
        "another_players_position",
        "3.5.4",
        "progressive 5.00 at position 1 of Ann",
        "one's own",
        called("mbs-thb"),
        wager("Bob", 1, "progressive", 5),
    ),
    Case(
        "wager_lies_there", "3.4.2", "ante 25.00 at position 1", "raise", called("mbs-thb"), wager("Ann", 1, "ante", 25)
    ),
    Case(
        "wager_lies_there",
        "3.4.2",
        "progressive 5.00",
        "one progressive wager",
        progressive_of_another,
        wager("Bob", 1, "progressive", 5),
    ),
    Case(
        "not_the_unit",
        "3.4.2",
        "progressive 10.00",
        "5.00, once",
        called("mbs-thb"),
        wager("Ann", 1, "progressive", 10),
    ),
    Case(
        "unreasonable_contribution",
        None,
        "progressive 1005.00 at position 1",
        "at most 1000.00",
        called("mbs-lir"),
        wager("Ann", 1, "progressive", 1005),
    ),
    Case("not_the_unit", "3.5.3", "30.00", "5.00, 1 to 5 times", called("mbs-uth"), wager("Ann", 1, "progressive", 30)),
    Case(
        "not_enough_chips", None, "bonus 1080.00", "at most 1075.00", called("mbs-thb"), wager("Ann", 1, "bonus", 1080)
    ),
    Case(
        "not_enough_chips",
        None,
        "1 raised by 341.67",
        "at most 341.66",
        called("mbs-lir"),
        ask.RaiseWager(ANN, "Ann", 1, "1", money("341.67")),
    ),
    Case(
        "restricted_to_one_position",
        "3.4.3",
        "ante 25.00 at position 2",
        "the one position",
        after(called("mbs-thb"), ask.RestrictPlayer(PIT_MANAGER, "Ann")),
        wager("Ann", 2, "ante", 25),
    ),
    Case(
        "companion_missing",
        "3.5",
        "bonus 25.00 at position 2",
        "ante there",
        called("mbs-thb"),
        wager("Bob", 2, "bonus", 25),
    ),
    Case(
        "companion_missing",
        "3.5",
        "progressive 5.00 at position 2",
        "ante there",
        called("mbs-thb"),
        wager("Bob", 2, "progressive", 5),
    ),
    Case(
        "companion_missing",
        "3.5",
        "progressive 5.00 at position 2",
        "an entry of one's own there",
        after(called("mbs-thb"), wager("Ann", 2, "ante", 25)),
        wager("Bob", 2, "progressive", 5),
    ),
    Case(
        "companion_missing",
        "3.5",
        "progressive 5.00 at position 2",
        "an entry of one's own there",
        after(called("mbs-thb"), wager("Ann", 2, "ante", 25)),
        ask.RecordWager(DEALER, "Bob", 2, "progressive", money(5)),
    ),
    Case(
        "unequal_wagers",
        "1.1.2",
        "blind 30.00 at position 2",
        "25.00, equal to ante",
        after(called("mbs-uth"), wager("Bob", 2, "ante", 25)),
        wager("Bob", 2, "blind", 30),
    ),
    Case("over_maximum", "3.4", "1000.01", "at most 1000.00", called("mbs-thb"), wager("Bob", 2, "ante", "1000.01")),
    Case("under_minimum", "3.4", "9.99", "at least 10.00", called("mbs-thb"), wager("Bob", 2, "ante", "9.99")),
    Case("over_maximum", "5.1", "1000.01", "at most 1000.00", called("rws-3cp"), wager("Bob", 2, "ante", "1000.01")),
    Case("under_minimum", "5.2", "9.99", "at least 10.00", called("rws-3cp"), wager("Bob", 2, "ante", "9.99")),
    Case(
        "no_wager_there",
        "2.2.1",
        "bonus raised by 5.00 at position 1",
        "a wager of Ann",
        called("mbs-thb"),
        ask.RaiseWager(ANN, "Ann", 1, "bonus", money(5)),
    ),
    Case(
        "no_wager_there",
        "2.2.1",
        "ante at position 2",
        "a wager of Bob",
        called("mbs-thb"),
        ask.TakeBackWager(BOB, "Bob", 2, "ante"),
    ),
    # Recording and correcting
    Case(
        "no_wager_there",
        "2.2.1",
        "ante of Bob at position 1",
        "a wager of Bob",
        called("mbs-thb"),
        ask.CorrectWager(SUPERVISOR, "Bob", 1, "ante", money(30)),
    ),
    Case(
        "no_correction",
        None,
        "ante of Ann at position 1, 25.00",
        "another amount",
        called("mbs-thb"),
        ask.CorrectWager(SUPERVISOR, "Ann", 1, "ante", money(25)),
    ),
    Case(
        "counted_by_the_link",
        "R11",
        "progressive of Ann at position 1",
        "before bets are closed",
        dealt("mbs-uth"),
        ask.CorrectWager(SUPERVISOR, "Ann", 1, "progressive", money(10)),
    ),
    Case(
        "post_too_low",
        "R89",
        "correcting a wager by dealer Dana",
        "a pit supervisor or above",
        called("mbs-thb"),
        ask.CorrectWager(DEALER, "Ann", 1, "ante", money(30)),
    ),
    Case(
        "withdrawn_before",
        "5.7",
        "$ of Ann at position 1",
        "none was withdrawn",
        after(dealt("mbs-lir"), ask.Decide(ANN, 1, "withdraw")),
        ask.CorrectWager(SUPERVISOR, "Ann", 1, "$", money(30)),
    ),
    Case(
        "progressive_lies_there",
        "5.12.1",
        "ante of Ann at position 1",
        "its progressive wager taken off first",
        after(called("mbs-thb"), wager("Ann", 1, "progressive", 5)),
        ask.CorrectWager(SUPERVISOR, "Ann", 1, "ante", ZERO),
    ),
    Case(
        "unreasonable_contribution",
        None,
        "progressive of Ann at position 1",
        "at most 1000.00",
        after(called("mbs-lir"), wager("Ann", 1, "progressive", 5)),
        ask.CorrectWager(SUPERVISOR, "Ann", 1, "progressive", money(1005)),
    ),
    Case(
        "not_enough_chips",
        None,
        "ante of Ann at position 1, 1101.00",
        "Ann",
        called("mbs-thb"),
        ask.CorrectWager(SUPERVISOR, "Ann", 1, "ante", money(1101)),
    ),
    Case(
        "no_round_in_play",
        None,
        "1 of Ann at position 1",
        "not settled",
        lost,
        ask.CorrectWager(SUPERVISOR, "Ann", 1, "1", money(30)),
    ),
    Case(
        "no_round_in_play",
        None,
        "position 1, card 1",
        "not settled",
        lost,
        ask.CorrectCard(SUPERVISOR, PLACE, "As"),
    ),
    Case(
        "no_known_card_there",
        "3.6",
        "position 1, card 1",
        "a card that lies face up",
        hand_dealt,
        ask.CorrectCard(SUPERVISOR, PLACE, "As"),
    ),
    Case(
        "no_known_card_there",
        "3.7",
        "position 1, card 1",
        "a card that lies face up",
        dealt("mbs-thb"),
        ask.CorrectCard(SUPERVISOR, PLACE, "As"),
    ),
    Case("sealed_card", None, "position 1, card 1", "sealed", over_sealed, ask.CorrectCard(SUPERVISOR, PLACE, "As")),
    # The deal
    Case("no_card_is_due", "3.7", "a card", "bets closed", called("mbs-thb"), ask.DealCard(DEALER, "As")),
    Case("dealt_unread", None, "As at position 1, card 1", "no card", hand_dealt, ask.DealCard(DEALER, "As")),
    Case("no_card_named", "3.6", "position 1, card 1", "the card", over_sealed, ask.DealCard(DEALER)),
    Case("not_a_card", "2.1", "'1s' at position 1, card 1", "a card such as", from_shoe, ask.DealCard(DEALER, "1s")),
    Case(
        "card_dealt_before",
        "2.1",
        "2c at position 1, card 2",
        "not yet dealt",
        after(from_shoe, ask.DealCard(DEALER, "2c")),
        ask.DealCard(DEALER, "2c"),
    ),
    Case(
        "not_the_sealed_card",
        None,
        "2c as card 2, at position 1, card 2",
        "the card that was sealed",
        after(over_sealed, ask.DealCard(DEALER, "2c", DECK.salts[0])),
        ask.DealCard(DEALER, "2c", DECK.salts[0]),
    ),
    Case("no_salt", None, "card 1 of the sealed deck", "32", over_sealed, ask.DealCard(SUPERVISOR, "3c")),
    Case("no_salt", None, "card 1 of the sealed deck", "32", over_sealed, ask.DealCard(DEALER, "2c")),
    Case(
        "not_the_sealed_card",
        None,
        "As as card 1, at position 1, card 1",
        "the card that was sealed",
        over_sealed,
        ask.DealCard(DEALER, "As", DECK.salts[0]),
    ),
    Case(
        "deck_not_due",
        None,
        "the sealed deck",
        "a round that is over",
        over_sealed,
        ask.OpenDeck(DEALER, DECK.cards, DECK.salts),
    ),
    Case(
        "not_the_sealed_deck",
        "R89",
        "does not fit its seal",
        "a pit supervisor",
        to_be_opened,
        ask.OpenDeck(DEALER, DECK.cards[::-1], DECK.salts),
    ),
    Case("not_a_deck", "2.1", "1 cards, 0 salts", "52 of each", to_be_opened, ask.OpenDeck(DEALER, ("As",), ())),
    Case(
        "not_a_card",
        "2.1",
        "'1s' in the deck",
        "a card such as",
        to_be_opened,
        ask.OpenDeck(SUPERVISOR, ("1s", *DECK.cards[1:]), DECK.salts),
    ),
    # Looking and deciding
    Case(
        "handled_before",
        None,
        "position 1",
        "not handled",
        after(dealt("mbs-thb"), ask.HandleCards(ANN, 1)),
        ask.HandleCards(ANN, 1),
    ),
    Case(
        "viewed_before",
        None,
        "position 1",
        "not looked at",
        after(dealt("mbs-thb"), ask.Look(ANN, 1)),
        ask.Look(ANN, 1),
    ),
    Case("may_not_look", "3.14", "position 1", "an Ante there", pair_plus_only, ask.Look(ANN, 1)),
    Case(
        "one_hand_only",
        "3.4.1",
        "position 3, where Ann has looked at position 1",
        "one hand",
        two_hands,
        ask.Look(ANN, 3),
    ),
    Case("no_hand_there", "3.7", "looking at position 2", "dealt", dealt("mbs-thb"), ask.Look(BOB, 2)),
    Case("no_hand_there", "5.11", "position 2", "in play", dealt("mbs-thb"), ask.FindAbsent(SUPERVISOR, 2)),
    Case("not_your_hand", "R35", "looking at position 1 by Bob", "Ann", dealt("mbs-thb"), ask.Look(BOB, 1)),
    Case("not_your_hand", "R35", "decision at position 1 by Bob", "Ann", dealt("mbs-thb"), ask.Decide(BOB, 1, "fold")),
    Case(
        "wrong_amount",
        "3.9.2",
        "flop 60.00 at position 1",
        "50.00",
        dealt("mbs-thb"),
        ask.Decide(ANN, 1, "flop", money(60)),
    ),
    Case(
        "wrong_amount",
        "3.9.1",
        "fold 5.00 at position 1",
        "no wager",
        dealt("mbs-thb"),
        ask.RecordDecision(DEALER, 1, "fold", money(5)),
    ),
    Case("no_decision_is_due", "1.1.13", "position 1", "due", called("mbs-thb"), ask.Decide(ANN, 1, "fold")),
    Case("not_your_turn", "3.9", "decision at position 2", "position 1", dealt("mbs-thb"), ask.Decide(BOB, 2, "fold")),
    Case("no_such_choice", "3.9", "'check' at position 1", "fold, flop", dealt("mbs-thb"), ask.Decide(ANN, 1, "check")),
    Case(
        "not_enough_chips",
        "3.9.2",
        "flop at position 1",
        "Bob has too few",
        pooled_with_poor_bob,
        ask.Decide(ANN, 1, "flop"),
    ),
    Case(
        "absent_before",
        "5.11",
        "position 1",
        "not found absent",
        after(dealt("mbs-thb"), ask.FindAbsent(SUPERVISOR, 1)),
        ask.FindAbsent(SUPERVISOR, 1),
    ),
    Case("player_is_absent", "5.11", "looking at position 1", "Ann at the table", gone, ask.Look(ANN, 1)),
    Case("player_is_absent", "5.11", "handling cards", "Ann at the table", gone, ask.HandleCards(ANN, 1)),
    Case("player_is_absent", "5.11", "a decision at position 1", "Ann", gone, ask.Decide(ANN, 1, "fold")),
    Case(
        "not_your_turn",
        "5.11",
        "position 1",
        "has to decide",
        after(dealt("mbs-thb"), ask.Decide(ANN, 1, "flop")),
        ask.FindAbsent(SUPERVISOR, 1),
    ),
    Case(
        "nothing_to_decide",
        "5.6",
        "position 1",
        "a decision",
        to_show("rws-3cp", "play"),
        ask.FindAbsent(SUPERVISOR, 1),
    ),
    Case(
        "nothing_to_decide",
        "5.11",
        "position 1",
        "a decision",
        to_show("mbs-3cp", "play"),
        ask.FindAbsent(SUPERVISOR, 1),
    ),
    # Turning up and showing
    Case("no_exposure_is_due", None, "turning cards up", "a moment", dealt("mbs-thb"), ask.Expose(DEALER)),
    Case(
        "wrong_number_named",
        "2.1",
        "1 cards named for",
        "0",
        to_show("mbs-3cp", "play"),
        ask.ShowHand(DEALER, 1, ("As",)),
    ),
    Case("no_hand_is_due", None, "position 1", "shown", dealt("mbs-thb"), ask.ShowHand(DEALER, 1)),
    Case(
        "not_your_turn",
        "3.10.2",
        "showing position 2",
        "position 1",
        to_show("mbs-3cp", "play"),
        ask.ShowHand(DEALER, 2),
    ),
    Case("not_your_hand", "R35", "showing position 1 by Bob", "Ann", to_show("mbs-3cp", "play"), ask.ShowHand(BOB, 1)),
    Case("not_your_hand", "3.17", "by Ann", "the dealer", to_show("mbs-lir", "ride", "ride"), ask.ShowHand(ANN, 1)),
    Case(
        "not_your_hand", "R35", "declining at position 1", "Ann", to_show("mbs-3cp", "play"), ask.DeclineToShow(BOB, 1)
    ),
    Case(
        "may_not_decline",
        "R99",
        "declining at position 1",
        "the dealer turns",
        to_show("mbs-lir", "ride", "ride"),
        ask.DeclineToShow(ANN, 1),
    ),
    Case("player_is_absent", "5.5", "declining at position 1", "Ann", absent_rws, ask.DeclineToShow(ANN, 1)),
    Case("player_is_absent", "5.5", "showing at position 1", "Ann", absent_rws, ask.ShowHand(ANN, 1)),
    Case("no_such_duty", None, "position 1", "asks for it", to_show("mbs-3cp", "play"), ask.NotifyJackpotHand(ANN, 1)),
    Case(
        "hand_not_shown",
        "4.6",
        "position 1",
        "face up",
        to_show("rws-3cp", "play", **JACKPOT_HAND),
        ask.NotifyJackpotHand(ANN, 1),
    ),
    Case(
        "not_your_hand",
        "4.6",
        "by Bob",
        "Ann",
        after(to_show("rws-3cp", "play", **JACKPOT_HAND), ask.ShowHand(ANN, 1)),
        ask.NotifyJackpotHand(BOB, 1),
    ),
    Case(
        "no_jackpot_hand",
        "4.6",
        "position 1",
        "jackpot table",
        after(to_show("rws-3cp", "play", **NO_JACKPOT_HAND), ask.ShowHand(ANN, 1)),
        ask.NotifyJackpotHand(ANN, 1),
    ),
    Case(
        "notified_before",
        "4.6",
        "position 1",
        "not yet notified",
        after(to_show("rws-3cp", "play", **JACKPOT_HAND), ask.ShowHand(ANN, 1), ask.NotifyJackpotHand(ANN, 1)),
        ask.NotifyJackpotHand(ANN, 1),
    ),
    # The end
    Case("not_to_be_settled", None, "waits for: decide", "decided and shown", dealt("mbs-thb"), ask.Settle(DEALER)),
    Case("not_to_be_settled", None, "waits for: the call for bets", "decided", at("mbs-thb"), ask.Settle(DEALER)),
    Case("wrong_later_wager", "R68", "flop 60.00 at position 1", "a person decides", wrong_flop, ask.Settle(DEALER)),
    Case("jackpot_missing", None, "table T1 on link L1", "displays", royal(), ask.Settle(DEALER), "table"),
    Case("claims_not_entered", None, "1 jackpot hands", "fixed", royal(), ask.Settle(DEALER, DISPLAYED), "table"),
    Case("no_open_claims", None, "paying awards", "not paid yet", without_link, ask.PayAwards(SUPERVISOR)),
    Case("deck_not_opened", None, "paying awards", "opened first", claim_under_seal, ask.PayAwards(SUPERVISOR)),
    Case(
        "no_open_claims",
        "4.7.2",
        "amended awards",
        "not paid yet",
        at("rws-3cp"),
        ask.AmendAwards(SUPERVISOR, JackpotSettlement(ZERO, ZERO, (), ZERO)),
        "table",
    ),
    Case(
        "other_awards",
        "4.7.2",
        "amended awards",
        "of this round",
        after(to_show("rws-3cp", "play", **JACKPOT_HAND), ask.ShowHand(ANN, 1), ask.Settle(DEALER)),
        ask.AmendAwards(SUPERVISOR, JackpotSettlement(ZERO, ZERO, (), ZERO)),
        "table",
    ),
]


READING = re.compile(r"R[1-9][0-9]{0,2}")


def attempt(driver: Driver, case: Case) -> object:
    match case.via:
        case "pit":
            return pit.act(driver.floor, "T1", case.command)
        case "link":
            return pit.act_on_link(driver.floor, "L1", case.command)
        case "table":
            return table.decide(driver.floor.tables.get("T1", table.Table()), case.command)


def case_id(case: Case) -> str:
    return f"{case.code}-{type(case.command).__name__}"


@pytest.mark.parametrize("case", CASES, ids=case_id)
def test_a_refused_command_says_why_and_leaves_everything_as_it_was(case: Case) -> None:
    driver = case.scene()
    floor, books, events = repr(driver.floor), repr(driver.books), len(driver.history)
    refused = attempt(driver, case)
    assert isinstance(refused, Refused), refused
    assert (refused.code, refused.clause) == (case.code, case.clause), str(refused)
    assert case.found in refused.found
    assert case.expected in refused.expected
    cited = f" ({case.clause})" if case.clause else ""
    assert str(refused) == f"{refused.found}: expected {refused.expected}{cited}"
    assert (repr(driver.floor), repr(driver.books), len(driver.history)) == (floor, books, events)
    state = driver.floor.tables.get("T1")
    if case.clause is not None and state is not None and state.setup is not None:
        assert case.clause in document(state.rules.game).clauses or READING.fullmatch(case.clause), case.clause
        prove(state.rules.game, case.clause)


NO_COMMANDS = ("export.py",)  # gives rounds out, and carries no command out


def codes_in(folder: Path) -> dict[str, set[str]]:
    """Every code of a refusal that a source file can give, and the files that give it.

    A code stands first in `Refused(…)`, or in a tuple of four that a generator of faults yields.
    """
    found: dict[str, set[str]] = {}
    for path in sorted(folder.glob("*.py")):
        if path.name in NO_COMMANDS:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            first: ast.expr | None = None
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refused":
                first = node.args[0]
            elif isinstance(node, ast.Yield) and isinstance(node.value, ast.Tuple) and len(node.value.elts) == 4:
                first = node.value.elts[0]
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                found.setdefault(first.value, set()).add(path.name)
    return found


def test_every_code_in_the_source_has_a_case() -> None:
    source = Path(pitlink.__file__).parent
    codes = codes_in(source / "table") | codes_in(source / "pit")
    assert len(codes) > 90
    without = {code: files for code, files in codes.items() if code not in {case.code for case in CASES}}
    assert without == {}
    elsewhere = codes_in(source) | codes_in(source / "jackpot")  # what tables and links refuse alike
    gone = {case.code for case in CASES} - set(codes) - set(elsewhere)
    assert gone == set(), "cases of codes that no source gives any more"


def test_what_the_table_refuses_is_undone_at_the_link_too() -> None:
    """A royal flush beside a Flop wager of a wrong amount: the claim is entered first, and must not stay (R68)."""
    driver = dealt("mbs-thb", ann="As Ks", community="Qs Js Ts 2c 3d", dealer="2d 3h")()
    driver.ask(ask.RecordDecision(DEALER, 1, "flop", money(60)))
    driver.choose(1, "check", "check")
    driver.expose()
    driver.ask(ask.ShowHand(DEALER, 1))
    floor, books = repr(driver.floor), repr(driver.books)
    driver.refuse(ask.Settle(DEALER), "wrong_later_wager", "R68")
    assert (repr(driver.floor), repr(driver.books)) == (floor, books)
    assert driver.floor.links["L1"].open_claims == ()
    driver.ask(ask.CorrectWager(SUPERVISOR, "Ann", 1, "flop", money(50)))
    driver.ask(ask.Settle(DEALER))
    assert len(driver.floor.links["L1"].open_claims) == 1


def test_a_refusal_cites_no_clause_of_another_rulebook() -> None:
    driver = royal(settled=True)()
    refused = pit.act(driver.floor, "T1", ask.AmendAwards(SUPERVISOR, JackpotSettlement(ZERO, ZERO, (), ZERO)))
    assert isinstance(refused, Refused)
    assert refused.clause is None or refused.clause in document("mbs-lir").clauses or READING.fullmatch(refused.clause)
