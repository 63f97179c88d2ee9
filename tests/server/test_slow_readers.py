"""Readers that stop reading, on the wire: the pit lets go of them, whole, and they go on where they were."""

import re
import select
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import quote, urlsplit

import httpx
import pytest

from pitlink.client import Pit
from pitlink.server.live import KEPT
from tests.server.running import FULL_SPEED, Running

TABLE, READERS = "UTH 1", 30
PATIENCE_S = 2.0  # here; ten seconds elsewhere
IMPATIENT = f"""
import sys
from pitlink.cli import main
from pitlink.server import feeds
feeds.SLOW_S = {PATIENCE_S}
sys.exit(main())
"""


pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="buffers elsewhere cannot be made so small")


@pytest.fixture(params=["12", FULL_SPEED])
def running(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Running]:
    made = Running("", tmp_path)
    serve = ["serve", "--data", str(tmp_path / "data"), "--port", "0", "--speed", request.param]
    made.begin([sys.executable, "-c", IMPATIENT, *serve])
    yield made
    made.stop()


class Stuck:
    """Reads the first message, and then nothing; with buffers so small that it is noticed soon."""

    def __init__(self, running: Running, table: str) -> None:
        host, port = urlsplit(running.address).hostname, urlsplit(running.address).port
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 536)
        self.socket.settimeout(30.0)
        self.socket.connect((host, port))
        asked = f"GET /api/tables/{quote(table)}/feed HTTP/1.1\r\nhost: {host}\r\n\r\n"
        self.socket.sendall(asked.encode())
        taken = b""
        while not (whole := re.search(rb"id: (\d+)\n[^\n]*\ndata: [^\n]*\n\n", taken)):
            taken += self.socket.recv(1024)
        self.version = int(whole[1])

    def is_dropped_within(self, seconds: float) -> bool:
        """Whether the connection is no more, which is seen without reading."""
        poll = select.poll()
        poll.register(self.socket, select.POLLHUP)
        return bool(poll.poll(seconds * 1000))

    def close(self) -> None:
        self.socket.close()


def metric(running: Running, name: str) -> float:
    (found,) = re.findall(rf"^{name} (\S+)$", httpx.get(f"{running.address}/metrics").text, re.MULTILINE)
    return float(found)


def test_readers_that_take_nothing_are_let_go_and_go_on_where_they_were(running: Running) -> None:
    """With all that they have missed, or, where that is too much, with how the table stands."""
    with ExitStack() as stack, Pit(running.address) as pit:
        stuck = [Stuck(running, TABLE) for _ in range(READERS)]
        for each in stuck:
            stack.callback(each.close)
        files, memory = metric(running, "process_open_fds"), metric(running, "process_resident_memory_bytes")
        until = time.monotonic() + 25
        assert all(each.is_dropped_within(until - time.monotonic()) for each in stuck)
        assert metric(running, "pitlink_feed_dropped_total") == READERS
        assert metric(running, "pitlink_feed_readers") == 0
        assert metric(running, "process_open_fds") < files - READERS / 2  # the books may have opened some
        assert metric(running, "process_resident_memory_bytes") < memory + 20e6
        for each in stuck[:3]:
            resumed = next(pit.follow(TABLE, each.version))
            missed = list(range(each.version + 1, resumed.version + 1))
            assert missed
            assert resumed.snapshot == (len(missed) > KEPT)
            assert [told.version for told in resumed.events] == ([] if resumed.snapshot else missed)
    assert "ASGI" not in running.heard()


@pytest.mark.parametrize("running", [FULL_SPEED], indirect=True)
def test_a_reader_that_takes_nothing_does_not_keep_the_pit_open(running: Running) -> None:
    stuck = Stuck(running, TABLE)
    time.sleep(1.5)
    assert running.stop() < 10  # without it, it would be kept for ever; `./x bench startup` holds the seconds
    stuck.close()
