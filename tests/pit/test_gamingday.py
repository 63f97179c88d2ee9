"""A gaming day begins and ends by the clocks on the walls."""

from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo

import pytest

from pitlink.pit.gamingday import GamingDays
from tests.proving import rows

HOUR_US = 3_600_000_000

MOMENTS = rows("""
zone             | starts | in UTC              | day
UTC              | 06:00  | 2026-11-16T05:59:59 | 2026-11-15
UTC              | 06:00  | 2026-11-16T06:00:00 | 2026-11-16
UTC              | 00:00  | 2026-11-16T00:00:00 | 2026-11-16
Asia/Singapore   | 06:00  | 2026-11-15T21:59:59 | 2026-11-15
Asia/Singapore   | 06:00  | 2026-11-15T22:00:00 | 2026-11-16
America/New_York | 02:30  | 2026-03-08T07:29:59 | 2026-03-07
America/New_York | 02:30  | 2026-03-08T07:30:00 | 2026-03-08
America/New_York | 01:30  | 2026-11-01T05:29:59 | 2026-10-31
America/New_York | 01:30  | 2026-11-01T06:15:00 | 2026-11-01
""")


@pytest.mark.parametrize("row", MOMENTS, ids=lambda row: f"{row['zone']} {row['in UTC']}")
def test_every_moment_belongs_to_one_day(row: dict[str, str]) -> None:
    days = GamingDays(ZoneInfo(row["zone"]), time.fromisoformat(row["starts"]))
    at_us = int(datetime.fromisoformat(row["in UTC"]).replace(tzinfo=UTC).timestamp()) * 1_000_000
    day = days.day_of(at_us)
    assert day == date.fromisoformat(row["day"])
    assert days.begins(day) <= at_us < days.ends(day)


def test_a_day_is_as_long_as_the_clocks_make_it() -> None:
    days = GamingDays(ZoneInfo("Europe/Berlin"), time(6))
    lengths = [days.ends(day) - days.begins(day) for day in (date(2026, 3, 28), date(2026, 6, 1), date(2026, 10, 24))]
    assert lengths == [23 * HOUR_US, 24 * HOUR_US, 25 * HOUR_US]
