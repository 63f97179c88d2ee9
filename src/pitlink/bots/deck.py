"""Decks shuffled and sealed outside the rules: whoever deals keeps them, and opens them card by card."""

import random

from msgspec import Struct

from pitlink.cards import NAMES
from pitlink.table.seal import seal


class SealedDeck(Struct, frozen=True):
    """52 cards in the order in which they will be dealt, each with its salt."""

    cards: tuple[str, ...]
    salts: tuple[str, ...]

    @property
    def seal(self) -> tuple[str, ...]:
        return seal(self.cards, self.salts)


def shuffled(dice: random.Random) -> SealedDeck:
    """A deck in any order, by the generator given: the operating system's, or a seeded one for a deal to repeat."""
    cards = list(NAMES)
    dice.shuffle(cards)
    salts = tuple(dice.getrandbits(128).to_bytes(16, "big").hex() for _ in cards)
    return SealedDeck(tuple(cards), salts)
