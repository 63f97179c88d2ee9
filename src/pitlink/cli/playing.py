"""`pitlink floor play`: bots play at the unattended tables of the books, each table in a thread of its own."""

import random
import signal
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from pitlink.bots.house import DEALER, OFFICER
from pitlink.bots.players import TEMPERAMENTS, Bot, Mind, mind_of
from pitlink.bots.tables import CannotGoOn, finish_round, play_rounds
from pitlink.cli.books import CannotDo, new_id, opened
from pitlink.cli.deal import NAMES
from pitlink.cli.progress import Meter
from pitlink.pit.words import counted
from pitlink.store import Answer, Desk, Request, Store
from pitlink.store.looking import look
from pitlink.store.playing import TableOnBooks, Till
from pitlink.table.commands import AssignDealer


class Stopped(Exception):
    """Somebody wants an end: nothing more is handed in."""


def play_floor(where: str, rounds: int, seats: int, tables: Sequence[str], seed: int | None) -> int:
    with opened(where) as store:
        names = _unattended(store, tables)
        store.own(names)
        floor = Running(store, rounds, seed)
        with floor.until_interrupted(), Meter("Rounds played") as meter:
            started = time.monotonic()
            floor.start(names, seats)
            while not floor.wait(0.1):
                meter(floor.played, rounds * len(names))
        took = time.monotonic() - started
    print(f"{counted(floor.played, 'round')} at {counted(len(names), 'table')}, {floor.played / took:,.1f} a second.")
    if floor.stop.is_set() and not floor.failed:
        print("Stopped; `pitlink floor play` goes on from here.")
    if floor.failed:
        raise floor.failed[0]
    return 0


def _unattended(store: Store, wanted: Sequence[str]) -> list[str]:
    tables = look(store.engine).floor.tables
    ready = [name for name, table in tables.items() if table.open and table.rules.unattended]
    for name in wanted:
        if name not in ready:
            words = ", ".join(ready) or "there is none"
            raise CannotDo(f"table {name!r}: expected an unattended one that is open ({words})")
    if not ready:
        raise CannotDo("no unattended table is open in these books: expected one, see `pitlink floor example`")
    return list(wanted) or ready


class Running:
    """Tables that are played at until so many rounds are over, or somebody wants an end."""

    def __init__(self, store: Store, rounds: int, seed: int | None) -> None:
        self.played = 0
        self.failed: list[Exception] = []
        self.stop = threading.Event()
        self._desk = Desk(store)
        self._till = Till(store, self._ask, new_id)
        self._rounds, self._seed = rounds, seed
        self._threads: list[threading.Thread] = []
        self._count = threading.Lock()

    def start(self, names: Sequence[str], seats: int) -> None:
        for name in names:
            thread = threading.Thread(target=self._play, args=(name, seats), name=f"table {name}")
            self._threads.append(thread)
            thread.start()

    def wait(self, seconds: float) -> bool:
        """Whether all is over; the desk is closed then."""
        until = time.monotonic() + seconds
        for thread in self._threads:
            thread.join(max(0.0, until - time.monotonic()))
        if any(thread.is_alive() for thread in self._threads):
            return False
        self._desk.close()
        return True

    @contextmanager
    def until_interrupted(self) -> Iterator[None]:
        """Ctrl-C, or an end that the system asks for, lets every table finish its command and no more."""
        before = {each: signal.signal(each, self._end) for each in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for each, was in before.items():
                signal.signal(each, was)

    def _end(self, *_: object) -> None:
        self.stop.set()

    def _ask(self, request: Request) -> Answer:
        if self.stop.is_set():
            raise Stopped
        return self._desk.ask(request)

    def _play(self, name: str, seats: int) -> None:
        try:
            for _ in self._rounds_at(name, seats):
                with self._count:
                    self.played += 1
        except Stopped:
            pass
        except CannotGoOn as odd:
            self._give_up(CannotDo(f"table {name}: {odd}"))
        except Exception as error:
            self._give_up(error)

    def _give_up(self, error: Exception) -> None:
        self.failed.append(error)
        self.stop.set()

    def _rounds_at(self, name: str, seats: int) -> Iterator[int]:
        """Where the table stands in the middle of a round, that one is finished first."""
        dice = random.SystemRandom() if self._seed is None else random.Random(f"{self._seed} {name}")
        table = TableOnBooks(self._till, dice, name)
        if table.table.dealer != DEALER.id:
            table.do(AssignDealer(OFFICER, DEALER.id))
        finish_round(table, _minds(table))
        free = [position for position in range(1, table.table.rules.positions + 1) if position not in table.table.seats]
        taken = set(table.table.seats.values())
        for position in free[: max(0, seats - len(taken))]:
            table.seat(next(each for each in NAMES if each not in taken), position)
            taken = set(table.table.seats.values())
        yield from play_rounds(table, _minds(table), self._rounds)


def _minds(table: TableOnBooks) -> dict[str, Mind]:
    """One for everybody who sits there."""
    return {
        name: mind_of(Bot(name, TEMPERAMENTS[(position - 1) % len(TEMPERAMENTS)]), table.dice)
        for position, name in sorted(table.table.seats.items())
    }
