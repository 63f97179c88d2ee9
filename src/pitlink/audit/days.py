"""Gaming days by the clocks of this machine."""

import time as clock
from datetime import date, datetime, time, tzinfo
from typing import Final
from zoneinfo import ZoneInfo

from pitlink.pit.gamingday import GamingDays

STARTS: Final = time(6)  # unless a house says otherwise


def days_here() -> GamingDays:
    return GamingDays(machines_zone(), STARTS)


def today(days: GamingDays) -> date:
    return days.day_of(clock.time_ns() // 1000)


def machines_zone() -> tzinfo:
    """The machine's zone with all its changes of the clock where that can be told, else as it is now."""
    try:
        with open("/etc/localtime", "rb") as file:
            return ZoneInfo.from_file(file)
    except (OSError, ValueError):
        found = datetime.now().astimezone().tzinfo
        assert found is not None
        return found
