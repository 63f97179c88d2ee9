"""One round of Megalink Three Card Poker step by step, for tests in which something goes wrong on the way."""

from collections.abc import Callable, Mapping

from pitlink.games.dealing import Place
from pitlink.table import commands as ask
from tests.driving import DEALER, Driver, player, replay
from tests.table.three_cards import stacks, table_of

GAME = "mbs-3cp"
POOL = 100_000_00  # what the display begins with
BEFORE = {"Ann": 10_000_00, "Bob": 10_000_00, "Cid": 10_000_00}
ANN, BOB, CID = player("Ann"), player("Bob"), player("Cid")

# Ann has a pair of aces, Bob nothing, Cid a pair of jacks and no Ante; the dealer qualifies and loses to a pair.
HANDS: dict[str | int, str] = {1: "As Ad 5c", 2: "2h 7d 9c", 3: "Js Jd 4c", "dealer": "Qs 8d 3c", "community": "6h Kd"}
SETTLED = {"Ann": 25_00 + 25_00 + 10_00 - 5_00, "Bob": -25_00 - 5_00 - 10_00, "Cid": 10_00 - 5_00}
AFTER = {name: chips + SETTLED[name] for name, chips in BEFORE.items()}
FED = 3_00  # 20 % of three progressive wagers of 5


def bet_all(driver: Driver) -> None:
    driver.bet("Ann", 1, ante=25, pair_plus=10, progressive=5)
    driver.bet("Bob", 2, ante=25, pair_plus=10, progressive=5)
    driver.bet("Cid", 3, pair_plus=10, progressive=5)


def deal_some(driver: Driver, count: int) -> None:
    for _ in range(count):
        place = driver.play.due.place
        assert place is not None
        text = HANDS[place.position or place.where]
        driver.ask(ask.DealCard(DEALER, text.split()[place.nth - 1]))


def show_one(driver: Driver) -> None:
    driver.expose()
    driver.ask(ask.ShowHand(DEALER, driver.play.due.position))


# A round step by step; Bob folds and keeps his Pair Plus and his progressive wager.
STEPS: dict[str, Callable[[Driver], object]] = {
    "bets open": bet_all,
    "bets closed": Driver.close,
    "in the deal": lambda driver: deal_some(driver, 5),
    "dealt": lambda driver: driver.deal(HANDS),
    "looked at": lambda driver: driver.ask(ask.Look(ANN, 1)),
    "played": lambda driver: driver.choose(1, "play"),
    "folded": lambda driver: driver.choose(2, "fold"),
    "one hand shown": show_one,
    "settled": lambda driver: driver.finish(),
}


def at(moment: str) -> Driver:
    """Ann, Bob and Cid at their first round, as far as this."""
    driver = table_of(GAME, "Ann", "Bob", "Cid")
    for name, step in STEPS.items():
        step(driver)
        if name == moment:
            return driver
    raise AssertionError(moment)


def go_on(driver: Driver) -> None:
    """From anywhere to the settlement: Ann plays, Bob folds."""
    if driver.due == "deal":
        driver.deal(HANDS)
    while driver.due == "decide":
        position = driver.play.due.position
        driver.choose(position, "play" if position == 1 else "fold")
    driver.finish()


def check_next_round(driver: Driver, before: Mapping[str, int]) -> None:
    """The call, and a whole round that is settled as if nothing had been before it."""
    driver.call()
    assert stacks(driver) == before
    for step in STEPS.values():
        step(driver)
    driver.call()
    assert stacks(driver) == {name: chips + SETTLED[name] for name, chips in before.items()}
    assert replay(driver.history).tables == driver.floor.tables


def check_void(driver: Driver, clause: str) -> None:
    """Nobody has more or less than before the round, nothing lies on the layout, and the meter is where it was."""
    assert (driver.play.void, driver.due) == (clause, "call")
    assert stacks(driver) == BEFORE
    assert all(each.lying == 0 for each in driver.table.players.values())
    assert display(driver) == POOL
    assert driver.play.pending == ()


def places(text: str) -> tuple[Place, ...]:
    """ "1.2" is the second card of position 1."""
    return tuple(Place("position", int(each[0]), int(each[2])) for each in text.split())


def after(*changes: int) -> dict[str, int]:
    """Ann's, Bob's and Cid's chips with so many dollars more or less."""
    return {name: chips + 100 * change for (name, chips), change in zip(BEFORE.items(), changes, strict=True)}


def display(driver: Driver) -> int:
    return driver.floor.links["L1"].display
