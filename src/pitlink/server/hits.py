"""Hands that have won a share of a jackpot, with the time: a link itself has no clock, the log has.

Folded from the events of one link in which claims are entered, ordered, paid and withdrawn.
"""

from typing import Final

from msgspec import structs

from pitlink.cards import name
from pitlink.jackpot.events import ClaimsEntered, ClaimsOrdered, ClaimsPaid, ClaimsWithdrawn
from pitlink.jackpot.link import ClaimSet, Link
from pitlink.jackpot.sign import Pending, Sign, Won, sign
from pitlink.store import Stored
from pitlink.table import Table
from pitlink.table.state import places_of

SHOWN: Final = 5
KEPT: Final = 20  # since a void round takes its awards back
EVENTS: Final = "link.claims_"  # how the names of what is folded begin


class Hits:
    """Of one link: when open claims were entered, and what was paid last."""

    def __init__(self) -> None:
        self._version = 0
        self._open: dict[str, tuple[ClaimSet, int]] = {}  # by table, and when they were entered
        self._paid: tuple[tuple[ClaimSet, int], ...] = ()  # the newest first, and when they were paid

    def take(self, stored: Stored) -> None:
        """An event of the link, in order; one that was taken before is passed over."""
        if stored.version <= self._version:
            return
        self._version = stored.version
        match stored.event:
            case ClaimsEntered(claims=claims):
                self._open[claims.table] = (claims, stored.at_us)
            case ClaimsOrdered(claims=ordered):
                for claims in ordered:
                    _, entered = self._open.get(claims.table, (claims, stored.at_us))
                    self._open[claims.table] = (claims, entered)
            case ClaimsPaid(table=table) if table in self._open:
                claims, _ = self._open.pop(table)
                self._paid = ((claims, stored.at_us), *self._paid)[:KEPT]
            case ClaimsWithdrawn(claims=claims):
                self._open.pop(claims.table, None)
                self._paid = tuple(each for each in self._paid if not _same(each[0], claims))
            case _:
                pass

    def entered(self, table: str) -> int | None:
        return self._open[table][1] if table in self._open else None

    @property
    def won(self) -> tuple[Won, ...]:
        """The last awards paid, the newest first."""
        found = [
            Won(claims.table, award.position, award.hand, award.amount, award.rule, at)
            for claims, at in self._paid
            for award in claims.paid.awards
        ]
        return tuple(found[:SHOWN])


def _same(one: ClaimSet, other: ClaimSet) -> bool:
    return (one.table, one.round) == (other.table, other.round)


def sign_with(link: Link, hits: Hits, tables: dict[str, Table]) -> Sign:
    """The sign with what only the log and the tables know: times, and the cards of hands that lie open."""
    bare = sign(link)
    pending = []
    for claim, each in zip(link.order, bare.pending, strict=True):
        cards = _cards(tables.get(claim.table), each) if claim.line == "progressive" else ()
        pending.append(structs.replace(each, at_us=hits.entered(claim.table), cards=cards))
    return structs.replace(bare, pending=tuple(pending), won=hits.won)


def _cards(table: Table | None, pending: Pending) -> tuple[str, ...]:
    """The five cards that win: the player's own and the community cards that count; none while one lies face down."""
    play = None if table is None else table.play
    if table is None or play is None:
        return ()
    places = places_of(play, "position", pending.position)
    places += places_of(play, "community")[: table.rules.areas.jackpot_community]
    slots = [play.slots[place] for place in places]
    cards = [slot.card for slot in slots if slot.up and slot.card is not None]
    return tuple(map(name, cards)) if len(cards) == len(slots) else ()
