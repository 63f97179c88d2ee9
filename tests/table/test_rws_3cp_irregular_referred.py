"""Errors found too late, and what Multi-Link Progressive 3 Card Poker leaves open: the shift manager decides."""

import pytest

from pitlink.games.irregularities import What
from pitlink.table import commands as ask
from pitlink.table.events import (
    EarlierErrorNoted,
    IrregularityReported,
    RulingGiven,
)
from tests.driving import DEALER, PIT_MANAGER, SHIFT_MANAGER, SUPERVISOR, money
from tests.proving import prove, rows
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
    check_next_round,
    check_void,
    finish_as_ever,
    lowest_post,
    places,
    ruled,
)
from tests.table.three_cards import check_lines, is_refused, only

# Found too late


# What is found of an earlier round, and by which clause that round stands: its own where it has one.
EARLIER = rows("""
clause | what
5.8    | foreign_card missing_card extra_card unshuffled_cards insufficient_cards
5.8    | misdeal exposed_cards wrong_dealer_count
5.9    | burn_forgotten
5.19   | wrong_player_count wrong_community_count cards_drawn_together late_wager jackpot_failure something_else
""")


@pytest.mark.parametrize(("what", "clause"), [(each, row["clause"]) for row in EARLIER for each in row["what"].split()])
def test_an_error_found_after_the_next_call_changes_nothing(what: What, clause: str) -> None:
    driver = at("settled")
    driver.refuse(ask.Report(DEALER, what, (1,), round=1), "no_earlier_round", clause)
    driver.call()
    driver.bet("Ann", 1, ante=20)
    before = {name: driver.chips(name) for name in ("Ann", "Bob", "Cid")}
    noted = only(driver.ask(ask.Report(BOB, what, (1,), round=1)), EarlierErrorNoted)
    assert (noted.what, noted.round, noted.by, noted.clause) == (what, 1, "Bob", clause)
    assert driver.due == "close"  # nothing waits
    driver.close()
    driver.deal(HANDS)
    driver.choose(1, "play")
    check_lines(GAME, driver.finish(), 1, {"ante": "+20", "play": "+20"})
    driver.call()
    assert [driver.chips(name) - before[name] for name in before] == [money(40), 0, 0]
    assert before == {"Ann": money(10_045), "Bob": money(9_975), "Cid": money(9_990)}
    prove(GAME, clause, "R40")


@pytest.mark.parametrize("what", ["foreign_card", "missing_card", "extra_card"])
def test_earlier_rounds_stand_when_the_deck_is_found_wrong(what: str) -> None:
    """The round in play is void by its own report; the round before is noted and stands."""
    driver = at("settled")
    driver.call()
    driver.bet("Ann", 1, ante=20)
    driver.close()
    assert only(driver.ask(ask.Report(DEALER, what, round=1)), EarlierErrorNoted).clause == "5.8"  # type: ignore[arg-type]
    ruled(driver, ask.Report(DEALER, what), "void")  # type: ignore[arg-type]
    assert (driver.chips("Ann"), driver.chips("Bob")) == (money(10_045), money(9_975))
    prove(GAME, "5.8")


# What the rules do not cover

ODD = ask.Report(CID, "something_else", words="a drink over the layout")


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("moment", ["betting", "dealing", "looked", "shown", "settled"])
def test_the_shift_manager_may_let_the_round_go_on_or_void_it(moment: str, device: str) -> None:
    driver = at(moment, device)
    assert only(driver.ask(ODD), IrregularityReported).clause == "5.23"
    for effect in ("continue", "void"):
        assert lowest_post(driver, lambda by, effect=effect: ask.Rule(by, effect)) == "gaming_shift_manager"  # type: ignore[misc]
        for by in (CID, DEALER, SUPERVISOR, PIT_MANAGER):
            driver.refuse(ask.Rule(by, effect), "post_too_low", "5.23")
    for by in (CID, DEALER, SUPERVISOR, PIT_MANAGER):
        driver.refuse(ask.DismissReport(by), "post_too_low", "5.23")
    assert only(driver.ask(ask.Rule(SHIFT_MANAGER, "continue")), RulingGiven).clause == "5.23"
    events = ruled(driver, ODD, "void", SHIFT_MANAGER, words="nothing can be read")
    check_void(driver, events, "something_else", "5.23")
    prove(GAME, "R89")


@pytest.mark.parametrize("moment", ["dealing", "looked", "decided", "shown", "settled"])
def test_the_shift_manager_may_hand_back_the_bets_of_some_hands(moment: str) -> None:
    driver = at(moment)
    driver.ask(ODD)
    driver.refuse(ask.Rule(SHIFT_MANAGER, "return"), "fact_missing", "5.23")
    driver.refuse(ask.Rule(SHIFT_MANAGER, "return", (5,)), "no_hand_there", "5.23")
    driver.ask(ask.Rule(SHIFT_MANAGER, "return", (2, 3)))
    if driver.due == "deal":
        driver.deal(HANDS)
    if driver.due == "decide":
        driver.choose(1, "play")
    back = {"ante": "<@5.23", "progressive": "<@5.23"}
    check_lines_of(driver, driver.finish(), {2: back, 1: AS_EVER[1], 3: {"pair_plus": "<@5.23"}}, "5.23")
    assert driver.floor.links["L1"].display == money(100_001)
    assert better_off(driver) == "+45 +0 +0"


def test_the_shift_manager_may_have_it_settled_as_it_lies() -> None:
    driver = at("decided")
    given = only(ruled(driver, ODD, "settle_as_shown", SHIFT_MANAGER), RulingGiven)
    assert (given.effect, given.clause) == ("settle_as_shown", "5.23")
    finish_as_ever(driver)


def test_something_else_is_told_in_words() -> None:
    driver = at("dealt")
    driver.refuse(ask.Report(CID, "something_else"), "fact_missing", "5.23")
    driver.refuse(ask.Report(CID, "something_else", words="x" * 301), "words_not_readable", None)


def test_another_players_hand_looked_at_is_the_shift_managers_affair_too() -> None:
    driver = at("looked")
    driver.ask(ask.Report(BOB, "hand_not_secret", player="Ann"))
    driver.refuse(ask.Rule(PIT_MANAGER, "return", (1,)), "post_too_low", "5.23")
    driver.ask(ask.Rule(SHIFT_MANAGER, "return", (1,)))
    driver.choose(2, "fold")
    back = dict.fromkeys(("ante", "pair_plus", "progressive"), "<@5.23")
    check_lines_of(driver, driver.finish(), {1: back, 2: AS_EVER[2], 3: AS_EVER[3]}, "5.23")
    check_next_round(driver)


def test_anybody_at_the_table_may_report_and_nobody_else() -> None:
    driver = at("dealt")
    driver.ask(ask.Leave(CID, "Cid"))
    driver.refuse(ODD, "not_at_the_table", None)
    for by in (ANN, BOB, DEALER, SUPERVISOR, PIT_MANAGER, SHIFT_MANAGER):
        assert not is_refused(driver, ask.Report(by, "exposed_cards", places=places("1.1")))
