"""Betting at a table of Multi-Link Progressive 3 Card Poker: seated players, one to a box."""

import pytest

from pitlink.table import AnyCommand
from pitlink.table import commands as ask
from pitlink.table.events import (
    BetsCalled,
    BetsClosed,
    CompanionAsked,
    MinimumTold,
    OneHandTold,
    WagerFound,
    WagerPlaced,
    WagerRaised,
    WagerTakenBack,
)
from tests.driving import DEALER, PIT_MANAGER, SUPERVISOR, Driver, money, player, setup_for, staff
from tests.proving import prove, row_id, rows
from tests.table.three_cards import check_lines, only, table_of

GAME = "rws-3cp"


def place(name: str, position: int, wager: str, amount: int | str) -> ask.PlaceWager:
    return ask.PlaceWager(player(name), name, position, wager, money(amount))


def record(name: str, position: int, wager: str, amount: int | str) -> ask.RecordWager:
    return ask.RecordWager(DEALER, name, position, wager, money(amount))


# The layout

LAYOUTS = rows("""
layout | positions | code                    | clause
A      | 1         |                         |
A      | 7         |                         |
B      | 7         |                         |
C      | 6         |                         |
D      | 5         |                         |
A      | 8         | positions_not_on_layout | 2.1.1.a
D      | 0         | positions_not_on_layout | 2.1.1.a
E      | 6         | no_such_layout          | 2.1.1
""")


@pytest.mark.parametrize("row", LAYOUTS, ids=row_id)
def test_the_game_is_offered_on_the_layouts_of_the_book_only(row: dict[str, str]) -> None:
    driver = Driver()
    setup = setup_for(GAME, link=None)
    changed = type(setup)(
        setup.table, GAME, row["layout"], int(row["positions"]), setup.device, setup.cards, setup.limits
    )
    if row["code"]:
        driver.refuse(ask.OpenTable(SUPERVISOR, changed), row["code"], row["clause"])
        prove(GAME, row["clause"])
        return
    driver.open(changed)
    driver.come("Ann")
    driver.call()
    driver.bet("Ann", int(row["positions"]), ante=10)
    driver.refuse(place("Ann", int(row["positions"]) + 1, "ante", 10), "no_such_position", "2.1.1.a")


def test_every_box_has_a_coin_spot_of_its_own() -> None:
    driver = table_of(GAME, "Ann")
    for position in range(1, 8):
        driver.bet("Ann", position, ante=10, pair_plus=10, progressive=5)
    closed = only(driver.ask(ask.CloseBets(DEALER)), BetsClosed)
    assert [stake.position for stake in closed.stakes] == [1, 2, 3, 4, 5, 6, 7]
    prove(GAME, "2.1.1.b")


def test_without_a_lit_coin_spot_no_jackpot_bet_is_taken() -> None:
    driver = table_of(GAME, "Ann", link=None)
    driver.bet("Ann", 1, ante=10)
    driver.refuse(place("Ann", 1, "progressive", 5), "no_jackpot_here", "2.1.1.b")


# The calls


def test_bets_open_with_the_call() -> None:
    driver = Driver()
    driver.open(setup_for(GAME))
    driver.seat("Ann")
    driver.refuse(place("Ann", 1, "ante", 10), "bets_are_not_open", "3.2")
    driver.refuse(ask.CallBets(player("Ann")), "post_too_low", "3.2")
    called = only(driver.ask(ask.CallBets(DEALER)), BetsCalled)
    assert (called.round, called.clause) == (1, "3.2")
    driver.bet("Ann", 1, ante=10)
    driver.refuse(ask.CallBets(DEALER), "round_in_play", "1.20")


def test_bets_close_with_the_other_call() -> None:
    driver = table_of(GAME, "Ann")
    driver.refuse(ask.CloseBets(DEALER), "no_entry", "3.6")
    driver.bet("Ann", 1, pair_plus=10)
    driver.refuse(ask.CloseBets(player("Ann")), "post_too_low", "3.9")
    closed = only(driver.ask(ask.CloseBets(DEALER)), BetsClosed)
    assert (closed.by, closed.clause) == (DEALER.id, "3.9")
    prove(GAME, "3.9")


LATE = rows("""
command | moment
place   | before the first card
place   | after the deal
raise   | before the first card
raise   | after the deal
record  | before the first card
record  | after the deal
take    | before the first card
take    | after the deal
""")


@pytest.mark.parametrize("row", LATE, ids=row_id)
def test_after_the_close_no_bet_is_placed_increased_or_withdrawn(row: dict[str, str]) -> None:
    driver = table_of(GAME, "Ann", "Bob")
    driver.bet("Ann", 1, ante=10)
    driver.close()
    if row["moment"] == "after the deal":
        driver.deal({})
    late: dict[str, AnyCommand] = {
        "place": place("Bob", 2, "ante", 10),
        "raise": ask.RaiseWager(player("Ann"), "Ann", 1, "ante", money(10)),
        "record": record("Bob", 2, "ante", 10),
        "take": ask.TakeBackWager(player("Ann"), "Ann", 1, "ante"),
    }
    driver.refuse(late[row["command"]], "bets_are_closed", "5.11")


def test_a_bet_whose_withdrawal_was_refused_wins_or_loses_as_it_was_placed() -> None:
    driver = table_of(GAME, "Ann")
    driver.bet("Ann", 1, ante=10)
    driver.close()
    driver.refuse(ask.TakeBackWager(player("Ann"), "Ann", 1, "ante"), "bets_are_closed", "5.11")
    driver.deal({1: "2s 5h 9d", "dealer": "Kd Js 4c"})
    driver.choose(1, "play")
    driver.finish()
    driver.call()
    assert driver.chips("Ann") == money(9_980)
    prove(GAME, "R48")


# Placing, raising, taking back


def test_a_bet_is_placed_raised_and_taken_back_while_bets_are_open() -> None:
    driver = table_of(GAME, "Ann", chips=100)
    placed = only(driver.ask(place("Ann", 1, "ante", 30)), WagerPlaced)
    assert (placed.amount, placed.by, placed.clause) == (money(30), "Ann", "3.6")
    assert only(driver.ask(ask.RaiseWager(player("Ann"), "Ann", 1, "ante", money(5))), WagerRaised).amount == money(5)
    assert driver.table.players["Ann"].available == money(65)
    assert only(driver.ask(ask.TakeBackWager(player("Ann"), "Ann", 1, "ante")), WagerTakenBack).amount == money(35)
    assert (driver.play.boxes, driver.table.players["Ann"].available) == ({}, money(100))
    prove(GAME, "3.6")


LIMITS = rows("""
wager     | amount  | code          | clause
ante      | 10      |               |
ante      | 1000    |               |
ante      | 9.99    | under_minimum | 5.2
ante      | 1000.01 | over_maximum  | 5.1
pair_plus | 10      |               |
pair_plus | 1000    |               |
pair_plus | 9.99    | under_minimum | 5.2
pair_plus | 1000.01 | over_maximum  | 5.1
""")


@pytest.mark.parametrize("row", LIMITS, ids=row_id)
def test_a_bet_outside_the_limits_is_refused_while_bets_are_open(row: dict[str, str]) -> None:
    driver = table_of(GAME, "Ann")
    command = place("Ann", 1, row["wager"], row["amount"])
    if row["code"]:
        driver.refuse(command, row["code"], row["clause"])
    else:
        driver.ask(command)


def test_the_limits_bind_each_bet_and_not_the_sum_of_a_box() -> None:
    driver = table_of(GAME, "Ann")
    driver.bet("Ann", 1, ante=1000, pair_plus=1000)
    driver.refuse(ask.RaiseWager(player("Ann"), "Ann", 1, "ante", money(1)), "over_maximum", "5.1")
    prove(GAME, "R85")


@pytest.mark.parametrize("amount", ["2.50", "7.50", "10"])
def test_a_jackpot_bet_is_the_prescribed_amount(amount: str) -> None:
    driver = table_of(GAME, "Ann")
    driver.bet("Ann", 1, ante=10)
    driver.refuse(place("Ann", 1, "progressive", amount), "not_the_unit", "3.4")
    driver.refuse(record("Ann", 1, "progressive", amount), "not_the_unit", "3.4")


def test_a_play_cannot_be_placed_before_the_cards() -> None:
    driver = table_of(GAME, "Ann")
    driver.bet("Ann", 1, ante=10)
    driver.refuse(place("Ann", 1, "play", 10), "placed_by_decision", "3.12.2")


# Boxes and hands

BOXES = rows("""
bets at                       | code                | clause
the seat of another           | another_players_box | 3.5
a free box with another's bet | another_players_box | 3.5
a free box                    |                     |
her own seat                  |                     |
""")


@pytest.mark.parametrize("wager", ["ante", "pair_plus"])
@pytest.mark.parametrize("row", BOXES, ids=row_id)
def test_nobody_bets_on_another_players_box(row: dict[str, str], wager: str) -> None:
    driver = table_of(GAME, "Ann", "Bob")
    driver.bet("Bob", 5, ante=10)
    position = {"the seat of another": 2, "a free box with another's bet": 5, "a free box": 4}.get(row["bets at"], 1)
    if row["code"]:
        driver.refuse(place("Ann", position, wager, 10), row["code"], row["clause"])
        driver.refuse(record("Ann", position, wager, 10), row["code"], row["clause"])
    else:
        driver.ask(place("Ann", position, wager, 10))


def test_a_box_with_a_bet_is_nobody_elses_to_sit_at() -> None:
    driver = table_of(GAME, "Ann", "Bob")
    driver.bet("Bob", 5, ante=10)
    driver.ask(ask.Stand(player("Ann"), "Ann", 1))
    driver.refuse(ask.Sit(player("Ann"), "Ann", 5), "seat_is_taken", None)
    driver.ask(ask.Sit(player("Bob"), "Bob", 5))
    prove(GAME, "3.5")


def test_where_nobody_sits_the_one_who_has_bet_is_the_seated_player() -> None:
    driver = table_of(GAME)
    driver.come("Ann")
    driver.bet("Ann", 3, ante=10, progressive=5)
    closed = only(driver.ask(ask.CloseBets(DEALER)), BetsClosed)
    assert closed.deciders == ((3, "Ann"),)


def test_with_a_further_hand_the_player_is_told_to_examine_one_hand_only() -> None:
    driver = table_of(GAME, "Ann")
    assert not [event for event in driver.ask(place("Ann", 1, "ante", 10)) if isinstance(event, OneHandTold)]
    told = only(driver.ask(place("Ann", 3, "pair_plus", 10)), OneHandTold)
    assert (told.player, told.clause) == ("Ann", "3.7")
    assert not [event for event in driver.ask(place("Ann", 3, "ante", 10)) if isinstance(event, OneHandTold)]
    prove(GAME, "3.7")


def test_a_further_hand_is_one_on_which_nobody_else_has_bet() -> None:
    driver = table_of(GAME, "Ann", "Bob")
    driver.bet("Ann", 1, ante=10)
    driver.bet("Bob", 4, pair_plus=10)
    driver.refuse(place("Ann", 4, "ante", 10), "another_players_box", "3.5")
    driver.bet("Ann", 5, ante=10, pair_plus=10)
    prove(GAME, "3.7")


# The jackpot bet

COMPANIONS = rows("""
lies      | code              | clause
          | companion_missing | 3.8
pair_plus | companion_missing | 3.8
ante      |                   |
both      |                   |
""")


@pytest.mark.parametrize("position", [1, 4])
@pytest.mark.parametrize("row", COMPANIONS, ids=row_id)
def test_a_jackpot_bet_needs_an_ante_on_the_same_hand(row: dict[str, str], position: int) -> None:
    driver = table_of(GAME, "Ann")
    driver.bet("Ann", 2, ante=10)  # an Ante on another hand does not count
    for wager in {"": (), "both": ("ante", "pair_plus")}.get(row["lies"], (row["lies"],)):
        driver.bet("Ann", position, **{wager: 10})
    if row["code"]:
        driver.refuse(place("Ann", position, "progressive", 5), row["code"], row["clause"])
        return
    placed = only(driver.ask(place("Ann", position, "progressive", 5)), WagerPlaced)
    assert (placed.wager, placed.clause) == ("progressive", "3.8")
    prove(GAME, "3.8")


def test_a_jackpot_bet_goes_with_every_further_hand_of_ones_own() -> None:
    driver = table_of(GAME, "Ann", "Bob")
    for position in (1, 4, 6):
        driver.bet("Ann", position, ante=10, progressive=5)
    driver.bet("Bob", 5, ante=10)
    driver.refuse(place("Ann", 5, "progressive", 5), "another_players_box", "3.5")
    driver.refuse(place("Ann", 2, "progressive", 5), "another_players_box", "3.5")
    driver.refuse(place("Ann", 7, "progressive", 5), "companion_missing", "3.8")
    driver.refuse(place("Ann", 4, "progressive", 5), "wager_lies_there", "3.5")
    closed = only(driver.ask(ask.CloseBets(DEALER)), BetsClosed)
    assert [stake.position for stake in closed.stakes] == [1, 4, 6]
    assert driver.floor.links["L1"].display == money(100_003)
    prove(GAME, "3.8.1", "R11")


# Staff for a player


@pytest.mark.parametrize("post", ["dealer", "pit_supervisor", "pit_manager"])
def test_pit_employees_place_bets_at_a_players_request(post: str) -> None:
    driver = table_of(GAME, "Ann", "Bob")
    by = staff("Max", post)  # type: ignore[arg-type]
    for wager, amount in (("ante", 10), ("pair_plus", 10), ("progressive", 5)):
        placed = only(driver.ask(ask.PlaceWager(by, "Ann", 1, wager, money(amount))), WagerPlaced)
        assert (placed.player, placed.by, placed.clause) == ("Ann", "Max", "5.22")
    driver.refuse(ask.PlaceWager(by, "Ann", 2, "ante", money(10)), "another_players_box", "3.5")
    driver.refuse(ask.PlaceWager(player("Bob"), "Ann", 1, "ante", money(10)), "not_this_player", None)
    driver.refuse(ask.RecordWager(player("Bob"), "Bob", 2, "ante", money(10)), "post_too_low", "5.22")
    prove(GAME, "1.14", "5.22")


def test_whoever_is_assigned_to_a_post_or_holds_a_higher_one_does_its_work() -> None:
    driver = Driver()
    driver.open(setup_for(GAME))
    driver.seat("Ann")
    for by in (DEALER, SUPERVISOR, PIT_MANAGER):
        assert only(driver.ask(ask.CallBets(by)), BetsCalled).by == by.id
        driver.bet("Ann", 1, ante=10)
        driver.ask(ask.CloseBets(by))
        driver.deal({})
        driver.choose(1, "fold")
        driver.finish()
    prove(GAME, "1.14")


def test_a_bet_placed_in_error_is_settled_where_it_lay_when_bets_closed() -> None:
    """Asked for an Ante, the dealer lays Pair Plus; the player says nothing in time."""
    driver = table_of(GAME, "Ann")
    driver.ask(ask.PlaceWager(DEALER, "Ann", 1, "pair_plus", money(10)))
    driver.close()
    driver.deal({1: "As Kh Jd", "dealer": "Qd Js 4c"})
    check_lines(GAME, driver.finish(), 1, {"pair_plus": "-10@3.16"})
    driver.refuse(ask.CorrectWager(DEALER, "Ann", 1, "pair_plus", money(20)), "post_too_low", "R89")
    driver.refuse(ask.CorrectWager(SUPERVISOR, "Ann", 1, "pair_plus", money(20)), "no_round_in_play", None)
    driver.call()
    assert driver.chips("Ann") == money(9_990)
    prove(GAME, "5.20", "5.22")


def test_nobody_is_restricted_to_one_box() -> None:
    driver = table_of(GAME, "Ann")
    driver.refuse(ask.RestrictPlayer(PIT_MANAGER, "Ann"), "no_such_power", None)


# Chips as they lie

FAULTS = rows("""
wager       | amount | code              | clause
ante        | 5      | under_minimum     | 5.2
ante        | 1500   | over_maximum      | 5.1
pair_plus   | 5      | under_minimum     | 5.2
pair_plus   | 1500   | over_maximum      | 5.1
progressive | 5      | companion_missing | 3.8
ante        | 10     |                   |
""")


@pytest.mark.parametrize("row", FAULTS, ids=row_id)
def test_what_a_dealer_records_has_its_fault_noted(row: dict[str, str]) -> None:
    driver = table_of(GAME, "Ann")
    events = driver.ask(record("Ann", 1, row["wager"], row["amount"]))
    found = only(events, WagerFound)
    assert [(note.code, note.clause) for note in found.notes] == ([(row["code"], row["clause"])] if row["code"] else [])
    told = [event for event in events if isinstance(event, MinimumTold)]
    assert told == ([MinimumTold("Ann", 1, row["wager"], "5.2")] if row["code"] == "under_minimum" else [])
    if row["clause"]:
        prove(GAME, row["clause"])


@pytest.mark.parametrize("mends", ["raises", "withdraws"])
def test_a_bet_under_the_minimum_is_raised_or_withdrawn_when_noticed_in_time(mends: str) -> None:
    driver = table_of(GAME, "Ann")
    events = driver.ask(record("Ann", 1, "ante", 5))
    assert [note.clause for note in only(events, WagerFound).notes] == ["5.2"]
    assert only(events, MinimumTold) == MinimumTold("Ann", 1, "ante", "5.2")
    driver.refuse(ask.RaiseWager(player("Ann"), "Ann", 1, "ante", money(4)), "under_minimum", "5.2")
    if mends == "raises":
        driver.ask(ask.RaiseWager(player("Ann"), "Ann", 1, "ante", money(5)))
        assert driver.box(1).seat.wagers["ante"].amount == money(10)
    else:
        driver.ask(ask.TakeBackWager(player("Ann"), "Ann", 1, "ante"))
        assert driver.play.boxes == {}
    prove(GAME, "5.2")


def test_an_excess_noticed_in_time_is_rejected() -> None:
    driver = table_of(GAME, "Ann")
    driver.ask(record("Ann", 1, "ante", 1500))
    driver.ask(ask.CorrectWager(SUPERVISOR, "Ann", 1, "ante", money(1000)))
    assert (driver.table.players["Ann"].lying, driver.box(1).notes) == (money(1000), ())
    prove(GAME, "5.1")


def test_a_bet_that_the_player_raises_to_the_minimum_has_no_fault_left() -> None:
    driver = table_of(GAME, "Ann")
    driver.ask(record("Ann", 1, "ante", 5))
    driver.ask(ask.RaiseWager(player("Ann"), "Ann", 1, "ante", money(5)))
    assert driver.box(1).notes == ()


def test_a_jackpot_bet_left_without_its_ante_is_noticed() -> None:
    driver = table_of(GAME, "Ann")
    asked = only(driver.ask(record("Ann", 1, "progressive", 5)), CompanionAsked)
    assert (asked.player, asked.position, asked.wager, asked.clause) == ("Ann", 1, "progressive", "5.4")
    driver.bet("Ann", 1, ante=10, pair_plus=10)
    asked = only(driver.ask(ask.TakeBackWager(player("Ann"), "Ann", 1, "ante")), CompanionAsked)
    assert (asked.wager, asked.clause) == ("progressive", "5.4")  # Pair Plus does not do
    prove(GAME, "5.4")
