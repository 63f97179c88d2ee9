"""Ultimate's river as a person plays it: a hand of one's own, or few enough of the dealer's outs.

Everything is read off one table of counts: the deals that come to the river, by what the own cards add to the board,
by outs, and by what best play does.
"""

from collections.abc import Collection
from fractions import Fraction
from typing import Final

import numpy as np
from msgspec import Struct

from pitlink.exact import ultimate
from pitlink.exact.deck import deck
from pitlink.exact.kernels import outs as kernel
from pitlink.exact.kernels import showdowns as showdown_kernel
from pitlink.exact.kernels import strengths as strength_kernel
from pitlink.exact.kernels import ultimate as ultimate_kernel
from pitlink.exact.kernels.outs import Alone, Told
from pitlink.exact.kernels.showdowns import Showdowns, World
from pitlink.exact.ranking import Ints, RankTable, rank_table
from pitlink.exact.rules import Rules
from pitlink.exact.worlds import COUNTING, RANK_COUNT, Counted, counted, in_threads, sorted_rows
from pitlink.hands import AceLow, FiveCard

RIVER_HANDS: Final = (  # in the order of `kernel.NOTHING` and those after it
    "nothing of one's own",
    "pair with an own card",
    "two pairs with an own card",
    "three of a kind with an own card",
    "straight with an own card",
    "flush or better with an own card",
    "own pair that the board outdoes",
)
HIDDEN_PAIR: Final = frozenset(RIVER_HANDS[kernel.PAIR : kernel.OUTDONE])
UNSEEN: Final = 45  # cards, to who sees a hole and a board
RIVER_DEALS: Final = ultimate.HOLES * ultimate.BOARDS * ultimate.FLOPS  # holes and boards, with the flop told apart


class River(Struct, frozen=True):
    """What comes to the river, by `RIVER_HANDS`, outs, and whether best play folds or plays: how many holes, boards
    and flops, and what playing gains over folding, in antes a round.
    """

    times: Ints
    gains: Ints  # of fractions

    def cost(self, played: Collection[str], under: int) -> Fraction:
        """A round, against best play on the river: of playing these hands and all with fewer outs, and no others."""
        plays = np.array([each in played for each in RIVER_HANDS])[:, None] | (np.arange(UNSEEN + 1) < under)
        return self.cost_of(plays)

    def cost_of(self, plays: Ints) -> Fraction:
        """The same, of playing by hand and outs."""
        found: Fraction = np.where(plays, -self.gains[..., 0], self.gains[..., 1]).sum()
        return found

    def fewest_that_fold(self, played: Collection[str] = HIDDEN_PAIR) -> int:
        """The number of outs from which it is cheapest to fold, these hands apart; of equal ones the least."""
        return min(range(UNSEEN + 2), key=lambda under: (self.cost(played, under), under))


def river(rules: Rules, checked: Ints, plays: Ints) -> River:
    """With these holes checked at first, and these played on these flops (without names of suits)."""
    counts = _counts(rules, checked, plays)
    gain = [[_gain(rules, hand, *cell) for cell in ultimate.CELLS] for hand in FiveCard]
    whole = ultimate.SCALE * RIVER_DEALS * ultimate_kernel.HANDS
    gains = (counts.astype(object) * np.array(gain, object)).sum(axis=(3, 4)) / Fraction(whole)
    times, rest = np.divmod(counts.sum(axis=(3, 4)), ultimate.SCALE * ultimate_kernel.HANDS)
    assert not rest.any(), "a count of boards is not whole"
    return River(times, gains)


def _gain(rules: Rules, hand: FiveCard, result: str, qualifies: bool) -> Fraction:
    played, folded = (
        ultimate.net_of(ultimate.Ending(play, hand, result, qualifies, 1), rules)
        for play in (rules.multiple("river_play"), None)
    )
    return played - folded


# What cards are


def described(found: Counted, ace_low: AceLow) -> tuple[Told, Told]:
    """Every board and pair by ranks, and with a suit seen. Who qualifies changes nothing, so they are told once."""
    if ace_low not in _DESCRIBED:
        table = rank_table(7, ace_low)
        made = _made(table.strengths)

        def told(world: World, showdowns: Showdowns) -> Told:
            empty = Told(*(np.zeros(showdowns.ordinal.shape, np.int8) for _ in Told._fields))
            alone, classes, size = _alone(world, table), found.classes, len(world.boards)
            in_threads(lambda part: kernel.tell(world, showdowns, alone, classes, made, part, empty), size)
            return empty

        _DESCRIBED[ace_low] = told(found.ranks, found.by_rank), told(found.suit, found.by_suit)
    return _DESCRIBED[ace_low]


_DESCRIBED: dict[AceLow, tuple[Told, Told]] = {}


def _made(strengths: Ints) -> Ints:
    """Strengths without their kickers: nothing is left of odd cards, two ranks of two pairs."""
    kept = dict.fromkeys(FiveCard, 5) | {
        FiveCard.FIVE_ODD_CARDS: 0,
        FiveCard.ONE_PAIR: 2,
        FiveCard.TWO_PAIRS: 4,
        FiveCard.THREE_OF_A_KIND: 3,
        FiveCard.FOUR_OF_A_KIND: 4,
    }
    ranks = np.array([kept[hand] for hand in FiveCard])[strengths >> strength_kernel.CLASS_BIT]
    found: Ints = strengths >> 4 * (5 - ranks) << 4 * (5 - ranks)
    return found


def _alone(world: World, table: RankTable) -> Alone:
    counts = np.zeros((len(world.boards), RANK_COUNT), np.int8)
    for card in (world.boards % RANK_COUNT).T:
        counts[np.arange(len(counts)), card] += 1
    bits = np.where(np.arange(len(world.copies)) >= RANK_COUNT, 1 << np.arange(len(world.copies)) % RANK_COUNT, 0)
    with_rank = [_ordinals(counts + np.eye(RANK_COUNT, dtype=np.int8)[rank], table) for rank in range(RANK_COUNT)]
    mixed = np.stack(with_rank, axis=1)[:, np.arange(len(world.copies)) % RANK_COUNT]
    suited = table.suited[world.board_suited[:, None] | bits]
    board = np.where(table.suited[world.board_suited] > 0, table.suited[world.board_suited], _ordinals(counts, table))
    return Alone(board.astype(np.int64), np.where(suited > 0, suited, mixed).astype(np.int64))


def _ordinals(counts: Ints, table: RankTable) -> Ints:
    """Without a flush; what has five cards of a rank is not in the deck, and not looked at."""
    found: Ints = np.searchsorted(table.strengths, strength_kernel.mixed_strengths(counts))
    return found


# What comes to the river


def _counts(rules: Rules, checked: Ints, plays: Ints) -> Ints:
    """Deals with their flop told apart, in the scale of `ultimate`: by hand, outs, best choice, class and cell."""
    pays, ace_low = ultimate.pays_of(rules), rules.switches.ace_low_straight_flush
    found = counted(pays.qualifies_from, ace_low)
    ranks, suit = reached(found, checked, plays)
    by_rank_told, by_suit_told = described(found, ace_low)
    times = np.zeros(found.by_rank.ordinal.shape, np.int64)
    kernel.weigh(found.ranks, found.by_rank, COUNTING, (0, len(times)), ranks, times)
    counts = np.zeros((len(RIVER_HANDS), UNSEEN + 1, 2, len(FiveCard), ultimate_kernel.CELLS), np.int64)

    def tally(part: tuple[int, int]) -> tuple[Ints, Ints]:
        less, told = np.zeros_like(times), np.zeros_like(counts)
        kernel.tally(found.suit, found.by_suit, by_suit_told, found.classes, pays, COUNTING, part, suit, less, told)
        return less, told

    for less, told in in_threads(tally, len(found.suit.boards)):
        times -= less
        counts += told
    kernel.tally_by_rank(found.by_rank, by_rank_told, found.classes, pays, times, counts)
    return counts


def reached(found: Counted, checked: Ints, plays: Ints) -> tuple[Ints, Ints]:
    """By flop and pair in each world: how often a hole comes past one flop that looks so, in the scale of counts."""
    cards = deck()
    apart = (cards.holes[None, :, :, None] != cards.flops[:, None, None, :]).all(axis=(2, 3))
    worlds = found.ranks, found.suit
    ranks, suit = (np.zeros((len(sorted_rows(len(each.copies), 3)), len(each.first)), np.int64) for each in worlds)
    ultimate_kernel.weigh_flops(cards, apart & checked[None, :] & ~plays, ranks, suit)
    for world, rows in zip(worlds, (ranks, suit), strict=True):
        flops = sorted_rows(len(world.copies), 3)
        showdown_kernel.multiply_over_ways(rows, flops, world, COUNTING.chosen, ultimate.SCALE)
    return ranks, suit
