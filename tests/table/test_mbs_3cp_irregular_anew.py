"""Several rulings in one round of Megalink Three Card Poker, and rulings after everything was paid."""

import pytest

from pitlink.table import commands as ask
from pitlink.table.events import AwardPaid, SettlementSetAside
from tests.driving import DEALER, SHIFT_MANAGER, SUPERVISOR, money
from tests.proving import prove
from tests.table.three_cards import check_lines, only, stacks, table_of
from tests.table.three_going_wrong import (
    BEFORE,
    BOB,
    CID,
    FED,
    GAME,
    HANDS,
    POOL,
    after,
    at,
    bet_all,
    check_next_round,
    check_void,
    display,
)

# R106: a hand out after everything was paid


def test_a_winner_out_after_the_payment_leaves_the_jackpot_to_the_other() -> None:
    """Two straight flushes share; without Bob's there is one, and nothing of his round is left."""
    driver = table_of(GAME, "Ann", "Bob", "Cid")
    bet_all(driver)
    driver.close()
    driver.deal({**HANDS, 1: "2h 3h 4h", 2: "7h 8h 9h", "community": "5h 6h"})
    driver.choose(1, "fold")
    driver.choose(2, "play")
    driver.finish()
    driver.pay()
    both = driver.events(AwardPaid)
    assert [getattr(each, "player", "") for each in both] == ["Ann", "Bob"]
    driver.ask(ask.Report(DEALER, "wrong_player_count", (2,)))
    aside = only(driver.ask(ask.Rule(SUPERVISOR, "remove")), SettlementSetAside)
    fed = POOL + FED - 1_00  # Bob's contribution is out (R14)
    assert (aside.claimed, display(driver)) == (True, fed)
    driver.ask(ask.Settle(DEALER))
    driver.pay()
    (alone,) = driver.events(AwardPaid)[2:]
    tenth = fed // 10
    assert isinstance(alone, AwardPaid)
    assert (alone.player, alone.amount) == ("Ann", tenth)
    assert display(driver) == fed - tenth
    driver.call()
    ann = -25_00 + 40 * 10_00 - 5_00 + tenth
    assert stacks(driver) == {"Ann": 10_000_00 + ann, "Bob": 10_000_00, "Cid": 10_000_00 + 5_00}
    prove(GAME, "5.7")


# One thing after another in the same round


def test_chips_go_back_once_whatever_else_is_ruled() -> None:
    """A late Ante, then the barred player's rest, then the whole hand, then the round."""
    driver = at("played")
    driver.ask(ask.Report(DEALER, "late_wager", (1,), "Ann", (), "ante", money(25)))
    driver.ask(ask.Rule(SUPERVISOR, "refuse_late"))
    assert driver.table.players["Ann"].lying == 15_00  # Pair Plus and progressive
    driver.ask(ask.Report(DEALER, "hand_not_secret", player="Bob"))
    driver.ask(ask.Rule(SHIFT_MANAGER, "bar"))
    driver.ask(ask.Report(DEALER, "wrong_player_count", (1,)))
    driver.ask(ask.Rule(SUPERVISOR, "remove"))
    assert driver.table.players["Ann"].lying == 0
    driver.finish()
    check_lines(GAME, driver.play.lines, 3, {"pair_plus": "+10", "progressive": "-5"})
    wanted = {"ante": "<@5.5", "play": "<@5.5", "pair_plus": "<@5.7", "progressive": "<@5.7"}
    check_lines(GAME, driver.play.lines, 1, wanted)
    assert display(driver) == POOL + 1_00
    driver.ask(ask.Report(DEALER, "late_wager", (3,), "Cid", (), "progressive", money(5)))
    driver.ask(ask.Rule(SUPERVISOR, "refuse_late"))
    driver.ask(ask.Settle(DEALER))
    check_lines(GAME, driver.play.lines, 1, wanted)
    check_lines(GAME, driver.play.lines, 3, {"pair_plus": "+10", "progressive": "<@5.5"})
    assert display(driver) == POOL
    driver.ask(ask.Report(DEALER, "extra_card"))
    driver.ask(ask.Rule(SUPERVISOR, "void"))
    check_void(driver, "5.1.1")
    driver.ask(ask.LiftBar(SHIFT_MANAGER, "Bob"))
    check_next_round(driver, BEFORE)


def test_a_folded_hand_that_took_its_rest_back_may_still_be_out() -> None:
    driver = at("folded")
    driver.ask(ask.Report(DEALER, "wrong_player_count", (1,)))
    driver.ask(ask.Rule(SUPERVISOR, "remove_and_ask"))
    driver.ask(ask.AnswerOption(BOB, 2, "take_back"))
    driver.ask(ask.AnswerOption(CID, 3, "take_back"))
    driver.finish()
    driver.ask(ask.Report(DEALER, "wrong_player_count", (2,)))
    driver.ask(ask.Rule(SUPERVISOR, "remove"))
    driver.ask(ask.Settle(DEALER))
    check_lines(GAME, driver.play.lines, 2, {"ante": "<@5.7", "pair_plus": "<@5.7.1", "progressive": "<@5.7.1"}, "5.7")
    assert display(driver) == POOL
    check_next_round(driver, BEFORE)


@pytest.mark.parametrize("paid", [False, True])
def test_a_late_progressive_wager_wins_nothing_though_it_was_paid(paid: bool) -> None:
    driver = table_of(GAME, "Ann", "Bob", "Cid")
    bet_all(driver)
    driver.close()
    driver.deal({**HANDS, 1: "As Ks Qs", 3: "Jh Jd 4c", "dealer": "Qd 8d 3c", "community": "Ts Js"})
    driver.choose(1, "fold")
    driver.choose(2, "fold")
    driver.finish()
    if paid:
        driver.pay()
    driver.ask(ask.Report(DEALER, "late_wager", (1,), "Ann", (), "progressive", money(5)))
    driver.ask(ask.Rule(SUPERVISOR, "refuse_late"))
    driver.ask(ask.Settle(DEALER))
    check_lines(GAME, driver.play.lines, 1, {"ante": "-25", "pair_plus": "+400", "progressive": "<@5.5"}, "5.5")
    assert (display(driver), driver.due) == (POOL + FED - 1_00, "call")
    check_next_round(driver, after(-25 + 400, -40, 5))
