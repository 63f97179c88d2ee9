"""Which clause covers what was reported, by what has happened at the table so far, and what may then be ruled."""

from pitlink.games.irregularities import Case, Ruling, When
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
    """All cards of the deal: those of this report, and the single ones that did not stop the round before."""
    return len(reported.places) + sum(given.what == "exposed_cards" for given in play.rulings)


def viewed_hands(play: Play, reported: IrregularityReported) -> list[int]:
    """Of a player's hands those that he has looked at, as recorded or as reported; also one he has folded since."""
    boxes = {at: box for at, box in play.boxes.items() if box.seat.player == str(reported.player)}
    in_play = {at: box for at, box in boxes.items() if box.seat.removed_by is None}
    return [at for at, box in in_play.items() if box.viewed or at in reported.positions]


def has_outcome(table: Table, play: Play) -> bool:
    """Whether some wager at the table has conclusively won or lost (R45): one folded Ante, one hand turned up.

    Who is absent may count as folded; a hand out of play has neither won nor lost.
    """
    entries = entries_of(table.rules, play.boxes)
    in_play = [position for position, entry in entries.items() if entry.valid]
    return play.settled or any(entries[each].folded or play.boxes[each].shown is not None for each in in_play)


def open_rulings(table: Table, play: Play, case: Case) -> tuple[Ruling, ...]:
    """What may be ruled now: of a settled round no player is asked any more, and no card put right."""
    if not play.closed:
        return tuple(each for each in case.rulings if each.effect in BEFORE_THE_CLOSE)
    if not play.settled:
        undecided = play.to_deal or any(decides(table.rules, box) for box in play.boxes.values())
        return tuple(each for each in case.rulings if each.effect != "settle_as_shown" or not undecided)
    return tuple(each for each in case.rulings if each.effect in AFTER_THE_RESULT and each.then is None)


def hands_of(play: Play, player: str, *, folded: bool = False) -> list[int]:
    """The hands that a player decides for and that are in play, in the order dealt; with those `folded` if asked."""
    return [
        position
        for position, box in play.boxes.items()
        if box.seat.player == player and box.seat.removed_by is None and (folded or "fold" not in box.seat.decisions)
    ]
