"""Gaming days as they are given at the terminal."""

from datetime import date, time, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pitlink.audit.days import machines_zone
from pitlink.cli.books import CannotDo
from pitlink.pit.gamingday import GamingDays


def days_of(starts: str, zone: str | None) -> GamingDays:
    try:
        hours = time.fromisoformat(starts)
    except ValueError:
        raise CannotDo(f"--day-starts {starts!r}: expected a time such as 06:00") from None
    return GamingDays(_zone(zone), hours)


def day_of(text: str | None) -> date | None:
    return None if text is None else day_named(text)


def day_named(text: str) -> date:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise CannotDo(f"--day {text!r}: expected a day such as 2026-11-16") from None
    if not 1970 <= day.year <= 9998:  # that it has an end, by the clocks of every zone
        raise CannotDo(f"--day {text!r}: expected a day of the years 1970 to 9998")
    return day


def _zone(name: str | None) -> tzinfo:
    if name is None:
        return machines_zone()
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise CannotDo(f"--zone {name!r}: expected a time zone such as Asia/Singapore") from None
