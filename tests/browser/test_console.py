"""The dealer console: whole rounds of all five games by the large button alone, cards typed, chips recorded."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from pitlink.client import Pit
from pitlink.server.roles import Role
from tests.browser.dealing import BY_HAND, CALL, GAMES, QUICKER, SEALED, SHOE, Dealer, Shoe, open_all_kinds
from tests.browser.playing import DESKTOP, TABLET, TOO_LATE, UPRIGHT_TABLET, Visitor, too_small
from tests.browser.test_access import check
from tests.server.running import PASSWORD, Running, signed_in

STAFF: dict[Role, str] = {"dealer": "Dana", "pit_supervisor": "Sven", "pit_manager": "Petra", "auditor": "Otto"}
TABLES = [f"{game} {kind}" for game in GAMES for kind in (SEALED, SHOE, BY_HAND)]


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    made = open_all_kinds(Path(tmp_path_factory.mktemp("console")))
    yield made
    made.stop()


@pytest.fixture(scope="module")
def staff(running: Running) -> Iterator[dict[Role, Pit]]:
    with signed_in(running, STAFF) as signed:
        for table in TABLES:
            signed["pit_supervisor"].do(table, "AssignDealer", dealer="Dana")
        yield signed


@pytest.fixture
def visitor(browser: Browser, running: Running, staff: dict[Role, Pit]) -> Iterator[Visitor]:
    with Visitor(browser, running.address) as made:
        yield made


FIRST = {
    "THB": "Deal the first community card",
    "3CP": "Deal position 1, first card",
    "UTH": "Deal the first community card",
    "LIR": "Deal position 1, first card",
    "M3P": "Deal position 1, first card",
}


@pytest.mark.parametrize("kind", [SEALED, SHOE, BY_HAND], ids=["sealed", "shoe", "by hand"])
@pytest.mark.parametrize("game", GAMES)
def test_a_newcomer_deals_a_round_by_the_large_button_alone(
    visitor: Visitor, staff: dict[Role, Pit], game: str, kind: str
) -> None:
    table = f"{game} {kind}"
    dealer = Dealer(visitor, table)
    dealer.come(session=staff["dealer"])
    if dealer.says != CALL and kind == SEALED:
        dealer.deal()  # what software has begun: handed over in the middle of a round
    pressed = dealer.deal(None if kind == SEALED else Shoe())
    assert pressed[0] == "Announce: Place your bets, please"
    assert pressed[1] == "Announce: No more bets"
    assert pressed[2] == FIRST[game]
    assert "Settle the round" in pressed
    paid = pressed[pressed.index("Settle the round") + 1 :]
    assert any(re.match(r"(Take|Pay|Leave) position \d: ", each) for each in paid)
    assert ("Open the sealed deck" in paid) == (kind == SEALED)
    seen = staff["dealer"].table(table)
    lines = [line for each in seen.positions for line in each.lines]
    assert lines
    assert seen.void is None
    assert len([each for each in paid if re.match("(Take|Pay|Leave|Give back)", each)]) == len(lines) or game == "LIR"
    assert unexpected(visitor) == []


def unexpected(visitor: Visitor) -> list[str]:
    """What went wrong in the page, but for refusals: a bot may be quicker in showing its hand."""
    return [each for each in visitor.wrong if TOO_LATE not in each]


# Who may


def test_who_may_not_deal_is_told_who_may(visitor: Visitor) -> None:
    page = visitor.page
    visitor.go("/table/UTH%201/deal")
    heading = page.get_by_role("heading", name="Only a dealer, or somebody above, deals at UTH 1.")
    expect(heading).to_be_visible()
    visitor.go_to_table("UTH 1")
    visitor.button(re.compile("^Sit down, ")).click()
    visitor.come_in()
    visitor.go("/table/UTH%201/deal")
    expect(heading).to_be_visible()
    expect(page.get_by_role("main")).to_contain_text(f"You are signed in as {visitor.name}, a player.")
    assert page.locator("[data-next]").count() == 0
    page.get_by_role("link", name="To the table").click()
    page.locator(".dock").wait_for()


def test_an_auditor_sees_no_button(visitor: Visitor) -> None:
    visitor.go("/table/UTH%201/deal")
    visitor.page.get_by_role("main").get_by_role("button", name="Sign in").click()
    visitor.sign_in("Otto", PASSWORD)
    expect(visitor.page.get_by_role("main")).to_contain_text("You are signed in as Otto, auditor.")


def test_a_supervisor_takes_over_from_software_and_hands_back(visitor: Visitor, staff: dict[Role, Pit]) -> None:
    staff["pit_supervisor"].do("LIR 1", "AssignDealer", dealer="dealer")
    page = visitor.page
    Dealer(visitor, "LIR 1").come(session=staff["pit_supervisor"])
    expect(page.locator(".dock")).to_contain_text("Software deals here")
    visitor.button("Take over").click()
    expect(page.locator("[data-next], .waiting").first).to_be_visible()
    assert staff["dealer"].table("LIR 1").dealer == "Sven"
    visitor.button("Menu").click()
    page.get_by_label("A dealer's name").fill("Nobody Here")
    visitor.button("Assign").click()
    expect(page.get_by_role("dialog", name="Menu").get_by_role("alert")).to_contain_text("dealer 'Nobody Here'")
    assert staff["dealer"].table("LIR 1").dealer == "Sven"
    visitor.button("Hand back to software").click()
    expect(page.locator(".dock")).to_contain_text("Software deals here")
    assert staff["dealer"].table("LIR 1").dealer == "dealer"
    staff["pit_supervisor"].do("LIR 1", "AssignDealer", dealer="Dana")


def test_a_dealer_is_handed_the_table_by_a_supervisor_who_signs_there(visitor: Visitor, staff: dict[Role, Pit]) -> None:
    staff["pit_supervisor"].do("LIR 1", "AssignDealer", dealer="dealer")
    page = visitor.page
    Dealer(visitor, "LIR 1").come(session=staff["dealer"])
    signature = page.get_by_role("form", name="Signed by a pit supervisor")
    sign(signature, "Sven", "not his password")
    expect(page.locator(".dock .refused")).to_contain_text("Not taken")
    sign(signature, "Dana", PASSWORD)
    expect(page.locator(".dock .refused")).to_contain_text("a pit supervisor or above")
    sign(signature, "Sven", PASSWORD)
    expect(page.locator("[data-next], .waiting").first).to_be_visible()
    assert staff["dealer"].table("LIR 1").dealer == "Dana"


def test_a_dealers_own_tables_come_first_on_the_floor(visitor: Visitor, staff: dict[Role, Pit]) -> None:
    staff["pit_supervisor"].do("M3P 1", "AssignDealer", dealer="Dana")
    Dealer(visitor, "M3P 1").come(session=staff["dealer"])
    visitor.go("/")
    tiles = visitor.page.locator(".tables li")
    tiles.nth(4).wait_for()
    lines = staff["dealer"].floor().tables
    own = [line.table for line in lines if line.dealer == "Dana"]
    assert "M3P 1" in own
    order = own + [line.table for line in lines if line.dealer != "Dana"]
    for nth, table in enumerate(order):
        expect(tiles.nth(nth).locator("strong")).to_have_text(table)
        deal = tiles.nth(nth).get_by_role("link", name=f"Deal at {table}")
        (expect(deal).not_to_have_class if table in own else expect(deal).to_have_class)(re.compile(r"\boutline\b"))


def test_a_dealer_of_another_table_is_told_who_deals_here(visitor: Visitor, staff: dict[Role, Pit]) -> None:
    staff["administrator"].make_account("Dirk", PASSWORD, "dealer")
    page = visitor.page
    visitor.go("/table/THB%202/deal")
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    visitor.sign_in("Dirk", PASSWORD)
    dock = page.locator(".dock")
    expect(dock).to_contain_text("Dana deals here")
    expect(dock).to_contain_text("A pit supervisor can hand the table to you")
    assert page.locator("[data-next]").count() == 0
    sign(page.get_by_role("form", name="Signed by a pit supervisor"), "Dirk", PASSWORD)
    expect(page.locator(".dock .refused")).to_contain_text("where Dana deals: expected the dealer assigned there")


def sign(form: Locator, name: str, password: str) -> None:
    form.get_by_label("Signed by").fill(name)
    form.get_by_label("Password").fill(password)
    form.get_by_role("button").click()


# A table of cardboard and clay


def test_a_player_without_a_screen_is_seated_bets_and_decides_by_keyboard_alone(
    visitor: Visitor, staff: dict[Role, Pit]
) -> None:
    table, page = "UTH 2", visitor.page
    dealer = Dealer(visitor, table)
    dealer.come(session=staff["dealer"])
    dealer.button.wait_for()
    page.keyboard.press("p")
    expect(page.get_by_role("dialog", name="Players").get_by_label("Name")).to_be_focused()
    page.keyboard.type("Walt")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="Players").get_by_role("listitem").filter(has_text="Walt")).to_contain_text(
        "position"
    )
    page.keyboard.press("Escape")
    seat = next(each.position for each in staff["dealer"].table(table).positions if each.seated == "Walt")
    if dealer.says != CALL:  # another round was dealt here before, from another window
        dealer.deal()
    dealer.press()
    visitor.area(seat, "ante").focus()
    page.keyboard.press("Space")
    # Under the minimum for the Ante, and not equal to it: they lie so, and it is said.
    for typed, area in (("5", "Ante"), ("25", "Blind")):
        lay(visitor, seat, area, typed)
    wrong = page.get_by_role("list", name="What looks wrong")
    expect(wrong).to_contain_text(f"Position {seat}: Ante is under the minimum of")
    visitor.area(seat, "ante").focus()
    page.keyboard.press("Space")
    visitor.button("Take back").click()  # wagers that must be equal come back together
    expect(wrong.get_by_role("listitem")).to_have_count(0)
    for area in ("Ante", "Blind"):
        lay(visitor, seat, area, "25")
    page.keyboard.press("Escape")
    said = dealer.deal(Shoe(7), hears=seat)
    assert any("Check" in each for each in said)
    lines = [each for each in said if re.match(rf"(Take|Pay|Leave) position {seat}: ", each)]
    assert len(lines) == 2
    assert {line.wager for line in staff["dealer"].table(table).positions[seat - 1].lines} == {"ante", "blind"}
    staff["dealer"].do(table, "Stand", player="Walt", position=seat)


def test_no_key_closes_the_bets_while_chips_are_recorded(visitor: Visitor, staff: dict[Role, Pit]) -> None:
    """An area where chips lie by now is passed over; one where they come to lie meanwhile has its own way on."""
    table, page, dana = "3CP 2", visitor.page, staff["dealer"]
    dealer = Dealer(visitor, table)
    dealer.come(session=dana)
    if dealer.says != CALL:
        dealer.deal(Shoe(13))
    dana.do(table, "Join", player="Walt")
    dana.do(table, "BuyIn", player="Walt", amount=1_000_00)
    seat = next(each.position for each in dana.table(table).positions if each.seated is None)
    dana.do(table, "Sit", player="Walt", position=seat)
    dealer.press()
    dana.do(table, "RecordWager", player="Walt", position=seat, wager="pair_plus", amount=25_00)
    visitor.area(seat, "ante").focus()
    page.keyboard.press("Space")
    lay(visitor, seat, "Ante", "25")  # Pair Plus has its chips: the next area is another
    expect(page.get_by_label(f"Dollars on Position {seat}, Pair Plus")).to_have_count(0)
    visitor.area(seat, "progressive").focus()
    page.keyboard.press("Space")
    expect(page.get_by_label(f"Dollars on Position {seat}, Progressive")).to_be_focused()
    dana.do(table, "RecordWager", player="Walt", position=seat, wager="progressive", amount=5_00)
    onwards = visitor.button("Next area")
    expect(onwards).to_be_focused()
    page.locator("h1").evaluate("() => document.activeElement.blur()")
    page.keyboard.press("Enter")
    expect(onwards).to_be_focused()
    step = dana.table(table).step
    assert step is not None
    assert step.step == "close"
    page.keyboard.press("Escape")
    dealer.deal(Shoe(14), hears=seat)
    dana.do(table, "Stand", player="Walt", position=seat)
    assert unexpected(visitor) == []


# Hands that are busy


def test_a_key_that_is_held_does_one_thing_and_a_page_loaded_again_goes_on_where_it_was(
    visitor: Visitor, staff: dict[Role, Pit]
) -> None:
    page, dealer = visitor.page, Dealer(visitor, "M3P 3")
    dealer.come(session=staff["dealer"])
    if dealer.says != CALL:
        dealer.deal(Shoe(21))
    dealer.deal(Shoe(22), until="Settle the round")
    dealer.press()
    note = page.locator("[data-next] span")
    expect(note).to_contain_text("1 of ")
    for key, line in (("Enter", 2), ("Space", 3)):
        dealer.button.focus()
        for _ in range(5):
            page.keyboard.down(key)
        page.keyboard.up(key)
        expect(note).to_contain_text(f"{line} of ")
    said = dealer.says
    page.reload()
    expect(note).to_contain_text("3 of ")
    assert dealer.says == said
    dealer.deal()
    assert unexpected(visitor) == []


# Presses the large button in the very moment in which somebody else has changed it.
AT_ONCE = """() => new Promise((done) => new MutationObserver((_, watching) => {
  const button = document.querySelector("[data-next]:enabled");
  if (!button) return;
  watching.disconnect();
  button.click();
  done(button.querySelector("strong").innerText);
}).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true }))"""


def test_a_press_is_for_what_was_read(visitor: Visitor, staff: dict[Role, Pit]) -> None:
    """Bots decide, and the button says something else in the moment in which it is pressed."""
    page, dealer = visitor.page, Dealer(visitor, "THB 3")
    dealer.come(session=staff["dealer"])
    if dealer.says != CALL:
        dealer.deal(Shoe(31))
    shoe = Shoe(32)
    while dealer.says:
        before = dealer.says
        dealer.type_cards(shoe)
        dealer.press()
        dealer.wait_for_another(before)
    says = page.evaluate(AT_ONCE)
    expect(page.locator(".dock")).to_contain_text(QUICKER)
    assert dealer.says == says
    dealer.deal(shoe)
    assert unexpected(visitor) == []


def test_a_click_on_the_button_leads_to_the_cards_it_asks_for(visitor: Visitor, staff: dict[Role, Pit]) -> None:
    page, dealer = visitor.page, Dealer(visitor, "LIR 2")
    dealer.come(session=staff["dealer"])
    if dealer.says != CALL:
        dealer.deal(Shoe(41))
    dealer.deal(until="Deal position 1, first card")
    page.locator("main").click(position={"x": 5, "y": 5})
    dealer.button.click()
    expect(page.locator("#read")).to_contain_text("Type the card, such as AS or 10D.")
    page.keyboard.type("10D")
    expect(page.locator("[data-cards]")).to_have_value("10D")
    dealer.button.click()
    expect(dealer.button).not_to_contain_text("Deal position 1, first card")
    dealer.deal(Shoe(42, without=("Td",)))
    assert unexpected(visitor) == []


def lay(visitor: Visitor, seat: int, area: str, dollars: str) -> None:
    """Typed where the page asks for it, once it does."""
    expect(visitor.page.get_by_label(f"Dollars on Position {seat}, {area}", exact=True)).to_be_focused()
    visitor.page.keyboard.type(dollars)
    visitor.page.keyboard.press("Enter")
    expect(visitor.area(seat, area.lower())).to_have_attribute("aria-label", re.compile(f"{dollars} dollars placed"))


def test_typed_cards_are_checked_at_once_and_kept_when_they_are_refused(
    visitor: Visitor, staff: dict[Role, Pit]
) -> None:
    page, dealer = visitor.page, Dealer(visitor, "3CP 2")
    dealer.come(session=staff["dealer"])
    dealer.deal(until="Deal position 1, first card")
    field, read = page.locator("[data-cards]"), page.locator("#read")
    expect(field).to_be_focused()
    page.keyboard.type("ax")
    expect(read).to_contain_text("“ax” is no card.")
    page.keyboard.press("u")
    expect(field).to_have_value("")
    page.keyboard.press("Space")
    expect(read).to_contain_text("Type the card, such as AS or 10D.")
    page.keyboard.type("10d")
    expect(read).to_contain_text("ten of diamonds")
    page.keyboard.press("Space")
    expect(dealer.button).to_contain_text("Deal position 1, second card")
    page.keyboard.type("10D")
    page.keyboard.press("Space")
    expect(read).to_contain_text("expected a card not yet dealt in this round")
    expect(field).to_have_value("10D")
    page.keyboard.press("u")
    dealer.deal(Shoe(9, without=("Td",)))
    assert unexpected(visitor) == []


def test_a_wrong_card_is_put_right_under_supervision(visitor: Visitor, staff: dict[Role, Pit]) -> None:
    page, dealer, table = visitor.page, Dealer(visitor, "UTH 2"), "UTH 2"
    dealer.come(session=staff["dealer"])
    dealer.deal(Shoe(3, without=("Ah",)), until="Settle the round")
    was = staff["dealer"].table(table).community[0]
    page.keyboard.press("Escape")
    page.keyboard.press("u")
    panel = page.get_by_role("dialog", name="Put something right")
    things = panel.get_by_role("combobox")
    things.wait_for()
    offered = things.locator("option").all_text_contents()
    things.select_option(label=next(each for each in offered if each.startswith("Community")))
    panel.get_by_label("The card that lies there").fill("AH")
    sign(panel.get_by_role("form"), "Dana", PASSWORD)
    expect(panel).to_contain_text("a pit supervisor or above")
    sign(panel.get_by_role("form"), "Sven", PASSWORD)
    expect(panel).to_be_hidden()
    assert staff["dealer"].table(table).community[0] == "Ah"
    assert was not in (None, "Ah")
    dealer.deal(Shoe(3, without=("Ah",)))


# How it looks

# Where everything is, from its left and upper edge to its right and lower one; nothing of a notice that is not there.
PLACES = """() => Object.fromEntries(["header", ".above", "main", ".dock", ".screen > [role=dialog]"].map((which) => {
  const { left, top, right, bottom } = document.querySelector(which).getBoundingClientRect();
  return [which, [left, top, right, bottom].map(Math.round)];
}))"""


def check_beside(page: Page) -> None:
    """A panel covers nothing where there is room for both; on a tablet only the felt."""
    places: dict[str, list[int]] = page.evaluate(PLACES)
    header, above, felt, dock, panel = places.values()
    size = page.viewport_size
    assert size is not None
    assert (header[0], header[2]) == (0, size["width"])
    assert (panel[2], panel[2] - panel[0]) == (size["width"], 448)
    if size["width"] >= 1200:
        assert felt[2] == dock[2] == panel[0]
        assert (panel[1], panel[3]) == (header[3], size["height"])
    else:
        assert (panel[1], panel[3]) == (above[3], dock[1])


@pytest.mark.parametrize(
    "size",
    [
        DESKTOP,
        TABLET,
        *(pytest.param(size, marks=pytest.mark.exhaustive) for size in (UPRIGHT_TABLET, (1200, 800))),
    ],
    ids=["desktop", "tablet", "upright", "small"],
)
def test_every_state_is_clean_and_large_enough(
    browser: Browser, running: Running, staff: dict[Role, Pit], size: tuple[int, int]
) -> None:
    """Typing, waiting, paying; the panels; who may not."""
    with Visitor(browser, running.address, size) as visitor:
        page, dealer = visitor.page, Dealer(visitor, "UTH 3")
        visitor.go("/table/UTH%203/deal")
        page.get_by_role("main").get_by_role("button", name="Sign in").wait_for()
        check(page, "not for you")
        dealer.come()  # by name and password
        seen = set[str]()
        shoe = Shoe(11)
        for until in ("Announce: No more bets", "Expose the flop", "Settle the round", CALL):
            dealer.deal(shoe, until=until)
            if until == CALL and "paying" not in seen:
                break
            assert too_small(page) == []
            check(page, until)
            for side, most in zip(("scrollWidth", "scrollHeight"), size, strict=True):
                assert page.evaluate(f"document.documentElement.{side}") <= most
            if until == "Settle the round":
                dealer.press()
                expect(page.locator("[data-next]")).to_contain_text(re.compile("^(Take|Pay|Leave) position"))
                seen.add("paying")
                check(page, "paying")
                assert too_small(page) == []
        dealer.press()
        dealer.button.wait_for()  # somebody has bet, and there is something to put right
        for key, title in (("p", "Players"), ("u", "Put something right"), ("?", "Menu"), ("i", "What went wrong?")):
            page.keyboard.press(key)
            page.get_by_role("dialog", name=title).wait_for()
            check(page, title)
            check_beside(page)
            page.keyboard.press("Escape")
        page.keyboard.press("?")
        before = dealer.says
        dealer.button.click()  # what is open beside it hinders nobody
        expect(page.locator("[data-next]")).not_to_contain_text(before)
        page.get_by_role("dialog", name="Menu").get_by_role("button", name="Close").click()
        dealer.deal(Shoe(12))
        assert unexpected(visitor) == []
