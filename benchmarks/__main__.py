"""`./x bench [names…]`: run the benchmarks and print what was asked and what was measured."""

import sys
from collections.abc import Callable

from benchmarks import books, evaluator, exact, live, memory, pages, pit, settling, startup
from benchmarks.measure import Measured

BENCHMARKS: dict[str, Callable[[], list[Measured]]] = {
    "settling": settling.run,
    "evaluator": evaluator.run,
    "live": live.run,
    "startup": startup.run,
    "memory": memory.run,
    "books": books.run,
    "pit": pit.run,
    "pages": pages.run,
    "exact": exact.run,
}


def main(names: list[str]) -> int:
    unknown = [name for name in names if name not in BENCHMARKS]
    if unknown:
        print(f"no benchmark {', '.join(unknown)}; there are {', '.join(BENCHMARKS)}", file=sys.stderr)
        return 2
    kept = True
    for name in names or BENCHMARKS:
        print(f"{name} …", file=sys.stderr, flush=True)
        for measured in BENCHMARKS[name]():
            print(measured)
            kept = kept and measured.kept
    return 0 if kept else 1


sys.exit(main(sys.argv[1:]))
