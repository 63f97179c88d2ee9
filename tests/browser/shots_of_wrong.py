"""Pictures of something that went wrong: found, reported, ruled on, and by whom it may not be."""

import re
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from playwright.sync_api import Browser

from pitlink.server.calling import COOKIE
from tests.browser.playing import Visitor
from tests.browser.test_wrong import CASES, answer, find, foretold, in_report, in_ruling, panel, signed
from tests.server.dealing_by_hand import House, open_for_people, people_at_work

STATES = (
    *("1-looking-for-it", "2-what-will-happen", "3-may-not-rule", "4-waiting", "5-ruling", "6-asked"),
    *("7-player-reports", "8-player-waits", "9-player-told", "10-later-rounds"),
)
TABLE = "UTH 1"

Take = Callable[[Visitor, str, str], None]


def of_wrong(browser: Browser, data: Path, sizes: dict[str, tuple[int, int]], take: Take) -> None:
    """`take` makes a picture of a window, by the name of its state and that of its size."""
    (people := data / "people").mkdir()
    running = open_for_people(people)
    with ExitStack() as open_until_the_end:
        open_until_the_end.callback(running.stop)
        house = open_until_the_end.enter_context(people_at_work(running))
        for name, size in sizes.items():
            with signed(browser, running, "Dana", size) as dana, signed(browser, running, "Sven", size) as sven:
                of_a_report(house, dana, sven, partial(take_as, take, name))
                with Visitor(browser, running.address, size) as ann:
                    of_a_player(house, ann, partial(take_as, take, name))
                of_later_rounds(house, dana, partial(take_as, take, name))


def take_as(take: Take, size: str, visitor: Visitor, state: str) -> None:
    take(visitor, f"wrong-{state}", size)


def of_a_report(house: House, dana: Visitor, sven: Visitor, take: Callable[[Visitor, str], None]) -> None:
    case = CASES[TABLE]
    house.deal(TABLE)
    for visitor in (dana, sven):
        visitor.go_to_table(TABLE)
    dana.page.keyboard.press("i")
    panel(dana).get_by_role("combobox").fill("cards")
    panel(dana).get_by_role("option").first.wait_for()
    take(dana, STATES[0])
    dana.page.keyboard.press("Escape")
    find(dana, case)
    answer(dana, case)
    foretold(in_report(dana, case.ruling))
    take(dana, STATES[1])
    dana.button(re.compile("^Report: ")).click()
    in_ruling(dana, case.ruling).get_by_role("radio").check()
    take(dana, STATES[2])
    sven.page.locator(".notice").filter(has_text="waits for a ruling").wait_for()
    take(sven, STATES[3])
    sven.button("Rule").click()
    in_ruling(sven, case.ruling).get_by_role("radio").check()
    take(sven, STATES[4])
    sven.button(re.compile("^Rule: ")).click()
    panel(sven).get_by_role("region", name="Position 1").wait_for()
    take(sven, STATES[5])


def of_a_player(house: House, ann: Visitor, take: Callable[[Visitor, str], None]) -> None:
    house.deal(TABLE)
    token = str(house.players[TABLE][0].token)
    ann.page.context.add_cookies([{"name": COOKIE, "value": token, "url": ann.address}])
    ann.go_to_table(TABLE)
    find(ann, CASES[TABLE])
    answer(ann, CASES[TABLE])
    foretold(in_report(ann, CASES[TABLE].ruling))
    take(ann, STATES[6])
    ann.button(re.compile("^Report: ")).click()
    panel(ann).get_by_text("have been told").wait_for()
    take(ann, STATES[7])
    house.supervisor.do(TABLE, "Rule", effect="remove_and_ask")
    panel(ann).get_by_text("rules").first.wait_for()
    take(ann, STATES[8])
    ann.go("/")  # and keeps her seat


def of_later_rounds(house: House, dana: Visitor, take: Callable[[Visitor, str], None]) -> None:
    house.deal(TABLE)
    house.dealer.do(TABLE, "Report", what="jackpot_failure")
    house.shift_manager.do(TABLE, "Rule", effect="void")
    dana.go_to_table(TABLE)
    dana.button("Later rounds").click()
    in_ruling(dana, "No bets at some positions.").get_by_role("radio").check()
    take(dana, STATES[9])
    house.shift_manager.do(TABLE, "DecideLaterRounds", later="restored")
