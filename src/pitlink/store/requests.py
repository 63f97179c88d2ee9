"""What is asked of the books, and what they answer."""

import hashlib
from typing import Any

import msgspec
from msgspec import Struct

from pitlink.bots.deck import SealedDeck
from pitlink.jackpot import commands as of_link
from pitlink.refusals import Refused
from pitlink.table import AnyCommand


class Request(Struct, frozen=True):
    """A command to a table or a link ("table/T1", "link/L1"), under an id that its sender has made.

    `deck` is what a closing of bets has sealed: it is kept apart until it is opened.
    """

    id: str
    stream: str
    command: AnyCommand | of_link.Command
    deck: SealedDeck | None = None


class Accepted(Struct, frozen=True):
    """Committed. `position` is that of its last event; it has so many."""

    position: int
    events: int


Answer = Accepted | Refused


class _Kept(Struct, frozen=True, omit_defaults=True):
    accepted: Accepted | None = None
    refused: Refused | None = None


_encode = msgspec.json.Encoder().encode


def digest_of(request: Request) -> str:
    """Tells one command from another."""
    body: tuple[Any, ...] = (request.stream, type(request.command).__name__, request.command)
    return hashlib.sha256(_encode(body)).hexdigest()


def kept(answer: Answer) -> str:
    whole = _Kept(refused=answer) if isinstance(answer, Refused) else _Kept(accepted=answer)
    return _encode(whole).decode()


def answer_from(text: str) -> Answer:
    """Raises ValueError where it is none."""
    whole = msgspec.json.decode(text, type=_Kept)
    answer = whole.refused or whole.accepted
    if answer is None or (whole.refused and whole.accepted):
        raise ValueError("neither accepted nor refused")
    return answer


def deck_text(deck: SealedDeck) -> str:
    return _encode(deck).decode()


def deck_from(text: str) -> SealedDeck:
    return msgspec.json.decode(text, type=SealedDeck)
