"""What a process takes up that computes one thing after another: under 500 MB, with everything compiled before."""

import subprocess
import sys
from pathlib import Path

import pytest

MOST_MB = 500
ASKED = """
import resource
import sys
from pitlink.cli import main

try:
    main()
except SystemExit as done:
    assert not done.code
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024, file=sys.stderr)
"""
MANY_QUALIFIERS = """
import resource
import sys
from pitlink.exact import ultimate
from pitlink.exact.rules import approved, changed
from pitlink.exact.streets import costs, way_of

for qualifier in ("one_pair", "two_pairs", "three_of_a_kind", "straight"):
    rules = changed(approved("mbs-uth"), f"dealer_qualifies_from={qualifier}")
    ultimate.figures(rules)
    costs(rules, [way_of("AA / nothing / under 21 outs")])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024, file=sys.stderr)
"""
COMMANDS = (
    "readings --price",
    "errata",
    "par --all",
    "par mbs-thb --set ante_pays_from=flush",
    "strategy mbs-thb",
    "strategy mbs-uth --set blind.flush=3:1",
)


@pytest.mark.exhaustive
@pytest.mark.parametrize("typed", COMMANDS)
def test_a_command_stays_small(typed: str, tmp_path: Path) -> None:
    assert megabytes(ASKED, tmp_path, *typed.split()) < MOST_MB


@pytest.mark.exhaustive
def test_showdowns_of_many_qualifiers_are_not_all_kept(tmp_path: Path) -> None:
    """Four counts of showdowns alone would be 412."""
    assert megabytes(MANY_QUALIFIERS, tmp_path) < MOST_MB


def megabytes(program: str, folder: Path, *arguments: str) -> int:
    """The most that was held in memory, the second time."""
    for name in ("first", "second"):
        (folder / name).mkdir()
        command = [sys.executable, "-c", program, *arguments]
        done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=folder / name)
    return int(done.stderr.splitlines()[-1])
