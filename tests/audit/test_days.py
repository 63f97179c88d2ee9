"""A day is a stretch of the log, and a clock that goes wrong for a while moves no more events than it stamped."""

import time as clock
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, date, time, timedelta

import pytest
import sqlalchemy as sa
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy.engine import Connection

from pitlink.audit.reading import position_at
from pitlink.audit.report import Report, report
from pitlink.audit.report_csv import report_csv
from pitlink.audit.report_pdf import report_pdf
from pitlink.audit.report_text import tell_report
from pitlink.bots.house import DEALER
from pitlink.money import Cents
from pitlink.pit.gamingday import GamingDays
from pitlink.store import schema
from pitlink.table import commands as ask
from tests.store.floors import at_table, do, opened, play, till_of

TIMES = st.integers(0, 40)


@contextmanager
def log_of(times: Sequence[int]) -> Iterator[Connection]:
    """A log with nothing in it but the times at which its events were stamped."""
    engine = sa.create_engine("sqlite://")
    with engine.begin() as connection:
        schema.event.create(connection)
        schema.feed.create(connection)
        if times:
            rows = [{"position": position, "at_us": at} for position, at in enumerate(times, start=1)]
            connection.execute(sa.insert(schema.event), rows)
        connection.execute(sa.insert(schema.feed), {"one": 1, "position": len(times), "at_us": 0})
        yield connection
    engine.dispose()


def out_of_place(times: Sequence[int], at: int, position: int) -> int:
    """Events on the wrong side of a position that is said to be that of a time."""
    return sum((stamped >= at) != (nth >= position) for nth, stamped in enumerate(times, start=1))


@given(st.lists(TIMES, max_size=30), st.lists(TIMES, min_size=1, max_size=6))
def test_a_boundary_has_the_fewest_events_on_its_wrong_side(times: list[int], boundaries: list[int]) -> None:
    found = []
    with log_of(times) as connection:
        for at in sorted(boundaries):
            position = position_at(connection, at)
            fewest = min(out_of_place(times, at, each) for each in range(1, len(times) + 2))
            assert out_of_place(times, at, position) == fewest
            assert all(out_of_place(times, at, before) > fewest for before in range(1, position))
            found.append(position)
    assert found == sorted(found), "a day that ends before it begins"


@given(
    st.lists(TIMES, min_size=5, max_size=30),
    st.lists(st.tuples(st.integers(0, 29), st.sampled_from([-500, 20, 500])), max_size=3),
    TIMES,
)
def test_stamps_that_are_wrong_move_no_more_events_than_they_are(
    right: list[int], wrong: list[tuple[int, int]], at: int
) -> None:
    right.sort()
    astray = {nth % len(right): stamp for nth, stamp in wrong}
    times = [astray.get(nth, stamp) for nth, stamp in enumerate(right)]
    with log_of(times) as connection:
        position = position_at(connection, at)
    others = [(stamp, nth + 1) for nth, stamp in enumerate(times) if nth not in astray]
    moved = sum((stamp >= at) != (nth >= position) for stamp, nth in others)
    assert moved <= len(astray)


@pytest.mark.parametrize("astray", [10, -10])
@pytest.mark.parametrize("nth", [1, 2, 3, 6, 7, 8, 11, 12, 13])
def test_one_event_ten_days_astray_moves_nothing_but_itself(astray: int, nth: int) -> None:
    """Three days of five events; of each day the first three, so that more follow than are wrong."""
    right = [day * 10 + each for day in range(3) for each in (1, 3, 5, 7, 9)]
    times = [stamp + astray * 10 * (each == nth) for each, stamp in enumerate(right, start=1)]
    with log_of(times) as connection:
        begin = [position_at(connection, at) for at in (0, 10, 20, 30)]
    for each, stamp in enumerate(right, start=1):
        if each != nth:
            assert begin[stamp // 10] <= each < begin[stamp // 10 + 1]


# The day's report


@pytest.fixture
def told_times(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """By how many nanoseconds the clock is wrong, to be changed."""
    real, wrong = clock.time_ns, [0]
    monkeypatch.setattr(clock, "time_ns", lambda: real() + wrong[0])
    return wrong


DAYS = GamingDays(UTC, time(0))
DAY_NS = 86_400_000_000_000


def buy_in(books: str, dollars: int) -> None:
    with opened(books, "B", "T1") as store:
        do(store, at_table(ask.BuyIn(DEALER, "T1 bot 1", Cents(dollars * 100))))
        store.leave()


def reports(books: str, today: date, *days: int) -> list[Report]:
    with opened(books, "C") as store:
        return [report(store.engine, today + timedelta(days=each), DAYS) for each in days]


@pytest.mark.parametrize("astray", [10, -10])
def test_a_clock_ten_days_astray_for_one_command_leaves_every_day_its_own(
    books: str, told_times: list[int], astray: int
) -> None:
    """Two days are played; at noon of the first somebody buys in by a clock that is wrong."""
    noon = 12 * 3_600_000_000_000 - clock.time_ns() % DAY_NS
    told_times[0] = noon
    today = DAYS.day_of(clock.time_ns() // 1000)
    with opened(books, "A", "T1") as store:
        play(till_of(store), "mbs-uth", rounds=2)
        store.leave()
    first_rounds = reports(books, today, 0)[0].tables[0].figures.rounds
    told_times[0] = noon + astray * DAY_NS
    buy_in(books, 777)
    told_times[0] = noon
    with opened(books, "A", "T1") as store:
        play(till_of(store), "mbs-uth", rounds=3)
        store.leave()
    told_times[0] = noon + DAY_NS
    with opened(books, "A", "T1") as store:
        play(till_of(store), "mbs-uth", rounds=4)
        store.leave()
    before, first, second, later = reports(books, today, -10, 0, 1, 10)
    assert (before.last < before.first, later.last < later.first) == (True, True)
    assert second.first == first.last + 1
    assert (first.tables[0].figures.rounds, second.tables[0].figures.rounds) == (first_rounds + 3, 4)
    drops = [each.tables[0].figures.drop for each in (first, second)]
    assert (drops[0] > 777_00, drops[1]) == (True, 0)
    assert first.differences == second.differences == ()
    assert (second.notices, len(first.notices)) == ((), 1)
    stamped = DAYS.local((clock.time_ns() + (astray - 1) * DAY_NS) // 1000)
    (notice,) = first.notices
    assert f"{stamped:%d %b %Y %H:%M}" in notice
    is_told_everywhere(first, notice)


def is_told_everywhere(found: Report, notice: str) -> None:
    lines = list(tell_report(found))
    assert lines[4].startswith("No differences")
    assert lines[5] == f"  Notice: {notice}"
    assert f'notice,1,words,"{notice}"' in report_csv(found) or f"notice,1,words,{notice}" in report_csv(found)
    assert report_pdf(found)


def test_events_outside_their_day_are_told_stretch_by_stretch(books: str, told_times: list[int]) -> None:
    """Four seconds are no wrong clock; an hour is, and events that follow one another share a line."""
    told_times[0] = DAY_NS - clock.time_ns() % DAY_NS - 3_600_000_000_000
    with opened(books, "A", "T1") as store:
        play(till_of(store), "mbs-uth", rounds=6)
        today = DAYS.day_of(clock.time_ns() // 1000)
        till = DAY_NS - clock.time_ns() % DAY_NS
        told_times[0] += till + 4_000_000_000
        do(store, at_table(ask.BuyIn(DEALER, "T1 bot 1", Cents(1_00))))
        told_times[0] += 3_600_000_000_000
        for _ in range(2):
            do(store, at_table(ask.BuyIn(DEALER, "T1 bot 1", Cents(1_00))))
        told_times[0] -= till + 3_604_000_000_000
        play(till_of(store), "mbs-uth", rounds=6)
        last = store.position()
        store.leave()
    (found,) = reports(books, today, 0)
    assert found.last >= last
    (notice,) = found.notices
    assert notice.startswith("events ")
    assert " are stamped " in notice
    assert f"{today + timedelta(days=1):%d %b %Y} 01:00" in notice


def test_what_happened_by_another_days_clock_is_told_with_its_date(books: str, told_times: list[int]) -> None:
    told_times[0] = 12 * 3_600_000_000_000 - clock.time_ns() % DAY_NS
    with opened(books, "A", "T1") as store:
        play(till_of(store), "mbs-uth", rounds=2)
        today = DAYS.day_of(clock.time_ns() // 1000)
        told_times[0] += 10 * DAY_NS
        do(store, at_table(ask.BuyIn(DEALER, "T1 bot 1", Cents(1_00))))
        told_times[0] -= 10 * DAY_NS
        play(till_of(store), "mbs-uth", rounds=2)
        store.leave()
    (found,) = reports(books, today, 0)
    lines = [line for line in tell_report(found) if "system.clock_jumped/1" in line]
    assert [line.startswith(f"{today + timedelta(days=10):%d %b %Y} 12:") for line in lines] == [True, False]
    assert lines[1].startswith("12:")
