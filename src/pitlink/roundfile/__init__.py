"""The public round format, version 1 (docs/round-file.md): one completed round in, what every wager is paid out."""

from pitlink.games import GAMES
from pitlink.games.round import Settlement
from pitlink.roundfile.reading import RoundRefused, read_round
from pitlink.roundfile.writing import RefusalOut, SettlementOut, refusal_out, round_out, settlement_out

__all__ = [
    "RefusalOut",
    "RoundRefused",
    "SettlementOut",
    "read_round",
    "refusal_out",
    "round_out",
    "settle",
    "settlement_out",
]


def settle(data: bytes) -> Settlement:
    """Read one round and settle it."""
    round = read_round(data)
    return GAMES[round.game].settle(round)
