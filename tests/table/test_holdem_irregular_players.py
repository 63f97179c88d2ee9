"""mbs-thb and mbs-uth 5.9, 5.10: players who look where they should not, or play more hands than they should."""

from typing import Any

import pytest

from pitlink.people import Person
from pitlink.table import commands as ask
from pitlink.table.events import (
    BarLifted,
    HandRemoved,
    PlayerBarred,
    WagersHandedBack,
)
from tests.driving import DEALER, PIT_MANAGER, SHIFT_MANAGER, SUPERVISOR, Driver, money
from tests.proving import prove
from tests.table.every_game import ENTRY
from tests.table.holdem import table_of
from tests.table.holdem_trouble import (
    ANN,
    BOB,
    CID,
    FED,
    GAMES,
    MOMENTS,
    POOL,
    SIDE_BET,
    all_back,
    check_next_round,
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

BEFORE_ANY_OUTCOME = ("bets closed", "in the deal", "dealt")
LATE_OUTCOMES = ("folded", "shown", "settled", "paid")
BELOW_SHIFT_MANAGER = (ANN, DEALER, SUPERVISOR, PIT_MANAGER)


def answer(driver: Driver, by: Person, position: int, word: str) -> None:
    driver.ask(ask.AnswerOption(by, position, word))  # type: ignore[arg-type]


# 5.9: hands that were shown, or looked at by others


@pytest.mark.parametrize("moment", ["in the deal", "dealt"])
def test_a_player_may_be_barred_and_has_all_of_his_wagers_back(game: str, moment: str) -> None:
    driver = table_at(game, moment)
    assert report(driver, "hand_not_secret", BOB, player="Ann") == "5.9"
    for by in BELOW_SHIFT_MANAGER:
        for effect in ("bar", "continue"):
            driver.refuse(ask.Rule(by, effect), "post_too_low", "5.9")
        driver.refuse(ask.DismissReport(by), "post_too_low", "5.9")
    events = driver.ask(ask.Rule(SHIFT_MANAGER, "bar"))
    assert events[1:] == (PlayerBarred("Ann", "Gil", "5.9"), HandRemoved(1, "5.9"), HandRemoved(5, "5.9"))
    go_on(driver)
    assert all_back(driver, 1, "5.9")
    assert all_back(driver, 5, "5.9")
    assert of_others(lines(driver), 1, 5) == of_others(undisturbed(game), 1, 5)
    assert pool(driver) == FED - 100
    assert stacks(driver)["Ann"] == 0
    prove(game, "5.9", "R14", "R51")


def test_who_is_barred_plays_again_only_when_the_shift_manager_lets_him(game: str) -> None:
    driver = table_at(game, "dealt")
    report(driver, "hand_not_secret", player="Ann")
    driver.ask(ask.Rule(SHIFT_MANAGER, "bar"))
    go_on(driver)
    driver.call()
    bet = ask.PlaceWager(ANN, "Ann", 1, "ante", money(25))
    driver.refuse(bet, "player_is_barred", "5.9")
    driver.refuse(ask.RecordWager(DEALER, "Ann", 1, "ante", money(25)), "player_is_barred", "5.9")
    driver.refuse(ask.Sit(ANN, "Ann", 4), "player_is_barred", "5.9")
    driver.bet("Bob", 2, **ENTRY[game])
    for by in BELOW_SHIFT_MANAGER:
        driver.refuse(ask.LiftBar(by, "Ann"), "post_too_low", "5.9")
    driver.refuse(ask.LiftBar(SHIFT_MANAGER, "Bob"), "not_barred", "5.9")
    assert driver.ask(ask.LiftBar(SHIFT_MANAGER, "Ann")) == (BarLifted("Ann", "Gil"),)
    driver.ask(bet)
    prove(game, "5.9")


def test_a_folded_ante_stays_lost_and_its_side_bets_go_back(game: str) -> None:
    driver = table_of(game, "Ann", "Bob", "Cid")
    driver.call()
    driver.bet("Ann", 1, **ENTRY[game])
    driver.bet("Bob", 2, **ENTRY[game], progressive=5, **{SIDE_BET[game]: 10})
    go_on(driver, MOMENTS["folded"])
    report(driver, "hand_not_secret", player="Bob")
    back = {"mbs-thb": ("progressive",), "mbs-uth": ("progressive", "trips")}[game]  # a fold ends the Bonus
    barred = driver.ask(ask.Rule(SHIFT_MANAGER, "bar"))
    assert barred[1:] == (PlayerBarred("Bob", "Gil", "5.9"), WagersHandedBack(2, back, "5.9"))
    go_on(driver)
    told = outcomes(driver, 2)
    assert {told.pop(wager) for wager in back} == {"returned@5.9"}
    assert {each.partition("@")[0] for each in told.values()} == {"lose"}
    assert pool(driver) == POOL
    driver.call()
    lost = {"mbs-thb": 25 + 10, "mbs-uth": 50}[game]
    assert driver.chips("Bob") == money(10_000 - lost)
    prove(game, "5.9", "R51")


@pytest.mark.parametrize("moment", ["settled", "paid"])
def test_after_the_settlement_a_bar_changes_later_rounds_only(game: str, moment: str) -> None:
    driver = table_at(game, moment)
    report(driver, "hand_not_secret", player="Cid")
    assert driver.ask(ask.Rule(SHIFT_MANAGER, "bar"))[1:] == (PlayerBarred("Cid", "Gil", "5.9"),)
    go_on(driver)
    assert lines(driver) == undisturbed(game)
    check_next_round(driver)
    driver.refuse(ask.PlaceWager(CID, "Cid", 3, "ante", money(25)), "player_is_barred", "5.9")


def test_the_shift_manager_may_let_it_pass(game: str) -> None:
    driver = table_at(game, "dealt")
    report(driver, "hand_not_secret", player="Ann")
    assert given(driver.ask(ask.Rule(SHIFT_MANAGER, "continue"))) == ("continue", "5.9", "Gil")
    go_on(driver)
    assert lines(driver) == undisturbed(game)
    check_next_round(driver)


def test_there_is_no_secret_before_the_first_card(game: str) -> None:
    deal = {"mbs-thb": "3.7", "mbs-uth": "3.7.1.1"}[game]
    driver = table_at(game, "bets closed")
    driver.refuse(ask.Report(DEALER, "hand_not_secret", player="Ann"), "too_early", deal)
    go_on(driver, MOMENTS["dealt"])
    driver.refuse(ask.Report(DEALER, "hand_not_secret"), "fact_missing", "6.1")
    driver.refuse(ask.Report(DEALER, "hand_not_secret", player="Zoe"), "not_at_the_table", "6.1")


@pytest.mark.parametrize("barred", ["Ann", "Bob"])
def test_chips_of_two_players_go_back_only_with_the_hand_of_him_who_decides(game: str, barred: str) -> None:
    """Ann decides at 1, where Bob's chips lie with hers; Bob plays position 2 besides."""
    driver = table_of(game, "Ann", "Bob", "Cid")
    driver.call()
    for name, position in (("Ann", 1), ("Bob", 1), ("Bob", 2)):
        driver.bet(name, position, **ENTRY[game])
    go_on(driver, MOMENTS["dealt"])
    report(driver, "hand_not_secret", player=barred)
    events = driver.ask(ask.Rule(SHIFT_MANAGER, "bar"))
    out, stays = (1, 2) if barred == "Ann" else (2, 1)
    assert [event for event in events if isinstance(event, HandRemoved)] == [HandRemoved(out, "5.9")]
    go_on(driver)
    assert all_back(driver, out, "5.9")
    assert "returned" not in str(outcomes(driver, stays))
    driver.call()
    half = {"mbs-thb": 125, "mbs-uth": 100 + 25 + 1250}[game]  # Ann's straight flush at 1, each by his share
    folded = {"mbs-thb": 25, "mbs-uth": 50}[game]
    won = {"Ann": (0, -folded), "Bob": (half, half)}[barred]
    assert (driver.chips("Ann"), driver.chips("Bob")) == tuple(money(10_000 + each) for each in won)
    prove(game, "5.9", "R105")


# 5.10: several positions in error


def several(driver: Driver, **facts: Any) -> None:
    assert report(driver, "several_hands", player="Ann", **facts) == "5.10"


@pytest.mark.parametrize("moment", ["bets closed", "in the deal", "dealt"])
def test_with_no_hand_looked_at_the_one_dealt_first_plays_on(game: str, moment: str) -> None:
    driver = table_at(game, moment)
    several(driver)
    driver.refuse(ask.Rule(SUPERVISOR, "keep_viewed"), "not_a_ruling_here", "5.10")
    driver.refuse(ask.Rule(DEALER, "keep_first"), "post_too_low", "5.10.2")
    assert driver.ask(ask.Rule(SUPERVISOR, "keep_first"))[1:] == (HandRemoved(5, "5.10.2"),)
    go_on(driver)
    assert all_back(driver, 5, "5.10.2")
    assert of_others(lines(driver), 5) == of_others(undisturbed(game), 5)
    prove(game, "5.10", "5.10.2", "R36", "R38")
    check_next_round(driver)


def test_the_hand_looked_at_plays_on_and_the_jackpot_hand_beside_it_does_not(game: str) -> None:
    driver = table_at(game, "dealt")
    driver.ask(ask.Look(ANN, 5))
    several(driver)
    driver.refuse(ask.Rule(SUPERVISOR, "keep_first"), "not_a_ruling_here", "5.10")
    driver.refuse(ask.Rule(DEALER, "keep_viewed"), "post_too_low", "5.10.1")
    assert driver.ask(ask.Rule(SUPERVISOR, "keep_viewed"))[1:] == (HandRemoved(1, "5.10.1"),)
    go_on(driver)
    assert all_back(driver, 1, "5.10.1")
    assert of_others(lines(driver), 1) == of_others(undisturbed(game), 1)
    assert pool(driver) == FED - 100
    prove(game, "5.10.1", "R14", "R38")
    check_next_round(driver)


# Ann has laid her chips at 5, 3 and 1, in this order.
KEPT = [
    ((), (), "keep_first", (3, 5), "5.10.2"),
    ((3,), (), "keep_viewed", (1, 5), "5.10.1"),
    ((), (5,), "keep_viewed", (1, 3), "5.10.1"),
    ((3,), (5,), "keep_viewed", (1,), "5.10.1"),
    ((), (1, 3, 5), "keep_viewed", (), "5.10.1"),  # R37
]


@pytest.mark.parametrize(("looked", "said", "effect", "out", "clause"), KEPT)
def test_of_three_hands_all_that_were_looked_at_go_on(
    game: str, looked: tuple[int, ...], said: tuple[int, ...], effect: str, out: tuple[int, ...], clause: str
) -> None:
    driver = table_of(game, "Ann", "Bob", "Cid")
    driver.call()
    for position in (5, 3, 1):
        driver.bet("Ann", position, **ENTRY[game])
    go_on(driver, MOMENTS["dealt"])
    for position in looked:
        driver.ask(ask.Look(ANN, position))
    several(driver, positions=said)
    events = driver.ask(ask.Rule(PIT_MANAGER, effect))  # type: ignore[arg-type]
    assert events[1:] == tuple(HandRemoved(position, clause) for position in out)
    go_on(driver)
    assert {key[0] for key, told in lines(driver).items() if told[3] == clause} == set(out)
    prove(game, clause, "6.2", *(["R37"] if len(said) == 3 else []))


def test_a_hand_looked_at_and_folded_was_looked_at(game: str) -> None:
    """Folding it does not bring back into play what was never looked at."""
    driver = table_of(game, "Ann", "Bob", "Cid")
    driver.call()
    for position in (2, 3, 5):
        driver.bet("Ann", position, **ENTRY[game])
    go_on(driver, MOMENTS["dealt"])
    driver.ask(ask.Look(ANN, 2))
    if game == "mbs-uth":  # a fold comes after two checks
        driver.choose(2, "check")
        for position in (3, 5):
            driver.choose(position, "check")
        driver.choose(2, "check")
        for position in (3, 5):
            driver.choose(position, "check")
    driver.choose(2, "fold")
    several(driver)
    assert driver.ask(ask.Rule(SUPERVISOR, "keep_viewed"))[1:] == (HandRemoved(3, "5.10.1"), HandRemoved(5, "5.10.1"))


@pytest.mark.parametrize("looks", [True, False])
def test_the_shift_manager_may_stop_who_plays_several_hands(game: str, looks: bool) -> None:
    driver = table_at(game, "dealt")
    if looks:
        driver.ask(ask.Look(ANN, 1))
    several(driver)
    for by in BELOW_SHIFT_MANAGER:
        driver.refuse(ask.Rule(by, "bar"), "post_too_low", "5.10.3")
    events = driver.ask(ask.Rule(SHIFT_MANAGER, "bar"))
    assert events[1:] == (PlayerBarred("Ann", "Gil", "5.10.3"), HandRemoved(1, "5.10.3"), HandRemoved(5, "5.10.3"))
    go_on(driver)
    assert all_back(driver, 1, "5.10.3")
    assert all_back(driver, 5, "5.10.3")
    assert stacks(driver)["Ann"] == 0
    driver.refuse(ask.PlaceWager(ANN, "Ann", 1, "ante", money(25)), "player_is_barred", "5.9")
    prove(game, "5.10.3", "R104")


def test_one_hand_is_not_several_and_a_settled_round_is_too_late(game: str) -> None:
    driver = table_at(game, "bets lie")
    driver.refuse(ask.Report(DEALER, "several_hands", player="Ann"), "too_early", "3.2")
    go_on(driver, MOMENTS["dealt"])
    driver.refuse(ask.Report(DEALER, "several_hands", player="Bob"), "no_several_hands", None)
    driver.refuse(ask.Report(DEALER, "several_hands", (3,), "Ann"), "no_several_hands", None)
    go_on(driver, MOMENTS["settled"])
    driver.refuse(ask.Report(DEALER, "several_hands", player="Ann"), "too_late", "6.1")
