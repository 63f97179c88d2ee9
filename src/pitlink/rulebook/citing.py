"""`@rule("3.10.2")` ties a clause to the code that enforces it.

The mark costs nothing when the function is called and loads no catalogue; the audit checks that every clause so named
exists. A function may name several clauses, and a clause may have several functions.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from msgspec import Struct

F = TypeVar("F", bound=Callable[..., Any])


class Enforcement(Struct, frozen=True):
    """One place in the code that holds a clause."""

    document: str
    clause: str
    module: str
    name: str

    @property
    def place(self) -> str:
        return f"{self.module}.{self.name}"


ENFORCED: list[Enforcement] = []


def citing(document: str) -> Callable[..., Callable[[F], F]]:
    """The `rule` decorator of one rulebook."""

    def rule(*clauses: str) -> Callable[[F], F]:
        def mark(function: F) -> F:
            for clause in clauses:
                enforce(document, clause, function.__module__, function.__qualname__)
            return function

        return mark

    return rule


def enforce(document: str, clause: str, module: str, name: str) -> None:
    """Note that what is called `name` in `module` holds the clause; for tables, which are no functions."""
    ENFORCED.append(Enforcement(document, clause, module, name))
