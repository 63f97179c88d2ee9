"""What somebody may do at a table or to a link now, with what the one has to say about the other."""

from collections.abc import Iterator

from msgspec import structs

from pitlink import jackpot as links
from pitlink.games import GAMES
from pitlink.jackpot import Link
from pitlink.jackpot import commands as of_link
from pitlink.jackpot.parameters import parameters_digest
from pitlink.money import Cents
from pitlink.people import Person
from pitlink.pit.floor import Floor
from pitlink.pit.stopped import is_stopped, link_of
from pitlink.table import AnyCommand, Table, TableSetup
from pitlink.table import commands as of_table
from pitlink.table.options import Option, Which, new_name, options

NO_DIGEST = "0" * 64


def offered(floor: Floor, table: str, by: Person, which: Which = "all") -> tuple[Option, ...]:
    """The table's options, but for claims that another table's come before (mbs-thb 3.14, rws-3cp 4.7.2).

    And but for what a link that does not run keeps the table from (R112).
    """
    found = options(floor.tables[table], by, which)
    link = link_of(floor, table)
    waits = link is not None and bool(link.order) and link.order[0].table != table
    return tuple(
        option
        for option in found
        if not (waits and option.command == "PayAwards") and not is_stopped(floor, table, option)
    )


def opens_with(floor: Floor, table: str) -> TableSetup:
    """The set-up that a closed table opens with again: the one it had, on the link that has it as a member now.

    Where that is another than before, or none any more, so is the set-up's.
    """
    setup, link = floor.tables[table].rules, _member_of(floor, table)
    if link is None:
        return structs.replace(setup, link=None, unit=None, most_progressive=None)
    now = link.set_up
    return structs.replace(setup, link=link.id, unit=now.unit, most_progressive=now.unreasonable_contribution)


def _member_of(floor: Floor, table: str) -> Link | None:
    """The link that it was on last before any other that has admitted it."""
    before = floor.tables[table].rules.link
    found = [link for link in floor.links.values() if table in link.tables]
    return min(found, key=lambda link: (link.id != before, link.id), default=None)


def probes_at_table(table: Table, by: Person) -> Iterator[AnyCommand]:
    """One command of each kind that is given at a desk, as it would be taken where this person may give it.

    What concerns a player is about the first of whom it can be said.
    """
    dealer, slip, cent = str(table.dealer), new_name(table.slips), Cents(1)
    free = [name for name, each in table.players.items() if each.present and name not in table.restricted]
    yield of_table.AssignDealer(by, "A")
    yield of_table.Fill(by, cent, slip, dealer)
    yield of_table.Credit(by, cent, slip, dealer)
    yield of_table.CountRack(by, cent)
    yield of_table.CloseTable(by)
    yield of_table.OpenTable(by, table.rules)
    if free:
        yield of_table.RestrictPlayer(by, free[0])
    if table.restricted:
        yield of_table.LiftRestriction(by, min(table.restricted))
    if table.barred:
        yield of_table.LiftBar(by, min(table.barred))


def probes_at_link(link: Link, by: Person) -> Iterator[links.Command]:
    """One command of each kind that is given at a desk, as it would be taken where this person may give it.

    Where two persons are needed the second is somebody of the other of the two highest posts.
    """
    second = Person("second", "gaming_shift_manager" if by.post == "pit_manager" else "pit_manager")
    now, full = link.set_up, link.set_up.limit is not None and link.display >= link.set_up.limit
    more = structs.replace(now, unreasonable_contribution=Cents(now.unreasonable_contribution + 1))
    yield of_link.SuspendLink(by, "?")
    yield of_link.FailLink(by, "?")
    yield of_link.CheckLink(by, NO_DIGEST, parameters_digest(now), passed=True)
    yield of_link.ResumeLink(by, "?", second if link.state == "failed" else None)
    yield of_link.ChangeParameters(by, second, more, "?")
    yield of_link.CorrectDisplay(by, second, Cents(-1 if full else 1), "?")
    yield of_link.OrderClaims(by, link.order)
    yield of_link.AdmitTable(by, new_name(link.tables), _a_game(link), link.switches)
    if link.tables:
        yield of_link.ReleaseTable(by, min(link.tables, key=lambda table: (link.claims_of(table) is not None, table)))
    yield of_link.RetireLink(by, second, None, "?")


def _a_game(link: Link) -> str:
    """One that is on the link, or could be."""
    return next(iter(link.tables.values()), None) or next(game for game in GAMES if game.startswith(link.operator))
