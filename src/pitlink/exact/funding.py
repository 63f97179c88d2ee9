"""What a house must hold to pay the resets of a link, beside what the wagers put aside for them.

Wins of the whole are taken as Poisson: rounds are many, and each wins it with a small chance. Every win costs one reset
value; the reserve grows evenly by the hidden rate.
"""

from math import exp, floor, lgamma, log
from typing import Final

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from pitlink.exact.link import BASIS_POINTS, Jackpot, link_figures
from pitlink.exact.rules import NotRules

Floats = npt.NDArray[np.float64]
MOST_HITS: Final = 20_000


class Funding(Struct, frozen=True):
    """For a period, with a confidence: amounts in cents."""

    hours: float
    confidence: float
    hits: float  # on average
    most_hits: int  # no more than these, with the confidence
    reserved: float  # put aside by the hidden rate
    average: float  # what resets cost more than that, on average; negative where the reserve grows
    at_the_end: int  # enough for all resets of the period together
    at_every_moment: int  # enough without a moment in which the reserve is short


def funding(link: Jackpot, hours: float, confidence: float) -> Funding:
    """The reserve starts empty; the display has its base."""
    if hours <= 0:
        raise NotRules(f"{hours:g} hours: expected more than 0")
    if not 0 < confidence < 1:
        raise NotRules(f"confidence {confidence:g}: expected between 0 and 1")
    found = link_figures(link)
    hits = float(found.royals_an_hour) * hours
    if hits > MOST_HITS:
        raise NotRules(f"{hits:,.0f} wins of the whole in {hours:g} hours: expected a period of at most {MOST_HITS:,}")
    reserved = float(found.staked_an_hour) * link.hidden_bp / BASIS_POINTS * hours
    most = poisson_quantile(hits, confidence)
    needed = max(0, round(most * link.reset_cents - reserved))
    return Funding(
        hours,
        confidence,
        hits,
        most,
        reserved,
        hits * link.reset_cents - reserved,
        needed,
        _never_short(hits, link.reset_cents, reserved, confidence),
    )


def poisson(mean: float, most: int) -> Floats:
    """How likely 0, 1, … `most` are."""
    if mean == 0:
        return np.array([1.0] + [0.0] * most)
    return np.array([exp(number * log(mean) - mean - lgamma(number + 1)) for number in range(most + 1)])


def poisson_quantile(mean: float, share: float) -> int:
    """No more than this with the probability `share`."""
    total, number = 0.0, 0
    while True:
        total += exp(number * log(mean) - mean - lgamma(number + 1)) if mean else 1.0
        if total >= share:
            return number
        number += 1


def _never_short(hits: float, reset: int, reserved: float, confidence: float) -> int:
    """The least amount in cents, found by halving: the more is held, the less likely it is ever short."""
    if reset == 0:
        return 0
    low, high = -1, reset * (poisson_quantile(hits, confidence) + 1)
    while enough(hits, reset, reserved, high) < confidence:
        high += reset
    while high - low > 1:
        middle = (low + high) // 2
        if enough(hits, reset, reserved, middle) >= confidence:
            high = middle
        else:
            low = middle
    return high


def enough(hits: float, reset: int, reserved: float, held: int) -> float:
    """How likely `held` and a reserve that grows evenly to `reserved` pay every reset of the period when it is due.

    At a time t of the whole no more than (held + reserved · t) / reset wins may have come. That number is whole and
    changes at known times, between which wins are Poisson.
    """
    allowed, now = floor(held / reset), 0.0
    chances = np.zeros(allowed + 1)
    chances[0] = 1.0
    while True:
        next_change = ((allowed + 1) * reset - held) / reserved if reserved else 1.0
        until = min(next_change, 1.0)
        mean = hits * (until - now)
        chances = np.convolve(chances, poisson(mean, min(allowed, int(mean + 12 * mean**0.5 + 30))))[: allowed + 1]
        if next_change >= 1.0:
            return float(chances.sum())
        chances, allowed, now = np.append(chances, 0.0), allowed + 1, until
