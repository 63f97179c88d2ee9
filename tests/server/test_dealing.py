"""The software dealer on real books, without a wire: what it does when it must wait, and that it goes on by itself."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count

import pytest
from msgspec import structs

from pitlink.bots.house import OWNER
from pitlink.bots.tables import play_round
from pitlink.jackpot import commands as of_link
from pitlink.money import Cents
from pitlink.people import Person
from pitlink.server.dealing import FULL_SPEED, IDLE_ROUNDS, Pace, SoftwareDealer
from pitlink.server.live import Live
from pitlink.server.metrics import Metrics
from pitlink.store import Accepted, Desk, Request, Store
from pitlink.table import AnyCommand, Table
from pitlink.table import commands as ask
from pitlink.table.events import BetsCalled, WagerTakenBack
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


async def at_work(store: Store) -> tuple[Live, Desk]:
    desk = Desk(store)
    live = Live(store, desk, Metrics())
    await live.start()
    return live, desk


@asynccontextmanager
async def dealing_to_ada(store: Store, pace: Pace) -> AsyncIterator[Live]:
    live, desk = await at_work(store)
    dealer = SoftwareDealer(live, "T1", {"Ada": staying("Ada")}, pace, random.Random(2))
    dealing = asyncio.create_task(dealer.run())
    yield live
    live.stop()
    await dealing
    desk.close()


def win(store: Store, name: str) -> None:
    running = UntilClaims(till_of(store), "mbs-3cp", random.Random(1), name, "L1")
    player = f"Ada at {name}"
    running.seat(player, 1)
    with pytest.raises(Enough):
        play_round(running, {player: staying(player)})


def test_a_claim_that_comes_second_is_paid_once_the_first_is(books: str) -> None:
    """The table that won first has its dealer last: the other one's is refused, and tries again by itself."""

    async def deal(store: Store) -> None:
        live, desk = await at_work(store)
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


@pytest.mark.parametrize("wagers", [1, 2])
def test_a_link_that_is_suspended_while_bets_are_made_keeps_no_table_waiting(books: str, wagers: int) -> None:
    """A progressive wager that was just thought of is not made; one that lies there is handed back (R112)."""
    pace = Pace(0.0, 0.0, 0.5, 0.2, 0.0, 0.0)  # long enough to be quicker than the bot

    async def deal(store: Store) -> None:
        async with dealing_to_ada(store, pace) as live:
            while len(wagers_of(live.tables["T1"])) < wagers:
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.05)  # the next thing is thought of
            suspended = await live.submit(Request("suspend", "link/L1", of_link.SuspendLink(OWNER, "dark")))
            assert isinstance(suspended, Accepted)
            while live.tables["T1"].rounds < 2:
                await asyncio.sleep(0.01)

    with opened(books, "A", "T1") as store:
        running = StackedTable(till_of(store), "mbs-3cp", random.Random(1), "T1", "L1")
        running.seat("Ada", 1)
        asyncio.run(asyncio.wait_for(deal(store), 20))
        log = [each.event for each in store.read_stream("table/T1", 0, 1_000)]
        assert len([each for each in log if isinstance(each, WagerTakenBack)]) == wagers - 1


def wagers_of(table: Table) -> list[str]:
    boxes = table.play.boxes if table.play else {}
    return [wager for box in boxes.values() for wager in box.seat.wagers]


def test_who_does_not_bet_for_long_makes_room_and_keeps_his_chips(books: str) -> None:
    """Five rounds; somebody who bets stays."""

    async def deal(store: Store) -> None:
        async with dealing_to_ada(store, FULL_SPEED) as live:
            while live.tables["T1"].rounds < IDLE_ROUNDS + 2:
                await asyncio.sleep(0.01)

    with opened(books, "A", "T1") as store:
        running = StackedTable(till_of(store), "mbs-3cp", random.Random(1), "T1", "L1")
        running.seat("Ada", 1)
        running.seat("Idle", 2)
        before = store.table("T1").players["Idle"].chips
        asyncio.run(asyncio.wait_for(deal(store), 30))
        table = store.table("T1")
        assert table.seats == {1: "Ada"}
        assert (table.players["Idle"].present, table.players["Idle"].chips) == (True, before)
        rounds = {
            each.event.round for each in store.read_stream("table/T1", 0, 10_000) if isinstance(each.event, BetsCalled)
        }
        assert max(rounds) >= IDLE_ROUNDS


@pytest.mark.parametrize("plays", [True, False])
def test_a_person_has_time_to_read_the_result_and_bots_do_not_wait_for_it(books: str, plays: bool) -> None:
    pace = structs.replace(FULL_SPEED, betting=0.3, reading=60.0)

    async def deal(store: Store) -> int:
        async with dealing_to_ada(store, pace) as live:
            for nth in count() if plays else ():
                if isinstance(await live.submit(Request(f"bet {nth}", "table/T1", bet)), Accepted):
                    break
                await asyncio.sleep(0.01)
            while not (play := live.tables["T1"].play) or play.due.step != "call":
                await asyncio.sleep(0.01)
            for _ in range(100):
                if live.tables["T1"].rounds > 1:
                    break
                await asyncio.sleep(0.01)
        return live.tables["T1"].rounds

    bet = ask.PlaceWager(Person("Ivy", "player"), "Ivy", 2, "ante", Cents(25_00))
    with opened(books, "A", "T1") as store:
        running = StackedTable(till_of(store), "mbs-3cp", random.Random(1), "T1", "L1")
        running.seat("Ada", 1)
        if plays:
            running.seat("Ivy", 2)
        rounds = asyncio.run(asyncio.wait_for(deal(store), 30))
        assert (rounds > 1) is not plays


TO_BET = structs.replace(FULL_SPEED, betting=0.6, bot=0.4, more=0.5, reading=60.0)


@pytest.mark.parametrize(("then", "seconds"), [("", 0.6), ("somebody sits down", 0.6), ("more time", 1.1)])
def test_who_has_not_bet_has_his_whole_time_after_the_bots_and_after_sitting_down(
    books: str, then: str, seconds: float
) -> None:
    """The dealer waits for Ivy, who sits there without a bet while Ada, who is a bot, makes two."""

    async def do(live: Live, *commands: AnyCommand) -> None:
        for nth, command in enumerate(commands):
            assert isinstance(await live.submit(Request(f"{then} {nth}", "table/T1", command)), Accepted)

    async def deal(store: Store) -> float:
        async with dealing_to_ada(store, TO_BET) as live:
            while len(wagers_of(live.tables["T1"])) < 2:
                assert live.clock("T1") is None
                await asyncio.sleep(0.01)
            since = live.now
            if then == "more time":
                await do(live, ask.AskForTime(ivy, 2))
            elif then:
                await asyncio.sleep(0.4)
                await do(live, ask.Join(zoe, "Zoe"), ask.Sit(zoe, "Zoe", 3))
                since = live.now
            while not play_of(live.tables["T1"]).closed:
                await asyncio.sleep(0.01)
            return live.now - since

    ivy, zoe = Person("Ivy", "player"), Person("Zoe", "player")
    with opened(books, "A", "T1") as store:
        running = StackedTable(till_of(store), "mbs-3cp", random.Random(1), "T1", "L1")
        running.seat("Ada", 1)
        running.seat("Ivy", 2)
        waited = asyncio.run(asyncio.wait_for(deal(store), 30))
        assert waited == pytest.approx(seconds, abs=0.15)
