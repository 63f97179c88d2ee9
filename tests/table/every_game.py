"""A round of each of the five games in a few words, for tests that go through all of them."""

from collections.abc import Mapping
from typing import Any

from pitlink.games import GAMES
from pitlink.table import commands as ask
from pitlink.table.events import Event
from tests.driving import DEALER, SUPERVISOR, Driver, player, setup_for

ALL = tuple(GAMES)
MBS = tuple(game for game in GAMES if game.startswith("mbs"))

Hands = Mapping[str | int, str]

ENTRY: Mapping[str, Mapping[str, int]] = {
    "mbs-thb": {"ante": 25},
    "mbs-3cp": {"ante": 25},
    "mbs-uth": {"ante": 25, "blind": 25},
    "mbs-lir": {"w1": 25, "w2": 25, "w3": 25},
    "rws-3cp": {"ante": 25},
}
# Position 1 beats the dealer with a pair of aces, positions 2 and 3 lose; nobody has a jackpot hand.
PLAIN: Mapping[str, Hands] = {
    "mbs-thb": {1: "As Ad", 2: "2h 7d", 3: "3h 8d", "dealer": "Ks Kd", "community": "4c 6h 9d Ts Jc"},
    "mbs-3cp": {1: "As Ad 5c", 2: "2h 7d 9c", 3: "3h 8d Tc", "dealer": "Ks Kd 4c", "community": "6h Jd"},
    "mbs-uth": {1: "As Ad", 2: "2h 7d", 3: "3h 8d", "dealer": "Ks Kd", "community": "4c 6h 9d Ts Jc"},
    "mbs-lir": {1: "As Ad 5c", 2: "2h 7d 9c", 3: "3h 8d Tc", "community": "6h Jd"},
    "rws-3cp": {1: "As Ad 5c", 2: "2h 7d 9c", 3: "3h 8d Tc", "dealer": "Ks Kd 4c", "community": "6h Jd"},
}
STAYS = {
    "mbs-thb": ("flop", "turn", "river"),
    "mbs-3cp": ("play",),
    "mbs-uth": ("play 4x",),
    "mbs-lir": ("ride", "ride"),
    "rws-3cp": ("play",),
}
GOES = {
    "mbs-thb": ("fold",),
    "mbs-3cp": ("fold",),
    "mbs-uth": ("check", "check", "fold"),
    "mbs-lir": ("withdraw", "withdraw"),
    "rws-3cp": ("fold",),
}


def table_of(game: str, *names: str, chips: int = 10_000, **setup: Any) -> Driver:
    """A table of the game with these players at positions 1, 2, …, each with chips."""
    driver = Driver()
    driver.open(setup_for(game, **setup))
    driver.seat(*names, chips=chips)
    return driver


def decide_all(driver: Driver, choices: Mapping[int, tuple[str, ...]]) -> None:
    """Decisions by position as they come due, "absent" among them; cards due in between are turned up."""
    left = {position: list(words) for position, words in choices.items()}
    while driver.due in ("decide", "expose"):
        if driver.due == "expose":
            driver.ask(ask.Expose(DEALER))
            continue
        position = driver.play.due.position
        word = left[position].pop(0)
        if word == "absent":
            driver.ask(ask.FindAbsent(SUPERVISOR, position))
        else:
            driver.ask(ask.Decide(player(str(driver.box(position).seat.player)), position, word))


def play_on(
    driver: Driver, hands: Hands, choices: Mapping[int, tuple[str, ...]], *, declining: tuple[int, ...] = ()
) -> tuple[Event, ...]:
    """From bets that lie to the settlement; its events."""
    driver.close()
    driver.deal(hands)
    decide_all(driver, choices)
    return driver.finish(hands, declining=declining)


def play_plain(game: str, **setup: Any) -> Driver:
    """Ann at 1 stays and wins, Bob at 2 gives up."""
    driver = table_of(game, "Ann", "Bob", **setup)
    driver.call()
    driver.bet("Ann", 1, **ENTRY[game])
    driver.bet("Bob", 2, **ENTRY[game])
    play_on(driver, PLAIN[game], {1: STAYS[game], 2: GOES[game]})
    return driver
