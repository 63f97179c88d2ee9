"""A jackpot that ends on the books: two links are locked, nothing is left over, and the audit finds it right."""

import pytest
import sqlalchemy as sa

from pitlink.audit.verifying import verify
from pitlink.bots.house import OFFICER, OWNER
from pitlink.jackpot import commands as of_link
from pitlink.people import Person
from pitlink.store import schema
from pitlink.table import commands as ask
from tests.store.floors import at_link, at_table, do, open_link, opened, play, refuse, till_of

SECOND = Person("Petra", "pit_manager")


@pytest.mark.parametrize("to", ["L2", None])
def test_what_a_retired_link_held_is_all_somewhere_else(books: str, to: str | None) -> None:
    with opened(books, "A", "T1") as store, opened(books, "B") as other:
        play(till_of(store), "mbs-3cp", rounds=4)
        open_link(other, "mbs-uth", "L2")
        held, has = (store.link(name).meters for name in ("L1", "L2"))
        do(store, at_table(ask.CloseTable(OFFICER, store.table("T1").in_rack)))
        do(other, at_link(of_link.ReleaseTable(OWNER, "T1")))
        for name in ("L1", "L2"):
            do(other, at_link(of_link.SuspendLink(OWNER, "one link for the whole floor"), name))
        retiring = at_link(of_link.RetireLink(OWNER, SECOND, to, "approval 12"))
        answer = do(store, retiring)
        assert answer.events == (2 if to else 1)
        assert store.submit([retiring]) == other.submit([retiring]) == [answer]
        ended = other.link("L1")
        assert (ended.state, ended.meters.display, ended.meters.reserve) == ("retired", 0, 0)
        if to is not None:
            assert other.link(to).meters.display == has.display + held.display
            assert other.link(to).meters.reserve == has.reserve + held.reserve
        with store.engine.connect() as connection:
            columns = schema.balance.c
            left = sa.select(columns.account, sa.func.sum(columns.posted_cents)).group_by(columns.account)
            balances = {account: int(cents) for account, cents in connection.execute(left)}
        assert not [account for account, cents in balances.items() if account.endswith("/L1") and cents]
        assert sum(balances.values()) == 0
        refuse(other, at_link(of_link.SuspendLink(OWNER, "again")), "link_is_retired")
        verify(store.engine)
