"""Texas Hold'em Bonus, solved: every hole, every flop, every four cards.

A hole is folded or has its Flop wager; Turn and River are wagered where they win more than they lose, and where that
is equal, not (unless `evens` are asked for: the mean is the same, the deviation is not). What the solution comes to is
one table of counts, by choice, class of hands and outcome.
"""

from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction
from functools import cache
from typing import Final, NamedTuple

import numpy as np
from msgspec import Struct, structs

from pitlink.cards import ACE, Card, rank
from pitlink.exact.deck import Deck, deck, hole_classes, of_holes, seen, without_names_of_suits
from pitlink.exact.figures import Cell, Choice, Figures, Wager, hits, moments, wager_of
from pitlink.exact.kept import kept
from pitlink.exact.kernels import holdem_bonus as kernel
from pitlink.exact.kernels import showdowns as showdown_kernel
from pitlink.exact.kernels.holdem_bonus import Pays
from pitlink.exact.kernels.showdowns import Showdowns, World
from pitlink.exact.ranking import Ints, masks_of, ordinals, rank_table
from pitlink.exact.rules import Rules, pay_table, whole_parts
from pitlink.exact.worlds import COUNTING, Counted, counted, in_threads, sorted_rows, sum_of
from pitlink.games.mbs_thb import bonus_line
from pitlink.hands import AceLow, FiveCard
from pitlink.money import To

SCALE: Final = 20_736  # every number of four cards that look alike divides it
WAYS: Final = 20  # to tell flop, turn and river of a board apart
BOARDS: Final = 2_118_760  # given a hole
HANDS: Final = kernel.HANDS
CHOICES: Final = ((False, False), (True, False), (False, True), (True, True))  # Turn and River, where not folded
RESULTS: Final = ("win", "push", "lose")


class HoleValue(Struct, frozen=True):
    """A starting hand: how often it beats, ties with and loses to the dealer, and what a raise is worth in antes."""

    name: str
    holes: int
    won: int  # of `deals` for one hole
    tied: int
    lost: int
    raised: Fraction
    FOLDED: Fraction = Fraction(-1)

    @property
    def best(self) -> str:
        return "flop" if self.raised > self.FOLDED else "fold"


class Solution(Struct, frozen=True):
    """Best play of one set of rules. `counts` are deals with flop, turn and river told apart: by fold or bets, class,
    result.
    """

    rules: Rules
    holes: tuple[HoleValue, ...]
    counts: Ints


def figures(rules: Rules) -> Figures:
    solution = solve(rules)
    ends = endings(solution)
    deals = int(solution.counts.sum())
    clause = pay_table(rules.game, "wagers").clause
    raises = tuple(
        wager_of(wager, clause, [raise_cell(end, wager, rules) for end in ends], _average(wager, ends, rules) / deals)
        for wager in ("flop", "turn", "river")
    )
    wagers = (wager_of("ante", clause, [ante_cell(end, rules) for end in ends]), *raises)
    nets = [(end.deals, net_of(end, rules)) for end in ends]
    average, variance = sum((each.average for each in wagers), Fraction(0)), moments(nets)[1]
    sides = (_bonus(solution),)
    return Figures(rules.game, rules, "ante", deals, wagers, sides, _choices(solution), average, variance, hits(nets))


# The solution


def solve(rules: Rules, *, evens: bool = False) -> Solution:
    """Rules that play alike are solved once: Bonus and the progressive change nothing.

    With `evens` Turn and River are wagered where they are worth nothing, too.
    """
    found = kept(_SOLVED, _key(rules, evens=evens), lambda: _solve(rules, least=0 if evens else 1))
    return structs.replace(found, rules=rules)


_SOLVED: dict[Hashable, Solution] = {}


def _key(rules: Rules, *, evens: bool) -> Hashable:
    odds = tuple((line, str(pays)) for line, pays in rules.tables["wagers"].items())
    return odds, tuple(rules.settings.items()), rules.switches.ace_low_straight_flush, evens


def hole_value(rules: Rules, nth: int) -> HoleValue:
    """Of one starting hand, without the others and what the whole game comes to."""
    solved = _SOLVED.get(_key(rules, evens=False))
    if solved:
        return solved.holes[nth]
    holes = np.flatnonzero(hole_classes()[1] == nth)
    found, cards = _only(holes, _counted(rules))
    pays, rows = pays_of(rules), _rows(found, pays_of(rules))
    values, _ = _decide(cards, rows, (0, len(cards.flops)), holes, least=1)
    return _hole_value(rules, pays, of_holes(*rows.holes, cards), values, nth)


def _only(holes: Ints, found: Counted) -> tuple[Counted, Deck]:
    """The count of the pairs that these holes look like, and the deck with their places in it."""
    cards = deck()
    ranks, suits = np.unique(cards.rank_hole[holes]), np.unique(cards.suit_hole[:, holes])

    def world(whole: World, pairs: Ints) -> World:
        first, second, in_suit = (each[pairs] for each in (whole.first, whole.second, whole.in_suit))
        rank_pair = np.searchsorted(ranks, whole.rank_pair[pairs])
        return whole._replace(first=first, second=second, in_suit=in_suit, rank_pair=rank_pair)

    def showdowns(whole: Showdowns, pairs: Ints) -> Showdowns:
        return Showdowns(*(np.ascontiguousarray(each[:, pairs]) for each in whole))

    def places(of: Ints, pairs: Ints) -> Ints:
        return np.minimum(np.searchsorted(pairs, of), len(pairs) - 1)

    worlds = world(found.ranks, ranks), world(found.suit, suits)
    counts = Counted(*worlds, showdowns(found.by_rank, ranks), showdowns(found.by_suit, suits), found.classes)
    here = cards._replace(rank_hole=places(cards.rank_hole, ranks), suit_hole=places(cards.suit_hole, suits))
    return counts, here


class Rows(NamedTuple):
    """In the worlds of ranks and of a suit: by flop and by four cards what one ante wins, and by pair all showdowns.

    The last row of `fours` is empty.
    """

    flops: tuple[Ints, Ints]
    fours: tuple[Ints, Ints]
    holes: tuple[Ints, Ints]


def _solve(rules: Rules, least: int) -> Solution:
    pays, found = pays_of(rules), _counted(rules)
    rows = _rows(found, pays)
    values, weights = _decisions(rows, least)
    showdowns = of_holes(*rows.holes)
    holes = tuple(_hole_value(rules, pays, showdowns, values, nth) for nth in range(len(hole_classes()[0])))
    folds = np.array([each.best == "fold" for each in holes])[hole_classes()[1]]
    _take_off(rows, np.flatnonzero(folds), least, weights)
    del rows  # large, and done with
    return Solution(rules, holes, _counts(found, weights, folds))


def _counted(rules: Rules) -> Counted:
    """As Ultimate counts, so that both are counted once."""
    ace_low = rules.switches.ace_low_straight_flush
    return counted(int(np.searchsorted(rank_table(7, ace_low).classes(), int(FiveCard.ONE_PAIR))), ace_low)


class Seen(NamedTuple):
    """Some sets of community cards without names of suits, how many there are of each, and what one ante is worth by
    set and hole.
    """

    cards: Ints
    times: Ints
    values: Ints


def bet_values(rules: Rules) -> tuple[Ints, Ints]:
    """What one ante of Turn is worth, by flop and hole, and one of River, by four cards and hole.

    Both without names of suits; in parts of an ante (`pays_of`), summed over the boards and dealer's hands that are
    left; nothing where hole and cards share one.
    """
    turn, river = (np.concatenate([each.values for each in parts]) for parts in bets_in_parts(rules))
    return turn, river


def bets_in_parts(rules: Rules) -> tuple[Iterator[Seen], Iterator[Seen]]:
    """The same with the cards, a thousand sets at a time: all sets of four and all holes are 174 MB."""
    rows = _rows(_counted(rules), pays_of(rules))
    every = (np.arange(len(rows.flops[0])), np.arange(len(rows.flops[1])))
    return (
        _in_parts((deck().flops, deck().times), rows.flops, every),
        _in_parts(without_names_of_suits(4), rows.fours, (_rows_of_four(13), _rows_of_four(26))),
    )


def _in_parts(known: tuple[Ints, Ints], rows: tuple[Ints, Ints], row_of: tuple[Ints, Ints]) -> Iterator[Seen]:
    cards, times = known
    for start in range(0, len(cards), 1_000):
        some = slice(start, start + 1_000)
        yield Seen(cards[some], times[some], _by_cards(cards[some], rows, row_of))


def _by_cards(cards: Ints, rows: tuple[Ints, Ints], row_of: tuple[Ints, Ints]) -> Ints:
    holes, rank_hole, suit_hole = deck().holes, deck().rank_hole, deck().suit_hole
    found: Ints = rows[0][row_of[0][seen(cards, None)]][:, rank_hole]
    for sign in range(4):
        row = row_of[1][seen(cards, sign)]
        (present,) = np.nonzero((row >= 0) & (cards % 4 == sign).any(axis=1))
        found[present] += rows[1][row[present]][:, suit_hole[sign]]
    for card in cards.T:
        for own in holes.T:
            found[card[:, None] == own] = 0
    return found


def pays_of(rules: Rules) -> Pays:
    turn, river = rules.odds("wagers", "turn"), rules.odds("wagers", "river")
    parts = whole_parts((turn, river), WAYS * BOARDS * HANDS)
    return Pays(parts, *(odds.pays * parts // odds.per if odds else 0 for odds in (turn, river)))


@cache
def _rows_of_four(symbols: int) -> Ints:
    """Which row each set of four cards has: all by rank; with a suit seen, those that have at least two in suit."""
    fours = sorted_rows(symbols, 4)
    needed = (fours >= 13).sum(axis=1) >= 2 if symbols > 13 else np.ones(len(fours), np.bool_)
    return np.where(needed, np.cumsum(needed) - 1, -1)


def _fours(world: World) -> Ints:
    """The sets of four cards that have a row, in the order of rows."""
    symbols = len(world.copies)
    return sorted_rows(symbols, 4)[_rows_of_four(symbols) >= 0]


def _rows(found: Counted, pays: Pays) -> Rows:
    nothing = Showdowns(*(np.zeros((0, 0), np.int16) for _ in Showdowns._fields))

    def of(world: World, showdowns: Showdowns, less: Showdowns) -> tuple[Ints, Ints, Ints]:
        flops, fours, pairs = sorted_rows(len(world.copies), 3), _fours(world), len(world.first)
        row_of = _rows_of_four(len(world.copies))

        def add(part: tuple[int, int]) -> tuple[Ints, Ints, Ints]:
            turn, river = np.zeros((len(flops), pairs), np.int64), np.zeros((len(fours) + 1, pairs), np.int64)
            holes = np.zeros((pairs, len(FiveCard) + 1), np.int64)
            rows = turn, river, row_of
            kernel.add_boards(world, showdowns, less, found.classes, pays, COUNTING, part, rows, holes)
            return turn, river, holes

        turn, river, holes = (sum_of(list(each)) for each in zip(*in_threads(add, len(world.boards)), strict=True))
        showdown_kernel.divide_by_ways(turn, flops, world, COUNTING.chosen)
        showdown_kernel.divide_by_ways(river[:-1], fours, world, COUNTING.chosen)
        return turn, _narrowed(river), holes

    ranks, suit = of(found.ranks, found.by_rank, nothing), of(found.suit, found.by_suit, found.by_rank)
    return Rows((ranks[0], suit[0]), (ranks[1], suit[1]), (ranks[2], suit[2]))


def _narrowed(values: Ints) -> Ints:
    """In half the room, where odds leave numbers that small: those of four cards are 45 MB."""
    found: Ints = values.astype(np.int32)
    return found if (found == values).all() else values


def _decisions(rows: Rows, least: int) -> tuple[Ints, list[Ints]]:
    """What Turn and River are worth to each hole; and by four cards and pair how often each bet is made."""
    everybody = np.arange(len(deck().holes))
    parts = in_threads(lambda part: _decide(deck(), rows, part, everybody, least), len(deck().flops))
    weights = [sum_of([each[world] for _, each in parts]) for world in range(2)]
    return sum_of([values for values, _ in parts]), weights


def _decide(cards: Deck, rows: Rows, part: tuple[int, int], holes: Ints, least: int) -> tuple[Ints, list[Ints]]:
    """The same of some flops, for some holes."""
    values = np.zeros((2, len(cards.holes)), np.int64)
    weights = [np.zeros(each.shape, np.int64) for each in rows.fours]
    kernel.decide(cards, (rows.flops, _fours_of(rows)), COUNTING, part, holes, least, (values, tuple(weights)), 1)
    return values, weights


def _take_off(rows: Rows, folded: Ints, least: int, weights: list[Ints]) -> None:
    """The bets of holes that are folded before it comes to them."""
    part, values = (0, len(deck().flops)), np.zeros((2, len(deck().holes)), np.int64)
    found = values, tuple(weights)
    kernel.decide(deck(), (rows.flops, _fours_of(rows)), COUNTING, part, folded, least, found, -1)


def _fours_of(rows: Rows) -> tuple[Ints, Ints, Ints]:
    return (*rows.fours, _rows_of_four(26))


def _hole_value(rules: Rules, pays: Pays, showdowns: Ints, values: Ints, nth: int) -> HoleValue:
    names, class_of = hole_classes()
    of_class, deals = class_of == nth, BOARDS * HANDS
    size = int(of_class.sum())
    by_class, lost = showdowns[of_class][0][:-1], int(showdowns[of_class][0][-1])  # alike for all of the class
    won = int(by_class.sum())
    paid = sum((int(by_class[hand]) * ante_net(rules, hand) for hand in FiveCard), Fraction(0))
    turn, river = (int(each[of_class].sum()) for each in values)
    later = Fraction(rules.multiple("turn") * 2 * turn + rules.multiple("river") * river, pays.ante)
    raised = (paid - lost + raise_worth(rules, "flop")(won, lost) + later / (size * WAYS)) / deals
    return HoleValue(names[nth], size, won, deals - won - lost, lost, raised)


def edge_if_check_ends_betting(rules: Rules) -> Fraction:
    """The house edge if a River may only follow a Turn (R60): then the Turn is wagered where both are worth more than
    nothing together.
    """
    turn, later = turn_and_later(rules)
    sizes = 2 * rules.multiple("turn"), rules.multiple("river")  # a turn card stands for both orders of two cards
    free = sizes[0] * np.maximum(turn, 0) + sizes[1] * later
    bound = np.maximum(sizes[0] * turn + sizes[1] * later, 0)
    less = deck().times @ (free - bound)
    whole = pays_of(rules).ante * WAYS * BOARDS * HANDS
    worth = Fraction(0)
    for nth, each in enumerate(solve(rules).holes):
        of_class = hole_classes()[1] == nth
        raised = each.raised - Fraction(int(less[of_class].sum()), each.holes * whole)
        worth += each.holes * max(raised, each.FOLDED)
    return -worth / len(deck().holes)


def turn_and_later(rules: Rules) -> tuple[Ints, Ints]:
    """By flop without names of suits, and hole: what one ante of Turn wins; and of River, over all turn cards where it
    is worth something. In parts of an ante, summed over what may come.
    """
    turn = np.concatenate([each.values for each in bets_in_parts(rules)[0]])
    rows = _rows(_counted(rules), pays_of(rules))
    later, everybody = np.zeros((len(turn), 2, len(deck().holes)), np.int64), np.arange(len(deck().holes))
    one_each = deck()._replace(times=np.ones_like(deck().times))

    def decide(part: tuple[int, int]) -> None:
        weights = tuple(np.zeros_like(each) for each in rows.fours)  # of no use here
        for nth in range(*part):
            found = later[nth], weights
            kernel.decide(one_each, (rows.flops, _fours_of(rows)), COUNTING, (nth, nth + 1), everybody, 1, found, 1)

    in_threads(decide, len(turn))
    return turn, later[:, 1]


def ante_net(rules: Rules, hand: FiveCard) -> Fraction:
    """What a won Ante is paid."""
    pays_from = next(each for each in FiveCard if each.words == rules.settings["ante_pays_from"])
    return _net(rules.odds("wagers", "ante, straight or higher")) if hand >= pays_from else Fraction(0)


def raise_worth(rules: Rules, wager: str) -> Callable[[int, int], Fraction]:
    """What Flop, Turn or River comes to with so many showdowns won and lost."""
    odds, multiple = rules.odds("wagers", wager), rules.multiple(wager)
    return lambda won, lost: multiple * (_net(odds) * won - lost)


def _net(odds: To | None) -> Fraction:
    return Fraction(odds.pays, odds.per) if odds else Fraction(0)


def _counts(found: Counted, weights: list[Ints], folds: Ints) -> Ints:
    cards = deck()
    nothing = Showdowns(*(np.zeros((0, 0), np.int16) for _ in Showdowns._fields))
    counts = np.zeros((len(CHOICES) + 1, len(FiveCard), len(RESULTS)), np.int64)

    def tally(world: World, showdowns: Showdowns, less: Showdowns, bets: Ints, holes: Ints) -> Ints:
        fours = _fours(world)
        scaled = np.zeros((kernel.BETS, len(fours), len(world.first)), np.int32)
        kernel.scaled_bets(bets, fours, world, COUNTING.chosen, SCALE, scaled)
        folded, in_all = _times(holes[:, folds], world), _times(holes, world)
        weighed = scaled, _rows_of_four(len(world.copies)), folded, in_all

        def part_of(part: tuple[int, int]) -> Ints:
            told = np.zeros_like(counts)
            kernel.tally(world, showdowns, less, found.classes, COUNTING, part, weighed, told)
            return told

        return sum_of(in_threads(part_of, len(world.boards)))

    counts += tally(found.ranks, found.by_rank, nothing, weights[0], cards.rank_hole[None])
    counts += tally(found.suit, found.by_suit, found.by_rank, weights[1], cards.suit_hole)
    assert not (counts % SCALE).any(), "a count of deals is not whole"
    counts //= SCALE
    return counts


def _times(holes: Ints, world: World) -> Ints:
    """How many holes look like each pair, in the scale of counts."""
    found: Ints = np.bincount(holes.ravel(), minlength=len(world.first)) * (SCALE * WAYS)
    return found


# What it comes to


class Ending(NamedTuple):
    """Deals that end alike: whether folded, bet on Turn and River, the player's hand and the result."""

    folded: bool
    turn: bool
    river: bool
    hand: FiveCard
    result: str
    deals: int

    def wagered(self, wager: str) -> bool:
        return not self.folded and {"flop": True, "turn": self.turn, "river": self.river}[wager]


def endings(solution: Solution) -> list[Ending]:
    made = ((True, False, False), *((False, *bets) for bets in CHOICES))
    return [
        Ending(*made[choice], hand, result, int(solution.counts[choice, hand, cell]))
        for choice in range(len(made))
        for hand in reversed(FiveCard)
        for cell, result in enumerate(RESULTS)
        if solution.counts[choice, hand, cell]
    ]


def net_of(end: Ending, rules: Rules) -> Fraction:
    """What Ante, Flop, Turn and River come to together."""
    raises = (raise_cell(end, wager, rules).net for wager in ("flop", "turn", "river"))
    return sum(raises, ante_cell(end, rules).net)


def ante_cell(end: Ending, rules: Rules) -> Cell:
    if end.folded:
        return Cell("folded", None, end.deals, Fraction(-1))
    if end.result == "lose":
        return Cell("lost", None, end.deals, Fraction(-1))
    if end.result == "push":
        return Cell("stand-off", None, end.deals, Fraction(0))
    net = ante_net(rules, end.hand)
    if net == 0:
        return Cell("won with less", None, end.deals, Fraction(0))
    return Cell(
        f"won with a {rules.settings['ante_pays_from']} or higher",
        str(rules.odds("wagers", "ante, straight or higher")),
        end.deals,
        net,
    )


def raise_cell(end: Ending, wager: str, rules: Rules) -> Cell:
    if end.folded:
        return Cell("folded", None, end.deals, Fraction(0))
    if not end.wagered(wager):
        return Cell("checked", None, end.deals, Fraction(0))
    odds, multiple = rules.odds("wagers", wager), rules.multiple(wager)
    match end.result:
        case "win" if odds:
            return Cell("won", str(odds), end.deals, multiple * _net(odds))
        case "lose":
            return Cell("lost", None, end.deals, Fraction(-multiple))
        case _:
            return Cell("stand-off", None, end.deals, Fraction(0))


def _average(wager: str, ends: list[Ending], rules: Rules) -> Fraction:
    return Fraction(rules.multiple(wager) * sum(end.deals for end in ends if end.wagered(wager)))


def _bonus(solution: Solution) -> Wager:
    """By the hole cards, for who plays by the Ante's best play; a loss takes it unless R57 says otherwise."""
    rules, switches = solution.rules, solution.rules.switches
    cells = []
    for each in solution.holes:
        for line, *deals in _bonus_showdowns(each, switches.ace_low_straight_flush):
            for result, number in zip(RESULTS, deals, strict=True):
                cell = bonus_cell(rules, line, result, folded=each.best == "fold")
                cells.append(cell._replace(combinations=each.holes * number))
    return wager_of("bonus", pay_table(rules.game, "bonus").clause, _in_order(cells, rules))


def bonus_cell(rules: Rules, line: str | None, result: str, *, folded: bool) -> Cell:
    """What becomes of the Bonus of two hole cards with this line of its table."""
    if folded:
        return Cell("folded", None, 1, Fraction(-1))
    if result == "lose" and rules.switches.bonus_on_loss == "lost":
        return Cell("beaten", None, 1, Fraction(-1))
    if result == "push" and rules.switches.bonus_on_standoff == "push":
        return Cell("stand-off", None, 1, Fraction(0))
    odds = rules.odds("bonus", line) if line else None
    return Cell(line, str(odds), 1, _net(odds)) if line and odds else Cell("not listed", None, 1, Fraction(-1))


def _in_order(cells: list[Cell], rules: Rules) -> list[Cell]:
    """Lines of the pay table first, as it prints them."""
    lines = [*rules.tables["bonus"], "stand-off", "beaten", "not listed", "folded"]
    return sorted((cell for cell in cells if cell.combinations), key=lambda cell: lines.index(cell.what))


def _bonus_showdowns(hole: HoleValue, ace_low: AceLow) -> list[tuple[str | None, int, int, int]]:
    """The line of the Bonus table with the showdowns won, tied and lost; a pair of aces has two lines."""
    if hole.name != "AA":
        return [(bonus_line(_cards_of(hole.name), ()), hole.won, hole.tied, hole.lost)]
    won, tied, lost = _aces_against_aces(ace_low)
    return [
        ("A-A, and A-A in the dealer's hand", won, tied, lost),
        ("A-A in the player's hand only", hole.won - won, hole.tied - tied, hole.lost - lost),
    ]


def _cards_of(name: str) -> tuple[Card, Card]:
    """Two cards of a starting hand."""
    holes, (names, class_of) = deck().holes, hole_classes()
    low, high = holes[class_of == names.index(name)][0]
    return Card(int(low)), Card(int(high))


@cache
def _aces_against_aces(ace_low: AceLow) -> tuple[int, int, int]:
    """Boards that two aces win, tie and lose against the other two."""
    aces = [card for card in range(52) if rank(Card(card)) == ACE]
    others = np.array([card for card in range(52) if card not in aces])
    boards = kernel.boards_of(others)
    player, dealer = (ordinals(boards | masks_of(np.array(two)), 7, ace_low) for two in (aces[:2], aces[2:]))
    return int((player > dealer).sum()), int((player == dealer).sum()), int((player < dealer).sum())


def _choices(solution: Solution) -> tuple[Choice, ...]:
    deals = int(solution.counts.sum())
    fold, neither, turn, river, both = (Fraction(int(each.sum()), deals) for each in solution.counts)
    return (
        Choice("before the flop", "fold", "3.9.1", fold),
        Choice("before the flop", "flop", "3.9.2", 1 - fold),
        Choice("on the flop", "turn", "3.9.2", turn + both),
        Choice("on the flop", "check", "3.9.2", neither + river),
        Choice("on the turn", "river", "3.9.2", river + both),
        Choice("on the turn", "check", "3.9.2", neither + turn),
    )
