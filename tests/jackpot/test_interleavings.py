"""Several tables on one link, in every order: amounts against a few lines that know nothing of the link."""

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitlink.money import Cents, dollars
from tests.jackpot.linked import Pit
from tests.proving import prove

PERCENT = {"royal": 100, "sf": 10}
GAMES = ("mbs-thb", "mbs-3cp", "mbs-uth", "mbs-lir")
RESET = 1000_00


def pay_one_after_the_other(meter: int, hands: list[tuple[str, str]]) -> tuple[dict[str, str], int]:
    """Each a share of what is then displayed; after the whole the display starts again."""
    paid = {}
    for name, word in hands:
        won = meter * PERCENT[word] // 100
        paid[name] = dollars(Cents(won))
        meter = RESET if word == "royal" else meter - won
    return paid, meter


@pytest.mark.parametrize("entered", list(permutations(range(4))))
def test_first_entered_first_paid_across_the_megalink_games(entered: tuple[int, ...]) -> None:
    """Four games, each with a winner; the table of each game has had contributions of its own."""
    words = ("sf", "royal", "sf", "royal")
    pit = Pit()
    pit.admit(*GAMES)
    for at in range(4):
        pit.post(f"T{at + 1}", 1, *range(1, at + 2))
    expected, meter = pay_one_after_the_other(5010_00, [(f"T{at + 1} 1", words[at]) for at in entered])
    for at in entered:
        pit.claim(f"T{at + 1}", 1, f"1 {words[at]}")
    assert pit.awards == expected
    assert list(pit.awards) == list(expected)
    assert pit.link.display == meter
    prove("mbs-thb", "3.14")
    prove("mbs-3cp", "3.17")
    prove("mbs-uth", "3.14")


Step = tuple[int, str]  # a table, and what happens there next: nothing but contributions, or a win besides


@settings(max_examples=150)
@given(st.lists(st.tuples(st.integers(0, 3), st.sampled_from(["bets", "sf", "royal"])), max_size=25))
def test_a_day_on_the_megalink(steps: list[Step]) -> None:
    """Every award is the share of what was displayed when it was entered; it is paid when the table plays on."""
    pit = Pit()
    pit.admit(*GAMES)
    rounds, meter = [0, 0, 0, 0], 5000_00
    for at, what in steps:
        table = f"T{at + 1}"
        while pit.link.claims_of(table):  # first entered, first paid
            first = pit.link.order[0].table
            pit.pay(first, rounds[int(first[1:]) - 1])
        rounds[at] += 1
        pit.post(table, rounds[at], 1, 2)
        meter += 2_00
        if what != "bets":
            won = meter * PERCENT[what] // 100
            meter = RESET if what == "royal" else meter - won
            pit.claim(table, rounds[at], f"2 {what}")
            assert pit.awards[f"{table} 2"] == dollars(Cents(won))
        assert pit.link.display == meter
    prove("mbs-thb", "3.14", "R10")


@settings(max_examples=150)
@given(
    st.lists(st.sampled_from([("sf",), ("royal",), ("sf", "sf"), ("royal", "sf"), ("sf", "royal")]), max_size=5),
    st.randoms(use_true_random=False),
)
def test_first_dealt_first_paid_on_the_multi_link(won: list[tuple[str, ...]], random: object) -> None:
    """However the tables enter their claims, the hands are paid in the order dealt, two of one table also."""
    shuffle = random.shuffle  # type: ignore[attr-defined]
    pit = Pit("rws")
    pit.admit(*["rws-3cp"] * len(won))
    times = list(range(sum(map(len, won))))
    shuffle(times)
    hands: list[tuple[int, str, str]] = []
    for at, words in enumerate(won, 1):
        dealt = sorted(times[: len(words)])
        times = times[len(words) :]
        hands += [
            (moment, f"T{at} {position}", word)
            for position, (moment, word) in enumerate(zip(dealt, words, strict=True), 1)
        ]
        pit.post(f"T{at}", 1, *range(1, len(words) + 1))
    expected, meter = pay_one_after_the_other(pit.link.display, [(name, word) for _, name, word in sorted(hands)])
    tables = list(range(1, len(won) + 1))
    shuffle(tables)
    for at in tables:
        own = [each for each in hands if each[1].startswith(f"T{at} ")]
        pit.claim(f"T{at}", 1, *(f"{name.split()[1]} {word}" for _, name, word in own), dealt=[each[0] for each in own])
    assert pit.awards == expected
    assert pit.link.display == meter
    prove("rws-3cp", "4.7.1", "4.7.2")


@settings(max_examples=100)
@given(st.permutations(["T1 1", "T2 1", "T3 1", "T4 1"]), st.permutations([1, 2, 3, 4]))
def test_the_house_may_find_any_order(order: list[str], dealt: list[int]) -> None:
    """Whatever the clocks said: two royal flushes and two straight flushes, paid as the shift manager says."""
    words = {"T1 1": "royal", "T2 1": "sf", "T3 1": "royal", "T4 1": "sf"}
    pit = Pit("rws", increment_rate_bp=0)
    pit.admit(*["rws-3cp"] * 4)
    for at in range(4):
        pit.post(f"T{at + 1}", 1, 1)
    for (claim, word), moment in zip(words.items(), dealt, strict=True):
        pit.claim(claim.split()[0], 1, f"1 {word}", dealt=[moment])
    pit.order(*order)
    expected, meter = pay_one_after_the_other(5000_00, [(claim, words[claim]) for claim in order])
    assert pit.awards == expected
    assert list(pit.awards) == order
    assert pit.link.display == meter
    prove("rws-3cp", "4.7.2")
