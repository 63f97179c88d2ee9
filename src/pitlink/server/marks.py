"""How streams stood at some earlier versions: what happened long ago is not replayed from the first event on."""

import threading
from bisect import bisect_right, insort
from collections import defaultdict
from typing import Final

from pitlink.jackpot import Link
from pitlink.table import Table

State = Table | Link

MOST: Final = 200  # of one stream
APART: Final = 256  # versions, at least; twice as many whenever there would be too many marks


class Marks:
    """Of each stream some of its states. They are noted as they come by and cost nothing to make."""

    def __init__(self) -> None:
        self._kept: dict[str, list[State]] = defaultdict(list)
        self._apart: dict[str, int] = defaultdict(lambda: APART)
        self._lock = threading.Lock()

    def note(self, stream: str, state: State) -> None:
        """A table only while bets are open: with a sealed deck and its cards it would be many times as large."""
        if state.version == 0 or (isinstance(state, Table) and state.play is not None and state.play.closed):
            return
        with self._lock:
            kept, apart = self._kept[stream], self._apart[stream]
            at = bisect_right(kept, state.version, key=_version)
            near = kept[max(0, at - 1) : at + 1]
            if any(abs(each.version - state.version) < apart for each in near):
                return
            insort(kept, state, key=_version)
            if len(kept) > MOST:
                self._apart[stream] = 2 * apart
                self._kept[stream] = _thinned(kept, 2 * apart)

    def before(self, stream: str, version: int) -> State | None:
        """The last one that is not behind a version; None where it takes the first event."""
        with self._lock:
            kept = self._kept[stream]
            at = bisect_right(kept, version, key=_version)
            return kept[at - 1] if at else None


def _version(state: State) -> int:
    return state.version


def _thinned(kept: list[State], apart: int) -> list[State]:
    left = kept[:1]
    for state in kept[1:]:
        if state.version >= left[-1].version + apart:
            left.append(state)
    return left
