"""The states that a command may touch, and what it has made of them."""

from collections.abc import Mapping

from msgspec import Struct, structs

from pitlink import jackpot as links
from pitlink import table as tables
from pitlink.jackpot import Link
from pitlink.ledger import Entry
from pitlink.people import Person
from pitlink.refusals import Refused
from pitlink.table import Table


class Floor(Struct, frozen=True, gc=False):
    """Tables and links by their names. Only those that a command touches need be there: a table, its link, and the
    tables whose claims on that link are open; where a link is changed its member tables, where it is retired the link
    that receives what it held.
    """

    tables: Mapping[str, Table] = {}
    links: Mapping[str, Link] = {}


class Recorded(Struct, frozen=True, gc=False):
    """An event in its stream, "table/T1" or "link/L1", as the version it makes; `by` gave the command."""

    stream: str
    version: int
    by: str
    event: tables.Event | links.Event


class Outcome(Struct, frozen=True, gc=False):
    """What a command has led to, in the order it happened."""

    floor: Floor
    events: tuple[Recorded, ...] = ()
    entries: tuple[Entry, ...] = ()


def at_table(outcome: Outcome, name: str, command: tables.AnyCommand) -> Outcome | Refused:
    """Carry a command out at a table."""
    before = outcome.floor.tables.get(name) or Table()
    decided = tables.decide(before, command)
    if isinstance(decided, Refused):
        return decided
    events, entries = list(outcome.events), list(outcome.entries)
    for event in decided:
        after = tables.evolve(before, event)
        events.append(Recorded(f"table/{name}", after.version, command.by.id, event))
        entries += tables.entries(before, event, after)
        before = after
    floor = structs.replace(outcome.floor, tables={**outcome.floor.tables, name: before})
    return Outcome(floor, tuple(events), tuple(entries))


def at_link(outcome: Outcome, name: str, command: links.Command, by: Person) -> Outcome | Refused:
    """Carry a command out at a link, given by somebody or following from what somebody did at a table."""
    before = outcome.floor.links.get(name) or Link()
    decided = links.decide(before, command)
    if isinstance(decided, Refused):
        return decided
    events, entries = list(outcome.events), list(outcome.entries)
    for event in decided:
        after = links.evolve(before, event)
        events.append(Recorded(f"link/{name}", after.version, by.id, event))
        entries += links.entries(before, event, after)
        before = after
    floor = structs.replace(outcome.floor, links={**outcome.floor.links, name: before})
    return Outcome(floor, tuple(events), tuple(entries))
