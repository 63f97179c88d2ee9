"""An address of something that is not there: said in plain words, with a way back, and not tried for ever."""

import pytest
from playwright.sync_api import expect

from tests.browser.playing import Visitor

NONE = (
    ("/table/none", "There is no such table.", "The floor", "/"),
    ("/sign/none", "There is no such link.", "The floor", "/"),
    ("/table/UTH%201/round/abc", "There is no such round.", "UTH 1", "/table/UTH%201"),
    ("/table/UTH%201/round/999999", "There is no such round.", "UTH 1", "/table/UTH%201"),
    ("/table/none/round/1", "There is no such table.", "The floor", "/"),
    ("/table/%E0%A4", "There is no such page.", "The floor", "/"),
)


@pytest.mark.parametrize(("path", "words", "back", "there"), NONE, ids=[each[0] for each in NONE])
def test_what_is_not_there_is_said_with_a_way_back(
    visitor: Visitor, path: str, words: str, back: str, there: str
) -> None:
    page = visitor.page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/feed" in request.url else None)
    visitor.go(path)
    expect(page.get_by_role("heading", level=1)).to_have_text(words)
    page.wait_for_timeout(1_200)  # in which it would have been tried again, twice
    assert len(asked) <= 1
    for wrong in ("Connection lost", "NaN", "as of", "Your wagers"):
        expect(page.locator("body")).not_to_contain_text(wrong)
    page.locator("main").get_by_role("link", name=back).click()
    expect(page).to_have_url(f"{visitor.address}{there}")


def test_a_part_of_the_pages_that_does_not_come_can_be_asked_for_again(visitor: Visitor) -> None:
    page = visitor.page
    page.route("**/assets/StaffPages-*.js", lambda route: route.abort())
    visitor.go("/desk")
    expect(page.get_by_role("heading", level=1)).to_have_text("The pit did not answer.")
    page.unroute("**/assets/StaffPages-*.js")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("main")).to_contain_text("for supervisors and managers")
