"""Texas Hold'em Bonus: what Turn and River are worth to who has seen flop and turn, and how often each outcome comes.

Turn and River change nothing else, so each is wagered where it wins more than it loses. Amounts are in parts of an
ante. Equals `games.mbs_thb.settle`, deal by deal.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from pitlink.exact.kernels.showdowns import ways_of_pairs, ways_with

HANDS = 990  # of the dealer, given a hole and a board
BETS = 3  # turn alone, river alone, both; neither is what remains
BITS = 21  # for the number of each bet


class Pays(NamedTuple):
    """What a won Turn and River are paid, in parts of an ante, which is what a lost one costs."""

    ante: int
    turn_pays: int
    river_pays: int


@njit(cache=True, nogil=True)
def add_boards(world, found, by_rank, classes, pays, counting, part, rows, holes):
    """Add every board of the part to its ten flops, its five sets of four cards and its holes.

    `rows` are by flop and pair what one ante on the Turn wins, by four cards and pair the same for the River, and
    which row a set of four cards has (-1 for none). `holes` are by pair and class of hands the dealer's hands beaten,
    and by pair in the last column those that beat it. What ranks alone amount to is taken off where `by_rank` has
    boards.
    """
    flops, fours, row_of = rows
    pairs, less, last = len(world.first), len(by_rank.ordinal), holes.shape[1] - 1
    turn, river, boards = np.zeros(pairs, np.int64), np.zeros(pairs, np.int64), np.zeros(pairs, np.int64)
    for board in range(part[0], part[1]):
        row = world.boards[board]
        ways_of_pairs(world, row, counting.chosen, boards)
        at = world.rank_board[board]
        for pair in range(pairs):
            if found.ordinal[board, pair] < 0:
                turn[pair] = river[pair] = 0
                continue
            won = np.int64(found.wins[board, pair])
            lost = HANDS - won - found.ties[board, pair]
            holes[pair, classes[found.ordinal[board, pair]]] += boards[pair] * won
            holes[pair, last] += boards[pair] * lost
            if less:
                by = world.rank_pair[pair]
                won_by_rank = np.int64(by_rank.wins[at, by])
                lost_by_rank = HANDS - won_by_rank - by_rank.ties[at, by]
                holes[pair, classes[by_rank.ordinal[at, by]]] -= boards[pair] * won_by_rank
                holes[pair, last] -= boards[pair] * lost_by_rank
                won, lost = won - won_by_rank, lost - lost_by_rank
            turn[pair] = boards[pair] * (pays.turn_pays * won - pays.ante * lost)
            river[pair] = boards[pair] * (pays.river_pays * won - pays.ante * lost)
        for a in range(3):
            for b in range(a + 1, 4):
                for c in range(b + 1, 5):
                    flops[place(counting, row[a], row[b], row[c], -1)] += turn
        for left_out in range(5):
            fours[row_of[place_without(counting, row, left_out)]] += river


@njit(cache=True, nogil=True)
def place(counting, a, b, c, d):
    """Of a sorted row of three symbols, or of four."""
    found = counting.places[0, a] + counting.places[1, b] + counting.places[2, c]
    return found + counting.places[3, d] if d >= 0 else found


@njit(cache=True, nogil=True)
def place_without(counting, row, left_out):
    """Of four of a board's five symbols."""
    found, nth = 0, 0
    for at in range(5):
        if at != left_out:
            found += counting.places[nth, row[at]]
            nth += 1
    return found


@njit(cache=True, nogil=True)
def decide(deck, rows, counting, part, holes, least, found, more):
    """Both decisions for these holes, on every flop of the part and every turn card: a bet is made that is worth at
    least `least`, in parts of an ante over all that may come.

    `rows` are what Turn and River are worth, `found` are values and weights. `values` gains, by hole, what the Turn is
    worth over all flops, and the River over all flops and turns. `weights` gains, by four cards and pair, how often
    holes and cards that look alike are bet on (less, with `more` -1), each bet in bits of its own. The last row by
    suit is for cards without a suit to look at: it is worth nothing.
    """
    (turn_of, river_of), (values, weights) = rows, found
    live, turns = np.empty(len(holes), np.int64), np.empty(len(holes), np.bool_)
    cards = np.empty(4, np.int64)
    nothing = len(river_of[1]) - 1
    for nth in range(part[0], part[1]):
        flop, times = deck.flops[nth], deck.times[nth]
        size = 0
        for hole in holes:
            if not shares(deck.holes[hole], flop):
                value = turn_worth(deck, turn_of, nth, hole)
                live[size], turns[size] = hole, value >= least
                values[0, hole] += times * max(value, 0)
                size += 1
        cards[:3] = flop
        for turn in range(52):
            if turn == flop[0] or turn == flop[1] or turn == flop[2]:
                continue
            cards[3] = turn
            row, suited, signs = four_place(cards, -1, counting), (nothing, nothing), (0, 0)
            for sign in range(4):
                at = river_of[2][four_place(cards, sign, counting)]
                if at >= 0:
                    suited, signs = (at, suited[0]), (sign, signs[0])
            by_rank, first, second = river_of[0][row], river_of[1][suited[0]], river_of[1][suited[1]]
            in_ranks, in_first, in_second = weights[0][row], weights[1][suited[0]], weights[1][suited[1]]
            for at in range(size):
                hole = live[at]
                if deck.holes[hole, 0] == turn or deck.holes[hole, 1] == turn:
                    continue
                ranks = deck.rank_hole[hole]
                a, b = deck.suit_hole[signs[0], hole], deck.suit_hole[signs[1], hole]
                value = by_rank[ranks] + first[a] + second[b]
                if value > 0:
                    values[1, hole] += times * value
                if value >= least or turns[at]:
                    bet = more * times << BITS * ((1 if turns[at] else 0) + (2 if value >= least else 0) - 1)
                    in_ranks[ranks] += bet
                    in_first[a] += bet
                    in_second[b] += bet


@njit(cache=True, nogil=True)
def turn_worth(deck, turn_of, flop, hole):
    """What one ante on the Turn wins, over all turn and river cards and dealer's hands."""
    value = turn_of[0][deck.rank_flop[flop], deck.rank_hole[hole]]
    for sign in range(4):
        if deck.suit_flop[sign, flop] >= 0:
            value += turn_of[1][deck.suit_flop[sign, flop], deck.suit_hole[sign, hole]]
    return value


@njit(cache=True, nogil=True)
def shares(hole, cards):
    found = 0
    for card in cards:
        found += card == hole[0] or card == hole[1]
    return found > 0


@njit(cache=True, nogil=True)
def four_place(cards, sign, counting):
    """The place of four cards by their ranks, or by which of them are of the suit as well."""
    symbols = np.empty(4, np.int64)
    for nth in range(4):
        symbols[nth] = cards[nth] // 4 + (13 if cards[nth] % 4 == sign else 0)
    for nth in range(1, 4):
        at, symbol = nth, symbols[nth]
        while at > 0 and symbols[at - 1] > symbol:
            symbols[at] = symbols[at - 1]
            at -= 1
        symbols[at] = symbol
    return place(counting, symbols[0], symbols[1], symbols[2], symbols[3])


@njit(cache=True, nogil=True)
def scaled_bets(weights, fours, world, chosen, scale, bets):
    """Numbers of bets over all four cards that look alike become so many for each of them, times the scale: it
    divides.
    """
    for row in range(len(fours)):
        for pair in range(len(world.first)):
            if weights[row, pair]:
                ways = ways_with(world.copies, fours[row], world.first[pair], world.second[pair], chosen)
                for bet in range(BETS):
                    number = weights[row, pair] >> BITS * bet & (1 << BITS) - 1
                    bets[bet, row, pair] = number * scale // ways


@njit(cache=True, nogil=True)
def tally(world, found, by_rank, classes, counting, part, weights, counts):
    """Count outcomes by choice (fold, neither, turn, river, both), class of hands, and win, tie or loss.

    `weights` are by bet, four cards and pair; which row a set of four cards has; by pair what is folded, and all.
    What ranks alone would count is taken off where `by_rank` has boards.
    """
    bet_on, row_of, folded, in_all = weights
    pairs, less = len(world.first), len(by_rank.ordinal)
    times, boards = np.zeros((BETS + 2, pairs), np.int64), np.zeros(pairs, np.int64)
    for board in range(part[0], part[1]):
        row = world.boards[board]
        ways_of_pairs(world, row, counting.chosen, boards)
        times[:] = 0
        for left_out in range(5):
            at = row_of[place_without(counting, row, left_out)]
            for bet in range(BETS):
                times[bet + 2] += bet_on[bet, at]
        times[0] = folded
        times[1] = in_all - folded - times[2] - times[3] - times[4]
        at = world.rank_board[board]
        for pair in range(pairs):
            if found.ordinal[board, pair] < 0:
                continue
            count(found, board, pair, classes, boards[pair], times, pair, counts)
            if less:
                count(by_rank, at, world.rank_pair[pair], classes, -boards[pair], times, pair, counts)


@njit(cache=True, nogil=True)
def count(found, board, pair, classes, boards, times, at, counts):
    hand_class = classes[found.ordinal[board, pair]]
    wins, ties = np.int64(found.wins[board, pair]), np.int64(found.ties[board, pair])
    for choice in range(BETS + 2):
        if times[choice, at]:
            row, weight = counts[choice, hand_class], boards * times[choice, at]
            row[0] += weight * wins
            row[1] += weight * ties
            row[2] += weight * (HANDS - wins - ties)


@njit(cache=True, nogil=True)
def boards_of(cards):
    """The mask of every board of five of these cards, sixteen bits a suit."""
    bits = np.empty(len(cards), np.uint64)
    for nth in range(len(cards)):
        bits[nth] = np.uint64(1) << np.uint64(cards[nth] % 4 * 16 + cards[nth] // 4)
    n, at = len(cards), 0
    found = np.empty(n * (n - 1) * (n - 2) * (n - 3) * (n - 4) // 120, np.uint64)
    for a in range(n):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    for e in range(d):
                        found[at] = bits[a] | bits[b] | bits[c] | bits[d] | bits[e]
                        at += 1
    return found
