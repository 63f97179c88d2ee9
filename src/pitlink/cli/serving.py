"""`pitlink serve`: the live pit."""

import asyncio
import logging
import sys
from pathlib import Path

from pitlink.cli.books import CannotDo, data_folder, file_of, make_private, naming, place
from pitlink.server.dealing import Pace
from pitlink.server.serving import Settings, serve


def serve_pit(data: Path | None, database: str | None, host: str, port: int, *, guests: bool, speed: float) -> int:
    folder = data_folder() if data is None else data
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise CannotDo(f"--data {folder}: {error.strerror}: expected a folder that can be written to") from None
    books = place(str(folder / "pit.db") if database is None else database)
    file = file_of(books)
    if file is not None and not file.exists():
        make_private(file)
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr, format="%(asctime)s %(levelname)s %(message)s")
    settings = Settings(books, folder / "pit.key", host, port, guests, Pace().times(speed))
    with naming(books):
        asyncio.run(serve(settings, lambda text: print(text, flush=True)))
    return 0
