"""What a command makes of a link: events, or a refusal and nothing."""

from functools import reduce
from typing import assert_never

from pitlink.games import GAMES
from pitlink.jackpot import odds
from pitlink.jackpot.claims import enter_claims, order_claims, release_overflow, withdraw_claims
from pitlink.jackpot.commands import (
    AdmitTable,
    Command,
    CorrectDisplay,
    EnterClaims,
    OpenLink,
    OrderClaims,
    PayClaims,
    PostContributions,
    ReleaseTable,
    ReverseContributions,
    WithdrawClaims,
)
from pitlink.jackpot.contributions import post, reverse
from pitlink.jackpot.events import (
    ClaimsPaid,
    DisplayCorrected,
    Event,
    LinkOpened,
    TableAdmitted,
    TableReleased,
)
from pitlink.jackpot.evolve import evolve
from pitlink.jackpot.link import Link, Parameters, fine
from pitlink.ledger import is_name
from pitlink.money import Cents, dollars
from pitlink.refusals import NAMED, Refused, cannot_be, needs
from pitlink.rulebook.switches import READING_OF, VALUES, Switches

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
    by = getattr(command, "by", None)
    if by is not None and (refused := cannot_be(by, *_amounts(command))):
        return refused
    if isinstance(command, OpenLink):
        return _open(link, command)
    if link.parameters is None:
        return Refused("link_is_not_open", "a link that was never opened", "OpenLink first")
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
            return needs("gaming_shift_manager", command.by, "putting winners in order") or order_claims(link, command)
        case PayClaims():
            return _pay(link, command)
        case WithdrawClaims():
            return withdraw_claims(link, command)
        case CorrectDisplay():
            return _correct(link, command)
        case _:
            assert_never(command)


def _amounts(command: Command) -> tuple[Cents | None, ...]:
    match command:
        case OpenLink(parameters=given):
            return given.base, given.reset, given.limit, given.unreasonable_contribution, given.unit
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
    if refused := _check(command.parameters):
        return refused
    for switch, values in VALUES.items():
        if getattr(command.switches, switch) not in values:
            found = f"{switch} = {getattr(command.switches, switch)}"
            return Refused("no_such_value", found, " or ".join(values), READING_OF[switch])
    warnings = odds.warnings(command.parameters, command.parameters.base) if command.operator == "mbs" else ()
    return (LinkOpened(command.link, command.operator, command.parameters, command.switches, command.by.id, warnings),)


def _check(set_up: Parameters) -> Refused | None:
    if set_up.unit <= 0:
        return Refused("unit_not_positive", f"unit {dollars(set_up.unit)}", "more than 0.00")
    if set_up.base < 0 or set_up.reset < 0:
        return Refused("negative_start", f"base {dollars(set_up.base)}, reset {dollars(set_up.reset)}", "0.00 or more")
    rates = (set_up.increment_rate_bp, set_up.hidden_rate_bp)
    if min(rates) < 0 or sum(rates) > odds.BASIS_POINTS:
        return Refused("rates_out_of_range", f"increment {rates[0]} and hidden {rates[1]} basis points", "0 to 10000")
    if set_up.limit is not None and set_up.limit < max(set_up.base, set_up.reset):
        found = f"limit {dollars(set_up.limit)}"
        return Refused("limit_below_start", found, f"at least {dollars(max(set_up.base, set_up.reset))}")
    if set_up.unreasonable_contribution < set_up.unit:
        found = f"unreasonable contribution {dollars(set_up.unreasonable_contribution)}"
        return Refused("threshold_below_unit", found, f"at least {dollars(set_up.unit)}, the unit")
    shares = (set_up.features.magic_card_bp, set_up.features.lucky_player_bp)
    if not all(0 <= share <= odds.BASIS_POINTS for share in shares):
        found = f"Magic Card {shares[0]}, Lucky Player {shares[1]} basis points of the rounds"
        return Refused("share_out_of_range", found, "0 to 10000", "R96")
    return None


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
    if refused := other_reading(command.switches, link):
        return refused
    told = odds.tell
    theirs = odds.winning_hands(command.game, command.switches)
    for member in (command.game, *link.tables.values()):
        ours = odds.winning_hands(member, link.switches)
        if theirs != ours:
            return Refused("other_odds", f"{command.game}: {told(theirs)}", f"as likely as on the link: {told(ours)}")
    warnings = odds.warnings(link.set_up, link.display) if command.game == "mbs-lir" else ()
    return (TableAdmitted(command.table, command.game, command.by.id, warnings),)


def other_reading(switches: Switches, link: Link) -> Refused | None:
    """A reading of what awards are that a table has otherwise than the link."""
    for switch in LINK_SWITCHES:
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


# Claims and corrections


def _enter(link: Link, command: EnterClaims) -> tuple[Event, ...] | Refused:
    events = enter_claims(link, command)
    if isinstance(events, Refused):
        return events
    after = reduce(evolve, events, link)
    claims = after.claims_of(command.table)
    assert claims is not None
    return events + release_overflow(after, claims)


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


def _correct(link: Link, command: CorrectDisplay) -> tuple[Event, ...] | Refused:
    if refused := needs("gaming_shift_manager", command.by, "correcting the display"):
        return refused
    if not command.note.strip():
        return Refused("no_note", "a correction without a note", "what went wrong, in words")
    if command.change == 0:
        return Refused("no_change", "a correction of 0.00", "an amount up or down")
    after = link.meters.display + fine(command.change)
    limit = link.set_up.limit
    if after < 0 or (limit is not None and after > fine(limit)):
        found = f"display {dollars(link.display)} changed by {dollars(command.change)}"
        expected = "0.00 or more" if limit is None else f"0.00 to {dollars(limit)}"
        return Refused("display_out_of_range", found, expected)
    return (DisplayCorrected(command.change, command.note, command.by.id),)
