"""Awards of a period in the order of winners: who won what and when, and who verified, approved and paid it."""

from typing import Literal

from msgspec import Struct

from pitlink.jackpot import events as at_link
from pitlink.jackpot.link import ClaimSet, Link
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
    payment_undone: bool = False  # it was paid, and then withdrawn

    @property
    def key(self) -> Key:
        return self.link, self.table, self.round, self.position, self.line


class Awards:
    """Follows the events of a period; `floor` is as the first of them finds it."""

    def __init__(self, floor: Floor) -> None:
        self._awards: dict[Key, Award] = {}
        self._settled_before: set[Key] = set()  # paid before the period, and nothing has become of them since
        for name, link in floor.links.items():
            for claims in sorted((*link.open_claims, *link.paid_claims.values()), key=lambda each: each.entered):
                self._enter(name, claims, None)
                self._officers(name, claims.table, floor.tables.get(claims.table))
            for claims in link.paid_claims.values():
                for award in self._claimed(name, claims):
                    award.state = "paid"
                    self._settled_before.add(award.key)
            self._rank(link)

    def in_order(self) -> list[Award]:
        """Of the period: open in it, or paid, withdrawn or rejected."""
        found = (award for key, award in self._awards.items() if key not in self._settled_before)
        return sorted(found, key=lambda award: award.rank)

    def take(self, recorded: Recorded, floor: Floor, at_us: int) -> None:
        """`floor` is as the event leaves it."""
        name, event = recorded.stream.partition("/")[2], recorded.event
        match event:
            case at_link.ClaimsEntered():
                self._enter(name, event.claims, at_us)
                self._rank(floor.links[name])
            case at_link.ClaimsOrdered():
                for claims in event.claims:
                    self._fix(name, claims)
                self._rank(floor.links[name])
            case at_link.ClaimsWithdrawn():
                self._withdraw(name, event.claims)
            case on.ClaimsVerified() | on.ClaimsApproved() | on.AwardsAmended():
                self._officers(_link_of(floor.tables[name]), name, floor.tables[name])
            case on.ClaimsRejected():
                self._reject(name, event, floor.tables[name])
            case on.AwardPaid():
                self._pay(name, event, floor.tables[name], at_us)
            case _:
                pass

    def _enter(self, link: str, claims: ClaimSet, at_us: int | None) -> None:
        """Entered once more, an award has its time and its place in the order, and nobody has dealt with it yet."""
        for each in claims.paid.awards:
            key = link, claims.table, claims.round, each.position, each.line
            known = self._awards.get(key)
            rank, entered_us = (known.rank, known.entered_us) if known else (len(self._awards), at_us)
            self._awards[key] = Award(*key, each.hand, each.amount, each.rule, rank, entered_us)
            self._settled_before.discard(key)

    def _fix(self, link: str, claims: ClaimSet) -> None:
        """Fixed anew, an award has another amount; who verified it has done so."""
        for award, each in zip(self._claimed(link, claims), claims.paid.awards, strict=True):
            award.amount, award.rule = each.amount, each.rule

    def _claimed(self, link: str, claims: ClaimSet) -> list[Award]:
        return [self._awards[link, claims.table, claims.round, each.position, each.line] for each in claims.paid.awards]

    def _of(self, link: str, table: str, number: int) -> list[Award]:
        return [each for each in self._awards.values() if (each.link, each.table, each.round) == (link, table, number)]

    def _rank(self, link: Link) -> None:
        """Open claims of a link stand in the order that it has, at the places they have together."""
        rounds = {claims.table: claims.round for claims in link.open_claims}
        ranked = [
            self._awards[link.id, hand.table, rounds[hand.table], hand.position, hand.line] for hand in link.order
        ]
        for rank, award in zip(sorted(award.rank for award in ranked), ranked, strict=True):
            award.rank = rank

    def _withdraw(self, link: str, claims: ClaimSet) -> None:
        for award in self._claimed(link, claims):
            award.payment_undone = award.state == "paid"
            award.state = "withdrawn"
            self._settled_before.discard(award.key)

    def _officers(self, link: str, name: str, table: Table | None) -> None:
        """Of what is open: an award that was rejected has no part in what is said about the others later."""
        if table is None or table.play is None:
            return
        verified, approved = table.play.verified, table.play.approved
        for award in self._of(link, name, table.play.number):
            if award.state == "open":
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


def _link_of(table: Table) -> str:
    return table.rules.link or ""
