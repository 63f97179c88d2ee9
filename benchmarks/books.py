"""The books on disk: what sharing a commit is worth, how long a commit takes under load, what history costs.

Each on SQLite and on a PostgreSQL server of its own with fsync on, in the same run.
"""

import os
import resource
import shutil
import statistics
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import psycopg
from msgspec import structs

from benchmarks.live import PLAYERS, round_of
from benchmarks.measure import Measured
from pitlink.audit.verifying import verify
from pitlink.bots.house import DEALER, OFFICER, OWNER
from pitlink.bots.tables import PARAMETERS, setup_of
from pitlink.jackpot import commands as of_link
from pitlink.money import Cents
from pitlink.store import Accepted, Answer, Desk, Request, Store
from pitlink.table import AnyCommand
from pitlink.table import commands as ask
from tests.store.postgres import a_server

CLOSING = 64  # tables that close bets at once
TABLES = 1_000
ROUNDS_A_SECOND = 17
LOAD_SECONDS = float(os.environ.get("PITLINK_BENCH_SECONDS", "20"))
LITTLE, MUCH = 10_000, int(os.environ.get("PITLINK_BENCH_EVENTS", "1000000"))  # events of history
MOST_P99_S = 0.1

_numbers = count(1)


def request(stream: str, command: AnyCommand | of_link.Command) -> Request:
    return Request(f"bench-{next(_numbers)}", stream, command)


def run() -> list[Measured]:
    measured = []
    for engine in ("sqlite", "postgresql"):
        with some_books(engine) as place:
            measured.append(sharing(engine, Store(place("books"), "sharing")))
        with some_books(engine) as place:
            measured.append(under_load(engine, Store(place("books"), "load")))
        with some_books(engine) as place:
            measured += with_history(engine, Store(place("short"), "short"), Store(place("long"), "long"))
    return measured


@contextmanager
def some_books(engine: str) -> Iterator[Callable[[str], str]]:
    """Where new books can be opened on a disk, each by its name, as durable as a house would have them."""
    if engine == "sqlite":
        folder = Path(tempfile.mkdtemp(prefix="pitlink-bench-"))
        try:
            yield lambda name: str(folder / f"{name}.db")
        finally:
            shutil.rmtree(folder)
        return
    with a_server(durable=True) as server:

        def place(name: str) -> str:
            with psycopg.connect(server.address("postgres"), autocommit=True) as connection:
                connection.execute(f"create database {name}")
            return server.address(name)

        yield place


def open_floor(store: Store, names: Sequence[str], link: str = "L1") -> None:
    """Tables of mbs-uth with six players each, their bets not called yet."""
    store.own(names)
    if store.link(link).parameters is None:
        do(store, [request(f"link/{link}", of_link.OpenLink(OWNER, link, "mbs", PARAMETERS))])
    for name in names:
        opening: list[Request] = [request(f"link/{link}", of_link.AdmitTable(OWNER, name, "mbs-uth"))]
        setup = structs.replace(setup_of("mbs-uth", name, link), cards="reading_shoe", positions=6, unattended=False)
        commands: list[AnyCommand] = [ask.OpenTable(OFFICER, setup), ask.AssignDealer(OFFICER, DEALER.id)]
        for position, person in enumerate(PLAYERS, start=1):
            commands.append(ask.Join(person, person.id))
            commands.append(ask.BuyIn(DEALER, person.id, Cents(10**10)))
            commands.append(ask.Sit(person, person.id, position))
        do(store, opening + [request(f"table/{name}", command) for command in commands])


def do(store: Store, requests: Sequence[Request]) -> None:
    for answer in store.submit(requests):
        assert isinstance(answer, Accepted), answer


ROUND = round_of(progressive=Cents(5_00))
CLOSE = next(nth for nth, command in enumerate(ROUND) if isinstance(command, ask.CloseBets))


# Sharing a commit


def sharing(engine: str, store: Store) -> Measured:
    """One commit for each table against what the desk makes of as many tables that close at once."""
    names = [f"T{nth}" for nth in range(CLOSING)]
    open_floor(store, names)
    alone: list[float] = []
    together: list[float] = []
    for _ in range(3):
        for best, close in ((alone, close_alone), (together, close_together)):
            bring_to(store, names, CLOSE)
            requests = [request(f"table/{name}", ROUND[CLOSE]) for name in names]
            start = time.perf_counter()
            close(store, requests)
            best.append(time.perf_counter() - start)
            bring_to(store, names, len(ROUND), CLOSE + 1)
    ratio = min(alone) / min(together)
    rates = f"{CLOSING / min(together):,.0f} against {CLOSING / min(alone):,.0f} a second"
    what = f"{engine}: {CLOSING} tables closing bets at once on one link, against one commit each"
    return Measured(what, "at least 3 times the rate", f"{ratio:.1f} times, {rates}", ratio >= 3)


def bring_to(store: Store, names: Sequence[str], until: int, since: int = 0) -> None:
    for name in names:
        do(store, [request(f"table/{name}", command) for command in ROUND[since:until]])


def close_alone(store: Store, requests: Sequence[Request]) -> None:
    for each in requests:
        do(store, [each])


def close_together(store: Store, requests: Sequence[Request]) -> None:
    desk = Desk(store)
    answers = [desk.hand_in(each) for each in requests]
    assert all(isinstance(answer.result(), Accepted) for answer in answers)
    desk.close()


# Under load


def under_load(engine: str, store: Store) -> Measured:
    """A thousand tables, each somewhere in its round, commands coming in evenly; how long each waits for its commit."""
    names = [f"T{nth}" for nth in range(TABLES)]
    open_floor(store, names)
    at = {name: nth % len(ROUND) for nth, name in enumerate(names)}
    for name in names:
        do(store, [request(f"table/{name}", command) for command in ROUND[: at[name]]])
    desk = Desk(store)
    pace = ROUNDS_A_SECOND * len(ROUND)
    waits: list[float] = []
    told = threading.Lock()
    start = time.perf_counter()
    for nth in range(int(LOAD_SECONDS * pace)):
        due = start + nth / pace
        pause = due - time.perf_counter()
        if pause > 0:
            time.sleep(pause)
        name = names[nth % TABLES]
        future = desk.hand_in(request(f"table/{name}", ROUND[at[name]]))
        future.add_done_callback(_waiting(due, waits, told))
        at[name] = (at[name] + 1) % len(ROUND)
    desk.close()
    p50, p99 = (statistics.quantiles(waits, n=100)[nth] for nth in (49, 98))
    what = f"{engine}: commit at {ROUNDS_A_SECOND} six-seat rounds a second, {pace:,} commands, {TABLES:,} tables"
    found = f"p99 {p99 * 1e3:.1f} ms, half within {p50 * 1e3:.1f} ms"
    return Measured(what, f"p99 at most {MOST_P99_S * 1e3:.0f} ms", found, p99 <= MOST_P99_S)


def _waiting(due: float, waits: list[float], told: threading.Lock) -> "Callable[[Future[Answer]], None]":
    def done(future: "Future[Answer]") -> None:
        assert isinstance(future.result(), Accepted), future.result()
        with told:
            waits.append(time.perf_counter() - due)

    return done


# History


def with_history(engine: str, new: Store, store: Store) -> list[Measured]:
    """The same commands on short and on long books, by turns; then the audit of the long ones."""
    names = [f"T{nth}" for nth in range(8)]
    for each, events in ((new, LITTLE), (store, MUCH)):
        open_floor(each, names)
        grow(each, names, events)
    times = [(seconds_a_command(new, names), seconds_a_command(store, names)) for _ in range(10)]
    short, long = (min(each) for each in zip(*times, strict=True))
    ratio = long / short
    what = f"{engine}: a command with {MUCH:,} events of history, against {LITTLE:,}"
    found = f"{ratio:.2f} times ({long * 1e3:.2f} ms against {short * 1e3:.2f} ms)"
    measured = [Measured(what, "at most 1.2 times", found, ratio <= 1.2)]

    memory: list[int] = []
    start = time.perf_counter()
    verified = verify(store.engine, lambda done, of: memory.append(_resident()))
    took = time.perf_counter() - start
    grown = memory[-1] / memory[len(memory) // 10]
    what = f"{engine}: audit of {verified.events:,} events"
    found = f"{took:.0f} s, {verified.events / took:,.0f} a second; memory {grown:.2f} times that after a tenth"
    measured.append(Measured(what, "memory flat, at most 1.1 times", found, grown <= 1.1))
    return measured


def grow(store: Store, names: Sequence[str], events: int) -> None:
    while store.position() < events:
        for name in names:
            do(store, [request(f"table/{name}", command) for command in ROUND * 4])
    settle(store)


def settle(store: Store) -> None:
    """What a server still has to do after so many writes is no part of the next command."""
    if store.engine.dialect.name == "postgresql":
        with store.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.exec_driver_sql("vacuum analyze")
            connection.exec_driver_sql("checkpoint")


def seconds_a_command(store: Store, names: Sequence[str]) -> float:
    """One commit each, in the middle of whole rounds."""
    start = time.perf_counter()
    for name in names[:2]:
        for command in ROUND:
            do(store, [request(f"table/{name}", command)])
    return (time.perf_counter() - start) / (2 * len(ROUND))


def _resident() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize()
