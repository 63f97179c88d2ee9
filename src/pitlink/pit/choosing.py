"""What there is to choose from where the tables of a link change, its winners are put in order, or it ends.

Whether something may be done is found by asking; nothing is done here.
"""

from collections.abc import Iterator

from msgspec import Struct

from pitlink import jackpot as links
from pitlink.games.round import Award
from pitlink.jackpot import Link
from pitlink.jackpot import commands as of_link
from pitlink.jackpot.events import ClaimsOrdered, JackpotReceived
from pitlink.jackpot.link import ClaimOf, Held
from pitlink.money import Cents
from pitlink.people import Person
from pitlink.pit.administering import act_on_link, no_successor
from pitlink.pit.claims import open_claims
from pitlink.pit.floor import Floor
from pitlink.refusals import Refused

Choice = tuple[str, Refused | None]  # by name, and why it cannot be chosen now


def leaving(floor: Floor, link: str, by: Person) -> Iterator[Choice]:
    """Members that can be released."""
    for table in sorted(floor.links[link].tables):
        yield table, _refused(floor, link, of_link.ReleaseTable(by, table))


def joining(floor: Floor, link: str, by: Person) -> Iterator[Choice]:
    """Tables of the operator that are on no link: who is on another one leaves that first."""
    taken = {table for each in floor.links.values() for table in each.tables}
    for table, state in sorted(floor.tables.items()):
        setup = state.setup
        if setup is not None and table not in taken and setup.game.startswith(floor.links[link].operator):
            yield table, _refused(floor, link, of_link.AdmitTable(by, table, setup.game, setup.switches))


def _refused(floor: Floor, link: str, command: links.Command) -> Refused | None:
    outcome = act_on_link(floor, link, command)
    return outcome if isinstance(outcome, Refused) else None


class Succession(Struct, frozen=True):
    """A link that could have the jackpot of another, what it would show, and why not now."""

    link: str
    shows: Cents
    refused: Refused | None


def successors(floor: Floor, link: str, by: Person) -> Iterator[Succession]:
    ending = floor.links[link]
    held = Held(ending.meters.display, ending.meters.reserve, ending.meters.overflow)
    for name, other in sorted(floor.links.items()):
        if no_successor(floor, link, name) is None and other.state != "retired":
            received = links.evolve(other, JackpotReceived(link, held, "?", by.id, by.id))
            decided = links.decide(other, of_link.ReceiveJackpot(by, by, link, held, "?"))
            yield Succession(name, received.display, decided if isinstance(decided, Refused) else None)


class InOrder(Struct, frozen=True):
    """Claims in an order that somebody thinks of: each with its award as it stands and as it would be."""

    clause: str
    awards: tuple[tuple[ClaimOf, Award, Award], ...]
    approve_again: tuple[str, ...]


def in_order(floor: Floor, link: str, command: of_link.OrderClaims) -> InOrder | Refused:
    outcome = act_on_link(floor, link, command)
    if isinstance(outcome, Refused):
        return outcome
    before, after = _awards(floor, floor.links[link]), _awards(outcome.floor, outcome.floor.links[link])
    tables = dict.fromkeys(hand.table for hand in after)
    again = [table for table in tables if _approved(floor, table) and not _approved(outcome.floor, table)]
    ordered = outcome.events[0].event
    assert isinstance(ordered, ClaimsOrdered)
    awards = tuple((hand, before[hand], award) for hand, award in after.items())
    return InOrder(ordered.clause, awards, tuple(again))


def _awards(floor: Floor, link: Link) -> dict[ClaimOf, Award]:
    """In the order of payment."""
    found = open_claims(floor, link.id)
    return {ClaimOf(each.table, each.award.position, each.award.line): each.award for each in found}


def _approved(floor: Floor, table: str) -> bool:
    play = floor.tables[table].play
    return play is not None and play.approved is not None
