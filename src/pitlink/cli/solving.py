"""What is said while an exact solver works: nothing at first, then what is being done, and when solvers are compiled
that they are, and how far.
"""

import sys
import threading
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from pitlink.cli.progress import EVERY_S
from pitlink.exact import SOLVERS
from pitlink.rulebook.catalogue import DOCUMENTS

AFTER_S: Final = 0.4
COMPILING: Final = "Compiling the exact solver, first run only."
KERNELS: Final = "pitlink.exact.kernels"


@contextmanager
def solving(what: str, games: Collection[str] = DOCUMENTS) -> Iterator[None]:
    """With which games this is about: how much there is to compile depends on it."""
    done, compiling = threading.Event(), threading.Event()
    teller = threading.Thread(target=_tell, args=(what, games, done, compiling), daemon=True)
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


def _tell(what: str, games: Collection[str], done: threading.Event, compiling: threading.Event) -> None:
    """On a terminal with the seconds that have passed; elsewhere only what takes long, in one line."""
    if not sys.stderr.isatty():
        if not done.wait(EVERY_S) and compiling.is_set():
            print(COMPILING, file=sys.stderr, flush=True)
        return
    if done.wait(AFTER_S):
        return
    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(20), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task(what, total=None)
        while not done.wait(0.1):
            if compiling.is_set():
                ready, kernels = _kernels(games)
                shown.update(task, description=COMPILING, completed=ready, total=kernels)


def _kernels(games: Collection[str]) -> tuple[int, int]:
    """How many kernels are compiled, and how many there are: of the solvers of these games, and of what else is in
    use.
    """
    from numba.core.dispatcher import Dispatcher

    solvers = [sys.modules[SOLVERS[game]] for game in games if SOLVERS[game] in sys.modules]
    wanted = {id(each) for solver in solvers for each in vars(solver).values()}
    ready, total = 0, 0
    for name, module in list(sys.modules.items()):
        if name.startswith(f"{KERNELS}."):
            own = [each for each in list(vars(module).values()) if isinstance(each, Dispatcher)]
            own = [each for each in own if each.py_func.__module__ == name]
            compiled = sum(bool(each.signatures) for each in own)
            ready += compiled
            total += len(own) if compiled or id(module) in wanted else 0
    return ready, total
