"""`pitlink settle`: one round pretty-printed, many line by line, or one explained."""

import gc
import sys
import time
from pathlib import Path
from typing import BinaryIO

import msgspec

from pitlink.games.refusals import Fault
from pitlink.roundfile import RoundRefused, read_round, refusal_out, settle, settlement_out

REFUSED = 2
SOME_REFUSED = 1
_STDIN = Path("-")


def settle_one(file: Path) -> int:
    try:
        settlement = settle(_read(file))
    except RoundRefused as refused:
        return _refuse(refused.fault)
    _print(msgspec.json.format(msgspec.json.encode(settlement_out(settlement)), indent=2))
    return 0


def explain_one(file: Path) -> int:
    from rich.console import Console

    from pitlink.cli.show import show_round
    from pitlink.explain import explain

    try:
        round = read_round(_read(file))
    except RoundRefused as refused:
        return _refuse(refused.fault)
    show_round(explain(round), Console(highlight=False), reasons=True)
    return 0


def settle_lines(file: Path) -> int:
    """Answer every line in its place: a settlement, or the refusal of that round. Nothing is kept between lines."""
    try:
        with _open(file) as source:
            return answer_lines(source, sys.stdout.buffer)
    except RoundRefused as refused:
        return _refuse(refused.fault)


def answer_lines(source: BinaryIO, sink: BinaryIO) -> int:
    gc.freeze()  # what is loaded by now stays; only what a round makes need ever be looked through
    status = 0
    encode = msgspec.json.Encoder().encode
    progress = _Progress()
    for line in source:
        try:
            answer = encode(settlement_out(settle(line)))
        except RoundRefused as refused:
            answer = encode(refusal_out(refused.fault))
            status = SOME_REFUSED
        sink.write(answer + b"\n")
        sink.flush()
        progress.count()
    progress.end()
    return status


class _Progress:
    """Says on a terminal how far a long run is while its answers go elsewhere."""

    def __init__(self) -> None:
        self.wanted = sys.stderr.isatty() and not sys.stdout.isatty()
        self.rounds = 0
        self.since = time.monotonic()

    def count(self) -> None:
        self.rounds += 1
        if self.wanted and self.rounds % 2_000 == 0:
            pace = self.rounds / (time.monotonic() - self.since)
            print(f"\r{self.rounds:,} rounds settled, {pace:,.0f} a second", end="", file=sys.stderr, flush=True)

    def end(self) -> None:
        if self.wanted and self.rounds >= 2_000:
            print(f"\r{self.rounds:,} rounds settled{' ' * 24}", file=sys.stderr)


def _read(file: Path) -> bytes:
    with _open(file) as source:
        return source.read()


def _open(file: Path) -> BinaryIO:
    """The file, or standard input; one that cannot be opened is refused like a round."""
    try:
        if file != _STDIN:
            return file.open("rb")
        if sys.stdin is not None:
            return sys.stdin.buffer
        why = "closed"
    except OSError as error:
        why = error.strerror or str(error)
    raise RoundRefused(Fault("$", f"{file}: {why}", "a file that can be read", None))


def _refuse(fault: Fault) -> int:
    print(msgspec.json.encode(refusal_out(fault)).decode(), file=sys.stderr)
    return REFUSED


def _print(text: bytes) -> None:
    sys.stdout.buffer.write(text + b"\n")
    sys.stdout.buffer.flush()
