"""What there is to see: the floor, tables, links, clauses; once, or as a feed."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractContextManager

from starlette.requests import Request
from starlette.responses import Response

from pitlink.rulebook import catalogue
from pitlink.server import feeds, messages, problems
from pitlink.server.calling import AsCall, Call, as_json
from pitlink.table.options import Which


async def floor(call: AsCall) -> Response:
    return as_json(feeds.floor_since(call.pit.live))


async def floor_feed(call: AsCall, events: bool = False) -> Response:
    return feed_of(call, feeds.of_floor(call.pit.live, last_seen(call.request), call.caller if events else None))


async def table(call: AsCall, table: str) -> Response:
    return as_json(feeds.table_view(call.pit.live, call.table(table), call.caller))


async def table_options(call: AsCall, table: str, reporting: bool = False) -> Response:
    which: Which = "all" if reporting else "but_reports"
    return as_json(feeds.options_for(call.pit.live, call.table(table), call.caller, which))


async def table_feed(call: AsCall, table: str) -> Response:
    live, person = call.pit.live, call.caller.person
    reading = live.read_by(call.table(table), person.id) if person is not None and not person.is_staff else None
    return feed_of(call, feeds.of_table(live, call.table(table), call.caller, last_seen(call.request)), reading)


async def link(call: AsCall, link: str) -> Response:
    found = call.pit.live.links[call.link(link)]
    return as_json(messages.LinkMessage(found.version, call.pit.live.sign(found), snapshot=True))


async def link_feed(call: AsCall, link: str) -> Response:
    return feed_of(call, feeds.of_link(call.pit.live, call.link(link), call.caller, last_seen(call.request)))


async def clause(call: AsCall, document: str, clause: str) -> Response:
    """A clause or a reading in our words."""
    if document not in catalogue.DOCUMENTS or (found := catalogue.find(document, clause)) is None:
        raise problems.not_found("clause", f"{document} {clause}")
    return as_json(found)


async def openapi(call: AsCall) -> Response:
    """This API, for programs that write clients."""
    return Response(call.request.app.state.described, media_type="application/json")


async def metrics(call: AsCall) -> Response:
    """For Prometheus. Nothing in it that the signs of the floor do not show."""
    return Response(call.pit.live.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


async def healthz(call: AsCall) -> Response:
    return as_json(messages.Ready("ok"))


async def readyz(call: AsCall) -> Response:
    """Whether commands can be carried out: the books answer."""
    position = await asyncio.to_thread(call.pit.live.store.position)
    return as_json(messages.Ready("ready", position))


def feed_of(call: Call, told: AsyncIterator[bytes], reading: AbstractContextManager[None] | None = None) -> Response:
    """As long as its reader takes it and is signed in; refused to whoever has too many of them open."""
    session = call.session
    account = session.caller.name if session is not None and session.has_password else None
    held = call.pit.limits.feed(call.address, account)
    return feeds.Feed(told, call.pit.live.metrics, call.pit.readers, session, held, reading)


def last_seen(request: Request) -> int | None:
    """What a reader has who comes back."""
    text = request.headers.get("last-event-id", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else None
