"""What has happened, each event with its day, the floor before and after it, and what it means to the books."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from pitlink import jackpot, table
from pitlink.jackpot import Link
from pitlink.ledger import Entry
from pitlink.pit.floor import Floor, Recorded
from pitlink.pit.log import after
from pitlink.table import Table


class Happening(Struct, frozen=True, gc=False):
    """One event. `day` is the gaming day it belongs to, as the house counts its days."""

    day: str
    recorded: Recorded
    before: Floor
    after: Floor

    @property
    def entries(self) -> tuple[Entry, ...]:
        return _entries(self.recorded, self.before, self.after)


def happenings(dated: Iterable[tuple[str, Recorded]], floor: Floor) -> Iterator[Happening]:
    """Replay events with their days, one at a time; `floor` is as the first of them found it."""
    for day, recorded in dated:
        left = after(floor, recorded)
        yield Happening(day, recorded, floor, left)
        floor = left


def _entries(recorded: Recorded, before: Floor, left: Floor) -> tuple[Entry, ...]:
    name, event = recorded.stream.partition("/")[2], recorded.event
    if isinstance(event, jackpot.Event):
        return jackpot.entries(before.links.get(name) or Link(), event, left.links[name])
    return table.entries(before.tables.get(name) or Table(), event, left.tables[name])
