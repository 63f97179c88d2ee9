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


def seconds_each(*jobs: Callable[[], object], rounds: int = 7) -> list[float]:
    """Seconds per job, the jobs taken in turn so that all meet the same weather; the least disturbed round counts."""
    best = [float("inf")] * len(jobs)
    for _ in range(rounds):
        for at, job in enumerate(jobs):
            start = time.perf_counter()
            job()
            best[at] = min(best[at], time.perf_counter() - start)
    return best
