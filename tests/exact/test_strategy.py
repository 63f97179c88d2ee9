"""Best play as it is told: charts, thresholds and lists drawn from the solution, and what simpler play costs."""

from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from pitlink.cards import cards_of
from pitlink.exact import analyse, let_it_ride, three_card, ultimate
from pitlink.exact.deck import deck, hole_classes
from pitlink.exact.flops import FLOP_DEALS, FLOP_HANDS, flop_features
from pitlink.exact.rules import NotRules, approved, changed
from pitlink.exact.simple import Simple, lowest_hand, named, own
from pitlink.exact.strategy import Group, Strategy, strategy
from pitlink.exact.streets import starting_hands
from pitlink.hands import Hand, ThreeCard
from tests.proving import rows


@cache
def best_play(game: str) -> Strategy:
    """Of the rules as approved: drawn once for all tests that look at it."""
    return strategy(approved(game))


@cache
def simple_play(game: str) -> tuple[Simple, ...]:
    return named(approved(game))


# Charts


def test_the_chart_of_ultimate_is_the_published_one() -> None:
    chart = {start.name: start for start in best_play("mbs-uth").chart}
    raised = {name for name, start in chart.items() if start.best == "play 4x"}
    assert len(chart) == 169
    assert raised == starting_hands("33+ A2+ K2s+ K5o+ Q6s+ Q8o+ J8s+ JTo")
    assert (chart["K5o"].best, f"{float(chart['K5o'].gap):.2f}") == ("play 4x", "0.03")


def test_a_gap_is_the_distance_to_the_next_best_choice() -> None:
    for hole, start in zip(ultimate.solve(approved("mbs-uth")).holes, best_play("mbs-uth").chart, strict=True):
        first, second, *_ = sorted(hole.values.values(), reverse=True)
        assert (start.name, start.value, start.gap) == (hole.name, first, first - second)


def test_the_threshold_of_three_card_poker_is_found_and_moves_with_the_rules() -> None:
    for game in ("mbs-3cp", "rws-3cp"):
        assert best_play(game).threshold == Hand(ThreeCard.THREE_ODD_CARDS, (12, 6, 4))
        easier = strategy(changed(approved(game), "dealer_qualifies_from=king_high")).threshold
        assert easier is not None
        assert easier < Hand(ThreeCard.THREE_ODD_CARDS, (12, 6, 4))


# Lists

RIDES = rows("""
cards    | rides | of the group
Tc Td 2h | yes   | a paying hand
9c 9d 2h | no    | a pair that is not paid
Ah Kh Th | yes   | three to a royal flush
3c 4c 5c | yes   | straight flush draw, no gap, 0 cards of ten or higher
2c 3c 4c | no    | straight flush draw, no gap, 0 cards of ten or higher, from the two
Ac 2c 3c | no    | straight flush draw, no gap, 1 card of ten or higher, ace low
8h 9h Jh | yes   | straight flush draw, one gap, 1 card of ten or higher
8h Th Qh | yes   | straight flush draw, two gaps, 2 cards of ten or higher
7h 8h Jh | no    | straight flush draw, two gaps, 1 card of ten or higher
""")


@pytest.mark.parametrize("row", RIDES, ids=lambda row: row["cards"])
def test_three_cards_ride_as_their_group_does(row: dict[str, str]) -> None:
    value = let_it_ride.solve(approved("mbs-lir")).threes.value_of(cards_of(row["cards"]))
    (group,) = [each for each in _groups("mbs-lir", "three cards seen") if each.what == row["of the group"]]
    assert value.rides is (row["rides"] == "yes")
    assert group.rule == ("always" if value.rides else "never")


def test_every_group_of_let_it_ride_is_a_rule_without_exceptions() -> None:
    for stage, groups in best_play("mbs-lir").groups.items():
        assert {group.what: group.rule for group in groups if group.rule not in ("always", "never")} == {}
        whole = {"three cards seen": 22_100, "first community card seen": 270_725}[stage]
        assert sum(group.of for group in groups) == whole


def test_the_groups_of_the_flop_cover_every_hand_that_was_checked() -> None:
    groups = _groups("mbs-uth", "on the flop")
    checked = sum(each.holes for each in ultimate.solve(approved("mbs-uth")).holes if each.best == "check")
    assert sum(group.of for group in groups) == checked * 19_600
    rule = {group.what: group.rule for group in groups}
    assert {rule[each] for each in ("flush or better", "straight", "three of a kind with an own card")} == {"always"}
    assert rule["nothing yet"] == "rarely"


FLOPS = rows("""
hole  | flop     | is
5c 4c | 2c 8c Kc | flush or better
5c 4d | 6c 7h 8s | straight
5c 5d | 5h 7h 8s | three of a kind with an own card
5c 4d | 5h 4h 8s | two pairs with an own card
2c 2d | 4h 4s 8s | two pairs with an own card
5c 5d | 4h 7h 8s | own pair in the hand
8c 5d | 4h 7h 8s | pair with the highest card of the flop
7c 5d | 4h 7d 8s | pair with another card of the flop
2c 2d | 4h 7h 8s | pair of twos in the hand
Tc 2d | 4c 7c 8c | four to a flush with an own ten or higher
9c 2d | 4c 7c 8c | four to a flush with a lower own card
9c 2d | 4c 4d 4h | three of a kind on the flop
9c 2d | 4c 4d 8h | pair on the flop only
9c 2d | 4c 7d Kh | nothing yet
""")


def test_flops_are_described_as_people_do() -> None:
    features = flop_features(approved("mbs-uth"))
    found = []
    for row in FLOPS:
        hole, flop = cards_of(row["hole"]), cards_of(row["flop"])
        at, renamed = _canonical(flop, hole)
        found.append(FLOP_HANDS[features[at, renamed]])
    assert found == [row["is"] for row in FLOPS]


def _canonical(flop: tuple[int, ...], hole: tuple[int, ...]) -> tuple[int, int]:
    """Where the flop stands with suits renamed, and the hole with the same names."""
    from itertools import permutations

    cards = deck()
    flops = {tuple(row): nth for nth, row in enumerate(cards.flops.tolist())}
    holes = {tuple(row): nth for nth, row in enumerate(cards.holes.tolist())}
    for names in permutations(range(4)):
        renamed = [tuple(sorted(card // 4 * 4 + names[card % 4] for card in each)) for each in (flop, hole)]
        if renamed[0] in flops:
            return flops[renamed[0]], holes[renamed[1]]
    raise AssertionError("every flop is a named one")


def _groups(game: str, stage: str) -> tuple[Group, ...]:
    return best_play(game).groups[stage]


# What simpler play costs


@pytest.mark.parametrize("game", ["mbs-uth", "mbs-thb", "mbs-3cp", "rws-3cp", "mbs-lir"])
def test_simple_play_never_beats_the_best(game: str) -> None:
    best = analyse(game).house_edge
    for simple in simple_play(game):
        assert simple.cost >= 0
        assert simple.house_edge == best + simple.cost


def test_the_published_costs_of_simple_play_come_out() -> None:
    edges = {each.what: f"{float(each.house_edge) * 100:.2f}" for each in simple_play("mbs-3cp")}
    assert edges["play Q-6-4 and higher"] == "3.37"
    assert edges["play queen high and higher, as the dealer"] == "3.45"
    assert edges["play every hand"] == "7.65"
    ways = {"mbs-thb": "fold 2-3 to 2-7 off suit only", "mbs-lir": "ride the printed list, low aces apart"}
    for game, way in ways.items():
        (printed,) = [each for each in simple_play(game) if each.source]
        assert (printed.what, printed.source) == (way, "wizardofodds.com")
        assert printed.cost == 0
    never_fold = next(each for each in simple_play("mbs-thb") if each.what == "never fold")
    assert f"{float(never_fold.house_edge) * 100:.4f}" == "2.3496"


def test_never_playing_the_flop_costs_all_its_gains() -> None:
    """The cost from the gains of each flop, against the same from the frequencies and values of the whole solution."""
    gains, cards = ultimate.flop_gains(approved("mbs-uth")), deck()
    holes = ultimate.solve(approved("mbs-uth")).holes
    checked = np.array([each.best == "check" for each in holes])[hole_classes()[1]]
    apart = flop_features(approved("mbs-uth")) >= 0
    worth = np.where(apart & checked[None, :], np.maximum(gains.worth, 0), 0)
    total = int((cards.times[:, None] * worth).sum())
    (simple,) = [each for each in simple_play("mbs-uth") if each.what == "never play on the flop"]
    assert simple.cost == Fraction(total, gains.whole * FLOP_DEALS)


def test_ones_own_way_costs_nothing_where_it_is_the_best() -> None:
    best = "33+ A2+ K2s+ K5o+ Q6s+ Q8o+ J8s+ JTo"
    assert own(approved("mbs-uth"), best).cost == 0
    assert own(approved("mbs-uth"), f"{best} 22").cost > 0
    assert own(approved("mbs-3cp"), "Q-6-4").cost == 0
    assert own(approved("rws-3cp"), "queen high").cost == Fraction(15501, 20358520)
    assert own(approved("mbs-thb"), "22+ 32s+ 42+ 53+ 63+ 73+ 82+ 92+ T2+ J2+ Q2+ K2+ A2+").cost > 0
    rides = "; ".join(each.what for each in _groups("mbs-lir", "three cards seen") if each.rule == "always")
    later = "; ".join(each.what for each in _groups("mbs-lir", "first community card seen") if each.rule == "always")
    assert own(approved("mbs-lir"), f"{rides} / {later}").cost == 0


HANDS = rows("""
typed    | hands
77+      | 77 88 99 TT JJ QQ KK AA
A9s+     | A9s ATs AJs AQs AKs
KT       | KTs KTo
KQo      | KQo
""")


@pytest.mark.parametrize("row", HANDS, ids=lambda row: row["typed"])
def test_starting_hands_are_read_as_people_write_them(row: dict[str, str]) -> None:
    assert starting_hands(row["typed"]) == set(row["hands"].split())


WRONG = rows("""
game    | typed            | says
mbs-uth | 7x               | '7x' is no starting hand: expected such as 77+, A2s+, K5o or QJ
mbs-thb | 77s              | '77s' is no starting hand
mbs-3cp | Q 6 6            | expected different ranks from the highest
rws-3cp | queen of hearts  | expected ranks from the highest, such as Q 6 4
mbs-lir | a paying hand    | expected groups that ride with three cards / with four
mbs-lir | luck / a paying hand | 'luck' is no group: expected a pair that is not paid
""")


@pytest.mark.parametrize("row", WRONG, ids=lambda row: row["typed"])
def test_a_way_to_play_that_cannot_be_read_is_refused(row: dict[str, str]) -> None:
    with pytest.raises(NotRules) as refused:
        own(approved(row["game"]), row["typed"])
    assert row["says"] in str(refused.value)


def test_a_lowest_hand_is_read_in_words_and_letters() -> None:
    assert lowest_hand("T 6 4") == lowest_hand("10-6-4") == Hand(ThreeCard.THREE_ODD_CARDS, (10, 6, 4))
    assert three_card.with_threshold(approved("mbs-3cp"), lowest_hand("queen high")).house_edge > 0
