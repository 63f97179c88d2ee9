"""`pitlink link`: how a jackpot stands, and what is done to it, from the terminal."""

import json
import re
from pathlib import Path

import pytest

from pitlink.store import schema
from pitlink.store.database import open_engine
from tests.audit.tampering import change
from tests.cli.claiming import open_links, open_one_table, win
from tests.cli.floors import is_right, works
from tests.cli.processes import is_refused, pitlink
from tests.store.conftest import ON_SQLITE, Prepared

TWO = ("--by", "Gus", "--second", "Pam:pit_manager")


@pytest.fixture
def floor(prepared: Prepared) -> str:
    return prepared(open_one_table)


def refused(books: str, *arguments: str, told: str) -> None:
    is_refused(pitlink("link", *arguments, "--books", books), "pitlink link: ", told, status=1)


def link(books: str, *arguments: str) -> str:
    return works("link", *arguments, "--books", books)


def won(books: str) -> None:
    open_one_table(books)
    win(books, "T1")


def suspended(books: str) -> None:
    open_links(books)
    link(books, "suspend", "L1", "--note", "x")


def shown(books: str, name: str = "L1") -> dict[str, object]:
    found: dict[str, object] = json.loads(link(books, "show", name, "--json"))
    return found


def test_a_link_is_shown_with_meters_parameters_tables_and_claims(floor: str) -> None:
    win(floor, "T1")
    lines = link(floor, "show", "L1").splitlines()
    assert lines[0] == "L1  rws, running"
    assert any(line.startswith("display") and "increment" not in line for line in lines)
    told = "\n".join(lines)
    for words in (
        "wagers in",
        "parameters, version 1",
        "20 %",
        "Tables: T1 (rws-3cp)",
        "straight flush",
        "verification",
    ):
        assert words in told
    assert all(len(line.rstrip()) <= 80 for line in lines)
    refused(floor, "show", "L9", told="no link 'L9' in these books: expected L1, L2")
    refused(floor, "claims", "L9", told="no link 'L9' in these books")


@ON_SQLITE
@pytest.mark.parametrize("width", [32, 40, 60, 70, 80, 120])
def test_no_amount_is_cut_off_or_broken_however_narrow_the_terminal(
    width: int, prepared: Prepared, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    books = prepared(won)
    monkeypatch.setenv("COLUMNS", str(width))
    commands = {"link show L1": "T1 (rws-3cp)", "link claims L1": "straight flush", "floor show": "L1"}
    for command, name in commands.items():
        told = works(*command.split(), "--books", books)
        lines = [line.rstrip() for line in told.splitlines() if str(tmp_path) not in line]
        assert max(map(len, lines)) <= width
        assert "…" not in told
        amounts = re.findall(r"\$[0-9,.]+", told)
        assert amounts
        assert all(re.fullmatch(r"\$[0-9]{1,3}(,[0-9]{3})*\.[0-9]{2}", each) for each in amounts), told
        assert name in told


def test_a_link_is_suspended_changed_checked_and_resumed(floor: str) -> None:
    change_ = ("change", "L1", "--set", "increment=15 %", "--set", "limit=250,000.00", "--note", "new rate", *TWO)
    refused(floor, *change_, told="link L1 is running: expected a link that is suspended (R112)")
    assert "suspended by Gus: cleaning" in link(floor, "suspend", "L1", "--note", "cleaning", "--by", "Gus")
    assert shown(floor)["state"] == "suspended"
    assert "Parameters, version 2, by Gus and Pam: new rate" in link(floor, *change_)
    refused(floor, "resume", "L1", "--note", "done", told="not checked: expected a self-check passed")
    assert "Self-check by Gus passed" in link(floor, "check", "L1", "--by", "Gus")
    assert "runs again" in link(floor, "resume", "L1", "--note", "done", "--by", "Gus")
    parameters = shown(floor)["parameters"]
    assert isinstance(parameters, dict)
    assert (parameters["increment_rate_bp"], parameters["limit"], parameters["base"]) == (1_500, 250_000_00, 100_000_00)
    is_right(floor)


def test_parameters_are_changed_from_a_file_too(floor: str, tmp_path: Path) -> None:
    file = tmp_path / "new.toml"
    link(floor, "suspend", "L1", "--note", "cleaning")
    file.write_text('# the new ones\nhidden = "6 %"\nreset = 60000\n')
    arguments = ("change", "L1", "--file", str(file), "--note", "x", *TWO)
    link(floor, *arguments)
    file.write_text('hidden = "7 %"\nname = "L9"\n')
    refused(floor, *arguments, told=f"{file}:2: 'name' in parameters: expected one of base, reset")
    file.write_text("# nothing\n")
    refused(floor, *arguments, told=f"{file}:1: nothing: expected one of base")
    file.write_bytes(b"\xff")
    refused(floor, *arguments, told="bytes that are no text")
    file.unlink()
    refused(floor, *arguments, told="No such file or directory: expected a file that can be read")


WRONG_SETS = [
    ("increment", "expected a key and its value, such as base=100,000.00"),
    ("increment=15", "--set: increment = '15': expected percent as a text"),
    ("base=1", "base 1.00: expected 100000.00, which the display started with"),
    ("limit=5", "limit 5.00: expected at least 100000.00"),
    ("colour=red", "'colour' in parameters: expected one of"),
    ('most=1"\nname="x', "expected a key and its value"),
]


@ON_SQLITE
@pytest.mark.parametrize(("given", "told"), WRONG_SETS, ids=[given for given, _ in WRONG_SETS])
def test_a_change_that_is_none_is_refused(given: str, told: str, prepared: Prepared) -> None:
    books = prepared(suspended)
    refused(books, "change", "L1", "--set", given, "--note", "x", *TWO, told=told)


def test_two_people_of_different_posts_are_needed(floor: str) -> None:
    correct = ("correct", "L1", "--up", "12.50", "--note", "a stuck meter", "--by", "Gus", "--second")
    refused(floor, *correct, "Pam", told="--second 'Pam': expected NAME:POST, the post one of dealer")
    refused(floor, *correct, "Pam:king", told="expected NAME:POST")
    refused(floor, *correct, "Gus:pit_manager", told="by Gus alone: expected a second person")
    refused(floor, *correct, "Pam:dealer", told="by dealer Pam: expected a pit manager or above")
    assert "$12.50" in link(floor, *correct, "Pam:pit_manager")
    down = ("correct", "L1", "--down", "2.50", "--note", "too much", *TWO)
    link(floor, *down)
    assert shown(floor)["display_cents"] == 100_010_00
    assert pitlink("link", "correct", "L1", "--note", "x", *TWO).returncode == 2
    assert pitlink("link", "correct", "L1", "--up", "1", "--down", "1", "--note", "x", *TWO).returncode == 2
    assert pitlink("link", "change", "L1", "--note", "x", *TWO).returncode == 2
    is_right(floor)


def test_a_failed_link_needs_a_check_and_two_people(floor: str) -> None:
    assert "power" in link(floor, "fail", "L1", "--note", "power", "--by", "Gus")
    assert shown(floor)["state"] == "failed"
    assert "registered" in link(floor, "show", "L1")
    link(floor, "check", "L1")
    refused(floor, "resume", "L1", "--note", "back", told="which has failed: expected a second person (R112)")
    link(floor, "resume", "L1", "--note", "back", *TWO)
    assert shown(floor)["state"] == "running"


def test_a_check_finds_what_was_changed_and_fails_the_link(floor: str) -> None:
    win(floor, "T1")
    engine = open_engine(floor)
    with engine.begin() as connection:
        event = schema.event.c
        asked = schema.event.select().where(event.stream == "link/L1").order_by(event.position.desc())
        position = connection.execute(asked.limit(1)).one().position
        on = " on meter" if engine.dialect.name == "postgresql" else ""
        connection.exec_driver_sql(f"drop trigger meter_stays{on}")
        change(connection, schema.meter, position, display_fine=7)
    engine.dispose()
    done = pitlink("link", "check", "L1", "--by", "Gus", "--books", floor)
    assert done.returncode == 1
    assert done.stderr.startswith(f"pitlink link: event {position}, link/L1 ")
    assert shown(floor)["state"] == "failed"


def test_a_link_ends_with_nothing_left_over(floor: str) -> None:
    retire = ("retire", "L1", "--to", "L2", "--note", "the end", *TWO)
    link(floor, "suspend", "L1", "--note", "the end")
    refused(floor, *retire, told="member tables T1: expected a link without member tables")
    refused(floor, "release", "L1", "T1", told="table T1: expected a table that is closed")
    works("floor", "close", "T1", "--count", "50,000.00", "--books", floor)
    link(floor, "release", "L1", "T1")
    refused(floor, *retire, told="link L2 is running: expected a link that is suspended")
    link(floor, "suspend", "L2", "--note", "for L1")
    link(floor, *retire)
    assert (shown(floor)["state"], shown(floor)["display_cents"]) == ("retired", 0)
    assert shown(floor, "L2")["display_cents"] == 200_000_00
    is_right(floor)


@ON_SQLITE
@pytest.mark.parametrize(
    "arguments",
    [
        ("suspend", "L9", "--note", "x"),
        ("fail", "L9", "--note", "x"),
        ("check", "L9"),
        ("resume", "L9", "--note", "x"),
        ("release", "L9", "T1"),
        ("order", "L9", "T1:1"),
        ("change", "L9", "--set", "unit=1", "--note", "x", *TWO),
        ("correct", "L9", "--up", "1", "--note", "x", *TWO),
        ("retire", "L9", "--note", "x", *TWO),
    ],
    ids=lambda arguments: arguments[0],
)
def test_a_link_that_is_not_there_is_refused(arguments: tuple[str, ...], prepared: Prepared) -> None:
    books = prepared(open_links)
    refused(books, *arguments, told="no link 'L9' in these books: expected L1, L2")
    low = [*arguments]
    low[1] = "L1"
    refused(books, *low, "--post", "dealer", told="expected")
