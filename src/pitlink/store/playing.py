"""A table that bots play at on the books: the same hands as in memory, every command committed before the next."""

import random
from collections.abc import Callable

from msgspec import Struct

from pitlink.bots.house import BUY_IN, DEALER, OFFICER, OWNER
from pitlink.bots.tables import PARAMETERS, CannotGoOn, RunningTable, operator_of, setup_of
from pitlink.jackpot import commands as of_link
from pitlink.people import Person
from pitlink.refusals import Refused
from pitlink.store.requests import Answer, Request
from pitlink.store.store import Store
from pitlink.store.streams import link_stream, table_stream
from pitlink.table import AnyCommand
from pitlink.table import commands as ask


class Till(Struct, frozen=True):
    """Where commands are handed in, and what makes their ids."""

    store: Store
    ask: Callable[[Request], Answer]
    new_id: Callable[[], str]


class StoredTable(RunningTable):
    """Picks up where the books stand, in the middle of a round too."""

    def __init__(self, till: Till, game: str, dice: random.Random, name: str, link: str) -> None:
        self.till = till
        super().__init__(game, dice, name, link)

    def open(self, game: str) -> None:
        store = self.till.store
        if store.link(self.link).parameters is None:
            self._open_link(of_link.OpenLink(OWNER, self.link, operator_of(game), PARAMETERS))
        if self.name not in store.link(self.link).tables:
            self.do_at_link(of_link.AdmitTable(OWNER, self.name, game))
        if not store.table(self.name).open:
            self.do(ask.OpenTable(OFFICER, setup_of(game, self.name, self.link)))
        if store.table(self.name).dealer is None:
            self.do(ask.AssignDealer(OFFICER, DEALER.id))
        self.floor = store.floor(self.name)
        self.deck = store.deck(self.name)

    def _open_link(self, command: of_link.OpenLink) -> None:
        """Somebody else may have been quicker."""
        answer = self.till.ask(Request(self.till.new_id(), link_stream(self.link), command))
        if isinstance(answer, Refused) and answer.code != "link_is_open":
            raise CannotGoOn(command, answer)

    def do(self, command: AnyCommand) -> None:
        deck = self.deck if isinstance(command, ask.CloseBets) else None
        self._hand_in(Request(self.till.new_id(), table_stream(self.name), command, deck))

    def do_at_link(self, command: of_link.Command) -> None:
        self._hand_in(Request(self.till.new_id(), link_stream(self.link), command))

    def _hand_in(self, request: Request) -> None:
        answer = self.till.ask(request)
        if isinstance(answer, Refused):
            raise CannotGoOn(request.command, answer)
        self.floor = self.till.store.floor(self.name)

    def seat(self, name: str, position: int) -> None:
        """Whatever is still missing for a bot to sit there."""
        person, player = Person(name, "player"), self.table.players.get(name)
        if player is None or not player.present:
            self.do(ask.Join(person, name))
        if not self.table.players[name].chips:
            self.do(ask.BuyIn(DEALER, name, BUY_IN))
        if self.table.seats.get(position) != name:
            self.do(ask.Sit(person, name, position))


class TableOnBooks(StoredTable):
    """A table that is open already, whatever its set-up; on a link or on none."""

    def __init__(self, till: Till, dice: random.Random, name: str) -> None:
        setup = till.store.table(name).rules
        super().__init__(till, setup.game, dice, name, setup.link or "")

    def open(self, game: str) -> None:
        self.floor = self.till.store.floor(self.name)
        self.deck = self.till.store.deck(self.name)
