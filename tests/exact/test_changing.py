"""What best play does otherwise by other rules: held against the choices themselves, set by set."""

import numpy as np
import pytest

from pitlink.exact import holdem_bonus, let_it_ride, three_card, ultimate
from pitlink.exact.changing import Flipped, StrategyChange, strategy_change
from pitlink.exact.deck import deck, hole_classes
from pitlink.exact.ranking import Ints
from pitlink.exact.rules import Rules, approved, changed
from tests.exact import straightforward as twin

JACKS = "pays_from_pair_of=jacks"


def change_of(game: str, change: str) -> StrategyChange:
    return strategy_change(approved(game), changed(approved(game), change))


def test_starting_hands_are_those_whose_best_choice_is_another() -> None:
    found = change_of("mbs-uth", "first_play=5")
    assert {each.what: (each.approved, each.now) for each in found.choices} == dict.fromkeys(
        ("K4o", "Q5s", "J9o", "T9s"), ("check", "play 5x")
    )
    assert all(each.sets == 0 for each in found.flips)


def test_another_size_of_the_same_choice_is_no_change() -> None:
    assert change_of("mbs-uth", "smaller_first_play=2").choices == ()


def test_later_bets_flip_where_their_worth_changes_its_sign() -> None:
    """Over all information sets: the values of both rules beside one another."""
    book = approved("mbs-thb")
    now = changed(book, "wagers.river=6:5")
    turn, river = strategy_change(book, now).flips
    assert turn.sets == 0
    before, after = (holdem_bonus.bet_values(rules)[1] > 0 for rules in (book, now))
    plays = [np.array([each.best == "flop" for each in holdem_bonus.solve(rules).holes]) for rules in (book, now)]
    both = (plays[0] & plays[1])[hole_classes()[1]]
    weights = np.concatenate([seen.times for seen in holdem_bonus.bets_in_parts(book)[1]])
    assert river.sets == int(weights @ ((before != after) & both[None, :]).sum(axis=1))
    assert river.of == 1326 * 230_300


def test_the_river_flips_as_often_as_on_boards_dealt_at_random() -> None:
    """Of holes and boards dealt at random, those with which both come to the river and one of them folds."""
    book = approved("mbs-uth")
    now = changed(book, "dealer_qualifies_from=two_pairs")
    found = strategy_change(book, now)
    assert [(each.what, each.approved, each.now) for each in found.choices] == [("T9s", "check", "play 4x")]
    flop, river = found.flips
    assert flop.sets == int(deck().times @ _flop_flips(book, now).sum(axis=1)) == 109_044
    dice, rounds = np.random.default_rng(8), 3_000
    dealt = dice.permuted(np.tile(np.arange(52), (rounds, 1)), axis=1)[:, :7]
    reached = np.ones(rounds, np.bool_)
    plays = []
    for rules in (book, now):
        solved, holes = ultimate.solve(rules), dealt[:, :2]
        checks = np.array([each.best == "check" for each in solved.holes])[hole_classes()[1][twin.numbers_of(holes)]]
        reached &= checks & ~twin.at_cards(solved.plays_flop, deck().flops, dealt[:, 2:5], holes)
        choice = twin.choices_by_hand(rules, holes, dealt[:, 2:])
        plays.append(choice.river_play > choice.folded)
    share, chance = (reached & (plays[0] != plays[1])).mean(), float(river.probability)
    assert abs(share - chance) < 3 * (chance * (1 - chance) / rounds) ** 0.5


def _flop_flips(book: Rules, now: Rules) -> Ints:
    solved = [ultimate.solve(rules) for rules in (book, now)]
    checks = [np.array([hole.best == "check" for hole in each.holes])[hole_classes()[1]] for each in solved]
    found: Ints = (solved[0].plays_flop != solved[1].plays_flop) & (checks[0] & checks[1])[None, :]
    return found


def test_rules_that_play_alike_flip_nothing() -> None:
    for game, change in (("mbs-uth", "trips.flush=1:1"), ("mbs-thb", "bonus_on_loss=settled")):
        found = change_of(game, change)
        assert found.choices == ()
        assert all(each.sets == 0 for each in found.flips)


@pytest.mark.parametrize("change", ["play=2", "dealer_qualifies_from=nothing"])
def test_the_hands_of_three_card_poker_flip_between_the_thresholds(change: str) -> None:
    book, now = approved("rws-3cp"), changed(approved("rws-3cp"), change)
    (found,) = strategy_change(book, now).flips
    thresholds = [three_card.solve(rules).threshold for rules in (book, now)]
    low, high = sorted(each for each in thresholds if each is not None)
    hands = three_card.solve(book).hands
    assert found == Flipped("cards seen", sum(each.times for each in hands if low <= each.hand < high), 22_100)


def test_groups_of_let_it_ride_say_how_many_ride() -> None:
    found = change_of("mbs-lir", JACKS)
    told = {(each.stage, each.what): (each.approved, each.now) for each in found.choices}
    assert told["first community card seen", "open straight draw, 1 card of ten or higher"] == ("ride", "withdraw")
    assert told["three cards seen", "a paying hand"] == ("ride", "ride with 1,204 of 1,492")
    old, new = (let_it_ride.solve(rules) for rules in (approved("mbs-lir"), changed(approved("mbs-lir"), JACKS)))
    assert found.flips[0].sets == sum(
        before.times
        for before, after in zip(old.threes.values(), new.threes.values(), strict=True)
        if before.rides != after.rides
    )
