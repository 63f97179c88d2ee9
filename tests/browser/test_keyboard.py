"""A whole round without a mouse, and what those hear who listen."""

import re

from playwright.sync_api import expect

from tests.browser.playing import Visitor, Waiting

TABLE = "UTH 1"


def test_a_round_by_keyboard_only(visitor: Visitor) -> None:
    page, keys = visitor.page, visitor.page.keyboard
    visitor.go_to_table(TABLE)
    tab_to(visitor, "Sit down")
    keys.press("Enter")
    keys.type(visitor.name)
    keys.press("Enter")
    (position, _), *_ = visitor.wait_for_bets()
    while page.locator("[role=radio][aria-checked=true]").get_attribute("aria-label") != "5 dollar chip":
        keys.press("[")
    keys.press("g")
    keys.press(str(position))
    assert focused(visitor).startswith("Progressive")
    keys.press("ArrowRight")  # Trips
    keys.press("+")
    keys.press("ArrowRight")  # Ante
    keys.press("+")
    keys.press("+")
    assert "10 dollars not sent" in focused(visitor)
    keys.press("-")
    keys.press("z")  # which is undone
    keys.press("Enter")
    expect(visitor.button(re.compile("^Take back"))).to_be_visible()
    spoken, waiting = set[str](), Waiting("the round is settled")
    while waiting() and not visitor.settled:
        spoken |= {each for each in page.locator("[aria-live]").all_inner_texts() if each}
        for key in ("v", "4", "p"):
            keys.press(key)
        page.wait_for_timeout(100)
    spoken |= {each for each in page.locator("[aria-live]").all_inner_texts() if each}
    told = " ".join(spoken)
    held = r"You hold \w+ of \w+, \w+ of \w+\."
    choices = r"Check, or Play 3 times, 30 dollars, or Play 4 times, 40 dollars\."
    assert re.search(rf"Your turn, position {position}\. {held} {choices}", told)
    ante = r"Ante(: push| (won|lost) \d+ dollars), rule 3\."
    assert re.search(rf"Position {position}[^.]*\. .*{ante}.* In all, (plus|minus) \d+ dollars", told)
    keys.press("h")
    expect(page.get_by_role("dialog", name=re.compile("^Round "))).to_be_visible()
    keys.press("Escape")
    expect(page.get_by_role("dialog", name=re.compile("^Round "))).to_be_hidden()
    assert visitor.wrong == []


def test_single_keys_can_be_switched_off(visitor: Visitor) -> None:
    page = visitor.page
    visitor.go_to_table(TABLE)
    page.keyboard.press("?")
    menu = page.get_by_role("dialog", name="Menu")
    expect(menu).to_be_visible()
    menu.get_by_label("Single keys act").uncheck()
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    page.keyboard.press("?")
    page.wait_for_timeout(200)
    expect(menu).to_be_hidden()


def tab_to(visitor: Visitor, name: str) -> None:
    for _ in range(60):
        if focused(visitor).startswith(name):
            return
        visitor.page.keyboard.press("Tab")
    raise AssertionError(f"{name} cannot be reached with Tab")


def focused(visitor: Visitor) -> str:
    found: str = visitor.page.evaluate(
        "() => document.activeElement.ariaLabel ?? document.activeElement.innerText ?? ''"
    )
    return found.strip()
