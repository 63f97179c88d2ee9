"""What can be asked of a link."""

from msgspec import Struct

from pitlink.games.awards import Contender
from pitlink.jackpot.link import ClaimOf, DealtHand, Operator, Parameters, Stake
from pitlink.money import Cents
from pitlink.people import Person
from pitlink.rulebook.switches import DEFAULT, Switches


class OpenLink(Struct, frozen=True):
    by: Person
    link: str
    operator: Operator
    parameters: Parameters
    switches: Switches = DEFAULT


class AdmitTable(Struct, frozen=True):
    """Let a table take progressive wagers for this link; its readings come along, since they change the odds."""

    by: Person
    table: str
    game: str
    switches: Switches = DEFAULT


class ReleaseTable(Struct, frozen=True):
    by: Person
    table: str


class PostContributions(Struct, frozen=True):
    """All progressive wagers of one table and round, at "no more bets"."""

    table: str
    round: int
    stakes: tuple[Stake, ...]


class ReverseContributions(Struct, frozen=True):
    """Take out what wagers put in that the rulebook hands back; `clause` is the one that does."""

    table: str
    round: int
    positions: tuple[int, ...]
    clause: str


class EnterClaims(Struct, frozen=True):
    """The winning hands of one table and round."""

    table: str
    round: int
    contenders: tuple[Contender, ...]
    dealt: tuple[DealtHand, ...] = ()
    registered: Cents | None = None  # before the system failed at the table: no more than this is paid on (R25)


class OrderClaims(Struct, frozen=True):
    """The House finds in which order hands at several tables were dealt (rws-3cp 4.7.2)."""

    by: Person
    order: tuple[ClaimOf, ...]


class PayClaims(Struct, frozen=True):
    by: Person
    table: str
    round: int


class WithdrawClaims(Struct, frozen=True):
    """The round was void: what its awards took goes back (R39). `anew`: it is settled once more (R106)."""

    table: str
    round: int
    clause: str
    anew: bool = False


class CorrectDisplay(Struct, frozen=True):
    """Put the display right after an equipment fault, up or down; `note` says what happened."""

    by: Person
    change: Cents
    note: str


Command = (
    OpenLink
    | AdmitTable
    | ReleaseTable
    | PostContributions
    | ReverseContributions
    | EnterClaims
    | OrderClaims
    | PayClaims
    | WithdrawClaims
    | CorrectDisplay
)
