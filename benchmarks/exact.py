"""The exact solutions: how much faster than board by board, how fast hands are ranked, and what a process needs.

The straightforward solution is the one that the tests compare with, at every information set. Both have their tables
ready and are compiled; both use two threads.
"""

import os
import subprocess
import sys
import tempfile
import time
from functools import partial

import numpy as np

from benchmarks.measure import Measured, seconds_each
from pitlink.exact import SOLVERS, holdem_bonus, let_it_ride, progressive, three_card, ultimate, worlds
from pitlink.exact.kernels import strengths as kernel
from pitlink.exact.par.sheet import sheet
from pitlink.exact.ranking import masks_of, ordinals, rank_table
from pitlink.exact.rules import approved
from tests.exact import straightforward

MASKS = 4_000_000
COUNTS = (
    *(holdem_bonus._aces_against_aces, let_it_ride._counts),
    *(three_card._ranked, three_card._showdowns, progressive.five_card_counts),
)
FIRST_FIGURE = """
from pathlib import Path
from pitlink.exact import rules, ultimate
print(float(ultimate.figures(rules.approved("mbs-uth")).house_edge))
status = Path("/proc/self/status").read_text(encoding="ascii")
print(next(line for line in status.splitlines() if line.startswith("VmHWM")).split()[1])
"""


def run() -> list[Measured]:
    return [against_board_by_board(), five_sheets(), ranked_a_second(), *whole_processes(), advice()]


def against_board_by_board() -> Measured:
    """From nothing counted to every decision, every value and the count of every outcome."""
    rules = approved("mbs-uth")

    def collapsed() -> None:
        worlds._COUNTED.clear()
        ultimate._SOLVED.clear()
        ultimate.solve(rules)

    def values() -> None:
        straightforward.ultimate(rules)

    def board_by_board() -> None:
        straightforward.count_ultimate(rules, straightforward.ultimate(rules))

    straightforward.boards()
    collapsed()
    board_by_board()
    quick, slow, only_values = seconds_each(collapsed, board_by_board, values, rounds=3)
    found = (
        f"{slow / quick:.0f} times ({quick:.2f} s against {slow:.1f} s;"
        f" without the count of outcomes {only_values:.1f} s, {only_values / quick:.0f} times)"
    )
    return Measured("Ultimate solved, against board by board", "15 times", found, slow / quick >= 15)


def five_sheets() -> Measured:
    """Every figure of all five PAR sheets from nothing counted: processor time of all threads, and by the clock."""

    def sheets() -> None:
        for counts in COUNTS:
            counts.cache_clear()
        worlds._COUNTED.clear()
        for solver in (holdem_bonus, let_it_ride, three_card, ultimate):
            solver._SOLVED.clear()
        for game in SOLVERS:
            sheet(approved(game))

    sheets()
    spent = []
    for _ in range(3):
        start, on_clock = time.process_time(), time.perf_counter()
        sheets()
        spent.append((time.process_time() - start, time.perf_counter() - on_clock))
    seconds, on_clock = min(spent)
    a_core = seconds / worlds.THREADS
    found = f"{a_core:.2f} s a core ({seconds:.2f} s in all, {on_clock:.2f} s by the clock)"
    return Measured("all figures of five PAR sheets", "within 2 s of processor time a core", found, a_core <= 2)


def ranked_a_second() -> Measured:
    """Random hands of seven in one thread; the kernel alone beside it, for the masks are counted before."""
    dice = np.random.default_rng(7)
    some = masks_of(dice.permuted(np.tile(np.arange(52, dtype=np.uint8), (MASKS // 8, 1)), axis=1)[:, :7])
    masks = np.tile(some, 8)
    table = rank_table(7)
    whole, bare = seconds_each(
        lambda: ordinals(masks, 7),
        lambda: kernel.ordinals_of_masks(masks, table.lanes, table.suited, table.shifts, table.places),
    )
    found = f"{MASKS / whole / 1e6:.0f} million a second (the kernel alone {MASKS / bare / 1e6:.0f})"
    return Measured("seven-card hands ranked from masks, one core", "250 million", found, MASKS / whole >= 250e6)


def whole_processes() -> list[Measured]:
    """A new process each: what it takes to the first figure of Ultimate, and its memory at the most."""
    with tempfile.TemporaryDirectory() as folder:
        first, _ = _to_first_figure({"NUMBA_CACHE_DIR": folder})
        later = [_to_first_figure({"NUMBA_CACHE_DIR": folder}) for _ in range(5)]
    again, peak = min(seconds for seconds, _ in later), max(peak for _, peak in later)
    return [
        Measured("first run ever to first figure, compiling", "within 20 s", f"{first:.1f} s", first <= 20),
        Measured("later starts to first figure", "within 2 s", f"{again:.2f} s", again <= 2),
        Measured("memory of a process that solves Ultimate", "under 500 MB", f"{peak:.0f} MB", peak < 500),
    ]


def _to_first_figure(environment: dict[str, str]) -> tuple[float, float]:
    """Seconds, and megabytes at the most. getrusage would tell of this process too: what it held when it forked."""
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", FIRST_FIGURE],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
    )
    seconds = time.perf_counter() - start
    return seconds, int(done.stdout.split()[1]) / 1024


ADVICE = (
    ("mbs-uth", "--hole", "Kd 5c"),
    ("mbs-uth", "--hole", "Kd 5c", "--flop", "As 7h 2c"),
    ("mbs-uth", "--hole", "Kd 5c", "--board", "As 7h 2c 9d Jc"),
    ("mbs-thb", "--hole", "Kd 5c"),
    ("mbs-thb", "--hole", "Kd 5c", "--flop", "As 7h 2c"),
    ("mbs-3cp", "--hole", "Qd 6c 4s"),
    ("mbs-lir", "--hole", "As Ks Ts"),
)


def advice() -> Measured:
    """Typed, and answered by a new process: the slowest of several questions, each at its best of three."""
    taken = {}
    for typed in ADVICE:
        command = [sys.executable, "-m", "pitlink", "advise", *typed]
        job = partial(subprocess.run, command, check=True, capture_output=True)
        job()
        (taken[" ".join(typed)],) = seconds_each(job, rounds=3)
    slowest = max(taken, key=lambda typed: taken[typed])
    found = f"{taken[slowest]:.2f} s at the most ({slowest}), {min(taken.values()):.2f} s at the least"
    return Measured("`pitlink advise` from typed to told, warm", "under 1 s", found, taken[slowest] < 1)
