"""Several people at one table: each sees what is theirs, and a hand that must stay down stays down."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from pitlink.client import Pit
from tests.browser.playing import Visitor, Waiting, dollars
from tests.server.running import PASSWORD, Running

TABLE = "3CP 1"


def test_two_players_at_one_table_one_with_a_blind_hand(browser: Browser, running: Running) -> None:
    with Visitor(browser, running.address) as ada, Visitor(browser, running.address) as ben:
        for visitor in (ada, ben):
            visitor.go_to_table(TABLE)
            visitor.sit_down()
            visitor.wait_for_bets()
        ben.page.get_by_role("button", name=re.compile(r"^Sit here, position \d")).first.click()
        expect(ben.page.get_by_role("group", name=re.compile(r"^Position \d, yours"))).to_have_count(2)
        seats = sorted({position for position, _ in ben.wait_for_bets()})
        for visitor in (ada, ben):
            visitor.bet("ante")
        shown: dict[str, set[str]] = {"ada": set(), "ben": set()}
        named: dict[str, set[str]] = {"ada": set(), "ben": set()}
        waiting = Waiting("both have their results")
        while waiting() and not (ada.settled and ben.settled):
            for name, visitor in (("ada", ada), ("ben", ben)):
                shown[name] |= set(visitor.page.locator("svg [role=group]").evaluate_all(LABELS))
                named[name] |= set(visitor.page.locator("svg .name").all_text_contents())
                visitor.play_a_step()
        one, other = (hands(shown["ben"], seat) for seat in seats)
        seen, blind = (one, other) if any("of " in each for each in one) else (other, one)
        assert any(" of " in each for each in seen)
        decided = [each for each in blind if "decides" in each or "waits" in each]
        assert decided
        assert not any(" of " in each for each in decided)  # its cards stayed down while it could be decided
        assert any(", yours, blind, " in each for each in blind)
        assert not any("blind" in each for each in seen)  # not while it could still be looked at either
        assert any("You, blind" in each for each in named["ben"])
        assert not any("blind" in each for each in named["ada"])  # who has one hand, and looked at it when she liked
        for seat in seats:  # and Ada saw backs of both until they were turned up
            waits = [each for each in shown["ada"] if each.startswith(f"Position {seat},") and "waits" in each]
            assert not any(" of " in each for each in waits)
        assert ada.wrong == ben.wrong == []


LABELS = "all => all.map(each => each.getAttribute('aria-label'))"


def hands(labels: set[str], seat: int) -> list[str]:
    return [each for each in labels if each.startswith(f"Position {seat}, yours")]


def test_who_does_not_play_in_the_round_is_told_why_nothing_of_it_can_be_reported(visitor: Visitor) -> None:
    """The table runs by itself (R117); an error of an earlier round can be noted."""
    visitor.go_to_table("UTH 1")
    visitor.sit_down()
    visitor.wait_for_bets()
    visitor.page.keyboard.press("i")
    panel = visitor.page.get_by_role("dialog")
    expect(panel).to_contain_text("who has no wager in this round: expected somebody who plays in it")
    expect(panel).not_to_contain_text("no round is in play")
    found = panel.get_by_role("option")
    expect(found).to_have_text([re.compile("^An error of an earlier round")])
    assert visitor.wrong == []


@pytest.fixture
def unhurried(tmp_path: Path) -> Iterator[Running]:
    """Software rules where nobody does in time: here people do."""
    made = Running("", tmp_path)
    made.start("--speed", "2")
    yield made
    made.stop()


def test_after_an_irregularity_a_player_is_asked_in_plain_words(browser: Browser, unhurried: Running) -> None:
    with Visitor(browser, unhurried.address) as visitor, asked_to_go_on(visitor, unhurried, "UTH 1"):
        expect(visitor.page.locator("svg .name").filter(has_text="You")).to_have_count(1)
        expect(visitor.page.locator("main")).not_to_contain_text("blind")  # not looked at yet, which is not the same
        visitor.button("Take the wagers back").click()
        expect(visitor.page.locator(".chips strong")).to_have_text(dollars(visitor.had))
        assert visitor.wrong == []


@contextmanager
def asked_to_go_on(visitor: Visitor, running: Running, table: str) -> Iterator[None]:
    """The power has failed in the middle of the visitor's round, and he is asked whether he plays on."""
    page = visitor.page
    with running.owner() as owner:
        owner.make_account("Sven", PASSWORD, "pit_supervisor")
    with Pit(running.address) as sven:
        sven.sign_in("Sven", PASSWORD)
        visitor.go_to_table(table)
        visitor.sit_down()
        (position, _), *_ = visitor.wait_for_bets()
        visitor.bet("ante")
        expect(page.locator(".chips strong")).to_have_text(dollars(visitor.had - 20_00))
        page.locator(".choice").first.wait_for()
        sven.do(table, "Report", what="power_failure")
        expect(page.locator(".notice")).to_contain_text("Play waits for a ruling")
        sven.do(table, "Rule", effect="ask")
        ruled = re.compile(r"Ruled: players choose whether to go on \(5\.\d+")
        expect(page.locator(".notice")).to_contain_text(ruled)
        own = re.compile(rf"Position {position}: play on, or take the wagers back")
        expect(page.locator(".standing")).to_contain_text(own)
        yield
