"""What the feeds say."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from pitlink.jackpot.sign import Sign
from pitlink.table.options import Option
from pitlink.table.views import TableView


class Told(Struct, frozen=True):
    """One committed event, in the form of a role."""

    version: int
    at_us: int
    by: str
    event: Mapping[str, Any]


class TableMessage(Struct, frozen=True, omit_defaults=True):
    """`version` is the table's. A `snapshot` tells nothing of before; without a view only the jackpot has changed."""

    version: int
    snapshot: bool = False
    events: tuple[Told, ...] = ()
    view: TableView | None = None
    options: tuple[Option, ...] | None = None
    sign: Sign | None = None


class LinkMessage(Struct, frozen=True, omit_defaults=True):
    version: int
    sign: Sign
    snapshot: bool = False


class TableLine(Struct, frozen=True):
    """A table as the floor shows it."""

    table: str
    game: str
    open: bool
    version: int
    round: int
    step: str | None
    dealer: str | None
    positions: int
    seated: Mapping[int, str]
    link: str | None
    minimum: Mapping[str, int | None]


class FloorMessage(Struct, frozen=True, omit_defaults=True):
    """Tables and links that have changed; all of them in the first message."""

    position: int
    tables: tuple[TableLine, ...] = ()
    links: tuple[Sign, ...] = ()
    snapshot: bool = False
