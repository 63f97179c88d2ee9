"""The pit desk: tables and links as supervisors and managers read them, and what waits for whom; once or as a feed."""

from collections.abc import AsyncIterator, Iterable
from typing import Final, TypeVar

import msgspec
from msgspec import Struct, structs
from starlette.responses import Response

from pitlink import pit
from pitlink.bots.house import DEALER
from pitlink.jackpot import Link
from pitlink.jackpot.link import whole_cents
from pitlink.money import Cents
from pitlink.people import Person, officer
from pitlink.pit import Floor, OpenClaim
from pitlink.pit.awaited import Awaited, awaited_at, awaited_of, refused_at_link, refused_at_table
from pitlink.pit.offering import opens_with
from pitlink.pit.statements import fine_dollars, tell_parameters
from pitlink.refusals import Refused
from pitlink.server.calling import AsCall, as_json
from pitlink.server.desk_messages import (
    DeskAwaited,
    DeskClaim,
    DeskLink,
    DeskMeters,
    DeskPlayer,
    DeskTable,
    DeskTerm,
)
from pitlink.server.feeds import ALIVE_S, STILL_HERE, WATCHER, encoded
from pitlink.server.live import DESK, Live
from pitlink.server.looking import feed_of, last_seen
from pitlink.server.roles import Caller
from pitlink.store.streams import link_stream, table_stream
from pitlink.table import Table
from pitlink.table.calls import call as call_at
from pitlink.table.views import notices, view

ANYBODY: Final = "anybody"  # of a post

_encode = msgspec.json.Encoder().encode


async def desk(call: AsCall) -> Response:
    """Tables, links and what waits for somebody, oldest first in each."""
    return as_json(desk_since(call.pit.live, call.caller))


async def desk_feed(call: AsCall) -> Response:
    return feed_of(call, of_desk(call.pit.live, call.caller, last_seen(call.request)))


# The feed


class Told(Struct, frozen=True, omit_defaults=True):
    """A `DeskMessage` of parts that are written already."""

    position: int
    tables: tuple[msgspec.Raw, ...] = ()
    links: tuple[msgspec.Raw, ...] = ()
    snapshot: bool = False


async def of_desk(live: Live, caller: Caller, position: int | None) -> AsyncIterator[bytes]:
    """How tables and links stand that have changed, for one person: who may do what is in it.

    Behind a position from before this server's start, or that the floor has not reached, everything comes again.
    """
    if position is not None and not live.knows_since(position):
        position = None
    begun = False
    with live.followed(DESK) as waker:
        while not live.stopping:
            now = live.position
            if position is None or position != now:
                message = encoded("desk", now, desk_since(live, caller, position))
                if position is not None and begun:
                    live.metrics.observe_lag("desk", live.committed_behind(position))
                yield message
                position = now
            begun = True
            if not await waker.wait(ALIVE_S):
                yield STILL_HERE


def desk_since(live: Live, caller: Caller, position: int | None = None) -> Told:
    """Tables and links that have changed behind a position; without one, all of them.

    A table whose claims are open is told with its link, whose order says which are paid first, and a link with it.
    """
    by = caller.person
    assert by is not None

    def changed(table: str) -> bool:
        return live.changed_since(table_stream(table), position)

    links = [
        name
        for name, link in sorted(live.links.items())
        if link.parameters is not None
        and (live.changed_since(link_stream(name), position) or any(changed(each.table) for each in link.open_claims))
    ]
    tables = [
        name
        for name, table in sorted(live.tables.items())
        if table.setup is not None and (changed(name) or (_claims_are_open(table) and table.setup.link in links))
    ]
    return Told(
        live.position,
        tuple(_told_table(live, name, by) for name in tables),
        tuple(_told_link(live, name, by) for name in links),
        position is None,
    )


def _claims_are_open(table: Table) -> bool:
    return table.play is not None and table.play.claims_open


# What is the same for all of a post is made once


def _told_table(live: Live, name: str, by: Person) -> msgspec.Raw:
    """Who asks matters where claims are open, which no person does both parts of, and to a slip that he would sign."""
    table = live.tables[name]
    if _claims_are_open(table) or by.id == table.dealer:
        return msgspec.Raw(_encode(_table(live, name, by)))
    link = live.links.get(table.rules.link or "")
    state = (live.changed_at(table_stream(name)), table.version, 0 if link is None else link.parameters_version)
    made = live.shared.message(
        ("desk", table_stream(name), by.post), state, lambda: _encode(_unnamed(_table(live, name, _anybody(by))))
    )
    return msgspec.Raw(made)


def _told_link(live: Live, name: str, by: Person) -> msgspec.Raw:
    link = live.links[name]
    claiming = tuple(live.version(table_stream(each.table)) for each in link.open_claims)
    made = live.shared.message(
        ("desk", link_stream(name), by.post),
        (link.version, claiming),
        lambda: _encode(_unnamed(_link(live, link, _anybody(by)))),
    )
    return msgspec.Raw(made)


def _anybody(by: Person) -> Person:
    return Person(ANYBODY, by.post)


T = TypeVar("T", DeskTable, DeskLink)


def _unnamed(told: T) -> T:
    """A refusal names who asked; one that is made for all of a post names the post alone."""
    acts = {name: _without_name(refused) for name, refused in told.acts.items()}
    awaited = tuple(structs.replace(each, refused=_without_name(each.refused)) for each in told.awaited)
    return structs.replace(told, acts=acts, awaited=awaited)


def _without_name(refused: Refused | None) -> Refused | None:
    if refused is None or ANYBODY not in refused.found:
        return refused
    return structs.replace(refused, found=refused.found.replace(f" {ANYBODY}", ""))


# Tables


def _table(live: Live, name: str, by: Person) -> DeskTable:
    floor, table = live.floor_of(name), live.tables[name]
    setup, play = table.rules, table.play
    opening = opens_with(Floor(floor.tables, live.links), name)
    terms = setup if table.open else opening  # what it is on, or will be when it opens
    tells_more = play is not None and (play.report is not None or play.paid is not None or bool(play.rejected))
    seen = view(table, WATCHER) if tells_more else None  # of reports and claims all staff see the same
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
        layout=setup.layout,
        device=setup.device,
        rack=table.in_rack,
        uncounted=table.uncounted,
        link=terms.link,
        opens_on=opening.link,
        limits=setup.limits,
        unit=terms.unit,
        players=tuple(_player(table, player) for player in table.players),
        notices=tuple(notices(table)),
        report=None if seen is None else seen.report,
        claims=None if seen is None else seen.claims,
        awaited=_awaited(live, table_stream(name), awaited_at(floor, name, by)),
        acts=refused_at_table(table, by),
        setup=None if table.open else opening,
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
