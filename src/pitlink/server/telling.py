"""Committed events as each viewer may be told them, at tables and of links.

What happens to a link is told whole to those who may read the log. Everybody else learns what the sign shows: how the
display moves and who wins, but no reserve, no overflow, no parameters and no words that staff wrote for the record.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from pitlink.jackpot import events as on
from pitlink.pit.witness import kind_of, tell_to
from pitlink.server.messages import Told, Words
from pitlink.server.roles import Caller
from pitlink.store import Stored
from pitlink.store.streams import name_of
from pitlink.table import Event, Table
from pitlink.table.redacting import redacted
from pitlink.table.views import Role

WITH_LOG: Final[tuple[Role, ...]] = ("pit_staff", "surveillance")

# The fields of a link's events that everybody is told, besides name and giver; others are null.
FOR_ALL: Final[Mapping[type[on.Happened], tuple[str, ...]]] = {
    on.LinkOpened: ("link",),
    on.TableAdmitted: ("table", "game"),
    on.TableReleased: ("table",),
    on.ContributionsPosted: ("table", "round", "stakes", "increment"),
    on.ContributionsReversed: ("table", "round", "positions", "clause", "reason", "from_display"),
    on.ClaimsEntered: ("claims", "reason"),
    on.ClaimsOrdered: ("claims", "order", "clause", "reason"),
    on.ClaimsPaid: ("table", "round", "software"),
    on.ClaimsWithdrawn: ("claims", "clause", "reason", "anew"),
    on.OverflowReleased: ("table",),
    on.DisplayCorrected: ("change", "reason"),
    on.LinkSuspended: (),
    on.LinkFailed: ("registered",),
    on.LinkChecked: ("passed",),
    on.LinkResumed: (),
    on.ParametersChanged: ("version",),
    on.LinkRetired: ("to", "reason"),
    on.JackpotReceived: ("link",),
}
OF_CLAIMS: Final = ("table", "round", "game", "paid", "entered")


def told_of(stored: Stored, caller: Caller) -> Told:
    return Told(stored.version, stored.at_us, stored.by, event_for(stored, caller))


def watched(stored: Stored, table: Table, caller: Caller) -> Told:
    """The same in words too; `table` is as the event left it."""
    return Told(stored.version, stored.at_us, stored.by, event_for(stored, caller), words_for(stored, table, caller))


def words_for(stored: Stored, table: Table, caller: Caller) -> Words:
    """What happened at a table; a card that lies face down is in no word of it."""
    event = stored.event
    assert isinstance(event, Event)
    told = tell_to(caller.viewer.role, name_of(stored.stream), event, table)
    return Words(told.words, told.clauses, told.level, kind_of(event))


def event_for(stored: Stored, caller: Caller) -> dict[str, Any]:
    """The event with its name; what this viewer may not see is null."""
    event, role = stored.event, caller.viewer.role
    if isinstance(event, Event):
        return redacted(event, role)
    told: dict[str, Any] = msgspec.to_builtins(event)
    if isinstance(event, on.Happened) and role not in WITH_LOG:
        _keep(told, ("name", "by", *FOR_ALL[type(event)]))
        for claims in _claims(told):
            _keep(claims, OF_CLAIMS)
    return told


def _keep(told: dict[str, Any], fields: tuple[str, ...]) -> None:
    for field in told:
        if field not in fields:
            told[field] = None


def _claims(told: dict[str, Any]) -> Iterator[dict[str, Any]]:
    claims = told.get("claims") or ()
    yield from (claims,) if isinstance(claims, dict) else claims
