"""Readings priced: the figures that the readings themselves quote, and that nothing is left out."""

import random
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest

from pitlink.cards import Card
from pitlink.exact import apart, holdem_bonus, progressive, ultimate
from pitlink.exact.advising import advise
from pitlink.exact.deck import deck
from pitlink.exact.pricing import METER_CENTS, UNIT_CENTS, WAGERS, Price, edges, prices
from pitlink.exact.ranking import masks_of, ordinals, rank_table
from pitlink.exact.rules import approved, with_reading
from pitlink.hands import FiveCard
from pitlink.rulebook import catalogue
from pitlink.rulebook.catalogue import DOCUMENTS
from pitlink.rulebook.switches import CONCERNING, READING_OF
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


def test_every_switch_that_moves_money_is_priced_on_all_sides(found: list[Price]) -> None:
    """Two cannot: best play folds no pair, and one deck has one Magic Card."""
    for game in {each.game for each in found}:
        priced = {each.switch for each in found if each.game == game}
        unmoved = {switch for switch in CONCERNING[game] if READING_OF[switch] in ("R66", "R93")}
        assert set(CONCERNING[game]) - priced == unmoved, game
    for each in found:
        sides = [other for other in found if other.id == each.id]
        assert [side.default for side in sides] == [True] + [False] * (len(sides) - 1)
        assert {side.value for side in sides} == set(catalogue.readings()[each.reading].values)
        assert sides[0].value == catalogue.chosen(catalogue.readings()[each.reading], each.game)
        assert sides[0].difference == 0


def test_the_default_side_is_the_rulebook(found: list[Price]) -> None:
    for game in {each.game for each in found}:
        usual = edges(approved(game)) | {apart.FIXED_AWARDS: 1 - progressive.figures(approved(game)).return_fixed}
        for each in found:
            if each.game == game and each.default and not each.condition:
                assert usual[each.what] == each.house_edge


# Readings that are no switch


def points(game: str) -> dict[tuple[str, str], dict[str, Fraction]]:
    """The sides of each, by reading and what it moves."""
    told = apart.points(game, UNIT_CENTS, WAGERS, METER_CENTS)
    return {(each.reading, each.what): dict(each.sides) for each in told}


@pytest.fixture(scope="module")
def apart_found() -> Callable[[str], dict[tuple[str, str], dict[str, Fraction]]]:
    known = {game: points(game) for game in DOCUMENTS}
    return known.__getitem__


def test_every_reading_is_priced_or_says_why_not(
    apart_found: Callable[[str], dict[tuple[str, str], dict[str, Fraction]]],
) -> None:
    unmoved = {id: because for because, ids in apart.NO_MONEY.items() for id in ids}
    by_switch = set(READING_OF.values()) - set(unmoved)
    by_itself = {reading for game in DOCUMENTS for reading, _ in apart_found(game)}
    tables = [by_switch, by_itself, set(apart.NOT_PRICED), set(unmoved)]
    assert set().union(*tables) == set(catalogue.readings())
    assert sum(map(len, tables)) == len(catalogue.readings()), "one is in two tables"
    assert all(len(because) > 20 for because in (*apart.NOT_PRICED.values(), *apart.NO_MONEY))


def test_what_the_readings_quote_of_themselves_comes_out(
    apart_found: Callable[[str], dict[tuple[str, str], dict[str, Fraction]]],
) -> None:
    uth, thb = apart_found("mbs-uth"), apart_found("mbs-thb")
    quoted = {
        "488.3 %": 1 - uth["R17", apart.FIXED_AWARDS]["best_of_seven"],
        "36.84 %": 1 - uth["R17", apart.FIXED_AWARDS]["hole_and_flop"],
        "184.2 %": 1 - uth["R26", apart.FIXED_AWARDS]["twice"],
        "3.34 %": uth["R72", "trips"]["three_of_a_kind"],
        "85.90 %": uth["R73", "trips"]["hole_and_flop"],
        "$11.58": (1 - thb["R17", apart.FIXED_AWARDS]["best_of_seven"]) * UNIT_CENTS / 10_000,
        "$0.96": (1 - thb["R17", apart.FIXED_AWARDS]["hole_and_flop"]) * UNIT_CENTS / 10_000,
    }
    text = " ".join(catalogue.readings()[each].because for each in ("R17", "R26", "R72", "R73"))
    for printed, value in quoted.items():
        bare = printed.removesuffix(" %").removeprefix("$")
        assert printed in text
        assert f"{float(100 * value):.{len(bare.partition('.')[2])}f}" == bare
    assert uth["R73", "trips"]["hole_and_flop"] == Fraction(2232528, 2598960)
    assert uth["R72", "trips"]["any_hand"] == Fraction(223175, 6689228) - 4 * Fraction(
        23294460 + 58627800 + 31433400, 133784560
    )


def test_other_sides_are_worth_what_follows_from_the_chosen_one(
    apart_found: Callable[[str], dict[tuple[str, str], dict[str, Fraction]]],
) -> None:
    lir = apart_found("mbs-lir")
    assert f"{float(100 * lir['R91', 'the round']['never']):.4f}" == "111.8169"
    lucky = Fraction(5, WAGERS)
    sides = lir["R94", apart.FEATURES]
    assert sides["all_areas"] - sides["with_wager"] == lucky - Fraction(5, 7)
    assert lir["R95", apart.FEATURES]["link"] - lir["R95", apart.FEATURES]["table"] == lucky / 2
    sides = lir["R96", "the progressive"]
    assert sides["link_setting"] - sides["every_round"] == lucky + Fraction(25, 52)
    assert apart_found("mbs-thb")["R60", "the round"]["refused"] == Fraction(2238833959, 51507055600)
    assert apart_found("mbs-uth")["R74", "the round"]["contains_pair"] == Fraction(-4480543, 194922000)


def test_a_river_that_needs_a_turn_is_worth_what_advice_says() -> None:
    """R60: with the Turn refused the River is lost; with it both are worth what they are without the rule."""
    rules, dice = approved("mbs-thb"), random.Random(60)
    turn, later = holdem_bonus.turn_and_later(rules)
    whole = 1081 * holdem_bonus.HANDS * holdem_bonus.pays_of(rules).ante
    for flop in dice.sample(range(len(deck().flops)), 4):
        hole = next(nth for nth in dice.sample(range(1326), 20) if not {*deck().holes[nth]} & {*deck().flops[flop]})
        own, community = (tuple(map(Card, each.tolist())) for each in (deck().holes[hole], deck().flops[flop]))
        values = {each.choice: each.value for each in advise(rules, own, community).options}
        assert values["turn"] - values["check"] == Fraction(int(turn[flop, hole]), whole)
        rivers = Fraction(0)
        for card in map(Card, range(52)):
            if card not in own + community:
                on_turn = {each.choice: each.value for each in advise(rules, own, (*community, card)).options}
                rivers += max(on_turn["river"] - on_turn["check"], Fraction(0))
        assert rivers / 47 == Fraction(int(later[flop, hole]), 2 * whole)


def test_dealers_without_a_pair_are_counted_one_by_one() -> None:
    """R74: dealers beaten less those that win, of classes without a pair, against all 990 of them."""
    rules, dice = approved("mbs-uth"), random.Random(74)
    found, classes = ultimate.pairless_counted(rules), rank_table(7).classes()
    pairless = [FiveCard.FIVE_ODD_CARDS, FiveCard.STRAIGHT, FiveCard.FLUSH, *list(FiveCard)[8:]]
    seen: set[bool] = set()
    for nth in dice.sample(range(len(found.suit.boards)), 60):
        symbols = found.suit.boards[nth]
        spare = dict.fromkeys(range(13), 0)
        board = []
        for symbol in symbols.tolist():  # in suit 0, or in the next other suit that is free
            rank = symbol % 13
            spare[rank] += symbol < 13
            board.append(4 * rank + (0 if symbol >= 13 else spare[rank]))
        left = [card for card in range(52) if card not in board]
        own = dice.sample(left, 2)
        pair = sorted(card // 4 + (13 if card % 4 == 0 else 0) for card in own)
        at = next(k for k in range(len(found.suit.first)) if [found.suit.first[k], found.suit.second[k]] == pair)
        others = [card for card in left if card not in own]
        dealers = np.array([(a, b) for k, a in enumerate(others) for b in others[:k]])
        theirs = ordinals(masks_of(dealers) | masks_of(np.array(board)), 7)
        mine = ordinals(masks_of(np.array([own])) | masks_of(np.array(board)), 7)[0]
        without = np.isin(classes[theirs], pairless)
        net = int((without & (theirs < mine)).sum()) - int((without & (theirs > mine)).sum())
        assert found.by_suit.unqualified[nth, at] == net, (board, own)
        seen |= {net > 0, net < 0}
    assert seen == {True, False}
