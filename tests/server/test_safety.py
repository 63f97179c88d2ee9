"""What the pit does not let in, and what it does not let out."""

import contextlib
import json
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa

from pitlink.client import Pit, Rejected
from pitlink.server.accounts import digest_of
from pitlink.server.metrics import FEEDS
from pitlink.store import Store, schema
from pitlink.store.database import open_engine
from tests.cli.floors import SMALL
from tests.cli.processes import is_refused, started
from tests.server.running import PASSWORD, Running
from tests.server.test_playing import TABLES, act, sit_down
from tests.server.test_staff import code_of


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = Path(tmp_path_factory.mktemp("pit"))
    made = Running(str(folder / "books.db"), folder)
    made.start("--log", str(folder / "pit.log"), "--speed", "8")
    yield made
    made.stop()


@pytest.fixture(scope="module")
def owner(running: Running) -> Iterator[Pit]:
    with running.owner() as signed:
        yield signed


def test_every_answer_has_headers_that_keep_browsers_safe(running: Running) -> None:
    for path in ("/api/floor", "/healthz", "/nothing", "/api/tables/none"):
        headers = httpx.get(f"{running.address}{path}").headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cache-control"] == "no-store"
        assert "default-src 'none'" in headers["content-security-policy"]
        assert len(headers["x-request-id"]) == 16
        assert "server" not in headers


def test_a_browser_is_not_made_to_ask_by_other_pages(running: Running) -> None:
    """The cookie goes with same-site requests only; and what changes something must come from our own pages."""
    with httpx.Client(base_url=running.address) as browser:
        signed = browser.post("/api/guests", json={"name": "Cora"})
        cookie = signed.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=strict" in cookie
        join = {"id": "cora 1", "command": "Join"}
        path = "/api/tables/UTH 1/commands"
        refused = browser.post(path, json=join, headers={"origin": "http://elsewhere.example"})
        assert (refused.status_code, refused.json()["code"]) == (403, "other_origin")
        assert browser.post(path, json=join, headers={"origin": running.address}).status_code == 200


@pytest.mark.parametrize(
    ("host", "status"),
    [
        *(
            (host, 200)
            for host in ("127.0.0.1", "localhost:1", "LOCALHOST", "localhost.", "127.1.2.3:8080", "[::1]:80")
        ),
        *((host, 200) for host in ("pit.example.org", "PIT.example.org:443", "192.0.2.7")),
        *(
            (host, 421)
            for host in ("rebound.example", "pit.example.org.evil", "127.0.0.1.example", "192.0.2.8", "[::2]")
        ),
        *((host, 421) for host in ("", "localhost@evil", "localhost/x", "[::1")),
    ],
)
def test_only_names_of_its_own_are_answered(named: Running, host: str, status: int) -> None:
    """A page of somebody else cannot have its own name lead here and then read what is answered."""
    for path in ("/api/floor", "/", "/nothing"):
        answer = httpx.get(f"{named.address}{path}", headers={"host": host})
        if status == 421:
            assert (answer.status_code, answer.json()["code"]) == (421, "other_host")
            assert "--name" in answer.json()["expected"]
            assert answer.headers["x-content-type-options"] == "nosniff"
        else:
            assert answer.status_code in (200, 404)


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    made = Running("", Path(tmp_path_factory.mktemp("pit")))
    made.start("--name", "pit.example.org", "--name", "192.0.2.7", "--speed", "0.5")
    yield made
    made.stop()


@pytest.mark.parametrize("name", ["https://pit.example.org", "pit.example.org:443", "", "a b", "*.example.org"])
def test_what_is_no_name_of_a_host_is_refused(tmp_path: Path, name: str) -> None:
    done = started("serve", "--data", tmp_path, "--port", "0", "--name", name)
    is_refused(done, f"pitlink serve: --name {name!r}: expected the name of a host without a port", status=1)


def test_headers_are_no_larger_than_a_browser_needs(running: Running) -> None:
    with httpx.Client(base_url=running.address) as client:
        assert client.get("/api/floor", headers={"x-much": "x" * 12_000}).status_code == 200
        for many in ({"x-much": "x" * 20_000}, {f"x-{nth}": "x" * 1_000 for nth in range(20)}):
            answer = client.get("/api/floor", headers=many)
            assert answer.status_code in (400, 431)
            if answer.status_code == 431:
                assert answer.json()["code"] == "headers_too_large"


def test_bodies_are_no_larger_than_a_command(running: Running) -> None:
    with httpx.Client(base_url=running.address) as client:
        answer = client.post("/api/guests", content=b'{"name": "' + b"x" * 9000 + b'"}')
        assert (answer.status_code, answer.json()["code"]) == (413, "body_too_large")

        def endless() -> Iterator[bytes]:
            for _ in range(100):
                yield b" " * 1000

        answer = client.post("/api/guests", content=endless())
        assert answer.status_code in (400, 413)


@pytest.mark.parametrize(
    ("body", "found"),
    [
        (b"", "the body"),
        (b"nonsense", "the body"),
        (b"[1]", "the body"),
        (b'{"id": "x", "command": "Join", "a": ' + b"[" * 3000, "the body"),
        (b'{"id": "a\\u0000b", "command": "Join"}', "id"),
        (b'{"id": 7, "command": "Join"}', "id"),
        (b'{"command": "Join"}', "id"),
        (b'{"id": "x"}', "command"),
        (b'{"id": "x", "command": "Settle", "by": {"id": "Eve", "post": "dealer"}}', "by of Settle"),
        (b'{"id": "x", "command": "PlaceWager", "position": 1, "wager": "ante"}', "PlaceWager"),
    ],
)
def test_what_is_no_command_is_refused_with_its_place(running: Running, body: bytes, found: str) -> None:
    token = httpx.post(f"{running.address}/api/guests", json={"name": f"G{abs(hash(body)) % 10**8}"}).json()["token"]
    headers = {"authorization": f"Bearer {token}"}
    answer = httpx.post(f"{running.address}/api/tables/UTH 1/commands", content=body, headers=headers)
    assert answer.headers["content-type"] == "application/problem+json"
    assert (answer.status_code, answer.json()["code"], answer.json()["found"]) == (400, "not_a_command", found)


def test_a_refusal_names_its_clause_and_our_words_for_it(running: Running) -> None:
    with running.guest("Rosa") as rosa:
        position = sit_down(rosa, "UTH 1")
        for message in rosa.follow("UTH 1"):
            if any(option.command == "PlaceWager" and option.position == position for option in message.options or ()):
                with pytest.raises(Rejected) as refused:
                    rosa.do("UTH 1", "PlaceWager", position=position, wager="ante", amount=5_00)
                if code_of(refused) != (409, "bets_are_closed"):  # meanwhile: then in the next round
                    break
        problem = refused.value.problem
        assert (problem.code, problem.clause) == ("under_minimum", "3.4")
        assert "between the minimum and maximum" in str(problem.clause_words)


@pytest.mark.parametrize(
    ("name", "password", "role", "code"),
    [
        ("dealer", PASSWORD, "player", "name_reserved"),
        ("Second Officer", PASSWORD, "pit_manager", "name_reserved"),
        ("OLGA", PASSWORD, "player", "name_taken"),
        ("bot ada", PASSWORD, "player", "name_taken"),
        ("a  b", PASSWORD, "player", "not_a_name"),
        ("Hans", "short", "player", "password_unfit"),
        ("Hans", PASSWORD, "bot", "role_of_software"),
    ],
)
def test_accounts_that_cannot_be_are_refused(owner: Pit, name: str, password: str, role: str, code: str) -> None:
    with pytest.raises(Rejected) as refused:
        owner.make_account(name, password, role)
    assert code_of(refused) == (409, code)


def test_a_guest_whose_name_another_guest_has_gets_a_number(pit: Running) -> None:
    """The same program may be run twice, and several at once; a name is the same in any case."""
    assert [pit.guest(name).name for name in ("Zoe", "zoe", "Zoe", "Zoe 2", "Zoey")] == [
        *("Zoe", "zoe 2", "Zoe 3", "Zoe 2 2", "Zoey")
    ]
    with ThreadPoolExecutor(8) as people:
        names = list(people.map(lambda _: pit.guest("Mia").name, range(8)))
    assert sorted(map(str, names)) == ["Mia", *(f"Mia {nth}" for nth in range(2, 9))]
    long = "N" * 40
    assert pit.guest(long).name == long
    with pytest.raises(Rejected) as refused:
        pit.guest(long)
    assert code_of(refused) == (409, "name_taken")
    assert "room for a number" in str(refused.value)


@pytest.mark.parametrize(
    ("name", "code"),
    [
        *((name, "name_taken") for name in ("Olga", "OLGA", "Olga 2", "olga_2", "Olga2", "O.l.g.a", "Olga-7 8")),
        *((name, "name_taken") for name in ("Bot Ada", "bot ada 2", "BotAda", "Dealer 2", "second-officer")),
        ("dealer", "name_reserved"),
        ("Zoë", "not_a_name"),
    ],
)
def test_no_guest_is_taken_for_an_account_or_for_software(running: Running, owner: Pit, name: str, code: str) -> None:
    assert owner.name == "Olga"
    with pytest.raises(Rejected) as refused:
        running.guest(name)
    assert code_of(refused) == (409, code)


def test_a_number_that_an_account_has_is_left_out(running: Running, owner: Pit) -> None:
    owner.make_account("Kim2", PASSWORD, "player")
    assert [running.guest("Kim").name for _ in range(2)] == ["Kim", "Kim 3"]


def test_the_owner_signs_up_once_and_the_invitation_is_in_no_log(tmp_path: Path) -> None:
    running = Running(str(tmp_path / "books.db"), tmp_path)
    running.start("--log", str(tmp_path / "pit.log"))
    page = httpx.get(f"{running.address}/welcome/{running.invitation}")
    assert (page.status_code, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
    with httpx.Client(base_url=running.address) as browser:
        asked = {"invitation": running.invitation, "name": "Olga", "password": PASSWORD}
        assert browser.post("/api/invitations", json=asked).status_code == 201
        assert browser.get("/api/me").json()["role"] == "administrator"
        assert browser.post("/api/invitations", json=asked | {"name": "Other"}).status_code == 409
    running.stop()
    assert str(running.invitation) not in (tmp_path / "pit.log").read_text()
    running.start()
    assert running.invitation is None  # there is an owner now
    running.stop()


def test_an_invitation_is_good_for_one_account(running: Running, owner: Pit) -> None:
    with pytest.raises(Rejected) as refused:
        Pit(running.address).accept(str(running.invitation), "Second", PASSWORD)
    assert code_of(refused) == (409, "invitation_used")
    with pytest.raises(Rejected) as refused:
        owner.shut_account("nobody")
    assert code_of(refused) == (404, "no_such_account")


def test_only_the_last_invitation_is_good_and_none_once_there_is_an_owner(pit: Running) -> None:
    """Every start without an owner prints a link: who keeps an older one must not become an administrator by it."""
    first = str(pit.invitation)
    pit.stop()
    pit.start()
    assert pit.invitation not in (None, first)
    with Pit(pit.address) as somebody, pytest.raises(Rejected) as refused:
        somebody.accept(first, "Mallory", PASSWORD)
    assert code_of(refused) == (409, "invitation_used")
    left_over = "as earlier software has left it on the books"
    engine = open_engine(pit.books)
    with engine.begin() as connection:
        row = {"digest": digest_of(left_over), "role": "administrator", "until_us": 2**62}
        connection.execute(sa.insert(schema.invitation), row)
    with pit.owner():
        pass
    with Pit(pit.address) as somebody, pytest.raises(Rejected) as refused:
        somebody.accept(left_over, "Mallory", PASSWORD)
    assert code_of(refused) == (409, "invitation_used")
    with engine.connect() as connection:
        assert connection.execute(sa.select(schema.invitation)).all() == []
    engine.dispose()


def test_passwords_are_not_guessed(running: Running, owner: Pit) -> None:
    owner.make_account("Gina", PASSWORD, "player")
    codes = []
    for nth in range(12):
        with pytest.raises(Rejected) as refused:
            Pit(running.address).sign_in("Gina", f"a guess {nth}")
        codes.append(code_of(refused))
    assert codes[:10] == [(401, "wrong_name_or_password")] * 10
    assert codes[10:] == [(429, "too_many_tries")] * 2
    store = Store(running.books, "looking back")
    told = [each.body for each in store.read_stream("system/books", 0, 10_000) if "sign_in_refused" in each.body]
    store.close()
    assert told == ['{"name":"system.sign_in_refused/1","account":"Gina"}']  # once a minute


def test_no_secret_is_in_the_log_and_every_command_is(tmp_path: Path) -> None:
    running = Running(str(tmp_path / "books.db"), tmp_path)
    running.start("--log", str(tmp_path / "pit.log"))
    with running.owner() as owner, running.guest("Zoe") as zoe:
        zoe.do("UTH 1", "Join", id="my very own id")
        secrets = [PASSWORD, str(owner.token), str(zoe.token), str(running.invitation)]
    running.stop()
    text = (tmp_path / "pit.log").read_text()
    assert not [secret for secret in secrets if secret in text]
    lines = [json.loads(line) for line in text.splitlines()]
    (joined,) = [line for line in lines if line.get("command") == "my very own id"]
    assert (joined["status"], joined["person"], joined["role"], joined["table"]) == (
        200,
        "Zoe",
        "player",
        "table/UTH 1",
    )
    assert len({line["request"] for line in lines if "request" in line}) >= 3


def test_it_is_alive_ready_and_counted(running: Running) -> None:
    assert httpx.get(f"{running.address}/healthz").json() == {"status": "ok"}
    assert httpx.get(f"{running.address}/readyz").json()["position"] > 0
    text = httpx.get(f"{running.address}/metrics").text
    for name in (
        'pitlink_commands_total{outcome="accepted"}',
        "pitlink_commit_seconds_bucket",
        *(f'pitlink_feed_lag_seconds_count{{feed="{feed}"}}' for feed in FEEDS),
        'pitlink_link_display_cents{link="Megalink"}',
        'pitlink_claims_open{link="Multi-Link"}',
        "pitlink_reports_open 0.0",
        "pitlink_feed_readers",
    ):
        assert name in text


def test_who_has_only_come_to_a_table_that_runs_by_itself_does_not_hold_it_up(running: Running) -> None:
    with running.guest("Nora") as nora:
        for table in TABLES:
            nora.do(table, "Join")
            while (why := nora.reportable(table).refused) is None or why.code == "no_round_in_play":
                time.sleep(0.05)  # the first round of all is called
            assert (why.code, why.clause) == ("not_in_the_round", "R117")
            for what in ("something_else", "foreign_card"):
                with pytest.raises(Rejected) as refused:
                    nora.do(table, "Report", what=what, words="nothing at all")
                assert code_of(refused) == (409, "not_in_the_round")


@pytest.mark.parametrize(("table", "wagers"), [("THB 1", 1), ("LIR 1", 3), ("M3P 1", 1)])
def test_who_plays_there_is_heard_once_a_round_and_play_goes_on(running: Running, table: str, wagers: int) -> None:
    """Also where the rulebook leaves it to a gaming shift manager, and none is there."""
    with running.guest(f"Moe at {table}") as moe:
        position = sit_down(moe, table)
        while len(moe.table(table).positions[position - 1].wagers) < wagers:
            with contextlib.suppress(Rejected):
                act(moe, table, position, moe.options(table))
            time.sleep(0.02)
        began = moe.table(table).round
        moe.do(table, "Report", what="something_else", words="a fire alarm")
        lies = moe.table(table)
        assert lies.step is not None
        assert (lies.step.step, lies.round) == ("rule", began)
        after = next(each.view for each in moe.follow(table) if each.view is not None and each.view.report is None)
        assert after.round == began
        why = moe.reportable(table).refused
        assert why is not None
        assert (why.code, why.clause) == ("one_report_a_round", "R117")
        with pytest.raises(Rejected) as refused:
            moe.do(table, "Report", what="foreign_card")
        assert code_of(refused) == (409, "one_report_a_round")
        next(each for each in moe.follow(table) if each.view is not None and each.view.round > began)
        moe.do(table, "Leave")


def test_a_floor_of_ones_own_that_takes_no_guests(tmp_path: Path) -> None:
    running = Running(str(tmp_path / "books.db"), tmp_path)
    (tmp_path / "floor.toml").write_text(SMALL)
    running.start("--no-guests", "--floor", str(tmp_path / "floor.toml"), "--bots", "2")
    with Pit(running.address) as anybody:
        lines = anybody.floor().tables
        assert [(line.table, line.dealer) for line in lines] == [("T1", "dealer"), ("T2", "dealer")]
        assert [line.seated for line in lines] == [{1: "Bot Ada", 2: "Bot Ben"}, {1: "Bot Cleo", 2: "Bot Dov"}]
    with pytest.raises(Rejected) as refused:
        running.guest("Zoe")
    assert code_of(refused) == (403, "no_guests")
    running.stop(signal.SIGINT)


def test_a_pit_that_cannot_be_opened_says_why(running: Running, tmp_path: Path) -> None:
    port = running.address.rpartition(":")[2]
    done = started("serve", "--data", tmp_path, "--port", port)
    is_refused(done, f"pitlink serve: 127.0.0.1 port {port}: Address already in use: expected an address", status=1)
    (tmp_path / "file").touch()
    done = started("serve", "--data", tmp_path / "file", "--port", "0")
    is_refused(done, "expected a folder that can be written to", status=1)
    done = started("serve", "--data", tmp_path, "--port", "0", "--log", tmp_path / "none" / "log")
    is_refused(done, "expected a file that can be written to", status=1)
    done = started("serve", "--data", tmp_path, "--port", "0", "--database", "postgresql://nobody@127.0.0.1:1/none")
    is_refused(done, "see that the database runs", status=1)
    floor = tmp_path / "floor.toml"
    done = started("serve", "--data", tmp_path, "--port", "0", "--floor", floor)
    is_refused(done, "floor.toml: No such file or directory: expected a file that can be read", status=1)
    floor.write_text(SMALL)
    done = started("serve", "--data", Path(running.books).parent, "--port", "0", "--floor", floor)
    is_refused(done, "these books have a floor: expected new books; `pitlink floor open` adds to a floor", status=1)
