"""`./x shots [FOLDER]`: pictures of every page and state at desktop and phone size, to be looked at."""

import re
import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.browser.conftest import CHROME, OPTIONS
from tests.browser.playing import DESKTOP, PHONE, Visitor, Waiting
from tests.browser.test_rounds import GAMES
from tests.server.running import Running

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
            of_the_sign(browser, running.address, folder)
        finally:
            browser.close()
            running.stop()


class Album:
    def __init__(self, visitor: Visitor, folder: Path, size: str) -> None:
        self._visitor, self._folder, self._size = visitor, folder, size
        self._taken: set[str] = set()

    def take(self, name: str) -> None:
        if name not in self._taken:
            self._taken.add(name)
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
        areas = visitor.wait_for_bets()
        visitor.choose_chip("25")
        for position, wager in areas:
            if wager in wagers:
                visitor.area(position, wager).click()
        self.take(f"{game}-2-betting")
        visitor.button(re.compile("^Place bets")).click()
        waiting = Waiting("the round is settled")
        while waiting() and not visitor.settled:
            if visitor.sees("Look at your cards"):
                self.take(f"{game}-3-dealt")
            if (choice := page.locator(".choice.main")).count() and not visitor.sees("Look"):
                page.wait_for_timeout(400)
                (what,) = re.findall(r"^\W*(\w+)", choice.first.inner_text().lower())
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


def of_the_sign(browser: Browser, address: str, folder: Path) -> None:
    for name, size in (("wall", WALL), ("upright", UPRIGHT)):
        with Visitor(browser, address, size) as visitor:
            visitor.go("/sign/Megalink")
            visitor.page.wait_for_timeout(1_500)
            Album(visitor, folder, name).take("sign")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
