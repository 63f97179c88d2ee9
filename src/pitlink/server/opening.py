"""Links and tables that are added to a floor: on new books all of them, later whatever an administrator wants.

The acts at links and tables are those of posts, which software holds here under reserved names; who wanted them is told
by the event that stands before them (docs/decisions.md).
"""

import hashlib
import secrets
from collections.abc import Callable, Iterator
from functools import cache
from importlib import resources
from itertools import cycle, islice

import msgspec
from msgspec import Struct

from pitlink.bots.house import BUY_IN, DEALER, OFFICER, OWNER
from pitlink.bots.players import TEMPERAMENTS, Bot
from pitlink.jackpot import commands as of_link
from pitlink.people import Person
from pitlink.pit import Floor
from pitlink.pit.floorfile import read
from pitlink.pit.floorplan import Plan, PlannedTable, steps
from pitlink.refusals import Refused
from pitlink.server.accounts import Accounts
from pitlink.store import Act, Answer, Request, Store, Wanted
from pitlink.store import events as system
from pitlink.store.streams import table_stream
from pitlink.table import AnyCommand
from pitlink.table import commands as ask


class CannotOpen(Exception):
    """A floor that was checked before is refused: a fault of the software."""


class Addition(Struct, frozen=True):
    """What somebody wants added, under an id of his own. `content` tells it from another addition.

    `plan` is worked out only if the id is new: the floor has it all once it was carried out.
    """

    id: str
    by: str
    content: bytes
    bots: int  # at each of the tables
    plan: Callable[[], tuple[Plan, Floor]]


@cache
def example() -> Plan:
    """Five tables on two links."""
    return read((resources.files("pitlink.pit") / "example.toml").read_text(encoding="utf-8"))


def open_floor(store: Store, accounts: Accounts, plan: Plan, bots: int) -> None:
    """The first start: a floor worth looking at, on new books, with house bots in some of the seats."""
    store.own(())  # looks the books over
    added = Addition(f"opening {secrets.token_hex(8)}", OWNER.id, b"", bots, lambda: (plan, Floor()))
    if isinstance(answer := add(store, accounts, added), Refused):
        raise CannotOpen(str(answer))


def add(store: Store, accounts: Accounts, added: Addition) -> Answer:
    """Links and tables, software dealers where they can deal, bots of every temperament: all of it or nothing.

    The tables are this process's from then on.
    """

    def wanted() -> Wanted:
        plan, floor = added.plan()
        hired = _hired(accounts, plan, added.bots)
        bots = tuple(bot for each in hired.values() for bot in each)
        return Wanted(
            (
                system.FloorSetUp(
                    added.by,
                    tuple(link.name for link in plan.links),
                    tuple(table.name for table in plan.tables),
                    added.bots,
                ),
                *(system.AccountMade(bot.name, "bot") for bot in bots),
            ),
            tuple(table.name for table in plan.tables),
            tuple(_requests(added.id, plan, floor, hired)),
            accounts.inserting(bots),
        )

    digest = hashlib.sha256(msgspec.json.encode((added.by, added.content.decode(), added.bots))).hexdigest()
    return store.together(Act(added.id, added.by, digest, wanted))


def _requests(id: str, plan: Plan, floor: Floor, hired: dict[str, tuple[Bot, ...]]) -> Iterator[Request]:
    """One command after the other, under the id of the whole with a number behind it."""
    wanted: list[tuple[str, AnyCommand | of_link.Command]] = []
    wanted += [(step.stream, step.command) for step in steps(plan, floor, OWNER)]
    for planned in plan.tables:
        at_table = _staffing(planned, hired[planned.name])
        wanted += [(table_stream(planned.name), command) for command in at_table]
    for nth, (stream, command) in enumerate(wanted, start=1):
        yield Request(f"{id} {nth}", stream, command)


def _staffing(planned: PlannedTable, bots: tuple[Bot, ...]) -> Iterator[AnyCommand]:
    """Software deals wherever the deck is sealed; cards from a shoe are a person's to deal."""
    if planned.setup.cards == "sealed_deck":
        yield ask.AssignDealer(OFFICER, DEALER.id)
    for position, bot in enumerate(bots, start=1):
        person = Person(bot.name, "player")
        yield ask.Join(person, bot.name)
        yield ask.BuyIn(DEALER, bot.name, BUY_IN)
        yield ask.Sit(person, bot.name, position)


def _hired(accounts: Accounts, plan: Plan, bots: int) -> dict[str, tuple[Bot, ...]]:
    """Bots for each table, of names that nobody has."""
    names = accounts.names_for_bots()
    temperaments = islice(cycle(TEMPERAMENTS), len(accounts.bots()) % len(TEMPERAMENTS), None)
    return {
        table.name: tuple(Bot(next(names), next(temperaments)) for _ in range(min(bots, table.setup.positions)))
        for table in plan.tables
    }
