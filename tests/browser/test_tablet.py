"""A tablet: the felt with its arc, results in a list below it, and nothing that is too small to be read or touched."""

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.playing import TABLET, UPRIGHT_TABLET, Visitor, too_small
from tests.server.running import Running

SIZES = {"lying": TABLET, "upright": UPRIGHT_TABLET}


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES.keys())
def test_a_round_on_a_tablet(browser: Browser, running: Running, size: tuple[int, int]) -> None:
    with Visitor(browser, running.address, size) as visitor:
        page = visitor.page
        visitor.go_to_table("UTH 1")
        felt = page.get_by_role("group", name="Table UTH 1")
        expect(felt).to_be_visible()
        assert too_small(page) == []
        visitor.sit_down()
        for position, wager in visitor.wait_for_bets():
            box = visitor.area(position, wager).locator(".reach").bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 44
        visitor.bet("ante", "trips")
        assert too_small(page) == []
        visitor.play_on()
        results = page.get_by_role("region", name="Results")
        expect(results.get_by_role("listitem").first).to_contain_text("You")
        assert too_small(page) == []
        visitor.button("What became of each bet").click()
        page.get_by_role("link", name="Replay").click(timeout=15_000)
        page.locator(".check").wait_for()
        page.keyboard.press("End")
        expect(page.get_by_role("group", name="Table UTH 1").locator("[data-line]").first).to_be_hidden()
        ante = results.get_by_role("listitem").first.locator(".line").filter(has_text="Ante")
        ante.click(position={"x": 10, "y": 10})  # all of it, not only the number of the rule
        expect(page.get_by_role("dialog", name=re.compile(r"^Ante, position \d"))).to_be_visible()
        page.keyboard.press("Escape")
        assert too_small(page) == []
        for side, most in zip(("scrollWidth", "scrollHeight"), size, strict=True):
            assert page.evaluate(f"document.documentElement.{side}") <= most
        assert visitor.wrong == []
