"""What must be in no log and in no error: the salts of sealed decks, and cards."""

import re
from typing import Final

import sqlalchemy as sa

from pitlink.cards import SUIT_SIGNS
from pitlink.store import schema
from pitlink.store.database import open_engine
from pitlink.store.record import stored_of
from pitlink.store.requests import deck_from
from pitlink.table.events import CardDealt, DeckOpened

# A card alone is two letters, which may be anything; in quotes, beside another or with its sign it is a card.
_CARD: Final = "[2-9TJQKA][cdhs]"
_IN_QUOTES: Final = rf"""\\*["']{_CARD}\\*["']"""
_IN_A_ROW: Final = rf"(?<![0-9A-Za-z]){_CARD}(?:[^0-9A-Za-z]{{1,9}}{_CARD})+(?![0-9A-Za-z])"
_WITH_SIGN: Final = f"[0-9JQKA][{SUIT_SIGNS}]"
_SALT: Final = "(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])"
SECRETS: Final = re.compile("|".join((_IN_QUOTES, _IN_A_ROW, _WITH_SIGN, _SALT)))


def secrets_in(text: str) -> list[str]:
    """Whatever looks like a card or like a salt."""
    return SECRETS.findall(text)


def salts_of(books: str) -> set[str]:
    """Of every card that was ever dealt or sealed and is still known."""
    engine, found = open_engine(books), set[str]()
    with engine.connect() as connection:
        for deck in connection.execute(sa.select(schema.secret.c.deck)).scalars():
            found |= set(deck_from(deck).salts)
        for row in connection.execute(sa.select(schema.event)):
            match stored_of(row).event:
                case CardDealt(salt=str(salt)):
                    found.add(salt)
                case DeckOpened(salts=salts):
                    found |= set(salts)
    engine.dispose()
    return found
