"""Three Card Poker of both houses, solved: every hand against every dealer's hand.

A hand is played where that is worth more than to fold. Where a player may yet save the Play by refusing to show (R90
as `returned`), a hand is shown unless hiding it is worth more. Both choices are the best for Ante and Play by
themselves; a Pair Plus beside them is settled as they leave it, lost with a hand that is hidden.
"""

from collections.abc import Callable, Hashable, Iterable
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import lcm
from operator import mul
from typing import Final, NamedTuple

import numpy as np
from msgspec import Struct, structs

from pitlink.cards import SINGULARS, Card, Cards, show_all
from pitlink.exact.deck import forgetting_names_of_suits, without_names_of_suits
from pitlink.exact.figures import Cell, Choice, Figures, hits, moments, wager_of
from pitlink.exact.kept import kept
from pitlink.exact.kernels import three_card as kernel
from pitlink.exact.ranking import Ints
from pitlink.exact.rules import Rules, pay_table
from pitlink.hands import AceLow, Hand, StraightSuits, ThreeCard, has_low_ace, rank_three
from pitlink.money import To
from pitlink.rulebook.switches import CONCERNING

DEALERS: Final = 18_424  # hands of the dealer, given the player's
DEALS: Final = 22_100 * DEALERS
CELLS: Final = (("win", True), ("win", False), ("push", True), ("push", False), ("lose", True), ("lose", False))
CLAUSES: Final = {
    "mbs-3cp": {"play": "3.9.2", "fold": "3.9.1"},
    "rws-3cp": {"play": "3.12.2", "fold": "3.12.1", "refuse to show": "4.5"},
}
SWAYING: Final = (  # the readings that best play depends on
    "ace_low_straight_flush",
    "ante_bonus",
    "dealer_qualifies",
    "folded_ante_when_dealer_fails",
    "play_when_dealer_fails",
    "rws_declined_play",
    "rws_straight_suits",
)


class HandValue(Struct, frozen=True):
    """Three cards, one set of all that differ in the names of suits only, and what both choices are worth in antes."""

    cards: Cards
    hand: Hand[ThreeCard]
    times: int
    counts: tuple[int, ...]  # dealer's hands, by cell
    play: Fraction
    fold: Fraction

    @property
    def plays(self) -> bool:
        """Of equal choices to fold, which wagers less."""
        return self.play > self.fold


class Solution(Struct, frozen=True):
    """The best play of one set of rules; hands from the lowest up."""

    rules: Rules
    hands: tuple[HandValue, ...]

    def value_of(self, cards: Iterable[Card]) -> HandValue:
        """Of any three cards."""
        cards = tuple(cards)
        place = _ranked(*_ranking(self.rules)).place_of.get(int(forgetting_names_of_suits(np.array(cards))))
        if place is None:
            raise ValueError(f"{show_all(cards)}: expected 3 different cards")
        return self.hands[place]

    @property
    def threshold(self) -> Hand[ThreeCard] | None:
        """The lowest hand that is played, if all hands from it up are and none below it is; else None."""
        played = [each.hand for each in self.hands if each.plays]
        folded = [each.hand for each in self.hands if not each.plays]
        if not played or (folded and folded[-1] >= played[0]):
            return None
        return played[0]


def figures(rules: Rules) -> Figures:
    return figures_of(solve(rules), lambda value: value.plays)


def with_threshold(rules: Rules, lowest: Hand[ThreeCard]) -> Figures:
    """With every hand played from the lowest up, and no other. `Hand(ThreeCard.THREE_ODD_CARDS, (12,))` is Queen
    high: ranks that are left out may be any.
    """
    return figures_of(solve(rules), lambda value: value.hand >= lowest)


def figures_of(solution: Solution, plays: Callable[[HandValue], bool]) -> Figures:
    """With any way to decide from one's own cards."""
    rules = solution.rules
    ends = endings(solution, plays)
    settled = [(end.deals, settle(end, rules)) for end in ends]
    played = Fraction(sum(end.deals for end in ends if end.played), DEALS)
    wagered = {"ante": Fraction(1), "ante_bonus": Fraction(0), "play": rules.multiple("play") * played}
    tables = {"ante": "ante_play", "ante_bonus": "ante_bonus", "play": "ante_play"}
    wagers = tuple(
        wager_of(name, pay_table(rules.game, tables[name]).clause, [each[name] for _, each in settled], average)
        for name, average in wagered.items()
    )
    pair_plus = wager_of(
        "pair_plus", pay_table(rules.game, "pair_plus").clause, [each["pair_plus"] for _, each in settled]
    )
    nets = [(deals, sum((each[name].net for name in wagered), Fraction(0))) for deals, each in settled]
    average, variance, choices = sum(wagered.values(), Fraction(0)), moments(nets)[1], _choices(ends, rules)
    return Figures(rules.game, rules, "ante", DEALS, wagers, (pair_plus,), choices, average, variance, hits(nets))


# The ranking, and which dealers qualify


def rank_hand(cards: Iterable[Card], rules: Rules) -> Hand[ThreeCard]:
    """As the game ranks it: R18 and R79 are open in the rulebook of one house only."""
    return rank_three(tuple(cards), *_ranking(rules))


def _ranking(rules: Rules) -> tuple[AceLow, StraightSuits]:
    if rules.game == "mbs-3cp":
        return "straight_flush", "not_all_equal"
    return rules.switches.ace_low_straight_flush, rules.switches.rws_straight_suits


def qualifies(dealer: Hand[ThreeCard], rules: Rules) -> bool:
    """From a rank, a pair or nothing up; by the other side of R63 only with a card of that rank or higher."""
    lowest = rules.settings["dealer_qualifies_from"]
    if lowest == "nothing":
        return True
    if lowest == "pair":
        return dealer.category > ThreeCard.THREE_ODD_CARDS
    rank = next(each for each, word in SINGULARS.items() if f"{word} high" == lowest and each > 1)
    if _reads(rules, "dealer_qualifies", "contains_queen_or_higher"):
        return max(dealer.ranks) >= rank or has_low_ace(dealer)
    return dealer.category > ThreeCard.THREE_ODD_CARDS or dealer.ranks[0] >= rank


def _reads(rules: Rules, switch: str, value: str) -> bool:
    """Whether an open point of this game's rulebook is read so."""
    return switch in CONCERNING[rules.game] and getattr(rules.switches, switch) == value


# The solution


def solve(rules: Rules) -> Solution:
    """Rules that play alike are solved once: Pair Plus and the progressive change nothing."""
    odds = tuple(
        (line, str(pays)) for table in ("ante_play", "ante_bonus") for line, pays in rules.tables[table].items()
    )
    readings = tuple(getattr(rules.switches, name) for name in SWAYING)
    key = (rules.game, odds, tuple(rules.settings.items()), readings)
    return structs.replace(kept(_SOLVED, key, lambda: _solve(rules)), rules=rules)


_SOLVED: dict[Hashable, Solution] = {}


def _solve(rules: Rules) -> Solution:
    ranked = _ranked(*_ranking(rules))
    counts = _showdowns(*_ranking(rules), tuple(not qualifies(hand, rules) for hand in ranked.hands))
    parts, play, fold = _nets(rules)
    found = []
    for row, times, dealers in zip(ranked.rows.tolist(), ranked.times, counts, strict=True):
        hand = ranked.hands[ranked.ordinals[row]]
        played = Fraction(sum(map(mul, dealers, play[hand.category])), parts * DEALERS)
        folded = Fraction(sum(map(mul, dealers, fold)), parts * DEALERS)
        found.append(HandValue(tuple(map(Card, ranked.cards[row].tolist())), hand, times, dealers, played, folded))
    return Solution(rules, tuple(found))


def _nets(rules: Rules) -> tuple[int, list[list[int]], list[int]]:
    """What Ante, Ante Bonus and Play come to, in whole parts of an ante: how many parts, by class and cell of hands
    that are played, by cell of those that are not.
    """

    def net(hand: ThreeCard, cell: tuple[str, bool], *, played: bool) -> Fraction:
        settled = settle(Ending(played, hand, *cell, 1), rules)
        return settled["ante"].net + settled["ante_bonus"].net + settled["play"].net

    play = [[net(hand, cell, played=True) for cell in CELLS] for hand in ThreeCard]
    fold = [net(ThreeCard.THREE_ODD_CARDS, cell, played=False) for cell in CELLS]
    parts = lcm(*(each.denominator for row in (*play, fold) for each in row))
    return parts, [[int(each * parts) for each in row] for row in play], [int(each * parts) for each in fold]


class Ranked(NamedTuple):
    """All 22,100 hands with their places among the different ones; and of sets of cards that differ in the names of
    suits only one, from the lowest up, with the place of each by `forgetting_names_of_suits`.
    """

    cards: Ints
    ordinals: Ints
    hands: list[Hand[ThreeCard]]  # by ordinal
    rows: Ints  # in `cards`, of each set
    times: list[int]
    place_of: dict[int, int]


@cache
def _ranked(ace_low: AceLow, straight_suits: StraightSuits) -> Ranked:
    cards = np.array(list(combinations(range(52), 3)))
    of_cards = [rank_three(tuple(map(Card, row)), ace_low, straight_suits) for row in cards.tolist()]
    hands = sorted(set(of_cards))
    ordinal_of = {hand: nth for nth, hand in enumerate(hands)}
    ordinals = np.array([ordinal_of[hand] for hand in of_cards])
    sets, times = without_names_of_suits(3)
    number = 52 ** np.arange(2, -1, -1)
    rows = np.searchsorted(cards @ number, sets @ number)
    upward = np.argsort(ordinals[rows], kind="stable")
    keys = forgetting_names_of_suits(sets[upward]).tolist()
    place_of = {key: nth for nth, key in enumerate(keys)}
    return Ranked(cards, ordinals, hands, rows[upward], times[upward].tolist(), place_of)


@cache
def _showdowns(ace_low: AceLow, straight_suits: StraightSuits, failing: tuple[bool, ...]) -> list[tuple[int, ...]]:
    """Of each set of cards the dealer's hands, by cell. `failing` says of each ordinal if it does not qualify."""
    ranked = _ranked(ace_low, straight_suits)
    found = np.zeros((len(ranked.cards), kernel.CELLS), np.int64)
    order, fails = np.argsort(ranked.ordinals, kind="stable"), np.array(failing, np.int64)[ranked.ordinals]
    kernel.count_showdowns(ranked.cards, order, ranked.ordinals, fails, found)
    return [tuple(row) for row in found[ranked.rows].tolist()]


# What it comes to


class Ending(NamedTuple):
    """Deals that end alike: whether the hand is played, its class, the result, whether the dealer qualifies."""

    played: bool
    hand: ThreeCard
    result: str
    qualifies: bool
    deals: int


def endings(solution: Solution, plays: Callable[[HandValue], bool]) -> list[Ending]:
    counts = np.zeros((2, len(ThreeCard), len(CELLS)), np.int64)
    choice = np.array([int(plays(value)) for value in solution.hands])
    category = np.array([value.hand.category for value in solution.hands])
    deals = np.array([value.counts for value in solution.hands]) * np.array([[value.times] for value in solution.hands])
    np.add.at(counts, (choice, category), deals)
    return [
        Ending(played, hand, result, qualified, int(counts[int(played), hand, cell]))
        for played in (True, False)
        for hand in reversed(ThreeCard)
        for cell, (result, qualified) in enumerate(CELLS)
        if counts[int(played), hand, cell]
    ]


def showdowns_of(cards: Iterable[Card], rules: Rules) -> list[Ending]:
    """Of all hands that these cards make, each against all that are left beside it; as if every one were played."""
    ranked = _ranked(*_ranking(rules))
    here = np.isin(ranked.cards, list(cards)).all(axis=1)
    hands, ordinals = np.ascontiguousarray(ranked.cards[here]), ranked.ordinals[here]
    failing = np.array([not qualifies(hand, rules) for hand in ranked.hands], np.int64)[ordinals]
    found = np.zeros((len(hands), kernel.CELLS), np.int64)
    kernel.count_showdowns(hands, np.argsort(ordinals, kind="stable"), ordinals, failing, found)
    category = np.array([hand.category for hand in ranked.hands])[ordinals]
    return [
        Ending(True, hand, result, qualified, int(found[category == hand, cell].sum()))
        for hand in ThreeCard
        for cell, (result, qualified) in enumerate(CELLS)
    ]


def settle(end: Ending, rules: Rules) -> dict[str, Cell]:
    """What each wager comes to, with the hand hidden where that is worth more."""
    if is_hidden(end, rules):
        hidden = Cell("not shown", None, end.deals, Fraction(0))
        lost = hidden._replace(net=Fraction(-1))
        return {"ante": lost, "ante_bonus": hidden, "play": hidden, "pair_plus": lost}
    return {
        "ante": _ante(end, rules),
        "ante_bonus": _ante_bonus(end, rules),
        "play": _play(end, rules),
        "pair_plus": _pair_plus(end, rules),
    }


def is_hidden(end: Ending, rules: Rules) -> bool:
    """Whether the player refuses to show: where the Play then comes back (R90), and only the Ante is lost."""
    if not end.played or not _reads(rules, "rws_declined_play", "returned"):
        return False
    return _ante(end, rules).net + _ante_bonus(end, rules).net + _play(end, rules).net < -1


def _ante(end: Ending, rules: Rules) -> Cell:
    odds = rules.odds("ante_play", "ante")
    if not end.played and not end.qualifies and _reads(rules, "folded_ante_when_dealer_fails", "paid"):
        return _won("folded, dealer does not qualify", odds, end)
    if not end.played:
        return Cell("folded", None, end.deals, Fraction(-1))
    if not end.qualifies:
        return _won("dealer does not qualify", odds, end)
    return _decided(end, odds)


def _ante_bonus(end: Ending, rules: Rules) -> Cell:
    odds = rules.odds("ante_bonus", end.hand.words)
    if not end.played:
        return Cell("folded", None, end.deals, Fraction(0))
    if odds is None:
        return Cell("no bonus", None, end.deals, Fraction(0))
    beats = end.result == "win" or not end.qualifies
    if not beats and _reads(rules, "ante_bonus", "wins_only"):
        return Cell("not won", None, end.deals, Fraction(0))
    if not beats and end.result == "lose" and _reads(rules, "ante_bonus", "not_on_loss"):
        return Cell("lost to the dealer", None, end.deals, Fraction(0))
    return _won(end.hand.words, odds, end)


def _play(end: Ending, rules: Rules) -> Cell:
    size = rules.multiple("play")
    if not end.played:
        return Cell("folded", None, end.deals, Fraction(0))
    if not end.qualifies:
        collected = _reads(rules, "play_when_dealer_fails", "collected")
        return Cell("dealer does not qualify", None, end.deals, Fraction(-size if collected else 0))
    one = _decided(end, rules.odds("ante_play", "play"))
    return one._replace(net=size * one.net)


def _pair_plus(end: Ending, rules: Rules) -> Cell:
    if not end.played and _reads(rules, "pair_plus_on_fold", "lost"):
        return Cell("folded", None, end.deals, Fraction(-1))
    line = "pair" if end.hand == ThreeCard.ONE_PAIR else end.hand.words
    odds = rules.odds("pair_plus", line)
    if odds is None:
        return Cell("lost", None, end.deals, Fraction(-1))
    return _won(line, odds, end)


def _decided(end: Ending, odds: To | None) -> Cell:
    match end.result:
        case "win":
            return _won("won", odds, end)
        case "lose":
            return Cell("lost", None, end.deals, Fraction(-1))
        case _:
            return Cell("stand-off", None, end.deals, Fraction(0))


def _won(what: str, odds: To | None, end: Ending) -> Cell:
    if odds is None:
        return Cell(what, None, end.deals, Fraction(0))
    return Cell(what, str(odds), end.deals, Fraction(odds.pays, odds.per))


def _choices(ends: list[Ending], rules: Rules) -> tuple[Choice, ...]:
    clauses = CLAUSES[rules.game]
    made = {"play": [end for end in ends if end.played], "fold": [end for end in ends if not end.played]}
    if _reads(rules, "rws_declined_play", "returned"):
        made["refuse to show"] = [end for end in ends if is_hidden(end, rules)]
    stages = {"refuse to show": "dealer's hand seen"}
    return tuple(
        Choice(stages.get(choice, "cards seen"), choice, clauses[choice], Fraction(sum(end.deals for end in of), DEALS))
        for choice, of in made.items()
    )
