"""A jackpot claim at the dealer console: won there, verified, approved by another, paid, and the table goes on."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from pitlink.client import Pit
from pitlink.server.roles import Role
from tests.browser.dealing import CALL, Dealer, Shoe, Stacked
from tests.browser.playing import DESKTOP, TABLET, Visitor, too_small
from tests.browser.test_access import check
from tests.browser.test_desk import sure
from tests.server.running import PASSWORD, Running
from tests.server.test_desk import WON, all_posts
from tests.server.test_playing import act
from tests.server.test_shoe import open_with_shoes, seated

VERIFY = "Verify the winning hands and count the deck"
APPROVE, PAY = "Have the awards approved", "Pay the awards"


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    made = open_with_shoes(Path(tmp_path_factory.mktemp("claim")))
    yield made
    made.stop()


@pytest.fixture(scope="module")
def staff(running: Running) -> Iterator[dict[Role, Pit]]:
    with all_posts(running) as signed:
        yield signed


def win(dealer: Dealer, running: Running, dana: Pit) -> int:
    """A royal flush for a guest, dealt from the console by the large button; the position."""
    zoe, free = seated(running, dana, WON)
    with zoe:
        zoe.do(WON, "PlaceWager", position=free, wager="progressive", amount=5_00)
        own = [(f"position {free}", card) for card in ("As", "Ks")]
        shoe = Stacked(*own, *(("community", card) for card in ("Qs", "Js", "Ts")))
        dealer.deal(shoe, until=VERIFY, meanwhile=lambda: decides(zoe, free))
    return free


def decides(zoe: Pit, position: int) -> None:
    """On a screen of her own, when it is her turn."""
    step = zoe.table(WON).step
    if step is not None and (step.step, step.position) == ("decide", position):
        act(zoe, WON, position, zoe.options(WON))


def sign(panel: Locator, button: str | re.Pattern[str], name: str, password: str = PASSWORD) -> None:
    panel.get_by_label("Name").or_(panel.get_by_label("Second person")).fill(name)
    panel.get_by_label("Password").fill(password)
    panel.get_by_role("button", name=button).click()


def test_a_claim_is_won_verified_approved_and_paid_at_the_console(
    browser: Browser, running: Running, staff: dict[Role, Pit]
) -> None:
    with (
        Visitor(browser, running.address, DESKTOP) as dana,
        Visitor(browser, running.address, (1920, 1080)) as wall,
    ):
        page, dealer = dana.page, Dealer(dana, WON)
        wall.go("/sign/Megalink")
        dealer.come(session=staff["dealer"])
        free = win(dealer, running, staff["dealer"])
        expect(dealer.button).to_contain_text("Waits for a pit supervisor, who signs here. (R108)")
        expect(wall.page.locator(".notice")).to_contain_text(f"Royal flush at {WON}. Pending verification.")
        check(page, "a claim waits")
        page.keyboard.press("Space")
        panel = page.get_by_role("dialog", name="Jackpot claim")
        expect(panel).to_contain_text(f"Royal flush, position {free}")
        expect(panel.get_by_role("img", name=re.compile("ace of spades, king of spades"))).to_be_visible()
        expect(page.locator(".next")).to_have_class(re.compile("quiet"))  # the act is in the panel now
        check(page, "a claim to be verified")
        verify(dana, panel)
        approve(dana, panel)
        expect(panel).to_contain_text("Approved by the pit manager (Petra).")
        expect(dealer.button).to_contain_text(PAY)
        sign(panel, re.compile(r"^Pay \$"), "Sven")
        sure(page, re.compile(rf"^Pay \$1\d\d,\d{{3}}\.\d\d at {WON}, signed by Sven\.$"), re.compile("^Pay"))
        expect(panel).to_contain_text("Done. It waits no longer, and the table goes on.")
        expect(wall.page.locator(".notice")).to_have_text(
            re.compile(rf"Paid: \$.*, royal flush, {WON}, position {free}")
        )
        page.keyboard.press("Escape")
        expect(panel).to_be_hidden()
        expect(dealer.button).to_contain_text(CALL)
        paid = staff["dealer"].table(WON).round
        assert dealer.deal(Shoe())[0] == CALL  # a whole round more
        assert staff["dealer"].table(WON).round == paid + 1
        assert [told for told in dana.wrong if "409" not in told and "401" not in told] == []


def verify(dana: Visitor, panel: Locator) -> None:
    """What is typed wrong, and who may not, first."""
    page = dana.page
    panel.get_by_role("button", name="Verify").click()
    for fault in (
        "a whole deck has 52 (R108).",
        "The camera and the time (R108).",
        "Name and password of whoever signs.",
    ):
        expect(panel).to_contain_text(fault)
    panel.get_by_label("Cards counted").fill("52")
    panel.get_by_label("Where it was recorded").fill("camera 4, from 21:04")
    for name, password, refused in (
        ("Dana", PASSWORD, "a pit supervisor or above"),
        ("Sven", "not his password", "name and password of one of the staff"),
        ("Sven", PASSWORD, None),
    ):
        sign(panel, "Verify", name, password)
        words = f"The winning hands are right, 52 cards counted, recorded as camera 4, from 21:04, signed by {name}."
        sure(page, words, re.compile("^Verify"))
        if refused:
            expect(panel.get_by_role("alert")).to_contain_text(refused)
    expect(panel).to_contain_text("Verified by the pit supervisor (Sven)")


def approve(dana: Visitor, panel: Locator) -> None:
    """By nobody who has verified it."""
    expect(dana.page.locator(".next")).to_contain_text("Waits for a second person, of another post, who signs here.")
    check(dana.page, "a claim to be approved")
    for name, refused in (("Sven", "a second person"), ("Petra", None)):
        sign(panel, re.compile("^Approve"), name)
        sure(dana.page, re.compile(rf"^Approve the payment of \$.*, signed by {name}\.$"), re.compile("^Approve"))
        if refused:
            expect(panel.get_by_role("alert")).to_contain_text(refused)


def test_whoever_looks_on_with_the_rank_verifies_without_dealing_and_rejects_it(
    browser: Browser, running: Running, staff: dict[Role, Pit]
) -> None:
    with (
        Visitor(browser, running.address, DESKTOP) as dana,
        Visitor(browser, running.address, TABLET) as sven,
    ):
        dealer = Dealer(dana, WON)
        dealer.come(session=staff["dealer"])
        win(dealer, running, staff["dealer"])
        Dealer(sven, WON).come(session=staff["pit_supervisor"])
        sven.button("Jackpot claim").click()
        panel = sven.page.get_by_role("dialog", name="Jackpot claim")
        expect(panel.get_by_label("Password")).to_have_count(0)
        check(sven.page, "a claim on a tablet")
        assert too_small(sven.page) == []
        panel.get_by_role("button", name="Reject the claim").click()
        panel.get_by_label("Why the claim is rejected").fill("the last card was marked")
        panel.get_by_role("button", name="Reject", exact=True).click()
        sure(sven.page, re.compile("Nothing is paid there.$"), "Reject")
        expect(panel).to_contain_text("Done. It waits no longer")
        expect(dealer.button).to_contain_text(CALL)
