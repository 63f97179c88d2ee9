"""What happened at a table in words, for those who look on in one role: no more than the event itself tells them."""

from typing import Final, Literal, get_args

from pitlink.people import officer
from pitlink.pit.floor import Floor, Recorded
from pitlink.pit.story import tell
from pitlink.pit.words import Told, by
from pitlink.table import Event, Table
from pitlink.table import events as on
from pitlink.table.redacting import hidden
from pitlink.table.views import Role

Kind = Literal["void", "report", "ruling", "claim", "correction"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)


def tell_to(role: Role, name: str, event: Event, table: Table) -> Told:
    """A sentence on an event at a table; `table` is as the event left it."""
    if hidden(event, role):
        return _without(event)
    return tell(Recorded(f"table/{name}", table.version, "", event), Floor({name: table}))


def _without(event: Event) -> Told:
    """The same without what the role may not see."""
    match event:
        case on.CardDealt():
            return Told(f"{event.place}: dealt face down", level=2)
        case on.CardCorrected():
            return Told(f"{event.place}: put right by {event.by}", by("R89"), 2)
        case on.DeckOpened():
            return Told("The deck is opened for surveillance and audit", level=3)
        case on.ClaimsVerified():
            who = officer(event.post, event.by, software=event.software)
            return Told(f"The {who} verifies the winning hands and counts the deck", by(event.clause))
        case on.RackFilled():
            return Told(f"Fill by {event.by}, signed by {event.dealer}", by(event.clause), 2)
        case on.RackCredited():
            return Told(f"Credit by {event.by}, signed by {event.dealer}", by(event.clause), 2)
        case on.RackCounted():
            return Told(f"{event.by} counts the rack", by(event.clause), 2)
        case on.TableOpened():
            return Told("The table opens", level=0)
        case _:
            raise AssertionError(f"nothing of {event} is hidden")


def kind_of(event: object) -> Kind | None:
    """As what somebody looks for it who goes through rounds that are over."""
    match event:
        case on.RoundVoided():
            return "void"
        case on.IrregularityReported() | on.EarlierErrorNoted():
            return "report"
        case on.RulingGiven() | on.ReportDismissed():
            return "ruling"
        case on.RoundSettled(paid=paid) if paid is not None and paid.awards:
            return "claim"
        case on.ClaimsVerified() | on.ClaimsApproved() | on.ClaimsRejected() | on.AwardPaid():
            return "claim"
        case on.CardCorrected() | on.WagerCorrected() | on.CardsMoved() | on.SettlementSetAside() | on.AwardsAmended():
            return "correction"
        case _:
            return None


# What went wrong, by the names of the events that say so.
TROUBLE: Final[tuple[type[on.Happened], ...]] = (
    on.IrregularityReported,
    on.EarlierErrorNoted,
    on.RoundVoided,
    on.CardCorrected,
    on.WagerCorrected,
    on.CardsMoved,
    on.SettlementSetAside,
    on.AwardsAmended,
)
