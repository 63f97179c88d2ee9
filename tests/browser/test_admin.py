"""The administrator's page, clicked through: accounts, tables and links, and who is told that it is not for them."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from pitlink.client import Pit, Rejected
from tests.browser.playing import Visitor
from tests.server.running import PASSWORD, Running

MAY = "Only an administrator makes accounts and sets up the floor."


ADMIN = (
    *("admin-1-accounts", "admin-2-shutting", "admin-3-table", "admin-4-refused", "admin-5-added", "admin-6-link"),
    *("admin-7-own-account", "admin-8-password", "admin-9-reopening"),
)


def as_administrator(visitor: Visitor, running: Running) -> Iterator[None]:
    """All states of the page, one after the other."""
    page = visitor.page
    with running.owner() as olga:
        for name, role in (("Dana", "dealer"), ("Sven", "pit_supervisor"), ("Aldo", "auditor")):
            olga.make_account(name, PASSWORD, role)
    visitor.go("/admin")
    page.locator("main").get_by_role("button", name="Sign in").click()
    visitor.sign_in("Olga", PASSWORD)
    page.get_by_role("listitem").filter(has_text="Sven").wait_for()
    yield
    visitor.button("Change the account of Sven").click()
    visitor.button(re.compile("^Shut$")).click()
    yield
    visitor.button("Leave it").click()
    visitor.button("Set-up").click()
    page.get_by_label("Game").select_option("mbs-uth")
    yield
    page.get_by_label("Positions").fill("9")
    visitor.button("Add the table").click()
    page.locator("[aria-invalid=true]").scroll_into_view_if_needed()
    yield
    page.get_by_label("Positions").fill("5")
    visitor.button("Add the table").click()
    page.get_by_text("is open.").scroll_into_view_if_needed()
    yield
    visitor.button("A link").click()
    page.get_by_role("button", name="Add the link").scroll_into_view_if_needed()
    yield
    visitor.button(re.compile("Account$")).click()
    page.get_by_label("The new one again").fill("another one")
    page.keyboard.press("Enter")
    page.get_by_text("The two are not alike.").wait_for()
    yield
    visitor.go("/admin")
    visitor.button("Change the account of Dana").click()
    page.get_by_label("New password").fill(PASSWORD)
    yield
    visitor.button("Leave it").click()
    visitor.button("Change the account of Sven").click()
    visitor.button(re.compile("^Shut$")).click()
    visitor.button("Shut the account").click()
    visitor.button("Open the account of Sven again").click()
    page.get_by_label("New password").scroll_into_view_if_needed()
    yield


@pytest.fixture(scope="module")
def owner(browser: Browser, running: Running) -> Iterator[Visitor]:
    """Signed up by the link that the pit has printed."""
    with Visitor(browser, running.address) as visitor:
        visitor.go(f"/welcome/{running.invitation}")
        visitor.page.locator("main").get_by_label("Name").fill("Olga")
        visitor.page.locator("main").get_by_label("Password").fill(PASSWORD)
        visitor.button("Make the account").click()
        expect(visitor.page.get_by_role("heading", name="Administration")).to_be_visible()
        yield visitor
        assert visitor.wrong == []


def make_account(owner: Visitor, name: str, role: str) -> None:
    page = owner.page
    owner.go("/admin")
    form = page.get_by_role("region", name="A new account")
    form.get_by_label("Name").fill(name)
    form.get_by_label("Role").select_option(role)
    form.get_by_label("First password").fill(PASSWORD)
    owner.button("Make the account").click()


def set_up(owner: Visitor) -> Page:
    owner.go("/admin")
    owner.button("Set-up").click()
    owner.page.get_by_role("region", name="The floor as it is").wait_for()
    return owner.page


def test_the_owner_makes_a_dealer_who_signs_in_and_is_no_administrator(
    browser: Browser, running: Running, owner: Visitor
) -> None:
    page = owner.page
    make_account(owner, "Dana", "dealer")
    expect(page.get_by_role("status")).to_have_text("Dana can sign in now, as dealer.")
    expect(page.get_by_role("region", name="A new account")).to_contain_text("Its person can change it")
    expect(page.get_by_role("listitem").filter(has_text="Dana")).to_contain_text("dealer")
    with Visitor(browser, running.address) as dana:
        dana.go("/admin")
        expect(dana.page.get_by_text(f"{MAY} Sign in as one.")).to_be_visible()
        dana.page.locator("main").get_by_role("button", name="Sign in").click()
        dana.sign_in("Dana", PASSWORD)
        expect(dana.page.get_by_text(f"{MAY} You are signed in as Dana, dealer.")).to_be_visible()
        expect(dana.page.get_by_role("link", name="Admin")).to_have_count(0)
        expect(page.get_by_role("link", name="Admin")).to_be_visible()
        assert dana.wrong == []


def row_of(owner: Visitor, name: str) -> Locator:
    return owner.page.get_by_role("listitem").filter(has_text=name)


def change(owner: Visitor, name: str, choice: str) -> Locator:
    """What is chosen for an account, in its row."""
    owner.button(f"Change the account of {name}").click()
    row_of(owner, name).get_by_role("button", name=choice, exact=True).click()
    return row_of(owner, name)


def test_an_account_is_shut_after_it_was_asked_for_twice_and_opened_again(
    browser: Browser, running: Running, owner: Visitor
) -> None:
    make_account(owner, "Sven", "pit_supervisor")
    for keeps in (True, False):
        row = change(owner, "Sven", "Shut")
        expect(row).to_contain_text("Sven is signed out at once and cannot sign in until the account is opened again.")
        row.get_by_role("button", name="Leave it" if keeps else "Shut the account").click()
        expect(row.get_by_text("pit supervisor, shut")).to_have_count(0 if keeps else 1)
    expect(row.get_by_role("status")).to_have_text("The account of Sven is shut.")
    expect(owner.page.get_by_role("listitem").last).to_contain_text("Sven")  # below those that are open
    owner.button("Open the account of Sven again").click()
    expect(row.get_by_label("New password")).to_be_focused()
    row.get_by_label("New password").fill("another password")
    row.get_by_role("button", name="Open the account").click()
    expect(row.get_by_role("status")).to_have_text("Sven can sign in again.")
    expect(owner.button("Change the account of Sven")).to_be_focused()
    with Visitor(browser, running.address) as sven:
        sven.go("/")
        sven.page.get_by_role("button", name="Sign in").first.click()
        sven.sign_in("Sven", "another password")
        expect(sven.page.get_by_role("link", name="Desk")).to_be_visible()


def test_somebody_is_given_a_new_password_and_is_signed_out_by_it(running: Running, owner: Visitor) -> None:
    make_account(owner, "Rosa", "dealer")
    expect(row_of(owner, "Rosa")).to_be_visible()
    with Pit(running.address) as rosa:
        rosa.sign_in("Rosa", PASSWORD)
        row = change(owner, "Rosa", "Sign out")
        expect(row).to_contain_text("Rosa is signed out at once, wherever that is, and can sign in again.")
        row.get_by_role("button", name="Sign out everywhere").click()
        expect(row.get_by_role("status")).to_have_text("Rosa is signed out.")
        with pytest.raises(Rejected):
            rosa.options("LIR 1")
        rosa.sign_in("Rosa", PASSWORD)
        row = change(owner, "Rosa", "New password")
        row.get_by_label("New password").fill("another password")
        row.get_by_role("button", name="Give the password").click()
        expect(row.get_by_role("status")).to_have_text("Rosa has a new password.")
        with pytest.raises(Rejected):
            rosa.options("LIR 1")
        rosa.sign_in("Rosa", "another password")


def test_a_guest_is_sent_away_and_has_no_password_to_change(running: Running, owner: Visitor) -> None:
    with running.guest("Gus"):
        owner.go("/admin")
        owner.button("Players and guests").click()
        owner.button("Shut the account of Gus").click()
        row = row_of(owner, "Gus")
        expect(row).to_contain_text("Gus is signed out at once and cannot come back under this name.")
        expect(row.get_by_role("button", name="New password")).to_have_count(0)
        row.get_by_role("button", name="Shut the account").click()
        expect(owner.page.get_by_role("status")).to_have_text("The account of Gus is shut.")
        expect(row).to_have_count(0)


def test_what_the_pit_refuses_for_an_account_is_told_in_its_row(running: Running, owner: Visitor) -> None:
    """The page is older than what was done elsewhere."""
    make_account(owner, "Tom", "dealer")
    row = change(owner, "Tom", "Sign out")
    with Pit(running.address) as olga:
        olga.sign_in("Olga", PASSWORD)
        olga.shut_account("Tom")
    row.get_by_role("button", name="Sign out everywhere").click()
    told = "Not taken: account Tom, which is shut: expected one that is open."
    expect(row.get_by_role("alert")).to_have_text(told)
    owner.wrong.clear()  # Chromium tells of the refusal


def test_nothing_is_offered_for_oneself_and_for_bots(owner: Visitor) -> None:
    owner.go("/admin")
    expect(row_of(owner, "Olga")).to_contain_text("you")
    expect(row_of(owner, "Olga").get_by_role("button")).to_have_count(0)
    owner.button("Bots").click()
    expect(row_of(owner, "Bot Ada")).to_be_visible()
    expect(owner.page.get_by_role("listitem").get_by_role("button")).to_have_count(0)


def test_what_an_account_cannot_be_is_told(owner: Visitor) -> None:
    make_account(owner, "dealer", "dealer")
    alert = owner.page.get_by_role("alert")
    expect(alert).to_have_text("Not taken: account dealer: expected a name that no software acts under.")
    expect(owner.page.locator("main").get_by_label("Name")).to_have_value("dealer")  # what was typed stays
    owner.wrong.clear()  # Chromium tells of the refusal


def test_a_table_is_added_and_a_guest_is_paid_there(browser: Browser, running: Running, owner: Visitor) -> None:
    page = set_up(owner)
    page.get_by_label("Game").select_option("mbs-3cp")
    expect(page.get_by_label("Name of the table")).to_have_value("3CP 2")
    page.get_by_label("Link", exact=True).select_option("None")
    owner.button("Add the table").click()
    expect(page.get_by_role("status")).to_contain_text("3CP 2 is open.")
    added = page.get_by_role("region", name="The floor as it is").get_by_role("listitem").filter(has_text="3CP 2")
    expect(added).to_contain_text("7 positions, on no link.")
    expect(page.get_by_label("Name of the table")).to_have_value("3CP 3")
    with Visitor(browser, running.address) as guest:
        guest.go("/")
        guest.page.locator("a[href='/table/3CP%202']").first.click()
        guest.sit_down()
        guest.bet("ante")
        guest.play_on()
        assert guest.wrong == []


def test_a_link_is_added_and_a_table_on_it(owner: Visitor) -> None:
    page = set_up(owner)
    owner.button("A link").click()
    page.get_by_label("Name of the link").fill("Minor")
    page.get_by_label("One wager").fill("1.00")
    owner.button("Add the link").click()
    expect(page.get_by_role("status")).to_contain_text("Minor is open.")
    owner.button("A table").click()
    page.get_by_label("Game").select_option("mbs-lir")
    page.get_by_label("Link", exact=True).select_option("Minor")
    owner.button("Add the table").click()
    expect(page.get_by_role("status")).to_contain_text("LIR 2 is open.")
    owner.go("/sign/Minor")
    expect(page.get_by_text("$100,000").first).to_be_visible()


@pytest.mark.parametrize(
    ("kind", "field", "typed", "told"),
    [
        ("A table", "Name of the table", "THB 1", "Not taken: table 'THB 1', which is there: expected a name that no"),
        ("A table", "Positions", "9", "9 positions on layout A: expected 4 to 6. (2.2)"),
        ("A table", "Positions", "six", "Not taken: positions = 'six': expected a whole number."),
        ("A table", "Chips in the rack", "many", "Not taken: float = 'many': expected dollars"),
        ("A table", "Least, in dollars", "900", "limits for ante, 900.00 to 500.00: expected 0 < minimum <= maximum."),
        ("A link", "And again at", "-1", "Not taken: reset = '-1': expected dollars"),
        ("A link", "Highest display", "1", "Not taken: link Megalink 2, limit 1.00: expected at least 100000.00."),
        ("A link", "And to the reserve", "90", "Not taken: hidden = '90': expected percent"),
    ],
)
def test_a_refusal_stands_beside_its_field(owner: Visitor, kind: str, field: str, typed: str, told: str) -> None:
    page = set_up(owner)
    owner.button(kind).click()
    page.get_by_label(field).first.fill(typed)
    owner.button(re.compile("^Add the ")).click()
    wrong = page.locator("[aria-invalid=true]").first
    expect(wrong).to_have_value(typed)
    described = wrong.get_attribute("aria-describedby")
    expect(page.locator(f"[id='{described}']")).to_contain_text(told)
    owner.wrong.clear()  # Chromium tells of the refusal
