"""Pictures of what is watched: all tables, one live, a round that is over, its deck, and books that are wrong."""

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Protocol

from playwright.sync_api import Browser

from pitlink.store import schema
from pitlink.store.database import open_engine
from tests.audit.tampering import change, unguarded
from tests.browser.playing import DESKTOP, Visitor, Waiting
from tests.browser.test_watch import TABLE, TROUBLED, report_at, watch
from tests.server.running import Running, signed_in
from tests.server.test_staff import STAFF

WATCH = (
    *("watch-1-sign-in", "watch-2-tables", "watch-3-live", "watch-4-report", "watch-5-step", "watch-6-deck"),
    *("watch-7-find", "watch-8-wrong"),
)


class Album(Protocol):
    def take(self, name: str, after_ms: int = 0) -> None: ...


def of_watching(
    browser: Browser, data: Path, sizes: dict[str, tuple[int, int]], album_of: Callable[[Visitor, str], Album]
) -> None:
    """One pit for all sizes; its books are spoilt at the end, by somebody who may write to them."""
    data.mkdir()
    running = Running("", data)
    running.start("--speed", "3")
    with ExitStack() as open_until_the_end:
        open_until_the_end.callback(running.stop)
        staff = open_until_the_end.enter_context(signed_in(running, STAFF))
        report_at(staff)
        waiting = Waiting("two rounds are over")
        while waiting() and staff["dealer"].table(TABLE).round < 3:
            pass
        watching = []
        for name, size in sizes.items():
            visitor = open_until_the_end.enter_context(Visitor(browser, running.address, size))
            watching.append((visitor, album_of(visitor, name)))
            _of_one(visitor, watching[-1][1], beside=size == DESKTOP)
        engine = open_engine(running.books)
        with unguarded(engine) as connection:
            change(connection, schema.event, 40, person="Mallory")
        engine.dispose()
        for visitor, album in watching:
            visitor.go("/watch")
            visitor.button("Prove now").click()
            visitor.page.get_by_role("alert").filter(has_text="Wrong at event 40 ").wait_for()
            album.take("watch-8-wrong")


def _of_one(visitor: Visitor, album: Album, *, beside: bool) -> None:
    page = visitor.page
    visitor.go("/watch")
    visitor.button("Sign in").wait_for()
    album.take("watch-1-sign-in")
    watch(visitor, "/watch")
    visitor.button("Prove now").click()
    page.get_by_text("nothing wrong").wait_for()
    album.take("watch-2-tables")
    visitor.go(f"/watch/{TABLE}")
    page.locator("main .face").nth(3).wait_for(state="attached")
    album.take("watch-3-live", after_ms=400)
    visitor.go(f"/watch/{TROUBLED}")
    page.locator(".dock p").first.wait_for()
    album.take("watch-4-report", after_ms=400)
    visitor.go(f"/watch/{TABLE}/round/2")
    page.locator(".check").wait_for()
    for _ in range(30):
        page.keyboard.press("ArrowRight")
    album.take("watch-5-step", after_ms=300)
    page.keyboard.press("End")
    if not beside:
        page.get_by_role("button", name="Record", exact=True).click()
    parts = page.get_by_role("group", name="Beside the table")
    parts.get_by_role("button", name="Deck").click()
    album.take("watch-6-deck", after_ms=300)
    parts.get_by_role("button", name="Find a round").click()
    page.get_by_role("button", name="Find rounds").click()
    page.get_by_text("looked back to round").wait_for()
    album.take("watch-7-find")
