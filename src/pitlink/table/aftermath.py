"""What stays after a ruling: a jackpot that does not work, a player who may not play on."""

from pitlink.refusals import Refused, needs
from pitlink.table.commands import DecideLaterRounds, LiftBar
from pitlink.table.events import BarLifted, LaterRoundsDecided
from pitlink.table.seating import Decided, on_layout
from pitlink.table.state import JackpotDown, Table


def decide_later_rounds(table: Table, command: DecideLaterRounds) -> Decided:
    """The house closes the table, blocks positions, or goes on without the jackpot (R88: the shift manager)."""
    clauses = table.rules.irregularities.after_failure
    if refused := needs("gaming_shift_manager", command.by, "deciding about later rounds", clauses.must_choose):
        return refused
    found = command.later.replace("_", " ")
    if table.jackpot_down is None:
        return Refused("jackpot_works", found, "a jackpot that does not work", clauses.must_choose)
    by_choice = {
        "close_table": clauses.close_table,
        "block_positions": clauses.block_positions,
        "no_jackpot": clauses.no_jackpot,
        "restored": clauses.must_choose,
    }
    if command.later not in by_choice:
        return Refused("no_such_choice", repr(command.later), ", ".join(by_choice), clauses.must_choose)
    clause = by_choice[command.later]
    if bool(command.positions) != (command.later == "block_positions"):
        expected = "the positions to be blocked" if command.later == "block_positions" else "no positions"
        return Refused("positions_wrong", f"{found}, positions {command.positions}", expected, clause)
    for position in command.positions:
        if refused := on_layout(table, position):
            return refused
    if len(set(command.positions)) < len(command.positions):
        return Refused("named_twice", f"positions {command.positions}", "each once", clause)
    return (LaterRoundsDecided(command.later, tuple(sorted(command.positions)), command.by.id, clause),)


def lift_bar(table: Table, command: LiftBar) -> Decided:
    clause = table.rules.irregularities.barred
    if refused := needs("gaming_shift_manager", command.by, "letting a player play again", clause):
        return refused
    if command.player not in table.barred:
        return Refused("not_barred", f"player {command.player}", "a player who may not play on", clause)
    return (BarLifted(command.player, command.by.id),)


def may_not_bet(table: Table, position: int, wager: str) -> Refused | None:
    """Positions that are blocked, and a jackpot that takes no bets, until it works again."""
    down, clauses = table.jackpot_down, table.rules.irregularities.after_failure
    if down is None:
        return None
    found = f"{wager} at position {position}"
    if down.later == "block_positions" and position in down.positions:
        return Refused("position_is_blocked", found, "a position that is not blocked", clauses.block_positions)
    if wager == "progressive" and _is_down(down, position):
        clause = clauses.no_jackpot if down.later == "no_jackpot" else clauses.must_choose
        return Refused("no_jackpot_bets", found, "no progressive wager while the jackpot is down", clause)
    return None


def _is_down(down: JackpotDown, position: int) -> bool:
    """By the house's choice for all; before there is one where it does not work, which is everywhere or at these."""
    if down.later in ("no_jackpot", "block_positions"):
        return down.later == "no_jackpot"
    return not down.positions or position in down.positions


def stranded(table: Table) -> tuple[int, ...]:
    """Positions with a progressive wager that may not feed the link: nobody contributes who cannot win (R112)."""
    play = table.play
    if play is None or play.closed or table.jackpot_down is None:
        return ()
    lying = (position for position, box in play.boxes.items() if "progressive" in box.seat.wagers)
    return tuple(position for position in sorted(lying) if may_not_bet(table, position, "progressive"))


def may_not_call(table: Table) -> Refused | None:
    down, clauses = table.jackpot_down, table.rules.irregularities.after_failure
    if down is None:
        return None
    if down.later is None:
        expected = "the house's choice first: close the table, block positions, or no jackpot"
        return Refused("later_rounds_undecided", "a jackpot that does not work", expected, clauses.must_choose)
    if down.later == "close_table":
        return Refused("table_is_to_close", f"table {table.rules.table}", "the table closed", clauses.close_table)
    return None
