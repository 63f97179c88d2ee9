"""Figures and reconciliations held against entries that are added up here once more, in another way."""

import random
from collections import defaultdict
from collections.abc import Sequence
from functools import reduce
from itertools import pairwise

from pitlink import ledger
from pitlink.jackpot import reconciling
from pitlink.jackpot.events import ContributionsPosted, ContributionsReversed
from pitlink.jackpot.link import FINE
from pitlink.ledger import BANK, Account, Books, Entry, Posting, Transfer, Voiding
from pitlink.pit import Floor, Recorded, log
from pitlink.pit.figures import NOTHING_CARRIED, TableDay, carry, of_links, of_tables
from pitlink.pit.happening import Happening, happenings
from pitlink.table.events import BetsCalled, TableClosed

Flow = tuple[Account, Account]


def dated(history: Sequence[Recorded], dice: random.Random) -> list[tuple[str, Recorded]]:
    """History over three days that end anywhere, in the middle of a command too."""
    ends = sorted(dice.randrange(len(history) + 1) for _ in range(2))
    return [(f"day {1 + sum(at >= end for end in ends)}", each) for at, each in enumerate(history)]


def check_history(history: Sequence[Recorded], dice: random.Random) -> list[TableDay]:
    """Whatever was played: every win is explained thrice, and every jackpot to the last fraction of a cent."""
    happened = list(happenings(dated(history, dice), Floor()))
    found = of_tables(happened)
    _check_days(found)
    flows = _final_flows(happened)
    for each in found:
        _check_flows(each, flows[each.day])
    _check_contributions(found, happened)
    _check_links(happened)
    _check_later_days(history, dice)
    return found


def _check_days(days: list[TableDay]) -> None:
    """No day has a difference, and each begins with what the day before has left, in the jackpot too."""
    for each in days:
        assert each.figures.difference == 0, each
        assert each.figures.short >= 0
    tables = {each.table for each in days}
    for table in tables:
        for one, next_one in pairwise(each.figures for each in days if each.table == table):
            assert one.closing == next_one.opening
            assert one.carried_out == next_one.carried_in


def _final_flows(happened: list[Happening]) -> dict[str, dict[Flow, int]]:
    """What went from which account to which on each day for good, from entries alone."""
    flows: dict[str, dict[Flow, int]] = defaultdict(lambda: defaultdict(int))
    waiting: dict[str, Transfer] = {}
    for each in happened:
        for entry in each.entries:
            final: Transfer | None = None
            match entry:
                case Transfer(pending=True):
                    waiting[entry.id] = entry
                case Transfer():
                    final = entry
                case Posting():
                    final = waiting.pop(entry.transfer)
                case Voiding():
                    del waiting[entry.transfer]
            if final is not None:
                flows[each.day][final.giver, final.taker] += final.amount
    return flows


def _check_flows(day: TableDay, flows: dict[Flow, int]) -> None:
    """A day's figures as the accounts of the table have moved."""
    figures, table = day.figures, day.table
    rack, drop, over_short = ledger.rack(table), ledger.drop(table), ledger.over_short(table)

    def moved(giver: str, taker: str) -> int:
        return sum(
            amount for (gave, took), amount in flows.items() if gave.startswith(giver) and took.startswith(taker)
        )

    stacks = f"chips/{table}/"
    lost, won = moved(stacks, rack), moved(rack, stacks) - moved(ledger.CASH, drop)
    assert figures.win == lost - won + moved(over_short, rack) - moved(rack, over_short)
    assert figures.drop == moved(ledger.CASH, drop)
    assert figures.credits == moved(rack, BANK)
    assert figures.cash_outs == moved(stacks, BANK)
    assert figures.over == moved(over_short, rack) - moved(rack, over_short)
    assert sum(each.collected for each in figures.wagers.values()) == lost
    assert sum(each.paid for each in figures.wagers.values()) == won
    change = sum(amount * ((took == rack) - (gave == rack)) for (gave, took), amount in flows.items())
    new = change - (figures.closing - figures.opening)  # the float of a table that was opened first on that day
    assert figures.fills == moved(BANK, rack) - new
    slips = {"fill": figures.fills, "credit": figures.credits}
    for what, amount in slips.items():
        assert sum(slip.amount for slip in day.slips if slip.what == what) == amount


def _check_contributions(days: list[TableDay], happened: list[Happening]) -> None:
    """Each round's with the round, and in whole cents what the rates came to, but for what three meters carry."""
    exact = 0
    rounds: dict[tuple[str, int], int] = defaultdict(int)
    final: dict[tuple[str, str], int] = defaultdict(int)
    for each in happened:
        event, name = each.recorded.event, each.recorded.stream.partition("/")[2]
        match event:
            case ContributionsPosted():
                exact += event.increment + event.hidden + event.over
                rounds[event.table, event.round] += _from_bank(each)
            case ContributionsReversed():
                exact -= event.from_display + event.from_reserve + event.from_overflow
                rounds[event.table, event.round] += _from_bank(each)
            case BetsCalled() | TableClosed():
                play = each.before.tables[name].play
                final[each.day, name] += rounds.pop((name, play.number), 0) if play else 0
    assert abs(exact - sum(each.figures.posted for each in days) * FINE) < 3 * FINE
    for day in days:
        assert day.figures.contributions == final[day.day, day.table], day
    last = {each.table: each.figures.carried_out for each in days}
    for table, lies in last.items():
        assert lies == sum(amount for (name, _), amount in rounds.items() if name == table)


def _from_bank(happened: Happening) -> int:
    transfers = [entry for entry in happened.entries if isinstance(entry, Transfer)]
    return sum(each.amount * ((each.giver == BANK) - (each.taker == BANK)) for each in transfers)


def _check_links(happened: list[Happening]) -> None:
    books = _books([entry for each in happened for entry in each.entries])
    for statement in of_links(happened):
        assert statement.differences == {}
        assert reconciling.against_books(statement, books) == {}


def _check_later_days(history: Sequence[Recorded], dice: random.Random) -> None:
    """The last days alone, from the floor that they found, come to the same."""
    days = dated(history, dice)
    last = [at for at, (day, _) in enumerate(days) if day == "day 3"]
    if not last:
        return
    floor = reduce(log.after, history[: last[0]], Floor())
    carried = reduce(carry, happenings(days[: last[0]], Floor()), NOTHING_CARRIED)
    alone = of_tables(happenings(days[last[0] :], floor), carried)
    together = [each for each in of_tables(happenings(days, Floor())) if each.day == "day 3"]
    assert alone == together
    for statement in of_links(happenings(days[last[0] :], floor)):
        assert statement.differences == {}


def _books(entries: Sequence[Entry]) -> Books:
    books = ledger.enter(ledger.EMPTY, entries)
    assert isinstance(books, Books)
    return books
