"""A floor in memory and the same floor on the books: every command is carried out on both, with the same outcome."""

import random
from collections.abc import Mapping
from typing import Any

from pitlink import jackpot, table
from pitlink.bots.deck import SealedDeck
from pitlink.store import Accepted, Answer, Request, Store
from pitlink.table import commands as ask
from tests.driving import Driver, Sealed
from tests.store.floors import new_id


class Books:
    """Two processes on the same books. Each table belongs to one of them, for a while."""

    def __init__(self, stores: tuple[Store, Store], dice: random.Random, *, handing_over: bool = True) -> None:
        self.stores, self.dice, self.handing_over = stores, dice, handing_over
        self.owner: dict[str, Store] = {}
        self.sent: list[tuple[Request, Answer]] = []
        self.waiting: list[Request] | None = None  # to be sent together

    def send(self, stream: str, command: Any, deck: SealedDeck | None = None) -> Answer | None:
        """The answer, or None for a command that waits."""
        request = Request(new_id(), stream, command, deck)
        if self.waiting is not None:
            self.waiting.append(request)
            return None
        store = self._store(stream)
        many = self.dice.choice((1, 1, 1, 2, 3))  # the network may bring it more than once
        answer, *more = store.submit([request] * many)
        assert more == [answer] * (many - 1)
        self.sent.append((request, answer))
        if self.dice.random() < 0.1:
            self._send_late()
        return answer

    def _store(self, stream: str) -> Store:
        if stream.startswith("link/"):
            return self.dice.choice(self.stores)
        if stream not in self.owner or (self.handing_over and self.dice.random() < 0.02):
            self._hand_over(stream)
        return self.owner[stream]

    def _hand_over(self, stream: str) -> None:
        """All tables of the process that has this one go to the other."""
        old = self.owner.get(stream)
        new = self.dice.choice(self.stores) if old is None else next(each for each in self.stores if each is not old)
        if old is None:
            new.own([stream.partition("/")[2]])
            self.owner[stream] = new
            return
        moved = sorted(old.owned)
        old.leave()
        new.own(moved)
        self.owner |= {f"table/{name}": new for name in moved}

    def _send_late(self) -> None:
        """An old command once more, to either process: nothing happens, and the answer is the old one."""
        request, answer = self.dice.choice(self.sent)
        store = self.dice.choice(self.stores)
        position = store.position()
        assert store.submit([request]) == [answer]
        assert store.position() == position


class StoredDriver(Driver):
    """A floor in memory whose every command is carried out on the books as well, with the same outcome."""

    def __init__(self, books: Books) -> None:
        super().__init__(checking=False)
        self.on_disk = books
        self.decks: Mapping[str, Sealed] = {}  # by table, where one is sealed

    def ask(self, command: table.AnyCommand, at: str | None = None) -> tuple[table.Event, ...]:
        before = len(self.history)
        events = super().ask(command, at)
        deck = None
        if isinstance(command, ask.CloseBets) and command.seal:
            deck = SealedDeck(self.decks[self.name].cards, self.decks[self.name].salts)
        self._same(self.on_disk.send(f"table/{at or self.name}", command, deck), before)
        return events

    def ask_link(self, command: jackpot.Command, link: str = "L1") -> tuple[jackpot.Event, ...]:
        before = len(self.history)
        events = super().ask_link(command, link)
        self._same(self.on_disk.send(f"link/{link}", command), before)
        return events

    def _same(self, answer: Answer | None, before: int) -> None:
        if answer is None:
            return
        assert isinstance(answer, Accepted), answer
        store = self.on_disk.dice.choice(self.on_disk.stores)
        stored = store.read(answer.position - answer.events, answer.events) if answer.events else []
        found = [(each.stream, each.version, each.by, each.event) for each in stored]
        assert found == [(each.stream, each.version, each.by, each.event) for each in self.history[before:]]
