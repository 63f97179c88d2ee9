"""What a link shows to everybody: the sign over its tables."""

from msgspec import Struct

from pitlink.jackpot import odds
from pitlink.jackpot.link import ClaimOf, Link
from pitlink.money import Cents


class Pending(Struct, frozen=True):
    """An award that is entered and not yet paid."""

    table: str
    position: int
    hand: str
    amount: Cents


class Sign(Struct, frozen=True):
    """The display in whole cents, what is pending in the order of payment, and the meters that auditors read."""

    link: str
    display: Cents
    unit: Cents
    pending: tuple[Pending, ...]
    hits: int
    wins: Cents
    warnings: tuple[str, ...]


def sign(link: Link) -> Sign:
    awards = {
        ClaimOf(claims.table, award.position, award.line): award
        for claims in link.open_claims
        for award in claims.paid.awards
    }
    pending = []
    for hand in link.order:
        award = awards[hand]
        pending.append(Pending(hand.table, hand.position, award.hand, award.amount))
    rides = "mbs-lir" in link.tables.values()
    return Sign(
        link.id,
        link.display,
        link.set_up.unit,
        tuple(pending),
        link.meters.hits,
        link.meters.wins,
        odds.warnings(link.set_up, link.display) if rides else (),
    )
