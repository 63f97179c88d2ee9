"""`pitlink settle --lines` on three-seat rounds, against PokerKit playing one heads-up hold'em hand to its end."""

import io

from pokerkit import Automation, NoLimitTexasHoldem

from benchmarks.measure import Measured, seconds_each
from benchmarks.rounds import deal_many
from pitlink.cli.settle import answer_lines
from pitlink.games import GAMES

ROUNDS = 2_000
HANDS = 50


def play_heads_up() -> None:
    """A hand of no-limit hold'em with both players checking it down; PokerKit does all it can by itself."""
    state = NoLimitTexasHoldem.create_state(
        tuple(Automation),
        True,
        0,
        (1, 2),
        2,
        (200, 200),
        2,
    )
    while state.status:
        state.check_or_call()


def play_many() -> None:
    for _ in range(HANDS):
        play_heads_up()


def run() -> list[Measured]:
    measured = []
    for game in GAMES:
        lines = b"".join(deal_many(game, ROUNDS))

        def answer(lines: bytes = lines) -> None:
            answer_lines(io.BytesIO(lines), io.BytesIO())

        for_hands, for_rounds = seconds_each(play_many, answer)
        theirs, ours = for_hands / HANDS, for_rounds / ROUNDS
        found = f"{theirs / ours:.0f} times ({ours * 1e6:.0f} µs against {theirs * 1e3:.2f} ms)"
        what = f"settle --lines, {game}, three seats, against PokerKit heads-up"
        measured.append(Measured(what, "30 times", found, theirs / ours >= 30))
    return measured
