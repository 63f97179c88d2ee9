"""The live pit under load: one process, software dealers and bots at full speed, readers of all feeds, people who ask.

The same with a quarter of the tables, in the same run: what a round costs must not depend on how many there are.
"""

import os
import shutil
import statistics
import tempfile
import threading
import time
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

import httpx
from msgspec import Struct
from prometheus_client.parser import text_string_to_metric_families

from benchmarks.measure import Measured
from pitlink.client import Pit
from pitlink.store import Store
from pitlink.store.streams import name_of
from pitlink.table.events import BetsCalled
from tests.server.reading import Job, Read
from tests.server.running import ANY_NUMBER_OF_FEEDS, FULL_SPEED, PASSWORD, Running, floor_of, reading, reads_of

FEW, MANY, BOTS, READERS, PEOPLE, DESKS = 50, 200, 6, 500, 10, 20
WARM_S = 10.0
SECONDS = float(os.environ.get("PITLINK_BENCH_SECONDS", "40"))
LAST_S = 3.0  # for what was committed last to reach the readers
METER_P99_S = 1.0


class Load(Struct, frozen=True):
    """What was measured in the time."""

    rounds: float  # a second
    cost: float  # of a round, in seconds of the server's processor time
    commands: Sequence[float]  # seconds that each of the people's took
    events: Sequence[float]  # seconds from a commit to a reader
    meter: Sequence[float]
    memory: float  # bytes


def run() -> list[Measured]:
    few, many, with_desks = under_load(FEW), under_load(MANY), under_load(MANY, DESKS)
    where = f"{MANY} tables of {BOTS} bots at full speed, {READERS} readers"
    ratio, meter, desks = many.cost / few.cost, p99(many.meter), with_desks.cost / many.cost
    costs = f"{many.cost * 1e3:.1f} ms against {few.cost * 1e3:.1f} ms of processor time"
    speed = f"{many.rounds:.1f} rounds a second; commands p99 {p99(many.commands) * 1e3:.0f} ms, half within "
    speed += f"{statistics.median(many.commands) * 1e3:.0f} ms; feeds p99 {p99(many.events) * 1e3:.0f} ms, half within "
    speed += f"{statistics.median(many.events) * 1e3:.0f} ms; memory {many.memory / 1e6:.0f} MB"
    return [
        Measured(where, "to be told", speed, kept=True),
        Measured(
            f"a round at {MANY} tables against one at {FEW}", "at most 1.3 times", f"{ratio:.2f}, {costs}", ratio <= 1.3
        ),
        Measured(
            f"a round with {DESKS} more at the pit desk, against none",
            "at most 1.2 times",
            f"{desks:.2f}, {with_desks.cost * 1e3:.1f} ms against {many.cost * 1e3:.1f} ms of processor time",
            desks <= 1.2,
        ),
        Measured(
            f"the meter to every reader, {len(many.meter):,} times",
            f"p99 at most {METER_P99_S:.0f} s",
            f"p99 {meter * 1e3:.0f} ms, half within {statistics.median(many.meter) * 1e3:.0f} ms",
            meter <= METER_P99_S,
        ),
    ]


def p99(values: Sequence[float]) -> float:
    return statistics.quantiles(values, n=100)[98]


def under_load(tables: int, desks: int = 0) -> Load:
    """Three of five readers are at tables, one at a link, one at the floor; those at the pit desk come to them."""
    folder = Path(tempfile.mkdtemp(prefix="pitlink-bench-"))
    (folder / "floor.toml").write_text(floor_of(tables), encoding="utf-8")
    running = Running("", folder)
    try:
        floor = ["--floor", str(folder / "floor.toml"), "--bots", str(BOTS)]
        running.start(*floor, "--speed", FULL_SPEED, *ANY_NUMBER_OF_FEEDS)
        token = supervisor(running) if desks else None
        job = Job(running.address, READERS * 3 // 5, READERS // 5, READERS // 5, desks=desks, token=token)
        with reading(job) as readers:
            time.sleep(WARM_S)
            before = standing(running.address)
            commands = people_ask(running.address, SECONDS)
            after = standing(running.address)
            time.sleep(LAST_S)
            reads = reads_of(readers)
        assert len(reads) == READERS + desks
        assert not [odd for read in reads for odd in read.odd]
        running.stop()
        store = Store(running.books, "looking back")
        meter = meter_lags(links_of(store), reads, before.at, after.at)
        rounds = (after.events - before.events) / events_a_round(store)
        store.close()
    finally:
        running.stop()
        shutil.rmtree(folder)
    return Load(
        rounds / (after.at - before.at),
        (after.processor - before.processor) / rounds,
        commands,
        [lag for read in reads for lag in read.lags],
        meter,
        after.memory,
    )


def supervisor(running: Running) -> str:
    with running.owner() as owner, Pit(running.address) as sven:
        owner.make_account("Sven", PASSWORD, "pit_supervisor")
        sven.sign_in("Sven", PASSWORD)
        return str(sven.token)


class Standing(Struct, frozen=True):
    at: float
    events: int
    processor: float
    memory: float


def standing(address: str) -> Standing:
    told = metrics(address)
    processor, memory = told["process_cpu_seconds_total"], told["process_resident_memory_bytes"]
    return Standing(time.time(), int(told["pitlink_position"]), processor, memory)


def metrics(address: str) -> Mapping[str, float]:
    families = text_string_to_metric_families(httpx.get(f"{address}/metrics", timeout=30).raise_for_status().text)
    return {sample.name: sample.value for family in families for sample in family.samples if not sample.labels}


# Readers and people


def people_ask(address: str, seconds: float) -> list[float]:
    """Guests who buy chips, ten times a second each, if they are answered by then."""
    waits: list[float] = []
    until = time.monotonic() + seconds

    def ask(nth: int) -> None:
        with Pit(address) as pit:
            pit.come_as_guest(f"Guest {nth}")
            table = pit.floor().tables[nth].table
            pit.do(table, "Join")
            while (began := time.monotonic()) < until:
                pit.do(table, "BuyIn", amount=5_00)
                waits.append(time.monotonic() - began)
                time.sleep(max(0.0, began + 0.1 - time.monotonic()))

    threads = [threading.Thread(target=ask, args=(nth,)) for nth in range(PEOPLE)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return waits


def events_a_round(store: Store) -> float:
    """From the first call of each table to its last, and what links add: all are in step, few end at any time."""
    calls: dict[str, list[int]] = defaultdict(list)
    at_tables = everywhere = 0
    for each in store.read(0, 10**9):
        everywhere += 1
        at_tables += each.stream.startswith("table/")
        if isinstance(each.event, BetsCalled):
            calls[each.stream].append(each.version)
    rounds = sum(len(versions) - 1 for versions in calls.values())
    assert rounds >= len(store.streams_of("table/")), "a time too short for a round"
    return sum(versions[-1] - versions[0] for versions in calls.values()) / rounds * everywhere / at_tables


# The meter


def links_of(store: Store) -> dict[str, list[tuple[int, float]]]:
    """Versions of each link and when they were committed."""
    return {
        name_of(stream): [(each.version, each.at_us / 1e6) for each in store.read_stream(stream, 0, 10**9)]
        for stream in store.streams_of("link/")
    }


def meter_lags(
    links: Mapping[str, Sequence[tuple[int, float]]], reads: Sequence[Read], since: float, until: float
) -> list[float]:
    """For each reader and each value that was committed: how long until it was shown, or one after it."""
    lags = []
    for read in reads:
        assert read.signs, f"a reader of {read.feed} has seen no sign"
        for link, values in links.items():
            shown = [(version, at) for name, version, at in read.signs if name == link]
            versions = [version for version, _ in shown]
            for version, at in values:
                if since <= at < until and shown:
                    nth = bisect_left(versions, version)
                    lags.append(shown[nth][1] - at if nth < len(shown) else float("inf"))
    return lags
