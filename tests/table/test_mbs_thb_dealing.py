"""mbs-thb 2.1, 3.7, 3.8, 3.9.2: where every card goes, and when it is turned up."""

import pytest

from pitlink.table import commands as ask
from pitlink.table.events import CardDealt, RoundSettled
from tests.driving import DEALER, SUPERVISOR, Driver, money, player
from tests.proving import prove, row_id, rows
from tests.table.holdem import check_lines, choices_in, order_of, play_out, table_of

GAME = "mbs-thb"
ANN = player("Ann")

# Antes at 1, 4 and 6; at 3 a progressive without an Ante, at 2 and 5 nothing. What stands after the bar comes last.
ORDERS = rows("""
proves | device    | first                                        | last
3.7    | automated | c1 c2 c3 c4 c5 1.1 1.2 4.1 4.2 6.1 6.2 d1 d2 |
3.8    | manual    | 1.1 4.1 6.1 1.2 4.2 6.2 c1 c2 c3 c4 c5       | d1 d2
""")


def bets_closed(device: str) -> Driver:
    driver = table_of(GAME, "Ann", device=device)
    driver.call()
    for position in (6, 1, 4):
        driver.bet("Ann", position, ante=25)
    driver.ask(ask.RecordWager(DEALER, "Ann", 3, "progressive", money(5)))
    driver.close()
    return driver


@pytest.mark.parametrize("row", ORDERS, ids=row_id)
def test_cards_go_to_the_places_that_the_device_demands(row: dict[str, str]) -> None:
    driver = bets_closed(row["device"])
    assert driver.play.due.clause == row["proves"]
    assert order_of(driver.deal({})) == row["first"]
    driver.refuse(ask.DealCard(DEALER, "As"), "no_card_is_due", row["proves"])
    told = play_out(driver, {1: "flop, turn, river", 4: "flop, check, check", 6: "fold"})
    dealt_last = [each for each in told if each.startswith("deal")]
    assert dealt_last == ([f"deal {row['last']}@{row['proves']}"] if row["last"] else [])
    dealt = [event.place for event in driver.events(CardDealt) if isinstance(event, CardDealt)]
    assert order_of(dealt) == f"{row['first']} {row['last']}".strip()
    assert driver.box(3).cards == 0
    prove(GAME, row["proves"], "R49")


@pytest.mark.parametrize("device", ["automated", "manual"])
def test_every_card_is_dealt_face_down(device: str) -> None:
    driver = bets_closed(device)
    driver.deal({})
    assert not any(slot.up for slot in driver.play.slots.values())
    assert driver.play.exposed == 0


def test_dealt_by_hand_the_dealers_cards_wait_for_the_last_decision_of_all_players() -> None:
    driver = bets_closed("manual")
    driver.deal({})
    told = play_out(driver, {1: "flop, turn, river", 4: "fold", 6: "flop, check, river"})
    assert told.index("deal d1 d2@3.8") == told.index("6 river@3.9.2") + 1
    assert not any("@3.9.2" in each and each[0].isdigit() for each in told[told.index("deal d1 d2@3.8") :])
    prove(GAME, "3.8", "R61")


def test_one_deck_has_every_card_once_and_no_joker() -> None:
    driver = bets_closed("automated")
    driver.ask(ask.DealCard(DEALER, "As"))
    driver.refuse(ask.DealCard(DEALER, "As"), "card_dealt_before", "2.1")
    driver.refuse(ask.DealCard(DEALER, "Joker"), "not_a_card", "2.1")
    driver.refuse(ask.DealCard(ANN, "Ks"), "post_too_low", "3.7")
    driver.ask(ask.DealCard(SUPERVISOR, "Ks"))


def test_no_card_is_dealt_before_bets_are_closed() -> None:
    driver = table_of(GAME, "Ann")
    driver.call()
    driver.bet("Ann", 1, ante=25)
    driver.refuse(ask.DealCard(DEALER, "As"), "no_card_is_due", "3.7")


def test_cards_dealt_unread_are_named_when_they_are_turned_up() -> None:
    driver = table_of(GAME, "Ann", cards="hand_dealt")
    driver.call()
    driver.bet("Ann", 1, ante=25)
    driver.close()
    driver.refuse(ask.DealCard(DEALER, "As"), "dealt_unread", None)
    driver.deal({})
    driver.choose(1, "flop")
    driver.refuse(ask.Expose(DEALER, ("2c", "5h")), "wrong_number_named", "2.1")
    driver.refuse(ask.Expose(DEALER, ("2c", "5h", "2c")), "card_dealt_before", "2.1")
    driver.ask(ask.Expose(DEALER, ("2c", "5h", "8d")))
    driver.ask(ask.Decide(ANN, 1, "check"))
    driver.refuse(ask.Expose(DEALER, ("5h",)), "card_dealt_before", "2.1")
    driver.ask(ask.Expose(DEALER, ("9s",)))
    driver.ask(ask.Decide(ANN, 1, "river"))
    driver.ask(ask.Expose(DEALER, ("Jc",)))
    driver.ask(ask.Expose(DEALER, ("Ks", "Kd")))
    driver.refuse(ask.ShowHand(ANN, 1, ("As", "Kd")), "card_dealt_before", "2.1")
    driver.ask(ask.ShowHand(ANN, 1, ("As", "Ad")))
    events = driver.ask(ask.Settle(DEALER))
    check_lines(GAME, events, 1, {"ante": "=@3.10.2", "flop": "+50@3.10.2", "river": "+25@3.10.2"})


# What comes after what: three flop cards, the turn card, the river card, the dealer's hand, the players' hands.
TURNED_UP = rows("""
also at 4   | shown | in this order
            | 1, 4  | 1 flop, 4 flop, C3, 1 turn, 4 check, C4, 1 river, 4 check, C5, D
            | 1, 4  | 1 flop, 4 flop, C3, 1 check, 4 turn, C4, 1 river, 4 check, C5, D
            | 4     | 1 fold, 4 flop, C3, 4 check, C4, 4 river, C5, D
            | 1     | 1 flop, 4 fold, C3, 1 check, C4, 1 check, C5, D
progressive | 1, 4  | 1 flop, 4 fold, C3, 1 check, C4, 1 check, C5, D
bonus       | 1     | 1 flop, 4 fold, C3, 1 check, C4, 1 check, C5, D
# nobody is left to compare: only a progressive still needs the flop, and its own hand
            |       | 1 fold, 4 fold
bonus       |       | 1 fold, 4 fold
progressive | 4     | 1 fold, 4 fold, C3
""")


@pytest.mark.parametrize("row", TURNED_UP, ids=row_id)
def test_cards_are_turned_up_exactly_when_they_are_due(row: dict[str, str]) -> None:
    driver = table_of(GAME, "Ann", "Bob")
    driver.call()
    driver.bet("Ann", 1, ante=25)
    driver.bet("Bob", 4, ante=25)
    if row["also at 4"]:
        driver.bet("Bob", 4, **{row["also at 4"]: 10 if row["also at 4"] == "bonus" else 5})
    driver.close()
    driver.deal({})
    driver.refuse(ask.Expose(DEALER), "no_exposure_is_due", None)
    told = play_out(driver, choices_in(row["in this order"]))
    assert ", ".join(each.partition("@")[0] for each in told if "show" not in each) == row["in this order"]
    assert ", ".join(each.removeprefix("show ") for each in told if "show" in each) == row["shown"]
    clauses = dict(each.split("@") for each in told if "@" in each)
    for step, clause in {"C3": "3.9.2", "C4": "3.9.2", "C5": "3.9.2", "D": "3.10"}.items():
        if step in clauses:
            assert clauses[step] == clause
            prove(GAME, clause)
    if "flop" not in row["in this order"]:
        assert not driver.play.dealer_up
        prove(GAME, "R21")


def test_a_folded_hand_is_told_by_the_cards_that_lie_open() -> None:
    """Turn and river were never turned up: Ann has a pair of kings and an ace with the flop, no full house."""
    driver = table_of(GAME, "Ann")
    driver.call()
    driver.bet("Ann", 1, ante=25, progressive=5)
    driver.close()
    driver.deal({1: "Ks Kd", "community": "As 2d 7c Kh Ad"})
    play_out(driver, {1: "fold"})
    *_, settled = driver.ask(ask.Settle(DEALER))
    assert isinstance(settled, RoundSettled)
    (told,) = settled.hands
    assert told.progressive_hand == "one pair"
    assert told.hand in (None, "one pair")
    assert settled.dealer is None
