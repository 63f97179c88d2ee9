"""A table on a phone: one position is shown at a time, one's own or whichever is touched."""

import re

from playwright.sync_api import Browser, Locator, expect

from tests.browser.playing import GATES, PHONE, Visitor, Waiting, hold
from tests.server.running import Running

# Where the last card of the dealer, and of the board, ends.
RIGHT_EDGES = """() => [".dealer", ".board"].map(each =>
  [...document.querySelectorAll(`${each} .face`)].at(-1).getBoundingClientRect().right)"""


def test_another_position_can_be_looked_at_until_ones_own_turn_comes(browser: Browser, running: Running) -> None:
    with Visitor(browser, running.address, PHONE) as visitor:
        page = visitor.page
        page.add_init_script(GATES)
        visitor.go_to_table("UTH 1")
        visitor.sit_down()
        visitor.bet("ante", "trips")
        hold(page, "feed")  # nobody's turn comes meanwhile
        own, other = page.locator(".strip button.mine"), in_strip(visitor, 1)
        expect(own).to_have_attribute("aria-pressed", "true")
        expect(page.get_by_role("group", name="Your areas")).to_be_visible()
        name = other.locator("span").nth(1).inner_text()
        other.click()
        expect(other).to_have_attribute("aria-pressed", "true")
        expect(own).to_have_attribute("aria-pressed", "false")
        expect(page.get_by_role("group", name=f"Areas of position 1, {name}")).to_be_visible()
        expect(page.locator(".hand")).to_contain_text(name)
        expect(page.locator(".hand")).not_to_contain_text("Your hand")
        hold(page, "feed", False)
        turn_comes(visitor)
        expect(own).to_have_attribute("aria-pressed", "true")
        expect(page.locator(".hand")).to_contain_text("Your hand")
        other.click()  # who decides may look around
        expect(page.locator(".hand")).to_contain_text(name)
        visitor.play_on()
        expect(own).to_have_attribute("aria-pressed", "true")
        dealer, board = page.evaluate(RIGHT_EDGES)
        assert abs(dealer - board) <= 1
        other.click()
        expect(page.get_by_role("group", name=f"Results of position 1, {name}")).to_be_visible()
        visitor.wait_for_the_next_bets()
        expect(own).to_have_attribute("aria-pressed", "true")


def test_who_looks_on_stays_with_the_position_that_was_touched(browser: Browser, running: Running) -> None:
    with Visitor(browser, running.address, PHONE) as visitor:
        page = visitor.page
        for table, positions in (("LIR 1", 7), ("3CP 1", 7), ("THB 1", 6)):
            visitor.go_to_table(table)
            strip = page.get_by_role("list", name=f"Positions, {positions} to 1")
            expect(strip.get_by_role("button")).to_have_count(positions)
        in_strip(visitor, 1).click()
        call = page.locator("main").get_by_text("Place your bets")
        call.wait_for(state="hidden")
        call.wait_for()
        expect(in_strip(visitor, 1)).to_have_attribute("aria-pressed", "true")


def in_strip(visitor: Visitor, position: int) -> Locator:
    return visitor.page.locator(".strip").get_by_role("button", name=re.compile(f"^Position {position} "))


def turn_comes(visitor: Visitor) -> None:
    waiting = Waiting("one's own turn comes")
    while waiting() and not visitor.page.locator(".choice.main:enabled").count():
        visitor.page.wait_for_timeout(20)
