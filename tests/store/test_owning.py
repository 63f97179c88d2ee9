"""Who owns a table, until when, and that nothing is written under an older epoch."""

import time

import pytest
import sqlalchemy as sa

from pitlink.audit.verifying import verify
from pitlink.bots.tables import DEALER
from pitlink.money import Cents
from pitlink.store import OwnedElsewhere, Request, schema
from pitlink.store.events import TablesLeft, TablesTaken
from pitlink.table import commands as ask
from tests.store.floors import a_table, at_table, do, opened, refuse


def buying() -> Request:
    return at_table(ask.BuyIn(DEALER, "Ada", Cents(10_00)))


def test_a_table_owned_elsewhere_is_not_to_be_had(books: str) -> None:
    with opened(books, "A", "T1") as _, opened(books, "B") as other:
        with pytest.raises(OwnedElsewhere, match=r"table T1 is owned by process A for \d+ seconds more"):
            other.own(["T0", "T1"])
        assert not other.owned
        with other.engine.connect() as connection:  # all or none
            assert "table/T0" not in connection.execute(sa.select(schema.stream.c.name)).scalars().all()


def test_a_table_given_up_is_taken_at_once_under_a_new_epoch(books: str) -> None:
    with opened(books, "A", "T1") as store, opened(books, "B") as other:
        a_table(store)
        store.leave()
        assert not store.owned
        refuse(store, buying(), "not_the_owner")
        other.own(["T1"])
        assert other.owned == {"T1": 2}
        do(other, buying())
        told = [each.event for each in other.read(0) if isinstance(each.event, TablesTaken | TablesLeft)]
        assert told == [TablesTaken("A", {"T1": 1}), TablesLeft("A", ("T1",)), TablesTaken("B", {"T1": 2})]
        verify(other.engine)


def test_a_lease_that_ran_out_leaves_the_table_to_another_and_the_first_writes_nothing_more(books: str) -> None:
    with opened(books, "A", "T1", lease_s=0.3) as store, opened(books, "B") as other:
        a_table(store)
        time.sleep(0.35)
        other.own(["T1"])
        chips = other.table("T1").players["Ada"].chips
        position = other.position()
        refuse(store, buying(), "not_the_owner")  # it believed to own the table still
        assert not store.owned
        assert other.position() == position
        do(other, buying())
        assert other.table("T1").players["Ada"].chips == chips + 10_00
        assert store.table("T1") == other.table("T1")
        verify(other.engine)


def test_a_lease_that_ran_out_is_good_while_nobody_has_taken_the_table(books: str) -> None:
    with opened(books, "A", "T1", lease_s=0.2) as store:
        a_table(store)
        time.sleep(0.25)
        do(store, buying())
        assert store.renew() == ()
        do(store, buying())


def test_renewing_keeps_a_table_and_tells_what_was_lost(books: str) -> None:
    with opened(books, "A", "T1", "T2", lease_s=0.5) as store, opened(books, "B") as other:
        for _ in range(3):
            time.sleep(0.25)
            assert store.renew() == ()
        with pytest.raises(OwnedElsewhere):
            other.own(["T1"])
        time.sleep(0.6)
        other.own(["T2"])
        assert store.renew() == ("T2",)
        assert store.owned == {"T1": 1}


def test_a_process_that_takes_its_table_again_has_a_new_epoch(books: str) -> None:
    with opened(books, "A", "T1") as store:
        a_table(store)
        store.own(["T1"])
        assert store.owned == {"T1": 2}
        do(store, buying())
        verify(store.engine)
