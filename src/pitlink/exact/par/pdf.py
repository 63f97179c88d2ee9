"""A sheet on paper: set by Typst from data alone, so that the same sheet gives the same bytes."""

from importlib import resources
from typing import Any

import msgspec
import typst

from pitlink.exact.par import layout
from pitlink.exact.par.charts import charts
from pitlink.exact.par.layout import Grid
from pitlink.exact.par.sheet import Sheet


def par_pdf(sheet: Sheet) -> bytes:
    template = (resources.files("pitlink.exact.par") / "template.typ").read_bytes()
    inputs = {"sheet": msgspec.json.encode(_data(sheet)).decode()}
    made = typst.compile(template, sys_inputs=inputs, ignore_system_fonts=True, timestamp=0)
    assert isinstance(made, bytes)
    return made


def _data(sheet: Sheet) -> dict[str, Any]:
    title, edition = layout.heading(sheet)
    drawn = iter([{"title": chart.title, "words": chart.words, "svg": chart.svg} for chart in charts(sheet)])
    headline = layout.headline(sheet)
    wagers = [
        _part(layout.wager_grid(wager), layout.wager_facts(wager, base), next(drawn))
        for wager, base in layout.wagers(sheet)
    ]
    choices = _part(layout.choices_grid(sheet), (), next(drawn))
    facts = layout.progressive_facts(sheet.progressive)
    progressive = _part(layout.progressive_grid(sheet), facts, next(drawn, None))
    grid = layout.features_grid(sheet)
    features = [] if grid is None else [_part(grid)]
    rules = [layout.tables_grid(sheet), layout.settings_grid(sheet), layout.readings_grid(sheet)]
    return {
        "title": title,
        "edition": edition,
        "game": sheet.game,
        "standing": layout.standing(sheet),
        "headline": [row.cells for row in headline.rows],
        "notes": headline.notes,
        "comparison": [_part(grid) for grid in layout.comparison_grids(sheet)],
        "wagers": wagers,
        "after": [choices, progressive, *features],
        "rules": [_part(grid) for grid in rules],
    }


def _part(
    grid: Grid, facts: tuple[tuple[str, str, str], ...] = (), chart: dict[str, str] | None = None
) -> dict[str, Any]:
    return {"grid": grid, "facts": facts, "charts": [] if chart is None else [chart]}
