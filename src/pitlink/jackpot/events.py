"""What has happened to a link. Names are written by hand and never change; a new form gets a new number."""

from msgspec import Struct

from pitlink.jackpot.link import ClaimOf, ClaimSet, FallReason, Fine, Held, Operator, OverflowTo, Parameters, Stake
from pitlink.money import Cents
from pitlink.rulebook.switches import Switches


class Happened(Struct, frozen=True, tag_field="name"):
    pass


class LinkOpened(Happened, frozen=True, tag="link.opened/1"):
    link: str
    operator: Operator
    parameters: Parameters
    switches: Switches
    by: str
    warnings: tuple[str, ...] = ()


class TableAdmitted(Happened, frozen=True, tag="link.table_admitted/1"):
    table: str
    game: str
    by: str
    warnings: tuple[str, ...] = ()


class TableReleased(Happened, frozen=True, tag="link.table_released/1"):
    table: str
    by: str


class ContributionsPosted(Happened, frozen=True, tag="link.contributions_posted/1"):
    """What went to the display, to the reserve and to the overflow, in ten-thousandths of a cent."""

    table: str
    round: int
    stakes: tuple[Stake, ...]
    increment: Fine
    hidden: Fine
    over: Fine


class ContributionsReversed(Happened, frozen=True, tag="link.contributions_reversed/1"):
    """Where the contribution was taken from again; what nothing could bear is the house's (R14)."""

    table: str
    round: int
    positions: tuple[int, ...]
    clause: str
    reason: FallReason
    from_display: Fine
    from_overflow: Fine
    from_reserve: Fine
    from_house: Fine


class ClaimsEntered(Happened, frozen=True, tag="link.claims_entered/1"):
    """Amounts fixed, display lowered or reset; pending until paid."""

    claims: ClaimSet
    reason: FallReason = "award"


class ClaimsOrdered(Happened, frozen=True, tag="link.claims_ordered/1"):
    """Open claims in another order of payment, their amounts fixed anew. `by` is None where the deal times say so."""

    claims: tuple[ClaimSet, ...]
    order: tuple[ClaimOf, ...]
    by: str | None
    clause: str
    reason: FallReason = "order_of_winners"


class ClaimsPaid(Happened, frozen=True, tag="link.claims_paid/1"):
    """Paid by an attendant, or by the system itself at an unattended table."""

    table: str
    round: int
    by: str
    software: bool = False


class ClaimsWithdrawn(Happened, frozen=True, tag="link.claims_withdrawn/1"):
    """Awards back to the display; of seed and released overflow what can still be given back."""

    claims: ClaimSet
    clause: str
    seed_to_reserve: Cents
    seed_to_house: Cents
    overflow_back: Cents
    reason: FallReason = "award_withdrawn"
    anew: bool = False  # the round is settled once more, from the value it was settled on (R106)


class OverflowReleased(Happened, frozen=True, tag="link.overflow_released/1"):
    """The whole was won: what had come in above the limit goes to its destination."""

    table: str
    to: OverflowTo
    amount: Cents


class DisplayCorrected(Happened, frozen=True, tag="link.display_corrected/1"):
    change: Cents
    note: str
    by: str
    reason: FallReason = "equipment_fault"
    second: str | None = None  # who agreed


class LinkSuspended(Happened, frozen=True, tag="link.suspended/1"):
    note: str
    by: str


class LinkFailed(Happened, frozen=True, tag="link.failed/1"):
    """`registered` is the display as it stood."""

    registered: Cents
    note: str
    by: str


class LinkChecked(Happened, frozen=True, tag="link.checked/1"):
    """A self-check with the SHA-256 digests it found."""

    software: str
    parameters: str
    passed: bool
    by: str


class LinkResumed(Happened, frozen=True, tag="link.resumed/1"):
    note: str
    by: str
    second: str | None


class ParametersChanged(Happened, frozen=True, tag="link.parameters_changed/1"):
    """The whole new set; a self-check must pass before the link runs with it."""

    parameters: Parameters
    version: int
    note: str
    by: str
    second: str
    warnings: tuple[str, ...] = ()


class LinkRetired(Happened, frozen=True, tag="link.retired/1"):
    """Nothing is left in it: `held` went to another link, or to the house where there is none."""

    to: str | None
    held: Held
    note: str
    by: str
    second: str
    reason: FallReason


class JackpotReceived(Happened, frozen=True, tag="link.jackpot_received/1"):
    """All that another link held, each part to the same meter; what is above the limit to the overflow."""

    link: str
    held: Held
    note: str
    by: str
    second: str


Event = (
    LinkOpened
    | TableAdmitted
    | TableReleased
    | ContributionsPosted
    | ContributionsReversed
    | ClaimsEntered
    | ClaimsOrdered
    | ClaimsPaid
    | ClaimsWithdrawn
    | OverflowReleased
    | DisplayCorrected
    | LinkSuspended
    | LinkFailed
    | LinkChecked
    | LinkResumed
    | ParametersChanged
    | LinkRetired
    | JackpotReceived
)
