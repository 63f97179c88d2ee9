"""The deal of Multi-Link Progressive 3 Card Poker from a shoe and from a shuffler, and what is turned up after it."""

import pytest

from pitlink.cards import NAMES
from pitlink.table import commands as ask
from pitlink.table.events import CardsExposed
from tests.driving import DEALER, SUPERVISOR, Driver, money, player, setup_for
from tests.proving import prove, row_id, rows
from tests.table.three_cards import check_lines, deal_burning, only, order_of, table_of

GAME = "rws-3cp"

# "x" is a card thrown away: the Burnt Card of a shoe, the third community card of a shuffler.
ORDERS = rows("""
proves      | device   | bets at | order
3.10 3.10.1 | shoe     | 1       | x 1 d 1 d 1 d c c
3.10 3.10.1 | shoe     | 1 2     | x 1 2 d 1 2 d 1 2 d c c
3.10 3.10.1 | shoe     | 6 2 4   | x 2 4 6 d 2 4 6 d 2 4 6 d c c
3.11 3.11.1 | shuffler | 1       | 1 1 1 d d d c c x
3.11 3.11.1 | shuffler | 1 2     | 1 1 1 2 2 2 d d d c c x
3.11 3.11.1 | shuffler | 7 3 5   | 3 3 3 5 5 5 7 7 7 d d d c c x
""")


@pytest.mark.parametrize("row", ORDERS, ids=row_id)
def test_cards_come_in_the_order_of_the_device(row: dict[str, str]) -> None:
    driver = table_of(GAME, device=row["device"])
    driver.come("Ann")
    for position, wager in zip(row["bets at"].split(), ("ante", "pair_plus") * 4, strict=False):
        driver.bet("Ann", int(position), **{wager: 10})
    driver.close()
    clause, apart = clauses = tuple(row["proves"].split())
    driver.refuse(ask.DealCard(player("Ann"), "As"), "post_too_low", clause)
    places, cited = [], []
    for card in NAMES:
        if driver.due == "deal":
            assert driver.play.due.place is not None
            places.append(driver.play.due.place)
            cited.append(driver.play.due.clause)
            driver.ask(ask.DealCard(DEALER, card))
    assert order_of(places) == row["order"]
    told_apart = ("community", "burned") if row["device"] == "shuffler" else ("community",)
    assert cited == [apart if place.where in told_apart else clause for place in places]
    assert not any(slot.up for slot in driver.play.slots.values())  # all face down
    prove(GAME, *clauses)
    if row["device"] == "shuffler":
        prove(GAME, "R83", "R84")


def test_no_device_of_another_book_is_used() -> None:
    driver = Driver()
    driver.refuse(ask.OpenTable(SUPERVISOR, setup_for(GAME, link=None, device="manual")), "no_such_deal", "3.10")


@pytest.mark.parametrize(("device", "clause"), [("shoe", "3.10"), ("shuffler", "3.11")])
def test_a_card_thrown_away_is_in_no_hand(device: str, clause: str) -> None:
    """It would make a royal flush."""
    driver = table_of(GAME, "Ann", device=device)
    driver.bet("Ann", 1, ante=10, progressive=5)
    driver.close()
    deal_burning(driver, "Ts", {1: "As Ks Qs", "dealer": "Kd Jd 4c", "community": "Js 2d"})
    (burned,) = (place for place in driver.play.slots if place.where == "burned")
    driver.refuse(ask.CorrectCard(SUPERVISOR, burned, "9s"), "no_known_card_there", clause)  # it lies face down
    driver.choose(1, "play")
    check_lines(GAME, driver.finish(), 1, {"ante": "+10", "ante_bonus": "+50", "play": "+10", "progressive": "-5"})
    assert not driver.play.slots[burned].up


def test_a_box_without_an_entry_gets_no_cards() -> None:
    driver = table_of(GAME, "Ann", "Bob", "Cid")
    driver.bet("Ann", 1, ante=10)
    driver.ask(ask.RecordWager(DEALER, "Bob", 2, "progressive", money(5)))
    driver.bet("Cid", 3, pair_plus=10)
    driver.close()
    assert order_of(driver.deal({})) == "x 1 3 d 1 3 d 1 3 d c c"
    prove(GAME, "R49")


def test_one_deck_of_52_has_every_card_once() -> None:
    driver = table_of(GAME, "Ann")
    driver.bet("Ann", 1, ante=10)
    driver.refuse(ask.DealCard(DEALER, "As"), "no_card_is_due", "3.10")
    driver.close()
    driver.ask(ask.DealCard(DEALER, "As"))  # the Burnt Card is one of the 52
    driver.refuse(ask.DealCard(DEALER, "As"), "card_dealt_before", "2.2.1")
    driver.refuse(ask.DealCard(DEALER, "Joker"), "not_a_card", "2.2.1")
    driver.refuse(ask.Look(player("Ann"), 1), "no_hand_there", "3.10")
    driver.refuse(ask.Decide(player("Ann"), 1, "play"), "no_decision_is_due", "1.20")


# Turning cards up


def test_the_dealers_hand_is_revealed_first_then_the_community_cards() -> None:
    driver = table_of(GAME, "Ann")
    driver.bet("Ann", 1, ante=10, progressive=5)
    driver.close()
    driver.deal({1: "As Ks Qs", "dealer": "Kd Jd 4c", "community": "2c 3c"})
    driver.refuse(ask.Expose(DEALER), "no_exposure_is_due", None)
    driver.choose(1, "play")
    for cards in (["Kd", "Jd", "4c"], ["2c", "3c"]):
        assert (driver.due, driver.play.due.clause) == ("expose", "3.13")
        exposed = only(driver.ask(ask.Expose(DEALER)), CardsExposed)
        assert ([card.card for card in exposed.cards], exposed.clause) == (cards, "3.13")
    assert (driver.due, driver.play.due.position) == ("show", 1)
    prove(GAME, "3.13")


# What is turned up once everybody has decided: "d" the dealer's hand, "c" the community cards, then hands by position.
# A hand with Pair Plus alone is revealed after the dealer's (3.14), so the dealer's is revealed for it.
EXPOSURES = rows("""
proves | 1                | decision | 2                | decides | turned up
R21    | ante             | play     |                  |         | d c 1
R21    | ante             | play     | ante             | fold    | d c 1
R21    | ante             | fold     |                  |         |
R21    | ante progressive | fold     |                  |         | c 1
R21    | ante pair_plus   | fold     |                  |         | 1
R21    | ante progressive | fold     | ante pair_plus   | fold    | c 1 2
3.14   | pair_plus        |          |                  |         | d 1
3.14   | pair_plus        |          | ante             | fold    | d 1
3.14   | pair_plus        |          | ante progressive | fold    | d c 1 2
3.14   | pair_plus        |          | ante             | play    | d c 1 2
3.14   | ante             | play     | pair_plus        |         | d c 1 2
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
    prove(GAME, row["proves"])


def test_cards_dealt_unread_are_named_when_they_are_turned_up() -> None:
    driver = table_of(GAME, "Ann", "Bob", cards="hand_dealt")
    driver.bet("Ann", 1, ante=10, progressive=5)
    driver.bet("Bob", 2, pair_plus=10)
    driver.close()
    driver.deal({})
    driver.choose(1, "play")
    driver.ask(ask.Expose(DEALER, ("Kd", "Jd", "4c")))
    driver.refuse(ask.Expose(DEALER, ("4c", "3c")), "card_dealt_before", "2.2.1")
    driver.ask(ask.Expose(DEALER, ("2c", "3c")))
    driver.ask(ask.ShowHand(DEALER, 1, ("As", "Kh", "9s")))
    driver.ask(ask.ShowHand(DEALER, 2, ("Ah", "Ac", "8s")))
    events = driver.ask(ask.Settle(DEALER))
    check_lines(GAME, events, 1, {"ante": "+10@3.15.1", "play": "+10@3.15.1", "progressive": "-5@4.4"})
    check_lines(GAME, events, 2, {"pair_plus": "+10@3.16"})


def test_a_dealers_hand_that_stays_face_down_leaves_no_trace_in_the_settlement() -> None:
    told = []
    for dealer in ("Kd Jd 4c", "9d 7c 4c"):
        driver = table_of(GAME, "Ann")
        driver.bet("Ann", 1, ante=10)
        driver.close()
        driver.deal({1: "2s 5h 9s", "dealer": dealer})
        driver.choose(1, "fold")
        told.append(driver.finish())
    assert told[0] == told[1]
