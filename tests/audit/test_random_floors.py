"""I1 to I9: whatever is asked, wherever, twice or late, the books are the same as a floor in memory, and in order.

Random floors of three links and six tables in all five games, on two processes that hand tables to each other. Every
command goes through the model in memory and through the books; the audit then holds the books against themselves.
"""

import os
import random
from typing import Any

import pytest

from pitlink import jackpot, table
from pitlink.audit.verifying import verify
from pitlink.refusals import Refused
from pitlink.store import Accepted, Answer, Request, Store
from pitlink.store.streams import state_bytes
from tests.driving import Driver
from tests.store.floors import new_id, opened
from tests.table.test_properties import ClaimMachine, TableMachine, Way

SEEDS = range(60) if os.environ.get("PITLINK_ALL") else range(2)
STEPS = 250

FLOORS: dict[str, tuple[tuple[Way, ...], ...]] = {
    "as dealt": (
        (Way("mbs-thb", "reading_shoe", "automated"), Way("mbs-3cp", "sealed_deck", "automated")),
        (Way("mbs-uth", "sealed_deck", "automated", "A"), Way("mbs-lir", "hand_dealt", "any")),
        (Way("rws-3cp", "reading_shoe", "shoe"), Way("rws-3cp", "sealed_deck", "shuffler")),
    ),
    "after wins": (
        (Way("mbs-thb", "reading_shoe", "automated"), Way("mbs-3cp", "reading_shoe", "automated")),
        (Way("mbs-uth", "reading_shoe", "automated", "B"), Way("mbs-lir", "reading_shoe", "any")),
        (Way("rws-3cp", "reading_shoe", "shoe"), Way("rws-3cp", "reading_shoe", "shoe")),
    ),
}


class Books:
    """Two processes on the same books. Each table belongs to one of them, for a while."""

    def __init__(self, stores: tuple[Store, Store], dice: random.Random) -> None:
        self.stores, self.dice = stores, dice
        self.owner: dict[str, Store] = {}
        self.sent: list[tuple[Request, Answer]] = []

    def send(self, stream: str, command: Any) -> Answer:
        store = self._store(stream)
        request = Request(new_id(), stream, command)
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
        if stream not in self.owner or self.dice.random() < 0.02:
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

    def ask(self, command: table.AnyCommand, at: str | None = None) -> tuple[table.Event, ...]:
        before = len(self.history)
        events = super().ask(command, at)
        self._same(self.on_disk.send(f"table/{at or self.name}", command), before)
        return events

    def ask_link(self, command: jackpot.Command, link: str = "L1") -> tuple[jackpot.Event, ...]:
        before = len(self.history)
        events = super().ask_link(command, link)
        self._same(self.on_disk.send(f"link/{link}", command), before)
        return events

    def _same(self, answer: Answer, before: int) -> None:
        assert isinstance(answer, Accepted), answer
        store = self.on_disk.dice.choice(self.on_disk.stores)
        stored = store.read(answer.position - answer.events, answer.events) if answer.events else []
        found = [(each.stream, each.version, each.by, each.event) for each in stored]
        assert found == [(each.stream, each.version, each.by, each.event) for each in self.history[before:]]


def machine(kind: type[TableMachine], ways: tuple[Way, ...], nth: int, books: Books) -> TableMachine:
    named = {"tables": ways, "link": f"L{nth}", "first": nth * 10, "new_driver": lambda _: StoredDriver(books)}
    made: TableMachine = object.__new__(type("Stored", (kind,), named))
    made.open(books.dice)
    return made


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("kind", FLOORS)
def test_the_books_are_the_floor_in_memory_and_in_order(books: str, kind: str, seed: int) -> None:
    dice = random.Random(seed)
    with opened(books, "A") as one, opened(books, "B") as two:
        on_disk = Books((one, two), dice)
        machines = [
            machine(TableMachine if kind == "as dealt" else ClaimMachine, ways, nth, on_disk)
            for nth, ways in enumerate(FLOORS[kind], start=1)
        ]
        for _ in range(STEPS):
            dice.choice(machines).take_an_option(random.Random(dice.random()))
        for each in machines:
            floor = each.driver.floor
            for store in (one, two):
                assert {name: store.table(name) for name in floor.tables} == floor.tables
                assert {name: store.link(name) for name in floor.links} == floor.links
            for name, state in floor.tables.items():
                assert state_bytes(one.table(name)) == state_bytes(state)
        found = verify(one.engine)
        assert found.events == one.position()
        assert found.hits == sum(link.meters.hits for each in machines for link in each.driver.floor.links.values())
        refused = [answer for _, answer in on_disk.sent if isinstance(answer, Refused)]
        assert not refused
