"""Solutions are kept to be asked again, but few of them: what-ifs ask for one after another. What is let go goes back
to the system.
"""

import ctypes
import sys
from collections.abc import Callable, Hashable
from typing import Final, TypeVar

MOST: Final = 3  # the approved rules, those in question, and others held against either

# glibc's M_MMAP_THRESHOLD, and bytes: memory of this size and more is the system's again when it is let go.
MMAP_THRESHOLD: Final = -3
LARGE: Final = 8 << 20

T = TypeVar("T")


def kept(solved: dict[Hashable, T], key: Hashable, solve: Callable[[], T]) -> T:
    """From `solved`, or solved and put there. Those longest not asked for go, before the next is solved."""
    if key in solved:
        found = solved.pop(key)
    else:
        while len(solved) >= MOST:
            del solved[next(iter(solved))]
        found = solve()
    solved[key] = found
    return found


def give_back_large_arrays() -> None:
    """By itself glibc would keep up to 32 MB of each for the next one, in every thread, and find it does not fit."""
    if sys.platform == "linux" and hasattr(libc := ctypes.CDLL(None), "mallopt"):
        libc.mallopt(MMAP_THRESHOLD, LARGE)
