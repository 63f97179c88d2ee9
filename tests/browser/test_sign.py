"""The sign on the wall: the meter, a claim that is pending, the winner, and the notice when the link is off."""

import re
from collections.abc import Iterator
from datetime import datetime

from playwright.sync_api import Browser, expect

from pitlink.client import Pit
from pitlink.server.roles import Role
from tests.browser.playing import PHONE, Visitor, too_small
from tests.server.running import PASSWORD, Running
from tests.server.test_shoe import running, seated, shoe, staff
from tests.server.test_staff import deal_on, play_out

__all__ = ["running", "staff"]

WALL = (1920, 1080)


def test_a_jackpot_is_won_and_seen_on_the_sign(browser: Browser, running: Running, staff: dict[Role, Pit]) -> None:
    with Visitor(browser, running.address, WALL) as wall:
        page = wall.page
        wall.go("/sign/Megalink")
        expect(page.locator("section")).to_contain_text("for a royal flush")
        winning = a_royal_flush(running, staff)
        free = next(winning)
        shown = f"Megalink: ${staff['dealer'].link('Megalink').sign.display / 100:,.2f}"
        expect(page.locator(".meter .unseen")).to_have_text(shown)  # what is committed, and nothing between
        next(winning)
        (pending,) = staff["dealer"].link("Megalink").sign.pending
        expect(page.locator(".notice")).to_have_text(re.compile("Royal flush at THB 2. Pending verification."))
        expect(page.locator(".meter .unseen")).to_have_text(f"Megalink: ${pending.amount / 100:,.2f}")
        expect(page.get_by_role("img", name="royal flush").locator("text")).to_have_count(5)
        expect(page.locator("dl")).to_contain_text(f"Position {free}")
        next(winning)
        expect(page.locator(".notice")).to_have_text(
            re.compile(rf"Paid: \${pending.amount / 100:,.2f}, royal flush, THB 2, position {free} \(4\.2\)\.")
        )
        expect(page.locator("dl")).to_contain_text("Last won")
        deal_on(staff["dealer"], "THB 2", ("call",))
        assert wall.wrong == []


def test_every_word_of_a_sign_can_be_read_on_a_phone_too(browser: Browser, running: Running) -> None:
    for size in (PHONE, PHONE[::-1], WALL):
        with Visitor(browser, running.address, size) as visitor:
            visitor.go("/sign/Megalink")
            visitor.page.locator("dl").wait_for()
            assert too_small(visitor.page) == []


def test_a_meter_is_not_announced_but_what_happens_to_it_is(browser: Browser, running: Running) -> None:
    with Visitor(browser, running.address, WALL) as wall:
        wall.go("/sign/Megalink")
        expect(wall.page.locator(".meter .unseen")).to_have_count(1)  # on request
        said = wall.page.locator("[aria-live]")
        expect(said).to_have_text(re.compile("for a royal flush|^Paid: "))  # as an earlier test has left it
        expect(said.locator(".meter")).to_have_count(0)


def test_a_sign_moves_by_the_hour_and_covers_the_wall(browser: Browser, running: Running) -> None:
    places = set()
    for hour in (0, 7):
        with Visitor(browser, running.address, WALL) as wall:
            wall.page.clock.set_fixed_time(datetime(2026, 11, 18, hour, 30))  # the wall's own time
            wall.go("/sign/Megalink")
            words = wall.page.get_by_role("heading", level=1)
            words.wait_for()
            assert wall.page.locator("main").bounding_box() == {"x": 0, "y": 0, "width": WALL[0], "height": WALL[1]}
            found = words.bounding_box()
            assert found is not None
            places.add((found["x"], found["y"]))
    assert len(places) == 2


def a_royal_flush(running: Running, staff: dict[Role, Pit]) -> Iterator[int]:
    """The position that wins, when bets are closed, when the claim is pending, and when it is paid."""
    table, dealer, supervisor = "THB 2", staff["dealer"], staff["pit_supervisor"]
    zoe, free = seated(running, dealer, table)
    with zoe:
        zoe.do(table, "PlaceWager", position=free, wager="progressive", amount=5_00)
        dealer.do(table, "CloseBets")
        yield free
        own = [(f"position {free}", card) for card in ("As", "Ks")]
        card = shoe(*own, *(("community", each) for each in ("Qs", "Js", "Ts")))
        play_out(dealer, zoe, table, free, card, until="verify_claims")
        yield free
        supervisor.do(table, "VerifyClaims", cards=52, surveillance="camera 4, from 21:04")
        staff["pit_manager"].do(table, "ApproveClaims")
        supervisor.do(table, "PayAwards")
        yield free


def test_a_link_that_is_off_says_so(browser: Browser, running: Running, staff: dict[Role, Pit]) -> None:
    with Visitor(browser, running.address, WALL) as wall:
        wall.go("/sign/Multi-Link")
        suspend(running, staff, "Multi-Link")
        expect(wall.page.locator("[aria-live] .notice")).to_contain_text("The Progressive Jackpot is suspended")


def suspend(running: Running, staff: dict[Role, Pit], link: str) -> None:
    staff["administrator"].make_account("Greta", PASSWORD, "gaming_shift_manager")
    with Pit(running.address) as shift:
        shift.sign_in("Greta", PASSWORD)
        shift.do_at_link(link, "SuspendLink", note="the sign is dark")
