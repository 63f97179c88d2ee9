"""The log in words and the figures of the day, over the wire and on both engines."""

import re
from pathlib import Path

import pytest

from pitlink.audit.days import days_here, today
from pitlink.audit.report import report
from pitlink.cards import CARD_OF, NAMES, show
from pitlink.client import Pit, Rejected
from pitlink.pit.figures import of_floor
from pitlink.server import storybook
from pitlink.server.messages import StoryLine
from pitlink.server.roles import Role
from pitlink.store.database import open_engine
from tests.server.running import Running, signed_in
from tests.server.test_staff import DANA, bets_are_made, code_of, deal_on

STAFF: dict[Role, str] = {"dealer": "Dana", "pit_supervisor": "Sven", "pit_manager": "Petra", "auditor": "Aldo"}
SHOWN = {show(CARD_OF[name]) for name in NAMES}


def all_lines(pit: Pit, search: str = "", *, most: int, play: bool) -> list[StoryLine]:
    lines: list[StoryLine] = []
    before: int | None = None
    while True:
        page = pit.log_in_words(search, before=before, most=most, play=play)
        lines += page.lines
        if page.earlier is None:
            return lines
        assert before is None or page.earlier < before
        before = page.earlier


def test_a_day_is_added_up_and_told(pit: Running) -> None:
    """Rounds of bots, a fill and a count; the figures are those of the day's report, and no line is missing."""
    with signed_in(pit, STAFF) as staff:
        dealer, supervisor, table = staff["dealer"], staff["pit_supervisor"], "UTH 1"
        assert supervisor.shift().floor.drop >= 0  # what comes next is added to it
        supervisor.do(table, "AssignDealer", dealer="Dana")
        deal_on(dealer, table, ("call",))
        supervisor.do(table, "Fill", amount=5_000_00, slip="17", second=DANA)
        dealer.do(table, "CallBets")
        bets_are_made(dealer, table)
        dealer.do(table, "CloseBets")
        dealer.do(table, "DealCard")
        hidden = supervisor.log_in_words("", most=200, play=True)
        check_hidden(hidden.lines, table)
        deal_on(dealer, table, ("call",))
        supervisor.do(table, "CloseTable", counted=5_00)
    pit.stop()  # so that nothing comes between
    pit.start()
    with Pit(pit.address) as sven:
        sven.sign_in("Sven", "a long password")
        for closed in ("THB 1", "3CP 1", "LIR 1", "M3P 1"):
            sven.do(closed, "AssignDealer", dealer="Sven")
        check_figures(pit, sven)
        check_lines(sven)


def check_hidden(lines: tuple[StoryLine, ...], table: str) -> None:
    dealt = [line for line in lines if line.stream == f"table/{table}" and line.words.endswith(": a card")]
    assert dealt
    assert not any(card in line.words for line in dealt for card in SHOWN)


def check_figures(pit: Running, sven: Pit) -> None:
    engine, days = open_engine(pit.books), days_here()
    for _ in range(100):  # bots still bet, and then nobody deals
        shift, found = sven.shift(), report(engine, today(days), days)
        if shift.last == found.last:
            break
    engine.dispose()
    floor = of_floor(found.tables)
    told = shift.floor
    assert (shift.first, shift.last, shift.day) == (found.first, found.last, found.day.isoformat())
    assert (told.drop, told.win, told.handle, told.contributions, told.rounds) == (
        *(floor.drop, floor.win, floor.handle, floor.contributions),
        floor.rounds,
    )
    assert told.fills == 5_000_00
    assert told.difference == 0
    by_table = {each.table: each.figures for each in found.tables}
    assert {each.table: each.figures.win for each in shift.tables} == {
        name: each.win for name, each in by_table.items()
    }
    (uth,) = [each for each in shift.tables if each.table == "UTH 1"]
    assert (uth.counted, uth.figures.closing, uth.slips[0].number) == (True, 5_00, "17")
    assert {each.link for each in shift.links} == {each.link for each in found.links}
    for link, statement in zip(shift.links, found.links, strict=True):
        assert all(meter.difference is None for meter in link.meters)
        assert len(link.meters) == len(statement.columns)
    assert sven.shift().floor == told  # asked again, nothing is added twice


def check_lines(sven: Pit) -> None:
    everything = all_lines(sven, most=200, play=True)
    positions = [line.position for line in everything]
    assert positions == list(range(positions[0], 0, -1))
    without = {line.position for line in all_lines(sven, most=7, play=False)}
    ordinary = [line for line in everything if line.position <= positions[0] and line.position not in without]
    assert not [line for line in ordinary if re.search(r"Fill|counts the rack|deals$|opens", line.words)]
    fills = all_lines(sven, "fill 17 sven", most=50, play=False)
    assert [line.words for line in fills] == ["Fill of $5,000.00, slip 17, by Sven, signed by Dana"]
    assert (fills[0].clauses, fills[0].game, fills[0].by) == (("R114",), "mbs-uth", "Sven")
    assert all("R115" in line.clauses for line in all_lines(sven, "R115", most=50, play=False))
    assert {line.stream for line in all_lines(sven, "megalink", most=50, play=False)} >= {"link/Megalink"}
    fed = next(line for line in everything if "feed the jackpot" in line.words)
    assert re.search(r"the display shows \$\d{2,3},\d{3}\.\d\d$", fed.words)
    assert all_lines(sven, "no such words at all", most=50, play=True) == []


def test_what_is_looked_through_for_one_page_is_bounded(pit: Running) -> None:
    with signed_in(pit, {"auditor": "Aldo"}) as staff:
        aldo = staff["auditor"]
        first = aldo.log_in_words("no such words at all", play=True)
        assert first.lines == ()
        last = aldo.log_in_words(most=1, play=True).lines[0].position
        if last > storybook.WITH_PLAY:
            assert first.earlier is not None
            assert last - first.earlier <= storybook.WITH_PLAY + 500
        for query in ("before=0", "most=0", "most=201", "play=perhaps", f"search={'x' * 201}"):
            with pytest.raises(Rejected) as refused:
                aldo._ask("GET", f"/api/log/words?{query}")
            assert code_of(refused) == (400, "not_readable")


def test_a_void_round_is_told_with_what_went_back_from_before_this_start(tmp_path: Path) -> None:
    running = Running("", tmp_path)
    running.start("--speed", "8")
    try:
        with signed_in(running, {**STAFF, "gaming_shift_manager": "Greta"}) as staff:
            dealer, table = staff["dealer"], "3CP 1"
            staff["pit_supervisor"].do(table, "AssignDealer", dealer="Dana")
            deal_on(dealer, table, ("call",))
            dealer.do(table, "CallBets")
            bets_are_made(dealer, table)
            dealer.do(table, "CloseBets")
            dealer.do(table, "Report", what="something_else", words="the lights went out")
            staff["gaming_shift_manager"].do(table, "Rule", effect="void", words="nobody saw it")
            told = [line.words for line in staff["pit_supervisor"].log_in_words("3CP void").lines]
        running.stop()
        running.start()
        with Pit(running.address) as sven:
            sven.sign_in("Sven", "a long password")
            assert [line.words for line in sven.log_in_words("3CP void").lines] == told
        assert re.search(r"Round \d+ is void: .*every wager goes back \(position 1 \$", told[0])
        assert any("rules: the round is void: “nobody saw it”" in words for words in told)
    finally:
        running.stop()
