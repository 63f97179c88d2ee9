"""Links and tables that an administrator adds to a running pit: open, dealt and on the books as soon as it answers."""

import json
import re
import shutil
import signal
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from pitlink.audit.verifying import verify
from pitlink.client import Pit, Rejected
from pitlink.server.roles import Role
from pitlink.store import schema
from pitlink.store.database import open_engine
from tests.server.running import Running, signed_in
from tests.server.test_operating_page import PAGE
from tests.server.test_playing import TABLES, check_a_round, sit_down
from tests.server.test_set_up import is_dealt
from tests.server.test_staff import code_of

LINK = {
    **{"name": "Minor", "operator": "mbs", "base": "10,000.00", "reset": 5000, "increment": "15 %", "hidden": "5 %"},
    **{"overflow": "reserve", "most": "1,000.00", "unit": "1.00"},
}
LIMITS = {"ante": ["10.00", 500], "pair_plus": ["5.00", "100.00"]}
ON_LINK: dict[str, Any] = {"name": "3CP 7", "game": "mbs-3cp", "link": "Minor", "float": 50000, "limits": LIMITS}
ALONE: dict[str, Any] = {"name": "M3P 7", "game": "rws-3cp", "float": 50000, "unattended": True, "limits": LIMITS}
LOOKS_ON: dict[Role, str] = {"auditor": "Aldo"}


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    made = Running("", Path(tmp_path_factory.mktemp("pit")))
    made.start("--speed", "8")
    yield made
    made.stop()


@pytest.fixture(scope="module")
def signed(running: Running) -> Iterator[dict[Role, Pit]]:
    with signed_in(running, LOOKS_ON) as people:
        yield people


def test_a_link_and_two_tables_are_played_at_once_and_after_a_kill(pit: Running) -> None:
    with pit.owner() as olga:
        answer = olga.add_to_setup(link=[LINK], table=[ON_LINK, ALONE], bots=2, id="olga 1")
        assert {"3CP 7", "M3P 7"} <= {line.table for line in olga.floor().tables}
        assert "Minor" in {sign.link for sign in olga.floor().links}
        assert [each.seated is not None for each in olga.table("M3P 7").positions[:3]] == [True, True, False]
        with ThreadPoolExecutor(2) as people:
            list(people.map(lambda table: check_a_round(pit, table), ("3CP 7", "M3P 7")))
        assert 'pitlink_link_display_cents{link="Minor"}' in httpx.get(f"{pit.address}/metrics").text
        feed_the_link(pit, "3CP 7")
        assert next(message for message in olga.follow_link("Minor") if message.sign.display > 10_000_00)
        assert olga.add_to_setup(link=[LINK], table=[ON_LINK, ALONE], bots=2, id="olga 1") == answer
        assert olga.add_to_setup(table=[ALONE | {"name": "M3P 8"}], bots=1, id="olga 2").position > answer.position
    pit.stop(signal.SIGKILL)
    pit.start("--speed", "8")
    with ThreadPoolExecutor(3) as people:
        list(people.map(lambda table: check_again(pit, table), ("3CP 7", "M3P 7", "M3P 8")))
    pit.stop()
    engine = open_engine(pit.books)
    verify(engine)
    engine.dispose()


def feed_the_link(pit: Running, table: str) -> None:
    """A guest bets on it too."""
    with pit.guest("Xenia") as xenia:
        position = sit_down(xenia, table)
        for message in xenia.follow(table):
            mine = [each for each in message.options or () if each.position == position]
            offered = {str(each.wager): each.amounts for each in mine if each.command == "PlaceWager" and each.amounts}
            for wager in ("ante", "progressive"):
                if wager in offered:
                    with suppress(Rejected):  # the dealer was quicker
                        xenia.do(table, "PlaceWager", position=position, wager=wager, amount=offered[wager].least)
                        if wager == "progressive":
                            return


def check_again(pit: Running, table: str) -> None:
    with pit.guest(f"Yann at {table}") as yann:
        sit_down(yann, table)
        is_dealt(yann, table)


def test_the_log_says_who_wanted_it_and_who_did_it(signed: dict[Role, Pit]) -> None:
    olga, aldo = signed["administrator"], signed["auditor"]
    position = olga.add_to_setup(
        link=[LINK | {"name": "Told"}], table=[ALONE | {"name": "Told 1"}], bots=1, id="told"
    ).position
    first, *others = aldo.log(position - 1, 15).events
    assert (first.stream, first.by, first.command) == ("system/books", "Olga", "told")
    wanted = {"name": "system.floor_set_up/1", "by": "Olga", "links": ["Told"], "tables": ["Told 1"], "bots": 1}
    assert first.event == wanted
    done = [(line.command, line.by, line.event["name"]) for line in others if line.command.startswith("told ")]
    bot = next(line.event["account"] for line in others if line.event["name"] == "system.account_made/1")
    assert done == [
        ("told 1", "owner", "link.opened/1"),
        ("told 2", "owner", "table.opened/1"),
        ("told 3", "officer", "table.dealer_assigned/1"),
        ("told 4", bot, "table.player_joined/1"),
        ("told 5", "dealer", "table.bought_in/1"),
        ("told 6", bot, "table.sat_down/1"),
    ]


def test_what_is_told_of_the_set_up_opens_the_same_floor_elsewhere(signed: dict[Role, Pit], tmp_path: Path) -> None:
    """In the keys of the file: another pit takes it as it comes."""
    there, other = signed["administrator"].setup(), Running("", tmp_path)
    links = [each for each in there.link if each.name in ("Megalink", "Multi-Link")]
    tables = [each for each in there.table if each.name in TABLES]
    (tmp_path / "one.toml").write_text(ONE_TABLE)
    other.start("--floor", str(tmp_path / "one.toml"), "--bots", "0")
    try:
        with other.owner() as olga:
            olga.add_to_setup(link=links, table=tables)
            now = olga.setup()
        assert list(now.link) == links
        assert [each for each in now.table if each.name != "T1"] == tables
        assert (now.games, now.links) == (there.games, there.links)
    finally:
        other.stop()


ONE_TABLE = """\
[[table]]
name = "T1"
game = "rws-3cp"
limits.ante = ["10.00", "500.00"]
limits.pair_plus = ["5.00", "100.00"]
"""


# Refusals: what is added, the status and code, where it is wrong, and what is found there


def table(**changed: object) -> dict[str, Any]:
    made = ALONE | {"name": "New 1"} | changed
    return {"table": [{key: value for key, value in made.items() if value is not None}]}


def link(**changed: object) -> dict[str, Any]:
    made = LINK | {"name": "New"} | changed
    return {"link": [{key: value for key, value in made.items() if value is not None}]}


REFUSED: dict[str, tuple[dict[str, Any], int, str, str | None, str]] = {
    "nothing": ({}, 400, "not_a_floor", "", "no link and no table"),
    "another key": ({"tables": []}, 400, "not_a_floor", "/tables", "'tables'"),
    "no list": ({"table": {}}, 400, "not_a_floor", "/table", "'table'"),
    "no object": ({"table": [7]}, 400, "not_a_floor", "/table/0", "table = …"),
    "a key of a table": (table(colour="red"), 400, "not_a_floor", "/table/0/colour", "'colour' in a table"),
    "without limits": (table(limits=None), 400, "not_a_floor", "/table/0", "a table without 'limits'"),
    "no limits": (table(limits=5), 400, "not_a_floor", "/table/0/limits", "limits = 5"),
    "no money": (
        table(limits=LIMITS | {"ante": ["ten", 500]}),
        *(400, "not_a_floor", "/table/0/limits/ante", "ante = 'ten'"),
    ),
    "no rate": (link(hidden=5), 400, "not_a_floor", "/link/0/hidden", "hidden = 5"),
    "one limit": (
        table(limits=LIMITS | {"ante": [10]}),
        *(400, "not_a_floor", "/table/0/limits/ante", "ante = [10]"),
    ),
    "no such game": (table(game="mbs-war"), 400, "not_a_floor", "/table/0/game", "game = 'mbs-war'"),
    "no such link": (table(link="Nolink"), 400, "not_a_floor", "/table/0/link", "link = 'Nolink'"),
    "no such reading": (
        table(readings={"mood": "good"}),
        *(400, "not_a_floor", "/table/0/readings/mood", "reading 'mood'"),
    ),
    "two of a name": (
        {"table": table()["table"] * 2},
        *(400, "not_a_floor", "/table/1/name", "table 'New 1' a second time"),
    ),
    "too many bots": (table() | {"bots": 8}, 400, "not_a_floor", "/bots", "bots = 8"),
    "no number of bots": (table() | {"bots": "all"}, 400, "not_a_floor", "/bots", 'bots = "all"'),
    "a table that is there": (
        table(name="UTH 1"),
        *(409, "name_taken", "/table/0/name", "table 'UTH 1', which is there"),
    ),
    "a link that is there": (
        link(name="Megalink"),
        *(409, "name_taken", "/link/0/name", "link 'Megalink', which is there"),
    ),
    "no name": (table(name="a/b"), 409, "not_a_name", "/table/0/name", "table a/b, table 'a/b'"),
    "another operator": (
        table(link="Megalink"),
        *(409, "other_operator", "/table/0/game", "link Megalink, rws-3cp on a link of mbs"),
    ),
    "too many positions": (
        table(positions=9),
        *(409, "positions_not_on_layout", "/table/0/positions", "table New 1, 9 positions on layout A"),
    ),
    "limits out of order": (
        table(limits=LIMITS | {"ante": [500, 10]}),
        *(409, "limits_out_of_order", "/table/0/limits/ante", "table New 1, limits for ante, 500.00 to 10.00"),
    ),
    "a limit below the start": (
        link(limit=1),
        *(409, "limit_below_start", "/link/0/limit", "link New, limit 1.00"),
    ),
    "one of two": (
        {"link": link()["link"], **table(device="spoon")},
        *(409, "no_such_deal", "/table/0/device", "table New 1, spoon"),
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_added_is_refused_with_its_place_and_nothing_is_done(
    running: Running, signed: dict[Role, Pit], case: str
) -> None:
    added, status, code, pointer, found = REFUSED[case]
    answer = asked(running, signed["administrator"], {"id": f"refused {case}", **added})
    told = answer.json()
    assert (answer.status_code, told["code"], told.get("pointer"), told["found"]) == (status, code, pointer, found)
    assert told["expected"]
    setup = signed["administrator"].setup()
    assert "New" not in {each.name for each in setup.link}
    assert "New 1" not in {each.name for each in setup.table}


def test_a_refusal_names_the_clause(running: Running, signed: dict[Role, Pit]) -> None:
    told = asked(running, signed["administrator"], {"id": "clause", **table(positions=9)}).json()
    assert (told["clause"], bool(told["clause_words"])) == ("2.1.1.a", True)
    told = asked(running, signed["administrator"], {"id": "reading", **table(link="Megalink")}).json()
    assert (told["clause"], bool(told["clause_words"])) == ("R9", True)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"no json", "not_a_command"),
        (b"[]", "not_a_command"),
        (b'{"table": []}', "not_a_command"),
        (b'{"id": 7, "table": []}', "not_a_command"),
    ],
)
def test_what_is_no_json_or_has_no_id_is_refused(
    running: Running, signed: dict[Role, Pit], body: bytes, code: str
) -> None:
    headers = {"authorization": f"Bearer {signed['administrator'].token}"}
    answer = httpx.post(f"{running.address}/api/setup", headers=headers, content=body)
    assert (answer.status_code, answer.json()["code"]) == (400, code)


def test_a_body_that_is_too_large_is_refused(running: Running, signed: dict[Role, Pit]) -> None:
    answer = asked(running, signed["administrator"], {"id": "large", "table": [ALONE] * 100})
    assert (answer.status_code, answer.json()["code"]) == (413, "body_too_large")


def test_one_id_has_one_effect_and_a_refused_one_none(running: Running, signed: dict[Role, Pit]) -> None:
    olga, aldo = signed["administrator"], signed["auditor"]
    with pytest.raises(Rejected) as refused:
        olga.add_to_setup(table=[ALONE | {"name": "Once", "positions": 9}], id="once")
    assert code_of(refused) == (409, "positions_not_on_layout")
    answer = olga.add_to_setup(table=[ALONE | {"name": "Once"}], id="once")  # mended
    assert olga.add_to_setup(table=[ALONE | {"name": "Once"}], id="once") == answer
    for changed in ({"bots": 1}, {"link": [LINK | {"name": "Twice"}]}):
        with pytest.raises(Rejected) as refused:
            olga.add_to_setup(**({"table": [ALONE | {"name": "Once"}], "id": "once"} | changed))
        assert code_of(refused) == (409, "command_id_used")
    assert "Twice" not in {each.name for each in olga.setup().link}
    told = [line.event for line in aldo.log(answer.position, 500).events if line.stream == "system/books"]
    assert (
        told.count(
            {"name": "system.command_id_reused/1", "command": "once", "stream": "system/books", "person": "Olga"}
        )
        == 2
    )
    with pytest.raises(Rejected) as refused:
        olga.add_to_setup(table=[ALONE | {"name": "Long"}], id="x" * 91)
    assert code_of(refused) == (409, "command_id_not_readable")


def test_an_id_that_was_used_at_a_table_is_no_id_of_a_set_up(running: Running, signed: dict[Role, Pit]) -> None:
    olga = signed["administrator"]
    with running.guest("Xaver") as xaver:
        xaver.do("UTH 1", "Join", id="at the table")
        xaver.do("LIR 1", "Join", id="of a step 1")
    for id in ("at the table", "of a step"):
        with pytest.raises(Rejected) as refused:
            olga.add_to_setup(table=[ALONE | {"name": "Used"}], id=id)
        assert code_of(refused) == (409, "command_id_used")
    assert "Used" not in {each.name for each in olga.setup().table}


def test_many_at_once_are_done_once(running: Running, signed: dict[Role, Pit]) -> None:
    """Four windows, two of them with the same table under other ids: one has it, the other is told so."""
    tokens = [signed["administrator"].token] * 4
    names = ("Both", "Both", "Ours", "Yours")

    def add(nth: int) -> str:
        with Pit(running.address, tokens[nth]) as olga:
            try:
                olga.add_to_setup(table=[ALONE | {"name": names[nth]}], bots=2, id=f"at once {nth}")
            except Rejected as refused:
                return refused.problem.code
        return "added"

    with ThreadPoolExecutor(4) as windows:
        told = list(windows.map(add, range(4)))
    assert told[2:] == ["added", "added"]
    assert sorted(told[:2])[0] == "added"
    assert sorted(told[:2])[1] in ("name_taken", "table_was_opened")
    engine = open_engine(running.books)
    with engine.connect() as connection:
        bots = connection.execute(schema.person.select().where(schema.person.c.role == "bot")).all()
    engine.dispose()
    assert len({row.name for row in bots}) == len(bots)


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not there")
def test_what_the_page_tells_to_type_adds_a_table(running: Running, signed: dict[Role, Pit]) -> None:
    block = next(each for each in re.findall(r"(?:^    .*\n)+", PAGE, re.MULTILINE) if "/api/setup" in each)
    script = f"PIT={running.address} TOKEN={signed['administrator'].token}\n{block}"
    for _ in range(2):
        done = subprocess.run(["bash", "-e"], input=script, capture_output=True, text=True, timeout=60, check=True)
        assert json.loads(done.stdout)["events"] == 1
    assert signed["administrator"].table("UTH 2").open


def asked(running: Running, who: Pit, body: object) -> httpx.Response:
    return httpx.post(f"{running.address}/api/setup", headers={"authorization": f"Bearer {who.token}"}, json=body)
