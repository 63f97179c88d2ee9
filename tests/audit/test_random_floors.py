"""I1 to I9: whatever is asked, wherever, twice or late, the books are the same as a floor in memory, and in order.

Random floors of three links and six tables in all five games, on two processes that hand tables to each other. Every
command goes through the model in memory and through the books; the audit then holds the books against themselves.
"""

import os
import random

import pytest

from pitlink.audit.verifying import verify
from pitlink.store.streams import state_bytes
from tests.audit.mirrored import Books, StoredDriver
from tests.store.floors import opened
from tests.table.test_properties import ClaimMachine, TableMachine, Way

SEEDS = range(60) if os.environ.get("PITLINK_ALL") else range(1)
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


def machine(kind: type[TableMachine], ways: tuple[Way, ...], nth: int, books: Books) -> TableMachine:
    named = {"tables": ways, "link": f"L{nth}", "first": nth * 10, "new_driver": lambda _: StoredDriver(books)}
    made: TableMachine = object.__new__(type("Stored", (kind,), named))
    made.open(books.dice)
    assert isinstance(made.driver, StoredDriver)
    made.driver.decks = made.decks
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
