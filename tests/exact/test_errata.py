"""Published figures computed again: all agree to their last printed digit but those that are known not to."""

from fractions import Fraction

import pytest

from pitlink.exact.errata import Published, published

DIFFER = {
    ("mbs-lir", "element of risk"),
    ("mbs-thb", "standard deviation"),
    ("mbs-uth", "house edge, shorter"),
    ("mbs-uth", "a flush on the Blind is paid, to 1"),
    ("progressive", "fair meter for $1, 500-100-50"),
}


@pytest.fixture(scope="module")
def found() -> list[Published]:
    return list(published())


def test_every_figure_agrees_but_the_known_misprints(found: list[Published]) -> None:
    assert {(each.game, each.what) for each in found if not each.agrees} == DIFFER
    assert len(found) == 87


def test_every_difference_says_why_and_by_how_much(found: list[Published]) -> None:
    for each in found:
        assert bool(each.why) is (not each.agrees)
        assert each.agrees or each.difference != 0


def test_every_row_is_told_as_it_is_printed(found: list[Published]) -> None:
    for each in found:
        assert (each.computed == each.printed) is each.agrees, each.what
        unit = [sign for sign in "$%" if sign in each.printed]
        assert unit == [sign for sign in "$%" if sign in each.computed], each.what
        assert "-" not in each.computed or each.computed == "Q-6-4"


def test_what_is_said_about_play_is_computed_too(found: list[Published]) -> None:
    told = {(each.game, each.what): each.computed for each in found}
    assert told["mbs-3cp", "lowest hand to play"] == "Q-6-4"
    assert told["mbs-thb", "starting hands that are folded"] == "23o to 27o only"
    assert told["mbs-thb", "ties"] == told["mbs-uth", "ties"] == "113,130,263,816"
    assert told["mbs-thb", "deals"] == told["mbs-uth", "deals"] == "2,781,381,002,400"
    assert told["mbs-uth", "a flush on the Blind is paid, to 1"] == "1.5"


@pytest.mark.parametrize(
    ("printed", "value", "computed", "agrees"),
    [
        ("2.037 %", Fraction("2.0369"), "2.037 %", True),
        ("2.037 %", Fraction("2.0364"), "2.0364 %", False),
        ("−0.5", Fraction("-0.46"), "−0.5", True),
        ("−0.5", Fraction("0.46"), "0.46", False),
        ("$263,205", Fraction("263205.4"), "$263,205", True),
        ("3", Fraction(3, 2), "1.5", False),
        ("3", Fraction(4), "4", False),
        ("2.19 %", Fraction("2.18497"), "2.18497 %", False),
        ("Q-6-4", "Q-6-4", "Q-6-4", True),
        ("Q-6-4", "Q-7-2", "Q-7-2", False),
    ],
)
def test_a_figure_agrees_when_it_rounds_to_what_is_printed(
    printed: str, value: Fraction | str, computed: str, agrees: bool
) -> None:
    each = Published("any", "figure", "print", printed, value)
    assert (each.computed, each.agrees) == (computed, agrees)
