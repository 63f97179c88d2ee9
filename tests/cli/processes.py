"""Commands as real processes, for the tests of this folder."""

import subprocess
import sys
from pathlib import Path

from pitlink.games import GAMES

PITLINK = [sys.executable, "-m", "pitlink"]
GAME_NAMES = tuple(GAMES)
MOST = {game: GAMES[game].LAYOUT.positions for game in GAMES}


def pitlink(*arguments: str | Path, given: str | bytes = b"") -> subprocess.CompletedProcess[str]:
    given = given.encode() if isinstance(given, str) else given
    command = [*PITLINK, *map(str, arguments)]
    done = subprocess.run(command, input=given, capture_output=True, timeout=60, check=False)
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def is_refused(done: subprocess.CompletedProcess[str], *told: str, status: int = 2) -> None:
    """One clear line on standard error, no traceback, and the status."""
    assert done.returncode == status, done.stderr
    assert "Traceback" not in done.stderr
    (line,) = done.stderr.splitlines()
    for words in told:
        assert words in line
