"""`./x proofs`: take the record of the last full run as the committed one.

A clause that was covered by code and tests and no longer is stops it, unless its loss is meant: `./x proofs --drop`.
"""

import json
import shutil
import sys

from audit.record import COMMITTED, COVERED, LAST_RUN, covered_now


def renew(*, drop: bool) -> int:
    covered = covered_now()
    lost = sorted(set(json.loads(COVERED.read_text(encoding="utf-8"))) - covered)
    if lost and not drop:
        print("No longer covered by code and the last run of ./x test:", *lost, sep="\n  ", file=sys.stderr)
        return 1
    shutil.copyfile(LAST_RUN, COMMITTED)
    COVERED.write_text(json.dumps(sorted(covered), indent=1) + "\n", encoding="utf-8")
    print(f"{len(covered)} clauses and readings are covered by code and tests.")
    return 0


if __name__ == "__main__":
    sys.exit(renew(drop="--drop" in sys.argv[1:]))
