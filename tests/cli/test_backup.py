"""`pitlink backup` and `restore`: while others write, on both engines and from one to the other."""

import signal
import sqlite3
import stat
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Engine

from pitlink.cli import copying
from pitlink.store import Store, migrating, schema
from pitlink.store.copying import Progress, copy
from pitlink.store.database import open_engine
from tests.cli.floors import interrupted, is_right, open_small, shown, wait_for_rounds, works
from tests.cli.processes import PITLINK, is_refused, pitlink
from tests.cli.test_audit import tamper
from tests.store.conftest import Prepared


def one_round(books: str) -> None:
    open_small(books)
    works("floor", "play", "--rounds", "1", "--books", books)


@pytest.fixture
def floor(prepared: Prepared) -> str:
    return prepared(one_round)


def rows(books: str, table: str) -> list[tuple[object, ...]]:
    engine = open_engine(books)
    with engine.connect() as connection:
        found = [
            tuple(row) for row in connection.execute(next(each for each in schema.ALL if each.name == table).select())
        ]
    engine.dispose()
    return sorted(found, key=repr)


FROM_ONE_TO_THE_OTHER = pytest.mark.parametrize(
    ("prepared", "elsewhere"), [("sqlite", "postgresql"), ("postgresql", "sqlite")], indirect=True
)


@FROM_ONE_TO_THE_OTHER
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


@FROM_ONE_TO_THE_OTHER
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
    books, backup, new = (tmp_path / name for name in ("books.db", "backup", "new.db"))
    open_small(books)
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
    books, folder = tmp_path / "books.db", tmp_path / "kept 100%"
    open_small(books)
    folder.mkdir()
    works("backup", folder / "backup#1", "--books", books)
    before = (folder / "backup#1").read_bytes()
    folder.chmod(0o500)
    works("restore", folder / "backup#1", "--books", tmp_path / "new.db")
    folder.chmod(0o700)
    assert [each.name for each in folder.iterdir()] == ["backup#1"]
    assert (folder / "backup#1").read_bytes() == before
    assert stat.S_IMODE((tmp_path / "new.db").stat().st_mode) == 0o600


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    """Made on SQLite, in a folder of its own."""
    folder = tmp_path / "backup"
    folder.mkdir()
    open_small(folder / "books.db")
    works("backup", folder / "backup", "--books", folder / "books.db")
    return folder / "backup"


def meanwhile(monkeypatch: pytest.MonkeyPatch, happens: Callable[[], object]) -> None:
    """Something happens after a command has looked where it writes, and before it writes there."""

    def late(source: Engine, target: Engine, progress: Progress | None = None) -> int:
        happens()
        return copy(source, target, progress)

    monkeypatch.setattr(copying, "copy", late)


def names(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir())


def test_books_that_somebody_opens_meanwhile_are_left_alone(
    backup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    new = tmp_path / "new.db"
    meanwhile(monkeypatch, lambda: Store(str(new), "somebody else").close())
    is_refused(pitlink("restore", backup, "--books", new), f"{new} exists: expected a file that is not", status=1)
    store = Store(str(new), "another")
    assert store.site == "somebody else"
    store.close()
    assert names(tmp_path) == ["backup", "new.db"]


def test_empty_books_that_somebody_fills_meanwhile_are_left_alone(
    backup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    new = tmp_path / "new.db"
    new.touch()
    meanwhile(monkeypatch, lambda: Store(str(new), "somebody else").close())
    is_refused(pitlink("restore", backup, "--books", new), "holds books already", status=1)
    assert new.stat().st_size > 0


def test_a_backup_takes_no_name_that_is_taken_meanwhile(
    backup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other"
    meanwhile(monkeypatch, lambda: other.write_text("mine"))
    done = pitlink("backup", other, "--books", backup.with_name("books.db"))
    is_refused(done, f"{other} exists: expected a file that is not there yet", status=1)
    assert other.read_text() == "mine"
    assert names(tmp_path) == ["backup", "other"]


def test_what_ends_in_the_middle_leaves_nothing(backup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def ended() -> None:
        raise KeyboardInterrupt

    meanwhile(monkeypatch, ended)
    assert pitlink("restore", backup, "--books", tmp_path / "new.db").returncode != 0
    assert pitlink("backup", tmp_path / "other", "--books", backup.with_name("books.db")).returncode != 0
    assert names(tmp_path) == ["backup"]


def test_empty_books_are_filled(backup: Path, tmp_path: Path) -> None:
    new = tmp_path / "new.db"
    new.touch()
    works("restore", backup, "--books", new)
    is_right(str(new))


@pytest.mark.parametrize("left", ["-wal", "-journal"])
def test_what_other_books_have_left_does_not_come_into_restored_ones(backup: Path, tmp_path: Path, left: str) -> None:
    """SQLite would take it for a part of them."""
    new = tmp_path / "new.db"
    new.with_name(f"new.db{left}").write_bytes(b"changes of other books")
    told = f"{new}{left} is left of other books: expected no such file"
    is_refused(pitlink("restore", backup, "--books", new), told, status=1)
    assert names(tmp_path) == ["backup", f"new.db{left}"]


def test_a_backup_is_named_also_where_no_file_has_two_names(
    backup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a memory stick."""

    def cannot(*_: object) -> None:
        raise PermissionError("Operation not permitted")

    monkeypatch.setattr("os.link", cannot)
    works("backup", tmp_path / "other", "--books", backup.with_name("books.db"))
    works("restore", tmp_path / "other", "--books", tmp_path / "new.db")
    assert names(tmp_path) == ["backup", "new.db", "other"]


def test_a_backup_of_earlier_software_is_restored_and_stays_as_it_is(
    elsewhere: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    books, backup, known = tmp_path / "books.db", tmp_path / "earlier", migrating.migrations
    with monkeypatch.context() as earlier:
        earlier.setattr(migrating, "migrations", lambda engine: known(engine)[:1])
        open_small(books)
        works("backup", backup, "--books", books)
    before = backup.read_bytes()
    works("restore", backup, "--books", elsewhere)
    assert backup.read_bytes() == before
    assert rows(elsewhere, "event") == rows(str(books), "event")
    engine = open_engine(elsewhere)
    with engine.connect() as connection:
        ran = connection.execute(sa.select(schema.migration.c.number)).scalars().all()
    engine.dispose()
    assert len(ran) == len(known("sqlite"))
    is_right(elsewhere)
