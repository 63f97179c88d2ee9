"""What lies face down stays unknown: no refusal tells it, no view holds it; what lies open can be checked by anybody.

And what a supervisor is offered to pay is what the link would let him pay.
"""

import hashlib
import re
from typing import Any

import msgspec
import pytest

from pitlink import pit
from pitlink.cards import CARD_OF, NAMES
from pitlink.games.dealing import Place
from pitlink.people import Person
from pitlink.refusals import Refused
from pitlink.table import commands as ask
from pitlink.table.events import AwardPaid
from pitlink.table.views import SPECTATOR, Viewer, view
from tests.driving import DEALER, SHIFT_MANAGER, SUPERVISOR, Driver, Sealed, player, sealed, setup_for
from tests.table.every_game import ALL, ENTRY, PLAIN, STAYS, table_of

SPELLINGS = (*NAMES, "10s", "10♦", "A♠")
VIEWERS = (
    SPECTATOR,
    Viewer("Ann", "player"),
    Viewer("Bob", "player"),
    Viewer("Dana", "dealer"),
    Viewer("Sven", "pit_staff"),
    Viewer("Eve", "surveillance"),
)


def closed(game: str, deck: Sealed | None) -> Driver:
    """Ann and Bob have bet, bets are closed."""
    driver = table_of(game, "Ann", "Bob", cards="sealed_deck" if deck else "reading_shoe")
    driver.call()
    driver.bet("Ann", 1, **ENTRY[game])
    driver.bet("Bob", 2, **ENTRY[game])
    driver.close(deck)
    return driver


def answers(driver: Driver, commands: list[ask.DealCard] | list[ask.CorrectCard]) -> set[Refused]:
    """The different refusals that these commands get."""
    given = set()
    for command in commands:
        refused = pit.act(driver.floor, driver.name, command)
        assert isinstance(refused, Refused), command
        given.add(refused)
    return given


# Guessing


@pytest.mark.parametrize("by", [DEALER, SUPERVISOR, SHIFT_MANAGER], ids=lambda by: by.post)
@pytest.mark.parametrize("salt", [None, "", "0" * 31], ids=["none", "empty", "too short"])
@pytest.mark.parametrize("game", ALL)
def test_a_card_of_a_sealed_deck_cannot_be_found_by_naming_it(game: str, salt: str | None, by: Person) -> None:
    """Dealt or not yet dealt, every card gets the same answer, word for word."""
    deck = sealed(reversed(NAMES))
    driver = closed(game, deck)
    for nth in range(4):
        (refused,) = answers(driver, [ask.DealCard(by, card, salt) for card in SPELLINGS])
        assert refused.code == "no_salt"
        driver.ask(ask.DealCard(DEALER, deck.cards[nth], deck.salts[nth]))
    assert len(driver.play.slots) == 4


def test_with_a_wrong_salt_dealt_cards_are_refused_like_all_others() -> None:
    deck = sealed(reversed(NAMES))
    driver = closed("mbs-3cp", deck)
    for nth in range(4):
        driver.ask(ask.DealCard(DEALER, deck.cards[nth], deck.salts[nth]))
    for salt in ("0" * 32, deck.salts[0], deck.salts[5]):
        given = answers(driver, [ask.DealCard(DEALER, card, salt) for card in NAMES])
        assert {(each.code, each.expected) for each in given} == {("not_the_sealed_card", "the card that was sealed")}
        assert len({re.sub("^.. as", "", each.found) for each in given}) == 1  # nothing but the card that was named


@pytest.mark.parametrize("by", [SUPERVISOR, SHIFT_MANAGER], ids=lambda by: by.post)
@pytest.mark.parametrize("game", ALL)
def test_a_face_down_card_cannot_be_found_by_correcting_it(game: str, by: Person) -> None:
    """At a reading shoe: whatever card is named, the one that lies there among them, the answer is the same."""
    driver = closed(game, None)
    driver.deal(PLAIN[game])
    places = [place for place, slot in driver.play.slots.items() if not slot.up]
    assert {place.where for place in places} >= {"position"}
    for place in places:
        (refused,) = answers(driver, [ask.CorrectCard(by, place, card) for card in (*SPELLINGS, "Joker")])
        assert refused.code == "no_known_card_there"
    (nowhere,) = answers(driver, [ask.CorrectCard(by, Place("position", 3, 1), card) for card in SPELLINGS])
    assert nowhere.code == "no_known_card_there"


# Checking the seal


def seen_by(driver: Driver, viewer: Viewer) -> dict[str, Any]:
    """The view as it goes over the wire."""
    seen: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(view(driver.table, viewer)))
    return seen


def check_what_lies_open(driver: Driver) -> int:
    """From a spectator's view alone, with a plain digest; how many cards lie open."""
    seen = seen_by(driver, SPECTATOR)
    hands = [seen["community"], seen["dealer_cards"], *(each["cards"] for each in seen["positions"])]
    faces = [card for hand in hands for card in hand if card is not None]
    assert sorted(each["card"] for each in seen["opened"]) == sorted(faces)
    for each in seen["opened"]:
        digest = hashlib.sha256(f"{each['nth']} {each['card']} {each['salt']}".encode()).hexdigest()
        assert digest == seen["seal"][each["nth"] - 1]
    return len(faces)


def check_what_lies_face_down(driver: Driver, deck: Sealed) -> None:
    """Of a card that is not turned up nobody sees the salt, nor of one that was never dealt."""
    up = {slot.nth for slot in driver.play.slots.values() if slot.up}
    secret = [salt for nth, salt in enumerate(deck.salts, start=1) if nth not in up]
    for viewer in VIEWERS:
        text = msgspec.json.encode(view(driver.table, viewer)).decode()
        assert not [salt for salt in secret if salt in text], viewer


@pytest.mark.parametrize("game", ALL)
def test_the_seal_is_checked_from_a_spectators_view_alone(game: str) -> None:
    """After every step of a round: cards dealt, looked at, decided, turned up, settled, the deck opened."""
    deck = sealed(reversed(NAMES))
    driver = closed(game, deck)
    left = {1: list(STAYS[game]), 2: list(STAYS[game])}
    looked, opened = False, [check_what_lies_open(driver)]
    while driver.due != "call":
        due = driver.play.due
        match due.step:
            case "deal":
                nth = len(driver.play.slots)
                driver.ask(ask.DealCard(DEALER, deck.cards[nth], deck.salts[nth]))
            case "decide":
                name = str(driver.box(due.position).seat.player)
                if not looked:
                    driver.ask(ask.Look(player(name), due.position))
                    looked = True
                    check_what_lies_face_down(driver, deck)
                driver.ask(ask.Decide(player(name), due.position, left[due.position].pop(0)))
            case "expose":
                driver.ask(ask.Expose(DEALER))
            case "show" if due.position == 2 and game.startswith("mbs") and game != "mbs-lir":
                driver.ask(ask.DeclineToShow(player("Bob"), 2))
            case "show":
                driver.ask(ask.ShowHand(DEALER, due.position))
            case "settle":
                driver.ask(ask.Settle(DEALER))
            case "open_deck":
                driver.ask(ask.OpenDeck(DEALER, deck.cards, deck.salts))
            case _:
                raise AssertionError(due)
        opened.append(check_what_lies_open(driver))
        check_what_lies_face_down(driver, deck)
    assert opened == sorted(opened)
    assert opened[0] == 0
    assert opened[-1] >= 5


def test_a_card_that_is_not_the_sealed_one_would_be_seen() -> None:
    """The check above is one: with any other card in its place the digest is another."""
    deck = sealed(reversed(NAMES))
    driver = closed("mbs-lir", deck)
    driver.deal_sealed(deck)
    for position in (1, 2):
        driver.choose(position, "ride")
    driver.expose()
    (first, *_) = seen_by(driver, SPECTATOR)["opened"]
    fits = [
        card
        for card in NAMES
        if hashlib.sha256(f"{first['nth']} {card} {first['salt']}".encode()).hexdigest()
        == driver.play.seal[first["nth"] - 1]
    ]
    assert fits == [first["card"]]
    assert driver.play.slots[Place("community", 0, 1)].card == CARD_OF[fits[0]]


def test_without_a_sealed_deck_nothing_is_to_be_checked() -> None:
    driver = closed("mbs-3cp", None)
    driver.deal(PLAIN["mbs-3cp"])
    for position in (1, 2):
        driver.choose(position, "play")
    driver.finish()
    seen = seen_by(driver, SPECTATOR)
    assert (seen["seal"], seen["opened"]) == ([], [])


# What may be paid

ROYAL: dict[str | int, str] = {1: "As Ks Qs", "community": "Js Ts", "dealer": "8c 8d 4c"}


def both_won() -> Driver:
    """Claims open at both tables, first those of T2, then those of T1."""
    driver = Driver()
    for name in ("T1", "T2"):
        driver.open(setup_for("mbs-3cp", name))
        driver.seat(f"{name} Ann")
        driver.call()
        driver.bet(f"{name} Ann", 1, ante=25, progressive=5)
        driver.close()
        driver.deal(ROYAL)
        driver.choose(1, "play")
    for name in ("T2", "T1"):
        driver.name = name
        driver.finish()
        driver.approve()
        assert driver.due == "pay_claims"
    return driver


def may_pay(driver: Driver, by: Person = SUPERVISOR) -> list[str]:
    return [
        name
        for name in ("T1", "T2")
        if any(option.command == "PayAwards" for option in pit.offered(driver.floor, name, by))
    ]


def test_awards_are_offered_for_payment_only_where_they_come_first() -> None:
    driver = both_won()
    assert [hand.table for hand in driver.floor.links["L1"].order] == ["T2", "T1"]
    assert may_pay(driver) == ["T2"]
    assert isinstance(pit.act(driver.floor, "T1", ask.PayAwards(SUPERVISOR)), Refused)
    paid = driver.pay("T2")
    assert [event.player for event in paid if isinstance(event, AwardPaid)] == ["T2 Ann"]
    assert may_pay(driver) == ["T1"]
    driver.pay("T1")
    assert may_pay(driver) == []


def test_awards_are_offered_for_payment_to_supervisors_and_above() -> None:
    driver = both_won()
    assert may_pay(driver, DEALER) == may_pay(driver, player("T2 Ann")) == []
    assert may_pay(driver, SHIFT_MANAGER) == ["T2"]


def test_nothing_else_is_kept_back_at_the_table_that_waits() -> None:
    driver = both_won()
    told = {name: {each.command for each in pit.offered(driver.floor, name, SUPERVISOR)} for name in ("T1", "T2")}
    assert told["T2"] - told["T1"] == {"PayAwards"}
    assert told["T1"] <= told["T2"]
