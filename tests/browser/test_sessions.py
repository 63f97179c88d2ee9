"""Who is at the screen: a session that ends elsewhere is noticed, and the way back in is offered."""

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.playing import DESKTOP, PHONE, Visitor
from tests.browser.test_access import check
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


NEW = "a better password"
FIELDS = ("The password you have", "The new one", "The new one again")


def open_account(page: Page, name: str) -> Locator:
    """With the keyboard, from where the name of the person stands."""
    own = page.get_by_role("button", name=re.compile(f"{name}.*Account"))
    own.focus()
    page.keyboard.press("Enter")
    return page.get_by_role("dialog", name="Your account")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_password_is_changed_where_the_name_stands(
    browser: Browser, a_pit_of_its_own: Running, size: tuple[int, int]
) -> None:
    """With what is refused beside each field; other sessions end, this one and its feed go on."""
    pit = a_pit_of_its_own
    with pit.owner() as owner, Visitor(browser, pit.address, size) as dana, Visitor(browser, pit.address) as other:
        owner.make_account("Dana", PASSWORD, "dealer")
        for each in (dana, other):
            each.go("/")
            each.page.get_by_role("banner").get_by_role("button", name="Sign in").click()
            each.sign_in("Dana", PASSWORD)
            each.go("/")
        page = dana.page
        account = open_account(page, "Dana" if size == DESKTOP else "")
        expect(account).to_contain_text("Dana, dealer")
        old, new, again = (account.get_by_label(label, exact=True) for label in FIELDS)
        expect(old).to_be_focused()
        for typed, field, said in (
            (("", "", ""), old, "It is missing."),
            ((PASSWORD, NEW, "a bitter password"), again, "The two are not alike."),
            (("not the old one", NEW, NEW), old, "That is not your password."),
            ((PASSWORD, "short", "short"), new, "expected 8 to 200 characters"),
        ):
            for one, text in zip((old, new, again), typed, strict=True):
                one.fill(text)
            page.keyboard.press("Enter")
            expect(field).to_have_attribute("aria-invalid", "true")
            expect(account).to_contain_text(said)
            assert [each.input_value() for each in (old, new, again)] == list(typed)  # what was typed stays
        check(page, "one's own account")
        new.fill(NEW)
        again.fill(NEW)
        expect(account).not_to_contain_text("expected 8 to 200")
        page.keyboard.press("Enter")
        expect(account.get_by_role("status")).to_have_text("Your password is the new one.")
        expect(old).to_have_value("")
        expect(other.page.get_by_role("alert").filter(has_text=ENDED)).to_be_visible()
        page.keyboard.press("Escape")
        expect(account).to_be_hidden()
        expect(page.get_by_role("button", name=re.compile("Account$"))).to_be_focused()
        page.reload()
        account = open_account(page, "Dana" if size == DESKTOP else "")
        account.get_by_role("button", name="Sign out").click()
        page.get_by_role("banner").get_by_role("button", name="Sign in").click()
        dana.sign_in("Dana", NEW)
        expect(page.get_by_text(ENDED)).to_have_count(0)


def test_a_guest_has_no_password_to_change(browser: Browser, running: Running) -> None:
    with Visitor(browser, running.address) as visitor:
        visitor.go("/")
        visitor.button("Play as a guest").click()
        visitor.come_in()
        expect(visitor.page.get_by_role("banner")).to_contain_text(visitor.name)
        expect(visitor.page.get_by_role("button", name=re.compile("Account"))).to_have_count(0)


@pytest.mark.parametrize("path", ["/table/UTH%201", "/table/UTH%201/deal"], ids=["table", "console"])
def test_the_menu_of_a_table_has_the_way_to_ones_account(
    browser: Browser, a_pit_of_its_own: Running, path: str
) -> None:
    pit = a_pit_of_its_own
    with pit.owner() as owner, Visitor(browser, pit.address) as visitor:
        owner.make_account("Dora", PASSWORD, "dealer")
        visitor.go("/")
        visitor.page.get_by_role("banner").get_by_role("button", name="Sign in").click()
        visitor.sign_in("Dora", PASSWORD)
        visitor.go(path)
        visitor.button("Menu").click()
        visitor.button("Your account").click()
        account = visitor.page.get_by_role("dialog", name="Your account")
        expect(account.get_by_label(FIELDS[0], exact=True)).to_be_focused()
        visitor.page.keyboard.press("Escape")
        expect(account).to_be_hidden()
        expect(visitor.button("Your account")).to_be_focused()
        assert visitor.wrong == []
