"""Pictures of what happens to one player at a table besides the usual course of a round."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator

from tests.browser.playing import GATES, PHONE, SOON_MS, Visitor, Waiting, hold
from tests.server.running import Running

MOMENTS = ("sign-in", "bet-fault", "bet-refused", "buy-chips", "turn-up", "fold-asked")
ON_A_PHONE = ("another-position", "another-result")  # elsewhere all positions are in sight
TABLE, PATH = "3CP 1", "/api/tables/3CP%201"

Take = Callable[[str], None]


def of_moments(
    browser: Browser, folder: Path, sizes: dict[str, tuple[int, int]], take: Callable[[Visitor, str, str], None]
) -> None:
    """`take` makes a picture of a window, by the name of its state and that of its size."""
    folder.mkdir()
    running = Running("", folder)
    running.start("--speed", "2")
    try:
        for name, size in sizes.items():
            with Visitor(browser, running.address, size) as visitor:

                def taken(state: str, visitor: Visitor = visitor, name: str = name) -> None:
                    take(visitor, state, name)

                visitor.page.add_init_script(GATES)
                of_signing_in(visitor, taken)
                visitor.go_to_table(TABLE)
                visitor.sit_down()
                of_bets(visitor, taken)
                of_rounds(visitor, taken, others=size == PHONE)
                of_no_chips(visitor, taken)
    finally:
        running.stop()


def of_signing_in(visitor: Visitor, take: Take) -> None:
    visitor.go("/")
    visitor.button("Play as a guest").click()
    visitor.button("I have an account").click()
    visitor.page.get_by_label("Password").wait_for()
    take("sign-in")
    visitor.page.keyboard.press("Escape")


def of_bets(visitor: Visitor, take: Take) -> None:
    """What lacks another bet beside it; and bets that come too late, as a slow connection brings it about."""
    page = visitor.page
    lay(visitor, "5", "progressive")
    page.locator(".standing .help").filter(has_text="needs").wait_for()
    take("bet-fault")
    visitor.wait_for_the_next_bets()
    lay(visitor, "25", "ante")
    hold(page, "feed")
    waiting = Waiting("bets are closed")
    while waiting() and seen(visitor)["step"]["step"] == "close":
        page.wait_for_timeout(100)
    visitor.button(re.compile("^Place bets")).click()
    page.locator(".refused").filter(has_text="Not taken").wait_for()
    take("bet-refused")
    hold(page, "feed", False)


def of_rounds(visitor: Visitor, take: Take, *, others: bool) -> None:
    page = visitor.page
    visitor.wait_for_the_next_bets()
    visitor.bet("ante", "pair_plus", "progressive")
    if others:
        hold(page, "feed")
        in_strip(visitor, 1).click()
        take(ON_A_PHONE[0])
        hold(page, "feed", False)
    waiting = Waiting("cards are to be turned up")
    while waiting() and not visitor.sees("Turn up your cards"):
        for press in (
            page.locator("button").filter(has_text="Look at your cards"),
            page.locator(".choice.main:enabled"),
        ):
            if press.count():
                visitor.press(press.first)
        page.wait_for_timeout(60)
    take("turn-up")
    visitor.play_on()
    if others:
        hold(page, "feed")
        in_strip(visitor, 1).click()
        take(ON_A_PHONE[1])
        hold(page, "feed", False)
    visitor.wait_for_the_next_bets()
    visitor.bet("ante")
    page.locator(".choice.main").filter(has_text="Look at your cards").click()
    page.locator(".choice.main:enabled").filter(has_text="Play").wait_for()
    fold = page.locator(".choice").filter(has_text=re.compile(r"^\s*Fold"))
    fold.click()
    page.locator(".choice.again").wait_for()
    take("fold-asked")
    fold.click()


def of_no_chips(visitor: Visitor, take: Take) -> None:
    """They are all handed in."""
    visitor.wait_for_the_next_bets()
    chips = seen(visitor)["players"][visitor.name]["available"]
    handed = {"id": f"{visitor.name} hands in", "command": "CashOut", "amount": chips}
    assert visitor.page.request.post(f"{visitor.address}{PATH}/commands", data=handed).ok
    visitor.button(re.compile("^Buy chips")).wait_for()
    take("buy-chips")


def lay(visitor: Visitor, chip: str, wager: str) -> None:
    """One chip, not sent."""
    (position, _), *_ = visitor.wait_for_bets()
    visitor.choose_chip(chip)
    visitor.area(position, wager).click(timeout=SOON_MS)


def in_strip(visitor: Visitor, position: int) -> Locator:
    return visitor.page.locator(".strip").get_by_role("button", name=re.compile(f"^Position {position} "))


def seen(visitor: Visitor) -> dict[str, Any]:
    """How the table stands, whatever the page shows."""
    found: dict[str, Any] = visitor.page.request.get(f"{visitor.address}{PATH}").json()
    return found
