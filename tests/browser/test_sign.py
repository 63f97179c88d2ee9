"""The sign on the wall: the meter, a claim that is pending, the winner, and the notice when the link is off."""

import re

from playwright.sync_api import Browser, expect

from pitlink.client import Pit
from pitlink.server.roles import Role
from tests.browser.playing import Visitor
from tests.server.running import PASSWORD, Running
from tests.server.test_shoe import running, seated, shoe, staff
from tests.server.test_staff import deal_on, play_out

__all__ = ["running", "staff"]

WALL = (1920, 1080)


def test_a_jackpot_is_won_and_seen_on_the_sign(browser: Browser, running: Running, staff: dict[Role, Pit]) -> None:
    table, dealer, supervisor, manager = "THB 2", staff["dealer"], staff["pit_supervisor"], staff["pit_manager"]
    zoe, free = seated(running, dealer, table)
    with zoe, Visitor(browser, running.address, WALL) as wall:
        page = wall.page
        wall.go("/sign/Megalink")
        expect(page.locator("section")).to_contain_text("for a royal flush")
        zoe.do(table, "PlaceWager", position=free, wager="progressive", amount=5_00)
        dealer.do(table, "CloseBets")
        shown = f"Megalink: ${zoe.link('Megalink').sign.display / 100:,.2f}"
        expect(page.locator(".meter .unseen")).to_have_text(shown)  # what is committed, and nothing between
        own = [(f"position {free}", card) for card in ("As", "Ks")]
        card = shoe(*own, *(("community", each) for each in ("Qs", "Js", "Ts")))
        play_out(dealer, zoe, table, free, card, until="verify_claims")
        (pending,) = zoe.link("Megalink").sign.pending
        expect(page.locator(".notice")).to_have_text(re.compile("Royal flush at THB 2. Pending verification."))
        expect(page.locator(".meter .unseen")).to_have_text(f"Megalink: ${pending.amount / 100:,.2f}")
        expect(page.get_by_role("img", name="royal flush").locator("text")).to_have_count(5)
        expect(page.locator("dl")).to_contain_text(f"Position {free}")
        supervisor.do(table, "VerifyClaims", cards=52, surveillance="camera 4, from 21:04")
        manager.do(table, "ApproveClaims")
        supervisor.do(table, "PayAwards")
        expect(page.locator(".notice")).to_have_text(
            re.compile(rf"Paid: \${pending.amount / 100:,.2f}, royal flush, THB 2, position {free} \(4\.2\)\.")
        )
        expect(page.locator("dl")).to_contain_text("Last won")
        deal_on(dealer, table, ("call",))
        assert wall.wrong == []


def test_a_link_that_is_off_says_so(browser: Browser, running: Running, staff: dict[Role, Pit]) -> None:
    with Visitor(browser, running.address, WALL) as wall:
        wall.go("/sign/Multi-Link")
        staff["administrator"].make_account("Greta", PASSWORD, "gaming_shift_manager")
        with Pit(running.address) as shift:
            shift.sign_in("Greta", PASSWORD)
            shift.do_at_link("Multi-Link", "SuspendLink", note="the sign is dark")
        expect(wall.page.locator(".notice")).to_contain_text("The Progressive Jackpot is suspended")
