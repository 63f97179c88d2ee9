"""`pitlink backup` and `restore`: while others write, on both engines and from one to the other."""

import secrets
import signal
import sqlite3
import stat
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitlink.store import schema
from pitlink.store.database import open_engine
from tests.cli.processes import PITLINK, is_refused, pitlink
from tests.cli.test_audit import tamper
from tests.cli.test_floor import SMALL, interrupted, is_right, shown, wait_for_rounds, works
from tests.store.conftest import ENGINES, another_database
from tests.store.postgres import a_database


@pytest.fixture(params=ENGINES)
def elsewhere(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A place without books: a file that is not there, or a database without tables."""
    if request.param == "sqlite":
        yield str(tmp_path / "elsewhere.db")
        return
    server, name = request.getfixturevalue("server"), f"books_{secrets.token_hex(6)}"
    with a_database(server, name):
        yield another_database(server, name)


@pytest.fixture
def floor(books: str, tmp_path: Path) -> str:
    file = tmp_path / "floor.toml"
    file.write_text(SMALL, encoding="utf-8")
    works("floor", "open", file, "--books", books)
    works("floor", "play", "--rounds", "1", "--books", books)
    return books


def rows(books: str, table: str) -> list[tuple[object, ...]]:
    engine = open_engine(books)
    with engine.connect() as connection:
        found = [
            tuple(row) for row in connection.execute(next(each for each in schema.ALL if each.name == table).select())
        ]
    engine.dispose()
    return sorted(found, key=repr)


def test_books_are_backed_up_while_they_are_played_on_and_go_on_elsewhere(
    floor: str, elsewhere: str, tmp_path: Path
) -> None:
    backup = tmp_path / "backup.db"
    command = [*PITLINK, "floor", "play", "--rounds", "100000", "--books", floor]
    playing = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        wait_for_rounds(floor)
        told = works("backup", backup, "--books", floor)
        wait_for_rounds(floor)  # nobody was kept from playing
    finally:
        playing.send_signal(signal.SIGINT)
        assert playing.wait(30) == 0
    assert "The books are right." in told
    assert f"{backup} is a backup of " in told
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    assert [each.name for each in tmp_path.iterdir() if each.name.startswith("backup")] == ["backup.db"]

    told = works("restore", backup, "--books", elsewhere)
    assert f"has the books of {backup}. No process runs its tables yet." in told
    assert shown(elsewhere)["position"] < shown(floor)["position"]
    assert {table["run_by"] for table in shown(elsewhere)["tables"]} == {None}
    works("floor", "play", "--rounds", "1", "--books", elsewhere)
    assert {table["due"] for table in shown(elsewhere)["tables"]} == {"call"}
    is_right(elsewhere)


def test_nothing_is_lost_on_the_way_there_and_back(floor: str, elsewhere: str, tmp_path: Path) -> None:
    """In the middle of a round, after tables have changed hands several times, with a checkpoint."""
    interrupted(floor, signal.SIGINT, 0.05)
    assert pitlink("audit", "checkpoint", "--books", floor, "--key-file", tmp_path / "key").returncode == 0
    interrupted(floor, signal.SIGTERM, 0.1)
    works("backup", tmp_path / "first", "--books", floor)
    works("restore", tmp_path / "first", "--books", elsewhere)
    works("backup", tmp_path / "second", "--books", elsewhere)
    for table in schema.ALL:
        if table.name not in ("migration", "feed"):
            assert rows(str(tmp_path / "second"), table.name) == rows(floor, table.name), table.name
    is_right(floor)


def test_books_that_are_there_are_never_written_over(floor: str, tmp_path: Path) -> None:
    works("backup", tmp_path / "backup", "--books", floor)
    before = shown(floor)
    done = pitlink("restore", tmp_path / "backup", "--books", floor)
    is_refused(done, "pitlink restore: ", "holds books already: expected none, or empty ones", status=1)
    assert shown(floor) == before
    done = pitlink("backup", tmp_path / "backup", "--books", floor)
    is_refused(done, f"pitlink backup: {tmp_path / 'backup'} exists: expected a file that is not there yet", status=1)


def test_books_that_are_not_right_give_no_backup(floor: str, tmp_path: Path) -> None:
    position = tamper(floor)
    done = pitlink("backup", tmp_path / "backup", "--books", floor)
    is_refused(done, f"the books are not right: event {position}, ", status=1)
    assert not [each for each in tmp_path.iterdir() if each.name.startswith("backup")]


def test_a_backup_that_was_changed_is_not_restored(tmp_path: Path) -> None:
    file, books, backup, new = (tmp_path / name for name in ("floor.toml", "books.db", "backup", "new.db"))
    file.write_text(SMALL, encoding="utf-8")
    works("floor", "open", file, "--books", books)
    works("backup", backup, "--books", books)
    with sqlite3.connect(backup) as connection:
        connection.execute("update balance set posted_cents = posted_cents + 1 where account = 'rack/T1'")
    connection.close()
    done = pitlink("restore", backup, "--books", new)
    is_refused(done, "the books are not right: account rack/T1, moved by table/T1", status=1)
    assert not new.exists()


def test_what_is_no_backup_is_refused(tmp_path: Path) -> None:
    new = tmp_path / "new.db"
    is_refused(pitlink("restore", tmp_path / "none", "--books", new), "no such file: expected a backup", status=1)
    (tmp_path / "text").write_text("no database at all, but long enough to be looked at\n" * 40)
    is_refused(pitlink("restore", tmp_path / "text", "--books", new), "the file is no database", status=1)
    sqlite3.connect(tmp_path / "other").execute("create table x (y)").connection.close()
    is_refused(pitlink("restore", tmp_path / "other", "--books", new), "other holds no books", status=1)
    (tmp_path / "other-wal").touch()
    is_refused(pitlink("restore", tmp_path / "other", "--books", new), "is in use, or was left in the middle", status=1)
    is_refused(pitlink("backup", tmp_path / "b", "--books", tmp_path / "none"), "no books at ", status=1)
    assert not new.exists()


def test_a_backup_is_restored_from_where_nobody_can_write(tmp_path: Path) -> None:
    file, books, folder = tmp_path / "floor.toml", tmp_path / "books.db", tmp_path / "kept 100%"
    file.write_text(SMALL, encoding="utf-8")
    works("floor", "open", file, "--books", books)
    folder.mkdir()
    works("backup", folder / "backup#1", "--books", books)
    before = (folder / "backup#1").read_bytes()
    folder.chmod(0o500)
    works("restore", folder / "backup#1", "--books", tmp_path / "new.db")
    folder.chmod(0o700)
    assert [each.name for each in folder.iterdir()] == ["backup#1"]
    assert (folder / "backup#1").read_bytes() == before
    assert stat.S_IMODE((tmp_path / "new.db").stat().st_mode) == 0o600
