"""What the tests of irregularities in the two Hold'em games have in common: one round, stopped where it is wanted.

Ann plays position 1 for the jackpot and position 5 blind, Bob folds at 2, Cid loses at 3 with a side bet.
"""

from collections.abc import Callable, Mapping
from typing import Any

from pitlink.money import Cents
from pitlink.people import Person
from pitlink.table import commands as ask
from pitlink.table.events import Event, OptionsGiven, RulingGiven
from tests.driving import DEALER, PIT_MANAGER, SHIFT_MANAGER, SUPERVISOR, Driver, check_export, money, player, replay
from tests.table.every_game import ENTRY, GOES, PLAIN, STAYS
from tests.table.holdem import table_of

GAMES = ("mbs-thb", "mbs-uth")
ANN, BOB, CID = player("Ann"), player("Bob"), player("Cid")
NAMES = ("Ann", "Bob", "Cid")
POSTS: Mapping[str, Person] = {
    "player": ANN,
    "dealer": DEALER,
    "pit_supervisor": SUPERVISOR,
    "pit_manager": PIT_MANAGER,
    "gaming_shift_manager": SHIFT_MANAGER,
}
SIDE_BET = {"mbs-thb": "bonus", "mbs-uth": "trips"}
ENTRIES = {game: tuple(ENTRY[game]) for game in GAMES}

Hands = Mapping[str | int, str]
Lines = dict[tuple[int, str], tuple[str, Cents, Cents, str]]

# Ann has a straight flush at 1 with the flop, which is a tenth of the pool; Cid's pair is lower than the dealer's.
HANDS: Hands = {
    1: "Qh Kh",
    2: "2c 7d",
    3: "3c 8d",
    5: "6c 7c",
    "dealer": "4c 4d",
    "community": "9h Th Jh 2s 3s",
}
POOL = money(100_000)
FED = money(100_002)  # by the progressive wagers of Ann and Bob
AWARD = money("10000.20")

Reached = Callable[[Driver], bool]

MOMENTS: Mapping[str, Reached] = {
    "bets lie": lambda driver: not driver.play.closed,
    "bets closed": lambda driver: driver.play.closed,
    "in the deal": lambda driver: len(driver.play.slots) == 8,
    "dealt": lambda driver: driver.due == "decide",
    "folded": lambda driver: "fold" in driver.box(2).seat.decisions,
    "shown": lambda driver: driver.due == "show" and any(box.shown for box in driver.play.boxes.values()),
    "to be settled": lambda driver: driver.due == "settle",
    "settled": lambda driver: driver.play.settled,
    "paid": lambda driver: driver.due == "call",
}


def bets_lie(game: str, **setup: Any) -> Driver:
    driver = table_of(game, *NAMES, **setup)
    driver.call()
    driver.bet("Ann", 1, **ENTRY[game], progressive=5)
    driver.bet("Ann", 5, **ENTRY[game])
    driver.bet("Bob", 2, **ENTRY[game], progressive=5)
    driver.bet("Cid", 3, **ENTRY[game], **{SIDE_BET[game]: 10})
    return driver


def table_at(game: str, moment: str, **setup: Any) -> Driver:
    """The round played until the moment has come."""
    driver = bets_lie(game, **setup)
    go_on(driver, MOMENTS[moment])
    return driver


def go_on(driver: Driver, until: Reached = MOMENTS["paid"], hands: Hands = HANDS) -> None:
    """What comes due, one after another; Bob gives up, everybody else stays in."""
    while not until(driver):
        _do_next(driver, hands)


def _do_next(driver: Driver, hands: Hands) -> None:
    due, game = driver.play.due, driver.table.rules.game
    match due.step:
        case "close":
            driver.close()
        case "deal":
            assert due.place is not None
            cards = hands[due.place.position if due.place.where == "position" else due.place.where]
            driver.ask(ask.DealCard(DEALER, cards.split()[due.place.nth - 1]))
        case "decide":
            seat = driver.box(due.position).seat
            words = GOES[game] if due.position == 2 else STAYS[game]
            driver.ask(ask.Decide(player(str(seat.player)), due.position, words[len(seat.decisions)]))
        case "expose":
            driver.ask(ask.Expose(DEALER))
        case "show":
            driver.ask(ask.ShowHand(DEALER, due.position))
        case "settle":
            driver.ask(ask.Settle(DEALER))
        case "verify_claims":
            driver.pay()
        case _:
            raise AssertionError(due)


def report(driver: Driver, what: str, by: Person = DEALER, **facts: Any) -> str:
    """Say what went wrong; the clause that covers it, by which the round waits."""
    (event,) = driver.ask(ask.Report(by, what, **facts))  # type: ignore[arg-type]
    clause = str(getattr(event, "clause"))  # noqa: B009
    assert (driver.due, driver.play.due.clause) == ("rule", clause)
    return clause


def given(events: tuple[Event, ...]) -> tuple[str, str, str]:
    """The ruling among the events: its effect, its clause, and who gave it."""
    (ruling,) = (event for event in events if isinstance(event, RulingGiven))
    return ruling.effect, ruling.clause, ruling.by


def asked(events: tuple[Event, ...]) -> tuple[tuple[int, ...], str, list[str]]:
    """Which positions are asked, by which clause, and what they may answer."""
    (options,) = (event for event in events if isinstance(event, OptionsGiven))
    return options.positions, options.clause, [offer.answer for offer in options.offers]


def lines(driver: Driver) -> Lines:
    """Outcome, what it pays, what goes back and by which clause, by position and wager."""
    return {
        (line.position, line.wager): (line.outcome, line.pays, Cents(line.returned + line.excess), line.rule)
        for line in driver.play.lines
    }


def undisturbed(game: str) -> Lines:
    """The lines of the round as it is without any error."""
    return lines(table_at(game, "paid"))


def outcomes(driver: Driver, position: int) -> dict[str, str]:
    """The outcomes of one position with their clauses: "returned@5.7"."""
    return {wager: f"{told[0]}@{told[3]}" for (at, wager), told in lines(driver).items() if at == position}


def all_back(driver: Driver, position: int, clause: str) -> bool:
    return set(outcomes(driver, position).values()) == {f"returned@{clause}"}


def of_others(told: Lines, *positions: int) -> Lines:
    """The lines without those of these positions."""
    return {key: line for key, line in told.items() if key[0] not in positions}


def pool(driver: Driver) -> Cents:
    return driver.floor.links["L1"].display


def check_void(driver: Driver, events: tuple[Event, ...], clause: str) -> None:
    """Void by the clause: every stack, the pool and the layout as they were before the call, and the next call due."""
    assert [getattr(event, "clause", None) for event in events] == [clause] * len(events), events
    assert driver.play.void == clause
    assert {name: driver.chips(name) for name in NAMES} == dict.fromkeys(NAMES, money(10_000))
    assert not any(stack.lying for stack in driver.table.players.values())
    assert pool(driver) == POOL
    assert driver.due == "call"


def check_next_round(driver: Driver) -> None:
    """The next round is called, played and settled as any other: Ann wins, Bob gives up.

    The round before it exports to the same money, and all that happened replays to the same floor.
    """
    game = driver.table.rules.game
    if driver.play.settled:
        check_export(driver)
    driver.call()
    before = {name: driver.chips(name) for name in NAMES}
    for name, position in (("Ann", 1), ("Bob", 2)):
        driver.bet(name, position, **ENTRY[game])
    go_on(driver, hands=PLAIN[game])
    driver.call()
    wins, loses = {"mbs-thb": (100, 25), "mbs-uth": (125, 50)}[game]
    assert driver.chips("Ann") == before["Ann"] + money(wins)
    assert driver.chips("Bob") == before["Bob"] - money(loses)
    assert driver.chips("Cid") == before["Cid"]
    assert replay(driver.history) == driver.floor


def stacks(driver: Driver) -> dict[str, Cents]:
    """What everybody is better off than at first, once the next call has been made."""
    driver.call()
    return {name: Cents(driver.chips(name) - money(10_000)) for name in NAMES}
