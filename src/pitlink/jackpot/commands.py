"""What can be asked of a link."""

from msgspec import Struct

from pitlink.games.awards import Contender
from pitlink.jackpot.link import ClaimOf, DealtHand, Held, Operator, Parameters, Stake
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
    second: Person
    change: Cents
    note: str


class SuspendLink(Struct, frozen=True):
    """Take no more progressive wagers, for maintenance or on somebody's order."""

    by: Person
    note: str


class FailLink(Struct, frozen=True):
    """The system does not work: what it displays now is what it had registered."""

    by: Person
    note: str


class CheckLink(Struct, frozen=True):
    """A self-check: SHA-256 of the software and of the parameters as found, and whether they are the approved ones."""

    by: Person
    software: str
    parameters: str
    passed: bool


class ResumeLink(Struct, frozen=True):
    """`second` is needed after a failure."""

    by: Person
    note: str
    second: Person | None = None


class ChangeParameters(Struct, frozen=True):
    """A whole new set, which gets a version of its own."""

    by: Person
    second: Person
    parameters: Parameters
    note: str


class RetireLink(Struct, frozen=True):
    """The end of a link: all it holds goes to another one, or without one to the house."""

    by: Person
    second: Person
    to: str | None
    note: str


class ReceiveJackpot(Struct, frozen=True):
    """What a link held that is retired."""

    by: Person
    second: Person
    link: str
    held: Held
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
    | SuspendLink
    | FailLink
    | CheckLink
    | ResumeLink
    | ChangeParameters
    | RetireLink
    | ReceiveJackpot
)
