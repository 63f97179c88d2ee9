"""`pitlink settle --lines` on three-seat rounds, against PokerKit playing one heads-up hold'em hand to its end."""

import io
import random

import msgspec
from pokerkit import Automation, NoLimitTexasHoldem

from benchmarks.measure import Measured, seconds_each
from pitlink.cli.demo import deal
from pitlink.cli.settle import answer_lines
from pitlink.games import GAMES

ROUNDS = 2_000


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


def run() -> list[Measured]:
    pokerkit = seconds_each(play_heads_up, times=100)
    measured = []
    for game in GAMES:
        dice = random.Random(7)
        lines = b"".join(msgspec.json.encode(deal(game, dice)) + b"\n" for _ in range(ROUNDS))
        sink = io.BytesIO()

        def answer(lines: bytes = lines, sink: io.BytesIO = sink) -> None:
            sink.seek(0)
            answer_lines(io.BytesIO(lines), sink)

        ours = seconds_each(answer, times=1) / ROUNDS
        ratio = pokerkit / ours
        found = f"{ratio:.0f} times ({ours * 1e6:.0f} µs against {pokerkit * 1e3:.2f} ms)"
        what = f"settle --lines, {game}, three seats, against PokerKit heads-up"
        measured.append(Measured(what, "30 times", found, ratio >= 30))
    return measured
