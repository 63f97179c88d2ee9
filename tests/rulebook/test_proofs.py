"""The record of what is proved is the same in every run."""

from hypothesis import given
from hypothesis import strategies as st

from tests.proving import PROOFS, prove


@given(st.just("3.10.2"))
def test_what_a_random_deal_comes_upon_is_not_on_the_record(clause: str) -> None:
    before = {each: set(tests) for each, tests in PROOFS.items()}
    prove("mbs-uth", clause)
    assert before == PROOFS
