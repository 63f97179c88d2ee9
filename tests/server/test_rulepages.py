"""The plain pages of the rulebooks: every clause and reading has one, and every link on them leads somewhere."""

import re
import time
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import quote

import httpx
import pytest

from pitlink.games.paytables import PAY_TABLES
from pitlink.rulebook import catalogue
from pitlink.rulebook.catalogue import DOCUMENTS
from tests.server.running import Running

VOID = {"meta", "link", "br"}


@pytest.fixture(scope="module")
def wire(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    running = Running("", Path(tmp_path_factory.mktemp("pit")))
    running.start("--speed", "0.5")
    with httpx.Client(base_url=running.address) as client:
        yield client
    running.stop()


def get(wire: httpx.Client, path: str) -> httpx.Response:
    while (answer := wire.get(path)).status_code == 429:
        time.sleep(0.2)
    return answer


class Page(HTMLParser):
    """A page read strictly: every element is closed in its turn, every id is there once."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.count: dict[str, int] = {}
        self.links: set[str] = set()
        self.ids: set[str] = set()
        self.words = ""
        assert text.startswith('<!doctype html>\n<html lang="en">')
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        assert len(told) == len(attrs)
        assert "style" not in told  # which the policy of the answers forbids, as it does scripts
        assert not any(name.startswith("on") for name in told)
        self.count[tag] = self.count.get(tag, 0) + 1
        if tag not in VOID:
            self.open.append(tag)
        if "id" in told:
            assert told["id"] not in self.ids
            self.ids.add(str(told["id"]))
        if told.get("href"):
            self.links.add(str(told["href"]))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += data


def checked(answer: httpx.Response) -> Page:
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    page = Page(answer.text)
    assert page.count["h1"] == page.count["title"] == page.count["main"] == 1
    assert "script" not in page.count
    assert "#content" in page.links
    assert "content" in page.ids
    return page


def test_every_page_is_reached_and_every_link_leads_somewhere(wire: httpx.Client) -> None:
    """From the list of rulebooks on, as a reader goes."""
    seen, to_see = set[str](), ["/rules"]
    while to_see:
        path = to_see.pop()
        seen.add(path)
        answer = get(wire, path)
        assert answer.status_code == 200, path
        if not path.startswith("/rules"):
            continue
        links = {link for link in checked(answer).links if not link.startswith("#")}
        assert all(link.startswith("/") for link in links)
        to_see += [link for link in links if link not in seen and link not in to_see]
    clauses = {f"/rules/{name}/{number}" for name in DOCUMENTS for number in catalogue.document(name).clauses}
    readings = {f"/rules/readings/{number}" for number in catalogue.readings()}
    books = {"/rules", "/rules/readings", *(f"/rules/{name}" for name in DOCUMENTS)}
    assert len(clauses) == 509
    assert seen == clauses | readings | books | {"/", "/pages.css"}


PAGES = [
    ("/rules/mbs-uth/3.10.2", "mbs-uth", "3.10.2", ("Settlement", "The software", "R70")),
    ("/rules/mbs-thb/3.10.3", "mbs-thb", "3.10.3", ("R57", "lost", "Because")),
    ("/rules/mbs-uth/4.1.1", "mbs-uth", "4.1.1", ("Blind", "500 to 1", "3 to 2", "push")),
    ("/rules/mbs-uth/4.2", "mbs-uth", "4.2", ("100% of the jackpot", "10% of the jackpot")),
    ("/rules/mbs-uth/mbs-thb 5.7", "mbs-thb", "5.7", ("Texas Hold'em Bonus",)),  # as a result cites a sibling
]


@pytest.mark.parametrize(("path", "document", "number", "words"), PAGES)
def test_a_clause_says_what_is_known_of_it(
    wire: httpx.Client, path: str, document: str, number: str, words: tuple[str, ...]
) -> None:
    page = checked(get(wire, path))
    clause = catalogue.document(document).clauses[number]
    assert clause.summary in page.words
    for word in words:
        assert word in page.words
    assert all(f"/rules/{document}/{each}" in page.links for each in clause.see)


def test_every_pay_table_stands_under_its_clause(wire: httpx.Client) -> None:
    for table in PAY_TABLES:
        page = checked(get(wire, f"/rules/{table.document}/{table.clause}"))
        for hand, pays in table.lines():
            assert hand[1:] in page.words
            assert str(pays or "push") in page.words


@pytest.mark.parametrize("path", ["/rules/readings/R57", "/rules/R57", "/rules/mbs-uth/R57"])
def test_a_reading_says_how_and_why(wire: httpx.Client, path: str) -> None:
    page = checked(get(wire, path))
    for word in ("The Bonus when the player's hand loses", "lost", "34.90", "bonus_on_loss", "mbs-thb 3.10.3"):
        assert word in page.words
    assert {
        "/rules/mbs-thb/3.10.3",
        "/rules/mbs-uth/3.10.5",
        "/rules/readings/R56",
        "/rules/readings/R58",
    } <= page.links


BACK = [
    ("/table/UTH%201", "/table/UTH%201", "Back to UTH 1"),
    ("/table/UTH%201/round/12", "/table/UTH%201/round/12", "Back to round 12 at UTH 1"),
    ("/table/UTH%201/deal", "/table/UTH%201/deal", "Back to UTH 1"),
    ("/watch/UTH%201/round/3", "/watch/UTH%201/round/3", "Back to round 3 at UTH 1"),
]


@pytest.mark.parametrize(("opened", "to", "words"), BACK)
def test_a_rule_that_was_opened_at_a_table_leads_back_to_it(
    wire: httpx.Client, opened: str, to: str, words: str
) -> None:
    """From every page that is reached from there."""
    first = checked(get(wire, f"/rules/mbs-uth/3.10.4?from={quote(opened, safe='')}"))
    reading = next(each for each in first.links if each.startswith("/rules/readings/R"))
    for page in (first, checked(get(wire, reading))):
        assert to in page.links
        assert words in page.words
        assert all("from=" in link for link in page.links if link.startswith("/rules"))


@pytest.mark.parametrize(
    "opened",
    [
        *("", "https://example.com", "//example.com", "javascript:alert(1)", "/table/none", "/admin", "/table/"),
        *('/table/UTH%201"><b>', "/table/UTH%201/round/0", "/table/UTH%201/round/1/..", "/table/%2F%2Fexample.com"),
    ],
)
def test_nowhere_else_is_a_way_back(wire: httpx.Client, opened: str) -> None:
    page = checked(get(wire, f"/rules/mbs-uth/3.10.4?from={quote(opened, safe='')}"))
    assert "Back to" not in page.words
    assert page.links == checked(get(wire, "/rules/mbs-uth/3.10.4")).links


def test_the_type_is_that_of_the_other_pages(wire: httpx.Client) -> None:
    found = re.search(r'src: url\("(/assets/inter-[^"]+)"\)', get(wire, "/pages.css").text)
    assert found
    font = get(wire, found[1])
    assert (font.status_code, font.headers["content-type"]) == (200, "font/woff2")


@pytest.mark.parametrize(
    "path", ["/rules/none", "/rules/mbs-uth/9.9", "/rules/none/3.4", "/rules/readings/R999", "/rules/mbs-uth/<b>"]
)
def test_what_is_not_there_is_a_page_too(wire: httpx.Client, path: str) -> None:
    answer = get(wire, path)
    assert answer.status_code == 404
    page = checked(answer)
    assert "No such page" in page.words
    assert "/rules" in page.links
    assert "b" not in page.count


def luminance(colour: str) -> float:
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_everything_can_be_read(wire: httpx.Client) -> None:
    """WCAG AA: 4.5 to 1 on either ground."""
    answer = get(wire, "/pages.css")
    assert answer.headers["content-type"] == "text/css; charset=utf-8"
    colours = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", answer.text))
    for ground in ("ink-0", "ink-1"):
        for words in ("text", "text-2", "accent"):
            assert (luminance(colours[words]) + 0.05) / (luminance(colours[ground]) + 0.05) >= 4.5
