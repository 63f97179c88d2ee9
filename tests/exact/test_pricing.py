"""Readings priced: the figures that the readings themselves quote, and that nothing is left out."""

from fractions import Fraction

import pytest

from pitlink.exact.pricing import Price, edges, prices
from pitlink.exact.rules import approved, with_reading
from pitlink.rulebook.switches import CONCERNING
from tests.proving import rows

QUICK = ("mbs-3cp", "mbs-lir", "rws-3cp")
GAMES = [QUICK, pytest.param(("mbs-thb", "mbs-uth"), marks=pytest.mark.exhaustive)]


@pytest.fixture(scope="module", params=GAMES, ids=" ".join)
def found(request: pytest.FixtureRequest) -> list[Price]:
    return list(prices(request.param))


def test_the_hold_em_games_are_priced_with_best_play_anew() -> None:
    """Two readings that move much, each against its default: no other is solved here."""
    usual = edges(approved("mbs-thb"))["bonus"]
    settled = edges(with_reading(approved("mbs-thb"), "bonus_on_loss", "settled"))["bonus"]
    assert (usual, settled) == (Fraction(20222067259, 57945437550), Fraction(13873, 162435))


QUOTED = rows("""
game    | switch                           | value                    | moves     | house edge
mbs-thb | bonus_on_loss                    | lost                     | bonus     | 20222067259/57945437550
mbs-thb | bonus_on_loss                    | settled                  | bonus     | 13873/162435
mbs-3cp | dealer_qualifies                 | queen_high_or_better     | the round | 686689/20358520
mbs-3cp | dealer_qualifies                 | contains_queen_or_higher | the round | -524723/1957550
mbs-3cp | folded_ante_when_dealer_fails    | paid                     | the round | -2596967/12724075
mbs-uth | folded_ante_when_dealer_unpaired | push                     | the round | -102560082179/6953452506000
mbs-uth | ante_when_dealer_unpaired_wins   | lose                     | the round | 186900914671/6953452506000
rws-3cp | rws_declined_play                | returned                 | the round | -38556249/101792600
""")


def test_readings_cost_what_is_quoted(found: list[Price]) -> None:
    prices_found = {(each.game, each.switch, each.value, each.what): each.house_edge for each in found}
    games = {each.game for each in found}
    told = {
        (row["game"], row["switch"], row["value"], row["moves"]): Fraction(row["house edge"])
        for row in QUOTED
        if row["game"] in games
    }
    assert told
    assert {key: prices_found[key] for key in told} == told


def test_every_reading_that_moves_money_is_priced_on_all_sides(found: list[Price]) -> None:
    """Two cannot show in one hand at one meter: a pool that stays above its reset value, and one deck's Magic Card."""
    for game in {each.game for each in found}:
        priced = {each.switch for each in found if each.game == game}
        unmoved = {"meter_floor", "magic_card_pays", "lir_percentage", "pair_plus_on_fold"}
        assert set(CONCERNING[game]) - priced <= unmoved, game
    for each in found:
        sides = [other for other in found if other.id == each.id]
        assert sum(side.default for side in sides) == 1
        assert all(side.difference == 0 for side in sides if side.default)


def test_the_default_side_is_the_rulebook(found: list[Price]) -> None:
    for game in {each.game for each in found}:
        usual = edges(approved(game))
        assert all(usual[each.what] == each.house_edge for each in found if each.game == game and each.default)
