"""Something went wrong: the dealer reports it, a supervisor rules in another window, and what was foretold happens."""

import re
from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Locator, expect

from pitlink.server.calling import COOKIE
from pitlink.table.views import PositionView, TableView
from tests.browser.playing import DESKTOP, TABLET, Visitor, too_small
from tests.browser.test_access import check
from tests.server.dealing_by_hand import House, open_for_people, people_at_work
from tests.server.running import PASSWORD, Running

Lines = list[tuple[str, str]]


class Case(NamedTuple):
    """What is typed, what is found by it, what is answered, and what is ruled."""

    search: str
    words: str
    answers: tuple[tuple[str, str], ...]  # each by the hand that it belongs to, if to any
    clause: str
    ruling: str


# At least one of every document.
CASES = {
    "THB 1": Case("strange card", "A card that does not belong to the deck", (), "5.1", "The round is void."),
    "3CP 1": Case("5.7", "A wrong number of cards in a player's hand", (("", "2"),), "5.7", "The hand is out of play."),
    "UTH 1": Case(
        *("three cards", "A wrong number of cards in a player's hand", (("", "2"),), "5.7"),
        "The hand is out of play, and the others may withdraw.",
    ),
    "LIR 1": Case(
        *("past posting", "Chips laid after the close", (("Position 2", "Wager 1 $10"),), "5.6"),
        "What came late is refused.",
    ),
    "M3P 1": Case("misdeal", "Cards dealt incorrectly", (("", "Yes"),), "5.10", "Players choose whether to go on."),
}


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    made = open_for_people(tmp_path_factory.mktemp("pit"))
    yield made
    made.stop()


@pytest.fixture(scope="module")
def house(running: Running) -> Iterator[House]:
    with people_at_work(running) as at_work:
        yield at_work


@pytest.fixture(scope="module")
def dana(browser: Browser, running: Running, house: House) -> Iterator[Visitor]:
    with signed(browser, running, "Dana", DESKTOP) as visitor:
        yield visitor


@pytest.fixture(scope="module")
def sven(browser: Browser, running: Running, house: House) -> Iterator[Visitor]:
    with signed(browser, running, "Sven", DESKTOP) as visitor:
        yield visitor


def signed(browser: Browser, running: Running, name: str, size: tuple[int, int]) -> Visitor:
    """A window in which somebody of the staff is signed in."""
    visitor = Visitor(browser, running.address, size)
    visitor.go("/")
    visitor.button("Play as a guest").click()
    visitor.sign_in(name, PASSWORD)
    return visitor


# In front of the panels


def panel(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("dialog")


def find(visitor: Visitor, case: Case) -> None:
    """By keys alone: I, a few words, Enter."""
    visitor.page.keyboard.press("i")
    search = panel(visitor).get_by_role("combobox")
    expect(search).to_be_focused()
    visitor.page.keyboard.type(case.search)
    expect(panel(visitor).get_by_role("option").first).to_contain_text(case.words)
    visitor.page.keyboard.press("Enter")
    expect(panel(visitor).get_by_role("heading", name=case.words)).to_be_visible()


def answer(visitor: Visitor, case: Case) -> None:
    for hand, words in case.answers:
        place = panel(visitor).locator(".group").filter(has_text=hand) if hand else panel(visitor)
        place.locator("label.choice").filter(has_text=re.compile(rf"^\s*{re.escape(words)}\s*$")).click()


def foretold(place: Locator) -> Lines:
    """What a panel says that a ruling will do."""
    expect(place.locator("dl")).to_be_visible()
    rows = place.locator("dl > div")
    return [(row.locator("dt").inner_text(), row.locator("dd").inner_text()) for row in rows.all()]


def in_report(visitor: Visitor, ruling: str) -> Locator:
    heading = visitor.page.get_by_role("heading", name=ruling, exact=True)
    return panel(visitor).locator("article").filter(has=heading)


def in_ruling(visitor: Visitor, ruling: str) -> Locator:
    words = visitor.page.get_by_text(ruling, exact=True)
    return panel(visitor).locator(".act").filter(has=words)


# What then stands at the table


def happened(before: TableView, after: TableView) -> Lines:
    """Told from what was seen before and after, in the words of the panels."""
    assert before.sign is not None
    assert after.sign is not None
    waiting = after.question.waiting if after.question else ()
    ends = {True: "The round is void.", False: "The round goes on."}[after.void is not None]
    lines = [("Round", "The round waits for the players' answers." if waiting else ends)]
    for was, is_ in zip(before.positions, after.positions, strict=True):
        if was.wagers and (back := going_back(was, is_, void=after.void is not None)):
            lines.append((f"Position {was.position}", back))
    left = [each.position for each in after.positions if each.wagers and f"Position {each.position}" not in dict(lines)]
    for alike, words in (
        ([each for each in left if each in waiting], "All wagers may be taken back, or played on."),
        ([each for each in left if each not in waiting], "Every wager stays."),
    ):
        if alike:
            lines.append((f"Position{'s' * (len(alike) > 1)} {' and '.join(map(str, alike))}", words))
    for who, stack in after.players.items():
        more = stack.available - before.players[who].available
        lines += [("Chips", f"{who} has {money(more)} more to bet.")] if more else []
    shows, showed = money(after.sign.display), money(before.sign.display)
    words = f"Shows {shows} instead of {showed}." if shows != showed else f"Still shows {shows}."
    lines.append((after.sign.link, words))
    return lines


def going_back(was: PositionView, is_: PositionView, *, void: bool) -> str:
    names = [f"{named(each.wager)} {short(each.amount)}" for each in was.wagers]
    if void or is_.invalid:
        return f"{' and '.join((', '.join(names[:-1]), names[-1])) if len(names) > 1 else names[0]} go back."
    left = {each.wager: each.amount for each in is_.wagers}
    return " ".join(
        f"{short(each.amount - left[each.wager])} of {named(each.wager)} {short(each.amount)} goes back."
        for each in was.wagers
        if left[each.wager] < each.amount
    )


def named(wager: str) -> str:
    return f"Wager {wager}" if len(wager) == 1 else wager.replace("_", " ").title()


def money(cents: int) -> str:
    return f"${cents / 100:,.2f}"


def short(cents: int) -> str:
    return money(cents).removesuffix(".00")


# Reported and ruled


@pytest.mark.parametrize("table", CASES)
def test_what_was_foretold_happens_at_each_game(house: House, dana: Visitor, sven: Visitor, table: str) -> None:
    """Reported from the dealer console, ruled on at the table."""
    case = CASES[table]
    before = house.deal(table)
    dana.go(f"/table/{quote(table)}/deal")
    dana.page.locator(".dock").wait_for()
    sven.go_to_table(table)
    find(dana, case)
    answer(dana, case)
    if table == "LIR 1":  # half of it came late
        panel(dana).get_by_label("How much of it came late?").fill("5")
    expect(panel(dana).get_by_role("button", name=f"Rule {case.clause}", exact=True).first).to_be_visible()
    promised = foretold(in_report(dana, case.ruling))
    check(dana.page, "what will happen")
    dana.button(re.compile("^Report: ")).click()
    expect(panel(dana)).to_contain_text("Only a pit supervisor or above")

    banner = sven.page.locator(".notice").filter(has_text="Play waits for a ruling")
    expect(banner).to_be_visible()  # without asking for it
    rule = banner.get_by_role("button", name="Rule")
    expect(rule).to_have_class(re.compile(r"\bact\b"))  # the next act of whoever may
    expect(dana.page.locator(".notice .act")).to_have_count(0)
    rule.click()
    expect(panel(sven).get_by_role("heading", name=case.words)).to_be_visible()
    act = in_ruling(sven, case.ruling)
    act.get_by_role("radio").check()
    assert foretold(act) == promised
    check(sven.page, "a ruling")
    sven.button(re.compile(f"^Rule: {re.escape(case.ruling.rstrip('.'))}$", re.IGNORECASE)).click()
    expect(panel(sven)).to_contain_text("The pit supervisor (Sven) rules")
    expect(panel(dana)).to_contain_text("The pit supervisor (Sven) rules")  # who waited for it is told

    after = house.dealer.table(table)
    assert happened(before, after) == promised
    (ruled,) = after.rulings
    assert (ruled.by, ruled.post) == ("Sven", "pit_supervisor")
    answer_for_players(sven, house, table)
    for visitor in (dana, sven):
        visitor.page.keyboard.press("Escape")
        expect(panel(visitor)).to_have_count(0)
        assert visitor.wrong == []


def answer_for_players(visitor: Visitor, house: House, table: str) -> None:
    """One takes the wagers back, the others go on."""
    question = house.dealer.table(table).question
    for nth, position in enumerate(question.waiting if question else ()):
        asked = panel(visitor).get_by_role("region", name=f"Position {position}", exact=True)
        asked.get_by_role("button", name="Go on" if nth else "Take the wagers back").click()
        expect(asked).to_have_count(0)
    after = house.dealer.table(table)
    assert after.question is None
    assert [each.position for each in after.positions if each.invalid or after.void] or question is None


# Who may not


def test_who_may_not_rule_is_told_who_may_and_lets_that_person_sign(house: House, dana: Visitor) -> None:
    table = "UTH 1"
    house.deal(table)
    dana.go_to_table(table)
    find(dana, Case("something the rules do not cover", "Something the rules do not cover", (), "6.1", ""))
    report = dana.button(re.compile("^Report: "))
    expect(report).to_be_disabled()
    panel(dana).get_by_label("What happened?").fill("a glass fell over the cards")
    report.click()
    expect(panel(dana).get_by_role("heading")).to_have_count(1)  # the list is gone
    expect(panel(dana).get_by_role("heading")).to_contain_text("a glass fell over the cards")
    in_ruling(dana, "The round is void.").get_by_role("radio").check()
    told = "Only a gaming shift manager or above can rule on this. You are signed in as Dana, dealer."
    expect(panel(dana)).to_contain_text(told)
    promised = foretold(in_ruling(dana, "The round is void."))
    rule = dana.button(re.compile("^Sign. Rule: the round is void"))
    expect(rule).to_be_disabled()
    check(dana.page, "who may not rule")
    before = house.dealer.table(table)
    for name, password, refused in (
        ("Greta", "not her password", "the person who signs: expected name and password of one of the staff"),
        ("Sven", PASSWORD, "expected a gaming shift manager or above"),
    ):
        panel(dana).get_by_label("Name").fill(name)
        panel(dana).get_by_label("Password").fill(password)
        rule.click()
        expect(panel(dana).get_by_role("alert")).to_contain_text(refused)
        expect(panel(dana).get_by_label("Password")).to_have_value("")
    assert house.dealer.table(table) == before
    panel(dana).get_by_label("Name").fill("Greta")
    panel(dana).get_by_label("Password").fill(PASSWORD)
    rule.click()
    expect(panel(dana)).to_contain_text("The gaming shift manager (Greta) rules: the round is void")
    assert happened(before, house.dealer.table(table)) == promised
    dana.page.keyboard.press("Escape")
    assert [each for each in dana.wrong if "status of 401" not in each and "status of 409" not in each] == []
    dana.wrong.clear()


def test_a_player_has_no_part_in_it(browser: Browser, running: Running, house: House) -> None:
    table = "3CP 1"
    house.deal(table)
    house.dealer.do(table, "Report", what="foreign_card")
    with Visitor(browser, running.address) as visitor:
        visitor.go("/")
        visitor.button("Play as a guest").click()
        visitor.come_in()
        visitor.go_to_table(table)
        expect(visitor.page.locator(".notice")).to_contain_text("Play waits for a ruling")
        expect(visitor.page.get_by_role("button", name="Rule", exact=True)).to_have_count(0)
        visitor.page.keyboard.press("i")
        visitor.button("Menu").click()
        expect(panel(visitor)).to_have_count(1)
        expect(panel(visitor)).not_to_contain_text("went wrong")


def test_a_player_reports_and_sees_what_was_ruled(
    browser: Browser, running: Running, house: House, sven: Visitor
) -> None:
    table = "UTH 1"
    house.deal(table)
    sven.go_to_table(table)
    with Visitor(browser, running.address) as ann:
        ann.page.context.add_cookies(
            [{"name": COOKIE, "value": str(house.players[table][0].token), "url": running.address}]
        )
        ann.go_to_table(table)
        ann.button("Menu").click()
        expect(panel(ann)).to_contain_text("something went wrong")  # among the keys
        ann.page.keyboard.press("Escape")
        find(ann, CASES[table])
        answer(ann, CASES[table])
        promised = foretold(in_report(ann, CASES[table].ruling))
        expect(panel(ann)).to_contain_text("A pit supervisor or above may rule so.")
        ann.button(re.compile("^Report: ")).click()
        expect(panel(ann).get_by_role("status")).to_have_text(
            "The dealer and the pit desk have been told, and play waits."
        )
        expect(panel(ann)).to_contain_text("Reported by Ann at UTH 1.")
        expect(panel(ann)).to_contain_text("A pit supervisor or above can rule:")
        for field in ("radio", "textbox"):
            expect(panel(ann).get_by_role(field)).to_have_count(0)  # it is not hers to rule, nor to have it signed
        check(ann.page, "a player's report")
        assert too_small(ann.page) == []
        sven.button("Rule").click()
        expect(panel(sven)).to_contain_text("Reported by Ann at UTH 1.")
        act = in_ruling(sven, CASES[table].ruling)
        act.get_by_role("radio").check()
        assert foretold(act) == promised
        sven.button(re.compile("^Rule: the hand is out of play, and")).click()
        expect(panel(ann)).to_contain_text("The pit supervisor (Sven) rules")
        expect(panel(ann).get_by_role("button", name="Rule 5.7", exact=True)).to_be_visible()
        expect(ann.page.get_by_role("region", name="Notices")).to_contain_text(
            "Ruled: the hand is out of play, and the others may withdraw (5.7)."
        )
        check(ann.page, "what was ruled")
        ann.page.keyboard.press("Escape")
        ann.button("Play on").click()  # she is asked, as the ruling says
        expect(ann.page.get_by_role("button", name="Play on")).to_have_count(0)
        assert ann.wrong == []
        ann.go("/")  # and keeps her seat
    sven.page.keyboard.press("Escape")


# What stays for later rounds


def test_later_rounds_are_decided_where_the_notice_of_it_stands(house: House, dana: Visitor) -> None:
    """A dealer is told who may, and lets that person sign; then the table goes on."""
    table = "UTH 1"
    house.deal(table)
    house.dealer.do(table, "Report", what="jackpot_failure")
    house.shift_manager.do(table, "Rule", effect="void")
    dana.go("/table/UTH%201/deal")
    dana.button("All is paid").click()
    notice = dana.page.locator(".notice").filter(has_text="The Progressive Jackpot is not working")
    expect(notice).to_have_count(1)
    step = dana.page.locator("[data-next]")
    step.filter(has_text="Open the sealed deck").click()
    expect(step).to_contain_text("Decide about later rounds")
    expect(step).to_contain_text("Waits for a gaming shift manager.")
    dana.page.keyboard.press("Space")
    expect(panel(dana)).to_contain_text("Only a gaming shift manager or above.")
    in_ruling(dana, "No bets at some positions.").get_by_role("radio").check()
    decide = dana.button(re.compile("^Sign. "))
    panel(dana).get_by_label("Name").fill("Greta")
    panel(dana).get_by_label("Password").fill(PASSWORD)
    expect(decide).to_be_disabled()  # at none, so far
    in_ruling(dana, "Play goes on without the jackpot.").get_by_role("radio").check()
    check(dana.page, "later rounds")
    decide.click()
    expect(dana.page.locator(".notice").filter(has_text="No Progressive Jackpot Bets are accepted")).to_be_visible()
    dana.page.keyboard.press("Escape")
    expect(step).to_contain_text("Announce: Place your bets, please")
    house.shift_manager.do(table, "DecideLaterRounds", later="restored")
    expect(dana.page.locator(".notice").filter(has_text="Jackpot")).to_have_count(0)


def test_a_bar_is_foretold_and_lifted_where_the_notice_of_it_stands(
    browser: Browser, running: Running, house: House
) -> None:
    table, bob = "UTH 1", house.players["UTH 1"][1]
    house.deal(table)
    house.dealer.do(table, "Report", what="hand_not_secret", player=bob.name)
    with signed(browser, running, "Greta", TABLET) as greta:
        greta.go_to_table(table)
        greta.button("Rule").click()
        act = in_ruling(greta, "No further play for the player.")
        act.get_by_role("radio").check()
        assert ("Later", f"{bob.name} may not play on.") in foretold(act)
        greta.button(re.compile("^Rule: ")).click()
        expect(panel(greta)).to_contain_text("(Greta) rules")
        greta.page.keyboard.press("Escape")
        notice = greta.page.locator(".notice").filter(has_text=f"{bob.name} may not play on.")
        notice.get_by_role("button", name="Let play again").click()
        in_ruling(greta, f"{bob.name} may play again.").get_by_role("radio").check()
        check(greta.page, "a bar")
        panel(greta).get_by_role("button", name=f"{bob.name} may play again").click()
        expect(notice).to_have_count(0)
        assert not house.dealer.table(table).players[str(bob.name)].barred
        assert greta.wrong == []


# One thing at a time


def test_the_cards_are_counted_before_anything_is_ruled(house: House, dana: Visitor, sven: Visitor) -> None:
    table = "THB 1"
    house.deal(table)
    for visitor in (dana, sven):
        visitor.go_to_table(table)
    find(dana, Case("how many", "Doubt about the number of cards used", (), "5.8", ""))
    expect(dana.button(re.compile("^Report: "))).to_be_focused()  # nothing is asked first
    dana.page.keyboard.press("Enter")
    void = in_ruling(dana, "Where the count is over or under, the round is void.")
    expect(void).to_be_visible()
    expect(void.get_by_role("radio")).to_have_count(0)
    in_ruling(dana, "The cards are counted.").get_by_role("radio").check()
    panel(dana).get_by_label("How many cards has the round used").fill("3")
    dana.button("Record the count").click()
    sven.button("Rule").click()
    in_ruling(sven, "Where the count is over or under, the round is void.").get_by_role("radio").check()
    sven.button(re.compile("^Rule: ")).click()
    expect(panel(sven)).to_contain_text("The pit supervisor (Sven) rules: the round is void")
    assert house.dealer.table(table).void == "5.8"
    for visitor in (dana, sven):
        visitor.page.keyboard.press("Escape")
        assert visitor.wrong == []


def test_it_was_not_so(house: House, dana: Visitor, sven: Visitor) -> None:
    table = "LIR 1"
    before = house.deal(table)
    house.dealer.do(table, "Report", what="foreign_card")
    sven.go_to_table(table)
    sven.button("Rule").click()
    act = in_ruling(sven, "It was not so.")
    act.get_by_role("radio").check()
    promised = foretold(act)
    sven.button("Dismiss the report").click()
    expect(panel(sven)).to_contain_text("No report waits for a ruling.")
    assert happened(before, house.dealer.table(table)) == promised
    sven.page.keyboard.press("Escape")
    assert sven.wrong == []


def test_an_error_of_an_earlier_round_is_noted(house: House, dana: Visitor) -> None:
    table = "LIR 1"
    house.deal(table)
    if house.dealer.table(table).round < 2:
        house.deal(table)
    dana.go_to_table(table)
    find(dana, Case("earlier round", "An error of an earlier round", (), "R40", ""))
    panel(dana).get_by_label("Which round?").fill("1")
    panel(dana).get_by_label("What was it?").select_option("A card missing from the deck")
    expect(panel(dana)).to_contain_text("That round is final, and nothing changes in it.")
    dana.button(re.compile("^Report: ")).click()
    expect(panel(dana)).to_have_count(0)
    noted = [each for each in house.staff["auditor"].log(0, 500).events if "earlier_error" in each.event["name"]]
    assert [(each.by, each.event["round"]) for each in noted] == [("Dana", 1)]


def test_keys_walk_the_list_and_escape_gives_the_focus_back(house: House, dana: Visitor) -> None:
    house.deal("UTH 1")
    dana.go_to_table("UTH 1")
    page = dana.page
    dana.button("Menu").focus()
    page.keyboard.press("i")
    search = panel(dana).get_by_role("combobox")
    expect(search).to_be_focused()
    options = panel(dana).get_by_role("option")
    expect(options.first).to_have_attribute("aria-selected", "true")
    check(page, "the list")
    page.keyboard.press("ArrowDown")
    expect(options.nth(1)).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(options.last).to_have_attribute("aria-selected", "true")
    expect(options.last).to_be_in_viewport()
    page.keyboard.type("thunder")
    expect(panel(dana)).to_contain_text("Nothing that can have happened now has these words.")
    page.keyboard.press("Escape")
    expect(panel(dana)).to_have_count(0)
    expect(dana.button("Menu")).to_be_focused()
    assert dana.wrong == []


def test_on_a_tablet_nothing_is_too_small(browser: Browser, running: Running, house: House) -> None:
    table, case = "UTH 1", CASES["UTH 1"]
    house.deal(table)
    with signed(browser, running, "Greta", TABLET) as greta:
        greta.go_to_table(table)
        greta.button("Menu").click()
        greta.button("Something went wrong").click()
        panel(greta).get_by_role("combobox").fill(case.search)
        panel(greta).get_by_role("option").first.click()
        answer(greta, case)
        foretold(in_report(greta, case.ruling))
        choices = panel(greta).locator("label.choice span")
        for each in choices.all():
            box = each.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 44
        assert too_small(greta.page) == []
        check(greta.page, "a report on a tablet")
        greta.button(re.compile("^Report: ")).click()  # who has the rank goes on to the ruling at once
        in_ruling(greta, case.ruling).get_by_role("radio").check()
        check(greta.page, "a ruling on a tablet")
        greta.button(re.compile("^Rule: the hand is out of play, and")).click()
        expect(panel(greta)).to_contain_text("The gaming shift manager (Greta) rules")
        assert too_small(greta.page) == []
        assert greta.page.evaluate("document.documentElement.scrollWidth") <= TABLET[0]
        assert greta.wrong == []
