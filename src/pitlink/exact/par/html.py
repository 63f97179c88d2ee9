"""A sheet for the browser: one file with all that it needs, dark on a screen and light on paper."""

import re
from collections.abc import Sequence
from html import escape
from importlib import resources

from pitlink.exact.par import layout
from pitlink.exact.par.charts import COLOURS, Chart, charts
from pitlink.exact.par.layout import Grid, Row, sentence
from pitlink.exact.par.sheet import Sheet


def par_html(sheet: Sheet) -> bytes:
    title, edition = layout.heading(sheet)
    drawn = iter([_figure(chart, nth) for nth, chart in enumerate(charts(sheet))])
    parts = [
        f"<header><h1>{escape(title)}</h1><p>{escape(edition)}. {escape(layout.standing(sheet))}</p></header>",
        _tiles(layout.headline(sheet)),
    ]
    for grid in layout.comparison_grids(sheet):
        notes = "".join(f"<li>{escape(each)}</li>" for each in grid.notes)
        parts.append(_section(grid, f"<ul>{notes}</ul>{_table(grid)}"))
    for wager, base in layout.wagers(sheet):
        grid = layout.wager_grid(wager)
        parts.append(_section(grid, _table(grid, total=True) + _facts(layout.wager_facts(wager, base)) + next(drawn)))
    choices = layout.choices_grid(sheet)
    parts.append(_section(choices, _table(choices) + next(drawn)))
    grid = layout.progressive_grid(sheet)
    facts = _facts(layout.progressive_facts(sheet.progressive))
    parts.append(_section(grid, _table(grid, total=True) + facts + next(drawn, ""), grid.notes))
    features = layout.features_grid(sheet)
    if features is not None:
        parts.append(_section(features, _table(features), features.notes))
    for grid in (layout.tables_grid(sheet), layout.settings_grid(sheet), layout.readings_grid(sheet)):
        parts.append(_section(grid, _table(grid)))
    deals = escape(" ".join(layout.headline(sheet).notes))
    parts.append(
        f"<footer>{deals} Decimals are rounded from the fractions beside them. Pitlink, {sheet.game}.</footer>"
    )
    style = (resources.files("pitlink.exact.par") / "sheet.css").read_text(encoding="utf-8")
    return _PAGE.format(title=escape(title), style=style, body="\n".join(parts)).encode()


_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>PAR sheet: {title}</title>
<style>
{style}</style>
</head>
<body>
{body}
</body>
</html>
"""


def _tiles(grid: Grid) -> str:
    tiles = (
        f"<div><dt>{escape(name)}</dt><dd>{decimal}</dd><p>{escape(sentence(unit))}. Exactly {escape(exact)}</p></div>"
        for name, unit, decimal, exact in (row.cells for row in grid.rows)
    )
    return f'<section aria-label="{escape(grid.title)}" class="tiles">{"".join(tiles)}</section>'


def _section(grid: Grid, content: str, notes: Sequence[str] = ()) -> str:
    clause = f' <span class="clause">{escape(grid.clause)}</span>' if grid.clause else ""
    notes = "".join(f'<p class="note">{escape(note)}</p>' for note in notes)
    return f"<section><h2><span>{escape(grid.title)}</span>{clause}</h2>{notes}\n{content}</section>"


def _table(grid: Grid, *, total: bool = False) -> str:
    """Its first column heads the rows; `total` sets the last row apart."""
    classes = [
        " ".join(name for name, is_so in (("right", each.right), ("fine", each.fine)) if is_so) for each in grid.columns
    ]
    head = "".join(
        f"<th{_class(name)}>{escape(each.name)}</th>" for each, name in zip(grid.columns, classes, strict=True)
    )

    def row(nth: int, each: Row) -> str:
        kind = "total" if total and nth == len(grid.rows) - 1 else "strong" if each.strong else ""
        first, *others = zip(each.cells, classes, strict=True)
        cells = "".join(f"<td{_class(name)}>{escape(cell)}</td>" for cell, name in others)
        return f'<tr{_class(kind)}><th scope="row"{_class(first[1])}>{escape(first[0])}</th>{cells}</tr>'

    body = "\n".join(row(nth, each) for nth, each in enumerate(grid.rows))
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead>\n<tbody>{body}</tbody></table></div>\n'


def _class(name: str) -> str:
    return f' class="{name}"' if name else ""


def _facts(facts: Sequence[tuple[str, str, str]]) -> str:
    told = "\n".join(
        f"<dt>{escape(name)}</dt><dd>{escape(decimal)}</dd><dd>{escape(exact)}</dd>" for name, decimal, exact in facts
    )
    return f'<dl class="facts">{told}</dl>\n'


def _figure(chart: Chart, nth: int) -> str:
    """Part of the page: its colours are the page's, its names its own."""
    drawn = re.sub(r"^.*?(?=<svg)|<style.*?</style>\s*|\s+xmlns(:xlink)?=\"[^\"]*\"", "", chart.svg, flags=re.DOTALL)
    drawn = re.sub(r' id="(figure|axes|patch|line2d|text)_\d+"', "", drawn).replace("xlink:href", "href")
    drawn = re.sub(r'(id="|href="#|url\(#)', rf"\g<1>chart{nth}-", drawn)
    for name, colour in COLOURS.items():
        drawn = drawn.replace(colour, f"var(--{name})")
    drawn = drawn.replace("<svg", f'<svg role="img" aria-label="{escape(chart.words)}"', 1)
    return f"<figure><figcaption>{escape(chart.title)}</figcaption>\n{drawn}</figure>\n"
