"""What players answer who were given the choice after an error; the round waits for them."""

from pitlink.refusals import Refused, needs
from pitlink.table.commands import AnswerOption, TakeSilence
from pitlink.table.deciding import is_there
from pitlink.table.events import Event, OptionTaken, PlayerAsked
from pitlink.table.ruling import taken_back
from pitlink.table.seating import Decided
from pitlink.table.state import Play, Question, Table


def answer_option(table: Table, command: AnswerOption) -> Decided:
    """The player who decides for the hand, or the dealer for him; in any order."""
    waiting = _waiting(table, command.position)
    if isinstance(waiting, Refused):
        return waiting
    play, question = waiting
    box = play.boxes[command.position]
    if not command.by.is_staff:
        if command.by.id != box.seat.player:
            found = f"an answer at position {command.position} by {command.by.id}"
            return Refused("not_your_hand", found, f"{box.seat.player}, who decides there", "R35")
        if refused := is_there(table, box, "an answer"):
            return refused
    offer = next((each for each in question.offers if each.answer == command.answer), None)
    if offer is None:
        allowed = ", ".join(each.answer for each in question.offers)
        return Refused("no_such_answer", f"{command.answer!r} at position {command.position}", allowed, question.clause)
    events: list[Event] = []
    for position in _answered_for(play, question, command.position):
        events.append(OptionTaken(position, offer.answer, offer.clause, command.by.id))
        if offer.answer == "take_back":
            events += taken_back(table, play, position, offer.clause)
    return tuple(events)


def _answered_for(play: Play, question: Question, position: int) -> tuple[int, ...]:
    """One hand; after a power failure a player takes all wagers back or none, so every hand of his that waits."""
    if play.rulings[-1].what != "power_failure":
        return (position,)
    player = play.boxes[position].seat.player
    others = (each for each in question.waiting if each != position and play.boxes[each].seat.player == player)
    return (position, *others)


def take_silence(table: Table, command: TakeSilence) -> Decided:
    """Who says nothing is asked once more, and then goes on (R102)."""
    if refused := needs("dealer", command.by, "taking silence for an answer", "R102"):
        return refused
    position = command.position
    waiting = _waiting(table, position)
    if isinstance(waiting, Refused):
        return waiting
    play, question = waiting
    if not play.boxes[position].asked:
        return (PlayerAsked(position, "R102"),)
    goes_on = next(offer for offer in question.offers if offer.answer != "take_back")
    hands = _answered_for(play, question, position)
    return tuple(OptionTaken(each, goes_on.answer, goes_on.clause, None) for each in hands)


def _waiting(table: Table, position: int) -> tuple[Play, Question] | Refused:
    play = table.play
    if play is None or play.question is None:
        return Refused("nothing_was_asked", f"an answer at position {position}", "a choice that was given", None)
    if position not in play.question.waiting:
        expected = f"position {', '.join(map(str, play.question.waiting))}, which has not answered"
        return Refused("not_asked", f"an answer at position {position}", expected, play.question.clause)
    return play, play.question
