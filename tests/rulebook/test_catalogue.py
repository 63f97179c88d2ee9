"""The catalogue is whole, the code cites only what exists, and its pay tables are those of the catalogue."""

import ast
import inspect
import re
from types import ModuleType

import pytest

from pitlink.games import GAMES, mbs_3cp, mbs_lir, mbs_thb, mbs_uth, rws_3cp
from pitlink.games.paytables import PAY_TABLES
from pitlink.money import Fixed, For, Pays, Percent, To
from pitlink.rulebook import catalogue
from pitlink.rulebook.catalogue import DOCUMENTS
from pitlink.rulebook.citing import ENFORCED
from pitlink.rulebook.switches import CONCERNING, DEFAULT, READING_OF, VALUES

MODULES = {"mbs-thb": mbs_thb, "mbs-3cp": mbs_3cp, "mbs-uth": mbs_uth, "mbs-lir": mbs_lir, "rws-3cp": rws_3cp}
CLAUSE = re.compile(r"\d+(\.\d+)+(\.[a-z])?|R\d+")


def test_there_are_509_clauses_and_117_readings() -> None:
    assert {name: len(catalogue.document(name).clauses) for name in DOCUMENTS} == {
        "mbs-thb": 102,
        "mbs-3cp": 109,
        "mbs-uth": 121,
        "mbs-lir": 59,
        "rws-3cp": 118,
    }
    assert list(catalogue.readings()) == [f"R{number}" for number in range(1, 118)]


def test_every_cross_reference_leads_somewhere() -> None:
    for name in DOCUMENTS:
        for clause in catalogue.document(name).clauses.values():
            for other in clause.see:
                assert catalogue.find(name, other), f"{name} {clause.id} sees {other}"
    for reading in catalogue.readings().values():
        for citation in (*reading.clauses, *reading.compare):
            assert catalogue.find("", citation), f"{reading.id} cites {citation}"


@pytest.mark.parametrize(
    "citation", ["3.99", "R118", "R0", "mbs-xyz 3.1", "mbs-thb 3.99", "", " ", "3.10.2.", "mbs-uth"]
)
def test_what_is_not_there_is_not_cited(citation: str) -> None:
    assert not catalogue.find("mbs-uth", citation)


def test_every_clause_that_code_is_marked_with_exists() -> None:
    for each in ENFORCED:
        assert catalogue.find(each.document, each.clause), each


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_clause_written_in_a_game_exists(name: str) -> None:
    """Whatever looks like a clause in the file's strings, not only in its marks."""
    source = ast.parse(inspect.getsource(MODULES[name]))
    written = {
        node.value
        for node in ast.walk(source)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and CLAUSE.fullmatch(node.value)
    }
    assert written
    assert {clause for clause in written if not catalogue.find(name, clause)} == set()


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_function_is_marked_with_every_clause_of_its_lines(name: str) -> None:
    """A settlement function's own clauses stand in its mark, so that `pitlink rules` finds the code."""
    marked = {(each.name, each.clause) for each in ENFORCED if each.document == name}
    missing = [
        (function.name, clause)
        for function in _marked_functions(MODULES[name])
        for clause in _clauses_in(function)
        if (function.name, clause) not in marked and not clause.startswith("R")
    ]
    assert missing == []


def _marked_functions(module: ModuleType) -> list[ast.FunctionDef]:
    functions = [node for node in ast.walk(ast.parse(inspect.getsource(module))) if isinstance(node, ast.FunctionDef)]
    return [function for function in functions if function.decorator_list]


def _clauses_in(function: ast.FunctionDef) -> set[str]:
    return {
        node.value
        for statement in function.body
        for node in ast.walk(statement)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and CLAUSE.fullmatch(node.value)
    }


def test_pay_tables_are_those_of_the_catalogue() -> None:
    in_code = {
        (table.document, table.name): [(hand, _as_catalogued(pays)) for hand, pays in table.lines()]
        for table in PAY_TABLES
    }
    in_catalogue = {
        (name, table): [(_as_in_code(line.hand), line.pays) for line in lines]
        for name in DOCUMENTS
        for table, lines in catalogue.document(name).paytables.items()
    }
    assert in_code == in_catalogue


def _as_in_code(hand: str) -> str:
    """The catalogue writes some classes with capitals; ranks such as A-K keep theirs."""
    return hand if re.match(r"[AKQ]-", hand) else hand.lower()


def _as_catalogued(pays: Pays | None) -> str:
    match pays:
        case To(odds, per):
            return f"{odds}:{per}"
        case For(odds, per):
            return f"{odds} for {per}"
        case Fixed() | Percent():
            return str(pays)
        case None:
            return "push"


def test_switches_are_the_readings_that_say_so() -> None:
    """Names, values, defaults and games of the code's switches against the readings."""
    switches = {reading.switch: reading for reading in catalogue.readings().values() if reading.settlement}
    assert set(switches) == set(VALUES) == set(READING_OF)
    for name, reading in switches.items():
        assert READING_OF[name] == reading.id
        assert VALUES[name] == reading.values
        assert getattr(DEFAULT, name) == reading.chosen
        assert {game for game in GAMES if name in CONCERNING[game]} == set(reading.games)


def test_positions_are_those_of_the_largest_layout() -> None:
    for name, game in GAMES.items():
        positions = catalogue.document(name).positions
        largest = max((high for _, high in positions.values()), default=7)  # R103: seven where none is printed
        assert game.LAYOUT.positions == largest
