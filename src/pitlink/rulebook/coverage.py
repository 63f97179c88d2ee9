"""Which code and which tests hold each clause: computed, never written by hand.

The code is what `@rule` marks. The tests are those that compared a line, a reason or a refusal citing the clause in the
last full run; that run's record lies beside this file as proofs.json, and the audit fails when it no longer holds.
"""

import json
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Literal

from msgspec import Struct

from pitlink.rulebook.catalogue import DOCUMENTS, Clause, document
from pitlink.rulebook.citing import ENFORCED

Standing = Literal["proved", "person", "defines", "open"]

_WITHOUT_CODE: Mapping[str, Standing] = {"ruling": "person", "text": "defines"}


class Coverage(Struct, frozen=True):
    """Where one clause stands."""

    document: str
    clause: Clause
    code: tuple[str, ...]
    tests: tuple[str, ...]

    @property
    def standing(self) -> Standing:
        """Proved by code and tests; else decided by a person, or only a definition, or open."""
        if self.code and self.tests:
            return "proved"
        return _WITHOUT_CODE.get(self.clause.acts, "open")

    @property
    def missing(self) -> str:
        """What an open clause lacks, in words."""
        if not self.code and not self.tests:
            return "neither code nor tests"
        return "no code" if not self.code else "no tests"


@cache
def proofs() -> Mapping[str, tuple[str, ...]]:
    """The tests that prove each clause, by "mbs-uth 3.10.2"."""
    raw = json.loads(files("pitlink.rulebook").joinpath("proofs.json").read_text(encoding="utf-8"))
    return {clause: tuple(tests) for clause, tests in raw.items()}


def coverage_of(name: str, clause: str) -> Coverage:
    code = dict.fromkeys(each.place for each in ENFORCED if (each.document, each.clause) == (name, clause))
    return Coverage(name, document(name).clauses[clause], tuple(code), proofs().get(f"{name} {clause}", ()))


def coverage(names: Iterable[str] = DOCUMENTS) -> list[Coverage]:
    """Every clause of these documents. The code counts only once its modules are imported."""
    return [coverage_of(name, clause) for name in names for clause in document(name).clauses]
