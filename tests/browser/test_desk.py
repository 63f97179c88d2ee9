"""The pit desk: claims, links, racks, players and the log, each by the people whose it is."""

import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from pitlink.client import Pit, Rejected
from pitlink.server.calling import COOKIE
from pitlink.server.roles import Role
from tests.browser.playing import DESKTOP, PHONE, TABLET, Visitor, too_small
from tests.browser.test_access import check
from tests.server.running import PASSWORD, Running, signed_in
from tests.server.test_desk import WON, running, staff, table_of, win
from tests.server.test_staff import DANA, deal_on

__all__ = ["running", "staff"]


@contextmanager
def at_desk(
    browser: Browser, running: Running, who: Pit, path: str = "/desk", size: tuple[int, int] = DESKTOP
) -> Iterator[Visitor]:
    """Somebody who is signed in, in front of a page of the desk."""
    with Visitor(browser, running.address, size) as visitor:
        context = visitor.page.context
        context.add_cookies([{"name": COOKIE, "value": str(who.token), "url": running.address}])
        visitor.go(path)
        yield visitor


def row(page: Page, where: str) -> Locator:
    """What waits there, in the list of all that waits."""
    return page.get_by_role("region", name=re.compile("^Waiting")).get_by_role("listitem").filter(has_text=where)


def sure(page: Page, words: str | re.Pattern[str], button: str | re.Pattern[str]) -> None:
    """Reads what would be done, and does it."""
    dialog = page.get_by_role("dialog").filter(has=page.locator("#sure"))
    expect(dialog.locator("#sure")).to_have_text(words)
    dialog.get_by_role("button", name=button).click()
    expect(dialog).to_be_hidden()


def test_a_claim_is_verified_approved_by_another_paid_and_on_the_sign(
    browser: Browser, running: Running, staff: dict[Role, Pit]
) -> None:
    with (
        at_desk(browser, running, staff["pit_supervisor"]) as sven,
        at_desk(browser, running, staff["pit_manager"], size=TABLET) as petra,
        Visitor(browser, running.address, (1920, 1080)) as wall,
    ):
        wall.go("/sign/Megalink")
        expect(sven.page.get_by_text("Nothing waits.")).to_be_visible()
        free = win(running, staff)
        waits = row(sven.page, WON)
        expect(waits).to_contain_text(f"Royal flush at position {free}, $")
        expect(waits).to_contain_text("R108")
        waits.get_by_role("button", name="Verify").click()
        verify(sven, staff)
        expect(row(sven.page, WON)).to_contain_text("Needs a second person (R108).")
        expect(sven.page.locator("main .button.act")).to_have_count(0)  # nothing here is for him to do
        row(petra.page, WON).get_by_role("button", name="Approve").click()
        panel = petra.page.get_by_role("dialog", name=re.compile(f"^{WON}"))
        expect(panel).to_contain_text("Verified by the pit supervisor (Sven); recorded as camera 4, from 21:04.")
        panel.get_by_role("button", name=re.compile(r"^Approve \$")).click()
        sure(petra.page, re.compile(r"^Approve the payment of \$1\d\d,\d{3}\.\d\d\.$"), re.compile("^Approve"))
        expect(panel).to_contain_text("Done. It waits no longer.")
        row(sven.page, WON).get_by_role("button", name="Pay").click()
        panel = sven.page.get_by_role("dialog", name=re.compile(f"^{WON}"))
        panel.get_by_role("button", name=re.compile(r"^Pay \$")).click()
        sure(sven.page, re.compile(r"^Pay \$1\d\d,\d{3}\.\d\d at THB 2\.$"), re.compile("^Pay"))
        expect(sven.page.get_by_text("Nothing waits.")).to_be_visible()
        expect(wall.page.locator(".notice")).to_have_text(
            re.compile(rf"Paid: \$.*, royal flush, {WON}, position {free}")
        )
        deal_on(staff["dealer"], WON, ("call",))
        assert [told for told in (*sven.wrong, *petra.wrong) if "409" not in told] == []


def verify(sven: Visitor, staff: dict[Role, Pit]) -> None:
    """With what is typed wrong first, and refused beside the field or by the table."""
    page = sven.page
    panel = page.get_by_role("dialog", name=re.compile(f"^{WON}"))
    expect(panel.get_by_role("img", name=re.compile("ace of spades, king of spades"))).to_be_visible()
    panel.get_by_role("button", name="Verify").click()
    expect(panel).to_contain_text("a whole deck has 52 (R108).")
    expect(panel).to_contain_text("The camera and the time (R108).")
    panel.get_by_label("Cards counted").fill("51")
    panel.get_by_label("Where it was recorded").fill("camera 4, from 21:04")
    panel.get_by_role("button", name="Verify").click()
    sure(page, re.compile("51 cards counted"), re.compile("^Verify"))
    expect(panel.get_by_role("alert")).to_contain_text("51 cards counted: expected 52, the whole deck")
    assert staff["pit_supervisor"].table(WON).claims is not None
    panel.get_by_label("Cards counted").fill("52")
    panel.get_by_role("button", name="Verify").click()
    sure(
        page, "The winning hands are right, 52 cards counted, recorded as camera 4, from 21:04.", re.compile("^Verify")
    )
    expect(panel).to_contain_text("Done. It waits no longer.")
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()


def test_a_claim_is_approved_by_somebody_who_signs_at_the_same_desk(
    browser: Browser, running: Running, staff: dict[Role, Pit]
) -> None:
    win(running, staff)
    staff["pit_supervisor"].do(WON, "VerifyClaims", cards=52, surveillance="camera 4")
    with at_desk(browser, running, staff["pit_supervisor"]) as sven:
        page = sven.page
        row(page, WON).get_by_role("button", name="Look").click()
        panel = page.get_by_role("dialog", name=re.compile(f"^{WON}"))
        panel.get_by_label("Second person").wait_for()
        check_page(page, "a signature")
        for name, password, refused in (
            ("Petra", "a wrong password", "name and password of one of the staff"),
            ("Dana", PASSWORD, "a pit supervisor or above"),
            ("Petra", PASSWORD, None),
        ):
            panel.get_by_label("Second person").fill(name)
            panel.get_by_label("Password").fill(password)
            panel.get_by_role("button", name=re.compile("^Approve")).click()
            sure(page, re.compile(rf"^Approve the payment of \$.*, signed by {name}\.$"), re.compile("^Approve"))
            if refused:
                expect(panel.get_by_role("alert")).to_contain_text(refused)
                expect(panel.get_by_label("Password")).to_have_value("")
        expect(panel).to_contain_text("Done. It waits no longer.")
        claims = staff["pit_supervisor"].table(WON).claims
        assert claims is not None
        assert claims.approved_by == "pit manager (Petra)"
        staff["pit_supervisor"].do(WON, "PayAwards")
        deal_on(staff["dealer"], WON, ("call",))


def test_a_report_is_ruled_on_from_the_desk(browser: Browser, running: Running, staff: dict[Role, Pit]) -> None:
    dealer, table = staff["dealer"], "THB 1"
    call_bets(dealer, table)
    dealer.do(table, "Report", what="something_else", words="a drink went over the layout")
    with (
        at_desk(browser, running, staff["pit_supervisor"]) as sven,
        at_desk(browser, running, staff["gaming_shift_manager"], size=TABLET) as greta,
    ):
        expect(row(sven.page, table)).to_contain_text("Needs a gaming shift manager or above")
        waits = row(greta.page, table)
        expect(waits).to_contain_text("“a drink went over the layout”")
        waits.get_by_role("button", name="Rule").click()
        panel = greta.page.get_by_role("dialog")
        expect(panel).to_contain_text("a drink went over the layout")
        check_page(greta.page, "a ruling")
        panel.get_by_role("radio").last.check()
        panel.get_by_role("button", name="Dismiss the report").click()
        expect(row(greta.page, table)).to_have_count(0)
        expect(row(sven.page, table)).to_have_count(0)


def call_bets(dealer: Pit, table: str) -> None:
    """Unless they are called: nobody bets there, and a round without bets is not closed."""
    if deal_on(dealer, table, ("call", "close")) == "call":
        dealer.do(table, "CallBets")


def test_what_stops_play_comes_first_and_is_told_on_every_page(
    browser: Browser, running: Running, staff: dict[Role, Pit]
) -> None:
    """However long others have waited; it is heard where somebody listens, and counted beside the way to the desk."""
    dealer, table = staff["dealer"], "THB 1"
    call_bets(dealer, table)
    with (
        at_desk(browser, running, staff["gaming_shift_manager"]) as greta,
        at_desk(browser, running, staff["gaming_shift_manager"], "/desk/log") as elsewhere,
    ):
        listed = greta.page.get_by_role("region", name=re.compile("^Waiting")).get_by_role("listitem")
        expect(listed.first).to_be_visible()
        waited = listed.filter(has=greta.page.get_by_role("button")).count()
        dealer.do(table, "Report", what="something_else", words="the lights went out")
        expect(listed.first).to_contain_text("the lights went out")
        expect(listed.first.get_by_role("button")).to_have_class(re.compile(r"\bact\b"))
        expect(greta.page.get_by_role("status").filter(has_text="the lights went out")).to_contain_text(f"{table}: ")
        to_desk = elsewhere.page.get_by_role("link", name=re.compile("^Desk"))
        expect(to_desk).to_have_text(re.compile(r"Desk\s*\d+\s*to settle"))
        assert listed.filter(has=greta.page.get_by_role("button")).count() == waited + 1
        count = re.search(r"\d+", to_desk.inner_text())
        assert count is not None
        expect(greta.page).to_have_title(f"({count[0]}) Pit desk · Pitlink")
        check_page(elsewhere.page, "a count beside the way to the desk")
        staff["gaming_shift_manager"].do(table, "DismissReport")


def test_a_claim_is_rejected_with_words(browser: Browser, running: Running, staff: dict[Role, Pit]) -> None:
    free = win(running, staff)
    with at_desk(browser, running, staff["pit_supervisor"], f"/desk/table/{quote(WON)}") as sven:
        page = sven.page
        claim = page.get_by_role("region", name="Jackpot claim")
        claim.get_by_role("button", name="Reject the claim").click()
        claim.get_by_role("button", name="Reject", exact=True).click()
        expect(claim).to_contain_text("Why, in words; it goes into the log (R109).")
        claim.get_by_label("Why the claim is rejected").fill("the last card was marked")
        claim.get_by_role("button", name="Reject", exact=True).click()
        words = f"Reject the claim of position {free}: the last card was marked. Nothing is paid there."
        sure(page, words, "Reject")
        expect(claim).to_be_hidden()
        deal_on(staff["dealer"], WON, ("call",))


def test_the_parameters_of_a_link_are_changed_by_two_people(
    browser: Browser, running: Running, staff: dict[Role, Pit]
) -> None:
    with at_desk(browser, running, staff["gaming_shift_manager"], "/desk/link/Multi-Link") as greta:
        page = greta.page
        state, parameters = (page.get_by_role("region", name=name) for name in ("State", re.compile("^Parameters")))
        expect(parameters).to_contain_text("link Multi-Link is running: expected a link that is suspended (R112).")
        expect(parameters.get_by_role("button", name="Change them")).to_be_disabled()
        state.get_by_role("button", name="Suspend").click()
        expect(state).to_contain_text("What happened, in words.")
        state.get_by_label("Why, for the log").fill("new rate")
        state.get_by_role("button", name="Suspend").click()
        sure(page, "Suspend Multi-Link; no progressive wagers are taken: new rate.", "Suspend")
        expect(state).to_contain_text("Suspended")
        parameters.get_by_role("button", name="Change them").click()
        expect(parameters.get_by_label("Reset")).to_be_focused()
        parameters.get_by_label("Increment").fill("much")
        parameters.get_by_role("button", name="What would change").click()
        expect(parameters).to_contain_text("A rate in percent, such as 20 % or 0.25 %.")
        parameters.get_by_label("Increment").fill("99.5")
        parameters.get_by_label("Why, for the log of parameters").fill("approval 17")
        parameters.get_by_role("button", name="What would change").click()
        expect(parameters.get_by_role("alert")).to_contain_text("together at most 100 %")
        parameters.get_by_label("Increment").fill("12")
        parameters.get_by_role("button", name="What would change").click()
        expect(parameters.get_by_role("row", name="Increment")).to_have_text(re.compile(r"Increment\s*\d+ %\s*12 %"))
        expect(parameters.get_by_label("Second person")).to_be_focused()
        check_page(page, "a change")
        sign(page, parameters, "Sven", "a pit manager or above")
        sign(page, parameters, "Petra", None)
        expect(parameters).to_contain_text("Parameters, version 2. Check the link before it runs again.")
        expect(parameters).to_contain_text("12 %")
        state.get_by_role("button", name="Self-check").click()
        sure(page, re.compile("^Check Multi-Link"), "Check")
        expect(state).to_contain_text("self-check passed")
        state.get_by_label("Why, for the log").fill("done")
        state.get_by_role("button", name="Resume").click()
        sure(page, "Multi-Link runs again: done.", "Resume")
        expect(state).to_contain_text("It runs")
        assert staff["dealer"].link("Multi-Link").sign.state == "running"


def test_a_display_is_put_right_by_two_people(browser: Browser, running: Running, staff: dict[Role, Pit]) -> None:
    before = staff["pit_manager"].link("Megalink").sign.display
    with at_desk(browser, running, staff["pit_manager"], "/desk/link/Megalink", TABLET) as petra:
        page = petra.page
        display = page.get_by_role("region", name="The display")
        display.get_by_role("button", name="Correct it after a fault").click()
        display.get_by_role("button", name="Down").click()
        display.get_by_label("Second person").fill("Greta")
        display.get_by_label("Password").fill(PASSWORD)
        display.get_by_role("button", name="Correct the display").click()
        expect(display).to_contain_text("An amount in dollars, such as 5,000.00.")
        expect(display).to_contain_text("What happened, in words.")
        display.get_by_label("By how much").fill("1.25")
        display.get_by_label("What was wrong").fill("counted twice")
        display.get_by_role("button", name="Correct the display").click()
        words = "The display of Megalink goes down by $1.25, with Greta: counted twice."
        sure(page, words, "Correct by $1.25")
        expect(display.get_by_role("status")).to_have_text(words)
        assert staff["pit_manager"].link("Megalink").sign.display == before - 1_25
    staff["gaming_shift_manager"].do_at_link("Megalink", "CheckLink")


def sign(page: Page, parameters: Locator, name: str, refused: str | None) -> None:
    parameters.get_by_label("Second person").fill(name)
    parameters.get_by_label("Password").fill(PASSWORD)
    parameters.get_by_role("button", name="Change the parameters").click()
    sure(page, re.compile(rf"^Change Multi-Link, with {name}: increment \d+ % becomes 12 %\.$"), "Change")
    if refused:
        expect(parameters.get_by_role("alert")).to_contain_text(refused)


def test_nobody_is_asked_who_it_is(browser: Browser, running: Running, staff: dict[Role, Pit]) -> None:
    with Visitor(browser, running.address) as visitor:
        visitor.go("/desk/table/UTH%201")
        expect(visitor.page.get_by_role("main")).to_contain_text("The pit desk is for supervisors and managers.")
        visitor.page.get_by_role("main").get_by_role("button", name="Sign in").click()
        visitor.sign_in("Petra", PASSWORD)
        expect(visitor.page.get_by_role("region", name="Rack")).to_be_visible()
        assert visitor.wrong == []


def test_whoever_may_not_sees_who_may(browser: Browser, running: Running, staff: dict[Role, Pit]) -> None:
    with at_desk(browser, running, staff["dealer"]) as dana:
        expect(dana.page.get_by_role("main")).to_contain_text(
            "The pit desk is for one of pit supervisor, pit manager, gaming shift manager. "
            "You are signed in as Dana, dealer."
        )
        dana.go("/")
        expect(dana.page.get_by_role("navigation")).to_be_visible()
        expect(dana.page.get_by_role("link", name="Desk")).to_have_count(0)
        dana.go("/desk/log")
        expect(dana.page.get_by_role("main")).to_contain_text("You are signed in as Dana, dealer.")
    with at_desk(browser, running, staff["pit_supervisor"], "/desk/link/Megalink") as sven:
        state = sven.page.get_by_role("region", name="State")
        expect(state.get_by_role("button", name="Suspend")).to_be_disabled()
        expect(state).to_contain_text("Suspend: Needs a gaming shift manager or above.")
        parameters = sven.page.get_by_role("region", name=re.compile("^Parameters"))
        expect(parameters.get_by_role("button", name="Change them")).to_be_disabled()
        expect(parameters).to_contain_text("Needs a pit manager or above.")
        sven.page.get_by_role("link", name="Desk", exact=True).click()
        expect(sven.page.get_by_role("heading", name="Pit desk")).to_be_visible()


def test_a_table_is_filled_credited_closed_counted_and_opened(
    browser: Browser, running: Running, staff: dict[Role, Pit]
) -> None:
    table, supervisor = "LIR 1", staff["pit_supervisor"]
    deal_on(staff["dealer"], table, ("call",))
    before = table_of(supervisor, table).rack
    with at_desk(browser, running, staff["pit_supervisor"], f"/desk/table/{quote(table)}", TABLET) as sven:
        page = sven.page
        rack = page.get_by_role("region", name="Rack")
        move(page, rack, "Fill", "five", "")
        expect(rack).to_contain_text("An amount in dollars, such as 5,000.00.")
        expect(rack).to_contain_text("The number on the slip.")
        expect(rack).to_contain_text("Whoever signs types it.")
        check_signatures(page, rack)
        expect(rack).to_contain_text(f"${before / 100:,.2f}")
        move(page, rack, "Fill", "5,000", "B-17", PASSWORD)
        sure(page, "Fill $5,000.00, slip B-17, signed by Dana.", "Fill $5,000.00")
        expect(rack).to_contain_text(f"${(before + 5_000_00) / 100:,.2f}")
        move(page, rack, "Credit", "900,000,000", "B-18")
        expect(rack).to_contain_text(re.compile(r"At most \$[\d,.]+ \(R114\)\."))
        move(page, rack, "Credit", "1000.50", "B-17", PASSWORD)
        sure(page, "Credit $1,000.50, slip B-17, signed by Dana.", re.compile("^Credit"))
        expect(rack.get_by_role("alert")).to_contain_text("a number never used at this table")
        rack.get_by_label("Slip number").fill("B-18")
        rack.get_by_label("Password").fill(PASSWORD)
        rack.get_by_role("button", name="Credit", exact=True).last.click()
        sure(page, "Credit $1,000.50, slip B-18, signed by Dana.", re.compile("^Credit"))
        expect(rack).to_contain_text(f"${(before + 3_999_50) / 100:,.2f}")
        close_and_open(page, rack, table, before + 3_999_50)
        expect(page.get_by_role("region", name="Dealer")).to_contain_text("Dana deals")
        assert table_of(supervisor, table).open


def check_signatures(page: Page, rack: Locator) -> None:
    """The dealer's own, and nobody's who only types a name; what else was typed stays."""
    name = rack.get_by_label("Dealer who signs")
    expect(name).to_have_value("Dana")
    for who, password, words in (
        ("Dana", "not her password", "name and password of one of the staff"),
        ("Sven", PASSWORD, "two people"),
        ("Petra", PASSWORD, "Dana, who deals here"),
    ):
        name.fill(who)
        move(page, rack, "Fill", "5,000", "B-17", password)
        sure(page, f"Fill $5,000.00, slip B-17, signed by {who}.", "Fill $5,000.00")
        expect(rack.get_by_role("alert")).to_contain_text(words)
        expect(rack.get_by_label("Password")).to_have_value("")
        expect(rack.get_by_label("Slip number")).to_have_value("B-17")
    name.fill("Dana")


def test_where_software_deals_it_signs_by_itself(browser: Browser, tmp_path: Path) -> None:
    table, sealed = "LIR 1", Running("", tmp_path)
    sealed.start("--bots", "0")
    with signed_in(sealed, {"dealer": "Dana", "pit_supervisor": "Sven"}) as staff:
        supervisor = staff["pit_supervisor"]
        with at_desk(browser, sealed, supervisor, f"/desk/table/{quote(table)}", PHONE) as sven:
            rack = sven.page.get_by_role("region", name="Rack")
            expect(rack).to_contain_text("Software deals here, and signs the slip (R114).")
            expect(rack.get_by_label("Password")).to_have_count(0)
            move(sven.page, rack, "Fill", "200", "B-30")
            sure(sven.page, "Fill $200.00, slip B-30, signed by dealer.", "Fill $200.00")
            expect(rack.get_by_role("status")).to_contain_text("Fill $200.00, slip B-30, signed by dealer.")
            supervisor.do(table, "AssignDealer", dealer="Dana")
            expect(rack).to_contain_text("Dana deals here, and signs the slip (R114).")
            expect(rack.get_by_label("Dealer who signs")).to_have_value("Dana")
            assert too_small(sven.page) == []
    sealed.stop()


def move(page: Page, rack: Locator, what: str, amount: str, slip: str, password: str = "") -> None:
    rack.get_by_role("group").get_by_role("button", name=what).click()
    rack.get_by_label(f"{what} in dollars").fill(amount)
    rack.get_by_label("Slip number").fill(slip)
    if password:
        rack.get_by_label("Password").fill(password)
    rack.get_by_role("button", name=what, exact=True).last.click()


def close_and_open(page: Page, rack: Locator, table: str, had: int) -> None:
    rack.get_by_role("group").get_by_role("button", name="Close").click()
    rack.get_by_role("button", name="Close the table").click()
    sure(page, f"Close {table}; its rack is counted later.", f"Close {table}")
    expect(rack).to_contain_text("by the books, not counted")
    rack.get_by_label("What the rack has, as counted").fill(f"{(had - 5_00) / 100:,.2f}")
    rack.get_by_role("button", name="Count").click()
    sure(page, f"The rack of {table} was counted: ${(had - 5_00) / 100:,.2f}.", re.compile("^Count"))
    rack.get_by_role("button", name=f"Open {table}").click()
    sure(page, re.compile(f"^Open {table} with the set-up it had and the "), f"Open {table}")
    expect(rack.get_by_role("group", name="What is done with the rack")).to_be_visible()


def test_a_player_is_restricted_by_the_manager_whose_it_is(
    browser: Browser, running: Running, staff: dict[Role, Pit]
) -> None:
    table = "UTH 1"
    with running.guest("Rita") as rita:
        rita.do(table, "Join")
        with at_desk(browser, running, staff["pit_supervisor"], f"/desk/table/{quote(table)}") as sven:
            players = sven.page.get_by_role("region", name="Players")
            players.get_by_role("button", name=re.compile("^Rita")).click()
            expect(players).to_contain_text(re.compile(r"Needs a pit manager or above \([\d.]+\)\."))
            expect(players.get_by_role("button", name="Restrict to one position")).to_have_count(0)
            players.get_by_label("Chips in dollars").fill("500")
            players.get_by_role("button", name="Buy in").click()
            sure(sven.page, "Rita buys in for $500.00.", "Sell the chips")
            expect(players.get_by_role("button", name=re.compile("^Rita"))).to_contain_text("$500.00")
            players.get_by_label("Chips in dollars").fill("500.01")
            players.get_by_role("button", name="Cash out").click()
            expect(players).to_contain_text("At most $500.00.")
            with at_desk(browser, running, staff["pit_manager"], f"/desk/table/{quote(table)}", PHONE) as petra:
                theirs = petra.page.get_by_role("region", name="Players")
                theirs.get_by_role("button", name=re.compile("^Rita")).click()
                theirs.get_by_role("button", name="Restrict to one position").click()
                sure(petra.page, "Rita is restricted to one position.", "Restrict to one position")
                expect(theirs.get_by_role("button", name=re.compile("^Rita"))).to_contain_text("restricted")
                expect(players.get_by_role("button", name=re.compile("^Rita"))).to_contain_text("restricted")
                theirs.get_by_role("button", name="Lift the restriction").click()
                sure(petra.page, "Rita is no longer restricted.", "Lift the restriction")
                expect(theirs.get_by_role("button", name=re.compile("^Rita"))).not_to_contain_text("restricted")
        rita.do(table, "Leave")


def test_a_dealer_is_assigned(browser: Browser, running: Running, staff: dict[Role, Pit]) -> None:
    with at_desk(browser, running, staff["pit_supervisor"], "/desk/table/M3P%201") as sven:
        dealer = sven.page.get_by_role("region", name="Dealer")
        dealer.get_by_role("button", name="Assign").click()
        expect(dealer).to_contain_text("The name of the account.")
        assign(sven.page, dealer, "Dora")
        expect(dealer.get_by_role("alert")).to_contain_text("the open account of a dealer or above")
        expect(dealer).to_contain_text("Dana deals")
        staff["administrator"].make_account("Dora", PASSWORD, "dealer")
        for name in ("Dora", "Dana"):
            assign(sven.page, dealer, name)
            expect(dealer).to_contain_text(f"{name} deals")


def assign(page: Page, dealer: Locator, name: str) -> None:
    dealer.get_by_label("Who deals").fill(name)
    dealer.get_by_role("button", name="Assign").click()
    sure(page, f"From now on {name} deals at M3P 1.", f"Assign {name}")


def test_the_log_is_searched_by_words_people_and_clauses(
    browser: Browser, running: Running, staff: dict[Role, Pit]
) -> None:
    staff["pit_supervisor"].do("M3P 1", "Fill", amount=300_00, slip="L-1", second=DANA)
    with suppress(Rejected):  # bets were called in a test before
        staff["dealer"].do("M3P 1", "CallBets")
    with at_desk(browser, running, staff["pit_supervisor"], "/desk/log") as sven:
        page = sven.page
        lines = page.locator("main ol li")
        filled = lines.filter(has_text="Fill of $300.00, slip L-1, by Sven, signed by Dana.")
        expect(filled).to_have_count(1)
        expect(lines.filter(has_text="a card")).to_have_count(0)
        page.get_by_label("Search by words").fill("sven L-1")
        expect(lines).to_have_count(1)
        rule = filled.get_by_role("link", name="Rule R114")
        assert rule.get_attribute("href") == "/rules/readings/R114"
        page.get_by_label("Search by words").fill("R114")
        expect(filled).to_have_count(1)
        page.get_by_label("Search by words").fill("nothing of the kind")
        expect(page.get_by_text("Nothing like that")).to_be_visible()
        page.get_by_label("With every wager, card and result").check()
        page.get_by_label("Search by words").fill("place your bets")
        expect(lines.filter(has_text="“Place your bets, please”").first).to_be_visible()
        page.get_by_label("Search by words").fill("")
        expect(lines).to_have_count(50)
        page.get_by_role("button", name="Look further back").click()
        expect(lines.nth(60)).to_be_attached()


def test_what_is_not_there_is_said(browser: Browser, running: Running, staff: dict[Role, Pit]) -> None:
    with at_desk(browser, running, staff["pit_supervisor"], "/desk/table/none") as sven:
        expect(sven.page.get_by_role("heading", name="There is no such table.")).to_be_visible()
        sven.go("/desk/link/none")
        expect(sven.page.get_by_role("heading", name="There is no such link.")).to_be_visible()
        sven.go("/desk/nothing")
        expect(sven.page.get_by_role("heading", name="No such page")).to_be_visible()


@pytest.mark.parametrize("size", [DESKTOP, TABLET, PHONE], ids=["desktop", "tablet", "phone"])
def test_every_page_can_be_used_by_everybody(
    browser: Browser, running: Running, staff: dict[Role, Pit], size: tuple[int, int]
) -> None:
    with at_desk(browser, running, staff["gaming_shift_manager"], "/desk", size) as greta:
        page = greta.page
        staff["pit_supervisor"].do("3CP 2", "CloseTable")
        row(page, "3CP 2").get_by_role("button", name="Count").wait_for()
        page.get_by_text("The day so far").wait_for()
        page.locator("dl").first.wait_for()
        check_page(page, "the desk")
        row(page, "3CP 2").get_by_role("button", name="Count").click()
        page.get_by_label("What the rack has").fill("1")
        check_page(page, "a panel")
        page.get_by_role("dialog").get_by_role("button", name="Count").click()
        page.locator("#sure").wait_for()
        check_page(page, "a question")
        page.keyboard.press("Escape")
        expect(page.locator("#sure")).to_have_count(0)
        expect(page.get_by_role("dialog", name=re.compile("^3CP 2"))).to_be_visible()
        for path, shown in (
            (f"/desk/table/{quote('UTH 1')}", "h2#players"),
            ("/desk/link/Megalink", "h2#parameters"),
            ("/desk/log", "main ol li"),
        ):
            greta.go(path)
            page.locator(shown).first.wait_for()
            check_page(page, path)
        found = table_of(staff["pit_supervisor"], "3CP 2")
        staff["pit_supervisor"].do("3CP 2", "CountRack", counted=max(found.rack, 0))
        greta.go("/desk/table/3CP%202")
        page.get_by_role("button", name="Open 3CP 2").click()
        sure(page, re.compile("^Open 3CP 2"), "Open 3CP 2")
        expect(page.get_by_role("group", name="What is done with the rack")).to_be_visible()


def check_page(page: Page, where: str) -> None:
    check(page, where)
    assert too_small(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{where} is wider than the screen"
    assert page.locator("main .button.act:visible").count() <= 1, f"{where} has several things to do next"
