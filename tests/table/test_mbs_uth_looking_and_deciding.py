"""mbs-uth 1.1.3, 3.4.1, 3.9, 5.11: who looks at which hand, who decides what and when, and who is not there to."""

import pytest

from pitlink.table import commands as ask
from pitlink.table.events import CardsHandled, CardsViewed, DecisionMade, PlayerAbsent, PlayerAsked, RoundSettled
from tests.driving import DEALER, PIT_MANAGER, SHIFT_MANAGER, SUPERVISOR, Driver, money, player
from tests.proving import prove, row_id, rows
from tests.table.holdem import as_asked, better_off, check_lines, play_out, table_of, to_the_end

GAME = "mbs-uth"
ANN, BOB = player("Ann"), player("Bob")
HANDS: dict[str | int, str] = {1: "As Ad", 2: "3c 4d", 3: "7c 7d", "dealer": "Ks Kd", "community": "2c 5h 8d 9s Jc"}


def dealt(*names: str, **bets: str | int) -> Driver:
    """Everybody named has Ante and Blind of 25, and the wagers given, at his position; the cards of HANDS are dealt."""
    driver = table_of(GAME, *names)
    driver.call()
    for position, name in enumerate(names, start=1):
        driver.bet(name, position, ante=25, blind=25, **bets)
    driver.close()
    driver.deal(HANDS)
    return driver


def words(text: str) -> list[str]:
    return text.split(", ") if text else []


# Looking


def test_of_several_hands_one_may_be_looked_at_and_the_others_are_played_blind() -> None:
    driver = table_of(GAME, "Ann")
    driver.call()
    for position in (1, 3, 5):
        driver.bet("Ann", position, ante=25, blind=25)
    driver.close()
    driver.refuse(ask.Look(ANN, 3), "no_hand_there", "3.7.1.1")
    driver.deal({})
    assert driver.ask(ask.Look(ANN, 3)) == (CardsHandled(3, "Ann"), CardsViewed(3, "Ann"))
    for position in (1, 5):
        driver.refuse(ask.Look(ANN, position), "one_hand_only", "1.1.3")
    play_out(driver, {1: "play 4x", 3: "check, check, fold", 5: "check, play 2x"})
    assert [driver.box(position).viewed for position in (1, 3, 5)] == [False, True, False]
    prove(GAME, "1.1.3", "3.4.1")


def test_a_folded_look_does_not_free_another() -> None:
    driver = table_of(GAME, "Ann")
    driver.call()
    driver.bet("Ann", 1, ante=25, blind=25)
    driver.bet("Ann", 3, ante=25, blind=25)
    driver.close()
    driver.deal({})
    driver.ask(ask.Look(ANN, 1))
    for choice in ("check", "check", "fold"):
        driver.choose(1, choice)
        driver.refuse(ask.Look(ANN, 3), "one_hand_only", "1.1.3")
        if choice == "check":
            driver.choose(3, choice)


def test_nobody_looks_at_or_handles_another_players_cards() -> None:
    driver = dealt("Ann", "Bob")
    for other in (BOB, DEALER, SUPERVISOR):
        driver.refuse(ask.Look(other, 1), "not_your_hand", "R35")
        driver.refuse(ask.HandleCards(other, 1), "not_your_hand", "R35")
    driver.ask(ask.Look(ANN, 1))
    driver.ask(ask.Look(BOB, 2))


# Whose decision it is


def test_the_seated_player_decides_for_chips_of_several() -> None:
    driver = table_of(GAME, "Ann", "Bob")
    driver.call()
    driver.bet("Bob", 1, ante=100, blind=100)
    driver.bet("Ann", 1, ante=25, blind=25)
    driver.close()
    driver.deal({})
    driver.refuse(ask.Look(BOB, 1), "not_your_hand", "R35")
    driver.refuse(ask.Decide(BOB, 1, "check"), "not_your_hand", "R35")
    (made,) = driver.ask(ask.Decide(ANN, 1, "play 4x"))
    assert made == DecisionMade(1, "play 4x", "3.9.2", "Ann", "play", money(500))
    assert (driver.table.players["Ann"].lying, driver.table.players["Bob"].lying) == (money(150), money(600))
    prove(GAME, "R34", "R35")


def test_players_decide_in_turn_from_the_dealers_left() -> None:
    driver = dealt("Ann", "Bob", "Cyd")
    assert (driver.play.due.position, driver.play.due.clause) == (1, "3.9")
    driver.refuse(ask.Decide(BOB, 2, "check"), "not_your_turn", "3.9")
    driver.choose(1, "check")
    driver.refuse(ask.Decide(ANN, 1, "play 2x"), "not_your_turn", "3.9")
    driver.choose(2, "play 4x")
    driver.refuse(ask.Decide(BOB, 2, "check"), "not_your_turn", "3.9")
    driver.choose(3, "check")
    driver.refuse(ask.Decide(ANN, 1, "check"), "no_decision_is_due", "1.1.13")
    driver.expose()
    assert (driver.play.due.position, driver.play.due.clause) == (1, "3.9.4")
    driver.choose(1, "check")
    assert (driver.play.due.position, driver.play.due.clause) == (3, "3.9.4")  # Bob has his Play already
    driver.choose(3, "play 2x")
    driver.expose()
    assert (driver.play.due.position, driver.play.due.clause) == (1, "3.9.6")


# What may be decided

REFUSED = rows("""
made         | choice  | clause
             | fold    | 3.9
             | play 1x | 3.9
             | play 2x | 3.9
             | play 5x | 3.9
check        | fold    | 3.9.4
check        | play 1x | 3.9.4
check        | play 3x | 3.9.4
check        | play 4x | 3.9.4
check, check | check   | 3.9.6
check, check | play 2x | 3.9.6
check, check | play 4x | 3.9.6
""")


@pytest.mark.parametrize("row", REFUSED, ids=row_id)
def test_what_may_not_be_decided(row: dict[str, str]) -> None:
    driver = dealt("Ann")
    driver.choose(1, *words(row["made"]))
    driver.expose()
    driver.refuse(ask.Decide(ANN, 1, row["choice"]), "no_such_choice", row["clause"])
    driver.refuse(ask.RecordDecision(DEALER, 1, row["choice"]), "no_such_choice", row["clause"])


AMOUNTS = rows("""
proves  | made         | choice  | exact | wrong
3.9.2   |              | play 3x | 75    | 100
3.9.2   |              | play 4x | 100   | 75
3.9.2   |              | play 4x | 100   | 100.01
3.9.4.2 | check        | play 2x | 50    | 75
3.9.6.2 | check, check | play 1x | 25    | 50
""")


@pytest.mark.parametrize("row", AMOUNTS, ids=row_id)
def test_play_is_exactly_as_many_antes_as_the_moment_allows(row: dict[str, str]) -> None:
    driver = dealt("Ann")
    driver.choose(1, *words(row["made"]))
    driver.expose()
    choice = row["choice"]
    driver.refuse(ask.Decide(ANN, 1, choice, money(row["wrong"])), "wrong_amount", row["proves"])
    (made,) = driver.ask(ask.Decide(ANN, 1, choice, money(row["exact"])))
    assert made == DecisionMade(1, choice, row["proves"], "Ann", "play", money(row["exact"]))
    assert driver.table.players["Ann"].lying == money(50) + money(row["exact"])
    prove(GAME, row["proves"], "R68")


PLACING_NOTHING = rows("""
proves  | made         | choice
3.9.1   |              | check
3.9.4.1 | check        | check
3.9.6.1 | check, check | fold
""")


@pytest.mark.parametrize("row", PLACING_NOTHING, ids=row_id)
def test_checking_and_folding_place_nothing(row: dict[str, str]) -> None:
    driver = dealt("Ann")
    driver.choose(1, *words(row["made"]))
    driver.expose()
    driver.refuse(ask.Decide(ANN, 1, row["choice"], money(25)), "wrong_amount", row["proves"])
    assert driver.ask(ask.Decide(ANN, 1, row["choice"])) == (DecisionMade(1, row["choice"], row["proves"], "Ann"),)
    assert driver.table.players["Ann"].lying == money(50)


def test_a_play_once_placed_leaves_nothing_to_decide() -> None:
    driver = dealt("Ann")
    driver.choose(1, "play 3x")
    for _ in ("flop", "turn and river", "dealer"):
        driver.refuse(ask.Decide(ANN, 1, "play 4x"), "no_decision_is_due", "1.1.13")
        driver.ask(ask.Expose(DEALER))
    assert driver.due == "show"


def test_a_wrong_amount_as_it_lies_waits_for_a_person() -> None:
    driver = dealt("Ann")
    (made,) = driver.ask(ask.RecordDecision(DEALER, 1, "play 4x", money(90)))
    assert isinstance(made, DecisionMade)
    assert [(note.code, note.clause) for note in made.notes] == [("wrong_amount", "R68")]
    play_out(driver, {})
    driver.refuse(ask.Settle(DEALER), "wrong_later_wager", "R68")
    assert as_asked(driver, ask.CorrectWager(ANN, "Ann", 1, "play", money(100))) == "post_too_low"
    driver.ask(ask.CorrectWager(SUPERVISOR, "Ann", 1, "play", money(100)))
    events = driver.ask(ask.Settle(DEALER))
    check_lines(GAME, events, 1, {"ante": "+25@3.10.3", "blind": "=@3.10.4", "play": "+100@3.10.3"})
    assert better_off(driver, "Ann") == "Ann +125.00"


def test_a_play_without_the_chips_for_it_is_refused() -> None:
    driver = table_of(GAME, "Ann", chips=100)
    driver.call()
    driver.bet("Ann", 1, ante=25, blind=25)
    driver.close()
    driver.deal({})
    for choice in ("play 3x", "play 4x"):
        driver.refuse(ask.Decide(ANN, 1, choice), "not_enough_chips", "3.9.2")
    driver.choose(1, "check", "play 2x")


# Silence


def test_a_player_who_says_nothing_is_asked_once_more_and_then_taken_to_check_and_in_the_end_to_fold() -> None:
    driver = dealt("Ann")
    driver.refuse(ask.TakeSilence(BOB, 1), "post_too_low", "R102")
    for choice, clause in (("check", "3.9.1"), ("check", "3.9.4.1"), ("fold", "3.9.6.1")):
        assert driver.ask(ask.TakeSilence(DEALER, 1)) == (PlayerAsked(1, "R102"),)
        assert driver.ask(ask.TakeSilence(DEALER, 1)) == (DecisionMade(1, choice, clause, None),)
        driver.expose()
    events = driver.ask(ask.Settle(DEALER))
    check_lines(GAME, events, 1, {"ante": "-25@3.9.6.1", "blind": "-25@3.9.6.1"})
    prove(GAME, "R102")


def test_a_player_who_speaks_when_asked_once_more_decides_himself() -> None:
    driver = dealt("Ann")
    driver.ask(ask.TakeSilence(DEALER, 1))
    driver.choose(1, "check")
    driver.expose()
    assert driver.ask(ask.TakeSilence(DEALER, 1)) == (PlayerAsked(1, "R102"),)
    driver.choose(1, "play 2x")


# Absence

ABSENCES = rows("""
proves   | made
5.11     |
5.11 R53 | check
5.11 R53 | check, check
""")


@pytest.mark.parametrize("row", ABSENCES, ids=row_id)
def test_a_player_who_is_not_there_to_decide_on_play_has_all_of_it_back(row: dict[str, str]) -> None:
    driver = dealt("Ann", trips=10, progressive=5)
    shown = driver.floor.links["L1"].display
    driver.ask(ask.Look(ANN, 1))
    driver.choose(1, *words(row["made"]))
    assert driver.ask(ask.FindAbsent(SUPERVISOR, 1)) == (PlayerAbsent(1, "Sven", "5.11"),)
    driver.refuse(ask.Decide(ANN, 1, "check"), "no_decision_is_due", "1.1.13")
    play_out(driver, {})
    events = driver.ask(ask.Settle(DEALER))
    expected = dict.fromkeys(("ante", "blind", "trips", "progressive"), "<@5.11")
    check_lines(GAME, events, 1, expected, row["proves"])
    assert better_off(driver, "Ann") == "Ann 0.00"
    assert driver.floor.links["L1"].display == shown - 100  # the contribution goes back too (R14)
    prove(GAME, "R14")


def test_who_has_placed_play_has_nothing_left_to_be_absent_from() -> None:
    driver = dealt("Ann")
    driver.choose(1, "play 4x")
    driver.refuse(ask.FindAbsent(SUPERVISOR, 1), "nothing_to_decide", "5.11")
    driver.ask(ask.Leave(ANN, "Ann"))
    play_out(driver, {})
    events = driver.ask(ask.Settle(DEALER))
    check_lines(GAME, events, 1, {"ante": "+25@3.10.3", "blind": "=@3.10.4", "play": "+100@3.10.3"})
    prove(GAME, "R53")


def test_an_absent_hand_keeps_nobody_waiting() -> None:
    driver = dealt("Ann", "Bob")
    driver.choose(1, "check")
    driver.choose(2, "check")
    driver.expose()
    driver.ask(ask.FindAbsent(SUPERVISOR, 1))
    told = [each.partition("@")[0] for each in play_out(driver, {2: "check, play 1x"})]
    assert told == ["2 check", "C5", "2 play 1x", "D", "show 2"]


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
    for _ in ("check", "check", "fold"):
        driver.ask(ask.TakeSilence(DEALER, 2))
        driver.ask(ask.TakeSilence(DEALER, 2))
        driver.expose()
    events = driver.ask(ask.Settle(DEALER))
    check_lines(GAME, events, 1, {"ante": "<@5.11", "blind": "<@5.11"})
    check_lines(GAME, events, 2, {"ante": "-25@3.9.6.1", "blind": "-25@3.9.6.1"})
    prove(GAME, "5.11", "R102")


def test_who_has_left_the_table_decides_nothing_from_afar() -> None:
    driver = dealt("Ann")
    driver.ask(ask.Look(ANN, 1))
    driver.ask(ask.Leave(ANN, "Ann"))
    as_asked(driver, ask.Decide(ANN, 1, "play 4x"))


def test_who_left_while_bets_were_open_is_absent_from_the_hand() -> None:
    driver = table_of(GAME, "Ann", "Bob")
    driver.call()
    driver.bet("Ann", 1, ante=25, blind=25, trips=10, progressive=5)
    driver.bet("Bob", 2, ante=25, blind=25)
    driver.ask(ask.Leave(ANN, "Ann"))
    events = to_the_end(driver, HANDS, {2: "check, check, fold"})
    check_lines(GAME, events, 1, dict.fromkeys(("ante", "blind", "trips", "progressive"), "<@5.11"), "5.11")


def test_the_result_ends_the_round_and_nothing_is_decided_or_looked_at_after_it() -> None:
    driver = dealt("Ann")
    play_out(driver, {1: "play 4x"})
    *_, settled = driver.ask(ask.Settle(DEALER))
    assert isinstance(settled, RoundSettled)
    assert settled.clause == "1.1.13"
    driver.refuse(ask.Decide(ANN, 1, "fold"), "no_decision_is_due", "1.1.13")
    driver.refuse(ask.Look(ANN, 1), "no_hand_there", "3.7.1.1")
    assert driver.due == "call"
    prove(GAME, "1.1.13")
