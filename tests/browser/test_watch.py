"""Those who watch: a table live and as it was, the deck shut until the round is over, and the books proved."""

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from pitlink.client import Pit
from pitlink.server.roles import Role
from pitlink.store import schema
from pitlink.store.database import open_engine
from tests.audit.tampering import change, unguarded
from tests.browser.conftest import SPEED
from tests.browser.playing import DESKTOP, PHONE, TABLET, Visitor, Waiting, too_small
from tests.browser.test_access import check
from tests.browser.test_traffic import CATCHING
from tests.server.running import FULL_SPEED, PASSWORD, Running, signed_in
from tests.server.test_feeds import CARD, SALT, open_by_version
from tests.server.test_staff import STAFF, deal_on

TABLE, TROUBLED = "UTH 1", "3CP 1"
SHOWN = re.compile(r"(?:10|[2-9JQKA])[♣♦♥♠]")


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A pit that has more behind it than a page shows at first."""
    made = Running("", Path(tmp_path_factory.mktemp("pit")))
    made.start("--speed", FULL_SPEED)
    pit, waiting = Pit(made.address), Waiting("some rounds are over")
    while waiting() and pit.table(TABLE).round < 8:
        time.sleep(0.05)
    pit.close()
    made.stop()
    made.start("--speed", SPEED)
    yield made
    made.stop()


@pytest.fixture(scope="module")
def staff(running: Running) -> Iterator[dict[Role, Pit]]:
    with signed_in(running, STAFF) as signed:
        yield signed


@pytest.fixture(scope="module")
def reported(running: Running, staff: dict[Role, Pit]) -> int:
    """A round in which somebody reported something and a ruling was given; it is over."""
    number = report_at(staff)
    staff["gaming_shift_manager"].do(TROUBLED, "Rule", effect="void", words="the hands are spoilt")
    staff["pit_supervisor"].do(TROUBLED, "AssignDealer", dealer="dealer")
    waiting = Waiting("the next round begins")
    while waiting() and staff["dealer"].table(TROUBLED).round <= number:
        pass
    return number


def report_at(staff: dict[Role, Pit]) -> int:
    dealer = staff["dealer"]
    staff["pit_supervisor"].do(TROUBLED, "AssignDealer", dealer="Dana")
    deal_on(dealer, TROUBLED, ("decide",))
    dealer.do(TROUBLED, "Report", what="something_else", words="a card fell from the table")
    return dealer.table(TROUBLED).round


def watch(visitor: Visitor, path: str, name: str = "Eve") -> Page:
    """Signed in by the way that the page itself offers."""
    visitor.go(path)
    visitor.button("Sign in").click()
    visitor.sign_in(name, PASSWORD)
    visitor.wrong = [each for each in visitor.wrong if "401" not in each]
    return visitor.page


def over(pit: Pit, table: str) -> int:
    """The last round of a table that is over."""
    waiting = Waiting("a round is over")
    while waiting():
        if found := pit.rounds(table, most=1).rounds:
            return found[0].round
    raise AssertionError


# Live


def test_a_table_is_watched_live_with_everything_in_words(
    browser: Browser, running: Running, staff: dict[Role, Pit]
) -> None:
    with Visitor(browser, running.address) as visitor:
        page = watch(visitor, "/watch")
        expect(page.get_by_role("navigation").get_by_role("link", name="Watch")).to_be_visible()
        expect(page.locator("article")).to_have_count(5)
        page.get_by_role("link", name=f"Watch {TABLE}").click()
        record = page.get_by_role("region", name="Record")
        expect(record.locator("li").first).to_be_visible()
        expect(record).to_contain_text("dealt face down")
        newest = record.locator("li").first.inner_text()
        waiting = Waiting("something happens")
        while waiting() and record.locator("li").first.inner_text() == newest:
            page.wait_for_timeout(50)
        clause = record.get_by_role("link", name=re.compile(r"^\d+\.\d+")).first
        assert re.search(r"/rules/mbs-uth/[\d.]+\?from=%2Fwatch%2FUTH%25201$", clause.get_attribute("href") or "")
        before = record.locator("li").count()
        page.get_by_role("button", name="Earlier").click()
        waiting = Waiting("earlier events are there")
        while waiting() and record.locator("li").count() < before + 30:
            page.wait_for_timeout(50)
        assert page.locator(".dock button, [data-area]").count() == 0  # nothing can be done here; results open a clause
        assert too_small(page) == []
        assert visitor.wrong == []


def test_nothing_that_lies_face_down_is_in_what_surveillance_was_sent(
    browser: Browser, running: Running, staff: dict[Role, Pit]
) -> None:
    """Of rounds that run: on the feed, in the record, and on the screen."""
    with Visitor(browser, running.address) as visitor:
        visitor.page.add_init_script(CATCHING)
        page = watch(visitor, f"/watch/{TABLE}")
        page.get_by_role("button", name="Deck", exact=True).click()
        deck = page.get_by_role("list", name="The deck in its order")
        first = staff["surveillance"].table(TABLE).round
        seen, waiting = 0, Waiting("two rounds have been watched")
        while waiting() and staff["surveillance"].table(TABLE).round < first + 2:
            if deck.count() and deck.get_by_role("img").count() == 52:
                seen = max(seen, deck.get_by_label("a card face down").count())
            page.wait_for_timeout(100)
        caught: list[str] = page.evaluate("window.caught")
        assert seen >= 52 - 17  # what is not dealt and turned up stays shut
    allowed, salts, opened_at = open_by_version(running.books, TABLE)
    feeds = [each for text in caught for each in re.findall(r"^data: (.*)\n", text, re.MULTILINE)]
    told = [json.loads(each) for each in feeds]
    events = [event for message in told for event in message.get("events", ())]
    events += [event for text in caught if '"earlier"' in text[-40:] for event in json.loads(text)["events"]]
    assert len(events) > 100
    for event in events:
        version, text = event["version"], json.dumps(event["event"])
        if event["event"]["name"] != "table.deck_opened/1":
            assert set(CARD.findall(text)) <= allowed[version]
            assert set(SALT.findall(text)) <= salts[version]
        assert {_name(each) for each in SHOWN.findall(event["said"]["words"])} <= allowed[version]
    views = [message["view"] for message in told if message.get("view") and "positions" in message["view"]]
    found = set[str]()
    for view in views:
        cards = set(CARD.findall(json.dumps({**view, "sign": None})))
        found |= cards
        if view["version"] not in opened_at:
            assert cards <= allowed[view["version"]], view["version"]
    assert len(found) > 6


def _name(shown: str) -> str:
    return shown.replace("10", "T")[0] + dict(zip("♣♦♥♠", "cdhs", strict=True))[shown[-1]]


# As it was


def test_a_round_is_gone_through_step_by_step_and_its_deck_is_open_only_at_its_end(
    browser: Browser, running: Running, staff: dict[Role, Pit]
) -> None:
    with Visitor(browser, running.address) as visitor:
        page = watch(visitor, f"/watch/{TABLE}/round/{over(staff['surveillance'], TABLE)}")
        expect(page.locator(".dock")).to_contain_text(re.compile(r"Step 1 of \d+"))
        page.get_by_role("button", name="Deck", exact=True).click()
        deck = page.get_by_role("list", name="The deck in its order")
        expect(deck.get_by_label("a card face down")).to_have_count(52)
        page.keyboard.press("ArrowRight")
        expect(page.locator(".dock")).to_contain_text("Step 2 of")
        page.keyboard.press("ArrowLeft")
        expect(page.locator(".dock")).to_contain_text("Step 1 of")
        backs = []
        while page.get_by_role("button", name="Next", exact=True).is_enabled():
            page.keyboard.press("ArrowRight")
            backs.append(deck.get_by_label("a card face down").count())
        assert backs[-1] == 0
        opened = backs.index(0)
        assert min(backs[:opened]) >= 52 - 17
        expect(page.get_by_role("region", name="Deck")).to_contain_text("All 52 cards are those that were sealed")
        page.get_by_role("button", name="Record", exact=True).click()
        current = page.locator("[aria-current=step]")
        expect(current).to_contain_text("The deck is opened")
        page.get_by_role("button", name="No more bets").click()
        expect(page.locator(".dock")).to_contain_text("“No more bets”; the deck is sealed")
        assert too_small(page) == []
        assert visitor.wrong == []


def test_a_round_plays_by_itself_until_somebody_stops_it(
    browser: Browser, running: Running, staff: dict[Role, Pit]
) -> None:
    with Visitor(browser, running.address) as visitor:
        page = watch(visitor, f"/watch/{TABLE}/round/{over(staff['surveillance'], TABLE)}")
        page.get_by_label("Pace").select_option("4×")
        page.get_by_role("button", name="Play", exact=True).click()
        expect(page.locator(".dock")).to_contain_text(re.compile(r"Step ([5-9]|\d\d) of"))
        page.get_by_role("button", name="Pause", exact=True).click()
        expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
        shown = page.locator(".dock .quiet").inner_text()
        page.wait_for_timeout(800)  # in which it would have gone on
        assert page.locator(".dock .quiet").inner_text() == shown


def test_a_round_is_found_by_what_happened_and_gone_to_the_report(
    browser: Browser, running: Running, staff: dict[Role, Pit], reported: int
) -> None:
    with Visitor(browser, running.address) as visitor:
        page = watch(visitor, f"/watch/{TROUBLED}")
        page.get_by_role("button", name="Find a round").click()
        page.get_by_label("What happened").select_option("Ruling")
        page.get_by_role("button", name="Find rounds").click()
        found = page.get_by_role("region", name="Find a round").locator("li")
        expect(found).to_have_count(1)
        expect(found).to_contain_text("Void, Report, Ruling")
        found.get_by_role("link", name=f"Round {reported}").click()
        for kind, words in (
            ("Report", "a card fell from the table"),
            ("Ruling", "the hands are spoilt"),
            ("Void", "void"),
        ):
            page.get_by_role("button", name=kind, exact=True).click()
            expect(page.locator(".dock")).to_contain_text(words)
        page.get_by_role("button", name="Find a round").click()
        page.get_by_label("Round number").fill("1")
        page.get_by_role("button", name="Open").click()
        expect(page).to_have_url(re.compile(r"/round/1$"))
        page.get_by_role("button", name="Find a round").click()
        page.get_by_label("Player").fill("Nobody Here")
        page.get_by_role("button", name="Find rounds").click()
        expect(page.get_by_role("region", name="Find a round")).to_contain_text("None like that.")
        assert visitor.wrong == []


def test_a_round_that_runs_is_watched_live(browser: Browser, running: Running, staff: dict[Role, Pit]) -> None:
    with Visitor(browser, running.address) as visitor:
        page = watch(visitor, "/watch")
        waiting = Waiting("a round in play is asked for")
        link = page.get_by_role("link", name="Watch it live")
        while waiting() and not link.count():  # it may be over meanwhile
            visitor.go(f"/watch/{TABLE}/round/{staff['dealer'].table(TABLE).round}")
            page.locator("main").get_by_role("link").or_(page.locator(".dock")).first.wait_for()
        link.click()
        expect(page.get_by_role("region", name="Record")).to_be_visible()


# Who may


@pytest.mark.parametrize("path", ["/watch", f"/watch/{TABLE}", f"/watch/{TABLE}/round/1"])
@pytest.mark.parametrize("name", ["Dana", "a guest"])
def test_a_dealer_and_a_player_are_told_who_may(
    browser: Browser, running: Running, staff: dict[Role, Pit], path: str, name: str
) -> None:
    with Visitor(browser, running.address) as visitor:
        page = visitor.page
        visitor.go("/")
        visitor.button("Play as a guest").click()
        if name == "Dana":
            visitor.sign_in(name, PASSWORD)
        else:
            visitor.come_in()
        expect(page.get_by_role("navigation").get_by_role("link", name="Watch")).to_have_count(0)
        visitor.go(path)
        expect(page.get_by_role("heading", level=1)).to_have_text("Only these may watch here.")
        role = "dealer" if name == "Dana" else "player"
        words = "pit supervisor, pit manager, gaming shift manager, surveillance, auditor. You are signed in as a "
        expect(page.locator("main p")).to_have_text(f"{words}{role}.")
        page.locator("main").get_by_role("link", name="The floor").click()
        expect(page).to_have_url(f"{visitor.address}/")


def test_pit_staff_watch_and_do_not_see_the_deck(browser: Browser, running: Running, staff: dict[Role, Pit]) -> None:
    with Visitor(browser, running.address) as visitor:
        page = watch(visitor, f"/watch/{TABLE}/round/{over(staff['surveillance'], TABLE)}", "Sven")
        page.get_by_role("button", name="Deck", exact=True).click()
        page.keyboard.press("End")
        expect(page.get_by_role("region", name="Deck")).to_contain_text("Surveillance and auditors see the whole of it")
        assert page.get_by_role("list", name="The deck in its order").get_by_label("a card face down").count() > 30
        visitor.go("/watch")
        expect(page.locator("section").filter(has_text="The books")).to_contain_text("Not proved since")
        expect(page.get_by_role("button", name="Prove now")).to_have_count(0)


# The audit


def test_books_are_proved_and_tampered_ones_told(browser: Browser, a_pit_of_its_own: Running) -> None:
    pit = a_pit_of_its_own
    with signed_in(pit, STAFF) as signed, Visitor(browser, pit.address) as visitor:
        number = report_at(signed)
        page = watch(visitor, "/watch")
        expect(page.locator("article").filter(has_text=TROUBLED)).to_contain_text("It waits for a ruling.")
        expect(page.locator("main")).to_contain_text(f"{TROUBLED}: somebody has to act.")
        signed["gaming_shift_manager"].do(TROUBLED, "Rule", effect="void")
        expect(page.locator("article").filter(has_text=TROUBLED)).to_contain_text(f"Round {number} is void: ")
        books = page.get_by_role("region", name="The audit")
        expect(books).to_contain_text("Not proved since this pit was started.")
        page.get_by_role("button", name="Prove now").click()
        expect(books).to_contain_text(re.compile(r"Proved up to event [\d,]+ at \d\d:\d\d:\d\d: nothing wrong\."))
        engine = open_engine(pit.books)
        with unguarded(engine) as connection:
            change(connection, schema.event, 40, person="Mallory")
        engine.dispose()
        page.get_by_role("button", name="Prove now").click()
        expect(books.get_by_role("alert")).to_contain_text(
            re.compile(r"Wrong at event 40 \((table|link) .+, its event \d+\)\.")
        )
        expect(books.get_by_role("alert")).to_contain_text("Call the gaming shift manager and the auditor.")
        check(page, "books that are wrong")
        assert visitor.wrong == []


SIZES = {"desktop": DESKTOP, "tablet": TABLET, "phone": PHONE}


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES.keys())
def test_axe_finds_nothing_where_somebody_watches(
    browser: Browser, running: Running, staff: dict[Role, Pit], reported: int, size: tuple[int, int]
) -> None:
    with Visitor(browser, running.address, size) as visitor:
        page = visitor.page
        visitor.go("/watch")
        visitor.button("Sign in").wait_for()
        check(page, "sign in first")
        watch(visitor, "/watch")
        page.locator("article").first.wait_for()
        check(page, "all tables")
        for path in (f"/watch/{TROUBLED}", f"/watch/{TROUBLED}/round/{reported}"):
            visitor.go(path)
            page.locator(".dock p").first.wait_for()
            check(page, path)
            if size != DESKTOP:
                page.get_by_role("button", name="Record", exact=True).click()
            for part in ("Deck", "Find a round", "Record"):
                page.get_by_role("group", name="Beside the table").get_by_role("button", name=part).click()
                check(page, f"{path} {part}")
        assert too_small(page) == []
