"""Ultimate Texas Hold'em: what every decision is worth, and how often each outcome comes with best play.

Amounts are in parts of an ante, `Pays.ante` of them to an ante, so that all is whole. Equals `games.mbs_uth.settle`,
deal by deal.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from pitlink.exact.kernels.showdowns import ways_of_pairs

HANDS = 990  # of the dealer, given a hole and a board
FLOPS = 10  # in a board
CELLS = 6  # win, tie, lose; of each first against a dealer who qualifies


class Pays(NamedTuple):
    """The rules as integers: what a won wager is paid, the sizes of Play, and the readings as 0 or 1."""

    ante: int  # parts of one ante
    ante_pays: int
    play_pays: int  # for one ante of Play
    blind_pays: np.ndarray  # by class of hands
    flop_play: int
    river_play: int
    qualifies_from: int
    unpaired_dealer_takes_ante: int  # R70
    unpaired_dealer_spares_folded_ante: int  # R71
    unpaired_dealer_pushes_blind: int  # R75


@njit(cache=True, nogil=True)
def outcomes(pays, ordinal, wins, ties, unqualified):
    """Of the 990 dealer's hands: those that qualify and those that do not, beaten, tied with, and better."""
    qualifies = ordinal >= pays.qualifies_from
    return split(qualifies, HANDS, np.int64(wins), np.int64(ties), np.int64(unqualified))


@njit(cache=True, nogil=True)
def split(qualifies, hands, wins, ties, unqualified):
    losses = hands - wins - ties
    if qualifies:
        return wins - unqualified, unqualified, ties, 0, losses, 0
    worse = unqualified - wins - ties
    return 0, wins, 0, ties, losses - worse, worse


@njit(cache=True, nogil=True)
def worth(pays, hand_class, ordinal, wins, ties, unqualified):
    """Summed over the dealer's hands: one ante of Play; Ante and Blind of a hand that is played; the better of the
    river's choices; and whether that is to play. Of equal choices the smaller wager is taken.
    """
    won, won_unqualified, _, _, lost, lost_unqualified = outcomes(pays, ordinal, wins, ties, unqualified)
    all_won, all_lost = won + won_unqualified, lost + lost_unqualified
    play = pays.play_pays * all_won - pays.ante * all_lost
    others = pays.ante_pays * won - pays.ante * (lost + pays.unpaired_dealer_takes_ante * lost_unqualified)
    if pays.unpaired_dealer_pushes_blind:
        others += pays.blind_pays[hand_class] * won - pays.ante * lost
    else:
        others += pays.blind_pays[hand_class] * all_won - pays.ante * all_lost
    folded = pays.ante * (pays.unpaired_dealer_spares_folded_ante * unqualified - 2 * HANDS)
    played = pays.river_play * play + others
    return play, others, max(played, folded), played > folded


@njit(cache=True, nogil=True)
def appraise(found, classes, pays, values):
    """`worth` of every board and pair in the world of ranks: one ante of Play, Ante and Blind, the river's choice."""
    for board in range(len(found.ordinal)):
        for pair in range(found.ordinal.shape[1]):
            ordinal = found.ordinal[board, pair]
            if ordinal >= 0:
                wins, ties, unqualified = (
                    found.wins[board, pair],
                    found.ties[board, pair],
                    found.unqualified[board, pair],
                )
                play, others, best, _ = worth(pays, classes[ordinal], ordinal, wins, ties, unqualified)
                values[0, board, pair], values[1, board, pair], values[2, board, pair] = play, others, best


@njit(cache=True, nogil=True)
def add_boards(world, found, by_rank, classes, pays, counting, part, flops, holes):
    """Add every board of the part to its ten flops and to its holes.

    `flops[0]` is how much better it is to play on the flop than to check, and `flops[1]`, where it is there, what the
    river's choice is worth; `holes` are one ante of Play, Ante and Blind, and the river's choice. From each the value
    `by_rank` is taken off.
    """
    pairs = len(world.first)
    better, river = np.zeros(pairs, np.int64), np.zeros(pairs, np.int64)
    boards = np.zeros(pairs, np.int64)
    for board in range(part[0], part[1]):
        row = world.boards[board]
        ways_of_pairs(world, row, counting.chosen, boards)
        at = world.rank_board[board]
        for pair in range(pairs):
            ordinal = found.ordinal[board, pair]
            if ordinal < 0:
                better[pair] = river[pair] = 0
                continue
            wins, ties, unqualified = found.wins[board, pair], found.ties[board, pair], found.unqualified[board, pair]
            play, others, best, _ = worth(pays, classes[ordinal], ordinal, wins, ties, unqualified)
            by = world.rank_pair[pair]
            play, others, best = play - by_rank[0, at, by], others - by_rank[1, at, by], best - by_rank[2, at, by]
            better[pair] = boards[pair] * (pays.flop_play * play + others - best)
            river[pair] = boards[pair] * best
            holes[0, pair] += boards[pair] * play
            holes[1, pair] += boards[pair] * others
            holes[2, pair] += river[pair]
        for a in range(3):
            for b in range(a + 1, 4):
                for c in range(b + 1, 5):
                    place = counting.places[0, row[a]] + counting.places[1, row[b]] + counting.places[2, row[c]]
                    flops[0, place] += better
                    if len(flops) > 1:
                        flops[1, place] += river


@njit(cache=True, nogil=True)
def decide_flops(deck, ranks, suit, part, plays, gains):
    """On which flops each hole plays (`plays`), and how much better that is than to check on all (`gains`)."""
    for nth in range(part[0], part[1]):
        for hole in range(len(deck.holes)):
            if not disjoint(deck, nth, hole):
                continue
            better = ranks[deck.rank_flop[nth], deck.rank_hole[hole]]
            for sign in range(4):
                row = deck.suit_flop[sign, nth]
                if row >= 0:
                    better += suit[row, deck.suit_hole[sign, hole]]
            if better > 0:
                plays[nth, hole] = True
                gains[hole] += deck.times[nth] * better


@njit(cache=True, nogil=True)
def disjoint(deck, flop, hole):
    shared = 0
    for card in deck.flops[flop]:
        shared += card == deck.holes[hole, 0] or card == deck.holes[hole, 1]
    return shared == 0


@njit(cache=True, nogil=True)
def weigh_flops(deck, plays, ranks, suit):
    """How often holes and flops that look alike are played on the flop."""
    for nth in range(len(deck.flops)):
        for hole in range(len(deck.holes)):
            if plays[nth, hole]:
                ranks[deck.rank_flop[nth], deck.rank_hole[hole]] += deck.times[nth]
                for sign in range(4):
                    row = deck.suit_flop[sign, nth]
                    if row >= 0:
                        suit[row, deck.suit_hole[sign, hole]] += deck.times[nth]


@njit(cache=True, nogil=True)
def weigh_boards(world, found, counting, part, weights, times):
    """How often each board and pair is met by choice: two sizes before the flop, on the flop, on the river.

    `weights` are, by flop and pair, what is played on the flop; by pair, what is played at first in two sizes, and all.
    """
    on_flop, at_first, in_all = weights
    pairs = len(world.first)
    played, boards = np.zeros(pairs, on_flop.dtype), np.zeros(pairs, np.int64)
    for board in range(part[0], part[1]):
        row = world.boards[board]
        ways_of_pairs(world, row, counting.chosen, boards)
        played[:] = 0
        for a in range(3):
            for b in range(a + 1, 4):
                for c in range(b + 1, 5):
                    place = counting.places[0, row[a]] + counting.places[1, row[b]] + counting.places[2, row[c]]
                    played += on_flop[place]
        cell = times[board - part[0]]
        for pair in range(pairs):
            met = boards[pair] if found.ordinal[board, pair] >= 0 else 0
            first, second, third = met * at_first[0, pair], met * at_first[1, pair], met * played[pair]
            cell[0, pair], cell[1, pair], cell[2, pair] = first, second, third
            cell[3, pair] = met * in_all[pair] - first - second - third


@njit(cache=True, nogil=True)
def tally(world, found, classes, pays, counting, part, weights, by_rank, sums):
    """Count hands by choice, class of hands and whether they qualify; `by_rank` is given what ranks alone would
    count in their stead.
    """
    times = np.zeros((1, 4, len(world.first)), np.int64)
    for board in range(part[0], part[1]):
        weigh_boards(world, found, counting, (board, board + 1), weights, times)
        in_ranks = by_rank[world.rank_board[board]]
        for pair in range(len(world.first)):
            if found.ordinal[board, pair] >= 0:
                count(found, board, pair, classes, pays, times[0], sums)
                by = world.rank_pair[pair]
                for choice in range(4):
                    in_ranks[choice, by] += times[0, choice, pair]


@njit(cache=True, nogil=True)
def tally_by_rank(found, classes, pays, times, sums):
    for board in range(len(times)):
        for pair in range(times.shape[2]):
            if found.ordinal[board, pair] >= 0:
                count(found, board, pair, classes, pays, times[board], sums)


@njit(cache=True, nogil=True)
def count(found, board, pair, classes, pays, times, sums):
    """Add one board and pair to the sums of its choices: `cells_of` makes outcomes of them."""
    ordinal = found.ordinal[board, pair]
    wins, ties, unqualified = found.wins[board, pair], found.ties[board, pair], found.unqualified[board, pair]
    hand_class = classes[ordinal]
    qualifies = 1 if ordinal >= pays.qualifies_from else 0
    for choice in range(4):
        weight = times[choice, pair]
        if weight == 0:
            continue
        made = choice
        if choice == 3 and not worth(pays, hand_class, ordinal, wins, ties, unqualified)[3]:
            made = 4
        row = sums[made, hand_class, qualifies]
        row[0] += weight
        row[1] += weight * wins
        row[2] += weight * ties
        row[3] += weight * unqualified


@njit(cache=True, nogil=True)
def cells_of(sums, counts):
    """`outcomes` is linear in what `count` has added up, for hands that qualify and for those that do not."""
    for choice in range(sums.shape[0]):
        for hand_class in range(sums.shape[1]):
            for qualifies in range(2):
                hands, wins, ties, unqualified = sums[choice, hand_class, qualifies]
                cells = split(qualifies == 1, HANDS * hands, wins, ties, unqualified)
                for cell in range(CELLS):
                    counts[choice, hand_class, cell] += cells[cell]
