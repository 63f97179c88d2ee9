"""Figures and reconciliations written out for people, line by line as an accountant states them."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from pitlink.jackpot.link import FINE, Parameters
from pitlink.jackpot.parameters import percent as points
from pitlink.jackpot.reconciling import COUNTED, Column, Kind, Meter, Reconciliation
from pitlink.money import Cents
from pitlink.pit.figures import Figures, TableDay
from pitlink.pit.words import money, wager

METERS: Final[dict[Meter, str]] = {
    "display": "Display",
    "reserve": "Reserve",
    "overflow": "Overflow",
    "claims": "Claims entered and not paid",
    "wins": "Wins",
    "wagers_in": "Wagers in",
    "hits": "Hits",
}
KINDS: Final[dict[Kind, str]] = {
    "base": "base",
    "contribution": "contributions",
    "wager_returned": "contributions of wagers handed back",
    "award": "awards",
    "reset_from_reserve": "reset from the reserve",
    "reset_from_house": "reset from the house",
    "order_of_winners": "another order of winners",
    "award_withdrawn": "awards withdrawn",
    "overflow_released": "overflow released",
    "limit": "above the limit",
    "equipment_fault": "equipment faults put right",
    "received": "received from a link that ended",
    "transferred": "transferred to another link",
    "retired": "to the house, the jackpot ended",
    "paid": "paid to winners",
}


def tell_table(day: TableDay) -> Iterator[str]:
    yield f"Table {day.table}, {day.game}, {day.day}"
    yield from tell_figures(day.figures, counted=day.counted)
    for slip in day.slips:
        signed = f"  by {slip.by}, signed by {slip.dealer}"
        yield _row(f"slip {slip.number}, {slip.what}", _plain(slip.amount)) + signed


def tell_figures(figures: Figures, *, counted: bool) -> Iterator[str]:
    """Win by the counts, then what it is made of."""
    yield _row("closing count" if counted else "closing by the books", _plain(figures.closing))
    yield _row("+ drop", _plain(figures.drop))
    yield _row("+ credits", _plain(figures.credits))
    yield _row("- opening", _plain(figures.opening))
    yield _row("- fills", _plain(figures.fills))
    yield _row("= win", _plain(figures.win))
    yield _row("hold", "no drop" if figures.hold is None else percent(figures.hold))
    yield _row("- contributions of final rounds", _plain(figures.contributions))
    yield _row("= win net of contributions", _plain(figures.net))
    for name, each in figures.wagers.items():
        yield _row(f"{wager(name)}, won by the house", _plain(each.won)) + f"  of {_plain(each.staked)} staked"
    yield _row("counts over, short below 0", _plain(figures.over))
    yield _row("not explained", _plain(figures.difference))
    yield _row("handle", _plain(figures.handle))
    yield _row("progressive wagers collected", _plain(figures.progressive))
    yield _row("contributions carried in", _plain(figures.carried_in))
    yield _row("+ posted to the jackpot", _plain(figures.posted))
    yield _row("- carried out, the round not final", _plain(figures.carried_out))
    yield _row("= contributions of final rounds", _plain(figures.contributions))
    yield _row("cashed at the cage", _plain(figures.cash_outs))
    yield _row("rack short by at most", _plain(figures.short))
    yield _row("rounds", str(figures.rounds)) + (f"  and {figures.voids} void" if figures.voids else "")


def tell_jackpot(statement: Reconciliation) -> Iterator[str]:
    """Every meter with a line for every kind of change; behind the cents the fraction that is carried."""
    yield f"Jackpot {statement.link}"
    for meter, column in statement.columns.items():
        yield from _tell_column(meter, column)


def _tell_column(meter: Meter, column: Column) -> Iterator[str]:
    def written(amount: int) -> str:
        return f"{amount:,}" if meter in COUNTED else fine_dollars(amount)

    if not column.changes and not column.difference:
        yield _row(f"{METERS[meter]}, unchanged", written(column.now))
        return
    yield METERS[meter]
    yield _row("  start", written(column.start))
    for kind, words in KINDS.items():
        if kind in column.changes:
            yield _row(f"  {words}", written(column.changes[kind]))
    yield _row("  now", written(column.now))
    yield _row("  not explained", written(column.difference))


def tell_parameters(given: Parameters) -> Iterator[tuple[str, str]]:
    """Every parameter by its short name, as people write it."""
    shares = (given.features.magic_card_bp, given.features.lucky_player_bp)
    yield "base", money(given.base)
    yield "reset", money(given.reset)
    yield "increment", points(given.increment_rate_bp)
    yield "hidden", points(given.hidden_rate_bp)
    yield "limit", money(given.limit) if given.limit is not None else "none"
    yield "overflow", f"to the {given.overflow_to.replace('_', ' ')}"
    yield "most in a round", money(given.unreasonable_contribution)
    yield "unit", money(given.unit)
    yield "Magic Card, Lucky Player", " and ".join(map(points, shares))


def fine_dollars(amount: int) -> str:
    """Dollars and cents, then the ten-thousandths of a cent: "100,000.01 2500"."""
    cents, carried = divmod(abs(amount), FINE)
    return f"{'-' if amount < 0 else ''}{_plain(Cents(cents))} {carried:04d}"


def percent(part: Fraction) -> str:
    hundredths = round(part * 10_000)
    whole, rest = divmod(abs(hundredths), 100)
    return f"{'-' if hundredths < 0 else ''}{whole:,}.{rest:02d} %"


def _plain(amount: Cents) -> str:
    return money(amount).replace("$", "")


def _row(words: str, amount: str) -> str:
    return f"{words:<38}{amount:>20}"
