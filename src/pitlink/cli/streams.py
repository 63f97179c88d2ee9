"""Standard streams as a shell may hand them over: closed, full, a pipe nobody reads, or unable to write ♠."""

import codecs
import os
import signal
import sys
from typing import TextIO

IO_FAILED = 74  # as sysexits.h has it

_PLAIN = dict(zip("♠♥♦♣·─–−×▮“”", "shdc----x#''", strict=True)) | {"…": "...", "→": "->", "√": "sqrt"}


def ready_streams() -> None:
    """End quietly when the reader of a pipe goes away, and write what the terminal's encoding has no sign for."""
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    codecs.register_error("pitlink", _plainly)
    if sys.stderr is None:
        sys.stderr = _nowhere()
    if sys.stdout is None:
        print("pitlink: standard output is closed", file=sys.stderr)
        sys.exit(IO_FAILED)
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="pitlink")


def outlive_readers() -> None:
    """For a command that writes to many: that one of them goes away is an error to be handled, not the end."""
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_IGN)


def report_failure(error: OSError) -> int:
    """Say that writing or reading failed; what could not be written is given up, so that Python's end is quiet."""
    where = f"{error.filename}: " if error.filename is not None else ""
    print(f"pitlink: {where}{error.strerror or error}", file=sys.stderr)
    sys.stdout = _nowhere()
    return IO_FAILED


def _nowhere() -> TextIO:
    return open(os.devnull, "w", encoding="utf-8")


def _plainly(error: UnicodeError) -> tuple[str, int]:
    """Suits as letters, the few other signs by their nearest, anything else as a question mark."""
    assert isinstance(error, UnicodeEncodeError)
    return "".join(_PLAIN.get(sign, "?") for sign in error.object[error.start : error.end]), error.end
