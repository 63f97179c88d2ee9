"""mbs-thb 1.1.2, 3.4.1, 3.9, 5.11: who looks at which hand, who decides what and when, and who is not there to."""

import pytest

from pitlink.table import commands as ask
from pitlink.table.events import CardsHandled, CardsViewed, DecisionMade, PlayerAbsent, PlayerAsked, RoundSettled
from tests.driving import DEALER, PIT_MANAGER, SHIFT_MANAGER, SUPERVISOR, Driver, money, player
from tests.proving import prove, row_id, rows
from tests.table.holdem import better_off, check_lines, play_out, table_of, to_the_end

GAME = "mbs-thb"
ANN, BOB = player("Ann"), player("Bob")
HANDS: dict[str | int, str] = {1: "As Ad", 2: "3c 4d", 3: "7c 7d", "dealer": "Ks Kd", "community": "2c 5h 8d 9s Jc"}


def dealt(*names: str, **bets: str | int) -> Driver:
    """Everybody named has an Ante of 25, and the wagers given, at his position; the cards of HANDS are dealt."""
    driver = table_of(GAME, *names)
    driver.call()
    for position, name in enumerate(names, start=1):
        driver.bet(name, position, ante=25, **bets)
    driver.close()
    driver.deal(HANDS)
    return driver


# Looking


def test_of_several_hands_one_may_be_looked_at_and_the_others_are_played_blind() -> None:
    driver = table_of(GAME, "Ann")
    driver.call()
    for position in (1, 3, 5):
        driver.bet("Ann", position, ante=25)
    driver.close()
    driver.refuse(ask.Look(ANN, 3), "no_hand_there", "3.7")
    driver.deal({})
    assert driver.ask(ask.Look(ANN, 3)) == (CardsHandled(3, "Ann"), CardsViewed(3, "Ann"))
    for position in (1, 5):
        driver.refuse(ask.Look(ANN, position), "one_hand_only", "3.4.1")
    play_out(driver, {1: "flop, turn, river", 3: "fold", 5: "flop, check, check"})
    assert [driver.box(position).viewed for position in (1, 3, 5)] == [False, True, False]
    prove(GAME, "1.1.2", "3.4.1")


def test_a_folded_look_does_not_free_another() -> None:
    driver = table_of(GAME, "Ann")
    driver.call()
    driver.bet("Ann", 1, ante=25)
    driver.bet("Ann", 3, ante=25)
    driver.close()
    driver.deal({})
    driver.ask(ask.Look(ANN, 1))
    driver.choose(1, "fold")
    driver.refuse(ask.Look(ANN, 3), "one_hand_only", "3.4.1")


def test_nobody_looks_at_or_handles_another_players_cards() -> None:
    driver = dealt("Ann", "Bob")
    for other in (BOB, DEALER, SUPERVISOR):
        driver.refuse(ask.Look(other, 1), "not_your_hand", "R35")
        driver.refuse(ask.HandleCards(other, 1), "not_your_hand", "R35")
    driver.ask(ask.HandleCards(ANN, 1))
    assert driver.ask(ask.Look(ANN, 1)) == (CardsViewed(1, "Ann"),)
    driver.ask(ask.Look(BOB, 2))


def test_looking_is_no_condition_of_deciding() -> None:
    driver = dealt("Ann")
    driver.choose(1, "flop", "turn", "river")
    assert not driver.box(1).viewed


# Whose decision it is


def test_the_seated_player_decides_for_chips_of_several() -> None:
    driver = table_of(GAME, "Ann", "Bob")
    driver.call()
    driver.bet("Bob", 1, ante=100)
    driver.bet("Ann", 1, ante=25)
    driver.close()
    driver.deal({})
    driver.refuse(ask.Look(BOB, 1), "not_your_hand", "R35")
    driver.refuse(ask.Decide(BOB, 1, "fold"), "not_your_hand", "R35")
    (made,) = driver.ask(ask.Decide(ANN, 1, "flop"))
    assert made == DecisionMade(1, "flop", "3.9.2", "Ann", "flop", money(250))
    assert (driver.table.players["Ann"].lying, driver.table.players["Bob"].lying) == (money(75), money(300))
    prove(GAME, "R34", "R35")


def test_on_an_unseated_position_whose_chips_lie_there_first_decides() -> None:
    driver = table_of(GAME, "Ann", "Bob", "Cyd")
    driver.call()
    driver.bet("Bob", 5, ante=25)
    driver.bet("Ann", 5, ante=100)
    driver.bet("Cyd", 2, ante=25)  # where Bob sits, who has placed nothing there
    driver.close()
    driver.deal({})
    assert (driver.box(5).seat.player, driver.box(2).seat.player) == ("Bob", "Cyd")
    driver.ask(ask.Decide(player("Cyd"), 2, "fold"))
    driver.refuse(ask.Decide(ANN, 5, "flop"), "not_your_hand", "R35")
    driver.ask(ask.Decide(BOB, 5, "flop"))


def test_players_decide_in_turn_from_the_dealers_left() -> None:
    driver = dealt("Ann", "Bob", "Cyd")
    assert (driver.play.due.position, driver.play.due.clause) == (1, "3.9")
    driver.refuse(ask.Decide(BOB, 2, "flop"), "not_your_turn", "3.9")
    driver.choose(1, "flop")
    driver.refuse(ask.Decide(ANN, 1, "turn"), "not_your_turn", "3.9")
    driver.choose(2, "fold")
    driver.refuse(ask.Decide(BOB, 2, "flop"), "not_your_turn", "3.9")
    driver.choose(3, "flop")
    driver.refuse(ask.Decide(ANN, 1, "turn"), "no_decision_is_due", "1.1.13")
    driver.expose()
    assert (driver.play.due.position, driver.play.due.clause) == (1, "3.9.2")


# What may be decided

REFUSED = rows("""
made        | choice | clause
            | check  | 3.9
            | turn   | 3.9
            | river  | 3.9
            | play   | 3.9
flop        | fold   | 3.9.2
flop        | flop   | 3.9.2
flop        | river  | 3.9.2
flop, turn  | turn   | 3.9.2
flop, turn  | fold   | 3.9.2
flop, check | turn   | 3.9.2
""")


@pytest.mark.parametrize("row", REFUSED, ids=row_id)
def test_what_may_not_be_decided(row: dict[str, str]) -> None:
    driver = dealt("Ann")
    driver.choose(1, *row["made"].split(", ") if row["made"] else ())
    driver.expose()
    driver.refuse(ask.Decide(ANN, 1, row["choice"]), "no_such_choice", row["clause"])
    driver.refuse(ask.RecordDecision(DEALER, 1, row["choice"]), "no_such_choice", row["clause"])


AMOUNTS = rows("""
made        | choice | exact | wrong
            | flop   | 50    | 25
            | flop   | 50    | 50.01
flop        | turn   | 25    | 50
flop, check | river  | 25    | 24.99
flop, turn  | river  | 25    | 25.01
""")


@pytest.mark.parametrize("row", AMOUNTS, ids=row_id)
def test_flop_is_twice_the_ante_and_turn_and_river_once(row: dict[str, str]) -> None:
    driver = dealt("Ann")
    driver.choose(1, *row["made"].split(", ") if row["made"] else ())
    driver.expose()
    choice, lying = row["choice"], driver.table.players["Ann"].lying
    driver.refuse(ask.Decide(ANN, 1, choice, money(row["wrong"])), "wrong_amount", "3.9.2")
    (made,) = driver.ask(ask.Decide(ANN, 1, choice, money(row["exact"])))
    assert made == DecisionMade(1, choice, "3.9.2", "Ann", choice, money(row["exact"]))
    assert driver.table.players["Ann"].lying == lying + money(row["exact"])
    prove(GAME, "3.9.2", "R68")


def test_checking_and_folding_place_nothing() -> None:
    driver = dealt("Ann", "Bob")
    driver.refuse(ask.Decide(ANN, 1, "fold", money(25)), "wrong_amount", "3.9.1")
    assert driver.ask(ask.Decide(ANN, 1, "fold")) == (DecisionMade(1, "fold", "3.9.1", "Ann"),)
    driver.choose(2, "flop", "check")
    assert driver.table.players["Bob"].lying == money(75)


def test_a_wrong_amount_as_it_lies_waits_for_a_person() -> None:
    driver = dealt("Ann")
    (made,) = driver.ask(ask.RecordDecision(DEALER, 1, "flop", money(40)))
    assert isinstance(made, DecisionMade)
    assert [(note.code, note.clause) for note in made.notes] == [("wrong_amount", "R68")]
    play_out(driver, {1: "check, check"})
    driver.refuse(ask.Settle(DEALER), "wrong_later_wager", "R68")
    driver.ask(ask.CorrectWager(SUPERVISOR, "Ann", 1, "flop", money(50)))
    events = driver.ask(ask.Settle(DEALER))
    check_lines(GAME, events, 1, {"ante": "=@3.10.2", "flop": "+50@3.10.2"})
    assert better_off(driver, "Ann") == "Ann +50.00"


def test_a_flop_without_the_chips_for_it_is_refused() -> None:
    driver = table_of(GAME, "Ann", chips=74)
    driver.call()
    driver.bet("Ann", 1, ante=25)
    driver.close()
    driver.deal({})
    driver.refuse(ask.Decide(ANN, 1, "flop"), "not_enough_chips", "3.9.2")
    driver.ask(ask.BuyIn(DEALER, "Ann", money(1)))
    driver.choose(1, "flop")
    driver.expose()
    driver.refuse(ask.Decide(ANN, 1, "turn"), "not_enough_chips", "3.9.2")
    driver.choose(1, "check")


def test_a_partner_without_chips_leaves_the_flop_to_a_person() -> None:
    driver = table_of(GAME, "Ann")
    driver.come("Bob", 25)
    driver.call()
    driver.bet("Ann", 1, ante=25)
    driver.bet("Bob", 1, ante=25)
    driver.close()
    driver.deal({})
    refused = driver.refuse(ask.Decide(ANN, 1, "flop"), "not_enough_chips", "3.9.2")
    assert "Bob" in refused.expected


# Silence


def test_a_player_who_says_nothing_is_asked_once_more_and_then_taken_to_fold_or_check() -> None:
    driver = dealt("Ann", "Bob")
    driver.refuse(ask.TakeSilence(BOB, 1), "post_too_low", "R102")
    driver.refuse(ask.TakeSilence(DEALER, 2), "not_your_turn", "3.9")
    assert driver.ask(ask.TakeSilence(DEALER, 1)) == (PlayerAsked(1, "R102"),)
    driver.choose(1, "flop")  # he speaks after all
    assert driver.ask(ask.TakeSilence(DEALER, 2)) == (PlayerAsked(2, "R102"),)
    assert driver.ask(ask.TakeSilence(DEALER, 2)) == (DecisionMade(2, "fold", "3.9.1", None),)
    driver.expose()
    assert driver.ask(ask.TakeSilence(DEALER, 1)) == (PlayerAsked(1, "R102"),)
    assert driver.ask(ask.TakeSilence(DEALER, 1)) == (DecisionMade(1, "check", "3.9.2", None),)
    prove(GAME, "R102")


# Absence

ABSENCES = rows("""
proves   | made       | ante     | flop       | turn | bonus | progressive | ann
# before the Flop: the hand is invalid and all of it goes back
5.11 R52 |            | <@5.11   |            |      | <@R52 | <@5.11      | Ann 0.00
# later: taken to have checked whatever is still open, and settled like any other hand
         | flop       | =@3.10.2 | +50@3.10.2 |      | +300  | -5          | Ann +345.00
         | flop, turn | =@3.10.2 | +50@3.10.2 | +25  | +300  | -5          | Ann +370.00
""")


def check_is_taken_for_granted(driver: Driver, times: int) -> None:
    """At each decision that comes due Ann is found absent, and no more than that one is decided for her."""
    for _ in range(times):
        driver.expose()
        assert driver.ask(ask.FindAbsent(SUPERVISOR, 1)) == (DecisionMade(1, "check", "5.11", None),)
        assert driver.box(1).seat.status == "present"


@pytest.mark.parametrize("row", ABSENCES, ids=row_id)
def test_a_player_who_is_not_there_to_decide(row: dict[str, str]) -> None:
    driver = dealt("Ann", bonus=10, progressive=5)
    shown = driver.floor.links["L1"].display
    driver.ask(ask.Look(ANN, 1))
    driver.choose(1, *row["made"].split(", ") if row["made"] else ())
    if row["made"]:
        driver.refuse(ask.FindAbsent(SUPERVISOR, 1), "not_your_turn", "5.11")  # the cards are to be turned up first
        check_is_taken_for_granted(driver, 3 - len(row["made"].split(", ")))
    else:
        assert driver.ask(ask.FindAbsent(SUPERVISOR, 1)) == (PlayerAbsent(1, "Sven", "5.11"),)
    driver.refuse(ask.Decide(ANN, 1, "check"), "no_decision_is_due", "1.1.13")
    play_out(driver, {})
    events = driver.ask(ask.Settle(DEALER))
    expected = {wager: row[wager] for wager in ("ante", "flop", "turn", "bonus", "progressive")}
    check_lines(GAME, events, 1, expected, row["proves"])
    assert better_off(driver, "Ann") == row["ann"]
    assert driver.floor.links["L1"].display == shown - (0 if row["made"] else 100)  # the contribution goes too (R14)
    prove(GAME, "5.11", "R14")


def test_an_absent_hand_keeps_nobody_waiting() -> None:
    driver = dealt("Ann", "Bob")
    driver.ask(ask.FindAbsent(SUPERVISOR, 1))
    order = "2 flop, C3, 2 turn, C4, 2 river, C5, D, show 2"
    assert ", ".join(each.partition("@")[0] for each in play_out(driver, {2: "flop, turn, river"})) == order


def test_a_player_absent_after_the_flop_is_found_so_in_turn_and_shown_like_anyone() -> None:
    driver = dealt("Ann", "Bob")
    driver.choose(1, "flop")
    driver.choose(2, "flop")
    for bob in ("turn", "river"):
        driver.refuse(ask.FindAbsent(SUPERVISOR, 1), "not_your_turn", "5.11")
        check_is_taken_for_granted(driver, 1)
        again = "not_your_turn" if bob == "turn" else "nothing_to_decide"
        driver.refuse(ask.FindAbsent(SUPERVISOR, 1), again, "5.11")
        driver.choose(2, bob)
    assert ", ".join(each.partition("@")[0] for each in play_out(driver, {})) == "C5, D, show 1, show 2"


def test_who_leaves_after_the_flop_is_not_absent_from_the_hand() -> None:
    driver = dealt("Ann", "Bob")
    driver.choose(1, "flop")
    driver.choose(2, "fold")
    assert not any(isinstance(event, PlayerAbsent) for event in driver.ask(ask.Leave(ANN, "Ann")))
    check_is_taken_for_granted(driver, 2)
    play_out(driver, {})
    check_lines(GAME, driver.ask(ask.Settle(DEALER)), 1, {"ante": "=@3.10.2", "flop": "+50@3.10.2"})
    prove(GAME, "5.11")


def test_only_a_supervisor_or_above_finds_a_player_absent() -> None:
    driver = dealt("Ann", "Bob", "Cyd")
    for lower in (DEALER, BOB):
        driver.refuse(ask.FindAbsent(lower, 1), "post_too_low", "5.11")
    driver.ask(ask.FindAbsent(SUPERVISOR, 1))
    driver.refuse(ask.FindAbsent(SUPERVISOR, 1), "absent_before", "5.11")
    driver.ask(ask.FindAbsent(PIT_MANAGER, 2))
    driver.ask(ask.FindAbsent(SHIFT_MANAGER, 3))
    prove(GAME, "6.2")


def test_who_leaves_before_looking_is_absent_and_who_has_looked_is_only_silent() -> None:
    driver = dealt("Ann", "Bob")
    driver.ask(ask.Look(BOB, 2))
    *_, absent = driver.ask(ask.Leave(ANN, "Ann"))
    assert absent == PlayerAbsent(1, None, "R102")
    assert not any(isinstance(event, PlayerAbsent) for event in driver.ask(ask.Leave(BOB, "Bob")))
    driver.ask(ask.TakeSilence(DEALER, 2))
    driver.ask(ask.TakeSilence(DEALER, 2))
    play_out(driver, {})
    events = driver.ask(ask.Settle(DEALER))
    check_lines(GAME, events, 1, {"ante": "<@5.11"})
    check_lines(GAME, events, 2, {"ante": "-25@3.9.1"})
    driver.call()
    assert (driver.chips("Ann"), driver.chips("Bob")) == (money(10_000), money(9975))
    prove(GAME, "5.11", "R102")


def test_who_has_left_the_table_decides_nothing_from_afar() -> None:
    driver = dealt("Ann")
    driver.ask(ask.Look(ANN, 1))
    driver.ask(ask.Leave(ANN, "Ann"))
    driver.refuse(ask.Decide(ANN, 1, "flop"), "player_is_absent", "5.11")
    driver.refuse(ask.HandleCards(ANN, 1), "player_is_absent", "5.11")


def test_who_left_while_bets_were_open_is_absent_from_the_hand() -> None:
    driver = table_of(GAME, "Ann", "Bob")
    driver.call()
    driver.bet("Ann", 1, ante=25, progressive=5)
    driver.bet("Bob", 2, ante=25)
    driver.ask(ask.Leave(ANN, "Ann"))
    events = to_the_end(driver, HANDS, {2: "fold"})
    check_lines(GAME, events, 1, {"ante": "<@5.11", "progressive": "<@5.11"}, "5.11")


def test_who_was_absent_for_the_turn_and_is_back_for_the_river_may_wager_on_it() -> None:
    driver = dealt("Ann", "Bob")
    driver.ask(ask.Look(ANN, 1))
    driver.choose(1, "flop")
    driver.choose(2, "flop")
    driver.expose()
    driver.ask(ask.Leave(ANN, "Ann"))
    driver.ask(ask.FindAbsent(SUPERVISOR, 1))
    driver.choose(2, "check")
    driver.expose()
    driver.ask(ask.Join(ANN, "Ann"))
    driver.choose(1, "river")


def test_the_result_ends_the_round_and_nothing_is_decided_or_looked_at_after_it() -> None:
    driver = dealt("Ann")
    play_out(driver, {1: "flop, check, check"})
    *_, settled = driver.ask(ask.Settle(DEALER))
    assert isinstance(settled, RoundSettled)
    assert settled.clause == "1.1.13"
    driver.refuse(ask.Decide(ANN, 1, "fold"), "no_decision_is_due", "1.1.13")
    driver.refuse(ask.Look(ANN, 1), "no_hand_there", "3.7")
    assert driver.due == "call"
    prove(GAME, "1.1.13")
