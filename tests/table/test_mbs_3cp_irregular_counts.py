"""Wrong numbers of cards in Megalink Three Card Poker: one hand is out, or the dealer counts."""

import pytest

from pitlink.table import commands as ask
from pitlink.table.events import CardsCounted, HandRemoved, SettlementSetAside
from tests.driving import DEALER, SHIFT_MANAGER, SUPERVISOR, check_export
from tests.proving import prove
from tests.table.three_cards import check_lines, only
from tests.table.three_going_wrong import (
    AFTER,
    ANN,
    BEFORE,
    BOB,
    FED,
    GAME,
    HANDS,
    POOL,
    at,
    check_next_round,
    check_void,
    deal_some,
    go_on,
)

# 5.7: a hand of two cards or four


REMOVED_AT = ("in the deal", "dealt", "looked at", "played", "folded", "one hand shown", "settled")
WAGERS = {1: "ante pair_plus progressive", 2: "ante pair_plus progressive", 3: "pair_plus progressive"}
NAMES = {1: "Ann", 2: "Bob", 3: "Cid"}


@pytest.mark.parametrize("moment", REMOVED_AT)
@pytest.mark.parametrize("out", [(1,), (2,), (3,), (1, 3)], ids=str)
def test_a_hand_of_a_wrong_number_of_cards_is_out_with_all_its_wagers(out: tuple[int, ...], moment: str) -> None:
    """Also the Ante that was folded, and what is paid already; the other hands come to the same as ever (R41, R106)."""
    driver = at(moment)
    if moment == "in the deal" and 3 in out:  # which has no card yet
        driver.refuse(ask.Report(DEALER, "wrong_player_count", out), "no_hand_there", None)
        return
    later = {position: tuple(driver.box(position).later) for position in out}
    driver.ask(ask.Report(ANN, "wrong_player_count", out))
    for below in (ANN, DEALER):
        driver.refuse(ask.Rule(below, "remove"), "post_too_low", "5.7")
    events = driver.ask(ask.Rule(SUPERVISOR, "remove"))
    assert [event for event in events if isinstance(event, HandRemoved)] == [HandRemoved(each, "5.7") for each in out]
    assert (SettlementSetAside in map(type, events)) == (moment == "settled")
    for position in out:
        assert driver.table.players[NAMES[position]].lying == 0
    driver.refuse(ask.Report(DEALER, "wrong_player_count", out), "no_hand_there", None)
    go_on(driver)
    for position in out:
        wagers = (*WAGERS[position].split(), *later[position])
        check_lines(GAME, driver.play.lines, position, dict.fromkeys(wagers, "<@5.7"), "5.7")
    assert driver.floor.links["L1"].display == POOL + FED - 1_00 * len(out)
    check_export(driver)
    back = {NAMES[position] for position in out}
    check_next_round(driver, {name: BEFORE[name] if name in back else AFTER[name] for name in BEFORE})
    prove(GAME, "5.7")


def test_a_hand_taken_out_in_the_deal_gets_no_further_card() -> None:
    driver = at("in the deal")  # two cards at 2
    driver.ask(ask.Report(DEALER, "wrong_player_count", (2,)))
    driver.ask(ask.Rule(SHIFT_MANAGER, "remove"))
    assert {place.position for place in driver.deal(HANDS) if place.where == "position"} == {3}
    assert driver.play.due.position == 1
    driver.choose(1, "play")
    assert driver.due == "expose"  # nobody else decides


def test_a_hand_of_cards_that_can_be_put_right_stays() -> None:
    driver = at("dealt")
    driver.refuse(ask.Report(DEALER, "wrong_player_count"), "fact_missing", "6.1")
    driver.refuse(ask.Report(DEALER, "wrong_player_count", (4,)), "no_hand_there", "6.1")
    driver.ask(ask.Report(DEALER, "wrong_player_count", (1,)))
    driver.refuse(ask.Rule(SHIFT_MANAGER, "void"), "not_a_ruling_here", "5.7")
    driver.refuse(ask.Rule(DEALER, "reconstruct"), "post_too_low", "5.7")
    driver.ask(ask.Rule(SUPERVISOR, "reconstruct"))
    go_on(driver)
    check_next_round(driver, AFTER)
    prove(GAME, "5.7")


# 5.8: counted by hand. 3 hands of 3, the dealer's 3, 2 community cards and the burned one are 15.


@pytest.mark.parametrize(("moment", "used"), [("in the deal", 5), ("dealt", 15), ("folded", 15), ("settled", 15)])
@pytest.mark.parametrize("wrong", [-1, 0, 1])
def test_the_dealer_counts_and_a_wrong_number_voids_the_round(moment: str, used: int, wrong: int) -> None:
    driver = at(moment)
    driver.ask(ask.Report(BOB, "doubtful_count"))
    driver.refuse(ask.Rule(SHIFT_MANAGER, "void"), "not_a_ruling_here", "5.8")  # not before the count
    driver.refuse(ask.CountCards(BOB, used), "post_too_low", "5.8")
    driver.refuse(ask.CountCards(DEALER, -1), "not_a_count", "5.8")
    counted = only(driver.ask(ask.CountCards(DEALER, used + wrong)), CardsCounted)
    assert (counted.counted, counted.expected, counted.clause) == (used + wrong, used, "5.8")
    if wrong:
        driver.refuse(ask.CountCards(DEALER, used), "post_too_low", "5.8")  # who counts again stands above him
        driver.refuse(ask.Rule(SHIFT_MANAGER, "continue"), "not_a_ruling_here", "5.8")
        driver.refuse(ask.DismissReport(SHIFT_MANAGER), "count_is_wrong", "5.8")
        driver.refuse(ask.Rule(DEALER, "void"), "post_too_low", "5.8")
        driver.ask(ask.Rule(SUPERVISOR, "void"))
        check_void(driver, "5.8")
    elif moment != "settled":
        go_on(driver)
    check_next_round(driver, BEFORE if wrong else AFTER)
    prove(GAME, "5.8")


def test_there_must_be_doubt_and_a_card() -> None:
    driver = at("bets closed")
    driver.refuse(ask.Report(DEALER, "doubtful_count"), "too_early", "3.7")
    driver.refuse(ask.CountCards(DEALER, 0), "no_report", "6.1")
    deal_some(driver, 1)
    driver.ask(ask.Report(DEALER, "foreign_card"))
    driver.refuse(ask.CountCards(DEALER, 1), "no_doubt", "5.1")
