"""The books as those may read them who answer for them: the log as it grows or in words, figures, a day's report."""

import asyncio
import time
from datetime import date
from typing import Annotated, Final, Literal

from fastapi import Query
from starlette.responses import Response

from pitlink.audit.days import days_here, today
from pitlink.audit.report import report
from pitlink.audit.report_csv import report_csv
from pitlink.audit.report_text import tell_report
from pitlink.server import shift
from pitlink.server.calling import AsCall, as_json
from pitlink.server.messages import LogLine, LogPage
from pitlink.server.roles import Caller
from pitlink.server.telling import event_for
from pitlink.store import Stored

LATEST: Final = 2**53 - 1

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


async def log_in_words(
    call: AsCall,
    before: Annotated[int, Query(ge=1, lt=2**53)] = LATEST,
    most: Annotated[int, Query(ge=1, le=200)] = 50,
    search: Annotated[str, Query(max_length=200)] = "",
    play: bool = False,
) -> Response:
    """The log in sentences with their clauses, newest first. Without `play` the ordinary course of rounds is left out.

    Every word of `search` is looked for in the sentence, the table or link, whoever acted, and the clauses.
    """
    live = call.pit.live
    async with live.history.one:
        before = min(before, live.position + 1)
        return as_json(await asyncio.to_thread(live.storybook.page, before, most, search, play, dict(live.tables)))


async def shift_figures(call: AsCall, since: Annotated[int | None, Query(ge=0, lt=2**53)] = None) -> Response:
    """Drop, win, hold and handle of tables and games, meters and awards, of the gaming day in progress so far.

    Or `since` the last full hour of it before a time, in microseconds since 1970: as a shift begins.
    """
    async with call.pit.live.replaying:
        found = await asyncio.to_thread(call.pit.live.day.figures, time.time_ns() // 1000, since)
    return as_json(shift.told(found))


async def day_report(call: AsCall, day: Day | None = None, form: Literal["text", "csv"] = "text") -> Response:
    """The day's reconciliation: the day in progress unless another is named."""
    days = days_here()
    async with call.pit.live.replaying:
        found = await asyncio.to_thread(report, call.pit.live.store.engine, day or today(days), days)
    if form == "csv":
        return Response(report_csv(found), media_type="text/csv; charset=utf-8")
    return Response("".join(f"{line}\n" for line in tell_report(found)), media_type="text/plain; charset=utf-8")
