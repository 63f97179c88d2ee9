"""What a command makes of a link: events, or a refusal and nothing."""

from functools import reduce
from typing import assert_never

from pitlink.games import GAMES
from pitlink.jackpot import odds, running
from pitlink.jackpot.claims import enter_claims, order_claims, release_overflow, withdraw_claims
from pitlink.jackpot.commands import (
    AdmitTable,
    ChangeParameters,
    CheckLink,
    Command,
    CorrectDisplay,
    EnterClaims,
    FailLink,
    OpenLink,
    OrderClaims,
    PayClaims,
    PostContributions,
    ReceiveJackpot,
    ReleaseTable,
    ResumeLink,
    RetireLink,
    ReverseContributions,
    SuspendLink,
    WithdrawClaims,
)
from pitlink.jackpot.contributions import post, reverse
from pitlink.jackpot.events import (
    ClaimsPaid,
    Event,
    LinkOpened,
    TableAdmitted,
    TableReleased,
)
from pitlink.jackpot.evolve import evolve
from pitlink.jackpot.link import Link
from pitlink.jackpot.parameters import amounts_of, check, warnings_for
from pitlink.ledger import is_name
from pitlink.money import Cents
from pitlink.refusals import NAMED, Refused, cannot_be, needs
from pitlink.rulebook.switches import CONCERNING, READING_OF, VALUES, Switches

# The readings that decide what a jackpot hand is paid belong to the link, not to a table.
LINK_SWITCHES = (
    "fixed_awards_from",
    "several_straight_flushes",
    "royal_base",
    "rws_major_order",
    "meter_floor",
    "lir_percentage",
)


def decide(link: Link, command: Command) -> tuple[Event, ...] | Refused:
    for person in (getattr(command, "by", None), getattr(command, "second", None)):
        if person is not None and (refused := cannot_be(person, *_amounts(command))):
            return refused
    if isinstance(command, OpenLink):
        return _open(link, command)
    if link.parameters is None:
        return Refused("link_is_not_open", "a link that was never opened", "OpenLink first")
    if link.state == "retired":
        return Refused("link_is_retired", f"link {link.id}: {link.note}", "a link that is still in use", "R113")
    match command:
        case AdmitTable():
            return _admit(link, command)
        case ReleaseTable():
            return _release(link, command)
        case PostContributions():
            return post(link, command)
        case ReverseContributions():
            return reverse(link, command)
        case EnterClaims():
            return _enter(link, command)
        case OrderClaims():
            return _order(link, command)
        case PayClaims():
            return _pay(link, command)
        case WithdrawClaims():
            return withdraw_claims(link, command)
        case CorrectDisplay():
            return running.correct(link, command)
        case SuspendLink():
            return running.suspend(link, command)
        case FailLink():
            return running.fail(link, command)
        case CheckLink():
            return running.check_itself(link, command)
        case ResumeLink():
            return running.resume(link, command)
        case ChangeParameters():
            return running.change(link, command)
        case RetireLink():
            return running.retire(link, command)
        case ReceiveJackpot():
            return running.receive(link, command)
        case _:
            assert_never(command)


def _amounts(command: Command) -> tuple[Cents | None, ...]:
    match command:
        case OpenLink(parameters=given) | ChangeParameters(parameters=given):
            return amounts_of(given)
        case CorrectDisplay(change=change):
            return (change,)
        case _:
            return ()


# Opening


def _open(link: Link, command: OpenLink) -> tuple[Event, ...] | Refused:
    if refused := needs("gaming_shift_manager", command.by, "opening a link"):
        return refused
    if link.parameters is not None:
        return Refused("link_is_open", f"link {link.id}", "a link that is not open yet")
    if not is_name(command.link):
        return Refused("not_a_name", f"link {command.link!r}", NAMED)
    if refused := check(command.parameters):
        return refused
    for switch, values in VALUES.items():
        if getattr(command.switches, switch) not in values:
            found = f"{switch} = {getattr(command.switches, switch)}"
            return Refused("no_such_value", found, " or ".join(values), READING_OF[switch])
    warnings = warnings_for(command.operator, command.parameters, command.parameters.base)
    return (LinkOpened(command.link, command.operator, command.parameters, command.switches, command.by.id, warnings),)


# Member tables


def _admit(link: Link, command: AdmitTable) -> tuple[Event, ...] | Refused:
    if refused := needs("gaming_shift_manager", command.by, "admitting a table"):
        return refused
    if command.table in link.tables:
        return Refused("table_is_member", f"table {command.table}", "a table that is no member yet")
    if not is_name(command.table):
        return Refused("not_a_name", f"table {command.table!r}", NAMED)
    if command.game not in GAMES:
        return Refused("no_such_game", f"game {command.game!r}", ", ".join(GAMES))
    if not command.game.startswith(link.operator):
        return Refused("other_operator", f"{command.game} on a link of {link.operator}", "one operator's games", "R9")
    if refused := other_reading(command.game, command.switches, link):
        return refused
    told = odds.tell
    theirs = odds.winning_hands(command.game, command.switches)
    for member in (command.game, *link.tables.values()):
        ours = odds.winning_hands(member, link.switches)
        if theirs != ours:
            return Refused("other_odds", f"{command.game}: {told(theirs)}", f"as likely as on the link: {told(ours)}")
    warnings = odds.warnings(link.set_up, link.display) if command.game == "mbs-lir" else ()
    return (TableAdmitted(command.table, command.game, command.by.id, warnings),)


def other_reading(game: str, switches: Switches, link: Link) -> Refused | None:
    """A reading of what awards are that a table has otherwise than the link, where it concerns its game."""
    for switch in LINK_SWITCHES:
        if switch not in CONCERNING[game]:
            continue
        found, wanted = getattr(switches, switch), getattr(link.switches, switch)
        if found != wanted:
            return Refused("other_reading", f"{switch} = {found}", f"{wanted}, as the link has it", READING_OF[switch])
    return None


def _release(link: Link, command: ReleaseTable) -> tuple[Event, ...] | Refused:
    if refused := needs("gaming_shift_manager", command.by, "releasing a table"):
        return refused
    if command.table not in link.tables:
        return _no_member(link, command.table)
    if link.claims_of(command.table):
        return Refused("claims_are_open", f"table {command.table}", "claims paid first")
    return (TableReleased(command.table, command.by.id),)


def _no_member(link: Link, table: str) -> Refused:
    return Refused("table_is_no_member", f"table {table}", f"a member of link {link.id}")


# Claims


def _enter(link: Link, command: EnterClaims) -> tuple[Event, ...] | Refused:
    events = enter_claims(link, command)
    if isinstance(events, Refused):
        return events
    after = reduce(evolve, events, link)
    claims = after.claims_of(command.table)
    assert claims is not None
    return events + release_overflow(after, claims)


def _order(link: Link, command: OrderClaims) -> tuple[Event, ...] | Refused:
    what, by = "putting winners in order", command.by
    return needs("gaming_shift_manager", by, what) or running.by_person(what, by) or order_claims(link, command)


def _pay(link: Link, command: PayClaims) -> tuple[Event, ...] | Refused:
    if refused := needs("pit_supervisor", command.by, "paying a jackpot claim"):
        return refused
    claims = link.claims_of(command.table)
    if claims is None or claims.round != command.round:
        return Refused("no_such_claims", f"table {command.table}, round {command.round}", "claims that are open")
    first = link.order[0]
    if first.table != command.table:
        clause = GAMES[link.tables[command.table]].PROCEDURE.across_tables
        expected = f"table {first.table} position {first.position}, which comes first"
        return Refused("paid_out_of_order", f"claims of table {command.table}", expected, clause)
    return (ClaimsPaid(command.table, command.round, command.by.id, command.by.software),)
