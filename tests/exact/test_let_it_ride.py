"""Let It Ride: what is printed about it, a second way to count, the game's own settlement."""

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, product

import pytest

from pitlink.cards import DECK, Card, Cards, cards_of, rank
from pitlink.exact import let_it_ride
from pitlink.exact.figures import Figures, Wager
from pitlink.exact.let_it_ride import DEALS, Ending, SetValue, Solution
from pitlink.exact.progressive import five_card_counts
from pitlink.exact.rules import Rules, approved, changed, with_reading
from pitlink.games import mbs_lir
from pitlink.games.round import Round, Seat, Share, wager_of
from pitlink.hands import FiveCard, rank_five
from pitlink.money import Cents
from pitlink.rulebook.switches import CONCERNING, VALUES
from tests.exact.simulating import Telling, hold, laws_of, with_round

SIMULATED = 30_000
STAKE = Cents(100)
BOOK = approved("mbs-lir")
DECIDED = {True: "ride", False: "withdraw"}


def wager(figures: Figures, name: str) -> Wager:
    return next(each for each in figures.wagers if each.name == name)


def percent(value: Fraction, decimals: int) -> str:
    return f"{float(100 * value):.{decimals}f}"


# What is printed


def test_the_edge_is_the_one_printed() -> None:
    assert percent(let_it_ride.figures(BOOK).house_edge, 3) == "3.506"
    assert let_it_ride.figures(BOOK).house_edge == Fraction(37963, 1082900)
    royal_at_500 = changed(BOOK, "main.royal_flush=500:1")
    assert percent(let_it_ride.figures(royal_at_500).house_edge, 3) == "3.737"


def test_the_first_wager_rides_as_often_and_brings_as_much_as_printed() -> None:
    first = wager(let_it_ride.figures(BOOK), "1")
    assert f"{float(first.average):.8f}" == "0.07276018"
    assert f"{float(first.expectation):.8f}" == "0.10912580"


def test_the_deviation_printed_is_that_of_riding_hands_that_are_worth_nothing() -> None:
    solution = let_it_ride.solve(BOOK)
    riding = let_it_ride.figures_of(solution, solution.threes.rides, solution.fours.worth >= 0)
    assert f"{float(riding.variance) ** 0.5:.2f}" == "5.17"
    withdrawing = let_it_ride.figures(BOOK)
    assert f"{float(withdrawing.variance) ** 0.5:.3f}" == "5.158"
    assert riding.house_edge == withdrawing.house_edge
    assert riding.average_wager > withdrawing.average_wager == Fraction(331288, 270725)


def test_lines_of_the_last_wager_are_the_counts_of_five_cards() -> None:
    lines = {line.what: line.combinations for line in wager(let_it_ride.figures(BOOK), "$").lines}
    assert all(number % 20 == 0 for number in lines.values())  # each five cards are dealt in twenty ways
    assert [number // 20 for number in lines.values()] == [
        *(4, 36, 624, 3_744, 5_108, 10_200, 54_912, 123_552),
        *(422_400, 1_978_380),  # pairs of tens or better are five ranks of thirteen
    ]


def test_low_runs_that_are_no_straight_flush_cost_this_much() -> None:
    figures = let_it_ride.figures(changed(BOOK, "ace_low_straight_flush=flush"))
    assert figures.house_edge == Fraction(7727, 216580)


# Lists


@pytest.mark.parametrize(
    ("cards", "rides"),
    [
        ("Td Tc 2h", True),
        ("9d 9c Ah", False),
        ("2d 2c 2h", True),
        ("Th Jh Qh", True),
        ("3h 4h 5h", True),
        ("2h 3h 4h", False),
        ("Ah 2h 3h", False),
        ("8h 9h Jh", True),  # one gap, one high card
        ("6h 7h 9h", False),
        ("8h Th Qh", True),  # two gaps, two high cards
        ("7h 9h Jh", False),
        ("Ah Kh Qd", False),
    ],
)
def test_three_cards_ride_as_the_known_list_says(cards: str, rides: bool) -> None:
    assert let_it_ride.solve(BOOK).threes.value_of(cards_of(cards)).rides is rides


@pytest.mark.parametrize(
    ("cards", "value"),
    [
        ("5c 6d 7h 8s", Fraction(0)),  # outside straight without a high card
        ("Tc Jd Qh As", Fraction(0)),  # inside straight with four high cards
        ("8c 9d Th Js", Fraction(8 * 5 + 6 - 34, 48)),  # eight straights, six pairs
        ("2h 5h 9h Kh", Fraction(9 * 8 + 3 - 36, 48)),  # nine flushes, three kings
        ("9c Td Jh Ks", Fraction(4 * 5 + 9 - 35, 48)),  # four straights, nine pairs
    ],
)
def test_four_cards_are_worth_what_one_counts_by_hand(cards: str, value: Fraction) -> None:
    found = let_it_ride.solve(BOOK).fours.value_of(cards_of(cards))
    assert found.value == value
    assert found.rides is (value > 0)


def test_only_runs_are_worth_just_nothing_and_these_are_withdrawn() -> None:
    nothing = [each for each in let_it_ride.solve(BOOK).fours.values() if each.value == 0]
    shapes = {tuple(sorted(rank(card) for card in each.cards)) for each in nothing}
    outside = {tuple(range(low, low + 4)) for low in range(2, 7)}
    high = set(combinations(range(10, 15), 4)) - {(10, 11, 12, 13)}
    assert shapes == outside | high
    assert not any(each.rides for each in nothing)
    assert not SetValue((), 1, Fraction(0)).rides


def test_cards_that_are_no_set_are_refused() -> None:
    with pytest.raises(ValueError, match="expected 3 different cards"):
        let_it_ride.solve(BOOK).threes.value_of(cards_of("As As Kd"))
    with pytest.raises(ValueError, match="expected 4 different cards"):
        let_it_ride.solve(BOOK).fours.value_of(cards_of("As Kd Qd"))


# A second way to count: every hand ranked by itself

ODDS = {9: 1000, 8: 200, 7: 50, 6: 11, 5: 8, 4: 5, 3: 3, 2: 2}  # mbs-lir 4.1.1


def net_of(five: Cards) -> int:
    hand = rank_five(five)
    return ODDS.get(hand.category, 1 if hand.category == 1 and hand.ranks[0] >= 10 else -1)


def left(cards: Cards) -> list[Card]:
    return [card for card in DECK if card not in cards]


@cache
def nets_of_fours() -> list[tuple[SetValue, list[int]]]:
    """Every four cards, and what one wager nets with each fifth."""
    values = let_it_ride.solve(BOOK).fours.values()
    return [(value, [net_of((*value.cards, card)) for card in left(value.cards)]) for value in values]


def test_four_cards_are_worth_what_their_fifth_cards_bring() -> None:
    """At every information set of the second decision."""
    assert len(nets_of_fours()) == 16_432
    assert sum(value.times for value, _ in nets_of_fours()) == 270_725
    for value, nets in nets_of_fours():
        assert value.value == Fraction(sum(nets), 48), value


@pytest.mark.parametrize("part", [pytest.param(nth, marks=[pytest.mark.exhaustive] if nth else []) for nth in range(6)])
def test_three_cards_are_worth_what_their_community_cards_bring(part: int) -> None:
    """A sixth of the information sets of the first decision in each part."""
    values = list(let_it_ride.solve(BOOK).threes.values())
    assert (len(values), sum(value.times for value in values)) == (1_755, 22_100)
    for each in values[part::6]:
        worth = sum(net_of((*each.cards, *pair)) for pair in combinations(left(each.cards), 2))
        assert each.value == Fraction(worth, 1_176), each


def test_the_expectation_is_that_of_the_better_choices() -> None:
    """Of all hands, and of the two decisions where they are worth more than nothing."""
    for change in ("", "pays_from_pair_of=kings", "main.flush=20:1", "main.three_of_a_kind=nothing"):
        rules = changed(BOOK, change) if change else BOOK
        solution, figures = let_it_ride.solve(rules), let_it_ride.figures(rules)
        threes, fours = list(solution.threes.values()), list(solution.fours.values())
        assert wager(figures, "$").expectation == sum(each.times * each.value for each in threes) / 22_100
        assert (
            wager(figures, "1").expectation
            == sum(each.times * max(each.value, Fraction(0)) for each in threes) / 22_100
        )
        assert (
            wager(figures, "2").expectation
            == sum(each.times * max(each.value, Fraction(0)) for each in fours) / 270_725
        )


def test_the_round_has_the_moments_of_a_count_from_the_fourth_card_back() -> None:
    """Any of four cards may be the community card; the other three say whether `1` rides."""
    rides = riding(let_it_ride.solve(BOOK))
    deals, wagered, mean, square = 0, 0, 0, 0
    for value, nets in nets_of_fours():
        net, net_squared = sum(nets), sum(each * each for each in nets)
        for own in combinations(value.cards, 3):
            size = 1 + rides[suits_sorted(own)] + rides[suits_sorted(value.cards)]
            deals += value.times * 48
            wagered += value.times * 48 * size
            mean += value.times * size * net
            square += value.times * size**2 * net_squared
    figures = let_it_ride.figures(BOOK)
    assert deals == DEALS == figures.deals == 51_979_200
    assert figures.average_wager == Fraction(wagered, deals)
    assert figures.expectation == Fraction(mean, deals)
    assert figures.variance == Fraction(square, deals) - Fraction(mean, deals) ** 2


def riding(solution: Solution) -> dict[tuple[int, ...], bool]:
    """Whether a wager rides with these cards in sight, three or four."""
    seen = (solution.threes, solution.fours)
    return {suits_sorted(each.cards): each.rides for part in seen for each in part.values()}


def suits_sorted(cards: Cards) -> tuple[int, ...]:
    """The ranks of each suit, without the names of suits."""
    masks = [0, 0, 0, 0]
    for card in cards:
        masks[card % 4] |= 1 << card // 4
    return tuple(sorted(masks))


# Changed rules


def test_pays_from_another_pair_names_its_line_so() -> None:
    figures = let_it_ride.figures(changed(BOOK, "pays_from_pair_of=jacks"))
    line = next(line for line in wager(figures, "$").lines if line.what == "pair of jacks or better")
    assert line.combinations == 20 * 4 * 84_480
    assert figures.house_edge > let_it_ride.figures(BOOK).house_edge


def test_best_play_follows_the_pay_table() -> None:
    rules = changed(BOOK, "main.flush=25:1")
    suited, mixed = cards_of("2h 5h 9h"), cards_of("2h 5d 9h")
    assert let_it_ride.solve(rules).threes.value_of(suited).rides
    assert not let_it_ride.solve(BOOK).threes.value_of(suited).rides
    assert not let_it_ride.solve(rules).threes.value_of(mixed).rides


def test_odds_that_do_not_fit_in_a_machine_word_are_counted_all_the_same() -> None:
    rules = BOOK
    for change in ("flush=999999:997", "straight=1:991", "full_house=1:983", "four_of_a_kind=5:977", "two_pairs=6:971"):
        rules = changed(rules, f"main.{change}")
    figures = let_it_ride.figures(rules)
    pays = {4: Fraction(1, 991), 5: Fraction(999999, 997), 6: Fraction(1, 983), 7: Fraction(5, 977)}
    pays |= {2: Fraction(6, 971), 3: Fraction(3), 8: Fraction(200), 9: Fraction(1000)}
    counts = {2: 123_552, 3: 54_912, 4: 10_200, 5: 5_108, 6: 3_744, 7: 624, 8: 36, 9: 4}
    won = sum(number * pays[each] for each, number in counts.items()) + 422_400
    assert wager(figures, "$").expectation == (won - 1_978_380) / 2_598_960


def test_rules_that_play_alike_are_solved_once() -> None:
    other = with_reading(BOOK, "features_add_up", "highest_only")
    assert let_it_ride.solve(other).threes is let_it_ride.solve(BOOK).threes


# The game's own settlement


def settled(rules: Rules, own: Cards, community: Cards, decisions: tuple[str, str]) -> dict[str, int]:
    """What each wager nets, in cents."""
    seat = Seat(1, {name: wager_of(Share(None, STAKE)) for name in ("1", "2", "$")}, own, decisions)
    lines = mbs_lir.settle(Round("mbs-lir", (seat,), community, switches=rules.switches)).seats[0].lines
    return {line.wager: line.pays + line.returned - line.stake for line in lines}


@pytest.mark.parametrize(("name", "value"), [(name, value) for name in CONCERNING["mbs-lir"] for value in VALUES[name]])
def test_deals_settle_as_the_game_settles_them(name: str, value: str) -> None:
    """From the whole deck, from one suit, from high cards, and the low run of one suit."""
    rules, dice = with_reading(BOOK, name, value), random.Random(13)
    suited = [card for card in DECK if card % 4 == 3]
    low_run = [card for card in suited if rank(card) in (14, 2, 3, 4, 5)]
    for deck in (DECK, suited, [card for card in DECK if rank(card) >= 11], low_run):
        for _ in range(40):
            five = tuple(dice.sample(deck, 5))
            hand = rank_five(five, rules.switches.ace_low_straight_flush)
            line = let_it_ride.line_of(hand.category, hand.ranks[0], rules.settings["pays_from_pair_of"])
            for first, second in product((True, False), repeat=2):
                end = Ending(first, second, line, 1)
                net = let_it_ride.net_of(rules, line) * STAKE
                told = {name: net if let_it_ride.rides(name, end) else 0 for name in ("1", "2", "$")}
                decisions = (DECIDED[first], DECIDED[second])
                assert settled(rules, five[:3], five[3:], decisions) == told, five


@pytest.mark.parametrize("change", ["", "ace_low_straight_flush=flush", "pays_from_pair_of=sixes"])
def test_lines_are_counted_as_hands_are_ranked(change: str) -> None:
    rules, dice = changed(BOOK, change) if change else BOOK, random.Random(14)
    solution, names = let_it_ride.solve(rules), let_it_ride.lines(rules)
    low_runs = [cards_of(text) for text in ("As 2s 3s 4s", "2s 3s 4s 5s", "As 3s 4s 5s", "6s 6d 2c 3h")]
    for cards in (*low_runs, *(tuple(dice.sample(DECK, 4)) for _ in range(500))):
        expected: Counter[str] = Counter()
        for card in left(cards):
            hand = rank_five((*cards, card), rules.switches.ace_low_straight_flush)
            expected[let_it_ride.line_of(hand.category, hand.ranks[0], rules.settings["pays_from_pair_of"])] += 1
        found = solution.counts[solution.fours.place_of(cards)]
        assert dict(expected) == {name: int(number) for name, number in zip(names, found, strict=True) if number}


def test_a_simulation_agrees_within_three_standard_errors(record_property: Telling) -> None:
    rides, figures, dice = riding(let_it_ride.solve(BOOK)), let_it_ride.figures(BOOK), random.Random(2013)

    def dealt() -> Iterator[dict[str, float]]:
        for _ in range(SIMULATED):
            five = tuple(dice.sample(DECK, 5))
            decisions = DECIDED[rides[suits_sorted(five[:3])]], DECIDED[rides[suits_sorted(five[:4])]]
            nets = settled(BOOK, five[:3], five[3:], decisions)
            yield with_round(figures, {name: net / STAKE for name, net in nets.items()})

    hold(record_property, "mbs-lir", dealt(), laws_of(figures))


# What must add up


def test_a_round_is_won_with_every_hand_that_pays() -> None:
    """A pair of tens or better: what rides wins together."""
    hands = five_card_counts()
    high_pairs = hands[FiveCard.ONE_PAIR] * 5 // 13
    paid = high_pairs + sum(number for hand, number in hands.items() if hand >= FiveCard.TWO_PAIRS)
    assert let_it_ride.figures(BOOK).hit_frequency == Fraction(paid, 2_598_960) == Fraction(10343, 43316)


def test_lines_cover_every_deal_and_add_up() -> None:
    figures = let_it_ride.figures(BOOK)
    for each in figures.wagers:
        assert each.deals == sum(line.combinations for line in each.lines) == DEALS
        assert sum(line.returns for line in each.lines) == each.expectation
        withdrawn = [line for line in each.lines if line.what == "withdrawn"]
        assert all(line.returns == 0 for line in withdrawn)
        assert each.average == 1 - sum(line.probability for line in withdrawn)
    assert figures.average_wager == sum(each.average for each in figures.wagers)
    assert [choice.probability for choice in figures.choices if choice.choice == "ride"] == [
        wager(figures, "1").average,
        wager(figures, "2").average,
    ]
