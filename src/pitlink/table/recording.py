"""Chips as they lie, said by staff: recorded with their faults, corrected under supervision."""

from collections.abc import Mapping

from msgspec import structs

from pitlink.games.layout import Layout
from pitlink.games.round import Seat, Share, Wager, wager_of
from pitlink.money import ZERO, Cents, dollars, split_by_weight
from pitlink.refusals import Refused, needs
from pitlink.table.betting import left_alone, open_play, told_one_hand
from pitlink.table.commands import CorrectWager, RecordWager
from pitlink.table.events import CompanionAsked, Event, MinimumTold, Note, WagerCorrected, WagerFound
from pitlink.table.faults import hard_fault, has_own_companion, share_of, soft_faults, too_much_fault, units_fault
from pitlink.table.seating import Decided
from pitlink.table.setup import TableSetup
from pitlink.table.state import Box, Play, Table


def record_wager(table: Table, command: RecordWager) -> Decided:
    setup, procedure = table.rules, table.rules.procedure
    if refused := needs("dealer", command.by, "recording a wager", procedure.on_behalf):
        return refused
    play = open_play(table, procedure.late)
    if isinstance(play, Refused):
        return play
    player, position, wager, amount = command.player, command.position, command.wager, command.amount
    if refused := hard_fault(table, play, command.by, player, position, wager, amount):
        return refused
    faults = soft_faults(table, play, player, position, wager, amount)
    notes = tuple(Note(wager, fault.code, fault.clause) for fault in faults)
    events: list[Event] = [WagerFound(player, position, wager, amount, command.by.id, notes)]
    events += told_one_hand(table, play, player, position)
    if any(note.code == "companion_missing" for note in notes):
        events.append(CompanionAsked(player, position, wager, setup.procedure.alone))
    if setup.game == "rws-3cp" and any(note.code == "under_minimum" for note in notes):
        events.append(MinimumTold(player, position, wager, "5.2"))
    return tuple(events)


def correct_wager(table: Table, command: CorrectWager) -> Decided:
    """A mistyped wager put right by a supervisor, until the round is settled; 0 takes it off while bets are open.

    Once bets are closed, wagers that must be equal are put right together.
    """
    setup, play = table.rules, table.play
    if refused := needs("pit_supervisor", command.by, "correcting a wager", "R89"):
        return refused
    player, position, wager, amount = command.player, command.position, command.wager, command.amount
    found = f"{wager} of {player} at position {position}"
    if play is None or play.result_known or play.void:
        return Refused("no_round_in_play", found, "a round that is not settled")
    box = play.boxes.get(position)
    if box is None or not _lying(box, player, wager):
        return Refused("no_wager_there", found, f"a wager of {player}", setup.procedure.areas)
    if box.taken_out or wager in box.handed_back:
        return Refused("out_of_play", found, "a wager that is in play", box.seat.removed_by or box.handed_back[wager])
    if "withdraw" in box.seat.decisions:
        return Refused("withdrawn_before", found, "wagers of which none was withdrawn", setup.procedure.withdrawn)
    together = _corrected_with(setup.areas, play, box, player, wager)
    was = {each: _lying(box, player, each) for each in together}
    if all(amount == each for each in was.values()) or amount < 0 or (amount == 0 and play.closed):
        return Refused("no_correction", f"{found}, {dollars(amount)}", "another amount")
    if refused := _check_progressive(setup, play, box, command, was[wager]):
        return refused
    lacking = _lacking(table, box, player, was, amount)
    if lacking is not None:
        return Refused("not_enough_chips", f"{found}, {dollars(amount)}", f"an amount that {lacking} has the chips for")
    by = command.by.id
    corrected: list[Event] = [
        WagerCorrected(player, position, each, lay, amount, by) for each, lay in was.items() if lay != amount
    ]
    return (*corrected, *(left_alone(table, play, player, position, together) if amount == 0 else ()))


def _corrected_with(layout: Layout, play: Play, box: Box, player: str, wager: str) -> list[str]:
    if not play.closed or wager not in layout.same_limits:
        return [wager]
    return [each for each in layout.same_limits if _lying(box, player, each)]


def _check_progressive(setup: TableSetup, play: Play, box: Box, command: CorrectWager, was: Cents) -> Refused | None:
    """A progressive wager is a number of units, counted by the link from the close on, beside an entry of its own."""
    player, amount = command.player, command.amount
    found = f"{command.wager} of {player} at position {command.position}"
    if command.wager == "progressive":
        if play.closed:
            return Refused("counted_by_the_link", found, "a correction before bets are closed", "R11")
        if amount and (refused := units_fault(setup, amount, found)):
            return refused
        return too_much_fault(setup, play, Cents(amount - was), found)
    left = structs.replace(
        box.seat, wagers={each: lies for each, lies in box.seat.wagers.items() if each != command.wager}
    )
    needed = command.wager in setup.areas.same_limits or not has_own_companion(setup, left, player)
    if amount == 0 and needed and share_of(box.seat.wagers.get("progressive"), player):
        return Refused("progressive_lies_there", found, "its progressive wager taken off first", setup.procedure.alone)
    return None


def _lacking(table: Table, box: Box, player: str, was: Mapping[str, Cents], amount: Cents) -> str | None:
    """Who has too few chips for the correction."""
    wager = next(iter(was))
    if wager in box.later:
        return lacking_player(table, box.later[wager], later_wager_of(box.seat, amount))
    more = sum(amount - each for each in was.values())
    return player if more > table.players[player].available else None


def _lying(box: Box, player: str, wager: str) -> Cents:
    if wager in box.later:
        return box.later[wager].amount if box.seat.player == player else ZERO
    return share_of(box.seat.wagers.get(wager), player)


def later_wager_of(seat: Seat, amount: Cents) -> Wager:
    """A wager that a decision places, divided as the Ante it follows; odd cents are the decider's (R34)."""
    shares = seat.wagers["ante"].shares
    split = split_by_weight(amount, [share.amount for share in shares])
    parts = {str(share.player): part for share, part in zip(shares, split.shares, strict=True)}
    if split.remainder:
        parts[str(seat.player)] = Cents(parts.get(str(seat.player), ZERO) + split.remainder)
    return wager_of(*(Share(player, part) for player, part in parts.items()))


def lacking_player(table: Table, before: Wager | None, after: Wager) -> str | None:
    """The first of those whose chips make a wager who has too few for what it becomes."""
    for share in after.shares:
        player = str(share.player)
        if share.amount - share_of(before, player) > table.players[player].available:
            return player
    return None
