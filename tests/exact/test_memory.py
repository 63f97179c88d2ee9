"""What a solving process takes, whatever is asked of it."""

import subprocess
import sys

ASKED = """
import resource
from pitlink.exact import holdem_bonus, ultimate
from pitlink.exact.later_bets import later_bets
from pitlink.exact.rules import approved, changed
from pitlink.exact.streets import costs, way_of

for qualifier in ("one_pair", "two_pairs", "three_of_a_kind", "straight"):
    rules = changed(approved("mbs-uth"), f"dealer_qualifies_from={qualifier}")
    ultimate.figures(rules)
    costs(rules, [way_of("AA / nothing / under 21 outs")])
later_bets(approved("mbs-thb"))
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""


def test_many_qualifiers_in_one_process_stay_under_500_megabytes() -> None:
    """Measured with everything compiled: the first process of a machine compiles, which takes memory of its own."""
    command = [sys.executable, "-c", ASKED]
    subprocess.run(command, check=True, capture_output=True)
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    assert int(done.stdout) < 500
