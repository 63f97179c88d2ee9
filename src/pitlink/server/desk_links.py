"""A link at the desk before something is done to it: what there is to choose from, and what it would come to."""

from typing import Final, TypeVar

import msgspec
from starlette.responses import Response

from pitlink import pit
from pitlink.jackpot import commands as of_link
from pitlink.jackpot.events import ParametersChanged
from pitlink.people import Person
from pitlink.pit import Floor
from pitlink.pit.choosing import Choice, in_order, joining, leaving, successors
from pitlink.pit.statements import tell_parameters
from pitlink.refusals import Refused
from pitlink.server.calling import AsCall, Call, as_json
from pitlink.server.desk_messages import (
    ChangeAsked,
    ChangedTerm,
    ChangePreview,
    ClaimInOrder,
    LinkChoices,
    OrderAsked,
    OrderPreview,
    Successor,
    TableChoice,
)
from pitlink.server.problems import Problem

NOTED: Final = "a change that is looked at first"

T = TypeVar("T")


async def link_choices(call: AsCall, link: str) -> Response:
    """Tables that can leave the link or come onto it, and links that can have its jackpot, each with why not now."""
    name, by = call.link(link), call.person
    floor = _floor(call)
    return as_json(
        LinkChoices(
            *(name, floor.links[name].version),
            tuple(_table(floor, each) for each in leaving(floor, name, by)),
            tuple(_table(floor, each) for each in joining(floor, name, by)),
            tuple(Successor(each.link, each.shows, each.refused) for each in successors(floor, name, by)),
        )
    )


def _table(floor: Floor, choice: Choice) -> TableChoice:
    name, refused = choice
    table = floor.tables[name]
    return TableChoice(name, table.rules.game, table.open, table.rules.switches, refused)


async def order_preview(call: AsCall, link: str) -> Response:
    """What each winner would be paid in another order, and whether it could be found now: nothing is done."""
    name = call.link(link)
    asked = await _asked(call, OrderAsked, "every open claim of the link once")
    found = in_order(_floor(call), name, of_link.OrderClaims(call.person, asked.order))
    if isinstance(found, Refused):
        raise Problem(409, found)
    claims = (
        ClaimInOrder(hand.table, hand.position, hand.line, after.hand, before.amount, after.amount)
        for hand, before, after in found.awards
    )
    return as_json(OrderPreview(name, found.clause, tuple(claims), found.approve_again))


async def change_preview(call: AsCall, link: str) -> Response:
    """What would change, and whether it could now: nothing is done, and nobody else need sign."""
    name = call.link(link)
    return as_json(_previewed(call, name, await _asked(call, ChangeAsked, "a whole set of parameters")))


def _previewed(call: Call, name: str, asked: ChangeAsked) -> ChangePreview:
    live, by = call.pit.live, call.person
    second = Person("second", "gaming_shift_manager" if by.post == "pit_manager" else "pit_manager")
    command = of_link.ChangeParameters(by, second, asked.parameters, NOTED)
    outcome = pit.act_on_link(_floor(call), name, command)
    if isinstance(outcome, Refused):
        raise Problem(409, outcome)
    changed = outcome.events[-1].event
    assert isinstance(changed, ParametersChanged)
    before, after = dict(tell_parameters(live.links[name].set_up)), dict(tell_parameters(asked.parameters))
    changes = tuple(ChangedTerm(term, before[term], after[term]) for term in after if after[term] != before[term])
    return ChangePreview(name, changed.version, changes, changed.warnings)


def _floor(call: Call) -> Floor:
    return Floor(call.pit.live.tables, call.pit.live.links)


async def _asked(call: Call, kind: type[T], expected: str) -> T:
    try:
        return msgspec.json.decode(await call.request.body(), type=kind)
    except (msgspec.DecodeError, RecursionError) as error:
        raise Problem(400, Refused("not_readable", "the body", f"{expected} ({error})")) from None
