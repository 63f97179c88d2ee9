"""The classes of hands and what a ranked hand is."""

from collections.abc import Iterable
from enum import IntEnum
from typing import Generic, Literal, NamedTuple, TypeVar

from pitlink.cards import ACE, PLURALS, RANK_WORDS, SINGULARS, Card, Cards, Rank, suit

AceLow = Literal["straight_flush", "flush"]  # what suited 5-4-3-2-A (or 3-2-A) is: R18
StraightSuits = Literal["not_all_equal", "all_different"]  # what suits a three-card straight may have: R79


class FiveCard(IntEnum):
    """Classes of five-card hands, lowest first (thb and uth 3.11, lir 3.21, mbs-3cp 4.4.1, rws-3cp 3.17)."""

    FIVE_ODD_CARDS = 0
    ONE_PAIR = 1
    TWO_PAIRS = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9

    def __init__(self, _: int) -> None:
        self.words = self.name.lower().replace("_", " ")


class ThreeCard(IntEnum):
    """Classes of three-card hands, lowest first (mbs-3cp 3.14, rws-3cp 3.1.2): a straight is above a flush."""

    THREE_ODD_CARDS = 0
    ONE_PAIR = 1
    FLUSH = 2
    STRAIGHT = 3
    THREE_OF_A_KIND = 4
    STRAIGHT_FLUSH = 5

    def __init__(self, _: int) -> None:
        self.words = self.name.lower().replace("_", " ")


C = TypeVar("C", FiveCard, ThreeCard)


class Hand(NamedTuple, Generic[C]):
    """A ranked hand. Hands of one size compare with `<` and `==`: by class, then rank by rank (R62).

    `ranks` are those of the cards that count, in the order in which they are compared: what makes the class first, the
    rest from the top. The ace of a low straight stands there as 1, so that such a straight is the lowest by itself.
    """

    category: C
    ranks: tuple[Rank, ...]


def has_low_ace(hand: Hand[C]) -> bool:
    """Whether the hand is 5-4-3-2-A or 3-2-A as a run."""
    return hand.ranks[-1] == 1


def cards_that_count(hand: Hand[C], cards: Iterable[Card]) -> Cards:
    """The cards that make this hand, in the order of its ranks; of equal ones those that come first."""
    left = list(cards)
    if hand.category.words.endswith("flush"):
        left = _of_one_suit(left, len(hand.ranks))
    counting = []
    for wanted in hand.ranks:
        place = (ACE if wanted == 1 else wanted) - 2  # a card is four times this, and its suit
        for card in left:
            if card // 4 == place:
                left.remove(card)
                counting.append(card)
                break
    return tuple(counting)


def _of_one_suit(cards: list[Card], at_least: int) -> list[Card]:
    for sign in range(4):
        suited = [card for card in cards if suit(card) == sign]
        if len(suited) >= at_least:
            return suited
    raise ValueError("no suit has enough cards")


def describe(hand: Hand[C]) -> str:
    """The hand in a dealer's words: "full house, queens over twos", "straight, 9 high"."""
    words = hand.category.words
    first, second = hand.ranks[0], hand.ranks[-1]
    match hand.category.name:
        case "ROYAL_FLUSH":
            return words
        case "FULL_HOUSE":
            return f"{words}, {PLURALS[first]} over {PLURALS[second]}"
        case "TWO_PAIRS":
            return f"{words}, {PLURALS[first]} and {PLURALS[hand.ranks[2]]}, {RANK_WORDS[second]} kicker"
        case "FOUR_OF_A_KIND" | "THREE_OF_A_KIND" | "ONE_PAIR":
            return f"{words}, {PLURALS[first]}" + _kickers(hand)
        case "STRAIGHT" | "STRAIGHT_FLUSH":
            return f"{words}, {RANK_WORDS[first]} high"
        case _:
            return f"{words}, {' '.join(RANK_WORDS[each] for each in hand.ranks)}"


def _kickers(hand: Hand[C]) -> str:
    kickers = [RANK_WORDS[each] for each in hand.ranks if each != hand.ranks[0]]
    return f", {' '.join(kickers)} kicker" + ("s" if len(kickers) > 1 else "") if kickers else ""


def said(hand: Hand[C]) -> str:
    """The hand as a dealer calls it, without the cards beside it: "pair of nines", "ace high"."""
    words = hand.category.words
    first = hand.ranks[0]
    match hand.category.name:
        case "ROYAL_FLUSH":
            return words
        case "FULL_HOUSE":
            return f"{words}, {PLURALS[first]} over {PLURALS[hand.ranks[-1]]}"
        case "TWO_PAIRS":
            return f"{words}, {PLURALS[first]} and {PLURALS[hand.ranks[2]]}"
        case "ONE_PAIR":
            return f"pair of {PLURALS[first]}"
        case "FOUR_OF_A_KIND" | "THREE_OF_A_KIND":
            return f"{words}, {PLURALS[first]}"
        case "FIVE_ODD_CARDS" | "THREE_ODD_CARDS":
            return f"{SINGULARS[first]} high"
        case _:
            return f"{words}, {SINGULARS[first]} high"
