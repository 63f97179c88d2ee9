"""Tables of deals, and the record of which clause each of them proves.

Rounds go in and come out as the public format has them. A clause counts as proved when a line, a reason or a refusal
that cites it was compared with what the rulebook demands; `prove` notes that after the comparison, never before.
"""

import json
import os
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

import msgspec
from hypothesis import currently_in_test_context

from pitlink import roundfile
from pitlink.explain import explain

PROOFS: dict[str, set[str]] = {}
GIVEN: set[str] = set()  # clauses that the round last settled named itself: to hear them back proves nothing

Json = dict[str, Any]

HANDED_BACK = ("ante", "blind", "play", "trips", "flop", "turn", "river", "bonus", "pair_plus", "$")  # "to 1" odds


def prove(document: str, *clauses: str) -> None:
    """Note that the running test has just compared something that cites these clauses ("3.10.2", "R57").

    A property over random deals notes nothing: what it comes upon is chance, and the record is the same each run.
    """
    if currently_in_test_context():
        return
    test = os.environ["PYTEST_CURRENT_TEST"].split(" ")[0].split("[")[0]
    for clause in clauses:
        PROOFS.setdefault(f"{document} {clause}", set()).add(test)


def rows(text: str) -> list[dict[str, str]]:
    """An aligned table: columns between bars, the first line names them, empty lines and # lines are passed over."""
    lines = [line for line in text.strip().splitlines() if line.strip() and not line.strip().startswith("#")]
    header, *body = ([cell.strip() for cell in line.split("|")] for line in lines)
    assert all(len(cells) == len(header) for cells in body), "a row has more or fewer cells than the header"
    return [dict(zip(header, cells, strict=True)) for cells in body]


def row_id(row: Mapping[str, str]) -> str:
    return " | ".join(cell for cell in row.values() if cell)


def settle(round: Json) -> Json:
    """Settle through the public format, bytes in and bytes out."""
    settlement = roundfile.settle(json.dumps(round).encode())
    GIVEN.clear()
    GIVEN.update(seat["clause"] for seat in round["seats"] if "clause" in seat)
    out: Json = json.loads(msgspec.json.encode(roundfile.settlement_out(settlement)))
    return out


def refusal(round: Json) -> Json:
    """The error object of a round that must be refused."""
    try:
        settled = roundfile.settle(json.dumps(round).encode())
    except roundfile.RoundRefused as refused:
        error: Json = json.loads(msgspec.json.encode(roundfile.refusal_out(refused.fault)))["error"]
        return error
    raise AssertionError(f"settled, where a refusal was due: {settled}")


def check_refusal(document: str, round: Json, field: str, clause: str | None) -> Json:
    """The round is refused at this field, by this clause; the clause then counts as proved.

    Not so the reading of a switch that is refused: that says nothing about what the reading does.
    """
    error = refusal(round)
    assert (error["field"], error["clause"]) == (field, clause), error
    assert error["expected"]
    if clause is not None and not field.startswith("interpretations"):
        prove(document, clause)
    return error


def reasons(round: Json) -> list[list[tuple[str, tuple[str, ...]]]]:
    """For every seat what `settle --explain` rests on: (words, clauses)."""
    explanation = explain(roundfile.read_round(json.dumps(round).encode()))
    return [[(why.words, why.rules) for why in whys] for whys in explanation.reasons]


def check_reason(document: str, round: Json, seat: int, words: str, *clauses: str) -> None:
    """One of the seat's reasons says exactly these words and cites exactly these clauses."""
    told = reasons(round)[seat]
    assert (words, clauses) in told, told
    prove(document, *clauses)


def cell_of(line: Json) -> str:
    """A line as a cell of a table: +n a win of n, -n a loss, = a push, < returned; n is what the player is better off.

    A win that leaves the player no better off is written w and the sign: "w-5" is an award of nothing for a stake of 5.
    An excess handed back beside the line follows in brackets: "-10(5)".
    """
    net = Decimal(line["pays"]) + Decimal(line["returned"]) - Decimal(line["stake"])
    amount = format(abs(net).normalize(), "f")
    excess = f"({format(Decimal(line['excess']).normalize(), 'f')})" if "excess" in line else ""
    match line["outcome"]:
        case "win":
            return (f"+{amount}" if net > 0 else f"w-{amount}") + excess
        case "lose":
            return f"-{amount}{excess}"
        case "push":
            return f"={excess}"
        case _:
            return f"<{excess}"


def check_seat(document: str, seat: Json, expected: Mapping[str, str], proves: str = "") -> None:
    """Compare the lines of one settled seat with the cells of a row.

    A cell is as `cell_of` writes it, with "@3.10.3" after it where the row also says which clause decides; an empty
    cell means that there is no such line. Wagers without a column must have no line either. Every clause in `proves`
    must be cited, as `rule` or in `also`, by one of the lines; it then counts as proved.
    """
    wagers: Mapping[str, Json] = seat["wagers"]
    told = {wager: f"{cell_of(line)}@{line['rule']}" for wager, line in wagers.items()}
    wanted = {wager: cell for wager, cell in expected.items() if cell}
    assert set(told) == set(wanted), f"lines {told}, expected {wanted}"
    for wager, cell in wanted.items():
        assert told[wager] == (cell if "@" in cell else f"{cell}@{wagers[wager]['rule']}"), f"{wager}: lines {told}"
    for wager, line in wagers.items():
        if line["outcome"] == "win" and wager in HANDED_BACK:
            assert line["returned"] == line["stake"], f"{wager}: a win hands the stake back"
    cited = {clause for line in wagers.values() for clause in (line["rule"], *line.get("also", ()))}
    clauses = proves.split()
    assert set(clauses) <= cited, f"the row says it proves {clauses}, but its lines cite {sorted(cited)}"
    prove(document, *(clause for clause in clauses if clause not in GIVEN))


def cards(text: str) -> list[str]:
    return text.split()


def decisions(text: str) -> list[str]:
    """ "check, check, play 1x" as a list; empty text is no decision."""
    return [word.strip() for word in text.split(",")] if text else []


def only(items: Sequence[Json]) -> Json:
    (item,) = items
    return item
