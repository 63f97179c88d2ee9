"""The server goes away and comes back: the page says so, goes on by itself, and nothing is lost."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.playing import Visitor, Waiting, dollars
from tests.server.running import Running


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    """One of the test's own, which it may stop."""
    made = Running("", tmp_path)
    made.start("--speed", "3")
    yield made
    made.stop()


def test_a_page_goes_on_by_itself_after_the_server_was_restarted(browser: Browser, running: Running) -> None:
    port = running.address.rpartition(":")[2]
    with Visitor(browser, running.address) as visitor:
        page = visitor.page
        visitor.go_to_table("UTH 1")
        visitor.sit_down()
        waiting = Waiting("the server goes away while bets are open")
        while waiting():
            visitor.bet("ante", "trips")
            expect(page.locator(".chips strong")).to_have_text(dollars(visitor.had - 30_00))
            running.stop()
            expect(page.get_by_role("status")).to_contain_text("Connection lost at")
            if visitor.button(re.compile("^Take back")).count():
                break
            running.start("--speed", "3", "--port", port)
            visitor.play_on()
        expect(page.get_by_role("status")).to_contain_text("Your wagers are safe")
        expect(page.locator(".dock")).to_contain_text("Nothing can be sent")
        expect(visitor.button(re.compile("^Take back"))).to_be_disabled()
        running.start("--speed", "3", "--port", port)
        said = re.compile("Connected. (Nothing was missed|\\d+ steps? happened meanwhile).")
        expect(page.get_by_role("status")).to_contain_text(said)
        assert visitor.chips == visitor.had - 30_00
        visitor.play_on()
        visitor.button("What became of each bet").click()
        assert page.get_by_role("dialog", name=re.compile("^Round ")).locator("li").count() >= 3
        assert [each for each in visitor.wrong if "ERR_CONNECTION" not in each and "net::" not in each] == []


@pytest.mark.parametrize("path", ["/", "/sign/Megalink"])
def test_the_floor_and_the_sign_say_when_they_are_out_of_touch(browser: Browser, running: Running, path: str) -> None:
    port = running.address.rpartition(":")[2]
    with Visitor(browser, running.address) as visitor:
        visitor.go(path)
        visitor.page.locator(".meter").first.wait_for()
        running.stop()
        lost = visitor.page.locator("text=/Connection lost at|as of \\d\\d:/").first
        expect(lost).to_be_visible()
        running.start("--speed", "3", "--port", port)
        expect(lost).to_be_hidden()
