"""Too many or too few cards in Multi-Link Progressive 3 Card Poker: a player's, the dealer's, the community's."""

import pytest

from pitlink.table import commands as ask
from pitlink.table.events import (
    HandRemoved,
    OptionsGiven,
    SettlementSetAside,
)
from pitlink.table.views import SPECTATOR, view
from tests.driving import DEALER, SHIFT_MANAGER, SUPERVISOR, Driver, money
from tests.proving import prove
from tests.table.irregular_rws_3cp import (
    AS_EVER,
    BOB,
    CID,
    DEVICES,
    GAME,
    HANDS,
    at,
    better_off,
    check_lines_of,
    check_next_round,
    check_void,
    continue_all,
    lowest_post,
    ruled,
)
from tests.table.three_cards import only, order_of

# A wrong number of cards in a player's hand


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("moment", ["dealing", "dealt", "looked", "decided", "turned", "shown", "settled"])
def test_a_hand_of_too_many_or_too_few_cards_is_out_and_its_bets_are_back(moment: str, device: str) -> None:
    """Ann's, at any moment until the next call; the others play on and are asked nothing."""
    driver = at(moment, device)
    driver.ask(ask.Report(BOB, "wrong_player_count", positions=(1,)))
    assert lowest_post(driver, lambda by: ask.Rule(by, "remove")) == "pit_supervisor"
    driver.refuse(ask.Rule(DEALER, "remove"), "post_too_low", "5.15")
    driver.refuse(ask.Rule(SUPERVISOR, "void"), "not_a_ruling_here", "5.15")
    events = driver.ask(ask.Rule(SUPERVISOR, "remove"))
    assert only(events, HandRemoved) == HandRemoved(1, "5.15")
    assert any(isinstance(event, SettlementSetAside) for event in events) == (moment == "settled")
    assert view(driver.table, SPECTATOR).positions[0].invalid == "5.15"
    if driver.due == "deal":
        assert "1" not in order_of(driver.deal(HANDS))
    if driver.due == "decide":
        driver.choose(2, "fold")
    back = {"ante": "<@5.15", "pair_plus": "<@5.15", "progressive": "<@5.15"}
    played = {"play": "<@5.15"} if moment in ("decided", "turned", "shown", "settled") else {}
    check_lines_of(driver, driver.finish(), {1: {**back, **played}, 2: AS_EVER[2], 3: AS_EVER[3]}, "5.15")
    assert better_off(driver) == "+0 -25 -10"
    assert driver.floor.links["L1"].display == money(100_001)
    prove(GAME, "R14", "R89", "R106" if moment == "settled" else "5.15")
    check_next_round_from_bets(driver)


def check_next_round_from_bets(driver: Driver) -> None:
    """Bets are called already: nobody has bet, so the call is closed by one round of Ann's."""
    driver.bet("Ann", 1, ante=20)
    driver.close()
    driver.deal(HANDS)
    driver.choose(1, "play")
    driver.finish()
    check_next_round(driver)


@pytest.mark.parametrize("moment", ["decided", "settled"])
def test_a_folded_hand_of_a_wrong_number_of_cards_gets_its_ante_back(moment: str) -> None:
    driver = at(moment)
    ruled(driver, ask.Report(DEALER, "wrong_player_count", positions=(2,)), "remove")
    back = {"ante": "<@5.15", "progressive": "<@5.15"}
    check_lines_of(driver, driver.finish(), {1: AS_EVER[1], 2: back, 3: AS_EVER[3]})
    assert better_off(driver) == "+45 +0 -10"


def test_a_pair_plus_hand_of_a_wrong_number_of_cards_is_out() -> None:
    driver = at("dealt", "shuffler")
    ruled(driver, ask.Report(CID, "wrong_player_count", positions=(3,)), "remove")
    driver.choose(1, "fold")
    driver.choose(2, "fold")
    driver.expose()
    settled = driver.finish()
    assert not driver.play.dealer_up  # no hand is left that is revealed after the dealer's
    check_lines_of(driver, settled, {2: AS_EVER[2], 3: {"pair_plus": "<@5.15"}})
    assert better_off(driver) == "-15 -25 +0"


def test_a_hand_that_can_be_put_right_is_kept_by_its_player_alone() -> None:
    driver = at("dealt")
    events = ruled(driver, ask.Report(DEALER, "wrong_player_count", positions=(2,)), "reconstruct")
    given = only(events, OptionsGiven)
    assert (given.positions, [offer.answer for offer in given.offers]) == (
        (2,),
        ["continue_reconstructed", "take_back"],
    )
    driver.ask(ask.AnswerOption(BOB, 2, "continue_reconstructed"))
    driver.choose(1, "play")
    driver.choose(2, "fold")
    check_lines_of(driver, driver.finish(), AS_EVER)
    prove(GAME, "5.10.2")


@pytest.mark.parametrize("paid", [False, True])
def test_with_a_winner_out_after_the_payment_the_jackpot_is_paid_anew(paid: bool) -> None:
    """Ann's straight flush had a tenth of 100,002.00, Bob's a tenth of the rest; alone Bob's has the first tenth.

    What Ann's bet had put in is out before it is paid (R14).
    """
    hands = {**HANDS, 1: "9s 8s 7s", 2: "4s 3s 2s", "community": "6s 5s", 3: "3h 8d Tc"}
    driver = at("settled", hands=hands)
    assert driver.floor.links["L1"].display == money("81001.62")
    if paid:
        driver.pay()
    ruled(driver, ask.Report(DEALER, "wrong_player_count", positions=(1,)), "remove")
    settled = driver.finish()
    back = {"ante": "<@5.15", "play": "<@5.15", "pair_plus": "<@5.15", "progressive": "<@5.15"}
    bob = {"ante": "-20@3.12.1", "progressive": "+9995.10@4.4"}
    check_lines_of(driver, settled, {1: back, 2: bob, 3: AS_EVER[3]}, "5.15")
    assert better_off(driver) == "+0 +9975.10 -10"
    assert driver.floor.links["L1"].display == money("90000.90")
    prove(GAME, "R106")


# A wrong number of community cards


@pytest.mark.parametrize("device", DEVICES)
def test_with_cards_seen_a_wrong_number_of_community_cards_leaves_the_choice_to_the_players(device: str) -> None:
    driver = at("looked", device)
    driver.ask(ask.Report(DEALER, "wrong_community_count"))
    driver.refuse(ask.Rule(SHIFT_MANAGER, "void"), "not_a_ruling_here", "R80")
    for effect in ("ask", "reconstruct"):
        assert lowest_post(driver, lambda by, effect=effect: ask.Rule(by, effect)) == "pit_supervisor"  # type: ignore[misc]
    given = only(driver.ask(ask.Rule(SUPERVISOR, "ask")), OptionsGiven)
    assert (given.positions, given.clause) == ((1, 2, 3), "5.10")
    continue_all(driver)
    driver.choose(1, "play")
    driver.choose(2, "fold")
    check_lines_of(driver, driver.finish(), AS_EVER)
    prove(GAME, "R80", "5.10")


def test_a_wrong_number_is_found_when_the_cards_are_there() -> None:
    driver = at("dealing")
    driver.refuse(ask.Report(DEALER, "wrong_community_count"), "too_early", "3.10.1")
    driver.refuse(ask.Report(DEALER, "wrong_dealer_count"), "too_early", "3.10")
    driver.refuse(ask.Report(DEALER, "wrong_player_count", positions=(4,)), "no_hand_there", "5.23")


@pytest.mark.parametrize("device", DEVICES)
def test_a_dealers_hand_that_can_be_put_right_keeps_the_round(device: str) -> None:
    driver = at("looked", device)
    events = ruled(driver, ask.Report(DEALER, "wrong_dealer_count"), "reconstruct")
    assert only(events, OptionsGiven).positions == (1, 2, 3)  # the dealer's hand touches them all
    continue_all(driver, "continue_reconstructed")
    driver.choose(1, "play")
    driver.choose(2, "fold")
    check_lines_of(driver, driver.finish(), AS_EVER)
    prove(GAME, "5.8.7", "5.10.2")


def test_of_a_settled_round_nobody_is_asked_any_more() -> None:
    """The dealer's hand can no longer be put right; void is still possible until the next call."""
    driver = at("settled")
    driver.ask(ask.Report(DEALER, "wrong_dealer_count"))
    driver.refuse(ask.Rule(SUPERVISOR, "reconstruct"), "not_a_ruling_here", "5.8.7")
    check_void(driver, driver.ask(ask.Rule(SUPERVISOR, "void")), "wrong_dealer_count", "5.8.7")
