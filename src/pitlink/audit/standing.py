"""Where the log ends now, and how far it is signed."""

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.engine import Engine

from pitlink.store import schema
from pitlink.store.checkpoints import heads_digest
from pitlink.store.database import at_one_moment


class Head(Struct, frozen=True):
    """The last event with its place in the chain of its stream; `heads` is what a checkpoint would sign now."""

    position: int
    at_us: int
    stream: str
    version: int
    hash: str
    heads: str


class Signature(Struct, frozen=True):
    """The last checkpoint: up to which event, when, and the public key that it can be checked with."""

    position: int
    at_us: int
    key: str


def standing(engine: Engine) -> tuple[Head, Signature | None]:
    """At one moment; books always have a first event."""
    event, stream, checkpoint = schema.event, schema.stream, schema.checkpoint
    with at_one_moment(engine) as connection:
        last = connection.execute(sa.select(event).order_by(event.c.position.desc()).limit(1)).one()
        streams = connection.execute(
            sa.select(stream.c.name, stream.c.version, stream.c.head).where(stream.c.version > 0)
        )
        heads = {row.name: (row.version, row.head) for row in streams}
        signed = connection.execute(sa.select(checkpoint).order_by(checkpoint.c.position.desc()).limit(1)).first()
    head = Head(last.position, last.at_us, last.stream, last.version, last.hash, heads_digest(heads))
    return head, None if signed is None else Signature(signed.position, signed.at_us, signed.key)
