"""Texas Hold'em Bonus solved twice: by ranks and one suit at a time, and board by board."""

import random
from collections.abc import Iterator
from fractions import Fraction

import numpy as np
import pytest

from pitlink.cards import Card, Cards
from pitlink.exact import holdem_bonus
from pitlink.exact.deck import deck, hole_classes, without_names_of_suits
from pitlink.exact.ranking import Ints
from pitlink.exact.rules import SETTINGS, Rules, approved, changed
from pitlink.games import mbs_thb
from pitlink.games.round import Line, Round, Seat, Share, wager_of
from pitlink.money import Cents
from tests.exact import straightforward as twin
from tests.exact.simulating import Telling, hold, laws_of, with_round

BOOK = approved("mbs-thb")
STAKE = Cents(100)
CHANGES = (
    "ante_pays_from=flush",
    "flop=1",
    "turn=3",
    "river=2",
    "wagers.turn=6:5",
    "wagers.river=9:8",
    "ace_low_straight_flush=flush",
)


def with_changes(*changes: str) -> Rules:
    rules = BOOK
    for change in changes:
        rules = changed(rules, change)
    return rules


def test_every_setting_is_among_the_changes() -> None:
    assert {*SETTINGS["mbs-thb"]} <= {change.partition("=")[0] for change in CHANGES}


@pytest.mark.parametrize("changes", [(), CHANGES], ids=" ".join)
def test_a_bet_is_worth_what_all_boards_and_dealers_make_it(changes: tuple[str, ...]) -> None:
    rules, dice = with_changes(*changes), random.Random(22)
    values, holes = holdem_bonus.bet_values(rules), deck().holes
    parts = twin.bonus_of(rules)[0]
    assert parts == holdem_bonus.pays_of(rules).ante
    for found, cards, size in zip(values, (deck().flops, without_names_of_suits(4)[0]), (8, 60), strict=True):
        seen = 0
        while seen < size:
            at, hole = dice.randrange(len(cards)), dice.randrange(len(holes))
            if {*cards[at]} & {*holes[hole]}:
                assert found[at, hole] == 0
                continue
            assert found[at, hole] == twin.bonus_by_hand(rules, holes[hole], cards[at]), (cards[at], holes[hole])
            seen += 1


@pytest.mark.exhaustive
@pytest.mark.parametrize("changes", [(), CHANGES], ids=" ".join)
def test_every_flop_turn_and_hole_as_board_by_board(changes: tuple[str, ...]) -> None:
    """The value of a Turn bet at each of 1,755 × 1,176 information sets, of a River bet at each of 16,432 × 1,128, and
    the count of every outcome: of the rulebook's rules, and with all changes together.
    """
    rules = with_changes(*changes)
    again, solved = twin.bonus(rules), holdem_bonus.solve(rules)
    turns, rivers = holdem_bonus.bet_values(rules)
    assert again.parts % holdem_bonus.pays_of(rules).ante == 0
    scale = again.parts // holdem_bonus.pays_of(rules).ante
    for ours, theirs, cards in (
        (turns, again.turns, deck().flops),
        (rivers, again.rivers, without_names_of_suits(4)[0]),
    ):
        number, renaming = twin.sets_of(cards.shape[1]).find(cards)
        assert np.array_equal(theirs[number[:, None], twin.renamed_holes()[renaming]], ours * scale)
    whole = 20 * twin.BOARDS * twin.DEALERS * again.parts
    for hole, nth in enumerate(hole_classes()[1]):
        assert solved.holes[nth].raised == Fraction(int(again.raised[hole]), whole), solved.holes[nth].name
        assert (solved.holes[nth].best == "flop") == again.plays[hole]
    counts = twin.count_bonus(rules, again)
    assert not counts[:, :, 1::2].any()
    assert np.array_equal(counts[:, :, ::2], solved.counts)
    figures = holdem_bonus.figures(rules)
    assert twin.spread_of_bonus(rules, counts) == (figures.expectation, figures.variance, figures.hit_frequency)


@pytest.mark.parametrize("changes", [(), CHANGES], ids=" ".join)
def test_the_round_spreads_as_its_settlement_says(changes: tuple[str, ...]) -> None:
    """Mean, variance and hit frequency of the whole round, from another settlement of the same counts."""
    rules = with_changes(*changes)
    counts = np.zeros((5, 10, 6), np.int64)
    counts[:, :, ::2] = holdem_bonus.solve(rules).counts
    figures = holdem_bonus.figures(rules)
    assert twin.spread_of_bonus(rules, counts) == (figures.expectation, figures.variance, figures.hit_frequency)


ROUNDS = 15_000


def test_rounds_dealt_at_random_come_to_the_same(record_property: Telling) -> None:
    """Best play as the solution tells it, settled by the game: every wager within three standard errors."""
    dice, figures = np.random.default_rng(2019), holdem_bonus.figures(BOOK)
    dealt = dice.permuted(np.tile(np.arange(52), (ROUNDS, 1)), axis=1)[:, :9]

    def rounds() -> Iterator[dict[str, float]]:
        for row, decisions in zip(dealt, decided(dealt), strict=True):
            lines = settled(tuple(Card(int(card)) for card in row), decisions)
            nets = {line.wager: (line.pays + line.returned - line.stake) / STAKE for line in lines}
            yield with_round(figures, nets)

    hold(record_property, "mbs-thb", rounds(), laws_of(figures))


def decided(dealt: Ints) -> list[tuple[str, ...]]:
    """What the solution does with each row of hole, board and dealer."""
    turns, rivers = (values > 0 for values in holdem_bonus.bet_values(BOOK))
    holes = dealt[:, :2]
    plays = np.array([each.best == "flop" for each in holdem_bonus.solve(BOOK).holes])
    made = zip(
        plays[hole_classes()[1][twin.numbers_of(holes)]],
        twin.at_cards(turns, deck().flops, dealt[:, 2:5], holes),
        twin.at_cards(rivers, without_names_of_suits(4)[0], dealt[:, 2:6], holes),
        strict=True,
    )
    return [
        ("flop", "turn" if turn else "check", "river" if river else "check") if play else ("fold",)
        for play, turn, river in made
    ]


def settled(cards: Cards, decisions: tuple[str, ...]) -> tuple[Line, ...]:
    wagers = {name: wager_of(Share(None, STAKE)) for name in ("ante", "bonus")}
    seat = Seat(1, wagers, cards[:2], decisions)
    return mbs_thb.settle(Round("mbs-thb", (seat,), cards[2:7], cards[7:])).seats[0].lines
