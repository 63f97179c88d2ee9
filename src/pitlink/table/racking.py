"""The table's own chips: fills and credits, the count, and the close of a table that ends with one."""

from pitlink.ledger import is_name
from pitlink.money import Cents, dollars
from pitlink.refusals import NAMED, Refused, needs
from pitlink.table.commands import CloseTable, CountRack, Credit, Fill
from pitlink.table.events import RackCounted, RackCredited, RackFilled, TableClosed
from pitlink.table.seating import Decided, positive
from pitlink.table.state import Table

# Fills and credits


def move_chips(table: Table, command: Fill | Credit) -> Decided:
    """Brought or taken by a supervisor and signed for by the dealer, each under a number of its own (R114)."""
    what = "a fill" if isinstance(command, Fill) else "a credit"
    if refused := needs("pit_supervisor", command.by, what, "R114") or positive(command.amount):
        return refused
    if refused := _check_slip(table, command.slip) or _check_signatures(table, command):
        return refused
    amount, slip, dealer, by = command.amount, command.slip, command.dealer, command.by.id
    if isinstance(command, Fill):
        return (RackFilled(amount, slip, dealer, by, "R114"),)
    if amount > table.free_in_rack:
        found, held = f"a credit of {dollars(amount)}", dollars(Cents(max(table.free_in_rack, 0)))
        return Refused("rack_holds_less", found, f"at most {held}, what the rack has", "R114")
    return (RackCredited(amount, slip, dealer, by, "R114"),)


def _check_slip(table: Table, slip: str) -> Refused | None:
    if not is_name(slip):
        return Refused("not_a_name", f"slip {slip!r}", NAMED)
    if slip in table.slips:
        return Refused("slip_used_before", f"slip {slip}", "a number never used at this table", "R114")
    return None


def _check_signatures(table: Table, command: Fill | Credit) -> Refused | None:
    """Two people: the dealer who deals here, and somebody else."""
    if command.dealer == command.by.id:
        found = f"slip {command.slip}, brought and signed for by {command.dealer}"
        return Refused("one_person_signs_twice", found, "two people", "R114")
    if command.dealer != table.dealer:
        expected = f"{table.dealer}, who deals here" if table.dealer else "a dealer assigned to the table first"
        return Refused("signed_by_another", f"slip {command.slip} signed by {command.dealer!r}", expected, "R114")
    return None


# Counting and closing


def count_rack(table: Table, command: CountRack) -> Decided:
    if refused := needs("pit_supervisor", command.by, "counting the rack", "R115") or _round_in_play(table):
        return refused
    return _count(table, command.counted, command.by.id)


def close_table(table: Table, command: CloseTable) -> Decided:
    if refused := needs("pit_supervisor", command.by, "closing a table") or _round_in_play(table):
        return refused
    closed = TableClosed(command.by.id)
    if command.counted is None:
        return (closed,)
    counted = _count(table, command.counted, command.by.id)
    return counted if isinstance(counted, Refused) else (closed, *counted)


def _count(table: Table, counted: Cents, by: str) -> Decided:
    if counted < 0:
        return Refused("negative_count", f"a count of {dollars(counted)}", "0.00 or more", "R115")
    return (RackCounted(counted, table.in_rack, by, "R115"),)


def _round_in_play(table: Table) -> Refused | None:
    """A round that was called and in which nobody has bet is none."""
    play = table.play
    if play is None or play.due.step == "call" or (play.due.step == "close" and not play.boxes):
        return None
    found = f"round {play.number} at table {table.rules.table}"
    return Refused("round_in_play", found, "a round that is over", table.rules.procedure.round)
