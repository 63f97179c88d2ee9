"""How long a person waits: whole commands, from the shell, best of several."""

import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.measure import Measured
from pitlink.cli.demo import deal
from tests.server.reading import Job
from tests.server.running import Running, reading

PITLINK = Path(sys.executable).parent / "pitlink"


def run() -> list[Measured]:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "round.json"
        file.write_text(json.dumps(deal("mbs-uth", random.Random(7))), encoding="utf-8")
        return [
            _timed("pitlink --help", ["--help"], 0.4),
            _timed("pitlink settle on one file", ["settle", str(file)], 0.6),
            _timed("pitlink settle --explain", ["settle", "--explain", str(file)], 1.0),
            _timed("pitlink rules --coverage", ["rules", "--coverage"], 1.0),
            _stopping(Path(folder)),
        ]


def _stopping(folder: Path) -> Measured:
    """A pit with readers who do not go away by themselves."""
    best = float("inf")
    for _ in range(3):
        pit = Running("", folder)
        pit.start()
        job = Job(pit.address, tables=20, links=10, floors=5, hangs_up_s=None, timed=False)
        with reading(job):
            time.sleep(1)
            best = min(best, pit.stop())
    return Measured("the pit stops with 35 feeds open", "under 2 s", f"{best:.2f} s", best < 2)


def _timed(what: str, arguments: list[str], most: float) -> Measured:
    best = float("inf")
    for _ in range(7):
        start = time.perf_counter()
        subprocess.run([PITLINK, *arguments], check=True, stdout=subprocess.DEVNULL)
        best = min(best, time.perf_counter() - start)
    return Measured(what, f"under {most} s", f"{best:.2f} s", best < most)
