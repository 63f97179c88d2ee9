"""Claims held to the rules once more: what was won, by whom, who said so, and that link and table say the same.

An event that a claim has led to must be the one that the link or the table would have decided on, as it stood. Clauses
are left out of the comparison: other software may cite another one for the same amount.
"""

from collections.abc import Iterable, Mapping

from pitlink import jackpot, table
from pitlink.audit.odd import Odd
from pitlink.games.awards import Contender
from pitlink.games.round import JackpotSettlement
from pitlink.jackpot import Link
from pitlink.jackpot import commands as of_link
from pitlink.jackpot import events as on_link
from pitlink.jackpot.link import ClaimSet, DealtHand
from pitlink.money import Cents
from pitlink.people import Person
from pitlink.refusals import Refused
from pitlink.table import Table
from pitlink.table import commands as of_table
from pitlink.table import events as on_table
from pitlink.table.settling import contenders
from pitlink.table.state import play_of

AnyEvent = jackpot.Event | table.Event
Told = tuple[object, ...] | None
Lines = dict[tuple[int, str], Cents]


class ClaimsAudit:
    """Follows claims on links from entry to payment. `tables` and `links` are as the event before leaves them."""

    def __init__(self, tables: Mapping[str, Table], links: Mapping[str, Link]) -> None:
        self._tables, self._links = tables, links
        self._next: dict[str, tuple[AnyEvent, ...]] = {}  # what must follow at once in a stream
        self._withdrawn: dict[str, ClaimSet] = {}  # by table, to be entered once more

    # At a link

    def at_link(self, stream: str, link: Link, event: jackpot.Event) -> None:
        if self._is_next(stream, event):
            return
        match event:
            case on_link.ClaimsEntered():
                self._decided(stream, event, jackpot.decide(link, self._entering(link, event.claims)))
            case on_link.ClaimsOrdered():
                ordered = of_link.OrderClaims(Person(event.by or "", "gaming_shift_manager"), event.order)
                self._decided(stream, event, jackpot.decide(link, ordered))
            case on_link.ClaimsPaid():
                by = Person(event.by, "pit_supervisor", event.software)
                self._decided(stream, event, jackpot.decide(link, of_link.PayClaims(by, event.table, event.round)))
            case on_link.ClaimsWithdrawn():
                said = event.claims
                withdrawn = of_link.WithdrawClaims(said.table, said.round, event.clause, event.anew)
                self._decided(stream, event, jackpot.decide(link, withdrawn))
                self._withdrawn[said.table] = said
            case on_link.OverflowReleased():
                raise Odd("overflow released", "overflow where it lies, until the whole is won")
            case _:
                pass

    def _entering(self, link: Link, claims: ClaimSet) -> of_link.EnterClaims:
        """What the table has asked for: all its winning hands, or those that remain of claims just withdrawn."""
        name = claims.table
        state = self._tables[name]
        play = play_of(state)
        if play.due.step == "settle":
            registered = play.registered
            winners = contenders(state, link.jackpot_for(name, registered))
            dealt = tuple(DealtHand(each.position, play.boxes[each.position].dealt_at) for each in winners)
            return of_link.EnterClaims(name, play.number, winners, dealt, registered)
        before = self._withdrawn.pop(name)
        positions = {each.position for each in claims.contenders}
        remain = tuple(each for each in before.contenders if each.position in positions)
        return of_link.EnterClaims(name, before.round, remain, before.dealt, before.registered)

    # At a table

    def at_table(self, stream: str, state: Table, event: table.Event, by: str) -> None:
        if self._is_next(stream, event):
            return
        match event:
            case on_table.RoundSettled():
                self._check_settled(state, event)
            case on_table.AwardsAmended():
                _equal("awards amended", _paid(event.paid), _paid(self._fixed(state)))
            case on_table.ClaimsVerified():
                officer = Person(event.by, event.post, event.software)
                verified = of_table.VerifyClaims(officer, event.cards, event.surveillance)
                self._decided(stream, event, table.decide(state, verified))
            case on_table.ClaimsApproved():
                officer = Person(event.by, event.post, event.software)
                self._decided(stream, event, table.decide(state, of_table.ApproveClaims(officer)))
            case on_table.ClaimsRejected():
                officer = Person(event.by, event.post, event.software)
                rejected = of_table.RejectClaims(officer, event.positions, event.words, self._fixed(state))
                self._decided(stream, event, table.decide(state, rejected))
            case on_table.AwardPaid() | on_table.ClaimsClosed():
                paying = of_table.PayAwards(Person(by, "pit_supervisor"))
                self._decided(stream, event, table.decide(state, paying))
            case _:
                pass

    def _check_settled(self, state: Table, event: on_table.RoundSettled) -> None:
        fixed = self._fixed(state)
        _equal("awards", _paid(event.paid), _paid(fixed))
        lines = {(line.position, line.wager): line.claim for line in play_of(state).lines if line.claim}
        awards = {(each.position, each.line): each.amount for each in (fixed.awards if fixed else ()) if each.amount}
        _equal("awards in the lines", lines, awards)

    def _fixed(self, state: Table) -> JackpotSettlement | None:
        """What the link has fixed for the open claims of a table."""
        link = self._links.get(state.rules.link or "")
        claims = link.claims_of(state.rules.table) if link is not None else None
        return None if claims is None else claims.paid

    # What must follow

    def _is_next(self, stream: str, event: AnyEvent) -> bool:
        """Whether an event had to follow the one before it in its stream."""
        if stream not in self._next:
            return False
        self._decided(stream, event, self._next.pop(stream))
        return True

    def _decided(self, stream: str, event: AnyEvent, decided: tuple[AnyEvent, ...] | Refused) -> None:
        if isinstance(decided, Refused):
            raise Odd(decided.found, decided.expected)
        first, *rest = decided
        _equal(type(event).__name__, _told(event), _told(first))
        if rest:
            self._next[stream] = tuple(rest)

    def check_end(self, streams: Iterable[str]) -> None:
        """After a command: nothing is left out, and the claims that are open at the link are open at the table."""
        for stream in streams:
            if stream in self._next:
                raise Odd("nothing more", f"{type(self._next[stream][0]).__name__} in {stream}")
            kind, _, name = stream.partition("/")
            if kind == "table":
                self._check_open(name)
            if kind == "link":
                for claims in self._links[name].open_claims:
                    self._check_open(claims.table)

    def _check_open(self, name: str) -> None:
        state = self._tables[name]
        play, fixed = state.play, self._fixed(state)
        owed = play.paid if play is not None and play.claims_open else None
        if fixed is not owed:
            _equal(f"open claims of table {name}", _paid(owed), _paid(fixed))


# What is compared


def _told(event: AnyEvent) -> Told:
    match event:
        case on_link.ClaimsEntered():
            told: Told = _claims(event.claims)
        case on_link.ClaimsOrdered():
            told = (*map(_claims, event.claims), event.order)
        case on_link.ClaimsWithdrawn():
            told = (_claims(event.claims), event.seed_to_reserve, event.seed_to_house, event.overflow_back, event.anew)
        case on_table.ClaimsRejected():
            told = (event.positions, _paid(event.paid))
        case on_table.ClaimsApproved():
            told = (event.amount,)
        case on_table.AwardPaid():
            told = (event.position, event.player, event.line, event.amount)
        case on_link.OverflowReleased():
            told = (event.table, event.to, event.amount)
        case on_link.ClaimsPaid() | on_table.ClaimsClosed():
            told = (event.round,)
        case _:
            told = ()
    return type(event).__name__, told


def _claims(claims: ClaimSet) -> Told:
    return (
        claims.table,
        claims.round,
        tuple(map(_contender, claims.contenders)),
        claims.dealt,
        _paid(claims.paid),
        claims.seed_from_reserve,
        claims.released,
        claims.entered,
        claims.registered,
    )


def _contender(each: Contender) -> Told:
    return each.position, each.line, each.hand, each.pays, each.stake


def _paid(paid: JackpotSettlement | None) -> Told:
    if paid is None:
        return None
    awards = ((each.position, each.line, each.hand, each.amount, each.from_pool) for each in paid.awards)
    return (paid.before, paid.after, paid.seed, *awards)


def _equal(
    what: str, found: Told | dict[tuple[int, str], Cents], expected: Told | dict[tuple[int, str], Cents]
) -> None:
    if found != expected:
        raise Odd(f"{what}: {found}", f"{expected}, by the rules")
