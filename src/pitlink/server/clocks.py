"""How long people have: what the software dealer of a table waits for, as everybody there may see it."""

from typing import Literal

from msgspec import Struct

from pitlink.server.messages import Clock
from pitlink.table import Table

Timed = Literal["bets", "decide", "show", "answer", "rule"]


class Timing(Struct, frozen=True):
    """What somebody has so many seconds for: from when the dealer first waits for it, or `since` when it says."""

    what: Timed
    seconds: float
    position: int | None = None
    player: str | None = None
    since: float | None = None


class Running(Struct, frozen=True):
    """A clock of what is due now, which `ends` at a time of the event loop.

    While it is stopped, `stopped` seconds are left, and the end moves on.
    """

    due: tuple[int, str, int]
    timing: Timing
    ends: float
    stopped: float | None = None

    def shown(self, now: float) -> Clock:
        timing, left = self.timing, max(0.0, self.ends - now) if self.stopped is None else self.stopped
        seconds, left = round(timing.seconds, 2), round(left, 2)
        return Clock(timing.what, timing.position, seconds, left, timing.player, self.stopped is not None)


def due_of(table: Table) -> tuple[int, str, int] | None:
    """What a clock can be of: the step that the round waits for."""
    play = table.play
    return None if play is None or not table.open else (play.number, play.due.step, play.due.position)
