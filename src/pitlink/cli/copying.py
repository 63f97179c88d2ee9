"""`pitlink backup` and `restore`."""

import os
from pathlib import Path

from rich.console import Console
from sqlalchemy.engine import Engine

from pitlink.audit.odd import Wrong
from pitlink.audit.verifying import Verified, verify
from pitlink.cli.books import CannotDo, file_of, looking, make_private, shown
from pitlink.cli.progress import Meter
from pitlink.cli.verifying import show_verified
from pitlink.cli.writing import check_new, part_of, remove
from pitlink.store.copying import NotEmpty, copy
from pitlink.store.database import as_it_lies, open_engine
from pitlink.store.migrating import check, is_there

SQLITE = b"SQLite format 3\0"  # what every file of SQLite begins with


def back_up(where: str, file: Path) -> int:
    """A copy of the books as they stand now, proved before it gets its name."""
    check_new(file, where)
    part = part_of(file)
    remove(part)
    make_private(part)
    try:
        with looking(where) as source:
            _copy(source, open_engine(str(part)), "Copying rows")
        _settle(part)
        found = _verified(_read_only(part))
        part.rename(file)
        _sync(file.parent)
    finally:
        remove(part)
    show_verified(Console(highlight=False), found)
    print(f"\n{file} is a backup of {shown(where)}. Sealed decks of rounds in play are in it: nobody else may read it.")
    print("The signing key is not; keep it apart.")
    return 0


def restore(where: str, file: Path) -> int:
    """The books of a backup in a place that holds none, on either engine."""
    _check_is_backup(file)
    if file.with_name(f"{file.name}-wal").exists():
        raise CannotDo(f"{file} is in use, or was left in the middle: expected a backup, as `pitlink backup` makes it")
    source = _read_only(file)
    try:
        if not is_there(source):
            raise CannotDo(f"{file} holds no books: expected a backup")
        check(source)
        _verified(source)
        made = _make_room(where)
        try:
            _copy(source, open_engine(where), "Restoring rows")
        except BaseException:
            if made is not None:
                made.unlink(missing_ok=True)
            raise
    finally:
        source.dispose()
    found = _verified(open_engine(where))
    show_verified(Console(highlight=False), found)
    print(f"\n{shown(where)} has the books of {file}. No process runs its tables yet.")
    return 0


def _check_is_backup(file: Path) -> None:
    if file.is_dir():
        raise CannotDo(f"{file} is a folder: expected a backup")
    if not file.is_file():
        raise CannotDo(f"{file}: no such file: expected a backup")
    with file.open("rb") as opened:
        if opened.read(len(SQLITE)) != SQLITE:
            raise CannotDo(f"{file}: the file is no database: expected a backup")


def _make_room(where: str) -> Path | None:
    """The file of new books, which only its owner can read; None where it is there already, or on a server."""
    file = file_of(where)
    if file is None or file.exists():
        return None
    make_private(file)
    return file


def _copy(source: Engine, target: Engine, words: str) -> None:
    try:
        with Meter(words) as meter:
            copy(source, target, meter)
    except NotEmpty:
        raise CannotDo(f"{shown(str(target.url))} holds books already: expected none, or empty ones") from None
    finally:
        target.dispose()


def _verified(engine: Engine) -> Verified:
    try:
        with Meter("Verifying events") as meter:
            return verify(engine, meter)
    except Wrong as wrong:
        raise CannotDo(f"the books are not right: {wrong.where}: {wrong.found}: expected {wrong.expected}") from None
    finally:
        engine.dispose()


def _read_only(file: Path) -> Engine:
    """A backup is never changed, not even by looking at it; it may lie where nobody can write."""
    return as_it_lies(file)


def _settle(file: Path) -> None:
    """One file and no others beside it, and on the disk."""
    engine = open_engine(str(file))
    with engine.connect() as connection:
        connection.exec_driver_sql("rollback")
        connection.exec_driver_sql("pragma journal_mode=delete")
    engine.dispose()
    with file.open("rb") as written:
        os.fsync(written.fileno())


def _sync(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
