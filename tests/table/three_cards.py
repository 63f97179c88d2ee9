"""Words for the two games of three cards: a table ready for bets, a deal as one line, a settlement as cells."""

from collections.abc import Iterable, Mapping
from typing import TypeVar

from pitlink import pit
from pitlink.games.dealing import Place
from pitlink.money import dollars
from pitlink.refusals import Refused
from pitlink.table import AnyCommand
from pitlink.table import commands as ask
from pitlink.table.events import Event, LineSettled
from tests.driving import DEALER, Driver, setup_for
from tests.proving import prove

PAID = ("ante", "ante_bonus", "play", "pair_plus", "progressive")

Kind = TypeVar("Kind")


def table_of(game: str, *names: str, chips: int = 10_000, **options: object) -> Driver:
    """Players seated at 1, 2, … and the call for bets made."""
    driver = Driver()
    driver.open(setup_for(game, **options))  # type: ignore[arg-type]
    driver.seat(*names, chips=chips)
    driver.call()
    return driver


def only(events: Iterable[Event], kind: type[Kind]) -> Kind:
    (event,) = (event for event in events if isinstance(event, kind))
    return event


def order_of(places: Iterable[Place]) -> str:
    """ "1 1 1 d c x": the positions, the dealer, the community, and x for a card thrown away."""
    letters = {"dealer": "d", "community": "c", "burned": "x"}
    return " ".join(letters.get(place.where, str(place.position)) for place in places)


def deal_burning(driver: Driver, burned: str, hands: Mapping[str | int, str]) -> None:
    """Deal a named card to every place, this one to the place of the card thrown away."""
    cards = {key: text.split() for key, text in {**hands, "burned": burned}.items()}
    while driver.due == "deal":
        place = driver.play.due.place
        assert place is not None
        key: str | int = place.position if place.where == "position" else place.where
        driver.ask(ask.DealCard(DEALER, cards[key][place.nth - 1]))


def cents(text: str) -> int:
    """ "-12.50" in cents."""
    sign = -1 if text.startswith("-") else 1
    whole, _, part = text.strip("+-").partition(".")
    return sign * (int(whole) * 100 + int(part.ljust(2, "0")))


def cell(line: LineSettled) -> str:
    """+n a win of n, -n a loss, = a push, < handed back; an excess handed back beside it in brackets."""
    net = line.pays + line.returned - line.stake
    amount = dollars(type(line.pays)(abs(net))).removesuffix(".00")
    excess = f"({dollars(line.excess).removesuffix('.00')})" if line.excess else ""
    if line.outcome == "push":
        return f"={excess}"
    if line.outcome == "returned":
        return f"<{excess}"
    return f"{'+' if net > 0 else '-'}{amount}{excess}"


def check_lines(game: str, events: Iterable[Event], position: int, row: Mapping[str, str], proves: str = "") -> None:
    """The lines of one position are the cells of the row ("+10@3.12.1"), and they cite every clause of `proves`."""
    lines = {each.wager: each for each in events if isinstance(each, LineSettled) and each.position == position}
    told = {wager: f"{cell(line)}@{line.rule}" for wager, line in lines.items()}
    wanted = {wager: row[wager] for wager in PAID if row.get(wager)}
    assert told == {wager: each if "@" in each else f"{each}@{lines[wager].rule}" for wager, each in wanted.items()}
    cited = {clause for line in lines.values() for clause in (line.rule, *line.also)}
    assert set(proves.split()) <= cited, f"{proves} of {sorted(cited)}"
    prove(game, *proves.split())


def stacks(driver: Driver) -> dict[str, int]:
    """What everybody has, in cents."""
    return {name: player.chips for name, player in driver.table.players.items()}


def is_refused(driver: Driver, command: AnyCommand) -> bool:
    """Whether a command would be refused, for whatever reason; nothing happens."""
    return isinstance(pit.act(driver.floor, driver.name, command), Refused)
