"""What the procedure wants next: deal, decide, expose, show, settle, in the order of each rulebook.

Nothing is decided here and nothing remembered: the next step follows from the round as it lies.
"""

from collections.abc import Mapping

from pitlink.games.dealing import Place
from pitlink.games.decisions import Exposure
from pitlink.games.entry import Entry
from pitlink.games.round import Round
from pitlink.rulebook.switches import Switches
from pitlink.table.setup import TableSetup
from pitlink.table.state import Box, Due, Play

SIDE_BETS = ("progressive", "trips", "pair_plus")  # that a fold does not end


def next_step(setup: TableSetup, play: Play) -> Due:
    """The one thing that the round waits for."""
    if play.report is not None:
        return Due("rule", play.report.clause)
    if play.question is not None:
        return Due("answer", play.question.clause, play.question.waiting[0])
    if not play.closed:
        return Due("close", setup.procedure.close)
    if play.void:
        return _after_the_end(setup, play)
    if play.to_deal:
        return _deal(setup, play.to_deal[0])
    waiting = [(len(box.seat.decisions), position) for position, box in play.boxes.items() if decides(setup, box)]
    exposure = _next_exposure(setup, play)
    if waiting:
        fewest = min(waiting)[0]
        if exposure is not None and exposure.decisions <= fewest:
            return Due("expose", exposure.clause, exposure=exposure)
        position = next(position for made, position in waiting if made == fewest)
        stage = setup.rules.stage(play.boxes[position].seat, play.boxes[position].seat.decisions)
        assert stage is not None
        return Due("decide", stage.clause, position)
    if play.to_deal_last:
        return _deal(setup, play.to_deal_last[0])
    return _after_the_decisions(setup, play)


def _deal(setup: TableSetup, place: Place) -> Due:
    return Due("deal", setup.deal.clause_for(place), place=place)


def decides(setup: TableSetup, box: Box) -> bool:
    """Whether the player of a hand still has something to decide, and is there to do it."""
    seat = box.in_play
    if seat.removed_by is not None or seat.status == "absent" or not setup.areas.takes_part(seat.wagers):
        return False
    return setup.rules.stage(seat, seat.decisions) is not None


def _after_the_decisions(setup: TableSetup, play: Play) -> Due:
    if play.settled:
        return _after_the_end(setup, play)
    entries = entries_of(setup, play.boxes)
    for exposure in setup.areas.exposures:
        if not _is_made(exposure, play) and is_needed(exposure, entries, setup):
            return Due("expose", exposure.clause, exposure=exposure)
    positions = sorted(play.boxes, reverse=setup.procedure.order is not None)  # anti-clockwise where the book says so
    for position in positions:
        if play.boxes[position].shown is None and must_show(entries[position]):
            return Due("show", setup.procedure.order or setup.procedure.decline, position)
    return Due("settle", setup.procedure.round)


def _after_the_end(setup: TableSetup, play: Play) -> Due:
    if play.seal and not play.deck_opened:  # before anything is paid that a deck which does not fit would take back
        return Due("open_deck", None)
    if play.claims_open:
        if play.verified is None:
            return Due("verify_claims", "R108")
        if play.approved is None:
            return Due("approve_claims", "R108")
        return Due("pay_claims", setup.procedure.across_tables)
    return Due("call", setup.procedure.call)


def _next_exposure(setup: TableSetup, play: Play) -> Exposure | None:
    return next((each for each in setup.areas.exposures if not _is_made(each, play)), None)


def _is_made(exposure: Exposure, play: Play) -> bool:
    return play.dealer_up if exposure.of == "dealer" else play.exposed >= exposure.cards


def entries_of(setup: TableSetup, boxes: Mapping[int, Box]) -> dict[int, Entry]:
    """What of every position's wagers is in play by now."""
    round, enter_seat = blank_round(setup), setup.rules.enter_seat
    return {position: enter_seat(box.in_play, round) for position, box in boxes.items()}


def blank_round(setup: TableSetup) -> Round:
    """A round of this table without seats and cards: what the rules need to sort wagers out."""
    return Round(setup.game, (), (), limits=setup.limits, switches=setup.switches)


def is_live(entry: Entry, setup: TableSetup) -> bool:
    """Whether a hand is still to be compared."""
    return entry.valid and not entry.folded and setup.areas.decides in entry.stakes


def is_needed(exposure: Exposure, entries: Mapping[int, Entry], setup: TableSetup) -> bool:
    """Cards are turned up while a hand is left to compare; after that only what a side bet needs (R21)."""
    if any(is_live(entry, setup) for entry in entries.values()):
        return True
    if exposure.of == "dealer":
        return any(_needs_dealer(entry, setup) for entry in entries.values())
    in_play = any(entry.valid and "progressive" in entry.stakes for entry in entries.values())
    return in_play and exposure.cards <= setup.areas.jackpot_community


def _needs_dealer(entry: Entry, setup: TableSetup) -> bool:
    """A hand that the dealer reveals after his own (rws-3cp 3.14), or a folded Ante that his hand may still save."""
    if not entry.valid:
        return False
    if setup.procedure.no_look and "ante" not in entry.stakes:
        return "pair_plus" in entry.stakes
    return entry.folded and "ante" in entry.stakes and _saves_folded(setup.switches)


def _saves_folded(switches: Switches) -> bool:
    return switches.folded_ante_when_dealer_fails == "paid" or switches.folded_ante_when_dealer_unpaired == "push"


def must_show(entry: Entry) -> bool:
    """Whether a hand has to be turned up to be settled, or declined: not one that has nothing left to win."""
    if not entry.valid or not entry.stakes:
        return False
    return not entry.folded or any(wager in entry.stakes for wager in SIDE_BETS)
