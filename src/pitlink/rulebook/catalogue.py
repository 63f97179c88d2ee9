"""The 509 numbered clauses and the readings, loaded once from the files beside this one."""

import tomllib
from collections.abc import Mapping
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

DOCUMENTS: Final = ("mbs-thb", "mbs-3cp", "mbs-uth", "mbs-lir", "rws-3cp")

Kind = Literal[
    "definition",
    "equipment",
    "betting",
    "dealing",
    "decision",
    "ranking",
    "settlement",
    "jackpot",
    "irregularity",
    "authority",
]
Acts = Literal["engine", "ruling", "display", "text"]


class Clause(Struct, frozen=True, forbid_unknown_fields=True):
    """One numbered clause in our words. `acts` says who brings it about: the software, a person, the screen, nobody."""

    id: str
    kind: Kind
    acts: Acts
    summary: str
    role: str | None = None
    see: tuple[str, ...] = ()
    note: str | None = None


class TableLine(Struct, frozen=True, forbid_unknown_fields=True):
    hand: str
    pays: str


class Document(Struct, frozen=True):
    """One rulebook: which edition it is, its clauses in the order printed, its pay tables by our names for them."""

    id: str
    title: str
    operator: str
    edition: str
    effective: date
    positions: Mapping[str, tuple[int, int]]
    clauses: Mapping[str, Clause]
    paytables: Mapping[str, tuple[TableLine, ...]]


class Reading(Struct, frozen=True, forbid_unknown_fields=True):
    """How a point that the rulebooks leave open is read, and why. `settlement` marks the switches of a round file."""

    id: str
    section: str
    point: str
    clauses: tuple[str, ...]
    readings: str
    chosen: str | Mapping[str, str]
    because: str
    switch: str
    values: tuple[str, ...]
    settlement: bool
    games: tuple[str, ...] = ()
    compare: tuple[str, ...] = ()
    more: str = ""


@cache
def document(name: str) -> Document:
    raw = _load(f"clauses/{name}.toml")
    head = raw["document"]
    clauses = msgspec.convert(raw["clause"], list[Clause])
    return Document(
        id=head["id"],
        title=head["title"],
        operator=head["operator"],
        edition=head["edition"],
        effective=head["effective"],
        positions={layout: (low, high) for layout, (low, high) in head["positions"].items()},
        clauses={clause.id: clause for clause in clauses},
        paytables=msgspec.convert(raw["paytables"], dict[str, tuple[TableLine, ...]]),
    )


@cache
def readings() -> Mapping[str, Reading]:
    raw = _load("readings.toml")
    return {reading.id: reading for reading in msgspec.convert(raw["reading"], list[Reading])}


def readings_on(name: str, clause: str) -> tuple[Reading, ...]:
    """The readings that concern a clause, those that only compare it left out."""
    return tuple(reading for reading in readings().values() if f"{name} {clause}" in reading.clauses)


def find(name: str, citation: str) -> Clause | Reading | None:
    """What a document's rounds cite: its own clause, a reading, or "mbs-thb 5.7" of a sibling."""
    if citation in readings():
        return readings()[citation]
    sibling, _, clause = citation.rpartition(" ")
    source = sibling or name
    return document(source).clauses.get(clause) if source in DOCUMENTS else None


def chosen(reading: Reading, name: str) -> str:
    """The value a reading has in a document unless told otherwise."""
    value = reading.chosen
    return value if isinstance(value, str) else value[name.split("-", 1)[0]]


def _load(path: str) -> dict[str, Any]:
    return tomllib.loads(files("pitlink.rulebook").joinpath(path).read_text(encoding="utf-8"))
