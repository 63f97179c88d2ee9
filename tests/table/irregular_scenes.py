"""Moments of a round in which something has gone wrong: reported, asked about, or ruled on."""

from collections.abc import Callable
from typing import Any

from msgspec import structs

from pitlink.games.dealing import Place
from pitlink.table import commands as ask
from tests.driving import DEALER, SHIFT_MANAGER, SUPERVISOR, Driver, money, player, setup_for
from tests.table.every_game import ENTRY, GOES, PLAIN, STAYS, decide_all, table_of
from tests.table.refused_scenes import after

Scene = Callable[[], Driver]

CARDS_OF_ANN = tuple(Place("position", 1, nth) for nth in (1, 2))
ONE_CARD, TWO_CARDS = CARDS_OF_ANN[:1], CARDS_OF_ANN


def begun(game: str, **setup: Any) -> Scene:
    """Bets closed, no card dealt."""

    def scene() -> Driver:
        driver = table_of(game, "Ann", "Bob", chips=1_000, **setup)
        driver.call()
        for name, position in (("Ann", 1), ("Bob", 2)):
            driver.bet(name, position, **ENTRY[game])
            if driver.table.rules.link is not None:
                driver.bet(name, position, progressive=5)
        driver.close()
        return driver

    return scene


def both(game: str, **setup: Any) -> Scene:
    """Ann at 1 and Bob at 2 have their cards, and nobody has touched them."""

    def scene() -> Driver:
        driver = begun(game, **setup)()
        driver.deal(PLAIN[game])
        return driver

    return scene


def seen(game: str, **setup: Any) -> Scene:
    return after(both(game, **setup), ask.Look(player("Ann"), 1))


def folded(game: str, **setup: Any) -> Scene:
    """Bob has given up his hand, Ann is in."""

    def scene() -> Driver:
        driver = both(game, **setup)()
        decide_all(driver, {1: STAYS[game], 2: GOES[game]})
        return driver

    return scene


def settled(game: str, **setup: Any) -> Scene:
    def scene() -> Driver:
        driver = folded(game, **setup)()
        driver.finish(PLAIN[game])
        return driver

    return scene


def with_two_hands(game: str, looked: tuple[int, ...] = ()) -> Scene:
    """Ann has two hands, at 1 and 3."""

    def scene() -> Driver:
        driver = table_of(game, "Ann", "Bob", chips=1_000)
        driver.call()
        for name, position in (("Ann", 1), ("Bob", 2), ("Ann", 3)):
            driver.bet(name, position, **ENTRY[game])
        driver.close()
        driver.deal(PLAIN[game])
        for position in looked:
            driver.ask(ask.Look(player("Ann"), position))
        return driver

    return scene


def reported(scene: Scene, what: Any, *positions: int, **facts: Any) -> Scene:
    return after(scene, ask.Report(DEALER, what, positions, **facts))


def asked(game: str = "mbs-thb") -> Scene:
    """Ann's hand is out for its number of cards, and Bob may withdraw."""
    out = reported(both(game), "wrong_player_count", 1)
    return after(out, ask.Rule(SUPERVISOR, "remove_and_ask"))


def removed(game: str = "mbs-thb") -> Scene:
    """Ann's hand is out, and the round goes on without it."""
    return after(reported(both(game), "wrong_player_count", 1), ask.Rule(SUPERVISOR, "remove"))


def voided(game: str = "mbs-thb") -> Scene:
    return after(reported(both(game), "unshuffled_cards"), ask.Rule(SUPERVISOR, "void"))


def jackpot_down(game: str = "rws-3cp", later: Any = None, *positions: int) -> Scene:
    """The jackpot has failed before anybody saw a card; the round was void, and perhaps the house has chosen."""
    down = after(reported(both(game), "jackpot_failure"), ask.Rule(SHIFT_MANAGER, "void"))
    return down if later is None else after(down, ask.DecideLaterRounds(SHIFT_MANAGER, later, positions))


def barred(game: str = "mbs-thb") -> Scene:
    """Bob has looked at Ann's hand and may not play on."""
    shown = reported(both(game), "hand_not_secret", player="Bob")
    return after(shown, ask.Rule(SHIFT_MANAGER, "bar"))


def called_again(scene: Scene) -> Scene:
    """The next round: bets are open."""

    def further() -> Driver:
        driver = scene()
        if driver.due not in ("call", "close"):
            decide_all(driver, dict.fromkeys(driver.play.boxes, STAYS[driver.table.rules.game]))
            driver.finish(PLAIN[driver.table.rules.game])
        driver.call()
        return driver

    return further


def unattended(game: str = "mbs-thb") -> Driver:
    """A table that runs by itself: Ann and Bob have bet, Zoe has come, and bets are open."""
    driver = Driver()
    driver.open(structs.replace(setup_for(game, cards="sealed_deck"), unattended=True))
    driver.seat("Ann", "Bob", chips=1_000)
    driver.ask(ask.Join(player("Zoe"), "Zoe"))
    driver.call()
    for name, position in (("Ann", 1), ("Bob", 2)):
        driver.bet(name, position, **ENTRY[game], progressive=5)
    return driver


def wrong_turn() -> Driver:
    """Ann's Flop wager is 10.00 too much, and the round goes on until somebody says so."""
    driver = both("mbs-thb")()
    driver.ask(ask.RecordDecision(DEALER, 1, "flop", money(60)))
    return driver
