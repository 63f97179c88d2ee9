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
    LinkOpened,
    OverflowReleased,
)
from pitlink.jackpot.link import ClaimSet, Link, taken, total, whole_cents
from pitlink.ledger import BANK, Account, Entry, Transfer
from pitlink.money import Cents


def entries(before: Link, event: Event, after: Link) -> tuple[Entry, ...]:
    link = after.id
    cause = f"link/{link} {after.version}"
    numbers = count(1)
    return tuple(
        Transfer(f"{cause}.{next(numbers)}", giver, taker, Cents(amount), reason, cause, "progressive")
        for giver, taker, amount, reason in _moves(before, event, after)
        if amount
    )


Move = tuple[Account, Account, int, str]


def _moves(before: Link, event: Event, after: Link) -> Iterator[Move]:
    link = after.id
    pool, reserve, overflow = ledger.pool(link), ledger.reserve(link), ledger.overflow(link)
    display = after.display - before.display
    held = whole_cents(after.meters.reserve) - whole_cents(before.meters.reserve)
    over = whole_cents(after.meters.overflow) - whole_cents(before.meters.overflow)
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
            yield pool, overflow, over, "limit"
        case OverflowReleased():
            to = {"next_jackpot": pool, "reserve": reserve, "house": BANK}[event.to]
            yield overflow, to, event.amount, "overflow"
        case DisplayCorrected():
            if event.change > 0:
                yield BANK, pool, event.change, "equipment fault"
            else:
                yield pool, BANK, -event.change, "equipment fault"
        case _:
            return


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
