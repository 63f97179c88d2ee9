"""What players may choose after an error that is not theirs, at Megalink Three Card Poker."""

import pytest

from pitlink.table import commands as ask
from pitlink.table.events import HandRemoved, OptionsGiven, OptionTaken, PlayerAsked, RulingGiven
from tests.driving import DEALER, SHIFT_MANAGER, SUPERVISOR, Driver, check_export
from tests.proving import prove, row_id, rows
from tests.table.three_cards import check_lines, only, table_of
from tests.table.three_going_wrong import (
    AFTER,
    ANN,
    BEFORE,
    BOB,
    CID,
    GAME,
    HANDS,
    POOL,
    after,
    at,
    check_next_round,
    display,
    go_on,
)

PLAYERS = {1: ANN, 2: BOB, 3: CID}


def answer_all(driver: Driver, answers: dict[int, str]) -> None:
    for position, answer in answers.items():
        taken = driver.ask(ask.AnswerOption(PLAYERS[position], position, answer))[0]  # type: ignore[arg-type]
        assert isinstance(taken, OptionTaken)
        assert (taken.position, taken.answer) == (position, answer)


# 5.7.1, 5.16.1: all wagers of a hand or none. `t` takes back, `c` goes on; positions without a letter are not asked.
# What is asked in place of the hand of a wrong count, "out"; without one the power has failed.
OPTIONS = rows("""
proves | moment         | out | 1 | 2 | 3 | Ann | Bob | Cid | fed
5.7.1  | dealt          | 3   | t | c |   |   0 | -40 |   0 | 1
5.7.1  | dealt          | 3   | c | t |   |  55 |   0 |   0 | 1
5.7.1  | dealt          | 3   | t | t |   |   0 |   0 |   0 | 0
5.7.1  | dealt          | 1   |   | c | t |   0 | -40 |   0 | 1
5.7.1  | dealt          | 1   |   | t | c |   0 |   0 |   5 | 1
5.7.1  | dealt          | 2   | c |   | c |  55 |   0 |   5 | 2
5.7.1  | in the deal    | 1   |   | c | t |   0 | -40 |   0 | 1
5.7.1  | in the deal    | 2   | t |   | t |   0 |   0 |   0 | 0
5.7.1  | played         | 3   | t | c |   |   0 | -40 |   0 | 1
5.7.1  | played         | 2   | t |   | c |   0 |   0 |   5 | 1
5.7.1  | folded         | 3   | t | t |   |   0 | -25 |   0 | 0
5.7.1  | folded         | 3   | c | c |   |  55 | -40 |   0 | 2
5.7.1  | folded         | 1   |   | t | c |   0 | -25 |   5 | 1
5.16.1 | bets closed    |     | t | c | c |   0 | -40 |   5 | 2
5.16.1 | bets closed    |     | t | t | t |   0 |   0 |   0 | 0
5.16.1 | in the deal    |     | c | t | c |  55 |   0 |   5 | 2
5.16.1 | in the deal    |     | c | c | c |  55 | -40 |   5 | 3
5.16.1 | dealt          |     | t | t | c |   0 |   0 |   5 | 1
5.16.1 | looked at      |     | t | c | t |   0 | -40 |   0 | 1
5.16.1 | played         |     | t | c | c |   0 | -40 |   5 | 2
5.16.1 | played         |     | t | t | t |   0 |   0 |   0 | 0
5.16.1 | played         |     | c | c | t |  55 | -40 |   0 | 2
""")


@pytest.mark.parametrize("row", OPTIONS, ids=row_id)
def test_players_take_everything_back_or_go_on(row: dict[str, str]) -> None:
    """The Ante that is folded is decided and does not come back; who goes on plays the round to its end (R44, R46)."""
    driver = at(row["moment"])
    clause = row["proves"]
    answers = {int(each): {"t": "take_back", "c": "continue"}[row[each]] for each in "123" if row[each]}
    if row["out"]:
        driver.ask(ask.Report(DEALER, "wrong_player_count", (int(row["out"]),)))
        driver.refuse(ask.Rule(DEALER, "remove_and_ask"), "post_too_low", "5.7")
        given = only(driver.ask(ask.Rule(SUPERVISOR, "remove_and_ask")), OptionsGiven)
    else:
        driver.ask(ask.Report(DEALER, "power_failure"))
        driver.refuse(ask.Rule(ANN, "ask"), "post_too_low", clause)
        given = only(driver.ask(ask.Rule(DEALER, "ask")), OptionsGiven)
    assert (given.positions, given.clause) == (tuple(answers), clause)
    assert [(offer.answer, offer.clause) for offer in given.offers] == [("continue", clause), ("take_back", clause)]
    assert (driver.due, driver.play.due.clause) == ("answer", clause)
    answer_all(driver, answers)
    go_on(driver)
    for position, answer in answers.items():
        if answer == "take_back":
            back = [line for line in driver.play.lines if line.position == position and line.outcome == "returned"]
            assert back
            assert {line.rule for line in back} == {clause}
    assert display(driver) == POOL + 1_00 * int(row["fed"])
    check_export(driver)
    check_next_round(driver, after(*(int(row[name]) for name in BEFORE)))
    prove(GAME, clause)


@pytest.mark.parametrize("what", ["wrong_player_count", "power_failure"])
def test_the_round_waits_for_every_answer(what: str) -> None:
    driver = at("dealt")
    clause = "5.16.1" if what == "power_failure" else "5.7.1"
    if what == "power_failure":
        driver.ask(ask.Report(BOB, "power_failure"))
        driver.ask(ask.Rule(DEALER, "ask"))
        driver.ask(ask.AnswerOption(CID, 3, "continue"))  # in any order
    else:
        driver.ask(ask.Report(BOB, "wrong_player_count", (3,)))
        driver.ask(ask.Rule(SUPERVISOR, "remove_and_ask"))
    driver.refuse(ask.Decide(ANN, 1, "play"), "round_waits", clause)
    driver.refuse(ask.Report(ANN, "foreign_card"), "round_waits", clause)
    driver.refuse(ask.AnswerOption(BOB, 1, "take_back"), "not_your_hand", "R35")
    driver.refuse(ask.AnswerOption(ANN, 1, "continue_reconstructed"), "no_such_answer", clause)
    driver.refuse(ask.AnswerOption(CID, 3, "take_back"), "not_asked", clause)
    driver.ask(ask.AnswerOption(DEALER, 1, "continue"))  # as Ann says
    driver.refuse(ask.AnswerOption(ANN, 1, "take_back"), "not_asked", clause)
    driver.refuse(ask.TakeSilence(BOB, 2), "post_too_low", "R102")
    assert driver.ask(ask.TakeSilence(DEALER, 2)) == (PlayerAsked(2, "R102"),)
    assert driver.ask(ask.TakeSilence(DEALER, 2)) == (OptionTaken(2, "continue", clause, None),)
    driver.refuse(ask.AnswerOption(BOB, 2, "take_back"), "nothing_was_asked", None)
    go_on(driver)
    check_next_round(driver, after(55, -40, 5 if what == "power_failure" else 0))
    prove(GAME, clause, "R102")


def test_who_has_nothing_left_to_win_is_not_asked() -> None:
    driver = table_of(GAME, "Ann", "Bob", "Cid")
    driver.bet("Ann", 1, ante=25)
    driver.bet("Bob", 2, ante=25)
    driver.bet("Cid", 3, ante=25)
    driver.close()
    driver.deal(HANDS)
    driver.choose(1, "fold")
    driver.ask(ask.Report(DEALER, "wrong_player_count", (2,)))
    given = only(driver.ask(ask.Rule(SUPERVISOR, "remove_and_ask")), OptionsGiven)
    assert given.positions == (3,)
    driver.ask(ask.AnswerOption(CID, 3, "take_back"))
    driver.finish()
    check_next_round(driver, after(-25, 0, 0))
    prove(GAME, "5.7.1")


def test_nobody_is_asked_where_there_is_nobody_else() -> None:
    driver = table_of(GAME, "Ann")
    driver.bet("Ann", 1, ante=25)
    driver.close()
    driver.deal(HANDS)
    driver.ask(ask.Report(DEALER, "wrong_player_count", (1,)))
    assert [type(each) for each in driver.ask(ask.Rule(SUPERVISOR, "remove_and_ask"))] == [RulingGiven, HandRemoved]
    check_lines(GAME, driver.finish(), 1, {"ante": "<@5.7"}, "5.7")


@pytest.mark.parametrize("moment", ["one hand shown", "settled"])
def test_once_hands_are_compared_a_hand_is_out_and_nobody_is_asked(moment: str) -> None:
    """Bob and Cid could see whether they have won: what they have laid stays (R107)."""
    driver = at(moment)
    driver.ask(ask.Report(DEALER, "wrong_player_count", (1,)))
    for effect in ("remove_and_ask", "reconstruct"):
        driver.refuse(ask.Rule(SHIFT_MANAGER, effect), "not_a_ruling_here", "5.7")
    assert OptionsGiven not in map(type, driver.ask(ask.Rule(SUPERVISOR, "remove")))
    go_on(driver)
    assert display(driver) == POOL + 2_00
    check_next_round(driver, after(0, -40, 5))
    prove(GAME, "5.7")


# 5.16.2: some wager is decided


@pytest.mark.parametrize("moment", ["folded", "one hand shown", "settled"])
def test_with_an_outcome_the_round_goes_on(moment: str) -> None:
    """One folded Ante at the table is enough (R45)."""
    driver = at(moment)
    driver.ask(ask.Report(ANN, "power_failure"))
    driver.refuse(ask.Rule(SHIFT_MANAGER, "ask"), "not_a_ruling_here", "5.16")
    driver.refuse(ask.Rule(SHIFT_MANAGER, "void"), "not_a_ruling_here", "5.16")
    driver.refuse(ask.Rule(ANN, "continue"), "post_too_low", "5.16.2")
    given = only(driver.ask(ask.Rule(DEALER, "continue")), RulingGiven)
    assert (given.effect, given.clause, given.by) == ("continue", "5.16.2", "Dana")
    if moment != "settled":
        go_on(driver)
    check_next_round(driver, AFTER)
    prove(GAME, "5.16", "5.16.2")


def test_a_power_failure_while_bets_are_open_is_no_matter() -> None:
    driver = at("bets open")
    driver.refuse(ask.Report(DEALER, "power_failure"), "too_early", "5.16")
