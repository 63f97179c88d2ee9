"""What came in above the limit goes to its destination when the whole is next won, and not before."""

import pytest

from pitlink.jackpot.events import OverflowReleased
from pitlink.money import Cents
from tests.jackpot.linked import Pit, money
from tests.proving import row_id, rows

# The display stands at its limit of 5,000.00, so that all of `over` lies above it; the reset value is 1,000.00.
RELEASES = rows("""
to           | over     | hand  | released | display | overflow | reserve | bank
next_jackpot |    40.00 | royal |    40.00 | 1040.00 |     0.00 |    0.00 | 1,000.00
next_jackpot | 4,000.00 | royal | 4,000.00 | 5000.00 |     0.00 |    0.00 | 1,000.00
next_jackpot | 4,500.00 | royal | 4,000.00 | 5000.00 |   500.00 |    0.00 | 1,000.00
reserve      |    40.00 | royal |    40.00 | 1000.00 |     0.00 |   40.00 | 1,000.00
house        |    40.00 | royal |    40.00 | 1000.00 |     0.00 |    0.00 |   960.00
next_jackpot |    40.00 | sf    |          | 4500.00 |    40.00 |    0.00 |     0.00
reserve      |    40.00 | sf    |          | 4500.00 |    40.00 |    0.00 |     0.00
house        |    40.00 | sf    |          | 4500.00 |    40.00 |    0.00 |     0.00
""")


@pytest.mark.parametrize("row", RELEASES, ids=row_id)
def test_only_a_win_of_the_whole_releases_the_overflow(row: dict[str, str]) -> None:
    """`bank` is what the house pays for the reset, less what it gets."""
    pit = Pit(
        limit=Cents(5000_00),
        overflow_to=row["to"],
        increment_rate_bp=10_000,
        hidden_rate_bp=0,
        unreasonable_contribution=Cents(5000_00),
    )
    pit.admit("mbs-lir")
    pit.post("T1", 1, 1, amount=money(row["over"]))
    assert (pit.display, money(pit.overflow)) == ("5000.00", money(row["over"]))
    bank = pit.bank
    events = pit.claim("T1", 1, f"1 {row['hand']}")
    released = [(event.to, event.amount) for event in events if isinstance(event, OverflowReleased)]
    assert released == ([(row["to"], money(row["released"]))] if row["released"] else [])
    assert (pit.display, pit.overflow, pit.reserve) == (row["display"], row["overflow"], row["reserve"])
    assert pit.bank - bank == money(row["bank"])


def test_the_reserve_pays_the_reset_before_the_overflow_comes_to_it() -> None:
    pit = Pit(limit=Cents(5000_00), overflow_to="reserve")
    pit.admit("mbs-thb")
    pit.post("T1", 1, 1, 2, 3, 4)  # 4.00 above the limit, 1.00 to the reserve
    pit.claim("T1", 1, "1 royal")
    (claims,) = pit.link.open_claims
    assert claims.seed_from_reserve == 1_00
    assert (pit.display, pit.overflow, pit.reserve) == ("1000.00", "0.00", "4.00")


def test_fractions_of_a_cent_stay_above_the_limit() -> None:
    pit = Pit(limit=Cents(5000_00), overflow_to="house", unit=Cents(1_00), increment_rate_bp=333)
    pit.admit("mbs-thb")
    pit.post("T1", 1, 1, amount=1_00)
    pit.claim("T1", 1, "1 royal")
    assert pit.link.meters.overflow == 3300


def test_a_reset_to_the_limit_itself_goes_no_fraction_above_it() -> None:
    """3.33 cents came in and 3 were won: 0.33 of a cent lies above a limit that is the reset value."""
    pit = Pit(base=Cents(0), limit=Cents(1000_00), unit=Cents(1_00), increment_rate_bp=333)
    pit.admit("mbs-thb")
    pit.post("T1", 1, 1, amount=1_00)
    pit.claim("T1", 1, "1 royal")
    assert (pit.link.meters.display, pit.link.meters.overflow) == (1000_00_0000, 3300)
