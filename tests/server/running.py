"""`pitlink serve` as a process, and people who come to it."""

import queue
import signal
import subprocess
import threading
import time
from pathlib import Path
from typing import IO

from pitlink.client import Pit
from tests.cli.processes import PITLINK

SPEED = "20"
PASSWORD = "a long password"


class Running:
    """A pit that can be stopped, killed and started again where it stood."""

    def __init__(self, books: str, folder: Path) -> None:
        self.books = books if "://" in books else str(folder / "data" / "pit.db")
        self._folder = folder
        self._process: subprocess.Popen[str] | None = None
        self.address = ""
        self.invitation: str | None = None
        self.told: list[str] = []

    def start(self, *more: str) -> None:
        where = ["--database", self.books] if "://" in self.books else []
        command = [*PITLINK, "serve", "--data", str(self._folder / "data"), *where, "--port", "0", "--speed", SPEED]
        self._process = subprocess.Popen([*command, *more], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        for stream in (self._process.stdout, self._process.stderr):
            assert stream is not None
            threading.Thread(target=_pass_on, args=(stream, lines), daemon=True).start()
        self.told = []
        while not self.told or "The pit is open at " not in self.told[-1]:
            self.told.append(lines.get(timeout=30))
        self.address = self.told[-1].split(" at ")[1].strip()
        time.sleep(0.05)
        while not lines.empty():
            self.told.append(lines.get())
        owner = [line for line in self.told if "/welcome/" in line]
        self.invitation = owner[0].rpartition("/")[2].strip() if owner else None

    def stop(self, how: int = signal.SIGTERM) -> float:
        """How many seconds it took."""
        process, self._process = self._process, None
        if process is None:
            return 0.0
        began = time.monotonic()
        process.send_signal(how)
        assert process.wait(20) == (0 if how != signal.SIGKILL else -signal.SIGKILL)
        return time.monotonic() - began

    def guest(self, name: str) -> Pit:
        pit = Pit(self.address)
        pit.come_as_guest(name)
        return pit

    def owner(self) -> Pit:
        assert self.invitation is not None
        pit = Pit(self.address)
        pit.accept(self.invitation, "Olga", PASSWORD)
        return pit


def _pass_on(stream: IO[str], lines: "queue.SimpleQueue[str]") -> None:
    for line in stream:
        lines.put(line)
