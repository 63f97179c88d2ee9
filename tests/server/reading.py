"""Many readers of a pit's feeds, in a process of their own: `python -m tests.server.reading` with a `Job` as JSON.

Each goes on where it was when its connection ends, until standard input is closed. What they have seen is then written
to standard output, one line of JSON for each of them.
"""

import random
import sys
import threading
import time
from collections.abc import Iterator
from itertools import cycle, islice

import httpx
import msgspec
from msgspec import Struct

from pitlink.client import Pit
from pitlink.jackpot.sign import Sign
from pitlink.server.desk_messages import DeskMessage
from pitlink.server.messages import FloorMessage, LinkMessage, TableMessage

START_A_SECOND = 100
LAST_S = 10.0  # for the last message to each of them
AGAIN_S = 0.5  # after a pit that is not there


class Job(Struct, frozen=True):
    """How many of them, at tables, links and the floor, and how long on average before one hangs up.

    Those at the pit desk are signed in with a token of somebody whose it is.
    """

    address: str
    tables: int
    links: int
    floors: int
    hangs_up_s: float | None = None
    timed: bool = True  # keep when each thing came
    desks: int = 0
    token: str | None = None


class Read(Struct):
    """By one reader. `lags` are from commit to arrival; `signs` say of which version a sign was seen, and when."""

    kind: str
    feed: str
    messages: int = 0
    snapshots: int = 0
    connections: int = 0
    last: int | None = None  # the version it has
    odd: list[str] = []  # what should not have been
    lags: list[float] = []
    signs: list[tuple[str, int, float]] = []


def main(job: Job) -> None:
    floor = _floor(job.address)
    tables, links = [line.table for line in floor.tables], [sign.link for sign in floor.links]
    readers = [Read("table", name) for name in islice(cycle(tables), job.tables)]
    readers += [Read("link", name) for name in islice(cycle(links), job.links)]
    readers += [Read("floor", "") for _ in range(job.floors)]
    readers += [Read("desk", "") for _ in range(job.desks)]
    over = threading.Event()
    threads = [threading.Thread(target=read_on, args=(job, read, over), daemon=True) for read in readers]
    for thread in threads:
        thread.start()
        time.sleep(1 / START_A_SECOND)
    sys.stdin.read()
    over.set()
    until = time.monotonic() + LAST_S
    for thread in threads:
        thread.join(max(0.0, until - time.monotonic()))
    for read in readers:
        print(msgspec.json.encode(read).decode())


def _floor(address: str) -> FloorMessage:
    """Of a pit that may just be away."""
    for _ in range(100):
        try:
            with Pit(address) as pit:
                return pit.floor()
        except httpx.TransportError:
            time.sleep(AGAIN_S)
    raise TimeoutError("no pit")


def read_on(job: Job, read: Read, over: threading.Event) -> None:
    """One reader, from connection to connection."""
    dice = random.Random(f"{read.kind} {read.feed}")
    while not over.is_set():
        leave = float("inf") if job.hangs_up_s is None else time.time() + dice.expovariate(1 / job.hangs_up_s)
        read.connections += 1
        try:
            with Pit(job.address, job.token if read.kind == "desk" else None) as pit:
                for message in _messages(pit, read):
                    _note(message, read, timed=job.timed)
                    if over.is_set() or time.time() > leave:
                        break
        except httpx.TransportError:  # the pit is away, or has ended
            time.sleep(AGAIN_S)


Message = TableMessage | LinkMessage | FloorMessage | DeskMessage


def _messages(pit: Pit, read: Read) -> Iterator[Message]:
    match read.kind:
        case "table":
            return pit.follow(read.feed, read.last)
        case "link":
            return pit.follow_link(read.feed)
        case "desk":
            return pit.follow_desk(read.last)
        case _:
            return pit.follow_floor(read.last)


def _note(message: Message, read: Read, *, timed: bool) -> None:
    now = time.time()
    read.messages += 1
    read.snapshots += message.snapshot
    match message:
        case TableMessage(version=version, events=events):
            if events and read.last is not None and events[0].version != read.last + 1:
                read.odd.append(f"after version {read.last} came {events[0].version}")
            read.last = version
            if timed:
                read.lags += [now - told.at_us / 1e6 for told in events]
            sign = message.sign or (message.view.sign if message.view else None)
            signs: tuple[Sign, ...] = () if sign is None else (sign,)
        case LinkMessage(version=version, sign=shown):
            if read.last is not None and version < read.last:
                read.odd.append(f"after version {read.last} came {version}")
            read.last, signs = version, (shown,)
        case FloorMessage(position=position) | DeskMessage(position=position):
            signs = message.links if isinstance(message, FloorMessage) else tuple(each.sign for each in message.links)
            if read.last is not None and position < read.last:
                read.odd.append(f"after position {read.last} came {position}")
            read.last = position
    if timed:
        read.signs += [(each.link, each.version, now) for each in signs]


if __name__ == "__main__":
    main(msgspec.json.decode(sys.argv[1], type=Job))
