"""A finished round of a live table as a round file, which anybody can settle again.

The format tells one table's round as it was settled, or the hands of one player by themselves. What it has no words for
is refused, by name.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec import structs

from pitlink import roundfile
from pitlink.games.dealing import Place
from pitlink.games.round import JackpotSettlement, Round, Seat, Settlement
from pitlink.money import Cents, dollars
from pitlink.refusals import Refused
from pitlink.roundfile import RoundRefused, round_out
from pitlink.table import Table
from pitlink.table.settling import round_in_play
from pitlink.table.state import Box, Play, places_of

ONLY_REMOVED = "no other ruling than a removed hand"


def export(table: Table) -> dict[str, Any] | Refused:
    """The last round of a table, which must be settled."""
    play = _settled(table)
    if isinstance(play, Refused):
        return play
    if refused := _not_in_format(table, play, play.boxes):
        return refused
    found = _name(table, play)
    if any(slot.card is None for place, slot in play.slots.items() if place.where not in ("burned", "security")):
        return Refused("cards_never_exposed", f"{found}, with cards that nobody has read", "cards that are known")
    round = round_of(table, play)
    if play.paid is not None and _awards(table.rules.rules.settle(round).jackpot) != _awards(play.paid):
        return Refused("award_of_another_table", f"{found}, with another table's award between", "awards of one table")
    return round_out(round)


def export_hands_of(player: str, table: Table) -> dict[str, Any] | Refused:
    """The hands that one player decided, with no card that he has not seen; alone they come to what he was paid."""
    play = _settled(table)
    if isinstance(play, Refused):
        return play
    found = _name(table, play)
    own = {position: box for position, box in play.boxes.items() if box.seat.player == player}
    if not own:
        return Refused("not_your_round", f"{found}, without a hand of {player}", "a round in which you had a hand")
    if refused := _not_in_format(table, play, own):
        return refused
    hidden = next(_hidden(table, play, own), None)
    if hidden is not None:
        return Refused("card_not_shown", f"{found}, with {hidden} face down to you", "cards that you have seen")
    whole = round_of(table, play)
    seats = tuple(_as_seen(play, own[seat.position], seat) for seat in whole.seats if seat.position in own)
    raw = round_out(structs.replace(whole, seats=seats))
    try:
        again = roundfile.settle(msgspec.json.encode(raw))
    except RoundRefused as unsaid:
        fault = unsaid.fault
        return Refused("not_in_format", f"{found}, {fault.field} {fault.found}", fault.expected, fault.clause)
    if differs := _difference(play, own, again):
        expected = "hands whose results do not hang on the others'"
        return Refused("hangs_on_other_hands", f"{found}, {differs}", expected)
    return raw


def round_of(table: Table, play: Play) -> Round:
    """The round as the game settled it, from the value that its first award was paid from."""
    assert play.result is not None
    jackpot = play.result.jackpot
    if jackpot is not None and play.paid is not None:
        jackpot = structs.replace(jackpot, meter=play.paid.before)
    return round_in_play(table, play, jackpot, hidden_dealer=False)


# What the format has no words for


def _settled(table: Table) -> Play | Refused:
    play = table.play
    if play is None or (play.result is None and not play.void):
        return Refused("round_not_settled", f"table {table.rules.table}", "a settled round")
    if play.void:
        return Refused("ruling_not_in_format", f"{_name(table, play)}, void by {play.void}", ONLY_REMOVED)
    return play


def _not_in_format(table: Table, play: Play, boxes: Mapping[int, Box]) -> Refused | None:
    """What was ruled or found at these positions."""
    found = _name(table, play)
    if any(box.handed_back for box in boxes.values()):
        found = f"{found}, with single wagers handed back"
        return Refused("ruling_not_in_format", found, ONLY_REMOVED)
    if not table.rules.areas.let_stand and any(_lets_stand(box) for box in boxes.values()):
        found = f"{found}, with a later wager of a wrong amount"
        return Refused("ruling_not_in_format", found, ONLY_REMOVED)
    if any(position in boxes for position in play.rejected):
        return Refused("claim_rejected", f"{found}, with a rejected claim", "awards as the cards have them")
    if any(box.seat.removed_by in ("R77", "R100") for box in boxes.values()):
        return Refused("unequal_entry", f"{found}, with entry wagers that are not equal", "equal entry wagers")
    return None


def _name(table: Table, play: Play) -> str:
    return f"round {play.number} at table {table.rules.table}"


def _lets_stand(box: Box) -> bool:
    return any(note.code == "wrong_amount" for note in box.notes)


def _awards(paid: JackpotSettlement | None) -> list[tuple[int, str, Cents]]:
    return sorted((award.position, award.line, award.amount) for award in paid.awards) if paid else []


# One player's hands


def _hidden(table: Table, play: Play, own: Mapping[int, Box]) -> Iterator[Place]:
    """Cards that a file of these hands needs and that their player has not seen."""
    for where in ("dealer", "community"):
        yield from (place for place in places_of(play, where) if not play.slots[place].up)
    for position, box in own.items():
        if box.seat.removed_by is None and not _is_seen(play, box):
            yield places_of(play, "position", position)[0]


def _is_seen(play: Play, box: Box) -> bool:
    """By the player who decides: he has looked, or the hand lies open."""
    slots = [play.slots[place] for place in places_of(play, "position", box.seat.position)]
    return all(slot.card is not None and (slot.up or box.viewed) for slot in slots)


def _as_seen(play: Play, box: Box, seat: Seat) -> Seat:
    """A hand that is out of play needs no cards."""
    return seat if _is_seen(play, box) else structs.replace(seat, cards=())


def _difference(play: Play, own: Mapping[int, Box], again: Settlement) -> str | None:
    """The first line that was not settled at the table as these hands are by themselves."""
    lines = {(each.seat.position, line.wager): line for each in again.seats for line in each.lines}
    for line in play.lines:
        if line.position not in own:
            continue
        other = lines.pop((line.position, line.wager), None)
        paid = "nothing" if other is None else dollars(other.pays)
        if other is None or (other.outcome, other.pays, other.rule) != (line.outcome, line.pays, line.rule):
            return f"where {line.wager} at position {line.position} was paid {dollars(line.pays)}, alone {paid}"
    return next((f"where {wager} at position {position} was not settled" for position, wager in lines), None)
