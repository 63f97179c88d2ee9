"""mbs-thb and mbs-uth 5.7.1, 5.16: players who choose whether to go on."""

import pytest

from pitlink.people import Person
from pitlink.table import commands as ask
from pitlink.table.events import (
    HandRemoved,
    OptionTaken,
    PlayerAsked,
    WagersHandedBack,
)
from tests.driving import DEALER, PIT_MANAGER, SUPERVISOR, Driver, money
from tests.proving import prove, row_id, rows
from tests.table.every_game import ENTRY, STAYS
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
    asked,
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


# 5.7.1: another hand had a wrong number of cards


@pytest.mark.parametrize("moment", ["dealt", "folded"])
def test_players_of_other_hands_may_be_let_out(game: str, moment: str) -> None:
    """Ann goes on with the hand she plays for the jackpot and takes her blind hand back: each by itself (R44)."""
    driver = table_at(game, moment)
    report(driver, "wrong_player_count", positions=(3,))
    driver.refuse(ask.Rule(DEALER, "remove_and_ask"), "post_too_low", "5.7")
    events = driver.ask(ask.Rule(SUPERVISOR, "remove_and_ask"))
    assert asked(events) == ((1, 2, 5), "5.7.1", ["continue", "take_back"])
    assert HandRemoved(3, "5.7") in events
    driver.refuse(ask.Decide(ANN, 1, STAYS[game][0]), "round_waits", "5.7.1")
    driver.refuse(ask.Report(ANN, "foreign_card"), "round_waits", "5.7.1")
    driver.refuse(ask.AnswerOption(BOB, 5, "take_back"), "not_your_hand", "R35")
    driver.refuse(ask.AnswerOption(CID, 3, "take_back"), "not_asked", "5.7.1")
    driver.refuse(ask.AnswerOption(ANN, 5, "continue_reconstructed"), "no_such_answer", "5.7.1")
    answer(driver, ANN, 5, "take_back")
    answer(driver, DEALER, 1, "continue")  # as Ann says
    driver.refuse(ask.AnswerOption(ANN, 1, "take_back"), "not_asked", "5.7.1")
    answer(driver, BOB, 2, "continue")
    driver.refuse(ask.AnswerOption(ANN, 1, "take_back"), "nothing_was_asked", None)
    go_on(driver)
    assert all_back(driver, 3, "5.7")
    assert all_back(driver, 5, "5.7.1")
    assert of_others(lines(driver), 3, 5) == of_others(undisturbed(game), 3, 5)
    prove(game, "5.7", "5.7.1", "R44")
    check_next_round(driver)


def test_of_a_folded_hand_only_what_is_undecided_comes_back(game: str) -> None:
    driver = table_at(game, "folded")
    report(driver, "wrong_player_count", positions=(5,))
    driver.ask(ask.Rule(SUPERVISOR, "remove_and_ask"))
    taken, back = driver.ask(ask.AnswerOption(BOB, 2, "take_back"))
    assert taken == OptionTaken(2, "take_back", "5.7.1", "Bob")
    assert back == WagersHandedBack(2, ("progressive",), "5.7.1")
    answer(driver, ANN, 1, "continue")
    answer(driver, CID, 3, "take_back")
    go_on(driver)
    told = outcomes(driver, 2)
    assert told.pop("progressive") == "returned@5.7.1"
    assert {each.partition("@")[0] for each in told.values()} == {"lose"}
    assert pool(driver) == money(100_001) - money("10000.10")
    left = {"mbs-thb": 25, "mbs-uth": 50}[game]
    assert stacks(driver)["Bob"] == -money(left)
    assert driver.chips("Cid") == money(10_000)
    prove(game, "5.7.1", "R14")


def test_who_has_nothing_left_to_win_is_not_asked(game: str) -> None:
    driver = table_of(game, "Ann", "Bob", "Cid")
    driver.call()
    for name, position in (("Ann", 1), ("Bob", 2), ("Cid", 3)):
        driver.bet(name, position, **ENTRY[game])
    go_on(driver, MOMENTS["folded"])
    report(driver, "wrong_player_count", positions=(1,))
    assert asked(driver.ask(ask.Rule(SUPERVISOR, "remove_and_ask")))[0] == (3,)


def test_the_supervisor_need_not_ask_and_nobody_takes_back_by_himself(game: str) -> None:
    driver = table_at(game, "dealt")
    report(driver, "wrong_player_count", positions=(3,))
    driver.ask(ask.Rule(SUPERVISOR, "remove"))
    driver.refuse(ask.AnswerOption(ANN, 1, "take_back"), "nothing_was_asked", None)


def test_after_the_settlement_nobody_is_asked_any_more(game: str) -> None:
    driver = table_at(game, "settled")
    report(driver, "wrong_player_count", positions=(3,))
    driver.refuse(ask.Rule(SUPERVISOR, "remove_and_ask"), "not_a_ruling_here", "5.7")


@pytest.mark.parametrize("what", ["wrong_player_count", "power_failure"])
def test_who_says_nothing_is_asked_once_more_and_goes_on(game: str, what: str) -> None:
    driver = table_at(game, "dealt")
    if what == "power_failure":
        report(driver, what)
        driver.ask(ask.Rule(DEALER, "ask"))
    else:
        report(driver, what, positions=(3,))
        driver.ask(ask.Rule(SUPERVISOR, "remove_and_ask"))
    clause = driver.play.due.clause
    driver.refuse(ask.TakeSilence(BOB, 2), "post_too_low", "R102")
    assert driver.ask(ask.TakeSilence(DEALER, 2)) == (PlayerAsked(2, "R102"),)
    assert driver.ask(ask.TakeSilence(DEALER, 2)) == (OptionTaken(2, "continue", str(clause), None),)
    assert driver.box(2).seat.removed_by is None
    prove(game, "R102")


# 5.16: a power failure


def fail_power(driver: Driver) -> None:
    assert report(driver, "power_failure", CID) == "5.16"


@pytest.mark.parametrize("moment", BEFORE_ANY_OUTCOME)
def test_with_no_outcome_players_may_withdraw_and_the_others_play_on(game: str, moment: str) -> None:
    driver = table_at(game, moment)
    fail_power(driver)
    driver.refuse(ask.Rule(CID, "ask"), "post_too_low", "5.16.1")
    driver.refuse(ask.Rule(SUPERVISOR, "continue"), "not_a_ruling_here", "5.16")
    events = driver.ask(ask.Rule(DEALER, "ask"))
    assert asked(events) == ((1, 2, 3, 5), "5.16.1", ["continue", "take_back"])
    answer(driver, CID, 3, "take_back")
    answer(driver, BOB, 2, "continue")
    answer(driver, ANN, 1, "continue")  # with all of her hands
    assert driver.due != "answer"
    go_on(driver)
    assert all_back(driver, 3, "5.16.1")
    assert of_others(lines(driver), 3) == of_others(undisturbed(game), 3)
    prove(game, "5.16", "5.16.1", "R46")
    check_next_round(driver)


@pytest.mark.parametrize("moment", BEFORE_ANY_OUTCOME)
@pytest.mark.parametrize("at", [1, 5])
def test_who_withdraws_withdraws_all_of_his_wagers(game: str, moment: str, at: int) -> None:
    """Not only those of one hand: Ann's other hand goes with it."""
    driver = table_at(game, moment)
    fail_power(driver)
    driver.ask(ask.Rule(DEALER, "ask"))
    answer(driver, ANN, at, "take_back")
    assert driver.play.boxes[1].seat.removed_by == driver.play.boxes[5].seat.removed_by == "5.16.1"
    answer(driver, BOB, 2, "continue")
    answer(driver, CID, 3, "continue")
    go_on(driver)
    assert all_back(driver, 1, "5.16.1")
    assert all_back(driver, 5, "5.16.1")
    assert pool(driver) == FED - 100
    assert stacks(driver)["Ann"] == 0
    prove(game, "5.16.1")


@pytest.mark.parametrize("moment", BEFORE_ANY_OUTCOME)
def test_when_all_withdraw_the_round_is_concluded_with_everything_back(game: str, moment: str) -> None:
    driver = table_at(game, moment)
    fail_power(driver)
    driver.ask(ask.Rule(DEALER, "ask"))
    for by, position in ((CID, 3), (ANN, 1), (BOB, 2)):
        answer(driver, by, position, "take_back")
    go_on(driver)
    assert all(all_back(driver, position, "5.16.1") for position in (1, 2, 3, 5))
    assert pool(driver) == POOL
    assert set(stacks(driver).values()) == {0}
    prove(game, "5.16.1", "R14")


def test_wagers_laid_by_decisions_are_withdrawn_too(game: str) -> None:
    driver = table_at(game, "dealt")
    driver.choose(1, STAYS[game][0])
    fail_power(driver)
    driver.ask(ask.Rule(DEALER, "ask"))
    answer(driver, ANN, 1, "take_back")
    assert driver.table.players["Ann"].lying == 0
    answer(driver, BOB, 2, "continue")
    answer(driver, CID, 3, "continue")
    go_on(driver)
    assert outcomes(driver, 1)[{"mbs-thb": "flop", "mbs-uth": "play"}[game]] == "returned@5.16.1"


@pytest.mark.parametrize("moment", LATE_OUTCOMES)
def test_with_an_outcome_the_round_goes_on_and_nobody_withdraws(game: str, moment: str) -> None:
    """Bob's folded Ante is enough for the whole table (R45)."""
    driver = table_at(game, moment)
    due = driver.play.due
    fail_power(driver)
    driver.refuse(ask.Rule(SUPERVISOR, "ask"), "not_a_ruling_here", "5.16")
    driver.refuse(ask.Rule(CID, "continue"), "post_too_low", "5.16.2")
    assert given(driver.ask(ask.Rule(DEALER, "continue"))) == ("continue", "5.16.2", "Dana")
    assert driver.play.due == due
    driver.refuse(ask.AnswerOption(CID, 3, "take_back"), "nothing_was_asked", None)
    go_on(driver)
    assert lines(driver) == undisturbed(game)
    prove(game, "5.16.2", "R45")
    check_next_round(driver)


def test_while_bets_are_open_everybody_takes_back_what_he_likes(game: str) -> None:
    driver = table_at(game, "bets lie")
    driver.refuse(ask.Report(DEALER, "power_failure"), "too_early", "5.16")


# The board wins Trips by itself, and such a wager is in play. `open` is how many community cards lie open.
TRIPS = rows("""
proves | board          | open | side
5.16.2 | 9h 9d 9c 2s 3s | 3    | 10
5.16.1 | 9h 9d 9c 2s 3s | 3    |
5.16.1 | 9h 9d 9c 2s 3s | 0    | 10
5.16.1 | 9h 9d 2s 9c 3s | 3    | 10
5.16.2 | 9h 9d 2s 9c 3s | 5    | 10
5.16.1 | 9h 9d 2s 9c 3s | 5    |
5.16.1 | 9h 9d 2s 2c 3s | 5    | 10
5.16.2 | 2h 4h 6h 8h Th | 5    | 10
""")


@pytest.mark.parametrize("row", TRIPS, ids=row_id)
def test_trips_that_the_board_has_won_are_an_outcome(game: str, row: dict[str, str]) -> None:
    """In Texas Hold'em Bonus there are none: what the board shows decides no wager."""
    driver = table_of(game, "Ann")
    driver.call()
    driver.bet("Ann", 1, **ENTRY[game], **({SIDE_BET[game]: row["side"]} if row["side"] else {}))
    go_on(driver, MOMENTS["dealt"], {1: "As Kd", "dealer": "Qs Jd", "community": row["board"]})
    checks = ("check", "check") if game == "mbs-uth" else ("flop", "check", "check")
    while driver.play.exposed < int(row["open"]):
        word = checks[len(driver.box(1).seat.decisions)] if driver.due == "decide" else ""
        driver.ask(ask.Decide(ANN, 1, word) if word else ask.Expose(DEALER))
    report(driver, "power_failure")
    clause = row["proves"] if game == "mbs-uth" else "5.16.1"
    effect, other = ("continue", "ask") if clause == "5.16.2" else ("ask", "continue")
    driver.refuse(ask.Rule(SUPERVISOR, other), "not_a_ruling_here", "5.16")  # type: ignore[arg-type]
    assert given(driver.ask(ask.Rule(DEALER, effect))) == (effect, clause, "Dana")  # type: ignore[arg-type]
    prove(game, clause)
