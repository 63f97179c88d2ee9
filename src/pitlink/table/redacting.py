"""An event of the log as those may see it who look on in one role.

What a card is, nobody learns from its being dealt: only from its being turned up, or from the view of his own hand.
"""

from typing import Any

import msgspec

from pitlink.table import events as on
from pitlink.table.events import Event
from pitlink.table.views import Role

WITH_RACK: tuple[Role, ...] = ("dealer", "pit_staff", "surveillance")  # as the views show it
WITH_CAMERAS: tuple[Role, ...] = ("pit_staff", "surveillance")


def redacted(event: Event, role: Role) -> dict[str, Any]:
    """The event with its name; what this role may not see is null."""
    told: dict[str, Any] = msgspec.to_builtins(event)
    for field in hidden(event, role):
        told[field] = None
    return told


def hidden(event: Event, role: Role) -> tuple[str, ...]:
    """The fields that this role is not told."""
    match event:
        case on.CardDealt():
            return ("card", "salt")
        case on.CardCorrected():
            return ("was", "card")
        case on.DeckOpened() if role != "surveillance":
            return ("cards", "salts")
        case on.ClaimsVerified() if role not in WITH_CAMERAS:
            return ("surveillance",)
        case on.RackFilled() | on.RackCredited() if role not in WITH_RACK:
            return ("amount", "slip")
        case on.RackCounted() if role not in WITH_RACK:
            return ("counted", "expected")
        case on.TableOpened() if role not in WITH_RACK:
            return ("setup",)
        case _:
            return ()
