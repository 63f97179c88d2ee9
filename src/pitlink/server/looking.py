"""What there is to see: the floor, tables, links, clauses; once, or as a feed."""

import asyncio
from collections.abc import AsyncIterator

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from pitlink.jackpot.sign import sign
from pitlink.refusals import Refused
from pitlink.rulebook import catalogue
from pitlink.server import feeds, messages, problems
from pitlink.server.calling import AsCall, Call
from pitlink.server.describing import described
from pitlink.server.problems import RETRY, Problem
from pitlink.store import Unavailable


async def floor(call: AsCall) -> Response:
    return _json(feeds.whole_floor(call.pit.live))


async def floor_feed(call: AsCall) -> Response:
    return _feed(call, feeds.of_floor(call.pit.live))


async def table(call: AsCall, table: str) -> Response:
    return _json(feeds.table_view(call.pit.live, call.table(table), call.caller))


async def table_options(call: AsCall, table: str, reporting: bool = False) -> Response:
    return _json(feeds.options_for(call.pit.live, call.table(table), call.caller, reporting=reporting))


async def table_feed(call: AsCall, table: str) -> Response:
    return _feed(call, feeds.of_table(call.pit.live, call.table(table), call.caller, _last_seen(call.request)))


async def link(call: AsCall, link: str) -> Response:
    found = call.pit.live.links[call.link(link)]
    return _json(messages.LinkMessage(found.version, sign(found), snapshot=True))


async def link_feed(call: AsCall, link: str) -> Response:
    return _feed(call, feeds.of_link(call.pit.live, call.link(link), _last_seen(call.request)))


async def clause(call: AsCall, document: str, clause: str) -> Response:
    """A clause or a reading in our words."""
    if document not in catalogue.DOCUMENTS or (found := catalogue.find(document, clause)) is None:
        raise problems.not_found("clause", f"{document} {clause}")
    return _json(found)


async def openapi(call: AsCall) -> Response:
    """This API, for programs that write clients."""
    return JSONResponse(described(call.request.app))


async def metrics(call: AsCall) -> Response:
    """For Prometheus. Nothing in it that the signs of the floor do not show."""
    return Response(call.pit.live.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


async def healthz(call: AsCall) -> Response:
    return JSONResponse({"status": "ok"})


async def readyz(call: AsCall) -> Response:
    """Whether commands can be carried out: the books answer."""
    try:
        position = await asyncio.to_thread(call.pit.live.store.position)
    except Unavailable as away:
        raise Problem(503, Refused("books_away", "the books", str(away)), None, RETRY) from None
    return JSONResponse({"status": "ready", "position": position})


def _json(data: object) -> Response:
    return Response(msgspec.json.encode(data), media_type="application/json")


def _feed(call: Call, told: AsyncIterator[bytes]) -> Response:
    return feeds.Feed(told, call.pit.readers, call.session)


def _last_seen(request: Request) -> int | None:
    text = request.headers.get("last-event-id", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else None
