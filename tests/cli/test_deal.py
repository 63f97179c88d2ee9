"""`pitlink deal`: bots play some rounds into a log."""

import json
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.cli.processes import GAME_NAMES, MOST, PITLINK, is_refused, pitlink, started


def events(text: str) -> list[dict[str, Any]]:
    header, *lines = text.splitlines()
    assert json.loads(header) == {"pitlink_log": 1}
    return [json.loads(line) for line in lines]


@pytest.mark.parametrize("game", GAME_NAMES)
def test_the_same_seed_deals_the_same_bytes_and_another_seed_others(game: str) -> None:
    """Whatever order Python's sets and hashes have that day."""
    arguments = ("deal", game, "--rounds", "2", "--seats", str(MOST[game]), "--seed")
    first, again = (started(*arguments, "7", PYTHONHASHSEED=hashes) for hashes in ("1", "2"))
    other = pitlink(*arguments, "8")
    assert first.stdout == again.stdout
    assert first.stdout != other.stdout
    assert (first.returncode, first.stderr) == (0, "")


def test_without_a_seed_no_two_logs_are_the_same() -> None:
    first, second = (started("deal", "mbs-3cp", "--rounds", "1", "--seats", "1").stdout for _ in range(2))
    decks = [[each["event"]["seal"] for each in events(text) if "seal" in each["event"]] for text in (first, second)]
    assert decks[0] != decks[1]


@pytest.mark.parametrize("game", GAME_NAMES)
@pytest.mark.parametrize("everybody", [False, True], ids=["one seat", "most seats"])
def test_every_game_is_played_by_one_and_by_the_most(game: str, everybody: bool) -> None:
    seats = MOST[game] if everybody else 1
    done = pitlink("deal", game, "--seats", str(seats), "--rounds", "3", "--seed", "5")
    assert (done.returncode, done.stderr) == (0, "")
    told = events(done.stdout)
    count = Counter(each["event"]["name"] for each in told)
    assert count["table.sat_down/1"] == seats
    assert count["table.bets_called/1"] == count["table.round_settled/1"] == count["table.deck_opened/1"] == 3
    assert {each["event"]["setup"]["game"] for each in told if each["event"]["name"] == "table.opened/1"} == {game}
    deciders = [len(each["event"]["deciders"]) for each in told if each["event"]["name"] == "table.bets_closed/1"]
    assert deciders == [seats] * 3


def test_it_deals_five_rounds_for_three_unless_told_otherwise() -> None:
    count = Counter(each["event"]["name"] for each in events(pitlink("deal", "mbs-lir", "--seed", "1").stdout))
    assert (count["table.sat_down/1"], count["table.bets_called/1"]) == (3, 5)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("bridge",), ("no game 'bridge'", "mbs-thb, mbs-3cp, mbs-uth, mbs-lir, rws-3cp")),
        (("mbs-thb", "--seats", "7"), ("7 seats", "mbs-thb", "1 to 6")),
        (("mbs-uth", "--seats", "8"), ("8 seats", "mbs-uth", "1 to 7")),
        (("mbs-uth", "--seats", "0"), ("0 seats", "1 to 7")),
        (("mbs-uth", "--seats", "-1"), ("-1 seats", "1 to 7")),
        (("mbs-uth", "--rounds", "0"), ("0 rounds", "1 or more")),
        (("mbs-uth", "--rounds", "-3"), ("-3 rounds", "1 or more")),
    ],
)
def test_what_cannot_be_dealt_is_refused(arguments: tuple[str, ...], told: tuple[str, ...], tmp_path: Path) -> None:
    out = tmp_path / "log.jsonl"
    done = pitlink("deal", *arguments, "--out", out)
    is_refused(done, "pitlink deal: ", *told)
    assert done.stdout == ""
    assert not out.exists()


def test_numbers_that_are_none_are_refused() -> None:
    for option in ("--seats", "--rounds", "--seed"):
        done = pitlink("deal", "mbs-uth", option, "many")
        assert done.returncode == 2
        assert f"'{option}'" in done.stderr
        assert "Traceback" not in done.stderr


def test_the_log_goes_to_a_file_or_to_standard_output(tmp_path: Path) -> None:
    file = tmp_path / "log.jsonl"
    arguments = ("deal", "rws-3cp", "--seed", "2", "--rounds", "1")
    to_file, to_stdout, to_dash = (started(*arguments, *more) for more in (("-o", str(file)), (), ("--out", "-")))
    assert (to_file.returncode, to_file.stdout, to_file.stderr) == (0, "", "")
    assert file.read_text(encoding="utf-8") == to_stdout.stdout == to_dash.stdout


def test_a_log_is_written_over_an_older_one_and_nothing_else(tmp_path: Path) -> None:
    for name, text in (("books.db", b"SQLite format 3\0"), ("books.key", b"00" * 32), ("notes", b"notes\n")):
        (tmp_path / name).write_bytes(text)
        done = pitlink("deal", "mbs-3cp", "--rounds", "1", "--out", tmp_path / name)
        is_refused(done, f"{tmp_path / name} is no log; a file that is not there yet, or an older log")
        assert (tmp_path / name).read_bytes() == text
    (tmp_path / "empty").touch()
    assert pitlink("deal", "mbs-3cp", "--rounds", "1", "--out", tmp_path / "empty").returncode == 0


def test_a_log_that_is_there_is_written_anew(tmp_path: Path) -> None:
    file = tmp_path / "log.jsonl"
    file.write_text('{"pitlink_log":1}\n' + "x" * 1_000_000, encoding="utf-8")
    pitlink("deal", "rws-3cp", "--seed", "2", "--rounds", "1", "--out", file)
    assert "x" * 100 not in file.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("where", "why"), [("nowhere/log.jsonl", "No such file or directory"), (".", "Is a directory")]
)
def test_a_path_that_cannot_be_written_is_told(where: str, why: str, tmp_path: Path) -> None:
    done = pitlink("deal", "mbs-3cp", "--rounds", "1", "--out", tmp_path / where)
    is_refused(done, "pitlink", why, status=74)


def test_a_path_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    done = pitlink("deal", "mbs-3cp", "--rounds", "1", "--out", tmp_path / "nowhere" / "log.jsonl")
    assert "log.jsonl" in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no device that is always full")
def test_a_full_disk_is_told() -> None:
    is_refused(pitlink("deal", "mbs-3cp", "--rounds", "1", "--out", "/dev/full"), "No space left", status=74)
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*PITLINK, "deal", "mbs-3cp", "--rounds", "1"], stdout=full, stderr=subprocess.PIPE, timeout=60, check=False
        )
    assert (done.returncode, done.stderr) == (74, b"pitlink: No space left on device\n")


# Trouble


@pytest.mark.parametrize("game", GAME_NAMES)
def test_rounds_go_wrong_at_random_and_the_same_seed_goes_wrong_the_same_way(game: str) -> None:
    arguments = ("deal", game, "--rounds", "12", "--seats", "3", "--seed", "7", "--trouble", "0.8")
    first, again = (started(*arguments, PYTHONHASHSEED=hashes) for hashes in ("1", "2"))
    assert first.stdout == again.stdout
    count = Counter(each["event"]["name"] for each in events(first.stdout))
    assert count["table.irregularity_reported/1"] >= 5
    assert count["table.ruling_given/1"] + count["table.report_dismissed/1"] == count["table.irregularity_reported/1"]
    assert count["table.bets_called/1"] == 12


def test_trouble_is_a_share_of_the_rounds() -> None:
    for share in ("-0.1", "1.5", "nan"):
        is_refused(pitlink("deal", "mbs-3cp", "--trouble", share), "0 to 1")


def test_a_log_of_trouble_is_told_as_a_supervisor_would_write_it(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    assert pitlink("deal", "mbs-uth", "--rounds", "20", "--seed", "7", "--trouble", "1", "-o", str(log)).returncode == 0
    told = pitlink("replay", str(log))
    assert (told.returncode, told.stderr) == (0, "")
    assert " rules: " in told.stdout
    assert "every wager goes back (position 1 $" in told.stdout
    assert "(5.1.1)" in told.stdout
