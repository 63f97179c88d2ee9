"""Staff over the wire: a person deals, a player reports, a supervisor rules, two persons change a link."""

import re
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from pitlink.audit.verifying import verify
from pitlink.client import Pit, Rejected
from pitlink.server.roles import Role
from pitlink.store import schema
from pitlink.store.database import open_engine
from pitlink.table.views import TableView
from tests.server.running import PASSWORD, Running
from tests.server.test_playing import TABLES, act, sit_down

STAFF: dict[Role, str] = {
    "dealer": "Dana",
    "pit_supervisor": "Sven",
    "pit_manager": "Petra",
    "gaming_shift_manager": "Greta",
    "surveillance": "Eve",
    "auditor": "Aldo",
}
DANA = {"name": "Dana", "password": PASSWORD}  # who signs


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    made = Running(str(tmp_path_factory.mktemp("staff") / "books.db"), Path(tmp_path_factory.mktemp("pit")))
    made.start("--speed", "8")
    yield made
    made.stop()


def code_of(attempt: pytest.ExceptionInfo[Rejected]) -> tuple[int, str]:
    return attempt.value.problem.status, attempt.value.problem.code


def deal_on(dealer: Pit, table: str, until: tuple[str, ...], card: Callable[[str], str] | None = None) -> str:
    """The person at the console does what the procedure wants, until it wants one of these; `card` reads the shoe."""
    commands = {
        "call": "CallBets",
        "close": "CloseBets",
        "deal": "DealCard",
        "expose": "Expose",
        "settle": "Settle",
        "open_deck": "OpenDeck",
    }
    end = time.monotonic() + 60  # officers and bots take their time
    while time.monotonic() < end:
        seen = dealer.table(table)
        step = seen.step.step if seen.step else "call"
        if step in until:
            return step
        fields: dict[str, Any] = {"position": seen.step.position} if seen.step and step in ("show", "decide") else {}
        command = commands.get(step, "ShowHand" if step == "show" else "TakeSilence")
        if seen.step and step == "deal" and card:
            fields = {"card": card(seen.step.words)}
        with suppress(Rejected):  # a bot was quicker
            dealer.do(table, command, **fields)
    raise AssertionError("a round without end")


def play_out(
    dealer: Pit, player: Pit, table: str, position: int, card: Callable[[str], str] | None = None, until: str = "call"
) -> TableView:
    """From the close of bets on: the player decides by himself, bots as they do."""
    while deal_on(dealer, table, ("decide", until), card) != until:
        seen = player.table(table)
        if seen.step is None or seen.step.step != "decide":
            continue  # a bot has decided meanwhile
        if seen.step.position == position:
            act(player, table, position, player.options(table))
        else:
            next(each for each in player.follow(table, seen.version) if each.version > seen.version)
    return player.table(table)


def bets_are_made(pit: Pit, table: str) -> None:
    """By the bots, who are quick but not at once."""
    until = time.monotonic() + 30
    for message in pit.follow(table):
        seated = message.view.positions if message.view is not None else ()
        bots = [each for each in seated if each.seated is not None and each.seated.startswith("Bot ")]
        if bots and all(each.wagers for each in bots):
            return
        assert time.monotonic() < until, "bots that do not bet"


def test_a_person_deals_a_round_of_each_game_with_a_sealed_deck(running: Running, staff: dict[Role, Pit]) -> None:
    with ThreadPoolExecutor(len(TABLES)) as tables:
        list(tables.map(lambda table: check_dealing(running, staff, table), TABLES))
    engine = open_engine(running.books)
    verify(engine)
    engine.dispose()


def taken_over(staff: dict[Role, Pit], table: str) -> TableView:
    """The round that software had begun to deal, as it stood when Dana took the table."""
    dealer, supervisor = staff["dealer"], staff["pit_supervisor"]
    for message in dealer.follow(table):
        if message.view is None or message.view.step is None or message.view.step.step not in ("deal", "decide"):
            continue
        supervisor.do(table, "AssignDealer", dealer="Dana")
        seen = dealer.table(table)
        if seen.step is not None and seen.step.step in ("deal", "decide"):
            return seen
        supervisor.do(table, "AssignDealer", dealer="dealer")  # who was quicker: in the next round, then
    raise AssertionError("the feed has ended")


def check_taken_over(staff: dict[Role, Pit], table: str, before: TableView) -> None:
    """Both have dealt the round, from one sealed deck, and it is settled."""
    whole = staff["surveillance"].round(table, before.round)
    for giver, names in (
        ("dealer", {"table.bets_called/1", "table.bets_closed/1"}),
        ("Dana", {"table.line_settled/1", "table.deck_opened/1"}),
    ):
        assert names <= {step.event["name"] for step in whole.steps if step.by == giver}, (table, giver)
    assert "dealer" not in {step.by for step in whole.steps if step.version > before.version}
    assert before.seal
    assert whole.seal == before.seal
    assert len(whole.opened) == len(whole.seal)  # every card is the one that was sealed
    settled = whole.steps[-1].view
    assert settled.void is None
    assert all(each.lines for each in settled.positions if each.wagers)


def check_dealing(running: Running, staff: dict[Role, Pit], table: str) -> None:
    """Taken over from the software dealer in the middle of a round, and handed back."""
    dealer, supervisor = staff["dealer"], staff["pit_supervisor"]
    with pytest.raises(Rejected) as refused:
        dealer.do(table, "CallBets")
    assert code_of(refused) == (409, "software_deals")
    before = taken_over(staff, table)
    deal_on(dealer, table, ("call",))
    with running.guest(f"Zoe at {table}") as zoe:
        zoe.do(table, "Join")
        dealer.do(table, "BuyIn", player=zoe.name, amount=1_000_00)
        free = next(each.position for each in zoe.table(table).positions if each.seated is None)
        zoe.do(table, "Sit", position=free)
        dealer.do(table, "CallBets")
        check_taken_over(staff, table, before)
        for _ in range(6):
            act(zoe, table, free, zoe.options(table))
        bets_are_made(zoe, table)
        seen = play_out(dealer, zoe, table, free)
        assert seen.positions[free - 1].lines
        assert any(each.lines for each in seen.positions if each.seated and "Bot" in each.seated)
        zoe.do(table, "Leave")
    supervisor.do(table, "AssignDealer", dealer="dealer")
    version = dealer.table(table).version
    givers: set[str] = set()
    for message in dealer.follow(table, version):
        givers |= {told.by for told in message.events}
        if message.version > version + 10:
            break
    assert "dealer" in givers
    assert all(giver == "dealer" or giver.startswith("Bot ") for giver in givers)


@pytest.mark.parametrize("table", ["UTH 1", "LIR 1"])
def test_a_round_that_is_handed_back_in_its_middle_is_finished_by_the_software_dealer(
    running: Running, staff: dict[Role, Pit], table: str
) -> None:
    """From the same sealed deck, to the last card and the last line; the person may deal no more."""
    dealer, supervisor = staff["dealer"], staff["pit_supervisor"]
    supervisor.do(table, "AssignDealer", dealer="Dana")
    deal_on(dealer, table, ("call",))
    dealer.do(table, "CallBets")
    bets_are_made(dealer, table)
    dealer.do(table, "CloseBets")
    for _ in range(3):
        dealer.do(table, "DealCard")
    before = dealer.table(table)
    assert before.step is not None
    assert before.step.step == "deal"
    supervisor.do(table, "AssignDealer", dealer="dealer")
    with pytest.raises(Rejected) as refused:
        dealer.do(table, "DealCard")
    assert code_of(refused) == (409, "software_deals")
    next(message for message in dealer.follow(table) if message.view and message.view.round > before.round)
    whole = staff["surveillance"].round(table, before.round)
    after = [step for step in whole.steps if step.version > before.version]
    assert {step.by for step in after if not step.by.startswith("Bot ")} == {"Sven", "dealer"}
    names = [step.event["name"] for step in after]
    assert {"table.card_dealt/1", "table.line_settled/1", "table.deck_opened/1"} <= set(names)
    settled = after[-1].view
    assert all(each.lines for each in settled.positions if each.wagers)
    assert settled.void is None
    assert whole.seal == before.seal
    assert len(whole.opened) == len(whole.seal)  # every card is the one that was sealed
    engine = open_engine(running.books)
    verify(engine)
    engine.dispose()


def test_two_who_deal_at_once_deal_the_deck_and_nothing_else(running: Running, staff: dict[Role, Pit]) -> None:
    """A supervisor's card that does not fit the seal would end the round; and no refusal names a card."""
    table, supervisor = "M3P 1", staff["pit_supervisor"]
    supervisor.do(table, "AssignDealer", dealer="Sven")
    deal_on(supervisor, table, ("call",))
    supervisor.do(table, "CallBets")
    bets_are_made(supervisor, table)
    supervisor.do(table, "CloseBets")
    refused: list[str] = []

    def deal(_: int) -> None:
        try:
            supervisor.do(table, "DealCard")
        except Rejected as rejected:
            refused.append(str(rejected))

    with ThreadPoolExecutor(8) as hands:
        list(hands.map(deal, range(40)))
    assert supervisor.table(table).void is None
    assert refused
    assert not [words for words in refused if re.search(r"\b[2-9TJQKA][cdhs]\b", words)]
    deal_on(supervisor, table, ("call",))
    assert supervisor.table(table).void is None
    supervisor.do(table, "AssignDealer", dealer="dealer")


def test_a_player_reports_and_a_supervisor_rules(running: Running, staff: dict[Role, Pit]) -> None:
    table = "3CP 1"
    staff["pit_supervisor"].do(table, "AssignDealer", dealer="Dana")
    deal_on(staff["dealer"], table, ("call",))
    with running.guest("Yan") as yan:
        yan.do(table, "Join")
        staff["dealer"].do(table, "BuyIn", player="Yan", amount=500_00)
        yan.do(table, "Sit", position=7)
        staff["dealer"].do(table, "CallBets")
        yan.do(table, "PlaceWager", position=7, wager="ante", amount=10_00)
        deal_on(staff["dealer"], table, ("decide",))
        offered = yan.options(table, reporting=True)
        assert "Report" in {option.command for option in offered}
        yan.do(table, "Report", what="something_else", words="a card fell from the table")
        with pytest.raises(Rejected) as refused:
            yan.do(table, "Rule", effect="void")
        assert code_of(refused) == (409, "post_too_low")
        offered = staff["gaming_shift_manager"].options(table)
        assert "void" in {option.effect for option in offered if option.command == "Rule"}
        staff["gaming_shift_manager"].do(table, "Rule", effect="void", words="the hands are spoilt")
        seen = yan.table(table)
        assert seen.void is not None
        deal_on(staff["dealer"], table, ("call",))
        assert yan.table(table).players["Yan"].available == 500_00
        yan.do(table, "Leave")
    staff["pit_supervisor"].do(table, "AssignDealer", dealer="dealer")


def test_two_persons_of_the_two_highest_posts_change_a_link(staff: dict[Role, Pit]) -> None:
    shift, manager = staff["gaming_shift_manager"], {"name": "Petra", "password": PASSWORD}
    with pytest.raises(Rejected) as refused:
        staff["dealer"].do_at_link("Multi-Link", "SuspendLink", note="the sign is dark")
    assert code_of(refused) == (409, "post_too_low")
    feed = shift.follow("M3P 1")
    assert next(feed).view is not None
    shift.do_at_link("Multi-Link", "SuspendLink", note="the sign is dark")
    assert shift.link("Multi-Link").sign.state == "suspended"
    assert next(each.view for each in feed if each.view and each.view.jackpot_off)
    before = shift.link("Multi-Link").sign.display
    for second, code in (
        ({"name": "Petra", "password": "a wrong password"}, (401, "wrong_name_or_password")),
        ({"name": "Greta", "password": PASSWORD}, (409, "same_person")),
        ({"name": "Sven", "password": PASSWORD}, (409, "post_too_low")),
        ("Petra", (400, "not_a_command")),
    ):
        with pytest.raises(Rejected) as refused:
            shift.do_at_link("Multi-Link", "CorrectDisplay", change=100, note="miscounted", second=second)
        assert code_of(refused) == code
    shift.do_at_link("Multi-Link", "CorrectDisplay", change=1_00, note="miscounted", second=manager)
    assert shift.link("Multi-Link").sign.display == before + 1_00
    shift.do_at_link("Multi-Link", "CheckLink")
    shift.do_at_link("Multi-Link", "ResumeLink", note="the lamp is new")
    assert shift.link("Multi-Link").sign.state == "running"


def test_a_session_that_runs_out_ends_its_feeds(pit: Running) -> None:
    """After twelve hours: here the books say that they are nearly over. Who only looks on is never sent away."""
    with pit.guest("Ute") as ute, Pit(pit.address) as nobody:
        engine = open_engine(pit.books)
        with engine.begin() as connection:
            ends = time.time_ns() // 1000 + 3_000_000
            connection.execute(sa.update(schema.session).values(until_us=ends))
        engine.dispose()
        onlooking = nobody.follow("LIR 1")
        feeds = [ute.follow("LIR 1"), ute.follow_link("Megalink"), ute.follow_floor()]
        with ThreadPoolExecutor(len(feeds)) as readers:
            many = list(readers.map(lambda feed: len(list(feed)), feeds))
        assert min(many) > 0
        assert 0.0 <= time.time() - ends / 1e6 < 2.0
        with pytest.raises(Rejected) as refused:
            ute.options("LIR 1")
        assert code_of(refused) == (401, "not_signed_in")
        assert next(onlooking).view is not None


def test_whoever_is_shut_out_is_out_at_once(running: Running, staff: dict[Role, Pit]) -> None:
    owner = staff["administrator"]
    owner.make_account("Uwe", PASSWORD, "pit_supervisor")
    with Pit(running.address) as uwe:
        uwe.sign_in("Uwe", PASSWORD)
        feed = uwe.follow("LIR 1")
        assert next(feed).view is not None
        owner.shut_account("Uwe")
        with pytest.raises(Rejected) as refused:
            uwe.options("LIR 1")
        assert code_of(refused) == (401, "not_signed_in")
        assert len(list(feed)) < 20  # it ends
        with pytest.raises(Rejected) as refused:
            uwe.sign_in("Uwe", PASSWORD)
        assert code_of(refused) == (401, "wrong_name_or_password")


def test_a_password_is_changed_with_the_old_one_and_others_are_signed_out(
    running: Running, staff: dict[Role, Pit]
) -> None:
    staff["administrator"].make_account("Paul", PASSWORD, "dealer")
    with Pit(running.address) as one, Pit(running.address) as two:
        one.sign_in("Paul", PASSWORD)
        two.sign_in("Paul", PASSWORD)
        for old, new, code in (
            ("not the old one", "another password", (401, "wrong_name_or_password")),
            (PASSWORD, "short", (409, "password_unfit")),
        ):
            with pytest.raises(Rejected) as refused:
                one.change_password(old, new)
            assert code_of(refused) == code
        assert [has_password(running, each) for each in (one, two)] == [True, True]
        one.change_password(PASSWORD, "another password")
        one.options("LIR 1")
        with pytest.raises(Rejected) as refused:
            two.options("LIR 1")
        assert code_of(refused) == (401, "not_signed_in")
        two.sign_in("Paul", "another password")


def has_password(running: Running, pit: Pit) -> bool:
    headers = {"authorization": f"Bearer {pit.token}"} if pit.token else {}
    return bool(httpx.get(f"{running.address}/api/me", headers=headers).json()["has_password"])


def test_a_guest_has_no_password_to_change(running: Running) -> None:
    with running.guest("Gus") as gus, Pit(running.address) as nobody:
        assert [has_password(running, each) for each in (gus, nobody)] == [False, False]
        with pytest.raises(Rejected) as refused:
            gus.change_password("", "another password")
        assert code_of(refused) == (401, "wrong_name_or_password")


def test_signing_out_ends_the_session_and_no_other(running: Running, staff: dict[Role, Pit]) -> None:
    with Pit(running.address) as one, Pit(running.address) as two:
        one.sign_in("Dana", PASSWORD)
        two.sign_in("dana", PASSWORD)  # a name is the same in any case
        token = str(one.token)
        one.sign_out()
        with Pit(running.address, token) as gone, pytest.raises(Rejected) as refused:
            gone.options("LIR 1")
        assert code_of(refused) == (401, "not_signed_in")
        two.options("LIR 1")


def test_a_player_may_not_do_what_is_not_for_him(running: Running) -> None:
    with running.guest("Wim") as wim:
        sit_down(wim, "LIR 1")
        for command, fields, code in (
            ("BuyIn", {"player": "Bot Jon", "amount": 100}, (409, "not_your_chips")),
            ("BuyIn", {"amount": 100_000_00}, (409, "too_many_chips")),
            ("CashOut", {"amount": 2_000_00}, (409, "not_enough_chips")),
            ("AssignDealer", {"dealer": "Wim"}, (409, "post_too_low")),
            ("CallBets", {}, (409, "software_deals")),
            ("Sit", {"position": 99}, (409, "no_such_position")),
            ("Sit", {"position": "one"}, (400, "not_a_command")),
            ("Sit", {"place": 1}, (400, "not_a_command")),
            ("AmendAwards", {}, (400, "not_a_command")),
            ("Nothing", {}, (400, "not_a_command")),
        ):
            with pytest.raises(Rejected) as refused:
                wim.do("LIR 1", command, **fields)
            assert code_of(refused) == code, command
        with pytest.raises(Rejected) as refused:
            wim.do("XYZ 1", "Join")
        assert code_of(refused) == (404, "no_such_table")
        wim.do("LIR 1", "CashOut", amount=1_00)


def test_one_id_is_one_command(running: Running, staff: dict[Role, Pit]) -> None:
    with running.guest("Vera") as vera:
        staff["pit_supervisor"].do("THB 1", "AssignDealer", dealer="Sven")
        vera.do("LIR 1", "Join", id="a card 1")
        deal_on(staff["pit_supervisor"], "THB 1", ("close", "deal"))
        with pytest.raises(Rejected) as refused:  # not the answer to what somebody else has asked elsewhere
            staff["pit_supervisor"].do("THB 1", "CloseBets", id="a card 1")
        assert code_of(refused) == (409, "command_id_used")
        staff["pit_supervisor"].do("THB 1", "AssignDealer", dealer="dealer")
        first = vera.do("THB 1", "Join", id="join 1")
        again = vera.do("THB 1", "Join", id="join 1")
        assert (again.position, again.events) == (first.position, first.events)  # the table may be further by then
        with pytest.raises(Rejected) as refused:
            vera.do("THB 1", "BuyIn", amount=500, id="join 1")
        assert code_of(refused) == (409, "command_id_used")


def test_auditors_and_surveillance_read_the_log_and_the_report(running: Running, staff: dict[Role, Pit]) -> None:
    auditor = staff["auditor"]
    page, position, seen = auditor.log(0, 500), 0, list[int]()
    while page.events and len(seen) < 2_000:
        seen += [line.position for line in page.events]
        for line in page.events:
            if line.event["name"] == "table.card_dealt/1":
                assert (line.event["card"], line.event["salt"]) == (None, None)
        position, page = page.position, auditor.log(page.position, 500)
    assert seen == list(range(1, position + 1))
    report = auditor.report()
    assert "No differences: 5 tables and 2 jackpots add up to the cent" in report
    with pytest.raises(Rejected) as refused:
        staff["surveillance"].report()
    assert code_of(refused) == (403, "not_for_this_role")
    opened = [line for line in staff["pit_manager"].log(0, 500).events if line.event["name"] == "table.deck_opened/1"]
    assert opened
    assert not any(line.event["cards"] for line in opened)
    with pytest.raises(Rejected) as refused:
        auditor.report("the day before yesterday")
    assert code_of(refused) == (400, "not_readable")
