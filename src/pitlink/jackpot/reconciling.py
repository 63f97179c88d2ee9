"""A link over a period as an accountant states it: what each meter began with, every kind of change, what it has now.

Changes are worked out from what events say and never from the meters that they left, so that a difference would show.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, Literal, assert_never

from msgspec import Struct, structs

from pitlink import ledger
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
from pitlink.jackpot.link import ClaimSet, FallReason, Fine, Held, Link, OverflowTo, fine, taken, total, whole_cents
from pitlink.ledger import Account, Books
from pitlink.money import Cents

Meter = Literal["display", "reserve", "overflow", "claims", "wins", "wagers_in", "hits"]
HELD: Final[tuple[Meter, ...]] = ("display", "reserve", "overflow", "claims")  # money that lies in an account
COUNTED: Final[tuple[Meter, ...]] = ("wagers_in", "hits")  # all others are in ten-thousandths of a cent

# Why a meter changes. Down only for the reasons of the closed list, or to where it is owed: from the reserve to the
# display, from the overflow to its destination, from the claims to the winners.
Kind = (
    FallReason
    | Literal["base", "contribution", "reset_from_reserve", "reset_from_house", "limit", "overflow_released", "paid"]
    | Literal["received"]
)

Change = tuple[Meter, Kind, int]


class Column(Struct, frozen=True):
    """One meter over the period."""

    start: int
    now: int
    changes: Mapping[Kind, int] = {}

    @property
    def difference(self) -> int:
        """What no event explains: nothing, or the link is not to be trusted."""
        return self.now - self.start - sum(self.changes.values())


class Reconciliation(Struct, frozen=True):
    link: str
    columns: Mapping[Meter, Column]

    @property
    def differences(self) -> dict[Meter, int]:
        return {meter: column.difference for meter, column in self.columns.items() if column.difference}


def begin(name: str, link: Link) -> Reconciliation:
    """A period that begins with the link as it stands, or before it was opened."""
    return Reconciliation(name, {meter: Column(value, value) for meter, value in standing(link).items()})


def later(now: Reconciliation, then: Reconciliation | None) -> Reconciliation:
    """What has come since an earlier moment of the same period; None where the link was not there yet."""
    if then is None:
        return now
    return Reconciliation(now.link, {meter: _later(each, then.columns[meter]) for meter, each in now.columns.items()})


def _later(now: Column, then: Column) -> Column:
    since = {kind: amount - then.changes.get(kind, 0) for kind, amount in now.changes.items()}
    return Column(then.now, now.now, {kind: amount for kind, amount in since.items() if amount})


def add(so_far: Reconciliation, before: Link, event: Event, after: Link) -> Reconciliation:
    columns = dict(so_far.columns)
    for meter, kind, amount in changes(before, event, after):
        known = columns[meter].changes
        columns[meter] = structs.replace(columns[meter], changes={**known, kind: known.get(kind, 0) + amount})
    for meter, value in standing(after).items():
        if columns[meter].now != value:
            columns[meter] = structs.replace(columns[meter], now=value)
    return structs.replace(so_far, columns=columns)


def standing(link: Link) -> dict[Meter, int]:
    meters = link.meters
    return {
        "display": meters.display,
        "reserve": meters.reserve,
        "overflow": meters.overflow,
        "claims": fine(_totals(link.open_claims)),
        "wins": fine(meters.wins),
        "wagers_in": meters.wagers_in,
        "hits": meters.hits,
    }


def against_books(statement: Reconciliation, books: Books) -> dict[Meter, Cents]:
    """By how much an account has more than the link says, where it has; whole cents, since the rest is carried.

    An award that is paid and not final yet has left the claims, though it is still pending there.
    """
    found: dict[Meter, Cents] = {}
    for meter in HELD:
        balance = books.balance(account(statement.link, meter))
        more = Cents(balance.available - whole_cents(Fine(statement.columns[meter].now)))
        if more:
            found[meter] = more
    return found


def account(link: str, meter: Meter) -> Account:
    accounts = {
        "display": ledger.pool,
        "reserve": ledger.reserve,
        "overflow": ledger.overflow,
        "claims": ledger.claims_payable,
    }
    return accounts[meter](link)


# What an event changes, and why


def changes(before: Link, event: Event, after: Link) -> tuple[Change, ...]:
    found = tuple(change for change in _changes(before, event) if change[2])
    limit = after.set_up.limit
    shown = before.meters.display + sum(amount for meter, _, amount in found if meter == "display")
    if limit is None or shown <= fine(limit):
        return found
    over = shown - fine(limit)
    return (*found, ("display", "limit", -over), ("overflow", "limit", over))


def _changes(before: Link, event: Event) -> Iterator[Change]:
    match event:
        case LinkOpened():
            yield "display", "base", fine(event.parameters.base)
        case ContributionsPosted():
            yield "display", "contribution", event.increment
            yield "reserve", "contribution", event.hidden
            yield "overflow", "contribution", event.over
            yield "wagers_in", "contribution", len(event.stakes)
        case ContributionsReversed():
            yield "display", event.reason, -event.from_display
            yield "reserve", event.reason, -event.from_reserve
            yield "overflow", event.reason, -event.from_overflow
            yield "wagers_in", event.reason, -len(event.positions)
        case ClaimsEntered():
            claims = event.claims
            yield "display", event.reason, -fine(taken(claims.paid))
            yield "display", "reset_from_reserve", fine(claims.seed_from_reserve)
            yield "display", "reset_from_house", fine(Cents(claims.paid.seed - claims.seed_from_reserve))
            yield "reserve", "reset_from_reserve", -fine(claims.seed_from_reserve)
            yield from _won((claims,), event.reason)
        case ClaimsOrdered():
            yield from _entered(event.claims, event.reason)
            yield from ((meter, kind, -amount) for meter, kind, amount in _entered(before.open_claims, event.reason))
        case ClaimsPaid():
            yield "claims", "paid", -fine(_totals(_claims_of(before, event.table)))
        case ClaimsWithdrawn():
            yield from _withdrawn(before, event)
        case OverflowReleased():
            yield from _released(event.to, "overflow_released", event.amount)
        case DisplayCorrected():
            yield "display", event.reason, fine(event.change)
        case LinkRetired():
            yield from ((meter, event.reason, -amount) for meter, amount in _held(event.held))
        case JackpotReceived():
            yield from ((meter, "received", amount) for meter, amount in _held(event.held))
        case TableAdmitted() | TableReleased() | ParametersChanged():
            return
        case LinkSuspended() | LinkFailed() | LinkChecked() | LinkResumed():
            return
        case _:
            assert_never(event)


def _held(held: Held) -> tuple[tuple[Meter, int], ...]:
    return ("display", held.display), ("reserve", held.reserve), ("overflow", held.overflow)


def _entered(sets: Iterable[ClaimSet], kind: Kind) -> Iterator[Change]:
    """What claims make of the meters, all under one heading."""
    for claims in sets:
        yield "display", kind, fine(Cents(claims.paid.seed - taken(claims.paid)))
        yield "reserve", kind, -fine(claims.seed_from_reserve)
        yield from _won((claims,), kind)


def _won(sets: Iterable[ClaimSet], kind: Kind) -> Iterator[Change]:
    for claims in sets:
        yield "claims", kind, fine(total(claims.paid))
        yield "wins", kind, fine(total(claims.paid))
        yield "hits", kind, len(claims.paid.awards)


def _withdrawn(before: Link, event: ClaimsWithdrawn) -> Iterator[Change]:
    """Of a round that was paid and is void the payment is undone first."""
    claims, back = event.claims, Cents(event.seed_to_reserve + event.seed_to_house)
    yield "display", event.reason, fine(Cents(taken(claims.paid) - back))
    yield "reserve", event.reason, fine(event.seed_to_reserve)
    if not _claims_of(before, claims.table):
        yield "claims", "paid", fine(total(claims.paid))
    yield from ((meter, kind, -amount) for meter, kind, amount in _won((claims,), event.reason))
    released_to = claims.released_to or before.set_up.overflow_to
    yield from _released(released_to, event.reason, Cents(-event.overflow_back))


def _released(to: OverflowTo, kind: Kind, amount: Cents) -> Iterator[Change]:
    yield "overflow", kind, -fine(amount)
    match to:
        case "next_jackpot":
            yield "display", kind, fine(amount)
        case "reserve":
            yield "reserve", kind, fine(amount)
        case "house":
            return


def _claims_of(link: Link, table: str) -> tuple[ClaimSet, ...]:
    return tuple(claims for claims in link.open_claims if claims.table == table)


def _totals(sets: Iterable[ClaimSet]) -> Cents:
    return Cents(sum(total(claims.paid) for claims in sets))
