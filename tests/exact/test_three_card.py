"""Three Card Poker of both houses: what is printed about it, a second way to count, the games' own settlement."""

import random
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from pitlink.cards import DECK, Cards, cards_of
from pitlink.exact import three_card
from pitlink.exact.figures import Figures, Wager
from pitlink.exact.rules import Rules, approved, changed, with_reading
from pitlink.exact.three_card import Ending, HandValue
from pitlink.games import mbs_3cp, rws_3cp
from pitlink.games.round import Round, Seat, Share, wager_of
from pitlink.hands import Hand, ThreeCard, plain
from pitlink.money import Cents
from pitlink.rulebook.switches import CONCERNING, VALUES
from tests.exact.simulating import Telling, hold, laws_of, with_round
from tests.proving import row_id, rows

GAMES: dict[str, ModuleType] = {"mbs-3cp": mbs_3cp, "rws-3cp": rws_3cp}
HOUSES = pytest.mark.parametrize("game", GAMES)
ODD = ThreeCard.THREE_ODD_CARDS
ANTE = Cents(100)
SIMULATED = 30_000


def with_changes(game: str, *changes: str) -> Rules:
    rules = approved(game)
    for change in changes:
        rules = changed(rules, change)
    return rules


def wager(figures: Figures, name: str) -> Wager:
    return next(each for each in (*figures.wagers, *figures.side_wagers) if each.name == name)


def percent(value: Fraction, decimals: int) -> str:
    return f"{float(100 * value):.{decimals}f}"


# What is printed


@HOUSES
def test_hands_come_as_often_as_printed(game: str) -> None:
    number = dict.fromkeys(ThreeCard, 0)
    for value in three_card.solve(approved(game)).hands:
        number[value.hand.category] += value.times
    assert [number[each] for each in reversed(ThreeCard)] == [48, 52, 720, 1_096, 3_744, 16_440]
    assert three_card.figures(approved(game)).deals == 407_170_400


@HOUSES
def test_edges_are_those_printed(game: str) -> None:
    figures = three_card.figures(approved(game))
    assert percent(figures.house_edge, 2) == "3.37"
    assert percent(figures.element_of_risk, 2) == "2.01"
    assert figures.house_edge == Fraction(686689, 20358520)
    assert figures.average_wager == 1 + Fraction(149, 221)
    every_queen = three_card.with_threshold(approved(game), Hand(ODD, (12,)))
    assert percent(every_queen.house_edge, 2) == "3.45"
    every_hand = three_card.with_threshold(approved(game), Hand(ODD, ()))
    assert percent(every_hand.house_edge, 2) == "7.65"


@HOUSES
@pytest.mark.parametrize(
    ("lowest", "returns"),
    [((), "-0.129389"), ((11,), "-0.100696"), ((12,), "-0.087342"), ((12, 6, 4), "-0.086580")],
)
def test_thresholds_return_what_is_printed_without_the_bonus(game: str, lowest: tuple[int, ...], returns: str) -> None:
    figures = three_card.with_threshold(approved(game), Hand(ODD, lowest))
    assert f"{float(wager(figures, 'ante').expectation + wager(figures, 'play').expectation):.6f}" == returns


@HOUSES
def test_queen_six_four_is_the_lowest_hand_to_play(game: str) -> None:
    solution = three_card.solve(approved(game))
    assert solution.threshold == Hand(ODD, (12, 6, 4))
    assert three_card.with_threshold(approved(game), Hand(ODD, (12, 6, 4))) == three_card.figures(approved(game))
    for beside in ((12, 6, 3), (12, 6, 5)):
        edge = three_card.with_threshold(approved(game), Hand(ODD, beside)).house_edge
        assert edge > three_card.figures(approved(game)).house_edge
    assert all(value.fold == -1 for value in solution.hands)


@HOUSES
def test_the_dealer_qualifies_as_often_as_printed(game: str) -> None:
    ends = three_card.endings(three_card.solve(approved(game)), lambda value: value.plays)
    qualifying = Fraction(sum(end.deals for end in ends if end.qualifies), three_card.DEALS)
    assert qualifying == Fraction(769, 1105)
    assert percent(qualifying, 1) == "69.6"


@HOUSES
@pytest.mark.parametrize(
    ("changes", "edge"),
    [
        ((), "5.57"),
        (("pair_plus.straight=6:1",), "2.32"),
        (("pair_plus.straight=6:1", "pair_plus.flush=3:1"), "7.28"),
    ],
)
def test_pair_plus_has_the_edge_printed(game: str, changes: tuple[str, ...], edge: str) -> None:
    assert percent(wager(three_card.figures(with_changes(game, *changes)), "pair_plus").house_edge, 2) == edge


# What the readings say of themselves

READINGS = rows("""
says | game    | reading                                   | expectation        | percent
R63  | mbs-3cp | dealer_qualifies=queen_high_or_better     | -686689/20358520   |  -3.3730
R63  | mbs-3cp | dealer_qualifies=contains_queen_or_higher | 524723/1957550     |  26.8051
R64  | mbs-3cp | play_when_dealer_fails=collected          | -11672431/50896300 | -22.9338
R65  | mbs-3cp | ante_bonus=played_hands                   | -686689/20358520   |  -3.3730
R65  | mbs-3cp | ante_bonus=not_on_loss                    | -38523/1118600     |  -3.4439
R65  | mbs-3cp | ante_bonus=wins_only                      | -702069/20358520   |  -3.4485
R65  | rws-3cp | ante_bonus=not_on_loss                    | -38523/1118600     |  -3.4439
R65  | rws-3cp | ante_bonus=wins_only                      | -702069/20358520   |  -3.4485
R66  | mbs-3cp | pair_plus_on_fold=lost                    | -686689/20358520   |  -3.3730
R67  | mbs-3cp | folded_ante_when_dealer_fails=paid        | 2596967/12724075   |  20.4099
R67  | rws-3cp | folded_ante_when_dealer_fails=paid        | 2596967/12724075   |  20.4099
R18  | mbs-3cp | ace_low_straight_flush=flush              | -686689/20358520   |  -3.3730
R18  | rws-3cp | ace_low_straight_flush=flush              | -705113/20358520   |  -3.4635
R79  | rws-3cp | rws_straight_suits=all_different          | -89507/1454180     |  -6.1552
R90  | rws-3cp | rws_declined_play=returned                | 38556249/101792600 |  37.8773
""")


@pytest.mark.parametrize("row", READINGS, ids=row_id)
def test_readings_are_worth_what_they_say(row: dict[str, str]) -> None:
    found = three_card.figures(with_changes(row["game"], row["reading"])).expectation
    assert (str(found), percent(found, 4)) == (row["expectation"], row["percent"])


def test_straights_of_three_suits_leave_pair_plus_dear() -> None:
    pair_plus = wager(three_card.figures(with_changes("rws-3cp", "rws_straight_suits=all_different")), "pair_plus")
    assert percent(pair_plus.house_edge, 2) == "17.30"
    straights = next(line for line in pair_plus.lines if line.what == "straight")
    assert straights.combinations == 288 * three_card.DEALERS


@HOUSES
def test_a_fold_costs_pair_plus_only_where_pairs_are_folded(game: str) -> None:
    lost = with_changes(game, "pair_plus_on_fold=lost")
    for change in ("play=1", "play=10", "folded_ante_when_dealer_fails=paid"):  # best play folds no pair
        assert wager(three_card.figures(changed(lost, change)), "pair_plus").house_edge == Fraction(308, 5525)
    from_flush, pairs = three_card.with_threshold(lost, Hand(ThreeCard.FLUSH, ())), Fraction(3_744, 22_100)
    assert wager(from_flush, "pair_plus").house_edge == Fraction(308, 5525) + 2 * pairs
    in_play = three_card.with_threshold(approved(game), Hand(ThreeCard.FLUSH, ()))
    assert wager(in_play, "pair_plus").house_edge == Fraction(308, 5525)


# Best play under changed rules


def test_a_dealer_who_always_qualifies_and_a_dearer_play_move_the_threshold() -> None:
    lowest = {
        change: three_card.solve(with_changes("mbs-3cp", change)).threshold
        for change in ("dealer_qualifies_from=nothing", "dealer_qualifies_from=king_high", "play=2", "play=10")
    }
    assert lowest["dealer_qualifies_from=king_high"] == Hand(ODD, (5, 3, 2))  # every hand
    assert lowest["play=2"] == Hand(ODD, (13, 3, 2))
    assert lowest["dealer_qualifies_from=nothing"] == Hand(ODD, (11, 8, 5))
    assert lowest["play=10"] == Hand(ODD, (14, 4, 2))  # every Ace


def test_equal_values_fold() -> None:
    cards = cards_of("Qs 6d 4c")
    value = three_card.solve(approved("mbs-3cp")).value_of(cards)
    assert value.plays
    assert not HandValue(cards, value.hand, 1, value.counts, Fraction(-1), Fraction(-1)).plays


def test_a_wager_that_pays_nothing_still_has_its_lines() -> None:
    figures = three_card.figures(with_changes("mbs-3cp", "ante_play.ante=nothing", "ante_bonus.straight=3:2"))
    assert wager(figures, "ante").hit_frequency == 0
    straight = next(line for line in wager(figures, "ante_bonus").lines if line.what == "straight")
    assert straight.pays == "3 to 2"
    assert straight.returns == straight.probability * Fraction(3, 2)


@HOUSES
def test_cards_that_are_no_hand_are_refused(game: str) -> None:
    with pytest.raises(ValueError, match="expected 3 different cards"):
        three_card.solve(approved(game)).value_of(cards_of("As As Kd"))


# A second way to count: every hand against every dealer's hand, one comparison each


class Compared:
    """All 22,100 hands by the plain ranking, as numbers that compare as the hands do."""

    def __init__(self, ace_low: Any, straight_suits: Any) -> None:
        self.hands = [plain.rank_three(cards, ace_low, straight_suits) for cards in combinations(DECK, 3)]
        number = {hand: nth for nth, hand in enumerate(sorted(set(self.hands)))}
        self.strength = np.array([number[hand] for hand in self.hands])
        self.mask = np.array([mask(cards) for cards in combinations(DECK, 3)], np.uint64)
        self.by_mask = {int(each): nth for nth, each in enumerate(self.mask)}

    def outcomes(self, cards: Cards, qualifying: npt.NDArray[np.bool_]) -> tuple[int, ...]:
        mine = self.strength[self.by_mask[mask(cards)]]
        apart = (self.mask & np.uint64(mask(cards))) == 0
        theirs, qualified = self.strength[apart], qualifying[apart]
        results = (theirs < mine, theirs == mine, theirs > mine)
        return tuple(int((result & kind).sum()) for result in results for kind in (qualified, ~qualified))


def mask(cards: Iterable[int]) -> int:
    return sum(1 << card for card in cards)


@cache
def compared(ace_low: str = "straight_flush", straight_suits: str = "not_all_equal") -> Compared:
    return Compared(ace_low, straight_suits)


def queen_high(hand: Hand[ThreeCard]) -> bool:
    return hand >= Hand(ODD, (12,))


def holds_a_queen(hand: Hand[ThreeCard]) -> bool:
    return any(rank in (12, 13, 14, 1) for rank in hand.ranks)


SHOWDOWNS = [
    ("mbs-3cp", "", ("straight_flush", "not_all_equal"), queen_high),
    ("mbs-3cp", "dealer_qualifies=contains_queen_or_higher", ("straight_flush", "not_all_equal"), holds_a_queen),
    (
        "mbs-3cp",
        "dealer_qualifies_from=pair",
        ("straight_flush", "not_all_equal"),
        lambda hand: hand >= Hand(ThreeCard.ONE_PAIR, ()),
    ),
    ("rws-3cp", "rws_straight_suits=all_different", ("straight_flush", "all_different"), queen_high),
    ("rws-3cp", "ace_low_straight_flush=flush", ("flush", "not_all_equal"), queen_high),
]


@pytest.mark.parametrize(("game", "change", "ranking", "qualifies"), SHOWDOWNS, ids=[row[1] for row in SHOWDOWNS])
def test_showdowns_equal_a_comparison_hand_by_hand(game: str, change: str, ranking: Any, qualifies: Any) -> None:
    """At every information set: each of 1,755 hands against each of 18,424 dealer's hands."""
    direct = compared(*ranking)
    qualifying = np.array([qualifies(hand) for hand in direct.hands])
    hands = three_card.solve(with_changes(game, *filter(None, [change]))).hands
    assert len(hands) == 1_755
    assert sum(value.times for value in hands) == 22_100
    for value in hands:
        assert value.counts == direct.outcomes(value.cards, qualifying), value.cards
        assert sum(value.counts) == three_card.DEALERS


def test_hands_alike_but_for_the_names_of_suits_are_worth_the_same() -> None:
    direct, dice = compared(), random.Random(3)
    qualifying = np.array([queen_high(hand) for hand in direct.hands])
    solution = three_card.solve(approved("mbs-3cp"))
    for _ in range(200):
        cards = tuple(dice.sample(DECK, 3))
        value = solution.value_of(cards)
        assert value.hand == plain.rank_three(cards)
        assert value.counts == direct.outcomes(cards, qualifying)


FORMULAS: dict[str, Callable[[int, int, int, int, int], Any]] = {
    # of the dealer's hands: beaten, tied with and better ones that qualify, all that fail; and the bonus
    "play=1": lambda won, tied, lost, fails, bonus: 2 * won + fails - 2 * lost + bonus * 18_424,
    "play=3": lambda won, tied, lost, fails, bonus: 4 * won + fails - 4 * lost + bonus * 18_424,
    "ante_play.ante=1:2": lambda won, tied, lost, fails, bonus: 1.5 * won + 0.5 * fails - 2 * lost + bonus * 18_424,
    "ante_play.play=3:2": lambda won, tied, lost, fails, bonus: 2.5 * won + fails - 2 * lost + bonus * 18_424,
    "ante_bonus=not_on_loss": lambda won, tied, lost, fails, bonus: (
        (2 + bonus) * won + (1 + bonus) * fails + bonus * tied - 2 * lost
    ),
    "ante_bonus=wins_only": lambda won, tied, lost, fails, bonus: (2 + bonus) * won + (1 + bonus) * fails - 2 * lost,
    "rws_declined_play=returned": lambda won, tied, lost, fails, bonus: (
        2 * won + fails + bonus * (won + tied + fails) + max(bonus - 2, -1) * lost
    ),
}


@pytest.mark.parametrize("change", FORMULAS)
def test_playing_is_worth_what_a_formula_of_its_own_says(change: str) -> None:
    bonuses = {ThreeCard.STRAIGHT_FLUSH: 5, ThreeCard.THREE_OF_A_KIND: 4, ThreeCard.STRAIGHT: 1}
    for value in three_card.solve(with_changes("rws-3cp", change)).hands:
        won, won_unqualified, tied, tied_unqualified, lost, lost_unqualified = value.counts
        fails = won_unqualified + tied_unqualified + lost_unqualified
        worth = FORMULAS[change](won, tied, lost, fails, bonuses.get(value.hand.category, 0))
        assert value.play == Fraction(worth) / 18_424, value


@HOUSES
def test_the_round_has_the_variance_of_a_formula_of_its_own(game: str) -> None:
    bonuses = {ThreeCard.STRAIGHT_FLUSH: 5, ThreeCard.THREE_OF_A_KIND: 4, ThreeCard.STRAIGHT: 1}
    mean = square = 0
    for value in three_card.solve(approved(game)).hands:
        bonus = bonuses.get(value.hand.category, 0)
        won, won_unqualified, tied, tied_unqualified, lost, lost_unqualified = value.counts
        fails = won_unqualified + tied_unqualified + lost_unqualified
        nets = [(won, bonus + 2), (fails, bonus + 1), (tied, bonus), (lost, bonus - 2)]
        for times, net in nets if value.hand >= Hand(ODD, (12, 6, 4)) else [(three_card.DEALERS, -1)]:
            mean += value.times * times * net
            square += value.times * times * net**2
    variance = Fraction(square, three_card.DEALS) - Fraction(mean, three_card.DEALS) ** 2
    assert three_card.figures(approved(game)).variance == variance
    assert f"{float(variance) ** 0.5:.2f}" == "1.64"


# The games' own settlement

SETTLED = [(game, name, value) for game in GAMES for name in CONCERNING[game] for value in VALUES[name]]


def round_of(rules: Rules, cards: Cards, dealer: Cards, *, plays: bool, shows: bool = True) -> Round:
    wagers = {name: wager_of(Share(None, ANTE)) for name in ("ante", "pair_plus")}
    seat = Seat(1, wagers, cards, ("play",) if plays else ("fold",), reveals=shows)
    community = tuple(card for card in DECK if card not in cards and card not in dealer)[:2]
    return Round(rules.game, (seat,), community, dealer, switches=rules.switches)


def nets_of(round: Round) -> dict[str, int]:
    """What each wager of the only seat nets, in cents."""
    nets = dict.fromkeys(("ante", "ante_bonus", "play", "pair_plus"), 0)
    for line in GAMES[round.game].settle(round).seats[0].lines:
        nets[line.wager] += line.pays + line.returned - line.stake
    return nets


def ending_of(rules: Rules, cards: Cards, dealer: Cards, *, plays: bool) -> Ending:
    mine, theirs = three_card.rank_hand(cards, rules), three_card.rank_hand(dealer, rules)
    result = "win" if mine > theirs else "push" if mine == theirs else "lose"
    return Ending(plays, mine.category, result, three_card.qualifies(theirs, rules), 1)


def deals(seed: int, number: int) -> Iterable[tuple[Cards, Cards]]:
    """From the whole deck, and from short ones in which great hands, ties and low runs come often."""
    dice = random.Random(seed)
    short = [DECK, [card for card in DECK if card % 4 < 2], [card for card in DECK if card // 4 in (0, 1, 11, 12)]]
    for nth in range(number):
        six = dice.sample(short[nth % 3], 6)
        yield tuple(six[:3]), tuple(six[3:])


@pytest.mark.parametrize(("game", "name", "value"), SETTLED)
def test_deals_settle_as_the_game_settles_them(game: str, name: str, value: str) -> None:
    rules = with_reading(approved(game), name, value)
    for (cards, dealer), plays in product(deals(17, 150), (True, False)):
        end = ending_of(rules, cards, dealer, plays=plays)
        shows = not three_card.is_hidden(end, rules)
        expected = nets_of(round_of(rules, cards, dealer, plays=plays, shows=shows))
        told = {each: cell.net * ANTE for each, cell in three_card.settle(end, rules).items()}
        assert told == expected, (cards, dealer, plays, rules.switches)


def test_a_hand_is_hidden_just_where_that_saves_more_than_it_costs() -> None:
    rules = with_changes("rws-3cp", "rws_declined_play=returned")
    hidden = 0
    for cards, dealer in deals(18, 600):
        shown, unshown = (
            sum(nets[name] for name in ("ante", "ante_bonus", "play"))
            for nets in (nets_of(round_of(rules, cards, dealer, plays=True, shows=shows)) for shows in (True, False))
        )
        is_hidden = three_card.is_hidden(ending_of(rules, cards, dealer, plays=True), rules)
        assert is_hidden == (unshown > shown)
        hidden += is_hidden
    assert hidden > 100


@pytest.mark.parametrize(
    ("game", "change"), [("mbs-3cp", ""), ("rws-3cp", ""), ("rws-3cp", "rws_declined_play=returned")]
)
def test_a_simulation_agrees_within_three_standard_errors(game: str, change: str, record_property: Telling) -> None:
    rules = with_changes(game, *filter(None, [change]))
    lowest, figures, dice = (
        three_card.solve(rules).threshold,
        three_card.figures(rules),
        random.Random(f"{game} {change}"),
    )
    assert lowest is not None

    def dealt() -> Iterable[dict[str, float]]:
        for _ in range(SIMULATED):
            six = dice.sample(DECK, 6)
            cards, dealer = tuple(six[:3]), tuple(six[3:])
            plays = three_card.rank_hand(cards, rules) >= lowest
            shows = not three_card.is_hidden(ending_of(rules, cards, dealer, plays=plays), rules)
            nets = nets_of(round_of(rules, cards, dealer, plays=plays, shows=shows))
            yield with_round(figures, {name: net / ANTE for name, net in nets.items()})

    hold(record_property, f"{game} {change}".strip(), dealt(), laws_of(figures))


# What must add up


@HOUSES
def test_lines_cover_every_deal_and_add_up(game: str) -> None:
    for name, value in ((switch, each) for switch in CONCERNING[game] for each in VALUES[switch]):
        figures = three_card.figures(with_reading(approved(game), name, value))
        for each in (*figures.wagers, *figures.side_wagers):
            assert each.deals == sum(line.combinations for line in each.lines) == three_card.DEALS
            assert sum(line.probability for line in each.lines) == 1
            assert sum(line.returns for line in each.lines) == each.expectation
        first = [choice for choice in figures.choices if choice.stage == "cards seen"]
        assert sum(choice.probability for choice in first) == 1
        assert figures.average_wager == 1 + wager(figures, "play").average
        assert wager(figures, "play").average == first[0].probability


@HOUSES
def test_best_play_is_worth_the_better_choice_of_every_hand(game: str) -> None:
    for change in ("play=1", "play=2", "ante_bonus.straight=10:1", "dealer_qualifies_from=ace_high"):
        rules = with_changes(game, change)
        best = sum(value.times * max(value.play, value.fold) for value in three_card.solve(rules).hands)
        assert three_card.figures(rules).expectation == best / 22_100


def test_rules_that_play_alike_are_solved_once() -> None:
    book = three_card.solve(approved("mbs-3cp"))
    other = three_card.solve(with_changes("mbs-3cp", "pair_plus.flush=3:1", "royal_base=displayed"))
    assert other.hands is book.hands
    assert three_card.solve(with_changes("mbs-3cp", "play=2")).hands is not book.hands


@HOUSES
def test_a_round_is_won_as_often_as_counted_by_hand(game: str) -> None:
    """Won, or the dealer does not qualify, or the bonus is more than what is lost: five for a straight flush and four
    for three of a kind; a straight's one on a stand-off.
    """
    won = 0
    for value in three_card.solve(approved(game)).hands:
        if value.hand < Hand(ODD, (12, 6, 4)):
            continue
        win, win_unqualified, tie, tie_unqualified, lose, lose_unqualified = value.counts
        number = win + win_unqualified + tie_unqualified + lose_unqualified
        if value.hand.category >= ThreeCard.STRAIGHT:
            number += tie
        if value.hand.category >= ThreeCard.THREE_OF_A_KIND:
            number += lose
        won += value.times * number
    assert three_card.figures(approved(game)).hit_frequency == Fraction(won, 22_100 * 18_424)
