"""The first start: a floor worth looking at, on new books, with house bots in some of the seats."""

from importlib import resources
from itertools import count

from pitlink.bots.house import BUY_IN, DEALER, OFFICER, OWNER
from pitlink.bots.players import TEMPERAMENTS, Bot
from pitlink.people import Person
from pitlink.pit import Floor
from pitlink.pit.floorfile import read
from pitlink.pit.floorplan import steps
from pitlink.refusals import Refused
from pitlink.server.accounts import Accounts
from pitlink.store import Request, Store
from pitlink.store.streams import name_of, table_stream
from pitlink.table import AnyCommand
from pitlink.table import commands as ask

BOT_NAMES = (
    *("Ada", "Ben", "Cleo", "Dov", "Edda", "Finn", "Gwen", "Hugo"),
    *("Iris", "Jon", "Kaia", "Leo", "Mina", "Nils", "Oona"),
)
BOTS_AT_A_TABLE = 3

_numbers = count(1)


class CannotOpen(Exception):
    """The floor that comes with the software was refused: a fault of the software."""


def open_floor(store: Store, accounts: Accounts) -> None:
    """Tables and links of the example, software dealers, bots of every temperament."""
    text = (resources.files("pitlink.pit") / "example.toml").read_text(encoding="utf-8")
    wanted = steps(read(text), Floor(), OWNER)
    tables = [name_of(step.stream) for step in wanted if isinstance(step.command, ask.OpenTable)]
    store.own(tables)
    _do(store, [Request(_id(store), step.stream, step.command) for step in wanted])
    names = iter(BOT_NAMES)
    for table in tables:
        at_table: list[AnyCommand] = [ask.AssignDealer(OFFICER, DEALER.id)]
        for position in range(1, BOTS_AT_A_TABLE + 1):
            bot = Bot(f"Bot {next(names)}", TEMPERAMENTS[next(_numbers) % len(TEMPERAMENTS)])
            accounts.make_bot(bot)
            person = Person(bot.name, "player")
            at_table += [
                ask.Join(person, bot.name),
                ask.BuyIn(DEALER, bot.name, BUY_IN),
                ask.Sit(person, bot.name, position),
            ]
        _do(store, [Request(_id(store), table_stream(table), command) for command in at_table])


def _id(store: Store) -> str:
    return f"{store.process} opening {next(_numbers)}"


def _do(store: Store, requests: list[Request]) -> None:
    for request, answer in zip(requests, store.submit(requests), strict=True):
        if isinstance(answer, Refused):
            raise CannotOpen(f"{type(request.command).__name__} at {request.stream}: {answer}")
