"""`pitlink serve`: the live pit."""

import asyncio
from pathlib import Path

from msgspec import Struct

from pitlink.cli.books import CannotDo, data_folder, file_of, make_private, naming, place
from pitlink.cli.opening import planned
from pitlink.cli.streams import outlive_readers
from pitlink.server import logs
from pitlink.server.dealing import Pace
from pitlink.server.hosts import is_host
from pitlink.server.limiting import FEEDS_OF_ADDRESS, Limits
from pitlink.server.serving import FloorThere, PortTaken, Settings, serve


class Asked(Struct, frozen=True):
    """The options of the command."""

    data: Path | None
    database: str | None
    host: str
    port: int
    names: tuple[str, ...]
    guests: bool
    floor: Path | None
    bots: int
    speed: float
    feeds_per_address: int | None
    log: Path | None


def serve_pit(asked: Asked) -> int:
    for name in asked.names:
        if not is_host(name):
            raise CannotDo(f"--name {name!r}: expected the name of a host without a port, such as pit.example.org")
    folder = data_folder() if asked.data is None else asked.data
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise CannotDo(f"--data {folder}: {error.strerror}: expected a folder that can be written to") from None
    books = place(str(folder / "pit.db") if asked.database is None else asked.database)
    file = file_of(books)
    if file is not None and not file.exists():
        make_private(file)
    try:
        logs.begin(asked.log)
    except OSError as error:
        raise CannotDo(f"--log {asked.log}: {error.strerror}: expected a file that can be written to") from None
    pace = Pace().times(asked.speed)
    floor = None if asked.floor is None else planned(asked.floor)
    door = (asked.host, asked.port, asked.names)
    limits = Limits(feeds_of_address=asked.feeds_per_address or FEEDS_OF_ADDRESS)
    settings = Settings(books, folder / "pit.key", *door, asked.guests, floor, asked.bots, pace, limits)
    outlive_readers()
    with naming(books):
        try:
            asyncio.run(serve(settings, lambda text: print(text, flush=True)))
        except (PortTaken, FloorThere) as cannot:
            raise CannotDo(str(cannot)) from None
    return 0
