"""A linked jackpot in the long run: how often it is won, where its meter stands, what it returns of the wagers.

Assumed: every table has the same number of progressive wagers in each of its rounds; whose round is the next has
nothing to do with the past, each table having a chance in proportion to its rounds an hour. Then the number of rounds
to a win is geometric, and since awards are shares of the meter, its averages are linear equations and come out
exactly. What is not linear, a limit of the display or R13's floor, is left to `meters`.
"""

from collections.abc import Callable
from fractions import Fraction
from math import ceil, log, log1p
from typing import Final, NamedTuple

from msgspec import Struct

from pitlink.exact import features
from pitlink.exact.progressive import Progressive, figures
from pitlink.exact.rules import NotRules, Rules
from pitlink.exact.winners import ROYAL, Paid, Winners, check_shares, law, paid

BASIS_POINTS: Final = 10_000


class LinkedTable(Struct, frozen=True):
    """A table of a link: so many rounds an hour, in each of them so many progressive wagers of so many units."""

    rules: Rules
    wagers: int
    rounds_an_hour: Fraction
    units: int = 1


class Jackpot(Struct, frozen=True):
    """A link as it is set up; rates are of the wagers, in basis points."""

    tables: tuple[LinkedTable, ...]
    unit_cents: int
    increment_bp: int
    hidden_bp: int
    base_cents: int
    reset_cents: int
    limit_cents: int | None = None
    magic_card_bp: int = 0
    lucky_player_bp: int = 0

    @property
    def rounds_an_hour(self) -> Fraction:
        return sum((table.rounds_an_hour for table in self.tables), Fraction(0))

    @property
    def is_linear(self) -> bool:
        """Whether its averages are exact: no limit, and no floor by R13."""
        return self.limit_cents is None and all(table.rules.switches.meter_floor == "none" for table in self.tables)


class Step(NamedTuple):
    """One thing that a round of a link can bring, with its probability; meter and awards as m + c becomes a(m + c) + b.

    `posted` is c, what the round's wagers have put in before anything is won.
    """

    probability: Fraction
    winners: Winners
    posted: Fraction
    kept: Fraction  # a
    added: Fraction  # b
    awarded: Fraction  # of the meter
    awarded_besides: Fraction  # in cents
    seeded: Fraction  # in cents on average, but for what the meter still had


class LinkFigures(Struct, frozen=True):
    """What can be said exactly. Amounts are in cents; None where a limit or a floor makes the meter not linear."""

    rounds_an_hour: Fraction
    wagers_an_hour: Fraction
    staked_an_hour: Fraction
    royal: Fraction  # the chance that a round wins the whole
    falls: Fraction  # the chance that it wins shares only
    average_meter: Fraction | None  # before a round
    variance_of_meter: Fraction | None
    average_when_hit: Fraction | None  # as displayed when the whole is won, in the long run
    first_when_hit: Fraction | None  # the same for the first time, from the base
    fixed_return: Fraction  # fixed awards, stakes and features, of what was staked
    meter_return: Fraction | None  # shares of the meter
    hidden_needed: Fraction  # the share of wagers that pays all resets in the long run

    @property
    def returned(self) -> Fraction | None:
        return None if self.meter_return is None else self.fixed_return + self.meter_return

    @property
    def royals_an_hour(self) -> Fraction:
        return self.royal * self.rounds_an_hour

    @property
    def rounds_to_hit(self) -> Fraction:
        """On average, the round that wins included."""
        return 1 / self.royal

    def hours_to_hit(self, share: float) -> float:
        """By then the whole is won with this probability."""
        return self.rounds_by(share) / float(self.rounds_an_hour)

    def rounds_by(self, share: float) -> int:
        return ceil(log(1 - share) / log1p(-float(self.royal)))


def link_figures(link: Jackpot) -> LinkFigures:
    wagers = [_wager(link, table) for table in link.tables]
    steps = steps_of(link)
    rounds = link.rounds_an_hour
    number = sum((table.rounds_an_hour * table.wagers for table in link.tables), Fraction(0))
    staked = sum(
        (
            each.rounds_an_hour * each.wagers * wager.stake_cents
            for each, wager in zip(link.tables, wagers, strict=True)
        ),
        Fraction(0),
    )
    royal = _total(steps, lambda step: Fraction(ROYAL in step.winners))
    falls = _total(steps, lambda step: Fraction(bool(step.winners) and ROYAL not in step.winners))
    seeded = _total(steps, lambda step: step.seeded) * rounds
    meter = average_meter(steps) if link.is_linear else None
    return LinkFigures(
        rounds,
        number,
        staked,
        royal,
        falls,
        meter,
        None if meter is None else _variance(steps, meter),
        None if meter is None else _when_hit(steps, royal, meter),
        None if meter is None else average_from(steps, royal, Fraction(link.base_cents)),
        fixed_return(link),
        None if meter is None else _awarded(steps, meter) * rounds / staked,
        seeded / staked,
    )


def check(link: Jackpot) -> None:
    if not link.tables:
        raise NotRules("no table: expected one or more with progressive wagers")
    if link.reset_cents < 0 or link.base_cents < 0:
        raise NotRules("a base or reset below 0.00: expected 0.00 or more")
    if min(link.increment_bp, link.hidden_bp) < 0 or link.increment_bp + link.hidden_bp > BASIS_POINTS:
        raise NotRules("increment and hidden rate: expected each 0 % or more, together at most 100 %")
    if link.increment_bp == 0:
        raise NotRules("increment 0 %: expected more, for a meter that grows")
    for table in link.tables:
        if table.rounds_an_hour <= 0:
            raise NotRules(f"{table.rounds_an_hour} rounds an hour: expected more than 0")
        if table.rules.switches.fixed_awards_from == "pool":
            raise NotRules("fixed_awards_from=pool: expected house, since a meter that pays all may run dry")


def _wager(link: Jackpot, table: LinkedTable) -> Progressive:
    wager = figures(table.rules, link.unit_cents, table.units)
    check_shares(wager)
    return wager


def steps_of(link: Jackpot) -> tuple[Step, ...]:
    """All that one round of the link can bring, whichever table it is at."""
    check(link)
    found = []
    for table in link.tables:
        wager = _wager(link, table)
        posted = Fraction(table.wagers * wager.stake_cents * link.increment_bp, BASIS_POINTS)
        chance = table.rounds_an_hour / link.rounds_an_hour
        for outcome in law(wager.game, table.wagers, table.rules.switches.ace_low_straight_flush).outcomes:
            probability = chance * outcome.probability
            if probability:
                found.append(_step(wager, outcome.winners, probability, posted, link.reset_cents))
    return tuple(found)


def _step(wager: Progressive, winners: Winners, probability: Fraction, posted: Fraction, reset: int) -> Step:
    """Awards are linear in the meter, above every amount that they are cut at: two meters tell them."""
    low = Fraction(max(reset, 1) * 100)
    one, two = (paid(wager, winners, meter, reset) for meter in (low, 2 * low))
    kept, added = _line(low, one.after, two.after)
    awarded, besides = _line(low, _sum(one), _sum(two))
    seeded = Fraction(reset) if ROYAL in winners else Fraction(0)
    return Step(probability, winners, posted, kept, added, awarded, besides, seeded)


def _sum(made: Paid) -> Fraction:
    return sum(made.amounts, Fraction(0))


def _line(at: Fraction, one: Fraction, two: Fraction) -> tuple[Fraction, Fraction]:
    """Slope and height of the line through values at `at` and twice that."""
    return (two - one) / at, 2 * one - two


def _total(steps: tuple[Step, ...], worth: Callable[[Step], Fraction]) -> Fraction:
    return sum((step.probability * worth(step) for step in steps), Fraction(0))


# Balances: in the long run the meter is as it was a round before


def average_meter(steps: tuple[Step, ...]) -> Fraction:
    """m = Σ p (a(m + c) + b)."""
    return _total(steps, lambda step: step.kept * step.posted + step.added) / (
        1 - _total(steps, lambda step: step.kept)
    )


def _variance(steps: tuple[Step, ...], meter: Fraction) -> Fraction:
    """The same for the square: s = Σ p (a(m + c) + b)²."""

    def known(step: Step) -> Fraction:
        a, b, c = step.kept, step.added, step.posted
        return a * a * (2 * meter * c + c * c) + 2 * a * b * (meter + c) + b * b

    return _total(steps, known) / (1 - _total(steps, lambda step: step.kept**2)) - meter**2


def _when_hit(steps: tuple[Step, ...], royal: Fraction, meter: Fraction) -> Fraction:
    """The meter before a round has nothing to do with what the round brings."""
    return meter + _total(steps, lambda step: step.posted if ROYAL in step.winners else Fraction(0)) / royal


def average_from(steps: tuple[Step, ...], royal: Fraction, start: Fraction) -> Fraction:
    """What is displayed on average when the whole is next won, with the meter at `start` now.

    f(m) = Σ p (m + c) over rounds that win the whole + Σ p f(a(m + c) + b) over the others, and f is a line.
    """
    others = tuple(step for step in steps if ROYAL not in step.winners)
    slope = royal / (1 - _total(others, lambda step: step.kept))
    posted = _total(steps, lambda step: step.posted if ROYAL in step.winners else Fraction(0))
    height = posted + slope * _total(others, lambda step: step.kept * step.posted + step.added)
    return slope * start + height / royal


def _awarded(steps: tuple[Step, ...], meter: Fraction) -> Fraction:
    return _total(steps, lambda step: step.awarded * (meter + step.posted) + step.awarded_besides)


def fixed_return(link: Jackpot) -> Fraction:
    """Whatever the meter is: fixed awards, stakes that come back, and Let It Ride's features."""
    back, staked = Fraction(0), Fraction(0)
    for table in link.tables:
        wager = _wager(link, table)
        share = wager.return_fixed
        if wager.game == features.GAME:
            drawn = Fraction(link.magic_card_bp, BASIS_POINTS), Fraction(link.lucky_player_bp, BASIS_POINTS)
            share = features.returned(wager, table.wagers, 0, *drawn)
        amount = table.rounds_an_hour * table.wagers * wager.stake_cents
        back, staked = back + share * amount, staked + amount
    return back / staked
