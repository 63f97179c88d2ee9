"""Files that are no books, or cannot be used as they lie: told in one line with their name and what to do."""

import shutil
import sqlite3
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.floors import SMALL, is_right, shown, two_rounds, works
from tests.cli.processes import Done, is_refused, ordinary, pitlink
from tests.store.conftest import Prepared
from tests.store.floors import opened


@pytest.fixture
def folder() -> Iterator[Path]:
    """Which anybody can look into."""
    with tempfile.TemporaryDirectory(prefix="pitlink-books-") as name:
        Path(name).chmod(0o755)
        yield Path(name)
        Path(name).chmod(0o755)


@pytest.fixture
def books(folder: Path, files: Prepared) -> Path:
    """Finished books that anybody may read."""
    (folder / "floor.toml").write_text(SMALL, encoding="utf-8")
    made = Path(shutil.copy(files(two_rounds), folder / "books.db"))
    made.chmod(0o644)
    return made


def somebody(*arguments: str | Path) -> Done:
    return pitlink(*arguments, user=ordinary())


READING: tuple[tuple[str, ...], ...] = (
    ("floor", "show"),
    ("link", "show", "L1"),
    ("audit", "verify"),
    ("audit", "log"),
    ("audit", "report", "--day", "2026-11-16"),
)
WRITING: tuple[tuple[str, ...], ...] = (
    ("floor", "play"),
    ("link", "suspend", "L1", "--note", "x"),
    ("audit", "checkpoint"),
)


# What is no books


def test_a_folder_is_no_file(folder: Path) -> None:
    for command in (*READING, *WRITING, ("floor", "open", folder / "floor.toml"), ("audit", "key")):
        is_refused(pitlink(*command, "--books", folder), f"{folder} is a folder: expected a file", status=1)
    is_refused(pitlink("restore", folder, "--books", folder / "new.db"), f"{folder} is a folder", status=1)


def test_a_text_is_no_database(folder: Path, books: Path) -> None:
    text = folder / "text.db"
    text.write_text("no database at all, but long enough to be looked at\n" * 40)
    for command in (*READING, *WRITING, ("floor", "open", folder / "floor.toml")):
        is_refused(pitlink(*command, "--books", text), f"{text}: the file is no database: expected books", status=1)
    done = pitlink("restore", text, "--books", folder / "new.db")
    is_refused(done, f"{text}: the file is no database: expected a backup", status=1)
    assert text.read_text().startswith("no database at all")


def test_a_damaged_file_is_to_be_restored(books: Path) -> None:
    whole = books.read_bytes()
    books.write_bytes(whole[: len(whole) // 2])
    for command in (("floor", "show"), ("audit", "verify"), ("floor", "play")):
        is_refused(pitlink(*command, "--books", books), f"{books}: the file is damaged (", "restore a backup", status=1)


def test_the_database_of_something_else_is_left_alone(folder: Path, books: Path) -> None:
    for name, table in (("x.db", "x (y)"), ("event.db", "event (position)"), ("migration.db", "migration (id, name)")):
        other = folder / name
        sqlite3.connect(other).execute(f"create table {table}").connection.close()
        before = other.read_bytes()
        done = pitlink("floor", "open", folder / "floor.toml", "--books", other)
        is_refused(done, f"{other}: tables of something else ({name[:-3]}): expected books, or", status=1)
        for command in (*READING, *WRITING):
            is_refused(pitlink(*command, "--books", other), f"{other} holds no books", status=1)
        assert other.read_bytes() == before
        assert sorted(each.name for each in folder.iterdir() if each.name.startswith(name)) == [name]


def test_an_empty_file_becomes_private_books(folder: Path, books: Path) -> None:
    empty = folder / "empty.db"
    empty.touch(0o644)
    works("floor", "open", folder / "floor.toml", "--books", empty)
    assert stat.S_IMODE(empty.stat().st_mode) == 0o600
    books.chmod(0o660)
    works("floor", "open", folder / "floor.toml", "--books", books)
    assert stat.S_IMODE(books.stat().st_mode) == 0o660  # books that a house shares stay shared


def test_an_empty_text_names_no_books_and_nobody(folder: Path, books: Path) -> None:
    for command in (*READING, *WRITING, ("audit", "key"), ("backup", folder / "backup")):
        done = pitlink(*command, "--books", "")
        is_refused(done, "--books '': expected a file, or an address such as postgresql://…", status=1)
    by = ("link", "suspend", "L1", "--note", "x", "--by")
    is_refused(pitlink(*by, "", "--books", books), "--by '': expected", status=1)
    correct = ("link", "correct", "L1", "--up", "1", "--note", "x", "--second", ":pit_manager")
    is_refused(pitlink(*correct, "--books", books), "--second ':pit_manager': expected NAME:POST", status=1)


# Where nobody can write


def test_books_are_read_where_nobody_can_write(books: Path, folder: Path) -> None:
    before = shown(books)
    (folder / "books.db-wal").unlink(missing_ok=True)
    folder.chmod(0o555)
    for command in READING:
        done = somebody(*command, "--books", books)
        assert (done.returncode, done.stderr) == (0, "")
    for command in WRITING:
        done = somebody(*command, "--books", books)
        is_refused(done, f"{books}: the file cannot be written: see that you may write to it and its folder", status=1)
    assert shown(books) == before


def test_a_backup_is_read_where_nobody_can_write(books: Path, folder: Path) -> None:
    works("backup", folder / "backup", "--books", books)
    (folder / "backup").chmod(0o444)
    folder.chmod(0o555)
    done = somebody("audit", "verify", "--books", folder / "backup")
    assert (done.returncode, done.stderr) == (0, "")


def test_books_that_are_written_to_are_read_by_who_may_only_read(books: Path, folder: Path) -> None:
    with opened(str(books), "the pit", "T1"):
        for beside in ("-wal", "-shm"):
            Path(f"{books}{beside}").chmod(0o644)
        done = somebody("audit", "verify", "--books", books)
        assert (done.returncode, done.stderr) == (0, "")


def test_the_end_of_the_books_is_not_left_out_unseen(books: Path, folder: Path) -> None:
    """A -wal without its -shm has events that are not in the file yet, and cannot be read as it lies."""
    copy = folder / "copy.db"
    with opened(str(books), "the pit", "T1"):
        shutil.copy(books, copy)
        shutil.copy(f"{books}-wal", f"{copy}-wal")
    for each in (copy, Path(f"{copy}-wal")):
        each.chmod(0o644)
    folder.chmod(0o555)
    done = somebody("audit", "verify", "--books", copy)
    is_refused(done, f"{copy}: the file cannot be opened: ", "or copy it, with any -wal beside it", status=1)


def test_a_file_that_may_not_be_read_is_said(books: Path, folder: Path) -> None:
    books.chmod(0o000)
    done = somebody("floor", "show", "--books", books)
    is_refused(done, f"{books}: the file cannot be opened: see that you may", status=1)


def test_a_file_that_may_not_be_written_is_read(books: Path, folder: Path) -> None:
    folder.chmod(0o777)
    books.chmod(0o444)
    for command in READING:
        done = somebody(*command, "--books", books)
        assert (done.returncode, done.stderr) == (0, "")
    for command in WRITING:
        is_refused(somebody(*command, "--books", books), f"{books}: the file cannot be written: see that", status=1)
    books.chmod(0o600)
    is_right(books)
