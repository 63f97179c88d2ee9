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
        ]


def _timed(what: str, arguments: list[str], most: float) -> Measured:
    best = float("inf")
    for _ in range(7):
        start = time.perf_counter()
        subprocess.run([PITLINK, *arguments], check=True, stdout=subprocess.DEVNULL)
        best = min(best, time.perf_counter() - start)
    return Measured(what, f"under {most} s", f"{best:.2f} s", best < most)
