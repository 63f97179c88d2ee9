"""A link at the desk: winners put in order, a table released and admitted again, and the end of a link."""

import re
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page, expect

from pitlink.audit.verifying import verify
from pitlink.client import Pit
from pitlink.server.roles import Role
from pitlink.store.database import open_engine
from tests.browser.playing import DESKTOP, PHONE, TABLET, dollars
from tests.browser.test_desk import at_desk, check_page, sure
from tests.server.running import PASSWORD, Running
from tests.server.test_desk import link_of, table_of
from tests.server.test_desk_links import (
    FIRST,
    LINK,
    SECOND,
    SPARE,
    finish,
    royal,
    running,
    staff,
    verify_and_approve,
)

__all__ = ["running", "staff"]
AT_LINK = f"/desk/link/{quote(LINK)}"
SIZES = {"desktop": DESKTOP, "tablet": TABLET, "phone": PHONE}


def test_two_winners_are_put_in_another_order_and_paid_so(
    browser: Browser, running: Running, staff: dict[Role, Pit]
) -> None:
    royal(running, staff, FIRST)
    royal(running, staff, SECOND)
    verify_and_approve(staff, FIRST)
    first, second = (each.amount for each in link_of(staff["pit_manager"], LINK).claims)
    reset = link_of(staff["pit_manager"], LINK).parameters.reset
    with (
        at_desk(browser, running, staff["pit_manager"], AT_LINK) as petra,
        at_desk(browser, running, staff["gaming_shift_manager"], AT_LINK) as greta,
    ):
        theirs = petra.page.get_by_role("region", name=re.compile("^Open claims"))
        expect(theirs.get_by_role("button", name="Another order")).to_be_disabled()
        expect(theirs).to_contain_text("Needs a gaming shift manager or above.")
        page = greta.page
        claims = page.get_by_role("region", name=re.compile("^Open claims"))
        expect(claims.get_by_role("listitem").first).to_contain_text(FIRST)
        claims.get_by_role("button", name="Another order").click()
        earlier = claims.get_by_role("button", name=f"{SECOND} position 1: pay earlier")
        expect(earlier).to_be_focused()
        expect(claims.get_by_role("button", name="Pay in this order")).to_be_disabled()
        page.keyboard.press("Enter")
        expect(claims.get_by_role("listitem").first).to_contain_text(
            f"{dollars(first + second - reset)} Royal flush, {SECOND}"
        )
        expect(claims.get_by_role("listitem").first).to_contain_text(f"Instead of {dollars(second)}.")
        expect(claims.get_by_role("listitem").last).to_contain_text(f"{dollars(reset)} Royal flush, {FIRST}")
        expect(claims).to_contain_text(f"to be approved again: {FIRST}.")
        expect(claims.get_by_role("link", name="Rule 4.7.2")).to_be_visible()
        check_page(page, "another order")
        claims.get_by_role("button", name="Pay in this order").click()
        said = f"Winners are paid in the order {SECOND} position 1, {FIRST} position 1, by Greta’s decision."
        sure(page, said, "Pay in this order")
        expect(claims.get_by_role("status")).to_have_text(said)
        expect(theirs.get_by_role("listitem").first).to_contain_text(f"{dollars(first + second - reset)} Royal flush")
        assert [each.table for each in link_of(staff["pit_manager"], LINK).claims] == [SECOND, FIRST]
    verify_and_approve(staff, SECOND)
    staff["pit_manager"].do(FIRST, "ApproveClaims")
    with at_desk(browser, running, staff["pit_supervisor"], f"/desk/table/{quote(FIRST)}", TABLET) as sven:
        claim = sven.page.get_by_role("region", name="Jackpot claim")
        expect(claim).to_contain_text(f"table {SECOND} position 1, which comes first (4.7.2)")
        staff["pit_supervisor"].do(SECOND, "PayAwards")
        claim.get_by_role("button", name=f"Pay {dollars(reset)}").click()
        sure(sven.page, f"Pay {dollars(reset)} at {FIRST}.", f"Pay {dollars(reset)}")
        expect(claim).to_be_hidden()
    for table in (SECOND, FIRST):
        finish(staff, table)


def test_a_table_is_released_and_admitted_again(browser: Browser, running: Running, staff: dict[Role, Pit]) -> None:
    supervisor, at_table = staff["pit_supervisor"], f"/desk/table/{quote(SECOND)}"
    with (
        at_desk(browser, running, supervisor, at_table, TABLET) as sven,
        at_desk(browser, running, staff["gaming_shift_manager"], AT_LINK) as greta,
    ):
        terms = sven.page.get_by_role("region", name="Limits and set-up")
        expect(terms).to_contain_text(re.compile(rf"Link\s*{LINK}"))
        page = greta.page
        tables = page.get_by_role("region", name="Tables on the link")
        tables.get_by_role("button", name="Release or admit a table").click()
        which = tables.get_by_label("Which table")
        expect(which).to_be_focused()
        expect(tables.get_by_role("button", name="Release or admit")).to_be_disabled()
        which.select_option(SECOND)
        expect(tables).to_contain_text(f"Table {SECOND}: expected a table that is closed.")
        expect(tables.get_by_role("button", name=f"Release {SECOND}")).to_be_disabled()
        supervisor.do(SECOND, "CloseTable", counted=table_of(supervisor, SECOND).rack)
        expect(tables).to_contain_text(f"{SECOND} opens again without a jackpot: it takes no progressive wagers.")
        check_page(page, "a table released")
        tables.get_by_role("button", name=f"Release {SECOND}").click()
        sure(page, f"Table {SECOND} leaves the link {LINK}.", f"Release {SECOND}")
        expect(tables.get_by_role("link", name=SECOND)).to_have_count(0)
        expect(terms).to_contain_text(re.compile(r"Link\s*none"))
        sven.page.get_by_role("button", name=f"Open {SECOND}").click()
        sure(sven.page, re.compile(r"in its rack, on no link\.$"), f"Open {SECOND}")
        expect(sven.page.get_by_role("group", name="What is done with the rack")).to_be_visible()
        assert staff["dealer"].table(SECOND).sign is None
        tables.get_by_role("button", name="Release or admit a table").click()
        which.select_option(SECOND)
        expect(tables).to_contain_text(
            f"{SECOND} takes progressive wagers of $5.00 for {LINK} once it was closed and has opened again."
        )
        tables.get_by_role("button", name=f"Admit {SECOND}").click()
        sure(page, f"Table {SECOND} of rws-3cp joins the link {LINK}.", f"Admit {SECOND}")
        expect(tables.get_by_role("link", name=SECOND)).to_be_visible()
        expect(terms).to_contain_text(f"none; {LINK} when it opens again")
        supervisor.do(SECOND, "CloseTable", counted=table_of(supervisor, SECOND).rack)
        sven.page.get_by_role("button", name=f"Open {SECOND}").click()
        sure(sven.page, re.compile(rf"in its rack, on {LINK}\.$"), f"Open {SECOND}")
        expect(sven.page.get_by_role("group", name="What is done with the rack")).to_be_visible()
        expect(terms).to_contain_text("$5.00 each")
        sign = staff["dealer"].table(SECOND).sign
        assert sign is not None
        assert sign.link == LINK
        assert greta.wrong + sven.wrong == []


def test_a_wrong_post_sees_why_it_may_not(browser: Browser, running: Running, staff: dict[Role, Pit]) -> None:
    with at_desk(browser, running, staff["pit_supervisor"], AT_LINK) as sven:
        tables = sven.page.get_by_role("region", name="Tables on the link")
        expect(tables.get_by_role("button", name="Release or admit a table")).to_be_disabled()
        expect(tables).to_contain_text("Needs a gaming shift manager or above.")
        end = sven.page.get_by_role("region", name="The end of this link")
        expect(end).to_have_text(re.compile("Needs a pit manager or above."))
        expect(end.get_by_role("button")).to_have_count(0)
    with at_desk(browser, running, staff["pit_manager"], AT_LINK) as petra:
        end = petra.page.get_by_role("region", name="The end of this link")
        expect(end).to_contain_text(f"link {LINK} is running: expected a link that is suspended (R112).")


def test_a_link_is_retired_by_two_people_and_its_money_is_where_it_was_said_to_go(
    browser: Browser, running: Running, staff: dict[Role, Pit]
) -> None:
    """With what is missing, who may not sign, and a link that cannot have it yet."""
    shift = staff["gaming_shift_manager"]
    shift.do_at_link(SPARE, "SuspendLink", note="one link is enough")
    before = {link: link_of(shift, link).meters for link in (LINK, SPARE)}
    with at_desk(browser, running, shift, f"/desk/link/{quote(SPARE)}") as greta:
        page = greta.page
        end = page.get_by_role("region", name="The end of this link")
        end.get_by_role("button", name="Retire this link").click()
        expect(end).to_contain_text(re.compile(r"Display\s*\$12,000.00\s*Reserve\s*\$0.00\s*Overflow\s*\$0.00"))
        expect(end).to_contain_text(re.compile(r"Together\s*\$12,000.00"))
        house, other = end.get_by_label("The house"), end.get_by_role("radio", name=re.compile(f"^{LINK} "))
        expect(house).to_be_focused()
        expect(house).not_to_be_checked()  # nothing is chosen for anybody
        expect(other).to_be_disabled()
        expect(end).to_contain_text(f"link {LINK} is running: expected a link that is suspended (R112).")
        shift.do_at_link(LINK, "SuspendLink", note="it receives a jackpot")
        expect(other).to_be_enabled()
        shows = before[LINK].display + before[SPARE].display
        expect(end).to_contain_text(f"shows {dollars(shows)} then")
        expect(page.locator("main .button.act")).to_have_count(0)  # nothing here asks to be done next
        sign(page, "Sven")
        expect(end).to_contain_text("Say where the money goes.")
        expect(end).to_contain_text("What happened, in words.")
        check_page(page, "the end of a link")
        other.check()
        end.get_by_label("Why, for the log").fill("one link is enough")
        for name, refused in (("Sven", "a pit manager or above"), ("Greta", "a second person"), ("Petra", None)):
            sign(page, name)
            words = f"The link {SPARE} is retired by Greta and {name}: one link is enough; "
            words += f"display $12,000.00, reserve $0.00 and overflow $0.00 go to link {LINK}."
            sure(page, words, f"Retire {SPARE}")
            if refused:
                expect(end.get_by_role("alert")).to_contain_text(refused)
                expect(end.get_by_label("Why, for the log")).to_have_value("one link is enough")
        expect(end.get_by_role("status")).to_have_text(words)
        expect(page.get_by_role("region", name="State")).to_contain_text("Retired")
        expect(page.get_by_role("region", name="Tables on the link")).to_have_count(0)
        greta.go("/desk/log")
        expect(page.locator("main ol li").filter(has_text="The link is retired by Greta and Petra")).to_contain_text(
            f"display $12,000.00, reserve $0.00 and overflow $0.00 go to link {LINK}"
        )
    after = {link: link_of(shift, link).meters for link in (LINK, SPARE)}
    assert (after[LINK].display, after[SPARE].display) == (shows, 0)
    assert after[LINK].reserve == before[LINK].reserve + before[SPARE].reserve
    engine = open_engine(running.books)
    verify(engine)
    engine.dispose()
    for size in SIZES.values():
        with at_desk(browser, running, shift, f"/desk/link/{quote(SPARE)}", size) as greta:
            greta.page.get_by_text("Retired", exact=True).wait_for()
            check_page(greta.page, "a link that is retired")
    shift.do_at_link(LINK, "CheckLink")
    shift.do_at_link(LINK, "ResumeLink", note="it has the jackpot")


def sign(page: Page, name: str) -> None:
    page.get_by_label("Second person").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name=f"Retire {SPARE}").click()


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES.keys())
def test_the_pages_of_links_can_be_used_by_everybody(
    browser: Browser, running: Running, staff: dict[Role, Pit], size: tuple[int, int]
) -> None:
    with at_desk(browser, running, staff["gaming_shift_manager"], AT_LINK, size) as greta:
        greta.page.get_by_role("button", name="Release or admit a table").click()
        greta.page.get_by_label("Which table").select_option(SECOND)
        check_page(greta.page, "the tables of a link")
