"""Ultimate's river as a person plays it, and all three streets: what outs are, what a rule costs, how it is typed."""

import random
from fractions import Fraction
from itertools import combinations, product
from math import sqrt

import numpy as np
import pytest

from pitlink.cards import Card, Cards, cards_of, rank
from pitlink.exact import ultimate
from pitlink.exact.deck import deck, hole_classes, seen
from pitlink.exact.flops import FLOP_HANDS, flop_features
from pitlink.exact.kernels.outs import Told
from pitlink.exact.ranking import Ints
from pitlink.exact.river import HIDDEN_PAIR, RIVER_DEALS, RIVER_HANDS, UNSEEN, River, described, river
from pitlink.exact.rules import NotRules, Rules, approved, changed
from pitlink.exact.simple import named, own
from pitlink.exact.strategy import strategy
from pitlink.exact.streets import PRINTED, Last, Way, costs, way_of
from pitlink.exact.worlds import counted
from pitlink.hands import FiveCard, Hand, rank_five
from tests.exact import straightforward as twin
from tests.proving import rows

BOOK = approved("mbs-uth")
CHANGES = ("blind.flush=3:1", "flop_play=3", "dealer_qualifies_from=two_pairs", "folded_ante_when_dealer_unpaired=push")


def with_changes(*changes: str) -> Rules:
    rules = BOOK
    for change in changes:
        rules = changed(rules, change)
    return rules


def best_river(rules: Rules) -> River:
    solution = ultimate.solve(rules)
    return river(rules, checked_by(solution), solution.plays_flop)


def checked_by(solution: ultimate.Solution) -> Ints:
    return np.array([each.best == "check" for each in solution.holes])[hole_classes()[1]]


# Outs, and what the own cards add


def best_of(cards: Cards) -> Hand[FiveCard]:
    """The best five of five, six or seven."""
    return max(rank_five(five) for five in combinations(cards, 5))


def told_by_hand(hole: Cards, board: Cards) -> tuple[str, int]:
    """By the plain ranking: what the own cards add, and how many unseen cards beat the hand with the board alone."""
    mine, alone = best_of(hole + board), best_of(board)
    left = [Card(card) for card in range(52) if Card(card) not in hole + board]
    outs = sum(best_of((*board, card)) > mine for card in left)
    if made_of(mine) > made_of(alone):
        return RIVER_HANDS[min(int(mine.category), int(FiveCard.FLUSH))], outs
    ranks = [rank(card) for card in hole + board]
    paired = any(ranks.count(rank(card)) > 1 for card in hole)
    return ("own pair that the board outdoes" if paired else "nothing of one's own"), outs


def made_of(hand: Hand[FiveCard]) -> tuple[int, ...]:
    """The class, and the ranks that come more than once; of straights and flushes and the like all ranks."""
    if hand.category in (FiveCard.STRAIGHT, FiveCard.FLUSH) or hand.category > FiveCard.FOUR_OF_A_KIND:
        return int(hand.category), *hand.ranks
    return int(hand.category), *(each for each in hand.ranks if hand.ranks.count(each) > 1)


def told(hole: Cards, board: Cards) -> tuple[str, int]:
    """As the worlds have it: by the suit that has three cards on the board, or by ranks."""
    found = counted(ultimate.pays_of(BOOK).qualifies_from)
    by_rank, by_suit = described(found, "straight_flush")
    pairs, boards = np.array([sorted(hole)]), np.array([sorted(board)])
    for sign in range(4):
        if sum(card % 4 == sign for card in board) >= 3:
            symbols = np.sort(boards // 4 + np.where(boards % 4 == sign, 13, 0), axis=1)
            (at,) = np.flatnonzero((found.suit.boards == symbols).all(axis=1))
            return _told(by_suit, int(at), int(seen(pairs, sign)[0]))
    return _told(by_rank, int(seen(boards, None)[0]), int(seen(pairs, None)[0]))


def _told(world: Told, board: int, pair: int) -> tuple[str, int]:
    return RIVER_HANDS[world.hands[board, pair]], int(world.outs[board, pair])


RIVERS = rows("""
hole  | board          | is                               | outs
Tc 3d | Ah Qs 8d 6c 4h | nothing of one's own             | 23
Kc Jd | Ah Qs 8d 6c 4h | nothing of one's own             | 15
Qc 3d | Ah Qs 8d 6c 4h | pair with an own card            | 3
2c 2d | Ah As Kd Kc 7h | own pair that the board outdoes  | 24
Qc Qd | Ah As Kd Kc 7h | own pair that the board outdoes  | 4
Qc Qd | Ah As 9d 6c 4h | two pairs with an own card       | 2
4c 4d | Ah As 9d 6c 4h | flush or better with an own card | 0
Kc 2d | Ah Qh 9h 6h 4s | nothing of one's own             | 23
Kh 2d | Ah Qh 9h 6h 4s | flush or better with an own card | 0
Th 2d | Ah Qh 9h 6h 4s | flush or better with an own card | 2
2c 3d | Ts Js Qs Ks As | nothing of one's own             | 0
9c 3d | Ts Js Qd Kh 2s | straight with an own card        | 4
""")


@pytest.mark.parametrize("row", RIVERS, ids=lambda row: f"{row['hole']} on {row['board']}")
def test_outs_are_counted_as_people_count_them(row: dict[str, str]) -> None:
    hole, board = cards_of(row["hole"]), cards_of(row["board"])
    assert told(hole, board) == told_by_hand(hole, board) == (row["is"], int(row["outs"]))


def test_outs_are_those_of_the_plain_ranking() -> None:
    """A hundred deals, and a hundred with at least three cards of a suit on the board."""
    dice, met = random.Random(21), [0, 0]
    while min(met) < 100:
        cards = tuple(Card(card) for card in dice.sample(range(52), 7))
        hole, board = cards[:2], cards[2:]
        suited = max(sum(card % 4 == sign for card in board) for sign in range(4)) >= 3
        if met[suited] < 100:
            met[suited] += 1
            assert told(hole, board) == told_by_hand(hole, board), cards


# What comes to the river


@pytest.mark.parametrize("changes", [(), CHANGES], ids=" ".join)
def test_all_that_best_play_brings_to_the_river_is_there(changes: tuple[str, ...]) -> None:
    """As often as the solution counts it, and with gains that have its sign."""
    rules = with_changes(*changes)
    solution, found = ultimate.solve(rules), best_river(rules)
    folded, played = found.times.sum(axis=(0, 1)).tolist()
    deals = int(solution.counts.sum())
    assert Fraction(played, RIVER_DEALS) == Fraction(int(solution.counts[3].sum()), deals)
    assert Fraction(folded, RIVER_DEALS) == Fraction(int(solution.counts[4].sum()), deals)
    assert all(gain <= 0 for gain in found.gains[..., 0].flat)
    assert all(gain > 0 for gain in found.gains[..., 1][found.times[..., 1] > 0])
    nets = {play: Fraction(0) for play in (1, None)}
    for end in ultimate.endings(solution):
        if end.played in nets:
            folds = end._replace(played=None)
            nets[end.played] += end.deals * (ultimate.net_of(end, rules) - ultimate.net_of(folds, rules))
    assert found.gains[..., 1].sum() == nets[1] / deals


def test_the_cheapest_number_of_outs_is_the_printed_one() -> None:
    found = best_river(BOOK)
    assert found.fewest_that_fold() == 21
    assert {rule.under for rule in strategy(BOOK).outs} == {21}
    assert all(found.cost(HIDDEN_PAIR, under) >= found.cost(HIDDEN_PAIR, 21) for under in range(UNSEEN + 2))


def test_it_moves_with_the_rules() -> None:
    """Where Play is paid double, hands with a chance are played earlier, and what comes to the river is worse."""
    assert best_river(with_changes("wagers.play=2:1")).fewest_that_fold() == 17


def test_playing_as_best_play_does_costs_nothing() -> None:
    found = best_river(BOOK)
    always, never = found.times[..., 0] == 0, found.times[..., 1] == 0
    mixed = ~(always | never)
    assert found.cost_of(always & (found.times[..., 1] > 0)) == found.gains[..., 1][mixed].sum()
    assert found.cost_of(~never) == -found.gains[..., 0][mixed].sum()
    assert found.cost((), 0) == found.gains[..., 1].sum()


def test_river_groups_are_all_that_comes_there() -> None:
    groups = strategy(BOOK).groups
    stages = [groups[each] for each in ("on the river with a hand of one's own", "on the river without one, by outs")]
    assert sum(group.of for stage in stages for group in stage) == best_river(BOOK).times.sum()
    rule = {group.what: group.rule for stage in stages for group in stage}
    assert rule["16 outs or fewer"] == rule["straight with an own card"] == "always"
    assert (rule["19 outs"], rule["20 outs"], rule["23 outs"], rule["29 outs or more"]) == (
        "mostly",
        "mostly",
        "rarely",
        "never",
    )


# Three streets


def test_the_printed_strategy_has_its_printed_edge() -> None:
    edges = {each.what: each for each in named(BOOK) if each.source == "wizardofodds.com"}
    whole = edges["these three together"]
    assert f"{float(whole.house_edge) * 100:.2f}" == "2.43"
    assert whole.cost == Fraction(17238014779, 6953452506000)
    assert [f"{float(each.cost) * 100:.4f}" for each in edges.values()] == ["0.0000", "0.1390", "0.1137", "0.2479"]


def test_a_street_that_is_played_best_costs_nothing() -> None:
    assert costs(BOOK, [Way(), way_of("best / best / best"), way_of(PRINTED[0])]) == [0, 0, 0]
    rules = with_changes(*CHANGES)
    every = [way_of(" / ".join(parts)) for parts in product(("best", "AA"), ("best", "nothing"), ("best", "nothing"))]
    found = costs(rules, every)
    assert found[0] == 0
    assert all(cost > 0 for cost in found[1:])


FLUSH_DRAWS = frozenset({"four to a flush with an own ten or higher", "four to a flush with a lower own card"})
STREETS = {
    "best": Way(),
    "AA / nothing": Way(frozenset({"AA"}), frozenset()),
    "nothing / everything": Way(frozenset(), frozenset(FLOP_HANDS)),
    "AA / four to a flush / under 21 outs": Way(frozenset({"AA"}), FLUSH_DRAWS, Last(frozenset(), 21)),
    "best / straight / hidden pair": Way(None, frozenset({"straight"}), Last(HIDDEN_PAIR, 0)),
    "best / best / fewer than 9 outs; under 5 outs": Way(river=Last(frozenset(), 9)),
    "best / best / everything": Way(river=Last(frozenset(RIVER_HANDS), 0)),
}


@pytest.mark.parametrize("typed", STREETS)
def test_streets_are_read_as_people_write_them(typed: str) -> None:
    assert way_of(typed) == STREETS[typed]


def test_words_that_mean_the_same_are_the_same() -> None:
    assert way_of("AA / two pair / hidden pair") == way_of("AA / two pairs or better / hidden pair or better")


WRONG = rows("""
typed                       | says
AA / best / best / best     | expected starting hands / what is played on the flop / on the river
AA / luck                   | 'luck' is nothing to play on the flop: expected best; nothing; everything; two
AA /                        | '' is nothing to play on the flop
AA / best / luck            | 'luck' is nothing to play on the river: expected best; nothing; everything; under 21
AA / best / under 46 outs   | 'under 46 outs': expected 1 to 45 outs
AA / best / under 0 outs    | 'under 0 outs': expected 1 to 45 outs
7x / best                   | '7x' is no starting hand
""")


@pytest.mark.parametrize("row", WRONG, ids=lambda row: row["typed"])
def test_streets_that_cannot_be_read_are_refused(row: dict[str, str]) -> None:
    with pytest.raises(NotRules) as refused:
        own(BOOK, row["typed"])
    assert row["says"] in str(refused.value)


# The printed strategy, deal by deal

ROUNDS = 30_000
WAY = way_of(" / ".join(PRINTED))


def printed_flops(rules: Rules) -> Ints:
    """By flop without names of suits, and hole: what the printed strategy plays."""
    found: Ints = np.isin(flop_features(rules), [FLOP_HANDS.index(each) for each in WAY.flop or ()])
    return found


def raised_by(names: frozenset[str] | None) -> Ints:
    return np.array([name in (names or ()) for name in hole_classes()[0]])[hole_classes()[1]]


def test_rounds_played_as_printed_lose_what_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    """Holes and boards at random, with all dealer's hands: against best play, within three standard errors."""
    dice = np.random.default_rng(43)
    cards = dice.permuted(np.tile(np.arange(52), (ROUNDS, 1)), axis=1)[:, :7]
    hole, dealt = (each[~raised_by(WAY.first)[twin.numbers_of(cards[:, :2])]] for each in (cards[:, :2], cards[:, 2:]))
    best, printed = (
        twin.at_cards(plays, deck().flops, dealt[:, :3], hole)
        for plays in (ultimate.solve(BOOK).plays_flop, printed_flops(BOOK))
    )
    lost = np.zeros(ROUNDS)
    for at in range(0, len(hole), 2_000):
        some = slice(at, at + 2_000)
        found = twin.choices_by_hand(BOOK, hole[some], dealt[some])
        own_hand, outs = twin.outs_by_hand(hole[some], dealt[some])
        by_rule = np.where(own_hand | (outs < 21), found.river_play, found.folded)
        value = np.where(best[some], found.flop_play, np.maximum(found.river_play, found.folded))
        lost[at : at + len(value)] = value - np.where(printed[some], found.flop_play, by_rule)
    lost /= twin.DEALERS * twin.ultimate_of(BOOK)[0]
    score = (lost.mean() - float(costs(BOOK, [WAY])[0])) / (lost.std() / sqrt(ROUNDS))
    with capsys.disabled():
        print(f"\nmbs-uth {ROUNDS} rounds as printed: z = {score:+.2f}")
    assert abs(score) < 3


@pytest.mark.exhaustive
@pytest.mark.parametrize("changes", [(), CHANGES], ids=" ".join)
def test_the_printed_strategy_board_by_board(changes: tuple[str, ...]) -> None:
    """All boards, holes and flops, by the second solution: the same edge to the last digit."""
    rules = with_changes(*changes)
    number, renaming = twin.sets_of(3).find(deck().flops)
    plays = np.zeros((len(number), len(twin.HOLES)), np.bool_)
    plays[number[:, None], twin.renamed_holes()[renaming]] = printed_flops(rules)
    again = twin.value_by_streets(rules, raised_by(WAY.first), plays, 21)
    assert again == -(ultimate.figures(rules).house_edge + costs(rules, [WAY])[0])
