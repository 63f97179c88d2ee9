"""What a manager wants to hear of at the end of a day, beside the figures."""

from typing import Final

from msgspec import Struct, structs

from pitlink import jackpot
from pitlink.audit.happened import tell_system
from pitlink.jackpot import events as at_link
from pitlink.pit import Floor, Recorded
from pitlink.pit.story import tell
from pitlink.pit.words import counted, listed
from pitlink.store import events as system
from pitlink.store.record import Stored
from pitlink.table import events as on

# Everyday things of a link, which the figures tell; whatever else happens to one is significant.
EVERYDAY: Final = (
    at_link.ContributionsPosted,
    at_link.ContributionsReversed,
    at_link.ClaimsEntered,
    at_link.ClaimsPaid,
    at_link.OverflowReleased,
)

# Of all that happens at a table.
AT_TABLE: Final = (on.TableOpened, on.TableClosed, on.ClaimsRejected, on.RoundVoided, on.JackpotFailed)


class Significant(Struct, frozen=True):
    at_us: int
    code: str
    source: str
    words: str


class SignificantSoFar:
    """Processes that come and go are not; one that ended without leaving its tables is."""

    def __init__(self) -> None:
        self._told: list[Significant] = []
        self._owners: dict[str, str] = {}  # of tables that were taken and not left
        self._checks: dict[str, list[int]] = {}  # by software: where it is told, how often more

    @property
    def all(self) -> tuple[Significant, ...]:
        told = list(self._told)
        for at, more in self._checks.values():
            if more:
                told[at] = structs.replace(told[at], words=f"{told[at].words}; {counted(more, 'time')} more that day")
        return tuple(told)

    def note_owners(self, event: system.Event) -> tuple[str, ...]:
        """Who has which tables; those of the event that somebody else had not left."""
        match event:
            case system.TablesTaken():
                left = (self._owners.get(table, event.process) == event.process for table in event.epochs)
                over = tuple(table for table, orderly in zip(event.epochs, left, strict=True) if not orderly)
                self._owners |= dict.fromkeys(event.epochs, event.process)
                return over
            case system.TablesLeft():
                for table in event.tables:
                    self._owners.pop(table, None)
        return ()

    def take_system(self, stored: Stored, event: system.Event) -> None:
        before = dict(self._owners)
        over = self.note_owners(event)
        match event:
            case system.TablesTaken():
                if over:
                    old = listed(sorted({before[table] for table in over}))
                    self._tell(stored, f"{event.process} takes over {listed(over)} from {old}, which had not left")
            case system.TablesLeft():
                pass
            case system.SelfChecked() if event.software in self._checks:
                self._checks[event.software][1] += 1
            case _:
                if isinstance(event, system.SelfChecked):
                    self._checks[event.software] = [len(self._told), 0]
                self._tell(stored, tell_system(event).words)

    def take(self, stored: Stored, what: Recorded, floor: Floor) -> None:
        event = what.event
        if isinstance(event, jackpot.Event):
            told = not isinstance(event, EVERYDAY)
        elif isinstance(event, on.RackCounted):
            told = event.counted != event.expected
        else:
            told = isinstance(event, AT_TABLE)
        if told:
            self._tell(stored, tell(what, floor).words)

    def _tell(self, stored: Stored, words: str) -> None:
        code = str(type(stored.event).__struct_config__.tag)
        self._told.append(Significant(stored.at_us, code, stored.stream, words))
