"""A link as it stands: parameters by New Jersey's names, meters, member tables, open claims.

Meters are kept in ten-thousandths of a cent, the grain in which a rate in basis points comes out exactly; the books and
the sign have whole cents, and what is less is carried.
"""

from collections.abc import Mapping
from typing import Final, Literal, NewType

from msgspec import Struct, structs

from pitlink.games.awards import Contender
from pitlink.games.round import Jackpot, JackpotSettlement
from pitlink.money import ZERO, Cents
from pitlink.rulebook.switches import DEFAULT, Switches

Fine = NewType("Fine", int)  # ten-thousandths of a cent
FINE: Final = 10_000  # of them to the cent
NO_FINE: Final = Fine(0)

Operator = Literal["mbs", "rws"]
OverflowTo = Literal["next_jackpot", "reserve", "house"]

# Why a displayed value may fall: there is no other reason (regulators' closed list, with what the rulebooks add).
FallReason = Literal[
    "award",  # a prize was won
    "wager_returned",  # the rulebook hands a progressive wager back, and its contribution with it (R14)
    "award_withdrawn",  # a reset value goes back to where it came from because the award did
    "order_of_winners",  # claims not yet paid are put in another order (rws-3cp 4.7.2)
    "equipment_fault",  # a documented correction
    "transferred",  # all of it is shown and won on another link: a transfer with approval (COMAR 36.04.01.30 C)
    "retired",  # the jackpot ends with approval, and unpaid funds are dealt with (Victoria): released, documented
]

LinkState = Literal["running", "suspended", "failed", "retired"]


def fine(cents: Cents) -> Fine:
    return Fine(cents * FINE)


def whole_cents(amount: Fine) -> Cents:
    return Cents(amount // FINE)


class Features(Struct, frozen=True):
    """Let It Ride's system draws: in which share of the rounds each is made, in basis points; 0 is off (R96)."""

    magic_card_bp: int = 0
    lucky_player_bp: int = 0


class Parameters(Struct, frozen=True):
    """What a link is set up with. Rates are in basis points of the wager."""

    base: Cents  # what the display starts with
    reset: Cents  # what it starts with again after the whole was won
    increment_rate_bp: int  # to the display
    hidden_rate_bp: int  # to the reserve, which pays the next reset
    limit: Cents | None  # above which nothing is displayed
    overflow_to: OverflowTo  # where it goes when the whole is next won
    unreasonable_contribution: Cents  # stakes of one table and round above this are no contribution but a fault
    unit: Cents  # one progressive wager
    features: Features = Features()


class Meters(Struct, frozen=True, gc=False):
    """What a link has counted and what it holds."""

    wagers_in: int = 0  # qualifying wagers
    display: Fine = NO_FINE
    hits: int = 0  # awards entered
    wins: Cents = Cents(0)  # what they came to
    overflow: Fine = NO_FINE
    reserve: Fine = NO_FINE
    contributed: Fine = NO_FINE  # to the display, over all time
    awarded: Cents = Cents(0)  # out of the display
    seeded: Cents = Cents(0)  # into it, to bring it back to its reset value
    documented: Fine = NO_FINE  # every other change of it, each an event with its reason
    paid_by_attendant: Cents = Cents(0)  # of the wins; the rest is open
    paid_by_system: Cents = Cents(0)


class Held(Struct, frozen=True, gc=False):
    """All money of a link, to the last ten-thousandth of a cent."""

    display: Fine
    reserve: Fine
    overflow: Fine


class Stake(Struct, frozen=True, gc=False):
    """A progressive wager in play at one position."""

    position: int
    amount: Cents


class Contribution(Struct, frozen=True, gc=False):
    """What a table's last round put into the link, and what of it has been taken out again."""

    round: int
    stakes: tuple[Stake, ...]
    over: Fine = NO_FINE  # what of it went to the overflow
    reversed: tuple[int, ...] = ()  # positions
    increment_rate_bp: int = 0  # as they stood when it was posted
    hidden_rate_bp: int = 0


class DealtHand(Struct, frozen=True, gc=False):
    """When the last card of a position's hand lay on the table."""

    position: int
    at: int


class ClaimOf(Struct, frozen=True, order=True):
    """One winning hand among the open claims."""

    table: str
    position: int
    line: str = "progressive"  # features have lines of their own


class ClaimSet(Struct, frozen=True):
    """All awards out of the jackpot of one table and round, entered together, their amounts fixed by the entry."""

    table: str
    round: int
    game: str
    contenders: tuple[Contender, ...]
    dealt: tuple[DealtHand, ...]
    paid: JackpotSettlement  # what the game's `pay` made of the display
    seed_from_reserve: Cents
    released: Cents = ZERO  # overflow that the win of the whole has released
    released_to: OverflowTo | None = None  # where to
    entered: int = 0  # as which version of the link first; settled anew they keep their place (R106)
    registered: Cents | None = None  # the most that they are paid on, where the system failed at the table (R25)
    by_system: bool = False  # once they are paid: by software at an unattended table

    def dealt_at(self, position: int) -> int:
        return next((hand.at for hand in self.dealt if hand.position == position), 0)


def taken(paid: JackpotSettlement) -> Cents:
    """What awards took out of the display; the house added the rest."""
    return Cents(sum(award.from_pool for award in paid.awards))


def total(paid: JackpotSettlement) -> Cents:
    return Cents(sum(award.amount for award in paid.awards))


class SetAside(Struct, frozen=True, gc=False):
    """Claims of a round that is settled anew: the value they were fixed on, and when they were entered (R106)."""

    value: Fine
    entered: int


class Link(Struct, frozen=True):
    """One jackpot over several tables."""

    id: str = ""
    operator: Operator = "mbs"
    parameters: Parameters | None = None  # None before it is opened
    switches: Switches = DEFAULT
    tables: Mapping[str, str] = {}  # member tables and their games
    meters: Meters = Meters()
    contributions: Mapping[str, Contribution] = {}  # the last round of each table
    open_claims: tuple[ClaimSet, ...] = ()  # one a table
    order: tuple[ClaimOf, ...] = ()  # in which their hands are paid
    paid_claims: Mapping[str, ClaimSet] = {}  # of each table's last round: it may still be void (R40)
    set_aside: Mapping[str, SetAside] = {}  # of tables that settle a round anew
    state: LinkState = "running"
    note: str = ""  # why it is not running
    registered: Cents | None = None  # what it displayed when it failed
    checked: bool | None = None  # the last self-check since it was opened, changed or failed; None: not yet
    parameters_version: int = 1
    version: int = 0

    @property
    def set_up(self) -> Parameters:
        assert self.parameters is not None
        return self.parameters

    @property
    def runs(self) -> bool:
        return self.state == "running"

    @property
    def display(self) -> Cents:
        """What the sign shows."""
        return whole_cents(self.meters.display)

    @property
    def jackpot(self) -> Jackpot:
        """The link as a round of play sees it."""
        return Jackpot(self.display, self.set_up.reset, self.set_up.unit)

    def jackpot_for(self, table: str, registered: Cents | None = None) -> Jackpot:
        """What a table's claims are paid on: the display, unless it settles anew, or the system failed there."""
        value = whole_cents(self.set_aside[table].value) if table in self.set_aside else self.display
        return structs.replace(self.jackpot, meter=value if registered is None else Cents(min(value, registered)))

    def claims_of(self, table: str) -> ClaimSet | None:
        return next((claims for claims in self.open_claims if claims.table == table), None)
