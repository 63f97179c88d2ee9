"""`./x shots [FOLDER]`: pictures of every page and state at all sizes, to be looked at; fails if one is absent."""

import re
import shutil
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from playwright.sync_api import Browser, Locator, sync_playwright

from tests.browser.conftest import CHROME, OPTIONS
from tests.browser.playing import DESKTOP, PHONE, SOON_MS, TABLET, UPRIGHT_TABLET, Visitor, Waiting
from tests.browser.shots_at_table import MOMENTS, ON_A_PHONE, of_moments
from tests.browser.shots_console import NAMES as CONSOLE
from tests.browser.shots_console import a_pit_with_staff, of_a_claim, of_the_console
from tests.browser.shots_desk import DESK, of_links_at_the_desk, of_the_desk
from tests.browser.shots_of_wrong import STATES as WRONG
from tests.browser.shots_of_wrong import of_wrong
from tests.browser.shots_watch import WATCH, of_watching
from tests.browser.test_admin import ADMIN, as_administrator
from tests.browser.test_company import asked_to_go_on
from tests.browser.test_rounds import GAMES
from tests.browser.test_sign import a_royal_flush, suspend
from tests.server.running import Running
from tests.server.test_shoe import at_their_posts, open_with_shoes

SIZES = {"desktop": DESKTOP, "phone": PHONE, "tablet": TABLET, "tablet-upright": UPRIGHT_TABLET}
WALLS = {"wall": (1920, 1080), "upright": (1080, 1920), "phone": PHONE}

PLAIN = {
    **{"floor": "/", "rules": "/rules", "rulebook": "/rules/mbs-uth", "rule": "/rules/mbs-uth/3.10.4"},
    **{"readings": "/rules/readings", "welcome": "/welcome/none", "no-such-table": "/table/none"},
}
PAGES = (*PLAIN, "entrance", "menu", "history", "two-colours")
ROUND = ("1-looking-on", "2-betting", "3-dealt", "4-deciding", "5-settled", "6-result-and-rule", "7-replay")
TROUBLE = ("blind-hand", "asked", "connection-lost")
SIGN = ("1-running", "2-pending", "3-won", "4-off", "5-out-of-touch")
FLOOR = ("floor-pending", "floor-suspended")


def expected() -> set[str]:
    """Every picture that has to be there."""
    games = [table.split()[0].lower() for table, _ in GAMES]
    rounds = [f"{game}-{state}" for game in games for state in ROUND]
    staff = (*CONSOLE, *DESK, *WATCH, *ADMIN)
    tables = {f"{name}-{size}.png" for name in (*PAGES, *MOMENTS, *TROUBLE, *FLOOR, *staff, *rounds) for size in SIZES}
    tables |= {f"{name}-phone.png" for name in ON_A_PHONE}
    tables |= {f"wrong-{state}-{size}.png" for state in WRONG for size in SIZES}
    return tables | {f"sign-{state}-{wall}.png" for state in SIGN for wall in WALLS}


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
        for name, size in SIZES.items():
            of_trouble(browser, Path(data) / name, folder, name, size)
            of_the_administrator(browser, Path(data) / f"admin {name}", folder, name, size)

        def take(visitor: Visitor, state: str, size: str) -> None:
            Album(visitor, folder, size).take(state, 300)

        of_moments(browser, Path(data) / "moments", SIZES, take)
        of_wrong(browser, Path(data), SIZES, take)
        of_a_claim(browser, Path(data) / "claim", SIZES, take)
        of_watching(browser, Path(data) / "watch", SIZES, lambda visitor, name: Album(visitor, folder, name))
        with a_pit_with_staff(Path(data) / "console") as (address, dana):
            for name, size in SIZES.items():
                with Visitor(browser, address, size) as visitor:
                    of_the_console(visitor, dana, Album(visitor, folder, name).take)
        of_the_sign(browser, Path(data), folder)
        of_the_desk(browser, Path(data) / "desk", folder)
        of_links_at_the_desk(browser, Path(data) / "links", folder)
        browser.close()
    if absent := expected() - {path.name for path in folder.iterdir()}:
        sys.exit(f"shots: {len(absent)} pictures are absent: {', '.join(sorted(absent))}")


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
        for name, path in PLAIN.items():
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
        page.get_by_label("Four colours for the suits").uncheck()
        page.keyboard.press("Escape")
        page.locator("main .face").nth(3).wait_for(state="attached", timeout=60_000)
        self.take("two-colours", after_ms=300)
        page.keyboard.press("h")
        page.get_by_role("dialog", name="Rounds").locator("li a").first.wait_for()
        self.take("history")

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
            if f"{game}-3-dealt" not in self._taken:  # nothing is pressed before
                page.wait_for_timeout(60)
                continue
            if page.locator(".choice.main").count() and not visitor.sees("Look"):
                self.take(f"{game}-4-deciding", after_ms=400)
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


def of_trouble(browser: Browser, data: Path, folder: Path, name: str, size: tuple[int, int]) -> None:
    """A hand that must stay down, a question after an irregularity, and a pit that does not answer."""
    data.mkdir()
    running = Running("", data)
    running.start("--speed", "2")
    with ExitStack() as open_until_the_end:
        open_until_the_end.callback(running.stop)
        visitor = open_until_the_end.enter_context(Visitor(browser, running.address, size))
        album, page = Album(visitor, folder, name), visitor.page
        visitor.go_to_table("3CP 1")
        visitor.sit_down()
        visitor.wait_for_bets()
        page.get_by_role("button", name=OPEN_SEAT).first.click()
        waiting = Waiting("both hands are in play")
        while waiting() and not page.locator(".choice.main").count():
            bet_at_each_seat(visitor)
            if visitor.sees("Look at your cards"):
                visitor.press(page.locator("button").filter(has_text="Look at your cards").first)
        album.take("blind-hand", after_ms=600)
        visitor = open_until_the_end.enter_context(Visitor(browser, running.address, size))
        album, page = Album(visitor, folder, name), visitor.page
        with asked_to_go_on(visitor, running, "UTH 1"):
            album.take("asked", after_ms=300)
            running.stop()
            page.get_by_text("Connection lost at").wait_for()
            album.take("connection-lost")


def of_the_administrator(browser: Browser, data: Path, folder: Path, name: str, size: tuple[int, int]) -> None:
    """Accounts and set-up, on a pit of his own."""
    data.mkdir()
    running = Running("", data)
    running.start("--speed", "2")
    with ExitStack() as open_until_the_end:
        open_until_the_end.callback(running.stop)
        visitor = open_until_the_end.enter_context(Visitor(browser, running.address, size))
        album = Album(visitor, folder, name)
        for state, _ in zip(ADMIN, as_administrator(visitor, running), strict=True):
            album.take(state, after_ms=300)


OPEN_SEAT = re.compile(r"^Sit here, position \d|^Position \d Open")


def bet_at_each_seat(visitor: Visitor) -> None:
    """If bets are open. On a phone one's seats are seen one by one."""
    page = visitor.page
    laid = page.locator('[data-area$=" ante"]')
    seats: list[Locator | None] = [*page.locator(".strip button.mine").all()] or [None, None]
    sending = page.locator(".acts").filter(has_text="Sending").count() > 0
    if laid.count() == 0 or sending or visitor.sees("Take back") or visitor.sees("Place bets"):
        page.wait_for_timeout(60)
        return
    for nth, seat in enumerate(seats):
        if seat:
            visitor.press(seat)
        visitor.press(laid.nth(0 if seat else nth))
    visitor.press(visitor.button(re.compile("^Place bets")))


def of_the_sign(browser: Browser, data: Path, folder: Path) -> None:
    """Running, pending, won, off and out of touch, on walls and a phone; two of them from the floor too."""
    (shoes := data / "shoes").mkdir()
    running = open_with_shoes(shoes)
    with ExitStack() as open_until_the_end:
        open_until_the_end.callback(running.stop)
        staff = open_until_the_end.enter_context(at_their_posts(running))
        albums = []
        for name, size in WALLS.items():
            visitor = open_until_the_end.enter_context(Visitor(browser, running.address, size))
            visitor.go("/sign/Megalink")
            albums.append(Album(visitor, folder, name))
        floors = []
        for name, size in SIZES.items():
            visitor = open_until_the_end.enter_context(Visitor(browser, running.address, size))
            visitor.go("/")
            floors.append(Album(visitor, folder, name))

        def take(name: str, of: list[Album] = albums) -> None:
            for album in of:
                album.take(name, after_ms=1_000)

        _, pending, _, off, lost = SIGN
        for name, _ in zip(SIGN[:3], a_royal_flush(running, staff), strict=True):
            take(f"sign-{name}")
            if name == pending:
                take(FLOOR[0], floors)
        suspend(running, staff, "Megalink")
        take(f"sign-{off}")
        take(FLOOR[1], floors)
        running.stop()
        take(f"sign-{lost}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
