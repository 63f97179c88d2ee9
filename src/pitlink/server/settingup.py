"""The administrator's set-up: the floor as it is, and links and tables that are added to it while the pit is open."""

import asyncio
from typing import Any, Final

import msgspec
from starlette.responses import Response

from pitlink.pit import Floor
from pitlink.pit.floorfile import read_more
from pitlink.pit.floorkeys import told
from pitlink.pit.floorplan import UNREADABLE, FloorFileRefused, Plan
from pitlink.refusals import Refused
from pitlink.server import commands, messages, opening
from pitlink.server.calling import AsCall, Call, as_json
from pitlink.server.opening import Addition
from pitlink.server.problems import RETRY, Problem
from pitlink.store import OwnedElsewhere

MOST_BOTS: Final = 7  # at a table


async def setup(call: AsCall) -> Response:
    """Every link and table in the keys of the floor file, and what may be chosen for more of them."""
    return as_json(told(_floor(call), opening.example()))


async def add_to_setup(call: AsCall) -> Response:
    """Links and tables in the keys of the floor file: all of them or none. They are open, dealt and on the books when
    this is answered; the same id again has the same answer. What is wrong is refused with its place, `pointer`.
    """
    try:
        id, fields = commands.identified(await call.request.body())
    except commands.Unreadable as odd:
        raise Problem(400, odd.refused) from None
    call.note(command=id)
    content = msgspec.json.encode(fields, order="deterministic")
    bots = _bots(fields.pop("bots", 0))

    def planned() -> tuple[Plan, Floor]:
        floor = _floor(call)
        return read_more(fields, floor), floor

    live, added = call.pit.live, Addition(id, call.caller.name, content, bots, planned)
    try:
        answer = await asyncio.to_thread(opening.add, live.store, call.pit.accounts, added)
    except FloorFileRefused as refused:
        raise _problem(refused) from None
    except OwnedElsewhere as owned:
        raise Problem(503, Refused("not_the_owner", f"table {owned.table}", "to ask again"), None, RETRY) from None
    live.metrics.count(answer)
    if isinstance(answer, Refused):
        raise Problem(409, answer)
    return as_json(messages.Accepted(answer.position, answer.events, answer.position), 201)


def _floor(call: Call) -> Floor:
    live = call.pit.live
    return Floor(dict(live.tables), dict(live.links))


def _bots(given: Any) -> int:
    if isinstance(given, int) and not isinstance(given, bool) and 0 <= given <= MOST_BOTS:
        return given
    expected = f"a whole number, 0 to {MOST_BOTS}"
    raise Problem(400, Refused(UNREADABLE, f"bots = {msgspec.json.encode(given).decode()}", expected), pointer="/bots")


def _problem(refused: FloorFileRefused) -> Problem:
    status = 400 if refused.code == UNREADABLE else 409
    game, _, clause = (refused.clause or "").rpartition(" ")
    why = Refused(refused.code, refused.found, refused.expected, clause or None)
    return Problem(status, why, game or None, pointer=str(refused.line))
