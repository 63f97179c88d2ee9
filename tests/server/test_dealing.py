"""The software dealer on real books, without a wire: what it does when it must wait, and that it goes on by itself."""

import asyncio
import random

import pytest

from pitlink.bots.tables import play_round
from pitlink.server.dealing import FULL_SPEED, SoftwareDealer
from pitlink.server.live import Live
from pitlink.server.metrics import Metrics
from pitlink.store import Desk, Store
from pitlink.table import AnyCommand
from pitlink.table import commands as ask
from pitlink.table.state import play_of
from tests.store.floors import opened, till_of
from tests.store.load_cards import StackedTable, staying


class Enough(Exception):
    pass


class UntilClaims(StackedTable):
    """Leaves a round as soon as its jackpot hands wait to be verified."""

    kind = "sf -"

    def do(self, command: AnyCommand) -> None:
        if isinstance(command, ask.VerifyClaims):
            raise Enough
        super().do(command)


def win(store: Store, name: str) -> None:
    running = UntilClaims(till_of(store), "mbs-3cp", random.Random(1), name, "L1")
    player = f"Ada at {name}"
    running.seat(player, 1)
    with pytest.raises(Enough):
        play_round(running, {player: staying(player)})


def test_a_claim_that_comes_second_is_paid_once_the_first_is(books: str) -> None:
    """The table that won first has its dealer last: the other one's is refused, and tries again by itself."""

    async def deal(store: Store) -> None:
        desk = Desk(store)
        live = Live(store, desk, Metrics())
        await live.start()
        dealers = {name: SoftwareDealer(live, name, {}, FULL_SPEED, random.Random(2)) for name in ("T1", "T2")}
        second = asyncio.create_task(dealers["T2"].run())
        while live.metrics.refusals.labels("paid_out_of_order")._value.get() == 0:
            await asyncio.sleep(0.01)
        assert play_of(live.tables["T2"]).due.step == "pay_claims"
        first = asyncio.create_task(dealers["T1"].run())
        for name in ("T1", "T2"):
            while live.tables[name].rounds < 2:
                await asyncio.sleep(0.01)
        live.stop()
        await asyncio.gather(first, second)
        desk.close()

    with opened(books, "A", "T1", "T2") as store:
        win(store, "T1")
        win(store, "T2")
        assert [each.table for each in store.link("L1").open_claims] == ["T1", "T2"]
        asyncio.run(asyncio.wait_for(deal(store), 30))
        assert store.link("L1").open_claims == ()
