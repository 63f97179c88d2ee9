"""What README.md and docs/operate.md tell people to type does what they say."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.running import Running
from tests.server.test_playing import TABLES

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
PAGE = (Path(__file__).parents[2] / "docs" / "operate.md").read_text(encoding="utf-8")
ADDRESS = "http://127.0.0.1:8080"


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    made = Running(str(tmp_path_factory.mktemp("page") / "books.db"), Path(tmp_path_factory.mktemp("pit")))
    made.start()
    yield made
    made.stop()


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not there")
def test_curl_is_all_that_is_needed_to_sit_down(running: Running) -> None:
    block = next(each for each in re.findall(r"(?:^    .*\n)+", PAGE, re.MULTILINE) if "PIT=" in each)
    script = block.replace(ADDRESS, running.address)
    done = subprocess.run(["bash", "-e"], input=script, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    floor, *answers = [json.loads(each) for each in re.split(r"(?<=[}\]])(?=[{\[])|\n", done.stdout) if each.strip()]
    assert len(floor["tables"]) == 5
    joined, bought, sat, options, *_ = answers
    assert [each["events"] for each in (joined, bought, sat)] == [1, 1, 1]
    assert "Leave" in {option["command"] for option in options}


def test_the_program_plays_a_round_and_is_told_the_clauses(running: Running) -> None:
    (script,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    program = script.replace(ADDRESS, running.address)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    lines = [line.split() for line in done.stdout.splitlines() if re.match(r"\S+ (win|lose|push|returned) ", line)]
    assert {line[0] for line in lines} == {"1", "2", "$"}


def test_the_program_of_the_readme_is_paid_at_each_of_the_five_games(running: Running) -> None:
    (script,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    program = script.replace(ADDRESS, running.address)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=90, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    lines = re.findall(r"^(\w+ 1) (\S+) (win|lose|push|returned) \d+ (\S+)", done.stdout, re.MULTILINE)
    assert {line[0] for line in lines} == set(TABLES)
    assert all(line[3] for line in lines)
