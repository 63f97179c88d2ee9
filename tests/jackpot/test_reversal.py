"""A progressive wager that the rulebook hands back takes its contribution with it (R14)."""

import pytest

from pitlink import ledger
from pitlink.jackpot.commands import ReverseContributions
from pitlink.jackpot.events import ContributionsReversed
from pitlink.jackpot.link import Fine
from pitlink.ledger import Transfer
from pitlink.money import Cents
from tests.jackpot.linked import Pit, money
from tests.proving import prove, row_id, rows

# Two tables with one wager of 10.00 each: 1.00 to the display, 0.20 to the reserve. The base is 100.00.
# T2 wins the whole where `reset` is given; the display may then be corrected. T1's wager is handed back.
REVERSALS = rows("""
game    | reset | shown  | display | reserve | of display | of reserve | of house
mbs-thb |       |        |  101.00 |    0.20 |       1.00 |       0.20 |     0.00
mbs-3cp | 50.00 |        |   49.00 |    0.00 |       1.00 |       0.00 |     0.20
mbs-uth |  0.30 |        |    0.00 |    0.00 |       0.30 |       0.10 |     0.80
mbs-thb |  0.00 |        |    0.00 |    0.00 |       0.00 |       0.40 |     0.80
mbs-thb |       |   0.60 |    0.00 |    0.00 |       0.60 |       0.40 |     0.20
mbs-thb |       |   0.90 |    0.00 |    0.10 |       0.90 |       0.30 |     0.00
""")


@pytest.mark.parametrize("row", REVERSALS, ids=row_id)
def test_what_the_meter_cannot_bear_is_the_reserves_and_then_the_houses(row: dict[str, str]) -> None:
    """Against the meter as it stands, even after a reset; the reserve paid the reset first."""
    pit = Pit(
        base=Cents(100_00),
        reset=money(row["reset"] or "50"),
        unit=Cents(10_00),
        increment_rate_bp=1000,
        hidden_rate_bp=200,
    )
    pit.admit(row["game"], row["game"])
    pit.post("T1", 1, 1, amount=10_00)
    pit.post("T2", 1, 1, amount=10_00)
    if row["reset"]:
        pit.claim("T2", 1, "1 royal")
    if row["shown"]:
        pit.show(row["shown"])
    (event,) = pit.reverse("T1", 1, 1, clause="5.12.2")
    assert isinstance(event, ContributionsReversed)
    assert event.reason == "wager_returned"
    parts = (event.from_display, event.from_reserve, event.from_house)
    assert parts == tuple(money(row[name]) * 10_000 for name in ("of display", "of reserve", "of house"))
    assert sum(parts) == money("1.20") * 10_000
    assert (pit.display, pit.reserve) == (row["display"], row["reserve"])
    assert pit.link.meters.wagers_in == 1
    prove(row["game"], "R14")


def test_the_books_name_the_clause_that_hands_the_wager_back() -> None:
    pit = Pit("rws")
    pit.admit("rws-3cp")
    pit.post("T1", 1, 1, 2, 3)
    before = len(pit.entries)
    pit.reverse("T1", 1, 2, clause="rws-3cp 5.18")
    told = [(entry.giver, entry.amount, entry.reason) for entry in pit.entries[before:] if isinstance(entry, Transfer)]
    reason = "contribution reversed by rws-3cp 5.18"
    assert told == [(ledger.pool("L1"), 1_00, reason), (ledger.reserve("L1"), 25, reason)]
    prove("rws-3cp", "R14")


def test_every_contribution_comes_out_once_whatever_the_order() -> None:
    pit = Pit(unit=Cents(1_00), increment_rate_bp=333, hidden_rate_bp=167)
    pit.admit("mbs-3cp")
    opened = pit.link.meters
    pit.post("T1", 1, 1, 2, 3, 4, amount=1_00)
    pit.reverse("T1", 1, 3)
    pit.reverse("T1", 1, 4, 1)
    refused = pit.refused(ReverseContributions("T1", 1, (2, 3), "5.12.2"))
    assert (refused.code, refused.clause) == ("reversed_before", "R14")
    assert (refused.found, refused.expected) == (
        "table T1, round 1, positions [3]",
        "each contribution reversed once",
    )
    pit.reverse("T1", 1, 2)
    left = pit.link.meters
    assert (left.display, left.reserve, left.wagers_in) == (opened.display, opened.reserve, 0)
    prove("mbs-3cp", "R14")


def test_what_went_above_the_limit_comes_back_from_there_first() -> None:
    """0.40 of room, 2.00 of contributions: 1.60 lie in the overflow."""
    pit = Pit(base=Cents(99_60), reset=Cents(0), limit=Cents(100_00), hidden_rate_bp=0)
    pit.admit("mbs-thb")
    pit.post("T1", 1, 1, 2)
    assert (pit.display, pit.overflow) == ("100.00", "1.60")
    events = pit.reverse("T1", 1, 1) + pit.reverse("T1", 1, 2)
    told = [(each.from_overflow, each.from_display) for each in events if isinstance(each, ContributionsReversed)]
    assert told == [(Fine(1_000_000), Fine(0)), (Fine(600_000), Fine(400_000))]
    assert (pit.display, pit.overflow) == ("99.60", "0.00")
    prove("mbs-thb", "R14")


def test_after_the_next_posting_the_old_round_stands() -> None:
    pit = Pit()
    pit.admit("mbs-thb")
    pit.post("T1", 1, 1)
    pit.post("T1", 2, 1)
    refused = pit.refused(ReverseContributions("T1", 1, (1,), "5.12.2"))
    assert (refused.code, refused.clause) == ("not_posted", "R14")
    assert refused.expected == "the round whose contributions were posted last"
    prove("mbs-thb", "R14")


def test_a_position_named_twice_is_one_wager() -> None:
    """The in-meter counts qualifying wagers."""
    pit = Pit()
    pit.admit("mbs-thb")
    pit.post("T1", 1, 1)
    assert pit.refused(ReverseContributions("T1", 1, (1, 1), "mbs-thb 5.12.2")).code == "not_posted"
    assert pit.link.meters.wagers_in == 1
