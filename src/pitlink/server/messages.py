"""What goes out: what the feeds say, and the answers about people."""

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType, field

from pitlink.audit.standing import Head, Signature
from pitlink.games.round import Limit
from pitlink.jackpot.sign import Sign
from pitlink.pit.witness import Kind
from pitlink.server.proving import Proof
from pitlink.server.roles import Role
from pitlink.table.nextstep import Next
from pitlink.table.options import Option
from pitlink.table.views import ClaimsView, Opened, ReportView, TableView


class Words(Struct, frozen=True):
    """An event of a table as a sentence, with its clauses. `level` is 0 for what opens a round and 3 for small things.

    `kind` is for whatever somebody may look for later.
    """

    words: str
    clauses: tuple[str, ...]
    level: int
    kind: Kind | None = None


class Told(Struct, frozen=True):
    """One committed event, in the form of a role; at a table, for those who watch it, in words too."""

    version: int
    at_us: int
    by: str
    event: Mapping[str, Any]
    said: Words | UnsetType = UNSET


class Clock(Struct, frozen=True):
    """How long people have `for` something, and how much of it was left when this was sent.

    It is `stopped` while the player's connection is lost, for a time and once a round (R102).
    """

    what: Literal["bets", "decide", "show", "answer", "rule"] = field(name="for")
    position: int | None
    seconds: float
    left: float
    player: str | None  # whose answer is waited for; None where it is anybody's
    stopped: bool = False


class Accepted(Struct, frozen=True):
    """Committed. `position` is that of its last event, of which it has so many.

    A feed of the table or link, for a set-up that of the floor, that has reached `version` shows it.
    """

    position: int
    events: int
    version: int


class TableMessage(Struct, frozen=True, omit_defaults=True):
    """`version` is the table's. A `snapshot` tells nothing of before. `next` is for staff: what the procedure wants.

    Without a view only the jackpot or the clock has changed, whichever is there; a clock that is null has ended, or
    there is none.
    """

    version: int
    snapshot: bool = False
    events: tuple[Told, ...] = ()
    view: TableView | None = None
    options: tuple[Option, ...] | None = None
    sign: Sign | None = None
    clock: Clock | UnsetType | None = UNSET
    next: Next | None = None


class LinkMessage(Struct, frozen=True, omit_defaults=True):
    """`version` is the link's, and the sign is as its last event left it. A `snapshot` tells nothing of before."""

    version: int
    sign: Sign
    snapshot: bool = False
    events: tuple[Told, ...] = ()


class TableLine(Struct, frozen=True):
    """A table as the floor shows it. `call` is what is said there now; `position` is where the step is done.

    `community` has None for a card that lies face down.
    """

    table: str
    game: str
    open: bool
    version: int
    round: int
    step: str | None
    dealer: str | None
    positions: int
    seated: Mapping[int, str]
    link: str | None
    limits: Mapping[str, Limit]
    community: tuple[str | None, ...]
    position: int | None
    call: str


class ToldOnFloor(Struct, frozen=True):
    """An event of a table, or of a link, as that one's feed tells it."""

    table: str | None
    link: str | None
    told: Told


class FloorMessage(Struct, frozen=True, omit_defaults=True):
    """Tables and links that have changed; all of them in a `snapshot`. Events are told to those who ask for them."""

    position: int
    tables: tuple[TableLine, ...] = ()
    links: tuple[Sign, ...] = ()
    snapshot: bool = False
    events: tuple[ToldOnFloor, ...] = ()


class Result(Struct, frozen=True):
    """What one player is better or worse off, in cents, by the wagers at one position."""

    position: int
    player: str
    net: int


class RoundLine(Struct, frozen=True):
    """A round that is over. It ended when it was settled or void; `void` is the clause by which it was.

    `noted` is what happened in it besides play.
    """

    round: int
    version: int
    last_version: int
    began_us: int
    ended_us: int
    void: str | None
    dealer_hand: str | None
    results: tuple[Result, ...]
    noted: tuple[Kind, ...] = ()


class RoundPage(Struct, frozen=True):
    """Newest first; `earlier` is what to ask `before` for the next page, null where there is none."""

    rounds: tuple[RoundLine, ...]
    earlier: int | None


class RoundsFound(Struct, frozen=True):
    """Newest first. It was looked back as far as `reached`; `earlier` is what to ask `before` to look further."""

    rounds: tuple[RoundLine, ...]
    reached: int | None
    earlier: int | None


class RoundStep(Struct, frozen=True):
    """One event, in words too, and the table after it, in the form of the viewer. The view's seal is left out."""

    version: int
    at_us: int
    by: str
    event: Mapping[str, Any]
    said: Words
    view: TableView


class RoundTold(Struct, frozen=True):
    """A round step by step. `opened` are the cards whose commitments in `seal` this viewer can check."""

    table: str
    game: str
    summary: RoundLine
    seal: tuple[str, ...]
    opened: tuple[Opened, ...]
    steps: tuple[RoundStep, ...]


class RecordPage(Struct, frozen=True):
    """Events of a table in their order; `earlier` is what to ask `before` for those that came before them."""

    version: int
    events: tuple[Told, ...]
    earlier: int | None


class Trouble(Struct, frozen=True):
    """What last went wrong at a table: in which round, or before its first one."""

    round: int
    version: int
    at_us: int
    by: str
    said: Words


class WatchLine(Struct, frozen=True):
    """A table at a glance for those who watch: a report that waits for a ruling, awards that wait to be paid."""

    line: TableLine
    report: ReportView | None
    claims: ClaimsView | None
    trouble: Trouble | None


class WatchMessage(Struct, frozen=True, omit_defaults=True):
    """Tables that have changed; all of them in a `snapshot`."""

    position: int
    tables: tuple[WatchLine, ...] = ()
    snapshot: bool = False


class AuditState(Struct, frozen=True):
    """Where the log ends, how far it is signed and proved, and which software runs; `may_prove` is for who asks."""

    head: Head
    signed: Signature | None
    software: str
    proof: Proof | None
    may_prove: bool


class Begun(Struct, frozen=True):
    """A session; the token is shown once. Guests have no password."""

    name: str
    role: Role | None
    token: str
    has_password: bool


class Me(Struct, frozen=True):
    """Who asks, if anybody, whether this floor takes guests, and whether there is a password, which can be changed."""

    name: str | None
    role: Role | None
    guests: bool
    has_password: bool


class Account(Struct, frozen=True):
    """Of a person or a bot. Without a password it is a guest's or a bot's; one that is `shut` can be opened again."""

    name: str
    role: Role
    has_password: bool
    shut: bool


class Ready(Struct, frozen=True, omit_defaults=True):
    status: str
    position: int | None = None


class LogLine(Struct, frozen=True):
    """One event of the log, in the form of a role."""

    position: int
    stream: str
    version: int
    at_us: int
    by: str
    command: str
    event: Mapping[str, Any]


class LogPage(Struct, frozen=True):
    """`position` is that of the last of them: the next page is behind it."""

    position: int
    events: tuple[LogLine, ...]


class StoryLine(Struct, frozen=True):
    """One event of the log in words, with the clauses it rests on, which are those of `game` where there is one.

    `level` 0 opens a round, a table or a link, 1 is a step of it, 2 belongs to a step, 3 is a small thing.
    """

    position: int
    stream: str
    version: int
    at_us: int
    by: str
    words: str
    clauses: tuple[str, ...]
    level: int
    game: str | None


class StoryPage(Struct, frozen=True):
    """Newest first; `earlier` is what to ask `before` to look further back, null at the beginning of the log.

    `looked_back_to_us` is how far this page has looked, whether or not it found anything there.
    """

    lines: tuple[StoryLine, ...]
    earlier: int | None
    looked_back_to_us: int | None
