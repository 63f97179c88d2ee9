"""Time to bet and to decide, what is said about it, and what becomes of bets that were laid and not sent."""

import re
from contextlib import suppress

import pytest
from playwright.sync_api import Browser, Locator, TimeoutError, expect

from tests.browser.playing import GATES, PHONE, SOON_MS, Visitor, Waiting, hold
from tests.browser.test_keyboard import LISTENING, heard
from tests.server.running import Running

KEPT = "Bets closed before yours were sent. $25.00 is kept for the next round."


def lay_twenty_five(visitor: Visitor) -> None:
    """On the Ante, as soon as there is one."""
    (position, _), *_ = visitor.wait_for_bets()
    visitor.choose_chip("25")
    visitor.area(position, "ante").click(timeout=SOON_MS)


def test_what_is_laid_and_not_sent_when_bets_close_is_kept_for_the_next_round(visitor: Visitor) -> None:
    page = visitor.page
    visitor.go_to_table("3CP 1")
    visitor.sit_down()
    page.evaluate(LISTENING)
    kept = page.locator(".standing").filter(has_text=KEPT)
    waiting = Waiting("bets are closed while some are laid")
    while waiting() and not kept.count():
        with suppress(TimeoutError):  # they may close while they are laid
            lay_twenty_five(visitor)
            kept.wait_for(timeout=10_000)
    expect(page.locator(".dock")).to_contain_text("You sit out this round.")
    assert KEPT in page.locator("[aria-live=assertive]").filter(has_text="Bets closed").inner_text()
    visitor.wait_for_bets()
    expect(page.locator(".dock")).not_to_contain_text("Bets closed")
    expect(visitor.button(re.compile(r"^Repeat · \$25"))).to_be_visible()
    visitor.bet_by(lambda _: page.keyboard.press("r"))
    assert "Ante, 25 dollars placed." in heard(visitor)
    assert visitor.wrong == []


def test_a_bet_that_comes_too_late_is_refused_with_its_clause(visitor: Visitor) -> None:
    """As a slow connection brings it about: the page still has the betting, the table has not."""
    page = visitor.page
    page.add_init_script(GATES)
    visitor.go_to_table("3CP 1")
    visitor.sit_down()
    lay_twenty_five(visitor)
    hold(page, "feed")
    waiting = Waiting("bets are closed")
    while waiting() and step_of(visitor, "3CP 1") == "close":
        page.wait_for_timeout(50)
    visitor.button(re.compile("^Place bets")).click()
    refused = page.locator(".dock .refused")
    expect(refused).to_contain_text("Not taken")
    clause = refused.get_by_role("link")
    expect(clause).to_have_text(re.compile(r"^\d+(\.\d+)+$"))
    assert page.request.get(f"{visitor.address}{clause.get_attribute('href')}").status == 200
    hold(page, "feed", False)
    assert [each for each in visitor.wrong if "409" not in each] == []


def step_of(visitor: Visitor, table: str) -> str | None:
    """How far the table is, whatever the page shows."""
    step = visitor.page.request.get(f"{visitor.address}/api/tables/{table}").json()["step"]
    return None if step is None else str(step["step"])


def seconds_of(clock: Locator) -> int:
    found = re.match(r"(\d+) seconds to \w+", clock.get_attribute("aria-label", timeout=SOON_MS) or "")
    assert found
    return int(found[1])


def test_more_time_to_bet_by_key_and_to_decide_by_a_press(visitor: Visitor) -> None:
    page = visitor.page
    clock, more = page.get_by_role("timer"), page.get_by_role("button", name="More time")
    visitor.go_to_table("THB 1")
    visitor.sit_down()
    page.evaluate(LISTENING)
    waiting, grown = Waiting("there is more time to bet"), False
    while waiting() and not grown:
        with suppress(TimeoutError, AssertionError):  # bets may close meanwhile: then in the next round
            visitor.wait_for_bets()
            more.wait_for()
            before = seconds_of(clock)
            page.keyboard.press("t")
            more.wait_for(state="hidden", timeout=SOON_MS)
            grown = visitor.bets_are_open and seconds_of(clock) > before
    assert "You have more time." in heard(visitor)
    visitor.bet("ante")
    page.locator(".choice").first.wait_for()
    expect(more).to_be_visible()
    before = seconds_of(clock)
    more.click()
    expect(clock).to_have_attribute("aria-label", re.compile(r"^1\d seconds to decide"))  # of 9, and 6 more
    assert before < 10
    assert visitor.wrong == []


def test_the_last_ten_seconds_are_told_in_words(browser: Browser, a_pit_of_its_own: Running) -> None:
    with Visitor(browser, a_pit_of_its_own.address) as visitor:
        page = visitor.page
        visitor.go_to_table("3CP 1")
        visitor.sit_down()
        visitor.bet("ante")
        page.locator(".choice").first.wait_for()
        clock = page.locator(".clock span")
        expect(clock).to_have_text(re.compile(r"^\s*1\d s\s+to decide\s*$"))
        expect(clock).to_have_text(re.compile(r"^\s*\d+ seconds\s+left to decide\s*$"))
        expect(page.locator("[aria-live=assertive]").filter(has_text="10 seconds left to decide.")).to_have_count(1)


def test_what_is_waited_for_stands_in_the_dock_and_the_call_on_the_felt_alone(visitor: Visitor) -> None:
    page = visitor.page
    visitor.go_to_table("UTH 1")
    found = set[str]()
    waiting = Waiting("somebody decides, and bets are open")
    while waiting() and not (
        {"Bets are open.", "The cards are dealt."} <= found and any("decides" in x for x in found)
    ):
        call, said = page.evaluate(
            "[document.querySelector('main .call')?.textContent, document.querySelector('.standing').innerText]"
        )
        assert call != said.strip()
        found.add(said.strip())
        page.wait_for_timeout(20)


def test_bets_are_changed_before_they_are_made_again(visitor: Visitor) -> None:
    visitor.go_to_table("3CP 1")
    visitor.sit_down()
    visitor.bet("ante")
    visitor.play_on()
    expect(visitor.button(re.compile(r"^Repeat bets · \$10"))).to_be_visible()
    visitor.button(re.compile("^Change bets")).click()
    expect(visitor.button(re.compile("^Will change bets"))).to_have_attribute("aria-pressed", "true")
    (position, _), *_ = visitor.wait_for_bets()
    area = visitor.area(position, "ante")
    expect(area).to_have_attribute("aria-label", re.compile("^Ante, empty, 10 dollars not placed yet"), timeout=SOON_MS)
    expect(visitor.button(re.compile(r"^Place bets · \$10"))).to_be_visible(timeout=SOON_MS)
    assert visitor.wrong == []


LIMITS = {
    "trips": r"Trips needs an Ante and a Blind first \(3\.5\)\.",
    "ante": r"Ante from \$\d+ to \$\d+ \(3\.4\)\.",
    "progressive": r"Progressive \$5 each \(3\.5\.\d\)\.",
}

# Whether what stands above the chips keeps to its place, and how high the dock is.
KEEPS = """() => {
  const place = (which) => document.querySelector(which).getBoundingClientRect();
  const [told, chips, dock] = [".standing", ".tray", ".dock"].map(place);
  return [dock.top <= told.top && told.bottom <= chips.top, dock.height];
}"""


@pytest.mark.parametrize("width", [PHONE[0], 320])
def test_on_a_phone_limits_and_chips_stand_in_the_dock(browser: Browser, running: Running, width: int) -> None:
    with Visitor(browser, running.address, PHONE) as visitor:
        page, told = visitor.page, visitor.page.locator(".standing")
        visitor.go_to_table("UTH 1")
        page.set_viewport_size({"width": width, "height": PHONE[1]})
        height = page.evaluate("document.querySelector('.dock').offsetHeight")
        visitor.sit_down()
        waiting, places = Waiting("the limits of three areas are told"), list[object]()
        while waiting() and len(places) < len(LIMITS):
            places = []
            with suppress(TimeoutError, AssertionError):  # bets may close meanwhile
                (position, _), *_ = visitor.wait_for_bets()
                expect(told).to_have_text(re.compile(r"^Your chips \$1,000\.00"), timeout=SOON_MS, use_inner_text=True)
                visitor.choose_chip("25")
                for wager, words in LIMITS.items():
                    visitor.area(position, wager).click(timeout=SOON_MS)
                    expect(told).to_have_text(re.compile(words), timeout=SOON_MS, use_inner_text=True)
                    places.append(page.evaluate(KEEPS))
        assert places == [[True, height]] * len(LIMITS)
        assert visitor.wrong == []
