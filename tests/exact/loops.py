"""The loops of `straightforward`, compiled: one real board after another, one comparison for each of its holes.

Cells are win, tie and lose, of each first against a dealer who qualifies. Amounts are whole parts of an ante.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

LEFT = 1081  # holes that a board leaves
DEALERS = 990  # hands that a hole and a board leave the dealer


class Table(NamedTuple):
    """Boards as they are dealt: holes with their cards, and the sets of cards that were seen before the board was
    whole, each under the number of those that differ by the names of suits only and with the renaming that leads
    there.
    """

    weights: np.ndarray  # of each board, how many differ from it by the names of suits only
    first: np.ndarray  # of each hole, its cards
    second: np.ndarray
    renamed: np.ndarray  # by renaming and hole: the hole with its suits renamed
    flops: np.ndarray  # by board, ten each
    flop_renaming: np.ndarray
    fours: np.ndarray  # by board, five each
    four_renaming: np.ndarray


class Dealt(NamedTuple):
    """Some boards, from the number `start` on: the holes that each leaves, and the ordinal of each with its board."""

    start: int
    holes: np.ndarray
    ordinals: np.ndarray


class Ultimate(NamedTuple):
    """What a hand nets, by cell or by class of hands and cell."""

    qualifies_from: int
    classes: np.ndarray  # of each ordinal
    play: np.ndarray  # one ante of it
    others: np.ndarray  # Ante and Blind
    folded: np.ndarray
    flop_play: int
    river_play: int


class Bonus(NamedTuple):
    """What a hand nets: Ante by class of hands and cell; Flop, Turn and River by cell."""

    classes: np.ndarray
    ante: np.ndarray
    raises: np.ndarray


@njit(cache=True, nogil=True)
def holes_left(masks, hole_masks, holes):
    """Of each board, the holes that share no card with it."""
    for board in range(len(masks)):
        size = 0
        for hole in range(len(hole_masks)):
            if not masks[board] & hole_masks[hole]:
                holes[board, size] = hole
                size += 1


@njit(cache=True, nogil=True)
def compare(table, holes, ordinals, qualifies_from, cells):
    """Fill the six cells of every hole: of its 990 dealer's hands, how many end so."""
    order = np.sort(ordinals.astype(np.int64) << 11 | np.arange(LEFT))
    below, below_unqualified = np.zeros(53, np.int64), np.zeros(53, np.int64)  # by card that they hold; 52 is all
    group = np.zeros(53, np.int64)
    at = 0
    while at < LEFT:
        strength, end = order[at] >> 11, at
        group[:] = 0
        while end < LEFT and order[end] >> 11 == strength:
            hole = holes[order[end] & 2047]
            group[table.first[hole]] += 1
            group[table.second[hole]] += 1
            group[52] += 1
            end += 1
        tie = 2 if strength >= qualifies_from else 3
        for place in range(at, end):
            hole, row = holes[order[place] & 2047], cells[order[place] & 2047]
            row[1] = without(below_unqualified, table, hole)
            row[0] = without(below, table, hole) - row[1]
            row[5 - tie] = 0
            row[tie] = without(group, table, hole) + 1  # the hole itself was taken off twice
        below += group
        if strength < qualifies_from:
            below_unqualified += group
        at = end
    for place in range(LEFT):
        row, itself = cells[place], 1 if ordinals[place] < qualifies_from else 0
        row[5] = without(below_unqualified, table, holes[place]) + itself - row[1] - row[3]
        row[4] = DEALERS - row[0] - row[1] - row[2] - row[3] - row[5]


@njit(cache=True, nogil=True)
def without(counts, table, hole):
    return counts[52] - counts[table.first[hole]] - counts[table.second[hole]]


@njit(cache=True, nogil=True)
def value_ultimate(table, dealt, game, flops, totals):
    """Add every board to its ten flops: what the better choice on the river is worth, and to play on the flop; and to
    the holes: one ante of Play, and Ante and Blind.
    """
    cells = np.zeros((LEFT, 6), np.int64)
    river, flop = np.zeros(LEFT, np.int64), np.zeros(LEFT, np.int64)
    for nth in range(len(dealt.holes)):
        board, holes = dealt.start + nth, dealt.holes[nth]
        weight = table.weights[board]
        compare(table, holes, dealt.ordinals[nth], game.qualifies_from, cells)
        for place in range(LEFT):
            play, others, folded = worth(game, dealt.ordinals[nth, place], cells[place])
            river[place] = weight * max(game.river_play * play + others, folded)
            flop[place] = weight * (game.flop_play * play + others)
            totals[0, holes[place]] += weight * play
            totals[1, holes[place]] += weight * others
        for each in range(10):
            row, renamed = flops[table.flops[board, each]], table.renamed[table.flop_renaming[board, each]]
            for place in range(LEFT):
                row[renamed[holes[place]], 0] += river[place]
                row[renamed[holes[place]], 1] += flop[place]


@njit(cache=True, nogil=True)
def worth(game, ordinal, cells):
    """One ante of Play, Ante and Blind when played, and all when folded, summed over the dealer's hands."""
    hand_class = game.classes[ordinal]
    play, others, folded = 0, 0, 0
    for cell in range(6):
        play += cells[cell] * game.play[cell]
        others += cells[cell] * game.others[hand_class, cell]
        folded += cells[cell] * game.folded[cell]
    return play, others, folded


@njit(cache=True, nogil=True)
def count_ultimate(table, dealt, game, best, plays, counts):
    """Count deals with their flop told apart, by choice, class of hands and cell. `best` is the first choice of each
    hole, 2 to check; `plays` by flop and hole.
    """
    cells, ways = np.zeros((LEFT, 6), np.int64), np.zeros(5, np.int64)
    for nth in range(len(dealt.holes)):
        board, holes = dealt.start + nth, dealt.holes[nth]
        compare(table, holes, dealt.ordinals[nth], game.qualifies_from, cells)
        for place in range(LEFT):
            hole, ordinal = holes[place], dealt.ordinals[nth, place]
            play, others, folded = worth(game, ordinal, cells[place])
            played = 0
            for each in range(10):
                played += plays[table.flops[board, each], table.renamed[table.flop_renaming[board, each], hole]]
            ways[:] = 0
            if best[hole] < 2:
                ways[best[hole]] = 10
            else:
                ways[2] = played
                ways[3 if game.river_play * play + others > folded else 4] = 10 - played
            add_ways(counts, ways, game.classes[ordinal], table.weights[board], cells[place])


@njit(cache=True, nogil=True)
def value_streets(table, dealt, game, way, known, total):
    """Add what every board is worth to who plays so, over all holes, dealer's hands and flops.

    `way` is what is raised by hole, played by flop and hole, how many outs are folded, and the first Play; `known` the
    board alone, the board with each card, and of each ordinal what is made without kickers.
    """
    raised, plays, under, first = way
    alone, with_card, made = known
    cells = np.zeros((LEFT, 6), np.int64)
    for nth in range(len(dealt.holes)):
        board, holes = dealt.start + nth, dealt.holes[nth]
        compare(table, holes, dealt.ordinals[nth], game.qualifies_from, cells)
        for place in range(LEFT):
            hole, ordinal = holes[place], dealt.ordinals[nth, place]
            play, others, folded = worth(game, ordinal, cells[place])
            if raised[hole]:
                total[0] += table.weights[board] * 10 * (first * play + others)
                continue
            outs = 0
            for card in range(52):
                own = card == table.first[hole] or card == table.second[hole]
                outs += with_card[nth, card] > ordinal and not own
            last = folded
            if outs < under or made[ordinal] > made[alone[nth]]:
                last = game.river_play * play + others
            for each in range(10):
                on_flop = plays[table.flops[board, each], table.renamed[table.flop_renaming[board, each], hole]]
                total[0] += table.weights[board] * (game.flop_play * play + others if on_flop else last)


@njit(cache=True, nogil=True)
def add_ways(counts, ways, hand_class, weight, cells):
    for choice in range(len(ways)):
        if ways[choice]:
            for cell in range(6):
                counts[choice, hand_class, cell] += ways[choice] * weight * cells[cell]


@njit(cache=True, nogil=True)
def value_bonus(table, dealt, game, flops, fours, totals):
    """Add every board to its ten flops what a Turn bet is worth, to its five sets of four cards what a River bet is;
    and to the holes: Ante, and Flop bet.
    """
    cells = np.zeros((LEFT, 6), np.int64)
    bets = np.zeros((3, LEFT), np.int64)
    for nth in range(len(dealt.holes)):
        board, holes = dealt.start + nth, dealt.holes[nth]
        weight = table.weights[board]
        compare(table, holes, dealt.ordinals[nth], 0, cells)
        for place in range(LEFT):
            bets[:, place], ante = 0, 0
            hand_class = game.classes[dealt.ordinals[nth, place]]
            for cell in range(6):
                ante += weight * cells[place, cell] * game.ante[hand_class, cell]
                for bet in range(3):
                    bets[bet, place] += weight * cells[place, cell] * game.raises[bet, cell]
            totals[0, holes[place]] += ante
            totals[1, holes[place]] += bets[0, place]
        for each in range(10):
            row, renamed = flops[table.flops[board, each]], table.renamed[table.flop_renaming[board, each]]
            for place in range(LEFT):
                row[renamed[holes[place]]] += bets[1, place]
        for each in range(5):
            row, renamed = fours[table.fours[board, each]], table.renamed[table.four_renaming[board, each]]
            for place in range(LEFT):
                row[renamed[holes[place]]] += bets[2, place]


@njit(cache=True, nogil=True)
def count_bonus(table, dealt, game, plays, turns, rivers, within, counts):
    """Count deals with their flop and their turn card told apart, by choice, class of hands and cell.

    The choices are fold, Flop alone, with Turn, with River, with both; `within` are the pairs of a flop and the four
    cards that it became.
    """
    cells, ways = np.zeros((LEFT, 6), np.int64), np.zeros(5, np.int64)
    for nth in range(len(dealt.holes)):
        board, holes = dealt.start + nth, dealt.holes[nth]
        compare(table, holes, dealt.ordinals[nth], 0, cells)
        for place in range(LEFT):
            hole, hand_class = holes[place], game.classes[dealt.ordinals[nth, place]]
            ways[:] = 0
            for flop, four in within:
                choice = 0
                if plays[hole]:
                    turn = turns[table.flops[board, flop], table.renamed[table.flop_renaming[board, flop], hole]]
                    river = rivers[table.fours[board, four], table.renamed[table.four_renaming[board, four], hole]]
                    choice = 1 + turn + 2 * river
                ways[choice] += 1
            add_ways(counts, ways, hand_class, table.weights[board], cells[place])
