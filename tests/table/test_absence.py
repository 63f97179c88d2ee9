"""Who leaves is absent by himself only with a choice to make, and before hand or board have told him anything."""

import pytest

from pitlink.table import commands as ask
from pitlink.table.events import Event, HandShown, PlayerAbsent
from tests.driving import DEALER, SUPERVISOR, Driver, money, player
from tests.proving import prove
from tests.table.every_game import PLAIN, table_of
from tests.table.holdem import better_off, check_lines

ANN = player("Ann")
UTH, THREE = "mbs-uth", "mbs-3cp"


def absences(events: tuple[Event, ...]) -> list[Event]:
    return [event for event in events if isinstance(event, PlayerAbsent)]


# mbs-uth: checked, and gone


def checked(*choices: str) -> Driver:
    """Ann has bet and not looked, and has checked so often; what came due after it is turned up."""
    driver = table_of(UTH, "Ann")
    driver.call()
    driver.bet("Ann", 1, ante=25, blind=25)
    driver.close()
    driver.deal(PLAIN[UTH])
    driver.choose(1, *choices)
    driver.expose()
    return driver


@pytest.mark.parametrize(("checks", "up"), [(1, 3), (2, 5)])
def test_who_leaves_after_the_flop_is_not_absent_by_himself(checks: int, up: int) -> None:
    """The board has told something: to leave then must not hand the wagers back. The passive choice is to fold."""
    driver = checked(*["check"] * checks)
    assert driver.play.exposed == up
    assert not driver.box(1).viewed
    assert absences(driver.ask(ask.Leave(ANN, "Ann"))) == []
    assert driver.box(1).seat.status != "absent"
    while driver.due in ("decide", "expose"):
        driver.expose()
        driver.ask(ask.TakeSilence(DEALER, 1))
    events = driver.finish()
    check_lines(UTH, events, 1, {"ante": "-25", "blind": "-25"})
    assert better_off(driver, "Ann") == "Ann -50.00"
    prove(UTH, "R102")


@pytest.mark.parametrize("checks", [1, 2])
def test_a_supervisor_may_find_her_absent_all_the_same(checks: int) -> None:
    driver = checked(*["check"] * checks)
    driver.ask(ask.Leave(ANN, "Ann"))
    driver.refuse(ask.FindAbsent(DEALER, 1), "post_too_low", "5.11")
    assert driver.ask(ask.FindAbsent(SUPERVISOR, 1)) == (PlayerAbsent(1, "Sven", "5.11"),)
    events = driver.finish()
    check_lines(UTH, events, 1, {"ante": "<@5.11", "blind": "<@5.11"}, "5.11 R53")
    assert better_off(driver, "Ann") == "Ann 0.00"


def test_who_leaves_before_anything_was_to_be_seen_is_absent_by_himself() -> None:
    driver = checked()
    assert absences(driver.ask(ask.Leave(ANN, "Ann"))) == [PlayerAbsent(1, None, "R102")]
    events = driver.finish()
    check_lines(UTH, events, 1, {"ante": "<@5.11", "blind": "<@5.11"}, "5.11")
    assert better_off(driver, "Ann") == "Ann 0.00"
    prove(UTH, "R102")


def test_who_comes_back_after_the_flop_decides_for_herself() -> None:
    driver = checked("check", "check")
    driver.ask(ask.Leave(ANN, "Ann"))
    driver.refuse(ask.Decide(ANN, 1, "play 1x"), "player_is_absent", "5.11")
    driver.ask(ask.Join(ANN, "Ann"))
    driver.choose(1, "play 1x")
    events = driver.finish()
    check_lines(UTH, events, 1, {"ante": "+25", "blind": "=", "play": "+25"})


# mbs-3cp: played blind, and gone


def played_blind() -> Driver:
    """Ann has played without looking, Bob has still to decide."""
    driver = table_of(THREE, "Ann", "Bob")
    driver.call()
    driver.bet("Ann", 1, ante=25)
    driver.bet("Bob", 2, ante=25)
    driver.close()
    driver.deal(PLAIN[THREE])
    driver.choose(1, "play")
    assert not driver.box(1).viewed
    return driver


def test_who_has_played_blind_and_leaves_is_not_absent() -> None:
    driver = played_blind()
    assert absences(driver.ask(ask.Leave(ANN, "Ann"))) == []
    assert driver.box(1).seat.status != "absent"
    driver.refuse(ask.FindAbsent(SUPERVISOR, 1), "nothing_to_decide", "5.11")


@pytest.mark.parametrize("back", ["before the others have decided", "when hands are shown"])
def test_back_again_she_shows_her_hand(back: str) -> None:
    driver = played_blind()
    driver.ask(ask.Leave(ANN, "Ann"))
    if back.startswith("before"):
        driver.ask(ask.Join(ANN, "Ann"))
    driver.choose(2, "fold")
    driver.expose()
    assert (driver.due, driver.play.due.position) == ("show", 1)
    if back.startswith("when"):
        driver.refuse(ask.ShowHand(ANN, 1), "player_is_absent", "5.11")
        driver.ask(ask.Join(ANN, "Ann"))
    (shown,) = driver.ask(ask.ShowHand(ANN, 1))
    assert isinstance(shown, HandShown)
    assert shown.by == "Ann"
    driver.finish()
    driver.call()
    assert driver.chips("Ann") == money(10_050)


def test_if_she_stays_away_the_dealer_shows_it() -> None:
    driver = played_blind()
    driver.ask(ask.Leave(ANN, "Ann"))
    driver.choose(2, "fold")
    driver.finish()
    driver.call()
    assert driver.chips("Ann") == money(10_050)


def test_who_has_not_decided_and_not_looked_is_absent() -> None:
    driver = played_blind()
    assert absences(driver.ask(ask.Leave(player("Bob"), "Bob"))) == [PlayerAbsent(2, None, "R102")]
    driver.finish()
    driver.call()
    assert driver.chips("Bob") == money(10_000)
    prove(THREE, "R102")
