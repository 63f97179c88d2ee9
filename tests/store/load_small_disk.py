"""A small disk of one's own: a file system in memory that only this process and its children see."""

import ctypes
import os
import shutil
from pathlib import Path
from typing import Final

import pytest

_NEW_MOUNTS, _NEW_USERS = 0x00020000, 0x10000000
_PRIVATE: Final = (1 << 18) | (1 << 14)


def mount_small_disk(folder: Path, megabytes: int) -> None:
    """Skip, with what the kernel says, where it does not let us."""
    libc = ctypes.CDLL(None, use_errno=True)
    user, group = os.geteuid(), os.getegid()
    _allowed(libc.unshare(_NEW_MOUNTS if user == 0 else _NEW_MOUNTS | _NEW_USERS))
    if user != 0:
        _stay(user, group)
    _allowed(libc.mount(b"none", b"/", None, _PRIVATE, None))
    options = f"size={megabytes}m,mode=1777".encode()
    _allowed(libc.mount(b"tmpfs", os.fsencode(folder), b"tmpfs", 0, options))


def _stay(user: int, group: int) -> None:
    """The same user as outside, who may now mount."""
    maps = {"setgroups": "deny", "uid_map": f"{user} {user} 1", "gid_map": f"{group} {group} 1"}
    try:
        for name, text in maps.items():
            Path(f"/proc/self/{name}").write_text(text)
    except OSError as fault:
        pytest.skip(f"a small disk cannot be mounted here: {fault}")


def _allowed(result: int) -> None:
    if result != 0:
        pytest.skip(f"a small disk cannot be mounted here: {os.strerror(ctypes.get_errno())}")


class Ballast:
    """A file that leaves as little room as is wanted."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "ballast"

    def leave(self, bytes_free: int) -> None:
        with self.path.open("ab") as file:
            file.write(b"\0" * max(0, shutil.disk_usage(self.path.parent).free - bytes_free))

    def throw_out(self) -> None:
        self.path.unlink(missing_ok=True)
