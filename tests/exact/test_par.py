"""PAR sheets: they add up, say the same in every form, and come out alike byte for byte."""

import io
import json
import math
import re
from decimal import Decimal
from fractions import Fraction
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from rich.console import Console

from pitlink.exact import SOLVERS, analyse, features
from pitlink.exact.figures import Choice, Line, Wager
from pitlink.exact.par import layout, numbers
from pitlink.exact.par.as_json import par_json
from pitlink.exact.par.charts import charts, meter_chart
from pitlink.exact.par.html import par_html
from pitlink.exact.par.sheet import Sheet, sheet
from pitlink.exact.par.text import print_sheet
from pitlink.exact.rules import NotRules, approved, changed
from pitlink.rulebook.catalogue import DOCUMENTS
from tests.proving import rows

SCHEMA = Draft202012Validator(
    json.loads((Path(__file__).parents[2] / "docs" / "par.schema.json").read_text(encoding="utf-8"))
)
CHANGED = ("blind.flush=2:1", "ante_when_dealer_unpaired_wins=lose", "first_play=5")


@cache
def sheet_by(game: str, *changes: str) -> Sheet:
    rules = approved(game)
    for change in changes:
        rules = changed(rules, change)
    return sheet(rules)


@cache
def page_of(game: str) -> str:
    return par_html(sheet_by(game)).decode()


def text_of(sheet: Sheet, width: int) -> str:
    out = io.StringIO()
    print_sheet(Console(file=out, width=width, highlight=False), sheet)
    return out.getvalue()


# What is analysed


def test_figures_come_from_the_solver_of_the_game() -> None:
    assert analyse("mbs-uth").house_edge == Fraction(50643648973, 2317817502000)
    assert analyse("mbs-uth", ["blind.flush=2:1"]).house_edge == Fraction(2315813067, 257535278000)


def test_every_game_has_the_name_of_its_solver() -> None:
    assert tuple(SOLVERS) == DOCUMENTS


@pytest.mark.parametrize("game", ["baccarat", "", "MBS-UTH", "mbs_uth"])
def test_what_is_no_game_is_refused(game: str) -> None:
    with pytest.raises(NotRules, match="is no game: expected mbs-thb, mbs-3cp, mbs-uth, mbs-lir, rws-3cp"):
        analyse(game)


# What a sheet says


@pytest.mark.parametrize("game", DOCUMENTS)
def test_the_lines_of_every_wager_add_up_to_its_edge(game: str) -> None:
    found = sheet_by(game).figures
    for wager in (*found.wagers, *found.side_wagers):
        assert sum(line.combinations for line in wager.lines) == wager.deals, wager.name
        assert sum(line.probability for line in wager.lines) == 1, wager.name
        assert -sum(line.returns for line in wager.lines) == wager.house_edge, wager.name
        total = layout.wager_grid(wager).rows[-1].cells
        assert total[-1] == numbers.fixed(-wager.house_edge, layout.PLACES, sign=True), "the lower right corner"
    assert sum(wager.house_edge for wager in found.wagers) == found.house_edge
    assert sum(wager.average for wager in found.wagers) == found.average_wager


@pytest.mark.parametrize("game", DOCUMENTS)
def test_a_sheet_names_document_configuration_and_readings(game: str) -> None:
    found = sheet_by(game)
    shown = text_of(found, 200)
    assert found.title in shown
    assert str(found.effective.year) in shown
    assert "The approved rules." in shown
    assert found.comparison is None
    for reading in found.readings:
        assert f"{reading.id} " in shown
    for table in found.tables:
        for cell in table.lines:
            assert cell.pays is None or cell.pays in shown


def test_a_table_of_its_own_comes_first_in_a_wager() -> None:
    blind = sheet_by("mbs-uth").figures.wagers[1]
    assert [line.what for line in blind.lines][:6] == [line.line for line in sheet_by("mbs-uth").tables[1].lines][:6]


@pytest.mark.parametrize("game", DOCUMENTS)
def test_the_progressive_adds_up(game: str) -> None:
    found = sheet_by(game).progressive
    told = json.loads(par_json(sheet_by(game)))["progressive"]
    for name in ("return_any_meter", "return_per_dollar"):
        assert sum(fraction_of(line[name]) for line in told["lines"]) == fraction_of(told[name])
    even = fraction_of(told["break_even_cents"])
    assert fraction_of(told["return_any_meter"]) + fraction_of(told["return_per_dollar"]) * even / 100 == 1
    assert found.returns(even) == 1
    corner = layout.progressive_grid(sheet_by(game)).rows[-1].cells
    assert corner[2] == "2,598,960"
    assert corner[-1] == numbers.fixed(found.return_fixed, layout.PLACES)


def test_let_it_ride_tells_its_features() -> None:
    """R96's table, as `pitlink jackpot` tells it."""
    found = sheet_by("mbs-lir")
    assert [each.areas for each in found.features] == list(range(1, 8))
    assert all(each == features.featured(approved("mbs-lir"), each.areas) for each in found.features)
    told = json.loads(par_json(found))["features"]
    assert [fraction_of(each["both"]) for each in told] == [each.both for each in found.features]
    grid = layout.features_grid(found)
    assert grid is not None
    assert [row.cells[5] for row in grid.rows][:2] == ["584.6791%", "334.6791%"]
    for shown in (text_of(found, 80), page_of("mbs-lir")):
        assert all(row.cells[5] in shown for row in grid.rows)
    assert all(layout.features_grid(sheet_by(game)) is None for game in DOCUMENTS if game != "mbs-lir")


# What changed


def test_a_change_is_told_beside_the_approved_figures() -> None:
    found = sheet_by("mbs-uth", *CHANGED)
    assert found.comparison is not None
    assert found.comparison.changes == (
        "blind.flush=2:1 (approved: 3:2)",
        "first_play=5 (approved: 4)",
        "ante_when_dealer_unpaired_wins=lose (default: push)",
    )
    figures = {each.what: each for each in found.comparison.figures}
    assert figures["house edge"].approved == sheet_by("mbs-uth").figures.house_edge
    assert figures["house edge"].now == found.figures.house_edge
    assert figures["average wager"].difference == found.figures.average_wager - Fraction(29163830173, 7023689400)
    assert figures["before the flop: play 5x (approved: play 4x)"].approved == Fraction(250, 663)
    assert figures["trips, house edge"].difference == 0
    shown = text_of(found, 100)
    assert "3 changes from the approved rules." in shown
    assert re.search(r"Trips, house edge +3\.3363% +3\.3363% +unchanged", shown)
    assert "2 to 1 (approved: 3 to 2)" in shown
    assert "lose (default: push)" in shown


def test_a_change_to_what_is_approved_is_none() -> None:
    assert sheet_by("mbs-uth", "blind.flush=3:2").comparison is None
    assert par_json(sheet_by("mbs-uth", "blind.flush=3:2")) == par_json(sheet_by("mbs-uth"))


CHANGES_OF_PLAY = rows("""
game    | change                          | with                | approved               | now
mbs-thb | ante_pays_from=flush            | 43o                 | flop                   | fold
mbs-3cp | dealer_qualifies_from=king_high | lowest hand to play | three odd cards, Q 6 4 | three odd cards, 5 3 2
""")


@pytest.mark.parametrize("row", CHANGES_OF_PLAY, ids=lambda row: row["change"])
def test_what_is_played_otherwise_is_named(row: dict[str, str]) -> None:
    found = sheet_by(row["game"], row["change"])
    assert found.comparison is not None
    (change,) = found.comparison.strategy.choices
    assert (change.what, change.approved, change.now) == (row["with"], row["approved"], row["now"])
    told = json.loads(par_json(found))
    SCHEMA.validate(told)
    assert [each["what"] for each in told["comparison"]["strategy"]["choices"]] == [row["with"]]
    assert row["with"] in text_of(found, 100)
    assert f">{row['with']}<" in par_html(found).decode()


def test_a_pay_cell_may_change_no_choice() -> None:
    found = sheet_by("mbs-uth", "blind.flush=3:1")
    assert found.comparison is not None
    assert found.comparison.strategy.choices == ()
    assert [(each.stage, each.sets) for each in found.comparison.strategy.flips] == [
        ("on the flop", 0),
        ("on the river", 0),
    ]
    assert "nothing with a name" in text_of(found, 100)


def test_the_wagers_of_let_it_ride_are_compared_by_their_names() -> None:
    found = sheet_by("mbs-lir", "main.flush=9:1")
    assert found.comparison is not None
    names = [each.what for each in found.comparison.figures]
    assert names[5:8] == ["wager 1, house edge", "wager 2, house edge", "wager $, house edge"]
    assert "Wager $, house edge" in text_of(found, 100)


# For programs


def fraction_of(told: dict[str, Any]) -> Fraction:
    top, bottom = map(int, told["exact"].split("/"))
    assert math.gcd(top, bottom) == 1, told
    assert bottom > 0
    exact = Fraction(top, bottom)
    assert math.isclose(told["decimal"], exact, rel_tol=5.1e-12, abs_tol=0)
    assert len(Decimal(repr(told["decimal"])).normalize().as_tuple().digits) <= 12
    return exact


def wager_of(told: dict[str, Any]) -> Wager:
    lines = tuple(
        Line(
            each["what"],
            each["pays"],
            each["combinations"],
            fraction_of(each["probability"]),
            fraction_of(each["return"]),
        )
        for each in told["lines"]
    )
    assert fraction_of(told["total"]["return"]) == -fraction_of(told["house_edge"])
    assert fraction_of(told["total"]["probability"]) == 1
    return Wager(
        told["name"],
        told["clause"],
        told["deals"],
        lines,
        fraction_of(told["average"]),
        fraction_of(told["hit_frequency"]),
        fraction_of(told["total"]["return"]),
        fraction_of(told["variance"]),
    )


@pytest.mark.parametrize("changes", [(), CHANGED], ids=["approved", "changed"])
@pytest.mark.parametrize("game", DOCUMENTS)
def test_json_fits_its_schema_and_gives_the_figures_back(game: str, changes: tuple[str, ...]) -> None:
    found = sheet_by(game, *(changes if game == "mbs-uth" else ()))
    told = json.loads(par_json(found))
    SCHEMA.validate(told)
    figures = found.figures
    assert tuple(map(wager_of, told["wagers"])) == figures.wagers
    assert tuple(map(wager_of, told["side_wagers"])) == figures.side_wagers
    assert figures.choices == tuple(
        Choice(each["stage"], each["choice"], each["clause"], fraction_of(each["probability"]))
        for each in told["choices"]
    )
    round = told["round"]
    assert fraction_of(round["house_edge"]) == figures.house_edge
    assert fraction_of(round["element_of_risk"]) == figures.element_of_risk
    assert fraction_of(round["average_wager"]) == figures.average_wager
    assert fraction_of(round["variance"]) == figures.variance
    assert fraction_of(round["hit_frequency"]) == figures.hit_frequency
    assert math.isclose(round["standard_deviation"] ** 2, figures.variance, rel_tol=1e-11)


def test_the_schema_is_one_and_knows_the_games() -> None:
    schema: Any = SCHEMA.schema
    Draft202012Validator.check_schema(schema)
    assert tuple(schema["properties"]["game"]["enum"]) == DOCUMENTS
    told = json.loads(par_json(sheet_by("mbs-uth")))
    SCHEMA.validate(told)
    assert not SCHEMA.is_valid({**told, "deals": "many"})
    told["round"]["house_edge"]["exact"] = "0.02"
    assert not SCHEMA.is_valid(told)


@given(st.fractions(), st.integers(1, 15))
def test_decimals_are_rounded_once(amount: Fraction, digits: int) -> None:
    found = Fraction(numbers.rounded(amount, digits))
    assert abs(found - amount) <= abs(amount) / 10 ** (digits - 1) / 2
    assert abs(Fraction(numbers.fixed(amount, digits).replace("−", "-").replace(",", "")) - amount) * 2 <= Fraction(
        1, 10**digits
    )


@given(st.fractions(0, 10**9))
def test_a_root_is_the_nearest(amount: Fraction) -> None:
    found = numbers.root(amount)
    unit = Fraction(1, 2) * Fraction(10) ** found.as_tuple().exponent  # type: ignore[operator]
    low, high = Fraction(found) - unit, Fraction(found) + unit
    assert max(low, Fraction(0)) ** 2 <= amount <= high**2


def test_a_root_that_is_whole_has_no_rest() -> None:
    assert str(numbers.root(Fraction(25, 4))) in ("2.5", "2.50000000000")
    assert numbers.root(Fraction(0)) == 0


# For people


@pytest.mark.parametrize("game", DOCUMENTS)
@pytest.mark.parametrize("width", [36, 48, 60, 80, 120, 200])
def test_a_terminal_of_any_width_shows_every_number_whole(game: str, width: int) -> None:
    found = sheet_by(game)
    shown = text_of(found, width)
    assert max(map(len, shown.splitlines())) <= width
    assert "…" not in shown
    assert layout.progressive_grid(found).rows[-1].cells[-1] in shown
    assert "Four" in shown[shown.index("Progressive  4.") :]
    for wager in (*found.figures.wagers, *found.figures.side_wagers):
        for line in wager.lines:
            assert f"{line.combinations:,}" in shown, f"{wager.name}: {line.what}"
            assert numbers.fixed(line.returns, layout.PLACES, sign=True) in shown


class Addresses(HTMLParser):
    """Collects what a page would load, and the names in it."""

    def __init__(self) -> None:
        super().__init__()
        self.loaded: list[str] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        assert tag not in ("script", "link", "img", "iframe", "object", "base")
        for name, value in attributes:
            if name in ("src", "href", "xlink:href", "data", "action"):
                self.loaded.append(value or "")
            if name == "id":
                self.ids.append(value or "")


@pytest.mark.parametrize("game", DOCUMENTS)
def test_a_page_needs_nothing_from_outside(game: str) -> None:
    page = page_of(game)
    assert "http" not in page
    assert "@import" not in page
    assert not re.search(r"url\((?!#)", page)
    read = Addresses()
    read.feed(page)
    assert all(each.startswith("#") and each[1:] in read.ids for each in read.loaded)
    assert len(read.ids) == len(set(read.ids))
    assert page.count("<svg role=") == len(charts(sheet_by(game)))


def test_a_page_says_what_is_in_the_way_of_markup_as_words() -> None:
    assert "Hold&#x27;em" in page_of("mbs-uth")


@pytest.mark.parametrize("game", DOCUMENTS)
def test_the_break_even_point_is_marked(game: str) -> None:
    found = sheet_by(game)
    even = found.progressive.break_even_cents
    assert even is not None
    assert f"100% at {numbers.dollars(even)}." in meter_chart(found.progressive).words
    assert numbers.dollars(even) in page_of(game)


def test_a_meter_that_nobody_wins_has_no_point_and_no_chart() -> None:
    found = sheet_by("mbs-lir", "progressive.royal_flush=nothing", "progressive.straight_flush=$100")
    assert json.loads(par_json(found))["progressive"]["break_even_cents"] is None
    assert "Break-even meter" in par_html(found).decode()
    assert all("meter" not in each.title for each in charts(found))


def test_a_wager_that_returns_too_much_has_a_chart_without_a_point() -> None:
    found = sheet_by("mbs-lir", "progressive.flush=5000:1")
    assert "more than is staked" in charts(found)[-1].words
