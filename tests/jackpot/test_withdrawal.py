"""A void round has no result: its awards go back to the display, its contributions out of it (R39, R40)."""

import pytest
from msgspec import structs

from pitlink import ledger
from pitlink.jackpot.commands import WithdrawClaims
from pitlink.jackpot.events import ClaimsWithdrawn
from pitlink.jackpot.link import Meters
from pitlink.ledger import Transfer
from pitlink.money import Cents, dollars
from tests.jackpot.linked import Pit, money
from tests.proving import prove, row_id, rows


def counted(meters: Meters) -> Meters:
    """The meters without what is counted for all time, which a reversal notes instead of undoing."""
    return structs.replace(meters, contributed=0, documented=0)


VOID = rows("""
game    | clause         | hands         | paid
mbs-thb | mbs-thb 5.1.1  | 1 royal       |
mbs-thb | mbs-thb 5.1.1  | 1 royal       | yes
mbs-3cp | mbs-3cp 5.3    | 1 sf, 2 sf    |
mbs-uth | mbs-uth 5.8    | 1 sf, 2 royal | yes
mbs-lir | mbs-lir 5.2    | 2 sf          |
rws-3cp | rws-3cp 5.21   | 1 royal, 2 sf | yes
""")


@pytest.mark.parametrize("row", VOID, ids=row_id)
def test_a_void_round_leaves_the_link_as_it_was(row: dict[str, str]) -> None:
    """Awards withdrawn and contributions reversed, paid or not, to the fraction of a cent."""
    pit = Pit("rws" if row["game"] == "rws-3cp" else "mbs", unit=Cents(1_00), increment_rate_bp=333, hidden_rate_bp=167)
    pit.admit(row["game"], row["game"])
    pit.post("T2", 1, 1, 2, 3, amount=1_00)
    before, books = pit.link.meters, pit.books
    pit.post("T1", 1, 1, 2, amount=1_00)
    pit.claim("T1", 1, *row["hands"].split(", "), dealt=[1, 2])
    if row["paid"]:
        pit.pay("T1", 1)
    (event,) = pit.withdraw("T1", 1, row["clause"])
    assert isinstance(event, ClaimsWithdrawn)
    assert (event.reason, event.clause) == ("award_withdrawn", row["clause"])
    pit.reverse("T1", 1, 1, 2, clause=row["clause"])
    assert counted(pit.link.meters) == counted(before)
    assert {account: balance for account, balance in pit.books.balances.items() if balance.posted} == books.balances
    assert (pit.link.open_claims, dict(pit.link.paid_claims)) == ((), {})
    prove(row["game"], "R39", "R40")


def test_after_the_next_call_the_old_round_stands() -> None:
    pit = Pit()
    pit.admit("mbs-thb")
    pit.post("T1", 1, 1)
    pit.claim("T1", 1, "1 sf")
    pit.pay("T1", 1)
    pit.post("T1", 2, 1)
    refused = pit.refused(WithdrawClaims("T1", 1, "mbs-thb 5.3"))
    assert (refused.code, refused.clause) == ("no_such_claims", None)
    assert (refused.found, refused.expected) == ("table T1, round 1", "claims of the last round")
    prove("mbs-thb", "R40")


# The base is 100.00 and the reset value 50.00; T2's wagers and that of T1 have put 0.25 each into the reserve.
# The whole is won, and the display put at `shown` before the award is withdrawn.
SEEDS = rows("""
wagers | shown  | display | to reserve | to house
     0 |        |  100.00 |       0.25 |    49.75
     3 |        |  100.00 |       1.00 |    49.00
     3 |  60.00 |  110.00 |       1.00 |    49.00
     3 |   0.00 |   50.00 |       1.00 |    49.00
""")


@pytest.mark.parametrize("row", SEEDS, ids=row_id)
def test_the_seed_goes_back_to_where_it_came_from(row: dict[str, str]) -> None:
    pit = Pit(base=Cents(100_00), reset=Cents(50_00), increment_rate_bp=0)
    pit.admit("mbs-thb", "mbs-thb")
    if row["wagers"] != "0":
        pit.post("T2", 1, *range(1, int(row["wagers"]) + 1))
    pit.post("T1", 1, 1)
    pit.claim("T1", 1, "1 royal")
    assert (pit.display, pit.reserve) == ("50.00", "0.00")
    if row["shown"]:
        pit.show(row["shown"])
    (event,) = pit.withdraw("T1", 1)
    assert isinstance(event, ClaimsWithdrawn)
    assert (event.seed_to_reserve, event.seed_to_house) == (money(row["to reserve"]), money(row["to house"]))
    assert (pit.display, pit.reserve) == (row["display"], row["to reserve"])
    prove("mbs-thb", "R39")


def test_a_display_that_cannot_give_the_seed_back_gives_what_it_has() -> None:
    """A whole of 5.00 brought 1,000.00, and the display was then put at 10.00: it has 15.00 of the 1,000.00."""
    pit = Pit(base=Cents(5_00), increment_rate_bp=0, hidden_rate_bp=0)
    pit.admit("mbs-thb", "mbs-thb")
    pit.post("T1", 1, 1)
    pit.claim("T1", 1, "1 royal")
    pit.show("10")
    (event,) = pit.withdraw("T1", 1)
    assert isinstance(event, ClaimsWithdrawn)
    assert dollars(event.seed_to_house) == "15.00"
    assert pit.display == "0.00"


def test_what_comes_back_above_the_limit_lies_in_the_overflow() -> None:
    """A straight flush takes 500.00 from 5,000.00, 400.00 come in, and the 500.00 come back."""
    pit = Pit(limit=Cents(5000_00), increment_rate_bp=10_000, hidden_rate_bp=0)
    pit.admit("mbs-thb", "mbs-lir")
    pit.post("T1", 1, 1)
    assert (pit.display, pit.overflow) == ("5000.00", "5.00")
    pit.claim("T1", 1, "1 sf")
    pit.post("T2", 1, 1, amount=400_00)
    assert (pit.display, pit.overflow) == ("4900.00", "5.00")
    (event,) = pit.withdraw("T1", 1)
    assert isinstance(event, ClaimsWithdrawn)
    assert (pit.display, pit.overflow) == ("5000.00", "405.00")


def test_the_books_name_the_clause_that_voids_the_round() -> None:
    pit = Pit("rws")
    pit.admit("rws-3cp")
    pit.post("T1", 1, 1)
    pit.claim("T1", 1, "1 sf", dealt=[1])
    pit.withdraw("T1", 1, "rws-3cp 5.21")
    last = pit.entries[-1]
    assert isinstance(last, Transfer)
    assert (last.giver, last.taker, last.amount) == (ledger.claims_payable("L1"), ledger.pool("L1"), 500_10)
    assert last.reason == "award withdrawn by rws-3cp 5.21"


def test_another_tables_claim_stands_when_one_is_withdrawn() -> None:
    """Entered after it, from the value then displayed (R10)."""
    pit = Pit(increment_rate_bp=0)
    pit.admit("mbs-thb", "mbs-uth")
    pit.post("T1", 1, 1)
    pit.post("T2", 1, 1)
    pit.claim("T1", 1, "1 royal")
    pit.claim("T2", 1, "1 sf")
    pit.withdraw("T1", 1)
    assert pit.awards == {"T2 1": "100.00"}
    assert pit.display == "4900.00"


# What must not be possible


def test_the_books_agree_when_fractions_of_a_cent_come_back_above_the_limit() -> None:
    """0.6 of a cent lies in the overflow already and 0.6 on the display."""
    pit = Pit(limit=Cents(5000_00), unit=Cents(1_00), increment_rate_bp=60, hidden_rate_bp=0)
    pit.admit("mbs-thb", "mbs-thb")
    pit.post("T1", 1, 1, amount=1_00)
    pit.claim("T1", 1, "1 sf")
    pit.show("4999.99")
    pit.post("T2", 1, 1, amount=1_00)
    pit.withdraw("T1", 1)
    assert pit.posted(ledger.pool("L1")) == pit.link.display == 5000_00


@pytest.mark.parametrize("to", ["house", "reserve"])
def test_a_whole_that_was_not_won_after_all_releases_no_overflow(to: str) -> None:
    """R39: the awards of a void round are reversed, and it was the award that released the overflow."""
    pit = Pit(limit=Cents(5000_00), overflow_to=to, increment_rate_bp=10_000, hidden_rate_bp=0)
    pit.admit("mbs-thb")
    pit.post("T1", 1, 1)
    assert (pit.display, pit.overflow, pit.reserve) == ("5000.00", "5.00", "0.00")
    pit.claim("T1", 1, "1 royal")
    assert pit.overflow == "0.00"
    pit.withdraw("T1", 1)
    assert (pit.display, pit.overflow, pit.reserve) == ("5000.00", "5.00", "0.00")
