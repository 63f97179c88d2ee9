"""Who works at the tables: those that others hold are taken when they are let go; one that is wrong stops no other."""

import asyncio
import logging

import pytest
import sqlalchemy as sa
from msgspec import structs

from pitlink.money import Cents
from pitlink.server.accounts import Accounts
from pitlink.server.crew import Crew
from pitlink.server.dealing import FULL_SPEED
from pitlink.server.live import Live
from pitlink.store import Store, schema
from pitlink.store.streams import load, snapshot_of
from pitlink.table import Table
from tests.server.test_dealing import at_work
from tests.store.floors import a_table, open_table, opened, seat


async def until_dealt(live: Live, table: str) -> None:
    """The software dealer calls for bets where somebody sits."""
    while live.tables[table].rounds == 0:
        await asyncio.sleep(0.01)


def test_tables_of_another_process_are_run_as_soon_as_it_leaves(books: str) -> None:
    async def work(store: Store, other: Store) -> None:
        live, desk = await at_work(store)
        crew = Crew(live, Accounts(store), FULL_SPEED)
        await crew.begin(store.owned)
        working = asyncio.create_task(crew.run())
        await until_dealt(live, "T1")
        assert live.tables["T2"].rounds == 0
        assert "T2" not in store.owned
        await asyncio.to_thread(other.leave)
        await until_dealt(live, "T2")
        assert set(store.owned) == {"T1", "T2"}
        live.stop()
        await working
        await crew.leave()
        desk.close()

    with opened(books, "A", "T1") as store, opened(books, "B", "T2") as other:
        a_table(store)
        open_table(other, "mbs-uth", "T2")
        seat(other, "Ben", 1, "T2")
        asyncio.run(asyncio.wait_for(work(store, other), 60))


def test_a_table_that_does_not_fit_its_accounts_is_left_out_and_told(
    books: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def work(store: Store) -> None:
        live, desk = await at_work(store)
        crew = Crew(live, Accounts(store), FULL_SPEED)
        working = asyncio.create_task(crew.run())
        await until_dealt(live, "T2")
        while "table T1 is not run until the next start" not in caplog.text:
            await asyncio.sleep(0.01)
        assert set(store.owned) == {"T2"}
        live.stop()
        await working
        await crew.leave()
        desk.close()

    with opened(books, "A", "T1", "T2") as store:
        a_table(store)
        open_table(store, "mbs-uth", "T2")
        seat(store, "Ben", 1, "T2")
        store.leave()
        with store.engine.begin() as connection:
            known = load(connection, "table/T1")
            assert known is not None
            assert isinstance(known.state, Table)
            rich = structs.replace(known.state, rack=Cents(10**8))
            connection.execute(sa.insert(schema.snapshot), snapshot_of(structs.replace(known, state=rich)))
    with opened(books, "B") as again, caplog.at_level(logging.ERROR, "pitlink.server"):
        asyncio.run(asyncio.wait_for(work(again), 60))
