"""What must hold after every event: stacks and meters as the accounts have them, no award that is not counted."""

from typing import get_args

from pitlink import ledger
from pitlink.audit.accounts import Accounts
from pitlink.audit.odd import Odd
from pitlink.jackpot import Event, Link
from pitlink.jackpot.events import (
    ClaimsEntered,
    ClaimsOrdered,
    ClaimsPaid,
    ClaimsWithdrawn,
    ContributionsPosted,
    ContributionsReversed,
    LinkChecked,
    LinkOpened,
)
from pitlink.jackpot.link import ClaimSet, FallReason, Fine, fine, total, whole_cents
from pitlink.jackpot.parameters import parameters_digest
from pitlink.jackpot.reconciling import changes, standing
from pitlink.table import Table


def check_table(name: str, table: Table, accounts: Accounts) -> None:
    """Nobody has more or less than the books say, and the rack has what it must."""
    _equal(f"rack of {name}", table.rack, accounts.of(ledger.rack(name)).posted)
    for who, stack in table.players.items():
        part = accounts.of(ledger.chips(name, who))
        _equal(f"chips of {who}", stack.chips, part.posted)
        if not stack.chips >= stack.lying >= part.leaving >= 0:
            raise Odd(f"{who}: {stack.chips} cents, {stack.lying} on the layout, {part.leaving} leaving", "each less")


def check_link(name: str, link: Link, accounts: Accounts) -> None:
    """I2 and I4: the display is what went in and out of it, to the ten-thousandth of a cent, and so in the accounts."""
    meters, claims = link.meters, sum(total(each.paid) for each in link.open_claims)
    _equal(f"pool of {name}", link.display, accounts.of(ledger.pool(name)).posted)
    _equal(f"reserve of {name}", whole_cents(meters.reserve), accounts.of(ledger.reserve(name)).posted)
    _equal(f"overflow of {name}", whole_cents(meters.overflow), accounts.of(ledger.overflow(name)).posted)
    payable = accounts.of(ledger.claims_payable(name))
    if payable.posted - payable.leaving < 0 or payable.posted < claims:
        raise Odd(f"{payable.posted} cents payable, {payable.leaving} leaving", f"{claims} for open claims")
    if min(meters.display, meters.reserve, meters.overflow, meters.wagers_in, meters.hits, meters.wins) < 0:
        raise Odd(f"{meters}", "no meter below nothing")
    if link.set_up.limit is not None and meters.display > fine(link.set_up.limit):
        raise Odd(f"display {meters.display}", f"at most the limit, {fine(link.set_up.limit)}")


def check_payable(name: str, link: Link, accounts: Accounts) -> None:
    """After a command: what is payable and not yet on its way is what open claims come to, to the cent."""
    payable = accounts.of(ledger.claims_payable(name))
    claims = sum(total(each.paid) for each in link.open_claims)
    _equal(f"claims payable of {name}", payable.posted - payable.leaving, claims)


class LinkAudit:
    """One link's meters counted once more, from its events."""

    def __init__(self) -> None:
        self.base = Fine(0)
        self.before = Fine(0)  # the display before the last event
        self.hits = self.wins = self.wagers = self.by_attendant = self.by_system = 0

    def take(self, was: Link, event: Event, now: Link) -> None:
        self.before = was.meters.display
        if now.meters.display < was.meters.display and getattr(event, "reason", None) not in get_args(FallReason):
            raise Odd(f"the display fell from {was.display} to {now.display}", "a reason for which it may")
        self._count(was, event)
        meters = now.meters
        _equal("hits", meters.hits, self.hits)
        _equal("wins", meters.wins, self.wins)
        _equal("wagers in", meters.wagers_in, self.wagers)
        _equal("paid by attendants", meters.paid_by_attendant, self.by_attendant)
        _equal("paid by the system", meters.paid_by_system, self.by_system)
        self._check_changes(was, event, now)
        moved = meters.contributed - fine(meters.awarded) + fine(meters.seeded) + meters.documented
        _equal("display", meters.display, self.base + moved)

    def meter(self, event: Event, now: Link) -> tuple[Fine, Fine, Fine, Fine, str | None]:
        """What must be kept of the meters with the event taken last."""
        meters = now.meters
        return self.before, meters.display, meters.reserve, meters.overflow, getattr(event, "reason", None)

    def _count(self, was: Link, event: Event) -> None:
        match event:
            case LinkOpened():
                self.base = fine(event.parameters.base)
            case ContributionsPosted():
                self.wagers += len(event.stakes)
                self._check_rate(was, event)
            case ContributionsReversed():
                self.wagers -= len(event.positions)
            case ClaimsEntered():
                self._add(event.claims)
            case ClaimsOrdered():
                for claims in was.open_claims:
                    self._add(claims, times=-1)
                for claims in event.claims:
                    self._add(claims)
            case ClaimsWithdrawn():
                self._add(event.claims, times=-1)
                if paid := was.paid_claims.get(event.claims.table):
                    self._pay(paid, by_system=paid.by_system, times=-1)
            case ClaimsPaid() if was.order[0].table != event.table:
                raise Odd(f"claims of table {event.table} paid", f"those of table {was.order[0].table} first")
            case ClaimsPaid():
                for claims in was.open_claims:
                    if claims.table == event.table:
                        self._pay(claims, by_system=event.software)
            case LinkChecked() if event.passed and event.parameters != parameters_digest(was.set_up):
                raise Odd(f"a self-check of parameters {event.parameters[:8]}…", "of those that the link had")
            case _:
                pass

    def _check_changes(self, was: Link, event: Event, now: Link) -> None:
        """Every meter has changed by what the event says, whatever the link makes of it."""
        before, after = standing(was), standing(now)
        for meter, _, amount in changes(was, event, now):
            before[meter] += amount
        if before != after:
            odd = next(meter for meter in after if before[meter] != after[meter])
            raise Odd(f"{odd}: {after[odd]}", f"{before[odd]}, by what the event says")

    def _check_rate(self, was: Link, event: ContributionsPosted) -> None:
        """What came in is the wagers times the rate, whole and without a rest."""
        stakes, rates = sum(stake.amount for stake in event.stakes), was.set_up
        _equal("increment", event.increment + event.over, stakes * rates.increment_rate_bp)
        _equal("hidden increment", event.hidden, stakes * rates.hidden_rate_bp)

    def _add(self, claims: ClaimSet, times: int = 1) -> None:
        self.hits += times * len(claims.paid.awards)
        self.wins += times * total(claims.paid)

    def _pay(self, claims: ClaimSet, *, by_system: bool, times: int = 1) -> None:
        if by_system:
            self.by_system += times * total(claims.paid)
        else:
            self.by_attendant += times * total(claims.paid)


def _equal(what: str, found: int, expected: int) -> None:
    if found != expected:
        raise Odd(f"{what}: {found}", f"{expected}")
