"""Ultimate Texas Hold'em: the exact solution against print, against the readings, and against two other ways to count.

`straightforward` solves the game board by board; `by_hand` deals all that given cards leave.
"""

import random
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import sqrt
from typing import Any

import numpy as np
import pytest

from pitlink.cards import DECK, Card, Cards, cards_of
from pitlink.exact import rules as rules_of
from pitlink.exact import ultimate
from pitlink.exact.deck import deck, hole_classes
from pitlink.exact.figures import Figures, Wager
from pitlink.exact.kernels import ultimate as kernel
from pitlink.exact.ranking import Ints
from pitlink.exact.rules import Rules, approved, changed
from pitlink.exact.worlds import Counted, counted, places
from pitlink.games.mbs_uth import settle
from pitlink.games.round import Round, Seat, Share, wager_of
from pitlink.hands import FiveCard, rank_seven
from pitlink.money import Cents
from pitlink.rulebook.switches import CONCERNING, DEFAULT, VALUES, Switches
from tests.exact import straightforward as twin
from tests.exact.simulating import Telling, hold, laws_of, with_round

BOOK = approved("mbs-uth")
DEALS = 2_781_381_002_400
STAKE = Cents(200)  # a Blind of two dollars is paid 3 to 2 in whole cents
CHANGES = (
    "dealer_qualifies_from=two_pairs",
    "first_play=3",
    "smaller_first_play=2",
    "flop_play=3",
    "river_play=2",
    "blind.flush=3:1",
    "blind.others=1:3",
    "wagers.play=6:5",
    "ace_low_straight_flush=flush",
    "ante_when_dealer_unpaired_wins=lose",
    "folded_ante_when_dealer_unpaired=push",
    "blind_when_dealer_unpaired=push",
)


@cache
def figures(*changes: str) -> Figures:
    return ultimate.figures(with_changes(*changes))


@cache
def solution(*changes: str) -> ultimate.Solution:
    return ultimate.solve(with_changes(*changes))


def with_changes(*changes: str) -> Rules:
    rules = BOOK
    for change in changes:
        rules = changed(rules, change)
    return rules


def percent(value: Fraction, digits: int) -> str:
    return f"{float(value * 100):.{digits}f}"


# What is in print


def test_house_edge_element_of_risk_and_standard_deviation() -> None:
    found = figures()
    assert percent(found.house_edge, 5) == "2.18497"
    assert percent(found.house_edge, 3) == "2.185"  # which is printed as 2.19, too
    assert percent(found.element_of_risk, 2) == "0.53"
    assert f"{sqrt(found.variance):.2f}" == "4.94"


def test_500_of_1326_holes_are_raised_four_times_and_none_three_times() -> None:
    raised = dict.fromkeys(solution().holes[0].values, 0)
    for hole in solution().holes:
        raised[hole.best] += hole.holes
        assert hole.values["play 3x"] < max(hole.values["play 4x"], hole.values["check"]), hole.name
    assert raised == {"play 4x": 500, "play 3x": 0, "check": 826}


def test_losing_hands_to_the_last_deal() -> None:
    """The player loses with a hand as often as the dealer."""
    losing = 2 * solution().counts[:, :, 4:].sum(axis=(0, 2)) // ultimate.FLOPS
    assert dict(zip((each.words for each in FiveCard), losing.tolist(), strict=True)) == {
        "royal flush": 0,
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
    ties = int(solution().counts[:, :, 2:4].sum()) // ultimate.FLOPS
    assert ties == 113_130_263_816
    assert int(losing.sum()) + ties == DEALS


@pytest.mark.parametrize(
    ("pays", "edge"),
    [("50 40 30 8 7 4 3", "3.50"), ("50 40 30 9 7 4 3", "0.90"), ("50 40 30 8 6 5 3", "1.90")],
)
def test_trips_as_others_pay_it(pays: str, edge: str) -> None:
    lines = rules_of.approved("mbs-uth").tables["trips"]
    changes = [f"trips.{rules_of.slug(line)}={odds}:1" for line, odds in zip(lines, pays.split(), strict=True)]
    assert percent(trips(*changes).house_edge, 2) == edge


def trips(*changes: str) -> Wager:
    (found,) = figures(*changes).side_wagers
    return found


# What the readings say


def test_trips_with_others_as_three_of_a_kind() -> None:
    """R72."""
    assert trips().house_edge == Fraction(223_175, 6_689_228)


def test_dealers_without_a_pair() -> None:
    """R70, R74: five odd cards of seven, a board's pair included."""
    unqualified = int(solution().counts[:, :, 1::2].sum())
    assert Fraction(unqualified, DEALS * ultimate.FLOPS) == Fraction(23_294_460, 133_784_560)


def test_readings_cost_what_was_simulated() -> None:
    """R70 and R71 give 0.51 % and 3.6 % for near-best play; best play moves them little."""
    edge = figures().house_edge
    lost = figures("ante_when_dealer_unpaired_wins=lose").house_edge - edge
    spared = edge - figures("folded_ante_when_dealer_unpaired=push").house_edge
    assert abs(lost - Fraction("0.0051")) < Fraction("0.0002")
    assert abs(spared - Fraction("0.036")) < Fraction("0.001")


# Every decision, counted again


def test_every_setting_and_reading_is_among_the_changes() -> None:
    moving = {name for name in CONCERNING["mbs-uth"] if name.endswith(("flush", "wins", "unpaired"))}
    assert {*rules_of.SETTINGS["mbs-uth"], *moving} <= {each.partition("=")[0] for each in CHANGES}


@pytest.mark.parametrize("change", ["", *CHANGES])
def test_all_is_counted_and_valued_as_by_hand(change: str) -> None:
    """One test, so that every change is solved once."""
    changes = (change,) if change else ()
    assert_sums(figures(*changes), solution(*changes))
    unmoved = change in ("", "smaller_first_play=2")  # the smaller Play is never best
    assert (figures(*changes).house_edge == figures().house_edge) == unmoved
    if "first" not in change:
        assert_flops(solution(*changes), size=3 if change else 40)


def assert_sums(found: Figures, solved: ultimate.Solution) -> None:
    """Counts are all deals and agree with the values of holes."""
    assert found.deals == solved.counts.sum() == DEALS * ultimate.FLOPS
    assert (solved.counts >= 0).all()
    best = sum(each.holes * max(each.values.values()) for each in solved.holes)
    assert found.expectation == best / 1_326
    assert [sum(line.combinations for line in wager.lines) for wager in found.wagers] == [found.deals] * 3
    assert all(sum(line.returns for line in wager.lines) == wager.expectation for wager in found.wagers)
    assert sum(choice.probability for choice in found.choices) == 1
    assert sum(line.combinations for line in found.side_wagers[0].lines) == DEALS


def assert_flops(solved: ultimate.Solution, size: int) -> None:
    """A flop is worth what all boards and dealers make it, and so it is decided."""
    values, cards = ultimate.flop_values(solved.rules), deck()
    for flop, hole in sample(size, seed=size):
        checked, played = twin.by_hand(solved.rules, cards.holes[hole], cards.flops[flop])
        assert values[:, flop, hole].tolist() == [checked, played], (cards.flops[flop], cards.holes[hole])
        assert solved.plays_flop[flop, hole] == (played > checked)


def sample(size: int, seed: int) -> list[tuple[int, int]]:
    """Flops by number, and holes that share no card with them."""
    dice, cards = random.Random(seed), deck()
    found: list[tuple[int, int]] = []
    while len(found) < size:
        flop, hole = dice.randrange(len(cards.flops)), dice.randrange(len(cards.holes))
        if not {*cards.flops[flop]} & {*cards.holes[hole]}:
            found.append((flop, hole))
    return found


@pytest.mark.parametrize("change", ["", "dealer_qualifies_from=two_pairs", "ace_low_straight_flush=flush"])
def test_a_river_is_decided_by_all_dealers(change: str) -> None:
    rules = with_changes(*filter(None, [change]))
    pays = ultimate.pays_of(rules)
    found = counted(pays.qualifies_from, rules.switches.ace_low_straight_flush)
    for hole, board in rivers(60):
        ordinal, wins, ties, unqualified = looked_up(found, hole, board)
        mine, cells = twin.cells_by_hand(hole[None], board[None], rules, pays.qualifies_from)
        assert ordinal == mine[0], (hole, board)
        assert list(kernel.outcomes(pays, ordinal, wins, ties, unqualified)) == cells[0].tolist(), (hole, board)
        _, (played,), (folded,) = twin.choices_by_hand(rules, hole[None], board[None])
        hand_class = int(found.classes[ordinal])
        _, _, best, plays = kernel.worth(pays, hand_class, ordinal, wins, ties, unqualified)
        assert (best, plays) == (max(played, folded), played > folded), (hole, board)


def rivers(size: int) -> list[tuple[Ints, Ints]]:
    """Random holes and boards; of every three boards one has only two suits, and one is low and of one suit."""
    dice = random.Random(20)
    found = []
    for nth in range(size):
        seen = [card for card in DECK if nth % 3 == 0 or card % 4 < 2]
        board = dice.sample([card for card in seen if nth % 3 < 2 or card % 4 == 0], 5)
        if nth % 6 == 5:
            board = dice.sample([*cards_of("Ac 2c 3c 4c 5c")], 3) + dice.sample(cards_of("2h 2s 3h 3s"), 2)
        hole = dice.sample([card for card in DECK if card not in board and (nth % 2 or card % 4 == 0)], 2)
        found.append((np.array(hole), np.array(board)))
    return found


def looked_up(found: Counted, hole: Ints, board: Ints) -> tuple[int, int, int, int]:
    """The showdowns of a real hole and board: by the suit that three of the board have, or by ranks."""
    suited = np.flatnonzero(np.bincount(board % 4, minlength=4) >= 3)
    world, showdowns = (found.suit, found.by_suit) if len(suited) else (found.ranks, found.by_rank)
    sign = suited[0] if len(suited) else None
    rows = [np.sort(cards // 4 + 13 * (cards % 4 == sign))[None] for cards in (hole, board)]
    (row,) = np.flatnonzero(places(world.boards) == places(rows[1]))
    ordinal, wins, ties, unqualified = (int(each[row, places(rows[0])[0]]) for each in showdowns)
    return ordinal, wins, ties, unqualified


@pytest.mark.exhaustive
@pytest.mark.parametrize("changes", [(), CHANGES[:5], CHANGES[5:8], CHANGES[8:]], ids=" ".join)
def test_every_flop_and_hole_as_board_by_board(changes: tuple[str, ...]) -> None:
    """The value of both choices at each of 1,755 × 1,176 information sets, and the count of every outcome: of the
    rulebook's rules, and with all settings, some pay cells and all readings changed together.
    """
    rules, cards = with_changes(*changes), deck()
    again, solved = twin.ultimate(rules), ultimate.solve(rules)
    assert again.parts == ultimate.pays_of(rules).ante
    number, renaming = twin.sets_of(3).find(cards.flops)
    at = number[:, None], twin.renamed_holes()[renaming]
    assert np.array_equal(np.moveaxis(again.flops[at], -1, 0), ultimate.flop_values(rules))
    assert np.array_equal(again.plays[at], solved.plays_flop)
    whole = 10 * twin.BOARDS * twin.DEALERS * again.parts
    for hole, nth in enumerate(hole_classes()[1]):
        value = solved.holes[nth]
        theirs = [Fraction(int(each), whole) for each in again.first[:, hole]]
        assert value.values == dict(zip(first_choices(rules), theirs, strict=True)), value.name
    counts, found = twin.count_ultimate(rules, again), ultimate.figures(rules)
    assert np.array_equal(counts, solved.counts)
    assert twin.spread_of_ultimate(rules, counts) == (found.expectation, found.variance, found.hit_frequency)


@pytest.mark.parametrize("changes", [(), CHANGES[:5], CHANGES[5:8], CHANGES[8:]], ids=" ".join)
def test_the_round_spreads_as_its_settlement_says(changes: tuple[str, ...]) -> None:
    """Mean, variance and hit frequency of the whole round, from another settlement of the same counts."""
    rules, found = with_changes(*changes), figures(*changes)
    again = twin.spread_of_ultimate(rules, solution(*changes).counts)
    assert again == (found.expectation, found.variance, found.hit_frequency)


def first_choices(rules: Rules) -> list[str]:
    return [*(f"play {rules.multiple(each)}x" for each in ultimate.CHOICES[:2]), "check"]


# Settled by the rulebook


def settled(hole: Cards, board: Cards, dealer: Cards, *decisions: str, switches: Switches = DEFAULT) -> dict[str, int]:
    """What each wager nets in cents, by the game itself."""
    wagers = {name: wager_of(Share(None, STAKE)) for name in ("ante", "blind", "trips")}
    seat = Seat(1, wagers, hole, decisions)
    (found,) = settle(Round("mbs-uth", (seat,), board, dealer, switches=switches)).seats
    return {line.wager: line.pays + line.returned - line.stake for line in found.lines}


READINGS = [name for name in CONCERNING["mbs-uth"] if name.endswith(("wins", "unpaired"))]
READ = [
    *(dict(zip(READINGS, values, strict=True)) for values in product(*(VALUES[name] for name in READINGS))),
    *({name: value} for name in CONCERNING["mbs-uth"] if name not in READINGS for value in VALUES[name][1:]),
]
SHOWDOWNS = (
    ("Kd 5c", "2c 9h Jd 7s 3h"),  # many dealers have no pair, some of them the higher hand
    ("Qh Jh", "Th 9h 2c 4s 8d"),  # a straight against dealers without a pair
    ("Ac 6d", "2c 3c 4c 5c Kh"),  # R18
)


@pytest.mark.parametrize("read", READ, ids=lambda read: " ".join(f"{name}={value}" for name, value in read.items()))
def test_all_dealers_settle_as_the_rulebook_has_it(read: dict[str, str]) -> None:
    rules = BOOK
    for name, value in read.items():
        rules = rules_of.with_reading(rules, name, value)
    pays = ultimate.pays_of(rules)
    for hole, board in (tuple(map(cards_of, row)) for row in SHOWDOWNS):
        mine, cells = twin.cells_by_hand(np.array([hole]), np.array([board]), rules, pays.qualifies_from)
        won, won_unqualified, tied, tied_unqualified, _, lost_unqualified = (int(each) for each in cells[0])
        unqualified = won_unqualified + tied_unqualified + lost_unqualified
        hand_class = int(rank_seven(hole + board, rules.switches.ace_low_straight_flush).category)
        play, others, best, plays = kernel.worth(
            pays, hand_class, int(mine[0]), won + won_unqualified, tied + tied_unqualified, unqualified
        )
        sums = dict.fromkeys(("play", "others", "folded"), 0)
        left = [card for card in DECK if card not in hole + board]
        for dealer in combinations(left, 2):
            lines = settled(hole, board, dealer, "check", "check", "play 1x", switches=rules.switches)
            sums["play"] += lines["play"]
            sums["others"] += lines["ante"] + lines["blind"]
            lines = settled(hole, board, dealer, "check", "check", "fold", switches=rules.switches)
            sums["folded"] += lines["ante"] + lines["blind"]
        cents = Fraction(STAKE, pays.ante)
        assert (play * cents, others * cents) == (sums["play"], sums["others"]), (hole, board)
        assert best * cents == max(sums["play"] + sums["others"], sums["folded"])
        assert plays == (sums["play"] + sums["others"] > sums["folded"])


def test_the_second_settlement_is_the_rulebooks_too() -> None:
    """`straightforward` has its own; here random deals hold it to the game."""
    dice = random.Random(21)
    for _ in range(2_000):
        read: dict[str, Any] = {name: dice.choice(VALUES[name]) for name in (*READINGS, "ace_low_straight_flush")}
        rules = BOOK
        for name, value in read.items():
            rules = rules_of.with_reading(rules, name, value)
        cards = tuple(dice.sample(DECK[:24] if dice.random() < 0.3 else DECK, 9))
        hole, board, dealer = cards[:2], cards[2:7], cards[7:]
        mine, theirs = (rank_seven(each + board, rules.switches.ace_low_straight_flush) for each in (hole, dealer))
        result = "win" if mine > theirs else "tie" if mine == theirs else "lose"
        qualifies = theirs.category >= FiveCard.ONE_PAIR
        lines = settled(hole, board, dealer, "play 4x", switches=rules.switches)
        assert lines["ante"] == STAKE * twin.uth_ante(rules, result, qualifies=qualifies), cards
        assert lines["blind"] == STAKE * twin.uth_blind(rules, mine.category, result, qualifies=qualifies), cards
        assert lines["play"] == 4 * STAKE * twin.uth_play(rules, result), cards
        lines = settled(hole, board, dealer, "check", "check", "fold", switches=rules.switches)
        assert lines["ante"] + lines["blind"] == STAKE * twin.uth_folded(rules, qualifies=qualifies), cards


# Played


ROUNDS = 15_000


def test_rounds_dealt_at_random_come_to_the_same(record_property: Telling) -> None:
    """Best play as the solution tells it, settled by the game: every wager within three standard errors."""
    dice = np.random.default_rng(2023)
    dealt = dice.permuted(np.tile(np.arange(52), (ROUNDS, 1)), axis=1)[:, :9]

    def rounds() -> Iterator[dict[str, float]]:
        for row, decisions in zip(dealt, decided(dealt), strict=True):
            cards = tuple(Card(int(card)) for card in row)
            lines = settled(cards[:2], cards[2:7], cards[7:], *decisions)
            yield with_round(figures(), {name: net / STAKE for name, net in lines.items()})

    hold(record_property, "mbs-uth", rounds(), laws_of(figures()))


def decided(dealt: Ints) -> list[tuple[str, ...]]:
    """What the solution does with each row of hole, board and dealer."""
    solved, names = solution(), hole_classes()[1]
    first = np.array([each.best for each in solved.holes])[names[twin.numbers_of(dealt[:, :2])]]
    plays = twin.at_cards(solved.plays_flop, deck().flops, dealt[:, 2:5], dealt[:, :2])
    river = np.zeros(len(dealt), np.bool_)
    (late,) = np.nonzero((first == "check") & ~plays)
    for part in np.array_split(late, 10):
        _, played, folded = twin.choices_by_hand(BOOK, dealt[part, :2], dealt[part, 2:7])
        river[part] = played > folded
    return [
        (str(choice),)
        if choice != "check"
        else ("check", "play 2x")
        if on_the_flop
        else ("check", "check", "play 1x" if on_the_river else "fold")
        for choice, on_the_flop, on_the_river in zip(first, plays, river, strict=True)
    ]
