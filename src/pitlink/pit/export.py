"""A finished round of a live table as a round file, which anybody can settle again.

The format tells one table's round as it was settled. What it has no words for is refused, by name.
"""

from typing import Any

from msgspec import structs

from pitlink.games.round import JackpotSettlement, Round
from pitlink.money import Cents
from pitlink.refusals import Refused
from pitlink.roundfile import round_out
from pitlink.table import Table
from pitlink.table.settling import round_in_play
from pitlink.table.state import Box, Play

ONLY_REMOVED = "no other ruling than a removed hand"


def export(table: Table) -> dict[str, Any] | Refused:
    """The last round of a table, which must be settled."""
    play = table.play
    if play is None or (play.result is None and not play.void):
        return Refused("round_not_settled", f"table {table.rules.table}", "a settled round")
    found = f"round {play.number} at table {table.rules.table}"
    if play.void:
        return Refused("ruling_not_in_format", f"{found}, void by {play.void}", ONLY_REMOVED)
    if any(box.handed_back for box in play.boxes.values()):
        found = f"{found}, with single wagers handed back"
        return Refused("ruling_not_in_format", found, ONLY_REMOVED)
    if not table.rules.areas.let_stand and any(_lets_stand(box) for box in play.boxes.values()):
        found = f"{found}, with a later wager of a wrong amount"
        return Refused("ruling_not_in_format", found, ONLY_REMOVED)
    if play.rejected:
        return Refused("claim_rejected", f"{found}, with a rejected claim", "awards as the cards have them")
    if any(position for position, box in play.boxes.items() if box.seat.removed_by in ("R77", "R100")):
        return Refused("unequal_entry", f"{found}, with entry wagers that are not equal", "equal entry wagers")
    if any(slot.card is None for place, slot in play.slots.items() if place.where not in ("burned", "security")):
        return Refused("cards_never_exposed", f"{found}, with cards that nobody has read", "cards that are known")
    round = round_of(table, play)
    if play.paid is not None and _awards(table.rules.rules.settle(round).jackpot) != _awards(play.paid):
        return Refused("award_of_another_table", f"{found}, with another table's award between", "awards of one table")
    return round_out(round)


def round_of(table: Table, play: Play) -> Round:
    """The round as the game settled it, from the value that its first award was paid from."""
    assert play.result is not None
    jackpot = play.result.jackpot
    if jackpot is not None and play.paid is not None:
        jackpot = structs.replace(jackpot, meter=play.paid.before)
    return round_in_play(table, play, jackpot, hidden_dealer=False)


def _lets_stand(box: Box) -> bool:
    return any(note.code == "wrong_amount" for note in box.notes)


def _awards(paid: JackpotSettlement | None) -> list[tuple[int, str, Cents]]:
    return sorted((award.position, award.line, award.amount) for award in paid.awards) if paid else []
