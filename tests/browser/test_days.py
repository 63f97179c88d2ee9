"""A sign that stands on its wall for days: nothing grows, nothing drifts, and what it shows is what is committed."""

import re
from collections.abc import Iterator
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from pitlink.client import Pit
from pitlink.server.roles import Role
from tests.browser.playing import Visitor
from tests.browser.test_sign import WALL, a_royal_flush
from tests.server.running import Running
from tests.server.test_shoe import at_their_posts, open_with_shoes, seated, shoe
from tests.server.test_staff import play_out

HOURS, JUMPS = 72, 4  # in each of which the clock of the wall makes so many jumps
MINUTE_MS, HOUR_MS = 60_000, 3_600_000
FURTHEST = (6, 3)  # pixels to either side, and up or down
TABLE, LINK = "LIR 1", "Megalink"


@pytest.fixture
def pit(tmp_path: Path) -> Iterator[Running]:
    made = open_with_shoes(tmp_path)
    yield made
    made.stop()


@pytest.mark.exhaustive
def test_a_sign_runs_for_days(browser: Browser, pit: Running) -> None:
    """By the wall's clock. Each jump of it is longer than a feed may be silent, so that each cuts the connection."""
    with Visitor(browser, pit.address, WALL) as wall, at_their_posts(pit) as staff:
        page, port = wall.page, pit.address.rpartition(":")[2]
        connections = list[str]()
        page.on("request", lambda request: connections.append(request.url) if "/feed" in request.url else None)
        page.clock.install(time=datetime.now().astimezone())
        wall.go(f"/sign/{LINK}")
        page.evaluate("window.sameAsEver = true")
        check_a_winner(pit, staff, page)
        places, grown = list[tuple[int, ...]](), list[Grown]()
        for hour in range(1, HOURS + 1):
            for _ in range(JUMPS):
                let_time_pass(page, HOUR_MS // JUMPS)
            places.append(place_of(page))
            if hour % 24 == 4:
                bet_on_the_progressive(pit, staff["dealer"])
            if hour % 24 == 12:
                lose_the_pit_for_hours(pit, page, port)
            if hour in (24, HOURS):
                shows_what_is_committed(page, staff["dealer"])
                grown.append(measured(page))
        check_places(places)
        check_growth(*grown)
        assert len(connections) > HOURS * JUMPS
        assert page.evaluate("window.sameAsEver")  # it was never loaded anew
        check_it_renews_itself(pit, page, port)
        shows_what_is_committed(page, staff["dealer"])
        assert [each for each in wall.wrong if "net::" not in each] == []


# What time brings


# As soon as the sign is in touch again.
IN_TOUCH = """() => new Promise(done => {
  const main = document.querySelector("main"), look = () => main.classList.contains("lost") || done(watch.disconnect());
  const watch = new MutationObserver(look);
  watch.observe(main, { attributes: true });
  look();
})"""


def let_time_pass(page: Page, ms: int) -> None:
    page.clock.fast_forward(ms)
    page.clock.run_for(300)  # before it tries again
    page.evaluate(IN_TOUCH)


def bet_on_the_progressive(pit: Running, dealer: Pit) -> None:
    zoe, free = seated(pit, dealer, TABLE)
    with zoe:
        zoe.do(TABLE, "PlaceWager", position=free, wager="progressive", amount=5_00)
        dealer.do(TABLE, "CloseBets")
        play_out(dealer, zoe, TABLE, free, shoe())


def lose_the_pit_for_hours(pit: Running, page: Page, port: str) -> None:
    pit.stop()
    page.clock.fast_forward(3 * HOUR_MS)
    expect(page.locator("main.lost header p")).to_have_text(re.compile(r"^as of (\d+ \w+ )?\d\d:\d\d:\d\d$"))
    pit.start("--bots", "2", "--port", port)
    page.clock.run_for(5_000)
    page.evaluate(IN_TOUCH)


# What is looked at


def shows_what_is_committed(page: Page, anybody: Pit) -> None:
    shown = f"{LINK}: ${anybody.link(LINK).sign.display / 100:,.2f}"
    expect(page.locator(".meter .unseen")).to_have_text(shown)


def check_a_winner(pit: Running, staff: dict[Role, Pit], page: Page) -> None:
    """Shown for ten minutes, and then no longer."""
    for _ in a_royal_flush(pit, staff):
        pass
    paid = page.locator(".notice").filter(has_text="Paid: ")
    expect(paid).to_be_visible()
    let_time_pass(page, 9 * MINUTE_MS)
    expect(paid).to_be_visible()
    let_time_pass(page, 2 * MINUTE_MS)
    expect(paid).to_have_count(0)
    expect(page.locator("dl")).to_contain_text("Last won")


PLACE = """() => {
  const [x = 0, y = 0] = getComputedStyle(document.querySelector("header")).translate.match(/-?\\d+/g) ?? [];
  const { scrollWidth, scrollHeight } = document.documentElement;
  return [Number(x), Number(y), scrollWidth, scrollHeight];
}"""


def place_of(page: Page) -> tuple[int, ...]:
    """How far what stands on the sign is away from its middle; its ground covers the wall, and no more."""
    *place, width, height = page.evaluate(PLACE)
    assert (width, height) == WALL
    return tuple(place)


def check_places(places: list[tuple[int, ...]]) -> None:
    assert all(one != other for one, other in pairwise(places))
    assert tuple(max(abs(way) for way in ways) for ways in zip(*places, strict=True)) == FURTHEST


class Grown(NamedTuple):
    nodes: int
    listeners: int
    heap: int


def measured(page: Page) -> Grown:
    """Of what is still held after everything else was swept out."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    for _ in range(2):
        session.send("HeapProfiler.collectGarbage")
    found = {each["name"]: int(each["value"]) for each in session.send("Performance.getMetrics")["metrics"]}
    session.detach()
    return Grown(found["Nodes"], found["JSEventListeners"], found["JSHeapUsedSize"])


def check_growth(first: Grown, last: Grown) -> None:
    assert last.nodes <= first.nodes + 20  # the awards that are listed may be others
    assert last.listeners <= first.listeners
    assert last.heap <= first.heap * 1.1, (  # the clock that is made to jump keeps a note of every jump
        f"{first.heap:,} bytes, then {last.heap:,}"
    )


def check_it_renews_itself(pit: Running, page: Page, port: str) -> None:
    """The pit comes back with other pages: a newer release, as far as the sign can tell."""

    def newer(route: Route) -> None:
        if route.request.resource_type == "document":
            route.continue_()
            return
        found = route.fetch()
        route.fulfill(response=found, body=found.text().replace("/assets/index-", "/assets/newer-"))

    page.route(f"**/sign/{LINK}", newer)
    pit.stop()
    page.locator("main.lost").wait_for()
    pit.start("--bots", "2", "--port", port)
    with page.expect_event("domcontentloaded"):
        page.clock.run_for(5_000)
    assert page.evaluate("window.sameAsEver") is None
    page.unroute_all(behavior="ignoreErrors")
