"""A round looked at again: step by step as one saw it, its cards checked, and taken home as a file."""

import re
from pathlib import Path

from playwright.sync_api import expect

from pitlink.roundfile import settle
from tests.browser.playing import TOO_LATE, Visitor, Waiting, cents


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
    expect(page.locator(".check")).to_contain_text(re.compile(r"^\s*\d+ open cards are those that were sealed"))
    assert page.locator("[data-line]").count() >= 3
    with page.expect_download() as download:
        page.get_by_role("link", name="Round file").click()
    download.value.save_as(tmp_path / "round.json")
    (settled,) = settle((tmp_path / "round.json").read_bytes()).seats
    assert settled.seat.position == position
    assert sum(line.pays - (line.stake if line.outcome == "lose" else 0) for line in settled.lines) == cents(net)
    assert visitor.wrong == []


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
