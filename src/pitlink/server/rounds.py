"""Rounds that are over: which there were, each of them step by step as the viewer saw it, and as a round file."""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Annotated, Final, TypeVar
from urllib.parse import quote

import msgspec
from fastapi import Path, Query
from msgspec import structs
from starlette.responses import Response

from pitlink.people import LADDER
from pitlink.pit.export import export, export_hands_of
from pitlink.pit.witness import KINDS, Kind, kind_of
from pitlink.refusals import Refused
from pitlink.server import problems
from pitlink.server.calling import AsCall, Call, as_json
from pitlink.server.history import Step
from pitlink.server.messages import Result, RoundLine, RoundPage, RoundStep, RoundTold
from pitlink.server.problems import Problem
from pitlink.server.roles import Caller
from pitlink.server.telling import event_for, words_for
from pitlink.store import Stored
from pitlink.table import Table
from pitlink.table import events as on
from pitlink.table.views import Opened, Viewer, view

T = TypeVar("T")

Number = Annotated[int, Path(ge=1, lt=2**53)]
LATEST: Final = 2**53 - 1

WHOLE: Final = frozenset((*LADDER, "surveillance", "auditor"))  # who gets all hands of a round in a file


async def rounds(
    call: AsCall,
    table: str,
    before: Annotated[int, Query(ge=1, lt=2**53)] = LATEST,
    most: Annotated[int, Query(ge=1, le=100)] = 20,
) -> Response:
    """The rounds of a table that are over, newest first. Whatever stands there lay open for all to see."""
    now, history = table_of(call, table), call.pit.live.history
    found = await looking_back(call, lambda: history.rounds_before(table, now, before, most))
    lines = tuple(summary(events) for events in found)
    return as_json(RoundPage(lines, lines[-1].round if lines and lines[-1].round > 1 else None))


async def round_steps(call: AsCall, table: str, number: Number) -> Response:
    """A round that is over, or settled and paid, event by event, with the table as this viewer saw it after each."""
    now = _over(call, table, number, paid=True)

    def tell() -> bytes | None:
        steps = call.pit.live.history.steps(table, now, number)
        return None if steps is None else msgspec.json.encode(_told(steps, call.caller))

    told = await looking_back(call, tell)
    if told is None:
        raise _no_round(table, number)
    return Response(told, media_type="application/json")


async def round_file(call: AsCall, table: str, number: Number) -> Response:
    """A round as a round file: for players their own hands, for those who answer for it the whole."""
    now = _over(call, table, number)
    steps = await looking_back(call, lambda: call.pit.live.history.steps(table, now, number))
    if steps is None:
        raise _no_round(table, number)
    end = _end(steps)
    raw = export(end) if call.caller.role in WHOLE else export_hands_of(call.caller.name, end)
    if isinstance(raw, Refused):
        raise Problem(403 if raw.code == "not_your_round" else 409, raw, end.rules.game)
    name = quote(f"{table} round {number}.json".replace(" ", "-"))
    headers = {"content-disposition": f"attachment; filename*=UTF-8''{name}"}
    return Response(msgspec.json.format(msgspec.json.encode(raw)) + b"\n", 200, headers, "application/json")


async def looking_back(call: Call, look: Callable[[], T]) -> T:
    async with call.pit.live.history.one:
        return await asyncio.to_thread(look)


def table_of(call: Call, table: str) -> Table:
    return call.pit.live.tables[call.table(table)]


def _over(call: Call, table: str, number: int, *, paid: bool = False) -> Table:
    """The next call makes a round final; with `paid` it is enough that nothing is left to be done in it."""
    now = table_of(call, table)
    if number > now.rounds:
        raise _no_round(table, number)
    if number == now.rounds and now.play is not None and not (paid and now.play.due.step == "call"):
        found, expected = f"round {number} at table {table}, which is not over yet", "a round that is over"
        raise Problem(409, Refused("round_in_play", found, f"{expected}; this one is on the table's feed"))
    return now


def _no_round(table: str, number: int) -> Problem:
    return problems.not_found("round", f"{number} at table {table}")


# What is told of a round


def summary(events: Sequence[Stored]) -> RoundLine:
    """What a round came to, from its events alone: no payment of a void round stands, nor of a result set aside."""
    deciders: dict[int, str] = {}
    nets: dict[tuple[int, str], int] = defaultdict(int)
    dealer, void, ended = None, None, events[-1]
    noted = set[Kind | None]()
    for stored in events:
        event = stored.event
        noted.add(kind_of(event))
        match event:
            case on.BetsClosed(deciders=found):
                deciders = dict(found)
            case on.LineSettled(position=position, payments=payments):
                for each in payments:
                    nets[position, each.player] += each.paid - each.collected
            case on.AwardPaid(position=position, player=player, amount=amount):
                nets[position, player] += amount
            case on.SettlementSetAside():
                nets.clear()
            case on.RoundSettled(dealer=hand):
                dealer, ended = hand, stored
            case on.RoundVoided(clause=clause):
                nets.clear()
                void, ended = clause, stored
            case _:
                pass
    players = {**dict.fromkeys(deciders.items(), 0), **nets}
    results = sorted((position, deciders.get(position) != player, player) for position, player in players)
    first = events[0].event
    assert isinstance(first, on.BetsCalled)
    return RoundLine(
        *(first.round, events[0].version, events[-1].version, events[0].at_us, ended.at_us, void, dealer),
        tuple(Result(position, player, players[position, player]) for position, _, player in results),
        tuple(kind for kind in KINDS if kind in noted),
    )


def _told(steps: Sequence[Step], caller: Caller) -> RoundTold:
    last = _end(steps)
    assert last.play is not None
    return RoundTold(
        last.rules.table,
        last.rules.game,
        summary([step.stored for step in steps]),
        last.play.seal,
        _opened(steps, caller.viewer),
        tuple(_step(step, caller) for step in steps),
    )


def _step(step: Step, caller: Caller) -> RoundStep:
    stored = step.stored
    seen = structs.replace(view(step.table, caller.viewer, step.link), seal=())
    said = words_for(stored, step.table, caller)
    return RoundStep(stored.version, stored.at_us, stored.by, event_for(stored, caller), said, seen)


def _opened(steps: Sequence[Step], viewer: Viewer) -> tuple[Opened, ...]:
    """Cards that lay open at the end; to surveillance the whole deck, once it was opened."""
    deck = next((step.stored.event for step in reversed(steps) if isinstance(step.stored.event, on.DeckOpened)), None)
    if isinstance(deck, on.DeckOpened) and viewer.role == "surveillance":
        pairs = zip(deck.cards, deck.salts, strict=True)
        return tuple(Opened(nth, card, salt) for nth, (card, salt) in enumerate(pairs, start=1))
    return view(_end(steps), viewer).opened


def _end(steps: Sequence[Step]) -> Table:
    """The table at the end of a round, before it is closed."""
    return next(step.table for step in reversed(steps) if step.table.play is not None)
