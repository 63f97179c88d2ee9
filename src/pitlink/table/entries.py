"""What an event of a table means to the books.

Stakes stay in a player's stack while they lie on the layout. A line takes what is lost and adds what is won, pending
until the next call makes the round final (R40) or a void undoes it (R39).

Cash for chips goes to the drop box, and the chips come from the rack; chips are cashed at the cage, which is the bank.
"""

from collections.abc import Iterator

from pitlink import ledger
from pitlink.ledger import BANK, CASH, Account, Entry, Posting, Transfer, Voiding
from pitlink.money import Cents
from pitlink.table.events import (
    AwardPaid,
    BetsCalled,
    BoughtIn,
    CashedOut,
    Event,
    LineSettled,
    RackCounted,
    RackCredited,
    RackFilled,
    RoundVoided,
    SettlementSetAside,
    TableClosed,
    TableOpened,
)
from pitlink.table.state import Table

Move = tuple[Account, Account, Cents]


def entries(before: Table, event: Event, after: Table) -> tuple[Entry, ...]:
    setup = after.rules
    table = setup.table
    rack = ledger.rack(table)
    cause = _cause(table, after.version)
    match event:
        case TableOpened():
            if not setup.opening_float or before.setup is not None:  # a table opened again still has its float
                return ()
            return _posted(cause, "opening float", (BANK, rack, setup.opening_float))
        case BoughtIn():
            stack = ledger.chips(table, event.player)
            sold = (CASH, ledger.drop(table), event.amount), (rack, stack, event.amount)
            return _posted(cause, "buy-in", *sold)
        case CashedOut():
            stack = ledger.chips(table, event.player)
            return _posted(cause, "cash-out", (stack, BANK, event.amount), (BANK, CASH, event.amount))
        case RackFilled():
            return _posted(cause, f"fill, slip {event.slip}", (BANK, rack, event.amount))
        case RackCredited():
            return _posted(cause, f"credit, slip {event.slip}", (rack, BANK, event.amount))
        case RackCounted():
            return _posted(cause, "rack counted", *_counted(table, Cents(event.counted - event.expected)))
        case LineSettled():
            reason = _cited(setup.game, event.rule)
            return tuple(
                Transfer(number, giver, taker, amount, reason, cause, event.wager, pending=True)
                for number, (giver, taker, amount) in zip(pending_ids(before, event), moves(before, event), strict=True)
            )
        case AwardPaid():
            reason = _cited(setup.game, event.rule)
            return tuple(
                Transfer(number, giver, taker, amount, reason, cause, event.line, pending=True)
                for number, (giver, taker, amount) in zip(pending_ids(before, event), moves(before, event), strict=True)
            )
        case BetsCalled() | TableClosed():
            reason = event.clause if isinstance(event, BetsCalled) else "table closed"
            return tuple(Posting(number, reason, cause) for number in _pending(before))
        case RoundVoided() | SettlementSetAside():
            return tuple(Voiding(number, event.clause, cause) for number in _pending(before))
        case _:
            return ()


def _posted(cause: str, reason: str, *moves: Move) -> tuple[Transfer, ...]:
    """Final at once."""
    return tuple(
        Transfer(f"{cause}.{number}", giver, taker, amount, reason, cause)
        for number, (giver, taker, amount) in enumerate(moves, start=1)
    )


def _counted(table: str, over: Cents) -> Iterator[Move]:
    rack, over_short = ledger.rack(table), ledger.over_short(table)
    if over > 0:
        yield over_short, rack, over
    elif over < 0:
        yield rack, over_short, Cents(-over)


def _cause(table: str, version: int) -> str:
    return f"table/{table} {version}"


def _cited(game: str, rule: str) -> str:
    """A clause with its document; a reading, or a sibling's clause, stands by itself."""
    return rule if rule.startswith("R") or " " in rule else f"{game} {rule}"


def _pending(table: Table) -> tuple[str, ...]:
    return table.play.pending if table.play else ()


def moves(before: Table, event: LineSettled | AwardPaid) -> list[Move]:
    """From whom to whom: what is lost to the rack, what is won from it, what the link pays from its claims."""
    setup = before.rules
    if isinstance(event, AwardPaid):
        assert setup.link is not None
        return [(ledger.claims_payable(setup.link), ledger.chips(setup.table, event.player), event.amount)]
    rack = ledger.rack(setup.table)
    found = []
    for each in event.payments:
        stack = ledger.chips(setup.table, each.player)
        if each.collected:
            found.append((stack, rack, each.collected))
        if each.paid:
            found.append((rack, stack, each.paid))
    return found


def pending_ids(before: Table, event: LineSettled | AwardPaid) -> tuple[str, ...]:
    cause = _cause(before.rules.table, before.version + 1)
    return tuple(f"{cause}.{number}" for number in range(1, len(moves(before, event)) + 1))
