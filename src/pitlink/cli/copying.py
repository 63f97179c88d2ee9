"""`pitlink backup` and `restore`."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory

from rich.console import Console
from sqlalchemy.engine import Engine

from pitlink.audit.odd import Wrong
from pitlink.audit.verifying import Verified, verify
from pitlink.cli.books import CannotDo, file_of, looking, make_private, shown
from pitlink.cli.progress import Meter
from pitlink.cli.verifying import show_verified
from pitlink.cli.writing import check_new, remove
from pitlink.store.copying import NotEmpty, copy
from pitlink.store.database import as_it_lies, open_engine
from pitlink.store.migrating import is_there, migrate, waiting

SQLITE = b"SQLite format 3\0"  # what every file of SQLite begins with


def back_up(where: str, file: Path) -> int:
    """A copy of the books as they stand now, proved before it gets its name."""
    check_new(file, where)
    with looking(where) as source:
        found = _new_file(source, file, "Copying rows")
    show_verified(Console(highlight=False), found)
    print(f"\n{file} is a backup of {shown(where)}. Sealed decks of rounds in play are in it: nobody else may read it.")
    print("The signing key is not; keep it apart.")
    return 0


def restore(where: str, file: Path) -> int:
    """The books of a backup in a place that holds none, on either engine."""
    _check_is_backup(file)
    if file.with_name(f"{file.name}-wal").exists():
        raise CannotDo(f"{file} is in use, or was left in the middle: expected a backup, as `pitlink backup` makes it")
    new = file_of(where)
    with _backup(file) as source:
        _verified(source)
        if new is not None and not new.exists():
            found = _new_file(source, new, "Restoring rows")
        else:
            _copy(source, open_engine(where), "Restoring rows")
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


@contextmanager
def _backup(file: Path) -> Iterator[Engine]:
    """The books in a backup; of one that earlier software has made, a copy in the form of this one."""
    engine = _read_only(file)
    try:
        if not is_there(engine):
            raise CannotDo(f"{file} holds no books: expected a backup")
        if not waiting(engine):
            yield engine
            return
    finally:
        engine.dispose()
    with TemporaryDirectory() as folder:
        later = Path(folder) / "backup"
        make_private(later)
        copyfile(file, later)
        engine = open_engine(str(later))
        try:
            migrate(engine)
            yield engine
        finally:
            engine.dispose()


def _new_file(source: Engine, file: Path, words: str) -> Verified:
    """A copy of books, proved before it gets its name. What has come to that name meanwhile is somebody else's."""
    for beside in (f"{file}-wal", f"{file}-journal"):
        if Path(beside).exists():  # SQLite would bring its changes into the copy
            raise CannotDo(f"{beside} is left of other books: expected no such file")
    part = file.with_name(f"{file.name}.{secrets.token_hex(4)}.part")
    make_private(part)
    try:
        _copy(source, open_engine(str(part)), words)
        _settle(part)
        found = _verified(_read_only(part))
        _give_name(part, file)
    finally:
        remove(part)
    _sync(file.parent)
    return found


def _give_name(part: Path, file: Path) -> None:
    try:
        os.link(part, file)
    except FileExistsError:
        raise _is_there(file) from None
    except OSError:  # a file has one name only on some disks: it is taken first, then filled
        try:
            make_private(file)
        except FileExistsError:
            raise _is_there(file) from None
        part.rename(file)


def _is_there(file: Path) -> CannotDo:
    return CannotDo(f"{file} exists: expected a file that is not there yet")


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
