"""A floor of two tables in books, as commands make it, and what is asked of it."""

import json
import os
import re
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Engine

from pitlink.audit.verifying import verify
from pitlink.store import schema
from pitlink.store.database import open_engine, open_to_read
from tests.cli.processes import PITLINK, Done, pitlink

SMALL = """\
[[link]]
name = "L1"
operator = "mbs"
base = "100,000.00"
reset = "50,000.00"
increment = "20 %"
hidden = "5 %"
overflow = "reserve"
most = "1,000.00"
unit = "5.00"

[[table]]
name = "T1"
game = "mbs-3cp"
link = "L1"
float = "50,000.00"
unattended = true
limits.ante = ["10.00", "500.00"]
limits.pair_plus = ["5.00", "100.00"]

[[table]]
name = "T2"
game = "mbs-3cp"
float = "50,000.00"
unattended = true
limits.ante = ["10.00", "500.00"]
limits.pair_plus = ["5.00", "100.00"]
"""


PROGRESS = re.compile(r"Rounds played: \d+ of \d+\n")  # shown on a slow machine


def works(*arguments: str | Path) -> str:
    done = pitlink(*arguments)
    assert (done.returncode, PROGRESS.sub("", done.stderr)) == (0, ""), done.stderr
    return done.stdout


def shown(books: str | Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(works("floor", "show", "--json", "--books", books))
    return found


def is_right(books: str | Path) -> None:
    engine = open_engine(str(books))
    verify(engine)
    engine.dispose()


def open_from(text: str, books: str | Path) -> None:
    with tempfile.NamedTemporaryFile("w", suffix=".toml", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        works("floor", "open", file.name, "--books", books, "--by", "Gus")


def open_small(books: str | Path) -> None:
    open_from(SMALL, books)


def two_rounds(books: str) -> None:
    open_small(books)
    works("floor", "play", "--rounds", "2", "--seed", "3", "--books", books)


def interrupted(books: str, number: int, seconds: float) -> Done:
    command = [*PITLINK, "floor", "play", "--rounds", "100000", "--books", books]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ)
    wait_for_rounds(books)
    time.sleep(seconds)
    process.send_signal(number)
    out, err = process.communicate(timeout=30)
    return Done(command, process.returncode, out, err)


def wait_for_rounds(books: str) -> None:
    engine = open_to_read(books)
    before, ends = end_of(engine), time.monotonic() + 30
    while end_of(engine) < before + 20:
        assert time.monotonic() < ends
        time.sleep(0.02)
    engine.dispose()


def end_of(engine: Engine) -> int:
    with engine.connect() as connection:
        position: int = connection.execute(sa.select(schema.feed.c.position)).scalar_one()
        return position
