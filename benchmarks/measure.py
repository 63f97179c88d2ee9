"""Timing one thing against another in the same run."""

import time
from collections.abc import Callable

from msgspec import Struct


class Measured(Struct, frozen=True):
    """One figure: what it is, what was asked of it, what came out."""

    what: str
    asked: str
    found: str
    kept: bool

    def __str__(self) -> str:
        return f"{'ok   ' if self.kept else 'SHORT'}  {self.what}: {self.found} (asked: {self.asked})"


def seconds_each(job: Callable[[], object], *, times: int, rounds: int = 5) -> float:
    """The best of several rounds, in seconds per call: the least disturbed one says what the code costs."""
    best = float("inf")
    for _ in range(rounds):
        start = time.perf_counter()
        for _ in range(times):
            job()
        best = min(best, (time.perf_counter() - start) / times)
    return best
