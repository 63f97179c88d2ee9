"""What a process asks of the kernel, call by call: to be killed at the nth call, or to be told that the disk is full.

The kernel hands the calls of this process to a thread of it (seccomp's user notification, Linux 5.5 or newer). That
needs no privilege and no program besides.
"""

import ctypes
import fcntl
import os
import platform
import queue
import signal
import struct
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable
from typing import Final

import pytest

NUMBERS: Final = {
    "x86_64": {"seccomp": 317, "fsync": 74, "fdatasync": 75, "pwrite64": 18, "ftruncate": 77, "fallocate": 285},
    "aarch64": {"seccomp": 277, "fsync": 82, "fdatasync": 83, "pwrite64": 68, "ftruncate": 46, "fallocate": 47},
}
SYNCS: Final = ("fsync", "fdatasync")
WRITES: Final = ("pwrite64", "ftruncate", "fallocate")

_NO_NEW_PRIVILEGES: Final = 38
_SET_FILTER, _NEW_LISTENER = 1, 8
_LOAD, _JUMP_IF_EQUAL, _RETURN = 0x20, 0x15, 0x06
_ALLOW, _NOTIFY = 0x7FFF0000, 0x7FC00000
_RECEIVE, _SEND = 0xC0502100, 0xC0182101
_CONTINUE: Final = 1

# From the number of the call among those watched and the file it is for: 0 to let it pass, or what it fails with.
Verdict = Callable[[int, str], int]


class _Instruction(ctypes.Structure):
    _fields_ = (("code", ctypes.c_ushort), ("jt", ctypes.c_ubyte), ("jf", ctypes.c_ubyte), ("k", ctypes.c_uint))


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.POINTER(_Instruction)))


def need_watching() -> None:
    """Skip, with what the kernel says, where it lets nobody watch."""
    if platform.machine() not in NUMBERS:
        pytest.skip(f"nobody has looked up the system calls of {platform.machine()}")
    tried = subprocess.run([sys.executable, "-m", __name__], capture_output=True, text=True, check=False)
    if tried.returncode:
        pytest.skip(tried.stderr.strip().splitlines()[-1])


def watch(calls: Iterable[str], verdict: Verdict) -> None:
    """From now on the verdict is asked about these calls of this thread, and of threads it starts."""
    listeners: queue.SimpleQueue[int] = queue.SimpleQueue()
    threading.Thread(target=_judge, args=(listeners, verdict), daemon=True).start()
    listeners.put(_listener([NUMBERS[platform.machine()][call] for call in calls]))


def kill_at(nth: int) -> Verdict:
    def verdict(number: int, _: str) -> int:
        if number == nth:
            os.kill(os.getpid(), signal.SIGKILL)
        return 0

    return verdict


def _listener(numbers: list[int]) -> int:
    libc = ctypes.CDLL(None, use_errno=True)
    jumps = [_Instruction(_JUMP_IF_EQUAL, len(numbers) - nth, 0, number) for nth, number in enumerate(numbers)]
    program = [_Instruction(_LOAD, 0, 0, 0), *jumps, _Instruction(_RETURN, k=_ALLOW), _Instruction(_RETURN, k=_NOTIFY)]
    filter_ = _Program(len(program), (_Instruction * len(program))(*program))
    libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    seccomp = NUMBERS[platform.machine()]["seccomp"]
    listener = int(libc.syscall(seccomp, _SET_FILTER, _NEW_LISTENER, ctypes.byref(filter_)))
    if listener < 0:
        raise OSError(ctypes.get_errno(), f"system calls cannot be watched: {os.strerror(ctypes.get_errno())}")
    return listener


def _judge(listeners: "queue.SimpleQueue[int]", verdict: Verdict) -> None:
    listener = listeners.get()
    number = 0
    while True:
        call = bytearray(80)
        fcntl.ioctl(listener, _RECEIVE, call)
        number += 1
        (id,) = struct.unpack_from("Q", call)
        (file,) = struct.unpack_from("Q", call, 32)
        fault = verdict(number, os.readlink(f"/proc/self/fd/{file}"))
        fcntl.ioctl(listener, _SEND, bytearray(struct.pack("QqiI", id, 0, -fault, 0 if fault else _CONTINUE)))


if __name__ == "__main__":
    watch(SYNCS, lambda *_: 0)
