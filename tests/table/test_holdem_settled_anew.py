"""mbs-thb and mbs-uth R106: a hand taken out after the payment."""

import pytest

from pitlink.table import commands as ask
from pitlink.table.events import (
    AwardPaid,
    HandRemoved,
    SettlementSetAside,
)
from tests.driving import DEALER, PIT_MANAGER, SUPERVISOR, Driver, money
from tests.proving import prove
from tests.table.holdem_trouble import (
    ANN,
    AWARD,
    FED,
    GAMES,
    HANDS,
    MOMENTS,
    POOL,
    all_back,
    check_void,
    go_on,
    lines,
    pool,
    report,
    stacks,
    table_at,
)

pytestmark = pytest.mark.parametrize("game", GAMES)

BELOW_SHIFT_MANAGER = (ANN, DEALER, SUPERVISOR, PIT_MANAGER)
EFFECTS = ("continue", "void", "return", "settle_as_shown")
AFTER_THE_CLOSE = tuple(moment for moment in MOMENTS if moment != "bets lie")


# R106: settled anew after the payment

SHARED = {**HANDS, 2: "7h 8h"}  # Bob has a straight flush too


def shared(game: str, moment: str) -> Driver:
    driver = table_at(game, "bets closed")
    go_on(driver, MOMENTS[moment], SHARED)
    return driver


@pytest.mark.parametrize("moment", ["settled", "paid"])
def test_who_shared_the_award_has_it_alone_when_the_other_hand_is_taken_out(game: str, moment: str) -> None:
    """10 % each from the highest hand down gave both 9500.19; of a pool that Bob has not fed Ann has a tenth."""
    driver = shared(game, moment)
    award = money("9500.19")
    assert lines(driver)[1, "progressive"][1] == lines(driver)[2, "progressive"][1] == award
    assert pool(driver) == FED - 2 * award
    report(driver, "wrong_player_count", positions=(2,))
    events = driver.ask(ask.Rule(SUPERVISOR, "remove"))
    assert events[1:] == (SettlementSetAside(1, "5.7", True), HandRemoved(2, "5.7"))
    assert driver.due == "settle"
    assert pool(driver) == FED - 100
    driver.refuse(ask.CallBets(DEALER), "round_in_play", driver.table.rules.procedure.round)
    go_on(driver)
    alone = money("10000.10")
    assert lines(driver)[1, "progressive"] == ("win", alone, 0, "4.2")
    assert all_back(driver, 2, "5.7")
    assert pool(driver) == FED - 100 - alone
    paid = [event for event in driver.events(AwardPaid) if isinstance(event, AwardPaid)]
    assert (paid[-1].player, paid[-1].amount) == ("Ann", alone)
    ann = {"mbs-thb": 125 - 5 - 125, "mbs-uth": 1375 - 5 - 150}[game]  # position 5 lost
    after = stacks(driver)
    assert (after["Ann"], after["Bob"]) == (alone + 100 * ann, 0)
    prove(game, "R106", "R14", "R40", "5.7")


def test_the_winning_hand_is_taken_out_after_it_was_paid(game: str) -> None:
    driver = table_at(game, "paid")
    assert pool(driver) == FED - AWARD
    report(driver, "wrong_player_count", positions=(1,))
    driver.ask(ask.Rule(SUPERVISOR, "remove"))
    go_on(driver)
    assert pool(driver) == FED - 100
    lost = {"mbs-thb": 125, "mbs-uth": 150}[game]
    assert stacks(driver)["Ann"] == -money(lost)
    prove(game, "R106", "R14")


def test_a_contribution_goes_back_once(game: str) -> None:
    """Bob was absent and had his progressive back with the first settlement; the others take no more from the pool.

    Nor does Ann's award change because hands are taken out that have nothing to do with the jackpot.
    """
    driver = table_at(game, "dealt")
    driver.ask(ask.FindAbsent(SUPERVISOR, 2))
    go_on(driver)
    award, fed = lines(driver)[1, "progressive"], pool(driver)
    assert fed + award[1] == FED - 100
    for position in (3, 5):
        report(driver, "wrong_player_count", positions=(position,))
        driver.ask(ask.Rule(SUPERVISOR, "remove"))
        go_on(driver)
        assert (lines(driver)[1, "progressive"], pool(driver)) == (award, fed)
    assert all_back(driver, 2, "5.11")
    report(driver, "foreign_card")
    check_void(driver, driver.ask(ask.Rule(SUPERVISOR, "void")), "5.1.1")
    assert pool(driver) == POOL
    prove(game, "R14", "R106")
