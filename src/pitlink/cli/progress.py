"""How far something long is: a bar on a terminal once a second has passed, elsewhere a line every few seconds."""

import sys
import time
from types import TracebackType
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

AFTER_S: Final = 1.0
EVERY_S: Final = 5.0


class Meter:
    """Called with how much is done, of how much."""

    def __init__(self, what: str) -> None:
        self.what = what
        self._started = self._told = time.monotonic()
        self._bar: Progress | None = None
        self._task = TaskID(0)

    def __enter__(self) -> "Meter":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()

    def __call__(self, done: int, total: int) -> None:
        now = time.monotonic()
        if sys.stderr.isatty():
            self._show(done, total, now)
        elif now - self._told >= EVERY_S:
            self._told = now
            print(f"{self.what}: {done:,} of {total:,}", file=sys.stderr, flush=True)

    def _show(self, done: int, total: int, now: float) -> None:
        if self._bar is None:
            if now - self._started < AFTER_S:
                return
            columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
            self._bar = Progress(*columns, console=Console(stderr=True), transient=True)
            self._bar.start()
            self._task = self._bar.add_task(self.what, total=total)
        self._bar.update(self._task, completed=done, total=total)
