"""How long people have, over the wire: everybody at the table sees the same clocks start, run and end."""

import asyncio
import random
import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest
from msgspec import UnsetType, structs

from pitlink.bots.house import DEALER
from pitlink.client import Pit, Rejected
from pitlink.server import feeds
from pitlink.server.clocks import Running, Timing, due_of
from pitlink.server.dealing import Pace
from pitlink.server.messages import Clock, TableMessage
from pitlink.server.roles import NOBODY
from pitlink.store import Store
from pitlink.table import commands as ask
from pitlink.table.views import TableView
from tests.server import running as processes
from tests.server.test_dealing import at_work
from tests.server.test_playing import sit_down
from tests.store.floors import opened, till_of
from tests.store.load_cards import StackedTable

SPEED = 15
PACE = Pace().times(SPEED)
ENTRY = {
    "UTH 1": ("ante", "blind"),
    "3CP 1": ("ante",),
    "THB 1": ("ante",),
    "M3P 1": ("ante",),
    "LIR 1": ("1", "2", "$"),
}
PEOPLE = ("Zoe", "Yann", "Xaver", "Walter", "Vera")
TIMED = {"close": "bets", "decide": "decide", "show": "show", "answer": "answer", "rule": "rule"}


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[processes.Running]:
    made = processes.Running("", Path(tmp_path_factory.mktemp("pit")))
    made.start("--speed", str(SPEED))
    yield made
    made.stop()


def bet(pit: Pit, table: str, position: int) -> None:
    with suppress(Rejected):  # the dealer was quicker: then in the next round
        for wager in ENTRY[table]:
            pit.do(table, "PlaceWager", position=position, wager=wager, amount=10_00)


def asked(pit: Pit, table: str, position: int) -> Iterator[tuple[TableMessage, Clock | None]]:
    """What comes in one round in which somebody has bet: each message with the clock that runs by it."""
    clock: Clock | None = None
    step: str | None = None
    entered, tried = False, 0
    for message in pit.follow(table):
        if message.view is not None:
            assert not isinstance(message.clock, UnsetType), "a view comes with its clock"
            step = message.view.step.step if message.view.step else None
            wagers = message.view.positions[position - 1].wagers
            if step == "close" and not wagers and message.view.round != tried:
                if entered:
                    return
                tried = message.view.round
                bet(pit, table, position)
            entered = entered or (step != "close" and bool(wagers))  # half of what is needed goes back at the close
        if not isinstance(message.clock, UnsetType):
            clock = message.clock
            if clock is not None:
                assert TIMED[str(step)] == clock.what
                assert 0.0 <= clock.left <= clock.seconds
                assert clock.player in (None, *PEOPLE), "bots have no clock"
        yield message, clock


def test_who_bets_and_is_asked_has_a_clock_that_everybody_sees(running: processes.Running) -> None:
    with running.guest("Zoe") as zoe:
        position = sit_down(zoe, "UTH 1")
        wanted = {
            ("bets", None, None, round(PACE.betting, 2)),
            ("decide", position, "Zoe", round(PACE.decision, 2)),
        }
        for _, clock in asked(zoe, "UTH 1", position):
            if clock is not None:
                wanted.discard((clock.what, clock.position, clock.player, clock.seconds))
            if not wanted:
                break
        assert not wanted
        zoe.do("UTH 1", "Leave")


def test_who_comes_while_a_clock_runs_is_told_how_much_is_left(running: processes.Running) -> None:
    with running.guest("Yann") as yann, Pit(running.address) as spectator:
        position = sit_down(yann, "3CP 1")
        for _, clock in asked(yann, "3CP 1", position):
            if clock is not None and clock.player == "Yann":
                break
        lefts = []
        for _ in range(4):
            first = next(spectator.follow("3CP 1"))
            assert isinstance(first.clock, Clock)
            assert (first.clock.position, first.clock.player) == (position, "Yann")
            lefts.append(first.clock.left)
        assert lefts == sorted(lefts, reverse=True)
        yann.do("3CP 1", "Leave")


def test_who_has_not_bet_may_have_more_time_for_it_and_it_is_on_the_clock(running: processes.Running) -> None:
    """A bot has bet, and so the clock runs; once a round it runs longer for whoever sits there and asks."""
    with running.guest("Ulla") as ulla, Pit(running.address) as spectator:
        position = sit_down(ulla, "THB 1")
        before, after = more_time_to_bet(ulla, "THB 1", position)
        assert (before.seconds, after.seconds) == (round(PACE.betting, 2), round(PACE.betting + PACE.more, 2))
        assert after.left > before.left
        with pytest.raises(Rejected, match="at most once a round"):
            ulla.do("THB 1", "AskForTime", position=position)
        first = next(spectator.follow("THB 1"))
        assert isinstance(first.clock, Clock)
        assert (first.clock.what, first.clock.player, first.clock.seconds) == ("bets", None, after.seconds)
        ulla.do("THB 1", "Leave")


def more_time_to_bet(pit: Pit, table: str, position: int) -> tuple[Clock, Clock]:
    """The clock before and after."""
    before: Clock | None = None
    for message in pit.follow(table):
        if not isinstance(clock := message.clock, Clock) or clock.what != "bets":
            continue
        if before is not None and clock.seconds > before.seconds:
            return before, clock
        before = clock
        with suppress(Rejected):  # the dealer was quicker: then in the next round
            pit.do(table, "AskForTime", position=position)
    raise AssertionError("the feed has ended")


def test_who_asks_for_time_has_it_on_the_clock(running: processes.Running) -> None:
    with running.guest("Xaver") as xaver:
        position = sit_down(xaver, "THB 1")
        clocks: list[Clock] = []
        for _, clock in asked(xaver, "THB 1", position):
            if clock is None or clock.player != "Xaver" or (clocks and clock.seconds == clocks[-1].seconds):
                continue
            clocks.append(clock)
            if len(clocks) == 3:
                break
            xaver.do("THB 1", "AskForTime", position=position)
        with pytest.raises(Rejected, match="at most 2 times a round"):
            xaver.do("THB 1", "AskForTime", position=position)
        assert [each.seconds for each in clocks] == [round(PACE.decision + times * PACE.more, 2) for times in range(3)]
        assert all(later.left > former.left for former, later in pairwise(clocks))
        xaver.do("THB 1", "Leave")


def is_asked(pit: Pit, name: str, table: str) -> int:
    """Until his clock runs; then his feed ends. His position."""
    position = sit_down(pit, table)
    for _, clock in asked(pit, table, position):
        if clock is not None and clock.player == name:
            break
    return position


def clocks_of(pit: Pit, table: str, name: str) -> Iterator[Clock]:
    """All that come while somebody is asked, until something else is due."""
    for message in pit.follow(table):
        if isinstance(message.clock, Clock) and message.clock.player == name:
            yield message.clock
        elif message.view is not None:
            return


def test_a_lost_connection_stops_the_clock_until_the_player_is_back_once_a_round(running: processes.Running) -> None:
    with running.guest("Walter") as walter, Pit(running.address) as spectator:
        is_asked(walter, "Walter", "M3P 1")
        clocks = clocks_of(spectator, "M3P 1", "Walter")
        stopped = next(clock for clock in clocks if clock.stopped)
        back = walter.follow("M3P 1")
        first = next(back)
        assert isinstance(first.clock, Clock)
        on = next(clock for clock in clocks if not clock.stopped)
        assert on.left == pytest.approx(stopped.left, abs=0.75)
        assert on.seconds == stopped.seconds == round(PACE.decision, 2)
        back.close()  # type: ignore[attr-defined]
        assert not any(clock.stopped for clock in clocks), "a second time in the same round"


def test_who_does_not_come_back_is_waited_for_and_then_his_clock_runs_on(running: processes.Running) -> None:
    with running.guest("Vera") as vera, Pit(running.address) as spectator:
        position = is_asked(vera, "Vera", "LIR 1")
        clocks = clocks_of(spectator, "LIR 1", "Vera")
        stopped = next(clock for clock in clocks if clock.stopped)
        began = time.monotonic()
        on = next(clock for clock in clocks if not clock.stopped)
        assert time.monotonic() - began == pytest.approx(PACE.away, abs=1.0)
        assert on.left == pytest.approx(stopped.left, abs=0.75)
        assert not any(clock.stopped for clock in clocks)
        decided = next(seen for seen in views(spectator, "LIR 1") if seen.positions[position - 1].decisions)
        assert decided.positions[position - 1].decisions[0] == "ride"  # the passive choice (R102)


def views(pit: Pit, table: str) -> Iterator[TableView]:
    return (message.view for message in pit.follow(table) if message.view is not None)


def data(message: bytes) -> TableMessage:
    return msgspec.json.decode(message.partition(b"data: ")[2], type=TableMessage)


def test_a_clock_that_starts_changes_or_ends_is_told_without_the_view(books: str) -> None:
    """To all readers alike; and none that is for something else than what is due."""

    async def read(store: Store) -> None:
        live, desk = await at_work(store)
        due = due_of(live.tables["T1"])
        assert due is not None
        readers = [feeds.of_table(live, "T1", NOBODY, None) for _ in range(2)]
        assert [data(await anext(each)).clock for each in readers] == [None, None]
        clocks = [Running(due, Timing("bets", seconds), live.now + seconds) for seconds in (10.0, 20.0)]
        for clock in (*clocks, None):
            live.set_clock("T1", clock)
            seconds = None if clock is None else clock.timing.seconds
            first, second = [await anext(each) for each in readers]
            assert first is second
            told = data(first)
            assert (told.view, told.sign, told.events) == (None, None, ())
            assert (told.clock.seconds if isinstance(told.clock, Clock) else told.clock) == seconds
        live.set_clock("T1", structs.replace(clocks[0], due=(*due[:2], 3)))
        assert live.clock("T1") is None
        desk.close()

    with opened(books, "A", "T1") as store:
        running = StackedTable(till_of(store), "mbs-3cp", random.Random(1), "T1", "L1")
        running.seat("Ada", 1)
        running.do(ask.CallBets(DEALER))
        asyncio.run(asyncio.wait_for(read(store), 10))
