"""`pitlink deal`: bots play some rounds, and all that happens is written as a log."""

import random
import sys
import time
from pathlib import Path

from pitlink.bots.players import TEMPERAMENTS, Bot, mind_of
from pitlink.bots.tables import RunningTable, play_rounds
from pitlink.games import GAMES
from pitlink.pit import log

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gwen")

BEGINS = b'{"pitlink_log":'  # as every log does


def deal_log(game: str, seats: int, rounds: int, seed: int | None, out: Path, trouble: float = 0.0) -> int:
    if game not in GAMES:
        return _refuse(f"no game {game!r}; one of {', '.join(GAMES)}")
    most = GAMES[game].LAYOUT.positions
    if not 1 <= seats <= most:
        return _refuse(f"{seats} seats at a table of {game}; 1 to {most}")
    if rounds < 1:
        return _refuse(f"{rounds} rounds; 1 or more")
    if not 0 <= trouble <= 1:
        return _refuse(f"trouble {trouble:g}; a share of the rounds, 0 to 1")
    if holds_something_else(out):
        return _refuse(f"{out} is no log; a file that is not there yet, or an older log")
    dice = random.SystemRandom() if seed is None else random.Random(seed)
    running = RunningTable(game, dice)
    minds = {}
    for position, name in enumerate(NAMES[:seats], start=1):
        bot = Bot(name, TEMPERAMENTS[(position - 1) % len(TEMPERAMENTS)])
        running.seat(name, position)
        minds[name] = mind_of(bot, dice)
    started = told = time.monotonic()
    number = 0
    for number in play_rounds(running, minds, rounds, trouble):
        if sys.stderr.isatty() and time.monotonic() - told > 0.5:
            told = time.monotonic()
            pace = number / (told - started)
            print(f"\r{number:,} of {rounds:,} rounds, {pace:,.0f} a second", end="", file=sys.stderr, flush=True)
    if told != started:
        print(f"\r{rounds:,} rounds{' ' * 30}", file=sys.stderr)
    lines = log.write(running.history)
    if out == Path("-"):
        sys.stdout.buffer.writelines(lines)
        sys.stdout.buffer.flush()
    else:
        with out.open("wb") as sink:
            sink.writelines(lines)
    if number < rounds:
        print(f"pitlink deal: stopped after round {number} of {rounds}, nobody bets", file=sys.stderr)
        return 1
    return 0


def holds_something_else(out: Path) -> bool:
    """A log is written over an older one, and over nothing else: books and keys are files too."""
    if not out.is_file():
        return False
    with out.open("rb") as file:
        return file.read(len(BEGINS)) not in (b"", BEGINS)


def _refuse(words: str) -> int:
    print(f"pitlink deal: {words}", file=sys.stderr)
    return 2
