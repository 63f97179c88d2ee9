"""Turn and River of Texas Hold'em Bonus as they are told to a person: what hands are, and what a group costs."""

from fractions import Fraction

import numpy as np
import pytest

from pitlink.cards import cards_of
from pitlink.exact import holdem_bonus
from pitlink.exact.bonus_ways import PRINTED, cost, way_of
from pitlink.exact.later_bets import SEEN_HANDS, described, later_bets
from pitlink.exact.rules import approved, changed
from pitlink.exact.simple import named
from pitlink.exact.strategy import strategy
from tests.exact import straightforward as twin
from tests.proving import rows

BOOK = approved("mbs-thb")

SEEN = rows("""
hole  | seen        | is
5c 4c | 2c 8c Kc    | flush or better
4c 4d | 4h 4s 8s    | flush or better
4c 4d | 7h 7s 7d 2c | flush or better
Kc 2d | Kh 7s 7d 7c | flush or better
5c 4d | 6c 7h 8s    | straight
Ac 4d | 2c 3h 5s 9s | straight
5c 5d | 5h 7h 8s    | three of a kind with an own card
5c 4d | 5h 4h 8s    | two pairs with an own card
2c 2d | 4h 4s 8s    | two pairs with an own card
Qc Qd | Ah As Kd Kc | anything else
8c 5d | 4h 7h 8s    | pair with the highest card, or higher
9c 9d | 4h 7h 8s    | pair with the highest card, or higher
7c 5d | 4h 7d 9s    | pair with the second card, or above it
8c 8d | 4h 7d 9s    | pair with the second card, or above it
4c Td | 4h 7d 9s    | lower pair with an own card
2c 2d | 4h 7h 9s    | lower pair with an own card
Tc 2d | 4c 7c 8c    | four to a flush with an own ten or higher
9c Td | 4c 7c 2c    | four to a flush with a lower own card
Ad 2d | 4c 7c 8c Tc | own ace
6c 7d | 8h 9s 2c    | open four to a straight
Jc Qd | Kh As 2c    | anything else
Ac 5d | 9h 9s 2c    | own ace, a pair on the board
Kc 5d | 9h 9s 2c    | own king, a pair on the board
Ac Td | 9h 5s 2c    | own ace, second card above the board
Ac 8d | 9h 5s 2c    | own ace
Kc Td | 9h 5s 2c    | both own cards above the board
Kc 8d | 9h 5s 2c    | anything else
""")


@pytest.mark.parametrize("row", SEEN, ids=lambda row: f"{row['hole']} with {row['seen']}")
def test_hands_are_described_as_people_do(row: dict[str, str]) -> None:
    hole, seen = (np.array([sorted(cards_of(row[each]))]) for each in ("hole", "seen"))
    assert SEEN_HANDS[described(seen)[0, twin.numbers_of(hole)[0]]] == row["is"]


def test_cards_that_lie_on_the_board_are_in_no_hand() -> None:
    hole, seen = (np.array([sorted(cards_of(each))]) for each in ("5c 4d", "5c 7h 8s"))
    assert described(seen)[0, twin.numbers_of(hole)[0]] == -1


@pytest.mark.parametrize("changes", [(), ("turn=3", "wagers.river=9:8")], ids=" ".join)
def test_bets_are_made_as_often_and_win_as_much_as_the_solution_says(changes: tuple[str, ...]) -> None:
    rules = BOOK
    for change in changes:
        rules = changed(rules, change)
    wagers = {each.name: each for each in holdem_bonus.figures(rules).wagers}
    for name, bets in zip(("turn", "river"), later_bets(rules), strict=True):
        assert bets.gains[:, 1].sum() == wagers[name].expectation
        assert Fraction(int(bets.times[:, 1].sum()) * rules.multiple(name), bets.of) == wagers[name].average
        assert all(gain <= 0 for gain in bets.gains[:, 0])


def test_groups_are_told_with_what_it_costs_to_treat_them_alike() -> None:
    groups = strategy(BOOK).groups
    assert list(groups) == ["on the flop, for the Turn", "with four cards, for the River"]
    rule = {stage: {group.what: group.rule for group in each} for stage, each in groups.items()}
    assert rule["on the flop, for the Turn"]["own ace, a pair on the board"] == "mostly"
    assert rule["with four cards, for the River"]["own king, a pair on the board"] == "rarely"
    cost = sum((group.cost_of_most for each in groups.values() for group in each), Fraction(0))
    (alike,) = [each for each in named(BOOK) if each.what.startswith("on Turn and River treat")]
    assert 0 < alike.cost == cost < Fraction(2, 100)


ONLY_PAIRS = "pair with the highest card, or higher; three of a kind with an own card"


def test_a_way_on_all_streets_costs_what_its_decisions_lose() -> None:
    """Streets add up; a street that is best costs nothing; a group is played wrongly where best play does not."""
    turn, river = later_bets(BOOK)
    pairs = [SEEN_HANDS.index(each.strip()) for each in ONLY_PAIRS.split("; ")]
    others = [nth for nth in range(len(SEEN_HANDS)) if nth not in pairs]
    lost = [bets.gains[others, 1].sum() - bets.gains[pairs, 0].sum() for bets in (turn, river)]
    assert cost_of(f"best / {ONLY_PAIRS}") == lost[0] > 0
    assert cost_of(f"best / best / {ONLY_PAIRS}") == lost[1] > 0
    assert cost_of(f"best / {ONLY_PAIRS} / {ONLY_PAIRS}") == sum(lost)
    assert cost_of("best") == cost_of("best / best / best") == cost_of(PRINTED) == 0
    nothing = cost_of("best / nothing / nothing")
    assert nothing == turn.gains[:, 1].sum() + river.gains[:, 1].sum()


def test_later_streets_count_the_hands_that_this_way_raises() -> None:
    """Who raises fewer hands loses before the flop, and has fewer hands to lose with afterwards."""
    few = cost_of("22+ A2+")
    later = cost_of("22+ A2+ / nothing / nothing") - few
    assert 0 < later < cost_of("best / nothing / nothing")
    assert cost_of("nothing / nothing / nothing") == cost_of("nothing") == 1 - house_edge()


def cost_of(typed: str) -> Fraction:
    return cost(BOOK, way_of(typed))


def house_edge() -> Fraction:
    return holdem_bonus.figures(BOOK).house_edge
