"""A claim from the winning hand to its payment: verified, approved by a second person of another post, paid.

Sums are those of `two_tables`: 100,004.00 and a reserve of 1.00 once T1 has closed its bets.
"""

from pathlib import Path

import pytest
from msgspec import structs

from pitlink import pit
from pitlink.jackpot import commands as of_link
from pitlink.jackpot.events import ClaimsPaid
from pitlink.jackpot.link import ClaimOf, Features
from pitlink.ledger import BANK, Transfer
from pitlink.money import Cents, dollars
from pitlink.people import Person, Post
from pitlink.pit import log
from pitlink.pit.story import tell
from pitlink.rulebook.switches import Switches
from pitlink.table import commands as ask
from pitlink.table.events import AwardPaid, ClaimsApproved, ClaimsVerified
from pitlink.table.paying import payments
from pitlink.table.views import Role, Viewer, view
from tests.driving import DEALER, PIT_MANAGER, SHIFT_MANAGER, SUPERVISOR, Driver, money, sealed, setup_for
from tests.pit.two_tables import PAIRS, Tables
from tests.proving import prove
from tests.table.letting_ride import ride_all

VERIFY = ask.VerifyClaims(SUPERVISOR, 52, "camera 4, 14:10")
FIRST = Person("Rob", "pit_supervisor", software=True)
SECOND = Person("Ruth", "pit_manager", software=True)


@pytest.mark.parametrize(("one", "two"), PAIRS)
def test_a_claim_is_verified_then_approved_then_paid(one: str, two: str) -> None:
    tables = Tables(one, two)
    tables.play("T1", "sf -")
    driver, steps = tables.at("T1"), []
    for command in (VERIFY, ask.ApproveClaims(PIT_MANAGER), ask.PayAwards(SUPERVISOR)):
        steps.append((driver.due, driver.play.due.clause))
        driver.ask(command)
    across = driver.table.rules.procedure.across_tables
    assert steps == [("verify_claims", "R108"), ("approve_claims", "R108"), ("pay_claims", across)]
    assert driver.due == "call"
    (verified,), (approved,) = driver.events(ClaimsVerified), driver.events(ClaimsApproved)
    assert verified == ClaimsVerified(52, "camera 4, 14:10", "Sven", "pit_supervisor", "R108")
    assert approved == ClaimsApproved(money("10000.40"), "Petra", "pit_manager", "R108")
    prove(one, "R108")
    tables.check()


POSTS: tuple[Post, ...] = ("pit_supervisor", "pit_manager", "gaming_shift_manager")


@pytest.mark.parametrize("first", POSTS)
@pytest.mark.parametrize("second", POSTS)
def test_any_two_posts_from_supervisor_up_may_do_it_but_not_one_of_them_twice(first: Post, second: Post) -> None:
    tables = Tables("mbs-uth", "mbs-uth")
    tables.play("T1", "royal -")
    driver = tables.at("T1")
    driver.ask(ask.VerifyClaims(Person("Kim", first), 52, "camera 4"))
    driver.refuse(ask.ApproveClaims(Person("Kim", second)), "same_person", "R108")
    if first == second:
        driver.refuse(ask.ApproveClaims(Person("Lou", second)), "same_post", "R108")
    else:
        driver.ask(ask.ApproveClaims(Person("Lou", second)))
        driver.ask(ask.PayAwards(Person("Kim", first)))


def test_a_table_with_an_open_claim_calls_no_round_and_others_play_on_from_the_value_that_stands() -> None:
    tables = Tables("mbs-thb", "mbs-uth")
    tables.play("T1", "royal -")
    assert tables.display == "50000.00"
    for command in (VERIFY, ask.ApproveClaims(PIT_MANAGER)):
        tables.at("T1").refuse(ask.CallBets(DEALER), "round_in_play", "1.1.13")
        tables.play("T2", "- -")
        tables.at("T1").ask(command)
    tables.at("T1").refuse(ask.CallBets(DEALER), "round_in_play", "1.1.13")
    assert tables.display == "50004.00"
    tables.play("T2", "sf -")
    assert tables.awards("T2") == {1: "5000.60"}  # a tenth of 50,006.00
    tables.pay("T1")
    tables.at("T1").call()
    tables.check()


def test_a_reset_comes_from_the_reserve_first_and_then_from_the_house() -> None:
    tables = Tables("mbs-thb", "mbs-uth")
    tables.begin("T1")
    had = len(tables.driver.all_entries)
    tables.end("T1", "royal -")
    made = [each for each in tables.driver.all_entries[had:] if isinstance(each, Transfer) and not each.pending]
    assert [(each.giver, each.taker, dollars(each.amount), each.reason) for each in made] == [
        ("pool/L1", "claims/L1", "100004.00", "award"),
        ("reserve/L1", "pool/L1", "1.00", "reset"),
        (BANK, "pool/L1", "49999.00", "reset"),
    ]
    assert (tables.display, tables.reserve) == ("50000.00", "0.00")


# Rejected


@pytest.mark.parametrize("moment", ["shown", "verified", "approved"])
@pytest.mark.parametrize("hands", ["sf -", "royal -"])
@pytest.mark.parametrize(("one", "two"), PAIRS)
def test_a_rejected_claim_gives_everything_back_to_where_it_came_from(
    one: str, two: str, hands: str, moment: str
) -> None:
    """Reserve what came from the reserve, the house the rest; the wager stays settled, without the award."""
    tables = Tables(one, two)
    tables.begin("T1")
    before = (tables.everything, tables.driver.floor.links["L1"].meters)
    tables.end("T1", hands)
    driver = tables.at("T1")
    if moment != "shown":
        driver.ask(VERIFY)
    if moment == "approved":
        driver.ask(ask.ApproveClaims(PIT_MANAGER))
    driver.ask(ask.RejectClaims(SUPERVISOR, (1,), "the last card was a marked one"))
    assert (tables.everything, tables.driver.floor.links["L1"].meters) == before
    assert (driver.due, driver.play.claimed, driver.play.paid, driver.play.rejected) == ("call", False, None, (1,))
    (line,) = [line for line in driver.play.lines if (line.position, line.wager) == (1, "progressive")]
    assert (line.outcome, line.pays, line.claim, line.rule) == ("lose", 0, 0, "R109")
    driver.refuse(ask.PayAwards(SUPERVISOR), "no_such_claims", None)
    chips = driver.chips("Ann")
    paid = [each for line in driver.play.lines for each in line.payments if each.player == "Ann"]
    driver.call()
    assert driver.chips("Ann") == chips + sum(each.paid - each.collected for each in paid)
    assert driver.events(AwardPaid) == []
    prove(one, "R109")
    tables.check()


REMAIN = {"mbs-thb": "9500.38", "mbs-3cp": "9500.38", "mbs-uth": "9500.38", "mbs-lir": "9500.38", "rws-3cp": "10000.40"}


@pytest.mark.parametrize("out", [1, 2])
@pytest.mark.parametrize("game", REMAIN)
def test_whoever_remains_is_fixed_anew_at_the_value_there_was_and_verified_anew(game: str, out: int) -> None:
    tables = Tables(game, game)
    tables.play("T1", "sf sf")
    assert tables.awards("T1")[1] == REMAIN[game]
    driver = tables.at("T1")
    driver.approve()
    tables.play("T2", "- -")  # feeds 2.00 meanwhile, from which nobody at T1 wins
    driver = tables.at("T1")
    driver.ask(ask.RejectClaims(SHIFT_MANAGER, (out,), "marked"))
    assert tables.awards("T1") == {3 - out: "10000.40"}
    assert tables.display == "90005.60"
    assert (driver.due, driver.play.verified, driver.play.approved) == ("verify_claims", None, None)
    driver.refuse(ask.PayAwards(SUPERVISOR), "not_approved", "R108")
    paid = [event for event in driver.pay() if isinstance(event, AwardPaid)]
    assert [(each.position, dollars(each.amount)) for each in paid] == [(3 - out, "10000.40")]
    by_position = {line.position: line.claim for line in driver.play.lines if line.wager == "progressive"}
    assert by_position == {out: 0, 3 - out: money("10000.40")}
    prove(game, "R109")
    tables.check()


@pytest.mark.parametrize(("one", "two"), [PAIRS[0], PAIRS[-1]])
def test_winners_elsewhere_keep_what_they_were_fixed_at_and_their_turn(one: str, two: str) -> None:
    tables = Tables(one, two)
    tables.play("T1", "sf sf", dealt=1)
    tables.play("T2", "sf -", dealt=2)
    elsewhere = tables.awards("T2")
    tables.at("T1").ask(ask.RejectClaims(SUPERVISOR, (2,), "marked"))
    link = tables.driver.floor.links["L1"]
    assert [(hand.table, hand.position) for hand in link.order] == [("T1", 1), ("T2", 1)]
    assert (tables.awards("T1"), tables.awards("T2")) == ({1: "10000.40"}, elsewhere)
    tables.at("T2").approve()
    tables.at("T2").refuse(ask.PayAwards(SUPERVISOR), "paid_out_of_order", link_clause(tables))
    tables.at("T1").ask(ask.RejectClaims(SUPERVISOR, (1,), "marked too"))
    tables.pay("T2")
    assert tables.driver.floor.links["L1"].order == ()
    tables.check()


def link_clause(tables: Tables) -> str:
    return tables.driver.table.rules.procedure.across_tables


def test_a_claim_on_what_was_registered_before_a_failure_stays_on_it() -> None:
    """rws-3cp 5.17.1: what other tables bet since the failure does not raise what the remaining hand is paid on."""
    tables = Tables("rws-3cp", "rws-3cp")
    tables.begin("T1")
    tables.deal("T1", "sf sf")
    tables.fail("T1")
    tables.play("T2", "- -")
    tables.conclude("T1", "sf sf")
    assert tables.awards("T1") == {1: "10000.40", 2: "9000.36"}
    tables.at("T1").ask(ask.RejectClaims(SUPERVISOR, (1,), "marked"))
    assert (tables.awards("T1"), tables.display) == ({2: "10000.40"}, "90005.60")
    tables.check()


def test_all_awards_of_a_position_that_are_in_the_claim_go() -> None:
    """Let It Ride with features out of the pool (R1): the hand's award and the Magic Card are one claim."""
    driver, switches = Driver(), Switches(fixed_awards_from="pool")
    driver.open_link("mbs", switches=switches, features=Features(5000, 5000))
    driver.open(setup_for("mbs-lir", switches=switches))
    driver.seat("Ann", "Bob")
    driver.call()
    for position, name in ((1, "Ann"), (2, "Bob")):
        driver.bet(name, position, w1=10, w2=10, w3=10, progressive=5)
    driver.close(magic_card="7s", lucky=1)
    before = driver.floor.links["L1"].meters
    driver.deal({1: "7s 8s 9s", 2: "2s 3s 4s", "community": "5s 6s"})
    ride_all(driver)
    driver.finish()
    assert driver.play.paid is not None
    lines = {(award.position, award.line) for award in driver.play.paid.awards}
    assert lines == {(1, "progressive"), (1, "magic_card"), (1, "lucky_player"), (2, "progressive")}
    driver.ask(ask.RejectClaims(SUPERVISOR, (1,), "marked"))
    assert driver.play.paid is not None
    assert [(award.position, award.line) for award in driver.play.paid.awards] == [(2, "progressive")]
    assert {line.claim for line in driver.play.lines if line.position == 1} == {0}
    driver.ask(ask.RejectClaims(SUPERVISOR, (2,), "marked"))
    assert driver.floor.links["L1"].meters == before
    driver.call()


def test_a_round_with_a_rejected_claim_is_no_round_file() -> None:
    tables = Tables("mbs-thb", "mbs-uth")
    tables.play("T1", "royal -")
    tables.at("T1").ask(ask.RejectClaims(SUPERVISOR, (1,), "marked"))
    refused = pit.export.export(tables.at("T1").table)
    assert getattr(refused, "code", None) == "claim_rejected"


def test_a_round_settled_anew_after_a_rejection_is_claimed_and_verified_once_more() -> None:
    """From the value it was fixed on first, whatever others have bet since."""
    tables = Tables("mbs-thb", "mbs-uth")
    tables.play("T1", "sf -", feeding=(1,))
    tables.at("T1").ask(ask.RejectClaims(SUPERVISOR, (1,), "marked"))
    tables.play("T2", "- -")
    tables.take_out("T1", 2)
    driver = tables.at("T1")
    driver.ask(ask.Settle(DEALER))
    assert (driver.due, driver.play.rejected, tables.awards("T1")) == ("verify_claims", (), {1: "10000.30"})
    tables.void("T1")
    assert driver.due == "call"
    tables.check()


# Another order of winners


def test_an_approval_falls_with_its_amount_and_the_verification_stands() -> None:
    tables = Tables("rws-3cp", "rws-3cp", "rws-3cp")
    for name, dealt in (("T1", 1), ("T2", 2), ("T3", 3)):
        tables.play(name, "sf -", dealt=dealt)
        tables.at(name).approve()
    hands = [ClaimOf("T1", 1), ClaimOf("T3", 1), ClaimOf("T2", 1)]
    tables.driver.ask_link(of_link.OrderClaims(SHIFT_MANAGER, tuple(hands)))
    steps = {name: tables.at(name).due for name in ("T1", "T2", "T3")}
    assert steps == {"T1": "pay_claims", "T2": "approve_claims", "T3": "approve_claims"}
    for name in ("T1", "T3", "T2"):
        driver = tables.at(name)
        approved = driver.play.approved is not None
        verified = driver.play.verified
        if not approved:
            driver.refuse(ask.PayAwards(SUPERVISOR), "not_approved", "R108")
            driver.refuse(ask.ApproveClaims(SUPERVISOR), "same_person", "R108")
        driver.pay()
        assert driver.play.verified == verified
        assert driver.play.approved is not None
        assert driver.play.approved.amount == money(tables.awards(name)[1])
    prove("rws-3cp", "R110")
    tables.check()


# Unattended


def unattended() -> tuple[Driver, tuple[str, ...], tuple[str, ...]]:
    """Ann has won the whole at a table that runs by itself; the deck is to be opened."""
    driver, deck = Driver(), sealed(["As", "Ks", "Qs", "Js", "Ts"])
    driver.open(structs.replace(setup_for("mbs-lir", cards="sealed_deck"), unattended=True))
    driver.seat("Ann")
    driver.call()
    driver.bet("Ann", 1, w1=10, w2=10, w3=10, progressive=5)
    driver.close(deck)
    driver.deal_sealed(deck)
    ride_all(driver)
    driver.finish()
    return driver, deck.cards, deck.salts


def test_two_software_officers_act_at_an_unattended_table_and_are_marked() -> None:
    driver, cards, salts = unattended()
    driver.ask(ask.OpenDeck(DEALER, cards, salts))
    driver.ask(structs.replace(VERIFY, by=FIRST))
    driver.refuse(ask.ApproveClaims(FIRST), "same_person", "R108")
    driver.ask(ask.ApproveClaims(SECOND))
    driver.ask(ask.PayAwards(FIRST))
    (verified,), (approved,), (paid,) = (
        driver.events(ClaimsVerified),
        driver.events(ClaimsApproved),
        driver.events(ClaimsPaid),
    )
    assert (verified.software, approved.software, paid.software) == (True, True, True)  # type: ignore[union-attr]
    told = [tell(each, driver.floor).words for each in driver.history]
    assert sum("software officer" in words for words in told) == 3
    assert any("unattended" in words for words in told)
    seen = view(driver.table, Viewer("", "spectator"))
    assert seen.unattended
    assert seen.claims is not None
    assert seen.claims.verified_by == "pit supervisor (software officer Rob)"
    assert seen.claims.approved_by == "pit manager (software officer Ruth)"
    prove("mbs-lir", "R111")


@pytest.mark.parametrize(("by", "system"), [(FIRST, "100001.00"), (SUPERVISOR, "0.00")])
def test_what_is_paid_by_the_system_and_by_attendants_is_counted_apart(by: Person, system: str) -> None:
    driver, cards, salts = unattended()
    driver.ask(ask.OpenDeck(DEALER, cards, salts))
    driver.approve()  # persons may, too
    driver.ask(ask.PayAwards(by))
    meters = driver.floor.links["L1"].meters
    assert dollars(meters.paid_by_system) == system
    assert meters.paid_by_system + meters.paid_by_attendant == meters.wins == money("100001.00")
    driver.ask(ask.Report(DEALER, "foreign_card"))
    driver.ask(ask.Rule(SUPERVISOR, "void"))
    meters = driver.floor.links["L1"].meters
    assert (meters.paid_by_system, meters.paid_by_attendant, meters.wins) == (0, 0, 0)


def test_software_may_reject_at_an_unattended_table_even_before_the_deck_is_opened() -> None:
    driver, cards, salts = unattended()
    driver.ask(ask.RejectClaims(FIRST, (1,), "device fault"))
    assert driver.due == "open_deck"
    driver.ask(ask.OpenDeck(DEALER, cards, salts))
    assert driver.due == "call"


# What there is to see


def test_all_open_claims_of_a_link_are_seen_in_one_place() -> None:
    tables = Tables("mbs-thb", "mbs-uth")
    tables.play("T1", "sf sf")
    tables.play("T2", "sf -")
    tables.at("T2").ask(VERIFY)
    found = pit.open_claims(tables.driver.floor, "L1")
    assert [(each.table, each.award.position, each.waits_for) for each in found] == [
        ("T1", 1, "verify_claims"),
        ("T1", 2, "verify_claims"),
        ("T2", 1, "approve_claims"),
    ]
    assert [each.verified.by for each in found if each.verified] == ["Sven"]
    alone = pit.Floor(links=tables.driver.floor.links)
    assert [each.waits_for for each in pit.open_claims(alone, "L1")] == [None] * 3


SEES: list[tuple[Role, str | None]] = [
    ("player", None),
    ("spectator", None),
    ("dealer", None),
    ("pit_staff", "camera 4, 14:10"),
    ("surveillance", "camera 4, 14:10"),
]


@pytest.mark.parametrize(("role", "recording"), SEES)
def test_everybody_sees_how_far_a_claim_is_and_staff_where_it_was_recorded(role: Role, recording: str | None) -> None:
    tables = Tables("mbs-thb", "mbs-uth")
    tables.play("T1", "sf sf")
    driver = tables.at("T1")
    driver.approve()
    seen = view(driver.table, Viewer("Ann", role)).claims
    assert seen is not None
    assert (seen.open, len(seen.awards), seen.surveillance) == (True, 2, recording)
    assert (seen.verified_by, seen.approved_by) == ("pit supervisor (Sven)", "pit manager (Petra)")
    driver.ask(ask.RejectClaims(SUPERVISOR, (1, 2), "marked"))
    seen = view(driver.table, Viewer("Ann", role)).claims
    assert seen is not None
    assert (seen.open, seen.awards, seen.rejected) == (False, (), (1, 2))


@pytest.mark.parametrize(("one", "two"), PAIRS)
def test_a_table_can_be_looked_at_when_one_of_two_claims_is_rejected(one: str, two: str) -> None:
    """The odds of its lines come from the jackpot as it was: the link has no award for the hand that was rejected."""
    tables = Tables(one, two)
    tables.play("T1", "sf sf")
    driver = tables.at("T1")
    driver.ask(ask.RejectClaims(SUPERVISOR, (1,), "marked"))
    seen = view(driver.table, Viewer("Ann", "player"))
    assert any(line.wager == "progressive" for line in seen.positions[0].lines)
    assert any(each.wager == "progressive" for each in payments(driver.table))


def test_a_log_of_claims_paid_without_this_procedure_still_replays() -> None:
    lines = (Path(__file__).parent / "before_claims.jsonl").read_bytes().splitlines(keepends=True)
    floor = log.floor_of(log.read(lines))
    assert floor.links["L1"].meters.paid_by_attendant == Cents(10_000_10)
    assert floor.tables["T1"].players["Bob"].chips == money("12995.10")
