"""mbs-uth 3.10, 4.1, 5.12 to 5.15 at a live table: lines, shares, and every stack to the cent after the next call."""

import pytest

from pitlink.table import commands as ask
from pitlink.table.events import Event, HandDeclined, LineSettled, Note, PlayerWarned, RoundSettled, WagerCorrected
from tests.driving import DEALER, SUPERVISOR, Driver, money, player, replay
from tests.proving import prove, row_id, rows
from tests.table.holdem import as_asked, better_off, check_lines, place, play_out, round_of, table_of, to_the_end

GAME = "mbs-uth"
ANN, BOB = player("Ann"), player("Bob")
BOARD = "2c 5h 8d 9s Jc"
LINES = ("ante", "blind", "play", "trips")

# Ante and Blind of 25, Trips of 10.
SHOWDOWNS = rows("""
proves        | ann   | house | board          | does               | ante       | blind      | play | trips      | net
3.10.3 1.1.11 | As Ad | Ks Kd | 2c 5h 8d 9s Jc | play 4x            | +25@3.10.3 | =@3.10.4   | +100 | -10@1.1.14 | +115
3.10.4 3.10.7 | Tc 7s | Ks Kd | 2c 5h 8d 9s Jc | check, play 2x     | +25@3.10.3 | +25@3.10.4 | +50  | +40@3.10.7 | +140
3.10.2 1.1.11 | As Ad | Kh Qd | 2c 5h 8d 9s Jc | play 3x            | =@3.10.2   | =@3.10.4   | +75  | -10@1.1.14 | +65
3.10.5        | Kh Qd | As Ad | 2c 5h 8d 9s Jc | check, play 2x     | -25@3.10.5 | -25@3.10.5 | -50  | -10@1.1.14 | -110
3.10.5 3.10.7 | 8s 8h | Ts 7c | 2c 5h 8d 9s Jc | check, play 2x     | -25@3.10.5 | -25@3.10.5 | -50  | +30@3.10.7 | -70
3.10.8 1.1.11 | As Kd | Ah Kc | 2c 2h 8d 9s Jc | play 4x            | =@3.10.8   | =@3.10.8   | =    | -10@1.1.14 | -10
# a folded hand has lost Ante and Blind; Trips stays, and is paid though the dealer was never turned up
3.9.6.1       | 8s 8h | Ts 7c | 2c 5h 8d 9s Jc | check, check, fold | -25        | -25        |      | +30@3.10.7 | -20
3.9.6.1       | Kh Qd | Ts 7c | 2c 5h 8d 9s Jc | check, check, fold | -25        | -25        |      | -10@1.1.14 | -60
""")


@pytest.mark.parametrize("row", SHOWDOWNS, ids=row_id)
def test_lines_and_stack_of_a_round(row: dict[str, str]) -> None:
    driver = table_of(GAME, "Ann")
    hands: dict[str | int, str] = {1: row["ann"], "dealer": row["house"], "community": row["board"]}
    events = round_of(driver, {"Ann": (1, {"ante": 25, "blind": 25, "trips": 10})}, hands, {1: row["does"]})
    check_lines(GAME, events, 1, {wager: row[wager] for wager in LINES}, row["proves"])
    assert driver.chips("Ann") == money(10_000)
    driver.refuse(ask.CashOut(DEALER, "Ann", money(10_000)), "not_enough_chips", None)
    assert better_off(driver, "Ann") == f"Ann {row['net']}.00"
    assert driver.table.players["Ann"].lying == 0
    assert replay(driver.history) == driver.floor


def test_what_is_won_is_not_there_before_the_next_call() -> None:
    driver = table_of(GAME, "Ann", chips=300)
    hands: dict[str | int, str] = {1: "As Ad", "dealer": "Ks Kd", "community": BOARD}
    round_of(driver, {"Ann": (1, {"ante": 50, "blind": 50})}, hands, {1: "play 4x"})
    assert driver.table.players["Ann"].available == 0
    driver.refuse(place(ANN, "Ann", 1, "ante", money(10)), "bets_are_not_open", "3.1")
    driver.refuse(ask.CashOut(DEALER, "Ann", money("0.01")), "not_enough_chips", None)
    assert better_off(driver, "Ann", chips=300) == "Ann +250.00"
    driver.bet("Ann", 1, ante=275, blind=275)
    prove(GAME, "R40", "1.1.13")


def test_a_hand_lost_and_a_hand_folded_leave_trips_in_play() -> None:
    driver = table_of(GAME, "Ann", "Bob")
    hands: dict[str | int, str] = {1: "8s 8h", 2: "5c 5d", "dealer": "Ts 7c", "community": BOARD}
    wagers = {"ante": 25, "blind": 25, "trips": 10}
    choices = {1: "play 4x", 2: "check, check, fold"}
    events = round_of(driver, {"Ann": (1, wagers), "Bob": (2, wagers)}, hands, choices)
    check_lines(GAME, events, 1, {"ante": "-25", "blind": "-25", "play": "-100", "trips": "+30@3.10.7"}, "3.10.7")
    check_lines(GAME, events, 2, {"ante": "-25", "blind": "-25", "trips": "+30@3.10.7"}, "3.10.7")
    assert better_off(driver, "Ann", "Bob") == "Ann -120.00, Bob -20.00"
    prove(GAME, "1.1.14")


# Several players' chips on one position


def shares(driver: Driver, wager: str) -> dict[str, tuple[int, int]]:
    """What each player gave up and was paid by the line of a wager."""
    for event in reversed(driver.events(LineSettled)):
        if isinstance(event, LineSettled) and event.wager == wager:
            return {each.player: (each.collected, each.paid) for each in event.payments}
    raise AssertionError(f"no line of {wager}")


def test_a_pooled_wager_is_paid_by_share_and_odd_cents_are_the_deciders() -> None:
    """A flush pays 3 to 2 on a Blind of 20.03: 30.04, of which 15.01 and 15.02 go by share and a cent is left."""
    driver = table_of(GAME, "Ann", "Bob")
    driver.call()
    driver.bet("Bob", 1, ante="10.02", blind="10.02")
    driver.bet("Ann", 1, ante="10.01", blind="10.01")
    hands: dict[str | int, str] = {1: "Ah 7h", "dealer": "Ks Kd", "community": "2h 9h Jh 5c 8d"}
    events = to_the_end(driver, hands, {1: "play 3x"})
    check_lines(GAME, events, 1, {"ante": "+20.03", "blind": "+30.04@3.10.4", "play": "+60.09"})
    assert shares(driver, "ante") == {"Bob": (0, 10_02), "Ann": (0, 10_01)}
    assert shares(driver, "blind") == {"Bob": (0, 15_02), "Ann": (0, 15_02)}
    assert shares(driver, "play") == {"Bob": (0, 30_06), "Ann": (0, 30_03)}
    assert better_off(driver, "Ann", "Bob") == "Ann +55.06, Bob +55.10"
    prove(GAME, "3.4", "R34", "R4")


def test_trips_of_one_partner_alone_are_his() -> None:
    driver = table_of(GAME, "Ann", "Bob")
    driver.call()
    driver.bet("Ann", 1, ante=25, blind=25)
    driver.bet("Bob", 1, ante=25, blind=25, trips=10)
    hands: dict[str | int, str] = {1: "8s 8h", "dealer": "Ks Kd", "community": BOARD}
    to_the_end(driver, hands, {1: "play 4x"})
    assert shares(driver, "trips") == {"Bob": (0, 30_00)}
    assert better_off(driver, "Ann", "Bob") == "Ann +125.00, Bob +155.00"


def test_the_progressive_on_a_pooled_position_is_the_seated_players_alone() -> None:
    driver = table_of(GAME, "Ann", "Bob")
    driver.call()
    driver.bet("Bob", 1, ante=25, blind=25)
    driver.bet("Ann", 1, ante=25, blind=25, progressive=5)
    driver.refuse(place(BOB, "Bob", 1, "progressive", money(5)), "another_players_position", "3.5.5")
    hands: dict[str | int, str] = {1: "Ah 7h", "dealer": "Ks Kd", "community": "2h 9h Jh 5c 8d"}
    to_the_end(driver, hands, {1: "check, check, fold"})
    assert shares(driver, "progressive") == {"Ann": (5_00, 200_00)}
    assert better_off(driver, "Ann", "Bob") == "Ann +145.00, Bob -50.00"


# Over the maximum, under the minimum


def test_ante_and_blind_over_the_maximum_and_the_play_on_them_play_to_the_maximum() -> None:
    driver = table_of(GAME, "Ann")
    for ann, lost in (("As Ad", False), ("3c 4d", True)):
        driver.call()
        for wager in ("ante", "blind"):
            (found, *_) = driver.ask(ask.RecordWager(DEALER, "Ann", 1, wager, money(1200)))
            assert [note.clause for note in getattr(found, "notes")] == ["3.4"]  # noqa: B009
        events = to_the_end(driver, {1: ann, "dealer": "Ks Kd", "community": BOARD}, {1: "play 3x"})
        if lost:
            expected = {"ante": "-1000(200)@3.10.5", "blind": "-1000(200)@3.10.5", "play": "-3000@3.10.5"}
        else:
            expected = {"ante": "+1000(200)@3.10.3", "blind": "=(200)@3.10.4", "play": "+3000@3.10.3"}
        check_lines(GAME, events, 1, expected, "5.14 R28")
    assert better_off(driver, "Ann") == "Ann -1000.00"


def test_trips_over_the_maximum_win_and_lose_to_the_maximum() -> None:
    driver = table_of(GAME, "Ann")
    for ann, cell in (("8s 8h", "+3000(100)@3.10.7"), ("3c 4d", "-1000(100)@1.1.14")):
        driver.call()
        driver.bet("Ann", 1, ante=25, blind=25)
        driver.ask(ask.RecordWager(DEALER, "Ann", 1, "trips", money(1100)))
        hands: dict[str | int, str] = {1: ann, "dealer": "Ks Kd", "community": BOARD}
        events = to_the_end(driver, hands, {1: "check, check, fold"})
        check_lines(GAME, events, 1, {"ante": "-25", "blind": "-25", "trips": cell}, "5.14")


def under_minimum(driver: Driver, does: str) -> None:
    driver.call()
    for wager in ("ante", "blind"):
        driver.ask(ask.RecordWager(DEALER, "Ann", 1, wager, money(5)))
    to_the_end(driver, {1: "As Ad", "dealer": "Ks Kd", "community": BOARD}, {1: does})


def test_a_result_under_the_minimum_counts_once_and_later_ones_go_back() -> None:
    driver = table_of(GAME, "Ann")
    under_minimum(driver, "play 4x")
    first = [event for event in driver.events(LineSettled) if isinstance(event, LineSettled)]
    assert [(line.wager, line.outcome, line.pays) for line in first] == [
        ("ante", "win", 5_00),
        ("blind", "push", 0),
        ("play", "win", 20_00),
    ]
    assert all("5.13" in line.also for line in first[:2])
    assert driver.events(PlayerWarned) == [PlayerWarned("Ann", "5.13")]
    under_minimum(driver, "play 4x")
    check_lines(GAME, driver.events(LineSettled)[3:], 1, {"ante": "<@5.13", "blind": "<@5.13", "play": "<@R32"})
    assert better_off(driver, "Ann") == "Ann +25.00"  # what the first round paid stays paid
    prove(GAME, "5.13", "5.15", "R31", "R32")


def test_a_warned_player_who_loses_under_the_minimum_has_it_back_and_within_the_limits_loses() -> None:
    driver = table_of(GAME, "Ann")
    under_minimum(driver, "check, check, fold")
    under_minimum(driver, "check, check, fold")
    assert better_off(driver, "Ann") == "Ann -10.00"
    driver.bet("Ann", 1, ante=25, blind=25)
    to_the_end(driver, {}, {1: "check, check, fold"})
    assert better_off(driver, "Ann") == "Ann -60.00"
    prove(GAME, "5.13", "5.15")


def test_trips_of_a_warned_player_go_back_alone_when_only_they_are_under_the_minimum() -> None:
    driver = table_of(GAME, "Ann")
    under_minimum(driver, "check, check, fold")
    driver.call()
    driver.bet("Ann", 1, ante=25, blind=25)
    driver.ask(ask.RecordWager(DEALER, "Ann", 1, "trips", money(5)))
    hands: dict[str | int, str] = {1: "8s 8h", "dealer": "Ks Kd", "community": BOARD}
    events = to_the_end(driver, hands, {1: "play 4x"})
    check_lines(GAME, events, 1, {"ante": "+25", "blind": "=", "play": "+100", "trips": "<@5.13"}, "5.13")


def test_the_one_time_begins_again_when_a_supervisor_closes_the_stay() -> None:
    driver = table_of(GAME, "Ann")
    under_minimum(driver, "check, check, fold")
    driver.refuse(ask.CloseStay(DEALER, "Ann"), "post_too_low", "R31")
    driver.ask(ask.CloseStay(SUPERVISOR, "Ann"))
    under_minimum(driver, "check, check, fold")
    assert better_off(driver, "Ann") == "Ann -20.00"


def test_an_earlier_round_is_not_corrected() -> None:
    driver = table_of(GAME, "Ann")
    under_minimum(driver, "check, check, fold")
    driver.refuse(ask.CorrectWager(SUPERVISOR, "Ann", 1, "ante", money(25)), "no_round_in_play", None)
    driver.call()
    assert as_asked(driver, ask.CorrectWager(SUPERVISOR, "Ann", 1, "ante", money(25))) == "no_wager_there"
    assert driver.chips("Ann") == money(9990)
    prove(GAME, "5.15")


# Entries that are not whole

NOT_WHOLE = rows("""
proves | ante | blind | trips | progressive | by
R77    | 25   | 20    | 10    | 5           | R77
R77    | 25   |       | 10    | 5           | R77
R77    |      | 25    | 10    |             | R77
5.12.2 |      |       | 10    | 5           | 5.12.2
5.12.2 |      |       |       | 5           | 5.12.2
""")


@pytest.mark.parametrize("row", NOT_WHOLE, ids=row_id)
def test_what_lies_without_a_whole_entry_goes_back_when_the_hand_is_over(row: dict[str, str]) -> None:
    driver = table_of(GAME, "Cyd", "Ann")
    shown = driver.floor.links["L1"].display
    driver.call()
    driver.bet("Cyd", 1, ante=25, blind=25)
    lies = {wager: row[wager] for wager in ("ante", "blind", "trips", "progressive") if row[wager]}
    for wager, amount in lies.items():
        driver.ask(ask.RecordWager(DEALER, "Ann", 2, wager, money(amount)))
    driver.close()
    assert driver.floor.links["L1"].display == shown
    driver.deal({})
    play_out(driver, {1: "check, check, fold"})
    assert driver.table.players["Ann"].lying == sum(money(amount) for amount in lies.values())
    events = driver.ask(ask.Settle(DEALER))
    check_lines(GAME, events, 2, dict.fromkeys(lies, f"<@{row['by']}"), row["proves"])
    assert better_off(driver, "Ann", "Cyd") == "Ann 0.00, Cyd -50.00"
    if row["by"] == "5.12.2":
        prove(GAME, "5.12")


def test_a_round_with_no_whole_entry_gives_everything_back() -> None:
    driver = table_of(GAME, "Ann")
    driver.call()
    driver.bet("Ann", 1, ante=25)
    events = to_the_end(driver, {}, {})
    check_lines(GAME, events, 1, {"ante": "<@R77"}, "R77")
    assert better_off(driver, "Ann") == "Ann 0.00"


def corrected(events: tuple[Event, ...]) -> list[tuple[str, int, int]]:
    return [(event.wager, event.was, event.amount) for event in events if isinstance(event, WagerCorrected)]


def test_a_blind_corrected_after_the_close_is_settled_beside_an_equal_ante() -> None:
    """The pair was equal when bets were closed (1.1.2), so what was mistyped is put right for both."""
    driver = table_of(GAME, "Ann")
    driver.call()
    driver.bet("Ann", 1, ante=25, blind=25)
    driver.close()
    driver.deal({1: "3c 4d", "dealer": "Ks Kd", "community": BOARD})
    events = driver.ask(ask.CorrectWager(SUPERVISOR, "Ann", 1, "blind", money(50)))
    assert corrected(events) == [("ante", 25_00, 50_00), ("blind", 25_00, 50_00)]
    play_out(driver, {1: "play 4x"})
    events = driver.ask(ask.Settle(DEALER))
    check_lines(GAME, events, 1, {"ante": "-50@3.10.5", "blind": "-50@3.10.5", "play": "-200@3.10.5"})
    assert better_off(driver, "Ann") == "Ann -300.00"
    prove(GAME, "1.1.2")


def test_an_ante_corrected_after_the_play_never_takes_more_than_lies_there() -> None:
    """Play 100 lies beside an Ante put right to 30: 120 would be due, and a person decides (3.9.2, R68)."""
    driver = table_of(GAME, "Ann")
    driver.call()
    driver.bet("Ann", 1, ante=25, blind=25)
    driver.close()
    driver.deal({1: "3c 4d", "dealer": "Ks Kd", "community": BOARD})
    driver.choose(1, "play 4x")
    events = driver.ask(ask.CorrectWager(SUPERVISOR, "Ann", 1, "ante", money(30)))
    assert corrected(events) == [("ante", 25_00, 30_00), ("blind", 25_00, 30_00)]
    assert driver.box(1).notes == (Note("play", "wrong_amount", "R68"),)
    play_out(driver, {})
    driver.refuse(ask.Settle(DEALER), "wrong_later_wager", "R68")
    events = driver.ask(ask.CorrectWager(SUPERVISOR, "Ann", 1, "play", money(120)))
    assert (corrected(events), driver.box(1).notes) == ([("play", 100_00, 120_00)], ())
    events = driver.ask(ask.Settle(DEALER))
    check_lines(GAME, events, 1, {"ante": "-30@3.10.5", "blind": "-30@3.10.5", "play": "-120@3.10.5"})
    assert better_off(driver, "Ann") == "Ann -180.00"


# Declining to show


def declining(board: str, does: str, **bets: str | int) -> Driver:
    """Ann's hand is the next to be shown."""
    driver = table_of(GAME, "Ann")
    driver.call()
    driver.bet("Ann", 1, ante=25, blind=25, **bets)
    driver.close()
    driver.deal({1: "Ah Kh", "dealer": "Ks Qd", "community": board})
    driver.choose(1, *does.split(", "))
    driver.expose()
    return driver


def test_a_hand_that_is_not_shown_loses_everything_and_is_settled() -> None:
    driver = declining("2h 5h 8h 9s Jc", "play 4x", trips=10, progressive=5)
    driver.refuse(ask.DeclineToShow(BOB, 1), "not_your_hand", "R35")
    assert driver.ask(ask.DeclineToShow(ANN, 1)) == (HandDeclined(1, "Ann", "3.10.1"),)
    driver.refuse(ask.ShowHand(ANN, 1), "no_hand_is_due", None)
    events = driver.ask(ask.Settle(DEALER))
    expected = {"ante": "-25", "blind": "-25", "play": "-100", "trips": "-10", "progressive": "-5"}
    check_lines(GAME, events, 1, {wager: f"{cell}@3.10.1" for wager, cell in expected.items()}, "3.10.1 R59")
    settled = events[-1]
    assert isinstance(settled, RoundSettled)
    assert [(told.hand, told.progressive_hand) for told in settled.hands] == [(None, None)]
    assert better_off(driver, "Ann") == "Ann -165.00"


DECLINED = rows("""
board          | does               | trips | refused
8s 8h 8d 9s Jc | play 4x            | 10    | yes
8s 8h 8d 9s Jc | play 4x            |       | no
8s 8h 8d 9s Jc | check, check, fold | 10    | yes
6s 7h 8d 9s Tc | check, play 2x     | 10    | yes
8s 8h 5d 9s Jc | play 4x            | 10    | no
8s 8h 9d 9s Jc | play 4x            | 10    | no
""")


@pytest.mark.parametrize("row", DECLINED, ids=row_id)
def test_who_wins_trips_by_the_community_cards_must_show(row: dict[str, str]) -> None:
    driver = declining(row["board"], row["does"], **({"trips": row["trips"]} if row["trips"] else {}))
    if row["refused"] == "yes":
        driver.refuse(ask.DeclineToShow(ANN, 1), "may_not_decline", "3.10.1.1")
        driver.ask(ask.ShowHand(DEALER, 1))
        events = driver.ask(ask.Settle(DEALER))
        line = next(event for event in events if isinstance(event, LineSettled) and event.wager == "trips")
        assert (line.outcome, line.rule) == ("win", "3.10.7")
    else:
        driver.ask(ask.DeclineToShow(ANN, 1))
        driver.ask(ask.Settle(DEALER))
    prove(GAME, "R76")


def test_a_player_may_show_his_own_hand_and_nobody_elses() -> None:
    driver = declining(BOARD, "play 4x")
    driver.refuse(ask.ShowHand(BOB, 1), "not_your_hand", "R35")
    driver.ask(ask.ShowHand(ANN, 1))
    assert driver.due == "settle"
