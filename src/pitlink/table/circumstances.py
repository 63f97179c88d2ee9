"""Which clause covers what was reported, by what has happened at the table so far, and what may then be ruled."""

from pitlink.cards import rank
from pitlink.games.irregularities import Case, Ruling, When
from pitlink.hands import FiveCard, rank_five
from pitlink.table.due import decides, entries_of
from pitlink.table.events import IrregularityReported
from pitlink.table.state import Play, Table

BEFORE_THE_CLOSE = ("continue", "void")  # while wagers can still be taken back by themselves
AFTER_THE_RESULT = ("continue", "void", "remove", "refuse_late", "return", "bar")  # rulings that are still possible


def case_of(table: Table, play: Play, reported: IrregularityReported) -> Case | None:
    """The first case of the rulebook that holds."""
    for case in table.rules.irregularities.cases:
        if case.what == reported.what and all(holds(table, play, reported, when) for when in case.when):
            return case
    return None


def holds(table: Table, play: Play, reported: IrregularityReported, when: When) -> bool:
    match when:
        case "untouched":
            return not (reported.handled or reported.seen or play.touched)
        case "unseen":
            return not (reported.seen or play.seen)
        case "seen":
            return reported.seen or play.seen
        case "one_card":
            return _exposed_in_error(play, reported) == 1
        case "several_cards":
            return _exposed_in_error(play, reported) > 1
        case "one_viewed":
            return bool(viewed_hands(play, reported))
        case "outcome":
            return has_outcome(table, play)
        case "miscounted":
            return play.counted is not None
        case "from_shoe":
            return table.rules.device == "shoe"


def _exposed_in_error(play: Play, reported: IrregularityReported) -> int:
    """All cards of the deal: those of this report, and those that did not stop the round before."""
    return len({*play.exposed_in_error, *(play.slots[place].nth for place in reported.places)})


def viewed_hands(play: Play, reported: IrregularityReported) -> list[int]:
    """Of a player's hands those that he has looked at, as recorded or as reported."""
    hands = hands_of(play, str(reported.player))
    return [at for at in hands if play.boxes[at].viewed or at in reported.positions]


def has_outcome(table: Table, play: Play) -> bool:
    """Whether some wager at the table has conclusively won or lost (R45): a folded Ante, a hand turned up or declined,
    Trips won by the board; and from the moment on at which hands are compared (R107).

    Who is absent may count as folded; a hand out of play has neither won nor lost.
    """
    entries = {at: entry for at, entry in entries_of(table.rules, play.boxes).items() if entry.valid}
    decided = any(entry.folded or play.boxes[at].shown is not None for at, entry in entries.items())
    trips = any("trips" in entry.stakes for entry in entries.values()) and _board_wins_trips(play)
    return decided or trips or play.result_known or is_compared(table, play)


def _board_wins_trips(play: Play) -> bool:
    up = [slot.card for place, slot in play.slots.items() if place.where == "community" and slot.up]
    cards = tuple(card for card in up if card is not None)
    if len(cards) == 5:
        return rank_five(cards).category >= FiveCard.THREE_OF_A_KIND
    return len(cards) == 3 and len({rank(card) for card in cards}) == 1


def is_compared(table: Table, play: Play) -> bool:
    """The dealer's hand lies open, or where there is none the last community card: every result is there to see."""
    areas = table.rules.areas
    return play.dealer_up or (not areas.dealer_cards and play.exposed == areas.community_cards)


def open_rulings(table: Table, play: Play, case: Case) -> tuple[Ruling, ...]:
    """What may be ruled now: once hands are compared no player is asked any more, nor a card put right (R107)."""
    if not play.closed:
        return tuple(each for each in case.rulings if each.effect in BEFORE_THE_CLOSE)
    if play.result_known:
        return tuple(each for each in case.rulings if each.effect in AFTER_THE_RESULT)
    if is_compared(table, play):
        return tuple(each for each in case.rulings if each.effect in (*AFTER_THE_RESULT, "settle_as_shown"))
    undecided = play.to_deal or any(decides(table.rules, box) for box in play.boxes.values())
    return tuple(each for each in case.rulings if each.effect != "settle_as_shown" or not undecided)


def hands_of(play: Play, player: str) -> list[int]:
    """The hands that a player decides for and that nothing took out, folded or not, in the order dealt."""
    return [at for at, box in play.boxes.items() if box.seat.player == player and box.seat.removed_by is None]
