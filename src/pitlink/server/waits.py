"""Since when things wait for somebody: tables and links have no clock, the log has."""

from collections.abc import Iterable
from typing import Final

from pitlink.jackpot import Link
from pitlink.pit.awaited import Thing, things_at, things_of
from pitlink.store import Store, Stored
from pitlink.store.streams import link_stream, table_stream
from pitlink.table import Table

# How the name of the event begins with which a thing begins to wait.
BEGINNINGS: Final[dict[Thing, str]] = {
    "ruling": "table.irregularity_reported",
    "answer": "table.options_given",
    "verification": "table.round_settled",
    "approval": "table.claims_verified",
    "payment": "table.claims_approved",
    "later_rounds": "table.jackpot_failed",
    "close": "table.later_rounds_decided",
    "count": "table.closed",
    "dealer": "table.opened",
    "fill": "table.bets_called",
    "check": "link.",
    "resume": "link.checked",
}


class Waits:
    """Of every stream what waits there. What was committed together began together."""

    def __init__(self) -> None:
        self._since: dict[str, dict[Thing, int]] = {}

    def begin(self, store: Store, tables: Iterable[Table], links: Iterable[Link]) -> None:
        """As the log says, of what waits already. Reads, where something does."""
        found = [(table_stream(each.rules.table), things_at(each)) for each in tables if each.setup is not None]
        found += [(link_stream(each.id), things_of(each)) for each in links]
        for stream, things in found:
            for thing in things:
                last = store.read_named(stream, BEGINNINGS[thing], 1) or store.read_named(stream, "", 1)
                self._since.setdefault(stream, {})[thing] = last[-1].at_us

    def take(self, stored: Stored, state: Table | Link | None) -> None:
        """An event, and its stream as it stands once all that was committed with it has happened."""
        things = things_at(state) if isinstance(state, Table) else things_of(state) if state is not None else ()
        known = self._since.get(stored.stream)
        if things:
            self._since[stored.stream] = {thing: (known or {}).get(thing, stored.at_us) for thing in things}
        elif known is not None:
            del self._since[stored.stream]

    def since(self, stream: str, thing: Thing) -> int | None:
        return self._since.get(stream, {}).get(thing)
