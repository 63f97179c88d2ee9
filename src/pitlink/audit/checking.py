"""The self-check of one link: its chain, its meters, and the parameters that its events lead to."""

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitlink import jackpot
from pitlink.audit.chain import check_next
from pitlink.audit.holding import LinkAudit
from pitlink.audit.odd import Odd, Wrong
from pitlink.jackpot import Link
from pitlink.pit.log import REPLAY_FAULTS
from pitlink.store import schema
from pitlink.store.record import Stored, genesis
from pitlink.store.streams import events_of, link_stream, load


def wrong_with(connection: Connection, name: str) -> Wrong | None:
    """What a self-check of a link finds: its events, its meters, or its parameters as they are kept."""
    try:
        parameters, kept = replayed(connection, name).set_up, load(connection, link_stream(name))
        if kept is None or not isinstance(kept.state, Link) or kept.state.parameters != parameters:
            raise Wrong(f"link {name}", "other parameters", "those that its events lead to")
    except Wrong as wrong:
        return wrong
    return None


def replayed(connection: Connection, name: str) -> Link:
    """The link as its events lead to it, from the first; raises `Wrong` at the first that is not right."""
    stream, link, counted = link_stream(name), Link(), LinkAudit()
    version, head = 0, genesis(stream)
    meters = schema.meter
    kept = {
        row.position: tuple(row)[2:]
        for row in connection.execute(sa.select(meters).where(meters.c.link == name).order_by(meters.c.position))
    }
    for stored in events_of(connection, stream, 0):
        try:
            event, link = _followed(stored, version, head, link, counted)
            found, expected = kept.pop(stored.position, None), counted.meter(event, link)
            if found != expected:
                raise Odd(f"meter {found}", f"{expected}, which follows from the event")
        except Odd as odd:
            raise Wrong(f"event {stored.position}, {stream} {stored.version}", odd.found, odd.expected) from None
        version, head = stored.version, stored.hash
    if kept:
        raise Wrong(f"position {min(kept)}", f"a meter of link {name} without an event", "the event it comes from")
    row = connection.execute(sa.select(schema.stream).where(schema.stream.c.name == stream)).one()
    if (row.version, row.head) != (version, head):
        raise Wrong(stream, f"version {row.version} kept", f"version {version}, where its events end")
    return link


def _followed(stored: Stored, version: int, head: str, link: Link, counted: LinkAudit) -> tuple[jackpot.Event, Link]:
    check_next(stored, version, head)
    try:
        event = stored.event
        if not isinstance(event, jackpot.Event):
            raise Odd(f"{type(event).__name__} in another stream", "an event of a link")
        after = jackpot.evolve(link, event)
    except REPLAY_FAULTS as error:
        raise Odd(f"an event that does not follow ({error!r})", "one that can have happened") from error
    counted.take(link, event, after)
    return event, after
