"""How the pit is started: what `./x run` takes for it, where it listens, and where its books are."""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.cli.processes import PITLINK
from tests.server.running import Running

X = Path(__file__).parents[2] / "x"


@pytest.fixture
def starting(tmp_path: Path) -> Iterator[Running]:
    made = Running("", tmp_path)
    yield made
    made.stop()


def test_options_without_a_command_are_those_of_the_pit(starting: Running, tmp_path: Path) -> None:
    starting.begin([X, "run", "--port", "0", "--data", tmp_path / "mine"])
    assert httpx.get(f"{starting.address}/readyz").status_code == 200
    assert (tmp_path / "mine" / "pit.db").is_file()


@pytest.mark.parametrize(("option", "told"), [("--help", "Usage: pitlink"), ("-V", "pitlink "), ("--version", "round")])
def test_options_about_pitlink_itself_are_not(option: str, told: str) -> None:
    done = subprocess.run([X, "run", option], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert told in done.stdout


def test_an_option_that_the_pit_has_not_is_refused() -> None:
    done = subprocess.run([X, "run", "--prot", "0"], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert "No such option: --prot" in done.stderr
    assert "pitlink serve" in done.stderr


@pytest.mark.parametrize(
    ("host", "printed"), [("127.0.0.1", "127.0.0.1"), ("localhost", "localhost"), ("0.0.0.0", "127.0.0.1")]
)
def test_what_it_prints_can_be_opened(starting: Running, host: str, printed: str) -> None:
    starting.start("--host", host)
    assert re.fullmatch(rf"http://{printed}:\d+", starting.address)
    (owner,) = [line for line in starting.told if "/welcome/" in line]
    assert owner.rstrip().rpartition(" ")[2].startswith(f"{starting.address}/welcome/")
    assert httpx.get(f"{starting.address}/healthz").status_code == 200


def test_an_address_that_this_machine_has_not_is_refused(tmp_path: Path) -> None:
    command = [*PITLINK, "serve", "--data", str(tmp_path), "--port", "0", "--host", "192.0.2.1"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert "192.0.2.1 port 0: Cannot assign requested address: expected an address of this machine" in done.stderr


def test_books_and_key_are_among_the_data_files_of_whoever_starts_it(starting: Running, tmp_path: Path) -> None:
    """Wherever the system keeps them, for nobody else to read."""
    home = tmp_path / "home"
    home.mkdir()
    starting.begin([*PITLINK, "serve", "--port", "0"], HOME=str(home), XDG_DATA_HOME=str(home / "data"))
    (books,) = home.rglob("pit.db")
    assert books.parent.name == "pitlink"
    assert (books.with_suffix(".key")).is_file()
    assert [each.stat().st_mode & 0o077 for each in (books.parent, books, books.with_suffix(".key"))] == [0, 0, 0]
