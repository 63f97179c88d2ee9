"""mbs-thb 3.1 to 3.6, 5.5, 5.6, 5.12: from "Place your bets, please" to "No more bets"."""

import pytest
from msgspec.structs import replace

from pitlink.people import Person
from pitlink.table import commands as ask
from pitlink.table.events import (
    BetsCalled,
    BetsClosed,
    CompanionAsked,
    OneHandTold,
    PlayerRestricted,
    WagerFound,
    WagerPlaced,
    WagerRaised,
    WagerTakenBack,
)
from tests.driving import DEALER, PIT_MANAGER, SHIFT_MANAGER, SUPERVISOR, Driver, money, player, setup_for
from tests.proving import prove, row_id, rows
from tests.table.holdem import as_asked, place, table_of, to_the_end

GAME = "mbs-thb"
ANN, BOB = player("Ann"), player("Bob")


def betting(*names: str) -> Driver:
    driver = table_of(GAME, *names)
    driver.call()
    return driver


# The two calls


def test_wagers_are_taken_between_the_two_calls_only() -> None:
    driver = table_of(GAME, "Ann")
    driver.refuse(place(ANN, "Ann", 1, "ante", money(25)), "bets_are_not_open", "3.1")
    (called,) = driver.ask(ask.CallBets(DEALER))
    assert called == BetsCalled(1, "Dana", "3.1")
    prove(GAME, "3.1")
    driver.bet("Ann", 1, ante=25)
    (closed,) = driver.ask(ask.CloseBets(DEALER))
    assert isinstance(closed, BetsClosed)
    assert (closed.clause, closed.deciders) == ("3.2", ((1, "Ann"),))
    prove(GAME, "3.2")
    driver.refuse(place(ANN, "Ann", 1, "bonus", money(10)), "bets_are_closed", "5.5")


def test_nobody_calls_or_closes_bets_but_the_dealer_or_a_higher_post() -> None:
    driver = table_of(GAME, "Ann")
    driver.refuse(ask.CallBets(ANN), "post_too_low", "3.1")
    driver.ask(ask.CallBets(SUPERVISOR))
    driver.bet("Ann", 1, ante=25)
    driver.refuse(ask.CloseBets(ANN), "post_too_low", "3.2")
    driver.ask(ask.CloseBets(SHIFT_MANAGER))
    assert driver.due == "deal"
    prove(GAME, "6.2")


def test_bets_cannot_be_closed_twice_nor_called_in_a_round() -> None:
    driver = betting("Ann")
    driver.refuse(ask.CallBets(DEALER), "round_in_play", "1.1.13")
    driver.refuse(ask.CloseBets(DEALER), "no_entry", "3.4")
    driver.bet("Ann", 1, ante=25)
    driver.close()
    driver.refuse(ask.CloseBets(DEALER), "bets_are_not_open", "3.1")
    driver.refuse(ask.CallBets(DEALER), "round_in_play", "1.1.13")


# What may be placed. Ann's Ante of 25 lies at position 1, Bob sits at 2 and has placed nothing.

REFUSED = rows("""
clause | who | position | wager       | amount  | code
3.4    | Bob | 2        | ante        | 9.99    | under_minimum
3.4    | Bob | 2        | ante        | 1000.01 | over_maximum
3.4    | Bob | 1        | ante        | 975.01  | over_maximum
3.4    | Ann | 1        | bonus       | 9.99    | under_minimum
3.4    | Ann | 1        | bonus       | 1000.01 | over_maximum
3.4.2  | Ann | 1        | ante        | 25      | wager_lies_there
3.4.2  | Ann | 1        | progressive | 10      | not_the_unit
3.4.2  | Ann | 1        | progressive | 4.99    | not_the_unit
3.5    | Bob | 2        | bonus       | 10      | companion_missing
3.5    | Bob | 2        | progressive | 5       | companion_missing
3.5    | Ann | 3        | progressive | 5       | companion_missing
3.5.4  | Bob | 1        | progressive | 5       | another_players_position
3.5.4  | Ann | 2        | progressive | 5       | another_players_position
2.2    | Ann | 7        | ante        | 25      | no_such_position
2.2    | Ann | 0        | ante        | 25      | no_such_position
3.9.2  | Ann | 1        | flop        | 50      | placed_by_decision
3.9.2  | Ann | 1        | turn        | 25      | placed_by_decision
3.9.2  | Ann | 1        | river       | 25      | placed_by_decision
""")


@pytest.mark.parametrize("row", REFUSED, ids=row_id)
def test_wagers_refused_while_bets_are_open(row: dict[str, str]) -> None:
    driver = betting("Ann", "Bob")
    driver.bet("Ann", 1, ante=25)
    who, position, amount = row["who"], int(row["position"]), money(row["amount"])
    driver.refuse(place(player(who), who, position, row["wager"], amount), row["code"], row["clause"])
    assert driver.table.players[who].lying == (25_00 if who == "Ann" else 0)


def test_a_position_has_the_six_areas_and_no_other() -> None:
    driver = betting("Ann")
    for wager in ("blind", "play", "trips", "pair_plus", "$"):
        assert as_asked(driver, place(ANN, "Ann", 1, wager, money(25))) == "no_such_area"


def test_the_minimum_and_the_maximum_themselves_are_taken() -> None:
    driver = betting("Ann", "Bob")
    driver.bet("Ann", 1, ante=10, bonus=1000)
    driver.bet("Bob", 2, ante=1000, bonus=10)
    assert [event.clause for event in driver.events(WagerPlaced) if isinstance(event, WagerPlaced)] == [
        "3.4",
        "3.5",
        "3.4",
        "3.5",
    ]
    prove(GAME, "3.4", "3.5")


def test_the_progressive_is_one_unit_by_the_seated_player_through_the_system() -> None:
    driver = betting("Ann")
    driver.bet("Ann", 1, ante=25)
    (placed,) = driver.ask(place(ANN, "Ann", 1, "progressive", money(5)))
    assert placed == WagerPlaced("Ann", 1, "progressive", money(5), "Ann", "3.5.1")
    driver.refuse(ask.RaiseWager(ANN, "Ann", 1, "progressive", money(5)), "not_the_unit", "3.4.2")
    unlinked = table_of(GAME, "Ann", link=None)
    unlinked.call()
    unlinked.bet("Ann", 1, ante=25)
    unlinked.refuse(place(ANN, "Ann", 1, "progressive", money(5)), "no_jackpot_here", "3.5.3")


def test_the_progressive_is_open_to_a_hand_that_is_played_blind() -> None:
    driver = betting("Ann")
    for position in (1, 3):
        driver.bet("Ann", position, ante=25, progressive=5)
    driver.close()
    driver.deal({})
    driver.ask(ask.Look(ANN, 1))
    assert [stake.position for stake in driver.play.stakes] == [1, 3]
    assert not driver.box(3).viewed
    prove(GAME, "3.5.2")


# Several players on one area, one player on several positions


def test_chips_of_several_players_are_one_wager_within_the_limits() -> None:
    driver = betting("Ann", "Bob")
    driver.bet("Ann", 1, ante=25)
    driver.bet("Bob", 1, ante=975)
    assert driver.box(1).seat.wagers["ante"].amount == money(1000)
    driver.refuse(ask.RaiseWager(BOB, "Bob", 1, "ante", money("0.01")), "over_maximum", "3.4")
    driver.close()
    assert driver.box(1).seat.player == "Ann"
    prove(GAME, "3.4", "R34", "R35")


def test_who_wagers_on_a_second_position_is_told_once_that_one_hand_may_be_looked_at() -> None:
    driver = betting("Ann")
    driver.bet("Ann", 1, ante=25)
    assert not driver.events(OneHandTold)
    *_, told = driver.ask(place(ANN, "Ann", 3, "ante", money(25)))
    assert told == OneHandTold("Ann", "3.4.1")
    driver.bet("Ann", 3, bonus=10)
    driver.bet("Ann", 4, ante=25)
    assert len(driver.events(OneHandTold)) == 1
    prove(GAME, "3.4.1")


# A player restricted to one position


def test_a_pit_manager_restricts_a_player_to_one_position() -> None:
    driver = betting("Ann", "Bob")
    for lower in (DEALER, SUPERVISOR, BOB):
        driver.refuse(ask.RestrictPlayer(lower, "Ann"), "post_too_low", "3.4.3")
    assert driver.ask(ask.RestrictPlayer(PIT_MANAGER, "Ann")) == (PlayerRestricted("Ann", "Petra", "3.4.3"),)
    prove(GAME, "3.4.3")
    driver.bet("Ann", 1, ante=25, bonus=10)
    driver.refuse(place(ANN, "Ann", 3, "ante", money(25)), "restricted_to_one_position", "3.4.3")
    driver.refuse(place(DEALER, "Ann", 3, "ante", money(25)), "restricted_to_one_position", "3.4.3")
    driver.refuse(place(ANN, "Ann", 2, "ante", money(25)), "restricted_to_one_position", "3.4.3")
    driver.bet("Bob", 2, ante=25)
    driver.bet("Bob", 3, ante=25)


def test_a_higher_post_may_restrict_and_lift_and_a_lower_may_not() -> None:
    driver = betting("Ann")
    assert driver.ask(ask.RestrictPlayer(SHIFT_MANAGER, "Ann")) == (PlayerRestricted("Ann", "Gil", "3.4.3"),)
    driver.bet("Ann", 1, ante=25)
    driver.refuse(ask.LiftRestriction(SUPERVISOR, "Ann"), "post_too_low", "3.4.3")
    driver.ask(ask.LiftRestriction(SHIFT_MANAGER, "Ann"))
    driver.bet("Ann", 3, ante=25)
    prove(GAME, "6.2")


def test_a_restriction_is_the_pit_managers_and_does_not_end_with_a_walk_round_the_table() -> None:
    driver = table_of(GAME, "Ann")
    driver.ask(ask.RestrictPlayer(PIT_MANAGER, "Ann"))
    driver.ask(ask.CashOut(DEALER, "Ann", money(10_000)))
    driver.ask(ask.Leave(ANN, "Ann"))
    driver.come("Ann")
    driver.call()
    driver.bet("Ann", 1, ante=25)
    driver.refuse(place(ANN, "Ann", 3, "ante", money(25)), "restricted_to_one_position", "3.4.3")


def test_chips_of_a_restricted_player_on_a_second_position_are_noted() -> None:
    driver = table_of(GAME, "Ann")
    driver.ask(ask.RestrictPlayer(PIT_MANAGER, "Ann"))
    driver.call()
    driver.bet("Ann", 1, ante=25)
    found, *_ = driver.ask(ask.RecordWager(DEALER, "Ann", 3, "ante", money(25)))
    assert isinstance(found, WagerFound)
    assert [(note.code, note.clause) for note in found.notes] == [("restricted_to_one_position", "3.4.3")]
    prove(GAME, "3.4.3")


# At a player's request


@pytest.mark.parametrize("by", [DEALER, SUPERVISOR, PIT_MANAGER, SHIFT_MANAGER], ids=lambda by: by.post)
def test_staff_place_wagers_at_a_players_request_and_he_answers_for_them(by: Person) -> None:
    driver = betting("Ann")
    placed = driver.ask(place(by, "Ann", 1, "ante", money(25)))
    assert placed == (WagerPlaced("Ann", 1, "ante", money(25), by.id, "3.6"),)
    assert driver.table.players["Ann"].available == money(9975)
    to_the_end(driver, {1: "3c 4d"}, {1: "fold"})
    driver.call()
    assert driver.chips("Ann") == money(9975)
    prove(GAME, "3.6", "6.2")


def test_a_player_may_not_wager_for_another() -> None:
    driver = betting("Ann", "Bob")
    driver.refuse(place(BOB, "Ann", 1, "ante", money(25)), "not_this_player", None)
    driver.bet("Ann", 1, ante=25)
    driver.refuse(ask.TakeBackWager(BOB, "Ann", 1, "ante"), "not_this_player", None)
    driver.refuse(ask.RaiseWager(BOB, "Ann", 1, "ante", money(25)), "not_this_player", None)


# Raised and taken back


def test_a_wager_may_be_raised_and_taken_back_until_the_close() -> None:
    driver = betting("Ann")
    driver.bet("Ann", 1, ante=25)
    raised = driver.ask(ask.RaiseWager(ANN, "Ann", 1, "ante", money(75)))
    assert raised == (WagerRaised("Ann", 1, "ante", money(75), "Ann"),)
    driver.refuse(ask.RaiseWager(ANN, "Ann", 1, "ante", money("900.01")), "over_maximum", "3.4")
    assert driver.table.players["Ann"].lying == money(100)
    back = driver.ask(ask.TakeBackWager(ANN, "Ann", 1, "ante"))
    assert back == (WagerTakenBack("Ann", 1, "ante", money(100), "Ann"),)
    assert driver.table.players["Ann"].available == money(10_000)
    assert 1 not in driver.play.boxes


def test_nothing_is_placed_raised_or_taken_back_after_the_close() -> None:
    driver = betting("Ann", "Bob")
    driver.bet("Ann", 1, ante=25, bonus=10, progressive=5)
    driver.close()
    driver.refuse(place(ANN, "Ann", 3, "ante", money(25)), "bets_are_closed", "5.5")
    driver.refuse(place(BOB, "Bob", 1, "ante", money(25)), "bets_are_closed", "5.5")
    driver.refuse(ask.RecordWager(DEALER, "Bob", 2, "ante", money(25)), "bets_are_closed", "5.5")
    for wager in ("ante", "bonus", "progressive"):
        driver.refuse(ask.RaiseWager(ANN, "Ann", 1, wager, money(10)), "bets_are_closed", "5.5")
        driver.refuse(ask.TakeBackWager(ANN, "Ann", 1, wager), "bets_are_closed", "5.6")
    driver.deal({})
    driver.refuse(ask.TakeBackWager(ANN, "Ann", 1, "ante"), "bets_are_closed", "5.6")
    assert driver.table.players["Ann"].lying == money(40)


def test_the_progressive_is_placed_before_the_cards_are_dealt_or_not_at_all() -> None:
    driver = betting("Ann")
    driver.bet("Ann", 1, ante=25)
    driver.close()
    driver.refuse(place(ANN, "Ann", 1, "progressive", money(5)), "bets_are_closed", "5.5")
    driver.deal({1: "Ah Kh", "community": "Qh Jh Th 2c 3d"})
    driver.refuse(place(ANN, "Ann", 1, "progressive", money(5)), "bets_are_closed", "5.5")
    assert not driver.play.stakes
    prove(GAME, "1.1.10")


def test_a_bonus_is_placed_before_the_hole_cards_are_dealt_or_not_at_all() -> None:
    driver = betting("Ann")
    driver.bet("Ann", 1, ante=25)
    driver.close()
    driver.deal({1: "As Ad"})
    driver.refuse(place(ANN, "Ann", 1, "bonus", money(10)), "bets_are_closed", "5.5")
    prove(GAME, "1.1.3")


# Companions


def test_an_ante_taken_back_leaves_its_companions_to_be_cancelled_or_joined_again() -> None:
    driver = betting("Ann")
    driver.bet("Ann", 1, ante=25, bonus=10, progressive=5)
    _, *asked = driver.ask(ask.TakeBackWager(ANN, "Ann", 1, "ante"))
    assert asked == [CompanionAsked("Ann", 1, "bonus", "5.12.1"), CompanionAsked("Ann", 1, "progressive", "5.12.1")]
    prove(GAME, "5.12.1")
    driver.ask(ask.TakeBackWager(ANN, "Ann", 1, "progressive"))
    driver.bet("Ann", 1, ante=25)
    driver.close()
    assert set(driver.box(1).seat.wagers) == {"ante", "bonus"}


def test_a_progressive_found_alone_is_asked_about_while_bets_are_open() -> None:
    driver = betting("Ann")
    found, asked = driver.ask(ask.RecordWager(DEALER, "Ann", 1, "progressive", money(5)))
    assert isinstance(found, WagerFound)
    assert [(note.code, note.clause) for note in found.notes] == [("companion_missing", "3.5")]
    assert asked == CompanionAsked("Ann", 1, "progressive", "5.12.1")
    prove(GAME, "5.12", "5.12.1")


def test_a_progressive_does_not_ride_on_another_players_ante() -> None:
    """Ann's Ante is gone and Bob's lies there: the progressive would be Ann's on Bob's hand (3.5.4, R34)."""
    driver = betting("Cyd", "Ann", "Bob")
    driver.bet("Ann", 5, ante=25, progressive=5)
    driver.bet("Bob", 5, ante=25)
    assert driver.ask(ask.TakeBackWager(ANN, "Ann", 5, "ante")) == (
        WagerTakenBack("Ann", 5, "ante", money(25), "Ann"),
        WagerTakenBack("Ann", 5, "progressive", money(5), "Ann"),
    )
    assert (driver.table.players["Ann"].lying, list(driver.box(5).seat.wagers)) == (0, ["ante"])
    driver.close()
    assert not driver.play.stakes
    prove(GAME, "R34")


LAYOUTS = rows("""
layout | positions | code
A      | 3         | positions_not_on_layout
A      | 4         |
B      | 5         |
C      | 6         |
D      | 6         |
D      | 7         | positions_not_on_layout
E      | 6         | no_such_layout
""")


@pytest.mark.parametrize("row", LAYOUTS, ids=row_id)
def test_the_game_is_offered_on_its_four_layouts_with_four_to_six_positions(row: dict[str, str]) -> None:
    driver, plain = Driver(), setup_for(GAME, link=None)
    command = ask.OpenTable(SUPERVISOR, replace(plain, layout=row["layout"], positions=int(row["positions"])))
    if row["code"]:
        driver.refuse(command, row["code"], "2.2")
        return
    driver.ask(command)
    driver.seat("Ann")
    driver.call()
    driver.bet("Ann", int(row["positions"]), ante=25)
    driver.refuse(place(ANN, "Ann", int(row["positions"]) + 1, "ante", money(25)), "no_such_position", "2.2")
