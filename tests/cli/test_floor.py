"""`pitlink floor`: a floor opened from a file, looked at and played on, by processes of its own."""

import signal
import sqlite3
import stat
from pathlib import Path

import pytest

from pitlink.games import GAMES
from tests.cli.floors import SMALL, interrupted, is_right, shown, works
from tests.cli.processes import is_refused, pitlink, started
from tests.store.floors import opened


@pytest.fixture
def file(tmp_path: Path) -> Path:
    made = tmp_path / "floor.toml"
    made.write_text(SMALL, encoding="utf-8")
    return made


# Opening


def test_the_example_is_opened_played_and_shown(books: str, tmp_path: Path) -> None:
    file = tmp_path / "floor.toml"
    file.write_text(works("floor", "example"), encoding="utf-8")
    assert works("floor", "check", file) == f"{file}: 2 links and 5 tables, all of it can be opened.\n"
    told = works("floor", "open", file, "--books", books, "--by", "Olga")
    assert "Link Megalink opens at $100,000.00" in told
    assert "Table UTH 1 opens: mbs-uth, layout A, 6 positions, automated, method B" in told
    assert works("floor", "open", file, "--books", books).startswith("Nothing is missing in ")
    assert works("floor", "play", "--rounds", "1", "--books", books).startswith("5 rounds at 5 tables, ")
    found = shown(books)
    assert {(table["game"], table["open"], table["rounds"]) for table in found["tables"]} == {
        (game, True, 1) for game in GAMES
    }
    assert [link["link"] for link in found["links"]] == ["Megalink", "Multi-Link"]
    is_right(books)


def test_tables_and_links_are_shown_for_people(file: Path, tmp_path: Path) -> None:
    books = tmp_path / "books.db"
    works("floor", "open", file, "--books", books)
    lines = [line.rstrip() for line in works("floor", "show", "--books", books).splitlines()]
    assert lines[:3] == [
        "table  game     link  state  round  players        rack",
        "T1     mbs-3cp  L1    open       0        0  $50,000.00",
        "T2     mbs-3cp  none  open       0        0  $50,000.00",
    ]
    assert lines[4:6] == [
        "link  state        display  reserve  tables  claims",
        "L1    running  $100,000.00    $0.00       1  none",
    ]


def test_new_books_are_for_nobody_else_to_read(file: Path, tmp_path: Path) -> None:
    books = tmp_path / "data" / "books.db"
    works("floor", "open", file, "--books", books)
    assert stat.S_IMODE(books.stat().st_mode) == 0o600
    assert stat.S_IMODE(books.parent.stat().st_mode) == 0o700


def test_the_books_are_found_by_the_environment_or_among_the_data_files(file: Path, tmp_path: Path) -> None:
    named = started("floor", "open", file, PITLINK_BOOKS=str(tmp_path / "named.db"))
    assert named.stdout.endswith(f"The books are {tmp_path / 'named.db'}.\n")
    usual = started("floor", "open", file, XDG_DATA_HOME=str(tmp_path / "data"), PITLINK_BOOKS="")
    assert usual.stdout.endswith(f"The books are {tmp_path / 'data' / 'pitlink' / 'books.db'}.\n")


def test_a_table_added_to_the_file_is_opened_beside_the_others(file: Path, tmp_path: Path) -> None:
    books = tmp_path / "books.db"
    works("floor", "open", file, "--books", books)
    more = SMALL.split("[[table]]")[2].replace("T2", "T3")
    file.write_text(SMALL + "\n[[table]]" + more, encoding="utf-8")
    told = works("floor", "open", file, "--books", books).splitlines()
    assert told[0].startswith("Table T3 opens: mbs-3cp")
    assert len(told) == 2


def test_what_the_books_have_otherwise_is_refused_and_nothing_done(file: Path, tmp_path: Path) -> None:
    books = tmp_path / "books.db"
    works("floor", "open", file, "--books", books)
    before = shown(books)
    more = SMALL.split("[[table]]")[2].replace("T2", "T3")
    file.write_text(SMALL.replace("T2", "T0") + "\n[[table]]" + more.replace("T3", "T1"), encoding="utf-8")
    is_refused(pitlink("floor", "open", file, "--books", books), "floor.toml:30: table 'T1' a second time", status=1)
    file.write_text(SMALL.replace("50,000.00", "40,000.00").replace("T2", "T0"), encoding="utf-8")
    told = f"pitlink floor: {file}:5: link L1, reset $40,000.00: expected $50,000.00, as the books have it"
    is_refused(pitlink("floor", "open", file, "--books", books), told, status=1)
    assert shown(books) == before


def test_a_bad_file_is_refused_and_no_books_are_made(file: Path, tmp_path: Path) -> None:
    books = tmp_path / "books.db"
    file.write_text(SMALL.replace('game = "mbs-3cp"', 'game = "mbs-3cp"\npositions = 9', 1), encoding="utf-8")
    told = f"{file}:15: table T1, 9 positions on layout A: expected 5 to 7 (mbs-3cp 2.2)"
    for command in (("check", file), ("open", file, "--books", books)):
        is_refused(pitlink("floor", *command), f"pitlink floor: {told}", status=1)
    file.write_bytes(b'[[link]]\nname = "\xff"\n')
    is_refused(pitlink("floor", "check", file), f"{file}:2: bytes that are no text: expected UTF-8", status=1)
    is_refused(pitlink("floor", "check", tmp_path / "none.toml"), "none.toml: No such file or directory", status=1)
    is_refused(pitlink("floor", "check", tmp_path), "Is a directory", status=1)
    assert not books.exists()


def test_a_file_with_a_mark_of_its_encoding_is_read(file: Path) -> None:
    file.write_bytes(b"\xef\xbb\xbf" + SMALL.encode())
    works("floor", "check", file)


def test_who_opens_a_floor_must_hold_the_post(file: Path, tmp_path: Path) -> None:
    books = tmp_path / "books.db"
    done = pitlink("floor", "open", file, "--books", books, "--by", "Dana", "--post", "dealer")
    is_refused(done, "opening a link by dealer Dana: expected a gaming shift manager or above", status=1)
    done = pitlink("floor", "open", file, "--books", books, "--by", "D/a")
    is_refused(done, "--by 'D/a': expected a name", status=1)
    done = pitlink("floor", "open", file, "--post", "king")
    assert done.returncode == 2
    told = " ".join(done.stderr.replace("│", " ").split())
    assert "'king': expected dealer, pit_supervisor, pit_manager or gaming_shift_manager" in told
    assert "Value error" not in told


# Books that cannot be used


def test_books_that_are_not_there_are_refused(tmp_path: Path) -> None:
    for command in (("show",), ("play",)):
        done = pitlink("floor", *command, "--books", tmp_path / "none.db")
        is_refused(done, f"no books at {tmp_path / 'none.db'}: expected books", status=1)
    (tmp_path / "text.db").write_text("no database at all, but long enough to be looked at\n" * 40)
    is_refused(pitlink("floor", "show", "--books", tmp_path / "text.db"), "the file is no database", status=1)
    sqlite3.connect(tmp_path / "other.db").execute("create table x (y)").connection.close()
    is_refused(pitlink("floor", "show", "--books", tmp_path / "other.db"), "other.db holds no books", status=1)
    is_refused(pitlink("floor", "show", "--books", "mysql://x/y"), "mysql holds no books", status=1)


def test_books_of_newer_software_are_refused(file: Path, tmp_path: Path) -> None:
    books = tmp_path / "books.db"
    works("floor", "open", file, "--books", books)
    with sqlite3.connect(books) as connection:
        connection.execute("insert into migration values (999, 'x', 0)")
    connection.close()
    for command in (("show",), ("play",), ("open", file)):
        done = pitlink("floor", *command, "--books", books)
        is_refused(done, "not for this software: migration 999 has run here", "needs an update", status=1)


def test_a_database_that_is_away_is_said_with_what_to_do() -> None:
    done = pitlink("floor", "show", "--books", "postgresql://nobody:secret@127.0.0.1:1/none")
    is_refused(done, "see that the database runs and can be reached, then go on", status=1)
    assert "secret" not in done.stderr


def test_a_table_that_another_process_runs_is_left_to_it(file: Path, tmp_path: Path) -> None:
    books = tmp_path / "books.db"
    works("floor", "open", file, "--books", books)
    with opened(str(books), "the pit", "T1"):
        is_refused(pitlink("floor", "play", "--books", books), "T1 is run by process the pit: end it first", status=1)
        assert [table["run_by"] for table in shown(books)["tables"]] == ["the pit", None]
        works("floor", "play", "--rounds", "1", "--table", "T2", "--books", books)


# Playing


def test_the_same_seed_deals_the_same_cards(file: Path, tmp_path: Path) -> None:
    racks = []
    for nth in range(2):
        books = tmp_path / f"books{nth}.db"
        works("floor", "open", file, "--books", books)
        works("floor", "play", "--rounds", "3", "--seats", "5", "--seed", "7", "--books", books)
        racks.append([(table["rack_cents"], table["players"]) for table in shown(books)["tables"]])
    assert racks[0] == racks[1]
    assert len(racks[0][0][1]) == 5


def test_tables_that_cannot_be_played_at_are_refused(file: Path, tmp_path: Path) -> None:
    books = tmp_path / "books.db"
    file.write_text(SMALL.replace("unattended = true", "unattended = false"), encoding="utf-8")
    works("floor", "open", file, "--books", books)
    is_refused(pitlink("floor", "play", "--books", books), "no unattended table is open in these books", status=1)
    done = pitlink("floor", "play", "--table", "T9", "--books", books)
    is_refused(done, "table 'T9': expected an unattended one that is open (there is none)", status=1)
    assert pitlink("floor", "play", "--rounds", "0", "--books", books).returncode == 2


@pytest.mark.parametrize(
    ("books", "number"), [("sqlite", signal.SIGINT), ("postgresql", signal.SIGTERM)], indirect=["books"]
)
def test_play_is_ended_between_two_commands_and_picked_up_there(books: str, file: Path, number: int) -> None:
    works("floor", "open", file, "--books", books)
    for seconds in (0.0, 0.11, 0.23):
        done = interrupted(books, number, seconds)
        assert (done.returncode, done.stderr) == (0, ""), done.stderr
        assert "Stopped; `pitlink floor play` goes on from here." in done.stdout
        assert [table["run_by"] for table in shown(books)["tables"]] == [None, None]
    works("floor", "play", "--rounds", "1", "--books", books)
    assert {table["due"] for table in shown(books)["tables"]} == {"call"}
    is_right(books)


def test_a_killed_floor_is_taken_over_when_its_lease_is_over(file: Path, tmp_path: Path) -> None:
    books = tmp_path / "books.db"
    works("floor", "open", file, "--books", books)
    assert interrupted(str(books), signal.SIGKILL, 0.1).returncode == -signal.SIGKILL
    is_refused(pitlink("floor", "play", "--books", books), "is run by process terminal", status=1)
    with sqlite3.connect(books) as connection:
        connection.execute("update stream set lease_until_us = 1")
    connection.close()
    works("floor", "play", "--rounds", "1", "--books", books)
    is_right(books)
