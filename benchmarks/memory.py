"""Memory over a million different rounds through `pitlink settle --lines`: it must not grow once it has warmed up."""

import subprocess
import sys
from pathlib import Path

from benchmarks.measure import Measured
from benchmarks.rounds import deal_many
from pitlink.games import GAMES

ROUNDS = 1_000_000
WARM_UP = 300_000  # by then nearly all of the 49,205 sets of seven ranks have been seen and remembered
PITLINK = Path(sys.executable).parent / "pitlink"


def run() -> list[Measured]:
    streams = [deal_many(game, ROUNDS // len(GAMES)) for game in GAMES]
    process = subprocess.Popen(
        [PITLINK, "settle", "--lines"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, bufsize=1 << 20
    )
    assert process.stdin is not None
    early = 0
    for at in range(ROUNDS):
        process.stdin.write(next(streams[at % len(streams)]))
        if at == WARM_UP:
            process.stdin.flush()
            early = _resident_kb(process.pid)
        if at % 100_000 == 0:
            print(f"  {at:,} rounds", file=sys.stderr, flush=True)
    process.stdin.flush()
    late = _resident_kb(process.pid)
    process.stdin.close()
    process.wait()
    found = f"{early / 1024:.1f} MB after {WARM_UP:,} rounds, {late / 1024:.1f} MB after {ROUNDS:,}"
    return [Measured("memory of settle --lines", "flat over a million rounds", found, late <= early * 1.05)]


def _resident_kb(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1])
