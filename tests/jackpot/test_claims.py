"""Awards out of the jackpot: what is fixed when they are entered, who pays it, and when."""

import pytest
from msgspec import structs

from pitlink import ledger
from pitlink.jackpot.commands import EnterClaims, PayClaims
from pitlink.jackpot.events import ClaimsEntered, ClaimsPaid
from pitlink.jackpot.link import DealtHand
from pitlink.ledger import BANK, Account, Transfer
from pitlink.money import Cents, dollars
from pitlink.rulebook.switches import Switches
from tests.jackpot.linked import PAY_TABLE, SUPERVISOR, Pit, hand, money
from tests.proving import prove, row_id, rows

# One table, one round; positions 1 and 2 have a progressive wager, and 1 was dealt first.
AWARDS = rows("""
game    | proves        | display  | reset    | hands           | paid                 | after
mbs-thb | R10           | 5,000.00 | 1,000.00 | 1 royal         | 1 5000.00            | 1000.00
mbs-3cp | R10           | 5,000.00 | 1,000.00 | 1 sf            | 1 500.00             | 4500.00
mbs-uth | R10           | 5,000.19 | 1,000.00 | 2 sf            | 2 500.01             | 4500.18
mbs-lir | R7            | 5,000.00 | 1,000.00 | 1 sf, 2 sf      | 1 475.00, 2 475.00   | 4050.00
mbs-thb | 3.15.1 R3 R4  | 1,000.30 | 1,000.00 | 1 sf, 2 sf      | 1 95.02, 2 95.02     | 810.26
mbs-3cp | 3.18.1 R3 R4  | 1,000.30 | 1,000.00 | 1 sf, 2 sf      | 1 95.02, 2 95.02     | 810.26
mbs-uth | 3.15.1 R3 R4  | 1,000.30 | 1,000.00 | 1 sf, 2 sf      | 1 95.02, 2 95.02     | 810.26
mbs-thb | 3.15.2 R5     | 5,000.00 | 1,000.00 | 1 royal, 2 sf   | 2 500.00, 1 4500.00  | 1000.00
mbs-3cp | 3.18.2 R5     | 5,000.00 | 1,000.00 | 1 royal, 2 sf   | 2 500.00, 1 4500.00  | 1000.00
mbs-uth | 3.15.2 R5     | 5,000.00 | 1,000.00 | 1 sf, 2 royal   | 1 500.00, 2 4500.00  | 1000.00
rws-3cp | 4.4           | 5,000.00 | 1,000.00 | 1 royal         | 1 5000.00            | 1000.00
rws-3cp | 4.7.1         | 5,000.00 | 1,000.00 | 1 sf, 2 sf      | 1 500.00, 2 450.00   | 4050.00
rws-3cp | 4.7.1 R6      | 5,000.00 | 1,000.00 | 1 royal, 2 sf   | 1 5000.00, 2 100.00  | 900.00
rws-3cp | 4.7.1 R6      | 5,000.00 | 1,000.00 | 1 sf, 2 royal   | 1 500.00, 2 4500.00  | 1000.00
# R13: nothing brings a display below its reset value up again but a win of the whole
mbs-thb | R13           | 1,000.00 | 1,000.00 | 1 sf            | 1 100.00             | 900.00
rws-3cp | R13           |   500.00 | 1,000.00 | 1 sf            | 1 50.00              | 450.00
mbs-thb | R13           |   500.00 | 1,000.00 | 1 royal         | 1 500.00             | 1000.00
# a display of nothing pays nothing and starts again all the same
mbs-thb | R10           |     0.00 | 1,000.00 | 1 royal         | 1 0.00               | 1000.00
mbs-thb | R4            |     0.09 | 1,000.00 | 1 sf            | 1 0.00               | 0.09
# R1: what does not depend on the meter is the house's, and no claim on the link
mbs-thb | R1            | 5,000.00 | 1,000.00 | 1 sf, 2 four    | 1 500.00             | 4500.00
mbs-3cp | R1            | 5,000.00 | 1,000.00 | 1 odd, 2 royal  | 2 5000.00            | 1000.00
""")


@pytest.mark.parametrize("row", AWARDS, ids=row_id)
def test_awards_are_fixed_from_the_value_displayed(row: dict[str, str]) -> None:
    pit = Pit("rws" if row["game"] == "rws-3cp" else "mbs", reset=money(row["reset"]), increment_rate_bp=0)
    pit.admit(row["game"])
    pit.post("T1", 1, 1, 2)
    pit.show(row["display"])
    (event,) = pit.claim("T1", 1, *row["hands"].split(", "), dealt=[10, 11])
    assert isinstance(event, ClaimsEntered)
    assert event.reason == "award"
    paid = event.claims.paid
    assert ", ".join(f"{award.position} {dollars(award.amount)}" for award in paid.awards) == row["paid"]
    assert pit.display == dollars(paid.after) == row["after"]
    assert (pit.link.meters.hits, pit.link.meters.wins) == (len(paid.awards), sum(each.amount for each in paid.awards))
    for clause in row["proves"].split():
        if clause[0] != "R" or clause in ("R3", "R5", "R6"):  # these are cited by the awards
            assert all(clause in (each.rule, *each.also) for each in paid.awards[-1:])
        prove(row["game"], clause)


# T1 and T2 contribute 5.00 each, 0.25 of it to the reserve; the base is 100.00.
SEEDS = rows("""
wagers | display | reset | of reserve | of bank | left
     6 |  106.00 |  1.00 |       1.00 |    0.00 | 0.50
     6 |  106.00 |  1.50 |       1.50 |    0.00 | 0.00
     6 |  106.00 | 50.00 |       1.50 |   48.50 | 0.00
     1 |  101.00 |  0.10 |       0.10 |    0.00 | 0.15
     1 |  101.00 |  0.00 |       0.00 |    0.00 | 0.25
""")


@pytest.mark.parametrize("row", SEEDS, ids=row_id)
def test_the_reserve_pays_the_reset_as_far_as_it_goes_and_the_house_the_rest(row: dict[str, str]) -> None:
    pit = Pit("rws", base=Cents(100_00), reset=money(row["reset"]))
    pit.admit("rws-3cp")
    pit.post("T1", 1, *range(1, int(row["wagers"]) + 1))
    before = len(pit.entries)
    pit.claim("T1", 1, "1 royal", dealt=[1])
    pool, reserve, payable = ledger.pool("L1"), ledger.reserve("L1"), ledger.claims_payable("L1")
    moved: dict[tuple[Account, Account], Cents] = {
        (entry.giver, entry.taker): entry.amount for entry in pit.entries[before:] if isinstance(entry, Transfer)
    }
    assert moved.pop((pool, payable)) == money(row["display"])
    assert moved.pop((reserve, pool), 0) == money(row["of reserve"])
    assert moved.pop((BANK, pool), 0) == money(row["of bank"])
    assert not moved
    assert (pit.display, pit.reserve) == (dollars(money(row["reset"])), row["left"])
    prove("rws-3cp", "1.16")


def test_fractions_of_a_cent_stay_on_the_display_when_the_whole_is_won() -> None:
    """0.0333 beside 100.06: the winner gets the 100.06, and the fraction is carried."""
    pit = Pit(base=Cents(100_00), unit=Cents(1_00), increment_rate_bp=333, hidden_rate_bp=167)
    pit.admit("mbs-thb")
    pit.post("T1", 1, 1, 2, amount=1_00)
    pit.claim("T1", 1, "1 royal")
    assert pit.awards == {"T1 1": "100.06"}
    assert pit.link.meters.display == 1000_00_6600


def test_what_is_posted_after_an_award_was_entered_does_not_change_it() -> None:
    """R10: the amount is the one shown then, with all contributions posted until then, other tables' too."""
    pit = Pit()
    pit.admit("mbs-thb", "mbs-uth")
    pit.post("T1", 1, 1)
    pit.post("T2", 1, 1, 2, 3)
    pit.claim("T1", 1, "1 sf")
    assert pit.awards == {"T1 1": "500.40"}  # a tenth of 5,004.00
    pit.claim("T2", 1, "3 sf")
    assert pit.awards == {"T1 1": "500.40", "T2 3": "450.36"}
    pit.pay("T1", 1)
    pit.post("T1", 2, 1)
    assert pit.awards == {"T2 3": "450.36"}
    prove("mbs-thb", "R10")
    prove("mbs-uth", "R10")


def test_an_award_is_owed_until_a_pit_supervisor_pays_it() -> None:
    pit = Pit()
    pit.admit("mbs-thb")
    pit.post("T1", 1, 1)
    pit.claim("T1", 1, "1 royal")
    assert pit.posted(ledger.claims_payable("L1")) == 5001_00
    assert pit.send(PayClaims(SUPERVISOR, "T1", 1)) == (ClaimsPaid("T1", 1, "Pat"),)
    assert pit.link.open_claims == ()
    assert pit.display == "1000.00"
    assert pit.refused(PayClaims(SUPERVISOR, "T1", 1)).code == "no_such_claims"


def test_paying_moves_no_meter_but_that_of_who_paid() -> None:
    pit = Pit()
    pit.admit("mbs-thb")
    pit.post("T1", 1, 1)
    pit.claim("T1", 1, "1 sf")
    before = pit.link.meters
    pit.pay("T1", 1)
    assert pit.link.meters == structs.replace(before, paid_by_attendant=Cents(500_10))


def test_fixed_awards_out_of_the_pool_where_the_link_reads_it_so() -> None:
    """R1 as `pool`: 2,000.00 for four of a kind out of 2,500.00, and what the display cannot bear is the house's."""
    pit = Pit(switches=Switches(fixed_awards_from="pool"), base=Cents(2500_00), increment_rate_bp=0)
    pit.admit("mbs-thb", "mbs-thb")
    pit.post("T1", 1, 1)
    pit.post("T2", 1, 1)
    pit.claim("T1", 1, "1 four")
    assert (pit.awards, pit.display) == ({"T1 1": "2000.00"}, "500.00")
    bank = pit.bank
    pit.claim("T2", 1, "1 four")
    assert (pit.awards["T2 1"], pit.display) == ("2000.00", "0.00")
    assert pit.bank - bank == 1500_00
    prove("mbs-thb", "R1")


def test_a_display_kept_at_its_reset_value_where_the_link_reads_it_so() -> None:
    """R13 as `reset_value`: the house tops it up after an award of 10 %."""
    pit = Pit("rws", Switches(meter_floor="reset_value"), base=Cents(1050_00), increment_rate_bp=0, hidden_rate_bp=0)
    pit.admit("rws-3cp")
    pit.post("T1", 1, 1)
    bank = pit.bank
    pit.claim("T1", 1, "1 sf", dealt=[1])
    assert (pit.awards, pit.display) == ({"T1 1": "105.00"}, "1000.00")
    assert pit.bank - bank == 55_00
    prove("rws-3cp", "R13")


def test_a_hand_wins_only_while_its_wager_is_in_play() -> None:
    pit = Pit()
    pit.admit("mbs-thb")
    pit.post("T1", 1, 1, 2)
    pit.reverse("T1", 1, 2)
    for position in (2, 3):
        refused = pit.refused(EnterClaims("T1", 1, (hand(1, "sf"), hand(position, "sf"))))
        assert (refused.code, refused.clause) == ("no_stake", None)
        assert refused.found == f"table T1, round 1, position {position}"
        assert refused.expected == "a position that contributed"


def test_the_clauses_of_the_pay_tables_go_with_the_awards() -> None:
    for game, clause in PAY_TABLE.items():
        pit = Pit("rws" if game == "rws-3cp" else "mbs")
        pit.admit(game)
        pit.post("T1", 1, 1)
        (event,) = pit.claim("T1", 1, "1 sf", dealt=[1])
        assert isinstance(event, ClaimsEntered)
        assert [award.rule for award in event.claims.paid.awards] == [clause]
        prove(game, clause)


def test_the_deal_times_of_hands_that_win_nothing_are_not_kept() -> None:
    pit = Pit("rws")
    pit.admit("rws-3cp")
    pit.post("T1", 1, 1, 2)
    pit.claim("T1", 1, "1 sf", "2 odd", dealt=[4, 5])
    (claims,) = pit.link.open_claims
    assert claims.dealt == (DealtHand(1, 4),)
    assert [each.position for each in claims.contenders] == [1]


# What must not be possible


def test_a_round_is_not_won_twice() -> None:
    pit = Pit()
    pit.admit("mbs-thb")
    pit.post("T1", 1, 1)
    pit.claim("T1", 1, "1 royal")
    pit.pay("T1", 1)
    assert pit.refused(EnterClaims("T1", 1, (hand(1, "royal"),))).code == "claims_are_open"


def test_a_hand_is_not_paid_twice() -> None:
    """R19: each winning hand is one winner."""
    pit = Pit()
    pit.admit("mbs-thb")
    pit.post("T1", 1, 1)
    refused = pit.refused(EnterClaims("T1", 1, (hand(1, "royal"), hand(1, "royal"))))
    assert (refused.code, refused.clause) == ("hand_twice", "R19")
    prove("mbs-thb", "R19")
