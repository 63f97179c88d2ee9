"""mbs-uth 2.1, 3.7, 3.8, 3.9.3, 3.9.5: where every card goes, and when it is turned up."""

import pytest
from msgspec.structs import replace

from pitlink.table import commands as ask
from pitlink.table.events import CardDealt, CardsExposed
from tests.driving import DEALER, PIT_MANAGER, SUPERVISOR, Driver, money, player, setup_for
from tests.proving import prove, row_id, rows
from tests.table.holdem import check_lines, choices_in, order_of, play_out, table_of

GAME = "mbs-uth"
ANN, BOB = player("Ann"), player("Bob")

# Ante and Blind at 1, 4 and 7; at 2 an Ante without its Blind (R77), at 3 Trips alone (5.12), at 5 and 6 nothing.
ORDERS = rows("""
proves      | device    | method | first                                              | last
3.7.1.1 3.7 | automated | A      | c1 c2 c3 c4 c5 1.1 1.2 4.1 4.2 7.1 7.2 d1 d2       |
3.7.2.1 3.7 | automated | B      | c1 c2 c3 c4 c5 1.1 1.2 4.1 4.2 7.1 7.2             | d1 d2
3.7.3.1 3.7 | automated | C      | c1 c2 c3 c4 c5 s1 d1 d2 s2 1.1 1.2 4.1 4.2 7.1 7.2 |
3.8         | manual    |        | 1.1 4.1 7.1 1.2 4.2 7.2 c1 c2 c3 c4 c5             | d1 d2
""")


def bets_closed(device: str, method: str | None) -> Driver:
    driver = table_of(GAME, "Ann", device=device, method=method or None)
    driver.call()
    for position in (7, 1, 4):
        driver.bet("Ann", position, ante=25, blind=25)
    driver.ask(ask.RecordWager(DEALER, "Ann", 2, "ante", money(25)))
    driver.ask(ask.RecordWager(DEALER, "Ann", 3, "trips", money(10)))
    driver.close()
    return driver


@pytest.mark.parametrize("row", ORDERS, ids=row_id)
def test_cards_go_to_the_places_that_device_and_method_demand(row: dict[str, str]) -> None:
    driver = bets_closed(row["device"], row["method"])
    clause = row["proves"].split()[0]
    assert driver.play.due.clause == clause
    assert order_of(driver.deal({})) == row["first"]
    driver.refuse(ask.DealCard(DEALER, "As"), "no_card_is_due", clause)
    told = play_out(driver, {1: "play 4x", 4: "check, play 2x", 7: "check, check, fold"})
    assert [each for each in told if each.startswith("deal")] == ([f"deal d1 d2@{clause}"] if row["last"] else [])
    dealt = [event.place for event in driver.events(CardDealt) if isinstance(event, CardDealt)]
    assert order_of(dealt) == f"{row['first']} {row['last']}".strip()
    assert (driver.box(2).cards, driver.box(3).cards) == (0, 0)
    prove(GAME, *row["proves"].split(), "R49")


@pytest.mark.parametrize("row", ORDERS, ids=row_id)
def test_every_card_is_dealt_face_down(row: dict[str, str]) -> None:
    driver = bets_closed(row["device"], row["method"])
    driver.deal({})
    assert not any(slot.up for slot in driver.play.slots.values())


LAST_OF_ALL = rows("""
proves  | device    | method | at 1    | at 4                  | right before the dealer's cards
3.7.2.1 | automated | B      | play 4x | play 3x               | 4 play 3x@3.9.2
3.7.2.1 | automated | B      | play 4x | check, check, play 1x | 4 play 1x@3.9.6.2
3.7.2.1 | automated | B      | play 3x | check, play 2x        | 4 play 2x@3.9.4.2
3.8     | manual    |        | play 4x | play 3x               | 4 play 3x@3.9.2
3.8     | manual    |        | play 4x | check, check, fold    | 4 fold@3.9.6.1
""")


@pytest.mark.parametrize("row", LAST_OF_ALL, ids=row_id)
def test_the_dealers_cards_wait_for_the_last_decision_of_all_players(row: dict[str, str]) -> None:
    driver = table_of(GAME, "Ann", "Bob", device=row["device"], method=row["method"] or None)
    driver.call()
    driver.bet("Ann", 1, ante=25, blind=25)
    driver.bet("Bob", 4, ante=25, blind=25)
    driver.close()
    driver.deal({})
    told = play_out(driver, {1: row["at 1"], 4: row["at 4"]})
    assert told[told.index(f"deal d1 d2@{row['proves']}") - 1] == row["right before the dealer's cards"]
    prove(GAME, row["proves"], "R61")


def test_the_security_cards_of_method_c_are_in_no_hand_and_are_never_turned_up() -> None:
    driver = bets_closed("automated", "C")
    driver.deal({})
    play_out(driver, {1: "play 4x", 4: "play 4x", 7: "play 4x"})
    security = [slot for place, slot in driver.play.slots.items() if place.where == "security"]
    assert [slot.nth for slot in security] == [6, 9]
    assert not any(slot.up for slot in security)
    assert sum(slot.up for slot in driver.play.slots.values()) == 5 + 2 + 6
    prove(GAME, "3.7.3.1", "R78")


def test_a_method_belongs_to_the_automated_device_and_there_are_three() -> None:
    for device, method in (("automated", "D"), ("manual", "A"), ("automated", None), ("shoe", None)):
        driver, plain = Driver(), setup_for(GAME, link=None)
        setup = replace(plain, device=device, method=method)
        driver.refuse(ask.OpenTable(SUPERVISOR, setup), "no_such_deal", "3.7")
    prove(GAME, "3.7")


def test_one_deck_has_every_card_once_and_no_joker() -> None:
    driver = bets_closed("automated", "A")
    driver.ask(ask.DealCard(DEALER, "As"))
    driver.refuse(ask.DealCard(DEALER, "As"), "card_dealt_before", "2.1")
    driver.refuse(ask.DealCard(DEALER, "1s"), "not_a_card", "2.1")
    driver.refuse(ask.DealCard(ANN, "Ks"), "post_too_low", "3.7.1.1")
    driver.ask(ask.DealCard(PIT_MANAGER, "Ks"))


def test_cards_dealt_unread_are_named_when_they_are_turned_up() -> None:
    driver = table_of(GAME, "Ann", cards="hand_dealt", device="manual")
    driver.call()
    driver.bet("Ann", 1, ante=25, blind=25)
    driver.close()
    driver.deal({})
    driver.choose(1, "check")
    driver.ask(ask.Expose(DEALER, ("2c", "5h", "8d")))
    driver.ask(ask.Decide(ANN, 1, "check"))
    driver.refuse(ask.Expose(DEALER, ("9s", "8d")), "card_dealt_before", "2.1")
    driver.ask(ask.Expose(DEALER, ("9s", "Jc")))
    driver.ask(ask.Decide(ANN, 1, "play 1x"))
    driver.deal({})
    driver.ask(ask.Expose(DEALER, ("Ks", "Kd")))
    driver.refuse(ask.ShowHand(ANN, 1, ("As",)), "wrong_number_named", "2.1")
    driver.ask(ask.ShowHand(ANN, 1, ("As", "Ad")))
    events = driver.ask(ask.Settle(DEALER))
    check_lines(GAME, events, 1, {"ante": "+25@3.10.3", "blind": "=@3.10.4", "play": "+25@3.10.3"})


# The flop when all first decisions are in, turn and river together when all second ones are; then the dealer's hand.
TURNED_UP = rows("""
trips at 4 | shown | in this order
           | 1, 4  | 1 play 4x, 4 play 3x, C3, C5, D
           | 1, 4  | 1 play 4x, 4 check, C3, 4 play 2x, C5, D
           | 1, 4  | 1 check, 4 check, C3, 1 play 2x, 4 check, C5, 4 play 1x, D
           | 4     | 1 check, 4 play 3x, C3, 1 check, C5, 1 fold, D
           | 1     | 1 check, 4 check, C3, 1 check, 4 check, C5, 1 play 1x, 4 fold, D
10         | 1, 4  | 1 check, 4 check, C3, 1 check, 4 check, C5, 1 play 1x, 4 fold, D
# nobody is left to compare: the dealer's hand decides nothing, and Trips needs only its own
           |       | 1 check, 4 check, C3, 1 check, 4 check, C5, 1 fold, 4 fold
10         | 4     | 1 check, 4 check, C3, 1 check, 4 check, C5, 1 fold, 4 fold
""")


@pytest.mark.parametrize("row", TURNED_UP, ids=row_id)
def test_cards_are_turned_up_exactly_when_they_are_due(row: dict[str, str]) -> None:
    driver = table_of(GAME, "Ann", "Bob")
    driver.call()
    driver.bet("Ann", 1, ante=25, blind=25)
    driver.bet("Bob", 4, ante=25, blind=25, **({"trips": row["trips at 4"]} if row["trips at 4"] else {}))
    driver.close()
    driver.deal({})
    driver.refuse(ask.Expose(DEALER), "no_exposure_is_due", None)
    told = play_out(driver, choices_in(row["in this order"]))
    assert ", ".join(each.partition("@")[0] for each in told if "show" not in each) == row["in this order"]
    assert ", ".join(each.removeprefix("show ") for each in told if "show" in each) == row["shown"]
    clauses = dict(each.split("@") for each in told if "@" in each)
    assert (clauses["C3"], clauses["C5"]) == ("3.9.3", "3.9.5")
    prove(GAME, "3.9.3", "3.9.5")
    if "D" in clauses:
        assert clauses["D"] == "3.10"
        prove(GAME, "3.10")


def test_the_flop_is_three_cards_and_turn_and_river_come_together() -> None:
    driver = table_of(GAME, "Ann")
    driver.call()
    driver.bet("Ann", 1, ante=25, blind=25)
    driver.close()
    driver.deal({"community": "2c 5h 8d 9s Jc", "dealer": "Ks Kd"})
    play_out(driver, {1: "check, check, play 1x"})
    turned = [
        " ".join(each.card for each in event.cards)
        for event in driver.events(CardsExposed)
        if isinstance(event, CardsExposed)
    ]
    assert turned == ["2c 5h 8d", "9s Jc", "Ks Kd"]
    prove(GAME, "3.9.3", "3.9.5")
