"""Where a link's meter stands when the whole is won: the distribution, by a grid with a stated error.

Between two winning rounds the meter grows by what a geometric number of rounds puts in, taken here as exponential with
the same mean, which moves no probability by more than the chance that a round wins. A win of a share leaves a part of
the meter, the next growth is added, and so on until the whole is won: `F ← F(meter / kept) * Exp(growth)`, with a limit
as a cap. A geometric number of wins of shares passes first, so the distribution is a mixture of these steps. That a
straight flush can follow a royal flush in one round of rws-3cp, and lower the reset value, is left out: it is rarer
than the error that is told.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from pitlink.exact.link import Jackpot, Step, steps_of
from pitlink.exact.winners import ROYAL

Floats = npt.NDArray[np.float64]

CELLS: Final = 100  # of the grid, to an average growth between winning rounds
MOST_CELLS: Final = 100_000
LEFT_OUT: Final = 1e-10  # the probability of all mixtures that are not followed
BLOCK: Final = 500.0  # exponents up to this are no trouble


class WhenHit(Struct, frozen=True):
    """The display when the whole is won, in cents: `below[i]` is how likely it is at most `meters[i]`."""

    meters: Floats
    below: Floats
    at_limit: float  # how likely it stands at its limit
    error: float  # no probability is further off than this

    def quantile(self, share: float) -> float:
        """The meter is at most this with the probability `share`."""
        return float(np.interp(share, self.below, self.meters, right=self.meters[-1]))

    def probability_below(self, meter_cents: float) -> float:
        return float(np.interp(meter_cents, self.meters, self.below, right=1.0 if self.at_limit else None))

    @property
    def average(self) -> float:
        over = 1 - self.below
        return float(self.meters[0] + np.sum((over[1:] + over[:-1]) / 2 * np.diff(self.meters)))


class _Fall(NamedTuple):
    """A win of a share: how likely among such, and the meter m becomes kept · m + added."""

    probability: float
    kept: float
    added: float


class _Growth(NamedTuple):
    """The process as numbers."""

    start: float
    growth: float  # on average between two winning rounds
    ends: float  # how likely a winning round wins the whole
    falls: tuple[_Fall, ...]
    floor: float
    limit: float | None


def when_hit(link: Jackpot, start_cents: int | None = None) -> WhenHit:
    """From a meter that stands at `start_cents` now, or else at the reset value: so it is in the long run."""
    steps = steps_of(link)
    start = link.reset_cents if start_cents is None else start_cents
    process = _process(link, steps, float(start))
    coarse, fine = _mixture(process, CELLS // 2), _mixture(process, CELLS)
    off = np.max(np.abs(np.interp(coarse.meters, fine.meters, fine.below) - coarse.below))
    wins = float(sum(step.probability for step in steps if step.winners))
    return WhenHit(fine.meters, fine.below, fine.at_limit, float(off) + wins + LEFT_OUT)


def _process(link: Jackpot, steps: tuple[Step, ...], start: float) -> _Growth:
    winning = [step for step in steps if step.winners]
    chance = sum(step.probability for step in winning)
    posted = sum(step.probability * step.posted for step in steps)
    ends = sum(step.probability for step in winning if ROYAL in step.winners)
    falls = tuple(
        _Fall(float(step.probability / (chance - ends)), float(step.kept), float(step.added))
        for step in winning
        if ROYAL not in step.winners
    )
    keeps = any(table.rules.switches.meter_floor == "reset_value" for table in link.tables)
    floor = float(link.reset_cents) if keeps else 0.0
    limit = None if link.limit_cents is None else float(link.limit_cents)
    return _Growth(start, float(posted / chance), float(ends / chance), _alike(falls), floor, limit)


def _alike(falls: tuple[_Fall, ...]) -> tuple[_Fall, ...]:
    """Falls of several tables that do the same are one."""
    together: dict[tuple[float, float], float] = {}
    for fall in falls:
        together[fall.kept, fall.added] = together.get((fall.kept, fall.added), 0.0) + fall.probability
    return tuple(_Fall(probability, *fall) for fall, probability in together.items())


def _mixture(process: _Growth, cells: int) -> WhenHit:
    meters = _grid(process, cells)
    start = min(process.start, meters[-1])
    current = -np.expm1(-np.maximum(meters - start, 0) / process.growth)
    below, left = process.ends * current, 1 - process.ends
    while left > LEFT_OUT:
        current = _grown(_fallen(current, meters, process), meters, process.growth)
        below = below + process.ends * left * current
        left *= 1 - process.ends
    below = below / (1 - left)
    return WhenHit(meters, below, 0.0 if process.limit is None else float(1 - below[-1]), 0.0)


def _grid(process: _Growth, cells: int) -> Floats:
    """Up to the limit, or as far as no meter comes.

    Growth that keeps a of every value has a tail of at most e^(π²/6(1−a)) · e^(−meter/growth); the sum of all growth is
    exponential too.
    """
    kept = max((fall.kept for fall in process.falls), default=0.0)
    by_falls = 30 + np.pi**2 / 6 / (1 - kept) if kept < 1 else np.inf
    last = max(process.start, process.floor) + process.growth * min(by_falls, 27 / process.ends)
    if process.limit is not None:
        last = process.limit
    number = int(np.clip(np.ceil(last / process.growth * cells), 10, MOST_CELLS * cells // CELLS))
    return np.linspace(0.0, last, number + 1)


def _fallen(below: Floats, meters: Floats, process: _Growth) -> Floats:
    """What is left after a win of a share."""
    found = np.zeros_like(below)
    for fall in process.falls:
        before = (meters - fall.added) / fall.kept
        found += fall.probability * np.interp(before, meters, below, left=0.0, right=1.0)
    return np.where(meters < process.floor, 0.0, found)


def _grown(below: Floats, meters: Floats, growth: float) -> Floats:
    """With an exponential growth added, `below` taken as straight between the points of the grid.

    F'(x + h) = e^(−h/g) F'(x) + what was in the cell, as one running sum for each block of the grid.
    """
    step = (meters[1] - meters[0]) / growth
    near = (1 - np.exp(-step) * (1 + step)) / step if step > 1e-4 else step / 2
    added = np.empty_like(below)
    added[0] = 0.0
    added[1:] = below[1:] * (-np.expm1(-step) - near) + below[:-1] * near
    size = max(int(BLOCK / step), 1)
    found, carried = np.empty_like(below), 0.0
    for first in range(0, len(below), size):
        part = added[first : first + size]
        rising = np.exp(step * np.arange(len(part)))
        found[first : first + size] = (np.cumsum(part * rising) + carried * np.exp(-step)) / rising
        carried = float(found[first + len(part) - 1])
    return found
