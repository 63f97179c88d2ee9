"""What is said at a table at this moment, for everybody: one short sentence or two, in the book's terms."""

from collections.abc import Iterable
from typing import Final

from msgspec import structs

from pitlink.cards import Cards
from pitlink.games import mbs_3cp, mbs_thb, mbs_uth, rws_3cp
from pitlink.games.decisions import Exposure
from pitlink.hands import said
from pitlink.table.due import blank_round
from pitlink.table.setup import TableSetup
from pitlink.table.state import Play, Table, places_of

# What the player whose turn it is has to decide, by how many decisions the hand has made.
DECISIONS: Final[dict[str, tuple[str, ...]]] = {
    "mbs-thb": ("Flop, two times the Ante, or fold.", "Flop. Turn, or check.", "Turn. River, or check."),
    "mbs-3cp": ("Play, or fold.",),
    "mbs-uth": ("Check, or Play three or four times.", "Flop. Check, or Play two times.", "River. Play, or fold."),
    "mbs-lir": ("Let 1 ride, or take it back.", "First card. Let 2 ride, or take it back."),
    "rws-3cp": ("Play, or fold.",),
}

# What is turned up, by how many community cards lie open then.
BOARDS: Final[dict[str, dict[int, str]]] = {
    "mbs-thb": {3: "Flop.", 4: "Turn.", 5: "River."},
    "mbs-3cp": {2: "Community cards."},
    "mbs-uth": {3: "Flop.", 5: "Turn and river."},
    "mbs-lir": {1: "First community card.", 2: "Second community card."},
    "rws-3cp": {2: "Community cards."},
}


def call(table: Table) -> str:
    play = table.play
    if not table.open:
        return "Closed."
    if play is None:
        return "Opening." if _somebody_sits(table) else "Waiting for a player."
    if play.due.step == "rule":
        return "Waiting for a ruling."
    if play.claims_open:
        return _claims(play)
    if play.void:
        return f"Round void ({play.void})."
    match play.due.step:
        case "close":
            return "Place your bets, please."
        case "deal":
            return _dealt(play)
        case "decide":
            box = play.boxes[play.due.position]
            return DECISIONS[table.rules.game][len(box.seat.decisions)]
        case "answer":
            return f"Position {play.due.position}: play on, or take the wagers back."
        case "expose":
            assert play.due.exposure is not None
            return _turned_up(table.rules.game, play.due.exposure)
        case "show" | "settle":
            return _dealer_has(table.rules, play) or "Hands are turned up."
        case "call" if not _somebody_sits(table):
            return "Waiting for a player."
        case _:
            return _dealer_had(table.rules, play) or "Round settled."


def _somebody_sits(table: Table) -> bool:
    return any(table.players[name].present for name in table.seats.values())


def _dealt(play: Play) -> str:
    """Bets are closed once: what is dealt after a decision has words of its own."""
    assert play.due.place is not None
    if play.to_deal and not any(box.seat.decisions for box in play.boxes.values()):
        return "No more bets."
    return "Dealer's cards." if play.due.place.where == "dealer" else "Cards."


def _turned_up(game: str, exposure: Exposure) -> str:
    return "Dealer's hand." if exposure.of == "dealer" else BOARDS[game][exposure.cards]


def _dealer_has(setup: TableSetup, play: Play) -> str | None:
    """Once it lies there whole; where everybody has folded it may not (R21), and one book has no dealer's hand."""
    dealer, community = _open(play, "dealer"), _open(play, "community")
    if not dealer or len(dealer) < setup.areas.dealer_cards:
        return None
    round = structs.replace(blank_round(setup), community=community)
    whole = len(community) == setup.areas.community_cards
    match setup.game:
        case "mbs-3cp":
            words = said(mbs_3cp.rank_hand(dealer))
        case "rws-3cp":
            words = said(rws_3cp.rank_hand(dealer, setup.switches))
        case "mbs-thb" if whole:
            words = said(mbs_thb.best_hand(dealer, round))
        case "mbs-uth" if whole:
            words = said(mbs_uth.best_hand(dealer, round))
        case _:
            return None
    return f"Dealer: {words}."


def _dealer_had(setup: TableSetup, play: Play) -> str | None:
    """The same at the end, where a three-card hand may not have been enough: then nothing was compared with it."""
    words = _dealer_has(setup, play)
    fails = setup.areas.dealer_cards == 3 and play.result is not None and play.result.qualifies is False
    return f"{words[:-1]}, does not qualify." if words and fails else words


def _open(play: Play, where: str) -> Cards:
    slots = (play.slots[place] for place in places_of(play, where))
    return tuple(slot.card for slot in slots if slot.up and slot.card is not None)


def _claims(play: Play) -> str:
    """How far the awards of the round are."""
    positions = sorted({award.position for award in play.paid.awards}) if play.paid else []
    hands = f"Jackpot hand at position {positions[0]}" if len(positions) == 1 else f"Jackpot hands at {_all(positions)}"
    if play.verified is None:
        return f"{hands}. Pending verification."
    return f"{hands}. Pending approval." if play.approved is None else f"{hands}. Approved."


def _all(positions: Iterable[int]) -> str:
    *first, last = map(str, positions)
    return f"positions {', '.join(first)} and {last}"
