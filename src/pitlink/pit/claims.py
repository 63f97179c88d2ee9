"""All open claims on a link in one place, in the order of payment: whose they are, what they come to, how far they are.

Amounts and order are the link's, verification and approval the tables'.
"""

from collections.abc import Iterator

from msgspec import Struct

from pitlink.games.round import Award
from pitlink.jackpot.link import ClaimOf, Link
from pitlink.pit.floor import Floor
from pitlink.table.events import ClaimsApproved, ClaimsVerified
from pitlink.table.state import Step


class OpenClaim(Struct, frozen=True):
    """One winning hand. `waits_for` is what its table is to do next; None where the table is not on this floor."""

    table: str
    round: int
    award: Award
    waits_for: Step | None
    verified: ClaimsVerified | None
    approved: ClaimsApproved | None


def open_claims(floor: Floor, link: str) -> tuple[OpenClaim, ...]:
    return tuple(_claims(floor, floor.links[link]))


def _claims(floor: Floor, link: Link) -> Iterator[OpenClaim]:
    awards = {
        ClaimOf(claims.table, award.position, award.line): (claims.round, award)
        for claims in link.open_claims
        for award in claims.paid.awards
    }
    for hand in link.order:
        round, award = awards[hand]
        table = floor.tables.get(hand.table)
        play = table.play if table is not None else None
        if play is None:
            yield OpenClaim(hand.table, round, award, None, None, None)
        else:
            yield OpenClaim(hand.table, round, award, play.due.step, play.verified, play.approved)
