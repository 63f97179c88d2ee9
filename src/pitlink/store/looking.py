"""All tables and links as they stand at one moment, for whoever only looks."""

from collections.abc import Mapping

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.engine import Engine

from pitlink.jackpot import Link
from pitlink.pit import Floor
from pitlink.store import schema
from pitlink.store.database import at_one_moment
from pitlink.store.streams import load, name_of
from pitlink.table import Table


class Seen(Struct, frozen=True):
    """`owners` has the tables that a process runs; `position` is that of the last event."""

    floor: Floor
    owners: Mapping[str, str]
    position: int


def look(engine: Engine) -> Seen:
    tables: dict[str, Table] = {}
    links: dict[str, Link] = {}
    owners: dict[str, str] = {}
    with at_one_moment(engine) as connection:
        position = connection.execute(sa.select(schema.feed.c.position)).scalar_one()
        for row in connection.execute(sa.select(schema.stream).order_by(schema.stream.c.name)).all():
            known, name = load(connection, row.name), name_of(row.name)
            if known is not None and isinstance(known.state, Table):
                tables[name] = known.state
                if row.owner is not None:
                    owners[name] = row.owner
            if known is not None and isinstance(known.state, Link):
                links[name] = known.state
    return Seen(Floor(tables, links), owners, position)
