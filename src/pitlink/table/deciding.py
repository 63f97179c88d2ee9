"""Looking at one's cards, and deciding in turn."""

from msgspec import structs

from pitlink.games.decisions import Choice, Stage
from pitlink.money import ZERO, Cents, dollars
from pitlink.people import Person
from pitlink.refusals import Refused, needs
from pitlink.table.commands import Decide, FindAbsent, HandleCards, Look, RecordDecision, TakeSilence
from pitlink.table.due import decides
from pitlink.table.events import CardsHandled, CardsViewed, DecisionMade, Event, PlayerAbsent, PlayerAsked
from pitlink.table.faults import ante_in_play, later_notes
from pitlink.table.recording import lacking_player, later_wager_of
from pitlink.table.seating import Decided, deemed_choice
from pitlink.table.setup import TableSetup
from pitlink.table.state import Box, Play, Table

# Looking


def handle_cards(table: Table, command: HandleCards) -> Decided:
    """Touching is free; it is recorded because some irregularities turn on it."""
    found = own_hand(table, command.by, command.position, "handling cards")
    if isinstance(found, Refused):
        return found
    _, box = found
    if box.handled:
        return Refused("handled_before", f"position {command.position}", "cards that were not handled yet")
    return (CardsHandled(command.position, str(box.seat.player)),)


def look(table: Table, command: Look) -> Decided:
    """One hand may be looked at, however many a player has; the others are played blind."""
    procedure = table.rules.procedure
    found = own_hand(table, command.by, command.position, "looking")
    if isinstance(found, Refused):
        return found
    play, box = found
    player = str(box.seat.player)
    if box.viewed:
        return Refused("viewed_before", f"position {command.position}", "a hand that was not looked at yet")
    if procedure.no_look and table.rules.areas.decides not in box.in_play.wagers:
        expected = "an Ante there: with Pair Plus alone the dealer reveals the hand"
        return Refused("may_not_look", f"position {command.position}", expected, procedure.no_look)
    if (other := looked_at(play, player)) is not None:
        seen = f"position {command.position}, where {player} has looked at position {other}"
        return Refused("one_hand_only", seen, "one hand looked at, the others played blind", procedure.one_hand)
    events: tuple[Event, ...] = (CardsViewed(command.position, player),)
    return events if box.handled else (CardsHandled(command.position, player), *events)


def looked_at(play: Play, player: str | None) -> int | None:
    """The one hand of a player's that he has looked at; all his others are blind from then on."""
    seen = (position for position, box in play.boxes.items() if box.viewed and box.seat.player == player)
    return next(seen, None)


def own_hand(table: Table, by: Person, position: int, what: str) -> tuple[Play, Box] | Refused:
    """The hand of a position, if it is dealt and `by` is the player who decides for it."""
    play = table.play
    box = play.boxes.get(position) if play is not None else None
    if play is None or box is None or not _is_dealt(play, box) or box.seat.removed_by is not None:
        clause = table.rules.deal.clause
        return Refused("no_hand_there", f"{what} at position {position}", "a hand that is dealt", clause)
    if by.is_staff or by.id != box.seat.player:
        found = f"{what} at position {position} by {by.id}"
        return Refused("not_your_hand", found, f"{box.seat.player}, who decides there", "R35")
    return is_there(table, box, what) or (play, box)


def is_there(table: Table, box: Box, what: str) -> Refused | None:
    """Who has left, or was found absent, no longer plays the hand."""
    player = str(box.seat.player)
    if box.seat.status == "absent" or not table.players[player].present:
        found, clause = f"{what} at position {box.seat.position}", table.rules.procedure.absent
        return Refused("player_is_absent", found, f"{player} at the table", clause)
    return None


def _is_dealt(play: Play, box: Box) -> bool:
    return play.closed and not play.to_deal and box.cards > 0 and not play.settled and not play.void


# Deciding


def decide_hand(table: Table, command: Decide) -> Decided:
    """The player whose turn it is, from the dealer's left, and only what the game allows at this point."""
    due = decision_due(table, command.position)
    if isinstance(due, Refused):
        return due
    box, stage = due
    if command.by.is_staff or command.by.id != box.seat.player:
        found = f"a decision at position {command.position} by {command.by.id}"
        return Refused("not_your_hand", found, f"{box.seat.player}, who decides there", "R35")
    if refused := is_there(table, box, "a decision"):
        return refused
    choice = stage.choice(command.choice)
    if choice is None:
        return _no_such_choice(stage, command.position, command.choice)
    wager, exact = later_wager(table.rules, box, choice)
    if command.amount is not None and command.amount != exact:
        found = f"{wager or command.choice} {dollars(command.amount)} at position {command.position}"
        return Refused("wrong_amount", found, f"{dollars(exact)}", choice.clause)
    return _chips_for(table, box, exact, choice) or (
        DecisionMade(command.position, choice.word, choice.clause, command.by.id, wager, exact),
    )


def record_decision(table: Table, command: RecordDecision) -> Decided:
    """As the dealer hears it and as the chips for it lie; a wrong amount is noted and judged at the settlement."""
    if refused := needs("dealer", command.by, "recording a decision"):
        return refused
    due = decision_due(table, command.position)
    if isinstance(due, Refused):
        return due
    box, stage = due
    choice = stage.choice(command.choice)
    if choice is None:
        return _no_such_choice(stage, command.position, command.choice)
    wager, exact = later_wager(table.rules, box, choice)
    amount = exact if command.amount is None else command.amount
    found = f"{wager or command.choice} {dollars(amount)} at position {command.position}"
    if amount < 0 or (wager is None and amount) or (wager is not None and not amount):
        expected = "more than 0.00" if wager else "no wager with this decision"
        return Refused("wrong_amount", found, expected, choice.clause)
    decided = structs.replace(box.seat, decisions=(*box.seat.decisions, choice.word))
    notes = later_notes(table.rules, decided, wager, amount) if wager else ()
    return _chips_for(table, box, amount, choice) or (
        DecisionMade(command.position, choice.word, choice.clause, command.by.id, wager, amount, notes),
    )


def decision_due(table: Table, position: int) -> tuple[Box, Stage] | Refused:
    """The hand that is to decide now and what about, if it is the one at this position."""
    play, setup = table.play, table.rules
    found = f"a decision at position {position}"
    if play is None or play.due.step != "decide":
        return Refused("no_decision_is_due", found, "a moment at which a decision is due", setup.procedure.round)
    if play.due.position != position:
        expected = f"position {play.due.position}, whose turn it is"
        return Refused("not_your_turn", found, expected, play.due.clause)
    box = play.boxes[position]
    stage = setup.rules.stage(box.seat, box.seat.decisions)
    assert stage is not None
    return box, stage


def _no_such_choice(stage: Stage, position: int, word: str) -> Refused:
    allowed = ", ".join(choice.word for choice in stage.choices)
    return Refused("no_such_choice", f"{word!r} at position {position}", allowed, stage.clause)


def later_wager(setup: TableSetup, box: Box, choice: Choice) -> tuple[str | None, Cents]:
    """The wager that a choice places, and how much it has to be: a multiple of the Ante in play (R28)."""
    if choice.adds is None:
        return None, ZERO
    wager, multiple = choice.adds
    return wager, Cents(ante_in_play(setup, box.seat) * multiple)


def _chips_for(table: Table, box: Box, amount: Cents, choice: Choice) -> Refused | None:
    """Everybody whose chips make the wager adds his part; who cannot is a case for a person (R35)."""
    lacking = lacking_player(table, None, later_wager_of(box.seat, amount)) if amount else None
    if lacking is None:
        return None
    found = f"{choice.word} at position {box.seat.position}"
    return Refused("not_enough_chips", found, f"{dollars(amount)}; {lacking} has too few chips", choice.clause)


# Silence and absence

PASSIVE = ("check", "ride", "fold")  # the first of these that the game allows (R102)


def take_silence(table: Table, command: TakeSilence) -> Decided:
    """A player who says nothing is asked once more; then the passive choice is taken for him. He is not absent."""
    if refused := needs("dealer", command.by, "taking silence for an answer", "R102"):
        return refused
    due = decision_due(table, command.position)
    if isinstance(due, Refused):
        return due
    box, stage = due
    if not box.asked:
        return (PlayerAsked(command.position, "R102"),)
    choice = passive_choice(stage)
    return (DecisionMade(command.position, choice.word, choice.clause, None),)


def passive_choice(stage: Stage) -> Choice:
    choices = {choice.word: choice for choice in stage.choices}
    return next(choices[word] for word in PASSIVE if word in choices)


def find_absent(table: Table, command: FindAbsent) -> Decided:
    """A supervisor finds that the player is gone; what that means each rulebook says.

    Where it only takes a choice for granted, the player may be back for the next one.
    """
    clause = table.rules.procedure.absent
    if refused := needs("pit_supervisor", command.by, "finding a player absent", clause):
        return refused
    play = table.play
    box = play.boxes.get(command.position) if play is not None else None
    found = f"position {command.position}"
    if play is None or box is None or not play.closed or play.result_known or play.void:
        return Refused("no_hand_there", found, "a hand in play", clause)
    if box.seat.status == "absent":
        return Refused("absent_before", found, "a player who was not found absent yet", clause)
    if not decides(table.rules, box):
        nothing = "5.6" if table.rules.game == "rws-3cp" else clause
        return Refused("nothing_to_decide", found, "a player with a decision to make", nothing)
    deemed = deemed_choice(table.rules, box)
    if deemed is None:
        return (PlayerAbsent(command.position, command.by.id, clause),)
    if play.due.step != "decide" or play.due.position != command.position:
        return Refused("not_your_turn", found, "the moment at which the position has to decide", clause)
    return (DecisionMade(command.position, deemed, clause, None),)
