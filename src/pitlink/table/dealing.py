"""The deal, card by card: the procedure says where the next card goes, the command which card it is."""

from pitlink.cards import CARD_OF, NAMES, name
from pitlink.games.dealing import Place
from pitlink.people import may_act_as
from pitlink.refusals import Refused, needs
from pitlink.table.commands import CorrectCard, DealCard, OpenDeck
from pitlink.table.events import CardCorrected, CardDealt, DeckOpened
from pitlink.table.ruling import void_round
from pitlink.table.seal import commitment, is_salt, opens
from pitlink.table.seating import Decided
from pitlink.table.state import Play, Table


def deal_card(table: Table, command: DealCard) -> Decided:
    setup, play = table.rules, table.play
    if refused := needs("dealer", command.by, "dealing", setup.deal.clause):
        return refused
    if play is None or play.due.step != "deal":
        return Refused("no_card_is_due", "a card", "bets closed, and a place that waits for a card", setup.deal.clause)
    place = play.due.place
    assert place is not None
    if setup.cards == "hand_dealt":
        if command.card is not None:
            return Refused("dealt_unread", f"{command.card} at {place}", "no card: it is read when it is turned up")
        return (CardDealt(place, at=command.at),)
    if command.card is None:
        return Refused("no_card_named", f"nothing at {place}", "the card", setup.deal.clause)
    if command.card not in CARD_OF:
        return _not_a_card(table, command.card, str(place))
    if setup.cards == "sealed_deck" and (refused := _fits_seal(play, command.card, command.salt, place)):
        if refused.code == "not_the_sealed_card" and may_act_as(command.by, "pit_supervisor"):
            return (void_round(play, not_the_deck(table), "a card does not fit its seal"),)
        return refused
    if refused := fresh_card(table, play, command.card, str(place)):  # after the seal, so that no guess is answered
        return refused
    card = name(CARD_OF[command.card])
    return (CardDealt(place, card, command.salt if setup.cards == "sealed_deck" else None, command.at),)


def fresh_card(table: Table, play: Play, card: str, found: str) -> Refused | None:
    """One deck has every card once."""
    clause = table.rules.areas.deck_clause
    if card not in CARD_OF:
        return _not_a_card(table, card, found)
    if any(slot.card == CARD_OF[card] for slot in play.slots.values()):
        return Refused("card_dealt_before", f"{card} at {found}", "a card not yet dealt in this round", clause)
    return None


def _not_a_card(table: Table, card: str, found: str) -> Refused:
    clause = table.rules.areas.deck_clause
    return Refused("not_a_card", f"{card!r} at {found}", "a card such as As, Td or 10♦", clause)


def _fits_seal(play: Play, card: str, salt: str | None, place: Place) -> Refused | None:
    nth = len(play.slots) + 1
    card = name(CARD_OF[card])
    if salt is None or not is_salt(salt):
        return Refused("no_salt", f"card {nth} of the sealed deck, at {place}", "its salt, 32 hexadecimal digits")
    if commitment(nth, card, salt) != play.seal[nth - 1]:
        return Refused("not_the_sealed_card", f"{card} as card {nth}, at {place}", "the card that was sealed")
    return None


def correct_card(table: Table, command: CorrectCard) -> Decided:
    """A mistyped card put right by a supervisor; a sealed card cannot be mistyped."""
    setup, play = table.rules, table.play
    if refused := needs("pit_supervisor", command.by, "correcting a card", "R89"):
        return refused
    found = str(command.place)
    if setup.cards == "sealed_deck":
        return Refused("sealed_card", found, "the card that was sealed")
    if play is None or play.result_known or play.void:
        return Refused("no_round_in_play", found, "a round that is not settled")
    place = command.place
    slot = play.slots.get(place)
    if slot is None or slot.card is None or not slot.up:  # what lies face down nobody may find out by asking
        return Refused("no_known_card_there", found, "a card that lies face up", setup.deal.clause)
    if refused := fresh_card(table, play, command.card, str(place)):
        return refused
    return (CardCorrected(place, name(slot.card), name(CARD_OF[command.card]), command.by.id),)


def open_deck(table: Table, command: OpenDeck) -> Decided:
    """The whole deck for surveillance and audit, once the round is over; one that does not fit its seal voids it."""
    play, clause = table.play, table.rules.areas.deck_clause
    if refused := needs("dealer", command.by, "opening the deck"):
        return refused
    if play is None or play.due.step != "open_deck":
        return Refused("deck_not_due", "the sealed deck", "a round that is over with a deck not opened yet")
    if len(command.cards) != len(NAMES) or len(command.salts) != len(NAMES):
        found = f"{len(command.cards)} cards, {len(command.salts)} salts"
        return Refused("not_a_deck", found, f"{len(NAMES)} of each", clause)
    if strange := [card for card in command.cards if card not in CARD_OF]:
        return Refused("not_a_card", f"{strange[0]!r} in the deck", "a card such as As, Td or 10♦", clause)
    opened = DeckOpened(tuple(name(CARD_OF[card]) for card in command.cards), command.salts)
    if play.void or opens(play.seal, opened.cards, opened.salts):
        return (opened,)
    if not may_act_as(command.by, "pit_supervisor"):  # it may be mistyped, and a void is not the dealer's to order
        return Refused("not_the_sealed_deck", "a deck that does not fit its seal", "a pit supervisor to void it", "R89")
    return (opened, void_round(play, not_the_deck(table), "the deck does not fit its seal"))


def not_the_deck(table: Table) -> str:
    """The clause by which a round with cards that are not those of its deck is void."""
    return next(case for case in table.rules.irregularities.cases if case.what == "extra_card").rulings[0].clause
