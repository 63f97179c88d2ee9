"""The software dealer on real books, without a wire: what it does when it must wait, and that it goes on by itself."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count

import pytest
from msgspec import structs

from pitlink.bots.house import OFFICER, OWNER, without_answer
from pitlink.bots.tables import play_round
from pitlink.games import GAMES
from pitlink.games.irregularities import What
from pitlink.jackpot import commands as of_link
from pitlink.money import Cents
from pitlink.people import Person
from pitlink.server import dealing
from pitlink.server.dealing import FULL_SPEED, IDLE_ROUNDS, Pace, SoftwareDealer
from pitlink.server.live import Live
from pitlink.server.metrics import Metrics
from pitlink.store import Accepted, Answer, Desk, Request, Store
from pitlink.table import AnyCommand, Table
from pitlink.table import commands as ask
from pitlink.table.events import BetsCalled, IrregularityReported, ReportDismissed, WagerTakenBack
from pitlink.table.reportable import reports
from pitlink.table.state import play_of
from tests.proving import prove
from tests.store.floors import opened, till_of
from tests.store.load_cards import StackedTable, staying
from tests.table.every_game import ENTRY


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
    work = asyncio.create_task(dealer.run())
    yield live
    live.stop()
    await work
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


# Reports on which nobody rules


PEOPLE = ("Ivy", "Joe", "Kim", "Lou")
AREAS = {"w1": "1", "w2": "2", "w3": "$"}


class Unattended:
    """A table dealt by software to people who bet, say nothing when they are asked, and report."""

    def __init__(self, live: Live) -> None:
        self.live = live
        self.submitted: list[AnyCommand] = []  # by the dealer
        self._ids = count(1)
        self._submit, live.submit = live.submit, self._noted  # type: ignore[method-assign]

    async def _noted(self, request: Request) -> Answer:
        self.submitted.append(request.command)  # type: ignore[arg-type]
        return await self._submit(request)

    @property
    def table(self) -> Table:
        return self.live.tables["T1"]

    async def do(self, command: AnyCommand) -> Answer:
        return await self._submit(Request(f"person {next(self._ids)}", "table/T1", command))

    async def reaches(self, *steps: str) -> str:
        while self.table.play is None or self.table.play.due.step not in steps:
            await asyncio.sleep(0.005)
        return self.table.play.due.step

    async def bet(self) -> None:
        await self.reaches("close")
        for position, name in self.table.seats.items():
            for area, dollars in ENTRY[self.table.rules.game].items():
                wager, amount = AREAS.get(area, area), Cents(dollars * 100)
                done = await self.do(ask.PlaceWager(Person(name, "player"), name, position, wager, amount))
                assert isinstance(done, Accepted), done

    async def finish(self) -> None:
        """Nobody says a word until bets are called again."""
        while await self.reaches("decide", "show", "close") != "close":
            await self.do(without_answer(self.table))
            await asyncio.sleep(0.005)

    def left(self, name: str, done: set[What]) -> ask.Report | None:
        """What somebody can report now and nobody has."""
        return next((each for each in reports(self.table, Person(name, "player")) if each.what not in done), None)

    def dismissals(self) -> list[AnyCommand]:
        return [each for each in self.submitted if isinstance(each, ask.DismissReport)]


@asynccontextmanager
async def unattended(store: Store, pace: Pace) -> AsyncIterator[Unattended]:
    live, desk = await at_work(store)
    room = Unattended(live)
    work = asyncio.create_task(SoftwareDealer(live, "T1", {}, pace, random.Random(2)).run())
    yield room
    live.stop()
    await work
    desk.close()


@pytest.mark.parametrize("books", ["sqlite"], indirect=True)
@pytest.mark.parametrize("game", GAMES)
def test_a_table_that_runs_by_itself_goes_on_after_whatever_a_player_reports(books: str, game: str) -> None:
    """Each report is dismissed once its time is over, by an officer of the post it takes, who is marked as software."""
    pace = structs.replace(FULL_SPEED, betting=1.0, decision=600.0, ruling=0.02)
    done: set[What] = set()

    async def deal(store: Store) -> None:
        async with unattended(store, pace) as room:
            found = True
            while found:
                found = False
                await room.bet()
                await room.reaches("decide")
                for name in PEOPLE:
                    report = room.left(name, done)
                    if report is not None:
                        assert isinstance(await room.do(report), Accepted)
                        while name not in play_of(room.table).dismissed:
                            await asyncio.sleep(0.005)
                        assert play_of(room.table).due.step == "decide"
                        done.add(report.what)
                        found = True
                await room.finish()
            assert len(room.dismissals()) == len(done)

    with opened(books, "A", "T1") as store:
        running = StackedTable(till_of(store), game, random.Random(1), "T1", "L1")
        for position, name in enumerate(PEOPLE, start=1):
            running.seat(name, position)
        asyncio.run(asyncio.wait_for(deal(store), 60))
        log = [each.event for each in store.read_stream("table/T1", 0, 10_000)]
        dismissed = [each for each in log if isinstance(each, ReportDismissed)]
        assert [each.what for each in dismissed] == [
            each.what for each in log if isinstance(each, IrregularityReported)
        ]
        assert {each.what for each in dismissed} == done >= {"something_else", "misdeal", "foreign_card"}
        assert all(each.software for each in dismissed)
        prove(game, "R117")


def test_a_dismissal_that_is_refused_is_not_tried_again_before_the_table_changes(
    books: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the link does meanwhile, which has nothing to say about it."""
    pace = structs.replace(FULL_SPEED, betting=600.0)
    monkeypatch.setattr(dealing, "dismissing", lambda _: ask.DismissReport(OFFICER))  # the post is too low

    async def deal(store: Store) -> None:
        async with unattended(store, pace) as room:
            await room.bet()
            await room.do(ask.Report(Person("Ivy", "player"), "something_else", words="a fire alarm"))
            for tried, command in ((1, None), (2, ask.Join(Person("Joe", "player"), "Joe"))):
                if command is not None:
                    await room.do(command)
                while len(room.dismissals()) < tried:
                    await asyncio.sleep(0.005)
                for nth in range(3):
                    other = of_link.AdmitTable(OWNER, f"T{tried}{nth}", "mbs-3cp")
                    assert isinstance(await room.live.submit(Request(f"{tried} {nth}", "link/L1", other)), Accepted)
                    await asyncio.sleep(0.05)
                assert len(room.dismissals()) == tried

    with opened(books, "A", "T1") as store:
        StackedTable(till_of(store), "mbs-3cp", random.Random(1), "T1", "L1").seat("Ivy", 1)
        asyncio.run(asyncio.wait_for(deal(store), 30))


def test_a_report_waits_no_longer_because_people_come_and_go(books: str) -> None:
    """Each has its own time: the second, of the same kind, as much as the first."""
    pace = structs.replace(FULL_SPEED, betting=600.0, ruling=0.4)

    async def deal(store: Store) -> list[float]:
        took = []
        async with unattended(store, pace) as room:
            await room.bet()
            for name in ("Ivy", "Joe"):
                began = asyncio.get_running_loop().time()
                await room.do(ask.Report(Person(name, "player"), "foreign_card"))
                while name not in play_of(room.table).dismissed:
                    zoe = Person("Zoe", "player")
                    there = "Zoe" in room.table.players and room.table.players["Zoe"].present
                    await room.do(ask.Leave(zoe, "Zoe") if there else ask.Join(zoe, "Zoe"))
                    await asyncio.sleep(0.05)
                took.append(asyncio.get_running_loop().time() - began)
        return took

    with opened(books, "A", "T1") as store:
        running = StackedTable(till_of(store), "mbs-3cp", random.Random(1), "T1", "L1")
        running.seat("Ivy", 1)
        running.seat("Joe", 2)
        took = asyncio.run(asyncio.wait_for(deal(store), 30))
        assert all(0.4 <= each < 5.0 for each in took), took


def test_cards_are_dealt_on_however_many_come_and_go(books: str) -> None:
    """Somebody who joins and leaves all the time is no reason for a dealer or a bot to wait anew."""
    pace = structs.replace(FULL_SPEED, betting=0.2, card=0.15, step=0.15, bot=0.15, decision=0.2)

    async def deal(store: Store) -> int:
        async with unattended(store, pace) as room:
            await room.bet()
            zoe, there = Person("Zoe", "player"), False
            while room.table.play is None or room.table.rounds == 1:
                await room.do(ask.Leave(zoe, "Zoe") if there else ask.Join(zoe, "Zoe"))
                there = not there
                await asyncio.sleep(0.05)
            return room.table.rounds

    with opened(books, "A", "T1") as store:
        running = StackedTable(till_of(store), "mbs-3cp", random.Random(1), "T1", "L1")
        running.seat("Ivy", 1)
        assert asyncio.run(asyncio.wait_for(deal(store), 30)) == 2


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
