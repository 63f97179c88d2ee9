"""The pit under load, with restarts and cut connections in between: nothing is lost, nothing doubled, nothing grows.

A small floor for a few seconds; ten minutes of 200 tables, six bots each, and 500 readers in `./x test --all`.
"""

import json
import secrets
import signal
import socket
import threading
import time
from pathlib import Path

import httpx
from msgspec import Struct
from prometheus_client.parser import text_string_to_metric_families

from pitlink.client import Pit
from tests.cli.processes import pitlink
from tests.server.reading import Job
from tests.server.running import ANY_NUMBER_OF_FEEDS, FULL_SPEED, Running, floor_of, reading, reads_of
from tests.store.load import ALL

CHIP = 5_00
MEMORY = "process_resident_memory_bytes"
EXPECTED = "PayAwards: paid_out_of_order"  # a claim that waits for that of another table


class Life(Struct, frozen=True):
    """From one start to how it ends; what the process takes up is held against what it took after the first part."""

    seconds: float
    ends_by: int
    first_part: float = 0.0


class Load(Struct, frozen=True):
    tables: int
    bots: int
    readers: int
    people: int
    hangs_up_s: float
    lives: tuple[Life, ...]


LITTLE = Load(10, 2, 25, 4, 2.0, (Life(4, signal.SIGKILL), Life(3, signal.SIGTERM)))
MUCH = Load(
    *(200, 6, 500, 20, 60.0),
    (Life(300, signal.SIGTERM, 150), Life(150, signal.SIGKILL), Life(150, signal.SIGTERM)),
)


class Guest:
    """Buys a chip again and again, under one id until it is answered."""

    def __init__(self, address: str, nth: int) -> None:
        self.pit, self.name = Pit(address), f"Guest {nth}"
        self.pit.come_as_guest(self.name)
        self.table = self.pit.floor().tables[nth].table
        self.pit.do(self.table, "Join")
        self.bought = 0

    def buy(self, over: threading.Event) -> None:
        while not over.is_set():
            id = secrets.token_hex(8)
            while True:
                try:
                    self.pit.do(self.table, "BuyIn", amount=CHIP, id=id)
                    break
                except httpx.TransportError:  # the pit is away: whether it has sold the chip, nobody knows
                    time.sleep(0.2)
            self.bought += 1
            time.sleep(0.1)


def test_nothing_is_lost_and_nothing_grows(tmp_path: Path) -> None:
    load = MUCH if ALL else LITTLE
    running = Running("", tmp_path)
    (tmp_path / "floor.toml").write_text(floor_of(load.tables))
    log, port = tmp_path / "pit.log", str(_free_port())
    options = ["--port", port, "--speed", FULL_SPEED, "--log", str(log), *ANY_NUMBER_OF_FEEDS]
    running.start(*options, "--floor", str(tmp_path / "floor.toml"), "--bots", str(load.bots))
    guests = [Guest(running.address, nth) for nth in range(load.people)]
    over = threading.Event()
    tables, links = load.readers * 3 // 5, load.readers // 5
    job = Job(running.address, tables, links, load.readers - tables - links, load.hangs_up_s, timed=False)
    with reading(job) as readers:
        buying = [threading.Thread(target=guest.buy, args=(over,)) for guest in guests]
        for thread in buying:
            thread.start()
        for nth, life in enumerate(load.lives):
            if nth:
                running.start(*options)
            _wait_for_readers(running, load.readers)
            _live(running, life)
            if nth < len(load.lives) - 1:
                running.stop(life.ends_by)
        over.set()
        for thread in buying:
            thread.join(60)
        reads = reads_of(readers)
    for guest in guests:
        assert guest.bought > load.lives[0].seconds / 2
        assert guest.pit.table(guest.table).players[guest.name].chips == CHIP * guest.bought
        guest.pit.close()
    assert running.stop() < 2
    assert len(reads) == load.readers
    assert [odd for read in reads for odd in read.odd] == []
    assert all(read.messages > 3 and read.connections >= len(load.lives) for read in reads)
    _check_log(log)
    verified = pitlink("audit", "verify", "--books", running.books)
    assert (verified.returncode, "The books are right" in verified.stdout) == (0, True), verified.stderr


def _wait_for_readers(running: Running, number: int) -> None:
    """All but those that have just hung up."""
    until = time.monotonic() + 60
    while _metric(running, "pitlink_feed_readers") < 0.8 * number:
        assert time.monotonic() < until, "readers have not come back"
        time.sleep(0.1)


def _live(running: Running, life: Life) -> None:
    began = time.monotonic()
    time.sleep(life.first_part)
    before = _metric(running, MEMORY)
    time.sleep(max(0.0, began + life.seconds - time.monotonic()))
    if life.first_part:
        assert _metric(running, MEMORY) < 1.1 * before


def _metric(running: Running, name: str) -> float:
    text = httpx.get(f"{running.address}/metrics", timeout=30).raise_for_status().text
    (found,) = [each for each in text_string_to_metric_families(text) if each.name == name]
    return float(found.samples[0].value)


def _check_log(log: Path) -> None:
    """No fault of the server, and nothing that a dealer had to be refused."""
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    assert [line for line in lines if line["level"] == "error" or line.get("status", 200) >= 500] == []
    warned = [line["says"] for line in lines if line["level"] == "warning"]
    assert [says for says in warned if not says.endswith(EXPECTED)] == []


def _free_port() -> int:
    with socket.socket() as made:
        made.bind(("127.0.0.1", 0))
        port: int = made.getsockname()[1]
        return port
