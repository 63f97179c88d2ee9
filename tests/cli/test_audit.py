"""`pitlink audit`: the books proved, signed and told, by processes of its own."""

import json
import sqlite3
import stat
from pathlib import Path

import pytest

from pitlink.store.database import open_engine
from tests.audit.tampering import change, log, unguarded
from tests.cli.floors import SMALL, open_small, two_rounds, works
from tests.cli.processes import is_refused, pitlink, started
from tests.store.conftest import Prepared


@pytest.fixture
def played(prepared: Prepared) -> str:
    """Books in which a few rounds have been played."""
    return prepared(two_rounds)


def tamper(books: str) -> int:
    """One event is given to somebody else."""
    engine = open_engine(books)
    with unguarded(engine) as connection:
        from pitlink.store import schema

        position = len(log(connection)) // 2
        change(connection, schema.event, position, person="Mallory")
    engine.dispose()
    return position


def test_books_are_proved_and_the_first_thing_wrong_is_said(played: str) -> None:
    told = works("audit", "verify", "--books", played)
    assert told.startswith("The books are right.\n")
    assert "none yet; `pitlink audit checkpoint` signs how everything stands" in told
    position = tamper(played)
    done = pitlink("audit", "verify", "--books", played)
    is_refused(done, f"pitlink audit: event {position}, ", "expected", status=1)
    assert done.stdout == ""


def test_checkpoints_are_signed_kept_and_demanded(played: str, tmp_path: Path) -> None:
    key, out = tmp_path / "my.key", tmp_path / "kept.jsonl"
    done = pitlink("audit", "checkpoint", "--books", played, "--key-file", key, "--out", out)
    assert done.stdout.startswith("Signed up to event ")
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    public = works("audit", "key", "--books", played, "--key-file", key).strip()
    assert done.stderr == f"A new signing key was made: {key}; public key {public}\n"
    works("floor", "play", "--rounds", "1", "--books", played)
    printed = works("audit", "checkpoint", "--books", played, "--key-file", key)
    out.write_text(out.read_text() + printed)
    told = works("audit", "verify", "--books", played, "--checkpoints", out, "--key", public)
    assert "2 checkpoints, by the key demanded; signed up to event" in told
    done = pitlink("audit", "verify", "--books", played, "--key", "0" * 64)
    is_refused(done, f"signed by {public[:16]}…: expected signed by 0000", status=1)


def test_the_key_lies_beside_the_books(tmp_path: Path) -> None:
    books = tmp_path / "mine.db"
    open_small(books)
    signed = pitlink("audit", "checkpoint", "--books", books).stdout
    assert (tmp_path / "mine.key").exists()
    assert works("audit", "key", "--books", books) == json.loads(signed)["key"] + "\n"
    (tmp_path / "mine.key").write_text("no key")
    is_refused(pitlink("audit", "key", "--books", books), "no signing key: expected 64 hexadecimal digits", status=1)


def test_a_key_is_only_looked_at(tmp_path: Path) -> None:
    done = pitlink("audit", "key", "--books", tmp_path / "none.db")
    is_refused(done, f"no signing key at {tmp_path / 'none.key'}: expected one, which `pitlink audit check", status=1)
    is_refused(pitlink("audit", "key", "--key-file", tmp_path / "x"), f"no signing key at {tmp_path / 'x'}", status=1)
    assert list(tmp_path.iterdir()) == []


def test_books_that_are_signed_get_no_other_key_unseen(played: str, tmp_path: Path) -> None:
    key = tmp_path / "my.key"
    public = json.loads(pitlink("audit", "checkpoint", "--books", played, "--key-file", key).stdout)["key"]
    key.rename(tmp_path / "away.key")
    done = pitlink("audit", "checkpoint", "--books", played, "--key-file", key)
    is_refused(done, f"no signing key at {key}: expected the one that signed before, {public[:16]}…", status=1)
    assert not key.exists()
    works("audit", "checkpoint", "--books", played, "--key-file", tmp_path / "away.key")


def test_what_is_no_checkpoint_or_key_is_refused(tmp_path: Path) -> None:
    books, kept = tmp_path / "books.db", tmp_path / "kept.jsonl"
    open_small(books)
    is_refused(pitlink("audit", "verify", "--books", books, "--key", "xyz"), "--key 'xyz': expected 64", status=1)
    is_refused(pitlink("audit", "verify", "--books", books, "--checkpoints", kept), "No such file", status=1)
    kept.write_text("")
    done = pitlink("audit", "verify", "--books", books, "--checkpoints", kept)
    is_refused(done, f"{kept}: nothing in it: expected a checkpoint on every line", status=1)
    done = pitlink("audit", "verify", "--books", books, "--key", "0" * 64)
    is_refused(done, "the checkpoints: none is there: expected one signed by 0000", status=1)
    good = pitlink("audit", "checkpoint", "--books", books).stdout
    kept.write_text(good + "nonsense\n")
    done = pitlink("audit", "verify", "--books", books, "--checkpoints", kept)
    is_refused(done, f"{kept}:2: ", "expected a checkpoint on every line", status=1)
    kept.write_text(good.replace('"signature":"', '"signature":"00'))
    done = pitlink("audit", "verify", "--books", books, "--checkpoints", kept)
    is_refused(done, "a checkpoint: a signature that does not fit", status=1)


def test_books_that_lost_their_end_are_found_out_by_a_checkpoint(tmp_path: Path) -> None:
    books, kept = tmp_path / "books.db", tmp_path / "kept.jsonl"
    open_small(books)
    copy = books.read_bytes()
    works("floor", "play", "--rounds", "1", "--books", books)
    pitlink("audit", "checkpoint", "--books", books, "--out", kept)
    books.write_bytes(copy)  # yesterday's file in place of today's
    works("audit", "verify", "--books", books)
    done = pitlink("audit", "verify", "--books", books, "--checkpoints", kept)
    is_refused(done, "the end of the log: event", "which was signed", status=1)


def test_a_long_run_says_how_far_it_is(played: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from pitlink.audit import verifying
    from pitlink.cli import progress

    monkeypatch.setattr(progress, "EVERY_S", 0.0)
    monkeypatch.setattr(verifying, "PAGE", 50)
    done = pitlink("audit", "verify", "--books", played)
    assert done.returncode == 0
    assert done.stderr.splitlines()[0].startswith("Verifying events: 50 of ")


# The log


def test_the_log_is_told_with_the_time_of_day(played: str) -> None:
    whole = works("audit", "log", "--books", played, "--zone", "UTC")
    assert "The books are opened for the first time, by terminal " in whole
    assert "  link/L1\n" in whole
    of_table = works("audit", "log", "--books", played, "--table", "T1")
    assert "table/T1" not in of_table
    assert "terminal" not in of_table
    assert of_table.count("“Place your bets, please”") == 2
    one = works("audit", "log", "--books", played, "--table", "T1", "--round", "2")
    lines = [line for line in one.splitlines() if line]
    assert "Round 2: “Place your bets, please”" in lines[1]
    assert "Round 2 is settled" in lines[-1]
    assert all(line[2] == line[5] == ":" for line in lines[1:])
    none = works("audit", "log", "--books", played, "--day", "1999-12-31")
    assert none == "Nothing of this happened on 1999-12-31.\n"
    done = pitlink("audit", "log", "--books", played, "--table", "T1", "--round", "99")
    is_refused(done, "no round 99 at table T1: expected 1 to 2", status=1)
    assert works("audit", "log", "--books", played, "--table", "T1", "--round", "1", "--day", "1999-12-31") == none


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--round", "1"), "--round without --table"),
        (("--table", "T9"), "no table 'T9' in these books"),
        (("--day", "today"), "--day 'today': expected a day such as"),
        (("--day", "9999-12-31"), "--day '9999-12-31': expected a day of the years 1970 to 9998"),
        (("--day", "0001-01-01"), "--day '0001-01-01': expected a day of the years 1970 to 9998"),
        (("--table", "T1", "--round", "99"), "no round 99 at table T1: expected a round, and none was played yet"),
        (("--day-starts", "noon"), "--day-starts 'noon': expected a time such as 06:00"),
        (("--zone", "Mars/Base"), "--zone 'Mars/Base': expected a time zone such as Asia/Singapore"),
    ],
)
def test_what_of_the_log_cannot_be_told_is_refused(arguments: tuple[str, ...], told: str, tmp_path: Path) -> None:
    books = tmp_path / "books.db"
    open_small(books)
    is_refused(pitlink("audit", "log", "--books", books, *arguments), told, status=1)


def test_the_log_is_exported_for_replay(played: str, tmp_path: Path) -> None:
    out = tmp_path / "log.jsonl"
    assert works("audit", "export", out, "--books", played) == ""
    assert "Round 2 is settled" in works("replay", out, "--table", "T2")
    assert works("audit", "export", "-", "--books", played) == out.read_text(encoding="utf-8")


def test_nothing_is_written_by_whoever_only_looks(tmp_path: Path) -> None:
    books = tmp_path / "books.db"
    open_small(books)
    before = books.read_bytes()
    for command in (("floor", "show"), ("audit", "verify"), ("audit", "log"), ("audit", "export", "-")):
        works(*command, "--books", books)
    assert books.read_bytes() == before


def test_a_process_of_its_own_needs_no_more(tmp_path: Path) -> None:
    file, books = tmp_path / "floor.toml", tmp_path / "books.db"
    file.write_text(SMALL, encoding="utf-8")
    assert started("floor", "open", file, PITLINK_BOOKS=str(books)).returncode == 0
    assert started("audit", "verify", PITLINK_BOOKS=str(books)).returncode == 0
    assert sqlite3.connect(books).execute("select count(*) from checkpoint").fetchone() == (0,)
