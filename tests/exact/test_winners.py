"""Several winners at one table: their joint law counted a second way, and every payment held to the game's own."""

from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb

import numpy as np
import pytest

from pitlink.exact.deck import without_names_of_suits
from pitlink.exact.progressive import figures
from pitlink.exact.ranking import masks_of, ordinals, rank_table
from pitlink.exact.rules import NotRules, Rules, approved, changed
from pitlink.exact.winners import (
    ORDERING,
    ROYAL,
    STRAIGHT_FLUSH,
    Shared,
    Winners,
    beside_royal,
    expected,
    law,
    one_wins,
    paid,
    prices,
    runs,
    shared,
    two_win,
)
from pitlink.games import GAMES
from pitlink.games.awards import Contender
from pitlink.games.round import Jackpot
from pitlink.hands import AceLow, FiveCard
from pitlink.money import Cents, Percent
from pitlink.rulebook.switches import CONCERNING, VALUES

TWO_SHARED, THREE_SHARED = Shared(2, 3), Shared(3, 2)
CAN_WIN: list[Winners] = [
    (),
    (ROYAL,),
    (STRAIGHT_FLUSH,),
    (STRAIGHT_FLUSH, STRAIGHT_FLUSH),
    (ROYAL, STRAIGHT_FLUSH),
    (STRAIGHT_FLUSH, ROYAL),
]


def with_changes(game: str, *wanted: str) -> Rules:
    rules = approved(game)
    for each in wanted:
        rules = changed(rules, each)
    return rules


# The law


@cache
def two_players(cards: Shared, ace_low: AceLow) -> dict[tuple[FiveCard, FiveCard], int]:
    """Every deal of community cards and two hands, the first of which wins a share: counted by looking at each hand.

    Community cards that differ by names of suits are dealt once, with how many there are.
    """
    classes = rank_table(5, ace_low).classes()
    found: dict[tuple[FiveCard, FiveCard], int] = {}
    for community, times in zip(*without_names_of_suits(cards.community), strict=True):
        rest = np.setdiff1d(np.arange(52), community)
        own = rest[np.array(list(combinations(range(len(rest)), cards.own)))]
        masks = masks_of(own)
        hands = classes[ordinals(masks | masks_of(community[None, :]), 5, ace_low)]
        for first in np.flatnonzero(hands >= STRAIGHT_FLUSH):
            second = hands[(masks & masks[first]) == 0]
            for hand, number in enumerate(np.bincount(second, minlength=len(FiveCard))):
                key = FiveCard(int(hands[first])), FiveCard(hand)
                found[key] = found.get(key, 0) + int(number) * int(times)
    return found


@pytest.mark.parametrize(
    ("cards", "ace_low"),
    [
        (TWO_SHARED, "straight_flush"),
        (THREE_SHARED, "flush"),
        pytest.param(TWO_SHARED, "flush", marks=pytest.mark.exhaustive),
        pytest.param(THREE_SHARED, "straight_flush", marks=pytest.mark.exhaustive),
    ],
)
def test_two_winners_are_as_likely_as_counted_hand_by_hand(cards: Shared, ace_low: AceLow) -> None:
    deals = comb(52, cards.community) * comb(52 - cards.community, cards.own) * comb(47, cards.own)
    counted = two_players(cards, ace_low)
    for first, second in product((ROYAL, STRAIGHT_FLUSH), repeat=2):
        told = two_win(cards, ace_low).get((first, second), Fraction(0))
        assert told == Fraction(counted.get((first, second), 0), deals)
    for hand, chance in beside_royal(cards, ace_low).items():
        assert chance == Fraction(counted[ROYAL, hand], deals)
    for hand, chance in one_wins(ace_low).items():
        assert chance == Fraction(sum(number for key, number in counted.items() if key[0] is hand), deals)


@pytest.mark.parametrize(("cards", "pairs"), [(TWO_SHARED, 7), (THREE_SHARED, 8)])
def test_runs_meet_as_the_reading_says_and_never_three_of_them(cards: Shared, pairs: int) -> None:
    """R3: seven pairs of runs a suit with two community cards, eight with three, one of them with a royal flush."""

    def meet(*several: frozenset[int]) -> bool:
        """Whether all of them can be won with, having just the community cards in common."""
        common = frozenset.intersection(*several)
        return len(common) == cards.community and all(one & other == common for one, other in combinations(several, 2))

    found = runs()
    met = [both for both in combinations(found, 2) if meet(*both)]
    assert len(met) == 4 * pairs
    assert sum(ROYAL in (found[one], found[other]) for one, other in met) == 4
    assert not any(found[one] is found[other] is ROYAL for one, other in met)
    assert not any(meet(*three) for three in combinations(found, 3))


@pytest.mark.parametrize("game", GAMES)
def test_the_law_is_whole_and_each_wager_wins_as_often_as_alone(game: str) -> None:
    for wagers in range(1, GAMES[game].LAYOUT.positions + 1):
        found = law(game, wagers)
        assert sum(each.probability for each in found.outcomes) == 1
        assert all(each.probability >= 0 for each in found.outcomes)
        for hand, chance in one_wins("straight_flush").items():
            times = sum(each.winners.count(hand) * each.probability for each in found.outcomes)
            assert times == wagers * chance
        assert found.number(0) + found.number(1) + found.number(2) == 1


KNOWN = [
    # game, wagers, two straight flushes, a royal flush beside a straight flush
    ("mbs-3cp", 1, Fraction(0), Fraction(0)),
    ("mbs-3cp", 2, Fraction(48, 421_421_364_000), Fraction(8, 421_421_364_000)),
    ("mbs-3cp", 7, Fraction(1, 418_076_750), Fraction(2, 5_016_921_000)),
    ("mbs-lir", 7, Fraction(1, 418_076_750), Fraction(2, 5_016_921_000)),
    ("rws-3cp", 7, Fraction(1, 418_076_750), Fraction(2, 5_016_921_000)),
    ("mbs-thb", 2, Fraction(56, 28_094_757_600), Fraction(8, 28_094_757_600)),
    ("mbs-thb", 6, Fraction(1, 33_446_140), Fraction(1, 234_122_980)),
    ("mbs-uth", 7, Fraction(1, 23_890_100), Fraction(1, 167_230_700)),
]


@pytest.mark.parametrize(("game", "wagers", "two", "royal_beside"), KNOWN)
def test_two_winners_meet_so_often(game: str, wagers: int, two: Fraction, royal_beside: Fraction) -> None:
    found = law(game, wagers)
    assert found.of(STRAIGHT_FLUSH, STRAIGHT_FLUSH) == two
    assert found.of(ROYAL, STRAIGHT_FLUSH) == royal_beside


# The payments


def settlements() -> list[tuple[Rules, int]]:
    """Every combination of the readings that say what several winners get, for every game."""
    found = []
    for game in GAMES:
        names = [name for name in ORDERING if name in CONCERNING[game]]
        for values in product(*(VALUES[name] for name in names)):
            wanted = [f"{name}={value}" for name, value in zip(names, values, strict=True)]
            found.append((with_changes(game, *wanted), 1))
    found += [(with_changes("mbs-lir", "lir_percentage=per_credit"), credits) for credits in (1, 3, 10, 12)]
    return found


@pytest.mark.parametrize(("meter", "reset"), [(25_000_000, 5_000_000), (5_400_000, 5_000_000), (3_000_000, 5_000_000)])
def test_winners_are_paid_as_the_game_pays_them(meter: int, reset: int) -> None:
    """The meters leave no odd cents. In the last two the floor of R13 is reached."""
    for rules, units in settlements():
        wager = figures(rules, 500, units)
        for winners in CAN_WIN:
            contenders = [contender(wager.line(hand), nth, units) for nth, hand in enumerate(winners)]
            theirs = GAMES[rules.game].pay(Jackpot(Cents(meter), Cents(reset), Cents(500)), contenders, rules.switches)
            ours = paid(wager, winners, meter, reset)
            by_position = {award.position: award.amount for award in theirs.awards}
            case = (rules.game, rules.switches, winners)
            assert [by_position[nth] for nth in range(len(winners))] == list(ours.amounts), case
            assert sum(award.from_pool for award in theirs.awards) == ours.from_meter, case
            assert (Fraction(theirs.after), Fraction(theirs.seed)) == (ours.after, ours.seed), case


def contender(line: object, nth: int, units: int) -> Contender:
    what, share = getattr(line, "what", ""), getattr(line, "share", Fraction(0))
    return Contender(nth, what, Percent(int(share * 100)), Cents(500 * units), "R3")


@pytest.mark.parametrize("game", GAMES)
def test_fixed_awards_from_the_pool_leave_a_royal_flush_so_much_less(game: str) -> None:
    """Two wagers, every hand of the second beside a royal flush of the first, paid by the game."""
    rules = with_changes(game, "fixed_awards_from=pool")
    wager = figures(rules)
    jackpot = Jackpot(Cents(25_000_000), Cents(5_000_000), Cents(500))
    less = Fraction(0)
    for hand, chance in beside_royal(shared(game), "straight_flush").items():
        pays = rules.pays("progressive", hand.words)
        if pays is not None and not isinstance(pays, Percent):
            royal = Contender(0, ROYAL.words, Percent(100), Cents(500), "R1")
            beside = Contender(1, hand.words, pays, Cents(500), "R1")
            made = GAMES[game].pay(jackpot, [royal, beside], rules.switches)
            (award,) = (each for each in made.awards if each.position == 0)
            less += 2 * chance * (jackpot.meter - award.amount)
    found = expected(wager, 2, 25_000_000, 5_000_000)
    assert found.beside_royal == less > 0
    by_shares = sum(
        each.probability * sum(paid(wager, each.winners, 25_000_000, 5_000_000).amounts)
        for each in law(game, 2).outcomes
    )
    assert found.awards == by_shares - less


# What the rules cost


def test_sharing_costs_a_hundredth_of_the_meter_for_two_straight_flushes_and_a_tenth_beside_a_royal_flush() -> None:
    found = law("mbs-uth", 6)
    two, beside = found.of(STRAIGHT_FLUSH, STRAIGHT_FLUSH), found.of(ROYAL, STRAIGHT_FLUSH)
    made = expected(figures(approved("mbs-uth")), 6, 25_000_000, 5_000_000)
    assert made.alone == 6 * Fraction(19, 6_497_400) * 25_000_000
    assert made.cost == (two / 100 + beside / 10) * 25_000_000


def test_each_reading_is_priced_and_the_default_is_among_them() -> None:
    priced = {(each.reading, each.value): each.expected for each in prices(approved("mbs-thb"), 6, 10**8, 10**7)}
    two, beside = (law("mbs-thb", 6).of(*both) for both in ((STRAIGHT_FLUSH,) * 2, (ROYAL, STRAIGHT_FLUSH)))
    book = priced["several_straight_flushes", "sequential"]
    assert book == priced["royal_base", "remaining"] == priced["fixed_awards_from", "house"]
    assert priced["several_straight_flushes", "same_display"].awards - book.awards == two * 10**6
    assert book.awards - priced["several_straight_flushes", "starting_value"].awards == two * 8 * 10**6
    more = priced["royal_base", "displayed"]
    assert more.awards - book.awards == beside * 10**7
    assert more.from_meter == book.from_meter  # what the meter does not have is the house's


def test_the_order_dealt_pays_winners_a_tenth_of_the_reset_more_half_of_the_time() -> None:
    priced = {each.value: each.expected for each in prices(approved("rws-3cp"), 7, 10**8, 10**7)}
    beside = law("rws-3cp", 7).of(ROYAL, STRAIGHT_FLUSH)
    assert priced["dealt"].awards - priced["royal_last"].awards == beside / 2 * 10**6


def test_what_could_not_be_told_is_refused() -> None:
    for change, told in (
        ("progressive.royal_flush=50%", "expected 100%"),
        ("progressive.full_house=1%", "royal and straight flushes only"),
        ("progressive.straight_flush=$5000", "no percentage"),
    ):
        with pytest.raises(NotRules, match=told):
            expected(figures(changed(approved("mbs-3cp"), change)), 3, 10**7, 10**6)
    with pytest.raises(NotRules, match="8 wagers at a table: expected 1 to 7"):
        law("mbs-3cp", 8)
    both = with_changes("mbs-3cp", "fixed_awards_from=pool", "meter_floor=reset_value")
    with pytest.raises(NotRules, match="one of them at its default"):
        expected(figures(both), 3, 10**7, 10**6)
