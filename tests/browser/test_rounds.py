"""A whole round of each of the five games by clicks, from the floor to the clause of a result."""

import re
from collections.abc import Iterator
from contextlib import suppress
from html import unescape
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, TimeoutError, expect

from tests.browser.playing import GATES, PHONE, SOON_MS, Visitor, Waiting, cents, dollars, hold
from tests.server.running import Running

GAMES = [
    ("THB 1", ("ante", "bonus", "progressive")),
    ("3CP 1", ("ante", "pair_plus", "progressive")),
    ("UTH 1", ("ante", "trips", "progressive")),
    ("LIR 1", ("$", "progressive")),
    ("M3P 1", ("ante", "pair_plus", "progressive")),
]


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    made = Running("", Path(tmp_path_factory.mktemp("quick")))
    made.start("--speed", "8")
    yield made
    made.stop()


@pytest.mark.parametrize(("table", "wagers"), GAMES, ids=[each[0] for each in GAMES])
def test_a_round_by_clicks(visitor: Visitor, table: str, wagers: tuple[str, ...]) -> None:
    page = visitor.page
    visitor.go("/")
    visitor.button(re.compile(f"free at {table}")).click()
    visitor.come_in()
    page.locator(".dock").wait_for()
    visitor.bet(*wagers)
    visitor.play_on()
    check_results(visitor)
    assert visitor.wrong == []


def check_results(visitor: Visitor) -> None:
    """What the page says of each bet adds up to what the chips have become, and each has its rule."""
    words = visitor.page.get_by_role("main").text_content() or "_"
    assert "_" not in words
    assert "$0 " not in words
    page = visitor.page
    visitor.button("What became of each bet").click()
    panel = page.get_by_role("dialog", name=re.compile("^Round "))
    lines = panel.locator("li:has(button)")
    assert lines.count() >= 2
    net = cents(panel.locator(".sum strong").inner_text())
    expect(page.locator(".chips strong")).to_have_text(dollars(visitor.had + net))
    told = lines.locator("strong").all_inner_texts()
    assert sum(cents(each) for each in told if "$" in each) == net
    for nth in range(lines.count()):
        check_clause(visitor, lines.nth(nth))
        expect(panel).to_be_visible()  # one layer at a time


def check_clause(visitor: Visitor, line: Locator) -> None:
    """Opens the rule of a result, reads it, and follows it to its page."""
    page = visitor.page
    button = line.locator("button")
    clause, won = button.inner_text(), "won" in (button.get_attribute("aria-label") or "")
    button.click()
    rule = page.get_by_role("dialog", name=re.compile("position \\d"))
    expect(rule.locator("p a").first).to_have_text(clause)
    words = rule.locator("p").nth(1).inner_text().removeprefix(clause).strip()
    assert len(words) > 20
    assert won == bool(re.search(r" (at \d+ (to|for) \d+|pays \$?[\d,]+)", rule.locator(".sum").inner_text()))
    targets = [link.get_attribute("href") for link in rule.get_by_role("link").all()]
    assert len(targets) >= (3 if won else 2)  # the clause, its pay table and the rulebook
    page.keyboard.press("Escape")
    expect(rule).to_be_hidden()
    expect(button).to_be_focused()
    pages = [page.request.get(f"{visitor.address}{target}") for target in targets]
    assert {told.status for told in pages} == {200}
    assert words.split(".")[0] in unescape(re.sub(r"<[^>]+>", "", pages[0].text()))


def test_who_does_not_bet_sits_the_round_out(visitor: Visitor) -> None:
    visitor.go_to_table("LIR 1")
    visitor.sit_down()
    visitor.wait_for_bets()
    expect(visitor.page.locator(".dock")).to_contain_text("You sit out this round.", timeout=20_000)
    expect(visitor.page.locator(".dock")).not_to_contain_text("You are in this round.")


@pytest.mark.parametrize(("table", "wagers"), GAMES, ids=[each[0] for each in GAMES])
def test_a_round_on_a_phone(browser: Browser, quick: Running, table: str, wagers: tuple[str, ...]) -> None:
    with Visitor(browser, quick.address, PHONE) as visitor:
        visitor.go_to_table(table)
        visitor.sit_down()
        visitor.bet(*wagers)
        visitor.play_on()
        assert visitor.page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
        check_results(visitor)
        assert visitor.wrong == []


# Whatever the Ante of one's own and the button below have said, in this order.
WATCHING = """
new MutationObserver(() => {
  const area = document.querySelector('[data-area$=" ante"]'), button = document.querySelector(".acts .main");
  if (!area || !button) return;
  (window.said ??= new Set()).add(`${area.ariaLabel.split(". ")[0]}; ${button.firstChild.data.trim()}`);
}).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
"""
# What it may be, and nothing else between: never gone, never there twice.
LAID, PLACED = "Ante, empty, 10 dollars not placed yet", "Ante, 10 dollars placed"
SENT = [f"{LAID}; Place bets · $10", f"{LAID}; Sending", f"{PLACED}; Sending"]


def test_a_bet_is_shown_as_sent_until_the_feed_brings_it(visitor: Visitor) -> None:
    page = visitor.page

    def lay(areas: list[tuple[int, str]]) -> None:
        lay_ten_dollars(visitor, areas)
        hold(page, "feed")
        try:
            with page.expect_response(lambda each: '"ante"' in (each.request.post_data or "")) as answered:
                visitor.button(re.compile("^Place bets")).click(timeout=SOON_MS)
            if answered.value.status != 200:
                raise TimeoutError("bets were closed meanwhile")
            page.wait_for_timeout(300)  # in which what was answered would be gone
            expect(page.locator("[data-area$=' ante'] .print.draft")).to_be_visible()
            expect(visitor.button("Sending")).to_be_disabled()
        finally:
            hold(page, "feed", False)

    come_and_be_watched(visitor)
    visitor.bet_by(lay)
    assert page.evaluate("[...window.said]") == [*SENT, f"{PLACED}; Take back"]


def test_a_bet_that_the_feed_brings_before_the_answer_is_not_there_twice(visitor: Visitor) -> None:
    page = visitor.page
    come_and_be_watched(visitor)
    waiting, said = Waiting("a bet is brought by the feed"), list[str]()
    while waiting() and not said:
        with suppress(TimeoutError):  # bets may close meanwhile
            lay_ten_dollars(visitor, visitor.wait_for_bets())
            hold(page, "answers")
            visitor.button(re.compile("^Place bets")).click(timeout=SOON_MS)
            page.locator(f"[data-area][aria-label^='{PLACED}']").wait_for(timeout=SOON_MS)
            said = page.evaluate("[...window.said]")
        hold(page, "answers", False)
        visitor.wait_for_the_next_bets()
    assert said == SENT


def come_and_be_watched(visitor: Visitor) -> None:
    """To a table where an Ante is enough."""
    visitor.page.add_init_script(GATES)
    visitor.page.add_init_script(WATCHING)
    visitor.go_to_table("3CP 1")
    visitor.sit_down()


def lay_ten_dollars(visitor: Visitor, areas: list[tuple[int, str]]) -> None:
    """On the Ante."""
    visitor.choose_chip("5")
    for _ in range(2):
        visitor.area(areas[0][0], "ante").click(timeout=SOON_MS)
    visitor.page.evaluate("window.said = undefined")
    visitor.page.evaluate("document.body.dataset.watched = Math.random()")


def test_suits_have_four_colours_or_two(visitor: Visitor) -> None:
    visitor.go_to_table("UTH 1")
    assert len(colours_of_suits(visitor)) == 4
    visitor.button("Menu").click()
    visitor.page.get_by_label("Four colours for the suits").uncheck()
    visitor.page.reload()  # it is kept
    assert len(colours_of_suits(visitor)) == 2


def colours_of_suits(visitor: Visitor) -> dict[str, set[str]]:
    """Of all cards that lie open, for as long as it takes to see each suit: which suits have which colour."""
    found: dict[str, set[str]] = {}
    waiting = Waiting("each suit was seen")
    while waiting() and sum(map(len, found.values())) < 4:
        for colour, path in visitor.page.evaluate(SUITS):
            found.setdefault(colour, set()).add(path)
        visitor.page.wait_for_timeout(100)
    return found


# The colour in which each card is printed, and the shape of its suit.
SUITS = """() => [...document.querySelectorAll("main .face + g")]
  .map(each => [getComputedStyle(each).fill, each.querySelector("path").getAttribute("d")])"""
