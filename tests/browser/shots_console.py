"""Pictures of the dealer console, at a table of cardboard and at one that software deals."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, expect

from pitlink.client import Pit
from tests.browser.dealing import Dealer, Shoe, open_all_kinds
from tests.browser.playing import Visitor, Waiting
from tests.browser.test_claim import win
from tests.server.running import signed_in
from tests.server.test_desk import WON, all_posts
from tests.server.test_shoe import open_with_shoes
from tests.server.test_staff import bets_are_made

CONSOLE = (
    *("1-not-for-you", "2-software-deals", "3-chips", "4-typing", "5-waiting", "6-paying"),
    *("7-players", "8-put-right", "9-irregularity", "10-settled"),
)
TABLE, WALT = "UTH 2", 5

Take = Callable[[Visitor, str, str], None]

CLAIM = ("1-waits", "2-verify", "3-approve", "4-done")
NAMES = (*(f"console-{state}" for state in CONSOLE), *(f"claim-{state}" for state in CLAIM))


@contextmanager
def a_pit_with_staff(folder: Path) -> Iterator[tuple[str, Pit]]:
    """Its address, and Dana, who deals where Walt plays without a screen; what is sealed software deals."""
    folder.mkdir()
    running = open_all_kinds(folder, bots="3")
    try:
        with signed_in(running, {"dealer": "Dana", "pit_supervisor": "Sven"}) as staff:
            staff["pit_supervisor"].do(TABLE, "AssignDealer", dealer="Dana")
            dealer = staff["dealer"]
            dealer.do(TABLE, "Join", player="Walt")
            dealer.do(TABLE, "BuyIn", player="Walt", amount=9_000_00)
            dealer.do(TABLE, "Sit", player="Walt", position=WALT)
            yield running.address, dealer
    finally:
        running.stop()


def of_the_console(visitor: Visitor, dana: Pit, take: Callable[[str], None]) -> None:
    page, dealer = visitor.page, Dealer(visitor, TABLE)
    visitor.go("/table/UTH%201/deal")
    page.get_by_role("main").get_by_role("button", name="Sign in").wait_for()
    take("console-1-not-for-you")
    Dealer(visitor, "UTH 1").come()
    expect(page.locator(".dock")).to_contain_text("Software deals here")
    take("console-2-software-deals")
    dealer.come()
    shoe = Shoe(5)
    dealer.deal(shoe, until="Announce: No more bets")
    bets_are_made(dana, TABLE)
    dana.do(TABLE, "RecordWager", player="Walt", position=WALT, wager="ante", amount=25_00)
    dana.do(TABLE, "RecordWager", player="Walt", position=WALT, wager="blind", amount=20_00)
    page.get_by_role("list", name="What looks wrong").get_by_role("listitem").wait_for()
    page.keyboard.press("b")
    page.get_by_role("form", name="Chips as they lie").wait_for()
    take("console-3-chips")
    page.keyboard.press("Escape")
    dana.do(TABLE, "TakeBackWager", player="Walt", position=WALT, wager="blind")
    for wager in ("ante", "blind"):
        dana.do(TABLE, "RecordWager", player="Walt", position=WALT, wager=wager, amount=25_00)
    dealer.deal(shoe, until="Deal position 2, second card")
    page.keyboard.type("10")
    take("console-4-typing")
    page.keyboard.press("u")
    dealer.deal(shoe, until=f"Deal position {WALT}, second card")
    page.keyboard.type(shoe.next())
    page.keyboard.press("Space")
    page.get_by_role("group", name=f"Position {WALT} decides").wait_for()
    take("console-5-waiting")
    dealer.deal(shoe, until="Settle the round", hears=WALT)
    paying = page.locator("[data-next] strong").filter(has_text=re.compile("^(Pay|Take|Leave|Give back) position"))
    waiting = Waiting("the first wager is taken or paid")
    while waiting() and not paying.count():
        if dealer.says == "Settle the round":  # once more, where somebody has shown a hand in the same moment
            dealer.press()
        page.wait_for_timeout(400)
    take("console-6-paying")
    for key, name in (("p", "7-players"), ("i", "9-irregularity")):
        page.keyboard.press(key)
        page.get_by_role("dialog").wait_for()
        page.wait_for_timeout(500)
        take(f"console-{name}")
        page.keyboard.press("Escape")
    visitor.button("All is paid").click()
    page.keyboard.press("u")  # back to the last line, then to what can only be put right
    page.get_by_role("button", name="All is paid").wait_for()
    dealer.deal()
    take("console-10-settled")
    dealer.press()
    dealer.button.wait_for()
    page.keyboard.press("u")
    page.get_by_role("dialog", name="Put something right").wait_for()
    page.get_by_role("combobox").select_option(index=1)
    take("console-8-put-right")
    page.keyboard.press("Escape")
    dealer.deal(Shoe(6))


def of_a_claim(browser: Browser, folder: Path, sizes: dict[str, tuple[int, int]], take: Take) -> None:
    """A royal flush at the console: it waits, is verified and approved by people who sign there, and paid."""
    folder.mkdir()
    running = open_with_shoes(folder)
    try:
        with all_posts(running) as staff:
            for name, size in sizes.items():
                with Visitor(browser, running.address, size) as visitor:
                    dealer, page = Dealer(visitor, WON), visitor.page
                    dealer.come(session=staff["dealer"])
                    win(dealer, running, staff["dealer"])
                    take(visitor, "claim-1-waits", name)
                    dealer.button.click()
                    panel = page.get_by_role("dialog", name="Jackpot claim")
                    panel.get_by_label("Cards counted").fill("52")
                    take(visitor, "claim-2-verify", name)
                    staff["pit_supervisor"].do(WON, "VerifyClaims", cards=52, surveillance="camera 4, from 21:04")
                    panel.get_by_label("Second person").wait_for()
                    take(visitor, "claim-3-approve", name)
                    staff["pit_manager"].do(WON, "ApproveClaims")
                    staff["pit_supervisor"].do(WON, "PayAwards")
                    panel.get_by_text("It waits no longer").wait_for()
                    take(visitor, "claim-4-done", name)
    finally:
        running.stop()
