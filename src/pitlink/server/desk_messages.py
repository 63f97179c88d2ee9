"""What the pit desk is told: tables and links with what waits there, a change before it is made."""

from collections.abc import Mapping

from msgspec import Struct

from pitlink.games.round import Limit
from pitlink.jackpot.link import ClaimOf, LinkState, Parameters
from pitlink.jackpot.sign import Sign
from pitlink.money import Cents
from pitlink.people import Post
from pitlink.pit.awaited import Thing
from pitlink.refusals import Refused
from pitlink.rulebook.switches import Switches
from pitlink.table.setup import CardSource, TableSetup
from pitlink.table.state import Step
from pitlink.table.views import ClaimsView, NoticeView, ReportView


class DeskAwaited(Struct, frozen=True):
    """Something that waits, and since when. `refused` is why you may not do it now; null where you may."""

    thing: Thing
    words: str
    clause: str | None
    post: Post
    command: str
    refused: Refused | None
    since_us: int | None


class DeskPlayer(Struct, frozen=True):
    """Somebody with chips at a table, or who is there. `warned`: has had the one result under the minimum (R31)."""

    player: str
    chips: Cents
    available: Cents
    present: bool
    positions: tuple[int, ...]
    restricted: bool
    barred: bool
    warned: bool


class DeskTable(Struct, frozen=True):
    """A table as a supervisor reads it. `rack` are the chips that should lie there.

    `opens_on` is the link it will be on when it opens again, and `setup`, once it is closed, what it opens with.
    `acts` are commands, each with why you may not give it now, null where you may.
    """

    table: str
    game: str
    version: int
    open: bool
    round: int
    call: str
    step: Step | None
    dealer: str | None
    software: bool  # deals, and not a person
    cards: CardSource
    unattended: bool
    positions: int
    layout: str
    device: str
    rack: Cents
    uncounted: bool
    link: str | None
    opens_on: str | None
    limits: Mapping[str, Limit]
    unit: Cents | None
    players: tuple[DeskPlayer, ...]
    notices: tuple[NoticeView, ...]
    report: ReportView | None
    claims: ClaimsView | None
    awaited: tuple[DeskAwaited, ...]
    acts: Mapping[str, Refused | None]
    setup: TableSetup | None


class DeskClaim(Struct, frozen=True):
    """A winning hand that is not paid yet, in the order of payment."""

    table: str
    round: int
    position: int
    line: str
    hand: str
    amount: Cents
    rule: str
    waits_for: Step | None
    verified_by: str | None
    approved_by: str | None


class DeskMeters(Struct, frozen=True):
    """In whole cents; `exact` is the display with the ten-thousandths of a cent that are carried."""

    display: Cents
    exact: str
    reserve: Cents
    overflow: Cents
    wagers_in: int
    hits: int
    wins: Cents
    paid_by_attendant: Cents
    paid_by_system: Cents


class DeskTerm(Struct, frozen=True):
    """A parameter as people read it."""

    name: str
    words: str


class DeskLink(Struct, frozen=True):
    """A link as a manager reads it. `acts` are commands, each with why you may not give it now, null where you may."""

    link: str
    operator: str
    version: int
    state: LinkState
    note: str
    checked: bool | None
    registered: Cents | None
    sign: Sign
    meters: DeskMeters
    parameters: Parameters
    parameters_version: int
    terms: tuple[DeskTerm, ...]
    tables: Mapping[str, str]
    claims: tuple[DeskClaim, ...]
    awaited: tuple[DeskAwaited, ...]
    acts: Mapping[str, Refused | None]


class DeskMessage(Struct, frozen=True, omit_defaults=True):
    """Tables and links that have changed; all of them in a `snapshot`."""

    position: int
    tables: tuple[DeskTable, ...] = ()
    links: tuple[DeskLink, ...] = ()
    snapshot: bool = False


class TableChoice(Struct, frozen=True):
    """A table that could come onto a link or leave it. `refused` is why you may not have that now; null where you may.

    `switches` are its readings, which a link must know to admit it.
    """

    table: str
    game: str
    open: bool
    switches: Switches
    refused: Refused | None


class Successor(Struct, frozen=True):
    """A link to which a jackpot that ends can go; `shows` is what it would display then."""

    link: str
    shows: Cents
    refused: Refused | None


class LinkChoices(Struct, frozen=True):
    """What there is to choose from where the tables of a link change, or where it ends.

    `others` are tables of the operator that are on no link; who is on another one leaves that first.
    """

    link: str
    version: int
    members: tuple[TableChoice, ...]
    others: tuple[TableChoice, ...]
    successors: tuple[Successor, ...]


class OrderAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """Every open claim of a link once, the first to be paid first."""

    order: tuple[ClaimOf, ...]


class ClaimInOrder(Struct, frozen=True):
    """One winning hand, with what it is paid as the order stands and as it would be."""

    table: str
    position: int
    line: str
    hand: str
    was: Cents
    becomes: Cents


class OrderPreview(Struct, frozen=True):
    """Another order of winners, if it were found now. At tables in `approve_again` the approval ends (R110)."""

    link: str
    clause: str
    claims: tuple[ClaimInOrder, ...]
    approve_again: tuple[str, ...]


class ChangeAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """A whole set of parameters, which a link may come to have."""

    parameters: Parameters


class ChangedTerm(Struct, frozen=True):
    """One parameter that would be another."""

    name: str
    was: str
    becomes: str


class ChangePreview(Struct, frozen=True):
    """What a change would be, if it were made now, and what there is to think of."""

    link: str
    version: int
    changes: tuple[ChangedTerm, ...]
    warnings: tuple[str, ...]
