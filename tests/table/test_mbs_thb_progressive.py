"""mbs-thb 3.9.1, 3.13 to 3.15, 4.2 at live tables: awards of the house, claims on the link, and when they are paid."""

import pytest

from pitlink.table import commands as ask
from pitlink.table.events import AwardPaid, ClaimsClosed, HandTold, LineSettled, RoundSettled
from tests.driving import DEALER, PIT_MANAGER, SUPERVISOR, Driver, money, setup_for
from tests.proving import prove, row_id, rows
from tests.table.holdem import as_asked, awards_paid, better_off, check_lines, round_of, table_of, to_the_end

GAME = "mbs-thb"

# Judged on the two hole cards and the flop, played, lost or folded; the stake of 5 is collected. The meter stays.
HOUSE_AWARDS = rows("""
ann   | dealer | board          | does               | hand           | ante | flop | progressive
Ks Kd | 4c 4d  | Kh Kc 2d 7s 8h | flop, check, check | four of a kind | +25  | +50  | +1995@4.2
Ks Kd | 4c 4d  | Kh 2c 2d 7s 8h | flop, check, check | full house     | +25  | +50  | +195@4.2
Ks Kd | 4c 4d  | Kh 2c 2d 7s 8h | fold               | full house     | -25  |      | +195@4.2
Ah Kh | 8c 8d  | 2h 5h 8h 8s 2c | flop, check, check | flush          | -25  | -50  | +95@4.2
Ah Kh | 4c 4d  | 2h 5h 8h 9s Jc | fold               | flush          | -25  |      | +95@4.2
# nothing below a flush, and no card of turn or river helps
Tc 7s | 4c 4d  | 8d 9s Jc 2h 3h | flop, check, check | straight       | +25  | +50  | -5@4.2
Ah Kh | 4c 4d  | 2h 5h 9s 8h Jc | flop, check, check | five odd cards | +25  | +50  | -5@4.2
Ah Kh | 4c 4d  | 2h 5h 9s 8h Jc | fold               | five odd cards | -25  |      | -5@4.2
""")


@pytest.mark.parametrize("row", HOUSE_AWARDS, ids=row_id)
def test_dollar_awards_are_the_houses_and_paid_with_the_round(row: dict[str, str]) -> None:
    driver = table_of(GAME, "Ann")
    hands: dict[str | int, str] = {1: row["ann"], "dealer": row["dealer"], "community": row["board"]}
    events = round_of(driver, {"Ann": (1, {"ante": 25, "progressive": 5})}, hands, {1: row["does"]})
    check_lines(GAME, events, 1, {wager: row[wager] for wager in ("ante", "flop", "progressive")}, "4.2")
    settled = events[-1]
    assert isinstance(settled, RoundSettled)
    assert [told.progressive_hand for told in settled.hands] == [row["hand"]]
    assert driver.due == "call"
    assert driver.floor.links["L1"].display == money(100_001)  # a fifth of the stake was added at the close
    net = sum(int(row[wager].partition("@")[0] or 0) for wager in ("ante", "flop", "progressive"))
    assert better_off(driver, "Ann") == f"Ann {net:+}.00"
    prove(GAME, "1.1.10", "3.13", "R1")


STRAIGHT_FLUSH: dict[str | int, str] = {1: "Qh Kh", "dealer": "4c 4d", "community": "9h Th Jh 2s 3s"}


@pytest.mark.parametrize(("does", "net"), [("flop, check, check", "+10070.10"), ("fold", "+9970.10")])
def test_a_percentage_is_claimed_from_the_link_and_paid_before_the_next_call(does: str, net: str) -> None:
    driver = table_of(GAME, "Ann")
    events = round_of(driver, {"Ann": (1, {"ante": 25, "progressive": 5})}, STRAIGHT_FLUSH, {1: does})
    line = next(event for event in events if isinstance(event, LineSettled) and event.wager == "progressive")
    assert (line.rule, line.claim, line.pays) == ("4.2", money("10000.10"), money("10000.10"))
    assert [(each.collected, each.paid) for each in line.payments] == [(5_00, 0)]
    assert driver.floor.links["L1"].display == money("90000.90")
    driver.approve()
    assert (driver.due, driver.play.due.clause) == ("pay_claims", "3.14")
    driver.refuse(ask.CallBets(DEALER), "round_in_play", "1.1.13")
    driver.refuse(ask.PayAwards(DEALER), "post_too_low", None)
    paid, closed = driver.pay()
    assert paid == AwardPaid(1, "Ann", "progressive", money("10000.10"), "4.2", "Sven")
    assert closed == ClaimsClosed(1)
    assert driver.chips("Ann") == money(10_000)
    assert as_asked(driver, ask.PayAwards(SUPERVISOR)) == "no_such_claims"
    assert better_off(driver, "Ann") == f"Ann {net}"
    prove(GAME, "1.1.10", "3.13", "4.2")


def test_two_straight_flushes_of_one_round_share_and_their_players_are_paid_alike() -> None:
    driver = table_of(GAME, "Ann", "Bob")
    hands = {**STRAIGHT_FLUSH, 2: "7h 8h"}
    wagers = {"ante": 25, "progressive": 5}
    round_of(driver, {"Ann": (1, wagers), "Bob": (2, wagers)}, hands, {1: "fold", 2: "fold"})
    driver.pay(by=PIT_MANAGER)
    paid = [
        (event.player, event.amount, event.rule) for event in driver.events(AwardPaid) if isinstance(event, AwardPaid)
    ]
    assert paid == [("Ann", money("9500.19"), "3.15.1"), ("Bob", money("9500.19"), "3.15.1")]
    assert driver.floor.links["L1"].display == money("100002") - money("19000.38")
    assert better_off(driver, "Ann", "Bob") == "Ann +9470.19, Bob +9470.19"
    prove(GAME, "3.15.1")


def test_a_royal_flush_is_paid_after_the_lower_hand_and_the_meter_starts_again() -> None:
    driver = table_of(GAME, "Ann", "Bob", "Cyd")
    hands: dict[str | int, str] = {1: "Ah Kh", 2: "8h 9h", 3: "2h 3h", "dealer": "4c 4d", "community": "Th Jh Qh 2s 3s"}
    wagers = {"ante": 25, "progressive": 5}
    bets = {"Ann": (1, wagers), "Bob": (2, wagers), "Cyd": (3, wagers)}
    events = round_of(driver, bets, hands, {1: "flop, check, check", 2: "fold", 3: "fold"})
    check_lines(GAME, events, 3, {"ante": "-25@3.9.1", "progressive": "+95@4.2"})
    driver.pay()
    paid = [
        (event.player, event.amount, event.rule) for event in driver.events(AwardPaid) if isinstance(event, AwardPaid)
    ]
    assert paid == [("Bob", money("10000.30"), "4.2"), ("Ann", money("90002.70"), "3.15.2")]
    assert driver.floor.links["L1"].display == money(50_000)
    assert better_off(driver, "Ann", "Bob", "Cyd") == "Ann +90072.70, Bob +9970.30, Cyd +70.00"
    prove(GAME, "3.15.2", "3.13")


def two_tables() -> Driver:
    """T1 with Ann and T2 with Bob on one link, each with a straight flush that is shown and not settled."""
    driver = Driver()
    for table, name in (("T1", "Ann"), ("T2", "Bob")):
        driver.open(setup_for(GAME, table))
        driver.seat(name)
        driver.call()
        driver.bet(name, 1, ante=25, progressive=5)
        driver.close()
        driver.deal(STRAIGHT_FLUSH, at=1 if table == "T1" else 2)
        driver.choose(1, "fold")
        driver.expose()
        driver.ask(ask.ShowHand(DEALER, 1))
    return driver


@pytest.mark.parametrize("first", ["T1", "T2"])
def test_of_two_tables_the_hand_entered_first_is_paid_first(first: str) -> None:
    driver = two_tables()
    second = "T2" if first == "T1" else "T1"
    for table in (first, second):
        driver.name = table
        driver.ask(ask.Settle(DEALER))
        driver.approve()
        assert driver.play.due.clause == "3.14"
    assert as_asked(driver, ask.PayAwards(SUPERVISOR)) == "paid_out_of_order"
    for table in (first, second):
        driver.name = table
        driver.pay()
    players = {"T1": "Ann", "T2": "Bob"}
    paid = {player: amount for player, amount, _ in awards_paid(driver)}
    assert paid == {players[first]: money("10000.20"), players[second]: money("9000.18")}
    assert driver.floor.links["L1"].display == money("81001.62")
    prove(GAME, "3.14", "R8")


def test_a_jackpot_hand_without_the_wager_wins_no_jackpot() -> None:
    driver = table_of(GAME, "Ann", "Bob")
    driver.call()
    driver.bet("Ann", 1, ante=25)
    driver.bet("Bob", 2, ante=25, progressive=5)
    hands = {**STRAIGHT_FLUSH, 2: "2c 2d"}
    events = to_the_end(driver, hands, {1: "flop, check, check", 2: "fold"})
    check_lines(GAME, events, 1, {"ante": "+25", "flop": "+50"})
    settled = events[-1]
    assert isinstance(settled, RoundSettled)
    assert HandTold(1, "straight flush", None) in settled.hands
    assert driver.due == "call"
    prove(GAME, "1.1.10")


def test_the_dealers_own_five_cards_win_nothing() -> None:
    driver = table_of(GAME, "Ann")
    hands: dict[str | int, str] = {1: "4c 4d", "dealer": "Ah Kh", "community": "Qh Jh Th 2s 3s"}
    events = round_of(driver, {"Ann": (1, {"ante": 25, "progressive": 5})}, hands, {1: "flop, check, check"})
    check_lines(GAME, events, 1, {"ante": "-25@3.10.3", "flop": "-50@3.10.3", "progressive": "-5@4.2"})
    assert driver.due == "call"
    prove(GAME, "R22")
