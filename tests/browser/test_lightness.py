"""How soon a page is there, how much of it there is, and how it answers: measured here, and told when the run is over.

Only the size is held to its bound here, which is the same on every machine; `./x bench pages` holds the rest.
"""

from collections.abc import Callable

from playwright.sync_api import Browser

from benchmarks.pages import WATCHING, in_short, painted, sized
from tests.browser.playing import Visitor
from tests.server.running import Running

MOST_BYTES = 200_000


def test_what_a_page_weighs_and_how_quick_it_is(
    browser: Browser, running: Running, record_property: Callable[[str, object], None]
) -> None:
    size = sized(running.address)
    paint_ms = painted(browser, running.address)
    with Visitor(browser, running.address, still=False) as visitor:
        visitor.see_all()
        visitor.page.add_init_script(WATCHING)
        visitor.go_to_table("UTH 1")
        visitor.sit_down()
        visitor.bet("ante", "trips")
        visitor.play_on()
        tasks, presses = visitor.page.evaluate("window.tasks"), visitor.page.evaluate("window.presses")
    slowest, pressed = max(presses)
    told = f"scripts and styles {size / 1000:.0f} kB gzipped, first paint {paint_ms:.0f} ms, "
    told += f"longest task {max(tasks, default=0):.0f} ms, "
    told += f"slowest answer to a press {slowest:.0f} ms ({in_short(pressed)})"
    record_property("measured", told)
    assert size < MOST_BYTES
    assert paint_ms > 0
    assert slowest > 0
