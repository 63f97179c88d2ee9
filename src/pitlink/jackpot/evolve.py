"""A link as an event leaves it."""

from typing import assert_never

from msgspec import structs

from pitlink.jackpot.claims import hands_of
from pitlink.jackpot.events import (
    ClaimsEntered,
    ClaimsOrdered,
    ClaimsPaid,
    ClaimsWithdrawn,
    ContributionsPosted,
    ContributionsReversed,
    DisplayCorrected,
    Event,
    JackpotReceived,
    LinkChecked,
    LinkFailed,
    LinkOpened,
    LinkResumed,
    LinkRetired,
    LinkSuspended,
    OverflowReleased,
    ParametersChanged,
    TableAdmitted,
    TableReleased,
)
from pitlink.jackpot.link import (
    ClaimOf,
    ClaimSet,
    Contribution,
    Fine,
    Held,
    Link,
    Meters,
    OverflowTo,
    SetAside,
    fine,
    taken,
    total,
)
from pitlink.money import Cents


def evolve(link: Link, event: Event) -> Link:
    after = _after(link, event)
    return structs.replace(after, version=link.version + 1, meters=_within_limit(after))


def _within_limit(link: Link) -> Meters:
    """What comes back above the limit goes to the overflow, fractions of a cent too."""
    meters, limit = link.meters, link.set_up.limit
    over = 0 if limit is None else meters.display - fine(limit)
    if over <= 0:
        return meters
    return structs.replace(
        meters,
        display=Fine(meters.display - over),
        overflow=Fine(meters.overflow + over),
        documented=Fine(meters.documented - over),
    )


def _after(link: Link, event: Event) -> Link:
    meters = link.meters
    match event:
        case LinkOpened():
            return Link(
                event.link,
                event.operator,
                event.parameters,
                event.switches,
                meters=Meters(display=fine(event.parameters.base)),
                version=link.version,
            )
        case TableAdmitted():
            return structs.replace(link, tables={**link.tables, event.table: event.game})
        case TableReleased():
            return structs.replace(
                link,
                tables={table: game for table, game in link.tables.items() if table != event.table},
            )
        case ContributionsPosted():
            return structs.replace(
                link,
                paid_claims=_paid_but(link, event.table),
                set_aside=_set_aside_but(link, event.table),
                contributions={**link.contributions, event.table: _contribution(link, event)},
                meters=structs.replace(
                    meters,
                    wagers_in=meters.wagers_in + len(event.stakes),
                    display=Fine(meters.display + event.increment),
                    contributed=Fine(meters.contributed + event.increment),
                    reserve=Fine(meters.reserve + event.hidden),
                    overflow=Fine(meters.overflow + event.over),
                ),
            )
        case ContributionsReversed():
            last = link.contributions[event.table]
            after = structs.replace(
                last, over=Fine(last.over - event.from_overflow), reversed=(*last.reversed, *event.positions)
            )
            aside = link.set_aside.get(event.table)
            lower = {} if aside is None else {event.table: _lowered(aside, event.from_display)}
            return structs.replace(
                link,
                contributions={**link.contributions, event.table: after},
                set_aside={**link.set_aside, **lower},
                meters=structs.replace(
                    meters,
                    wagers_in=meters.wagers_in - len(event.positions),
                    display=Fine(meters.display - event.from_display),
                    documented=Fine(meters.documented - event.from_display),
                    reserve=Fine(meters.reserve - event.from_reserve),
                    overflow=Fine(meters.overflow - event.from_overflow),
                ),
            )
        case ClaimsEntered():
            return structs.replace(
                link,
                set_aside=_set_aside_but(link, event.claims.table),
                open_claims=(*link.open_claims, event.claims),
                order=_with_place(link, event.claims),
                meters=_with_claims(meters, event.claims),
            )
        case ClaimsOrdered():
            for claims in link.open_claims:
                meters = _without_claims(meters, claims)
            for claims in event.claims:
                meters = _with_claims(meters, claims)
            return structs.replace(link, open_claims=event.claims, order=event.order, meters=meters)
        case ClaimsPaid():
            (claims,) = (claims for claims in link.open_claims if claims.table == event.table)
            paid = structs.replace(claims, by_system=event.software)
            return structs.replace(
                _without(link, event.table),
                paid_claims={**link.paid_claims, event.table: paid},
                meters=_with_paid(meters, paid, total(paid.paid)),
            )
        case ClaimsWithdrawn():
            aside = SetAside(fine(event.claims.paid.before), event.claims.entered)
            anew = {event.claims.table: aside} if event.anew else {}
            if before := link.paid_claims.get(event.claims.table):
                meters = _with_paid(meters, before, Cents(-total(before.paid)))
            return structs.replace(
                _without(link, event.claims.table),
                set_aside={**_set_aside_but(link, event.claims.table), **anew},
                paid_claims=_paid_but(link, event.claims.table),
                meters=_with_withdrawn(meters, event, event.claims.released_to or link.set_up.overflow_to),
            )
        case OverflowReleased():
            won = tuple(
                structs.replace(each, released=event.amount, released_to=event.to)
                if each.table == event.table
                else each
                for each in link.open_claims
            )
            return structs.replace(link, open_claims=won, meters=_with_released(meters, event.to, event.amount))
        case DisplayCorrected():
            change = fine(event.change)
            return structs.replace(
                link,
                checked=None,
                meters=structs.replace(
                    meters, display=Fine(meters.display + change), documented=Fine(meters.documented + change)
                ),
            )
        case _:
            return _of_state(link, event)


def _of_state(
    link: Link,
    event: LinkSuspended | LinkFailed | LinkChecked | LinkResumed | ParametersChanged | LinkRetired | JackpotReceived,
) -> Link:
    match event:
        case LinkSuspended():
            return structs.replace(link, state="suspended", note=event.note)
        case LinkFailed():
            return structs.replace(link, state="failed", note=event.note, registered=event.registered, checked=None)
        case LinkChecked():
            return structs.replace(link, checked=event.passed)
        case LinkResumed():
            return structs.replace(link, state="running", note="", registered=None)
        case ParametersChanged():
            return structs.replace(link, parameters=event.parameters, parameters_version=event.version, checked=None)
        case LinkRetired():
            gone = Held(Fine(-event.held.display), Fine(-event.held.reserve), Fine(-event.held.overflow))
            return structs.replace(link, state="retired", note=event.note, meters=_with_held(link.meters, gone))
        case JackpotReceived():
            return structs.replace(link, meters=_with_held(link.meters, event.held), checked=None)
        case _:
            assert_never(event)


def _with_held(meters: Meters, held: Held) -> Meters:
    return structs.replace(
        meters,
        display=Fine(meters.display + held.display),
        documented=Fine(meters.documented + held.display),
        reserve=Fine(meters.reserve + held.reserve),
        overflow=Fine(meters.overflow + held.overflow),
    )


def _contribution(link: Link, event: ContributionsPosted) -> Contribution:
    """With the rates it was posted at: it is reversed at the same, whatever they are then."""
    rates = link.set_up.increment_rate_bp, link.set_up.hidden_rate_bp
    return Contribution(event.round, event.stakes, event.over, (), *rates)


def _without(link: Link, table: str) -> Link:
    """The link without a table's open claims."""
    return structs.replace(
        link,
        open_claims=tuple(claims for claims in link.open_claims if claims.table != table),
        order=tuple(hand for hand in link.order if hand.table != table),
    )


def _paid_but(link: Link, table: str) -> dict[str, ClaimSet]:
    return {each: claims for each, claims in link.paid_claims.items() if each != table}


def _lowered(aside: SetAside, change: Fine) -> SetAside:
    return structs.replace(aside, value=Fine(aside.value - change))


def _with_place(link: Link, claims: ClaimSet) -> tuple[ClaimOf, ...]:
    """Behind all that were entered before; claims entered once more stand where they stood."""
    entered = {each.table: each.entered for each in link.open_claims}
    before = [hand for hand in link.order if entered[hand.table] <= claims.entered]
    behind = [hand for hand in link.order if entered[hand.table] > claims.entered]
    return (*before, *hands_of(claims), *behind)


def _set_aside_but(link: Link, table: str) -> dict[str, SetAside]:
    return {each: value for each, value in link.set_aside.items() if each != table}


def _with_claims(meters: Meters, claims: ClaimSet) -> Meters:
    paid = claims.paid
    return structs.replace(
        meters,
        display=Fine(meters.display - fine(taken(paid)) + fine(paid.seed)),
        reserve=Fine(meters.reserve - fine(claims.seed_from_reserve)),
        hits=meters.hits + len(paid.awards),
        wins=Cents(meters.wins + total(paid)),
        awarded=Cents(meters.awarded + taken(paid)),
        seeded=Cents(meters.seeded + paid.seed),
    )


def _without_claims(meters: Meters, claims: ClaimSet) -> Meters:
    paid = claims.paid
    return structs.replace(
        meters,
        display=Fine(meters.display + fine(taken(paid)) - fine(paid.seed)),
        reserve=Fine(meters.reserve + fine(claims.seed_from_reserve)),
        hits=meters.hits - len(paid.awards),
        wins=Cents(meters.wins - total(paid)),
        awarded=Cents(meters.awarded - taken(paid)),
        seeded=Cents(meters.seeded - paid.seed),
    )


def _with_withdrawn(meters: Meters, event: ClaimsWithdrawn, to: OverflowTo) -> Meters:
    """Counted as if the awards had not been; what could not be given back of the seed stays counted as seed."""
    paid = event.claims.paid
    back = Cents(event.seed_to_reserve + event.seed_to_house)
    after = structs.replace(
        meters,
        display=Fine(meters.display + fine(taken(paid)) - fine(back)),
        reserve=Fine(meters.reserve + fine(event.seed_to_reserve)),
        hits=meters.hits - len(paid.awards),
        wins=Cents(meters.wins - total(paid)),
        awarded=Cents(meters.awarded - taken(paid)),
        seeded=Cents(meters.seeded - back),
    )
    return _with_released(after, to, Cents(-event.overflow_back))


def _with_paid(meters: Meters, claims: ClaimSet, amount: Cents) -> Meters:
    if claims.by_system:
        return structs.replace(meters, paid_by_system=Cents(meters.paid_by_system + amount))
    return structs.replace(meters, paid_by_attendant=Cents(meters.paid_by_attendant + amount))


def _with_released(meters: Meters, to: OverflowTo, cents: Cents) -> Meters:
    """Overflow to its destination, or back from it where the amount is negative."""
    amount = fine(cents)
    left = structs.replace(meters, overflow=Fine(meters.overflow - amount))
    match to:
        case "next_jackpot":
            return structs.replace(left, display=Fine(left.display + amount), documented=Fine(left.documented + amount))
        case "reserve":
            return structs.replace(left, reserve=Fine(left.reserve + amount))
        case "house":
            return left
