"""For surveillance, auditors and pit staff: every table at a glance, its record in words, rounds found, the audit."""

import asyncio
from typing import Annotated, Final

import msgspec
from fastapi import Query
from starlette.responses import Response

from pitlink.audit.standing import standing
from pitlink.pit.witness import Kind
from pitlink.refusals import Refused
from pitlink.server import feeds
from pitlink.server.calling import AsCall, Call, Who, as_json
from pitlink.server.looking import feed_of, last_seen
from pitlink.server.messages import AuditState, RecordPage, RoundLine, RoundsFound
from pitlink.server.problems import Problem
from pitlink.server.rounds import LATEST, looking_back, summary, table_of
from pitlink.server.telling import watched
from pitlink.store import Stored, software

Version = Annotated[int, Query(ge=1, lt=2**53)]
PROVING: Final[Who] = frozenset(("surveillance", "auditor", "gaming_shift_manager"))


async def watch(call: AsCall) -> Response:
    """Every table at a glance."""
    return as_json(await feeds.watch_since(call.pit.live))


async def watch_feed(call: AsCall) -> Response:
    return feed_of(call, feeds.of_watch(call.pit.live, last_seen(call.request)))


async def record(
    call: AsCall, table: str, before: Version = LATEST, most: Annotated[int, Query(ge=1, le=200)] = 100
) -> Response:
    """What happened at a table, event by event in words, up to how it stands or before a version."""
    now, history, caller = table_of(call, table), call.pit.live.history, call.caller
    end = min(before, now.version + 1)

    def tell() -> bytes:
        steps = history.record(table, end, most)
        events = tuple(watched(step.stored, step.table, caller) for step in steps)
        first = events[0].version if events else 1
        return msgspec.json.encode(RecordPage(end - 1, events, first if first > 1 else None))

    return Response(await looking_back(call, tell), media_type="application/json")


async def rounds_found(
    call: AsCall,
    table: str,
    before: Version = LATEST,
    most: Annotated[int, Query(ge=1, le=100)] = 20,
    at_us: Annotated[int | None, Query(ge=0, lt=2**53)] = None,
    position: Annotated[int | None, Query(ge=1, le=7)] = None,
    player: Annotated[str | None, Query(min_length=1, max_length=100)] = None,
    what: Kind | None = None,
) -> Response:
    """Rounds that are over and fit all that is asked, newest first; with a time, those that were called by then."""
    now, history, store = table_of(call, table), call.pit.live.history, call.pit.live.store
    lines: list[RoundLine] = []

    def fits(events: list[Stored]) -> bool:
        line = summary(events)
        who = [each for each in line.results if position in (None, each.position) and player in (None, each.player)]
        fit = (what is None or what in line.noted) and (bool(who) or (position, player) == (None, None))
        lines.extend([line] if fit else ())
        return fit

    def find() -> int | None:
        first = before
        if at_us is not None:
            first = min(before, history.round_at(table, store.version_at(f"table/{table}", at_us)) + 1)
        return history.find(table, now, first, most, fits)[1]

    reached = await looking_back(call, find)
    return as_json(RoundsFound(tuple(lines), reached, reached if reached is not None and reached > 1 else None))


async def audit(call: AsCall) -> Response:
    """Where the log ends, how far it is signed, and what the last proof has found."""
    live = call.pit.live
    head, signed = await asyncio.to_thread(standing, live.store.engine)
    may_prove = call.caller.role in PROVING and not live.proving.runs
    return as_json(AuditState(head, signed, software.digest(), live.proving.last, may_prove))


async def prove(call: AsCall) -> Response:
    """Have the books proved, as `pitlink audit verify` does it; how far that is stands in the state of the audit."""
    proving = call.pit.live.proving
    if proving.runs:
        raise Problem(409, _running(call))
    return as_json(proving.begin(call.caller.name), 202)


def _running(call: Call) -> Refused:
    last = call.pit.live.proving.last
    assert last is not None
    found = f"a proof that runs, event {last.done:,} of {last.total:,}, for {last.by}"
    return Refused("proof_runs", found, "to wait for its end")
