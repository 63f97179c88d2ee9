"""What a person feels of the pages, measured in a real Chromium: paint, size, long tasks, answers to a press, memory.

The browser and the pit share the machine. Memory is looked at over ten minutes of rounds that somebody plays.
"""

import re
import tempfile
import time
from pathlib import Path

import httpx
from playwright.sync_api import Browser, CDPSession, sync_playwright

from benchmarks.measure import Measured
from tests.browser.conftest import CHROME, OPTIONS
from tests.browser.playing import Visitor
from tests.server.running import Running

MINUTES = 10
PAINTED = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"

# Long tasks and slow presses as the browser itself counts them; what was pressed is known by its time.
WATCHING = """
window.tasks = []; window.presses = []; const pressed = new Map();
new PerformanceObserver(list => tasks.push(...list.getEntries().map(each => each.duration)))
  .observe({ type: "longtask", buffered: true });
for (const kind of ["pointerdown", "pointerup", "click", "keydown", "keyup"])
  addEventListener(kind, each => pressed.set(Math.round(each.timeStamp), each.target.textContent.trim()), true);
new PerformanceObserver(list => presses.push(...list.getEntries().filter(each => each.interactionId)
  .map(each => [each.duration, pressed.get(Math.round(each.startTime)) ?? each.name])))
  .observe({ type: "event", durationThreshold: 16, buffered: true });
"""


def run() -> list[Measured]:
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROME, args=list(OPTIONS))
        running = Running("", Path(data))
        running.start("--speed", "3")
        try:
            paint_ms, size = painted(browser, running.address), sized(running.address)
            return [
                Measured(
                    *("first paint, the slowest of three pages", "under 1 s", f"{paint_ms / 1000:.2f} s"),
                    paint_ms < 1000,
                ),
                Measured(
                    *("scripts and styles, as they go over the wire", "under 200 kB", f"{size / 1000:.0f} kB"),
                    size < 200_000,
                ),
                *_played(browser, running.address),
            ]
        finally:
            browser.close()
            running.stop()


def painted(browser: Browser, address: str) -> float:
    """Until something is seen, in milliseconds: of three pages the slowest."""
    slowest = 0.0
    for path in ("/", "/table/UTH%201", "/sign/Megalink"):
        with Visitor(browser, address) as visitor:
            visitor.go(path)
            visitor.page.locator("svg, .meter").first.wait_for()
            found = visitor.page.wait_for_function(PAINTED).json_value()  # it may be there before it is painted
            slowest = max(slowest, float(found))
    return slowest


def sized(address: str) -> int:
    """The bytes of all scripts and styles as they go over the wire."""
    page = httpx.get(address).text
    names = [name for name in re.findall(r'"(/assets/[^"]+)"', page) if name.endswith((".js", ".css"))]
    size = 0
    for name in names:
        with httpx.stream("GET", f"{address}{name}", headers={"accept-encoding": "gzip"}) as answer:
            size += sum(map(len, answer.iter_raw()))
    return size


def in_short(pressed: str) -> str:
    """What was pressed, in the first of its words."""
    return " ".join(pressed.split())[:40]


def _played(browser: Browser, address: str) -> list[Measured]:
    with Visitor(browser, address, still=False) as visitor:
        visitor.see_all()
        visitor.page.add_init_script(WATCHING)
        visitor.go_to_table("UTH 1")
        visitor.sit_down()
        loading = max(visitor.page.evaluate("window.tasks.splice(0)"), default=0.0)
        tools = visitor.page.context.new_cdp_session(visitor.page)
        began, early, rounds = time.monotonic(), 0.0, 0
        while time.monotonic() - began < MINUTES * 60:
            if visitor.sees("Buy chips"):
                visitor.press(visitor.button(re.compile("^Buy chips")))
            visitor.bet("ante", "trips")
            visitor.play_on()
            rounds += 1
            if rounds == 3:
                early = _heap(tools)
        late = _heap(tools)
        task, tasks = max(visitor.page.evaluate("window.tasks"), default=0.0), visitor.page.evaluate("tasks.length")
        press, pressed = max(visitor.page.evaluate("window.presses"))
    grown = late / early
    return [
        Measured(
            "longest task of the main thread while somebody plays",
            "at most 100 ms",
            f"{task:.0f} ms, {tasks} over 50 (before that, while the page loads, {loading:.0f} ms)",
            task <= 100,
        ),
        Measured(
            "slowest answer to a press, to the next paint",
            "within 100 ms",
            f"{press:.0f} ms ({in_short(pressed)})",
            press <= 100,
        ),
        Measured(
            f"memory after {MINUTES} minutes and {rounds} rounds, against the third round",
            "flat: at most 1.2 times",
            f"{grown:.2f} times, {late / 1e6:.1f} MB",
            grown <= 1.2,
        ),
    ]


def _heap(tools: CDPSession) -> float:
    """What is still held once what is not needed has been collected."""
    tools.send("HeapProfiler.collectGarbage")
    return float(tools.send("Runtime.getHeapUsage")["usedSize"])
