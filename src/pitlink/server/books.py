"""The books as those may read them who answer for them: the log as it grows, and the report of a day."""

import asyncio
from datetime import date
from typing import Annotated, Literal

from fastapi import Query
from starlette.responses import Response

from pitlink.audit.days import days_here, today
from pitlink.audit.report import report
from pitlink.audit.report_csv import report_csv
from pitlink.audit.report_text import tell_report
from pitlink.server.calling import AsCall, as_json
from pitlink.server.messages import LogLine, LogPage
from pitlink.server.roles import Caller
from pitlink.server.telling import event_for
from pitlink.store import Stored

Day = Annotated[date, Query(ge=date(1970, 1, 1), le=date(9998, 12, 31))]


async def log(
    call: AsCall, after: Annotated[int, Query(ge=0, lt=2**53)] = 0, most: Annotated[int, Query(ge=1, le=500)] = 100
) -> Response:
    """Committed events behind a position, in order and without gaps. A card that lies face down is in none of them."""
    found = await asyncio.to_thread(call.pit.live.store.read, after, most)
    last = found[-1].position if found else after
    return as_json(LogPage(last, tuple(_line(stored, call.caller) for stored in found)))


def _line(stored: Stored, caller: Caller) -> LogLine:
    told = event_for(stored, caller)
    return LogLine(stored.position, stored.stream, stored.version, stored.at_us, stored.by, stored.command, told)


async def day_report(call: AsCall, day: Day | None = None, form: Literal["text", "csv"] = "text") -> Response:
    """The day's reconciliation: the day in progress unless another is named."""
    days = days_here()
    async with call.pit.live.replaying:
        found = await asyncio.to_thread(report, call.pit.live.store.engine, day or today(days), days)
    if form == "csv":
        return Response(report_csv(found), media_type="text/csv; charset=utf-8")
    return Response("".join(f"{line}\n" for line in tell_report(found)), media_type="text/plain; charset=utf-8")
