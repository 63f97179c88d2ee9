"""More time to think: for whoever is asked, as often a round as the table allows (R102)."""

import pytest
from msgspec import structs

from pitlink.table import commands as ask
from pitlink.table.events import TimeGiven
from pitlink.table.options import options
from tests.driving import DEALER, Driver, player, setup_for
from tests.proving import prove
from tests.table.every_game import ALL, ENTRY, PLAIN
from tests.table.irregular_scenes import asked

ANN, BOB = player("Ann"), player("Bob")


def to_decide(game: str, more_time: int = 2) -> Driver:
    driver = Driver()
    driver.open(structs.replace(setup_for(game), more_time=more_time))
    driver.seat("Ann", "Bob")
    next_round(driver, game)
    return driver


def to_bet(game: str, more_time: int = 2) -> Driver:
    driver = Driver()
    driver.open(structs.replace(setup_for(game), more_time=more_time))
    driver.seat("Ann", "Bob")
    driver.call()
    return driver


def next_round(driver: Driver, game: str) -> None:
    driver.call()
    for name, position in (("Ann", 1), ("Bob", 2)):
        driver.bet(name, position, **ENTRY[game])
    driver.close()
    driver.deal(PLAIN[game])


def offered(driver: Driver, name: str) -> bool:
    return any(each.command == "AskForTime" for each in options(driver.table, player(name)))


@pytest.mark.parametrize("game", ALL)
def test_who_is_asked_may_have_more_time_as_often_as_the_table_allows(game: str) -> None:
    driver = to_decide(game)
    due = driver.play.due
    assert (offered(driver, "Ann"), offered(driver, "Bob")) == (True, False)
    for nth in (1, 2):
        assert driver.ask(ask.AskForTime(ANN, 1)) == (TimeGiven(1, "Ann", nth, "R102"),)
        assert driver.play.due == due
    driver.refuse(ask.AskForTime(ANN, 1), "no_more_time", "R102")
    assert not offered(driver, "Ann")
    prove(game, "R102")


def test_every_hand_has_its_own_and_the_next_round_begins_anew() -> None:
    driver = to_decide("mbs-3cp", more_time=1)
    driver.ask(ask.AskForTime(ANN, 1))
    driver.ask(ask.Decide(ANN, 1, "play"))
    driver.ask(ask.AskForTime(BOB, 2))
    driver.ask(ask.Decide(BOB, 2, "play"))
    driver.expose()
    driver.refuse(ask.AskForTime(ANN, 1), "no_more_time", "R102")  # to show or not: the round's one is used up
    for position in (1, 2):
        driver.ask(ask.ShowHand(DEALER, position))
    driver.ask(ask.Settle(DEALER))
    next_round(driver, "mbs-3cp")
    driver.ask(ask.AskForTime(ANN, 1))


def test_a_player_may_think_about_showing_and_about_an_answer() -> None:
    driver = to_decide("mbs-3cp")
    driver.ask(ask.Decide(ANN, 1, "play"))
    driver.ask(ask.Decide(BOB, 2, "play"))
    driver.expose()
    assert driver.due == "show"
    driver.ask(ask.AskForTime(ANN, 1))
    after_error = asked()()
    position = after_error.play.due.position
    by = player(str(after_error.box(position).seat.player))
    after_error.ask(ask.AskForTime(by, position))
    assert after_error.due == "answer"


def test_a_table_may_allow_none() -> None:
    driver = to_decide("mbs-uth", more_time=0)
    assert not offered(driver, "Ann")
    driver.refuse(ask.AskForTime(ANN, 1), "no_more_time", "R102")


@pytest.mark.parametrize("game", ALL)
def test_while_bets_are_open_everybody_who_sits_there_may_have_more_time_once_a_round(game: str) -> None:
    driver = to_bet(game)
    due = driver.play.due
    assert (offered(driver, "Ann"), offered(driver, "Bob")) == (True, True)
    assert driver.ask(ask.AskForTime(ANN, 1)) == (TimeGiven(1, "Ann", 1, "R102"),)
    assert (driver.play.due, driver.play.more_to_bet) == (due, ("Ann",))
    assert (offered(driver, "Ann"), offered(driver, "Bob")) == (False, True)
    driver.refuse(ask.AskForTime(ANN, 1), "no_more_time", "R102")
    driver.ask(ask.AskForTime(BOB, 2))
    driver.bet("Ann", 1, **ENTRY[game])
    driver.close()
    driver.deal(PLAIN[game])
    for nth in (1, 2):  # what was asked for before is not taken off
        assert driver.ask(ask.AskForTime(ANN, 1)) == (TimeGiven(1, "Ann", nth, "R102"),)
    prove(game, "R102")


def test_more_time_to_bet_is_for_a_player_whatever_he_plays_and_begins_anew_with_the_round() -> None:
    driver = to_bet("mbs-3cp")
    driver.ask(ask.Sit(ANN, "Ann", 3))
    driver.ask(ask.AskForTime(ANN, 3))
    driver.refuse(ask.AskForTime(ANN, 1), "no_more_time", "R102")
    assert not offered(driver, "Ann")
    driver.bet("Bob", 2, **ENTRY["mbs-3cp"])
    driver.close()
    driver.deal(PLAIN["mbs-3cp"])
    driver.ask(ask.Decide(BOB, 2, "fold"))
    driver.finish(PLAIN["mbs-3cp"])
    driver.call()
    assert driver.play.more_to_bet == ()
    driver.ask(ask.AskForTime(ANN, 1))


def test_where_a_table_allows_none_there_is_none_to_bet_either() -> None:
    driver = to_bet("mbs-uth", more_time=0)
    assert not offered(driver, "Ann")
    driver.refuse(ask.AskForTime(ANN, 1), "no_more_time", "R102")
