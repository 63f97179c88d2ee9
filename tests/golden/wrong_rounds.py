"""Rounds in which something goes wrong, one or two a rulebook, for golden logs that can be read as stories."""

from collections.abc import Callable

from pitlink.games.dealing import Place
from pitlink.table import commands as ask
from tests.driving import DEALER, SHIFT_MANAGER, SUPERVISOR, Driver, player, setup_for


def start(game: str, *names: str) -> Driver:
    driver = Driver()
    driver.open(setup_for(game))
    driver.seat(*names, chips=1_000)
    driver.call()
    return driver


def mbs_thb() -> Driver:
    """Bob's hand has three cards: it is out, and Ann takes her wagers back while Cy goes on by saying nothing."""
    driver = start("mbs-thb", "Ann", "Bob", "Cy")
    for position, name in enumerate(("Ann", "Bob", "Cy"), start=1):
        driver.bet(name, position, ante=10, progressive=5)
    driver.close()
    driver.deal({1: "As Ah", 2: "2c 7c", 3: "Kd Kh", "dealer": "Qs Jd", "community": "Kc 9c 4s 3d 8h"})
    driver.ask(ask.Report(player("Bob"), "wrong_player_count", (2,), words="three cards"))
    driver.ask(ask.Rule(SUPERVISOR, "remove_and_ask"))
    driver.ask(ask.AnswerOption(player("Ann"), 1, "take_back"))
    driver.ask(ask.TakeSilence(DEALER, 3))
    driver.ask(ask.TakeSilence(DEALER, 3))
    driver.choose(3, "flop", "turn", "river")
    driver.finish()
    driver.call()
    return driver


def mbs_3cp() -> Driver:
    """Ann looks into Bob's cards and is barred; in the next round two cards are exposed, and it is void."""
    driver = start("mbs-3cp", "Ann", "Bob")
    driver.bet("Ann", 1, ante=25)
    driver.bet("Bob", 2, ante=25, pair_plus=10)
    driver.close()
    driver.deal({1: "9s 8d 7h", 2: "4c 4d 2s", "dealer": "Jc 8h 3s", "community": "Kd 6h"})
    driver.ask(ask.Report(DEALER, "hand_not_secret", player="Ann"))
    driver.ask(ask.Rule(SHIFT_MANAGER, "bar", words="looked at the cards of position 2"))
    driver.choose(2, "play")
    driver.finish()
    driver.call()
    driver.bet("Bob", 2, ante=25, progressive=5)
    driver.close()
    driver.ask(ask.DealCard(DEALER, "As"))
    driver.ask(ask.DealCard(DEALER, "Kh"))
    exposed = (Place("position", 2, 1), Place("position", 2, 2))
    driver.ask(ask.Report(player("Bob"), "exposed_cards", places=exposed))
    driver.ask(ask.Rule(SUPERVISOR, "void"))
    driver.call()
    return driver


def mbs_uth() -> Driver:
    """The power fails before anything is decided: Bob withdraws, Ann plays on. An error of round 1 comes too late."""
    driver = start("mbs-uth", "Ann", "Bob")
    driver.bet("Ann", 1, ante=10, blind=10)
    driver.bet("Bob", 2, ante=10, blind=10, trips=10)
    driver.close()
    driver.deal({1: "Ah 7h", 2: "8c 8d", "dealer": "Ks Qd", "community": "2h 9h Jh 8s 4c"})
    driver.choose(1, "check")
    driver.ask(ask.Report(DEALER, "power_failure"))
    driver.ask(ask.Rule(DEALER, "ask"))
    driver.ask(ask.AnswerOption(player("Bob"), 2, "take_back"))
    driver.ask(ask.AnswerOption(player("Ann"), 1, "continue"))
    driver.choose(1, "play 2x")
    driver.finish()
    driver.call()
    driver.ask(ask.Report(player("Bob"), "wrong_community_count", round=1))
    return driver


def mbs_lir() -> Driver:
    """The hands lie at each other's positions: they are moved. After the settlement the deck proves too short."""
    driver = start("mbs-lir", "Ann", "Bob")
    driver.bet("Ann", 1, w1=10, w2=10, w3=10)
    driver.bet("Bob", 2, w1=10, w2=10, w3=10, progressive=5)
    driver.close()
    driver.deal({1: "5d 6d 7d", 2: "Jh Js 3c", "community": "8d 9d"})
    driver.ask(ask.Report(DEALER, "misdeal", (1, 2)))
    driver.ask(ask.Rule(SUPERVISOR, "reconstruct", moves=((1, 2), (2, 1))))
    driver.choose(1, "ride")
    driver.choose(2, "withdraw")
    driver.choose(1, "ride")
    driver.choose(2, "ride")
    driver.finish()
    driver.ask(ask.Report(DEALER, "missing_card", words="51 cards in the shuffler"))
    driver.ask(ask.Rule(SUPERVISOR, "void"))
    driver.call()
    return driver


def rws_3cp() -> Driver:
    """Two cards leave the shoe together; then the jackpot fails, the round is paid, and later rounds go without it."""
    driver = start("rws-3cp", "Ann", "Bob")
    driver.bet("Ann", 1, ante=25, progressive=5)
    driver.bet("Bob", 2, ante=25)
    driver.close()
    for card in ("2h", "Kd", "Ks"):
        driver.ask(ask.DealCard(DEALER, card))
    first, second = Place("position", 1, 1), Place("position", 2, 1)
    driver.ask(ask.Report(DEALER, "cards_drawn_together", places=(first, second)))
    driver.ask(ask.Rule(SUPERVISOR, "set_order", order=(second, first)))
    driver.ask(ask.AnswerOption(player("Bob"), 2, "take_back"))
    driver.ask(ask.AnswerOption(player("Ann"), 1, "continue"))
    driver.deal({1: "Ks Qs As", "dealer": "Qd Jh 2s", "community": "8c 3h"})
    driver.ask(ask.Look(player("Ann"), 1))
    driver.ask(ask.Report(DEALER, "jackpot_failure"))
    driver.ask(ask.Rule(DEALER, "continue"))
    driver.choose(1, "play")
    driver.finish()
    driver.ask(ask.DecideLaterRounds(SHIFT_MANAGER, "no_jackpot"))
    driver.call()
    return driver


WRONG: dict[str, Callable[[], Driver]] = {
    "mbs-thb-wrong": mbs_thb,
    "mbs-3cp-wrong": mbs_3cp,
    "mbs-uth-wrong": mbs_uth,
    "mbs-lir-wrong": mbs_lir,
    "rws-3cp-wrong": rws_3cp,
}
