"""An event as it is kept, and the chain of hashes over each stream.

The hash of an event is taken over the hash before it and over canonical bytes: a JSON array of the form's number and
the fields below, the event as it was written. Who changes, drops, adds or moves an event breaks the chain there.
"""

import hashlib
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from msgspec import Raw, Struct

from pitlink import jackpot, table
from pitlink.store import events as system

FORM: Final = 1

AnyEvent = table.Event | jackpot.Event | system.Event

_encode = msgspec.json.Encoder().encode
_decoder = msgspec.json.Decoder(AnyEvent)


class Stored(Struct, frozen=True, gc=False):
    """One event of the log. `at_us` is the time of day in microseconds since 1970, in UTC."""

    position: int
    stream: str
    version: int
    epoch: int
    at_us: int
    by: str
    command: str
    body: str
    hash: str

    @property
    def event(self) -> AnyEvent:
        event: AnyEvent = _decoder.decode(self.body)
        return event


def body_of(event: AnyEvent) -> str:
    return _encode(event).decode()


def genesis(stream: str) -> str:
    """What the chain of a stream starts from."""
    return hashlib.sha256(f"pitlink {stream}".encode()).hexdigest()


def chained(head: str, stored: Stored) -> str:
    """The hash of an event that follows `head`; the one it carries is not looked at."""
    fields = (
        FORM,
        stored.stream,
        stored.version,
        stored.position,
        stored.epoch,
        stored.at_us,
        stored.by,
        stored.command,
        Raw(stored.body.encode()),
    )
    return hashlib.sha256(head.encode() + _encode(fields)).hexdigest()


def row_of(stored: Stored) -> dict[str, Any]:
    return {
        "position": stored.position,
        "stream": stored.stream,
        "version": stored.version,
        "epoch": stored.epoch,
        "at_us": stored.at_us,
        "person": stored.by,
        "command": stored.command,
        "body": stored.body,
        "hash": stored.hash,
    }


def stored_of(row: Sequence[Any]) -> Stored:
    """From a row of the table of events, whose columns stand in this order."""
    return Stored(*row)
