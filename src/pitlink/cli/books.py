"""Which books a command is about, and what is said when they cannot be used."""

import getpass
import os
import secrets
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from platformdirs import user_data_path
from sqlalchemy.engine import Engine
from sqlalchemy.exc import DBAPIError

from pitlink.cli.show import printable
from pitlink.ledger import is_name
from pitlink.people import Person, Post
from pitlink.refusals import NAMED, Refused
from pitlink.store import Accepted, OwnedElsewhere, Request, SelfCheckFailed, Store, Unavailable
from pitlink.store.database import address, is_ours, open_engine, open_to_read, unavailable
from pitlink.store.migrating import CannotMigrate, NotBooks, check, is_there

REFUSED = 1
PATIENCE_S = 3.0  # somebody waits at the terminal

_numbers = count(1)


class CannotDo(Exception):
    """What a command was asked to do and cannot, in words."""


class NotAccepted(CannotDo):
    """A command that the books have refused."""

    def __init__(self, refused: Refused) -> None:
        super().__init__(str(refused))
        self.refused = refused


def place(given: str | None) -> str:
    """The books that were named, or those among the data files of whoever asks."""
    where = str(data_folder() / "books.db") if given is None else given
    if not where:
        raise CannotDo("--books '': expected a file, or an address such as postgresql://…")
    try:
        file = file_of(where)
    except ValueError as error:
        raise CannotDo(str(error)) from None
    if file is not None and file.is_dir():
        raise CannotDo(f"{file} is a folder: expected a file")
    return where


def data_folder() -> Path:
    return user_data_path("pitlink", appauthor=False)


def file_of(where: str) -> Path | None:
    """The file of the books; None where they are on a server."""
    url = address(where)
    return Path(str(url.database)) if url.get_backend_name() == "sqlite" else None


def key_file(where: str, given: Path | None) -> Path:
    file = file_of(where)
    if given is not None:
        return given
    return file.with_suffix(".key") if file is not None else data_folder() / "books.key"


def shown(where: str) -> str:
    """Where the books are, as people may see it: without a password."""
    return str(file_of(where) or address(where).render_as_string(hide_password=True).replace("+psycopg", ""))


@contextmanager
def looking(where: str) -> Iterator[Engine]:
    """Books that are there, to be read only."""
    with naming(where):
        engine = _engine(where, open_to_read)
        try:
            check(engine)
            yield engine
        finally:
            engine.dispose()


@contextmanager
def opened(where: str) -> Iterator[Store]:
    """Books that are there; tables that were taken are given up at the end."""
    with naming(where):
        _engine(where, open_engine).dispose()
        with _store(where) as store:
            yield store


@contextmanager
def made(where: str) -> Iterator[Store]:
    """Books, new ones where there are none. Nobody else on the machine may read them: sealed decks are in there."""
    file = file_of(where)
    if file is not None and not file.exists():
        make_private(file)
    elif file is not None and file.stat().st_size == 0:
        file.chmod(0o600)
    with naming(where), _store(where) as store:
        yield store


@contextmanager
def naming(where: str) -> Iterator[None]:
    """What cannot be done with a database is told with which one it is."""
    try:
        yield
    except Unavailable as away:
        raise CannotDo(f"{shown(where)}: {away}") from None
    except NotBooks as other:
        raise CannotDo(f"{shown(where)}: {other}") from None
    except DBAPIError as error:
        if is_ours(error):
            raise
        raise CannotDo(f"{shown(where)}: {unavailable(error)}") from None


def make_private(file: Path) -> None:
    """An empty file that only its owner can read; its folder too where that is new."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def _engine(where: str, opening: Callable[[str], Engine]) -> Engine:
    file = file_of(where)
    if file is not None and not file.is_file():
        raise CannotDo(f"no books at {file}: expected books, which `pitlink floor open` makes")
    engine = opening(where)
    if not is_there(engine):
        engine.dispose()
        raise CannotDo(f"{shown(where)} holds no books: expected books, which `pitlink floor open` makes")
    return engine


@contextmanager
def _store(where: str) -> Iterator[Store]:
    process = f"terminal {socket.gethostname()} {os.getpid()} {secrets.token_hex(4)}"
    store = Store(where, process, patience_s=PATIENCE_S)
    try:
        yield store
    finally:
        if store.owned:
            store.leave()
        store.close()


def new_id() -> str:
    return f"terminal-{os.getpid()}-{secrets.token_hex(6)}-{next(_numbers)}"


def person(by: str | None, post: Post) -> Person:
    """Whoever acts; the books say what the post may do."""
    name = getpass.getuser() if by is None else by
    if not is_name(name):
        raise CannotDo(f"--by {name!r}: expected a name of {NAMED}")
    return Person(name, post)


def do(store: Store, *requests: Request) -> list[Accepted]:
    """Carry out commands that must all be accepted."""
    answers = []
    for answer in store.submit(requests):
        if isinstance(answer, Refused):
            raise NotAccepted(answer)
        answers.append(answer)
    return answers


def refusing(command: str, work: Callable[[], int]) -> int:
    """The status of a command; what cannot be done is told in one line."""
    try:
        return work()
    except OwnedElsewhere as run:
        what = "end it first (`pitlink floor play`: Ctrl-C), or"
        words = f"table {run.table} is run by process {run.owner}: {what} wait {run.seconds:.0f} seconds if it is gone"
    except (CannotDo, SelfCheckFailed, NotBooks) as refused:
        words = str(refused)
    except CannotMigrate as refused:
        words = f"these books are not for this software: {refused}"
    except Unavailable as away:
        words = str(away)
    except DBAPIError as error:
        if is_ours(error):
            raise
        words = str(unavailable(error))
    print(f"pitlink {command}: {printable(words)}", file=sys.stderr)
    return REFUSED
