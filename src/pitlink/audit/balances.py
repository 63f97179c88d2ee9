"""Where accounts stood at a position, added up from the entries."""

from collections.abc import Collection

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitlink.ledger import Account, Balance, Books
from pitlink.money import Cents
from pitlink.store import schema


def books_at(connection: Connection, accounts: Collection[Account], position: int) -> Books:
    """What is final by then, and what would still leave; nothing is said of what would come."""
    begun, ended = schema.entry, schema.entry.alias("ended")
    end = sa.and_(
        ended.c.transfer == begun.c.transfer,
        ended.c.kind.in_(("posting", "voiding")),
        ended.c.position <= position,
    )
    asked = (
        sa.select(begun.c.giver, begun.c.taker, begun.c.kind, ended.c.kind, sa.func.sum(begun.c.amount_cents))
        .select_from(begun.outerjoin(ended, end))
        .where(begun.c.kind.in_(("transfer", "pending")), begun.c.position <= position)
        .where(sa.or_(begun.c.giver.in_(sorted(accounts)), begun.c.taker.in_(sorted(accounts))))
        .group_by(begun.c.giver, begun.c.taker, begun.c.kind, ended.c.kind)
    )
    posted: dict[Account, int] = dict.fromkeys(accounts, 0)
    leaving: dict[Account, int] = dict.fromkeys(accounts, 0)
    for giver, taker, kind, how, amount in connection.execute(asked):
        if kind == "transfer" or how == "posting":
            posted[giver] = posted.get(giver, 0) - int(amount)
            posted[taker] = posted.get(taker, 0) + int(amount)
        elif how is None:
            leaving[giver] = leaving.get(giver, 0) + int(amount)
    return Books({each: Balance(Cents(posted[each]), Cents(leaving[each])) for each in accounts})
