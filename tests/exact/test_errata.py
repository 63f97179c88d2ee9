"""Published figures computed again: all agree to their last printed digit but those that are known not to."""

from fractions import Fraction

import pytest

from pitlink.exact.errata import Published, published

DIFFER = {
    ("mbs-lir", "element of risk"),
    ("mbs-thb", "standard deviation"),
    ("mbs-uth", "a flush on the Blind is paid, to 1"),
    ("progressive", "fair meter for $1, 500-100-50"),
}


@pytest.fixture(scope="module")
def found() -> list[Published]:
    return list(published())


def test_every_figure_agrees_but_the_known_misprints(found: list[Published]) -> None:
    assert {(each.game, each.what) for each in found if not each.agrees} == DIFFER
    assert len(found) == 73


def test_every_difference_says_why_and_by_how_much(found: list[Published]) -> None:
    for each in found:
        assert bool(each.why) is (not each.agrees)
        assert each.agrees or each.difference != 0


@pytest.mark.parametrize(
    ("printed", "value", "computed", "agrees"),
    [
        ("2.037 %", Fraction("2.0369"), "2.037", True),
        ("2.037 %", Fraction("2.0364"), "2.036", False),
        ("−0.5", Fraction("-0.46"), "-0.5", True),
        ("$263,205", Fraction("263205.4"), "263,205", True),
    ],
)
def test_a_figure_agrees_when_it_rounds_to_what_is_printed(
    printed: str, value: Fraction, computed: str, agrees: bool
) -> None:
    each = Published("any", "figure", "print", printed, value)
    assert (each.computed, each.agrees) == (computed, agrees)
