"""mbs-thb and mbs-uth 5.1, 5.2, 5.4: the deck, the deal, cards exposed in error."""

import pytest

from pitlink.games.dealing import Place
from pitlink.table import commands as ask
from pitlink.table.events import (
    CardsMoved,
    EarlierErrorNoted,
    Moved,
)
from tests.driving import DEALER, SUPERVISOR, Driver, money, player
from tests.proving import prove
from tests.table.every_game import ENTRY
from tests.table.holdem_trouble import (
    ANN,
    AWARD,
    BOB,
    CID,
    FED,
    GAMES,
    HANDS,
    MOMENTS,
    NAMES,
    POSTS,
    check_next_round,
    check_void,
    go_on,
    lines,
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


# 5.1: the deck


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("what", DECK_FAULTS)
def test_a_deck_that_is_not_right_voids_the_round_whenever_it_is_found(game: str, what: str, moment: str) -> None:
    driver = table_at(game, moment)
    assert report(driver, what) == "5.1"
    void(driver, "5.1.1")
    prove(game, "5.1", "5.1.1", "R39", "R40")


@pytest.mark.parametrize("by", POSTS)
@pytest.mark.parametrize("what", DECK_FAULTS)
def test_anybody_at_the_table_may_say_so(game: str, what: str, by: str) -> None:
    driver = table_at(game, "dealt")
    assert report(driver, what, POSTS[by]) == "5.1"


def test_who_is_not_at_the_table_says_nothing(game: str) -> None:
    driver = table_at(game, "dealt")
    driver.refuse(ask.Report(player("Zoe"), "foreign_card"), "not_at_the_table", None)


@pytest.mark.parametrize("by", POSTS)
def test_the_void_is_a_pit_supervisors_or_a_higher_posts(game: str, by: str) -> None:
    driver = table_at(game, "dealt")
    report(driver, "foreign_card")
    command = ask.Rule(POSTS[by], "void")
    if by in RULING_POSTS:
        check_void(driver, driver.ask(command), "5.1.1")
        prove(game, "R89", "6.2")
    else:
        driver.refuse(command, "post_too_low", "5.1.1")


def test_nothing_goes_on_while_the_ruling_is_due(game: str) -> None:
    driver = table_at(game, "dealt")
    report(driver, "extra_card")
    waiting = (ask.Decide(ANN, 1, "fold"), ask.Look(ANN, 1), ask.Expose(DEALER), ask.Settle(DEALER))
    for command in (*waiting, ask.CallBets(DEALER), ask.CloseTable(SUPERVISOR)):
        driver.refuse(command, "round_waits", "5.1")
    driver.refuse(ask.Report(BOB, "misdeal"), "round_waits", "5.1")
    for effect in ("continue", "return", "reconstruct", "remove"):
        driver.refuse(ask.Rule(SUPERVISOR, effect), "not_a_ruling_here", "5.1")


@pytest.mark.parametrize("moment", MOMENTS)
def test_what_was_not_so_leaves_the_round_as_it_is(game: str, moment: str) -> None:
    driver = table_at(game, moment)
    due = driver.play.due
    report(driver, "missing_card", CID)
    for by in (CID, DEALER):
        driver.refuse(ask.DismissReport(by), "post_too_low", "R89")
    driver.ask(ask.DismissReport(SUPERVISOR, "counted again"))
    assert driver.play.due == due
    driver.refuse(ask.Rule(SUPERVISOR, "void"), "no_report", "6.1")
    go_on(driver)
    assert lines(driver) == undisturbed(game)


EARLIER = {
    "foreign_card": "5.1.2",
    "missing_card": "5.1.2",
    "extra_card": "5.1.2",
    "unshuffled_cards": "5.1.2",
    "insufficient_cards": "5.1.2",
    "misdeal": "R40",
    "exposed_cards": "R40",
    "late_wager": "R40",
    "power_failure": "R40",
    "wrong_community_count": "5.3",
    "wrong_dealer_count": "5.3",
    "wrong_player_count": "5.7",
    "outside_limits": "5.15",
}


@pytest.mark.parametrize("what", EARLIER)
def test_the_next_call_makes_a_round_final(game: str, what: str) -> None:
    """What comes to light later is noted; the old result stands and the new round goes on."""
    driver = table_at(game, "paid")
    after = stacks(driver)
    noted = driver.ask(ask.Report(CID, what, round=1, words="seen on the recording"))  # type: ignore[arg-type]
    assert noted == (EarlierErrorNoted(what, 1, "Cid", EARLIER[what], "seen on the recording"),)  # type: ignore[arg-type]
    assert {name: driver.chips(name) - money(10_000) for name in NAMES} == after
    assert driver.due == "close"
    driver.refuse(ask.Report(CID, what, round=2), "no_earlier_round", EARLIER[what])  # type: ignore[arg-type]
    prove(game, EARLIER[what], "R40")


def test_a_void_round_takes_nothing_from_the_rounds_before_it(game: str) -> None:
    driver = table_at(game, "paid")
    after, fed = stacks(driver), pool(driver)
    driver.bet("Bob", 2, **ENTRY[game], progressive=5)
    go_on(driver, MOMENTS["dealt"])
    assert pool(driver) == fed + 100
    report(driver, "foreign_card")
    driver.ask(ask.Rule(SUPERVISOR, "void"))
    assert {name: driver.chips(name) - money(10_000) for name in NAMES} == after
    assert pool(driver) == fed
    check_next_round(driver)
    driver.ask(ask.Report(DEALER, "foreign_card", round=1))
    prove(game, "5.1.2")


def test_wagers_outside_the_limits_need_no_ruling_in_their_own_round(game: str) -> None:
    driver = table_at(game, "dealt")
    driver.refuse(ask.Report(DEALER, "outside_limits"), "settled_by_itself", "5.14")


# 5.2: dealt incorrectly, and nobody has touched his cards


@pytest.mark.parametrize("moment", ["in the deal", "dealt"])
def test_a_wrong_deal_voids_the_round(game: str, moment: str) -> None:
    driver = table_at(game, moment)
    assert report(driver, "misdeal") == "5.2"
    driver.refuse(ask.Rule(DEALER, "void"), "post_too_low", "5.2")
    void(driver, "5.2")
    prove(game, "5.2")


def test_whole_hands_are_moved_where_they_belong(game: str) -> None:
    """Bob has Ann's hand and Ann has Cid's; put right, the round comes to what it would have been."""
    driver = table_at(game, "bets closed")
    go_on(driver, MOMENTS["dealt"], {**HANDS, 1: HANDS[3], 2: HANDS[1], 3: HANDS[2]})
    assert report(driver, "misdeal") == "5.2"
    moves = ((2, 1), (1, 3), (3, 2))
    driver.refuse(ask.Rule(DEALER, "reconstruct", moves=moves), "post_too_low", "5.2")
    _, moved = driver.ask(ask.Rule(SUPERVISOR, "reconstruct", moves=moves))
    cards = [(source, target, nth) for source, target in moves for nth in (1, 2)]
    wanted = tuple(
        Moved(Place("position", source, nth), Place("position", target, nth)) for source, target, nth in cards
    )
    assert moved == CardsMoved(wanted, "5.2")
    assert driver.due == "decide"
    go_on(driver)
    assert lines(driver) == undisturbed(game)
    assert pool(driver) == FED - AWARD
    prove(game, "5.2")
    check_next_round(driver)


def test_only_whole_hands_change_places(game: str) -> None:
    driver = table_at(game, "dealt")
    report(driver, "misdeal")
    for moves in (((1, 2),), ((1, 2), (1, 2)), ((1, 2), (2, 3))):
        driver.refuse(ask.Rule(SUPERVISOR, "reconstruct", moves=moves), "hands_do_not_fit", "5.2")
    driver.refuse(ask.Rule(SUPERVISOR, "reconstruct", moves=((1, 4), (4, 1))), "no_whole_hand", "5.2")
    driver.refuse(ask.Rule(SUPERVISOR, "void", moves=((1, 2), (2, 1))), "not_part_of_ruling", "5.2")


def test_in_the_middle_of_the_deal_hands_of_unlike_length_stay_where_they_are(game: str) -> None:
    driver = table_at(game, "in the deal", device="manual")
    assert (driver.box(1).cards, driver.box(5).cards) == (2, 2)
    driver = table_at(game, "bets closed", device="manual")
    go_on(driver, lambda driver: len(driver.play.slots) == 5)
    report(driver, "misdeal")
    driver.refuse(ask.Rule(SUPERVISOR, "reconstruct", moves=((1, 2), (2, 1))), "no_whole_hand", "5.2")
    driver.ask(ask.Rule(SUPERVISOR, "reconstruct", moves=((2, 3), (3, 2))))
    go_on(driver, MOMENTS["dealt"])
    names = [driver.play.slots[Place("position", at, 1)] for at in (2, 3)]
    assert [slot.nth for slot in names] == [3, 2]


def test_to_decide_blind_is_not_to_handle_cards(game: str) -> None:
    driver = table_at(game, "folded")
    assert report(driver, "misdeal") == "5.2"
    void(driver, "5.2")


# 5.4: cards exposed in error


@pytest.mark.parametrize("moment", FROM_THE_CARDS_ON)
def test_two_cards_exposed_in_error_void_the_round(game: str, moment: str) -> None:
    driver = table_at(game, moment)
    assert report(driver, "exposed_cards", places=(FIRST, BOARD)) == "5.4"
    driver.refuse(ask.Rule(DEALER, "void"), "post_too_low", "5.4")
    driver.refuse(ask.Rule(SUPERVISOR, "continue"), "not_a_ruling_here", "5.4")
    void(driver, "5.4")
    prove(game, "5.4")


@pytest.mark.parametrize("place", [BOARD, FIRST, OF_BOB, OF_DEALER], ids=str)
@pytest.mark.parametrize("by", ["dealer", *RULING_POSTS])
def test_one_card_exposed_in_error_changes_nothing(game: str, place: Place, by: str) -> None:
    driver = table_at(game, "dealt")
    assert report(driver, "exposed_cards", BOB, places=(place,)) == "R43"
    driver.refuse(ask.Rule(SUPERVISOR, "void"), "not_a_ruling_here", "R43")
    driver.refuse(ask.Rule(BOB, "continue"), "post_too_low", "R43")
    driver.ask(ask.Rule(POSTS[by], "continue"))
    go_on(driver)
    assert lines(driver) == undisturbed(game)
    prove(game, "R43", "6.2")


def test_a_second_card_of_the_same_deal_makes_two(game: str) -> None:
    """The clause counts the cards of the deal, not those of one report."""
    driver = table_at(game, "in the deal")
    report(driver, "exposed_cards", places=(BOARD,))
    driver.ask(ask.Rule(DEALER, "continue"))
    go_on(driver, MOMENTS["dealt"])
    assert report(driver, "exposed_cards", places=(SECOND,)) == "5.4"
    void(driver, "5.4")


def test_a_card_that_nobody_dealt_was_not_exposed(game: str) -> None:
    driver = table_at(game, "in the deal")
    driver.refuse(ask.Report(DEALER, "exposed_cards", places=(OF_DEALER,)), "no_card_there", "6.1")
    driver.refuse(ask.Report(DEALER, "exposed_cards"), "fact_missing", "6.1")
    driver.refuse(ask.Report(DEALER, "exposed_cards", places=(BOARD, BOARD)), "named_twice", "6.1")
