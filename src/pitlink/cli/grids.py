"""Rows and columns for people, in a terminal of any width: words give way, amounts and names never do."""

from typing import Final

from rich.cells import cell_len
from rich.console import Console
from rich.measure import Measurement
from rich.table import Table as Grid
from rich.text import Text

WIDE: Final = 1_000  # a terminal in which everything has room


def grid(*columns: str, right: tuple[str, ...] = (), gives: str) -> Grid:
    """`gives` is the column whose words may stand on several lines."""
    made = Grid(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    for column in columns:
        made.add_column(column, justify="right" if column in right else "left", no_wrap=column != gives)
    return made


def facts(title: str, *rows: tuple[str, str]) -> Grid:
    """A word and its value on each line."""
    made = Grid(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    made.add_column(title)
    made.add_column("", justify="right", no_wrap=True)
    for row in rows:
        made.add_row(*row)
    return made


def print_grid(console: Console, made: Grid) -> None:
    """As it is, or closer together, or each row as a block of its own, whatever the terminal has room for."""
    for between in (2, 1):
        made.padding = (0, between, 0, 0)
        if _least(made, between) <= console.width:
            console.print(made)
            return
    for nth in range(made.row_count):
        if nth:
            console.print()
        console.print(_block(made, nth))


def _block(made: Grid, nth: int) -> Grid:
    """A row with its headings beside it."""
    block = Grid.grid(padding=(0, 2, 0, 0))
    block.add_column(style="dim", no_wrap=True)
    block.add_column(overflow="fold")
    for column in made.columns:
        cell = list(column.cells)[nth]
        block.add_row(column.header, cell if isinstance(cell, Text) else Text(str(cell)))
    return block


def print_side_by_side(console: Console, *parts: Grid) -> None:
    """One under the other where they have no room beside one another."""
    both = Grid.grid(padding=(0, 4))
    for _ in parts:
        both.add_column(vertical="top")
    both.add_row(*parts)
    if Measurement.get(console, console.options.update(max_width=WIDE), both).maximum <= console.width:
        console.print(both)
        return
    for nth, part in enumerate(parts):
        if nth:
            console.print()
        console.print(part)


def _least(made: Grid, between: int) -> int:
    """The width in which nothing is broken but lines of words."""
    columns = [[str(column.header), *map(str, column.cells)] for column in made.columns]
    parts = [
        [part for cell in cells for part in ([cell] if column.no_wrap else cell.split() or [""])]
        for column, cells in zip(made.columns, columns, strict=True)
    ]
    return sum(max(map(cell_len, each)) for each in parts) + between * (len(parts) - 1)
