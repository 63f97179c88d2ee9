"""What last went wrong at each table, for those who watch: found in the books when somebody first wants to know."""

import asyncio
from typing import Final

from pitlink.pit.witness import TROUBLE, kind_of, tell_to
from pitlink.server.history import History
from pitlink.server.messages import Trouble, Words
from pitlink.store import Store, Stored
from pitlink.store.streams import name_of, table_stream
from pitlink.table import Event, Table

NAMES: Final = tuple(str(each.__struct_config__.tag) for each in TROUBLE)
_BEGINNINGS: Final = tuple(f'{{"name":"{name}"' for name in NAMES)


class Troubles:
    """Lives on the event loop."""

    def __init__(self, store: Store, history: History) -> None:
        self._store, self._history = store, history
        self._last: dict[str, Stored | None] = {}
        self._told: dict[str, Trouble] = {}

    def take(self, stored: Stored) -> None:
        """What has just been committed."""
        if stored.body.startswith(_BEGINNINGS):
            self._last[name_of(stored.stream)] = stored

    async def at(self, table: str) -> Trouble | None:
        if table not in self._last:
            found = await asyncio.to_thread(self._store.read_named, table_stream(table), NAMES, 1)
            self._last.setdefault(table, found[0] if found else None)
        last, told = self._last[table], self._told.get(table)
        if last is None or (told is not None and told.version == last.version):
            return told
        round = await asyncio.to_thread(self._history.round_at, table, last.version)
        self._told[table] = made = _trouble(table, last, round)
        return made


def _trouble(table: str, stored: Stored, round: int) -> Trouble:
    event = stored.event
    assert isinstance(event, Event)
    told = tell_to("pit_staff", table, event, Table())
    said = Words(told.words, told.clauses, told.level, kind_of(event))
    return Trouble(round, stored.version, stored.at_us, stored.by, said)
