"""Who is at the screen: a session that ends elsewhere is noticed, and the way back in is offered."""

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.playing import Visitor
from tests.server.running import PASSWORD, Running

ENDED = "You are signed out."


def test_an_account_that_is_shut_is_no_longer_at_the_table(browser: Browser, running: Running) -> None:
    with running.owner() as owner, Visitor(browser, running.address) as visitor:
        page = visitor.page
        for name in ("Paula", "Paul"):
            owner.make_account(name, PASSWORD, "player")
        visitor.go_to_table("UTH 1")
        visitor.button(re.compile("^Sit down, ")).click()
        visitor.sign_in("Paula", PASSWORD)
        own = page.get_by_role("group", name=re.compile("^Position \\d, yours"))
        expect(own).to_have_count(1)
        owner.shut_account("Paula")
        expect(page.get_by_role("alert").filter(has_text=ENDED)).to_be_visible()
        expect(own).to_have_count(0)
        expect(page.locator("main")).not_to_contain_text("You")
        visitor.button("Come in again").click()
        visitor.sign_in("Paul", PASSWORD)
        expect(page.get_by_text(ENDED)).to_have_count(0)
        assert visitor.wrong == []


@pytest.mark.parametrize("path", ["/", "/table/UTH%201"])
def test_signed_out_in_another_window(browser: Browser, running: Running, path: str) -> None:
    with Visitor(browser, running.address) as visitor:
        page = visitor.page
        visitor.go("/")
        visitor.button("Play as a guest").click()
        visitor.come_in()
        visitor.go(path)
        page.locator("article, .dock").first.wait_for()
        other = page.context.new_page()
        other.goto(f"{visitor.address}/")
        other.get_by_role("button", name="Sign out").click()
        other.get_by_role("button", name="Sign in").wait_for()
        expect(other.get_by_text(ENDED)).to_have_count(0)  # whoever signs out knows it
        expect(page.get_by_role("alert").filter(has_text=ENDED)).to_be_visible()
        assert visitor.wrong == []
