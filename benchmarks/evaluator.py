"""The quick seven-card evaluator against treys, both in plain Python, on the same hands."""

import random

import treys

from benchmarks.measure import Measured, seconds_each
from pitlink.cards import DECK, name
from pitlink.hands import rank_seven

HANDS = 20_000


def run() -> list[Measured]:
    dice = random.Random(7)
    ours = [tuple(dice.sample(DECK, 7)) for _ in range(HANDS)]
    theirs = [[treys.Card.new(name(card)) for card in hand] for hand in ours]
    evaluator = treys.Evaluator()
    split = [(hand[:2], hand[2:]) for hand in theirs]

    def rank_ours() -> None:
        for hand in ours:
            rank_seven(hand)

    def rank_theirs() -> None:
        for hole, board in split:
            evaluator.evaluate(hole, board)

    slow, quick = (seconds / HANDS for seconds in seconds_each(rank_theirs, rank_ours))
    ratio = slow / quick
    found = f"{ratio:.0f} times ({quick * 1e6:.2f} µs against {slow * 1e6:.1f} µs)"
    return [Measured("best five of seven against treys", "15 times", found, ratio >= 15)]
