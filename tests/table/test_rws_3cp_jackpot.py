"""Jackpot awards of Multi-Link Progressive 3 Card Poker as claims on the link, in the order the hands were dealt."""

import pytest

from pitlink.jackpot.commands import OrderClaims
from pitlink.jackpot.link import ClaimOf
from pitlink.money import Cents
from pitlink.table import commands as ask
from pitlink.table.events import AwardPaid, AwardsAmended, ClaimsClosed, LineSettled
from tests.driving import DEALER, PIT_MANAGER, SHIFT_MANAGER, SUPERVISOR, Driver, money, replay, setup_for
from tests.proving import prove, row_id, rows
from tests.table.three_cards import check_lines, is_refused, only, stacks, table_of

GAME = "rws-3cp"


def test_a_percentage_award_is_a_claim_and_the_next_call_waits_until_it_is_paid() -> None:
    driver = table_of(GAME, "Ann")
    driver.bet("Ann", 1, ante=10, progressive=5)
    driver.close()
    driver.deal({1: "8h 7h 6h", "dealer": "Qd 9d 4d", "community": "5h 4h"})
    driver.choose(1, "fold")
    events = driver.finish()  # the display shows 100,001.00
    check_lines(GAME, events, 1, {"ante": "-10@3.12.1", "progressive": "+9995.10@4.4"}, "4.4")
    (line,) = (each for each in events if isinstance(each, LineSettled) and each.wager == "progressive")
    assert (line.claim, [payment.paid for payment in line.payments]) == (money("10000.10"), [0])
    driver.approve()
    assert (driver.due, driver.play.due.clause) == ("pay_claims", "4.7.2")
    driver.refuse(ask.CallBets(DEALER), "round_in_play", "1.20")
    driver.refuse(ask.PayAwards(DEALER), "post_too_low", None)
    paid = driver.pay()
    assert (only(paid, AwardPaid).amount, only(paid, ClaimsClosed).round) == (money("10000.10"), 1)
    assert driver.table.players["Ann"].available == money(9_985)
    driver.call()
    assert driver.chips("Ann") == money("19985.10")


def test_the_jackpot_grows_with_every_accepted_bet_and_starts_again_when_it_is_won() -> None:
    driver = table_of(GAME, "Ann")
    shown = []
    for board in ("2d 3d", "2d 3d", "Js Ts", "2d 3d"):
        driver.bet("Ann", 1, ante=10, progressive=5)
        driver.close()
        shown.append(driver.floor.links["L1"].display)
        driver.deal({1: "As Ks Qs", "dealer": "Qd 9d 4h", "community": board})
        driver.choose(1, "fold")
        driver.finish()
        if driver.due == "verify_claims":
            shown.append(driver.floor.links["L1"].display)
            driver.pay()
        driver.call()
    assert shown == [money(text) for text in ("100001", "100002", "100003", "50000", "50001")]
    prove(GAME, "1.16")


# Positions 1 and 2 of one table in one round; the display shows 100,002.00.
TOGETHER = rows("""
proves   | 1        | 2        | board | first     | second   | display
4.7.1    | 9s 8s 7s | 4s 3s 2s | 6s 5s | 10000.20  | 9000.18  | 81001.62
4.7.1    | 4s 3s 2s | 9s 8s 7s | 6s 5s | 10000.20  | 9000.18  | 81001.62
4.7.1 R6 | As Ks Qs | 9s 8s 7s | Js Ts | 100002.00 | 5000.00  | 45000.00
4.7.1 R6 | 9s 8s 7s | As Ks Qs | Js Ts | 10000.20  | 90001.80 | 50000.00
""")


@pytest.mark.parametrize("row", TOGETHER, ids=row_id)
def test_at_one_table_the_hands_are_paid_in_the_order_dealt(row: dict[str, str]) -> None:
    driver = table_of(GAME, "Ann", "Bob")
    driver.bet("Bob", 2, ante=10, progressive=5)
    driver.bet("Ann", 1, ante=10, progressive=5)
    driver.close()
    driver.deal({1: row["1"], 2: row["2"], "dealer": "Qd 9d 4d", "community": row["board"]})
    driver.choose(1, "fold")
    driver.choose(2, "fold")
    events = driver.finish()
    for position in (1, 2):
        (line,) = (
            each
            for each in events
            if isinstance(each, LineSettled) and (each.position, each.wager) == (position, "progressive")
        )
        assert set(row["proves"].split()) <= {line.rule, *line.also}
    paid = [event for event in driver.pay() if isinstance(event, AwardPaid)]
    assert [(award.player, award.amount) for award in paid] == [
        ("Ann", money(row["first"])),
        ("Bob", money(row["second"])),
    ]
    assert driver.floor.links["L1"].display == money(row["display"])
    driver.call()
    assert stacks(driver) == {
        name: Cents(money(10_000 - 15) + money(row[column])) for name, column in (("Ann", "first"), ("Bob", "second"))
    }
    prove(GAME, *row["proves"].split(), "4.7")


# Across tables


def two_tables(first_at: int, second_at: int) -> Driver:
    """A straight flush at T1 and a royal flush at T2, dealt at these times; both folded, T1 settled first, then T2."""
    driver = Driver()
    for table in ("T1", "T2"):
        driver.open(setup_for(GAME, table))
        driver.come(f"{table} Ann")
        driver.call()
    hands: dict[str, tuple[str, str, int]] = {
        "T1": ("9s 8s 7s", "6s 5s", first_at),
        "T2": ("As Ks Qs", "Js Ts", second_at),
    }
    for table, (hand, board, at) in hands.items():
        driver.name = table
        driver.bet(f"{table} Ann", 1, ante=10, progressive=5)
        driver.close()
        driver.deal({1: hand, "dealer": "Qd 9d 4d", "community": board}, at=at)
    for table in hands:
        driver.name = table
        driver.choose(1, "fold")
        driver.finish()
    return driver


def paid_at(driver: Driver, *order: str) -> dict[str, Cents]:
    """The awards of both tables, paid in this order and no other, and checked against the stacks after the call."""
    amounts = {}
    driver.name = order[-1]
    assert is_refused(driver, ask.PayAwards(SUPERVISOR))
    for table in order:
        driver.name = table
        amounts[table] = only(driver.pay(), AwardPaid).amount
        driver.call()
        assert driver.chips(f"{table} Ann") == money(10_000 - 15) + amounts[table]
    return amounts


ACROSS = rows("""
T1 dealt at | T2 dealt at | amended | order | T1       | T2        | display
1           | 2           |         | T1 T2 | 10000.20 | 90001.80  | 50000
2           | 1           | T1      | T2 T1 | 5000.00  | 100002.00 | 45000
""")


@pytest.mark.parametrize("row", ACROSS, ids=row_id)
def test_at_several_tables_the_hand_dealt_first_is_paid_first(row: dict[str, str]) -> None:
    """The straight flush at T1 is always entered first; only when it was dealt first is it paid first."""
    driver = two_tables(int(row["T1 dealt at"]), int(row["T2 dealt at"]))
    amended = [each for each in driver.history if isinstance(each.event, AwardsAmended)]
    assert [each.stream for each in amended] == ([f"table/{row['amended']}"] if row["amended"] else [])
    for each in amended:
        assert isinstance(each.event, AwardsAmended)
        assert each.event.clause == "4.7.2"
    assert driver.floor.links["L1"].display == money(row["display"])
    assert paid_at(driver, *row["order"].split()) == {table: money(row[table]) for table in ("T1", "T2")}
    prove(GAME, "4.7.2", "R8")


def test_a_hand_is_dealt_when_its_last_card_lies_there() -> None:
    """T1 begins first and T2's hand is complete first."""
    driver = Driver()
    cards = {"T1": "9s Qd 8s 9d 7s 4d 6s 5s", "T2": "As Qd Ks 9d Qs 4d Js Ts"}  # after the Burnt Card
    for table in cards:
        driver.open(setup_for(GAME, table))
        driver.come(f"{table} Ann")
        driver.call()
        driver.bet(f"{table} Ann", 1, ante=10, progressive=5)
        driver.close()
    for table, first_at, last_at in (("T1", 1, 9), ("T2", 5, 6)):
        driver.name = table
        for nth, card in enumerate(("2c", *cards[table].split())):
            driver.ask(ask.DealCard(DEALER, card, at=first_at if nth < 5 else last_at))
        driver.choose(1, "fold")
        driver.finish()
    assert paid_at(driver, "T2", "T1") == {"T1": money(5_000), "T2": money(100_002)}
    assert replay(driver.history) == driver.floor
    prove(GAME, "4.7.2")


def test_the_house_determines_the_order_conclusively() -> None:
    """By the times the straight flush was first; the shift manager finds that the royal flush was."""
    driver = two_tables(1, 2)
    order = (ClaimOf("T2", 1), ClaimOf("T1", 1))
    for by in (SUPERVISOR, PIT_MANAGER):
        driver.refuse_link(OrderClaims(by, order), "post_too_low", None)
    driver.refuse_link(OrderClaims(SHIFT_MANAGER, order[:1]), "not_the_open_claims", "4.7.2")
    before = len(driver.history)
    driver.ask_link(OrderClaims(SHIFT_MANAGER, order))
    amended = {each.stream: each.event for each in driver.history[before:] if isinstance(each.event, AwardsAmended)}
    assert {stream: event.clause for stream, event in amended.items()} == {"table/T1": "4.7.2", "table/T2": "4.7.2"}
    assert paid_at(driver, "T2", "T1") == {"T1": money(5_000), "T2": money(100_002)}
    driver.refuse_link(OrderClaims(SHIFT_MANAGER, order), "not_the_open_claims", "4.7.2")  # paid is paid
    prove(GAME, "4.7.2", "R88")


def test_awards_are_amended_by_way_of_the_link_only() -> None:
    driver = two_tables(1, 2)
    paid = driver.play.paid
    assert paid is not None
    driver.refuse(ask.AmendAwards(SHIFT_MANAGER, paid), "for_the_link", None)
