"""Chips as they lie, said by staff: recorded with their faults, corrected under supervision."""

from collections.abc import Mapping

from pitlink.games.round import Seat
from pitlink.money import ZERO, Cents, dollars, split_by_weight
from pitlink.refusals import Refused, needs
from pitlink.table.betting import (
    hard_fault,
    limit_faults,
    open_play,
    share_of,
    soft_faults,
    told_one_hand,
    too_much_fault,
    units_fault,
)
from pitlink.table.commands import CorrectWager, RecordWager
from pitlink.table.events import CompanionAsked, Event, Note, WagerCorrected, WagerFound
from pitlink.table.seating import Decided
from pitlink.table.setup import TableSetup
from pitlink.table.state import Box, Table


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
    faults = list(soft_faults(table, play, player, position, wager, amount))
    notes = tuple(Note(wager, code, clause) for code, _, _, clause in faults)
    events: list[Event] = [WagerFound(player, position, wager, amount, command.by.id, notes)]
    events += told_one_hand(table, play, player, position)
    if any(note.code == "companion_missing" for note in notes):
        events.append(CompanionAsked(player, position, wager, setup.procedure.alone))
    return tuple(events)


def correct_wager(table: Table, command: CorrectWager) -> Decided:
    """A mistyped wager put right by a supervisor, until the round is settled; 0 takes it off while bets are open."""
    setup, play = table.rules, table.play
    if refused := needs("pit_supervisor", command.by, "correcting a wager", setup.procedure.judged_as_lying):
        return refused
    player, position, wager, amount = command.player, command.position, command.wager, command.amount
    found = f"{wager} of {player} at position {position}"
    if play is None or play.settled or play.void:
        return Refused("no_round_in_play", found, "a round that is not settled")
    box = play.boxes.get(position)
    was = _lying(box, player, wager) if box else ZERO
    if not was or box is None:
        return Refused("no_wager_there", found, f"a wager of {player}", setup.procedure.areas)
    if amount == was or amount < 0 or (amount == 0 and play.closed):
        return Refused("no_correction", f"{found}, {dollars(amount)}", "another amount")
    if wager == "progressive":
        if play.closed:
            return Refused("counted_by_the_link", found, "a correction before bets are closed", "R11")
        if amount and (refused := units_fault(setup, amount, found)):
            return refused
        if refused := too_much_fault(setup, play, Cents(amount - was), found):
            return refused
    if wager in setup.areas.later:
        lacking = lacking_player(table, box.seat, was, amount)
        notes = later_notes(setup, box.seat, wager, amount)
    else:
        lacking = player if amount - was > table.players[player].available else None
        notes = _notes_after(setup, wager, Cents(box.seat.wagers[wager].amount + amount - was))
    if lacking is not None:
        return Refused("not_enough_chips", f"{found}, {dollars(amount)}", f"an amount that {lacking} has the chips for")
    return (WagerCorrected(player, position, wager, was, amount, command.by.id, notes),)


def _lying(box: Box, player: str, wager: str) -> Cents:
    if wager in box.later:
        return box.later[wager] if box.seat.player == player else ZERO
    return share_of(box.seat.wagers.get(wager), player)


def _notes_after(setup: TableSetup, wager: str, total: Cents) -> tuple[Note, ...]:
    if wager not in setup.limits:
        return ()
    return tuple(Note(wager, code, clause) for code, _, _, clause in limit_faults(setup, wager, total, wager))


def later_notes(setup: TableSetup, seat: Seat, wager: str, amount: Cents) -> tuple[Note, ...]:
    """A wager that a decision places is a multiple of the Ante and nothing else."""
    exact = exact_later(setup, seat, seat.decisions).get(wager)
    return () if exact is None else later_notes_of(setup, wager, exact, amount)


def later_notes_of(setup: TableSetup, wager: str, exact: Cents, amount: Cents) -> tuple[Note, ...]:
    """In one rulebook a wrong amount is settled as it says (5.3), in the others a person decides (R68)."""
    if exact == amount:
        return ()
    if setup.game == "rws-3cp":
        return (Note(wager, "wrong_amount", "5.3.1" if amount > exact else "5.3.2"),)
    return (Note(wager, "wrong_amount", "R68"),)


def exact_later(setup: TableSetup, seat: Seat, decisions: tuple[str, ...]) -> Mapping[str, Cents]:
    """What the decisions made have to place, by wager."""
    due: dict[str, Cents] = {}
    for at, word in enumerate(decisions):
        stage = setup.rules.stage(seat, decisions[:at])
        choice = stage.choice(word) if stage else None
        if choice is not None and choice.adds is not None:
            due[choice.adds[0]] = Cents(seat.wagers["ante"].amount * choice.adds[1])
    return due


def later_shares(seat: Seat, amount: Cents) -> Mapping[str, Cents]:
    """A wager that a decision places, divided as the Ante it follows; odd cents are the decider's (R34)."""
    shares = seat.wagers["ante"].shares
    split = split_by_weight(amount, [share.amount for share in shares])
    parts: dict[str, Cents] = {}
    for share, part in zip(shares, split.shares, strict=True):
        parts[str(share.player)] = part
    if split.remainder:
        parts[str(seat.player)] = Cents(parts.get(str(seat.player), ZERO) + split.remainder)
    return parts


def lacking_player(table: Table, seat: Seat, was: Cents, amount: Cents) -> str | None:
    """The first of those whose chips make the wager who has too few for it to change from `was` to `amount`."""
    before, after = later_shares(seat, was), later_shares(seat, amount)
    for player, part in after.items():
        if part - before.get(player, ZERO) > table.players[player].available:
            return player
    return None
