"""Why a round cannot be right, as a value: the place, what was found there, what was expected, and the clause."""

from typing import Any

from msgspec import Struct


class Fault(Struct, frozen=True):
    """`field` is a path from the round, or from the seat where a game found it. `clause` is None where none speaks."""

    field: str
    found: Any
    expected: str
    clause: str | None
