"""Errors of Multi-Link Progressive 3 Card Poker that come to light when the hands are compared or settled (R107, R106).

From the dealer's open hand on a choice would be a free one: nobody is asked, and no card is put right.
"""

import pytest

from pitlink.games.irregularities import What
from pitlink.table import commands as ask
from pitlink.table.events import HandRemoved, IrregularityReported, OptionsGiven, RulingGiven
from tests.driving import DEALER, SHIFT_MANAGER, SUPERVISOR, Driver, money
from tests.proving import prove, row_id, rows
from tests.table.every_game import decide_all
from tests.table.irregular_rws_3cp import (
    ANN,
    AS_EVER,
    BOB,
    CID,
    DEVICES,
    GAME,
    HANDS,
    at,
    better_off,
    check_lines_of,
    check_void,
    continue_all,
    decide_both,
    finish_as_ever,
    place,
    places,
    ruled,
    show_all,
)
from tests.table.three_cards import only, table_of

COMPARED = ("turned", "shown", "settled")


def blind(moment: str, device: str = "shoe") -> Driver:
    """The same round, but nobody has looked at a card."""
    driver = at("dealt", device)
    decide_both(driver)
    for each, step in (("turned", driver.expose), ("shown", lambda: show_all(driver))):
        if moment != "decided" and (moment, each) != ("turned", "shown"):
            step()
    if moment == "settled":
        driver.ask(ask.Settle(DEALER))
    return driver


# What only asks or puts right: until the dealer's hand lies open, and not from then on.
ASKING = rows("""
what                  | seen | cards   | clause | found
misdeal               | yes  |         | 5.10   | turned shown settled
exposed_cards         |      | 1.1     | 5.10   | turned
wrong_community_count | yes  |         | R80    | turned shown settled
cards_drawn_together  |      | 1.3 2.3 | 5.14   | turned
""")


@pytest.mark.parametrize("row", ASKING, ids=row_id)
def test_nobody_is_asked_any_more_once_the_hands_are_compared(row: dict[str, str]) -> None:
    what: What = row["what"]  # type: ignore[assignment]
    report = ask.Report(DEALER, what, places=places(row["cards"]), seen=bool(row["seen"]))
    before = blind("decided")
    assert only(before.ask(report), IrregularityReported).clause == row["clause"]
    effect, order = ("set_order", report.places) if what == "cards_drawn_together" else ("ask", ())
    assert only(before.ask(ask.Rule(SUPERVISOR, effect, order=order)), OptionsGiven).positions  # type: ignore[arg-type]
    for moment in row["found"].split():
        driver = blind(moment)
        driver.refuse(report, "too_late", row["clause"])
        assert driver.due == {"turned": "show", "shown": "settle", "settled": "call"}[moment]
        assert better_off(driver if moment == "settled" else finished(driver)) == "+45 -25 -10"


def finished(driver: Driver) -> Driver:
    check_lines_of(driver, driver.finish(), AS_EVER)
    return driver


# What is left of those that might also be put right. Hands that lie open are seen, by their players too.
LEFT = rows("""
what               | found                | left   | by
misdeal            | turned               | void   | 5.8.6
wrong_dealer_count | turned shown settled | void   | 5.8.7
burn_forgotten     | turned shown settled | void   | 5.9
wrong_player_count | turned shown settled | remove | 5.15
""")
LEFT_AT = [(row, moment) for row in LEFT for moment in row["found"].split()]


@pytest.mark.parametrize(("row", "moment"), LEFT_AT, ids=[f"{row['what']} {moment}" for row, moment in LEFT_AT])
def test_no_card_is_put_right_once_the_hands_are_compared(row: dict[str, str], moment: str) -> None:
    what: What = row["what"]  # type: ignore[assignment]
    report = ask.Report(DEALER, what, (1,))
    before = blind("decided")
    assert only(ruled(before, report, "reconstruct"), OptionsGiven).positions
    driver = blind(moment)
    driver.ask(report)
    driver.refuse(ask.Rule(SHIFT_MANAGER, "reconstruct"), "not_a_ruling_here", row["by"])
    events = driver.ask(ask.Rule(SUPERVISOR, row["left"]))  # type: ignore[arg-type]
    if row["left"] == "void":
        check_void(driver, events, what, row["by"])
        return
    assert only(events, HandRemoved) == HandRemoved(1, "5.15")
    back = dict.fromkeys(("ante", "play", "pair_plus", "progressive"), "<@5.15")
    check_lines_of(driver, driver.finish(), {1: back, 2: AS_EVER[2], 3: AS_EVER[3]}, "5.15")
    assert better_off(driver) == "+0 -25 -10"


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("moment", COMPARED)
def test_the_shift_manager_can_hand_bets_back_where_nobody_is_asked(moment: str, device: str) -> None:
    driver = at(moment, device)
    driver.refuse(ask.Report(BOB, "misdeal"), "too_late", "5.10")
    ruled(driver, ask.Report(BOB, "something_else", words="cards mixed up"), "return", SHIFT_MANAGER, positions=(2,))
    bob = {"ante": "<@5.23", "progressive": "<@5.23"}
    check_lines_of(driver, driver.finish(), {2: bob, 1: AS_EVER[1], 3: AS_EVER[3]}, "5.23")
    assert better_off(driver) == "+45 +0 -10"


@pytest.mark.parametrize("moment", ["turned", "shown"])
def test_a_card_exposed_with_a_hand_seen_asks_nobody_and_the_round_goes_on(moment: str) -> None:
    driver = at(moment)
    report = ask.Report(DEALER, "exposed_cards", places=places("3.1"))
    assert only(ruled(driver, report, "continue", DEALER), RulingGiven).clause == "5.12"
    finish_as_ever(driver)


def test_a_hand_that_lies_open_has_no_choice_though_the_dealers_is_never_turned_up() -> None:
    """Both have folded, so the dealer's hand stays down; Ann's Pair Plus is won once her hand lies open (R45)."""
    driver = table_of(GAME, "Ann", "Bob")
    for position, name in enumerate(("Ann", "Bob"), start=1):
        driver.bet(name, position, ante=20, pair_plus=10)
    driver.close()
    driver.deal(HANDS)
    driver.ask(ask.Look(ANN, 1))
    decide_all(driver, {1: ("fold",), 2: ("fold",)})
    driver.ask(ask.ShowHand(DEALER, 1))
    assert (driver.due, driver.play.dealer_up) == ("show", False)
    given = only(ruled(driver, ask.Report(DEALER, "misdeal", (1, 2)), "ask"), OptionsGiven)
    assert given.positions == (2,)


# A settlement that was set aside


def set_aside() -> Driver:
    """Bob's hand is out after the payment; the round is to be settled anew."""
    driver = at("settled")
    ruled(driver, ask.Report(DEALER, "wrong_player_count", (2,)), "remove")
    assert driver.due == "settle"
    return driver


def test_a_result_that_was_set_aside_is_known_and_changes_by_nothing_else() -> None:
    driver = set_aside()
    driver.refuse(ask.CorrectWager(SUPERVISOR, "Ann", 1, "ante", money(10)), "no_round_in_play", None)
    driver.refuse(ask.CorrectCard(SUPERVISOR, place("1.3"), "5d"), "no_round_in_play", None)
    driver.refuse(ask.FindAbsent(SUPERVISOR, 1), "no_hand_there", "5.5")
    driver.refuse(ask.Report(ANN, "misdeal"), "too_late", "5.10")
    driver.refuse(ask.Report(ANN, "wrong_community_count"), "too_late", "R80")
    driver.ask(ask.Report(DEALER, "wrong_dealer_count"))
    driver.refuse(ask.Rule(SHIFT_MANAGER, "reconstruct"), "not_a_ruling_here", "5.8.7")
    driver.ask(ask.DismissReport(SUPERVISOR))
    assert only(ruled(driver, ask.Report(DEALER, "power_failure"), "continue", DEALER), RulingGiven).clause == "5.7.1"
    bob = {"ante": "<@5.15", "progressive": "<@5.15"}
    check_lines_of(driver, driver.finish(), {2: bob, 1: AS_EVER[1], 3: AS_EVER[3]}, "5.15")
    assert better_off(driver) == "+45 +0 -10"
    prove(GAME, "R106")


def test_a_second_hand_may_be_out_before_the_round_is_settled_anew() -> None:
    driver = set_aside()
    ruled(driver, ask.Report(CID, "wrong_player_count", (3,)), "remove")
    rest = {2: {"ante": "<@5.15", "progressive": "<@5.15"}, 1: AS_EVER[1], 3: {"pair_plus": "<@5.15"}}
    check_lines_of(driver, driver.finish(), rest, "5.15")
    assert better_off(driver) == "+45 +0 +0"


# Cards exposed in error, over the whole round


@pytest.mark.parametrize("device", DEVICES)
def test_a_card_exposed_is_counted_once_and_a_second_one_voids_the_round(device: str) -> None:
    driver = at("dealt", device)
    for again in (False, True):  # the same card, told a second time
        reported = driver.ask(ask.Report(BOB if again else DEALER, "exposed_cards", places=places("1.1")))
        assert only(reported, IrregularityReported).clause == "5.10"
        driver.ask(ask.Rule(SUPERVISOR, "ask"))
        driver.ask(ask.AnswerOption(ANN, 1, "continue"))
    driver.ask(ask.Report(DEALER, "exposed_cards", places=places("2.1")))
    driver.refuse(ask.Rule(SUPERVISOR, "ask"), "not_a_ruling_here", "5.8.2")
    check_void(driver, driver.ask(ask.Rule(SUPERVISOR, "void")), "exposed_cards", "5.8.2")
    prove(GAME, "5.10")


@pytest.mark.parametrize(("told", "clause"), [("2.1", "5.10"), ("1.1", "5.8.2")])
def test_a_card_exposed_is_the_same_card_where_it_lies_after_hands_were_moved(told: str, clause: str) -> None:
    """The first card of 1 was exposed, and lies at 2 now; what lies at 1 now would be the second one."""
    driver = at("dealt")
    ruled(driver, ask.Report(DEALER, "exposed_cards", places=places("1.1")), "ask")
    driver.ask(ask.AnswerOption(ANN, 1, "continue"))
    ruled(driver, ask.Report(DEALER, "misdeal"), "reconstruct", moves=((1, 2), (2, 1)))
    continue_all(driver, "continue_reconstructed")
    reported = only(driver.ask(ask.Report(DEALER, "exposed_cards", places=places(told))), IrregularityReported)
    assert reported.clause == clause


# Hands that are no longer there to be moved


@pytest.mark.parametrize("gone", ["folded", "removed"])
def test_a_hand_that_was_given_away_is_not_moved(gone: str) -> None:
    driver = table_of(GAME, "Ann", "Bob", "Cid")
    for position, name in enumerate(("Ann", "Bob", "Cid"), start=1):
        driver.bet(name, position, ante=20)
    driver.close()
    driver.deal(HANDS)
    driver.ask(ask.Look(ANN, 1))
    if gone == "folded":
        driver.choose(1, "fold")
    else:
        ruled(driver, ask.Report(DEALER, "wrong_player_count", (1,)), "remove")
    driver.ask(ask.Report(DEALER, "misdeal"))
    for moves in (((1, 2), (2, 1)), ((2, 3), (3, 1), (1, 2))):
        driver.refuse(ask.Rule(SUPERVISOR, "reconstruct", moves=moves), "no_whole_hand", "5.10")
    driver.ask(ask.Rule(SUPERVISOR, "reconstruct", moves=((2, 3), (3, 2))))
    assert driver.due == "answer"
