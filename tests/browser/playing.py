"""A person in front of the pages: what is clicked, and what is read off the screen."""

import re
import time
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from typing import Literal, Self
from urllib.parse import quote

from playwright.sync_api import Browser, Error, Locator, Page, TimeoutError

DESKTOP, PHONE = (1440, 900), (390, 844)
TABLET, UPRIGHT_TABLET = (1024, 768), (820, 1180)
ROUND_S = 90  # at most, on a machine that has much else to do
SOON_MS = 2_000
BARS = 300  # pixels, more than tabs and addresses take
TOO_LATE = "status of 409"  # as Chromium tells that the pit has refused something
BAD = ("error", "warning")
_names = count(1)


class Visitor:
    """A browser window of somebody's own. What goes wrong in the page, or is warned of, is in `wrong`."""

    def __init__(self, browser: Browser, address: str, size: tuple[int, int] = DESKTOP, still: bool = True) -> None:
        width, height = size
        self.address, self.name = address, f"Visitor {next(_names)}"
        self._context = browser.new_context(
            viewport={"width": width, "height": height},
            has_touch=size in (PHONE, TABLET, UPRIGHT_TABLET),
            reduced_motion="reduce" if still else "no-preference",
        )
        self.page: Page = self._context.new_page()
        self.page.set_default_timeout(ROUND_S * 1000)  # some things can be pressed once a round only
        self.wrong: list[str] = []
        self._before = self.had = 0
        self.page.on("console", lambda told: self.wrong.append(told.text) if told.type in BAD else None)
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(Error):  # the pit may be gone
            self.leave()
        self._context.close()

    def leave(self) -> None:
        """A seat that was only left behind would keep everybody waiting: for its bets, and for its decisions."""
        if found := re.search(r"/table/[^/]+", self.page.url):
            path = f"{self.address}/api{found[0].replace('table', 'tables')}/commands"
            self._context.request.post(path, data={"id": f"{self.name} goes", "command": "Leave"})

    def see_all(self) -> None:
        """Have the window show the whole page: it is as large as the page was asked to be, with the browser's own bars
        in it, so the page's last lines lie below its edge and are drawn only with something above them.
        """
        tools = self._context.new_cdp_session(self.page)
        window = tools.send("Browser.getWindowForTarget")
        height = window["bounds"]["height"] + BARS
        tools.send("Browser.setWindowBounds", {"windowId": window["windowId"], "bounds": {"height": height}})
        tools.detach()

    def go(self, path: str) -> None:
        self.page.goto(f"{self.address}{path}")

    def go_to_table(self, table: str) -> None:
        self.go(f"/table/{quote(table)}")
        self.page.locator(".dock").wait_for()

    # At the entrance

    def come_in(self) -> None:
        """As a guest, in the dialog that asks who it is."""
        self.page.get_by_label("Name").fill(self.name)
        self.button("Come in").click()
        self.page.get_by_role("dialog").wait_for(state="hidden")

    def sign_in(self, name: str, password: str) -> None:
        """With an account, in the same dialog."""
        if not self.page.get_by_label("Password").count():
            self.button("I have an account").click()
        self.page.get_by_label("Name").fill(name)
        self.page.get_by_label("Password").fill(password)
        self.page.get_by_role("dialog").get_by_role("button", name="Sign in").click()
        self.page.get_by_role("dialog").wait_for(state="hidden")

    def sit_down(self) -> None:
        self.button(re.compile("^Sit down, ")).click()
        self.come_in()

    # At a table

    def button(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("button", name=name).first

    def sees(self, button: str) -> bool:
        """Whether a button that begins like that can be pressed now."""
        return self.page.locator("button:enabled").filter(has_text=re.compile(f"^\\s*{button}")).count() > 0

    def area(self, position: int, wager: str) -> Locator:
        return self.page.locator(f'[data-area="{position} {wager}"]')

    def choose_chip(self, dollars: str) -> None:
        self.page.get_by_role("radio", name=re.compile(rf"^{re.escape(dollars)} dollar chip")).click(timeout=SOON_MS)

    def wait_for_bets(self) -> list[tuple[int, str]]:
        """The areas that can be bet on, once they can."""
        found: list[str] = []
        while not found:  # they may be gone as soon as they are seen
            self.page.locator("[data-area]").first.wait_for(timeout=ROUND_S * 1000)
            found = self.page.eval_on_selector_all("[data-area]", "all => all.map(each => each.dataset.area)")
        return [(int(position), wager) for position, wager in (each.split(" ", 1) for each in found)]

    def bet(self, *wagers: str) -> None:
        """Ten dollars on each entry named, five on the progressive; equal wagers follow."""

        def lay(areas: list[tuple[int, str]]) -> None:
            self.choose_chip("5")
            for position, wager in areas:
                if wager in wagers:
                    for _ in range(1 if wager == "progressive" else 2):
                        self.area(position, wager).click(timeout=SOON_MS)
            self.button(re.compile("^Place bets")).click(timeout=SOON_MS)

        self.bet_by(lay)

    def bet_by(self, lay: Callable[[list[tuple[int, str]]], None]) -> None:
        """Bets may close while they are laid: then with all that is wanted in the next round.

        `had` is what there was to bet when those bets were called that were taken as a whole.
        """
        waiting = Waiting("bets are taken")
        while waiting():
            areas = self.wait_for_bets()
            self._before, self.had = self.result_of(), self.chips
            with suppress(TimeoutError):
                lay(areas)
                self.page.locator(".dock").filter(has_text="Take back").wait_for(timeout=SOON_MS)
                return
            self.wait_for_the_next_bets()
            self.wrong = [each for each in self.wrong if TOO_LATE not in each]

    @property
    def bets_are_open(self) -> bool:
        return self.page.locator("[data-area]").count() > 0

    def wait_for_the_next_bets(self) -> None:
        """What was not sent is gone then; what was is played."""
        waiting = Waiting("the next bets are called")
        while waiting() and self.bets_are_open:
            self.page.wait_for_timeout(60)
        while waiting() and not self.bets_are_open:
            self.play_a_step()

    def play_on(self) -> None:
        """Looks, makes the main choice whenever asked, and shows, until the round is settled."""
        waiting = Waiting("the round is settled")
        while waiting() and not self.settled:
            self.play_a_step()

    def play_a_step(self) -> None:
        for press in ("Look at your cards", "Turn up your cards"):
            if self.sees(press):
                self.press(self.page.locator("button").filter(has_text=press).first)
        if (choice := self.page.locator(".choice.main:enabled")).count():
            self.press(choice.first)
        self.page.wait_for_timeout(60)

    def press(self, button: Locator) -> None:
        """If it is still there: the dealer does not wait for ever."""
        with suppress(TimeoutError):
            button.click(timeout=SOON_MS)

    @property
    def settled(self) -> bool:
        """Whether the round that was bet in has its result."""
        return self.result_of() not in (0, self._before)

    def result_of(self) -> int:
        """The round whose result is shown; 0 for none."""
        shown = self.page.locator(".standing .quiet").all_inner_texts()
        found = re.search(r"Round (\d+)\.", " ".join(shown))
        return int(found[1]) if found else 0

    @property
    def chips(self) -> int:
        """What one has to bet, in cents, as the page says it."""
        return cents(self.page.locator(".chips strong").inner_text())


# What comes from the pit can be held back: what its feeds bring, or its answers to commands.
GATES = """
window.held = { feed: false, answers: false };
const passes = async (which) => { while (window.held[which]) await new Promise(done => setTimeout(done, 20)); };
const asked = window.fetch;
window.fetch = async (...given) => {
  const answer = await asked(...given);
  const path = new URL(answer.url).pathname;
  if (path.endsWith("/commands")) await passes("answers");
  if (!path.endsWith("/feed")) return answer;
  const gate = new TransformStream({ async transform(part, on) { await passes("feed"); on.enqueue(part); } });
  return new Response(answer.body.pipeThrough(gate), { status: answer.status, headers: answer.headers });
};
"""


def hold(page: Page, which: Literal["feed", "answers"], on: bool = True) -> None:
    page.evaluate(f"window.held.{which} = {str(on).lower()}")


# Every piece of text that is shown, with its height in pixels on the screen.
TEXTS = """() => [...document.querySelectorAll("body *")]
  .filter(each => [...each.childNodes].some(part => part.nodeType === 3 && part.data.trim()))
  .filter(each => !each.closest(".unseen, title, style, script") && each.checkVisibility())
  .map(each => [each.textContent.trim().slice(0, 40),
    parseFloat(getComputedStyle(each).fontSize) * (each.getScreenCTM?.()?.a ?? 1)])"""


def too_small(page: Page) -> list[tuple[str, float]]:
    """What is printed under twelve pixels."""
    found: list[tuple[str, float]] = page.evaluate(TEXTS)
    return [(text, round(size, 1)) for text, size in found if size < 11.95]


def cents(text: str) -> int:
    """ "−$1,230.50" as people read it."""
    sign = -1 if text.startswith("−") else 1
    return sign * round(float(re.sub(r"[^\d.]", "", text)) * 100)


def dollars(amount: int) -> str:
    """Cents as the pages write what somebody has."""
    return f"${amount / 100:,.2f}"


class Waiting:
    """True as long as there is time; then it fails, and says what did not come."""

    def __init__(self, what: str) -> None:
        self._what, self._until = what, time.monotonic() + ROUND_S

    def __call__(self) -> bool:
        assert time.monotonic() < self._until, f"waited in vain until {self._what}"
        return True
