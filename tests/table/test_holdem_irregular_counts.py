"""mbs-thb and mbs-uth 5.3, 5.7, 5.8: a wrong number of cards, or doubt about it."""

import pytest

from pitlink.games.dealing import Place
from pitlink.table import commands as ask
from pitlink.table.events import (
    CardsCounted,
    HandRemoved,
)
from tests.driving import DEALER, SHIFT_MANAGER, SUPERVISOR, Driver, money
from tests.proving import prove
from tests.table.holdem_trouble import (
    ANN,
    AWARD,
    BOB,
    ENTRIES,
    FED,
    GAMES,
    POSTS,
    SIDE_BET,
    all_back,
    check_next_round,
    check_void,
    given,
    go_on,
    lines,
    of_others,
    outcomes,
    pool,
    report,
    stacks,
    table_at,
    undisturbed,
)

pytestmark = pytest.mark.parametrize("game", GAMES)

RULING_POSTS = ("pit_supervisor", "pit_manager", "gaming_shift_manager")
DECK_FAULTS = ("foreign_card", "missing_card", "extra_card", "unshuffled_cards")
BOARD, FIRST = Place("community", 0, 1), Place("position", 1, 1)
SECOND, OF_BOB, OF_DEALER = Place("position", 1, 2), Place("position", 2, 1), Place("dealer", 0, 1)
FROM_THE_CARDS_ON = ("in the deal", "dealt", "folded", "shown", "settled", "paid")
DEALT_TO = ("dealt", "folded", "shown", "settled", "paid")  # the dealer has his cards too


def void(driver: Driver, clause: str) -> None:
    """The supervisor rules so; nothing of the round is left, and the next one is played as any other."""
    check_void(driver, driver.ask(ask.Rule(SUPERVISOR, "void")), clause)
    check_next_round(driver)


# 5.3: a wrong number of community cards, or of the dealer's


@pytest.mark.parametrize("moment", DEALT_TO)
@pytest.mark.parametrize("what", ["wrong_community_count", "wrong_dealer_count"])
def test_a_wrong_count_beyond_repair_voids_the_round_until_the_next_call(game: str, what: str, moment: str) -> None:
    driver = table_at(game, moment)
    assert report(driver, what) == "5.3"
    for by in (ANN, DEALER):
        driver.refuse(ask.Rule(by, "void"), "post_too_low", "5.3")
    void(driver, "5.3")
    prove(game, "5.3", "R40")


@pytest.mark.parametrize("moment", ["dealt", "folded"])
@pytest.mark.parametrize("what", ["wrong_community_count", "wrong_dealer_count"])
def test_a_wrong_count_that_can_be_put_right_changes_nothing(game: str, what: str, moment: str) -> None:
    driver = table_at(game, moment)
    due = driver.play.due
    report(driver, what)
    events = driver.ask(ask.Rule(SUPERVISOR, "reconstruct", words="the sixth card put back"))
    assert given(events) == ("reconstruct", "5.3", "Sven")
    assert len(events) == 1
    assert driver.play.due == due
    go_on(driver)
    assert lines(driver) == undisturbed(game)
    prove(game, "5.3")


@pytest.mark.parametrize("moment", ["shown", "to be settled", "settled", "paid"])
@pytest.mark.parametrize("what", ["wrong_community_count", "wrong_dealer_count"])
def test_once_hands_are_compared_nothing_is_put_right_any_more(game: str, what: str, moment: str) -> None:
    driver = table_at(game, moment)
    report(driver, what)
    driver.refuse(ask.Rule(SHIFT_MANAGER, "reconstruct"), "not_a_ruling_here", "5.3")
    void(driver, "5.3")


def test_cards_that_are_not_dealt_yet_cannot_be_too_many(game: str) -> None:
    deal = {"mbs-thb": ("3.7", "3.8"), "mbs-uth": ("3.7.1.1", "3.8")}[game]
    driver = table_at(game, "bets closed")
    driver.refuse(ask.Report(DEALER, "wrong_community_count"), "too_early", deal[0])
    driver = table_at(game, "dealt", device="manual")  # the dealer's own cards come last
    driver.refuse(ask.Report(DEALER, "wrong_dealer_count"), "too_early", deal[1])


# 5.7: a wrong number of cards in a player's hand


TAKEN_OUT = [(moment, position) for moment in DEALT_TO for position in (1, 2, 3, 5)]


@pytest.mark.parametrize(("moment", "position"), [("in the deal", 1), *TAKEN_OUT])
def test_a_hand_with_a_wrong_number_of_cards_is_out_and_everything_on_it_goes_back(
    game: str, moment: str, position: int
) -> None:
    """Whether folded, shown or paid; nothing changes for the other hands, and the stake no longer feeds the pool."""
    driver = table_at(game, moment)
    assert report(driver, "wrong_player_count", positions=(position,)) == "5.7"
    for by in (ANN, DEALER):
        driver.refuse(ask.Rule(by, "remove"), "post_too_low", "5.7")
    events = driver.ask(ask.Rule(SUPERVISOR, "remove"))
    assert events[-1] == HandRemoved(position, "5.7")
    go_on(driver)
    assert all_back(driver, position, "5.7")
    assert set(ENTRIES[game]) <= set(outcomes(driver, position))
    others = of_others(undisturbed(game), position)
    award = money("10000.10") if position == 2 else AWARD  # a tenth of a pool that Bob did not feed
    if position != 1:
        others[1, "progressive"] = ("win", award, money(0), "4.2")
    assert of_others(lines(driver), position) == others
    fed = {1: FED - 100, 2: FED - 100 - award}.get(position, FED - award)
    assert pool(driver) == fed
    prove(game, "5.7", "R14", "R40", "R41", "R89")
    check_next_round(driver)


def test_what_the_players_have_after_a_hand_was_taken_out(game: str) -> None:
    driver = table_at(game, "dealt")
    report(driver, "wrong_player_count", positions=(3,))
    driver.ask(ask.Rule(SUPERVISOR, "remove"))
    go_on(driver)
    assert outcomes(driver, 3)[SIDE_BET[game]] == "returned@5.7"
    ann, bob = {"mbs-thb": ("9995.20", 30), "mbs-uth": ("11220.20", 55)}[game]
    assert stacks(driver) == {"Ann": money(ann), "Bob": -money(bob), "Cid": 0}


def test_a_hand_that_can_be_put_right_plays_on(game: str) -> None:
    driver = table_at(game, "dealt")
    report(driver, "wrong_player_count", positions=(2,))
    driver.refuse(ask.Rule(DEALER, "reconstruct"), "post_too_low", "5.7")
    driver.ask(ask.Rule(SUPERVISOR, "reconstruct"))
    go_on(driver)
    assert lines(driver) == undisturbed(game)
    prove(game, "5.7")


def test_a_hand_is_taken_out_once_and_only_where_there_is_one(game: str) -> None:
    driver = table_at(game, "dealt")
    driver.refuse(ask.Report(DEALER, "wrong_player_count"), "fact_missing", "6.1")
    driver.refuse(ask.Report(DEALER, "wrong_player_count", (4,)), "no_hand_there", "6.1")
    report(driver, "wrong_player_count", positions=(2,))
    driver.ask(ask.Rule(SUPERVISOR, "remove"))
    driver.refuse(ask.Report(DEALER, "wrong_player_count", (2,)), "no_hand_there", None)


# 5.8: doubt about the number of cards


@pytest.mark.parametrize("moment", FROM_THE_CARDS_ON)
@pytest.mark.parametrize("difference", [-1, 1])
def test_a_count_that_is_wrong_voids_the_round(game: str, difference: int, moment: str) -> None:
    driver = table_at(game, moment)
    used = len(driver.play.slots)
    assert report(driver, "doubtful_count", BOB) == "5.8"
    driver.refuse(ask.Rule(SUPERVISOR, "void"), "not_a_ruling_here", "5.8")  # counted first
    driver.refuse(ask.CountCards(BOB, used), "post_too_low", "5.8")
    assert driver.ask(ask.CountCards(DEALER, used + difference)) == (
        CardsCounted(used + difference, used, "Dana", "5.8"),
    )
    driver.refuse(ask.CountCards(DEALER, used), "post_too_low", "5.8")  # who counts again stands above him
    driver.refuse(ask.Rule(DEALER, "void"), "post_too_low", "5.8")
    void(driver, "5.8")
    prove(game, "5.8")


@pytest.mark.parametrize("moment", FROM_THE_CARDS_ON)
@pytest.mark.parametrize("by", ["dealer", *RULING_POSTS])
def test_a_count_that_is_right_ends_the_doubt(game: str, by: str, moment: str) -> None:
    driver = table_at(game, moment)
    due, used = driver.play.due, len(driver.play.slots)
    report(driver, "doubtful_count")
    events = driver.ask(ask.CountCards(POSTS[by], used))
    assert events[0] == CardsCounted(used, used, POSTS[by].id, "5.8")
    assert given(events) == ("continue", "5.8", POSTS[by].id)
    assert driver.play.due == due
    go_on(driver)
    assert lines(driver) == undisturbed(game)
    prove(game, "5.8", "6.2")


def test_what_the_count_has_proved_is_not_dismissed(game: str) -> None:
    """Too many or too few cards: the round shall be void, and nobody finds otherwise but by a right count."""
    driver = table_at(game, "dealt")
    report(driver, "doubtful_count")
    driver.ask(ask.CountCards(DEALER, len(driver.play.slots) + 1))
    driver.refuse(ask.DismissReport(SUPERVISOR), "count_is_wrong", "5.8")
    void(driver, "5.8")
