"""Ultimate Texas Hold'em, solved: every hole, every flop, every board.

A hole is raised at first, or played on the flop, or on the river, or folded, whichever is worth most; of equal
choices the smaller wager is taken. What the solution comes to is one table of counts, by choice, class of hands and
outcome.
"""

from collections.abc import Hashable, Mapping
from fractions import Fraction
from typing import Final, NamedTuple

import numpy as np
from msgspec import Struct, structs

from pitlink.exact.deck import deck, hole_classes, of_holes
from pitlink.exact.figures import Cell, Choice, Figures, Wager, hits, moments, wager_of
from pitlink.exact.kept import kept
from pitlink.exact.kernels import showdowns as showdown_kernel
from pitlink.exact.kernels import ultimate as kernel
from pitlink.exact.kernels.showdowns import Showdowns, World
from pitlink.exact.kernels.ultimate import Pays
from pitlink.exact.ranking import Ints, rank_table
from pitlink.exact.rules import Rules, approved, pay_table, whole_parts
from pitlink.exact.worlds import COUNTING, Counted, counted, in_threads, sorted_rows, sum_of
from pitlink.hands import AceLow, FiveCard
from pitlink.money import To
from pitlink.rulebook.switches import DEFAULT

SCALE: Final = 1728  # every number of flops that look alike divides it
FLOPS: Final = kernel.FLOPS
BOARDS: Final = 2_118_760  # given a hole
BOARDS_ON_FLOP: Final = 1_081  # given a hole and a flop
HOLES: Final = 1_326
CHOICES: Final = ("first_play", "smaller_first_play", "flop_play", "river_play")
CELLS: Final = (("win", True), ("win", False), ("push", True), ("push", False), ("lose", True), ("lose", False))


class HoleValue(Struct, frozen=True):
    """A starting hand, and what each first choice is worth on average, in antes."""

    name: str
    holes: int
    values: dict[str, Fraction]  # "play 4x", "play 3x", "check"

    @property
    def best(self) -> str:
        """Of equal choices the one named later, which wagers less."""
        top = max(self.values.values())
        return [choice for choice, value in self.values.items() if value == top][-1]


class Solution(Struct, frozen=True):
    """The best play of one set of rules. `counts` are deals with their flop told apart, by choice, class and cell."""

    rules: Rules
    holes: tuple[HoleValue, ...]
    counts: Ints
    plays_flop: Ints  # by flop without names of suits, and hole


def figures(rules: Rules) -> Figures:
    solution = solve(rules)
    ends = endings(solution)
    deals = int(solution.counts.sum())
    played = Fraction(sum((end.played or 0) * end.deals for end in ends), deals)
    clause = pay_table(rules.game, "wagers").clause
    wagers = (
        wager_of("ante", clause, [_ante(end, rules) for end in ends]),
        wager_of("blind", pay_table(rules.game, "blind").clause, [_blind(end, rules) for end in ends]),
        wager_of("play", clause, [_play(end, rules) for end in ends], played),
    )
    nets = [(end.deals, net_of(end, rules)) for end in ends]
    sides, variance = (_trips(solution),), moments(nets)[1]
    return Figures(
        rules.game, rules, "ante", deals, wagers, sides, _choices(solution), 2 + played, variance, hits(nets)
    )


# The solution


def solve(rules: Rules) -> Solution:
    """Rules that play alike are solved once: Trips and the progressive change nothing."""
    return structs.replace(kept(_SOLVED, _key(rules), lambda: _solve(rules)), rules=rules)


_SOLVED: dict[Hashable, Solution] = {}


def _key(rules: Rules) -> Hashable:
    odds = tuple((line, str(pays)) for table in ("wagers", "blind") for line, pays in rules.tables[table].items())
    return odds, tuple(rules.settings.items()), rules.switches


def hole_value(rules: Rules, nth: int) -> HoleValue:
    """Of one starting hand, without what the whole game comes to."""
    solved = _SOLVED.get(_key(rules))
    return solved.holes[nth] if solved else _played(rules)[1][nth]


def _solve(rules: Rules) -> Solution:
    found, values, plays = _played(rules)
    return Solution(rules, values, _counts(found, rules, values, plays), plays)


def _played(rules: Rules) -> tuple[Counted, tuple[HoleValue, ...], Ints]:
    """Best play: every starting hand, and which holes are played on which flops."""
    pays = pays_of(rules)
    found = counted(pays.qualifies_from, rules.switches.ace_low_straight_flush)
    flops, holes = _flop_rows(found, pays, 1)
    plays, gains = _flop_decisions([rows[0] for rows in flops])
    return found, _first_choices(rules, pays, holes, gains), plays


def pays_of(rules: Rules) -> Pays:
    """The rules as integers, in parts of an ante that make everything whole."""
    ante, play = _ante_odds(rules), rules.odds("wagers", "play")
    blind = [_blind_odds(rules, each) for each in FiveCard]
    parts = whole_parts((ante, play, *blind), FLOPS * BOARDS * kernel.HANDS)
    switches = rules.switches
    table = rank_table(7, switches.ace_low_straight_flush)
    qualifies = next(each for each in FiveCard if each.words == rules.settings["dealer_qualifies_from"])
    return Pays(
        parts,
        _parts(ante, parts),
        _parts(play, parts),
        np.array([_parts(odds, parts) for odds in blind], np.int64),
        rules.multiple("flop_play"),
        rules.multiple("river_play"),
        int(np.searchsorted(table.classes(), int(qualifies))),
        int(switches.ante_when_dealer_unpaired_wins == "lose"),
        int(switches.folded_ante_when_dealer_unpaired == "push"),
        int(switches.blind_when_dealer_unpaired == "push"),
    )


def _parts(odds: To | None, parts: int) -> int:
    return odds.pays * parts // odds.per if odds else 0


def _ante_odds(rules: Rules) -> To | None:
    return rules.odds("wagers", "ante, dealer with one pair or higher")


def _blind_odds(rules: Rules, hand: FiveCard) -> To | None:
    listed = rules.tables["blind"]
    return rules.odds("blind", hand.words if hand.words in listed else "others")


def _flop_rows(found: Counted, pays: Pays, kept: int) -> tuple[list[Ints], list[Ints]]:
    """In each world: by flop and pair the values of `kernel.add_boards`, so many as are kept of them, and by pair those
    of whole boards.
    """
    nothing = np.zeros((3, *found.by_rank.ordinal.shape), np.int64)
    by_rank = np.zeros_like(nothing)
    kernel.appraise(found.by_rank, found.classes, pays, by_rank)

    def rows_of(world: World, showdowns: Showdowns, less: Ints) -> tuple[Ints, Ints]:
        cards = sorted_rows(len(world.copies), 3)

        def add(part: tuple[int, int]) -> tuple[Ints, Ints]:
            rows = np.zeros((kept, len(cards), len(world.first)), np.int64)
            sums = np.zeros((3, len(world.first)), np.int64)
            kernel.add_boards(world, showdowns, less, found.classes, pays, COUNTING, part, rows, sums)
            return rows, sums

        parts = in_threads(add, len(world.boards))
        rows = sum_of([rows for rows, _ in parts])
        for each in rows:
            showdown_kernel.divide_by_ways(each, cards, world, COUNTING.chosen)
        return rows, sum_of([sums for _, sums in parts])

    by_ranks, by_suits = rows_of(found.ranks, found.by_rank, nothing), rows_of(found.suit, found.by_suit, by_rank)
    return [by_ranks[0], by_suits[0]], [by_ranks[1], by_suits[1]]


def _flop_decisions(flops: list[Ints]) -> tuple[Ints, Ints]:
    """Which holes are played on which flops; and of each hole how much better that is, over all flops."""
    plays = np.zeros((len(deck().flops), HOLES), np.bool_)

    def decide(part: tuple[int, int]) -> Ints:
        gains = np.zeros(HOLES, np.int64)
        kernel.decide_flops(deck(), flops[0], flops[1], part, plays, gains)
        return gains

    return plays, sum_of(in_threads(decide, len(plays)))


class Gains(NamedTuple):
    """By flop without names of suits, and hole: how much better it is to play than to check; `whole` is one ante."""

    worth: Ints
    whole: int


def flop_gains(rules: Rules) -> Gains:
    (worth,) = _by_flop(rules, 1)
    return Gains(worth, BOARDS_ON_FLOP * kernel.HANDS * pays_of(rules).ante)


def flop_values(rules: Rules) -> Ints:
    """What checking and playing on the flop are worth, by flop without names of suits and hole.

    In parts of an ante (`pays_of`), summed over the boards and dealer's hands that are left; nothing where hole and
    flop share a card.
    """
    better, checked = _by_flop(rules, 2)
    return np.stack([checked, checked + better])


def _by_flop(rules: Rules, kept: int) -> list[Ints]:
    """How much better it is to play than to check, and what checking is worth, or the first alone: one after the
    other, since each is 19 MB.
    """
    pays, cards = pays_of(rules), deck()
    flops, _ = _flop_rows(counted(pays.qualifies_from, rules.switches.ace_low_straight_flush), pays, kept)
    shared = (cards.flops[:, :, None, None] == cards.holes).any(axis=(1, 3))
    return [_of_flops(by_rank, by_suit, shared) for by_rank, by_suit in zip(*flops, strict=True)]


def _of_flops(by_rank: Ints, by_suit: Ints, shared: Ints) -> Ints:
    cards = deck()
    found: Ints = by_rank[cards.rank_flop][:, cards.rank_hole]
    for rows, holes in zip(cards.suit_flop, cards.suit_hole, strict=True):
        for flop in np.flatnonzero(rows >= 0):
            found[flop] += by_suit[rows[flop], holes]
    found[shared] = 0
    return found


def _first_choices(rules: Rules, pays: Pays, holes: list[Ints], gains: Ints) -> tuple[HoleValue, ...]:
    names, class_of = hole_classes()
    play, others, river = (of_holes(holes[0][nth], holes[1][nth]) for nth in range(3))
    checked = FLOPS * river + gains  # of all flops, of which a board has ten
    whole = BOARDS * kernel.HANDS * pays.ante
    found = []
    for nth, name in enumerate(names):
        of_class = class_of == nth
        size = int(of_class.sum())
        one, both = int(play[of_class][0]), int(others[of_class][0])  # alike for all holes of the class
        first, smaller = rules.multiple("first_play"), rules.multiple("smaller_first_play")
        check = Fraction(int(checked[of_class].sum()), size * FLOPS * whole)
        worth = (Fraction(first * one + both, whole), Fraction(smaller * one + both, whole), check)
        found.append(HoleValue(name, size, dict(zip(_names_of_first_choices(rules), worth, strict=True))))
    return tuple(found)


def _names_of_first_choices(rules: Rules) -> list[str]:
    """Two of them are the same where both sizes of Play are."""
    return [*(f"play {rules.multiple(choice)}x" for choice in CHOICES[:2]), "check"]


def _counts(found: Counted, rules: Rules, values: tuple[HoleValue, ...], plays: Ints) -> Ints:
    cards, pays, choices = deck(), pays_of(rules), _names_of_first_choices(rules)
    best = np.array([choices.index(each.best) for each in values])[hole_classes()[1]]  # 2 is to check
    rows = [_no_rows(found.ranks), _no_rows(found.suit)]
    kernel.weigh_flops(cards, plays & (best == 2), *rows)

    def weights(world: World, on_flop: Ints, holes: Ints) -> tuple[Ints, Ints, Ints]:
        flops = sorted_rows(len(world.copies), 3)
        showdown_kernel.multiply_over_ways(on_flop, flops, world, COUNTING.chosen, SCALE)
        on_flop = on_flop.astype(np.int32)  # at most the scale times the holes that look alike
        return on_flop, np.stack([_times(holes[:, best == nth], world) for nth in range(2)]), _times(holes, world)

    by_rank = np.zeros((len(found.ranks.boards), 4, len(found.ranks.first)), np.int64)
    sums = np.zeros((5, len(FiveCard), 2, 4), np.int64)
    of_ranks = weights(found.ranks, rows[0], cards.rank_hole[None])
    kernel.weigh_boards(found.ranks, found.by_rank, COUNTING, (0, len(found.ranks.boards)), of_ranks, by_rank)
    of_suit = weights(found.suit, rows[1], cards.suit_hole)

    def tally(part: tuple[int, int]) -> tuple[Ints, Ints]:
        less, told = np.zeros_like(by_rank), np.zeros_like(sums)
        kernel.tally(found.suit, found.by_suit, found.classes, pays, COUNTING, part, of_suit, less, told)
        return less, told

    for less, told in in_threads(tally, len(found.suit.boards)):
        by_rank -= less
        sums += told
    kernel.tally_by_rank(found.by_rank, found.classes, pays, by_rank, sums)
    counts = np.zeros((5, len(FiveCard), kernel.CELLS), np.int64)
    kernel.cells_of(sums, counts)
    assert not (counts % SCALE).any(), "a count of deals is not whole"
    counts //= SCALE
    return counts


def _no_rows(world: World) -> Ints:
    return np.zeros((len(sorted_rows(len(world.copies), 3)), len(world.first)), np.int64)


def _times(holes: Ints, world: World) -> Ints:
    """How many holes look like each pair, in the scale of counts."""
    found: Ints = np.bincount(holes.ravel(), minlength=len(world.first)) * (SCALE * FLOPS)
    return found


# With a dealer who must hold a pair (R74)

PAIRLESS: Final = (  # classes without a pair, from the first to before the second
    (FiveCard.FIVE_ODD_CARDS, FiveCard.ONE_PAIR),
    (FiveCard.STRAIGHT, FiveCard.FULL_HOUSE),
    (FiveCard.STRAIGHT_FLUSH, None),
)


def edge_if_dealer_must_hold_a_pair(rules: Rules) -> Fraction:
    """The house edge if straights and flushes do not qualify either. They are no prefix of the order of hands.

    An Ante that is paid 1 to 1 and that pushes against such dealers is worth the dealers beaten less those that beat
    it, both without them. So the difference of these two is all that the solver needs to know: to it every dealer
    qualifies, and it takes as many off the hands beaten.
    """
    pays = pays_of(rules)
    assert pays.ante_pays == pays.ante, "an Ante that does not pay 1 to 1 needs both numbers"
    assert rules.switches == DEFAULT, "other readings on dealers who do not qualify need both numbers"
    found = pairless_counted(rules)
    pays = pays._replace(qualifies_from=0)
    flops, holes = _flop_rows(found, pays, 1)
    _, gains = _flop_decisions([rows[0] for rows in flops])
    values = _first_choices(rules, pays, holes, gains)
    return -sum((each.holes * each.values[each.best] for each in values), Fraction(0)) / HOLES


def pairless_counted(rules: Rules) -> Counted:
    """Every showdown, with beaten dealers without a pair less those that win in the place of all who do not qualify."""
    classes = rank_table(7, rules.switches.ace_low_straight_flush).classes()
    spans = [
        tuple(len(classes) if each is None else int(np.searchsorted(classes, int(each))) for each in span)
        for span in PAIRLESS
    ]
    ace_low = rules.switches.ace_low_straight_flush
    net: list[Ints] = [np.zeros((), np.int16)] * 2
    for end, sign in ((end, sign) for span in spans for end, sign in zip(span, (-1, 1), strict=True)):
        net = [told + sign * each for told, each in zip(net, _net_below(end, ace_low), strict=True)]
    whole = counted(spans[0][1], ace_low)
    both = (whole.by_rank, whole.by_suit)
    by_rank, by_suit = (each._replace(unqualified=told) for each, told in zip(both, net, strict=True))
    return structs.replace(whole, by_rank=by_rank, by_suit=by_suit)


def _net_below(end: int, ace_low: AceLow) -> list[Ints]:
    """In both worlds, of the dealers below an ordinal: those that are beaten less those that win."""
    found = counted(end, ace_low)
    return [
        np.where(each.ordinal >= end, each.unqualified, each.wins)
        - np.where(each.ordinal >= end, np.int16(0), each.unqualified - each.wins - each.ties)
        for each in (found.by_rank, found.by_suit)
    ]


# What it comes to


class Ending(NamedTuple):
    """Deals that end alike: how much Play (None for a fold), the player's hand, the result, whether the dealer
    qualifies.
    """

    played: int | None
    hand: FiveCard
    result: str
    qualifies: bool
    deals: int


def endings(solution: Solution) -> list[Ending]:
    multiples = (*(solution.rules.multiple(choice) for choice in CHOICES), None)
    return [
        Ending(multiples[choice], hand, result, qualifies, int(solution.counts[choice, hand, cell]))
        for choice in range(5)
        for hand in reversed(FiveCard)
        for cell, (result, qualifies) in enumerate(CELLS)
        if solution.counts[choice, hand, cell]
    ]


def net_of(end: Ending, rules: Rules) -> Fraction:
    """What Ante, Blind and Play come to together."""
    return _ante(end, rules).net + _blind(end, rules).net + _play(end, rules).net


def _ante(end: Ending, rules: Rules) -> Cell:
    switches = rules.switches
    if end.played is None and not end.qualifies and switches.folded_ante_when_dealer_unpaired == "push":
        return Cell("folded, dealer does not qualify", None, end.deals, Fraction(0))
    if end.played is None:
        return Cell("folded", None, end.deals, Fraction(-1))
    beaten_by_unqualified = end.result == "lose" and switches.ante_when_dealer_unpaired_wins == "lose"
    if not end.qualifies and not beaten_by_unqualified:
        return Cell("dealer does not qualify", None, end.deals, Fraction(0))
    return _decided(end, _ante_odds(rules))


def _blind(end: Ending, rules: Rules) -> Cell:
    if end.played is None:
        return Cell("folded", None, end.deals, Fraction(-1))
    odds = _blind_odds(rules, end.hand)
    spared = not end.qualifies and rules.switches.blind_when_dealer_unpaired == "push"
    if end.result == "push" or spared:
        return Cell("push", None, end.deals, Fraction(0))
    if end.result == "lose":
        return Cell("lost", None, end.deals, Fraction(-1))
    if odds is None:
        return Cell("won with less", None, end.deals, Fraction(0))
    return Cell(end.hand.words, str(odds), end.deals, Fraction(odds.pays, odds.per))


def _play(end: Ending, rules: Rules) -> Cell:
    if end.played is None:
        return Cell("folded", None, end.deals, Fraction(0))
    one = _decided(end, rules.odds("wagers", "play"))
    return Cell(f"play {end.played}x {one.what}", one.pays, end.deals, end.played * one.net)


def _decided(end: Ending, odds: To | None) -> Cell:
    match end.result:
        case "win" if odds is not None:
            return Cell("won", str(odds), end.deals, Fraction(odds.pays, odds.per))
        case "lose":
            return Cell("lost", None, end.deals, Fraction(-1))
        case _:
            return Cell("push", None, end.deals, Fraction(0))


def _trips(solution: Solution) -> Wager:
    """By the player's own seven cards, folded or not."""
    hands = {hand: int(solution.counts[:, hand].sum()) // FLOPS for hand in FiveCard}
    return trips(solution.rules, hands)


def trips(rules: Rules, hands: Mapping[FiveCard, int], lowest: FiveCard = FiveCard.THREE_OF_A_KIND) -> Wager:
    """With each class of hands coming so often. "Others" of the table are three of a kind, or all from the lowest up
    (R72).
    """
    cells = []
    for hand in reversed(FiveCard):
        odds = rules.odds("trips", "others" if hand <= FiveCard.THREE_OF_A_KIND else hand.words)
        if hand < lowest or odds is None:
            cells.append(Cell("lost", None, hands[hand], Fraction(-1)))
        else:
            cells.append(Cell(hand.words, str(odds), hands[hand], Fraction(odds.pays, odds.per)))
    return wager_of("trips", pay_table(rules.game, "trips").clause, cells)


def seven_card_counts() -> dict[FiveCard, int]:
    """How many of all 133,784,560 sets of seven cards are of each class: a deal is one of their 21 holes, of ten flops
    and of 990 dealer's hands.
    """
    counts = solve(approved("mbs-uth")).counts
    return {hand: int(counts[:, hand].sum()) // (21 * FLOPS * kernel.HANDS) for hand in FiveCard}


def _choices(solution: Solution) -> tuple[Choice, ...]:
    deals = int(solution.counts.sum())
    made = [Fraction(int(each.sum()), deals) for each in solution.counts]
    plays = [f"play {solution.rules.multiple(choice)}x" for choice in CHOICES]
    return (
        Choice("before the flop", plays[0], "3.9.2", made[0]),
        Choice("before the flop", plays[1], "3.9.2", made[1]),
        Choice("on the flop", plays[2], "3.9.4.2", made[2]),
        Choice("on the river", plays[3], "3.9.6.2", made[3]),
        Choice("on the river", "fold", "3.9.6.1", made[4]),
    )
