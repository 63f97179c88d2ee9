"""Every size of a screen: nothing is cut off, covered, or too small to be read or touched.

On a tablet the felt has its arc, with results in a list below it; on a phone they are rows that end above the dock.
"""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.playing import DESKTOP, GATES, PHONE, TABLET, UPRIGHT_TABLET, Visitor, Waiting, hold, too_small
from tests.browser.test_access import PATHS
from tests.server.running import Running

SIZES = {"lying": TABLET, "upright": UPRIGHT_TABLET}


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES.keys())
def test_a_round_on_a_tablet(browser: Browser, running: Running, size: tuple[int, int]) -> None:
    with Visitor(browser, running.address, size) as visitor:
        page = visitor.page
        visitor.go_to_table("UTH 1")
        felt = page.get_by_role("group", name="Table UTH 1")
        expect(felt).to_be_visible()
        assert too_small(page) == []
        visitor.sit_down()
        for position, wager in visitor.wait_for_bets():
            box = visitor.area(position, wager).locator(".reach").bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 44
        visitor.bet("ante", "trips")
        assert too_small(page) == []
        visitor.play_on()
        results = page.get_by_role("region", name="Results")
        expect(results.get_by_role("listitem").first).to_contain_text("You")
        assert too_small(page) == []
        visitor.button("What became of each bet").click()
        page.get_by_role("link", name="Replay").click(timeout=15_000)
        page.locator(".check").wait_for()
        page.keyboard.press("End")
        expect(page.get_by_role("group", name="Table UTH 1").locator("[data-line]").first).to_be_hidden()
        ante = results.get_by_role("listitem").first.locator(".line").filter(has_text="Ante")
        ante.click(position={"x": 10, "y": 10})  # all of it, not only the number of the rule
        expect(page.get_by_role("dialog", name=re.compile(r"^Ante, position \d"))).to_be_visible()
        page.keyboard.press("Escape")
        assert too_small(page) == []
        for side, most in zip(("scrollWidth", "scrollHeight"), size, strict=True):
            assert page.evaluate(f"document.documentElement.{side}") <= most
        assert visitor.wrong == []


LOW = ((1366, 625), (1280, 560), (1200, 640), (1600, 700))  # what a small laptop's browser leaves of its screen


@pytest.mark.parametrize("size", LOW, ids=str)
def test_a_round_in_a_wide_and_low_window(browser: Browser, running: Running, size: tuple[int, int]) -> None:
    """What would be too small on the felt stands beside it."""
    with Visitor(browser, running.address, size) as visitor:
        page = visitor.page
        visitor.go_to_table("LIR 1")
        assert (too_small(page), cut_off(page)) == ([], [])
        visitor.sit_down()
        visitor.bet("$", "progressive")
        assert (too_small(page), cut_off(page)) == ([], [])
        visitor.play_on()
        results = page.get_by_role("region", name="Results")
        expect(results.get_by_role("listitem").first).to_contain_text("You")
        assert (too_small(page), cut_off(page)) == ([], [])
        felt, beside = (each.bounding_box() for each in (page.get_by_role("group", name="Table LIR 1"), results))
        assert felt
        assert beside
        assert felt["x"] + felt["width"] <= beside["x"] + 1
        assert felt["height"] > size[1] / 2
        assert visitor.wrong == []


FLOORS = {(820, 1180): [3, 2], (1024, 768): [3, 2], (1200, 800): [3, 2], (1440, 900): [5], (1920, 1080): [5]}

# How many tables stand in each row, from above.
ROWS = """() => Object.values(Object.groupBy(document.querySelectorAll(".tables li"),
  each => Math.round(each.getBoundingClientRect().top))).map(row => row.length)"""


def test_no_table_stands_alone_in_its_row_of_the_floor(visitor: Visitor) -> None:
    visitor.go("/")
    visitor.page.locator(".tables li").nth(4).wait_for()
    for (width, height), rows in FLOORS.items():
        visitor.page.set_viewport_size({"width": width, "height": height})
        waiting = Waiting(f"rows of {rows} at {width}")
        while waiting() and visitor.page.evaluate(ROWS) != rows:
            visitor.page.wait_for_timeout(20)
        assert cut_off(visitor.page) == []


# As narrow as people have it, a phone, and windows of 1280 by 800 and 1024 by 768 at 200 %.
NARROW = ((320, 640), (360, 640), PHONE, (640, 400), (512, 384))

# Text that begins or ends outside of the window, and cannot be scrolled into it.
CUT_OFF = """() => [...document.querySelectorAll("body *")]
  .filter(each => [...each.childNodes].some(part => part.nodeType === 3 && part.data.trim()))
  .filter(each => !each.closest(".unseen, .skip, .reel, title, style, script") && each.checkVisibility())
  .filter(each => {
    const { left, right } = each.getBoundingClientRect();
    const scrolls = (above) => above && (/auto|scroll/.test(getComputedStyle(above).overflowX) &&
      above.scrollWidth > above.clientWidth || scrolls(above.parentElement));
    return (left < -0.5 || right > innerWidth + 0.5) && !scrolls(each.parentElement);
  }).map(each => each.textContent.trim().slice(0, 40))"""


def cut_off(page: Page) -> list[str]:
    """What cannot be read to its end, and whatever makes the whole page scroll to the side."""
    found: list[str] = page.evaluate(CUT_OFF)
    wider: int = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return found + ([f"{wider} pixels too wide"] if wider > 0 else [])


def test_a_window_of_320_pixels_or_zoomed_to_200_percent_loses_nothing(browser: Browser, running: Running) -> None:
    with Visitor(browser, running.address, PHONE) as visitor:
        lost = {}
        for path, shown in PATHS.items():
            visitor.go(path)
            visitor.page.locator(shown).first.wait_for()
            for width, height in NARROW:
                visitor.page.set_viewport_size({"width": width, "height": height})
                if found := cut_off(visitor.page):
                    lost[path, width] = found
        assert lost == {}


# The last row of the results when all is scrolled up: how far it ends above what is below it, and whether it is seen.
LAST_ROW = """() => {
  const main = document.querySelector("main"), dock = document.querySelector(".dock").getBoundingClientRect();
  main.scrollTop = main.scrollHeight;
  const row = [...document.querySelectorAll(".results li")].at(-1), at = row.getBoundingClientRect();
  const seen = document.elementFromPoint((at.left + at.right) / 2, (at.top + at.bottom) / 2);
  const end = dock.left < at.right ? dock.top : innerHeight;
  return [Math.round(end - at.bottom), row.contains(seen), at.top >= main.getBoundingClientRect().top];
}"""


def test_the_results_of_six_wagers_have_room_above_the_dock(browser: Browser, running: Running) -> None:
    with Visitor(browser, running.address, PHONE) as visitor:
        page = visitor.page
        page.add_init_script(GATES)
        visitor.go_to_table("THB 1")
        visitor.sit_down()
        visitor.bet("ante", "bonus", "progressive")
        visitor.play_on()
        hold(page, "feed")  # the results stay until they are measured
        expect(page.locator(".results li")).to_have_count(6)
        for width, height in NARROW:
            page.set_viewport_size({"width": width, "height": height})
            below, seen, within = page.evaluate(LAST_ROW)
            assert (below >= 8, seen, within) == (True, True, True), (width, height)
            assert cut_off(page) == []
            assert too_small(page) == []
            if (width, height) == PHONE:  # all at once on a usual one
                assert page.evaluate("document.querySelector('main').scrollTop") == 0


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("wagers", [("UTH 1", "ante", "trips"), ("LIR 1", "$")], ids=["UTH", "LIR"])
def test_the_smallest_chip_has_a_number_that_can_be_read(
    browser: Browser, running: Running, size: tuple[int, int], wagers: tuple[str, ...]
) -> None:
    with Visitor(browser, running.address, size) as visitor:
        page = visitor.page
        page.add_init_script(GATES)
        visitor.go_to_table(wagers[0])
        visitor.sit_down()
        visitor.bet(*wagers[1:], "progressive")
        hold(page, "feed")
        for width, height in (size, *(NARROW if size == PHONE else ((1200, 800), (1920, 1080)))):
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(100)  # until it is drawn anew
            assert too_small(page) == [], (width, height)
            assert cut_off(page) == [], (width, height)


# What is as wide as it has room for, and holds more, with nothing at its edge that says so.
CUT_LISTS = """() => [...document.querySelectorAll("main, main *, .screen > [role=dialog], .screen > [role=dialog] *")]
  .filter(each => /auto|scroll/.test(getComputedStyle(each).overflowX) && each.scrollWidth > each.clientWidth + 1)
  .filter(each => { const fades = getComputedStyle(each).maskImage, left = each.scrollLeft; return fades === "none" ||
    left > 1 && !/ 40px/.test(fades) || left < each.scrollWidth - each.clientWidth - 1 && !/- 40px/.test(fades); })
  .map(each => each.className)"""


def test_what_is_opened_beside_a_table_moves_nothing_of_it(visitor: Visitor) -> None:
    page = visitor.page
    page.add_init_script(GATES)
    visitor.go_to_table("UTH 1")
    visitor.sit_down()
    opened: dict[str, str | re.Pattern[str]] = {"h": re.compile("^Round"), "?": "Menu"}

    def check(which: tuple[str, ...]) -> None:
        """None of these is anywhere else, or gone, while something is open; and it ends above the dock."""
        hold(page, "feed")
        shown = [page.locator(each).first for each in which]
        places = [each.bounding_box() for each in shown]
        assert None not in places
        for key, title in opened.items():
            page.keyboard.press(key)
            panel = page.get_by_role("dialog", name=title)
            box, dock = panel.bounding_box(), page.locator(".dock").bounding_box()
            assert box is not None
            assert dock is not None
            assert (box["x"] + box["width"], round(box["y"] + box["height"])) == (DESKTOP[0], round(dock["y"]))
            assert [each.bounding_box() for each in shown] == places, key
            assert page.evaluate(CUT_LISTS) == []
            page.keyboard.press("Escape")
            expect(panel).to_be_hidden()
        hold(page, "feed", False)

    visitor.wait_for_bets()
    check((".acts .main", "[data-area]", "main svg .call"))
    visitor.bet("ante", "trips")
    visitor.play_on()
    check((".dock .act", "main svg [data-line]", "main svg .name"))


def test_a_list_below_the_felt_shows_that_it_goes_on(browser: Browser, running: Running) -> None:
    with Visitor(browser, running.address, TABLET) as visitor:
        page = visitor.page
        page.add_init_script(GATES)
        visitor.go_to_table("UTH 1")
        visitor.sit_down()
        visitor.bet("ante", "trips")
        visitor.play_on()
        results = page.get_by_role("region", name="Results")
        results.get_by_role("listitem").nth(1).wait_for()
        hold(page, "feed")
        assert page.evaluate(CUT_LISTS) == []
        results.evaluate("each => each.scrollLeft = each.scrollWidth")
        page.wait_for_timeout(100)
        assert page.evaluate(CUT_LISTS) == []
