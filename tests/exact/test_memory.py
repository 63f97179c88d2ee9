"""What a process takes that solves Ultimate under one qualifier after another."""

import subprocess
import sys

import pytest

ASKED = """
import resource
from pitlink.exact import ultimate
from pitlink.exact.rules import approved, changed
from pitlink.exact.streets import costs, way_of

for qualifier in ("one_pair", "two_pairs", "three_of_a_kind", "straight"):
    rules = changed(approved("mbs-uth"), f"dealer_qualifies_from={qualifier}")
    ultimate.figures(rules)
    costs(rules, [way_of("AA / nothing / under 21 outs")])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""


@pytest.mark.exhaustive
def test_showdowns_of_many_qualifiers_are_not_all_kept() -> None:
    """In megabytes, with everything compiled before; four counts of showdowns alone would be 412."""
    command = [sys.executable, "-c", ASKED]
    subprocess.run(command, check=True, capture_output=True)
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    assert int(done.stdout) < 600
