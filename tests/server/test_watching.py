"""Those who watch: every table at a glance, what happens there in words, rounds found again, and the books proved."""

import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa

from pitlink.audit.verifying import verify
from pitlink.client import Pit, Rejected
from pitlink.pit.witness import tell_to
from pitlink.server.messages import AuditState, RoundLine, WatchLine, Words
from pitlink.server.proving import Proof
from pitlink.server.roles import Caller, Role
from pitlink.store import schema, software
from pitlink.store.database import open_engine
from pitlink.store.record import Stored, stored_of
from pitlink.store.streams import evolved
from pitlink.table import Event, Table
from tests.audit.tampering import change, unguarded
from tests.cli.processes import started
from tests.server.running import Running, signed_in
from tests.server.test_feeds import open_by_version
from tests.server.test_staff import STAFF, code_of, deal_on

TABLE, TROUBLED = "UTH 1", "3CP 1"
SHOWN = re.compile(r"(?:10|[2-9JQKA])[♣♦♥♠]")
SOON_S = 60


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    made = Running("", Path(tmp_path_factory.mktemp("pit")))
    made.start("--speed", "20")
    yield made
    made.stop()


@pytest.fixture(scope="module")
def staff(running: Running) -> Iterator[dict[Role, Pit]]:
    with signed_in(running, STAFF) as signed:
        yield signed


@pytest.fixture(scope="module")
def void(running: Running, staff: dict[Role, Pit]) -> int:
    """The round in which somebody reported something, and the gaming shift manager ruled; it is over."""
    dealer, supervisor = staff["dealer"], staff["pit_supervisor"]
    supervisor.do(TROUBLED, "AssignDealer", dealer="Dana")
    deal_on(dealer, TROUBLED, ("call",))
    dealer.do(TROUBLED, "CallBets")
    with running.guest("Yan") as yan:
        yan.do(TROUBLED, "Join")
        dealer.do(TROUBLED, "BuyIn", player="Yan", amount=500_00)
        yan.do(TROUBLED, "Sit", position=7)
        yan.do(TROUBLED, "PlaceWager", position=7, wager="ante", amount=10_00)
        deal_on(dealer, TROUBLED, ("decide",))
        number = yan.table(TROUBLED).round
        yan.do(TROUBLED, "Report", what="something_else", words="a card fell from the table")
        seen = glance(staff["surveillance"], TROUBLED)
        assert seen.report is not None
        assert (seen.report.by, seen.trouble and seen.trouble.round) == ("Yan", number)
        staff["gaming_shift_manager"].do(TROUBLED, "Rule", effect="void", words="the hands are spoilt")
        yan.do(TROUBLED, "Stand", position=7)
    supervisor.do(TROUBLED, "AssignDealer", dealer="dealer")
    soon(lambda: staff["dealer"].table(TROUBLED).round > number + 2)
    return number


def soon(is_so: Callable[[], bool]) -> None:
    until = time.monotonic() + SOON_S
    while not is_so():
        assert time.monotonic() < until, "waited in vain"
        time.sleep(0.05)


def glance(pit: Pit, table: str) -> WatchLine:
    return next(each for each in pit.watch().tables if each.line.table == table)


# At a glance


def test_all_tables_stand_there_with_what_waits_and_what_went_wrong(staff: dict[Role, Pit], void: int) -> None:
    for role in ("surveillance", "auditor", "pit_supervisor"):
        seen = staff[role].watch()
        assert [each.line.table for each in seen.tables] == [line.table for line in staff[role].floor().tables]
        found = glance(staff[role], TROUBLED)
        assert (found.report, found.claims) == (None, None)
        assert found.trouble is not None
        assert found.trouble.round == void
        assert found.trouble.said.kind == "void"
        assert found.trouble.said.words.startswith(f"Round {void} is void: ")


def test_what_went_wrong_before_a_restart_is_known_after_it(tmp_path: Path) -> None:
    pit = Running("", tmp_path)
    pit.start("--speed", "20")
    try:
        with signed_in(pit, STAFF) as signed:
            signed["pit_supervisor"].do(TABLE, "AssignDealer", dealer="Dana")
            deal_on(signed["dealer"], TABLE, ("deal",))
            number = signed["dealer"].table(TABLE).round
            signed["dealer"].do(TABLE, "Report", what="something_else", words="the lights flickered")
            token = str(signed["surveillance"].token)
            before = glance(signed["surveillance"], TABLE).trouble
        pit.stop()
        pit.start("--speed", "20")
        with Pit(pit.address, token) as eve:
            found = glance(eve, TABLE)
            assert found.trouble == before
            assert found.trouble is not None
            assert (found.trouble.round, found.trouble.by, found.trouble.said.kind) == (number, "Dana", "report")
            assert "the lights flickered" in found.trouble.said.words
            assert glance(eve, "LIR 1").trouble is None
    finally:
        pit.stop()


def test_the_feed_tells_tables_that_have_changed(staff: dict[Role, Pit]) -> None:
    eve, rounds = staff["surveillance"], dict[str, int]()
    feed = eve.follow_watch()
    first = next(feed)
    assert first.snapshot
    for each in first.tables:
        rounds[each.line.table] = each.line.round
    for message in feed:
        assert not message.snapshot
        assert message.position > first.position
        if any(each.line.round > rounds[each.line.table] for each in message.tables):
            break
    again = next(eve.follow_watch(first.position))
    assert not again.snapshot
    assert next(eve.follow_watch(10**12)).snapshot


# In words


def test_the_record_is_the_log_of_the_table_in_words(running: Running, staff: dict[Role, Pit], void: int) -> None:
    """Every event with the words that a replay of the whole log finds for it, page by page from the end."""
    known = told_of(running.books, TROUBLED)
    for role in ("surveillance", "pit_supervisor"):
        page, found = staff[role].record(TROUBLED, most=37), dict[int, Words]()
        while True:
            for each in page.events:
                assert isinstance(each.said, Words)
                found[each.version] = each.said
            if page.earlier is None:
                break
            page = staff[role].record(TROUBLED, page.earlier, 37)
        assert {version: said.words for version, said in found.items() if version in known[role]} == known[role]
        assert {"void", "report", "ruling"} <= {said.kind for said in found.values()}


def told_of(books: str, table: str) -> dict[Role, dict[int, str]]:
    """The words for every event of a table so far, in the two forms that there are."""
    engine, state = open_engine(books), Table()
    found: dict[Role, dict[int, str]] = {"surveillance": {}, "pit_supervisor": {}}
    for stored in events_of(engine, table):
        event = stored.event
        assert isinstance(event, Event)
        after = evolved(state, event)
        assert isinstance(after, Table)
        state = after
        for role, words in found.items():
            words[stored.version] = tell_to(Caller("", role).viewer.role, table, event, state).words
    engine.dispose()
    return found


def events_of(engine: sa.Engine, table: str) -> list[Stored]:
    columns = schema.event.c
    asked = sa.select(schema.event).where(columns.stream == f"table/{table}").order_by(columns.version)
    with engine.connect() as connection:
        return [stored_of(row) for row in connection.execute(asked)]


def test_those_who_watch_are_told_live_in_words_and_nobody_else(running: Running, staff: dict[Role, Pit]) -> None:
    """The same words as the record has them, whoever reads on from where he was."""
    eve = staff["surveillance"]
    since = eve.table(TABLE).version
    live: dict[int, Words] = {}
    for _ in range(3):
        for message in eve.follow(TABLE, max(live, default=since)):
            for told in message.events:
                assert isinstance(told.said, Words)
                live[told.version] = told.said
            if len(live) % 40 > 25:
                break
    assert sorted(live) == list(range(since + 1, max(live) + 1))
    page = eve.record(TABLE, max(live) + 1, 200)
    assert {each.version: each.said for each in page.events if each.version in live} == live
    for other in (staff["dealer"], staff["administrator"]):
        assert not any(isinstance(told.said, Words) for told in next(other.follow(TABLE, since)).events)


def test_no_word_names_a_card_that_lies_face_down(running: Running, staff: dict[Role, Pit]) -> None:
    """Neither in the record nor on the feed, of a round that runs."""
    eve, texts = staff["surveillance"], dict[int, str]()
    first = eve.table(TABLE).round
    for message in eve.follow(TABLE, eve.table(TABLE).version):
        texts |= {told.version: told.said.words for told in message.events if isinstance(told.said, Words)}
        if message.view is not None and message.view.round > first + 1:
            break
    for each in eve.record(TABLE, most=200).events:
        texts[each.version] = each.said.words if isinstance(each.said, Words) else ""
    allowed, _, _ = open_by_version(running.books, TABLE)
    found = 0
    for version, words in texts.items():
        cards = {_name(each) for each in SHOWN.findall(words)}
        assert cards <= allowed[version], words
        found += len(cards)
    assert found > 5


def _name(shown: str) -> str:
    return shown.replace("10", "T")[0] + dict(zip("♣♦♥♠", "cdhs", strict=True))[shown[-1]]


# Rounds found again


def test_rounds_are_found_by_what_happened_by_player_position_and_time(staff: dict[Role, Pit], void: int) -> None:
    eve = staff["surveillance"]
    whole = {line.round: line for line in eve.rounds(TROUBLED, most=100).rounds}
    assert whole[void].noted == ("void", "report", "ruling")

    def found(**wanted: str | int) -> list[int]:
        lines: list[RoundLine] = []
        page = eve.find_rounds(TROUBLED, **wanted)
        while True:
            lines += page.rounds
            if page.earlier is None:
                break
            page = eve.find_rounds(TROUBLED, **{**wanted, "before": page.earlier})
        assert all(line == whole[line.round] for line in lines if line.round in whole)
        return [line.round for line in lines if line.round in whole]

    for kind in ("void", "report", "ruling"):
        assert found(what=kind) == [void]
    assert found(what="correction") == []
    assert found(player="Yan") == found(player="Yan", position=7) == [void]
    assert found(player="Yan", position=6) == found(player="Nobody") == []
    assert found(most=1) == sorted(whole, reverse=True)
    bots = [line.round for line in whole.values() if any(each.position == 1 for each in line.results)]
    assert found(position=1) == bots
    assert found(at_us=whole[void].began_us)[0] == found(at_us=whole[void].ended_us)[0] == void
    assert found(at_us=whole[void].began_us - 1)[0] == void - 1
    assert found(at_us=0) == []
    assert found(at_us=whole[void].ended_us, what="void", player="Yan") == [void]


REFUSED = [
    ("/api/tables/none/record", 404, "no_such_table"),
    ("/api/tables/none/found", 404, "no_such_table"),
    ("/api/tables/UTH 1/record?before=0", 400, "not_readable"),
    ("/api/tables/UTH 1/record?most=201", 400, "not_readable"),
    ("/api/tables/UTH 1/found?before=0", 400, "not_readable"),
    ("/api/tables/UTH 1/found?most=101", 400, "not_readable"),
    ("/api/tables/UTH 1/found?at_us=-1", 400, "not_readable"),
    ("/api/tables/UTH 1/found?at_us=yesterday", 400, "not_readable"),
    ("/api/tables/UTH 1/found?position=8", 400, "not_readable"),
    ("/api/tables/UTH 1/found?player=", 400, "not_readable"),
    ("/api/tables/UTH 1/found?what=luck", 400, "not_readable"),
]


@pytest.mark.parametrize(("path", "status", "code"), REFUSED)
def test_what_is_refused(running: Running, staff: dict[Role, Pit], path: str, status: int, code: str) -> None:
    headers = {"authorization": f"Bearer {staff['surveillance'].token}"}
    answer = httpx.get(f"{running.address}{path}", headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


# The audit


def proved(pit: Pit) -> Proof:
    """What a proof has found that was asked for now."""
    pit.prove()
    soon(lambda: (proof := pit.audit().proof) is not None and proof.state != "running")
    proof = pit.audit().proof
    assert proof is not None
    return proof


def test_books_are_proved_while_tables_play_and_nothing_is_written(pit: Running) -> None:
    """On both engines; by what `pitlink audit verify` finds of the same books, and no event comes of it."""
    with signed_in(pit, STAFF) as signed:
        eve = signed["surveillance"]
        first = eve.audit()
        assert (first.proof, first.may_prove, first.software) == (None, True, software.digest())
        before = eve.table(TABLE).round
        proof = proved(eve)
        assert (proof.state, proof.by, proof.software) == ("right", "Eve", first.software)
        assert proof.verified is not None
        assert first.head.position <= proof.verified.events == proof.done == proof.total
        assert proof.began_us < (proof.ended_us or 0)
        soon(lambda: eve.table(TABLE).round > before)  # and tables go on
        state = signed["auditor"].audit()
        assert state.proof == proof
        page = signed["auditor"].log(first.head.position, 500)
        assert not [line for line in page.events if line.stream == "system/books"]
        check_head(pit, state)
    pit.stop()
    engine = open_engine(pit.books)
    assert verify(engine).site == proof.verified.site
    engine.dispose()


def check_head(pit: Running, state: AuditState) -> None:
    engine = open_engine(pit.books)
    with engine.connect() as connection:
        row = connection.execute(sa.select(schema.event).where(schema.event.c.position == state.head.position)).one()
    engine.dispose()
    assert (state.head.stream, state.head.version, state.head.hash) == (row.stream, row.version, row.hash)


def test_one_proof_at_a_time_by_those_who_may(running: Running, staff: dict[Role, Pit]) -> None:
    greta = staff["gaming_shift_manager"]
    assert greta.prove().state == "running"
    with pytest.raises(Rejected) as refused:
        staff["auditor"].prove()
    assert code_of(refused) == (409, "proof_runs")
    assert "for Greta" in refused.value.problem.found
    assert greta.audit().may_prove is False
    soon(lambda: greta.audit().may_prove)
    assert staff["pit_manager"].audit().may_prove is False
    for role in ("pit_manager", "pit_supervisor", "dealer", "administrator"):
        with pytest.raises(Rejected) as refused:
            staff[role].prove()
        assert code_of(refused) == (403, "not_for_this_role")


def test_books_that_were_tampered_with_are_found_while_tables_play(pit: Running) -> None:
    with signed_in(pit, STAFF) as signed:
        eve = signed["surveillance"]
        soon(lambda: eve.audit().head.position > 150)
        engine = open_engine(pit.books)
        with unguarded(engine) as connection:
            change(connection, schema.event, 120, person="Mallory")
        engine.dispose()
        proof = proved(eve)
        assert (proof.state, proof.verified) == ("wrong", None)
        assert (proof.where or "").startswith("event 120, ")
        assert proof.found
        assert proof.expected
        assert "gaming shift manager" in (proof.instruction or "")
        before = eve.table(TABLE).version
        soon(lambda: eve.table(TABLE).version > before)  # it is for people to decide what comes of it


def test_how_far_the_log_is_signed_is_told(tmp_path: Path) -> None:
    """By whoever signs: here the terminal, beside the pit."""
    pit = Running("", tmp_path)
    pit.start("--speed", "20")
    try:
        with signed_in(pit, {"auditor": "Aldo"}) as signed:
            assert signed["auditor"].audit().signed is None
            assert started("audit", "checkpoint", "--books", pit.books).returncode == 0
            state = signed["auditor"].audit()
            assert state.signed is not None
            assert len(state.signed.key) == 64
            assert state.signed.position <= state.head.position
    finally:
        pit.stop()
