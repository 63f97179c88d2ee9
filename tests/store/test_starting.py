"""The self-check: books that do not fit together are not operated, and say why."""

import threading
import time
from typing import Any

import pytest
import sqlalchemy as sa
from msgspec import structs

from pitlink.audit.verifying import verify
from pitlink.bots.house import DEALER
from pitlink.money import Cents
from pitlink.store import SelfCheckFailed, schema, software
from pitlink.store.events import ClockJumped, SelfChecked
from pitlink.store.streams import load, snapshot_of
from pitlink.table import Table
from pitlink.table import commands as ask
from tests.audit.tampering import unguarded
from tests.store.floors import a_table, at_table, do, opened, play, refuse, till_of


def test_a_process_looks_the_books_over_before_it_takes_its_first_table(books: str) -> None:
    with opened(books, "A", "T1") as store:
        store.own(["T2"])
        play(till_of(store), "mbs-3cp", rounds=1)
        store.leave()
    with opened(books, "B", "T1") as again:
        told = [each.event for each in again.read(0) if isinstance(each.event, SelfChecked)]
        assert [(each.process, each.software) for each in told] == [("A", software.digest()), ("B", software.digest())]
        assert told[1].streams == 4


SPOILT: dict[str, tuple[sa.Table, dict[str, Any], str]] = {
    "the end of the log": (schema.feed, {"position": schema.feed.c.position + 1}, "is the last of the log"),
    "the end of a stream": (schema.stream, {"head": "0" * 64}, "does not end with the event it says"),
    "a meter": (schema.meter, {"display_fine": schema.meter.c.display_fine + 1}, "meters of link L1"),
    "a balance": (schema.balance, {"posted_cents": schema.balance.c.posted_cents + 1}, "account pool/L1"),
}


@pytest.mark.parametrize("what", SPOILT)
def test_books_that_do_not_fit_together_are_not_operated(books: str, what: str) -> None:
    table, values, says = SPOILT[what]
    with opened(books, "A", "T1") as store:
        play(till_of(store), "mbs-3cp", rounds=1)
        store.leave()
        with unguarded(store.engine) as connection:
            connection.execute(sa.update(table).values(values))
    with opened(books, "B") as again:
        with pytest.raises(SelfCheckFailed, match=says) as told:
            again.own(["T1"])
        assert "pitlink audit verify" in str(told.value)
        assert not again.owned
        assert again.table("T1").rounds == 1  # what can be read is still there to be read


def test_a_clock_that_jumps_is_told(books: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine's clock is set an hour on while the books are open, and back before they are opened again."""
    hour, now = 3_600_000_000, time.time_ns
    with opened(books, "A", "T1") as store:
        a_table(store)
        with monkeypatch.context() as patch:
            patch.setattr(time, "time_ns", lambda: now() + hour * 1000)
            do(store, at_table(ask.BuyIn(DEALER, "Ada", Cents(10_00))))
        jumps = [each.event for each in store.read(0) if isinstance(each.event, ClockJumped)]
        assert [abs(jump.microseconds - hour) < 5_000_000 for jump in jumps] == [True]
        positions = [each.position for each in store.read(0)]
        assert positions == sorted(positions)
    with opened(books, "B") as again:
        jumps = [each.event for each in again.read(0) if isinstance(each.event, ClockJumped)]
        assert [jump.microseconds < 0 for jump in jumps] == [False, True]
        verify(again.engine)


@pytest.mark.parametrize("ahead", [0, 1])
def test_a_state_that_was_slipped_in_pays_nobody(books: str, ahead: int) -> None:
    """As the stream stands, it does not fit the accounts; beyond its end, it is no state of it."""
    with opened(books, "A", "T1") as store:
        a_table(store)
        store.leave()
        with store.engine.begin() as connection:
            known = load(connection, "table/T1")
            assert known is not None
            assert isinstance(known.state, Table)
            rich = {"Ada": structs.replace(known.state.players["Ada"], chips=Cents(10**8))}
            state = structs.replace(known.state, players=rich)
            slipped = structs.replace(known, state=state, version=known.version + ahead)
            connection.execute(sa.insert(schema.snapshot), snapshot_of(slipped))
    with opened(books, "B") as again:
        if ahead:
            again.own(["T1"])
            assert again.table("T1").players["Ada"].chips == 1_000_00
        else:
            with pytest.raises(SelfCheckFailed, match="account chips/T1/Ada at 100000 cents"):
                again.own(["T1"])
            assert not again.owned


def test_a_jump_of_the_clock_is_told_even_if_the_first_commit_after_it_was_none(
    books: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table was taken by another process meanwhile, so that the command is decided again, and refused."""
    hour, now = 3_600_000_000, time.time_ns
    with opened(books, "A", "T1", lease_s=0.2) as store, opened(books, "B") as other:
        a_table(store)
        time.sleep(0.25)
        other.own(["T1"])
        monkeypatch.setattr(time, "time_ns", lambda: now() + hour * 1000)
        refuse(store, at_table(ask.BuyIn(DEALER, "Ada", Cents(10_00))), "not_the_owner")
        jumps = [each.event for each in store.read(0) if isinstance(each.event, ClockJumped)]
        assert [abs(jump.microseconds - hour) < 5_000_000 for jump in jumps] == [True]


def test_nobody_waits_while_another_process_looks_the_books_over(books: str) -> None:
    with opened(books, "A", "T1") as store, opened(books, "B") as other:
        a_table(store)
        looking, go_on = threading.Event(), threading.Event()

        def pause(_: object, cursor: object, statement: str, *rest: object) -> None:
            if "max(event.position)" in statement:
                looking.set()
                assert go_on.wait(20)

        sa.event.listen(other.engine, "before_cursor_execute", pause)
        taking = threading.Thread(target=lambda: other.own(["T2"]))
        taking.start()
        assert looking.wait(20)
        do(store, at_table(ask.BuyIn(DEALER, "Ada", Cents(10_00))))
        go_on.set()
        taking.join()
        assert other.owned == {"T2": 1}
        verify(other.engine)


def test_time_goes_with_the_positions_however_long_a_writer_has_waited(books: str) -> None:
    """B has begun before A, and waits for its turn."""
    with opened(books, "A", "T1") as store, opened(books, "B", "T2") as other:
        a_table(store)
        held = store.engine.connect()
        if store.engine.dialect.name == "postgresql":
            held.execute(sa.select(schema.feed).with_for_update())
        else:
            held.begin()
        waiting = threading.Thread(target=lambda: other.own(["T3"]))
        waiting.start()
        time.sleep(0.3)
        released = time.time_ns() // 1000
        held.close()
        waiting.join()
        assert store.read(store.position() - 1)[0].at_us >= released


def test_what_is_committed_is_on_the_disk(books: str) -> None:
    """The settings of every connection, on which all the rest stands."""
    with opened(books) as store, store.engine.connect() as connection:
        if connection.dialect.name == "sqlite":
            asked = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
            assert {each: connection.exec_driver_sql(f"pragma {each}").scalar_one() for each in asked} == asked
        else:
            assert connection.exec_driver_sql("show synchronous_commit").scalar_one() == "on"
            assert connection.exec_driver_sql("show transaction_isolation").scalar_one() == "read committed"
