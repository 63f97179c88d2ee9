"""A disk that is full, or fails: a command is committed or cleanly refused, and it goes on when there is room again."""

import contextlib
import errno
import random
import tempfile
from collections.abc import Iterator
from functools import partial
from itertools import count
from pathlib import Path
from unittest.mock import patch

import psycopg
import pytest
import sqlalchemy as sa

from pitlink.store import Accepted, Answer, Request, Store, Unavailable
from pitlink.store.playing import Till
from tests.store.conftest import another_database
from tests.store.floors import new_id, till_of
from tests.store.load import check_books, in_a_process, play_some, settle
from tests.store.load_cards import StackedTable, staying
from tests.store.load_small_disk import Ballast, mount_small_disk
from tests.store.load_syscalls import SYNCS, WRITES, need_watching, watch
from tests.store.postgres import a_database, a_server

GAME, NAME = "mbs-uth", "T1"
MOST_TRIES = 500  # of one command
MOST_ROUNDS = 400


def play_a_round(till: Till) -> None:
    """With an award."""
    running = StackedTable(till, GAME, random.Random(1), NAME, "L1")
    running.kind = "sf sf"
    for position, player in enumerate(("Ann", "Bob"), start=1):
        running.seat(player, position)
    play_some(running, {player: staying(player) for player in ("Ann", "Bob")}, trouble=0.0)


def said(store: Store, request: Request) -> Answer | Unavailable:
    try:
        (answer,) = store.submit([request])
    except Unavailable as fault:
        return fault
    return answer


# Every single write, and every single sync


class Disk:
    """Fails from the nth call on, counted from when it was told so."""

    def __init__(self, fault: int) -> None:
        self.fault = fault
        self.left: int | None = None  # calls until it fails; None while it is well
        self.failed = False

    def fail_at(self, nth: int) -> None:
        self.left, self.failed = nth, False

    def get_well(self) -> None:
        self.left = None

    def verdict(self, _: int, path: str) -> int:
        if self.left is None or "books.db" not in path:
            return 0
        self.left -= 1
        self.failed = self.failed or self.left <= 0
        return self.fault if self.failed else 0


def play_on_a_disk_that_fails(books: str, calls: tuple[str, ...], fault: int, instruction: str) -> None:
    disk = Disk(fault)
    watch(calls, disk.verdict)
    store = Store(books, "A", patience_s=1.0)
    sa.event.listen(store.engine, "connect", lambda connection, _: connection.execute("pragma wal_autocheckpoint=20"))
    store.engine.dispose()
    store.own([NAME])
    refusals = 0

    def ask(request: Request) -> Answer:
        """With the disk failing at the first write, then at the second, until the command is through."""
        nonlocal refusals
        for nth in range(1, MOST_TRIES):
            before = store.position()
            disk.fail_at(nth)
            answer = said(store, request)
            disk.get_well()
            if not isinstance(answer, Unavailable):
                return answer
            assert disk.failed
            assert answer.instruction == instruction
            assert store.answer_of(request.id) is None
            assert store.position() == before
            refusals += 1
        raise AssertionError(f"{request} never gets through")

    numbers = count(1)
    play_a_round(Till(store, ask, lambda: f"id-{next(numbers)}"))
    found = check_books(store)
    assert found.hits == 2
    assert refusals > found.events
    store.close()


@pytest.mark.parametrize(
    ("calls", "fault", "instruction"),
    [
        (WRITES, errno.ENOSPC, "free space on the disk of the books, then go on"),
        ((*WRITES, *SYNCS), errno.EIO, "check the disk of the books, then start again; nothing was acknowledged"),
    ],
    ids=["full", "failing"],
)
def test_a_disk_that_fails_at_any_write_of_a_round_refuses_cleanly_and_goes_on(
    tmp_path: Path, calls: tuple[str, ...], fault: int, instruction: str
) -> None:
    need_watching()
    in_a_process(play_on_a_disk_that_fails, str(tmp_path / "books.db"), calls, fault, instruction)


# A disk that is really full


def play_until_full(store: Store, instruction: str) -> Request:
    """Rounds until a command cannot be written: that command."""
    refused: list[tuple[Request, Unavailable]] = []

    def ask(request: Request) -> Answer:
        answer = said(store, request)
        if isinstance(answer, Unavailable):
            refused.append((request, answer))
            raise answer
        return answer

    with contextlib.suppress(Unavailable):
        for _ in range(MOST_ROUNDS):
            play_a_round(Till(store, ask, new_id))
    assert refused, "the disk was not full"
    ((request, fault),) = refused
    assert instruction in fault.instruction, fault
    return request


def go_on(store: Store, request: Request) -> None:
    """There is room again: the command that was refused has one effect now, and play goes on."""
    assert isinstance(settle(store, request), Accepted)
    play_a_round(till_of(store))
    check_books(store)


def fill_under_sqlite(folder: Path) -> None:
    mount_small_disk(folder, 8)
    ballast = Ballast(folder)
    store = Store(str(folder / "books.db"), "A", patience_s=1.0)
    store.own([NAME])
    play_a_round(till_of(store))
    for bytes_free in (0, 4_096, 40_000, 200_000):
        ballast.leave(bytes_free)
        request = play_until_full(store, "")  # free space, or where SQLite cannot tell, check the disk
        assert store.answer_of(request.id) is None
        check_books(store)
        ballast.throw_out()
        go_on(store, request)
    store.close()


def test_sqlite_on_a_full_disk_refuses_and_goes_on_when_there_is_room(tmp_path: Path) -> None:
    in_a_process(fill_under_sqlite, tmp_path)


def fill_under_postgresql(disk: Path, what: str) -> None:
    """The disk of the server is full. It bears that its tables cannot grow; that its log cannot, it does not bear."""
    mount_small_disk(disk, 160)
    ballast = Ballast(disk)
    with (
        patch.object(tempfile, "mkdtemp", partial(_folder_on, disk)),
        a_server() as server,
        a_database(server.address("postgres"), "books"),
    ):
        store = Store(another_database(server.address("postgres"), "books"), "A", patience_s=1.0)
        store.own([NAME])
        play_a_round(till_of(store))
        ballast.leave(100_000)
        if what == "its log":
            with psycopg.connect(server.address("postgres"), autocommit=True) as connection:
                connection.execute("select pg_switch_wal()")
            request = play_until_full(store, "see that the database runs")
        else:
            request = play_until_full(store, "free space")
            assert store.answer_of(request.id) is None
        ballast.throw_out()
        if what == "its log":
            server.start()
        go_on(store, request)
        store.close()


def _folder_on(disk: Path, **_: object) -> str:
    folder = disk / "server"
    folder.mkdir()
    return str(folder)


@pytest.fixture
def short_folder() -> Iterator[Path]:
    """Whose name leaves room for that of a socket."""
    folder = Path(tempfile.mkdtemp(prefix="pitlink-disk-", dir="/tmp"))
    yield folder
    folder.rmdir()


@pytest.mark.parametrize("what", ["its tables", "its log"])
def test_postgresql_on_a_full_disk_refuses_and_goes_on_when_there_is_room(short_folder: Path, what: str) -> None:
    in_a_process(fill_under_postgresql, short_folder, what)
