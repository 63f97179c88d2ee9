"""The order of winners is told to tables that another process owns: as they stand, and to their owner too."""

import random

import pytest

from pitlink.audit.verifying import verify
from pitlink.store import Accepted
from pitlink.table.events import AwardsAmended
from tests.audit.mirrored import Books, StoredDriver
from tests.pit.two_tables import Tables
from tests.store.floors import opened


@pytest.mark.parametrize("together", [False, True], ids=["one by one", "in one commit"])
def test_a_table_of_another_process_is_told_its_new_award_every_time(books: str, *, together: bool) -> None:
    """T3 has won 10 % of the pool. Then hands come to light at T1 and T2 that were dealt before it."""
    with opened(books, "A", "T1", "T2") as one, opened(books, "B", "T3") as two:
        on_disk = Books((one, two), random.Random(1), handing_over=False)
        on_disk.owner = {"table/T1": one, "table/T2": one, "table/T3": two}
        driver = StoredDriver(on_disk)
        tables = Tables("rws-3cp", "rws-3cp", "rws-3cp", driver=driver)
        for name in ("T1", "T2", "T3"):
            tables.begin(name)
        tables.end("T3", "sf -", dealt=9)
        on_disk.waiting = [] if together else None
        tables.end("T1", "sf -", dealt=5)
        tables.end("T2", "royal -", dealt=3)
        if on_disk.waiting is not None:
            answers = one.submit(on_disk.waiting)
            assert all(isinstance(answer, Accepted) for answer in answers), answers
            on_disk.waiting = None
        for store in (one, two):
            assert {name: store.table(name) for name in driver.floor.tables} == driver.floor.tables
            assert store.link("L1") == driver.floor.links["L1"]
        amended = [each for each in one.read(0, 10_000) if isinstance(each.event, AwardsAmended)]
        assert [each.stream for each in amended if each.stream == "table/T3"] == ["table/T3"] * 2
        for name in ("T2", "T1", "T3"):
            tables.pay(name)  # each by its owner, who has learnt what others wrote there
        verify(one.engine)
