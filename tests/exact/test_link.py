"""A link in the long run: exact averages, the distribution of its meter, the funding of its resets."""

from decimal import Decimal, getcontext
from fractions import Fraction
from math import exp

import numpy as np
import numpy.typing as npt
import pytest
from msgspec import structs

from pitlink.exact.funding import enough, funding, poisson, poisson_quantile
from pitlink.exact.link import Jackpot, LinkedTable, average_from, link_figures, steps_of
from pitlink.exact.meters import when_hit
from pitlink.exact.rules import NotRules, Rules, approved, changed
from pitlink.exact.winners import ROYAL, STRAIGHT_FLUSH, law

Floats = npt.NDArray[np.float64]


def table(game: str, wagers: int, rounds: int = 60, *readings: str) -> LinkedTable:
    rules: Rules = approved(game)
    for each in readings:
        rules = changed(rules, each)
    return LinkedTable(rules, wagers, Fraction(rounds))


MEGALINK = Jackpot(
    (table("mbs-thb", 6), table("mbs-3cp", 7, 50), table("mbs-uth", 5, 40), table("mbs-lir", 7)),
    unit_cents=500,
    increment_bp=2_000,
    hidden_bp=500,
    base_cents=10_000_000,
    reset_cents=5_000_000,
)
ONE_TABLE = Jackpot((table("rws-3cp", 7),), 500, 1_500, 500, 8_000_000, 4_000_000)
ALONE = Jackpot((table("mbs-3cp", 1),), 500, 1_000, 200, 3_000_000, 3_000_000)


# Exact


def test_a_single_wager_is_what_it_is_by_hand() -> None:
    """One wager a round: no two winners, so that the balance is one line on paper."""
    found = link_figures(ALONE)
    royal, straight, posted = Fraction(4, 2_598_960), Fraction(36, 2_598_960), 50
    assert (found.royal, found.falls) == (royal, straight)
    stays = 1 - royal - straight + straight * Fraction(9, 10)
    assert found.average_meter == (stays * posted + royal * 3_000_000) / (1 - stays)
    assert found.average_when_hit == found.average_meter + posted
    assert found.rounds_to_hit == 649_740
    assert found.hidden_needed == royal * 3_000_000 / 500


@pytest.mark.parametrize("link", [MEGALINK, ONE_TABLE, ALONE])
def test_what_is_put_in_is_what_is_paid_out(link: Jackpot) -> None:
    """In the long run awards are the increments and the resets, whatever becomes of the meter in between."""
    found = link_figures(link)
    assert found.meter_return == Fraction(link.increment_bp, 10_000) + found.hidden_needed
    assert found.returned == found.fixed_return + found.meter_return


def test_a_royal_flush_that_is_paid_the_display_costs_the_house_the_rest() -> None:
    """R5 as `displayed`: a tenth of the meter is paid by nobody's contribution."""
    readings = "royal_base=displayed"
    found = link_figures(structs.replace(ALONE, tables=(table("mbs-uth", 6, 60, readings),)))
    assert found.meter_return is not None
    assert found.average_meter is not None
    more = found.meter_return - Fraction(1_000, 10_000) - found.hidden_needed
    beside = law("mbs-uth", 6).of(ROYAL, STRAIGHT_FLUSH)
    assert more == beside * (found.average_meter + 6 * 50) / 10 / (6 * 500)


@pytest.mark.parametrize("link", [MEGALINK, ALONE])
def test_every_jackpot_begins_at_the_reset_so_the_long_run_is_one_jackpot(link: Jackpot) -> None:
    found = link_figures(link)
    assert average_from(steps_of(link), found.royal, Fraction(link.reset_cents)) == found.average_when_hit
    assert average_from(steps_of(link), found.royal, Fraction(link.base_cents)) == found.first_when_hit


def test_an_hour_has_its_rounds_and_the_time_to_a_win_is_geometric() -> None:
    found = link_figures(MEGALINK)
    assert found.rounds_an_hour == 60 + 50 + 40 + 60
    assert found.wagers_an_hour == 60 * 6 + 50 * 7 + 40 * 5 + 60 * 7
    assert found.staked_an_hour == 500 * found.wagers_an_hour
    for share in (0.05, 0.5, 0.95, 0.99):
        rounds = found.rounds_by(share)
        assert 1 - (1 - float(found.royal)) ** rounds >= share > 1 - (1 - float(found.royal)) ** (rounds - 1)
        assert found.hours_to_hit(share) == rounds / 210


def test_features_add_to_what_is_returned() -> None:
    with_them = structs.replace(MEGALINK, magic_card_bp=500, lucky_player_bp=200)
    more = link_figures(with_them).fixed_return - link_figures(MEGALINK).fixed_return
    of_all = Fraction(60 * 7, 60 * 6 + 50 * 7 + 40 * 5 + 60 * 7)
    assert more == of_all * (Fraction(5, 100) * Fraction(25, 52) + Fraction(2, 100) * Fraction(5, 7))


# The distribution of the meter


def test_the_grid_gives_what_the_formula_gives() -> None:
    """A kept share of one half, so that few falls matter and the formula is quick."""
    half = changed(approved("mbs-3cp"), "progressive.straight_flush=50%")
    link = structs.replace(ALONE, tables=(LinkedTable(half, 1, Fraction(60)),))
    found = when_hit(link)
    mean = 50 * 2_598_960 / 40
    for meter in (1_000_000, 2_000_000, 4_000_000, 8_000_000, 16_000_000):
        told = by_formula(mean, 0.1, 0.5, 3_000_000, meter)
        assert abs(found.probability_below(meter) - told) < found.error


def by_formula(mean: float, ends: float, kept: float, start: float, meter: float) -> float:
    """How likely the meter is at most this when the whole is won: a sum of exponentials of different means.

    After k falls the meter is keptᵏ·start + Σ keptʲ·growth, the growths exponential: known as hypoexponential, with
    terms of changing signs that need many digits. After sixty falls by half nothing is left of the start.
    """
    getcontext().prec = 80
    a, share, total = Decimal(str(kept)), Decimal(str(ends)), Decimal(0)
    products = [Decimal(1)]
    for power in range(1, 61):
        products.append(products[-1] * (1 - a**power))
    for k in range(61):
        left = (Decimal(meter) - a**k * Decimal(start)) / Decimal(mean)
        if left <= 0:
            continue
        over = Decimal(0)
        for j in range(k + 1):
            below = (-1) ** j * products[j] / a ** Decimal(j * (j + 1) // 2)  # Π (1 − a⁻ⁱ) over i = 1 … j
            over += (-left / a**j).exp() / (below * products[k - j])
        weight = share * (1 - share) ** k if k < 60 else (1 - share) ** 60
        total += weight * (1 - over)
    return float(total)


@pytest.mark.parametrize("link", [MEGALINK, ONE_TABLE, ALONE])
def test_the_grid_has_the_exact_average(link: Jackpot) -> None:
    found, exactly = when_hit(link), link_figures(link).average_when_hit
    assert exactly is not None
    assert found.average == pytest.approx(float(exactly), rel=2e-5)
    from_base, first = when_hit(link, link.base_cents), link_figures(link).first_when_hit
    assert first is not None
    assert from_base.average == pytest.approx(float(first), rel=2e-5)
    assert found.error < 2e-4


def simulated(link: Jackpot, jackpots: int, seed: int) -> Floats:
    """The display when the whole is won, of so many jackpots one after the other at one table.

    Round by round, but rounds that bring nothing are leapt over: their number is geometric.
    """
    (only,) = link.tables
    dice = np.random.default_rng(seed)
    outcomes = law(only.rules.game, only.wagers).outcomes
    winning = [each for each in outcomes if each.winners]
    chance = float(sum(each.probability for each in winning))
    shares = np.array([float(each.probability) for each in winning]) / chance
    posted = only.wagers * link.unit_cents * link.increment_bp / 10_000
    floor = link.reset_cents if only.rules.switches.meter_floor == "reset_value" else 0
    limit = np.inf if link.limit_cents is None else link.limit_cents
    meters, shown = np.full(jackpots, float(link.reset_cents)), []
    while len(meters):
        meters = np.minimum(meters + posted * dice.geometric(chance, len(meters)), limit)
        came = dice.choice(len(winning), len(meters), p=shares)
        whole = np.array([ROYAL in each.winners for each in winning])[came]
        falls = np.array([0.9 ** len(each.winners) for each in winning])[came]
        shown.append(meters[whole])
        meters = np.maximum(meters * falls, floor)[~whole]
    return np.concatenate(shown)


@pytest.mark.parametrize(
    "link",
    [
        ONE_TABLE,
        structs.replace(ONE_TABLE, limit_cents=40_000_000),
        structs.replace(ONE_TABLE, tables=(table("rws-3cp", 7, 60, "meter_floor=reset_value"),)),
        structs.replace(ONE_TABLE, increment_bp=50),  # the reset is most of what is won
    ],
    ids=["plain", "limit", "floor", "slow"],
)
def test_a_simulation_agrees_within_three_standard_errors(link: Jackpot) -> None:
    number = 200_000
    drawn, found = simulated(link, number, seed=52), when_hit(link)
    scores = {"average": (drawn.mean() - found.average) / (drawn.std() / number**0.5)}
    for share in (0.05, 0.25, 0.5, 0.75, 0.95):
        meter = found.quantile(share)
        if link.limit_cents is None or meter < link.limit_cents:
            below = float(found.probability_below(meter))
            seen = float((drawn <= meter).mean())
            scores[f"{share:.0%}"] = (seen - below) / (below * (1 - below) / number) ** 0.5
    print({name: f"{score:+.2f}" for name, score in scores.items()})
    assert all(abs(score) < 3 for score in scores.values()), scores
    if link.limit_cents is not None:
        at_limit = float((drawn >= link.limit_cents).mean())
        assert abs(at_limit - found.at_limit) < 3 * (at_limit / number) ** 0.5


def test_the_exact_variance_is_that_of_the_simulation() -> None:
    exactly = link_figures(ONE_TABLE).variance_of_meter
    assert exactly is not None
    drawn = simulated(ONE_TABLE, 200_000, seed=7)
    assert drawn.var() == pytest.approx(float(exactly), rel=0.01)


def test_a_limit_leaves_no_exact_average_and_a_floor_neither() -> None:
    for link in (
        structs.replace(ONE_TABLE, limit_cents=40_000_000),
        structs.replace(ONE_TABLE, tables=(table("rws-3cp", 7, 60, "meter_floor=reset_value"),)),
    ):
        found = link_figures(link)
        assert (found.average_meter, found.average_when_hit, found.returned) == (None, None, None)
        assert found.fixed_return == link_figures(ONE_TABLE).fixed_return


# Funding


def test_poisson_numbers_are_those_of_the_law() -> None:
    assert poisson(2.0, 3) == pytest.approx([exp(-2), 2 * exp(-2), 2 * exp(-2), 4 / 3 * exp(-2)])
    assert poisson(0.0, 1) == pytest.approx([1.0, 0.0])
    assert [poisson_quantile(2.0, share) for share in (0.1, 0.5, 0.95)] == [0, 2, 5]
    assert poisson_quantile(0.0, 0.99) == 0


def test_without_a_hidden_rate_every_reset_is_the_houses() -> None:
    link = structs.replace(MEGALINK, hidden_bp=0)
    found = funding(link, 8_760, 0.99)
    assert found.most_hits == poisson_quantile(found.hits, 0.99)
    assert found.at_the_end == found.at_every_moment == found.most_hits * link.reset_cents
    assert found.average == found.hits * link.reset_cents
    assert found.hits == pytest.approx(float(link_figures(link).royals_an_hour) * 8_760)


def test_what_is_held_is_just_enough_at_every_moment() -> None:
    found = funding(MEGALINK, 8_760, 0.99)
    assert found.at_every_moment >= found.at_the_end
    reserved = float(link_figures(MEGALINK).staked_an_hour) * 0.05 * 8_760
    assert found.reserved == pytest.approx(reserved)
    at = enough(found.hits, MEGALINK.reset_cents, reserved, found.at_every_moment)
    less = enough(found.hits, MEGALINK.reset_cents, reserved, found.at_every_moment - 1)
    assert less < 0.99 <= at


def test_a_simulation_of_the_reserve_agrees() -> None:
    hits, reset, reserved, held, number = 6.0, 100, 450.0, 230, 40_000
    dice = np.random.default_rng(11)
    good = 0
    for wins in dice.poisson(hits, number):
        times = np.sort(dice.random(wins))
        good += bool(np.all(reset * np.arange(1, wins + 1) <= held + reserved * times))
    told = enough(hits, reset, reserved, held)
    assert abs(good / number - told) < 3 * (told * (1 - told) / number) ** 0.5


# Refused

REFUSED = [
    ({"tables": ()}, "no table: expected one or more"),
    ({"increment_bp": 0}, "increment 0 %: expected more"),
    ({"increment_bp": 9_000, "hidden_bp": 2_000}, "together at most 100 %"),
    ({"hidden_bp": -1}, "each 0 % or more"),
    ({"reset_cents": -1}, "expected 0.00 or more"),
    ({"tables": (table("rws-3cp", 7, 0),)}, "0 rounds an hour: expected more than 0"),
    ({"tables": (table("rws-3cp", 8),)}, "8 wagers at a table: expected 1 to 7"),
    ({"tables": (table("rws-3cp", 7, 60, "fixed_awards_from=pool"),)}, "expected house"),
]


@pytest.mark.parametrize(("wrong", "told"), REFUSED)
def test_a_link_that_could_not_be_is_refused(wrong: dict[str, object], told: str) -> None:
    with pytest.raises(NotRules, match=told):
        link_figures(structs.replace(ONE_TABLE, **wrong))


def test_a_period_and_a_confidence_that_mean_nothing_are_refused() -> None:
    for hours, confidence, told in (
        (0, 0.99, "hours"),
        (1, 1.0, "between 0 and 1"),
        (1e12, 0.9, "a period of at most"),
    ):
        with pytest.raises(NotRules, match=told):
            funding(ONE_TABLE, hours, confidence)
