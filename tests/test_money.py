"""Cents in, cents out; odds with the stake beside the payment or inside it; nothing lost in a division."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitlink.money import (
    Cents,
    Fixed,
    For,
    NotMoney,
    Percent,
    To,
    cents_of,
    dollars,
    split_by_weight,
    split_equally,
)


@pytest.mark.parametrize(
    ("text", "cents"),
    [("12.50", 1250), ("12.5", 1250), ("12", 1200), ("0", 0), ("0.01", 1), ("9999999999999.99", 999_999_999_999_999)],
)
def test_an_amount_is_read_to_the_cent(text: str, cents: int) -> None:
    assert cents_of(text) == cents


@pytest.mark.parametrize(
    "text",
    [
        "",
        "-1",
        "+1",
        "1.",
        ".5",
        "1.234",
        "01",
        "1,000",
        "1e3",
        " 1",
        "1 ",
        "١",
        "1.5.0",
        "$1",
        "NaN",
        "12\n",
        "1" * 14,
    ],
)
def test_what_is_no_amount_is_refused(text: str) -> None:
    with pytest.raises(NotMoney):
        cents_of(text)


@given(st.integers(0, 10**15 - 1))
def test_what_is_written_is_read_again(cents: int) -> None:
    assert cents_of(dollars(Cents(cents))) == cents


def test_a_loss_is_written_with_its_sign() -> None:
    assert [dollars(Cents(cents)) for cents in (-5, -1205, 0, 5)] == ["-0.05", "-12.05", "0.00", "0.05"]


@pytest.mark.parametrize(
    ("pays", "stake", "paid", "words"),
    [
        (To(3, 2), 2500, 3750, "3 to 2"),
        (To(3, 2), 1, 1, "3 to 2"),
        (To(1000, 1), 1000, 1_000_000, "1,000 to 1"),
        (For(400, 1), 500, 200_000, "400 for 1"),
        (Fixed(Cents(200_000)), 500, 200_000, "$2,000"),
    ],
)
def test_odds_pay_by_the_stake_and_round_down(pays: To | For | Fixed, stake: int, paid: int, words: str) -> None:
    assert pays.on(Cents(stake)) == paid
    assert str(pays) == words


def test_to_1_and_for_1_are_different_things() -> None:
    to_1: object = To(5, 1)
    assert to_1 != For(5, 1)
    assert str(Percent(10)) == "10%"


@given(st.integers(0, 10**12), st.integers(1, 9))
def test_equal_shares_and_remainder_are_the_whole(amount: int, ways: int) -> None:
    split = split_equally(Cents(amount), ways)
    assert sum(split.shares) + split.remainder == amount
    assert len(set(split.shares)) == 1
    assert 0 <= split.remainder < ways


@given(st.integers(0, 10**12), st.lists(st.integers(1, 10**6), min_size=1, max_size=7))
def test_weighted_shares_and_remainder_are_the_whole(amount: int, weights: list[int]) -> None:
    split = split_by_weight(Cents(amount), weights)
    assert sum(split.shares) + split.remainder == amount
    assert 0 <= split.remainder < len(weights)
    for share, weight in zip(split.shares, weights, strict=True):
        assert share == amount * weight // sum(weights)
