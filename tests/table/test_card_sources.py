"""Cards from a shoe that reads them, and from a hand that deals them unread."""

import msgspec
import pytest

from pitlink.jackpot.link import Features
from pitlink.table import commands as ask
from pitlink.table.events import (
    CardDealt,
    CardsExposed,
    HandShown,
)
from pitlink.table.setup import CardSource
from tests.driving import (
    DEALER,
    SUPERVISOR,
    Driver,
    replay,
    setup_for,
)
from tests.proving import prove
from tests.table.letting_ride import enter, lines, lir_table, one, ride_all, start
from tests.table.sealing import ROYAL
from tests.table.whole_rounds import ENTRIES, HANDS, PLAYS, decide_all

GAMES = ("mbs-thb", "mbs-3cp", "mbs-uth", "mbs-lir", "rws-3cp")
# The shoe that reads


def test_a_reading_shoe_names_every_card_once() -> None:
    table = lir_table("Ann", "Bob")
    start(table, ("Ann", 1))
    table.refuse(ask.DealCard(DEALER), "no_card_named", "3.6")
    table.refuse(ask.DealCard(DEALER, "11s"), "not_a_card", "2.1")
    dealt = one(CardDealt, table.ask(ask.DealCard(DEALER, "10♦", "0" * 32, at=17)))
    assert (dealt.card, dealt.salt, dealt.at) == ("Td", None, 17)
    for spelling in ("Td", "10d", "T♦", "10♦"):
        table.refuse(ask.DealCard(DEALER, spelling), "card_dealt_before", "2.1")
    table.deal({1: "Td 2c 5h", "community": "8s Jc"})
    table.refuse(ask.OpenDeck(DEALER, ROYAL.cards, ROYAL.salts), "deck_not_due", None)
    ride_all(table)
    assert table.due == "show"
    table.refuse(ask.ShowHand(DEALER, 1, ("Td", "2c", "5h")), "wrong_number_named", "2.1")
    table.ask(ask.ShowHand(DEALER, 1))


# Dealt by hand, unread
# Two hands that Bob may have had, a good and a bad one.
UNKNOWN = {2: ("Ah Ac", "3c 7d"), 3: ("Ah Ac Qs", "3c 7d 9h")}


def play_once(game: str, cards: CardSource, bob: str = "") -> Driver:
    """A settled and final round; `bob` is the hand that Bob does not show."""
    table = Driver()
    table.open(setup_for(game, cards=cards))
    table.seat("Ann", "Bob")
    table.call()
    for position, name in ((1, "Ann"), (2, "Bob")):
        side = {wager: amount for wager, amount in ENTRIES[game].items() if name == "Ann" or "pair" not in wager}
        side = {wager: amount for wager, amount in side.items() if name == "Ann" or wager != "trips"}
        table.bet(name, position, **side)
    table.bet("Ann", 1, progressive=5)
    table.close()
    hands = {**HANDS[game], 2: bob} if bob else HANDS[game]
    decide_all(table, game, lambda: table.deal(hands))
    while table.due == "show":
        assert table.play.due.position == 1  # nobody asks for Bob's cards
        table.refuse(ask.Settle(DEALER), "not_to_be_settled", None)
        named = tuple(HANDS[game][1].split()) if cards == "hand_dealt" else ()
        table.ask(ask.ShowHand(DEALER, 1, named))
    table.ask(ask.Settle(DEALER))
    return table


@pytest.mark.parametrize("game", GAMES)
def test_a_hand_that_nobody_needs_stays_unknown_and_changes_no_money(game: str) -> None:
    unread = play_once(game, "hand_dealt")
    hidden = [slot.card for place, slot in unread.play.slots.items() if place.position == 2]
    assert hidden == [None] * len(hidden)
    assert hidden
    told = {key: msgspec.structs.astuple(line) for key, line in lines(each.event for each in unread.history).items()}
    own = len(hidden)
    for bob in UNKNOWN[own]:
        read = play_once(game, "reading_shoe", bob)
        again = {key: msgspec.structs.astuple(line) for key, line in lines(each.event for each in read.history).items()}
        assert again == told
        read.call()
        unread_chips = {
            name: stack.chips + unread.play.nets.get(name, 0) for name, stack in unread.table.players.items()
        }
        assert {name: read.chips(name) for name in ("Ann", "Bob")} == unread_chips
    assert replay(unread.history) == unread.floor


@pytest.mark.parametrize("game", GAMES)
def test_cards_dealt_unread_are_named_when_they_are_turned_up(game: str) -> None:
    table = Driver()
    table.open(setup_for(game, cards="hand_dealt"))
    table.seat("Ann")
    table.call()
    table.bet("Ann", 1, **ENTRIES[game])
    table.close()
    refused = table.refuse(ask.DealCard(DEALER, "As"), "dealt_unread", None)
    assert refused.found.startswith("As at ")
    table.deal({})
    assert all(slot.card is None for slot in table.play.slots.values())
    clause = table.table.rules.areas.deck_clause
    named: list[str] = []
    made = list(PLAYS[game])
    while table.due in ("deal", "decide", "expose"):
        if table.due == "deal":
            table.deal({})
        elif table.due == "decide":
            table.ask(ask.RecordDecision(DEALER, 1, made.pop(0)))
        else:
            exposure = table.play.due.exposure
            assert exposure is not None
            first = table.play.exposed if exposure.of == "community" else 0
            cards = tuple(HANDS[game][exposure.of].split()[first : exposure.cards])
            table.refuse(ask.Expose(DEALER), "wrong_number_named", clause)
            table.refuse(ask.Expose(DEALER, (*cards, "3d")), "wrong_number_named", clause)
            table.refuse(ask.Expose(DEALER, ("Joker", *cards[1:])), "not_a_card", clause)
            if len(cards) > 1:
                table.refuse(ask.Expose(DEALER, (cards[0],) * len(cards)), "card_dealt_before", clause)
            if named:
                table.refuse(ask.Expose(DEALER, (named[0], *cards[1:])), "card_dealt_before", clause)
            exposed = one(CardsExposed, table.ask(ask.Expose(DEALER, cards)))
            assert [each.card for each in exposed.cards] == list(cards)
            assert all(each.salt is None for each in exposed.cards)
            named += cards
    own = tuple(HANDS[game][1].split())
    table.refuse(ask.ShowHand(DEALER, 1), "wrong_number_named", clause)
    table.refuse(ask.ShowHand(DEALER, 1, (named[0], *own[1:])), "card_dealt_before", clause)
    shown = one(HandShown, table.ask(ask.ShowHand(DEALER, 1, own)))
    assert [each.card for each in shown.cards] == list(own)
    table.ask(ask.Settle(DEALER))


def test_a_round_in_which_nothing_is_needed_settles_with_no_card_named() -> None:
    table = Driver()
    table.open(setup_for("mbs-thb", cards="hand_dealt"))
    table.seat("Ann", "Bob")
    table.call()
    for position, name in ((1, "Ann"), (2, "Bob")):
        table.bet(name, position, ante=25)
    table.close()
    table.deal({})
    table.choose(1, "fold")
    table.choose(2, "fold")
    assert table.due == "settle"
    table.ask(ask.Settle(DEALER))
    assert all(slot.card is None for slot in table.play.slots.values())
    table.call()
    assert (table.chips("Ann"), table.chips("Bob")) == (9_975_00, 9_975_00)
    prove("mbs-thb", "R21")


def test_a_magic_card_among_unread_cards_is_paid_when_it_is_turned_up() -> None:
    table = lir_table("Ann", "Bob", cards="hand_dealt", features=Features(1, 1))
    table.call()
    enter(table, "Ann", 1, progressive=5)
    enter(table, "Bob", 2, progressive=5)
    table.close(magic_card="2c")  # the first that would stand in for an unread card
    table.deal({})
    table.ask(ask.FindAbsent(SUPERVISOR, 2))
    for card in ("Jc", "9d"):
        table.ask(ask.RecordDecision(DEALER, 1, "ride"))
        table.ask(ask.Expose(DEALER, (card,)))
    table.ask(ask.ShowHand(DEALER, 1, ("3c", "5d", "8h")))
    settled = lines(table.ask(ask.Settle(DEALER)))
    assert [wager for _, wager in settled if wager == "magic_card"] == []
