"""The commands as a person or another program calls them: real processes, standard streams, exit status."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

PITLINK = [sys.executable, "-m", "pitlink"]
ROUND: dict[str, Any] = {
    "pitlink": 1,
    "game": "mbs-uth",
    "jackpot": {"meter": "250000.00", "reset": "100000.00", "unit": "5.00"},
    "cards": {"dealer": ["Qs", "Qd"], "community": ["Ah", "Kh", "Qh", "2c", "2d"]},
    "seats": [
        {
            "position": 1,
            "player": "P-17",
            "cards": ["Jh", "10♥"],
            "wagers": {"ante": "25.00", "blind": "25.00", "trips": "5.00", "progressive": "15.00"},
            "decisions": ["play 4x"],
        }
    ],
}
WRONG = {**ROUND, "game": "mbs-xyz"}


def pitlink(*arguments: str, given: str | bytes = b"") -> subprocess.CompletedProcess[str]:
    given = given.encode() if isinstance(given, str) else given
    done = subprocess.run([*PITLINK, *arguments], input=given, capture_output=True, timeout=60, check=False)
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def test_one_round_is_settled_from_a_file_and_from_standard_input(tmp_path: Path) -> None:
    file = tmp_path / "round.json"
    file.write_text(json.dumps(ROUND), encoding="utf-8")
    from_file, from_stdin = pitlink("settle", str(file)), pitlink("settle", "-", given=json.dumps(ROUND))
    assert from_file.stdout == from_stdin.stdout
    assert json.loads(from_file.stdout)["seats"][0]["net"] == "263110.00"
    assert from_file.stdout.startswith('{\n  "pitlink": 1,')  # pretty-printed
    assert (from_file.returncode, from_file.stderr) == (0, "")


def test_a_refusal_is_one_object_on_standard_error_and_status_2() -> None:
    done = pitlink("settle", given=json.dumps(WRONG))
    assert (done.returncode, done.stdout) == (2, "")
    error = json.loads(done.stderr)["error"]
    assert (error["field"], error["found"], error["clause"]) == ("game", "mbs-xyz", None)


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    done = pitlink("settle", str(tmp_path / "nowhere.json"))
    assert done.returncode == 2
    assert "nowhere.json: No such file" in json.loads(done.stderr)["error"]["found"]
    assert pitlink("settle", "--lines", str(tmp_path / "nowhere.json")).returncode == 2


def test_many_rounds_are_answered_line_by_line() -> None:
    """A bad one in its place, the rest settled, and an empty line is a bad one."""
    given = "\n".join([json.dumps(ROUND), "not json", json.dumps(WRONG), "", json.dumps(ROUND)]) + "\n"
    done = pitlink("settle", "--lines", given=given)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert ["error" in answer for answer in answers] == [False, True, True, True, False]
    assert answers[0] == answers[4]
    assert answers[0] == json.loads(pitlink("settle", given=json.dumps(ROUND)).stdout)
    assert answers[2]["error"]["field"] == "game"
    assert (done.returncode, done.stderr) == (1, "")


def test_many_good_rounds_end_with_status_0(tmp_path: Path) -> None:
    file = tmp_path / "rounds.jsonl"
    file.write_text((json.dumps(ROUND) + "\n") * 50, encoding="utf-8")
    done = pitlink("settle", "--lines", str(file))
    assert done.returncode == 0
    assert len(set(done.stdout.splitlines())) == 1
    assert pitlink("settle", "--lines").returncode == 0


def test_each_line_is_answered_before_the_next_is_asked() -> None:
    """Another program may hold a conversation."""
    with subprocess.Popen([*PITLINK, "settle", "--lines"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin and process.stdout  # noqa: PT018
        for _ in range(3):
            process.stdin.write(json.dumps(ROUND).encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["game"] == "mbs-uth"
        process.stdin.close()
        assert process.wait(30) == 0


def test_a_reader_that_goes_away_is_no_disaster() -> None:
    process = subprocess.Popen(
        [*PITLINK, "settle", "--lines"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdin and process.stdout and process.stderr  # noqa: PT018
    process.stdout.close()
    try:
        process.stdin.write((json.dumps(ROUND).encode() + b"\n") * 200)
        process.stdin.close()
    except BrokenPipeError:
        pass
    assert process.stderr.read() == b""
    assert process.wait(30) == -signal.SIGPIPE
    process.stderr.close()


def test_explain_tells_the_round_for_a_person() -> None:
    done = pitlink("settle", "--explain", given=json.dumps(ROUND))
    assert done.returncode == 0
    text = " ".join(done.stdout.split())
    for told in (
        "Megalink Ultimate Texas Hold'em · mbs-uth",
        "Position 1 · P-17 J♥ 10♥ royal flush play 4x",
        "blind $25.00 $12,500.00 $25.00 win 3.10.4",
        "royal flush beats full house, queens over twos (3.10, 3.11)",
        "position 1: royal flush, $250,000.00 (4.2)",
        "net +$263,110.00",
        "3.10.4 Player outranks dealer: the Blind is also paid",
    ):
        assert told in text


def test_explain_names_the_reading_that_decided() -> None:
    unpaired = {
        **ROUND,
        "cards": {"dealer": ["As", "Kd"], "community": ["2h", "5h", "8c", "9d", "Jc"]},
        "seats": [{**ROUND["seats"][0], "cards": ["Qs", "3d"], "wagers": {"ante": "10", "blind": "10"}}],
    }
    text = " ".join(pitlink("settle", "--explain", given=json.dumps(unpaired)).stdout.split())
    assert "ante $10.00 $10.00 push 3.10.2, R70" in text
    assert "R70 Reading: Ante when the dealer has no pair and the higher hand; here push." in text


def test_explain_refuses_what_settle_refuses() -> None:
    done = pitlink("settle", "--explain", given=json.dumps(WRONG))
    assert (done.returncode, done.stdout) == (2, "")
    assert json.loads(done.stderr)["error"]["field"] == "game"
    assert pitlink("settle", "--explain", "--lines").returncode == 2


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("As Ks Qs Js Ts 2c 2d",), "royal flush A♠ K♠ Q♠ J♠ 10♠ count, of A♠ K♠ Q♠ J♠ 10♠ 2♣ 2♦ mbs-thb 3.11.1"),
        (("5h 4h 3h 2h Ah",), "straight flush, 5 high 5♥ 4♥ 3♥ 2♥ A♥ count"),
        (("5h 4h 3h 2h Ah",), "R18 Reading: ace low in a straight flush"),
        (("As", "Kd", "10♦"), "three odd cards, A K 10 A♠ K♦ 10♦ count"),
        (("AsKd,10♦",), "three odd cards, A K 10 A♠ K♦ 10♦ count"),
        (("8♥ 7♥ 6♥", "--game", "mbs-3cp"), "straight flush, 8 high 8♥ 7♥ 6♥ count mbs-3cp 3.14.1"),
        (("10♣ 10♥ K♠", "--game", "rws-3cp"), "one pair, tens, K kicker 10♣ 10♥ K♠ count rws-3cp 3.1.2"),
        (("Qs Qh 6c 6h 3d", "--game", "mbs-lir"), "two pairs, queens and sixes, 3 kicker Q♠ Q♥ 6♣ 6♥ 3♦ count"),
        (("Ac Ah 8d 6h 5s", "--game", "mbs-3cp"), "mbs-3cp 4.4 not one of the jackpot's hands"),
    ],
)
def test_a_hand_is_ranked_with_its_clause(arguments: tuple[str, ...], told: str) -> None:
    done = pitlink("hand", *arguments)
    assert done.returncode == 0
    assert told in " ".join(done.stdout.split())


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("As Ks",), "a hand has three, five or seven cards, not 2"),
        (("As Ks Xx",), "'Xx' is no card"),
        (("As As Ks",), "A♠ is there twice"),
        (("As Ks Qs", "--game", "bridge"), "'bridge' is no game"),
        (("As Ks Qs", "--game", "mbs-uth"), "mbs-uth does not rank hands of 3 cards"),
        (("As Ks Qs Js Ts 2c 2d", "--game", "mbs-lir"), "mbs-lir does not rank hands of 7 cards"),
    ],
)
def test_a_hand_that_is_none_is_refused(arguments: tuple[str, ...], told: str) -> None:
    done = pitlink("hand", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert told in done.stderr


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "mbs-lir Megalink Let It Ride"),
        (("mbs-uth", "3.10.2"), "reading R71 a folded Ante when the dealer has no pair: lose"),
        (("mbs-uth", "3.10.2"), "pitlink.games.mbs_uth.settle_ante"),
        (("mbs-uth", "3.10.2"), "tests/games/test_mbs_uth"),
        (("rws-3cp", "4.7.2"), "a person (gaming shift manager)"),
        (("mbs-lir",), "3.21.10 ranking proved Five odd cards"),
        (("R8",), "claim (mbs), dealt (rws)"),
        (("mbs-uth", "R70"), "R70 · Ante when the dealer has no pair and the higher hand"),
        (("R57",), "a switch in round files of mbs-thb"),
        (("--coverage",), "all 509 441 68 proved: held by code and tests"),
        (("mbs-lir", "--coverage"), "mbs-lir settlement"),
    ],
)
def test_the_rulebooks_can_be_looked_up(arguments: tuple[str, ...], told: str) -> None:
    done = pitlink("rules", *arguments)
    assert done.returncode == 0
    assert " ".join(told.split()) in " ".join(done.stdout.split())


def test_no_clause_is_left_open() -> None:
    assert "Open" not in pitlink("rules", "--coverage").stdout


@pytest.mark.parametrize(
    "arguments", [("mbs-xyz",), ("R118",), ("mbs-uth", "3.99"), ("R57", "3.1"), ("R57", "--coverage")]
)
def test_what_no_rulebook_has_is_refused(arguments: tuple[str, ...]) -> None:
    done = pitlink("rules", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert "pitlink rules: " in done.stderr


def test_the_same_rounds_give_the_same_bytes_in_every_process() -> None:
    """Whatever order Python's sets and hashes have that day."""
    rounds = pitlink("demo", "--json").stdout.encode()
    answers = {
        subprocess.run(
            [*PITLINK, "settle", "--lines"],
            input=rounds,
            capture_output=True,
            timeout=60,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(answers) == 1


def test_explain_tells_a_hand_removed_by_a_siblings_clause() -> None:
    removed = {**ROUND, "seats": [{**ROUND["seats"][0], "status": "removed", "clause": "mbs-thb 5.7"}]}
    text = " ".join(pitlink("settle", "--explain", given=json.dumps(removed)).stdout.split())
    assert "hand removed by mbs-thb 5.7" in text
    assert "mbs-thb 5.7 Wrong number of cards in one player's hand" in text


def test_the_demo_deals_the_same_rounds_for_the_same_seed() -> None:
    """And what it prints as files is what it told."""
    told = pitlink("demo", "--seed", "5").stdout
    assert told == pitlink("demo", "--seed", "5").stdout
    assert told != pitlink("demo", "--seed", "6").stdout
    rounds = pitlink("demo", "--seed", "5", "--json").stdout
    settled = pitlink("settle", "--lines", given=rounds)
    assert settled.returncode == 0
    games = [json.loads(line)["game"] for line in settled.stdout.splitlines()]
    assert games == ["mbs-thb", "mbs-3cp", "mbs-uth", "mbs-lir", "rws-3cp"]
    assert all(f"· {game}" in told for game in games)


def test_the_version_is_told() -> None:
    assert pitlink("--version").stdout.startswith("pitlink 0.1.0")
    assert pitlink("-V").stdout == pitlink("--version").stdout


def test_bytes_that_are_no_utf_8_are_refused_in_their_place() -> None:
    broken = json.dumps(ROUND).encode().replace(b"P-17", b"Jos\xe9")
    good = json.dumps(ROUND).encode()
    done = pitlink("settle", "--lines", given=b"\n".join([good, broken, good]))
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert ["error" in answer for answer in answers] == [False, True, False]
    assert "utf-8" in answers[1]["error"]["found"]
    assert pitlink("settle", given=broken).returncode == 2


def test_a_name_cannot_forge_a_line() -> None:
    forged = {**ROUND, "seats": [{**ROUND["seats"][0], "player": "P\n  net +$9,999.00\x1b[8m\u202e"}]}
    told = pitlink("settle", "--explain", given=json.dumps(forged)).stdout
    assert "P\\n  net +$9,999.00\\x1b[8m\\u202e" in told
    assert "\x1b" not in told


@pytest.mark.parametrize("columns", ["50", "60", "80"])
def test_an_amount_is_never_shortened(columns: str) -> None:
    big = {**ROUND, "jackpot": {"meter": "9999999999.99", "reset": "100000.00", "unit": "5.00"}}
    done = subprocess.run(
        [*PITLINK, "settle", "--explain"],
        input=json.dumps(big).encode(),
        capture_output=True,
        timeout=60,
        check=True,
        env={**os.environ, "COLUMNS": columns},
    )
    assert "…" not in done.stdout.decode()


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_a_terminal_without_suits_gets_letters(encoding: str) -> None:
    done = subprocess.run(
        [*PITLINK, "hand", "As", "Ks", "Qs"],
        capture_output=True,
        timeout=60,
        check=True,
        env={**os.environ, "PYTHONIOENCODING": encoding},
    )
    assert "As Ks Qs count" in done.stdout.decode(encoding)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no device that is always full")
@pytest.mark.parametrize("command", ["settle -", "settle --lines", "demo", "rules", "hand As Ks Qs"])
def test_a_full_disk_is_told_apart_from_a_refusal(command: str) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*PITLINK, *command.split()],
            input=json.dumps(ROUND).encode(),
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=60,
            check=False,
        )
    assert done.returncode == 74
    assert done.stderr.decode() == "pitlink: No space left on device\n"


@pytest.mark.parametrize(("closed", "status"), [("<&-", 2), (">&-", 74), ("2>&-", 0)])
def test_closed_streams_do_no_harm(closed: str, status: int, tmp_path: Path) -> None:
    file = tmp_path / "round.json"
    file.write_text(json.dumps(ROUND), encoding="utf-8")
    source = "-" if closed == "<&-" else str(file)
    done = subprocess.run(
        ["sh", "-c", f'"$0" -m pitlink settle "$1" {closed}', sys.executable, source],
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == status
    assert b"Traceback" not in done.stderr
