"""Ledger entries as rows, and what they make of the balances."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitlink.ledger import Account, Entry, Posting, Transfer, Voiding
from pitlink.money import Cents
from pitlink.store import schema
from pitlink.store.database import insert_many

Row = dict[str, Any]
_CHANGES = ("posted_cents", "leaving_cents", "coming_cents")

_ADDING = "on conflict (account, stream) do update set " + ", ".join(
    f"{name} = balance.{name} + excluded.{name}" for name in _CHANGES
)

_BEGUN: Final = sa.text("kind in ('transfer', 'pending')")  # in the words of the index entry_begins, or it is not used

Sides = tuple[Account, Account, Cents]  # giver, taker, amount


class Posted:
    """The entries of one transaction."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self._pending: dict[str, Sides] = {}
        self._ends: list[tuple[str, str, bool]] = []  # stream, transfer, whether it is posted
        self._balances: dict[tuple[Account, str], list[int]] = {}

    def add(self, entries: Iterable[Entry], positions: Mapping[str, int]) -> None:
        """`positions` has each event that an entry names as its cause."""
        nth: dict[int, int] = {}
        for entry in entries:
            position = positions[entry.cause]
            nth[position] = nth.get(position, 0) + 1
            stream = entry.cause.rpartition(" ")[0]
            row: Row = {"position": position, "nth": nth[position], "reason": entry.reason}
            match entry:
                case Transfer(pending=pending):
                    sides = (entry.giver, entry.taker, entry.amount)
                    if pending:
                        self._pending[entry.id] = sides
                        self._move(stream, sides, leaving=1)
                    else:
                        self._move(stream, sides, posted=1)
                    row |= {
                        "kind": "pending" if pending else "transfer",
                        "transfer": entry.id,
                        "giver": entry.giver,
                        "taker": entry.taker,
                        "amount_cents": entry.amount,
                        "wager": entry.wager,
                    }
                case Posting() | Voiding():
                    posted = isinstance(entry, Posting)
                    self._ends.append((stream, entry.transfer, posted))
                    row |= {
                        "kind": "posting" if posted else "voiding",
                        "transfer": entry.transfer,
                        "giver": None,
                        "taker": None,
                        "amount_cents": None,
                        "wager": None,
                    }
            self.rows.append(row)

    def _move(self, stream: str, sides: Sides, *, posted: int = 0, leaving: int = 0) -> None:
        giver, taker, amount = sides
        given = self._balances.setdefault((giver, stream), [0, 0, 0])
        given[0] -= posted * amount
        given[1] += leaving * amount
        taken = self._balances.setdefault((taker, stream), [0, 0, 0])
        taken[0] += posted * amount
        taken[2] += leaving * amount

    def write(self, connection: Connection) -> None:
        if not self.rows:
            return
        self._end(connection)
        insert_many(connection, schema.entry, self.rows)
        rows = [
            {"account": account, "stream": stream, **dict(zip(_CHANGES, change, strict=True))}
            for (account, stream), change in self._balances.items()
            if any(change)
        ]
        insert_many(connection, schema.balance, rows, _ADDING)

    def _end(self, connection: Connection) -> None:
        """What was pending is so no more, and final if it is posted."""
        wanted = [transfer for _, transfer, _ in self._ends if transfer not in self._pending]
        columns = schema.entry.c
        for start in range(0, len(wanted), 500):
            asked = sa.select(columns.transfer, columns.giver, columns.taker, columns.amount_cents).where(
                _BEGUN, columns.kind == "pending", columns.transfer.in_(wanted[start : start + 500])
            )
            for transfer, giver, taker, amount in connection.execute(asked):
                self._pending[transfer] = (giver, taker, amount)
        for stream, transfer, posted in self._ends:
            self._move(stream, self._pending[transfer], posted=int(posted), leaving=-1)
