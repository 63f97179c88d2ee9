"""What an event of a link means to the books.

The house feeds the meters and takes back what is reversed; the books have whole cents, so an entry is what a meter has
changed by in whole cents, and a contribution that moves none has none.
"""

from collections.abc import Iterator
from itertools import count

from pitlink import ledger
from pitlink.jackpot.events import (
    ClaimsEntered,
    ClaimsOrdered,
    ClaimsWithdrawn,
    ContributionsPosted,
    ContributionsReversed,
    DisplayCorrected,
    Event,
    JackpotReceived,
    LinkOpened,
    LinkRetired,
    OverflowReleased,
)
from pitlink.jackpot.link import ClaimSet, Fine, Link, OverflowTo, taken, total, whole_cents
from pitlink.ledger import BANK, Account, Entry, Transfer
from pitlink.money import Cents


def entries(before: Link, event: Event, after: Link) -> tuple[Entry, ...]:
    cause = f"link/{after.id} {after.version}"
    numbers = count(1)
    moves = list(_moves(before, event, after))
    if after.state != "retired":
        moves += _above_the_limit(before, after, moves)
    return tuple(
        Transfer(f"{cause}.{next(numbers)}", giver, taker, Cents(amount), reason, cause, "progressive")
        for giver, taker, amount, reason in moves
        if amount
    )


Move = tuple[Account, Account, int, str]


def _above_the_limit(before: Link, after: Link, moves: list[Move]) -> Iterator[Move]:
    """What went from the display to the overflow because of the limit.

    Two fractions of a cent may make a whole one on one side only; that cent is the house's to give or take.
    """
    pool, overflow = ledger.pool(after.id), ledger.overflow(after.id)
    gone = _booked(pool, moves) - (after.display - before.display)
    come = whole_cents(after.meters.overflow) - whole_cents(before.meters.overflow) - _booked(overflow, moves)
    both = min(gone, come)
    if both > 0:
        yield pool, overflow, both, "limit"
    if gone > both:
        yield pool, BANK, gone - both, "limit"
    if come > both:
        yield BANK, overflow, come - both, "limit"


def _booked(account: Account, moves: list[Move]) -> int:
    return sum((taker == account) * amount - (giver == account) * amount for giver, taker, amount, _ in moves)


def _moves(before: Link, event: Event, after: Link) -> Iterator[Move]:
    link = after.id
    pool, reserve, overflow = ledger.pool(link), ledger.reserve(link), ledger.overflow(link)
    held = whole_cents(after.meters.reserve) - whole_cents(before.meters.reserve)
    over = whole_cents(after.meters.overflow) - whole_cents(before.meters.overflow)
    display = after.display - before.display
    match event:
        case LinkOpened():
            yield BANK, pool, display, "base"
        case ContributionsPosted():
            reason = f"contribution of table {event.table}, round {event.round}"
            yield BANK, pool, display, reason
            yield BANK, reserve, held, reason
            yield BANK, overflow, over, reason
        case ContributionsReversed():
            reason = f"contribution reversed by {event.clause}"
            yield pool, BANK, -display, reason
            yield reserve, BANK, -held, reason
            yield overflow, BANK, -over, reason
        case ClaimsEntered():
            yield from _claim_moves(link, event.claims, "award")
        case ClaimsOrdered():
            for claims in before.open_claims:
                yield from _undone(_claim_moves(link, claims, "order of winners"))
            for claims in event.claims:
                yield from _claim_moves(link, claims, "order of winners")
        case ClaimsWithdrawn():
            yield from _withdrawn_moves(link, event)
            released = _overflow_account(link, event.claims.released_to or after.set_up.overflow_to)
            yield released, overflow, event.overflow_back, f"award withdrawn by {event.clause}"
        case OverflowReleased():
            yield overflow, _overflow_account(link, event.to), event.amount, "overflow"
        case DisplayCorrected():
            if event.change > 0:
                yield BANK, pool, event.change, "equipment fault"
            else:
                yield pool, BANK, -event.change, "equipment fault"
        case LinkRetired() if event.to is None:
            yield pool, BANK, -display, "retired"
            yield reserve, BANK, -held, "retired"
            yield overflow, BANK, -over, "retired"
        case JackpotReceived():
            yield from _received_moves(before, event)
        case _:  # of a link retired in favour of another the books tell when that has received it
            return


def _received_moves(before: Link, event: JackpotReceived) -> Iterator[Move]:
    """Account by account; two fractions of a cent that make a whole one are the house's to give."""
    for account, had, come in (
        (ledger.pool, before.meters.display, event.held.display),
        (ledger.reserve, before.meters.reserve, event.held.reserve),
        (ledger.overflow, before.meters.overflow, event.held.overflow),
    ):
        yield account(event.link), account(before.id), whole_cents(come), "transferred"
        rounded = whole_cents(Fine(had + come)) - whole_cents(had) - whole_cents(come)
        yield BANK, account(before.id), rounded, "transferred"


def _overflow_account(link: str, to: OverflowTo) -> Account:
    return {"next_jackpot": ledger.pool(link), "reserve": ledger.reserve(link), "house": BANK}[to]


def _claim_moves(link: str, claims: ClaimSet, reason: str) -> Iterator[Move]:
    """Awards to claims payable, the house's part of them too; the seed from the reserve, then from the bank."""
    paid, payable = claims.paid, ledger.claims_payable(link)
    yield ledger.pool(link), payable, taken(paid), reason
    yield BANK, payable, total(paid) - taken(paid), reason
    yield ledger.reserve(link), ledger.pool(link), claims.seed_from_reserve, "reset"
    yield BANK, ledger.pool(link), paid.seed - claims.seed_from_reserve, "reset"


def _undone(moves: Iterator[Move]) -> Iterator[Move]:
    for giver, taker, amount, reason in moves:
        yield taker, giver, amount, reason


def _withdrawn_moves(link: str, event: ClaimsWithdrawn) -> Iterator[Move]:
    paid, payable, reason = event.claims.paid, ledger.claims_payable(link), f"award withdrawn by {event.clause}"
    yield payable, ledger.pool(link), taken(paid), reason
    yield payable, BANK, total(paid) - taken(paid), reason
    yield ledger.pool(link), ledger.reserve(link), event.seed_to_reserve, reason
    yield ledger.pool(link), BANK, event.seed_to_house, reason
