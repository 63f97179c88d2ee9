"""A sheet for the terminal. Exact forms stand beside where there is room; on a narrow one, columns go under one
another.
"""

from collections.abc import Sequence
from typing import Final

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from pitlink.exact.par import layout
from pitlink.exact.par.layout import Grid
from pitlink.exact.par.sheet import Sheet

FINE_FROM: Final = 118  # columns from which a table has its exact forms too
NARROW: Final = 76
GAP: Final = 3  # between columns
HEAD: Final = "bold"
DIM: Final = "dim"


def print_sheet(console: Console, sheet: Sheet) -> None:
    title, edition = layout.heading(sheet)
    console.print(Text(title, style=HEAD))
    console.print(Text(f"{edition}. {layout.standing(sheet)}", style=DIM))
    for grid in layout.comparison_grids(sheet):
        _print_grid(console, grid)
    _print_headline(console, layout.headline(sheet))
    for wager, base in layout.wagers(sheet):
        _print_grid(console, layout.wager_grid(wager))
        _print_facts(console, layout.wager_facts(wager, base))
    _print_grid(console, layout.choices_grid(sheet))
    _print_grid(console, layout.progressive_grid(sheet))
    _print_facts(console, layout.progressive_facts(sheet.progressive))
    features = layout.features_grid(sheet)
    if features is not None:
        _print_grid(console, features)
    for grid in (layout.tables_grid(sheet), layout.settings_grid(sheet), layout.readings_grid(sheet)):
        _print_grid(console, grid)


def _print_grid(console: Console, grid: Grid) -> None:
    _print_title(console, grid)
    shown = [nth for nth, column in enumerate(grid.columns) if not column.fine or console.width >= FINE_FROM]
    # Each column by itself; or what it is and what it pays in one, how often in the next, and the last; or two of them.
    ways = ([[nth] for nth in shown], [shown[:2], shown[2:-1], shown[-1:]], [shown[:1], shown[1:]])
    for way in ways:
        columns = [each for each in way if each]
        widths = [_width(grid, each) for each in columns]
        if sum(widths) + GAP * (len(widths) - 1) <= console.width:
            break
    console.print(_table(grid, columns, widths))


def _table(grid: Grid, columns: Sequence[Sequence[int]], widths: Sequence[int]) -> Table:
    """Columns of a grid, or several under one another in one. Words go on in a new line, numbers never."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), header_style=DIM, show_edge=False, pad_edge=False)
    for together, width in zip(columns, widths, strict=True):
        name = "\n".join(grid.columns[each].name for each in together)
        right = _is_right(grid, together)
        table.add_column(name, justify="right" if right else "left", no_wrap=right, min_width=width)
    for row in grid.rows:
        cells = ("\n".join(row.cells[each] for each in together if row.cells[each]) for together in columns)
        table.add_row(*map(Text, cells), style=HEAD if row.strong else "")
    return table


def _width(grid: Grid, together: Sequence[int]) -> int:
    """The least that a column needs: its longest number, or its longest word."""
    said = [text for each in together for text in (grid.columns[each].name, *(row.cells[each] for row in grid.rows))]
    parts = said if _is_right(grid, together) else [word for each in said for word in each.split()]
    return max(map(len, parts), default=0)


def _is_right(grid: Grid, together: Sequence[int]) -> bool:
    return grid.columns[together[0]].right


def _print_headline(console: Console, grid: Grid) -> None:
    _print_title(console, grid)
    facts = [(f"{name}, {unit}", decimal, exact) for name, unit, decimal, exact in (row.cells for row in grid.rows)]
    _print_facts(console, facts)


def _print_title(console: Console, grid: Grid) -> None:
    clause = Text(f"  {grid.clause}", style=DIM) if grid.clause else Text()
    console.print()
    console.print(Text(grid.title, style=HEAD) + clause)
    for note in grid.notes:
        console.print(Text(note))


def _print_facts(console: Console, facts: Sequence[tuple[str, str, str]]) -> None:
    wide = console.width >= NARROW
    console.print()
    table = Table.grid(padding=(0, 2))
    table.add_column(style=DIM)
    table.add_column(justify="right", no_wrap=True)
    if wide:
        table.add_column(style=DIM, overflow="fold")
    for name, decimal, exact in facts:
        table.add_row(Text(name), Text(decimal), *([Text(exact)] if wide else []))
    console.print(table)
    if not wide:
        for name, _, exact in facts:
            if exact:
                console.print(Text(f"{name}, exactly {exact}", style=DIM, overflow="fold"))
