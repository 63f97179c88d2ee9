"""Texas Hold'em Bonus solved: published figures, what the readings cost, and settlement deal by deal."""

import random
from fractions import Fraction
from math import sqrt

import pytest

from pitlink.cards import DECK, Cards
from pitlink.exact import holdem_bonus
from pitlink.exact.errata import deviation_as_printed
from pitlink.exact.figures import Figures, moments
from pitlink.exact.holdem_bonus import Ending
from pitlink.exact.rules import Rules, approved, changed, with_reading
from pitlink.games import mbs_thb
from pitlink.games.round import Round, Seat, Share, wager_of
from pitlink.hands import FiveCard, rank_seven
from pitlink.money import Cents
from tests.proving import rows

GAME = "mbs-thb"
ANTE = 100
DEALS = 2_781_381_002_400


@pytest.fixture(scope="module")
def figures() -> Figures:
    return holdem_bonus.figures(approved(GAME))


def test_the_published_figures_come_out(figures: Figures) -> None:
    assert round(figures.house_edge * 100, 3) == Fraction("2.037")
    assert round(figures.average_wager, 4) == Fraction("3.8181")
    assert round(figures.element_of_risk * 100, 4) == Fraction("0.5335")
    flush = holdem_bonus.figures(changed(approved(GAME), "ante_pays_from=flush"))
    assert round(flush.house_edge * 100, 4) == Fraction("5.5935")


def test_the_standard_deviation_is_not_the_published_one_which_leaves_folds_out(figures: Figures) -> None:
    """Print has 3.500839. The distribution of the round, whose mean is met to the last digit, has 3.507271."""
    assert f"{sqrt(figures.variance):.6f}" == "3.507271"
    assert f"{deviation_as_printed():.6f}" == "3.500839"


def test_bets_that_are_worth_nothing_change_no_mean(figures: Figures) -> None:
    rules = approved(GAME)
    ends = holdem_bonus.endings(holdem_bonus.solve(rules, evens=True))
    mean, variance = moments((end.deals, holdem_bonus.net_of(end, rules)) for end in ends)
    assert mean == -figures.house_edge
    assert f"{sqrt(variance):.6f}" == "3.507296"


RAISED = rows("""
hole | value
32o  | -1.155927
42o  | -1.091604
52o  | -1.019987
62o  | -1.046723
72o  | -1.031301
82o  | -0.896002
92o  | -0.763132
T2o  | -0.613979
J2o  | -0.459414
Q2o  | -0.289690
K2o  | -0.102668
""")


def test_the_published_values_of_a_raise_come_out() -> None:
    found = {each.name: f"{float(each.raised):.6f}" for each in holdem_bonus.solve(approved(GAME)).holes}
    assert {row["hole"]: found[row["hole"]] for row in RAISED} == {row["hole"]: row["value"] for row in RAISED}


def test_five_starting_hands_are_folded_and_no_other() -> None:
    holes = holdem_bonus.solve(approved(GAME)).holes
    assert sum(each.holes for each in holes) == 1326
    assert {each.name for each in holes if each.best == "fold"} == {"72o", "62o", "52o", "42o", "32o"}


def test_hands_lose_as_often_as_is_published() -> None:
    """Over all deals, by the losing hand: the player's half of a table that counts both sides."""
    counts = holdem_bonus.solve(approved(GAME)).counts
    told = {FiveCard(hand).words: int(counts[:, hand, 2].sum()) * 2 // 20 for hand in range(9)}
    assert told == {
        "straight flush": 10_300_592,
        "four of a kind": 471_040_512,
        "full house": 8_435_225_376,
        "flush": 19_434_208_592,
        "straight": 18_271_076_976,
        "three of a kind": 64_049_759_448,
        "two pairs": 399_099_149_640,
        "one pair": 1_366_512_556_968,
        "five odd cards": 791_967_420_480,
    }
    assert int(counts[:, :, 1].sum()) // 20 == 113_130_263_816


def test_counts_add_up_and_have_the_value_of_the_holes(figures: Figures) -> None:
    solution = holdem_bonus.solve(approved(GAME))
    assert int(solution.counts.sum()) == 20 * DEALS
    by_holes = sum((each.holes * max(each.raised, each.FOLDED) for each in solution.holes), Fraction(0)) / 1326
    assert by_holes == figures.expectation
    assert sum((each.probability for each in figures.wagers[0].lines), Fraction(0)) == 1


BONUS = rows("""
reading                | value   | returns
bonus_on_loss          | lost    | -20222067259/57945437550
bonus_on_loss          | settled | -13873/162435
""")


@pytest.mark.parametrize("row", BONUS, ids=lambda row: row["value"])
def test_the_bonus_returns_what_the_reading_says(row: dict[str, str]) -> None:
    """R57; settled whatever the outcome it is the published 91.46 %."""
    (bonus,) = holdem_bonus.figures(with_reading(approved(GAME), row["reading"], row["value"])).side_wagers
    assert bonus.expectation == Fraction(row["returns"])


def test_a_bonus_that_is_pushed_on_a_stand_off_is_worth_less() -> None:
    """R58."""
    settled = holdem_bonus.figures(approved(GAME)).side_wagers[0]
    pushed = holdem_bonus.figures(with_reading(approved(GAME), "bonus_on_standoff", "push")).side_wagers[0]
    assert {line.what for line in pushed.lines} - {line.what for line in settled.lines} == {"stand-off"}
    aces = {wager: next(line for line in wager.lines if line.pays == "1,000 to 1") for wager in (settled, pushed)}
    assert aces[settled].combinations == 6 * (37_210 + 1_637_884)  # aces against aces win or tie so often
    assert aces[pushed].combinations == 6 * 37_210


@pytest.mark.parametrize("readings", [{}, {"bonus_on_loss": "settled"}, {"bonus_on_standoff": "push"}])
def test_each_deal_is_settled_as_the_game_settles_it(readings: dict[str, str]) -> None:
    rules = approved(GAME)
    for name, value in readings.items():
        rules = with_reading(rules, name, value)
    dice = random.Random(52)
    for _ in range(600):
        cards = tuple(dice.sample(DECK, 9))
        decisions = dice.choice(
            [("fold",), *(("flop", turn, river) for turn in ("turn", "check") for river in ("river", "check"))]
        )
        assert _by_analysis(rules, cards, decisions) == _by_game(rules, cards, decisions), (cards, decisions)


def _by_analysis(rules: Rules, cards: Cards, decisions: tuple[str, ...]) -> dict[str, Fraction]:
    own, dealer, community = cards[:2], cards[2:4], cards[4:]
    player, other = rank_seven(own + community), rank_seven(dealer + community)
    result = "win" if player > other else "push" if player == other else "lose"
    folded = decisions == ("fold",)
    end = Ending(folded, "turn" in decisions, "river" in decisions, player.category, result, 1)
    wagers = [wager for wager in ("flop", "turn", "river") if end.wagered(wager)]
    nets = {wager: holdem_bonus.raise_cell(end, wager, rules).net for wager in wagers}
    bonus = holdem_bonus.bonus_cell(rules, mbs_thb.bonus_line(own, dealer), result, folded=folded)
    return {"ante": holdem_bonus.ante_cell(end, rules).net, **nets, "bonus": bonus.net}


def _by_game(rules: Rules, cards: Cards, decisions: tuple[str, ...]) -> dict[str, Fraction]:
    wagers = {wager: wager_of(Share(None, Cents(ANTE))) for wager in ("ante", "bonus")}
    seat = Seat(1, wagers, cards[:2], decisions)
    settled = mbs_thb.settle(Round(GAME, (seat,), cards[4:], cards[2:4], switches=rules.switches))
    return {line.wager: Fraction(line.pays + line.returned - line.stake, ANTE) for line in settled.seats[0].lines}
