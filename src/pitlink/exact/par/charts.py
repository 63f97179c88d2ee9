"""Charts of a sheet as SVG: drawn by matplotlib with its own font and no date, so that the same sheet gives the same
bytes. Letters are outlines: a chart looks the same everywhere, and its words stand in the tables beside it.
"""

import io
import logging
import re
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from pitlink.exact.figures import Choice, Wager
from pitlink.exact.par import numbers
from pitlink.exact.par.layout import sentence, wager_name
from pitlink.exact.par.sheet import Sheet
from pitlink.exact.progressive import Progressive

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.font_manager import FontProperties

# On white; a page may put its own colours in their place, so each is used for one thing only.
INK: Final = "#171b1e"
QUIET: Final = "#55676d"
GAIN: Final = "#b9791a"
LOSS: Final = "#2d726c"
RULE: Final = "#c3cdd0"
COLOURS: Final = {"ink": INK, "quiet": QUIET, "gain": GAIN, "loss": LOSS, "rule": RULE}

WIDTH: Final = 7.0  # inches, of 72 points
ROW: Final = 0.26
SIZE: Final = 9.0
LETTER: Final = 0.0115  # of the width, on average


class Chart(Struct, frozen=True):
    """`words` say what is to be seen, for those who do not see it."""

    title: str
    words: str
    svg: str


def charts(sheet: Sheet) -> tuple[Chart, ...]:
    """Of each wager, of the choices, of the progressive."""
    figures = sheet.figures
    found = [returns_chart(each) for each in (*figures.wagers, *figures.side_wagers)]
    found.append(choices_chart(figures.choices))
    if sheet.progressive.return_per_meter:
        found.append(meter_chart(sheet.progressive))
    return tuple(found)


def returns_chart(wager: Wager) -> Chart:
    """What each line adds to the return: gains to the right, losses to the left."""
    lines = [line for line in wager.lines if line.returns]
    rows = [(sentence(line.what), line.returns, numbers.fixed(line.returns, 4, sign=True)) for line in lines]
    name = wager_name(wager.name)
    said = "; ".join(f"{what} {value}" for what, _, value in rows)
    return Chart(f"{name}: return by line", f"Bars. {said}.", _bars(rows))


def choices_chart(choices: Sequence[Choice]) -> Chart:
    rows = [
        (f"{sentence(each.stage)}: {sentence(each.choice)}", each.probability, numbers.percent(each.probability, 1))
        for each in choices
    ]
    said = "; ".join(f"{what} {value}" for what, _, value in rows)
    return Chart("How often each choice is best", f"Bars. {said}.", _bars(rows))


def meter_chart(wager: Progressive) -> Chart:
    """The return of the progressive against what its meter shows, and where as much is returned as staked."""
    even = wager.break_even_cents
    assert even is not None, "a meter that nobody wins a part of"
    most = max(even, Fraction(10_000_000)) * Fraction(3, 2)
    figure, axes = _drawing(3.1)
    axes.set_xlim(0, float(most))
    axes.set_ylim(0, float(max(wager.returns(most), Fraction(11, 10))))
    for share in (0.25, 0.5, 0.75, 1.0, 1.25):
        if share <= axes.get_ylim()[1]:
            axes.axhline(share, color=INK if share == 1 else RULE, linewidth=1.0 if share == 1 else 0.6)
            _say(axes, 0, share, f"{share:.0%}", QUIET, "right", shift=(-6, 0))
    for cents in round_steps(most):
        side = "right" if cents > most * Fraction(19, 20) else "center"
        _say(axes, float(cents), 0, f"${numbers.fixed(cents / 100, 0)}", QUIET, side, shift=(0, -11))
    ends = [float(wager.returns(0)), float(wager.returns(most))]
    axes.plot([0, float(most)], ends, color=GAIN, linewidth=2.2, solid_capstyle="butt")
    said = f"A straight line. Return {numbers.percent(wager.return_fixed, 2)} with nothing on the meter"
    if even < 0:
        return Chart("Progressive: return against the meter", f"{said}, more than is staked.", _svg(figure))
    axes.plot([float(even)], [1], marker="o", markersize=7, color=INK, clip_on=False)
    side, gap = ("right", -8) if even * 4 > most else ("left", 12)
    _say(axes, float(even), 1, f"even at {numbers.dollars(even)}", INK, side, shift=(gap, 9), bold=True)
    return Chart("Progressive: return against the meter", f"{said}, 100% at {numbers.dollars(even)}.", _svg(figure))


def round_steps(most: Fraction) -> list[Fraction]:
    """From nothing up to that, by the smallest of 1, 2 and 5 and their tens that comes to at most five steps."""
    tenth = Fraction(10) ** (len(str(int(most))) - 2)
    step = next(tenth * size for size in (1, 2, 5, 10, 20, 50) if most <= 5 * tenth * size)
    return [nth * step for nth in range(int(most / step) + 1)]


def _bars(rows: Sequence[tuple[str, Fraction, str]]) -> str:
    """One a row: what it is, a bar from zero, the value at its end."""
    longest = max((len(what) for what, _, _ in rows), default=0)
    figure, axes = _drawing(max(1, len(rows)) * ROW + 0.1, labels=max(0.31, longest * LETTER + 0.03))
    low = min([Fraction(0), *(value for _, value, _ in rows)])
    high = max([Fraction(0), *(value for _, value, _ in rows)])
    room = (high - low or Fraction(1)) / 5  # for values beside the bars
    axes.set_xlim(float(low - room if low < 0 else low), float(high + room))
    axes.set_ylim(len(rows) - 0.4, -0.6)
    for nth, (what, value, said) in enumerate(rows):
        axes.barh(nth, float(value), height=0.62, color=GAIN if value >= 0 else LOSS)
        _say(axes, axes.get_xlim()[0], nth, what, INK, "right", shift=(-8, 0))
        side, gap = ("right", -5) if value < 0 else ("left", 5)
        _say(axes, float(value), nth, said, INK, side, shift=(gap, 0))
    axes.axvline(0, color=INK, linewidth=0.8)
    return _svg(figure)


def _drawing(height: float, labels: float = 0.09) -> tuple["Figure", "Axes"]:
    logging.getLogger("matplotlib").setLevel(logging.ERROR)  # it would tell of its caches
    from matplotlib.figure import Figure

    figure = Figure(figsize=(WIDTH, height))
    figure.patch.set_visible(False)
    below = 0.0 if labels > 0.2 else 0.1
    axes = figure.add_axes((labels, below, 0.98 - labels, 1 - below - (0.04 if below else 0)))
    axes.set_axis_off()
    return figure, axes


def _say(
    axes: "Axes",
    x: float,
    y: float,
    words: str,
    colour: str,
    side: str,
    shift: tuple[float, float],
    *,
    bold: bool = False,
) -> None:
    """Words beside a point, so many points away from it."""
    axes.annotate(
        words,
        (x, y),
        shift,
        textcoords="offset points",
        ha=side,
        va="center",
        color=colour,
        size=SIZE,
        fontproperties=_font(bold=bold),
        annotation_clip=False,
    )


def _font(*, bold: bool) -> "FontProperties":
    """The one that comes with matplotlib, whatever else is installed."""
    import matplotlib
    from matplotlib.font_manager import FontProperties

    name = "DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf"
    return FontProperties(fname=Path(matplotlib.get_data_path()) / "fonts" / "ttf" / name, size=SIZE)


def _svg(figure: "Figure") -> str:
    import matplotlib
    from matplotlib.backends.backend_svg import FigureCanvasSVG

    made = io.StringIO()
    with matplotlib.rc_context({"svg.hashsalt": "pitlink", "svg.fonttype": "path", "path.simplify": False}):
        FigureCanvasSVG(figure).print_svg(made, metadata=dict.fromkeys(("Date", "Creator", "Format", "Type")))
    return re.sub(r"<!--.*?-->\s*", "", made.getvalue(), flags=re.DOTALL)
