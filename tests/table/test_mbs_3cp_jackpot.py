"""Progressive awards of Megalink Three Card Poker as claims on the link, at one table and at several."""

import pytest

from pitlink.jackpot.events import ClaimsEntered
from pitlink.money import Cents
from pitlink.table import commands as ask
from pitlink.table.events import AwardPaid, ClaimsClosed, Event, LineSettled
from tests.driving import DEALER, SUPERVISOR, Driver, money, player, replay, setup_for
from tests.proving import prove, row_id, rows
from tests.table.three_cards import check_lines, is_refused, only, stacks, table_of

GAME = "mbs-3cp"


def claim_at(driver: Driver, name: str, position: int, hand: str, board: str) -> tuple[Event, ...]:
    """One hand at the table last named, folded, with its progressive wager."""
    driver.bet(name, position, ante=10, progressive=5)
    driver.close()
    driver.deal({position: hand, "dealer": "Qd 9d 4d", "community": board})
    driver.choose(position, "fold")
    return driver.finish()


def test_a_percentage_award_is_a_claim_and_the_next_call_waits_until_it_is_paid() -> None:
    driver = table_of(GAME, "Ann")
    events = claim_at(driver, "Ann", 1, "8h 7h 6h", "5h 4h")  # the display shows 100,001.00 after the contribution
    check_lines(GAME, events, 1, {"ante": "-10@3.9.1", "progressive": "+9995.10@4.4"}, "4.4")
    (line,) = (each for each in events if isinstance(each, LineSettled) and each.wager == "progressive")
    assert (line.claim, [payment.paid for payment in line.payments]) == (money("10000.10"), [0])
    assert driver.floor.links["L1"].display == money("90000.90")
    driver.approve()
    assert (driver.due, driver.play.due.clause) == ("pay_claims", "3.17")
    driver.refuse(ask.CallBets(DEALER), "round_in_play", "1.1.9")
    driver.refuse(ask.PayAwards(DEALER), "post_too_low", None)
    paid = driver.pay()
    award = only(paid, AwardPaid)
    assert (award.player, award.amount, award.rule) == ("Ann", money("10000.10"), "4.4")
    assert only(paid, ClaimsClosed).round == 1
    assert driver.table.players["Ann"].available == money(9_985)  # hers with the next call (R40)
    driver.refuse(ask.PayAwards(SUPERVISOR), "no_such_claims", None)
    driver.call()
    assert driver.chips("Ann") == money("19985.10")


def test_a_royal_flush_takes_the_whole_and_the_display_starts_again() -> None:
    driver = table_of(GAME, "Ann")
    check_lines(GAME, claim_at(driver, "Ann", 1, "As Ks Qs", "Js Ts"), 1, {"ante": "-10", "progressive": "+99996"})
    assert driver.floor.links["L1"].display == money(50_000)
    driver.pay()
    driver.call()
    assert driver.chips("Ann") == money(10_000 + 100_001 - 15)


# Positions 1 and 2 of one table in one round; the display shows 100,002.00.
TOGETHER = rows("""
proves    | 1        | 2        | board | first    | second   | display
3.18.1 R3 | 9s 8s 7s | 4s 3s 2s | 6s 5s | 9500.19  | 9500.19  | 81001.62
3.18.2 R5 | As Ks Qs | 9s 8s 7s | Js Ts | 90001.80 | 10000.20 | 50000.00
3.18.2 R5 | 9s 8s 7s | As Ks Qs | Js Ts | 10000.20 | 90001.80 | 50000.00
""")


@pytest.mark.parametrize("row", TOGETHER, ids=row_id)
def test_several_jackpot_hands_at_one_table_are_paid_as_the_book_orders(row: dict[str, str]) -> None:
    driver = table_of(GAME, "Ann", "Bob")
    driver.bet("Ann", 1, ante=10, progressive=5)
    driver.bet("Bob", 2, ante=10, progressive=5)
    driver.close()
    driver.deal({1: row["1"], 2: row["2"], "dealer": "Qd 9d 4d", "community": row["board"]})
    driver.choose(1, "fold")
    driver.choose(2, "fold")
    driver.finish()
    paid = [event for event in driver.pay() if isinstance(event, AwardPaid)]
    assert {award.player: award.amount for award in paid} == {"Ann": money(row["first"]), "Bob": money(row["second"])}
    assert driver.floor.links["L1"].display == money(row["display"])
    royal = [award.position for award in paid if row[str(award.position)].startswith("A")]
    assert not royal or paid[-1].position == royal[0]  # the royal flush after the lower hand
    play = driver.play.paid
    assert play is not None
    assert set(row["proves"].split()) <= {clause for award in play.awards for clause in (award.rule, *award.also)}
    driver.call()
    assert stacks(driver) == {
        name: Cents(money(10_000 - 15) + money(row[column])) for name, column in (("Ann", "first"), ("Bob", "second"))
    }
    prove(GAME, *row["proves"].split())


def test_at_different_tables_the_hand_first_entered_is_paid_first() -> None:
    """Dealt later but entered first, the royal flush takes the whole; the other gets a tenth of the reset value."""
    driver = Driver()
    for table in ("T1", "T2"):
        driver.open(setup_for(GAME, table))
        driver.come(f"{table} Ann")
        driver.call()
    driver.name = "T1"
    driver.bet("T1 Ann", 1, ante=10, progressive=5)
    driver.close()
    driver.deal({1: "9s 8s 7s", "dealer": "Qd 9d 4d", "community": "6s 5s"}, at=1)  # dealt first, settled last
    driver.name = "T2"
    driver.bet("T2 Ann", 1, ante=10, progressive=5)
    driver.close()
    driver.deal({1: "As Ks Qs", "dealer": "Qd 9d 4d", "community": "Js Ts"}, at=2)
    driver.choose(1, "fold")
    driver.finish()
    driver.approve()
    assert driver.play.due.clause == "3.17"
    driver.name = "T1"
    driver.choose(1, "fold")
    driver.finish()
    driver.approve()
    assert driver.play.due.clause == "3.17"
    entered = [event.claims.table for event in driver.events(ClaimsEntered) if isinstance(event, ClaimsEntered)]
    assert entered == ["T2", "T1"]
    assert is_refused(driver, ask.PayAwards(SUPERVISOR))  # T2 comes first
    for table, amount in (("T2", 100_002), ("T1", 5_000)):
        driver.name = table
        assert only(driver.pay(), AwardPaid).amount == money(amount)
        driver.call()
        assert driver.chips(f"{table} Ann") == money(10_000 - 15 + amount)
    assert driver.floor.links["L1"].display == money(45_000)
    assert replay(driver.history) == driver.floor
    prove(GAME, "3.17", "R8")


def test_a_jackpot_hand_need_not_be_announced() -> None:
    driver = table_of(GAME, "Ann")
    driver.bet("Ann", 1, ante=10, progressive=5)
    driver.close()
    driver.deal({1: "8h 7h 6h", "community": "5h 4h"})
    driver.choose(1, "play")
    driver.expose()
    driver.ask(ask.ShowHand(DEALER, 1))
    driver.refuse(ask.NotifyJackpotHand(player("Ann"), 1), "no_such_duty", None)


def test_an_award_comes_beside_everything_else() -> None:
    driver = table_of(GAME, "Ann")
    driver.bet("Ann", 1, ante=10, pair_plus=10, progressive=5)
    driver.close()
    driver.deal({1: "8h 7h 6h", "dealer": "Qd 9s 4d", "community": "5h 4h"})
    driver.choose(1, "play")
    events = driver.finish()
    lines = {"ante": "+10", "ante_bonus": "+50", "play": "+10", "pair_plus": "+400", "progressive": "+9995.10"}
    check_lines(GAME, events, 1, lines)
    driver.pay()
    driver.call()
    assert driver.chips("Ann") == money("20465.10")
    prove(GAME, "3.13", "3.16")
