"""A round looked at again: step by step as one saw it, its cards checked, and taken home as a file."""

import hashlib
import re
from pathlib import Path

import pytest
from playwright.sync_api import FloatRect, Locator, Route, expect

from pitlink.roundfile import settle
from tests.browser.playing import DESKTOP, PHONE, TOO_LATE, Visitor, Waiting, cents
from tests.browser.test_access import check


def test_a_round_is_replayed_checked_and_taken_home(visitor: Visitor, tmp_path: Path) -> None:
    page = visitor.page
    visitor.go_to_table("UTH 1")
    visitor.sit_down()
    (position, _), *_ = visitor.wait_for_bets()
    visitor.bet("ante", "trips")
    visitor.play_on()
    visitor.button("What became of each bet").click()
    panel = page.get_by_role("dialog", name=re.compile("^Round "))
    net = panel.locator(".sum strong").inner_text()
    panel.get_by_role("link", name="Replay").click()
    mine = page.get_by_role("group", name=re.compile(f"^Position {position},"))
    expect(page.locator(".dock")).to_contain_text(re.compile(r"Step 1 of \d+"))
    seen = []
    while page.get_by_role("button", name="Next").is_enabled():
        page.keyboard.press("ArrowRight")
        label = mine.get_attribute("aria-label") or ""
        seen.append(" of " in label)
    assert seen.index(True) > 5  # face down until one had looked
    assert not any(seen[: seen.index(True)])
    expect(page.locator(".check")).to_contain_text(
        re.compile(r"^\s*\d+ open cards checked: each is the one sealed before the deal\.")
    )
    check_how(visitor, "as sealed")
    assert page.locator("[data-line]").count() >= 3
    with page.expect_download() as download:
        page.get_by_role("link", name="Round file").click()
    download.value.save_as(tmp_path / "round.json")
    (settled,) = settle((tmp_path / "round.json").read_bytes()).seats
    assert settled.seat.position == position
    assert sum(line.pays - (line.stake if line.outcome == "lose" else 0) for line in settled.lines) == cents(net)
    assert visitor.wrong == []


def check_how(visitor: Visitor, digests: str) -> None:
    """How the cards were checked can be read, and done again by anybody."""
    page = visitor.page
    visitor.button("How").click()
    panel = page.get_by_role("dialog", name="How cards are checked")
    expect(panel).to_contain_text("With “No more bets” the shuffled deck is sealed")
    assert set(panel.locator("td:last-child").all_inner_texts()) == set(digests.split(", "))
    opened, sealed = panel.locator("code").all_inner_texts()
    assert (hashlib.sha256(opened.encode()).hexdigest() == sealed) == (digests == "as sealed")
    check(page, f"how cards are checked, {digests}")
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    expect(visitor.button("How")).to_be_focused()


@pytest.fixture
def looked_back(visitor: Visitor) -> Visitor:
    """At a table with four rounds that are over."""
    waiting = Waiting("some rounds are over")
    while waiting() and visitor.page.request.get(f"{visitor.address}/api/tables/UTH%201").json()["round"] < 5:
        visitor.page.wait_for_timeout(500)
    return visitor


def test_cards_that_are_not_those_of_the_seal_are_said(looked_back: Visitor) -> None:
    """An answer in which one card was changed on the way."""
    page, changed = looked_back.page, list[str]()

    def change(route: Route) -> None:
        told = route.fetch().json()
        first = min(told["opened"], key=lambda each: each["nth"])
        first["card"] = "As" if first["card"] != "As" else "Ks"
        changed.append(first["card"])
        route.fulfill(json=told)

    page.route("**/api/tables/*/rounds/2", change)
    looked_back.go("/table/UTH%201/round/2")
    told = page.locator(".check")
    expect(told).to_contain_text(re.compile(r"^\s*1 of \d+ open cards are not those that were sealed: "))
    expect(told.get_by_role("alert")).to_contain_text(f"sealed: {changed[0]}.")
    check_how(looked_back, "as sealed, not as sealed")


@pytest.mark.parametrize("size", [DESKTOP, PHONE, (320, 640)], ids=["desktop", "phone", "smallest"])
def test_one_goes_from_round_to_round(looked_back: Visitor, size: tuple[int, int]) -> None:
    page = looked_back.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    looked_back.go("/table/UTH%201/round/1")
    ways = page.get_by_role("navigation", name="Rounds")
    assert ways.get_by_role("link").count() == 1  # there is none before the first
    for to in (2, 3, 2):
        ways.get_by_role("link", name=f"Round {to}").click()
        expect(page).to_have_url(re.compile(rf"/round/{to}$"))
        expect(page.locator(".dock")).to_contain_text(re.compile(r"Step 1 of \d+"))
        expect(ways.get_by_role("link", name=f"Round {to + 1}")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        seen = boxes(ways.get_by_role("link")) + boxes(page.locator(".steps button"))
        assert all(box["x"] >= 0 and box["x"] + box["width"] <= size[0] for box in seen)
    newest = page.request.get(f"{looked_back.address}/api/tables/UTH%201").json()["round"] - 1
    looked_back.go(f"/table/UTH%201/round/{newest}")
    expect(ways.get_by_role("link").last).to_have_attribute("href", re.compile(r"^/table/UTH%201(/round/\d+)?$"))


def boxes(these: Locator) -> list[FloatRect]:
    return [box for each in these.all() if (box := each.bounding_box())]


def test_the_focus_goes_back_to_the_result_whose_rule_was_read(looked_back: Visitor) -> None:
    """On the felt too, where results are drawn."""
    page = looked_back.page
    looked_back.go("/table/UTH%201/round/2")
    page.get_by_role("button", name="Last step").click()
    tag = page.locator("[data-line]").first
    tag.focus()
    page.keyboard.press("Enter")
    rule = page.get_by_role("dialog", name=re.compile("position \\d"))
    for by_key in (True, False):
        expect(rule).to_be_visible()
        if by_key:
            page.keyboard.press("Escape")
        else:
            rule.get_by_role("button", name="Close").click()
        expect(rule).to_be_hidden()
        expect(tag).to_be_focused()
        page.keyboard.press("Enter")


def test_a_round_that_is_in_play_is_shown_as_soon_as_it_is_over(visitor: Visitor) -> None:
    """From the results there is a way to the replay before the round is over."""
    page, waiting = visitor.page, Waiting("a round is in play")
    visitor.go("/")
    words = page.get_by_text(re.compile(r"^Round \d+ is in play\. It is shown here when it is over\."))
    while waiting() and not words.count():  # the one that was in play may be over meanwhile
        table = visitor.page.request.get(f"{visitor.address}/api/tables/LIR%201").json()
        visitor.go(f"/table/LIR%201/round/{table['round']}")
        page.locator(".waits, .dock strong").first.wait_for()
    expect(page.locator(".dock")).to_contain_text(re.compile(r"Step 1 of \d+"), timeout=60_000)
    visitor.wrong = [each for each in visitor.wrong if TOO_LATE not in each]
    assert visitor.wrong == []


def test_a_round_that_is_not_there_is_said(visitor: Visitor) -> None:
    visitor.go("/table/UTH%201/round/999999")
    expect(visitor.page.locator("main")).to_contain_text("round")
