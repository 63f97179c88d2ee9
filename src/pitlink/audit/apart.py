"""`python -m pitlink.audit.apart`: the books proved in a process of its own, beside one that runs tables.

Their address comes on standard input, how far it is and what was found go out as lines of JSON. It gives way to
whatever else the machine has to do: a proof may take longer, a table may not.
"""

import os
import sys
from typing import Final

import msgspec
from msgspec import Struct
from sqlalchemy.exc import DBAPIError

from pitlink.audit.odd import Wrong
from pitlink.audit.verifying import Verified, verify
from pitlink.store import Unavailable, software
from pitlink.store.database import open_to_read, unavailable
from pitlink.store.migrating import CannotMigrate, NotBooks, check

NICE: Final = 10


class Going(Struct, frozen=True, tag="going"):
    """So many events of so many are proved."""

    done: int
    total: int


class Right(Struct, frozen=True, tag="right"):
    """By which software, which may be another by now than the one that asked."""

    software: str
    verified: Verified


class Found(Struct, frozen=True, tag="wrong"):
    """The first thing that is not as it must be."""

    software: str
    where: str
    found: str
    expected: str


class Away(Struct, frozen=True, tag="away"):
    """Books that could not be read to their end; this says nothing about what is in them."""

    why: str


Line = Going | Right | Found | Away


def prove(where: str) -> Right | Found | Away:
    engine = open_to_read(where)
    try:
        check(engine)
        return Right(software.digest(), verify(engine, lambda done, total: _say(Going(done, total))))
    except Wrong as wrong:
        return Found(software.digest(), wrong.where, wrong.found, wrong.expected)
    except DBAPIError as error:
        return Away(str(unavailable(error)))
    except (Unavailable, CannotMigrate, NotBooks) as error:
        return Away(str(error))
    finally:
        engine.dispose()


def _say(line: Line) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(line) + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    os.nice(NICE)
    _say(prove(sys.stdin.readline().strip()))
