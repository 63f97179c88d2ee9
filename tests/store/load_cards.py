"""Jackpot hands on order: decks stacked for a table as its bets lie, and players who stay in with every hand."""

import contextlib
import random
from collections.abc import Mapping
from typing import Final

from msgspec import structs

from pitlink.bots.deck import SealedDeck, shuffled
from pitlink.bots.house import DEALER
from pitlink.bots.players import SIDE_BETS, Mind
from pitlink.bots.tables import CannotGoOn, RunningTable, play_on
from pitlink.cards import NAMES
from pitlink.games.dealing import Place
from pitlink.people import Person
from pitlink.store.playing import StoredTable, Till
from pitlink.table import AnyCommand
from pitlink.table import commands as ask
from pitlink.table.options import Option
from pitlink.table.views import TableView
from tests.pit.two_tables import THREE, TWO

# A royal flush beside a straight flush, as they can only meet with these cards.
THREE_CARDS: Final = THREE | {"royal sf": ("Ts Js", "Qs Ks As", "7s 8s 9s")}
TWO_CARDS: Final = TWO | {"royal sf": ("Ts Js Qs 2h 3d", "Ks As", "8s 9s")}

GIVING_UP: Final = ("fold", "withdraw", "check")


class StackedTable(StoredTable):
    """Deals the hands of `kind` to the first two positions that play for the jackpot.

    Without a kind the deck stays as it was shuffled.
    """

    kind: str | None = None

    def __init__(self, till: Till, game: str, dice: random.Random, name: str, link: str) -> None:
        self.game = game
        super().__init__(till, game, dice, name, link)

    def open(self, game: str) -> None:
        super().open(game)
        if self.deck is None:  # opened already, or none yet: nothing is dealt from this one, yet the dealer wants one
            self.deck = shuffled(self.dice)

    def do(self, command: AnyCommand) -> None:
        if isinstance(command, ask.CloseBets) and self.kind is not None:
            with contextlib.suppress(CannotGoOn):  # then the books will say so too
                self.deck = stacked(self, self.kind)
                command = structs.replace(command, seal=self.deck.seal)
        super().do(command)


def stacked(running: StackedTable, kind: str) -> SealedDeck:
    """A deck that brings these hands to a table whose bets are about to be closed."""
    feeding = [at for at, box in sorted(running.play.boxes.items()) if "progressive" in box.seat.wagers]
    board, *hands = (TWO_CARDS if running.game in ("mbs-thb", "mbs-uth") else THREE_CARDS)[kind]
    wanted: dict[str | int, list[str]] = {"community": board.split()}
    wanted |= {at: hand.split() for at, hand in zip(feeding, hands, strict=False)}
    named = {card for cards in wanted.values() for card in cards}
    spare = [card for card in NAMES if card not in named]
    running.dice.shuffle(spare)
    cards = [_card_for(place, wanted) or spare.pop() for place in places_of(running)]
    left = [card for card in NAMES if card not in cards]
    return SealedDeck((*cards, *left), shuffled(running.dice).salts)


def _card_for(place: Place, wanted: Mapping[str | int, list[str]]) -> str | None:
    if place.where in ("burned", "security"):
        return None
    cards = wanted.get(place.position if place.where == "position" else place.where, [])
    return cards[place.nth - 1] if place.nth <= len(cards) else None


def places_of(running: RunningTable) -> list[Place]:
    """Where each card of the deck goes, if everybody stays in."""
    rehearsal = _Rehearsal(running)
    minds = {name: staying(name) for name in running.table.players}
    with contextlib.suppress(_RehearsedEnough):
        rehearsal.do(ask.CloseBets(DEALER, rehearsal.shuffled.seal))
        play_on(rehearsal, minds)
    return rehearsal.places


class _RehearsedEnough(Exception):
    pass


class _Rehearsal(RunningTable):
    """The same table in memory, as far as the settlement."""

    def __init__(self, running: RunningTable) -> None:
        self.shuffled = shuffled(random.Random(0))
        self.places: list[Place] = []
        super().__init__("", random.Random(0), running.name, running.link)
        self.floor, self.deck = running.floor, self.shuffled

    def open(self, game: str) -> None:
        """It is open already."""

    def do(self, command: AnyCommand) -> None:
        if isinstance(command, ask.DealCard):
            assert self.play.due.place is not None
            self.places.append(self.play.due.place)
        if isinstance(command, ask.Settle):
            raise _RehearsedEnough
        super().do(command)


def staying(name: str) -> Mind:
    """A player with the least stakes and always a progressive wager, who never gives up a hand."""
    person = Person(name, "player")

    def mind(seen: TableView, options: tuple[Option, ...]) -> AnyCommand | None:
        mine = {each.position for each in seen.positions if each.seated == name}
        for option in options:
            at = option.position
            match option.command:
                case "ShowHand" if at is not None and not option.cards:
                    return ask.ShowHand(person, at)
                case "Decide" if at is not None and option.choice and option.choice not in GIVING_UP:
                    return ask.Decide(person, at, option.choice)
                case "PlaceWager" if at in mine and option.amounts is not None and option.wager is not None:
                    if option.wager == "progressive" or option.wager not in SIDE_BETS:
                        return ask.PlaceWager(person, name, at, option.wager, option.amounts.least)
                case _:
                    continue
        return None

    return mind
