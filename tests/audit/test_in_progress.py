"""The day in progress, asked for again and again, is what the day's report says that goes through everything."""

import time
from datetime import UTC, timedelta

import sqlalchemy as sa

from pitlink.audit.in_progress import DayFigures, DayInProgress
from pitlink.audit.report import Report
from pitlink.pit.gamingday import GamingDays
from pitlink.store import schema
from tests.audit.tampering import unguarded
from tests.audit.test_report import House, house
from tests.cli.claiming import win
from tests.cli.floors import works

__all__ = ["house"]


def same(found: DayFigures, reported: Report) -> None:
    assert (found.day, found.first, found.last) == (reported.day.isoformat(), reported.first, reported.last)
    assert found.tables == reported.tables
    assert found.links == reported.links
    assert [vars_of(each) for each in found.awards] == [vars_of(each) for each in reported.awards]


def vars_of(award: object) -> dict[str, object]:
    """But for the places of those that are not of the day, which nobody is told."""
    fields: tuple[str, ...] = award.__struct_fields__  # type: ignore[attr-defined]
    return {name: getattr(award, name) for name in fields if name != "rank"}


def now_us() -> int:
    return time.time_ns() // 1000


def test_every_event_is_added_once_and_the_next_day_begins_where_this_one_ended(house: House) -> None:
    """Asked for while a claim is open, when it is paid, and on the day after it; the end of a day is told it later."""
    win(house.books, "T1")
    house.end_day()
    assert house.ended is not None
    days = GamingDays(UTC, house.ended.time())
    kept, yesterday = DayInProgress(house.engine, days), int(house.ended.timestamp() * 1e6) - 1
    same(kept.figures(yesterday), house.report(yesterday=True))
    same(kept.figures(now_us()), house.report())  # nothing has happened in it
    house.pay("T1")
    same(kept.figures(now_us()), house.report())
    works("floor", "fill", "T2", "500.00", "--slip", "F1", "--by", "Sue", "--books", house.books)
    win(house.books, "T2", "Cy")
    same(kept.figures(now_us()), house.report())
    same(kept.figures(now_us()), house.report())
    same(DayInProgress(house.engine, days).figures(now_us()), house.report())


def test_a_shift_has_what_came_after_its_hour_and_both_parts_add_up_to_the_day(house: House) -> None:
    """The day began an hour before what is the end of a day in other tests: what comes after is the next shift's."""
    win(house.books, "T1")
    house.end_day()
    assert house.ended is not None
    days = GamingDays(UTC, (house.ended - timedelta(hours=1)).time())
    kept = DayInProgress(house.engine, days)
    first = kept.figures(now_us())
    assert first.hours == (int(house.ended.timestamp() * 1e6),)
    house.pay("T1")
    works("floor", "fill", "T2", "500.00", "--slip", "F1", "--by", "Sue", "--books", house.books)
    whole, since = kept.figures(now_us()), kept.figures(now_us(), now_us())
    again = DayInProgress(house.engine, days).figures(now_us(), now_us())
    assert since.since_us == first.hours[0]
    assert (since.first, since.last) == (first.last + 1, whole.last)
    assert (again.tables, again.links, again.first) == (since.tables, since.links, since.first)
    for before, after, both in zip(first.tables, since.tables, whole.tables, strict=True):
        assert after.figures.opening == before.figures.closing
        assert after.figures.carried_in == before.figures.carried_out
        for figure in ("win", "drop", "fills", "handle", "contributions", "posted", "rounds", "difference"):
            one, other, sum_ = (getattr(each.figures, figure) for each in (before, after, both))
            assert one + other == sum_, figure
    assert [slip.number for slip in since.tables[1].slips] == ["F1"]
    for old, new, all_ in zip(first.links, since.links, whole.links, strict=True):
        assert (new.differences, all_.differences) == ({}, {})
        assert {meter: each.start for meter, each in new.columns.items()} == {
            meter: each.now for meter, each in old.columns.items()
        }
    assert kept.figures(now_us(), 0).tables == whole.tables  # from before its first hour: the day


def test_a_clock_that_was_wrong_moves_where_the_day_begins(house: House) -> None:
    """Events that were taken for this day's turn out to be of the day before: it is begun anew."""
    house.end_day()
    assert house.ended is not None
    kept = DayInProgress(house.engine, GamingDays(UTC, house.ended.time()))
    win(house.books, "T1")
    before = kept.figures(now_us())
    day_us = int(timedelta(days=1).total_seconds() * 1e6)
    with unguarded(house.engine) as connection:
        columns = schema.event.c
        late = sa.update(schema.event).where(columns.position >= before.first, columns.position < before.last)
        connection.execute(late.values(at_us=columns.at_us - day_us))
    after = kept.figures(now_us())
    assert after.first == before.last
    same(after, house.report())
