"""The figures of the gaming day in progress, as a screen reads them."""

from collections.abc import Mapping

from msgspec import Struct

from pitlink.audit.awards import State
from pitlink.audit.in_progress import DayFigures
from pitlink.jackpot.reconciling import COUNTED, Column, Meter, Reconciliation
from pitlink.money import Cents
from pitlink.pit.figures import Figures, TableDay, by_game, of_floor
from pitlink.pit.statements import KINDS, METERS, fine_dollars


class WagerFigures(Struct, frozen=True):
    """One kind of wager: what was staked, and what of it the house won."""

    staked: Cents
    won: Cents


class FiguresTold(Struct, frozen=True):
    """Win is closing + drop + credits - opening - fills; hold is win as a part of the drop, in basis points.

    `difference` is what of the win no wager and no count explains: nothing, or something is wrong.
    """

    rounds: int
    voids: int
    opening: Cents
    fills: Cents
    credits: Cents
    drop: Cents
    closing: Cents
    win: Cents
    hold_bp: int | None
    handle: Cents
    contributions: Cents
    net: Cents
    over: Cents
    short: Cents
    cash_outs: Cents
    difference: Cents
    wagers: Mapping[str, WagerFigures]


class SlipTold(Struct, frozen=True):
    number: str
    what: str
    amount: Cents
    dealer: str
    by: str


class TableFigures(Struct, frozen=True):
    """`counted`: the table is closed, and `closing` is a count."""

    table: str
    game: str
    counted: bool
    figures: FiguresTold
    slips: tuple[SlipTold, ...]


class MeterChange(Struct, frozen=True):
    words: str
    amount: str


class MeterFigures(Struct, frozen=True):
    """One meter over the day, as an accountant states it; behind the cents stands the fraction that is carried."""

    meter: Meter
    words: str
    start: str
    changes: tuple[MeterChange, ...]
    now: str
    difference: str | None  # what no event explains


class LinkFigures(Struct, frozen=True):
    link: str
    meters: tuple[MeterFigures, ...]


class AwardFigures(Struct, frozen=True):
    """One share of a jackpot, in the order of winners."""

    link: str
    table: str
    round: int
    position: int
    line: str
    hand: str
    amount: Cents
    rule: str
    state: State
    entered_us: int | None
    player: str
    verified: str
    approved: str
    paid: str
    paid_us: int | None


class ShiftFigures(Struct, frozen=True):
    """Of the day in progress, or since one of its full `hours`, from the event `first` to the event `last`.

    Awards are those of the whole day.
    """

    day: str
    begins_us: int
    since_us: int
    hours: tuple[int, ...]
    first: int
    last: int
    floor: FiguresTold
    games: Mapping[str, FiguresTold]
    tables: tuple[TableFigures, ...]
    links: tuple[LinkFigures, ...]
    awards: tuple[AwardFigures, ...]


def told(found: DayFigures) -> ShiftFigures:
    return ShiftFigures(
        *(found.day, found.begins_us, found.since_us, found.hours, found.first, found.last),
        _figures(of_floor(found.tables)),
        {game: _figures(figures) for game, figures in sorted(by_game(found.tables).items())},
        tuple(map(_table, found.tables)),
        tuple(map(_link, found.links)),
        tuple(
            AwardFigures(
                *(each.link, each.table, each.round, each.position, each.line, each.hand, each.amount, each.rule),
                *(each.state, each.entered_us, each.player, each.verified, each.approved, each.paid, each.paid_us),
            )
            for each in found.awards
        ),
    )


def _table(day: TableDay) -> TableFigures:
    slips = tuple(SlipTold(each.number, each.what, each.amount, each.dealer, each.by) for each in day.slips)
    return TableFigures(day.table, day.game, day.counted, _figures(day.figures), slips)


def _figures(of: Figures) -> FiguresTold:
    return FiguresTold(
        *(of.rounds, of.voids, of.opening, of.fills, of.credits, of.drop, of.closing, of.win),
        None if of.hold is None else round(of.hold * 10_000),
        *(of.handle, of.contributions, of.net, of.over, of.short, of.cash_outs, of.difference),
        {wager: WagerFigures(each.staked, each.won) for wager, each in of.wagers.items()},
    )


def _link(statement: Reconciliation) -> LinkFigures:
    return LinkFigures(statement.link, tuple(_meter(meter, column) for meter, column in statement.columns.items()))


def _meter(meter: Meter, column: Column) -> MeterFigures:
    def written(amount: int) -> str:
        return f"{amount:,}" if meter in COUNTED else fine_dollars(amount)

    changes = tuple(
        MeterChange(words, written(column.changes[kind])) for kind, words in KINDS.items() if kind in column.changes
    )
    difference = written(column.difference) if column.difference else None
    return MeterFigures(meter, METERS[meter], written(column.start), changes, written(column.now), difference)
