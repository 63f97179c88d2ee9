"""What wagers put into a link at "no more bets", and what is taken out again when the rulebook hands one back."""

from msgspec import Struct

from pitlink.games import GAMES
from pitlink.jackpot.commands import PostContributions, ReverseContributions
from pitlink.jackpot.events import ContributionsPosted, ContributionsReversed, Event
from pitlink.jackpot.link import Contribution, Fine, Link, Parameters, Stake, fine
from pitlink.money import Cents, dollars
from pitlink.refusals import Refused
from pitlink.rulebook.citing import citing


class Parts(Struct, frozen=True):
    """What a sum of stakes comes to."""

    increment: Fine
    hidden: Fine


def parts(rates: Parameters | Contribution, stakes: tuple[Stake, ...]) -> Parts:
    """A rate in basis points of whole cents comes out in ten-thousandths of a cent without a remainder."""
    total = sum(stake.amount for stake in stakes)
    return Parts(Fine(total * rates.increment_rate_bp), Fine(total * rates.hidden_rate_bp))


def room(link: Link) -> Fine | None:
    """How much the display can still take; None where it has no limit."""
    limit = link.set_up.limit
    return None if limit is None else Fine(max(fine(limit) - link.meters.display, 0))


def not_running(link: Link, found: str) -> Refused:
    """Nobody contributes who cannot win: while a link does not run it takes no wagers (R112)."""
    why = f": {link.note}" if link.note else ""
    return Refused("link_not_running", f"{found}; link {link.id} is {link.state}{why}", "a link that runs", "R112")


@citing("rws-3cp")("1.16")
def post(link: Link, command: PostContributions) -> tuple[Event, ...] | Refused:
    """One posting a table and round (R11); it counts whatever the round will bring (R12)."""
    found = f"table {command.table}, round {command.round}"
    if command.table not in link.tables:
        return Refused("table_is_no_member", found, f"a member of link {link.id}")
    if not link.runs:
        return not_running(link, found)
    if link.claims_of(command.table):
        return Refused("claims_are_open", found, "claims of the last round paid first")
    last = link.contributions.get(command.table)
    if last is not None and last.round >= command.round:
        return Refused("posted_before", found, f"a round after {last.round}")
    if refused := _check_stakes(link, command):
        return refused
    total = Cents(sum(stake.amount for stake in command.stakes))
    if total > link.set_up.unreasonable_contribution:
        most = dollars(link.set_up.unreasonable_contribution)
        return Refused("unreasonable_contribution", f"{found}: stakes of {dollars(total)}", f"at most {most}")
    due = parts(link.set_up, command.stakes)
    free = room(link)
    shown = due.increment if free is None else Fine(min(due.increment, free))
    over = Fine(due.increment - shown)
    return (ContributionsPosted(command.table, command.round, command.stakes, shown, due.hidden, over),)


def _check_stakes(link: Link, command: PostContributions) -> Refused | None:
    """Each a number of units that the rulebook allows (R15), each position once."""
    layout, unit = GAMES[link.tables[command.table]].LAYOUT, link.set_up.unit
    seen: set[int] = set()
    if not command.stakes:
        return Refused("no_stakes", f"table {command.table}, round {command.round}", "one progressive wager or more")
    for stake in command.stakes:
        found = f"position {stake.position}, progressive {dollars(stake.amount)}"
        if stake.position in seen:
            return Refused("position_twice", found, "each position once")
        seen.add(stake.position)
        units, rest = divmod(stake.amount, unit)
        if rest or units < 1 or (layout.units is not None and units not in layout.units):
            return Refused("not_the_unit", found, f"an allowed multiple of {dollars(unit)}", layout.units_clause)
    return None


def reverse(link: Link, command: ReverseContributions) -> tuple[Event, ...] | Refused:
    """Against the meters as they stand, even after a reset; what they cannot bear is the house's (R14)."""
    found = f"table {command.table}, round {command.round}"
    last = link.contributions.get(command.table)
    if last is None or last.round != command.round:
        return Refused("not_posted", found, "the round whose contributions were posted last", "R14")
    stakes = tuple(stake for stake in last.stakes if stake.position in command.positions)
    if len(stakes) != len(command.positions) or not stakes:
        return Refused("not_posted", f"{found}, positions {command.positions}", "positions that contributed", "R14")
    if again := [position for position in command.positions if position in last.reversed]:
        return Refused("reversed_before", f"{found}, positions {again}", "each contribution reversed once", "R14")
    due = parts(last, stakes)
    meters = link.meters
    from_overflow = Fine(min(meters.overflow, due.increment, last.over))
    from_display = Fine(min(meters.display, due.increment - from_overflow))
    wanted = due.hidden + due.increment - from_overflow - from_display
    from_reserve = Fine(min(meters.reserve, wanted))
    return (
        ContributionsReversed(
            command.table,
            command.round,
            command.positions,
            command.clause,
            "wager_returned",
            from_display,
            from_overflow,
            from_reserve,
            Fine(wanted - from_reserve),
        ),
    )
