"""A floor of people on the books, and a round at which the jackpot is won."""

import random
from collections.abc import Mapping
from contextlib import suppress

from msgspec import structs

from pitlink.bots.deck import SealedDeck, shuffled
from pitlink.bots.house import DEALER
from pitlink.bots.players import Mind
from pitlink.bots.tables import CannotGoOn, play_on
from pitlink.cards import NAMES
from pitlink.games.dealing import places
from pitlink.people import Person
from pitlink.store.playing import TableOnBooks
from pitlink.table import AnyCommand
from pitlink.table import commands as ask
from pitlink.table.options import Option
from pitlink.table.views import TableView
from tests.cli.floors import open_from
from tests.store.floors import opened, till_of

LINK = """\
[[link]]
name = "{link}"
operator = "rws"
base = "100,000.00"
reset = "50,000.00"
increment = "20 %"
hidden = "5 %"
overflow = "reserve"
most = "1,000.00"
unit = "5.00"
"""
TABLE = """
[[table]]
name = "{table}"
game = "rws-3cp"
link = "L1"
float = "50,000.00"
dealer = "Dana"
limits.ante = ["10.00", "500.00"]
limits.pair_plus = ["5.00", "100.00"]
"""


FOR_JACKPOT = ("ante", "progressive")


def floor_of(*tables: str) -> str:
    """Two links, and these tables on the first of them."""
    return LINK.format(link="L1") + LINK.format(link="L2") + "".join(TABLE.format(table=each) for each in tables)


def open_links(books: str) -> None:
    open_from(floor_of(), books)


def open_one_table(books: str) -> None:
    open_from(floor_of("T1"), books)


def open_two_tables(books: str) -> None:
    open_from(floor_of("T1", "T2"), books)


class Stacked(TableOnBooks):
    """Deals a straight flush to position 1: seven, eight and nine of spades beside the five and six."""

    def do(self, command: AnyCommand) -> None:
        if isinstance(command, ask.CloseBets):
            self.deck = _stacked(self)
            command = structs.replace(command, seal=self.deck.seal)
        super().do(command)


def _stacked(running: TableOnBooks) -> SealedDeck:
    wanted = {"position": ["7s", "8s", "9s"], "community": ["5s", "6s"]}
    spare = [card for card in NAMES if card not in ("5s", "6s", "7s", "8s", "9s")]
    deal = running.table.rules.deal
    cards = [
        wanted[place.where][place.nth - 1] if place.where in wanted and place.position in (0, 1) else spare.pop()
        for place in places((*deal.first, *deal.last), sorted(running.play.boxes))
    ]
    return SealedDeck((*cards, *spare), shuffled(random.Random(1)).salts)


def staying(name: str) -> Mind:
    """Bets the least and always for the jackpot, and never folds."""
    person = Person(name, "player")

    def mind(seen: TableView, options: tuple[Option, ...]) -> AnyCommand | None:
        for option in options:
            at = option.position
            if option.command == "ShowHand" and at is not None and not option.cards:
                return ask.ShowHand(person, at)
            if option.command == "Decide" and at is not None and option.choice == "play":
                return ask.Decide(person, at, option.choice)
            if (
                option.command == "PlaceWager"
                and at == 1
                and option.amounts
                and option.wager in ("ante", "progressive")
            ):
                return ask.PlaceWager(person, name, at, option.wager, option.amounts.least)
        return None

    return mind


def win(books: str, table: str, player: str = "Ann") -> None:
    """A round at which somebody wins, up to where a person must look at the hand."""
    with opened(books, f"test {table}", table) as store:
        running = Stacked(till_of(store), random.Random(1), table)
        running.seat(player, 1)
        minds: Mapping[str, Mind] = {player: staying(player)}
        running.do(ask.CallBets(DEALER))
        while running.ask_mind(player, minds[player]):
            pass
        running.do(ask.CloseBets(DEALER, shuffled(running.dice).seal))
        with suppress(CannotGoOn):  # no program may look at a hand where people do
            play_on(running, minds)
        assert running.play.due.step == "verify_claims"
        store.leave()
