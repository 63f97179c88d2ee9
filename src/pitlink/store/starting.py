"""The self-check before a process takes tables: what is kept must fit together, or nothing is operated.

It looks at where things stand, not at how they came about; that is for the audit.
"""

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitlink.jackpot import Link
from pitlink.jackpot.link import whole_cents
from pitlink.ledger import chips, overflow, pool, rack, reserve
from pitlink.store import guards, schema
from pitlink.store.streams import Known, load, name_of
from pitlink.table import Table


class SelfCheckFailed(Exception):
    """The books do not fit together: the first thing found, and what was expected."""

    def __init__(self, found: str, expected: str) -> None:
        super().__init__(f"{found}; expected {expected}: see `pitlink audit verify`, and restore a backup")
        self.found, self.expected = found, expected


def check(connection: Connection) -> tuple[int, dict[str, Known]]:
    """How many streams were looked at, and the links among them as they stand; raises `SelfCheckFailed`."""
    _check_guards(connection)
    _check_end(connection)
    streams = connection.execute(sa.select(schema.stream.c.name).order_by(schema.stream.c.name)).scalars().all()
    links = {name: found for name in streams if name.startswith("link/") and (found := load(connection, name))}
    for known in links.values():
        _check_link(connection, known)
    return len(streams), links


def check_table(connection: Connection, known: Known) -> None:
    """A table as its events leave it has what its accounts have: in the rack, and every player."""
    if not isinstance(known.state, Table) or known.version == 0:
        return
    name, table = name_of(known.stream), known.state
    held = {rack(name): table.rack, **{chips(name, who): each.chips for who, each in table.players.items()}}
    columns = schema.balance.c
    asked = sa.select(columns.account, sa.func.sum(columns.posted_cents)).where(columns.account.in_(held))
    found = {account: int(posted) for account, posted in connection.execute(asked.group_by(columns.account))}
    for account, amount in held.items():
        if (posted := found.get(account, 0)) != amount:
            raise SelfCheckFailed(f"account {account} at {posted} cents", f"{amount}, as the table has it")


def _check_guards(connection: Connection) -> None:
    """What keeps the books from being changed is still there."""
    if odd := guards.first_odd(connection):
        raise SelfCheckFailed(f"the guards of the books: {odd.found}", odd.expected)


def _check_end(connection: Connection) -> None:
    """The end of the log and of every stream is where their last events are."""
    position = connection.execute(sa.select(schema.feed.c.position)).scalar_one()
    last = connection.execute(sa.select(sa.func.max(schema.event.c.position))).scalar_one() or 0
    if position != last:
        raise SelfCheckFailed(f"event {last} is the last of the log", f"event {position}")
    stream, event = schema.stream.c, schema.event.c
    same = sa.and_(event.stream == stream.name, event.version == stream.version, event.hash == stream.head)
    asked = sa.select(stream.name).select_from(schema.stream.outerjoin(schema.event, same))
    odd = connection.execute(asked.where(stream.version > 0, event.position.is_(None))).scalar()
    if odd is not None:
        raise SelfCheckFailed(f"{odd} does not end with the event it says", "the event of its version and hash")


def _check_link(connection: Connection, known: Known) -> None:
    """A link as its events leave it, its meters as they were kept, and its accounts: one amount."""
    if not isinstance(known.state, Link) or known.version == 0:
        return
    meters, name = known.state.meters, name_of(known.stream)
    columns = schema.meter.c
    asked = sa.select(columns.display_fine, columns.reserve_fine, columns.overflow_fine)
    kept = connection.execute(asked.where(columns.link == name).order_by(columns.position.desc()).limit(1)).one()
    if tuple(kept) != (meters.display, meters.reserve, meters.overflow):
        raise SelfCheckFailed(f"meters of link {name} at {tuple(kept)}", f"{meters.display}, as its events leave it")
    held = {pool(name): meters.display, reserve(name): meters.reserve, overflow(name): meters.overflow}
    for account, amount in held.items():
        balance = schema.balance.c
        posted = connection.execute(sa.select(sa.func.sum(balance.posted_cents)).where(balance.account == account))
        if (found := int(posted.scalar() or 0)) != whole_cents(amount):
            raise SelfCheckFailed(f"account {account} at {found} cents", f"{whole_cents(amount)}, as the link has it")
