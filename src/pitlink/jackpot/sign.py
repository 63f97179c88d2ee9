"""What a link shows to everybody: the sign over its tables."""

from typing import Final

from msgspec import Struct

from pitlink.jackpot import odds
from pitlink.jackpot.link import ClaimOf, Link, LinkState
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
    state: LinkState = "running"
    notice: str | None = None  # what everybody must know while it does not run
    registered: Cents | None = None  # before it failed


OFF: Final[dict[LinkState, str]] = {
    "suspended": "The Progressive Jackpot is suspended",
    "failed": "The Progressive Jackpot is not working",
    "retired": "This Progressive Jackpot has ended",
}


def off(link: Link) -> str | None:
    """That no wagers are taken, and that what is won stays won."""
    if link.runs:
        return None
    pays = "" if link.state == "retired" else "; rounds in play are paid from the amount shown"
    return f"{OFF[link.state]}: no Progressive Jackpot Bets are accepted{pays}"


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
        link.state,
        off(link),
        link.registered,
    )
