"""What the tests of the two Hold'em tables have in common: a table, the order of a deal, a round played out."""

from collections.abc import Iterable, Mapping
from typing import Any

from pitlink import pit
from pitlink.cards import CARD_OF, NAMES
from pitlink.games.dealing import Place
from pitlink.money import Cents, dollars
from pitlink.people import Person
from pitlink.refusals import Refused
from pitlink.table import AnyCommand
from pitlink.table import commands as ask
from pitlink.table.events import AwardPaid, CardsExposed, Event, LineSettled
from tests.driving import DEALER, Driver, player, setup_for
from tests.proving import GIVEN, Json, check_seat, decisions

LETTERS = {"community": "c", "dealer": "d", "security": "s", "burned": "b"}


def table_of(game: str, *names: str, chips: int = 10_000, **setup: Any) -> Driver:
    """A table of the game with these players at positions 1, 2, …, each with chips."""
    driver = Driver()
    driver.open(setup_for(game, **setup))
    driver.seat(*names, chips=chips)
    return driver


def order_of(places: Iterable[Place]) -> str:
    """A deal card by card: c1 is the first community card, 4.2 the second card of position 4."""
    return " ".join(
        f"{place.position}.{place.nth}" if place.where == "position" else f"{LETTERS[place.where]}{place.nth}"
        for place in places
    )


def as_asked(driver: Driver, command: AnyCommand) -> str:
    """The code of a refusal whose clause is not compared."""
    outcome = pit.act(driver.floor, driver.name, command)
    assert isinstance(outcome, Refused), f"accepted: {command}"
    return outcome.code


def play_out(driver: Driver, choices: Mapping[int, str], hands: Mapping[str | int, str] | None = None) -> list[str]:
    """From the first decision until the round can be settled: what came due, in its order, with the clause.

    Decisions are "1 flop@3.9.2", cards turned up "C3@3.9.3" (so many community cards lie open) or "D@3.10", cards dealt
    "deal d1 d2@3.8", hands shown "show 1".
    """
    left = {position: decisions(text) for position, text in choices.items()}
    told = []
    while driver.due != "settle":
        due = driver.play.due
        match due.step:
            case "decide":
                word = left[due.position].pop(0)
                (made,) = driver.ask(ask.Decide(player(str(driver.box(due.position).seat.player)), due.position, word))
                told.append(f"{due.position} {word}@{getattr(made, 'clause')}")  # noqa: B009
            case "expose":
                told.append(_turned_up(driver, driver.ask(ask.Expose(DEALER))))
            case "deal":
                told.append(f"deal {order_of(driver.deal(_not_dealt(driver, hands or {})))}@{due.clause}")
            case "show":
                driver.ask(ask.ShowHand(DEALER, due.position))
                told.append(f"show {due.position}")
            case _:
                raise AssertionError(due)
    assert not any(left.values()), f"decisions never asked for: {left}"
    return told


def choices_in(order: str) -> dict[int, str]:
    """The decisions of each position that an order such as "1 flop, 4 fold, C3, 1 check" tells."""
    choices: dict[int, list[str]] = {}
    for each in order.split(", "):
        position, _, word = each.partition(" ")
        if word:
            choices.setdefault(int(position), []).append(word)
    return {position: ", ".join(words) for position, words in choices.items()}


def _not_dealt(driver: Driver, hands: Mapping[str | int, str]) -> Mapping[str | int, str]:
    """The dealer's two cards as they are wanted, or any two that are left."""
    dealt = {slot.card for slot in driver.play.slots.values()}
    left = [card for card in NAMES if CARD_OF[card] not in dealt]
    return {"dealer": " ".join(left[:2]), **hands}


def _turned_up(driver: Driver, events: tuple[Event, ...]) -> str:
    (event,) = events
    assert isinstance(event, CardsExposed)
    if event.cards[0].place.where == "dealer":
        assert len(event.cards) == 2
        return f"D@{event.clause}"
    return f"C{driver.play.exposed}@{event.clause}"


def round_of(
    driver: Driver,
    bets: Mapping[str, tuple[int, Mapping[str, str | int]]],
    hands: Mapping[str | int, str],
    choices: Mapping[int, str],
) -> tuple[Event, ...]:
    """A whole round, called, bet, dealt, decided, shown and settled; the events of the settlement."""
    driver.call()
    for name, (position, wagers) in bets.items():
        driver.bet(name, position, **wagers)
    return to_the_end(driver, hands, choices)


def to_the_end(driver: Driver, hands: Mapping[str | int, str], choices: Mapping[int, str]) -> tuple[Event, ...]:
    """From "No more bets" to the settlement; its events."""
    driver.close()
    driver.deal(hands)
    play_out(driver, choices, hands)
    return driver.ask(ask.Settle(DEALER))


def lines_at(events: Iterable[Event], position: int) -> Json:
    """The lines of one position as a settled seat of the public format has them."""
    wagers: Json = {}
    for event in events:
        if isinstance(event, LineSettled) and event.position == position:
            wagers[event.wager] = {
                "stake": dollars(event.stake),
                "outcome": event.outcome,
                "pays": dollars(event.pays),
                "returned": dollars(event.returned),
                "rule": event.rule,
                "also": event.also,
            } | ({"excess": dollars(event.excess)} if event.excess else {})
    return {"wagers": wagers}


def check_lines(
    game: str, events: Iterable[Event], position: int, expected: Mapping[str, str], proves: str = ""
) -> None:
    """The lines of one position, as `check_seat` writes them; what they cite of `proves` counts as proved."""
    GIVEN.clear()
    check_seat(game, lines_at(events, position), expected, proves)


def awards_paid(driver: Driver) -> list[tuple[str, Cents, str]]:
    """Awards of the link in the order paid: player, amount, clause."""
    paid = (event for event in driver.events(AwardPaid) if isinstance(event, AwardPaid))
    return [(event.player, event.amount, event.rule) for event in paid]


def better_off(driver: Driver, *names: str, chips: int = 10_000) -> str:
    """What each player has more or less than at first, once the next call has been made: "Ann +10.00, Bob -5.00"."""
    driver.call()
    changes = [(name, Cents(driver.chips(name) - chips * 100)) for name in names]
    return ", ".join(f"{name} {'+' if change > 0 else ''}{dollars(change)}" for name, change in changes)


def place(by: Person, name: str, position: int, wager: str, amount: Cents) -> ask.PlaceWager:
    return ask.PlaceWager(by, name, position, wager, amount)
