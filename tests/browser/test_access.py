"""What axe-core finds on every page and state, at desktop and phone size, with and without motion."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.playing import DESKTOP, PHONE, Visitor, Waiting
from tests.server.running import Running

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
RUN = "axe.run({runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']})"
PATHS = {  # and what is there once a page has all that it shows
    "/": ".tables li",
    "/sign/Megalink": "dl",
    "/table/LIR%201": ".dock",
    "/welcome/none": "form",
    "/rules": "h1",
    "/rules/mbs-uth/3.10.4": "h1",
    "/no": "h1",
}
ASKED = {"Look at your cards": "button:has-text('Look at')", "Check": ".choice.main", "Turn up": ".dock .act"}
SIZES = {"desktop": DESKTOP, "phone": PHONE}


def check(page: Page, where: str) -> None:
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: dict[str, Any] = page.evaluate(RUN)
    told = [
        (each["id"], each["impact"], [node["html"][:160] for node in each["nodes"][:3]])
        for each in found["violations"]
        if each["impact"] in ("serious", "critical", "moderate")
    ]
    assert told == [], where


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES.keys())
def test_pages_that_are_looked_at(browser: Browser, running: Running, size: tuple[int, int]) -> None:
    with Visitor(browser, running.address, size) as visitor:
        for path, shown in PATHS.items():
            visitor.go(path)
            visitor.page.locator(shown).first.wait_for()
            check(visitor.page, path)


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES.keys())
def test_a_table_in_all_its_states(browser: Browser, running: Running, size: tuple[int, int]) -> None:
    with Visitor(browser, running.address, size) as visitor:
        page = visitor.page
        visitor.go_to_table("UTH 1")
        check(page, "looking on")
        visitor.button(re.compile("^Sit down, ")).click()
        check(page, "the entrance")
        visitor.come_in()
        visitor.wait_for_bets()
        check(page, "bets are open")
        states = set[str]()
        while not {"Look at your cards", "Check"} <= states:  # a look takes so long that one may miss the other
            visitor.bet("ante", "trips")
            waiting = Waiting("the round is settled")
            while waiting() and not visitor.settled:
                for state, button in ASKED.items():
                    if visitor.sees(state):
                        if state not in states:
                            check(page, state)
                        states.add(state)
                        visitor.press(page.locator(button).first)
                page.wait_for_timeout(60)
        check(page, "settled")
        visitor.button("What became of each bet").click()
        check(page, "the result")
        page.get_by_role("dialog").locator("li button").first.click()
        page.wait_for_timeout(300)
        check(page, "a rule")
        page.keyboard.press("Escape")
        visitor.button("Menu").click()
        check(page, "the menu")
