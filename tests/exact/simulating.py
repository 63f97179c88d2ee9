"""What every simulation of a wager is held to: within three standard errors of its exact mean, the scores told at the
end of the run.
"""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from math import sqrt

from pitlink.exact.figures import Figures

Telling = Callable[[str, object], None]  # pytest's record_property
Law = tuple[Fraction, Fraction]  # mean and variance of one round
MOST = 3


def laws_of(figures: Figures) -> dict[str, Law]:
    """Of every wager, and of the whole round without those beside it."""
    wagers = {each.name: (each.expectation, each.variance) for each in (*figures.wagers, *figures.side_wagers)}
    return {**wagers, "round": (figures.expectation, figures.variance)}


def with_round(figures: Figures, nets: Mapping[str, float]) -> dict[str, float]:
    """One round by wager, with what it comes to."""
    own = {each.name for each in figures.wagers}
    return {**nets, "round": sum(net for name, net in nets.items() if name in own)}


def hold(telling: Telling, what: str, rounds: Iterable[Mapping[str, float]], laws: Mapping[str, Law]) -> None:
    """Rounds as they were dealt, what each wager netted in its own units; a wager that is not named netted nothing."""
    sums, number = dict.fromkeys(laws, 0.0), 0
    for nets in rounds:
        number += 1
        for name, net in nets.items():
            sums[name] += net
    scores = {
        name: (sums[name] / number - float(mean)) / sqrt(variance / number) for name, (mean, variance) in laws.items()
    }
    told = ", ".join(f"{name} {score:+.2f}" for name, score in scores.items())
    telling("measured", f"{what}, {number:,} rounds, z-scores: {told}")
    assert all(abs(score) < MOST for score in scores.values()), scores
