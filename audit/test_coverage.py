"""Every clause that must be held is held, by code and by a test of the run just finished."""

import json

import pytest

from audit.record import COMMITTED, COVERED, LAST_RUN, covered_now, read
from pitlink.rulebook.catalogue import DOCUMENTS, document, find
from pitlink.rulebook.citing import ENFORCED
from pitlink.rulebook.coverage import coverage

# What a round file cannot show: it needs several tables, a link or the order of things at a live table.
NEEDS_A_TABLE_OR_A_LINK = {
    "mbs-thb 3.14",
    "mbs-3cp 3.17",
    "mbs-uth 3.14",
    "mbs-lir 3.17",
    "rws-3cp 5.20",
    "rws-3cp 5.21",
}


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
@pytest.mark.parametrize("kind", ["ranking", "settlement", "jackpot"])
def test_every_clause_that_settles_is_held_by_code_and_tests(name: str, kind: str) -> None:
    proved = read(LAST_RUN)
    marked = {(each.document, each.clause) for each in ENFORCED}
    for clause in document(name).clauses.values():
        citation = f"{name} {clause.id}"
        if clause.kind != kind or clause.acts != "engine" or citation in NEEDS_A_TABLE_OR_A_LINK:
            continue
        assert (name, clause.id) in marked, f"{citation}: no code is marked with it"
        assert citation in proved, f"{citation}: no test compared anything that cites it"


def test_what_needs_a_table_is_listed_as_open() -> None:
    standing = {f"{each.document} {each.clause.id}": each.standing for each in coverage()}
    assert {citation: standing[citation] for citation in NEEDS_A_TABLE_OR_A_LINK} == dict.fromkeys(
        NEEDS_A_TABLE_OR_A_LINK, "open"
    )
