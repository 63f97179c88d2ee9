"""Charts of `pitlink jackpot`: the same figures give the same bytes, on every day."""

import io
from collections.abc import Sequence
from itertools import cycle
from typing import Any, Final

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure

from pitlink.exact import progressive
from pitlink.exact.link import Jackpot
from pitlink.exact.meters import WhenHit
from pitlink.exact.progressive import Progressive

REPRODUCIBLE: Final[dict[Any, Any]] = {"svg.hashsalt": "pitlink", "svg.fonttype": "path", "font.family": "DejaVu Sans"}
THOUSANDS: Final = 100_000.0  # cents to a thousand dollars
POINTS: Final = 200


def draw_game(wager: Progressive, meter_cents: int) -> bytes:
    """The return against the meter."""
    with mpl.rc_context(REPRODUCIBLE):
        figure = Figure(figsize=(7.0, 4.5), layout="constrained")
        _returns(figure.add_subplot(), [(wager.game, wager)], _last([wager], meter_cents), meter_cents)
        return _bytes(figure)


def draw_links(links: Sequence[tuple[str, Jackpot, WhenHit]]) -> bytes:
    """A row for each link: the return against the meter for each of its games, and the meter when it is won."""
    with mpl.rc_context(REPRODUCIBLE):
        figure = Figure(figsize=(11.0, 4.2 * len(links)), layout="constrained")
        axes = figure.subplots(len(links), 2, squeeze=False)
        for row, (name, link, found) in zip(axes, links, strict=True):
            wagers = {
                table.rules.game: progressive.figures(table.rules, link.unit_cents, table.units)
                for table in link.tables
            }
            _returns(row[0], list(wagers.items()), max(found.quantile(0.999), _last(list(wagers.values()), 0)), None)
            _when_hit(row[1], name, found)
        return _bytes(figure)


def _last(wagers: Sequence[Progressive], meter_cents: int) -> float:
    """A little further than the last break-even."""
    fair = [float(each.break_even_cents) for each in wagers if each.break_even_cents is not None]
    return 1.25 * max([float(meter_cents), *fair, 1.0])


def _returns(axes: Any, wagers: Sequence[tuple[str, Progressive]], last: float, meter_cents: int | None) -> None:
    lines: dict[str, list[str]] = {}
    for name, wager in wagers:  # games that return the same have one line
        lines.setdefault(f"{wager.return_fixed} {wager.return_per_meter}", []).append(name)
    by_name = dict(wagers)
    for style, names in zip(cycle(("-", "--", ":")), lines.values(), strict=False):
        wager = by_name[names[0]]
        ends = [float(wager.returns(0)) * 100, float(wager.returns(round(last))) * 100]
        (drawn,) = axes.plot([0, last / THOUSANDS], ends, style, label=", ".join(names))
        fair = wager.break_even_cents
        if fair is not None and 0 < fair <= last:
            axes.plot(float(fair) / THOUSANDS, 100, "o", color=drawn.get_color())
    axes.axhline(100, color="0.5", linewidth=0.8)
    if meter_cents is not None:
        axes.axvline(meter_cents / THOUSANDS, color="0.5", linewidth=0.8, linestyle=":")
    axes.set_xlabel("meter, thousands of dollars")
    axes.set_ylabel("returned, % of the stake")
    axes.set_title("Return of a progressive wager; dots: fair")
    axes.set_xlim(0, last / THOUSANDS)
    axes.set_ylim(0, None)
    axes.legend(loc="lower right", frameon=False)


def _when_hit(axes: Any, name: str, found: WhenHit) -> None:
    last = found.quantile(0.999)
    meters = np.linspace(0, last, POINTS + 1)
    below = np.interp(meters, found.meters, found.below)
    density = np.diff(below) / np.diff(meters) * THOUSANDS * 100
    middle = (meters[1:] + meters[:-1]) / 2 / THOUSANDS
    axes.fill_between(middle, density, alpha=0.3, step="mid")
    axes.plot(middle, density, drawstyle="steps-mid")
    for share in (0.05, 0.5, 0.95):
        at = found.quantile(share) / THOUSANDS
        axes.axvline(at, color="0.5", linewidth=0.8, linestyle=":")
        axes.annotate(f"{share:.0%}", (at, 0.97), xycoords=("data", "axes fraction"), va="top", ha="left", fontsize=8)
    axes.set_xlabel("meter when the whole is won, thousands of dollars")
    axes.set_ylabel("% of wins, for each thousand")
    limit = f"; at its limit {found.at_limit:.2%}" if found.at_limit > 0 else ""
    axes.set_title(f"{name}{limit}")
    axes.set_xlim(0, last / THOUSANDS)
    axes.set_ylim(0, 1.15 * float(density.max()))


def _bytes(figure: Figure) -> bytes:
    out = io.BytesIO()
    figure.savefig(out, format="svg", metadata={"Date": None, "Creator": "pitlink"})
    return out.getvalue()
