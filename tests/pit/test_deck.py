"""A sealed deck opened and dealt: however its cards are spelt; and who may void a round whose cards do not fit."""

from collections.abc import Callable

import pytest

from pitlink import pit
from pitlink.cards import CARD_OF, NAMES, show
from pitlink.jackpot.events import ContributionsReversed
from pitlink.money import Cents
from pitlink.people import Person
from pitlink.refusals import Refused
from pitlink.table import commands as ask
from pitlink.table.events import CardDealt, DeckOpened, RoundVoided
from tests.driving import DEALER, PIT_MANAGER, SUPERVISOR, Driver, Sealed, sealed
from tests.table.every_game import ALL, ENTRY, GOES, decide_all, table_of

DECK = sealed(reversed(NAMES))
VOID = {"mbs-thb": "5.1.1", "mbs-3cp": "5.1.1", "mbs-uth": "5.1.1", "mbs-lir": "5.2", "rws-3cp": "5.8.3"}
DECK_CLAUSE = {"rws-3cp": "2.2.1"}


def dealing(game: str) -> Driver:
    """Ann has bet, on the jackpot too; bets are closed over the deck."""
    driver = table_of(game, "Ann", cards="sealed_deck")
    driver.call()
    driver.bet("Ann", 1, **ENTRY[game])
    driver.bet("Ann", 1, progressive=5)
    driver.close(DECK)
    return driver


def settled(game: str, deck: Sealed = DECK) -> Driver:
    driver = dealing(game)
    driver.deal_sealed(deck)
    decide_all(driver, {1: GOES[game]})
    driver.deal_sealed(deck)
    driver.finish()
    assert driver.due == "open_deck"
    return driver


def ten(card: str) -> str:
    """ "Ts" as "10s"."""
    return card.replace("T", "10")


def spelt_as_shown(card: str) -> str:
    return show(CARD_OF[card])


# Opening


@pytest.mark.parametrize("spell", [ten, spelt_as_shown], ids=["10s", "10♦"])
@pytest.mark.parametrize("by", [DEALER, SUPERVISOR], ids=lambda by: by.post)
@pytest.mark.parametrize("game", ALL)
def test_a_deck_fits_however_its_cards_are_spelt(game: str, by: Person, spell: Callable[[str], str]) -> None:
    driver = settled(game)
    cards = tuple(spell(card) for card in DECK.cards)
    assert {"10s", "10♦"} & set(cards)
    assert driver.ask(ask.OpenDeck(by, cards, DECK.salts)) == (DeckOpened(DECK.cards, DECK.salts),)
    assert driver.play.void is None


@pytest.mark.parametrize("by", [DEALER, SUPERVISOR, PIT_MANAGER], ids=lambda by: by.post)
@pytest.mark.parametrize("text", ["", " ", "Joker", "1s", "as ", "\ud800"])
@pytest.mark.parametrize("game", ALL)
def test_what_is_no_deck_of_cards_is_refused_and_voids_nothing(game: str, text: str, by: Person) -> None:
    driver = settled(game)
    clause = DECK_CLAUSE.get(game, "2.1")
    before = driver.floor
    driver.refuse(ask.OpenDeck(by, (text,) * 52, DECK.salts), "not_a_card", clause)
    driver.refuse(ask.OpenDeck(by, (*DECK.cards[:51], text), DECK.salts), "not_a_card", clause)
    assert driver.floor == before
    assert driver.play.void is None
    driver.ask(ask.OpenDeck(DEALER, DECK.cards, DECK.salts))


# Dealing

WRONG = [
    (DECK.cards[1], DECK.salts[0]),
    (DECK.cards[0], DECK.salts[1]),
    (DECK.cards[1], DECK.salts[1]),
    (DECK.cards[0], "0" * 32),
]
WRONG_IDS = ["another card", "another salt", "the second card first", "no salt of the deck"]


@pytest.mark.parametrize(("card", "salt"), WRONG, ids=WRONG_IDS)
@pytest.mark.parametrize("game", ALL)
def test_a_card_that_does_not_fit_voids_the_round_by_a_supervisor_only(game: str, card: str, salt: str) -> None:
    """The dealer is refused, as he may have mistyped it; the supervisor's word ends the round, and all goes back."""
    driver = dealing(game)
    before, contributed = driver.floor, driver.floor.links["L1"].display
    driver.refuse(ask.DealCard(DEALER, card, salt), "not_the_sealed_card", None)
    assert driver.floor == before
    (void,) = driver.ask(ask.DealCard(SUPERVISOR, card, salt))
    assert void == RoundVoided(1, VOID[game], "a card does not fit its seal", (1,), False)
    assert driver.play.void == VOID[game]
    assert driver.table.players["Ann"].lying == 0
    assert driver.events(ContributionsReversed)
    assert driver.floor.links["L1"].display == contributed - 1_00
    driver.ask(ask.OpenDeck(DEALER, DECK.cards, DECK.salts))
    driver.call()
    assert driver.chips("Ann") == Cents(10_000_00)


@pytest.mark.parametrize("by", [DEALER, SUPERVISOR], ids=lambda by: by.post)
def test_the_right_card_is_dealt_by_either_however_it_is_spelt(by: Person) -> None:
    driver = dealing("mbs-lir")
    nth = 0
    while driver.due == "deal":
        spelt = ten(DECK.cards[nth]) if nth % 2 else spelt_as_shown(DECK.cards[nth])
        (dealt,) = driver.ask(ask.DealCard(by, spelt, DECK.salts[nth]))
        assert isinstance(dealt, CardDealt)
        assert dealt.card == DECK.cards[nth]
        nth += 1
    assert driver.play.void is None


@pytest.mark.parametrize("by", [DEALER, SUPERVISOR], ids=lambda by: by.post)
def test_a_card_without_a_salt_voids_nothing(by: Person) -> None:
    """Whoever deals it: there is nothing yet that does not fit."""
    driver = dealing("mbs-3cp")
    for salt in (None, "", "x" * 32):
        refused = pit.act(driver.floor, "T1", ask.DealCard(by, DECK.cards[1], salt))
        assert isinstance(refused, Refused)
        assert refused.code == "no_salt"
