"""A link as an event leaves it."""

from typing import assert_never

from msgspec import structs

from pitlink.jackpot.events import (
    ClaimsEntered,
    ClaimsOrdered,
    ClaimsPaid,
    ClaimsWithdrawn,
    ContributionsPosted,
    ContributionsReversed,
    DisplayCorrected,
    Event,
    LinkOpened,
    OverflowReleased,
    TableAdmitted,
    TableReleased,
)
from pitlink.jackpot.link import ClaimSet, Contribution, Fine, Link, Meters, fine, taken, total
from pitlink.money import Cents


def evolve(link: Link, event: Event) -> Link:
    after = _after(link, event)
    return structs.replace(after, version=link.version + 1)


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
                contributions={table: last for table, last in link.contributions.items() if table != event.table},
                paid_claims=_paid_but(link, event.table),
            )
        case ContributionsPosted():
            return structs.replace(
                link,
                paid_claims=_paid_but(link, event.table),
                contributions={**link.contributions, event.table: Contribution(event.round, event.stakes, event.over)},
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
            return structs.replace(
                link,
                contributions={**link.contributions, event.table: after},
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
                open_claims=(*link.open_claims, event.claims),
                meters=_with_claims(meters, event.claims),
            )
        case ClaimsOrdered():
            for claims in link.open_claims:
                meters = _without_claims(meters, claims)
            for claims in event.claims:
                meters = _with_claims(meters, claims)
            return structs.replace(link, open_claims=event.claims, meters=meters)
        case ClaimsPaid():
            (paid,) = (claims for claims in link.open_claims if claims.table == event.table)
            return structs.replace(
                link, open_claims=_others(link, event.table), paid_claims={**link.paid_claims, event.table: paid}
            )
        case ClaimsWithdrawn():
            return structs.replace(
                link,
                open_claims=_others(link, event.claims.table),
                paid_claims=_paid_but(link, event.claims.table),
                meters=_with_withdrawn(meters, event),
            )
        case OverflowReleased():
            return structs.replace(link, meters=_with_released(meters, event))
        case DisplayCorrected():
            change = fine(event.change)
            return structs.replace(
                link,
                meters=structs.replace(
                    meters, display=Fine(meters.display + change), documented=Fine(meters.documented + change)
                ),
            )
        case _:
            assert_never(event)


def _others(link: Link, table: str) -> tuple[ClaimSet, ...]:
    return tuple(claims for claims in link.open_claims if claims.table != table)


def _paid_but(link: Link, table: str) -> dict[str, ClaimSet]:
    return {each: claims for each, claims in link.paid_claims.items() if each != table}


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


def _with_withdrawn(meters: Meters, event: ClaimsWithdrawn) -> Meters:
    """Counted as if the awards had not been; what the display could not give back of the seed stays in it, noted."""
    paid = event.claims.paid
    back = event.seed_to_reserve + event.seed_to_house
    return structs.replace(
        meters,
        display=Fine(meters.display + fine(taken(paid)) - fine(Cents(back)) - event.over),
        overflow=Fine(meters.overflow + event.over),
        reserve=Fine(meters.reserve + fine(event.seed_to_reserve)),
        hits=meters.hits - len(paid.awards),
        wins=Cents(meters.wins - total(paid)),
        awarded=Cents(meters.awarded - taken(paid)),
        seeded=Cents(meters.seeded - back),
        documented=Fine(meters.documented - event.over),
    )


def _with_released(meters: Meters, event: OverflowReleased) -> Meters:
    amount = fine(event.amount)
    left = structs.replace(meters, overflow=Fine(meters.overflow - amount))
    match event.to:
        case "next_jackpot":
            return structs.replace(left, display=Fine(left.display + amount), documented=Fine(left.documented + amount))
        case "reserve":
            return structs.replace(left, reserve=Fine(left.reserve + amount))
        case "house":
            return left
