"""Commands at a link that come from no table: whom they touch beside it."""

from pitlink import jackpot as links
from pitlink.jackpot import commands as of_link
from pitlink.jackpot.events import LinkRetired
from pitlink.money import dollars
from pitlink.pit.acting import amend_others
from pitlink.pit.floor import Floor, Outcome, at_link
from pitlink.refusals import Refused
from pitlink.table import Table
from pitlink.table.state import Play


def act_on_link(floor: Floor, link: str, command: links.Command) -> Outcome | Refused:
    """Carry out a command at a link. Contributions and claims come from tables only, and are refused here."""
    match command:
        case of_link.OpenLink():
            if command.link != link:
                return Refused("other_link", f"opening link {command.link} as {link}", "one name")
            return at_link(Outcome(floor), link, command, command.by)
        case of_link.AdmitTable() | of_link.CorrectDisplay() | of_link.CheckLink():
            return at_link(Outcome(floor), link, command, command.by)
        case of_link.SuspendLink() | of_link.FailLink() | of_link.ResumeLink():
            return at_link(Outcome(floor), link, command, command.by)
        case of_link.ChangeParameters():
            return _change(floor, link, command)
        case of_link.RetireLink():
            return _retire(floor, link, command)
        case of_link.ReleaseTable():
            member = floor.tables.get(command.table)
            if member is not None and member.open:
                return Refused("table_is_open", f"table {command.table}", "a table that is closed")
            return at_link(Outcome(floor), link, command, command.by)
        case of_link.OrderClaims():
            ordered = at_link(Outcome(floor), link, command, command.by)
            return ordered if isinstance(ordered, Refused) else amend_others(ordered, command.by, None)
        case of_link.ReceiveJackpot():
            return Refused("for_the_link", "a jackpot received", "the retirement of the link it comes from", "R113")
        case _:
            return Refused("for_the_table", "contributions and claims", "the table's own commands")


def _change(floor: Floor, link: str, command: of_link.ChangeParameters) -> Outcome | Refused:
    """What tables have been set up with is not changed while one is open, nor what a round in play may win."""
    changed = at_link(Outcome(floor), link, command, command.by)
    if isinstance(changed, Refused):
        return changed
    before, after = floor.links[link].set_up, changed.floor.links[link].set_up
    for name in floor.links[link].tables:
        member = floor.tables.get(name, Table())
        if before.unreasonable_contribution != after.unreasonable_contribution and member.open:
            return Refused("table_is_open", f"table {name}", "a table that is closed")
        if before.reset != after.reset and member.play is not None and _may_win(member.play):
            found = f"reset value {dollars(after.reset)} with round {member.play.number} of table {name} in play"
            return Refused("round_may_win", found, f"{dollars(before.reset)} until the round is settled")
    return changed


def _may_win(play: Play) -> bool:
    """A progressive wager is in play whose hand is not settled yet."""
    return bool(play.feeding) and not play.settled and play.void is None


def _retire(floor: Floor, link: str, command: of_link.RetireLink) -> Outcome | Refused:
    """All that the link holds goes to another one of the same operator, or to the house: both links or neither."""
    retired = at_link(Outcome(floor), link, command, command.by)
    if isinstance(retired, Refused) or command.to is None:
        return retired
    if refused := no_successor(floor, link, command.to):
        return refused
    event = retired.events[-1].event
    assert isinstance(event, LinkRetired)
    received = of_link.ReceiveJackpot(command.by, command.second, link, event.held, command.note)
    return at_link(retired, command.to, received, command.by)


def no_successor(floor: Floor, link: str, to: str) -> Refused | None:
    """Why a link is not one that another's jackpot can go to, at any time."""
    if to == link:
        return Refused("same_link", f"link {link} into itself", "another link", "R113")
    successor = floor.links.get(to)
    if successor is None or successor.parameters is None:
        return Refused("link_not_at_hand", f"link {to}", "a link that is open", "R113")
    if successor.operator != floor.links[link].operator:
        found = f"link {link} of {floor.links[link].operator} into link {to} of {successor.operator}"
        return Refused("other_operator", found, "one operator's links", "R9")
    return None
