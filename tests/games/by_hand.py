"""Cards, hands and shares worked out by hand for the oracles: from the printed text, with nothing of the games."""

from decimal import ROUND_DOWN, Decimal
from itertools import combinations

from hypothesis import strategies as st

RANKS = "23456789TJQKA"
DECK = [rank + suit for rank in RANKS for suit in "shdc"]
SUITED = [card for card in DECK if card[1] == "h" or card[0] == "A"]
HIGH = [card for card in DECK if card[0] in "AKQJT"]  # from short decks great hands and ties come often
MOSTLY = st.sampled_from([True] * 5 + [False])

ORDER = ["odd", "2", "22", "3", "S", "F", "FH", "4", "SF", "RF"]  # mbs-thb and mbs-uth 3.11
SHAPES = {"11111": "odd", "22111": "2", "22221": "22", "33311": "3", "33322": "FH", "44441": "4"}

Hand = tuple[int, list[int]]


def five_cards(cards: tuple[str, ...]) -> Hand:
    """3.11, 3.12, R62: the class by its place in ORDER, and the ranks in the order in which they count."""
    ranks = sorted((RANKS.index(card[0]) for card in cards), reverse=True)
    ranks = sorted(ranks, key=ranks.count, reverse=True)
    if ranks == [12, 3, 2, 1, 0]:  # 5-4-3-2-A, the ace as 1 (3.3.1.2)
        ranks = [3, 2, 1, 0, -1]
    name = SHAPES["".join(str(ranks.count(rank)) for rank in ranks)]
    run = ranks == list(range(ranks[0], ranks[0] - 5, -1))
    if len({card[1] for card in cards}) == 1:
        name = "F" if not run else "RF" if ranks[0] == 12 else "SF"
    elif run:
        name = "S"
    return ORDER.index(name), ranks


def best(cards: list[str]) -> Hand:
    return max(five_cards(five) for five in combinations(cards, 5))


def shared_out(meter: Decimal, hands: dict[int, str]) -> tuple[dict[int, Decimal], Decimal]:
    """mbs-thb and mbs-uth 3.15, mbs-lir by R7; R3 to R5: what each position wins of the meter, and the meter after."""
    flushes = [position for position, name in hands.items() if name == "SF"]
    left = meter
    for _ in flushes:
        left -= (left / 10).quantize(Decimal("0.01"), ROUND_DOWN)
    share = ((meter - left) / max(1, len(flushes))).quantize(Decimal("0.01"), ROUND_DOWN)
    awards, left = dict.fromkeys(flushes, share), meter - share * len(flushes)
    for position in (position for position, name in hands.items() if name == "RF"):
        awards[position], left = left, Decimal(500)
    return awards, left
