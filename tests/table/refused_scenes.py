"""Moments at which a table refuses something, and what a case of it is."""

from collections.abc import Callable
from typing import Any, Literal

from msgspec import Struct, structs

from pitlink import table
from pitlink.cards import NAMES
from pitlink.games.dealing import Place
from pitlink.games.round import Jackpot
from pitlink.jackpot import commands as of_link
from pitlink.jackpot.link import Features
from pitlink.money import ZERO
from pitlink.pit import Floor
from pitlink.table import TableSetup
from pitlink.table import commands as ask
from tests.driving import (
    DEALER,
    SHIFT_MANAGER,
    SUPERVISOR,
    UNIT,
    Driver,
    money,
    player,
    sealed,
    setup_for,
)
from tests.table.letting_ride import LOSERS, enter, lir_table, ride_all, start
from tests.table.sealing import settled_table

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
