"""One round of Megalink Let It Ride step by step, for tests in which something goes wrong on the way."""

from collections.abc import Callable, Mapping

from pitlink.jackpot.link import Features
from pitlink.table import commands as ask
from tests.driving import DEALER, Driver, player, replay
from tests.table.letting_ride import enter, lir_table

GAME = "mbs-lir"
POOL = 100_000_00
ANN, BOB, CID = player("Ann"), player("Bob"), player("Cid")
BOTH = Features(magic_card_bp=2_500, lucky_player_bp=2_500)

# Ann has a pair of jacks with the first community card; Bob and Cid have nothing. Bob holds the Magic Card, the area of
# Cid is the lucky one. Ann withdraws `1` and lets `2` ride, Bob lets `1` ride and withdraws `2`, Cid withdraws both.
HANDS: dict[str | int, str] = {1: "Jd 5d 8h", 2: "2d 5h 8s", 3: "2h 5s 8c", "community": "Jc 9d"}
SETTLED = {"Ann": 25_00 + 25_00 - 5_00, "Bob": -25_00 - 25_00 - 5_00 + 25_00, "Cid": -25_00 - 5_00 + 25_00}
AFTER = {name: 10_000_00 + change for name, change in SETTLED.items()}
BEFORE = dict.fromkeys(SETTLED, 10_000_00)
FED = 3_00
NAMES = {1: "Ann", 2: "Bob", 3: "Cid"}


def bet_all(driver: Driver) -> None:
    driver.call()
    for position, name in NAMES.items():
        enter(driver, name, position, 25, 5)


def deal_some(driver: Driver) -> None:
    for card in ("Jd", "5d", "8h", "2d"):
        driver.ask(ask.DealCard(DEALER, card))


def decide(driver: Driver, *choices: str) -> None:
    """What is due of those still in play; `choices` are those of 1, 2 and 3."""
    driver.expose()
    made = len(driver.box(driver.play.due.position).seat.decisions)
    while driver.due == "decide" and len(driver.box(driver.play.due.position).seat.decisions) == made:
        driver.choose(driver.play.due.position, choices[driver.play.due.position - 1])


STEPS: dict[str, Callable[[Driver], object]] = {
    "bets open": bet_all,
    "bets closed": lambda driver: driver.close(magic_card="8s", lucky=3),
    "in the deal": deal_some,
    "dealt": lambda driver: driver.deal(HANDS),
    "looked at": lambda driver: driver.ask(ask.Look(ANN, 1)),
    "1 decided": lambda driver: decide(driver, "withdraw", "ride", "withdraw"),
    "one card up": lambda driver: driver.expose(),
    "2 decided": lambda driver: decide(driver, "ride", "withdraw", "withdraw"),
    "settled": lambda driver: driver.finish(),
}


def at(moment: str) -> Driver:
    driver = lir_table("Ann", "Bob", "Cid", features=BOTH)
    for name, step in STEPS.items():
        step(driver)
        if name == moment:
            return driver
    raise AssertionError(moment)


def go_on(driver: Driver) -> None:
    if driver.due == "deal":
        driver.deal(HANDS)
    if driver.due == "decide" and not driver.play.exposed:
        decide(driver, "withdraw", "ride", "withdraw")
    driver.expose()
    if driver.due == "decide":
        decide(driver, "ride", "withdraw", "withdraw")
    driver.finish()


def stacks(driver: Driver) -> dict[str, int]:
    return {name: each.chips for name, each in driver.table.players.items()}


def display(driver: Driver) -> int:
    return driver.floor.links["L1"].display


def check_next_round(driver: Driver, before: Mapping[str, int]) -> None:
    """A whole round after it comes to what it always comes to."""
    for step in STEPS.values():
        step(driver)
    driver.call()
    assert stacks(driver) == {name: chips + SETTLED[name] for name, chips in before.items()}
    assert replay(driver.history).tables == driver.floor.tables


def check_void(driver: Driver, clause: str) -> None:
    assert (driver.play.void, driver.due) == (clause, "call")
    assert stacks(driver) == BEFORE
    assert all(each.lying == 0 for each in driver.table.players.values())
    assert display(driver) == POOL


def after(*changes: int) -> dict[str, int]:
    """Ann's, Bob's and Cid's chips with so many dollars more or less."""
    return {name: chips + 100 * change for (name, chips), change in zip(BEFORE.items(), changes, strict=True)}
