"""What is said while an exact solver works: nothing at first, then what is being done, and when solvers are compiled
that they are.
"""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from pitlink.cli.progress import EVERY_S

AFTER_S: Final = 0.4
COMPILING: Final = "Compiling the exact solver, first run only."


@contextmanager
def solving(what: str) -> Iterator[None]:
    done, compiling = threading.Event(), threading.Event()
    teller = threading.Thread(target=_tell, args=(what, done, compiling), daemon=True)
    teller.start()
    try:
        with _noticing(compiling):
            yield
    finally:
        done.set()
        teller.join()


@contextmanager
def _noticing(compiling: threading.Event) -> Iterator[None]:
    """Sets the event once numba compiles something that it has not kept from an earlier run."""
    from numba.core import event

    class Noticing(event.Listener):
        def on_start(self, event: object) -> None:
            compiling.set()

        def on_end(self, event: object) -> None:
            pass

    listener = Noticing()
    event.register("numba:compile", listener)  # type: ignore[no-untyped-call]
    try:
        yield
    finally:
        event.unregister("numba:compile", listener)  # type: ignore[no-untyped-call]


def _tell(what: str, done: threading.Event, compiling: threading.Event) -> None:
    """On a terminal with the seconds that have passed; elsewhere only what takes long, in one line."""
    if not sys.stderr.isatty():
        if not done.wait(EVERY_S) and compiling.is_set():
            print(COMPILING, file=sys.stderr, flush=True)
        return
    if done.wait(AFTER_S):
        return
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task(what)
        while not done.wait(0.1):
            shown.update(task, description=COMPILING if compiling.is_set() else what)
