"""A PAR sheet as plain data: which rules were analysed, and what was found, with the approved rules beside it where
something is otherwise.
"""

from datetime import date
from fractions import Fraction
from typing import Literal

from msgspec import Struct, structs

from pitlink.exact import analyse_rules, features, progressive
from pitlink.exact.changing import StrategyChange, strategy_change
from pitlink.exact.features import Featured
from pitlink.exact.figures import Choice, Figures, Line, Wager
from pitlink.exact.progressive import Progressive
from pitlink.exact.rules import SETTINGS, Rules, approved, changes, pay_table
from pitlink.games import GAMES
from pitlink.rulebook import catalogue
from pitlink.rulebook.switches import CONCERNING, DEFAULT, READING_OF


class Cell(Struct, frozen=True):
    """One line of a pay table as it was analysed; `was` is the rulebook's where that differs."""

    line: str
    pays: str | None
    was: str | None = None
    is_changed: bool = False


class PayTable(Struct, frozen=True):
    name: str
    clause: str
    lines: tuple[Cell, ...]


class Fixed(Struct, frozen=True):
    """A setting, with the rulebook's value."""

    name: str
    value: str
    approved: str
    clause: str


class Applied(Struct, frozen=True):
    """A reading that concerns the game, with the value that is taken unless told otherwise."""

    id: str
    switch: str
    point: str
    value: str
    default: str


Kind = Literal["share", "amount", "variance", "dollars"]


class Compared(Struct, frozen=True):
    """A figure by the rules analysed and by the approved ones; None where one of them has no such thing."""

    what: str
    kind: Kind
    approved: Fraction | None
    now: Fraction | None

    @property
    def difference(self) -> Fraction | None:
        return None if self.approved is None or self.now is None else self.now - self.approved


class Comparison(Struct, frozen=True):
    changes: tuple[str, ...]
    figures: tuple[Compared, ...]
    strategy: StrategyChange


class Sheet(Struct, frozen=True):
    """All that a PAR sheet says."""

    game: str
    title: str
    operator: str
    edition: str
    effective: date
    tables: tuple[PayTable, ...]
    settings: tuple[Fixed, ...]
    readings: tuple[Applied, ...]
    figures: Figures
    progressive: Progressive
    features: tuple[Featured, ...]  # of Let It Ride, by the areas that bet; without the meter
    comparison: Comparison | None


def sheet(rules: Rules) -> Sheet:
    """The sheet of some rules. Where they are not the approved ones, those are analysed too, to compare."""
    told = changes(rules)
    book = approved(rules.game)
    now = _in_order(analyse_rules(rules))
    if not told:
        return sheet_of(now)
    return sheet_of(now, Comparison(told, compared(analyse_rules(book), now), strategy_change(book, rules)))


def sheet_of(figures: Figures, comparison: Comparison | None = None) -> Sheet:
    """The same from figures that are at hand."""
    rules = figures.rules
    document = catalogue.document(rules.game)
    return Sheet(
        rules.game,
        document.title,
        document.operator,
        document.edition,
        document.effective,
        _tables(rules),
        tuple(
            Fixed(name, rules.settings[name], each.approved, each.clause) for name, each in SETTINGS[rules.game].items()
        ),
        _readings(rules),
        figures,
        progressive.figures(rules),
        _features(rules),
        comparison,
    )


def _features(rules: Rules) -> tuple[Featured, ...]:
    if rules.game != features.GAME:
        return ()
    return tuple(features.featured(rules, areas) for areas in range(1, GAMES[rules.game].LAYOUT.positions + 1))


def _tables(rules: Rules) -> tuple[PayTable, ...]:
    book = approved(rules.game)

    def cell(table: str, line: str) -> Cell:
        now, was = rules.tables[table][line], book.tables[table][line]
        said, said_before = None if now is None else str(now), None if was is None else str(was)
        return Cell(line, said, said_before if now != was else None, now != was)

    return tuple(
        PayTable(name, pay_table(rules.game, name).clause, tuple(cell(name, line) for line in lines))
        for name, lines in rules.tables.items()
    )


def _readings(rules: Rules) -> tuple[Applied, ...]:
    known = catalogue.readings()
    return tuple(
        Applied(READING_OF[name], name, known[READING_OF[name]].point, getattr(rules.switches, name), default)
        for name in sorted(CONCERNING[rules.game], key=lambda each: int(READING_OF[each][1:]))
        if (default := getattr(DEFAULT, name))
    )


def _in_order(figures: Figures) -> Figures:
    """Where a wager has a pay table of its own, what that pays comes first, and the other ends follow."""

    def lines(wager: Wager) -> tuple[Line, ...]:
        own = wager.name in figures.rules.tables
        return tuple(sorted(wager.lines, key=lambda line: line.pays is None)) if own else wager.lines

    def ordered(wagers: tuple[Wager, ...]) -> tuple[Wager, ...]:
        return tuple(structs.replace(each, lines=lines(each)) for each in wagers)

    return structs.replace(figures, wagers=ordered(figures.wagers), side_wagers=ordered(figures.side_wagers))


# What changed


def compared(book: Figures, now: Figures) -> tuple[Compared, ...]:
    """Figure by figure: the whole round, each wager, the choices, the progressive."""
    return (
        Compared("house edge", "share", book.house_edge, now.house_edge),
        Compared("element of risk", "share", book.element_of_risk, now.element_of_risk),
        Compared("average wager", "amount", book.average_wager, now.average_wager),
        Compared("hit frequency", "share", book.hit_frequency, now.hit_frequency),
        Compared("variance", "variance", book.variance, now.variance),
        *_compared_wagers((*book.wagers, *book.side_wagers), (*now.wagers, *now.side_wagers)),
        *_compared_choices(book.choices, now.choices),
        *_compared_progressives(progressive.figures(book.rules), progressive.figures(now.rules)),
    )


def _compared_wagers(book: tuple[Wager, ...], now: tuple[Wager, ...]) -> tuple[Compared, ...]:
    before = {each.name: each.house_edge for each in book}
    after = {each.name: each.house_edge for each in now}
    return tuple(
        Compared(f"{_of_one_sign(name)}, house edge", "share", before.get(name), after.get(name))
        for name in dict.fromkeys((*before, *after))
    )


def _of_one_sign(name: str) -> str:
    """The wagers of Let It Ride are called 1, 2 and $."""
    return f"wager {name}" if len(name) == 1 else name


def _compared_choices(book: tuple[Choice, ...], now: tuple[Choice, ...]) -> tuple[Compared, ...]:
    """By name; a multiple that was changed makes another choice of the same place."""
    if [each.stage for each in book] == [each.stage for each in now]:
        return tuple(
            Compared(_both(old, new), "share", old.probability, new.probability)
            for old, new in zip(book, now, strict=True)
        )
    before = {(each.stage, each.choice): each.probability for each in book}
    after = {(each.stage, each.choice): each.probability for each in now}
    return tuple(
        Compared(f"{stage}: {choice}", "share", before.get((stage, choice)), after.get((stage, choice)))
        for stage, choice in dict.fromkeys((*before, *after))
    )


def _both(old: Choice, new: Choice) -> str:
    named = new.choice if old.choice == new.choice else f"{new.choice} (approved: {old.choice})"
    return f"{new.stage}: {named}"


def _compared_progressives(book: Progressive, now: Progressive) -> tuple[Compared, ...]:
    return (
        Compared("progressive, return at any meter", "share", book.return_fixed, now.return_fixed),
        Compared("progressive, return per $100,000", "share", *(per_dollar(each) * 100_000 for each in (book, now))),
        Compared("progressive, break-even meter", "dollars", book.break_even_cents, now.break_even_cents),
    )


def per_dollar(wager: Progressive) -> Fraction:
    """What each dollar on the meter adds to the return."""
    return wager.return_per_meter * 100
