"""Accounts added up from the entries alone, stream by stream, apart from how the books themselves add them up."""

from msgspec import Struct

from pitlink.audit.odd import Odd
from pitlink.ledger import Account, Entry, Posting, Transfer


class Part(Struct):
    """What one stream has moved in one account, in cents."""

    posted: int = 0
    leaving: int = 0
    coming: int = 0


class Accounts:
    def __init__(self) -> None:
        self.parts: dict[tuple[Account, str], Part] = {}
        self.totals: dict[Account, Part] = {}
        self.pending: dict[str, Transfer] = {}

    def enter(self, stream: str, entry: Entry) -> None:
        match entry:
            case Transfer(pending=True):
                if entry.id in self.pending:
                    raise Odd(f"transfer {entry.id} pending twice", "an id of its own")
                self.pending[entry.id] = entry
                self._move(stream, entry, posted=0, pending=entry.amount)
            case Transfer():
                self._move(stream, entry, posted=entry.amount, pending=0)
            case _:
                transfer = self.pending.pop(entry.transfer, None)
                if transfer is None:
                    raise Odd(f"the end of transfer {entry.transfer}", "a transfer that is pending")
                posted = transfer.amount if isinstance(entry, Posting) else 0
                self._move(stream, transfer, posted=posted, pending=-transfer.amount)

    def _move(self, stream: str, transfer: Transfer, *, posted: int, pending: int) -> None:
        for part in (self._part(transfer.giver, stream), self._total(transfer.giver)):
            part.posted -= posted
            part.leaving += pending
        for part in (self._part(transfer.taker, stream), self._total(transfer.taker)):
            part.posted += posted
            part.coming += pending

    def _part(self, account: Account, stream: str) -> Part:
        return self.parts.setdefault((account, stream), Part())

    def _total(self, account: Account) -> Part:
        return self.totals.setdefault(account, Part())

    def of(self, account: Account) -> Part:
        return self.totals.get(account) or Part()
