"""Tables of Let It Ride for tests, and events sorted out."""

from collections.abc import Iterable
from typing import TypeVar

from pitlink.jackpot.link import Features
from pitlink.money import Cents
from pitlink.rulebook.switches import DEFAULT, Switches
from pitlink.table import commands as ask
from pitlink.table.events import LineSettled
from pitlink.table.setup import CardSource
from tests.driving import DEALER, Driver, limits_for, setup_for

E = TypeVar("E")

# Three hands of five odd cards, and community cards that help nobody.
LOSERS: dict[str | int, str] = {1: "2c 5d 8h", 2: "2d 5h 8s", 3: "2h 5s 8c", "community": "Jc 9d"}


def lir_table(
    *names: str,
    link: str | None = "L1",
    features: Features | None = None,
    cards: CardSource = "reading_shoe",
    chips: int = 10_000,
    most: int = 1000,
    switches: Switches = DEFAULT,
) -> Driver:
    """A table with these players at positions 1, 2, …"""
    driver = Driver()
    if link is not None:
        driver.open_link("mbs", switches=switches, features=features, name=link)
    limits = limits_for("mbs-lir", 10, most)
    driver.open(setup_for("mbs-lir", link=link, cards=cards, limits=limits, switches=switches))
    driver.seat(*names, chips=chips)
    return driver


def enter(
    driver: Driver, name: str, position: int, stake: str | int = 25, progressive: str | int | None = None
) -> None:
    """The three wagers, and the progressive after them."""
    driver.bet(name, position, w1=stake, w2=stake, w3=stake)
    if progressive is not None:
        driver.bet(name, position, progressive=progressive)


def start(driver: Driver, *entries: tuple[str, int], stake: str | int = 25, progressive: int | None = None) -> None:
    """Bets called, these entries made, bets closed."""
    driver.call()
    for name, position in entries:
        enter(driver, name, position, stake, progressive)
    driver.close()


def ride_all(driver: Driver) -> None:
    """Everybody lets ride whatever is asked, and the cards due in between are turned up."""
    while driver.due in ("decide", "expose"):
        if driver.due == "expose":
            driver.expose()
        else:
            driver.ask(ask.RecordDecision(DEALER, driver.play.due.position, "ride"))


def of(kind: type[E], events: Iterable[object]) -> list[E]:
    return [event for event in events if isinstance(event, kind)]


def one(kind: type[E], events: Iterable[object]) -> E:
    (event,) = of(kind, events)
    return event


def lines(events: Iterable[object]) -> dict[tuple[int, str], LineSettled]:
    return {(line.position, line.wager): line for line in of(LineSettled, events)}


def net(line: LineSettled) -> Cents:
    """What the players of a line are better off by it, its part of the jackpot left out."""
    return Cents(sum(each.paid - each.collected for each in line.payments))
