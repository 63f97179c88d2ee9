"""Rounds to settle: every one another deal, with stakes as they lie at a table."""

import random
from collections.abc import Iterator

import msgspec

from pitlink.cli.demo import deal

CHIPS = [f"{dollars}.00" for dollars in (10, 15, 20, 25, 30, 40, 50, 60, 75, 100, 125, 150, 200, 250, 300, 500)]


def deal_many(game: str, rounds: int, seed: int = 7) -> Iterator[bytes]:
    """Round files, one a line; Blind and the three wagers of Let It Ride stay equal, the progressive its unit."""
    dice = random.Random(seed)
    for _ in range(rounds):
        raw = deal(game, dice)
        for seat in raw["seats"]:
            entry = dice.choice(CHIPS)
            seat["wagers"] = {
                wager: stake if wager == "progressive" else dice.choice(CHIPS) if wager in SIDE_BETS else entry
                for wager, stake in seat["wagers"].items()
            }
        yield msgspec.json.encode(raw) + b"\n"


SIDE_BETS = ("bonus", "pair_plus", "trips")
