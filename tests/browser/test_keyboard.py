"""A whole round without a mouse, and what those hear who listen."""

import re

from playwright.sync_api import TimeoutError, expect

from tests.browser.playing import SOON_MS, Visitor, Waiting

TABLE = "UTH 1"

# All that is said aloud, however short it stands there.
LISTENING = """
window.heard = new Set();
new MutationObserver(() => {
  for (const each of document.querySelectorAll("[aria-live]")) if (each.innerText) window.heard.add(each.innerText);
}).observe(document, { subtree: true, childList: true, characterData: true });
"""


BETS_ALOUD = (
    "Trips, 5 dollars laid. Trips needs an Ante and a Blind first (3.5).",
    "Ante, 5 dollars laid. Blind set to 5 dollars, equal to the Ante. Ante from $10 to $",
    "Ante, 10 dollars laid. Blind set to 10 dollars, equal to the Ante.",
    "Ante, 10 dollars placed. Blind set to 10 dollars, equal to the Ante. Trips, 5 dollars placed.",
)


def test_a_round_by_keyboard_only(visitor: Visitor) -> None:
    page, keys = visitor.page, visitor.page.keyboard
    visitor.go_to_table(TABLE)
    tab_to(visitor, "Sit down")
    keys.press("Enter")
    expect(page.get_by_label("Name")).to_be_focused()
    keys.type(visitor.name)
    keys.press("Enter")
    (position, _), *_ = visitor.wait_for_bets()
    page.evaluate(LISTENING)
    visitor.bet_by(lambda _: lay_by_keyboard(visitor, position))
    held = r"You hold \w+ of \w+, \w+ of \w+\."
    waiting = Waiting("the round is settled")
    while waiting() and not visitor.settled:
        keys.press("v")
        if re.search(held, heard(visitor)):  # who has not looked yet would play unseen
            keys.press("4")
            keys.press("p")
        page.wait_for_timeout(100)
    told = heard(visitor)
    for said in BETS_ALOUD:
        assert said in told
    choices = r"Check, or Play 3 times, 30 dollars, or Play 4 times, 40 dollars\."
    assert re.search(rf"Your turn, position {position}\. {held} {choices}", told)
    ante = r"Ante(: push| (won|lost) \d+ dollars), rule 3\."
    assert re.search(rf"Position {position}[^.]*\. .*{ante}.* In all, (plus|minus) \d+ dollars", told)
    keys.press("h")
    expect(page.get_by_role("dialog", name=re.compile("^Round "))).to_be_visible()
    keys.press("Escape")
    expect(page.get_by_role("dialog", name=re.compile("^Round "))).to_be_hidden()
    assert visitor.wrong == []


def lay_by_keyboard(visitor: Visitor, position: int) -> None:
    """Five dollars on Trips, ten on the Ante; a chip is taken away and comes back."""
    keys, chip = visitor.page.keyboard, visitor.page.locator("[role=radio][aria-checked=true]")
    while chip.get_attribute("aria-label", timeout=SOON_MS) != "5 dollar chip":
        keys.press("[")
    keys.press("g")
    keys.press(str(position))
    holds_while_bets_are_open(visitor, "Progressive")
    keys.press("ArrowRight")
    holds_while_bets_are_open(visitor, "Trips")
    keys.press("+")
    keys.press("Enter")  # which says why it does nothing
    keys.press("ArrowRight")
    keys.press("+")
    keys.press("+")
    holds_while_bets_are_open(visitor, "Ante, empty, 10 dollars not placed yet")
    keys.press("-")
    keys.press("z")  # which is undone
    holds_while_bets_are_open(visitor, "Ante, empty, 10 dollars not placed yet")
    keys.press("Enter")


def holds_while_bets_are_open(visitor: Visitor, words: str) -> None:
    found = focused(visitor)
    if not found.startswith(words) and not visitor.bets_are_open:
        raise TimeoutError("bets were closed meanwhile")
    assert found.startswith(words)


def heard(visitor: Visitor) -> str:
    return " ".join(visitor.page.evaluate("[...window.heard]"))


def test_what_cannot_be_taken_back_or_is_not_right_yet_is_said_aloud(visitor: Visitor) -> None:
    page, keys = visitor.page, visitor.page.keyboard
    visitor.go_to_table("3CP 1")
    visitor.sit_down()
    page.evaluate(LISTENING)
    waiting = Waiting("it is said why Enter does nothing")
    while waiting() and "No bet is laid." not in heard(visitor):
        visitor.wait_for_bets()
        page.evaluate("document.activeElement.blur()")
        keys.press("Enter")
        page.wait_for_timeout(100)
    visitor.bet("ante")
    page.locator(".choice").first.wait_for()
    keys.press("f")
    asks = page.locator("[aria-live=assertive]").filter(has_text="Press F again to fold, or choose another.")
    expect(asks).to_have_count(1)
    keys.press("f")
    expect(page.locator(".choice")).to_have_count(0)
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
    tab_to(visitor, "Menu")
    page.keyboard.press("Enter")
    expect(menu).to_be_focused()
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    assert focused(visitor) == "Menu"  # back where one was


def test_a_decision_is_three_presses_from_the_top_of_the_page(visitor: Visitor) -> None:
    page, keys = visitor.page, visitor.page.keyboard
    visitor.go_to_table("3CP 1")
    visitor.sit_down()
    visitor.bet("ante")
    page.locator(".choice:enabled").first.wait_for()
    page.evaluate("document.body.tabIndex = -1; document.body.focus(); document.body.removeAttribute('tabindex')")
    keys.press("Tab")
    assert focused(visitor) == "To what you can do"
    keys.press("Enter")
    keys.press("Tab")
    assert page.evaluate("document.activeElement.matches('.choice')")
    order = page.evaluate("[...document.querySelectorAll('.dock, main')].map(each => each.tagName)")
    assert order == ["SECTION", "MAIN"]  # and then one's own position, and the others


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
