"""mbs-uth 3.1 to 3.6, 5.5, 5.6, 5.12: from "Place your bets, please" to "No more bets"."""

import pytest
from msgspec.structs import replace

from pitlink.people import Person
from pitlink.table import commands as ask
from pitlink.table.events import (
    BetsCalled,
    BetsClosed,
    CompanionAsked,
    Invalid,
    OneHandTold,
    PlayerRestricted,
    WagerFound,
    WagerPlaced,
    WagerRaised,
    WagerTakenBack,
)
from tests.driving import DEALER, PIT_MANAGER, SHIFT_MANAGER, SUPERVISOR, Driver, limits_for, money, player, setup_for
from tests.proving import prove, row_id, rows
from tests.table.holdem import as_asked, place, table_of, to_the_end

GAME = "mbs-uth"
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
    driver.bet("Ann", 1, ante=25, blind=25)
    (closed,) = driver.ask(ask.CloseBets(DEALER))
    assert isinstance(closed, BetsClosed)
    assert (closed.clause, closed.deciders, closed.invalid) == ("3.2", ((1, "Ann"),), ())
    driver.refuse(place(ANN, "Ann", 1, "trips", money(10)), "bets_are_closed", "5.5")
    prove(GAME, "3.1", "3.2")


def test_nobody_calls_or_closes_bets_but_the_dealer_or_a_higher_post() -> None:
    driver = table_of(GAME, "Ann")
    driver.refuse(ask.CallBets(ANN), "post_too_low", "3.1")
    driver.ask(ask.CallBets(PIT_MANAGER))
    driver.bet("Ann", 1, ante=25, blind=25)
    driver.refuse(ask.CloseBets(ANN), "post_too_low", "3.2")
    driver.ask(ask.CloseBets(SUPERVISOR))
    assert driver.due == "deal"
    prove(GAME, "6.2")


def test_bets_cannot_be_closed_twice_nor_called_in_a_round() -> None:
    driver = betting("Ann")
    driver.refuse(ask.CallBets(DEALER), "round_in_play", "1.1.13")
    driver.refuse(ask.CloseBets(DEALER), "no_entry", "3.4")
    driver.bet("Ann", 1, ante=25, blind=25)
    driver.close()
    driver.refuse(ask.CloseBets(DEALER), "bets_are_not_open", "3.1")
    driver.refuse(ask.CallBets(DEALER), "round_in_play", "1.1.13")


# What may be placed. At 1 Ann has Ante and Blind of 25, at 3 an Ante of 25; Bob sits at 2 and has placed nothing.

REFUSED = rows("""
clause | who | position | wager       | amount  | code
3.4    | Bob | 2        | ante        | 9.99    | under_minimum
3.4    | Bob | 2        | ante        | 1000.01 | over_maximum
3.4    | Bob | 2        | blind       | 1000.01 | over_maximum
3.4    | Bob | 1        | ante        | 975.01  | over_maximum
3.4    | Ann | 1        | trips       | 9.99    | under_minimum
1.1.2  | Ann | 3        | blind       | 24.99   | unequal_wagers
1.1.2  | Ann | 3        | blind       | 50      | unequal_wagers
3.4.2  | Ann | 1        | ante        | 25      | wager_lies_there
3.4.2  | Ann | 1        | blind       | 25      | wager_lies_there
3.5    | Bob | 2        | trips       | 10      | companion_missing
3.5    | Bob | 2        | progressive | 5       | companion_missing
3.5    | Ann | 3        | trips       | 10      | companion_missing
3.5    | Ann | 3        | progressive | 5       | companion_missing
3.5.3  | Ann | 1        | progressive | 7.50    | not_the_unit
3.5.3  | Ann | 1        | progressive | 4.99    | not_the_unit
3.5.3  | Ann | 1        | progressive | 30      | not_the_unit
3.5.5  | Bob | 1        | progressive | 5       | another_players_position
3.5.5  | Ann | 2        | progressive | 5       | another_players_position
2.2    | Ann | 8        | ante        | 25      | no_such_position
2.2    | Ann | 0        | ante        | 25      | no_such_position
3.9.2  | Ann | 1        | play        | 100     | placed_by_decision
""")


@pytest.mark.parametrize("row", REFUSED, ids=row_id)
def test_wagers_refused_while_bets_are_open(row: dict[str, str]) -> None:
    driver = betting("Ann", "Bob")
    driver.bet("Ann", 1, ante=25, blind=25)
    driver.bet("Ann", 3, ante=25)
    who, position, amount = row["who"], int(row["position"]), money(row["amount"])
    driver.refuse(place(player(who), who, position, row["wager"], amount), row["code"], row["clause"])
    assert driver.table.players[who].lying == (75_00 if who == "Ann" else 0)


def test_a_position_has_the_five_areas_and_no_other() -> None:
    driver = betting("Ann")
    for wager in ("bonus", "flop", "turn", "river", "pair_plus"):
        assert as_asked(driver, place(ANN, "Ann", 1, wager, money(25))) == "no_such_area"


def test_each_wager_is_placed_by_its_clause() -> None:
    driver = betting("Ann")
    driver.bet("Ann", 1, ante=25, blind=25, trips=10, progressive=5)
    placed = {event.wager: event.clause for event in driver.events(WagerPlaced) if isinstance(event, WagerPlaced)}
    assert placed == {"ante": "3.4", "blind": "3.4", "trips": "3.5", "progressive": "3.5.1"}
    prove(GAME, "3.4", "3.5")


@pytest.mark.parametrize("units", [1, 2, 3, 4, 5])
def test_the_progressive_is_one_to_five_units(units: int) -> None:
    driver = betting("Ann")
    driver.bet("Ann", 1, ante=25, blind=25, progressive=5 * units)
    assert driver.box(1).seat.wagers["progressive"].amount == money(5 * units)
    driver.refuse(ask.RaiseWager(ANN, "Ann", 1, "progressive", money(30 - 5 * units)), "not_the_unit", "3.5.3")
    driver.refuse(ask.RaiseWager(ANN, "Ann", 1, "progressive", money("2.50")), "not_the_unit", "3.5.3")
    if units < 5:
        driver.ask(ask.RaiseWager(ANN, "Ann", 1, "progressive", money(5)))
        assert driver.box(1).seat.wagers["progressive"].amount == money(5 * units + 5)


def test_the_progressive_goes_through_the_jackpots_system() -> None:
    driver = table_of(GAME, "Ann", link=None)
    driver.call()
    driver.bet("Ann", 1, ante=25, blind=25)
    driver.refuse(place(ANN, "Ann", 1, "progressive", money(5)), "no_jackpot_here", "3.5.3")


def test_the_progressive_is_open_to_a_hand_that_is_played_blind() -> None:
    driver = betting("Ann")
    for position in (1, 3):
        driver.bet("Ann", position, ante=25, blind=25, progressive=5)
    driver.close()
    driver.deal({})
    driver.ask(ask.Look(ANN, 1))
    assert [stake.position for stake in driver.play.stakes] == [1, 3]
    assert not driver.box(3).viewed
    prove(GAME, "3.5.2")


# Several players on one area, one player on several positions


def test_chips_of_several_players_are_one_wager_within_the_limits() -> None:
    driver = betting("Ann", "Bob")
    driver.bet("Ann", 1, ante=25, blind=25)
    driver.bet("Bob", 1, ante=975, blind=975)
    assert driver.box(1).seat.wagers["blind"].amount == money(1000)
    driver.refuse(ask.RaiseWager(BOB, "Bob", 1, "ante", money("0.01")), "over_maximum", "3.4")
    (closed,) = driver.ask(ask.CloseBets(DEALER))
    assert isinstance(closed, BetsClosed)
    assert (closed.deciders, closed.invalid) == (((1, "Ann"),), ())
    prove(GAME, "3.4", "R34", "R35")


def test_a_second_wager_of_the_same_player_on_one_area_is_refused_and_a_partners_chips_are_not() -> None:
    driver = betting("Ann", "Bob")
    driver.bet("Ann", 1, ante=25, blind=25, trips=10)
    driver.bet("Bob", 1, ante=25, blind=25, trips=10)
    for who in ("Ann", "Bob"):
        for wager in ("ante", "blind", "trips"):
            driver.refuse(place(player(who), who, 1, wager, money(25)), "wager_lies_there", "3.4.2")


def test_who_wagers_on_a_second_position_is_told_once_that_one_hand_may_be_looked_at() -> None:
    driver = betting("Ann")
    driver.bet("Ann", 1, ante=25, blind=25)
    assert not driver.events(OneHandTold)
    *_, told = driver.ask(place(ANN, "Ann", 3, "ante", money(25)))
    assert told == OneHandTold("Ann", "3.4.1")
    driver.bet("Ann", 3, blind=25)
    driver.bet("Ann", 4, ante=25, blind=25)
    assert len(driver.events(OneHandTold)) == 1
    prove(GAME, "3.4.1")


def test_the_one_hand_is_told_anew_in_every_round_and_before_bets_are_closed() -> None:
    driver = table_of(GAME, "Ann")
    for number in (1, 2):
        driver.call()
        driver.bet("Ann", 1, ante=25, blind=25)
        driver.ask(ask.RecordWager(DEALER, "Ann", 3, "ante", money(25)))
        assert len(driver.events(OneHandTold)) == number
        driver.bet("Ann", 3, blind=25)
        to_the_end(driver, {}, {1: "check, check, fold", 3: "check, check, fold"})
    prove(GAME, "3.4.1")


# A player restricted to one position


def test_a_pit_manager_restricts_a_player_to_one_position() -> None:
    driver = betting("Ann", "Bob")
    for lower in (DEALER, SUPERVISOR, BOB):
        driver.refuse(ask.RestrictPlayer(lower, "Ann"), "post_too_low", "3.4.3")
    assert driver.ask(ask.RestrictPlayer(PIT_MANAGER, "Ann")) == (PlayerRestricted("Ann", "Petra", "3.4.3"),)
    driver.bet("Ann", 1, ante=25, blind=25, trips=10)
    driver.refuse(place(ANN, "Ann", 3, "ante", money(25)), "restricted_to_one_position", "3.4.3")
    driver.refuse(place(DEALER, "Ann", 3, "ante", money(25)), "restricted_to_one_position", "3.4.3")
    driver.bet("Bob", 2, ante=25, blind=25)
    driver.bet("Bob", 3, ante=25, blind=25)
    prove(GAME, "3.4.3")


def test_a_higher_post_may_restrict_and_lift_and_a_lower_may_not() -> None:
    driver = betting("Ann")
    assert driver.ask(ask.RestrictPlayer(SHIFT_MANAGER, "Ann")) == (PlayerRestricted("Ann", "Gil", "3.4.3"),)
    driver.bet("Ann", 1, ante=25, blind=25)
    driver.refuse(ask.LiftRestriction(SUPERVISOR, "Ann"), "post_too_low", "3.4.3")
    driver.ask(ask.LiftRestriction(PIT_MANAGER, "Ann"))
    driver.bet("Ann", 3, ante=25, blind=25)
    prove(GAME, "6.2")


# At a player's request


@pytest.mark.parametrize("by", [DEALER, SUPERVISOR, PIT_MANAGER, SHIFT_MANAGER], ids=lambda by: by.post)
def test_staff_place_wagers_at_a_players_request_and_he_answers_for_them(by: Person) -> None:
    driver = betting("Ann")
    for wager in ("ante", "blind"):
        placed = driver.ask(place(by, "Ann", 1, wager, money(25)))
        assert placed == (WagerPlaced("Ann", 1, wager, money(25), by.id, "3.6"),)
    to_the_end(driver, {1: "3c 4d"}, {1: "check, check, fold"})
    driver.call()
    assert driver.chips("Ann") == money(9950)
    prove(GAME, "3.6", "6.2")


def test_a_player_may_not_wager_for_another() -> None:
    driver = betting("Ann", "Bob")
    driver.refuse(place(BOB, "Ann", 1, "ante", money(25)), "not_this_player", None)
    driver.bet("Ann", 1, ante=25, blind=25)
    driver.refuse(ask.TakeBackWager(BOB, "Ann", 1, "ante"), "not_this_player", None)


# Raised and taken back


def test_ante_and_blind_are_raised_and_taken_back_together() -> None:
    driver = betting("Ann")
    driver.bet("Ann", 1, ante=25, blind=25)
    raised = driver.ask(ask.RaiseWager(ANN, "Ann", 1, "blind", money(75)))
    assert raised == tuple(WagerRaised("Ann", 1, wager, money(75), "Ann") for wager in ("ante", "blind"))
    driver.refuse(ask.RaiseWager(ANN, "Ann", 1, "ante", money("900.01")), "over_maximum", "3.4")
    assert driver.table.players["Ann"].lying == money(200)
    back = driver.ask(ask.TakeBackWager(ANN, "Ann", 1, "ante"))
    assert back == tuple(WagerTakenBack("Ann", 1, wager, money(100), "Ann") for wager in ("ante", "blind"))
    assert driver.table.players["Ann"].available == money(10_000)
    prove(GAME, "1.1.2")


def test_nothing_is_placed_raised_or_taken_back_after_the_close() -> None:
    driver = betting("Ann", "Bob")
    driver.bet("Ann", 1, ante=25, blind=25, trips=10, progressive=5)
    driver.close()
    driver.refuse(place(ANN, "Ann", 3, "ante", money(25)), "bets_are_closed", "5.5")
    driver.refuse(place(BOB, "Bob", 1, "trips", money(25)), "bets_are_closed", "5.5")
    driver.refuse(ask.RecordWager(DEALER, "Bob", 2, "ante", money(25)), "bets_are_closed", "5.5")
    for wager in ("ante", "blind", "trips", "progressive"):
        driver.refuse(ask.RaiseWager(ANN, "Ann", 1, wager, money(10)), "bets_are_closed", "5.5")
        driver.refuse(ask.TakeBackWager(ANN, "Ann", 1, wager), "bets_are_closed", "5.6")
    assert driver.table.players["Ann"].lying == money(65)


def test_side_bets_are_placed_before_the_cards_are_dealt_or_not_at_all() -> None:
    driver = betting("Ann")
    driver.bet("Ann", 1, ante=25, blind=25)
    driver.close()
    driver.deal({1: "Ah Kh", "community": "Qh Jh Th 2c 3d"})
    driver.refuse(place(ANN, "Ann", 1, "progressive", money(5)), "bets_are_closed", "5.5")
    driver.refuse(place(ANN, "Ann", 1, "trips", money(10)), "bets_are_closed", "5.5")
    assert not driver.play.stakes
    prove(GAME, "1.1.10", "1.1.14")


# Companions


def test_an_entry_taken_back_leaves_its_companions_to_be_cancelled_or_joined_again() -> None:
    driver = betting("Ann")
    driver.bet("Ann", 1, ante=25, blind=25, trips=10, progressive=5)
    _, _, *asked = driver.ask(ask.TakeBackWager(ANN, "Ann", 1, "blind"))
    assert asked == [CompanionAsked("Ann", 1, "trips", "5.12.1"), CompanionAsked("Ann", 1, "progressive", "5.12.1")]
    prove(GAME, "5.12.1")
    driver.ask(ask.TakeBackWager(ANN, "Ann", 1, "progressive"))
    driver.bet("Ann", 1, ante=25, blind=25)
    driver.close()
    assert set(driver.box(1).seat.wagers) == {"ante", "blind", "trips"}


@pytest.mark.parametrize("wager", ["trips", "progressive"])
def test_a_side_bet_found_alone_is_asked_about_while_bets_are_open(wager: str) -> None:
    driver = betting("Ann")
    found, asked = driver.ask(ask.RecordWager(DEALER, "Ann", 1, wager, money(10)))
    assert isinstance(found, WagerFound)
    assert [(note.code, note.clause) for note in found.notes] == [("companion_missing", "3.5")]
    assert asked == CompanionAsked("Ann", 1, wager, "5.12.1")
    prove(GAME, "5.12", "5.12.1")


def test_a_progressive_does_not_ride_on_another_players_ante() -> None:
    """Ann's Ante is gone and Bob's lies there: the progressive would be Ann's on Bob's hand (3.5.5, R34)."""
    driver = betting("Cyd", "Ann", "Bob")
    driver.bet("Ann", 5, ante=25, blind=25, progressive=5)
    driver.bet("Bob", 5, ante=25, blind=25)
    driver.ask(ask.TakeBackWager(ANN, "Ann", 5, "ante"))
    driver.close()
    assert not driver.play.stakes


# Entries that are not right when bets are closed (R77). Cyd's entry is right.

ENTRIES = rows("""
ante | blind | trips | progressive | invalid
25   | 25    | 10    | 5           | no
25   | 20    | 10    | 5           | yes
20   | 25    |       |             | yes
25   |       | 10    |             | yes
     | 25    |       | 5           | yes
     |       | 10    | 5           | no
""")


@pytest.mark.parametrize("row", ENTRIES, ids=row_id)
def test_an_entry_of_unequal_or_missing_wagers_is_found_at_the_close(row: dict[str, str]) -> None:
    driver = betting("Cyd", "Ann")
    driver.bet("Cyd", 1, ante=25, blind=25)
    for wager in ("ante", "blind", "trips", "progressive"):
        if row[wager]:
            driver.ask(ask.RecordWager(DEALER, "Ann", 2, wager, money(row[wager])))
    (closed,) = driver.ask(ask.CloseBets(DEALER))
    assert isinstance(closed, BetsClosed)
    assert closed.invalid == ((Invalid(2, "R77"),) if row["invalid"] == "yes" else ())
    whole = bool(row["ante"] and row["blind"]) and row["invalid"] == "no"
    assert [stake.position for stake in closed.stakes] == ([2] if whole else [])
    driver.deal({})
    assert driver.box(2).cards == (2 if whole else 0)
    prove(GAME, "R77", "R49")


def test_ante_and_blind_have_the_same_limits() -> None:
    limits = {**limits_for(GAME), "blind": limits_for(GAME, 20)["blind"]}
    driver = Driver()
    driver.refuse(ask.OpenTable(SUPERVISOR, setup_for(GAME, link=None, limits=limits)), "limits_differ", "3.4")


LAYOUTS = rows("""
layout | positions | code
A      | 0         | positions_not_on_layout
A      | 1         |
B      | 4         |
C      | 7         |
C      | 8         | positions_not_on_layout
D      | 7         | no_such_layout
""")


@pytest.mark.parametrize("row", LAYOUTS, ids=row_id)
def test_the_game_is_offered_on_its_three_layouts_with_one_to_seven_positions(row: dict[str, str]) -> None:
    driver, plain = Driver(), setup_for(GAME, link=None)
    command = ask.OpenTable(SUPERVISOR, replace(plain, layout=row["layout"], positions=int(row["positions"])))
    if row["code"]:
        driver.refuse(command, row["code"], "2.2")
        return
    driver.ask(command)
    driver.seat("Ann")
    driver.call()
    driver.bet("Ann", int(row["positions"]), ante=25, blind=25)
    driver.refuse(place(ANN, "Ann", int(row["positions"]) + 1, "ante", money(25)), "no_such_position", "2.2")
