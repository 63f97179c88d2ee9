"""The self-check: books that do not fit together are not operated, and say why."""

import time
from typing import Any

import pytest
import sqlalchemy as sa

from pitlink.audit.verifying import verify
from pitlink.bots.tables import DEALER
from pitlink.money import Cents
from pitlink.store import SelfCheckFailed, schema, software
from pitlink.store.events import ClockJumped, SelfChecked
from pitlink.table import commands as ask
from tests.audit.tampering import unguarded
from tests.store.floors import a_table, at_table, do, opened, play, till_of


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
