"""Reports at a table that runs by itself: who may make them, and what becomes of those on which nobody rules (R117)."""

import random

import msgspec
import pytest
from msgspec import structs

from pitlink import pit
from pitlink.bots.deck import shuffled
from pitlink.bots.house import OFFICER, THIRD_OFFICER, by_the_house, dismissing, without_answer
from pitlink.people import Person
from pitlink.pit import Outcome
from pitlink.pit.story import tell
from pitlink.table import Event
from pitlink.table import commands as ask
from pitlink.table.events import ReportDismissed
from pitlink.table.options import options
from pitlink.table.reportable import reports
from tests.driving import DEALER, SHIFT_MANAGER, SUPERVISOR, Driver, player, replay
from tests.proving import prove
from tests.table.every_game import ALL
from tests.table.irregular_scenes import both, unattended

ANN, BOB, ZOE = map(player, ("Ann", "Bob", "Zoe"))
FIRE = "a fire alarm"


def dismissed_by_software(driver: Driver) -> ReportDismissed:
    command = dismissing(driver.table)
    assert command is not None
    (event,) = driver.ask(command)
    assert isinstance(event, ReportDismissed)
    return event


def reportable(driver: Driver, by: Person) -> set[str]:
    return {each.what for each in reports(driver.table, by)}


@pytest.mark.parametrize("game", ALL)
def test_software_can_dismiss_whatever_is_reported_at_whatever_moment(game: str) -> None:
    """From the first wager to the opened deck, by an officer of the lowest post that may."""
    driver, deck = unattended(game), shuffled(random.Random(3))
    moments, posts = set(), set()
    while driver.due != "call":
        found = tuple(reports(driver.table, ANN))
        if (moment := (driver.due, tuple(each.what for each in found))) not in moments:
            moments.add(moment)
            for report in found:
                reported = pit.act(driver.floor, "T1", report)
                assert isinstance(reported, Outcome)
                command = dismissing(reported.floor.tables["T1"])
                assert command is not None
                done = pit.act(reported.floor, "T1", command)
                assert isinstance(done, Outcome), f"{report.what} before {driver.due}: {done}"
                (event,) = (each.event for each in done.events)
                assert isinstance(event, ReportDismissed)
                assert event.software
                play = done.floor.tables["T1"].play
                assert play is not None
                assert structs.replace(play, dismissed=()) == driver.play  # the round goes on where it was
                posts.add(event.post)
        closing = ask.CloseBets(DEALER, deck.seal) if driver.due == "close" else None
        driver.ask(closing or by_the_house(driver.table, deck) or without_answer(driver.table))
    assert {step for step, _ in moments} >= {"close", "deal", "decide", "settle", "open_deck"}
    assert posts == {"pit_supervisor", "gaming_shift_manager"}
    prove(game, "R117")


@pytest.mark.parametrize(("what", "officer"), [("foreign_card", OFFICER), ("something_else", THIRD_OFFICER)])
def test_who_dismissed_is_marked_as_software_wherever_it_is_told(what: str, officer: Person) -> None:
    driver = unattended()
    driver.ask(ask.Report(ANN, what, words=FIRE))  # type: ignore[arg-type]
    event = dismissed_by_software(driver)
    assert (event.by, event.post, event.software) == (officer.id, officer.post, True)
    told = tell(driver.history[-1], driver.floor)
    assert f"(software officer {officer.id}) finds that it was not so" in told.words
    assert replay(driver.history).tables == driver.floor.tables


def test_a_count_that_was_wrong_is_left_to_people() -> None:
    driver, deck = unattended(), shuffled(random.Random(3))
    driver.ask(ask.CloseBets(DEALER, deck.seal))
    while driver.due == "deal":
        driver.ask(by_the_house(driver.table, deck))  # type: ignore[arg-type]
    driver.ask(ask.Report(ANN, "doubtful_count"))
    driver.ask(ask.CountCards(DEALER, 4))
    assert dismissing(driver.table) is None
    driver.ask(ask.Rule(SUPERVISOR, "void"))


def test_who_is_not_in_the_round_is_offered_no_report_of_it() -> None:
    driver = unattended()
    assert reportable(driver, ANN) == reportable(driver, SUPERVISOR) != set()
    assert reportable(driver, ZOE) == set()
    assert "Report" not in {each.command for each in options(driver.table, ZOE)}
    driver.ask(ask.TakeBackWager(BOB, "Bob", 2, "progressive"))
    driver.ask(ask.TakeBackWager(BOB, "Bob", 2, "ante"))
    driver.refuse(ask.Report(BOB, "foreign_card"), "not_in_the_round", "R117")


def test_after_software_has_dismissed_it_the_same_player_reports_in_the_next_round_again() -> None:
    """Another player may, and staff always."""
    driver, deck = unattended(), shuffled(random.Random(3))
    driver.ask(ask.Report(ANN, "foreign_card"))
    dismissed_by_software(driver)
    driver.refuse(ask.Report(ANN, "something_else", words=FIRE), "one_report_a_round", "R117")
    assert reportable(driver, ANN) == set()
    driver.ask(ask.Report(BOB, "foreign_card"))
    dismissed_by_software(driver)
    for _ in range(2):
        driver.ask(ask.Report(DEALER, "foreign_card"))
        dismissed_by_software(driver)
    driver.ask(ask.CloseBets(DEALER, deck.seal))
    while driver.due != "call":
        driver.ask(by_the_house(driver.table, deck) or without_answer(driver.table))
    driver.call()
    driver.bet("Ann", 1, ante=25)
    driver.ask(ask.Report(ANN, "foreign_card"))


def test_what_a_person_has_dismissed_may_be_reported_again() -> None:
    driver = unattended()
    for _ in range(2):
        driver.ask(ask.Report(ANN, "foreign_card"))
        driver.ask(ask.DismissReport(SHIFT_MANAGER))
    assert driver.play.dismissed == ()


def test_an_error_of_an_earlier_round_is_noted_whoever_says_so() -> None:
    """It holds up nothing."""
    driver, deck = unattended(), shuffled(random.Random(3))
    driver.ask(ask.CloseBets(DEALER, deck.seal))
    while driver.due != "call":
        driver.ask(by_the_house(driver.table, deck) or without_answer(driver.table))
    driver.call()
    driver.ask(ask.Report(ZOE, "foreign_card", round=1))
    assert driver.due == "close"


def test_where_there_is_staff_anybody_at_the_table_reports_and_no_program_dismisses() -> None:
    driver = both("mbs-thb")()
    driver.ask(ask.Join(ZOE, "Zoe"))
    for _ in range(2):
        driver.ask(ask.Report(ZOE, "foreign_card"))
        driver.refuse(ask.DismissReport(OFFICER), "table_is_attended", "R117")
        driver.ask(ask.DismissReport(SUPERVISOR))


def test_a_dismissal_written_before_there_were_marks_is_a_persons() -> None:
    text = b'{"name":"table.report_dismissed/1","what":"misdeal","by":"officer","post":"pit_supervisor","words":""}'
    event = msgspec.json.decode(text, type=Event)
    assert isinstance(event, ReportDismissed)
    assert not event.software
