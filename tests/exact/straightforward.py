"""The hold'em games solved a second time, board by board: every hole is ranked with every board, and all are compared.

Of boards that differ by the names of suits only one is dealt, with how many there are of it: 134,459 instead of
2,598,960. Nothing is shared with `pitlink.exact` but the ranking of arrays: cards, flops, settlement and the order of
counting are this module's own.

`by_hand` is slower still and needs no argument at all: for given cards it deals every board and every dealer's hand.
"""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from math import lcm
from typing import Any, NamedTuple

import numpy as np

from pitlink.exact.ranking import Ints, masks_of, ordinals, rank_table
from pitlink.exact.rules import Rules
from pitlink.hands import AceLow, FiveCard
from pitlink.money import To
from tests.exact import loops

BOARDS = 2_118_760  # given a hole
DEALERS = 990
CELLS = (("win", True), ("win", False), ("tie", True), ("tie", False), ("lose", True), ("lose", False))
CHUNK = 256
THREADS = 2


# Cards


HOLES = np.array(list(combinations(range(52), 2)))
RENAMINGS = np.array(list(permutations(range(4))))
FLOPS_AND_FOURS = np.array(
    [
        (flop, four)
        for flop, three in enumerate(combinations(range(5), 3))
        for four, seen in enumerate(combinations(range(5), 4))
        if set(three) < set(seen)
    ]
)


def renamed_holes() -> Ints:
    """By renaming and hole: the number of the hole with its suits renamed."""
    return numbers_of(HOLES // 4 * 4 + RENAMINGS[:, HOLES % 4])


def without_names(cards: Ints) -> tuple[Ints, Ints]:
    """Of each set of cards its four suits, largest first, as one number; and the renaming that puts them in order."""
    suits = np.zeros((len(cards), 4), np.int64)
    for nth in range(cards.shape[1]):
        suits[np.arange(len(cards)), cards[:, nth] % 4] |= 1 << cards[:, nth] // 4
    old = np.argsort(-suits, axis=1, kind="stable")
    new = np.argsort(old, axis=1)
    number_of = np.zeros(256, np.int64)
    number_of[RENAMINGS @ [64, 16, 4, 1]] = np.arange(24)
    return np.take_along_axis(suits, old, axis=1) @ (1 << 13 * np.arange(4)), number_of[new @ [64, 16, 4, 1]]


class Sets(NamedTuple):
    """Sets of three or four cards without names of suits: their keys, how many there are of each, and under which
    renamings each stays as it is.
    """

    keys: Ints
    times: Ints
    unmoved: Ints

    def find(self, cards: Ints) -> tuple[Ints, Ints]:
        """The number of each set of cards, and the renaming that leads there."""
        keys, renaming = without_names(cards)
        return np.searchsorted(self.keys, keys), renaming


@cache
def sets_of(size: int) -> Sets:
    keys, times = np.unique(without_names(np.array(list(combinations(range(52), size))))[0], return_counts=True)
    suits = keys[:, None] >> 13 * np.arange(4) & 8191
    unmoved = np.stack([(suits[:, each] == suits).all(axis=1) for each in RENAMINGS])
    assert np.array_equal(24 // unmoved.sum(axis=0), times)
    return Sets(keys, times, unmoved)


def numbers_of(holes: Ints) -> Ints:
    """Of holes in any order of their cards."""
    number = np.zeros((52, 52), np.int64)
    number[HOLES[:, 0], HOLES[:, 1]] = number[HOLES[:, 1], HOLES[:, 0]] = np.arange(len(HOLES))
    found: Ints = number[holes[..., 0], holes[..., 1]]
    return found


def at_cards(by_cards: Ints, representatives: Ints, seen: Ints, holes: Ints) -> Ints:
    """What is told by hole, and by one set of cards for all that differ by names of suits, for cards as dealt."""
    sets = sets_of(seen.shape[1])
    number, renaming = sets.find(representatives)
    by_set = np.zeros((len(sets.keys), len(HOLES)), by_cards.dtype)
    by_set[number[:, None], renamed_holes()[renaming]] = by_cards
    number, renaming = sets.find(seen)
    found: Ints = by_set[number, renamed_holes()[renaming, numbers_of(holes)]]
    return found


@cache
def boards() -> tuple[Ints, loops.Table]:
    """Boards, one of all that differ by the names of suits, and all that is known about them."""
    every = np.array(list(combinations(range(52), 5)), np.int64)
    _, first, weights = np.unique(without_names(every)[0], return_index=True, return_counts=True)
    chosen = every[first]
    seen = [_seen(chosen, size) for size in (3, 4)]
    return chosen, loops.Table(weights, HOLES[:, 0].copy(), HOLES[:, 1].copy(), renamed_holes(), *seen[0], *seen[1])


def _seen(chosen: Ints, size: int) -> tuple[Ints, Ints]:
    found = [sets_of(size).find(chosen[:, each]) for each in map(list, combinations(range(5), size))]
    return np.stack([number for number, _ in found], axis=1), np.stack([renaming for _, renaming in found], axis=1)


def for_every_board(rules: Rules, job: Callable[[loops.Dealt, Any], None], sums: Callable[[], Any]) -> Any:
    """What the job adds to `sums`, arrays that begin with nothing; two threads deal half of the boards each."""
    chosen = boards()[0]
    board_masks, hole_masks = masks_of(chosen), masks_of(HOLES)

    def deal(start: int, stop: int) -> Any:
        found = sums()
        for at in range(start, stop, CHUNK):
            masks = board_masks[at : min(at + CHUNK, stop)]
            holes = np.zeros((len(masks), loops.LEFT), np.int64)
            loops.holes_left(masks, hole_masks, holes)
            hands = (masks[:, None] | hole_masks[holes]).ravel()
            ranked = ordinals(hands, 7, rules.switches.ace_low_straight_flush)
            job(loops.Dealt(at, holes, ranked.reshape(holes.shape).astype(np.int64)), found)
        return found

    ends = [len(chosen) * nth // THREADS for nth in range(THREADS + 1)]
    with ThreadPoolExecutor(THREADS) as pool:
        first, *others = pool.map(deal, ends[:-1], ends[1:])
    for other in others:
        for nth, each in enumerate(other):
            np.add(first[nth], each, out=first[nth])
    return first


def over_renamings(added: Ints, sets: Sets) -> Ints:
    """Sums by set and hole, each board weighed with all that differ from it by names of suits, become those of one set.

    Of these boards every one holds this very set under one of its renamings, so a hole's sum is the average over
    what the renamings that leave the set as it is make of the hole.
    """
    found = np.zeros_like(added)
    for nth, renamed in enumerate(renamed_holes()):
        unmoved = np.flatnonzero(sets.unmoved[nth])
        found[unmoved] += added[unmoved][:, renamed]
    assert not (found % 24).any(), "a sum over boards is not whole"
    found //= 24
    return found


def over_all_renamings(added: Ints) -> Ints:
    """The same for holes alone."""
    found: Ints = np.sum([added[..., renamed] for renamed in renamed_holes()], axis=0)
    assert not (found % 24).any()
    return found // 24


# Settlement, from the printed rules


def won(odds: To | None) -> Fraction:
    return Fraction(odds.pays, odds.per) if odds else Fraction(0)


def compared(result: str, odds: To | None) -> Fraction:
    return {"win": won(odds), "tie": Fraction(0), "lose": Fraction(-1)}[result]


def uth_ante(rules: Rules, result: str, *, qualifies: bool) -> Fraction:
    """3.10.2, 3.10.3, 3.10.5, 3.10.8; R70."""
    if not qualifies and not (result == "lose" and rules.switches.ante_when_dealer_unpaired_wins == "lose"):
        return Fraction(0)
    return compared(result, rules.odds("wagers", "ante, dealer with one pair or higher"))


def uth_blind(rules: Rules, hand: FiveCard, result: str, *, qualifies: bool) -> Fraction:
    """3.10.4, 3.10.5, 3.10.8; R75."""
    if not qualifies and rules.switches.blind_when_dealer_unpaired == "push":
        return Fraction(0)
    return compared(result, rules.odds("blind", hand.words if hand >= FiveCard.STRAIGHT else "others"))


def uth_play(rules: Rules, result: str) -> Fraction:
    """3.10.3, 3.10.5, 3.10.8."""
    return compared(result, rules.odds("wagers", "play"))


def uth_folded(rules: Rules, *, qualifies: bool) -> Fraction:
    """3.9.6.1; R71: Ante and Blind."""
    return Fraction(-2 if qualifies or rules.switches.folded_ante_when_dealer_unpaired == "lose" else -1)


def thb_ante(rules: Rules, hand: FiveCard, result: str) -> Fraction:
    """3.10.2 to 3.10.4: a win pays only from a straight."""
    least = next(each for each in FiveCard if each.words == rules.settings["ante_pays_from"])
    if result == "win" and hand < least:
        return Fraction(0)
    return compared(result, rules.odds("wagers", "ante, straight or higher"))


def first_ordinal(rules: Rules, words: str) -> int:
    classes = rank_table(7, rules.switches.ace_low_straight_flush).classes()
    return int(np.flatnonzero(classes >= next(each for each in FiveCard if each.words == words))[0])


def in_parts(rows: Iterable[Iterable[Fraction]], parts: int) -> Ints:
    return np.array([[int(each * parts) for each in row] for row in rows])


def ultimate_of(rules: Rules) -> tuple[int, loops.Ultimate]:
    """How many parts make an ante, and the rules in these."""
    play = [uth_play(rules, result) for result, _ in CELLS]
    folded = [uth_folded(rules, qualifies=qualifies) for _, qualifies in CELLS]
    others = [
        [
            uth_ante(rules, result, qualifies=qualifies) + uth_blind(rules, hand, result, qualifies=qualifies)
            for result, qualifies in CELLS
        ]
        for hand in FiveCard
    ]
    parts = lcm(*(each.denominator for row in (play, *others) for each in row))
    return parts, loops.Ultimate(
        first_ordinal(rules, rules.settings["dealer_qualifies_from"]),
        rank_table(7, rules.switches.ace_low_straight_flush).classes().astype(np.int64),
        in_parts([play], parts)[0],
        in_parts(others, parts),
        in_parts([folded], parts)[0],
        rules.multiple("flop_play"),
        rules.multiple("river_play"),
    )


def bonus_of(rules: Rules) -> tuple[int, loops.Bonus]:
    ante = [[thb_ante(rules, hand, result) for result, _ in CELLS] for hand in FiveCard]
    raises = [[compared(result, rules.odds("wagers", bet)) for result, _ in CELLS] for bet in ("flop", "turn", "river")]
    parts = lcm(*(each.denominator for row in (*ante, *raises) for each in row))
    classes = rank_table(7, rules.switches.ace_low_straight_flush).classes().astype(np.int64)
    return parts, loops.Bonus(classes, in_parts(ante, parts), in_parts(raises, parts))


# Ultimate Texas Hold'em


class Ultimate(NamedTuple):
    """Values are sums over the boards and dealer's hands that are left, `parts` of them to an ante."""

    parts: int
    flops: Ints  # by flop, hole: what checking is worth, and what playing is
    first: Ints  # by hole: the larger and the smaller Play at once, and checking; sums over all boards and ten flops
    best: Ints  # by hole: which of these
    plays: Ints  # by flop and hole


def ultimate(rules: Rules) -> Ultimate:
    parts, game = ultimate_of(rules)
    table, sets = boards()[1], sets_of(3)
    flops, totals = for_every_board(
        rules,
        lambda dealt, sums: loops.value_ultimate(table, dealt, game, *sums),
        lambda: (np.zeros((len(sets.keys), len(HOLES), 2), np.int64), np.zeros((2, len(HOLES)), np.int64)),
    )
    flops = np.stack([over_renamings(flops[..., nth], sets) for nth in range(2)], axis=-1)
    play, others = over_all_renamings(totals)
    plays = flops[..., 1] > flops[..., 0]
    checked = over_all_renamings(sets.times @ flops.max(axis=-1))
    return _first_choice(rules, parts, flops, plays, (play, others, checked))


def _first_choice(rules: Rules, parts: int, flops: Ints, plays: Ints, sums: tuple[Ints, Ints, Ints]) -> Ultimate:
    play, others, checked = sums
    larger, smaller = (rules.multiple(name) for name in ("first_play", "smaller_first_play"))
    first = np.stack([10 * (larger * play + others), 10 * (smaller * play + others), checked])
    best = np.where(first[1] >= first[0], 1, 0)
    best[first[2] >= first[:2].max(axis=0)] = 2
    return Ultimate(parts, flops, first, best, plays)


def count_ultimate(rules: Rules, solved: Ultimate) -> Ints:
    """Deals with their flop told apart, by choice (two first plays, flop, river, fold), class of hands and cell."""
    game, table = ultimate_of(rules)[1], boards()[1]
    (counts,) = for_every_board(
        rules,
        lambda dealt, sums: loops.count_ultimate(table, dealt, game, solved.best, solved.plays, *sums),
        lambda: (np.zeros((5, len(FiveCard), 6), np.int64),),
    )
    found: Ints = counts
    return found


def value_by_streets(rules: Rules, raised: Ints, plays: Ints, under: int) -> Fraction:
    """What a round is worth, in antes, with these holes raised at first, these played on the flop (by set and hole),
    and on the river all that have a hand of their own or fewer outs.
    """
    parts, game = ultimate_of(rules)
    chosen, table = boards()
    ace_low = rules.switches.ace_low_straight_flush
    made = made_parts(ace_low)

    def job(dealt: loops.Dealt, sums: Any) -> None:
        some = chosen[dealt.start : dealt.start + len(dealt.holes)]
        alone = ordinals(masks_of(some), 5, ace_low).astype(np.int64)
        first = rules.multiple("first_play")
        loops.value_streets(
            table, dealt, game, (raised, plays, under, first), (alone, with_one_more(some, ace_low), made), *sums
        )

    (total,) = for_every_board(rules, job, lambda: (np.zeros(1, np.int64),))
    return Fraction(int(total[0]), parts * 10 * DEALERS * len(HOLES) * BOARDS)


def with_one_more(dealt: Ints, ace_low: AceLow = "straight_flush") -> Ints:
    """The ordinal of each board with each card of the deck: the best five of the six. -1 where the board has it."""
    six = np.concatenate(
        [np.repeat(dealt[:, None], 52, axis=1), np.tile(np.arange(52)[:, None], (len(dealt), 1, 1))], 2
    )
    there = (dealt[:, None, :] == np.arange(52)[None, :, None]).any(axis=2)
    six[there] = np.arange(0, 24, 4)  # any six cards
    fives = [ordinals(masks_of(np.delete(six, nth, axis=2)).ravel(), 5, ace_low) for nth in range(6)]
    found: Ints = np.max(fives, axis=0).reshape(there.shape).astype(np.int64)
    found[there] = -1
    return found


def made_parts(ace_low: AceLow = "straight_flush") -> Ints:
    """Of each ordinal a number that compares by class and by the ranks that come more than once; straights, flushes
    and what is above four of a kind compare by all.
    """
    found = []
    for strength in rank_table(7, ace_low).strengths.tolist():
        ranks = [strength >> 4 * nth & 15 for nth in range(4, -1, -1)]
        whole = FiveCard(strength >> 20).words in ("straight", "flush", "straight flush", "royal flush")
        kept = [each if whole or ranks.count(each) > 1 else 0 for each in ranks]
        found.append(sum(each << 4 * nth for nth, each in enumerate(reversed(kept))) + (strength >> 20 << 20))
    return np.array(found)


def outs_by_hand(holes: Ints, dealt: Ints) -> tuple[Ints, Ints]:
    """Of each hole on its board: whether it has a pair or better of its own, and the dealer's outs."""
    mine = ordinals(masks_of(np.concatenate([holes, dealt], axis=1)), 7).astype(np.int64)
    better = with_one_more(dealt) > mine[:, None]
    np.put_along_axis(better, holes, values=False, axis=1)
    made = made_parts()
    return made[mine] > made[ordinals(masks_of(dealt), 5)], better.sum(axis=1)


# Texas Hold'em Bonus


class Bonus(NamedTuple):
    """Values are sums over the boards and dealer's hands that are left, `parts` of them to an ante."""

    parts: int
    turns: Ints  # by flop and hole: what one ante of Turn is worth
    rivers: Ints  # by four cards and hole: what one ante of River is worth
    raised: Ints  # by hole: Ante, Flop and the later bets that are worth making; sums over all boards and twenty ways
    plays: Ints  # by hole


def bonus(rules: Rules) -> Bonus:
    parts, game = bonus_of(rules)
    table, sets = boards()[1], (sets_of(3), sets_of(4))
    turns, rivers, totals = for_every_board(
        rules,
        lambda dealt, sums: loops.value_bonus(table, dealt, game, *sums),
        lambda: (
            np.zeros((len(sets[0].keys), len(HOLES)), np.int64),
            np.zeros((len(sets[1].keys), len(HOLES)), np.int64),
            np.zeros((2, len(HOLES)), np.int64),
        ),
    )
    turns, rivers = over_renamings(turns, sets[0]), over_renamings(rivers, sets[1])
    ante, flop = over_all_renamings(totals)
    raised = (
        20 * (ante + rules.multiple("flop") * flop)
        + 2 * rules.multiple("turn") * over_all_renamings(sets[0].times @ np.maximum(turns, 0))
        + 4 * rules.multiple("river") * over_all_renamings(sets[1].times @ np.maximum(rivers, 0))
    )
    return Bonus(parts, turns, rivers, raised, raised > -20 * parts * BOARDS * DEALERS)


def count_bonus(rules: Rules, solved: Bonus) -> Ints:
    """Deals with flop and turn card told apart, by choice (fold; Flop alone, with Turn, with River, with both), class
    of hands and cell.
    """
    game, table = bonus_of(rules)[1], boards()[1]
    turns, rivers = solved.turns > 0, solved.rivers > 0
    (counts,) = for_every_board(
        rules,
        lambda dealt, sums: loops.count_bonus(table, dealt, game, solved.plays, turns, rivers, FLOPS_AND_FOURS, *sums),
        lambda: (np.zeros((5, len(FiveCard), 6), np.int64),),
    )
    found: Ints = counts
    return found


# What rounds come to, by the settlement of this module


class Spread(NamedTuple):
    mean: Fraction
    variance: Fraction
    hits: Fraction  # rounds that end with more than was wagered


def spread_of_ultimate(rules: Rules, counts: Ints) -> Spread:
    """From deals by choice (two first plays, flop, river, fold), class of hands and cell."""
    parts, game = ultimate_of(rules)
    sizes = [rules.multiple(f"{each}_play") for each in ("first", "smaller_first", "flop", "river")]
    folded = np.broadcast_to(game.folded, game.others.shape)
    return _spread(counts, np.stack([*(game.others + size * game.play for size in sizes), folded]), parts)


def spread_of_bonus(rules: Rules, counts: Ints) -> Spread:
    """From deals by choice (fold; Flop alone, with Turn, with River, with both), class of hands and cell."""
    parts, game = bonus_of(rules)
    flop, turn, river = (
        rules.multiple(name) * row for name, row in zip(("flop", "turn", "river"), game.raises, strict=True)
    )
    made = (flop, flop + turn, flop + river, flop + turn + river)
    return _spread(counts, np.stack([np.full(game.ante.shape, -parts), *(game.ante + each for each in made)]), parts)


def _spread(counts: Ints, nets: Ints, parts: int) -> Spread:
    deals, cells = int(counts.sum()), list(zip(counts.ravel().tolist(), nets.ravel().tolist(), strict=True))
    mean = Fraction(sum(number * net for number, net in cells), deals * parts)
    square = Fraction(sum(number * net**2 for number, net in cells), deals * parts**2)
    return Spread(mean, square - mean**2, Fraction(sum(number for number, net in cells if net > 0), deals))


# Given cards, without any argument


def cells_by_hand(holes: Ints, dealt: Ints, rules: Rules, qualifies_from: int) -> tuple[Ints, Ints]:
    """The ordinal of each hole on its board, and of the 990 dealer's hands how many end in each cell."""
    known = np.zeros((len(dealt), 52), np.bool_)
    np.put_along_axis(known, np.concatenate([holes, dealt], axis=1), values=True, axis=1)
    left = np.nonzero(~known)[1].reshape(len(dealt), 45)
    dealers = masks_of(left[:, np.array(list(combinations(range(45), 2)))])
    ace_low = rules.switches.ace_low_straight_flush
    mine = ordinals(masks_of(dealt) | masks_of(holes), 7, ace_low)[:, None]
    theirs = ordinals((dealers | masks_of(dealt)[:, None]).ravel(), 7, ace_low).reshape(dealers.shape)
    qualifies = theirs >= qualifies_from
    results = (theirs < mine, theirs == mine, theirs > mine)
    cells = [np.count_nonzero(each & one, axis=1) for each in results for one in (qualifies, ~qualifies)]
    return mine[:, 0], np.stack(cells, axis=1)


def boards_with(hole: Ints, seen: Ints) -> tuple[Ints, Ints]:
    """The hole again and again, with every board that begins with the cards seen."""
    left = np.setdiff1d(np.arange(52), [*hole, *seen])
    dealt = np.array([[*seen, *rest] for rest in combinations(left, 5 - len(seen))])
    return np.tile(hole, (len(dealt), 1)), dealt


class Choices(NamedTuple):
    """Ultimate given holes and boards, summed over the dealer's hands: Play in its two sizes, and to fold."""

    flop_play: Ints
    river_play: Ints
    folded: Ints


def choices_by_hand(rules: Rules, holes: Ints, dealt: Ints) -> Choices:
    _, game = ultimate_of(rules)
    mine, cells = cells_by_hand(holes, dealt, rules, game.qualifies_from)
    play, others = cells @ game.play, (cells * game.others[game.classes[mine]]).sum(axis=1)
    return Choices(game.flop_play * play + others, game.river_play * play + others, cells @ game.folded)


def by_hand(rules: Rules, hole: Ints, flop: Ints) -> tuple[int, int]:
    """Ultimate given hole and flop: what checking is worth and what playing is, over 1,081 boards × 990 hands."""
    found = choices_by_hand(rules, *boards_with(hole, flop))
    return int(np.maximum(found.river_play, found.folded).sum()), int(found.flop_play.sum())


def bonus_by_hand(rules: Rules, hole: Ints, seen: Ints) -> int:
    """Texas Hold'em Bonus given hole and three or four cards: what a Turn or River bet is worth, over all boards."""
    _, cells = cells_by_hand(*boards_with(hole, seen), rules, 0)
    return int((cells @ bonus_of(rules)[1].raises[len(seen) - 2]).sum())
