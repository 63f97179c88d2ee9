"""Winners at different tables: first entered, first paid (mbs); first dealt, first paid (rws), as the House finds."""

from itertools import permutations

import pytest

from pitlink.jackpot.commands import OrderClaims, PayClaims
from pitlink.jackpot.events import ClaimsEntered, ClaimsOrdered
from pitlink.jackpot.link import ClaimOf
from pitlink.money import Cents
from pitlink.people import Person
from pitlink.rulebook.switches import Switches
from tests.jackpot.linked import SHIFT_MANAGER, SUPERVISOR, Pit
from tests.proving import prove, row_id, rows

# The display shows 5,000.00, the reset value is 1,000.00; claims in the order entered, "table@dealt hand".
ORDERS = rows("""
proves              | game    | entered                           | awards
mbs-thb 3.14 R8     | mbs-thb | T1@9 royal, T2@1 sf               | T1 5000.00, T2 100.00
mbs-thb 3.14 R8     | mbs-thb | T2@1 sf, T1@9 royal               | T2 500.00, T1 4500.00
mbs-3cp 3.17 R8     | mbs-3cp | T1@9 royal, T2@1 royal            | T1 5000.00, T2 1000.00
mbs-3cp 3.17 R8     | mbs-3cp | T1@9 sf, T2@1 sf, T3@5 royal      | T1 500.00, T2 450.00, T3 4050.00
mbs-uth 3.14 R8     | mbs-uth | T3@9 sf, T1@1 royal, T2@1 sf      | T3 500.00, T1 4500.00, T2 100.00
mbs-lir R7          | mbs-lir | T2@9 sf, T1@1 royal               | T2 500.00, T1 4500.00
rws-3cp 4.7.2 R8    | rws-3cp | T1@1 royal, T2@9 sf               | T1 5000.00, T2 100.00
rws-3cp 4.7.2 R8    | rws-3cp | T2@9 sf, T1@1 royal               | T1 5000.00, T2 100.00
rws-3cp 4.7.2 R8    | rws-3cp | T1@9 royal, T2@1 sf               | T2 500.00, T1 4500.00
rws-3cp 4.7.2 R8    | rws-3cp | T1@9 royal, T2@5 royal            | T2 5000.00, T1 1000.00
rws-3cp 4.7.2 R8    | rws-3cp | T1@9 sf, T2@5 sf, T3@7 sf         | T2 500.00, T3 450.00, T1 405.00
rws-3cp 4.7.2 R8    | rws-3cp | T1@5 sf, T2@7 sf, T3@1 royal      | T3 5000.00, T1 100.00, T2 90.00
# dealt in one moment: as entered
rws-3cp 4.7.2 R8    | rws-3cp | T2@5 sf, T1@5 royal               | T2 500.00, T1 4500.00
""")


def of(text: str) -> tuple[str, int, str]:
    """ "T1@9 royal"."""
    place, word = text.split()
    table, _, at = place.partition("@")
    return table, int(at), word


def pit_of(game: str, switches: Switches | None = None) -> Pit:
    """Four tables of one game, each with wagers at positions 1 and 2."""
    pit = Pit("rws" if game == "rws-3cp" else "mbs", switches or Switches(), increment_rate_bp=0)
    pit.admit(game, game, game, game)
    for table in ("T1", "T2", "T3", "T4"):
        pit.post(table, 1, 1, 2)
    return pit


def told(pit: Pit) -> str:
    return ", ".join(f"{claim.split()[0]} {amount}" for claim, amount in pit.awards.items())


@pytest.mark.parametrize("row", ORDERS, ids=row_id)
def test_winners_at_different_tables_are_paid_in_the_order_of_the_rulebook(row: dict[str, str]) -> None:
    pit = pit_of(row["game"])
    for table, at, word in map(of, row["entered"].split(", ")):
        pit.claim(table, 1, f"1 {word}", dealt=[at])
    assert told(pit) == row["awards"]
    document, *clauses = row["proves"].split()
    prove(document, *clauses)


def test_an_order_that_the_deal_makes_cites_its_clause_and_no_person() -> None:
    pit = pit_of("rws-3cp")
    pit.claim("T1", 1, "1 royal", dealt=[9])
    entered, ordered = pit.claim("T2", 1, "1 sf", dealt=[1])
    assert isinstance(entered, ClaimsEntered)
    assert isinstance(ordered, ClaimsOrdered)
    assert (ordered.by, ordered.clause, ordered.reason) == (None, "4.7.2", "order_of_winners")
    for claims in ordered.claims:
        for award in claims.paid.awards:
            assert (award.rule, award.also) == ("4.7.2", ("4.4",))
    prove("rws-3cp", "4.7.2")


def test_the_seed_follows_the_order() -> None:
    """Whoever takes the whole first has the display started again; the reserve pays that once."""
    pit = pit_of("rws-3cp")  # 8 wagers of 5.00 at 5 %: a reserve of 2.00
    pit.claim("T1", 1, "1 royal", dealt=[9])
    pit.claim("T2", 1, "1 royal", dealt=[1])
    first, second = pit.link.open_claims
    assert (first.table, first.seed_from_reserve, first.paid.seed) == ("T2", 2_00, 1000_00)
    assert (second.table, second.seed_from_reserve, second.paid.seed) == ("T1", 0, 1000_00)
    assert (pit.display, pit.reserve) == ("1000.00", "0.00")


def test_two_winners_at_one_table_stand_between_those_of_others_as_they_were_dealt() -> None:
    """T1: royal at 10, straight flush at 12; T2: straight flush at 11."""
    pit = pit_of("rws-3cp")
    pit.claim("T1", 1, "1 royal", "2 sf", dealt=[10, 12])
    pit.claim("T2", 1, "1 sf", dealt=[11])
    assert pit.awards == {"T1 1": "5000.00", "T2 1": "100.00", "T1 2": "90.00"}
    prove("rws-3cp", "4.7.1", "4.7.2")


# The House decides

HOUSE = rows("""
proves | order            | awards
4.7.2  | T1 1, T2 1, T3 1 | T1 5000.00, T2 100.00, T3 90.00
4.7.2  | T1 1, T3 1, T2 1 | T1 5000.00, T3 100.00, T2 90.00
4.7.2  | T2 1, T1 1, T3 1 | T2 500.00, T1 4500.00, T3 100.00
4.7.2  | T3 1, T2 1, T1 1 | T3 500.00, T2 450.00, T1 4050.00
""")


@pytest.mark.parametrize("row", HOUSE, ids=row_id)
def test_a_shift_manager_puts_the_order_right_until_the_claims_are_paid(row: dict[str, str]) -> None:
    """T1 has a royal flush, the others a straight flush; entered and dealt as T2, T1, T3."""
    pit = pit_of("rws-3cp")
    pit.claim("T2", 1, "1 sf", dealt=[1])
    pit.claim("T1", 1, "1 royal", dealt=[2])
    pit.claim("T3", 1, "1 sf", dealt=[3])
    assert told(pit) == "T2 500.00, T1 4500.00, T3 100.00"
    (event,) = pit.order(*row["order"].split(", "))
    assert isinstance(event, ClaimsOrdered)
    assert (event.by, event.clause, event.reason) == ("Sue", "4.7.2", "order_of_winners")
    assert told(pit) == row["awards"]
    prove("rws-3cp", row["proves"], "R88")


@pytest.mark.parametrize("post", ["dealer", "pit_supervisor", "pit_manager", "player"])
def test_nobody_below_the_shift_manager_decides_the_order(post: str) -> None:
    pit = pit_of("rws-3cp")
    pit.claim("T1", 1, "1 royal", dealt=[9])
    people = {
        "dealer": Person("Dan", "dealer"),
        "pit_supervisor": Person("Pat", "pit_supervisor"),
        "pit_manager": Person("Max", "pit_manager"),
        "player": Person("Ann", "player"),
    }
    refused = pit.refused(OrderClaims(people[post], (ClaimOf("T1", 1),)))
    assert refused.code == "post_too_low"
    assert refused.found == f"putting winners in order by {post.replace('_', ' ')} {people[post].id}"
    assert refused.expected == "a gaming shift manager or above"
    prove("rws-3cp", "R88")


def test_the_order_of_a_megalink_is_nobodys_to_change() -> None:
    pit = pit_of("mbs-thb")
    pit.claim("T1", 1, "1 royal")
    pit.claim("T2", 1, "1 sf")
    refused = pit.refused(OrderClaims(SHIFT_MANAGER, (ClaimOf("T2", 1), ClaimOf("T1", 1))))
    assert (refused.code, refused.clause) == ("order_is_entry", "mbs-thb 3.14")
    assert refused.found == "an order of claims on link L1"
    assert refused.expected == "the order in which they were entered"
    prove("mbs-thb", "3.14")


def test_what_is_paid_keeps_its_place() -> None:
    """T1 has been paid when the straight flush that was dealt before it is entered."""
    pit = pit_of("rws-3cp")
    pit.claim("T1", 1, "1 sf", dealt=[9])
    pit.pay("T1", 1)
    (event,) = pit.claim("T2", 1, "1 sf", dealt=[1])
    assert isinstance(event, ClaimsEntered)
    assert pit.awards == {"T2 1": "450.00"}
    prove("rws-3cp", "4.7.2")


def test_an_order_is_refused_where_a_later_claim_was_paid_out_of_the_reset_value() -> None:
    """T2's royal flush of 45.00 brings 1,000.00 back; T1's second hand takes 100.00 of that and is paid."""
    pit = pit_of("rws-3cp")
    pit.show("50")
    pit.claim("T1", 1, "1 sf", "2 sf", dealt=[10, 12])
    pit.claim("T2", 1, "1 royal", dealt=[11])
    assert pit.awards == {"T1 1": "5.00", "T2 1": "45.00", "T1 2": "100.00"}
    pit.pay("T1", 1)
    pit.claim("T3", 1, "1 sf", dealt=[20])
    refused = pit.refused(OrderClaims(SHIFT_MANAGER, (ClaimOf("T3", 1), ClaimOf("T2", 1))))
    assert (refused.code, refused.clause) == ("later_claims_are_paid", "4.7.2")
    assert refused.found == "2 claims"
    assert refused.expected == "claims that no paid one came after"
    prove("rws-3cp", "4.7.2")


@pytest.mark.parametrize("entered", list(permutations(("T1", "T2", "T3", "T4"))))
def test_the_order_of_entry_does_not_matter_where_the_deal_decides(entered: tuple[str, ...]) -> None:
    """Dealt T3 (straight flush), T1 (royal), T4 (straight flush), T2 (royal)."""
    won = {"T3": ("sf", 1), "T1": ("royal", 2), "T4": ("sf", 3), "T2": ("royal", 4)}
    pit = pit_of("rws-3cp")
    for table in entered:
        word, at = won[table]
        pit.claim(table, 1, f"1 {word}", dealt=[at])
    assert told(pit) == "T3 500.00, T1 4500.00, T4 100.00, T2 900.00"
    assert pit.display == "1000.00"
    prove("rws-3cp", "4.7.2")


# What must not be possible


def test_the_order_that_the_house_has_decided_is_conclusive() -> None:
    """The House finds T2 before T1, whatever the clocks say; then T3 is entered, dealt before both."""
    pit = pit_of("rws-3cp")
    pit.claim("T1", 1, "1 royal", dealt=[10])
    pit.claim("T2", 1, "1 sf", dealt=[20])
    pit.order("T2 1", "T1 1")
    pit.claim("T3", 1, "1 sf", dealt=[5])
    assert told(pit) == "T3 500.00, T2 450.00, T1 4050.00"


def test_to_confirm_an_order_changes_no_amount() -> None:
    """R10: the amount is the one shown when the award was entered."""
    pit = Pit("rws")
    pit.admit("rws-3cp", "rws-3cp")
    pit.post("T1", 1, 1)
    pit.claim("T1", 1, "1 royal", dealt=[1])
    assert pit.awards == {"T1 1": "5001.00"}
    pit.post("T2", 1, 1, 2)
    pit.order("T1 1")
    assert pit.awards == {"T1 1": "5001.00"}


@pytest.mark.parametrize("game", ["mbs-thb", "rws-3cp"])
def test_the_first_is_paid_first(game: str) -> None:
    """mbs-thb 3.14: "first entered … shall be paid first"; rws-3cp 4.7.2: "the first Player to be paid"."""
    pit = pit_of(game)
    pit.claim("T1", 1, "1 royal", dealt=[1])
    pit.claim("T2", 1, "1 sf", dealt=[2])
    refused = pit.refused(PayClaims(SUPERVISOR, "T2", 1))
    assert (refused.code, refused.found) == ("paid_out_of_order", "claims of table T2")
    assert refused.expected == "table T1 position 1, which comes first"
    assert refused.clause == ("3.14" if game == "mbs-thb" else "4.7.2")
    prove(game, "3.14" if game == "mbs-thb" else "4.7.2")


def test_at_one_table_the_order_of_the_game_stands() -> None:
    """T1 pays its royal flush last though it was dealt first; T2's hand, dealt before both, comes first."""
    pit = pit_of("rws-3cp", Switches(rws_major_order="royal_last"))
    pit.claim("T1", 1, "1 royal", "2 sf", dealt=[10, 11])
    assert pit.awards == {"T1 2": "500.00", "T1 1": "4500.00"}
    pit.claim("T2", 1, "1 sf", dealt=[1])
    assert pit.awards == {"T2 1": "500.00", "T1 2": "450.00", "T1 1": "4050.00"}


def test_nobody_wins_more_than_was_ever_displayed() -> None:
    """The limit is 5,000.00: T1 took it all, the display filled up again, and T2 was dealt before T1."""
    pit = Pit("rws", limit=Cents(5000_00))
    pit.admit("rws-3cp", "rws-3cp")
    pit.post("T1", 1, 1)
    pit.post("T2", 1, 1)
    pit.claim("T1", 1, "1 royal", dealt=[9])
    pit.show("5000")
    pit.claim("T2", 1, "1 royal", dealt=[1])
    assert max(float(amount) for amount in pit.awards.values()) <= 5000


def test_a_set_of_claims_adds_up_by_itself() -> None:
    """`JackpotSettlement`: after = before − from_pool + seed."""
    pit = pit_of("rws-3cp")
    pit.claim("T1", 1, "1 sf", "2 sf", dealt=[10, 12])
    pit.claim("T2", 1, "1 sf", dealt=[11])
    for claims in pit.link.open_claims:
        paid = claims.paid
        assert paid.after == paid.before - sum(award.from_pool for award in paid.awards) + paid.seed
