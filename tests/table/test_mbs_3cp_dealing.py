"""The deal of Megalink Three Card Poker, card by card, and the cards that are turned up after the decisions."""

import pytest

from pitlink.games.dealing import Place
from pitlink.table import commands as ask
from pitlink.table.events import CardDealt, CardsExposed
from tests.driving import DEALER, SUPERVISOR, Driver, money, player, sealed, setup_for
from tests.proving import prove, row_id, rows
from tests.table.three_cards import check_lines, deal_burning, only, order_of, table_of

GAME = "mbs-3cp"

# "x" is the third community card, burned.
ORDERS = rows("""
proves | device    | wagers at | order
3.7    | automated | 1         | 1 1 1 d d d c c x
3.7    | automated | 1 2       | 1 1 1 2 2 2 d d d c c x
3.7    | automated | 6 2 4     | 2 2 2 4 4 4 6 6 6 d d d c c x
3.8    | manual    | 1         | 1 d 1 d 1 d c c
3.8    | manual    | 1 2       | 1 2 d 1 2 d 1 2 d c c
3.8    | manual    | 7 3 5     | 3 5 7 d 3 5 7 d 3 5 7 d c c
""")


def dealing(device: str, positions: str) -> Driver:
    """Bets closed with a wager at each of these positions, Ante and Pair Plus by turns."""
    driver = table_of(GAME, device=device)
    driver.come("Ann")
    for position, wager in zip(positions.split(), ("ante", "pair_plus") * 4, strict=False):
        driver.bet("Ann", int(position), **{wager: 10})
    driver.close()
    return driver


@pytest.mark.parametrize("row", ORDERS, ids=row_id)
def test_cards_come_in_the_order_of_the_device(row: dict[str, str]) -> None:
    driver = dealing(row["device"], row["wagers at"])
    assert driver.play.due.clause == row["proves"]
    driver.refuse(ask.DealCard(player("Ann"), "As"), "post_too_low", row["proves"])
    assert order_of(driver.deal({})) == row["order"]
    burned = [place for place in driver.play.slots if place.where == "burned"]
    assert len(burned) == (1 if row["device"] == "automated" else 0)
    assert not any(slot.up for slot in driver.play.slots.values())  # all face down
    prove(GAME, row["proves"])


def test_no_device_of_another_book_is_used() -> None:
    driver = Driver()
    driver.refuse(ask.OpenTable(SUPERVISOR, setup_for(GAME, link=None, device="shoe")), "no_such_deal", "3.7")


def test_the_burned_card_is_in_no_hand() -> None:
    """The third community card would make a royal flush; it lies with the discards."""
    driver = table_of(GAME, "Ann")
    driver.bet("Ann", 1, ante=10, progressive=5)
    driver.close()
    deal_burning(driver, "Ts", {1: "As Ks Qs", "dealer": "Kd Jd 4c", "community": "Js 2d"})
    (burned,) = (place for place in driver.play.slots if place.where == "burned")
    driver.refuse(ask.CorrectCard(SUPERVISOR, burned, "9s"), "no_known_card_there", "3.7")  # it lies face down
    driver.choose(1, "play")
    check_lines(GAME, driver.finish(), 1, {"ante": "+10", "ante_bonus": "+50", "play": "+10", "progressive": "-5"})
    assert not driver.play.slots[burned].up
    prove(GAME, "3.7")


def test_a_position_without_an_entry_gets_no_cards() -> None:
    driver = table_of(GAME, "Ann", "Bob", "Cid")
    driver.bet("Ann", 1, ante=10)
    driver.ask(ask.RecordWager(DEALER, "Bob", 2, "progressive", money(5)))
    driver.bet("Cid", 3, pair_plus=10)
    driver.close()
    assert order_of(driver.deal({})) == "1 1 1 3 3 3 d d d c c x"
    driver.refuse(ask.Look(player("Bob"), 2), "no_hand_there", "3.7")
    prove(GAME, "R49")


def test_a_card_is_dealt_only_when_one_is_due() -> None:
    driver = table_of(GAME, "Ann")
    driver.bet("Ann", 1, ante=10)
    driver.refuse(ask.DealCard(DEALER, "As"), "no_card_is_due", "3.7")
    driver.close()
    driver.deal({})
    driver.refuse(ask.DealCard(DEALER, "As"), "no_card_is_due", "3.7")


def test_one_deck_of_52_has_every_card_once_and_no_joker() -> None:
    driver = dealing("automated", "1")
    dealt = only(driver.ask(ask.DealCard(DEALER, "As")), CardDealt)
    assert (dealt.place, dealt.card) == (Place("position", 1, 1), "As")
    driver.refuse(ask.DealCard(DEALER, "As"), "card_dealt_before", "2.1")
    driver.refuse(ask.DealCard(DEALER, "Joker"), "not_a_card", "2.1")
    driver.refuse(ask.DealCard(DEALER), "no_card_named", "3.7")


def test_nobody_looks_or_decides_before_the_deal_is_complete() -> None:
    driver = dealing("automated", "1")
    for card in ("As", "Ks", "Qs", "2d", "3d"):
        driver.ask(ask.DealCard(DEALER, card))
        driver.refuse(ask.Look(player("Ann"), 1), "no_hand_there", "3.7")
        driver.refuse(ask.Decide(player("Ann"), 1, "play"), "no_decision_is_due", "1.1.9")


# Turning cards up


def test_the_dealers_hand_is_turned_up_first_then_the_community_cards() -> None:
    driver = table_of(GAME, "Ann")
    driver.bet("Ann", 1, ante=10, progressive=5)
    driver.close()
    driver.deal({1: "As Ks Qs", "dealer": "Kd Jd 4c", "community": "2c 3c"})
    driver.refuse(ask.Expose(DEALER), "no_exposure_is_due", None)  # not before everybody has decided
    driver.choose(1, "play")
    driver.refuse(ask.ShowHand(player("Ann"), 1), "no_hand_is_due", None)
    assert (driver.due, driver.play.due.clause) == ("expose", "3.10")
    first = only(driver.ask(ask.Expose(DEALER)), CardsExposed)
    assert ([card.card for card in first.cards], first.clause) == (["Kd", "Jd", "4c"], "3.10")
    second = only(driver.ask(ask.Expose(DEALER)), CardsExposed)
    assert ([card.card for card in second.cards], second.clause) == (["2c", "3c"], "3.10.1")
    assert (driver.due, driver.play.due.position) == ("show", 1)
    prove(GAME, "3.10", "3.10.1")


# What is turned up once everybody has decided: "d" the dealer's hand, "c" the community cards, then hands by position.
EXPOSURES = rows("""
1                          | decision | 2              | decides | turned up
ante                       | play     |                |         | d c 1
ante                       | play     | ante           | fold    | d c 1
ante                       | fold     | ante           | play    | d c 2
ante                       | fold     |                |         |
ante                       | fold     | ante           | fold    |
ante progressive           | fold     |                |         | c 1
ante pair_plus             | fold     |                |         | 1
ante pair_plus progressive | fold     | ante           | fold    | c 1
ante progressive           | fold     | ante pair_plus | fold    | c 1 2
pair_plus                  |          |                |         | 1
pair_plus progressive      |          |                |         | c 1
pair_plus                  |          | ante           | fold    | 1
pair_plus                  |          | ante           | play    | d c 1 2
""")


@pytest.mark.parametrize("row", EXPOSURES, ids=row_id)
def test_cards_are_turned_up_while_a_hand_is_to_be_compared_then_as_side_bets_need_them(row: dict[str, str]) -> None:
    driver = table_of(GAME, "Ann", "Bob")
    for position, name in ((1, "Ann"), (2, "Bob")):
        for wager in row[str(position)].split():
            driver.bet(name, position, **{wager: 5 if wager == "progressive" else 10})
    driver.close()
    driver.deal({})
    for position, column in ((1, "decision"), (2, "decides")):
        if row[column]:
            driver.choose(position, row[column])
    told = []
    while driver.due in ("expose", "show"):
        if driver.due == "expose":
            exposed = only(driver.ask(ask.Expose(DEALER)), CardsExposed)
            told.append({"dealer": "d", "community": "c"}[exposed.cards[0].place.where])
        else:
            told.append(str(driver.play.due.position))
            driver.ask(ask.ShowHand(DEALER, driver.play.due.position))
    assert (" ".join(told), driver.due) == (row["turned up"], "settle")
    driver.ask(ask.Settle(DEALER))
    prove(GAME, "R21")


def test_a_dealers_hand_that_stays_face_down_leaves_no_trace_in_the_settlement() -> None:
    """All have folded, so nothing is compared (R21): whether the hidden hand qualifies is nobody's to know."""
    told = []
    for dealer in ("Kd Jd 4c", "9d 7c 4c"):
        driver = table_of(GAME, "Ann")
        driver.bet("Ann", 1, ante=10, pair_plus=10)
        driver.close()
        driver.deal({1: "2s 5h 9s", "dealer": dealer})
        driver.choose(1, "fold")
        told.append(driver.finish())
    assert told[0] == told[1]


# Cards that nobody reads when they are dealt, and cards under seal


def test_cards_dealt_unread_are_named_when_they_are_turned_up() -> None:
    driver = table_of(GAME, "Ann", "Bob", cards="hand_dealt")
    driver.bet("Ann", 1, ante=10, progressive=5)
    driver.bet("Bob", 2, ante=10)
    driver.close()
    driver.refuse(ask.DealCard(DEALER, "As"), "dealt_unread", None)
    driver.deal({})
    driver.choose(1, "play")
    driver.choose(2, "fold")
    driver.refuse(ask.Expose(DEALER, ("Kd", "Jd")), "wrong_number_named", "2.1")
    driver.refuse(ask.Expose(DEALER, ("Kd", "Jd", "Kd")), "card_dealt_before", "2.1")
    driver.ask(ask.Expose(DEALER, ("Kd", "Jd", "4c")))
    driver.refuse(ask.Expose(DEALER, ("4c", "3c")), "card_dealt_before", "2.1")
    driver.ask(ask.Expose(DEALER, ("2c", "3c")))
    driver.ask(ask.ShowHand(DEALER, 1, ("As", "Kh", "9s")))
    events = driver.ask(ask.Settle(DEALER))
    check_lines(GAME, events, 1, {"ante": "+10@3.12.1", "play": "+10@3.12.1", "progressive": "-5@4.4"})
    check_lines(GAME, events, 2, {"ante": "-10@3.9.1"})


def test_a_sealed_deck_deals_the_cards_that_were_sealed() -> None:
    deck = sealed(["As", "Kh", "9s", "Kd", "Jd", "4c", "2c", "3c", "8h"])
    driver = table_of(GAME, "Ann", cards="sealed_deck")
    driver.bet("Ann", 1, ante=10)
    driver.refuse(ask.CloseBets(DEALER), "not_a_seal", None)
    driver.close(deck)
    driver.refuse(ask.DealCard(DEALER, "Ks", deck.salts[0]), "not_the_sealed_card", None)
    driver.deal_sealed(deck)
    driver.choose(1, "play")
    driver.finish()
    driver.refuse(ask.CallBets(DEALER), "round_in_play", "1.1.9")
    driver.ask(ask.OpenDeck(DEALER, deck.cards, deck.salts))
    driver.call()
    assert driver.chips("Ann") == money(10_020)
