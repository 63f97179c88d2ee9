"""The books: double entry over accounts that always add up to nothing.

A transfer takes an amount from one account and gives it to another. It is pending until it is posted or voided; a
posted one is never changed, a correction is another transfer. Entries are data; `enter` says what they make of the
books, or which of them cannot be entered and why.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Final, Literal, NewType

from msgspec import Struct

from pitlink.money import ZERO, Cents, dollars

Account = NewType("Account", str)

# What the house has at the cage, chips and cash. It gives racks their chips and links their money and takes back what
# they give up; a cash-out brings it chips for the same amount of cash. So its balance, mostly below nothing, is what
# the house has put into racks and jackpots and not got back.
BANK: Final = Account("bank")

# Outside the house, in players' pockets. Its balance below nothing is the cash that players have brought in, less what
# they have taken home. The result of the house is bank, racks, drop boxes and over/short together; by double entry that
# is this cash, less the chips that players hold and what is owed to jackpots.
CASH: Final = Account("cash")

_NAME = re.compile(r"(?!.{41}|.*  |.* $)[A-Za-z0-9][A-Za-z0-9 ._-]*")  # one that looks the same is the same


def is_name(text: str) -> bool:
    """Whether a text may name a player, a table or a link: letters, digits, . - _ and single blanks between."""
    return _NAME.fullmatch(text) is not None


def chips(table: str, player: str) -> Account:
    """A player's one stack at one table."""
    return Account(f"chips/{table}/{player}")


def rack(table: str) -> Account:
    """The table's own chips. Below nothing it is short: it has paid by the book before a fill was recorded (R116)."""
    return Account(f"rack/{table}")


def drop(table: str) -> Account:
    """The cash in the drop box, for which players were given chips."""
    return Account(f"drop/{table}")


def over_short(table: str) -> Account:
    """What counts have found missing in the rack, below nothing what they have found too much (R115)."""
    return Account(f"over_short/{table}")


def pool(link: str) -> Account:
    """What the display shows, in whole cents."""
    return Account(f"pool/{link}")


def reserve(link: str) -> Account:
    """What the hidden rate has set aside for the next reset."""
    return Account(f"reserve/{link}")


def overflow(link: str) -> Account:
    """What came in while the display stood at its limit."""
    return Account(f"overflow/{link}")


def claims_payable(link: str) -> Account:
    """Awards that are entered and not yet paid."""
    return Account(f"claims/{link}")


# Entries


class Transfer(Struct, frozen=True, gc=False, tag="transfer", tag_field="entry"):
    """An amount from one account to another.

    `wager` is the one it concerns, if any; `reason` the clause ("mbs-uth 3.10.3") or the word that explains it; `cause`
    the event it comes from ("table/T1 41"). One that is not pending is posted at once.
    """

    id: str
    giver: Account
    taker: Account
    amount: Cents
    reason: str
    cause: str
    wager: str | None = None
    pending: bool = False


class Posting(Struct, frozen=True, gc=False, tag="posting", tag_field="entry"):
    """A pending transfer becomes final."""

    transfer: str
    reason: str
    cause: str


class Voiding(Struct, frozen=True, gc=False, tag="voiding", tag_field="entry"):
    """A pending transfer comes to nothing."""

    transfer: str
    reason: str
    cause: str


Entry = Transfer | Posting | Voiding


# Books


class Balance(Struct, frozen=True, gc=False):
    """Where one account stands: what is final, and what would leave it or come to it if all pending were posted."""

    posted: Cents = ZERO
    leaving: Cents = ZERO
    coming: Cents = ZERO

    @property
    def available(self) -> Cents:
        """What can be disposed of: nothing that may still leave, nothing that has not come for good."""
        return Cents(self.posted - self.leaving)


class Books(Struct, frozen=True):
    """All accounts that have ever been used, and the transfers still pending, by their ids."""

    balances: Mapping[Account, Balance] = {}
    pending: Mapping[str, Transfer] = {}

    def balance(self, account: Account) -> Balance:
        return self.balances.get(account, NOTHING)


NOTHING: Final = Balance()
EMPTY: Final = Books()

WhyNot = Literal["amount_not_positive", "same_account", "no_reason", "no_cause", "id_used_before", "not_pending"]


class CannotEnter(Struct, frozen=True):
    """An entry that would spoil the books, and why; nothing of the entries it came with is entered."""

    entry: Entry
    why: WhyNot

    def __str__(self) -> str:
        match self.entry:
            case Transfer(id=number, giver=giver, taker=taker, amount=amount):
                return f"transfer {number} of {dollars(amount)} from {giver} to {taker}: {self.why.replace('_', ' ')}"
            case Posting(transfer=number) | Voiding(transfer=number):
                return f"transfer {number}: {self.why.replace('_', ' ')}"


def enter(books: Books, entries: Iterable[Entry]) -> Books | CannotEnter:
    """The books with all of the entries, or the first that cannot be entered.

    An id is only compared with the transfers still pending: that no id is used twice over all time is for whoever
    makes ids to see to, and `check_ids` to prove.
    """
    balances, pending = dict(books.balances), dict(books.pending)
    for entry in entries:
        if why := _why_not(entry, pending):
            return CannotEnter(entry, why)
        match entry:
            case Transfer(pending=True):
                pending[entry.id] = entry
                _add(balances, entry, leaving=entry.amount)
            case Transfer():
                _add(balances, entry, posted=entry.amount)
            case Posting():
                transfer = pending.pop(entry.transfer)
                _add(balances, transfer, posted=transfer.amount, leaving=-transfer.amount)
            case Voiding():
                transfer = pending.pop(entry.transfer)
                _add(balances, transfer, leaving=-transfer.amount)
    return Books(balances, pending)


def _why_not(entry: Entry, pending: Mapping[str, Transfer]) -> WhyNot | None:
    if not entry.reason:
        return "no_reason"
    if not entry.cause:
        return "no_cause"
    if not isinstance(entry, Transfer):
        return None if entry.transfer in pending else "not_pending"
    if entry.amount <= 0:
        return "amount_not_positive"
    if entry.giver == entry.taker:
        return "same_account"
    return "id_used_before" if entry.id in pending else None


def _add(balances: dict[Account, Balance], transfer: Transfer, *, posted: int = 0, leaving: int = 0) -> None:
    """Both sides of a transfer: what leaves the one comes to the other."""
    giver, taker = balances.get(transfer.giver, NOTHING), balances.get(transfer.taker, NOTHING)
    balances[transfer.giver] = Balance(Cents(giver.posted - posted), Cents(giver.leaving + leaving), giver.coming)
    balances[transfer.taker] = Balance(Cents(taker.posted + posted), taker.leaving, Cents(taker.coming + leaving))


# What an auditor asks


class TrialBalance(Struct, frozen=True):
    """Every account with what it has given and taken for good; the two columns must have one sum."""

    given: Mapping[Account, Cents]
    taken: Mapping[Account, Cents]

    @property
    def difference(self) -> Cents:
        return Cents(sum(self.taken.values()) - sum(self.given.values()))

    def net(self, account: Account) -> Cents:
        return Cents(self.taken.get(account, 0) - self.given.get(account, 0))


def trial_balance(entries: Iterable[Entry]) -> TrialBalance:
    """Add up any set of entries: what was transferred at once, and what was pending and has been posted since.

    It is worked out from the entries alone and owes nothing to `enter`, so that the two can be held against each other.
    """
    given: dict[Account, Cents] = {}
    taken: dict[Account, Cents] = {}
    waiting: dict[str, Transfer] = {}
    for entry in entries:
        final = None
        match entry:
            case Transfer(pending=True):
                waiting[entry.id] = entry
            case Transfer():
                final = entry
            case Posting():
                final = waiting.pop(entry.transfer, None)
            case Voiding():
                waiting.pop(entry.transfer, None)
        if final is not None:
            given[final.giver] = Cents(given.get(final.giver, 0) + final.amount)
            taken[final.taker] = Cents(taken.get(final.taker, 0) + final.amount)
    return TrialBalance(given, taken)


def check_ids(entries: Iterable[Entry]) -> str | None:
    """The first id that two transfers share, or None."""
    seen: set[str] = set()
    for entry in entries:
        if isinstance(entry, Transfer):
            if entry.id in seen:
                return entry.id
            seen.add(entry.id)
    return None
