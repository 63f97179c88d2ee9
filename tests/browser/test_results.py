"""What a player's page says when a round is settled: each result by its name, the sum, the rule and the way to it."""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page, expect

from pitlink.client import Pit
from pitlink.server.roles import Role
from tests.browser.dealing import SHOE, Dealer, Stacked, open_all_kinds
from tests.browser.playing import DESKTOP, PHONE, TABLET, TOO_LATE, Visitor, cents
from tests.browser.test_access import check
from tests.server.running import Running, signed_in

STAFF: dict[Role, str] = {"dealer": "Dana", "pit_supervisor": "Sven"}
CLOSE, SETTLE = "Announce: No more bets", "Settle the round"

Hands = dict[str, str]


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    made = open_all_kinds(Path(tmp_path_factory.mktemp("results")))
    yield made
    made.stop()


@pytest.fixture(scope="module")
def staff(running: Running) -> Iterator[dict[Role, Pit]]:
    with signed_in(running, STAFF) as signed:
        for game in ("3CP", "M3P", "UTH"):
            signed["pit_supervisor"].do(f"{game} {SHOE}", "AssignDealer", dealer="Dana")
        yield signed


class Seller(Dealer):
    """Somebody at the console who has chips to sell as well."""

    session: Pit


@pytest.fixture
def dealer(browser: Browser, running: Running, staff: dict[Role, Pit]) -> Iterator[Seller]:
    with Visitor(browser, running.address) as dana:
        made = Seller(dana, f"3CP {SHOE}")
        made.session = staff["dealer"]
        made.come(session=made.session)
        yield made


def settle(dealer: Seller, visitor: Visitor, hands: Hands, *wagers: str) -> int:
    """A round of the visitor's with cards that are typed, "mine" among them, as far as its results; the position."""
    sit_down_with_chips(dealer, visitor)
    dealer.deal(Stacked(), until=CLOSE)
    (position, _), *_ = visitor.wait_for_bets()
    visitor.bet(*wagers)
    placed = {f"position {position}" if where == "mine" else where: cards for where, cards in hands.items()}
    shoe = Stacked(*((where, card) for where, cards in placed.items() for card in cards.split()))
    dealer.deal(shoe, until=SETTLE, meanwhile=lambda: decide(visitor))
    dealer.press()
    expect(visitor.button("What became of each bet")).to_be_visible()
    return position


def decide(visitor: Visitor) -> None:
    """The rest is the dealer's: a hand may be turned up by either."""
    if (choice := visitor.page.locator(".choice.main:enabled")).count():
        visitor.press(choice.first)


def sit_down_with_chips(dealer: Seller, visitor: Visitor) -> None:
    """Where somebody deals, it is he who sells them: to whoever stands there."""
    visitor.go("/")
    visitor.button("Play as a guest").click()
    visitor.come_in()
    commands = f"{visitor.address}/api/tables/{quote(dealer.table)}/commands"
    joined = visitor.page.request.post(commands, data={"id": f"{visitor.name} comes", "command": "Join"})
    assert joined.ok, joined.text()
    dealer.session.do(dealer.table, "BuyIn", player=visitor.name, amount=1_000_00)
    visitor.go_to_table(dealer.table)
    visitor.button(re.compile("^Sit down, ")).click()
    visitor.page.get_by_role("button", name=re.compile("^Sit down, ")).wait_for(state="hidden")
    visitor.wrong = [each for each in visitor.wrong if TOO_LATE not in each and "403" not in each]


def tags_of(page: Page, position: int) -> list[str]:
    """What stands on the felt beside the wagers of a position."""
    mine = page.get_by_role("group", name=re.compile(f"^Position {position},"))
    return mine.locator("text.words").all_text_contents()


def added(tags: list[str]) -> int:
    return sum(cents(tag) for tag in tags if "$" in tag)


# A straight that loses to a better one is paid its Ante Bonus all the same (R65).
BEATEN = {"mine": "4s 5h 6d", "dealer": "7d 6s 5c", "community": "2h 2c"}


@pytest.mark.parametrize("size", [DESKTOP, TABLET, PHONE], ids=["desktop", "tablet", "phone"])
def test_an_ante_bonus_is_named_summed_and_read(
    browser: Browser, running: Running, dealer: Seller, size: tuple[int, int]
) -> None:
    with Visitor(browser, running.address, size) as visitor:
        page = visitor.page
        position = settle(dealer, visitor, BEATEN, "ante", "pair_plus", "progressive")
        main = page.get_by_role("main")
        assert "_" not in (main.text_content() or "_")
        expect(page.locator("[aria-live=polite]")).to_contain_text("Ante Bonus won 10 dollars, rule 3.12.4")
        expect(main).to_contain_text("Your straight loses.")
        net = -10_00 + 10_00 - 10_00 + 50_00 - 5_00
        if size == DESKTOP:
            expect(page.locator("text.call")).to_have_text("Dealer: straight, seven high. Your straight loses.")
            tags = tags_of(page, position)
            assert len(tags) == 5
            assert added(tags) == net
            name = page.get_by_role("group", name=re.compile(f"^Position {position},")).locator(".net")
            expect(name).to_have_text("+$35.00")
        check(page, f"a settled round, {size}")
        visitor.button("What became of each bet").click()
        panel = page.get_by_role("dialog", name=re.compile("^Round "))
        row = panel.locator("li").filter(has_text="Ante Bonus")
        assert re.sub(r"\s+", " ", row.inner_text()).strip() == "Ante Bonus +$10 3.12.4"
        rows = panel.locator("li strong").filter(has_text="$").all_inner_texts()
        assert added(rows[:5]) == cents(panel.locator(".sum strong").inner_text()) == net
        row.get_by_role("button").click()
        rule = page.get_by_role("dialog", name="Ante Bonus, position")
        expect(rule).to_contain_text("R65 Ante Bonus on a loss, a stand-off and a fold. Read as: played hands.")
        expect(rule).not_to_contain_text("irrespective")  # which argues for it, and stands on its page
        expect(rule.locator(".sum")).to_have_text(re.compile(r"^\$10\.00 at 1 to 1\s+\+\$10\.00$"))
        check(page, f"the rule of a result, {size}")
        read_on(visitor, dealer.table)
        assert visitor.wrong == []


def read_on(visitor: Visitor, table: str) -> None:
    """From the rule to the pay table and to the reading, in the type of the other pages, and back to the table."""
    page = visitor.page
    rule = page.get_by_role("dialog", name="Ante Bonus, position")
    for link, words in (("Pay table 4.2", "Straight"), ("R65", "irrespective")):
        with page.expect_popup() as opened:
            rule.get_by_role("link", name=link).click()
        other = opened.value
        other.wait_for_load_state()
        expect(other.get_by_role("main")).to_contain_text(words)
        expect(other.locator("body")).to_have_css("font-family", re.compile("^Inter"))
        assert other.evaluate("document.fonts.ready.then(() => document.fonts.check('16px Inter'))")
        assert other.evaluate("document.documentElement.scrollWidth <= innerWidth")
        other.get_by_role("link", name=f"Back to {table}").click()
        other.locator(".dock").wait_for()
        assert other.url == page.url
        other.close()


def test_an_award_that_contains_its_stake_adds_up_and_says_so(
    browser: Browser, running: Running, dealer: Seller
) -> None:
    """A flush of five cards: $100 on a credit of $5, which is kept (R2)."""
    with Visitor(browser, running.address) as visitor:
        page = visitor.page
        hands = {"mine": "8h 5h 2h", "dealer": "Qd 9s 4c", "community": "3h 7h"}
        position = settle(dealer, visitor, hands, "ante", "pair_plus", "progressive")
        assert added(tags_of(page, position)) == 10_00 + 10_00 + 40_00 + 95_00
        page.locator("[data-line=progressive]").first.click()
        rule = page.get_by_role("dialog", name="Progressive, position")
        expect(rule.locator(".sum")).to_have_text(re.compile(r"^\$5\.00 pays \$100\s+\+\$95\.00$"))
        expect(rule).to_contain_text("$100.00 is paid, and the stake of $5.00 is kept.")
        assert visitor.wrong == []


def test_the_way_to_the_replay_is_there_as_soon_as_the_next_bets_are_called(
    browser: Browser, running: Running, dealer: Seller
) -> None:
    with Visitor(browser, running.address) as visitor:
        page = visitor.page
        settle(dealer, visitor, BEATEN, "ante")
        visitor.button("What became of each bet").click()
        panel = page.get_by_role("dialog", name=re.compile("^Round "))
        said = panel.get_by_text("Replay and round file are there once the next bets are called.")
        expect(said).to_be_visible()
        assert panel.get_by_role("link", name="Replay").count() == 0
        dealer.deal(Stacked(), until=CLOSE)
        expect(said).to_be_hidden()
        file = panel.get_by_role("link", name="Round file").get_attribute("href")
        assert page.request.get(f"{visitor.address}{file}").status == 200
        panel.get_by_role("link", name="Replay").click()
        expect(page.locator(".dock")).to_contain_text(re.compile(r"Step 1 of \d+"))
