"""Commands as processes of their own, for the tests of this folder.

`pitlink` forks, so that what is loaded here need not be loaded again by every command; `started` begins from nothing,
as a shell does, and is there for what belongs to the beginning and the end of a process.
"""

import importlib
import io
import os
import pwd
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from contextlib import redirect_stderr
from pathlib import Path
from typing import BinaryIO, NoReturn, TextIO

from pitlink.cli import app, main
from pitlink.games import GAMES
from pitlink.rulebook import catalogue

PITLINK = [sys.executable, "-m", "pitlink"]
GAME_NAMES = tuple(GAMES)
MOST = {game: GAMES[game].LAYOUT.positions for game in GAMES}

# What every command would load for itself.
for name in (
    "administering",
    "copying",
    "deal",
    "linking",
    "opening",
    "play",
    "playing",
    "replay",
    "reporting",
    "settle",
    "showing",
    "staffing",
    "telling",
    "verifying",
):
    importlib.import_module(f"pitlink.cli.{name}")
for name in GAMES:
    catalogue.document(name)
catalogue.readings()
with redirect_stderr(io.StringIO()):
    app(["play", "no game"], standalone_mode=False)

Done = subprocess.CompletedProcess[str]


def started(*arguments: str | Path, given: str | bytes = b"", **environment: str) -> Done:
    """What a command answers that is called as from a shell."""
    done = subprocess.run(
        [*PITLINK, *map(str, arguments)],
        input=given.encode() if isinstance(given, str) else given,
        capture_output=True,
        timeout=60,
        check=False,
        env={**os.environ, **environment},
    )
    return Done(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def pitlink(*arguments: str | Path, given: str | bytes = b"", seconds: float = 60, user: str = "") -> Done:
    """What a command answers, told by a fork of this process with standard streams of its own, as a user if need be."""
    command = ["pitlink", *map(str, arguments)]
    with tempfile.TemporaryFile() as stdin, tempfile.TemporaryFile() as stdout, tempfile.TemporaryFile() as stderr:
        stdin.write(given.encode() if isinstance(given, str) else given)
        stdin.seek(0)
        process = os.fork()
        if process == 0:
            if user:
                _let_be(user)
            _become(command, stdin, stdout, stderr)
        status = _wait(process, seconds)
        stdout.seek(0)
        stderr.seek(0)
        return Done(command, status, stdout.read().decode(), stderr.read().decode())


def ordinary() -> str:
    """Who is not let through everywhere: somebody else where the tests are run by root, else whoever runs them."""
    return "nobody" if os.geteuid() == 0 else ""


def _let_be(user: str) -> None:
    found = pwd.getpwnam(user)
    os.setgroups([])
    os.setgid(found.pw_gid)
    os.setuid(found.pw_uid)


def _become(command: list[str], *streams: BinaryIO) -> NoReturn:
    """Be a command; never come back to the tests."""
    status = 1
    try:
        for descriptor, stream in enumerate(streams):
            os.dup2(stream.fileno(), descriptor)
        sys.stdin, sys.stdout, sys.stderr = _text(0, "r"), _text(1, "w"), _text(2, "w")
        sys.argv = command
        main()
        status = 0
    except SystemExit as ended:
        status = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def _text(descriptor: int, mode: str) -> TextIO:
    return open(descriptor, mode, encoding="utf-8", closefd=False)  # type: ignore[return-value]


def _wait(process: int, seconds: float) -> int:
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        ended, status = os.waitpid(process, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.002)
    os.kill(process, signal.SIGKILL)
    os.waitpid(process, 0)
    raise AssertionError(f"not ended after {seconds} seconds")


def is_refused(done: Done, *told: str, status: int = 2) -> None:
    """One clear line on standard error, no traceback, and the status."""
    assert done.returncode == status, done.stderr
    assert "Traceback" not in done.stderr
    (line,) = done.stderr.splitlines()
    for words in told:
        assert words in line
