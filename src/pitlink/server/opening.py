"""The first start: a floor worth looking at, on new books, with house bots in some of the seats."""

from collections.abc import Iterator
from importlib import resources
from itertools import count, cycle

from pitlink.bots.house import BUY_IN, DEALER, OFFICER, OWNER
from pitlink.bots.players import TEMPERAMENTS, Bot
from pitlink.people import Person
from pitlink.pit import Floor
from pitlink.pit.floorfile import read
from pitlink.pit.floorplan import Plan, steps
from pitlink.refusals import Refused
from pitlink.server.accounts import Accounts
from pitlink.store import Request, Store
from pitlink.store.streams import table_stream
from pitlink.table import AnyCommand
from pitlink.table import commands as ask

BOT_NAMES = (
    *("Ada", "Ben", "Cleo", "Dov", "Edda", "Finn", "Gwen", "Hugo"),
    *("Iris", "Jon", "Kaia", "Leo", "Mina", "Nils", "Oona"),
)

_numbers = count(1)


class CannotOpen(Exception):
    """A floor that was checked before is refused: a fault of the software."""


def example() -> Plan:
    """Five tables on two links."""
    return read((resources.files("pitlink.pit") / "example.toml").read_text(encoding="utf-8"))


def open_floor(store: Store, accounts: Accounts, plan: Plan, bots: int) -> None:
    """Its links and tables, software dealers where they can deal, so many bots at each table, of every temperament."""
    wanted = steps(plan, Floor(), OWNER)
    store.own([table.name for table in plan.tables])
    _do(store, [Request(_id(store), step.stream, step.command) for step in wanted])
    names, temperaments = _names(), cycle(TEMPERAMENTS)
    for planned in plan.tables:
        table = planned.name
        sealed = planned.setup.cards == "sealed_deck"  # cards from a shoe are a person's to deal
        at_table: list[AnyCommand] = [ask.AssignDealer(OFFICER, DEALER.id)] if sealed else []
        for position in range(1, min(bots, planned.setup.positions) + 1):
            bot = Bot(next(names), next(temperaments))
            accounts.make_bot(bot)
            person = Person(bot.name, "player")
            at_table += [
                ask.Join(person, bot.name),
                ask.BuyIn(DEALER, bot.name, BUY_IN),
                ask.Sit(person, bot.name, position),
            ]
        _do(store, [Request(_id(store), table_stream(table), command) for command in at_table])


def _names() -> Iterator[str]:
    """Bot Ada, Bot Ben and so on; when these are all there, Bot Ada 2."""
    yield from (f"Bot {name}" for name in BOT_NAMES)
    yield from (f"Bot {name} {nth}" for nth in count(2) for name in BOT_NAMES)


def _id(store: Store) -> str:
    return f"{store.process} opening {next(_numbers)}"


def _do(store: Store, requests: list[Request]) -> None:
    for request, answer in zip(requests, store.submit(requests), strict=True):
        if isinstance(answer, Refused):
            raise CannotOpen(f"{type(request.command).__name__} at {request.stream}: {answer}")
