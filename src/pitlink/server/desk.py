"""The pit desk: tables and links as supervisors and managers read them, and what waits for whom; once or as a feed."""

from collections.abc import AsyncIterator, Iterable
from typing import Final

import msgspec
from msgspec import structs
from starlette.responses import Response

from pitlink import pit
from pitlink.bots.house import DEALER
from pitlink.jackpot import Link
from pitlink.jackpot import commands as of_link
from pitlink.jackpot.events import ParametersChanged
from pitlink.jackpot.link import whole_cents
from pitlink.money import Cents
from pitlink.people import Person, officer
from pitlink.pit import Floor, OpenClaim
from pitlink.pit.awaited import Awaited, awaited_at, awaited_of, refused_at_link, refused_at_table
from pitlink.pit.offering import opens_with
from pitlink.pit.statements import fine_dollars, tell_parameters
from pitlink.refusals import Refused
from pitlink.server.calling import AsCall, Call, as_json
from pitlink.server.desk_messages import (
    ChangeAsked,
    ChangedTerm,
    ChangePreview,
    DeskAwaited,
    DeskClaim,
    DeskLink,
    DeskMessage,
    DeskMeters,
    DeskPlayer,
    DeskTable,
    DeskTerm,
)
from pitlink.server.feeds import ALIVE_S, STILL_HERE, encoded, table_view
from pitlink.server.live import FLOOR, Live
from pitlink.server.looking import feed_of, last_seen
from pitlink.server.problems import Problem
from pitlink.server.roles import Caller
from pitlink.store.streams import link_stream, table_stream
from pitlink.table import Table
from pitlink.table.calls import call as call_at
from pitlink.table.views import notices

NOTED: Final = "a change that is looked at first"


async def desk(call: AsCall) -> Response:
    """Tables, links and what waits for somebody, oldest first in each."""
    return as_json(desk_since(call.pit.live, call.caller))


async def desk_feed(call: AsCall) -> Response:
    return feed_of(call, of_desk(call.pit.live, call.caller, last_seen(call.request)))


async def change_preview(call: AsCall, link: str) -> Response:
    """What would change, and whether it could now: nothing is done, and nobody else need sign."""
    name = call.link(link)
    try:
        asked = msgspec.json.decode(await call.request.body(), type=ChangeAsked)
    except (msgspec.DecodeError, RecursionError) as error:
        raise Problem(400, Refused("not_readable", "the body", f"a whole set of parameters ({error})")) from None
    return as_json(_previewed(call, name, asked))


def _previewed(call: Call, name: str, asked: ChangeAsked) -> ChangePreview:
    live, by = call.pit.live, call.person
    second = Person("second", "gaming_shift_manager" if by.post == "pit_manager" else "pit_manager")
    command = of_link.ChangeParameters(by, second, asked.parameters, NOTED)
    outcome = pit.act_on_link(Floor(live.tables, live.links), name, command)
    if isinstance(outcome, Refused):
        raise Problem(409, outcome)
    changed = outcome.events[-1].event
    assert isinstance(changed, ParametersChanged)
    before, after = dict(tell_parameters(live.links[name].set_up)), dict(tell_parameters(asked.parameters))
    changes = tuple(ChangedTerm(term, before[term], after[term]) for term in after if after[term] != before[term])
    return ChangePreview(name, changed.version, changes, changed.warnings)


# The feed


async def of_desk(live: Live, caller: Caller, position: int | None) -> AsyncIterator[bytes]:
    """How tables and links stand that have changed, for one person: who may do what is in it.

    Behind a position from before this server's start, or that the floor has not reached, everything comes again.
    """
    if position is not None and not live.knows_since(position):
        position = None
    with live.followed(FLOOR) as waker:
        while not live.stopping:
            now = live.position
            if position is None or position != now:
                yield encoded("desk", now, desk_since(live, caller, position))
                position = now
            if not await waker.wait(ALIVE_S):
                yield STILL_HERE


def desk_since(live: Live, caller: Caller, position: int | None = None) -> DeskMessage:
    """Tables and links that have changed behind a position; without one, all of them.

    A table whose claims are open is told with its link, whose order says which are paid first.
    """
    by = caller.person
    assert by is not None
    links = [name for name in sorted(live.links) if live.changed_since(link_stream(name), position)]
    tables = [
        name
        for name, table in sorted(live.tables.items())
        if table.setup is not None
        and (
            live.changed_since(table_stream(name), position) or (_claims_are_open(table) and table.setup.link in links)
        )
    ]
    told = tuple(_link(live, live.links[name], by) for name in links if live.links[name].parameters is not None)
    return DeskMessage(live.position, tuple(_table(live, name, caller, by) for name in tables), told, position is None)


def _claims_are_open(table: Table) -> bool:
    return table.play is not None and table.play.claims_open


# Tables


def _table(live: Live, name: str, caller: Caller, by: Person) -> DeskTable:
    floor, table = live.floor_of(name), live.tables[name]
    setup, play = table.rules, table.play
    tells_more = play is not None and (play.report is not None or play.paid is not None or bool(play.rejected))
    seen = table_view(live, name, caller) if tells_more else None
    return DeskTable(
        table=name,
        game=setup.game,
        version=table.version,
        open=table.open,
        round=table.rounds,
        call=call_at(table),
        step=None if play is None else play.due.step,
        dealer=table.dealer,
        software=table.dealer == DEALER.id,
        cards=setup.cards,
        unattended=setup.unattended,
        positions=setup.positions,
        rack=table.in_rack,
        uncounted=table.uncounted,
        link=setup.link,
        limits=setup.limits,
        unit=setup.unit,
        players=tuple(_player(table, player) for player in table.players),
        notices=tuple(notices(table)),
        report=None if seen is None else seen.report,
        claims=None if seen is None else seen.claims,
        awaited=_awaited(live, table_stream(name), awaited_at(floor, name, by)),
        acts=refused_at_table(table, by),
        setup=opens_with(floor, name),
    )


def _player(table: Table, name: str) -> DeskPlayer:
    stack = table.players[name]
    seats = tuple(sorted(position for position, who in table.seats.items() if who == name))
    about = (name in table.restricted, name in table.barred, name in table.warned)
    return DeskPlayer(name, stack.chips, stack.available, stack.present, seats, *about)


def _awaited(live: Live, stream: str, found: Iterable[Awaited]) -> tuple[DeskAwaited, ...]:
    return tuple(DeskAwaited(**structs.asdict(each), since_us=live.waits.since(stream, each.thing)) for each in found)


# Links


def _link(live: Live, link: Link, by: Person) -> DeskLink:
    claims = pit.open_claims(Floor(live.tables, live.links), link.id)
    return DeskLink(
        *(link.id, link.operator, link.version, link.state, link.note, link.checked, link.registered),
        live.sign(link),
        _meters(link),
        link.set_up,
        link.parameters_version,
        tuple(DeskTerm(name, words) for name, words in tell_parameters(link.set_up)),
        link.tables,
        tuple(map(_claim, claims)),
        _awaited(live, link_stream(link.id), awaited_of(link, by)),
        refused_at_link(link, by),
    )


def _meters(link: Link) -> DeskMeters:
    meters = link.meters
    reserve, overflow = whole_cents(meters.reserve), whole_cents(meters.overflow)
    return DeskMeters(
        *(link.display, fine_dollars(meters.display), reserve, overflow, meters.wagers_in, meters.hits),
        *(Cents(meters.wins), meters.paid_by_attendant, meters.paid_by_system),
    )


def _claim(claim: OpenClaim) -> DeskClaim:
    award, verified, approved = claim.award, claim.verified, claim.approved
    return DeskClaim(
        *(claim.table, claim.round, award.position, award.line, award.hand, award.amount, award.rule, claim.waits_for),
        officer(verified.post, verified.by, software=verified.software) if verified else None,
        officer(approved.post, approved.by, software=approved.software) if approved else None,
    )
