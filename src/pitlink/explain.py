"""A settled round with its reasons: what a person is told who asks why."""

from msgspec import Struct

from pitlink.games import GAMES
from pitlink.games.reasons import Why
from pitlink.games.round import Round, Settlement


class Explanation(Struct, frozen=True):
    """A round, what it came to, and for every seat what its lines rest on."""

    round: Round
    settlement: Settlement
    reasons: tuple[tuple[Why, ...], ...]


def explain(round: Round) -> Explanation:
    game = GAMES[round.game]
    settlement = game.settle(round)
    return Explanation(round, settlement, tuple(game.reasons(settled, round) for settled in settlement.seats))
