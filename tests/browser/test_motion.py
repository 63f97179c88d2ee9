"""With motion, as most people have it: everything moves as it should, and the browser has nothing to say about it."""

from playwright.sync_api import Browser

from tests.browser.playing import DESKTOP, Visitor, Waiting
from tests.server.running import Running

# Where to what moves now is on its way.
MOVING = """() => document.getAnimations().flatMap(each => each.effect?.getKeyframes?.() ?? [])
  .map(each => String(each.transform ?? ''))"""


def test_a_round_and_the_floor_with_motion(browser: Browser, running: Running) -> None:
    with Visitor(browser, running.address, DESKTOP, still=False) as visitor:
        visitor.go("/")
        visitor.page.locator("article").first.wait_for()
        visitor.page.wait_for_timeout(3_000)  # in which cards come and meters roll
        visitor.go_to_table("UTH 1")
        visitor.sit_down()
        visitor.bet("ante", "trips")
        moved, waiting = set[str](), Waiting("the round is settled")
        while waiting() and not visitor.settled:
            moved |= set(visitor.page.evaluate(MOVING))
            visitor.play_a_step()
        assert any("translate" in each for each in moved)  # cards were dealt, chips laid and taken
        assert visitor.wrong == []
