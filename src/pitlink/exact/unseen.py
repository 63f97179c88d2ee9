"""Hands that are bet on and not looked at: what each choice is worth to who sees another hand and the board, or
nothing.

Between an unseen hand and the dealer's nothing tells one from the other, so one ante more of an even wager is worth
nothing, and the value lies in what the Ante and its companions pay unevenly.
"""

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Final

import numpy as np

from pitlink.cards import DECK, Cards
from pitlink.exact import holdem_bonus, let_it_ride, three_card, ultimate
from pitlink.exact.advising import Advice, NotSeen, Option, best_first, check_different, stage_of
from pitlink.exact.kernels import unseen as kernel
from pitlink.exact.kernels.holdem_bonus import boards_of
from pitlink.exact.ranking import Ints, masks_of, ordinals, rank_table
from pitlink.exact.rules import Rules
from pitlink.games import GAMES
from pitlink.hands import FiveCard

SIZES = {
    "mbs-uth": {0: "before the flop", 3: "on the flop", 5: "on the river"},
    "mbs-thb": {0: "before the flop", 3: "on the flop", 4: "on the turn"},
}


def advise_unseen(rules: Rules, viewed: Cards = (), community: Cards = ()) -> Advice:
    """The value of every choice for a hand that is not seen, where another hand is or is not.

    Before the flop of a hold'em game it is told alone: a viewed hand without a board is refused.
    """
    check_different(viewed + community)
    own_cards = GAMES[rules.game].LAYOUT.own_cards
    if len(viewed) not in (0, own_cards):
        raise NotSeen(f"{len(viewed)} cards viewed: expected the {own_cards} of another hand, or none")
    match rules.game:
        case "mbs-uth" | "mbs-thb":
            stage = stage_of(community, SIZES[rules.game])
            if viewed and not community:
                raise NotSeen("a viewed hand without a board: expected the flop too")
            of_game = _ultimate if rules.game == "mbs-uth" else _bonus
            earlier = "the Turn checked" if stage == "on the turn" else ""
            return best_first(rules.game, stage, (), community, of_game(rules, viewed, community), earlier)
        case "mbs-lir":
            return _let_it_ride(rules, viewed, community)
        case _:
            stage = stage_of(community, {0: "cards not seen"})
            return best_first(rules.game, stage, (), (), _three_card(rules, viewed))


# The hold'em games


def _counts(rules: Rules, viewed: Cards, community: Cards, qualifies_from: int) -> Ints:
    """By board, class of hands and cell: pairs of an unseen hand and a dealer's hand."""
    table = rank_table(7, rules.switches.ace_low_straight_flush)
    left = np.array([card for card in DECK if card not in viewed + community])
    arrays = table.lanes, table.suited, table.shifts, table.places
    classes = table.classes().astype(np.int64)
    board = masks_of(np.array(community, np.int64).reshape(-1))
    found: Ints = kernel.count_unseen(
        board, masks_of(left[:, None]), 5 - len(community), arrays, classes, qualifies_from
    )
    return found


def _worth(counts: Ints, cells: Iterable[tuple[str, bool]], net: Callable[[FiveCard, str, bool], Fraction]) -> Fraction:
    """The mean of what pairs of hands come to."""
    number, total = int(counts.sum()), Fraction(0)
    for hand in FiveCard:
        for cell, (result, qualifies) in enumerate(cells):
            if counts[hand, cell]:
                total += int(counts[hand, cell]) * net(hand, result, qualifies)
    return total / number


def _ultimate(rules: Rules, viewed: Cards, community: Cards) -> list[Option]:
    def value(counts: Ints, played: int | None) -> Fraction:
        def net(hand: FiveCard, result: str, qualifies: bool) -> Fraction:
            return ultimate.net_of(ultimate.Ending(played, hand, result, qualifies, 1), rules)

        return _worth(counts, ultimate.CELLS, net)

    first, flop, river = (rules.multiple(choice) for choice in ("first_play", "flop_play", "river_play"))
    if not community:
        counts = ultimate.solve(rules).counts.sum(axis=0)
        later = max(value(counts, flop), value(counts, river))
        return [Option("check", later, "3.9.1"), Option(f"play {first}x", value(counts, first), "3.9.2")]
    boards = _counts(rules, viewed, community, ultimate.pays_of(rules).qualifies_from)
    if len(community) == 5:
        return [
            Option("fold", value(boards[0], None), "3.9.6.1"),
            Option(f"play {river}x", value(boards[0], river), "3.9.6.2"),
        ]
    later = sum((max(value(each, river), value(each, None)) for each in boards), Fraction(0)) / len(boards)
    played = value(boards.sum(axis=0), flop)
    return [Option("check", later, "3.9.4.1"), Option(f"play {flop}x", played, "3.9.4.2")]


def _bonus(rules: Rules, viewed: Cards, community: Cards) -> list[Option]:
    def value(counts: Ints, *, folded: bool = False, turn: bool = False, river: bool = False) -> Fraction:
        def net(hand: FiveCard, result: str, _: bool) -> Fraction:
            return holdem_bonus.net_of(holdem_bonus.Ending(folded, turn, river, hand, result, 1), rules)

        return _worth(counts, ultimate.CELLS, net)

    if not community:
        counts = _by_cell(holdem_bonus.solve(rules).counts.sum(axis=0))
        return [Option("fold", value(counts, folded=True), "3.9.1"), Option("flop", value(counts), "3.9.2")]
    whole = _counts(rules, viewed, community, 0).sum(axis=0)
    bet = "turn" if len(community) == 3 else "river"
    more = value(whole, turn=bet == "turn", river=bet == "river")
    return [Option("check", value(whole), "3.9.2"), Option(bet, more, "3.9.2")]


def _by_cell(results: Ints) -> Ints:
    """Counts by win, tie and loss in the cells of Ultimate: no dealer fails to qualify here."""
    found = np.zeros((len(FiveCard), kernel.CELLS), np.int64)
    found[:, ::2] = results
    return found


# Three Card Poker and Let It Ride


def _three_card(rules: Rules, viewed: Cards) -> list[Option]:
    """Of all hands that the cards left make, against all that the dealer can have beside each."""
    left = [card for card in DECK if card not in viewed]
    ends = three_card.showdowns_of(left, rules)
    number = sum(end.deals for end in ends)

    def value(*, played: bool) -> Fraction:
        settled = ((end.deals, three_card.settle(end._replace(played=played), rules)) for end in ends)
        return sum((deals * each[wager].net for deals, each in settled for wager in MAIN), Fraction(0)) / number

    clauses = three_card.CLAUSES[rules.game]
    return [
        Option("fold", value(played=False), clauses["fold"]),
        Option("play", value(played=True), clauses["play"]),
    ]


MAIN: Final = ("ante", "ante_bonus", "play")


def _let_it_ride(rules: Rules, viewed: Cards, community: Cards) -> Advice:
    """What five cards are paid on average: three unseen ones, and community cards that are seen or not."""
    sizes = {0: "three cards not seen", 1: "first community card seen"}
    if len(community) not in sizes:
        raise NotSeen(f"{len(community)} community cards: nothing is decided then; expected 0 or 1")
    left = np.array([card for card in DECK if card not in viewed])
    masks = boards_of(left)
    parts, nets = let_it_ride.net_by_ordinal(rules)
    paid = nets[ordinals(masks, 5, rules.switches.ace_low_straight_flush)]

    def one(seen: Cards) -> Fraction:
        here = (masks & masks_of(np.array(seen))) != 0 if seen else np.ones(len(masks), np.bool_)
        return Fraction(int(paid[here].sum()), int(here.sum()) * parts)

    if community:
        worth = one(community)
        options = [Option("withdraw", worth, "3.14"), Option("ride", 2 * worth, "3.13")]
    else:
        worth = one(())
        later = sum((max(one((card,)), Fraction(0)) for card in left.tolist()), Fraction(0)) / len(left)
        options = [Option("withdraw", worth + later, "3.10"), Option("ride", 2 * worth + later, "3.9")]
    earlier = "Wager 1 withdrawn" if community else ""
    return best_first(rules.game, sizes[len(community)], (), community, options, earlier)
