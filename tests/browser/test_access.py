"""What axe-core finds on every page and state: on a desktop with motion, on a phone and a tablet without."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.playing import DESKTOP, PHONE, TABLET, Visitor, Waiting
from tests.browser.test_admin import ADMIN, as_administrator
from tests.browser.test_company import asked_to_go_on
from tests.browser.test_sign import a_royal_flush, suspend
from tests.server.running import Running
from tests.server.test_shoe import at_their_posts, open_with_shoes

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
RULES = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
RUN = f"axe.run({{runOnly: {list(RULES)}, resultTypes: ['violations'], selectors: false}})"  # what is right is not told
PATHS = {  # and what is there once a page has all that it shows
    "/": ".tables li",
    "/sign/Megalink": "dl",
    "/table/LIR%201": ".dock",
    "/table/none": "main",
    "/welcome/none": "form",
    "/admin": "main .act",
    "/rules": "h1",
    "/rules/mbs-uth/3.10.4": "h1",
    "/rules/readings": "h1",
    "/no": "h1",
}
ASKED = {"Look at your cards": "button:has-text('Look at')", "Check": ".choice.main", "Turn up": ".dock .act"}
SIZES = {"desktop": (DESKTOP, False), "phone": (PHONE, True), "tablet": (TABLET, True)}  # whether it is still
on_each = pytest.mark.parametrize(("size", "still"), SIZES.values(), ids=SIZES.keys())


def check(page: Page, where: str) -> None:
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found: dict[str, Any] = page.evaluate(RUN)
    told = [
        (each["id"], each["impact"], [node["html"][:160] for node in each["nodes"][:3]])
        for each in found["violations"]
        if each["impact"] in ("serious", "critical", "moderate")
    ]
    assert told == [], where


@on_each
def test_pages_that_are_looked_at(browser: Browser, running: Running, size: tuple[int, int], still: bool) -> None:
    with Visitor(browser, running.address, size, still) as visitor:
        for path, shown in PATHS.items():
            visitor.go(path)
            visitor.page.locator(shown).first.wait_for()
            check(visitor.page, path)


@on_each
def test_a_table_in_all_its_states(browser: Browser, running: Running, size: tuple[int, int], still: bool) -> None:
    with Visitor(browser, running.address, size, still) as visitor:
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
        visitor.go(f"/table/UTH%201/round/{visitor.result_of() or 1}")
        page.locator(".check").wait_for(timeout=15_000)
        page.keyboard.press("End")
        check(page, "a round looked at again")


@on_each
def test_the_administrators_page(
    browser: Browser, a_pit_of_its_own: Running, size: tuple[int, int], still: bool
) -> None:
    with Visitor(browser, a_pit_of_its_own.address, size, still) as visitor:
        for state, _ in zip(ADMIN, as_administrator(visitor, a_pit_of_its_own), strict=True):
            check(visitor.page, state)


def test_what_is_asked_after_an_irregularity_and_a_connection_that_is_lost(
    browser: Browser, a_pit_of_its_own: Running
) -> None:
    pit = a_pit_of_its_own
    with Visitor(browser, pit.address, PHONE) as visitor, asked_to_go_on(visitor, pit, "UTH 1"):
        check(visitor.page, "a question")
        pit.stop()
        visitor.page.get_by_text("Connection lost at").wait_for()
        check(visitor.page, "connection lost")


def test_a_sign_in_all_its_states(browser: Browser, tmp_path: Path) -> None:
    pit = open_with_shoes(tmp_path)
    with Visitor(browser, pit.address, PHONE) as visitor, at_their_posts(pit) as staff:
        page = visitor.page
        visitor.go("/sign/Megalink")
        states = ("for a royal flush", "Pending verification", "Paid: ")
        for words, _ in zip(states, a_royal_flush(pit, staff), strict=True):
            page.get_by_text(words).wait_for()
            check(page, words)
        suspend(pit, staff, "Megalink")
        page.locator(".notice.off").wait_for()
        check(page, "off")
        pit.stop()
        page.get_by_text("as of").wait_for()
        check(page, "out of touch")
