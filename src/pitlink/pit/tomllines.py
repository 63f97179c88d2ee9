"""In which line of a TOML file a key stands. The reader of the standard library does not say."""

import re
from collections.abc import Mapping

Path = tuple[str | int, ...]

_HEADER = re.compile(r"\s*(\[\[?)([^\[\]]+)\]\]?\s*(#.*)?$")
_KEY = re.compile(r"\s*((?:[\w-]+|\"[^\"]*\"|'[^']*')(?:\s*\.\s*(?:[\w-]+|\"[^\"]*\"|'[^']*'))*)\s*=")
_PART = re.compile(r"[\w-]+|\"[^\"]*\"|'[^']*'")


def lines_of(text: str) -> dict[Path, int]:
    """Every header and key at the start of a line; elements of [[arrays]] are counted from 0.

    What stands inside an inline table, or on further lines of a value, has the line of its key (see `line_of`).
    """
    lines: dict[Path, int] = {}
    counts: dict[Path, int] = {}
    here: Path = ()
    for number, line in enumerate(text.splitlines(), start=1):
        if header := _HEADER.match(line):
            here = _within(_parts(header[2]), counts)
            if header[1] == "[[":
                nth = counts.get(here, -1) + 1
                counts[here] = nth
                lines.setdefault(here, number)
                here = (*here, nth)
            lines.setdefault(here, number)
        elif key := _KEY.match(line):
            parts = _parts(key[1])
            for least in range(1, len(parts) + 1):
                lines.setdefault((*here, *parts[:least]), number)
    return lines


def _parts(dotted: str) -> tuple[str, ...]:
    return tuple(part.strip("\"'") for part in _PART.findall(dotted))


def _within(parts: tuple[str, ...], counts: Mapping[Path, int]) -> Path:
    """[table.limits] belongs to the last [[table]]."""
    path: Path = ()
    for nth, part in enumerate(parts):
        path = (*path, part)
        if path in counts and nth < len(parts) - 1:
            path = (*path, counts[path])
    return path


def line_of(lines: Mapping[Path, int], *path: str | int) -> int:
    """The line of a key, or of what it stands in."""
    while path and path not in lines:
        path = path[:-1]
    return lines.get(path, 1)
