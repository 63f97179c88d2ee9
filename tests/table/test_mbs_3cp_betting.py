"""Betting at a table of Megalink Three Card Poker, from "Place your bets, please" to "No more bets"."""

import pytest

from pitlink.money import Cents
from pitlink.table import AnyCommand
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
from tests.driving import (
    DEALER,
    PIT_MANAGER,
    SHIFT_MANAGER,
    SUPERVISOR,
    Driver,
    money,
    player,
    setup_for,
    staff,
)
from tests.proving import prove, row_id, rows
from tests.table.three_cards import check_lines, only, table_of

GAME = "mbs-3cp"


def place(name: str, position: int, wager: str, amount: int | str) -> ask.PlaceWager:
    return ask.PlaceWager(player(name), name, position, wager, money(amount))


def record(name: str, position: int, wager: str, amount: int | str) -> ask.RecordWager:
    return ask.RecordWager(DEALER, name, position, wager, money(amount))


# The layout

LAYOUTS = rows("""
layout | positions | code                    | clause
A      | 5         |                         |
A      | 7         |                         |
B      | 5         |                         |
B      | 6         |                         |
C      | 6         |                         |
A      | 4         | positions_not_on_layout | 2.2
A      | 8         | positions_not_on_layout | 2.2
B      | 7         | positions_not_on_layout | 2.2
C      | 7         | positions_not_on_layout | 2.2
D      | 6         | no_such_layout          | 2.2
""")


@pytest.mark.parametrize("row", LAYOUTS, ids=row_id)
def test_a_table_has_a_layout_of_the_book_with_its_number_of_positions(row: dict[str, str]) -> None:
    driver = Driver()
    setup = setup_for(GAME, link=None)
    changed = type(setup)(
        setup.table, GAME, row["layout"], int(row["positions"]), setup.device, setup.cards, setup.limits
    )
    if not row["code"]:
        driver.open(changed)
        driver.come("Ann")
        driver.call()
        driver.bet("Ann", int(row["positions"]), ante=10)
        driver.refuse(place("Ann", int(row["positions"]) + 1, "ante", 10), "no_such_position", "2.2")
        return
    driver.refuse(ask.OpenTable(SUPERVISOR, changed), row["code"], row["clause"])
    prove(GAME, row["clause"])


def test_every_position_has_an_area_of_its_own_for_every_wager() -> None:
    driver = table_of(GAME, "Ann")
    for position in range(1, 8):
        driver.bet("Ann", position, ante=10, pair_plus=10, progressive=5)
    assert all(set(driver.box(each).seat.wagers) == {"ante", "pair_plus", "progressive"} for each in range(1, 8))
    prove(GAME, "2.2.2")


# The calls


def test_bets_open_with_the_call() -> None:
    driver = Driver()
    driver.open(setup_for(GAME))
    driver.seat("Ann")
    driver.refuse(place("Ann", 1, "ante", 10), "bets_are_not_open", "3.1")
    driver.refuse(ask.CloseBets(DEALER), "bets_are_not_open", "3.1")
    driver.refuse(ask.CallBets(player("Ann")), "post_too_low", "3.1")
    called = only(driver.ask(ask.CallBets(DEALER)), BetsCalled)
    assert (called.round, called.clause) == (1, "3.1")
    driver.bet("Ann", 1, ante=10)
    driver.refuse(ask.CallBets(DEALER), "round_in_play", "1.1.9")


def test_bets_close_with_the_other_call() -> None:
    driver = table_of(GAME, "Ann")
    driver.bet("Ann", 1, ante=10)
    driver.refuse(ask.CloseBets(player("Ann")), "post_too_low", "3.2")
    assert driver.play.due.clause == "3.2"
    closed = only(driver.ask(ask.CloseBets(DEALER)), BetsClosed)
    assert (closed.by, closed.clause) == (DEALER.id, "3.2")
    prove(GAME, "3.2")


def test_no_bets_close_while_nobody_takes_part() -> None:
    driver = table_of(GAME, "Ann")
    driver.refuse(ask.CloseBets(DEALER), "no_entry", "3.4")
    driver.ask(record("Ann", 1, "progressive", 5))
    driver.refuse(ask.CloseBets(DEALER), "no_entry", "3.4")


LATE = rows("""
command | moment
place   | before the first card
place   | after the deal
raise   | before the first card
raise   | after the deal
record  | before the first card
record  | after the deal
""")


@pytest.mark.parametrize("row", LATE, ids=row_id)
def test_a_late_wager_or_the_late_part_of_one_is_refused(row: dict[str, str]) -> None:
    driver = table_of(GAME, "Ann", "Bob")
    driver.bet("Ann", 1, ante=10)
    driver.close()
    if row["moment"] == "after the deal":
        driver.deal({})
    late: dict[str, AnyCommand] = {
        "place": place("Bob", 2, "ante", 10),
        "raise": ask.RaiseWager(player("Ann"), "Ann", 1, "ante", money(10)),
        "record": record("Bob", 2, "ante", 10),
    }
    driver.refuse(late[row["command"]], "bets_are_closed", "5.5")


def test_a_wager_withdrawn_late_is_lost_with_the_round() -> None:
    driver = table_of(GAME, "Ann")
    driver.bet("Ann", 1, ante=10, pair_plus=20)
    driver.close()
    for wager in ("ante", "pair_plus"):
        driver.refuse(ask.TakeBackWager(player("Ann"), "Ann", 1, wager), "bets_are_closed", "5.6")
    driver.deal({1: "2s 5h 9d", "dealer": "Kd Js 4c"})
    driver.refuse(ask.TakeBackWager(player("Ann"), "Ann", 1, "ante"), "bets_are_closed", "5.6")
    driver.choose(1, "play")
    check_lines(GAME, driver.finish(), 1, {"ante": "-10", "play": "-10", "pair_plus": "-20"})
    driver.call()
    assert driver.chips("Ann") == money(9_960)


def test_a_wager_withdrawn_late_wins_with_the_round() -> None:
    driver = table_of(GAME, "Ann")
    driver.bet("Ann", 1, ante=10)
    driver.close()
    driver.refuse(ask.TakeBackWager(DEALER, "Ann", 1, "ante"), "bets_are_closed", "5.6")
    driver.deal({1: "As Kh 9d", "dealer": "Kd Js 4c"})
    driver.choose(1, "play")
    driver.finish()
    driver.call()
    assert driver.chips("Ann") == money(10_020)


# Placing, raising, taking back


def test_a_wager_is_placed_raised_and_taken_back_while_bets_are_open() -> None:
    driver = table_of(GAME, "Ann", chips=100)
    placed = only(driver.ask(place("Ann", 1, "ante", 30)), WagerPlaced)
    assert (placed.amount, placed.by, placed.clause) == (money(30), "Ann", "3.4")
    raised = only(driver.ask(ask.RaiseWager(player("Ann"), "Ann", 1, "ante", money("12.50"))), WagerRaised)
    assert raised.amount == money("12.50")
    assert driver.box(1).seat.wagers["ante"].amount == money("42.50")
    assert driver.table.players["Ann"].available == money("57.50")
    driver.refuse(place("Ann", 1, "pair_plus", 58), "not_enough_chips", None)
    back = only(driver.ask(ask.TakeBackWager(player("Ann"), "Ann", 1, "ante")), WagerTakenBack)
    assert back.amount == money("42.50")
    assert (driver.play.boxes, driver.table.players["Ann"].available) == ({}, money(100))
    prove(GAME, "3.4")


LIMITS = rows("""
wager     | amount  | code          | clause
ante      | 10      |               |
ante      | 1000    |               |
ante      | 9.99    | under_minimum | 3.4
ante      | 1000.01 | over_maximum  | 3.4
pair_plus | 10      |               |
pair_plus | 1000    |               |
pair_plus | 9.99    | under_minimum | 3.4
pair_plus | 1000.01 | over_maximum  | 3.4
blind     | 10      | no_such_area  | 2.2.1
""")


@pytest.mark.parametrize("row", LIMITS, ids=row_id)
def test_a_wager_lies_on_an_area_and_within_its_limits(row: dict[str, str]) -> None:
    driver = table_of(GAME, "Ann")
    command = place("Ann", 1, row["wager"], row["amount"])
    if row["code"]:
        driver.refuse(command, row["code"], row["clause"])
    else:
        driver.ask(command)


def test_a_play_cannot_be_placed_before_the_cards() -> None:
    driver = table_of(GAME, "Ann")
    driver.bet("Ann", 1, ante=10)
    driver.refuse(place("Ann", 1, "play", 10), "placed_by_decision", "3.9.2")


def test_an_area_takes_one_wager_of_a_player() -> None:
    driver = table_of(GAME, "Ann")
    driver.bet("Ann", 1, ante=10, pair_plus=10, progressive=5)
    for wager, amount in (("ante", 10), ("pair_plus", 10), ("progressive", 5)):
        driver.refuse(place("Ann", 1, wager, amount), "wager_lies_there", "3.4.2")
    driver.refuse(ask.RaiseWager(player("Ann"), "Ann", 1, "progressive", money(5)), "not_the_unit", "3.4.2")


@pytest.mark.parametrize("amount", ["2.50", "7.50", "10"])
def test_a_progressive_wager_is_one_unit(amount: str) -> None:
    driver = table_of(GAME, "Ann")
    driver.bet("Ann", 1, ante=10)
    driver.refuse(place("Ann", 1, "progressive", amount), "not_the_unit", "3.4.2")


# Several players on one position


def test_the_limits_bind_the_sum_of_what_several_players_lay_on_an_area() -> None:
    driver = table_of(GAME, "Ann", "Bob")
    driver.bet("Ann", 1, ante=990)
    driver.refuse(place("Bob", 1, "ante", "10.01"), "over_maximum", "3.4")
    driver.bet("Bob", 1, ante=5)
    driver.refuse(ask.RaiseWager(player("Ann"), "Ann", 1, "ante", money("5.01")), "over_maximum", "3.4")
    driver.ask(ask.RaiseWager(player("Ann"), "Ann", 1, "ante", money(5)))
    wager = driver.box(1).seat.wagers["ante"]
    assert [(share.player, share.amount) for share in wager.shares] == [("Ann", money(995)), ("Bob", money(5))]
    prove(GAME, "R34")


def test_of_several_players_on_a_position_the_seated_one_decides() -> None:
    driver = table_of(GAME, "Ann", "Bob")
    driver.bet("Bob", 1, ante=500)
    driver.bet("Ann", 1, ante=10)
    driver.bet("Bob", 5, ante=10)
    closed = only(driver.ask(ask.CloseBets(DEALER)), BetsClosed)
    assert closed.deciders == ((1, "Ann"), (5, "Bob"))
    prove(GAME, "R35")


# The progressive wager

COMPANIONS = rows("""
lies      | code              | clause
          | companion_missing | 3.5
ante      |                   |
pair_plus |                   |
both      |                   |
""")


@pytest.mark.parametrize("row", COMPANIONS, ids=row_id)
def test_a_progressive_wager_follows_an_ante_or_a_pair_plus(row: dict[str, str]) -> None:
    driver = table_of(GAME, "Ann")
    for wager in {"": (), "both": ("ante", "pair_plus")}.get(row["lies"], (row["lies"],)):
        driver.bet("Ann", 1, **{wager: 10})
    if row["code"]:
        driver.refuse(place("Ann", 1, "progressive", 5), row["code"], row["clause"])
    else:
        assert only(driver.ask(place("Ann", 1, "progressive", 5)), WagerPlaced).wager == "progressive"
        prove(GAME, "3.5")


def test_nobody_places_a_progressive_wager_on_another_players_position() -> None:
    driver = table_of(GAME, "Ann", "Bob")
    driver.bet("Ann", 1, ante=10)
    driver.bet("Bob", 1, ante=10)
    driver.refuse(place("Bob", 1, "progressive", 5), "another_players_position", "3.5.4")
    driver.refuse(record("Bob", 1, "progressive", 5), "another_players_position", "3.5.4")
    driver.bet("Ann", 1, progressive=5)
    driver.bet("Ann", 4, ante=10)  # nobody sits there: it is the position of whoever has an Ante on it
    driver.bet("Bob", 4, ante=10)
    driver.refuse(place("Bob", 4, "progressive", 5), "another_players_position", "3.5.4")
    driver.bet("Ann", 4, progressive=5)


def test_progressive_wagers_go_through_the_system() -> None:
    driver = table_of(GAME, "Ann", link=None)
    driver.bet("Ann", 1, ante=10)
    driver.refuse(place("Ann", 1, "progressive", 5), "no_jackpot_here", "3.5.3")
    driver.refuse(record("Ann", 1, "progressive", 5), "no_jackpot_here", "3.5.3")


def test_the_system_registers_progressive_wagers_when_bets_close() -> None:
    driver = table_of(GAME, "Ann", "Bob")
    driver.bet("Ann", 1, ante=10, progressive=5)
    driver.bet("Bob", 2, pair_plus=10, progressive=5)
    assert driver.floor.links["L1"].display == money(100_000)
    driver.close()
    assert driver.floor.links["L1"].display == money(100_002)  # a fifth of each
    assert [stake.position for stake in driver.play.stakes] == [1, 2]
    prove(GAME, "3.5.3", "R11")


# Several positions


def test_with_a_second_position_the_player_is_told_to_look_at_one_hand_only() -> None:
    driver = table_of(GAME, "Ann")
    assert not [event for event in driver.ask(place("Ann", 1, "ante", 10)) if isinstance(event, OneHandTold)]
    assert not [event for event in driver.ask(place("Ann", 1, "pair_plus", 10)) if isinstance(event, OneHandTold)]
    told = only(driver.ask(place("Ann", 3, "pair_plus", 10)), OneHandTold)
    assert (told.player, told.clause) == ("Ann", "3.4.1")
    assert not [event for event in driver.ask(place("Ann", 3, "ante", 10)) if isinstance(event, OneHandTold)]
    prove(GAME, "3.4.1")


RESTRICTING = rows("""
post                 | may
dealer               | no
pit_supervisor       | no
pit_manager          | yes
gaming_shift_manager | yes
player               | no
""")


@pytest.mark.parametrize("row", RESTRICTING, ids=row_id)
def test_a_pit_manager_or_above_restricts_a_player_to_one_position(row: dict[str, str]) -> None:
    driver = table_of(GAME, "Ann")
    by = staff("Max", row["post"])  # type: ignore[arg-type]
    if row["may"] == "no":
        driver.refuse(ask.RestrictPlayer(by, "Ann"), "post_too_low", "3.4.3")
        return
    restricted = only(driver.ask(ask.RestrictPlayer(by, "Ann")), PlayerRestricted)
    assert (restricted.by, restricted.clause) == ("Max", "3.4.3")
    driver.bet("Ann", 1, ante=10)
    driver.refuse(place("Ann", 2, "ante", 10), "restricted_to_one_position", "3.4.3")
    driver.refuse(place("Ann", 2, "pair_plus", 10), "restricted_to_one_position", "3.4.3")
    driver.bet("Ann", 1, pair_plus=10)
    prove(GAME, "6.2")


def test_a_restriction_lasts_until_it_is_lifted() -> None:
    driver = table_of(GAME, "Ann", "Bob")
    driver.ask(ask.RestrictPlayer(PIT_MANAGER, "Ann"))
    driver.bet("Ann", 1, ante=10)
    driver.bet("Bob", 2, ante=10)
    driver.bet("Bob", 3, ante=10)  # somebody else is free
    found = only(driver.ask(record("Ann", 4, "ante", 10)), WagerFound)
    assert [(note.code, note.clause) for note in found.notes] == [("restricted_to_one_position", "3.4.3")]
    driver.ask(ask.TakeBackWager(player("Ann"), "Ann", 4, "ante"))
    driver.refuse(ask.LiftRestriction(SUPERVISOR, "Ann"), "post_too_low", "3.4.3")
    driver.ask(ask.LiftRestriction(SHIFT_MANAGER, "Ann"))
    driver.bet("Ann", 4, ante=10)
    prove(GAME, "3.4.3")


# Staff for a player


@pytest.mark.parametrize("post", ["dealer", "pit_supervisor", "pit_manager", "gaming_shift_manager"])
def test_staff_place_wagers_at_a_players_request(post: str) -> None:
    driver = table_of(GAME, "Ann")
    by = staff("Max", post)  # type: ignore[arg-type]
    for wager, amount in (("ante", 10), ("pair_plus", 10), ("progressive", 5)):
        placed = only(driver.ask(ask.PlaceWager(by, "Ann", 1, wager, money(amount))), WagerPlaced)
        assert (placed.player, placed.by, placed.clause) == ("Ann", "Max", "3.6")
    assert driver.table.players["Ann"].lying == money(25)
    prove(GAME, "3.6", "6.2")


def test_a_player_places_nothing_for_another() -> None:
    driver = table_of(GAME, "Ann", "Bob")
    driver.refuse(ask.PlaceWager(player("Bob"), "Ann", 1, "ante", money(10)), "not_this_player", None)
    driver.refuse(ask.RecordWager(player("Bob"), "Bob", 2, "ante", money(10)), "post_too_low", "3.6")


def test_what_staff_placed_wrongly_is_the_players_to_notice() -> None:
    """Asked for an Ante, the dealer lays Pair Plus; the player says nothing, and it counts as it lies."""
    driver = table_of(GAME, "Ann")
    driver.ask(ask.PlaceWager(DEALER, "Ann", 1, "pair_plus", money(10)))
    driver.close()
    driver.deal({1: "As Kh Jd", "dealer": "Qd Js 4c"})
    check_lines(GAME, driver.finish(), 1, {"pair_plus": "-10"})
    prove(GAME, "3.6")


# Chips as they lie

FAULTS = rows("""
wager       | amount | code              | clause
ante        | 5      | under_minimum     | 3.4
ante        | 1500   | over_maximum      | 3.4
pair_plus   | 5      | under_minimum     | 3.4
pair_plus   | 1500   | over_maximum      | 3.4
progressive | 5      | companion_missing | 3.5
ante        | 10     |                   |
""")


@pytest.mark.parametrize("row", FAULTS, ids=row_id)
def test_what_a_dealer_records_has_its_fault_noted(row: dict[str, str]) -> None:
    driver = table_of(GAME, "Ann")
    found = only(driver.ask(record("Ann", 1, row["wager"], row["amount"])), WagerFound)
    assert [(note.code, note.clause) for note in found.notes] == ([(row["code"], row["clause"])] if row["code"] else [])
    assert driver.box(1).notes == found.notes
    if row["clause"]:
        prove(GAME, row["clause"])


@pytest.mark.parametrize("wager", ["ante", "pair_plus"])
def test_a_progressive_wager_alone_wants_a_companion_before_bets_close(wager: str) -> None:
    driver = table_of(GAME, "Ann")
    asked = only(driver.ask(record("Ann", 1, "progressive", 5)), CompanionAsked)
    assert (asked.player, asked.position, asked.wager, asked.clause) == ("Ann", 1, "progressive", "5.12.1")
    driver.bet("Ann", 1, **{wager: 10})
    closed = only(driver.ask(ask.CloseBets(DEALER)), BetsClosed)
    assert [stake.position for stake in closed.stakes] == [1]
    prove(GAME, "5.12", "5.12.1")


def test_a_progressive_wager_alone_may_be_cancelled_before_bets_close() -> None:
    driver = table_of(GAME, "Ann", "Bob")
    driver.bet("Bob", 2, ante=10)
    driver.bet("Ann", 1, ante=10, progressive=5)
    asked = only(driver.ask(ask.TakeBackWager(player("Ann"), "Ann", 1, "ante")), CompanionAsked)
    assert (asked.wager, asked.clause) == ("progressive", "5.12.1")
    driver.ask(ask.TakeBackWager(player("Ann"), "Ann", 1, "progressive"))
    assert driver.table.players["Ann"].lying == 0
    driver.close()
    assert (driver.play.stakes, list(driver.play.boxes)) == ((), [2])
    prove(GAME, "5.12.1")


def test_a_companion_is_not_asked_for_while_one_is_left() -> None:
    driver = table_of(GAME, "Ann")
    driver.bet("Ann", 1, ante=10, pair_plus=10, progressive=5)
    events = driver.ask(ask.TakeBackWager(player("Ann"), "Ann", 1, "ante"))
    assert [type(event) for event in events] == [WagerTakenBack]
    prove(GAME, "3.5")


MENDED = rows("""
wager       | amount | by
ante        | 5      | raising it
progressive | 5      | an Ante beside it
pair_plus   | 1500   | taking it back
""")


@pytest.mark.parametrize("row", MENDED, ids=row_id)
def test_a_fault_that_the_player_mends_is_noted_no_longer(row: dict[str, str]) -> None:
    driver = table_of(GAME, "Ann")
    driver.ask(record("Ann", 1, row["wager"], row["amount"]))
    match row["by"]:
        case "raising it":
            driver.ask(ask.RaiseWager(player("Ann"), "Ann", 1, "ante", money(5)))
        case "an Ante beside it":
            driver.bet("Ann", 1, ante=10)
        case _:
            driver.bet("Ann", 1, ante=10)
            driver.ask(ask.TakeBackWager(player("Ann"), "Ann", 1, row["wager"]))
    assert driver.box(1).notes == ()


def test_a_mistyped_wager_is_corrected_by_a_supervisor() -> None:
    driver = table_of(GAME, "Ann")
    driver.ask(record("Ann", 1, "ante", 1500))
    assert driver.box(1).notes
    driver.ask(ask.CorrectWager(SUPERVISOR, "Ann", 1, "ante", money(150)))
    assert (driver.box(1).seat.wagers["ante"].amount, driver.box(1).notes) == (money(150), ())
    assert driver.table.players["Ann"].lying == money(150)
    driver.ask(ask.CorrectWager(SUPERVISOR, "Ann", 1, "ante", Cents(0)))
    assert driver.play.boxes == {}
