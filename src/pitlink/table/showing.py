"""Turning cards up: the community cards, the dealer's hand, then the players' hands, or not."""

from pitlink.cards import CARD_OF, name
from pitlink.games import GAMES
from pitlink.games.dealing import Place
from pitlink.refusals import Refused, needs
from pitlink.rulebook.citing import citing
from pitlink.table.commands import DeclineToShow, Expose, NotifyJackpotHand, ShowHand
from pitlink.table.dealing import fresh_card
from pitlink.table.deciding import is_there
from pitlink.table.events import CardsExposed, Exposed, HandDeclined, HandShown, JackpotHandNotified
from pitlink.table.seating import Decided
from pitlink.table.settling import round_in_play
from pitlink.table.setup import TableSetup
from pitlink.table.state import Box, Play, Table, places_of


def expose(table: Table, command: Expose) -> Decided:
    play = table.play
    if refused := needs("dealer", command.by, "turning cards up", table.rules.procedure.round):
        return refused
    if play is None or play.due.step != "expose":
        return Refused("no_exposure_is_due", "turning cards up", "a moment at which cards are turned up")
    exposure = play.due.exposure
    assert exposure is not None
    places = places_of(play, exposure.of)[: exposure.cards]
    places = [place for place in places if not play.slots[place].up]
    turned = _turn_up(table, play, places, command.cards)
    return turned if isinstance(turned, Refused) else (CardsExposed(turned, exposure.clause),)


def _turn_up(table: Table, play: Play, places: list[Place], cards: tuple[str, ...]) -> tuple[Exposed, ...] | Refused:
    """The cards at these places: as they were read when dealt, else as they are named now."""
    unread = [place for place in places if play.slots[place].card is None]
    if len(cards) != len(unread):
        found = f"{len(cards)} cards named for {', '.join(map(str, places))}"
        return Refused("wrong_number_named", found, f"{len(unread)}", table.rules.areas.deck_clause)
    named = dict(zip(unread, cards, strict=True))
    for at, (place, card) in enumerate(named.items()):
        if refused := fresh_card(table, play, card, str(place)):
            return refused
        if any(CARD_OF[card] == CARD_OF[other] for other in cards[:at]):
            clause = table.rules.areas.deck_clause
            return Refused("card_dealt_before", f"{card} at {place}", "a card not yet dealt in this round", clause)
    turned = []
    for place in places:
        slot = play.slots[place]
        card = named[place] if slot.card is None else name(slot.card)
        turned.append(Exposed(place, name(CARD_OF[card]), slot.salt))
    return tuple(turned)


def show_hand(table: Table, command: ShowHand) -> Decided:
    """A player turns up his own hand, or the dealer does; always the dealer where the rulebook says so."""
    due = _hand_due(table, command.position)
    if isinstance(due, Refused):
        return due
    play, box = due
    only_dealer = shown_by_dealer(table.rules, box)
    if not command.by.is_staff and (command.by.id != box.seat.player or only_dealer):
        expected = "the dealer" if only_dealer else f"{box.seat.player}, or the dealer"
        found = f"showing position {command.position} by {command.by.id}"
        return Refused("not_your_hand", found, expected, only_dealer or "R35")
    if not command.by.is_staff and (refused := is_there(table, box, "showing")):
        return refused
    turned = _turn_up(table, play, places_of(play, "position", command.position), command.cards)
    return turned if isinstance(turned, Refused) else (HandShown(command.position, turned, command.by.id),)


def shown_by_dealer(setup: TableSetup, box: Box) -> str | None:
    """The clause by which it is always the dealer who turns a hand up."""
    return setup.procedure.order or (setup.procedure.no_look if "ante" not in box.in_play.wagers else None)


def decline_to_show(table: Table, command: DeclineToShow) -> Decided:
    """A hand that is not shown loses all that needs it (R59); some may not be declined (R76, R99, rws-3cp 3.14)."""
    due = _hand_due(table, command.position)
    if isinstance(due, Refused):
        return due
    play, box = due
    if command.by.is_staff or command.by.id != box.seat.player:
        found = f"declining at position {command.position} by {command.by.id}"
        return Refused("not_your_hand", found, f"{box.seat.player}, who decides there", "R35")
    if refused := is_there(table, box, "declining"):
        return refused
    round = round_in_play(table, play, None)
    seat = next(seat for seat in round.seats if seat.position == command.position)
    if fault := table.rules.rules.check_decline(seat, round):
        return Refused("may_not_decline", f"declining at position {command.position}", fault.expected, fault.clause)
    return (HandDeclined(command.position, command.by.id, table.rules.procedure.decline),)


def _hand_due(table: Table, position: int) -> tuple[Play, Box] | Refused:
    play = table.play
    if play is None or play.due.step != "show":
        return Refused("no_hand_is_due", f"position {position}", "a moment at which hands are shown")
    if play.due.position != position:
        expected = f"position {play.due.position}, whose turn it is"
        return Refused("not_your_turn", f"showing position {position}", expected, play.due.clause)
    return play, play.boxes[position]


@citing("rws-3cp")("4.6")
def notify_jackpot_hand(table: Table, command: NotifyJackpotHand) -> Decided:
    """A duty of order: the award does not hang on it (R20)."""
    clause = table.rules.procedure.notify
    found = f"a jackpot hand at position {command.position}"
    if clause is None:
        return Refused("no_such_duty", found, "a rulebook that asks for it")
    play = table.play
    box = play.boxes.get(command.position) if play is not None else None
    if play is None or box is None or play.due.step not in ("show", "settle") or box.shown is not True:
        return Refused("hand_not_shown", found, "a hand that lies face up in a round not yet settled", clause)
    if not command.by.is_staff and command.by.id != box.seat.player:
        return Refused("not_your_hand", f"{found} by {command.by.id}", f"{box.seat.player}", clause)
    contenders = GAMES[table.rules.game].contenders(round_in_play(table, play, None))
    won = next((each for each in contenders if each.position == command.position and each.pays is not None), None)
    if won is None:
        return Refused("no_jackpot_hand", found, "a progressive bet and a hand of the jackpot table", clause)
    if box.notified:
        return Refused("notified_before", found, "a hand not yet notified", clause)
    return (JackpotHandNotified(command.position, won.hand, clause),)
