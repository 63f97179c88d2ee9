"""Files that a command writes: whole or not at all, over nothing that is there, and never over books or their key."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final

from pitlink.cli.books import CannotDo, file_of, key_file

BESIDE: Final = ("-wal", "-shm", "-journal")  # files that SQLite has beside its own


def check_new(out: Path, where: str) -> None:
    """That a file may be made: before long work is done for it."""
    check_apart(out, where)
    if out.is_file():
        raise CannotDo(f"{out} exists: expected a file that is not there yet")


def check_apart(out: Path, where: str, key: Path | None = None) -> None:
    """That a file is no part of the books, nor what they are signed with."""
    books = file_of(where)
    if books is not None:
        for part in (books, *(books.with_name(books.name + each) for each in BESIDE)):
            if _same(out, part):
                raise CannotDo(f"{out} belongs to the books: expected another file")
    if _same(out, key_file(where, key)):
        raise CannotDo(f"{out} is the signing key: expected another file")
    if out.is_dir():
        raise CannotDo(f"{out} is a folder: expected a file")


def _same(one: Path, other: Path) -> bool:
    """Under whatever name: a file that is there may have several."""
    if one.exists() and other.exists():
        return one.samefile(other)
    return one.resolve() == other.resolve()


@contextmanager
def new_file(out: Path, *, private: bool = False) -> Iterator[BinaryIO]:
    """A file that gets its name once all of it is on the disk. What is no file, such as a pipe, is written to."""
    if out.exists() and not out.is_file():
        with out.open("wb") as file:
            yield file
        return
    part = part_of(out)
    remove(part)
    number = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600 if private else 0o666)
    try:
        with os.fdopen(number, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        part.rename(out)
    finally:
        remove(part)


def part_of(out: Path) -> Path:
    """The name that a file has until it is finished."""
    return out.with_name(f"{out.name}.part")


def remove(part: Path) -> None:
    """With what SQLite has left beside it."""
    for each in ("", *BESIDE):
        part.with_name(part.name + each).unlink(missing_ok=True)


def add_line(out: Path, line: bytes) -> None:
    """At the end of a file, on a line of its own."""
    with out.open("ab") as file:
        file.write(line if _ends_a_line(out) else b"\n" + line)
        file.flush()
        if out.is_file():
            os.fsync(file.fileno())


def _ends_a_line(file: Path) -> bool:
    return not file.is_file() or file.stat().st_size == 0 or file.read_bytes().endswith(b"\n")
