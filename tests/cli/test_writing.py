"""Files that commands write: whole or not at all, over nothing that is there, and never over the books."""

import signal
import stat
import subprocess
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from sqlalchemy.engine import Connection, Engine

from pitlink.cli import copying
from pitlink.pit import Recorded, log
from pitlink.store.migrating import migrate
from tests.cli.floors import open_small, works
from tests.cli.processes import PITLINK, is_refused, pitlink, started

DAY = ("--day", "2026-11-16")
WRITING = {
    "csv": ("audit", "report", *DAY, "--csv"),
    "pdf": ("audit", "report", *DAY, "--pdf"),
    "export": ("audit", "export"),
    "checkpoint": ("audit", "checkpoint", "--out"),
    "backup": ("backup",),
}


@pytest.fixture
def books(tmp_path: Path) -> Path:
    made = tmp_path / "books.db"
    open_small(made)
    pitlink("audit", "checkpoint", "--books", made)
    return made


def beside(books: Path) -> dict[str, bytes]:
    return {each.name: each.read_bytes() for each in books.parent.iterdir()}


@pytest.mark.parametrize("command", WRITING.values(), ids=WRITING)
@pytest.mark.parametrize("name", ["books.db", "books.db-wal", "books.db-shm", "books.db-journal", "books.key", "link"])
def test_nothing_is_written_over_the_books_or_their_key(books: Path, command: tuple[str, ...], name: str) -> None:
    (books.parent / "link").symlink_to(books)
    out, before = books.parent / name, beside(books)
    is_refused(pitlink(*command, out, "--books", books), f"{out} ", "expected", status=1)
    assert beside(books) == before


def test_the_key_that_is_named_is_not_written_over_either(books: Path) -> None:
    key = books.parent / "my.key"
    done = pitlink("audit", "checkpoint", "--key-file", key, "--out", key, "--books", books)
    is_refused(done, f"{key} is the signing key: expected another file", status=1)


@pytest.mark.parametrize("command", WRITING.values(), ids=WRITING)
def test_what_is_there_stays_as_it_is(books: Path, command: tuple[str, ...]) -> None:
    out = books.parent / "notes"
    out.write_text("notes\n")
    is_refused(pitlink(*command, out, "--books", books), f"{out}", "expected", status=1)
    assert out.read_text() == "notes\n"
    is_refused(pitlink(*command, books.parent, "--books", books), f"{books.parent} is a folder", status=1)


def test_two_reports_do_not_share_a_file(books: Path) -> None:
    out = books.parent / "day"
    done = pitlink("audit", "report", *DAY, "--csv", out, "--pdf", out, "--books", books)
    is_refused(done, f"--csv and --pdf both {out}: expected two files", status=1)
    assert not out.exists()


def test_checkpoints_are_added_on_lines_of_their_own(books: Path) -> None:
    out = books.parent / "kept.jsonl"
    works("audit", "checkpoint", "--out", out, "--books", books)
    out.write_text(out.read_text().rstrip("\n"))
    works("audit", "checkpoint", "--out", out, "--books", books)
    assert len(out.read_text().splitlines()) == 2
    works("audit", "verify", "--checkpoints", out, "--books", books)


def test_a_log_is_for_nobody_else_to_read(books: Path) -> None:
    out = books.parent / "log.jsonl"
    works("audit", "export", out, "--books", books)
    assert stat.S_IMODE(out.stat().st_mode) == 0o600


def test_what_is_no_file_is_written_to_as_it_is(books: Path) -> None:
    piped = started("audit", "export", "/dev/stdout", "--books", books)
    assert piped.stdout == works("audit", "export", "-", "--books", books)
    done = pitlink("audit", "export", "/dev/full", "--books", books)
    is_refused(done, "pitlink: No space left on device", status=74)


def test_an_export_that_is_broken_off_leaves_nothing(books: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken_off(recorded: Iterable[Recorded]) -> Iterator[bytes]:
        yield b'{"pitlink_log":1}\n'
        raise KeyboardInterrupt

    monkeypatch.setattr(log, "write", broken_off)
    before = beside(books)
    assert pitlink("audit", "export", books.parent / "log.jsonl", "--books", books).returncode != 0
    assert beside(books) == before


def test_an_export_says_how_far_it_is(books: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pitlink.cli import progress

    monkeypatch.setattr(progress, "EVERY_S", 0.0)
    done = pitlink("audit", "export", books.parent / "log.jsonl", "--books", books)
    assert done.stderr.splitlines()[0].startswith("Writing events: ")


def test_a_backup_that_is_broken_off_leaves_nothing(books: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken_off(source: Engine, target: Engine, progress: object) -> None:
        migrate(target)
        kept.append(target.connect())  # as a driver may, until the process ends
        raise KeyboardInterrupt

    kept: list[Connection] = []
    before = beside(books)
    monkeypatch.setattr(copying, "copy", broken_off)
    assert pitlink("backup", books.parent / "backup", "--books", books).returncode != 0
    assert beside(books) == before


def test_a_backup_is_broken_off_by_a_person(books: Path) -> None:
    """From outside, at moments that nobody has chosen."""
    before = beside(books)
    for seconds in (0.3, 0.6, 0.9):
        process = subprocess.Popen(
            [*PITLINK, "backup", str(books.parent / "backup"), "--books", str(books)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        time.sleep(seconds)
        process.send_signal(signal.SIGINT)
        process.wait(30)
        (books.parent / "backup").unlink(missing_ok=True)
        assert beside(books).keys() == before.keys()
