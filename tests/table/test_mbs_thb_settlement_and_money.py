"""mbs-thb 3.10, 4.1, 5.12 to 5.15 at a live table: lines, shares, and every stack to the cent after the next call."""

import pytest

from pitlink import pit
from pitlink.pit import Outcome
from pitlink.table import commands as ask
from pitlink.table.events import Event, HandDeclined, LineSettled, Payment, PlayerWarned, RoundSettled
from tests.driving import DEALER, SUPERVISOR, Driver, money, player, replay
from tests.proving import prove, row_id, rows
from tests.table.holdem import as_asked, better_off, check_lines, place, play_out, round_of, table_of, to_the_end

GAME = "mbs-thb"
ANN, BOB = player("Ann"), player("Bob")
BOARD = "2c 5h 8d 9s Jc"
LINES = ("ante", "flop", "turn", "river", "bonus", "progressive")

# An Ante of 25 and a Bonus of 10.
SHOWDOWNS = rows("""
proves            | ann   | dealer | does               | ante       | flop       | turn | river | bonus      | net
3.10.2 1.1.14     | As Ad | Ks Kd  | flop, turn, river  | =@3.10.2   | +50@3.10.2 | +25  | +25   | +300@4.1.1 | +400.00
3.10.2            | Tc 7s | Ks Kd  | flop, check, river | +25@3.10.2 | +50@3.10.2 |      | +25   | -10@4.1.1  | +90.00
3.10.3            | Kh Qd | As Ad  | flop, turn, check  | -25@3.10.3 | -50@3.10.3 | -25  |       | -10        | -110.00
3.10.3 R57        | Qh Qd | As Ad  | flop, check, check | -25@3.10.3 | -50@3.10.3 |      |       | -10@3.10.3 | -85.00
3.10.4 1.1.14 R58 | As Kd | Ah Kc  | flop, turn, river  | =@3.10.4   | =@3.10.4   | =    | =     | +150@4.1.1 | +150.00
3.9.1             | As Ad | Ks Kd  | fold               | -25@3.9.1  |            |      |       | -10@3.9.1  | -35.00
""")


@pytest.mark.parametrize("row", SHOWDOWNS, ids=row_id)
def test_lines_and_stack_of_a_round(row: dict[str, str]) -> None:
    driver = table_of(GAME, "Ann")
    hands: dict[str | int, str] = {1: row["ann"], "dealer": row["dealer"], "community": BOARD}
    events = round_of(driver, {"Ann": (1, {"ante": 25, "bonus": 10})}, hands, {1: row["does"]})
    check_lines(GAME, events, 1, {wager: row.get(wager, "") for wager in LINES}, row["proves"])
    lying, chips = driver.table.players["Ann"].lying, driver.chips("Ann")
    assert chips == money(10_000)
    driver.refuse(
        ask.CashOut(DEALER, "Ann", money("10000.01") if not lying else money(10_000)), "not_enough_chips", None
    )
    assert better_off(driver, "Ann") == f"Ann {row['net']}"
    assert driver.table.players["Ann"].lying == 0
    assert replay(driver.history) == driver.floor
    if row["bonus"].endswith("@4.1.1"):
        prove(GAME, "1.1.3")


def test_what_is_won_is_not_there_before_the_next_call() -> None:
    driver = table_of(GAME, "Ann", chips=200)
    hands: dict[str | int, str] = {1: "As Ad", "dealer": "Ks Kd", "community": BOARD}
    round_of(driver, {"Ann": (1, {"ante": 50})}, hands, {1: "flop, turn, check"})
    assert driver.table.players["Ann"].available == 0
    driver.refuse(place(ANN, "Ann", 1, "ante", money(10)), "bets_are_not_open", "3.1")
    driver.refuse(ask.CashOut(DEALER, "Ann", money("0.01")), "not_enough_chips", None)
    assert better_off(driver, "Ann", chips=200) == "Ann +150.00"
    driver.bet("Ann", 1, ante=350)
    prove(GAME, "R40", "1.1.13")


def test_every_position_is_settled_by_its_own_hand() -> None:
    driver = table_of(GAME, "Ann", "Bob", "Cyd")
    hands: dict[str | int, str] = {1: "As Ad", 2: "3c 4d", 3: "Tc 7s", "dealer": "Ks Kd", "community": BOARD}
    bets = {"Ann": (1, {"ante": 25}), "Bob": (2, {"ante": 50}), "Cyd": (3, {"ante": 100, "bonus": 20})}
    events = round_of(driver, bets, hands, {1: "flop, check, check", 2: "fold", 3: "flop, turn, river"})
    check_lines(GAME, events, 2, {"ante": "-50@3.9.1"})
    assert better_off(driver, "Ann", "Bob", "Cyd") == "Ann +50.00, Bob -50.00, Cyd +480.00"


# Several players' chips on one position


def shares(driver: Driver, wager: str) -> dict[str, tuple[int, int]]:
    """What each player gave up and was paid by the line of a wager."""
    for event in reversed(driver.events(LineSettled)):
        if isinstance(event, LineSettled) and event.wager == wager:
            return {each.player: (each.collected, each.paid) for each in event.payments}
    raise AssertionError(f"no line of {wager}")


def test_a_pooled_wager_is_paid_and_collected_by_share() -> None:
    driver = table_of(GAME, "Ann", "Bob")
    driver.call()
    driver.bet("Ann", 1, ante="10.01", bonus="10")
    driver.bet("Bob", 1, ante="20.02", bonus="0.05")
    hands: dict[str | int, str] = {1: "Tc 7s", "dealer": "Ks Kd", "community": BOARD}
    events = to_the_end(driver, hands, {1: "flop, check, river"})
    check_lines(
        GAME,
        events,
        1,
        {"ante": "+30.03@3.10.2", "flop": "+60.06@3.10.2", "river": "+30.03@3.10.2", "bonus": "-10.05@4.1.1"},
    )
    assert shares(driver, "flop") == {"Ann": (0, 20_02), "Bob": (0, 40_04)}
    assert shares(driver, "bonus") == {"Ann": (10_00, 0), "Bob": (5, 0)}
    assert better_off(driver, "Ann", "Bob") == "Ann +30.04, Bob +80.03"
    prove(GAME, "3.4", "R34")


def test_odd_cents_of_a_pooled_wager_are_the_deciders() -> None:
    """1,100.01 lies there and 1,000 plays: 636.36 of Ann's and 363.64 of Bob's; the cent that is left over is Ann's."""
    driver = table_of(GAME, "Ann", "Bob")
    driver.call()
    driver.ask(ask.RecordWager(DEALER, "Bob", 1, "ante", money("400.01")))
    driver.ask(ask.RecordWager(DEALER, "Ann", 1, "ante", money(700)))
    events = to_the_end(driver, {}, {1: "fold"})
    check_lines(GAME, events, 1, {"ante": "-1000(100.01)@3.9.1"}, "5.14")
    assert shares(driver, "ante") == {"Bob": (363_64, 0), "Ann": (636_36, 0)}
    assert better_off(driver, "Ann", "Bob") == "Ann -636.36, Bob -363.64"
    prove(GAME, "5.14", "R34")


def test_nobody_loses_more_than_his_own_chips_to_an_odd_cent() -> None:
    """1,000.03 lies there, one cent of it the seated player's, and 1,000 is collected."""
    driver = table_of(GAME, "Ann", "Bob", "Cyd")
    driver.call()
    for name, amount in (("Bob", "500.01"), ("Cyd", "500.01"), ("Ann", "0.01")):
        driver.ask(ask.RecordWager(DEALER, name, 1, "ante", money(amount)))
    to_the_end(driver, {}, {1: "fold"})
    assert all(given <= {"Ann": 1}.get(name, 500_01) for name, (given, _) in shares(driver, "ante").items())


# Over the maximum, under the minimum


def test_an_ante_over_the_maximum_and_what_follows_it_play_to_the_maximum() -> None:
    driver = table_of(GAME, "Ann")
    for ann, lost in (("As Ad", False), ("3c 4d", True)):
        driver.call()
        (found, *_) = driver.ask(ask.RecordWager(DEALER, "Ann", 1, "ante", money(1200)))
        assert [note.clause for note in getattr(found, "notes")] == ["3.4"]  # noqa: B009
        events = to_the_end(driver, {1: ann, "dealer": "Ks Kd", "community": BOARD}, {1: "flop, turn, check"})
        if lost:
            expected = {"ante": "-1000(200)@3.10.3", "flop": "-2000@3.10.3", "turn": "-1000@3.10.3"}
        else:
            expected = {"ante": "=(200)@3.10.2", "flop": "+2000@3.10.2", "turn": "+1000@3.10.2"}
        check_lines(GAME, events, 1, expected, "5.14 R28")
    assert better_off(driver, "Ann") == "Ann -1000.00"


def under_minimum(driver: Driver, does: str, ante: str = "5") -> tuple[Event, ...]:
    driver.call()
    driver.ask(ask.RecordWager(DEALER, "Ann", 1, "ante", money(ante)))
    return to_the_end(driver, {1: "As Ad", "dealer": "Ks Kd", "community": BOARD}, {1: does})


def test_a_result_under_the_minimum_counts_once_and_later_ones_go_back() -> None:
    driver = table_of(GAME, "Ann")
    events = under_minimum(driver, "flop, turn, check")
    lines = [event for event in events if isinstance(event, LineSettled)]
    assert {line.wager: (line.outcome, line.pays) for line in lines} == {
        "ante": ("push", 0),
        "flop": ("win", 10_00),
        "turn": ("win", 5_00),
    }
    assert "5.13" in lines[0].also
    assert PlayerWarned("Ann", "5.13") in events
    prove(GAME, "5.13")
    events = under_minimum(driver, "flop, check, check")
    check_lines(
        GAME, [each for each in events if isinstance(each, LineSettled)], 1, {"ante": "<@5.13", "flop": "<@R32"}
    )
    assert better_off(driver, "Ann") == "Ann +15.00"  # what the first round paid stays paid
    prove(GAME, "5.13", "5.15", "R31", "R32")


def test_a_warned_player_who_loses_under_the_minimum_has_it_back_and_within_the_limits_loses() -> None:
    driver = table_of(GAME, "Ann")
    under_minimum(driver, "fold")
    driver.call()
    assert driver.chips("Ann") == money(9995)
    driver.ask(ask.RecordWager(DEALER, "Ann", 1, "ante", money(5)))
    to_the_end(driver, {}, {1: "fold"})
    assert better_off(driver, "Ann") == "Ann -5.00"
    driver.bet("Ann", 1, ante=25)
    to_the_end(driver, {}, {1: "fold"})
    assert better_off(driver, "Ann") == "Ann -30.00"
    prove(GAME, "5.13", "5.15")


def test_the_one_time_begins_again_when_a_supervisor_closes_the_stay() -> None:
    driver = table_of(GAME, "Ann")
    under_minimum(driver, "fold")
    driver.refuse(ask.CloseStay(DEALER, "Ann"), "post_too_low", "R31")
    driver.ask(ask.CloseStay(SUPERVISOR, "Ann"))
    under_minimum(driver, "fold")
    assert better_off(driver, "Ann") == "Ann -10.00"


def test_an_earlier_round_is_not_corrected() -> None:
    driver = table_of(GAME, "Ann")
    under_minimum(driver, "fold")
    driver.refuse(ask.CorrectWager(SUPERVISOR, "Ann", 1, "ante", money(25)), "no_round_in_play", None)
    driver.call()
    assert as_asked(driver, ask.CorrectWager(SUPERVISOR, "Ann", 1, "ante", money(25))) == "no_wager_there"
    assert driver.chips("Ann") == money(9995)
    prove(GAME, "5.15")


def test_a_partner_who_had_his_one_result_under_the_minimum_does_not_have_another() -> None:
    driver = table_of(GAME, "Ann", "Bob")
    driver.call()
    driver.ask(ask.RecordWager(DEALER, "Bob", 2, "ante", money(5)))
    to_the_end(driver, {}, {2: "fold"})
    driver.call()
    driver.ask(ask.RecordWager(DEALER, "Ann", 1, "ante", money(2)))
    driver.ask(ask.RecordWager(DEALER, "Bob", 1, "ante", money(3)))
    to_the_end(driver, {}, {1: "fold"})
    assert shares(driver, "ante")["Bob"] == (0, 0)


# Side bets without their Ante


def test_side_bets_without_an_ante_go_back_when_the_hand_is_over() -> None:
    driver = table_of(GAME, "Ann", "Bob")
    shown = driver.floor.links["L1"].display
    driver.call()
    driver.bet("Ann", 1, ante=25)
    driver.ask(ask.RecordWager(DEALER, "Bob", 2, "progressive", money(5)))
    driver.ask(ask.RecordWager(DEALER, "Bob", 2, "bonus", money(10)))
    driver.close()
    assert driver.floor.links["L1"].display == shown
    driver.deal({})
    play_out(driver, {1: "fold"})
    assert driver.table.players["Bob"].lying == money(15)
    events = driver.ask(ask.Settle(DEALER))
    check_lines(GAME, events, 2, {"bonus": "<@R50", "progressive": "<@5.12.2"}, "5.12.2 R50")
    assert better_off(driver, "Ann", "Bob") == "Ann -25.00, Bob 0.00"
    prove(GAME, "5.12")


# Declining to show


def test_a_hand_that_is_not_shown_loses_everything_and_is_settled() -> None:
    driver = table_of(GAME, "Ann", "Bob")
    driver.call()
    driver.bet("Ann", 1, ante=25, bonus=10, progressive=5)
    driver.bet("Bob", 2, ante=25)
    driver.close()
    driver.deal({1: "Ah Kh", 2: "3c 4d", "dealer": "Ks Kd", "community": "2h 5h 8h 9s Jc"})
    driver.choose(1, "flop")
    driver.choose(2, "fold")
    driver.choose(1, "turn", "river")
    driver.refuse(ask.DeclineToShow(ANN, 1), "no_hand_is_due", None)
    driver.expose()
    driver.refuse(ask.DeclineToShow(BOB, 1), "not_your_hand", "R35")
    driver.refuse(ask.DeclineToShow(DEALER, 1), "not_your_hand", "R35")
    assert driver.ask(ask.DeclineToShow(ANN, 1)) == (HandDeclined(1, "Ann", "3.10.1"),)
    driver.refuse(ask.ShowHand(ANN, 1), "no_hand_is_due", None)
    events = driver.ask(ask.Settle(DEALER))
    expected = {"ante": "-25", "flop": "-50", "turn": "-25", "river": "-25", "bonus": "-10", "progressive": "-5"}
    check_lines(GAME, events, 1, {wager: f"{cell}@3.10.1" for wager, cell in expected.items()}, "3.10.1")
    settled = events[-1]
    assert isinstance(settled, RoundSettled)
    assert [told.hand for told in settled.hands] == [None, None]
    assert better_off(driver, "Ann", "Bob") == "Ann -140.00, Bob -25.00"


def test_a_folded_hand_with_a_progressive_may_be_declined_and_then_wins_nothing() -> None:
    driver = table_of(GAME, "Ann")
    driver.call()
    driver.bet("Ann", 1, ante=25, progressive=5)
    driver.close()
    driver.deal({1: "Ah Kh", "community": "2h 5h 8h 9s Jc"})
    driver.choose(1, "fold")
    events = driver.finish(declining=[1])
    check_lines(GAME, events, 1, {"ante": "-25@3.9.1", "progressive": "-5@3.10.1"}, "3.10.1")


# Wagers corrected after a decision has built on them


def test_an_ante_corrected_after_the_flop_never_takes_more_than_lies_there() -> None:
    """Flop 50 lies beside an Ante put right to 30: 60 would be due, and a person decides (3.9.2, R68)."""
    driver = table_of(GAME, "Ann")
    driver.call()
    driver.bet("Ann", 1, ante=25)
    driver.close()
    driver.deal({1: "3c 4d", "dealer": "Ks Kd", "community": BOARD})
    driver.choose(1, "flop")
    driver.ask(ask.CorrectWager(SUPERVISOR, "Ann", 1, "ante", money(30)))
    play_out(driver, {1: "check, check"})
    outcome = pit.act(driver.floor, "T1", ask.Settle(DEALER))
    if isinstance(outcome, Outcome):
        lines = [each.event for each in outcome.events if isinstance(each.event, LineSettled)]
        assert all(line.stake <= {"ante": 30_00, "flop": 50_00}[line.wager] for line in lines)


def test_payments_of_a_line_add_up_to_what_lay_there() -> None:
    driver = table_of(GAME, "Ann", "Bob")
    driver.call()
    driver.bet("Ann", 1, ante="33.33", bonus=10)
    driver.bet("Bob", 1, ante="66.66")
    to_the_end(driver, {1: "3c 4d", "dealer": "Ks Kd", "community": BOARD}, {1: "flop, turn, river"})
    for event in driver.events(LineSettled):
        assert isinstance(event, LineSettled)
        assert all(isinstance(each, Payment) for each in event.payments)
        assert sum(each.collected + each.back for each in event.payments) == event.stake + event.excess
