"""Pictures of the dealer console, at a table of cardboard and at one that software deals."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.dealing import CALL, Dealer, Shoe, open_all_kinds
from tests.browser.playing import Visitor
from tests.server.running import Running, signed_in

CONSOLE = (
    *("1-not-for-you", "2-software-deals", "3-chips", "4-typing", "5-waiting", "6-paying"),
    *("7-players", "8-put-right", "9-irregularity", "10-settled"),
)
NAMES = tuple(f"console-{state}" for state in CONSOLE)


@contextmanager
def a_pit_with_staff(folder: Path) -> Iterator[Running]:
    """Dana deals wherever cards are typed; what is sealed software deals."""
    folder.mkdir()
    running = open_all_kinds(folder, bots="3")
    try:
        with signed_in(running, {"dealer": "Dana", "pit_supervisor": "Sven"}) as staff:
            for table in ("UTH 2", "UTH 3", "LIR 2", "3CP 2"):
                staff["pit_supervisor"].do(table, "AssignDealer", dealer="Dana")
            yield running
    finally:
        running.stop()


def of_the_console(visitor: Visitor, take: Callable[[str], None]) -> None:
    page, dealer = visitor.page, Dealer(visitor, "UTH 2")
    visitor.go("/table/UTH%201/deal")
    page.get_by_role("main").get_by_role("button", name="Sign in").wait_for()
    take("console-1-not-for-you")
    Dealer(visitor, "UTH 1").come()
    expect(page.locator(".dock")).to_contain_text("Software deals here")
    take("console-2-software-deals")
    dealer.come()
    shoe = Shoe(4)
    if dealer.says != CALL:
        dealer.deal(shoe)
    shoe = Shoe(5)
    dealer.deal(shoe, until="Announce: No more bets")
    page.keyboard.press("b")
    page.get_by_role("form", name="Chips as they lie").wait_for()
    take("console-3-chips")
    page.keyboard.press("Escape")
    dealer.deal(shoe, until="Deal position 2, second card")
    page.keyboard.type("10")
    take("console-4-typing")
    page.keyboard.press("u")
    dealer.deal(shoe, until="Deal the dealer's second card")
    page.keyboard.type(shoe.next())
    page.keyboard.press("Space")
    page.locator(".waiting").wait_for()
    take("console-5-waiting")
    dealer.deal(shoe, until="Settle the round")
    dealer.press()
    paying = page.locator("[data-next] strong").filter(has_text=re.compile("^(Pay|Take) position"))
    paying.wait_for()
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
