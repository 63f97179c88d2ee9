"""What can be reported, ruled and answered now, as commands that would be taken.

One report for every hand, player or card that it may concern; whether it would be taken is decided in `reporting`.
"""

from collections.abc import Iterator
from typing import get_args

from pitlink.games.dealing import Place
from pitlink.games.irregularities import ALL, What
from pitlink.people import Person
from pitlink.refusals import Refused
from pitlink.table.circumstances import case_of, hands_of, open_rulings
from pitlink.table.commands import AnswerOption, DecideLaterRounds, Report, Rule
from pitlink.table.events import IrregularityReported, LaterRounds
from pitlink.table.reporting import report
from pitlink.table.ruling import rule
from pitlink.table.state import Play, Table


def reports(table: Table, by: Person) -> Iterator[Report]:
    """Every report that `by` can make about the round in play."""
    if table.play is None or table.play.report or table.play.question:
        return
    for what in ALL:
        for candidate in _candidates(table.play, by, what):
            if not isinstance(report(table, candidate), Refused):
                yield candidate


def _candidates(play: Play, by: Person, what: What) -> Iterator[Report]:
    match what:
        case "wrong_player_count" | "wrong_later_wager":
            yield from (Report(by, what, (position,)) for position in play.boxes)
        case "exposed_cards":
            down_first = tuple(sorted(play.slots, key=lambda place: play.slots[place].up))
            yield from (Report(by, what, places=down_first[:count]) for count in (1, 2) if len(down_first) >= count)
        case "cards_drawn_together":
            last = sorted(play.slots, key=lambda place: play.slots[place].nth)[-2:]
            yield Report(by, what, places=tuple(last))
        case "hand_not_secret":
            yield from (Report(by, what, player=player) for player in _players(play))
        case "several_hands":
            yield from (Report(by, what, player=player) for player in _players(play))
        case "extra_hand_viewed":
            for player in _players(play):
                hands = hands_of(play, player)
                first = next((hand for hand in hands if play.boxes[hand].viewed), hands[0] if hands else 0)
                yield Report(by, what, tuple(hand for hand in hands if hand != first), player)
        case "late_wager" | "withdrawn_wager":
            yield from _about_chips(play, by, what)
        case "something_else":
            yield Report(by, what, words="a case for the shift manager")
        case _:
            yield Report(by, what)


def _players(play: Play) -> list[str]:
    """Who decides for a hand of the round."""
    return list(dict.fromkeys(box.seat.player for box in play.boxes.values() if box.seat.player is not None))


def _about_chips(play: Play, by: Person, what: What) -> Iterator[Report]:
    for position, box in play.boxes.items():
        for wager, lies in box.seat.wagers.items():
            for share in lies.shares:
                amount = share.amount if what == "late_wager" else None
                yield Report(by, what, (position,), share.player, (), wager, amount)


def rulings(table: Table, by: Person) -> Iterator[Rule]:
    """Every ruling that `by` can give on the report that waits."""
    play = table.play
    if play is None or play.report is None:
        return
    case = case_of(table, play, play.report)
    for each in open_rulings(table, play, case) if case else ():
        positions = _in_play(play) if each.effect == "return" else ()
        order = _in_turn(play, play.report) if each.effect == "set_order" else ()
        command = Rule(by, each.effect, positions, order=order)
        if not isinstance(rule(table, command), Refused):
            yield command


def _in_play(play: Play) -> tuple[int, ...]:
    return tuple(position for position, box in play.boxes.items() if box.seat.removed_by is None)


def _in_turn(play: Play, reported: IrregularityReported) -> tuple[Place, ...]:
    return tuple(sorted(reported.places, key=list(play.slots).index))


def answers(table: Table, by: Person) -> Iterator[AnswerOption]:
    """Every answer that could be given to what players were asked."""
    question = table.play.question if table.play else None
    if question is not None:
        for position in question.waiting:
            for offer in question.offers:
                yield AnswerOption(by, position, offer.answer)


def later_rounds(table: Table, by: Person) -> Iterator[DecideLaterRounds]:
    for choice in get_args(LaterRounds):
        positions = tuple(range(1, table.rules.positions + 1)) if choice == "block_positions" else ()
        yield DecideLaterRounds(by, choice, positions)
