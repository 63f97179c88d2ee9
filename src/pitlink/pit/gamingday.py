"""The day as a house counts it: from a time in the morning to the same time on the next, by the clocks on its walls."""

from datetime import date, datetime, time, timedelta, tzinfo

from msgspec import Struct


class GamingDays(Struct, frozen=True):
    zone: tzinfo
    starts: time

    def begins(self, day: date) -> int:
        """In microseconds since 1970, as events have it."""
        return int(datetime.combine(day, self.starts, self.zone).timestamp()) * 1_000_000

    def ends(self, day: date) -> int:
        return self.begins(day + timedelta(days=1))

    def day_of(self, at_us: int) -> date:
        """A day is as long as the clocks make it: 23 or 25 hours where they are changed."""
        today = self.local(at_us).date()
        return today if at_us >= self.begins(today) else today - timedelta(days=1)

    def local(self, at_us: int) -> datetime:
        return datetime.fromtimestamp(at_us // 1_000_000, self.zone).replace(microsecond=at_us % 1_000_000)
