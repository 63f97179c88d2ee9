"""`./x proofs`: take the record of the last full run as the committed one.

A clause that was proved and no longer is stops it, unless its loss is meant: `./x proofs --drop`.
"""

import shutil
import sys

from audit.record import COMMITTED, LAST_RUN, read


def renew(*, drop: bool) -> int:
    lost = sorted(set(read(COMMITTED)) - set(read(LAST_RUN)))
    if lost and not drop:
        print("No longer proved by the last run of ./x test:", *lost, sep="\n  ", file=sys.stderr)
        return 1
    shutil.copyfile(LAST_RUN, COMMITTED)
    print(f"{len(read(COMMITTED))} clauses and readings are recorded as proved.")
    return 0


if __name__ == "__main__":
    sys.exit(renew(drop="--drop" in sys.argv[1:]))
