"""Somebody who has never dealt: does what the next step says and nothing else, and writes down what it said."""

from collections.abc import Iterator, Mapping

import msgspec

from pitlink.cards import NAMES
from pitlink.people import Person
from pitlink.server.commands import TABLE_COMMANDS
from pitlink.table.nextstep import Next, wanted
from tests.driving import DEALER, Driver, Sealed

Hands = Mapping[str | int, str]


def told(step: Next) -> str:
    """ "Deal position 1, first card @3.7"."""
    return f"{step.words} @{step.clause}"


def next_at(driver: Driver, by: Person = DEALER) -> Next:
    return wanted(driver.table, by, driver.floor.links.get(str(driver.table.rules.link)))


def carry_out(driver: Driver, command: str, fields: Mapping[str, object], by: Person = DEALER) -> None:
    """As it goes over the wire, with what was typed."""
    whole = {**fields, "command": command, "by": msgspec.to_builtins(by)}
    driver.ask(msgspec.convert(whole, TABLE_COMMANDS[command]))


class Newcomer:
    """Deals the cards of `hands` from the shoe, and hears from each position what it decides."""

    def __init__(self, driver: Driver, hands: Hands, says: Mapping[int, tuple[str, ...]], deck: Sealed | None = None):
        self.driver, self._hands, self._deck = driver, hands, deck
        self._says = {position: list(words) for position, words in says.items()}
        named = {card for text in hands.values() for card in text.split()}
        self._spare = iter([card for card in reversed(NAMES) if card not in named])

    def deal(self, until: str = "Announce: Place your bets, please") -> Iterator[str]:
        """Step by step, to the call for the next round."""
        while (step := next_at(self.driver)).words != until:
            yield told(step)
            if step.command is None:
                self._hear(step)
            else:
                carry_out(self.driver, step.command, {**step.fields, **self._named(step)})

    def _hear(self, step: Next) -> None:
        assert step.position is not None, f"nobody to hear: {step.words}, {step.waits_for}"
        says = self._says[step.position].pop(0)
        way = next(each for each in step.ways if each.fields.get("choice") == says)
        carry_out(self.driver, way.command, way.fields)

    def _named(self, step: Next) -> dict[str, object]:
        """What is typed: as many cards as are asked for."""
        if step.command == "CloseBets":
            return {"seal": list(self._deck.commitments)} if self._deck else {}
        if step.command == "OpenDeck":
            assert self._deck is not None
            return {"cards": list(self._deck.cards), "salts": list(self._deck.salts)}
        if step.command == "DealCard" and self._deck:
            nth = len(self.driver.play.slots)
            return {"card": self._deck.cards[nth], "salt": self._deck.salts[nth]}
        if not step.cards:
            return {}
        if step.command == "DealCard":
            return {"card": self._dealt()}
        return {"cards": self._turned_up(step)}

    def _dealt(self) -> str:
        place = self.driver.play.due.place
        assert place is not None
        cards = self._hands.get(place.position or place.where, "").split()
        return cards[place.nth - 1] if place.nth <= len(cards) else next(self._spare)

    def _turned_up(self, step: Next) -> list[str]:
        due = self.driver.play.due
        cards = self._hands[step.position or (due.exposure.of if due.exposure else "dealer")].split()
        first = self.driver.play.exposed if due.exposure and due.exposure.of == "community" else 0
        return cards[first : first + step.cards]
