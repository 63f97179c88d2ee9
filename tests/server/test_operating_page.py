"""What README.md and docs/operate.md tell people to type does what they say."""

import json
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.processes import PITLINK
from tests.server.running import Running
from tests.server.test_playing import TABLES

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
PAGE = (Path(__file__).parents[2] / "docs" / "operate.md").read_text(encoding="utf-8")
ADDRESS = "http://127.0.0.1:8080"


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    made = Running(str(tmp_path_factory.mktemp("page") / "books.db"), Path(tmp_path_factory.mktemp("pit")))
    made.start("--speed", "8")  # as quick as curl
    yield made
    made.stop()


def printed(program: list[str], script: str, running: Running) -> list[str]:
    """What a program of the page prints here, each time: it is there to be run as often as somebody likes."""
    found = []
    for _ in range(2):
        given = script.replace(ADDRESS, running.address)
        done = subprocess.run(program, input=given, capture_output=True, text=True, timeout=90, check=False)
        assert (done.returncode, done.stderr) == (0, "")
        found.append(done.stdout)
    return found


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not there")
def test_curl_is_all_that_is_needed_for_a_round(running: Running) -> None:
    block = next(each for each in re.findall(r"(?:^    .*\n)+", PAGE, re.MULTILINE) if "PIT=" in each)
    for text in printed(["bash", "-e"], block, running):
        whole, lines, left = re.split(r"\n((?:\"position.*\n)+)", text)
        floor, *answers = [json.loads(each) for each in re.split(r"(?<=[}\]])(?=[{\[])|\n", whole) if each.strip()]
        assert len(floor["tables"]) == 5
        joined, bought, sat, options, *played = answers
        assert [each["events"] for each in (joined, bought, sat)] == [1, 1, 1]
        assert "Leave" in {option["command"] for option in options}
        ante, blind, look, *decisions = played[-6:]  # before them, what came too late for a round
        assert [each.get("code") for each in (ante, blind, look, *decisions)] == [None] * 6
        paid = re.findall(r'"wager":"(\w+)","outcome":"\w+","stake":1000,.*"rule":"(.+)"', lines)
        assert [wager for wager, _ in paid] == ["ante", "blind", "play"]
        assert json.loads(left)["events"] == 2


def test_the_program_plays_a_round_and_is_told_the_clauses(running: Running) -> None:
    (script,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    for text in printed([sys.executable, "-"], script, running):
        lines = [line.split() for line in text.splitlines() if re.match(r"\S+ (win|lose|push|returned) ", line)]
        assert {line[0] for line in lines} == {"1", "2", "$"}


def test_the_program_of_the_readme_is_paid_at_each_of_the_five_games(running: Running) -> None:
    (script,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    for text in printed([sys.executable, "-"], script, running):
        check_paid(text)


def check_paid(text: str) -> None:
    lines = re.findall(r"^(\w+ 1) (\S+) (win|lose|push|returned) \d+ (\S+)", text, re.MULTILINE)
    assert {line[0] for line in lines} == set(TABLES)
    assert all(line[3] for line in lines)


@pytest.mark.exhaustive
def test_a_newcomer_is_paid_at_each_of_the_five_games_within_a_minute(tmp_path: Path) -> None:
    """At the pace of people, with the program of the README, from when the pit says where it is open."""
    (script,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    running = Running("", tmp_path)
    running.begin([*PITLINK, "serve", "--data", str(tmp_path), "--port", "0"])
    began = time.monotonic()
    try:
        given = script.replace(ADDRESS, running.address)
        done = subprocess.run(
            [sys.executable, "-"], input=given, capture_output=True, text=True, timeout=120, check=False
        )
        took = time.monotonic() - began
    finally:
        running.stop()
    assert (done.returncode, done.stderr) == (0, "")
    check_paid(done.stdout)
    assert took < 60
