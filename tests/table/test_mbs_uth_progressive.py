"""mbs-uth 1.1.10, 3.5.4, 3.13 to 3.15, 4.2 at live tables: awards of the house, claims on the link, their payment."""

import pytest

from pitlink.table import commands as ask
from pitlink.table.events import AwardPaid, ClaimsClosed, LineSettled, RoundSettled
from tests.driving import DEALER, PIT_MANAGER, SUPERVISOR, Driver, money, setup_for
from tests.proving import prove, row_id, rows
from tests.table.holdem import as_asked, awards_paid, better_off, check_lines, round_of, table_of

GAME = "mbs-uth"

# Ante and Blind of 25; judged on the hole cards and the flop. "For 1" contains the stake.
HOUSE_AWARDS = rows("""
ann   | dealer | board          | does               | stake | hand            | ante | blind | play | progressive
Ks Kd | 4c 4d  | Kh Kc 2d 7s 8h | play 4x            | 5     | four of a kind  | +25  | +250  | +100 | +1995@4.2
Ks Kd | 4c 4d  | Kh 2c 2d 7s 8h | play 4x            | 5     | full house      | +25  | +75   | +100 | +395@4.2
Ah Kh | 4c 4d  | 2h 5h 8h 9s Jc | play 3x            | 5     | flush           | +25  | +37.5 | +75  | +195@4.2
Tc 7s | 4c 4d  | 8d 9s Jc 2h 3h | play 4x            | 5     | straight        | +25  | +25   | +100 | +95@4.2
# lost to the dealer, folded: the wager stands on its own
Ah Kh | 8c 8d  | 2h 5h 8h 8s 2c | check, play 2x     | 5     | flush           | -25  | -25   | -50  | +195@4.2
Ah Kh | 4c 4d  | 2h 5h 8h 9s Jc | check, check, fold | 5     | flush           | -25  | -25   |      | +195@4.2
# two to five units multiply
Tc 7s | 4c 4d  | 8d 9s Jc 2h 3h | play 4x            | 10    | straight        | +25  | +25   | +100 | +190@4.2
Ah Kh | 4c 4d  | 2h 5h 8h 9s Jc | check, check, fold | 15    | flush           | -25  | -25   |      | +585@4.2
Ks Kd | 4c 4d  | Kh 2c 2d 7s 8h | play 4x            | 20    | full house      | +25  | +75   | +100 | +1580@4.2
Ks Kd | 4c 4d  | Kh Kc 2d 7s 8h | play 4x            | 25    | four of a kind  | +25  | +250  | +100 | +9975@4.2
# nothing below a straight, and no card of turn or river helps
8s 8h | 4c 4d  | 8d 9s Jc 2h 3h | play 4x            | 5     | three of a kind | +25  | =     | +100 | -5@4.2
Ah Kh | 4c 4d  | 2h 5h 9s 8h Jc | play 4x            | 5     | five odd cards  | +25  | +37.5 | +100 | -5@4.2
""")


@pytest.mark.parametrize("row", HOUSE_AWARDS, ids=row_id)
def test_awards_by_odds_are_the_houses_and_paid_with_the_round(row: dict[str, str]) -> None:
    driver = table_of(GAME, "Ann")
    hands: dict[str | int, str] = {1: row["ann"], "dealer": row["dealer"], "community": row["board"]}
    wagers = {"ante": 25, "blind": 25, "progressive": int(row["stake"])}
    events = round_of(driver, {"Ann": (1, wagers)}, hands, {1: row["does"]})
    lines = ("ante", "blind", "play", "progressive")
    several = row["stake"] != "5"
    check_lines(GAME, events, 1, {wager: row[wager] for wager in lines}, "4.2 3.5.4" if several else "4.2")
    settled = events[-1]
    assert isinstance(settled, RoundSettled)
    assert [told.progressive_hand for told in settled.hands] == [row["hand"]]
    assert driver.due == "call"
    assert driver.floor.links["L1"].display == money(100_000) + money(row["stake"]) // 5
    net = sum(float(row[wager].partition("@")[0].replace("=", "") or 0) for wager in lines)
    assert better_off(driver, "Ann") == f"Ann {net:+.2f}"
    prove(GAME, "1.1.10", "3.10.6", "3.13", "R1")


STRAIGHT_FLUSH: dict[str | int, str] = {1: "Qh Kh", "dealer": "4c 4d", "community": "9h Th Jh 2s 3s"}


@pytest.mark.parametrize("units", [1, 5])
def test_a_percentage_is_claimed_from_the_link_and_is_the_same_for_any_number_of_units(units: int) -> None:
    driver = table_of(GAME, "Ann")
    wagers = {"ante": 25, "blind": 25, "progressive": 5 * units}
    events = round_of(driver, {"Ann": (1, wagers)}, STRAIGHT_FLUSH, {1: "check, check, fold"})
    line = next(event for event in events if isinstance(event, LineSettled) and event.wager == "progressive")
    award = money(10_000) + 10 * units
    assert (line.rule, line.claim, line.pays) == ("4.2", award, award)
    assert [(each.collected, each.paid) for each in line.payments] == [(500 * units, 0)]
    driver.approve()
    assert (driver.due, driver.play.due.clause) == ("pay_claims", "3.14")
    driver.refuse(ask.CallBets(DEALER), "round_in_play", "1.1.13")
    driver.refuse(ask.PayAwards(DEALER), "post_too_low", None)
    paid, closed = driver.pay()
    assert (paid, closed) == (AwardPaid(1, "Ann", "progressive", line.claim, "4.2", "Sven"), ClaimsClosed(1))
    assert driver.chips("Ann") == money(10_000)
    driver.call()
    assert driver.chips("Ann") == money(10_000) - money(50) - 500 * units + award
    prove(GAME, "1.1.10", "3.5.4", "4.2")


def test_an_award_comes_on_top_of_all_other_payments() -> None:
    driver = table_of(GAME, "Ann")
    wagers = {"ante": 25, "blind": 25, "trips": 10, "progressive": 5}
    events = round_of(driver, {"Ann": (1, wagers)}, STRAIGHT_FLUSH, {1: "play 4x"})
    expected = {"ante": "+25", "blind": "+1250", "play": "+100", "trips": "+400", "progressive": "+9995.1@4.2"}
    check_lines(GAME, events, 1, expected, "4.2")
    driver.pay()
    assert better_off(driver, "Ann") == "Ann +11770.10"
    prove(GAME, "3.13")


def test_two_straight_flushes_of_one_round_share_and_their_players_are_paid_alike() -> None:
    driver = table_of(GAME, "Ann", "Bob")
    hands = {**STRAIGHT_FLUSH, 2: "7h 8h"}
    wagers = {"ante": 25, "blind": 25, "progressive": 5}
    choices = {1: "check, check, fold", 2: "check, check, fold"}
    round_of(driver, {"Ann": (1, wagers), "Bob": (2, wagers)}, hands, choices)
    driver.pay(by=PIT_MANAGER)
    paid = [
        (event.player, event.amount, event.rule) for event in driver.events(AwardPaid) if isinstance(event, AwardPaid)
    ]
    assert paid == [("Ann", money("9500.19"), "3.15.1"), ("Bob", money("9500.19"), "3.15.1")]
    assert driver.floor.links["L1"].display == money("100002") - money("19000.38")
    assert better_off(driver, "Ann", "Bob") == "Ann +9445.19, Bob +9445.19"
    prove(GAME, "3.15.1")


def test_a_royal_flush_is_paid_after_the_lower_hand_and_the_meter_starts_again() -> None:
    driver = table_of(GAME, "Ann", "Bob")
    hands: dict[str | int, str] = {1: "Ah Kh", 2: "8h 9h", "dealer": "4c 4d", "community": "Th Jh Qh 2s 3s"}
    wagers = {"ante": 25, "blind": 25, "progressive": 5}
    choices = {1: "check, check, fold", 2: "check, check, fold"}
    round_of(driver, {"Ann": (1, wagers), "Bob": (2, wagers)}, hands, choices)
    driver.pay()
    paid = [
        (event.player, event.amount, event.rule) for event in driver.events(AwardPaid) if isinstance(event, AwardPaid)
    ]
    assert paid == [("Bob", money("10000.20"), "4.2"), ("Ann", money("90001.80"), "3.15.2")]
    assert driver.floor.links["L1"].display == money(50_000)
    assert better_off(driver, "Ann", "Bob") == "Ann +89946.80, Bob +9945.20"
    prove(GAME, "3.15.2")


def two_tables() -> Driver:
    """T1 with Ann and T2 with Bob on one link, each with a straight flush that is shown and not settled."""
    driver = Driver()
    for table, name in (("T1", "Ann"), ("T2", "Bob")):
        driver.open(setup_for(GAME, table))
        driver.seat(name)
        driver.call()
        driver.bet(name, 1, ante=25, blind=25, progressive=5)
        driver.close()
        driver.deal(STRAIGHT_FLUSH, at=1 if table == "T1" else 2)
        driver.choose(1, "check", "check", "fold")
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


def test_a_progressive_that_fed_the_link_is_fed_at_the_close_and_not_before() -> None:
    driver = table_of(GAME, "Ann")
    driver.call()
    driver.bet("Ann", 1, ante=25, blind=25, progressive=25)
    assert driver.floor.links["L1"].display == money(100_000)
    driver.close()
    assert driver.floor.links["L1"].display == money(100_005)
    prove(GAME, "R11")
