"""The log in words, newest first, page by page: what is looked through for one page is bounded, whatever is asked."""

from collections.abc import Sequence
from typing import Final

from sqlalchemy.engine import Engine

from pitlink.audit.happened import tell_system
from pitlink.audit.reading import displays, events_back, recorded
from pitlink.jackpot.link import Fine, Link, Meters
from pitlink.pit import Floor, Recorded
from pitlink.pit.shiftlog import HANGS_ON_TABLE, ORDINARY_NAMES, Search, tell_to_pit
from pitlink.pit.words import Told
from pitlink.server.history import History
from pitlink.server.messages import StoryLine, StoryPage
from pitlink.store import Stored
from pitlink.store import events as system
from pitlink.store.database import at_one_moment
from pitlink.store.streams import name_of
from pitlink.table import Table

STRETCH: Final = 20_000  # positions that are looked through at once, without ordinary play
WITH_PLAY: Final = 3_000  # and with it
TOLD: Final = 3_000  # events, at most, that are put into words for one page


class Storybook:
    def __init__(self, engine: Engine, history: History) -> None:
        self._engine, self._history = engine, history

    def page(self, before: int, most: int, search: str, play: bool, tables: dict[str, Table]) -> StoryPage:
        """Takes a while, and is for a thread. `tables` are as they stand: a game does not change."""
        after = max(0, before - 1 - (WITH_PLAY if play else STRETCH))
        but = () if play else ORDINARY_NAMES
        with at_one_moment(self._engine) as connection:
            events = events_back(connection, before, after, TOLD, but)
            shown = displays(connection, [each.position for each in events if each.stream.startswith("link/")])
        wanted, lines, reached = Search(search), list[StoryLine](), after
        if len(events) == TOLD:
            reached = events[-1].position - 1
        for stored in events:
            told = self._tell(stored, shown)
            if not wanted.finds(told, stored.stream, stored.by):
                continue
            lines.append(_line(stored, told, tables))
            if len(lines) == most:
                reached = stored.position - 1
                break
        back_to = _time_of(events, reached)
        return StoryPage(tuple(lines), reached + 1 if reached > 0 else None, back_to)

    def _tell(self, stored: Stored, shown: dict[int, int]) -> Told:
        event = recorded(stored)
        if event is None:
            assert isinstance(stored.event, system.Event)
            return tell_system(stored.event)
        return tell_to_pit(event, self._floor(event, shown.get(stored.position, 0)))

    def _floor(self, event: Recorded, display: int) -> Floor:
        """As much of it as the words hang on: what a link showed then, and a table where something went wrong."""
        name = name_of(event.stream)
        if event.stream.startswith("link/"):
            return Floor({}, {name: Link(name, meters=Meters(display=Fine(display)))})
        if isinstance(event.event, HANGS_ON_TABLE):
            return Floor({name: self._history.table_at(name, event.version)})
        return Floor({name: Table()})


def _time_of(events: Sequence[Stored], reached: int) -> int | None:
    """Of the last event that was looked at."""
    return next((each.at_us for each in reversed(events) if each.position > reached), None)


def _line(stored: Stored, told: Told, tables: dict[str, Table]) -> StoryLine:
    kind, _, name = stored.stream.partition("/")
    about = name if kind == "table" else _table_of(stored.event) if kind == "link" else None
    table = tables.get(about or "")
    game = table.rules.game if table is not None and table.setup is not None else None
    return StoryLine(
        *(stored.position, stored.stream, stored.version, stored.at_us, stored.by),
        *(told.words, told.clauses, told.level, game),
    )


def _table_of(event: object) -> str | None:
    """The table whose rulebook an event of a link cites."""
    said = getattr(event, "claims", event)
    found = getattr(said, "table", None)
    return found if isinstance(found, str) else None
