"""Every clause that must be held is held, by code and by a test of the run just finished."""

import json

import pytest

from audit.record import COMMITTED, COVERED, LAST_RUN, covered_now, read
from pitlink.rulebook.catalogue import DOCUMENTS, document, find
from pitlink.rulebook.citing import ENFORCED
from pitlink.rulebook.coverage import coverage

# Of these kinds every clause that acts is held, whoever brings it about: all kinds that there are.
HELD = (
    *("definition", "equipment", "betting", "dealing", "decision", "ranking", "settlement", "jackpot", "authority"),
    "irregularity",
)


def test_no_clause_that_was_covered_has_been_lost() -> None:
    before = set(json.loads(COVERED.read_text(encoding="utf-8")))
    assert before - covered_now() == set(), "these were covered by code and tests and no longer are"


def test_the_committed_record_is_that_of_this_run() -> None:
    """Fails when something is newly proved, or by another test: ./x proofs records it."""
    assert read(LAST_RUN) == read(COMMITTED)


def test_what_is_proved_exists() -> None:
    for citation in read(LAST_RUN):
        name, _, clause = citation.partition(" ")
        assert name in DOCUMENTS
        assert find(name, clause), citation


@pytest.mark.parametrize("name", DOCUMENTS)
@pytest.mark.parametrize("kind", HELD)
def test_every_clause_that_acts_is_held_by_code_and_tests(name: str, kind: str) -> None:
    proved = read(LAST_RUN)
    marked = {(each.document, each.clause) for each in ENFORCED}
    missing = []
    for clause in document(name).clauses.values():
        citation = f"{name} {clause.id}"
        if clause.kind != kind or clause.acts == "text":
            continue
        if (name, clause.id) not in marked:
            missing.append(f"{citation}: no code is marked with it")
        elif citation not in proved:
            missing.append(f"{citation}: no test compared anything that cites it")
    assert missing == []


def test_every_clause_is_proved_or_only_defines() -> None:
    """All 509 are accounted for: what acts is proved, what does not can be read as help (`pitlink rules`)."""
    every = coverage()
    assert len(every) == 509
    assert {kind for each in every for kind in (each.clause.kind,)} == set(HELD)
    left = [f"{each.document} {each.clause.id}" for each in every if each.standing not in ("proved", "defines")]
    assert left == []
    assert all(each.clause.summary for each in every)
