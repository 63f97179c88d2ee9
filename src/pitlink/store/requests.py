"""What is asked of the books, and what they answer."""

import hashlib
from typing import Any, Final

import msgspec
from msgspec import Struct

from pitlink.bots.deck import SealedDeck
from pitlink.jackpot import commands as of_link
from pitlink.ledger import is_name
from pitlink.refusals import NAMED, Refused, cannot_be
from pitlink.table import AnyCommand

MOST_OF_ID: Final = 100  # characters


class Request(Struct, frozen=True):
    """A command to a table or a link ("table/T1", "link/L1"), under an id that its sender has made.

    `deck` is what a closing of bets has sealed: it is kept apart until it is opened. `sent` is the command as it came,
    where something was added to it or another gives it; `refused` is why whoever hands it in has it not carried out:
    it is answered so, unless its id has an answer already.
    """

    id: str
    stream: str
    command: AnyCommand | of_link.Command
    deck: SealedDeck | None = None
    sent: AnyCommand | of_link.Command | None = None
    refused: Refused | None = None


class Accepted(Struct, frozen=True):
    """Committed. `position` is that of its last event; it has so many."""

    position: int
    events: int


Answer = Accepted | Refused


class _Kept(Struct, frozen=True, omit_defaults=True):
    accepted: Accepted | None = None
    refused: Refused | None = None


_encode = msgspec.json.Encoder().encode
_kept_from = msgspec.json.Decoder(_Kept).decode  # made here: in several threads at once msgspec crashes
_deck_from = msgspec.json.Decoder(SealedDeck).decode


def cannot_be_kept(request: Request) -> Refused | None:
    """What is no text for both engines, or too long for their indexes; neither it nor its answer is then kept."""
    if not (0 < len(request.id) <= MOST_OF_ID and request.id.isprintable()):
        found = f"a command id of {len(request.id):,} characters"
        return Refused("command_id_not_readable", found, f"1 to {MOST_OF_ID} characters that can be printed")
    kind, _, name = request.stream.partition("/")
    if kind not in ("table", "link") or not is_name(name):
        return Refused("no_such_stream", f"stream {request.stream[:50]!r}", f"table/ or link/ with a name: {NAMED}")
    by = getattr(request.command, "by", None)
    return None if by is None else cannot_be(by)


def digest_of(request: Request) -> str:
    """Tells one command from another, as they were sent: what is added to one may be something else the next time."""
    return _digest(request.stream, request.command if request.sent is None else request.sent)


def digests_of(request: Request) -> tuple[str, ...]:
    """By which it is known again. Books of before have the digest of the command as it was carried out."""
    if request.sent is None:
        return (digest_of(request),)
    return digest_of(request), _digest(request.stream, request.command)


def _digest(stream: str, command: AnyCommand | of_link.Command) -> str:
    body: tuple[Any, ...] = (stream, type(command).__name__, command)
    return hashlib.sha256(_encode(body)).hexdigest()


def kept(answer: Answer) -> str:
    whole = _Kept(refused=answer) if isinstance(answer, Refused) else _Kept(accepted=answer)
    return _encode(whole).decode()


def answer_from(text: str) -> Answer:
    """Raises ValueError where it is none."""
    whole = _kept_from(text)
    answer = whole.refused or whole.accepted
    if answer is None or (whole.refused and whole.accepted):
        raise ValueError("neither accepted nor refused")
    return answer


def deck_text(deck: SealedDeck) -> str:
    return _encode(deck).decode()


def deck_from(text: str) -> SealedDeck:
    return _deck_from(text)
