"""Magic Card and Lucky Player: what they return, exactly, and when the link warns (R96)."""

from fractions import Fraction

import pytest

from pitlink.jackpot import odds
from pitlink.jackpot.commands import AdmitTable
from pitlink.jackpot.events import LinkOpened, TableAdmitted
from pitlink.jackpot.link import Features
from pitlink.money import Cents
from tests.jackpot.linked import PLAIN, SHIFT_MANAGER, Pit
from tests.proving import prove, row_id, rows

BOTH, LUCKY, MAGIC = Features(10_000, 10_000), Features(0, 10_000), Features(10_000, 0)
CREDIT = Cents(1_00)


def percent(share: Fraction) -> str:
    """To one decimal, half away from nothing, without a float."""
    tenths = (share * 1000 + Fraction(1, 2)) // 1
    return f"{tenths // 10}.{tenths % 10}"


# The table of R96, in per cent.
RETURNS = rows("""
areas | lucky | hand + lucky | hand + both
    1 | 500.0 |        536.6 |       584.7
    2 | 250.0 |        286.6 |       334.7
    3 | 166.7 |        203.3 |       251.3
    4 | 125.0 |        161.6 |       209.7
    5 | 100.0 |        136.6 |       184.7
    6 |  83.3 |        119.9 |       168.0
    7 |  71.4 |        108.0 |       156.1
""")


@pytest.mark.parametrize("row", RETURNS, ids=row_id)
def test_what_the_features_return_when_drawn_in_every_round(row: dict[str, str]) -> None:
    areas, hand = int(row["areas"]), odds.hand_awards_return()
    assert odds.features_return(LUCKY, areas) == Fraction(5, areas)
    assert percent(odds.features_return(LUCKY, areas)) == row["lucky"]
    assert percent(hand + odds.features_return(LUCKY, areas)) == row["hand + lucky"]
    assert percent(hand + odds.features_return(BOTH, areas)) == row["hand + both"]
    prove("mbs-lir", "R96")


def test_the_exact_figures_of_the_reading() -> None:
    """Flush 51 × 5,108, full house 101 × 3,744, four of a kind 501 × 624, of 2,598,960; Magic Card 5 × 5/52."""
    by_hand = Fraction(51 * 5108 + 101 * 3744 + 501 * 624, 2_598_960)
    assert odds.hand_awards_return() == by_hand == Fraction(79273, 216580)
    assert odds.features_return(MAGIC, 1) == odds.features_return(MAGIC, 7) == Fraction(25, 52)
    assert odds.jackpot_return(CREDIT, CREDIT) == Fraction(19, 6_497_400)
    assert percent(odds.hand_awards_return()) == "36.6"
    assert percent(odds.features_return(MAGIC, 1)) == "48.1"
    assert percent(odds.jackpot_return(Cents(100_000_00), CREDIT)) == "29.2"
    assert percent(odds.jackpot_return(Cents(500_000_00), Cents(5_00))) == "29.2"
    prove("mbs-lir", "R96", "4.2", "4.5")


def test_a_share_of_the_rounds_returns_that_share() -> None:
    assert odds.features_return(Features(2_500, 100), 4) == Fraction(1, 4) * Fraction(25, 52) + Fraction(1, 80)
    assert odds.features_return(Features(), 4) == 0
    prove("mbs-lir", "R96")


def test_the_magic_card_alone_returns_more_than_it_takes_from_52393_credits_on() -> None:
    def told(credits: int) -> tuple[str, ...]:
        set_up = Pit(unit=CREDIT, features=MAGIC).link.set_up
        return odds.warnings(set_up, Cents(credits * CREDIT))

    assert told(52_392) == ()
    assert len(told(52_393)) == 7  # however many areas bet
    prove("mbs-lir", "R96")


# Both features in a share of the rounds, the meter at 100,000 credits (R96: 26.0 % with six areas, 6.2 % with one).
SHARES = rows("""
basis points | areas warned of
         623 |
         624 | 1
        1145 | 1
        1146 | 1 2
        2599 | 1 2 3 4 5
        2600 | 1 2 3 4 5 6
        2858 | 1 2 3 4 5 6
        2859 | 1 2 3 4 5 6 7
       10000 | 1 2 3 4 5 6 7
""")


@pytest.mark.parametrize("row", SHARES, ids=row_id)
def test_the_link_warns_when_it_opens_with_features_that_return_too_much(row: dict[str, str]) -> None:
    share = int(row["basis points"])
    pit = Pit(base=Cents(100_000_00), unit=CREDIT, features=Features(share, share))
    (opened,) = pit.events
    assert isinstance(opened, LinkOpened)
    areas = row["areas warned of"].split()
    assert len(opened.warnings) == len(areas)
    for number, warning in zip(areas, opened.warnings, strict=True):
        returned = (
            Fraction(79273, 216580)
            + Fraction(19, 64974) * 1000
            + Fraction(share, 10_000) * (Fraction(25, 52) + Fraction(5, int(number)))
        )
        assert warning == f"mbs-lir with {number} areas betting returns {percent(returned)}% of the wager (R96)"
        assert returned > 1
    prove("mbs-lir", "R96")


def test_a_table_of_let_it_ride_is_admitted_with_the_warnings_of_the_day() -> None:
    """At 5,000 credits nothing is wrong; at 100,000 the same shares return too much."""
    pit = Pit(base=Cents(5000_00), unit=CREDIT, features=Features(700, 700))
    assert pit.events[0] == LinkOpened("L1", "mbs", pit.link.set_up, pit.link.switches, "Sue", ())
    pit.show("100000")
    (thb,) = pit.send(AdmitTable(SHIFT_MANAGER, "T1", "mbs-thb"))
    (lir,) = pit.send(AdmitTable(SHIFT_MANAGER, "T2", "mbs-lir"))
    assert isinstance(thb, TableAdmitted)
    assert isinstance(lir, TableAdmitted)
    assert thb.warnings == ()
    assert [warning.split(" areas")[0] for warning in lir.warnings] == ["mbs-lir with 1"]
    prove("mbs-lir", "R96")


def test_without_features_there_is_nothing_to_warn_of() -> None:
    assert odds.warnings(PLAIN, Cents(10**12)) == ()
    prove("mbs-lir", "R96")
