"""`./x shots [FOLDER]`: pictures of every page and state at desktop and phone size, to be looked at."""

import re
import shutil
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.browser.conftest import CHROME, OPTIONS
from tests.browser.playing import DESKTOP, PHONE, SOON_MS, Visitor, Waiting
from tests.browser.test_rounds import GAMES
from tests.browser.test_sign import a_royal_flush, suspend
from tests.server.running import Running
from tests.server.test_shoe import at_their_posts, open_with_shoes

SIZES = {"desktop": DESKTOP, "phone": PHONE}
WALL, UPRIGHT = (1920, 1080), (1080, 1920)


def main(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        running = Running("", Path(data))
        running.start("--speed", "2")
        browser = playwright.chromium.launch(executable_path=CHROME, args=list(OPTIONS))
        try:
            for name, size in SIZES.items():
                for table, wagers in GAMES:
                    with Visitor(browser, running.address, size) as visitor:
                        Album(visitor, folder, name).of_a_round(table, wagers)
                with Visitor(browser, running.address, size) as visitor:
                    Album(visitor, folder, name).of_pages()
        finally:
            running.stop()
        of_the_sign(browser, Path(data), folder)
        browser.close()


class Album:
    def __init__(self, visitor: Visitor, folder: Path, size: str) -> None:
        self._visitor, self._folder, self._size = visitor, folder, size
        self._taken: set[str] = set()

    def take(self, name: str, after_ms: int = 0) -> None:
        if name not in self._taken:
            self._taken.add(name)
            self._visitor.page.wait_for_timeout(after_ms)
            path = self._folder / f"{name}-{self._size}.png"
            self._visitor.page.screenshot(path=path)
            print(path, flush=True)

    def of_pages(self) -> None:
        page = self._visitor.page
        for name, path in (("floor", "/"), ("rule", "/rules/mbs-uth/3.10.4"), ("welcome", "/welcome/none")):
            self._visitor.go(path)
            page.wait_for_timeout(1_500)
            self.take(name)
        self._visitor.go("/")
        self._visitor.button("Play as a guest").click()
        self.take("entrance")
        page.keyboard.press("Escape")
        self._visitor.go_to_table("UTH 1")
        self._visitor.button("Menu").click()
        self.take("menu")

    def of_a_round(self, table: str, wagers: tuple[str, ...]) -> None:
        visitor, page = self._visitor, self._visitor.page
        game = table.split(maxsplit=1)[0].lower()
        visitor.go_to_table(table)
        page.wait_for_timeout(600)
        self.take(f"{game}-1-looking-on")
        visitor.sit_down()

        def lay(areas: list[tuple[int, str]]) -> None:
            visitor.choose_chip("25")
            for position, wager in areas:
                if wager in wagers:
                    visitor.area(position, wager).click(timeout=SOON_MS)
            self.take(f"{game}-2-betting")
            visitor.button(re.compile("^Place bets")).click(timeout=SOON_MS)

        visitor.bet_by(lay)
        waiting = Waiting("the round is settled")
        while waiting() and not visitor.settled:
            if visitor.sees("Look at your cards"):
                self.take(f"{game}-3-dealt")
            if page.locator(".choice.main").count() and not visitor.sees("Look"):
                page.wait_for_timeout(400)
                for words in page.locator(".choice.main").all_inner_texts():  # none, when time has run out
                    (what,) = re.findall(r"^\W*(\w+)", words.lower())
                    self.take(f"{game}-4-deciding-{what}")
            visitor.play_a_step()
        page.wait_for_timeout(500)
        self.take(f"{game}-5-settled")
        visitor.button("What became of each bet").click()
        page.wait_for_timeout(400)
        page.get_by_role("dialog").locator("li button").first.click()
        page.wait_for_timeout(400)
        self.take(f"{game}-6-result-and-rule")
        page.keyboard.press("Escape")
        page.get_by_role("link", name="Replay").click(timeout=30_000)
        page.locator(".check").wait_for()
        page.keyboard.press("End")
        page.wait_for_timeout(400)
        self.take(f"{game}-7-replay")


def of_the_sign(browser: Browser, data: Path, folder: Path) -> None:
    """Running, pending, won, off and out of touch, on a wall, upright and on a phone."""
    (shoes := data / "shoes").mkdir()
    running = open_with_shoes(shoes)
    with ExitStack() as open_until_the_end:
        open_until_the_end.callback(running.stop)
        staff = open_until_the_end.enter_context(at_their_posts(running))
        albums = []
        for name, size in (("wall", WALL), ("upright", UPRIGHT), ("phone", PHONE)):
            visitor = open_until_the_end.enter_context(Visitor(browser, running.address, size))
            visitor.go("/sign/Megalink")
            albums.append(Album(visitor, folder, name))

        def take(name: str) -> None:
            for album in albums:
                album.take(name, after_ms=1_000)

        for name, _ in zip(("1-running", "2-pending", "3-won"), a_royal_flush(running, staff), strict=True):
            take(f"sign-{name}")
        suspend(running, staff, "Megalink")
        take("sign-4-off")
        running.stop()
        take("sign-5-out-of-touch")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
