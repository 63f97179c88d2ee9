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
        assert too_small(page) == []
        expect(felt.locator("[data-line]").first).to_be_hidden()
        results = page.get_by_role("region", name="Results")
        line = results.get_by_role("listitem").first.get_by_role("button", name=re.compile(r"^Ante.*rule 3\."))
        line.click()
        rule = page.get_by_role("dialog", name=re.compile(r"^Ante, position \d"))
        expect(rule).to_be_visible()
        page.keyboard.press("Escape")
        expect(line).to_be_focused()
        for side, most in zip(("scrollWidth", "scrollHeight"), size, strict=True):
            assert page.evaluate(f"document.documentElement.{side}") <= most
        assert visitor.wrong == []
