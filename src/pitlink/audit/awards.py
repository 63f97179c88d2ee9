"""Awards of a period in the order of winners: who won what and when, and who verified, approved and paid it."""

from collections.abc import Iterable, Mapping
from typing import Literal

from msgspec import Struct

from pitlink.games.round import JackpotSettlement
from pitlink.jackpot import events as at_link
from pitlink.jackpot.link import ClaimOf
from pitlink.money import Cents
from pitlink.people import officer
from pitlink.pit.floor import Floor, Recorded
from pitlink.table import events as on
from pitlink.table.state import Table

State = Literal["open", "paid", "withdrawn", "rejected"]
Key = tuple[str, str, int, int, str]  # link, table, round, position, line


class Award(Struct):
    """One winning hand. `entered_us` is None where it was entered before the period."""

    link: str
    table: str
    round: int
    position: int
    line: str
    hand: str
    amount: Cents
    rule: str
    rank: int
    entered_us: int | None
    state: State = "open"
    player: str = ""
    verified: str = ""
    approved: str = ""
    paid: str = ""
    paid_us: int | None = None


class Awards:
    """Follows the events of a period; `floor` is as the first of them finds it."""

    def __init__(self, floor: Floor) -> None:
        self._awards: dict[Key, Award] = {}
        for name, link in floor.links.items():
            for claims in link.open_claims:
                self._enter(name, claims.table, claims.round, claims.paid, None)
                self._officers(name, claims.table, floor.tables.get(claims.table))
            self._rank(name, link.order)

    def in_order(self) -> list[Award]:
        return sorted(self._awards.values(), key=lambda award: award.rank)

    def take(self, recorded: Recorded, floor: Floor, at_us: int) -> None:
        """`floor` is as the event leaves it."""
        name, event = recorded.stream.partition("/")[2], recorded.event
        match event:
            case at_link.ClaimsEntered():
                claims = event.claims
                self._enter(name, claims.table, claims.round, claims.paid, at_us)
            case at_link.ClaimsOrdered():
                for claims in event.claims:
                    self._enter(name, claims.table, claims.round, claims.paid, at_us)
                self._rank(name, event.order)
            case at_link.ClaimsWithdrawn():
                for award in self._of(name, event.claims.table, event.claims.round):
                    award.state = "withdrawn"
            case on.ClaimsVerified() | on.ClaimsApproved() | on.AwardsAmended():
                self._officers(_link_of(floor.tables[name]), name, floor.tables[name])
            case on.ClaimsRejected():
                self._reject(name, event, floor.tables[name])
            case on.AwardPaid():
                self._pay(name, event, floor.tables[name], at_us)
            case _:
                pass

    def _enter(self, link: str, table: str, number: int, paid: JackpotSettlement, at_us: int | None) -> None:
        """Entered, or fixed anew: what was known of an award stays known, and its place in the order."""
        for each in paid.awards:
            key = link, table, number, each.position, each.line
            known = self._awards.get(key)
            if known is None:
                what = (each.position, each.line, each.hand, each.amount, each.rule)
                self._awards[key] = Award(link, table, number, *what, len(self._awards), at_us)
            else:
                known.amount, known.rule, known.state = each.amount, each.rule, "open"

    def _of(self, link: str, table: str, number: int) -> list[Award]:
        return [each for each in self._awards.values() if (each.link, each.table, each.round) == (link, table, number)]

    def _rank(self, link: str, order: Iterable[ClaimOf]) -> None:
        """Open claims of a link stand in the order that it says, at the places they have together."""
        open_ = {(each.table, each.position, each.line): each for each in self._awards.values() if _is_open(each, link)}
        ranked = [open_[hand.table, hand.position, hand.line] for hand in order]
        for rank, award in zip(sorted(award.rank for award in ranked), ranked, strict=True):
            award.rank = rank

    def _officers(self, link: str, name: str, table: Table | None) -> None:
        if table is None or table.play is None:
            return
        verified, approved = table.play.verified, table.play.approved
        for award in self._of(link, name, table.play.number):
            award.verified = officer(verified.post, verified.by, software=verified.software) if verified else ""
            award.approved = officer(approved.post, approved.by, software=approved.software) if approved else ""

    def _reject(self, name: str, event: on.ClaimsRejected, table: Table) -> None:
        assert table.play is not None
        for award in self._of(_link_of(table), name, table.play.number):
            if award.position in event.positions:
                award.state, award.paid = "rejected", officer(event.post, event.by, software=event.software)

    def _pay(self, name: str, event: on.AwardPaid, table: Table, at_us: int) -> None:
        assert table.play is not None
        for award in self._of(_link_of(table), name, table.play.number):
            if (award.position, award.line) == (event.position, event.line):
                award.state, award.paid, award.paid_us, award.player = "paid", event.by, at_us, event.player


def _is_open(award: Award, link: str) -> bool:
    return award.link == link and award.state == "open"


def _link_of(table: Table) -> str:
    return table.rules.link or ""


def total(awards: Iterable[Award]) -> Mapping[State, Cents]:
    sums: dict[State, Cents] = {}
    for each in awards:
        sums[each.state] = Cents(sums.get(each.state, 0) + each.amount)
    return sums
