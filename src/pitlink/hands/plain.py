"""The ranking of hands as the rulebooks tell it, written to be read; `quick` must give the same for any cards."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from pitlink.cards import ACE, Card, Rank, rank, suit
from pitlink.hands.classes import AceLow, FiveCard, Hand, StraightSuits, ThreeCard


def rank_five(cards: Sequence[Card], ace_low: AceLow = "straight_flush") -> Hand[FiveCard]:
    in_order = _in_order(cards)
    run = _as_a_run(in_order)
    suited = len({suit(card) for card in cards}) == 1
    if suited and run and not (run[-1] == 1 and ace_low == "flush"):
        return Hand(FiveCard.ROYAL_FLUSH if run[0] == ACE else FiveCard.STRAIGHT_FLUSH, run)
    if suited:
        return Hand(FiveCard.FLUSH, in_order)
    if run:
        return Hand(FiveCard.STRAIGHT, run)
    match _group_sizes(in_order):
        case (4, 1):
            return Hand(FiveCard.FOUR_OF_A_KIND, in_order)
        case (3, 2):
            return Hand(FiveCard.FULL_HOUSE, in_order)
        case (3, 1, 1):
            return Hand(FiveCard.THREE_OF_A_KIND, in_order)
        case (2, 2, 1):
            return Hand(FiveCard.TWO_PAIRS, in_order)
        case (2, 1, 1, 1):
            return Hand(FiveCard.ONE_PAIR, in_order)
        case _:
            return Hand(FiveCard.FIVE_ODD_CARDS, in_order)


def rank_three(
    cards: Sequence[Card], ace_low: AceLow = "straight_flush", straight_suits: StraightSuits = "not_all_equal"
) -> Hand[ThreeCard]:
    in_order = _in_order(cards)
    run = _as_a_run(in_order)
    suits = len({suit(card) for card in cards})
    if suits == 1 and run and not (run[-1] == 1 and ace_low == "flush"):
        return Hand(ThreeCard.STRAIGHT_FLUSH, run)
    if suits == 1:
        return Hand(ThreeCard.FLUSH, in_order)
    if run and not (straight_suits == "all_different" and suits < 3):
        return Hand(ThreeCard.STRAIGHT, run)
    match _group_sizes(in_order):
        case (3,):
            return Hand(ThreeCard.THREE_OF_A_KIND, in_order)
        case (2, 1):
            return Hand(ThreeCard.ONE_PAIR, in_order)
        case _:
            return Hand(ThreeCard.THREE_ODD_CARDS, in_order)


def rank_seven(cards: Sequence[Card], ace_low: AceLow = "straight_flush") -> Hand[FiveCard]:
    """The best five of seven, in any mix: every choice of five is ranked, and the highest wins."""
    return max(rank_five(five, ace_low) for five in combinations(cards, 5))


def _in_order(cards: Sequence[Card]) -> tuple[Rank, ...]:
    """The ranks as they are compared: fours before threes before pairs before single cards, each from the top."""
    times = Counter(rank(card) for card in cards)
    return tuple(sorted((rank(card) for card in cards), key=lambda each: (times[each], each), reverse=True))


def _as_a_run(ranks: tuple[Rank, ...]) -> tuple[Rank, ...] | None:
    """The ranks as a straight from the top, the ace as 1 where only that makes one; None where there is none."""
    size = len(ranks)
    if ranks == tuple(range(ranks[0], ranks[0] - size, -1)):
        return ranks
    if ranks == (ACE, *range(size, 1, -1)):
        return tuple(range(size, 0, -1))
    return None


def _group_sizes(ranks: tuple[Rank, ...]) -> tuple[int, ...]:
    return tuple(sorted(Counter(ranks).values(), reverse=True))
