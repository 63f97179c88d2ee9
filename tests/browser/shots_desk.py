"""Pictures of the pit desk: what waits, a claim, a table, a link that is changed, the log, and who may not."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Final
from urllib.parse import quote

from playwright.sync_api import Browser, Page

from pitlink.client import Pit
from pitlink.server.roles import Role
from tests.browser.playing import DESKTOP, PHONE, TABLET, UPRIGHT_TABLET
from tests.browser.test_desk import at_desk, row
from tests.server.running import PASSWORD, Running, signed_in
from tests.server.test_desk import STAFF, WON, all_posts, win
from tests.server.test_desk_links import (
    FIRST,
    LINK,
    SECOND,
    SPARE,
    open_two_tables_and_three_links,
    royal,
    verify_and_approve,
)
from tests.server.test_shoe import open_with_shoes
from tests.server.test_staff import DANA, bets_are_made, deal_on

SIZES: Final = {"desktop": DESKTOP, "phone": PHONE, "tablet": TABLET, "tablet-upright": UPRIGHT_TABLET}
DESK: Final = (
    *("desk-1-waiting", "desk-2-claim", "desk-3-approval", "desk-4-table", "desk-5-question", "desk-6-closed"),
    *("desk-7-link", "desk-8-change", "desk-9-log", "desk-10-not-for-you", "desk-11-ruling"),
    *("desk-12-order", "desk-13-tables", "desk-14-end", "desk-15-retired"),
)

Take = Callable[[Page, str], None]


def of_the_desk(browser: Browser, data: Path, folder: Path) -> None:
    """One pit for all sizes: things are left to wait in it, and put right again by nobody."""
    data.mkdir()
    running = open_with_shoes(data)
    try:
        with all_posts(running) as staff:
            _leave_things_to_do(running, staff)
            for name, size in SIZES.items():
                _at_size(browser, running, staff, size, _taking(folder, name))
            staff["pit_supervisor"].do(WON, "VerifyClaims", cards=52, surveillance="camera 4, from 21:04")
            for name, size in SIZES.items():
                with at_desk(browser, running, staff["pit_supervisor"], size=size) as sven:
                    row(sven.page, WON).get_by_role("button", name="Look").click()
                    sven.page.get_by_label("Second person").wait_for()
                    _taking(folder, name)(sven.page, "desk-3-approval")
    finally:
        running.stop()


def of_links_at_the_desk(browser: Browser, data: Path, folder: Path) -> None:
    """Winners put in order, a table released, a link retired."""
    data.mkdir()
    running = open_two_tables_and_three_links(data)
    try:
        with signed_in(running, STAFF) as staff:
            shift = staff["gaming_shift_manager"]
            for table in (FIRST, SECOND):
                staff["pit_supervisor"].do(table, "AssignDealer", dealer="Dana")
                royal(running, staff, table)
            verify_and_approve(staff, FIRST)
            shift.do_at_link(SPARE, "SuspendLink", note="one link is enough")
            for name, size in SIZES.items():
                _links_at_size(browser, running, shift, size, _taking(folder, name))
            petra = {"name": "Petra", "password": PASSWORD}
            shift.do_at_link(SPARE, "RetireLink", to=None, note="one link is enough", second=petra)
            for name, size in SIZES.items():
                with at_desk(browser, running, shift, f"/desk/link/{quote(SPARE)}", size) as greta:
                    greta.page.get_by_text("Retired", exact=True).wait_for()
                    _taking(folder, name)(greta.page, "desk-15-retired")
    finally:
        running.stop()


def _links_at_size(browser: Browser, running: Running, shift: Pit, size: tuple[int, int], take: Take) -> None:
    with at_desk(browser, running, shift, f"/desk/link/{quote(LINK)}", size) as greta:
        page = greta.page
        page.get_by_role("button", name="Another order").click()
        page.get_by_role("button", name="pay earlier").click()
        page.get_by_text("Instead of").first.wait_for()
        take(page, "desk-12-order")
        page.get_by_role("button", name="Leave it").click()
        page.get_by_role("button", name="Release or admit a table").click()
        page.get_by_label("Which table").select_option(SECOND)
        page.get_by_label("Which table").scroll_into_view_if_needed()
        take(page, "desk-13-tables")
        greta.go(f"/desk/link/{quote(SPARE)}")
        page.get_by_role("button", name="Retire this link").click()
        page.get_by_label("The house").check()
        page.get_by_label("Why, for the log of this link").fill("one link is enough")
        page.get_by_role("button", name="Leave it as it is").scroll_into_view_if_needed()
        take(page, "desk-14-end")


def _taking(folder: Path, size: str) -> Take:
    def take(page: Page, name: str) -> None:
        page.wait_for_timeout(600)
        path = folder / f"{name}-{size}.png"
        page.screenshot(path=path)
        print(path, flush=True)

    return take


def _leave_things_to_do(running: Running, staff: dict[Role, Pit]) -> None:
    dealer, supervisor = staff["dealer"], staff["pit_supervisor"]
    deal_on(dealer, "THB 1", ("call",))
    dealer.do("THB 1", "CallBets")
    bets_are_made(dealer, "THB 1")
    dealer.do("THB 1", "CloseBets")
    dealer.do("THB 1", "Report", what="something_else", words="a drink went over the layout")
    win(running, staff)
    supervisor.do("3CP 2", "CloseTable")
    staff["gaming_shift_manager"].do_at_link("Multi-Link", "SuspendLink", note="the sign is dark")
    supervisor.do("UTH 1", "Fill", amount=5_000_00, slip="17", second=DANA)
    with running.guest("Rolf") as rolf:
        rolf.do("UTH 1", "Join")
        dealer.do("UTH 1", "BuyIn", player="Rolf", amount=300_00)
        rolf.do("UTH 1", "Sit", position=5)
        staff["pit_manager"].do("UTH 1", "RestrictPlayer", player="Rolf")


def _at_size(browser: Browser, running: Running, staff: dict[Role, Pit], size: tuple[int, int], take: Take) -> None:
    with at_desk(browser, running, staff["pit_supervisor"], size=size) as sven:
        page = sven.page
        row(page, WON).wait_for()
        page.get_by_text("Handle").wait_for()
        take(page, "desk-1-waiting")
        row(page, WON).get_by_role("button", name="Verify").click()
        page.get_by_label("Cards counted").wait_for()
        take(page, "desk-2-claim")
        sven.go(f"/desk/table/{quote('UTH 1')}")
        page.get_by_role("button", name=re.compile("^Rolf")).click()
        take(page, "desk-4-table")
        page.get_by_label("Fill in dollars").fill("2,500")
        page.get_by_label("Slip number").fill("18")
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("region", name="Rack").scroll_into_view_if_needed()
        take(page, "desk-4-slip")
        page.get_by_role("region", name="Rack").get_by_role("button", name="Fill", exact=True).last.click()
        page.locator("#sure").wait_for()
        take(page, "desk-5-question")
        sven.go(f"/desk/table/{quote('3CP 2')}")
        page.get_by_label("What the rack has").wait_for()
        take(page, "desk-6-closed")
        sven.go("/desk/log")
        page.locator("main ol li").first.wait_for()
        take(page, "desk-9-log")
    with at_desk(browser, running, staff["gaming_shift_manager"], "/desk/link/Multi-Link", size) as greta:
        page = greta.page
        page.get_by_role("button", name="Change them").wait_for()
        take(page, "desk-7-link")
        page.get_by_role("button", name="Change them").click()
        page.get_by_label("Increment").fill("12 %")
        page.get_by_label("Why, for the log of parameters").fill("approval 17")
        page.get_by_role("button", name="What would change").click()
        page.get_by_label("Second person").fill("Petra")
        page.get_by_label("Password").fill(PASSWORD)
        take(page, "desk-8-change")
        greta.go("/desk")
        row(page, "THB 1").get_by_role("button", name="Rule").click()
        page.get_by_role("dialog").get_by_role("radio").first.wait_for()
        take(page, "desk-11-ruling")
    with at_desk(browser, running, staff["dealer"], size=size) as dana:
        dana.page.get_by_text("You are signed in as").wait_for()
        take(dana.page, "desk-10-not-for-you")
