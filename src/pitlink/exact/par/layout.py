"""A sheet as headings, rows and words, which the terminal, the browser and paper each set in their own way."""

import re
from fractions import Fraction
from typing import Final

from msgspec import Struct

from pitlink.exact.changing import StrategyChange
from pitlink.exact.figures import Wager
from pitlink.exact.par import numbers
from pitlink.exact.par.numbers import fixed, percent
from pitlink.exact.par.sheet import Compared, Comparison, Sheet
from pitlink.exact.progressive import Progressive

PLACES: Final = 8
HUNDRED_THOUSAND: Final = 10_000_000  # dollars, in cents
NOTHING: Final = "\N{EN DASH}"


class Column(Struct, frozen=True):
    """`wide` may take more room than its words need; `fine` is the exact form of its neighbour, in small print."""

    name: str
    right: bool = False
    wide: bool = False
    fine: bool = False


class Row(Struct, frozen=True):
    cells: tuple[str, ...]
    strong: bool = False  # a total, or what is not as approved


class Grid(Struct, frozen=True):
    title: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    clause: str = ""
    notes: tuple[str, ...] = ()


def exactly(amount: Fraction) -> str:
    """For people: with a minus as they write it."""
    return numbers.exactly(amount).replace("-", numbers.MINUS)


def in_units(base: str) -> str:
    """What an amount is told in: Antes, units of Wager 1."""
    return f"in {base}s" if base.isalpha() else f"in units of {base}"


def wager_name(name: str) -> str:
    """As the layout prints it: Pair Plus, Wager 1."""
    return f"Wager {name}" if len(name) == 1 else name.replace("_", " ").title()


def sentence(words: str) -> str:
    """With a capital, and with × for times."""
    said = re.sub(r"(\d)x\b", r"\1×", words.replace("_", " "))
    return said[:1].upper() + said[1:]


def heading(sheet: Sheet) -> tuple[str, str]:
    """Whose rules these are."""
    effective = f"{sheet.effective.day} {sheet.effective:%B %Y}"
    edition = f"in effect from {effective}" if sheet.edition.startswith("w.e.f.") else f"{sheet.edition}, {effective}"
    return sheet.title, f"{sheet.operator}, {edition}"


def standing(sheet: Sheet) -> str:
    """Whether the rulebook's own rules were analysed."""
    if sheet.comparison is None:
        return "The approved rules."
    number = len(sheet.comparison.changes)
    return "One change from the approved rules." if number == 1 else f"{number} changes from the approved rules."


def headline(sheet: Sheet) -> Grid:
    """The figures that everybody asks for, each with what it is exactly."""
    found = sheet.figures
    base = wager_name(found.base)
    rows = (
        ("House edge", f"per {base}", percent(found.house_edge), exactly(found.house_edge)),
        ("Element of risk", "per unit wagered", percent(found.element_of_risk), exactly(found.element_of_risk)),
        ("Average wager", in_units(base), fixed(found.average_wager, 6), exactly(found.average_wager)),
        ("Hit frequency", "rounds won", percent(found.hit_frequency), exactly(found.hit_frequency)),
        (
            "Standard deviation",
            in_units(base),
            fixed(numbers.root(found.variance), 6),
            f"√({exactly(found.variance)})",
        ),
    )
    columns = (
        Column("Best play"),
        Column(""),
        Column("Decimal", right=True),
        Column("Exactly", right=True, wide=True, fine=True),
    )
    notes = (f"{found.deals:,} deals counted. Side wagers apart.",)
    return Grid("The round", columns, tuple(map(Row, rows)), notes=notes)


def wager_grid(wager: Wager) -> Grid:
    """Line by line; the total stands in the lower right corner."""
    rows = [
        Row(
            (
                sentence(line.what),
                line.pays or NOTHING,
                f"{line.combinations:,}",
                fixed(line.probability, PLACES),
                exactly(line.returns),
                fixed(line.returns, PLACES, sign=True),
            )
        )
        for line in wager.lines
    ]
    total = (
        "Total",
        "",
        f"{sum(line.combinations for line in wager.lines):,}",
        fixed(sum((line.probability for line in wager.lines), Fraction(0)), PLACES),
        exactly(wager.expectation),
        fixed(wager.expectation, PLACES, sign=True),
    )
    columns = (
        Column("Ends as", wide=True),
        Column("Pays", right=True),
        Column("Combinations", right=True),
        Column("Probability", right=True),
        Column("Return exactly", right=True, fine=True),
        Column("Return", right=True),
    )
    return Grid(wager_name(wager.name), columns, (*rows, Row(total, strong=True)), wager.clause)


def wager_facts(wager: Wager, base: str) -> tuple[tuple[str, str, str], ...]:
    """Name, decimal, and what it is exactly. Of a side wager all is told per its own stake."""
    return (
        (f"House edge per {base}", percent(wager.house_edge), exactly(wager.house_edge)),
        ("Hit frequency", percent(wager.hit_frequency), exactly(wager.hit_frequency)),
        ("Average wager", fixed(wager.average, 6), exactly(wager.average)),
        ("Standard deviation", fixed(numbers.root(wager.variance), 6), f"√({exactly(wager.variance)})"),
    )


def wagers(sheet: Sheet) -> tuple[tuple[Wager, str], ...]:
    """Each wager with the name of what its figures are told in."""
    found = sheet.figures
    base = wager_name(found.base)
    return (
        *((wager, base) for wager in found.wagers),
        *((wager, f"{wager_name(wager.name)} stake") for wager in found.side_wagers),
    )


def choices_grid(sheet: Sheet) -> Grid:
    rows = [
        Row(
            (
                sentence(each.stage),
                sentence(each.choice),
                exactly(each.probability),
                percent(each.probability),
                each.clause,
            )
        )
        for each in sheet.figures.choices
    ]
    columns = (
        Column("When"),
        Column("Choice", wide=True),
        Column("Exactly", right=True, fine=True),
        Column("Of all rounds", right=True),
        Column("Clause", right=True),
    )
    return Grid("How often each choice is best", columns, tuple(rows))


def tables_grid(sheet: Sheet) -> Grid:
    """Every pay table as it was analysed."""
    rows = []
    for table in sheet.tables:
        for nth, cell in enumerate(table.lines):
            pays = cell.pays or "nothing"
            said = f"{pays} (approved: {cell.was or 'nothing'})" if cell.is_changed else pays
            name, clause = (wager_name(table.name), table.clause) if nth == 0 else ("", "")
            rows.append(Row((name, sentence(cell.line), said, clause), strong=cell.is_changed))
    columns = (Column("Table"), Column("Line", wide=True), Column("Pays", right=True), Column("Clause", right=True))
    return Grid("Pay tables", columns, tuple(rows))


def settings_grid(sheet: Sheet) -> Grid:
    rows = []
    for each in sheet.settings:
        changed = each.value != each.approved
        said = f"{each.value} (approved: {each.approved})" if changed else each.value
        rows.append(Row((sentence(each.name), said, each.clause), strong=changed))
    columns = (Column("Setting", wide=True), Column("Value", right=True), Column("Clause", right=True))
    return Grid("Settings", columns, tuple(rows))


def readings_grid(sheet: Sheet) -> Grid:
    rows = []
    for each in sheet.readings:
        changed = each.value != each.default
        value, default = each.value.replace("_", " "), each.default.replace("_", " ")
        said = f"{value} (default: {default})" if changed else value
        rows.append(Row((each.id, sentence(each.point), said), strong=changed))
    columns = (Column("Reading"), Column("What the rulebook leaves open", wide=True), Column("Read as", right=True))
    return Grid("Readings applied", columns, tuple(rows))


def progressive_grid(sheet: Sheet) -> Grid:
    wager = sheet.progressive
    rows = [
        Row(
            (
                sentence(line.what),
                line.pays or NOTHING,
                f"{line.combinations:,}",
                fixed(line.probability, PLACES),
                fixed(line.probability * line.share * HUNDRED_THOUSAND / wager.stake_cents, PLACES),
                fixed(line.probability * line.fixed, PLACES),
            )
        )
        for line in wager.lines
    ]
    total = (
        "Total",
        "",
        f"{wager.deals:,}",
        fixed(sum((line.probability for line in wager.lines), Fraction(0)), PLACES),
        fixed(wager.return_per_meter * HUNDRED_THOUSAND, PLACES),
        fixed(wager.return_fixed, PLACES),
    )
    columns = (
        Column("Hand", wide=True),
        Column("Pays", right=True),
        Column("Combinations", right=True),
        Column("Probability", right=True),
        Column("Per $100,000", right=True),
        Column("Any meter", right=True),
    )
    note = "Returns for a stake of 1: for every $100,000 on the meter, and whatever it shows."
    clause = next(table.clause for table in sheet.tables if table.name == "progressive")
    return Grid("Progressive", columns, (*rows, Row(total, strong=True)), clause, (note,))


def progressive_facts(wager: Progressive) -> tuple[tuple[str, str, str], ...]:
    even, per_100_000 = wager.break_even_cents, wager.return_per_meter * HUNDRED_THOUSAND
    return (
        ("Stake", numbers.dollars(Fraction(wager.stake_cents)), ""),
        ("Hit frequency", percent(wager.hit_frequency), exactly(wager.hit_frequency)),
        ("Return at any meter", percent(wager.return_fixed), exactly(wager.return_fixed)),
        ("Return per $100,000", percent(per_100_000), exactly(per_100_000)),
        (
            "Break-even meter",
            "none" if even is None else numbers.dollars(even),
            "" if even is None else f"{exactly(even)} cents",
        ),
    )


def features_grid(sheet: Sheet) -> Grid | None:
    """Magic Card and Lucky Player, where a game has them."""
    if not sheet.features:
        return None
    rows = [
        Row(
            (
                str(each.areas),
                percent(each.hand),
                percent(each.magic_card),
                percent(each.lucky_player),
                exactly(each.both),
                percent(each.both),
                percent(each.most_drawn),
            )
        )
        for each in sheet.features
    ]
    columns = (
        Column("Areas betting", wide=True),
        Column("Hand", right=True),
        Column("Magic Card", right=True),
        Column("Lucky Player", right=True),
        Column("Together exactly", right=True, fine=True),
        Column("Together", right=True),
        Column("At most drawn", right=True),
    )
    notes = (
        "What a credit returns at an empty meter, each feature drawn in every round. Both drawn in up to the last "
        "share of the rounds return no more than is staked.",
    )
    clause = next(table.clause for table in sheet.tables if table.name == "features")
    return Grid("Magic Card and Lucky Player", columns, tuple(rows), clause, notes)


def comparison_grids(sheet: Sheet) -> tuple[Grid, ...]:
    """What the changes come to, where there are any."""
    if sheet.comparison is None:
        return ()
    return comparison_grid(sheet.comparison), strategy_grid(sheet.comparison.strategy)


def comparison_grid(comparison: Comparison) -> Grid:
    """The approved figures beside the new ones."""
    rows = [Row((_compared_name(each), *_compared(each))) for each in comparison.figures]
    columns = (
        Column("Figure", wide=True),
        Column("Approved", right=True),
        Column("Now", right=True),
        Column("Difference", right=True),
    )
    return Grid("Against the approved rules", columns, tuple(rows), notes=comparison.changes)


def strategy_grid(change: StrategyChange) -> Grid:
    """What best play does otherwise: by name where it has one, and how many decisions in all."""
    together: dict[tuple[str, str, str], list[str]] = {}
    for each in change.choices:
        together.setdefault((each.stage, each.approved, each.now), []).append(each.what)
    rows = [
        Row((sentence(stage), ", ".join(what), sentence(before), sentence(after)), strong=True)
        for (stage, before, after), what in together.items()
    ]
    if not rows:
        rows = [Row((sentence(change.flips[0].stage), "nothing with a name", NOTHING, NOTHING))]
    columns = (Column("When"), Column("With", wide=True), Column("Approved"), Column("Now"))
    notes = (
        f"{sentence(each.stage)}: {each.sets:,} of {each.of:,} sets of cards are played otherwise, "
        f"{percent(each.probability)}."
        for each in change.flips
    )
    return Grid("Best play against the approved rules", columns, tuple(rows), notes=tuple(notes))


def _compared_name(each: Compared) -> str:
    return "Standard deviation" if each.kind == "variance" else sentence(each.what)


def _compared(each: Compared) -> tuple[str, str, str]:
    def shown(amount: Fraction | None) -> str:
        if amount is None:
            return NOTHING
        match each.kind:
            case "share":
                return percent(amount)
            case "amount":
                return fixed(amount, 6)
            case "variance":
                return fixed(numbers.root(amount), 6)
            case "dollars":
                return numbers.dollars(amount)

    if each.difference is None:
        return shown(each.approved), shown(each.now), NOTHING
    assert each.approved is not None
    assert each.now is not None
    match each.kind:
        case _ if each.difference == 0:
            difference = "unchanged"
        case "share":
            difference = percent(each.difference, sign=True)
        case "amount":
            difference = fixed(each.difference, 6, sign=True)
        case "variance":
            apart = Fraction(numbers.root(each.now, 20)) - Fraction(numbers.root(each.approved, 20))
            difference = fixed(apart, 6, sign=True)
        case "dollars":
            difference = fixed(each.difference / 100, 2, sign=True)
    return shown(each.approved), shown(each.now), difference
