"""Who owns a table, until when, and that nothing is written under an older epoch."""

import time

import pytest
import sqlalchemy as sa

from pitlink.audit.verifying import verify
from pitlink.bots.house import DEALER, OFFICER, OWNER
from pitlink.bots.tables import setup_of
from pitlink.jackpot import commands as of_link
from pitlink.money import Cents
from pitlink.store import OwnedElsewhere, Request, schema
from pitlink.store.events import TablesLeft, TablesTaken
from pitlink.table import commands as ask
from tests.store.floors import a_table, at_link, at_table, do, open_link, opened, refuse


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


def test_who_has_lost_a_table_decides_nothing_from_his_memory_of_it(books: str) -> None:
    """A knows T1 as closed, B has opened it since: a link releases no table that is open."""
    with opened(books, "A", "T1", lease_s=0.3) as store, opened(books, "B") as other:
        open_link(store, "mbs-uth")
        do(store, at_link(of_link.AdmitTable(OWNER, "T1", "mbs-uth")))
        assert not store.table("T1").open
        time.sleep(0.35)
        other.own(["T1"])
        do(other, at_table(ask.OpenTable(OFFICER, setup_of("mbs-uth", "T1", "L1"))))
        refuse(store, at_link(of_link.ReleaseTable(OWNER, "T1")), "table_is_open")
        assert other.link("L1").tables == {"T1": "mbs-uth"}


def test_leaving_tells_of_the_tables_that_were_still_owned(books: str) -> None:
    with opened(books, "A", "T1", "T2", lease_s=0.3) as store, opened(books, "B") as other:
        time.sleep(0.35)
        other.own(["T2"])
        store.leave()
        told = [each.event for each in other.read(0) if isinstance(each.event, TablesLeft)]
        assert told == [TablesLeft("A", ("T1",))]


def test_a_table_whose_taking_was_not_heard_of_is_not_kept_from_others(books: str) -> None:
    """The commit went through, the answer did not: the process does not know that it owns the table."""
    with opened(books, "A", lease_s=0.3) as store, opened(books, "B") as other:
        store.own(["T1"])
        store._owned = {}
        time.sleep(0.2)
        store.renew()
        time.sleep(0.2)
        other.own(["T1"])
        assert other.owned == {"T1": 2}


def test_a_lease_by_a_clock_that_was_wrong_is_none(books: str) -> None:
    """A day ahead when the table was taken, and put right since; whoever took it was killed."""
    with opened(books, "A", "T1") as store, opened(books, "B") as other:
        a_table(store)
        with store.engine.begin() as connection:
            later = schema.stream.c.lease_until_us + 86_400_000_000
            connection.execute(sa.update(schema.stream).values(lease_until_us=later))
        other.own(["T1"])
        refuse(store, buying(), "not_the_owner")
