"""Every refusal of tables and pit: its code, its clause, what it says, and that nothing has happened."""

import ast
import re
from pathlib import Path

import pytest

import pitlink
from pitlink import pit, table
from pitlink.games.round import JackpotSettlement
from pitlink.money import ZERO
from pitlink.refusals import Refused
from pitlink.rulebook.catalogue import document
from pitlink.table import commands as ask
from tests.driving import (
    DEALER,
    SUPERVISOR,
    Driver,
    money,
)
from tests.proving import prove
from tests.table.refused_before_the_deal import BEFORE_THE_DEAL
from tests.table.refused_by_links import BY_LINKS
from tests.table.refused_claims import CLAIMS
from tests.table.refused_from_the_deal_on import FROM_THE_DEAL_ON
from tests.table.refused_irregular import WHEN_IRREGULAR
from tests.table.refused_scenes import Case, dealt, royal

CASES = (*BEFORE_THE_DEAL, *FROM_THE_DEAL_ON, *CLAIMS, *BY_LINKS, *WHEN_IRREGULAR)


READING = re.compile(r"R[1-9][0-9]{0,2}")


def attempt(driver: Driver, case: Case) -> object:
    match case.via:
        case "pit":
            return pit.act(driver.floor, "T1", case.command)
        case "link":
            return pit.act_on_link(driver.floor, "L1", case.command)
        case "table":
            return table.decide(driver.floor.tables.get("T1", table.Table()), case.command)


def case_id(case: Case) -> str:
    return f"{case.code}-{type(case.command).__name__}"


@pytest.mark.parametrize("case", CASES, ids=case_id)
def test_a_refused_command_says_why_and_leaves_everything_as_it_was(case: Case) -> None:
    driver = case.scene()
    floor, books, events = repr(driver.floor), repr(driver.books), len(driver.history)
    refused = attempt(driver, case)
    assert isinstance(refused, Refused), refused
    assert (refused.code, refused.clause) == (case.code, case.clause), str(refused)
    assert case.found in refused.found
    assert case.expected in refused.expected
    cited = f" ({case.clause})" if case.clause else ""
    assert str(refused) == f"{refused.found}: expected {refused.expected}{cited}"
    assert (repr(driver.floor), repr(driver.books), len(driver.history)) == (floor, books, events)
    state = driver.floor.tables.get("T1")
    if case.clause is not None and state is not None and state.setup is not None:
        assert case.clause in document(state.rules.game).clauses or READING.fullmatch(case.clause), case.clause
        prove(state.rules.game, case.clause)


NO_COMMANDS = ("export.py",)  # gives rounds out, and carries no command out


def codes_in(folder: Path) -> dict[str, set[str]]:
    """Every code of a refusal that a source file can give, with the files that give it."""
    found: dict[str, set[str]] = {}
    for path in sorted(folder.glob("*.py")):
        if path.name in NO_COMMANDS:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.func.id != "Refused":
                continue
            code = node.args[0]
            assert isinstance(code, ast.Constant), f"{path.name}:{node.lineno}: a code that is not written out"
            found.setdefault(str(code.value), set()).add(path.name)
    return found


def test_every_code_in_the_source_has_a_case() -> None:
    source = Path(pitlink.__file__).parent
    codes = codes_in(source / "table") | codes_in(source / "pit")
    assert len(codes) > 90
    without = {code: files for code, files in codes.items() if code not in {case.code for case in CASES}}
    assert without == {}
    elsewhere = codes_in(source) | codes_in(source / "jackpot")  # what tables and links refuse alike
    gone = {case.code for case in CASES} - set(codes) - set(elsewhere)
    assert gone == set(), "cases of codes that no source gives any more"


def test_what_the_table_refuses_is_undone_at_the_link_too() -> None:
    """A royal flush beside a Flop wager of a wrong amount: the claim is entered first, and must not stay (R68)."""
    driver = dealt("mbs-thb", ann="As Ks", community="Qs Js Ts 2c 3d", dealer="2d 3h")()
    driver.ask(ask.RecordDecision(DEALER, 1, "flop", money(60)))
    driver.choose(1, "check", "check")
    driver.expose()
    driver.ask(ask.ShowHand(DEALER, 1))
    floor, books = repr(driver.floor), repr(driver.books)
    driver.refuse(ask.Settle(DEALER), "wrong_later_wager", "R68")
    assert (repr(driver.floor), repr(driver.books)) == (floor, books)
    assert driver.floor.links["L1"].open_claims == ()
    driver.ask(ask.CorrectWager(SUPERVISOR, "Ann", 1, "flop", money(50)))
    driver.ask(ask.Settle(DEALER))
    assert len(driver.floor.links["L1"].open_claims) == 1


def test_a_refusal_cites_no_clause_of_another_rulebook() -> None:
    driver = royal(settled=True)()
    refused = pit.act(driver.floor, "T1", ask.AmendAwards(SUPERVISOR, JackpotSettlement(ZERO, ZERO, (), ZERO)))
    assert isinstance(refused, Refused)
    assert refused.clause is None or refused.clause in document("mbs-lir").clauses or READING.fullmatch(refused.clause)
