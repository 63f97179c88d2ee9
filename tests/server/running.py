"""`pitlink serve` as a process, and people who come to it."""

import os
import queue
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import resources
from pathlib import Path
from typing import IO

import msgspec

from pitlink.client import Pit
from pitlink.server.roles import Role
from tests.cli.processes import PITLINK
from tests.server.reading import Job, Read

SPEED = "20"
ANY_NUMBER_OF_FEEDS = ("--feeds-per-address", "100000")
FULL_SPEED = "1e9"
PASSWORD = "a long password"


class Running:
    """A pit that can be stopped, killed and started again where it stood."""

    def __init__(self, books: str, folder: Path) -> None:
        self.books = books if "://" in books else str(folder / "data" / "pit.db")
        self._folder = folder
        self._process: subprocess.Popen[str] | None = None
        self._lines = queue.SimpleQueue[str]()
        self.address = ""
        self.invitation: str | None = None
        self.told: list[str] = []

    def start(self, *more: str) -> None:
        where = ["--database", self.books] if "://" in self.books else []
        self.begin(
            [*PITLINK, "serve", "--data", str(self._folder / "data"), *where, "--port", "0", "--speed", SPEED, *more]
        )

    def begin(self, command: Sequence[str | Path], **environment: str) -> None:
        """By a command of any kind, until the pit is open."""
        self._process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, **environment}
        )
        self._lines = lines = queue.SimpleQueue[str]()
        for stream in (self._process.stdout, self._process.stderr):
            assert stream is not None
            threading.Thread(target=_pass_on, args=(stream, lines), daemon=True).start()
        self.told = []
        while not self.told or "The pit is open at " not in self.told[-1]:
            self.told.append(lines.get(timeout=60))
        self.address = self.told[-1].split(" at ")[1].strip()
        time.sleep(0.05)
        while not lines.empty():
            self.told.append(lines.get())
        owner = [line for line in self.told if "/welcome/" in line]
        self.invitation = owner[0].rpartition("/")[2].strip() if owner else None

    def tell(self, how: int) -> None:
        """With a signal that is not the end."""
        assert self._process is not None
        self._process.send_signal(how)
        time.sleep(0.2)

    def stop(self, how: int = signal.SIGTERM) -> float:
        """How many seconds it took."""
        process, self._process = self._process, None
        if process is None:
            return 0.0
        began = time.monotonic()
        process.send_signal(how)
        code = process.wait(60)
        took = time.monotonic() - began
        assert code == (0 if how != signal.SIGKILL else -signal.SIGKILL), f"ended with {code}: {self._last_words()}"
        return took

    def _last_words(self) -> str:
        time.sleep(0.2)
        return "".join(self._lines.get() for _ in range(self._lines.qsize()))

    def heard(self) -> str:
        """All that it has printed since it was started; after its end, to the last word."""
        time.sleep(0.2)
        self.told += [self._lines.get() for _ in range(self._lines.qsize())]
        return "".join(self.told)

    def guest(self, name: str) -> Pit:
        pit = Pit(self.address)
        pit.come_as_guest(name)
        return pit

    def owner(self) -> Pit:
        assert self.invitation is not None
        pit = Pit(self.address)
        pit.accept(self.invitation, "Olga", PASSWORD)
        return pit


@contextmanager
def signed_in(running: Running, names: Mapping[Role, str]) -> Iterator[dict[Role, Pit]]:
    """The owner, and somebody of each role whose account he has made."""
    signed: dict[Role, Pit] = {"administrator": running.owner()}
    for role, name in names.items():
        signed["administrator"].make_account(name, PASSWORD, role)
        signed[role] = Pit(running.address)
        signed[role].sign_in(name, PASSWORD)
    yield signed
    for each in signed.values():
        each.close()


def floor_of(tables: int) -> str:
    """A floor file with the example's links, and its five tables as often as it takes."""
    links, *five = (resources.files("pitlink.pit") / "example.toml").read_text(encoding="utf-8").split("[[table]]")
    made = [re.sub(r'name = "(\w+) 1"', rf'name = "\1 {nth // 5 + 1}"', five[nth % 5]) for nth in range(tables)]
    return "[[table]]".join([links, *made])


@contextmanager
def reading(job: Job) -> Iterator["subprocess.Popen[str]"]:
    """Readers in a process of their own, until `reads_of` asks them what they have seen."""
    command = [sys.executable, "-m", "tests.server.reading", msgspec.json.encode(job).decode()]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def reads_of(process: "subprocess.Popen[str]") -> list[Read]:
    written, _ = process.communicate(timeout=120)
    return [msgspec.json.decode(line, type=Read) for line in written.splitlines()]


def _pass_on(stream: IO[str], lines: "queue.SimpleQueue[str]") -> None:
    for line in stream:
        lines.put(line)
