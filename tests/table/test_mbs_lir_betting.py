"""Betting at a table of Let It Ride: three equal wagers, the progressive after them, what the siblings add (R33)."""

import pytest

from pitlink.money import Cents
from pitlink.table import commands as ask
from pitlink.table.events import (
    BetsClosed,
    CompanionAsked,
    LineSettled,
    OneHandTold,
    PlayerWarned,
    WagerCorrected,
    WagerFound,
    WagerPlaced,
    WagerRaised,
    WagerTakenBack,
)
from tests.driving import DEALER, PIT_MANAGER, SUPERVISOR, Driver, money, player
from tests.proving import prove
from tests.table.letting_ride import LOSERS, enter, lines, lir_table, net, of, one, ride_all, start


def place(table: Driver, name: str, position: int, wager: str, amount: str | int) -> WagerPlaced:
    return one(WagerPlaced, table.ask(ask.PlaceWager(player(name), name, position, wager, money(amount))))


# 3.4, 1.1.1: three equal wagers


def test_the_three_wagers_are_placed_one_by_one_and_must_be_equal() -> None:
    table = lir_table("Ann")
    table.call()
    assert place(table, "Ann", 1, "$", 25).clause == "3.4"
    for unequal in (24, 26, "25.01"):
        command = ask.PlaceWager(player("Ann"), "Ann", 1, "2", money(unequal))
        refused = table.refuse(command, "unequal_wagers", "1.1.1")
        assert "25.00" in refused.expected
    assert place(table, "Ann", 1, "2", 25).clause == "3.4"
    table.refuse(ask.PlaceWager(player("Ann"), "Ann", 1, "1", money(50)), "unequal_wagers", "1.1.1")
    assert place(table, "Ann", 1, "1", 25).clause == "3.4"
    table.refuse(ask.PlaceWager(player("Ann"), "Ann", 1, "1", money(25)), "wager_lies_there", "R33")
    table.refuse(ask.PlaceWager(player("Ann"), "Ann", 1, "ante", money(25)), "no_such_area", "2.2.1")
    prove("mbs-lir", "3.4")


def test_wagers_that_must_be_equal_rise_and_come_back_together() -> None:
    table = lir_table("Ann")
    table.call()
    enter(table, "Ann", 1)
    raised = of(WagerRaised, table.ask(ask.RaiseWager(player("Ann"), "Ann", 1, "2", money(5))))
    assert [(each.wager, each.amount) for each in raised] == [("1", 5_00), ("2", 5_00), ("$", 5_00)]
    assert {wager.amount for wager in table.box(1).seat.wagers.values()} == {30_00}
    table.refuse(ask.RaiseWager(player("Ann"), "Ann", 1, "1", money(971)), "over_maximum", "R33")
    back = of(WagerTakenBack, table.ask(ask.TakeBackWager(player("Ann"), "Ann", 1, "$")))
    assert [(each.wager, each.amount) for each in back] == [("1", 30_00), ("2", 30_00), ("$", 30_00)]
    assert table.play.boxes == {}


@pytest.mark.parametrize(
    "lying", [{"1": 25, "2": 25}, {"1": 25, "2": 25, "$": 30}, {"$": 25}, {"1": 25, "$": 25}], ids=str
)
def test_an_entry_that_is_not_three_equal_wagers_is_refused_and_everything_goes_back(lying: dict[str, int]) -> None:
    table = lir_table("Ann", "Bob")
    table.call()
    enter(table, "Bob", 2)
    for wager, amount in lying.items():
        table.ask(ask.RecordWager(DEALER, "Ann", 1, wager, money(amount)))
    closed = one(BetsClosed, table.ask(ask.CloseBets(DEALER)))
    assert [(each.position, each.clause) for each in closed.invalid] == [(1, "R100")]
    places = table.deal(LOSERS)
    assert {place.position for place in places if place.where == "position"} == {2}
    ride_all(table)
    settled = lines(table.finish())
    told = {wager: (settled[1, wager].outcome, settled[1, wager].rule, settled[1, wager].stake) for wager in lying}
    assert told == {wager: ("returned", "R100", amount * 100) for wager, amount in lying.items()}
    table.call()
    assert table.chips("Ann") == 10_000_00
    prove("mbs-lir", "R100")


def test_bets_cannot_be_closed_without_an_entry() -> None:
    table = lir_table("Ann")
    table.call()
    table.refuse(ask.CloseBets(DEALER), "no_entry", "3.4")
    table.ask(ask.RecordWager(DEALER, "Ann", 1, "progressive", money(5)))
    table.refuse(ask.CloseBets(DEALER), "no_entry", "3.4")


def test_a_wager_corrected_after_the_deal_takes_the_other_two_along() -> None:
    """Three wagers that were equal at the close (1.1.1) are mistyped and put right together (R100)."""
    table = lir_table("Ann", "Bob")
    start(table, ("Ann", 1), ("Bob", 2))
    table.deal(LOSERS)
    events = table.ask(ask.CorrectWager(SUPERVISOR, "Ann", 1, "1", money(30)))
    assert [(each.wager, each.amount) for each in of(WagerCorrected, events)] == [
        (wager, 30_00) for wager in ("1", "2", "$")
    ]
    ride_all(table)
    settled = lines(table.finish())
    told = [(settled[1, wager].outcome, settled[1, wager].stake) for wager in ("1", "2", "$")]
    assert told == [("lose", 30_00)] * 3
    prove("mbs-lir", "R100")


def test_a_wager_corrected_before_the_close_so_that_the_three_differ_makes_the_entry_invalid() -> None:
    """Unequal wagers at the close: the entry is refused, everything on the hand returned (R100)."""
    table = lir_table("Ann", "Bob")
    table.call()
    enter(table, "Ann", 1)
    enter(table, "Bob", 2)
    one(WagerCorrected, table.ask(ask.CorrectWager(SUPERVISOR, "Ann", 1, "1", money(30))))
    notes = [(note.wager, note.code, note.clause) for note in table.box(1).notes]
    assert notes == [("2", "unequal_wagers", "1.1.1"), ("$", "unequal_wagers", "1.1.1")]
    table.close()
    table.deal(LOSERS)
    ride_all(table)
    settled = lines(table.finish())
    told = [(settled[1, wager].outcome, settled[1, wager].rule) for wager in ("1", "2", "$")]
    assert told == [("returned", "R100")] * 3
    prove("mbs-lir", "R100", "1.1.1")


# 3.5, 3.5.1, 1.1.5: the progressive


def test_the_progressive_comes_after_the_three_wagers() -> None:
    table = lir_table("Ann")
    table.call()
    command = ask.PlaceWager(player("Ann"), "Ann", 1, "progressive", money(5))
    table.refuse(command, "companion_missing", "3.5")
    for wager in ("1", "2"):
        place(table, "Ann", 1, wager, 25)
        table.refuse(command, "companion_missing", "3.5")
    place(table, "Ann", 1, "$", 25)
    assert place(table, "Ann", 1, "progressive", 5).clause == "3.5"
    prove("mbs-lir", "3.5")


@pytest.mark.parametrize("amount", [5, 10, 15, 500])
def test_one_or_more_whole_credits_may_be_wagered(amount: int) -> None:
    table = lir_table("Ann")
    table.call()
    enter(table, "Ann", 1)
    for odd in ("2.50", amount - 1, amount + 1, f"{amount}.01"):
        if money(odd) > 0:
            command = ask.PlaceWager(player("Ann"), "Ann", 1, "progressive", money(odd))
            assert "5.00" in table.refuse(command, "not_the_unit", "3.5").expected
    assert place(table, "Ann", 1, "progressive", amount).amount == amount * 100


def test_a_progressive_wager_is_raised_by_whole_credits() -> None:
    table = lir_table("Ann")
    table.call()
    enter(table, "Ann", 1, progressive=5)
    table.refuse(ask.RaiseWager(player("Ann"), "Ann", 1, "progressive", money(7)), "not_the_unit", "3.5")
    (raised,) = of(WagerRaised, table.ask(ask.RaiseWager(player("Ann"), "Ann", 1, "progressive", money(10))))
    assert (raised.wager, raised.amount) == ("progressive", 10_00)
    assert table.box(1).seat.wagers["progressive"].amount == 15_00
    beyond = ask.RaiseWager(player("Ann"), "Ann", 1, "progressive", money(990))
    table.refuse(beyond, "unreasonable_contribution", None)  # the link takes 1000 from one table and round


def test_the_progressive_needs_the_wagering_system() -> None:
    table = lir_table("Ann", link=None)
    table.call()
    enter(table, "Ann", 1)
    command = ask.PlaceWager(player("Ann"), "Ann", 1, "progressive", money(5))
    table.refuse(command, "no_jackpot_here", "3.5.1")
    table.refuse(ask.RecordWager(DEALER, "Ann", 1, "progressive", money(5)), "no_jackpot_here", "3.5.1")


def test_the_progressive_is_optional_and_taken_before_the_deal_only() -> None:
    table = lir_table("Ann", "Bob", "Cal")
    table.call()
    enter(table, "Ann", 1)
    enter(table, "Bob", 2, progressive=5)
    closed = one(BetsClosed, table.ask(ask.CloseBets(DEALER)))
    assert [(stake.position, stake.amount) for stake in closed.stakes] == [(2, 5_00)]
    late = ask.PlaceWager(player("Ann"), "Ann", 1, "progressive", money(5))
    table.refuse(late, "bets_are_closed", "5.6")
    hands: dict[str | int, str] = {1: "2d 7d 9d", 2: "2h 7h 9h", "community": "Kh Th"}
    table.deal(hands)
    table.refuse(late, "bets_are_closed", "5.6")
    ride_all(table)
    settled = lines(table.finish())
    assert (1, "progressive") not in settled
    assert net(settled[2, "progressive"]) == 50 * 5_00  # a flush: the hand reaches the table
    assert table.table.rules.procedure.jackpot_before == "1.1.5"
    prove("mbs-lir", "1.1.5")


def test_a_progressive_left_alone_is_asked_about_and_handed_back_in_the_end() -> None:
    table = lir_table("Ann", "Bob")
    table.call()
    enter(table, "Ann", 1, progressive=5)
    enter(table, "Bob", 2)
    events = table.ask(ask.TakeBackWager(player("Ann"), "Ann", 1, "1"))
    asked = one(CompanionAsked, events)
    assert (asked.player, asked.position, asked.wager, asked.clause) == ("Ann", 1, "progressive", "R33")
    before = table.floor.links["L1"].meters.display
    closed = one(BetsClosed, table.ask(ask.CloseBets(DEALER)))
    assert closed.stakes == ()  # it never feeds the link (R49)
    assert table.floor.links["L1"].meters.display == before
    places = table.deal(LOSERS)
    assert 1 not in {place.position for place in places}
    ride_all(table)
    line = lines(table.finish())[1, "progressive"]
    assert (line.outcome, line.rule, net(line)) == ("returned", "R33", 0)
    table.call()
    assert table.chips("Ann") == 10_000_00
    prove("mbs-lir", "R33")


# R33: what the siblings add


def test_limits_bind_each_of_the_three_wagers() -> None:
    table = lir_table("Ann")
    table.call()
    for wager in ("1", "2", "$"):
        low = ask.PlaceWager(player("Ann"), "Ann", 1, wager, money("9.99"))
        high = ask.PlaceWager(player("Ann"), "Ann", 1, wager, money("1000.01"))
        assert "10.00" in table.refuse(low, "under_minimum", "R33").expected
        assert "1000.00" in table.refuse(high, "over_maximum", "R33").expected
    place(table, "Ann", 1, "1", 10)
    place(table, "Ann", 2, "1", 1000)


def test_several_positions_are_played_blind_but_one() -> None:
    table = lir_table("Ann", "Bob")
    table.call()
    place(table, "Ann", 1, "1", 25)
    told = of(OneHandTold, table.ask(ask.PlaceWager(player("Ann"), "Ann", 3, "1", money(25))))
    assert [(each.player, each.clause) for each in told] == [("Ann", "R33")]
    assert of(OneHandTold, table.ask(ask.PlaceWager(player("Ann"), "Ann", 3, "2", money(25)))) == []
    prove("mbs-lir", "R33")


def test_a_restricted_player_keeps_to_one_position() -> None:
    table = lir_table("Ann")
    table.ask(ask.RestrictPlayer(PIT_MANAGER, "Ann"))
    table.call()
    enter(table, "Ann", 1)
    command = ask.PlaceWager(player("Ann"), "Ann", 2, "1", money(25))
    table.refuse(command, "restricted_to_one_position", "R33")
    found = one(WagerFound, table.ask(ask.RecordWager(DEALER, "Ann", 2, "1", money(25))))
    assert [(note.code, note.clause) for note in found.notes] == [("restricted_to_one_position", "R33")]


def test_a_result_under_the_minimum_counts_once_and_then_goes_back() -> None:
    table = lir_table("Ann", "Bob")
    for warned in (False, True):
        table.call()
        enter(table, "Bob", 2)
        for wager in ("1", "2", "$"):
            found = one(WagerFound, table.ask(ask.RecordWager(DEALER, "Ann", 1, wager, money(5))))
            assert ("under_minimum", "R33") in [(note.code, note.clause) for note in found.notes]
        table.ask(ask.RecordWager(DEALER, "Ann", 1, "progressive", money(5)))
        table.close()
        table.deal(LOSERS)
        ride_all(table)
        events = table.finish()
        settled = lines(events)
        outcomes = [settled[1, wager].outcome for wager in ("1", "2", "$", "progressive")]
        assert outcomes == (["returned"] * 4 if warned else ["lose"] * 4)
        warnings = [(each.player, each.clause) for each in of(PlayerWarned, events)]
        assert warnings == ([] if warned else [("Ann", "R33")])
        if warned:
            assert [settled[1, wager].rule for wager in ("1", "2", "$", "progressive")] == ["R33"] * 3 + ["R32"]
    table.call()
    assert table.chips("Ann") == Cents(10_000_00 - 20_00)
    prove("mbs-lir", "R33", "R32", "R31")


def test_what_lies_over_the_maximum_is_settled_at_the_maximum() -> None:
    table = lir_table("Ann")
    table.call()
    for wager in ("1", "2", "$"):
        table.ask(ask.RecordWager(DEALER, "Ann", 1, wager, money("1200.50")))
    table.close()
    table.deal({1: "Td 7c 4h", "community": "Th 2s"})
    table.choose(1, "withdraw", "ride")
    settled = lines(table.finish())
    told = {wager: settled[1, wager] for wager in ("1", "2", "$")}
    assert (told["1"].outcome, told["1"].stake, told["1"].excess) == ("returned", 1200_50, 0)
    for wager in ("2", "$"):
        assert (told[wager].stake, told[wager].excess, told[wager].pays) == (1000_00, 200_50, 1000_00)
        assert "R33" in told[wager].also
    table.call()
    assert table.chips("Ann") == Cents(12_000_00)
    prove("mbs-lir", "R33")


def test_the_chips_of_several_players_make_one_wager() -> None:
    table = lir_table("Ann", "Bob", most=50)
    table.call()
    enter(table, "Ann", 1, 30)
    enter(table, "Bob", 1, 20)
    table.refuse(ask.RaiseWager(player("Bob"), "Bob", 1, "1", money(1)), "over_maximum", "R33")
    table.refuse(ask.PlaceWager(player("Bob"), "Bob", 1, "progressive", money(5)), "another_players_position", "R33")
    table.bet("Ann", 1, progressive=5)
    table.close()
    assert table.box(1).seat.player == "Ann"  # the seated player decides (R35)
    table.deal({1: "Td 7c 4h", "community": "Th 2s"})
    table.refuse(ask.Decide(player("Bob"), 1, "ride"), "not_your_hand", "R35")
    table.choose(1, "withdraw", "ride")
    events = table.finish()
    paid = {
        line.wager: [(each.player, each.collected, each.paid, each.back) for each in line.payments]
        for line in of(LineSettled, events)
    }
    assert paid == {
        "1": [("Ann", 0, 0, 30_00), ("Bob", 0, 0, 20_00)],
        "2": [("Ann", 0, 30_00, 30_00), ("Bob", 0, 20_00, 20_00)],
        "$": [("Ann", 0, 30_00, 30_00), ("Bob", 0, 20_00, 20_00)],
        "progressive": [("Ann", 5_00, 0, 0)],
    }
    prove("mbs-lir", "R33", "R34", "R35")


def test_staff_place_wagers_at_a_players_request() -> None:
    table = lir_table("Ann")
    table.call()
    placed = one(WagerPlaced, table.ask(ask.PlaceWager(DEALER, "Ann", 1, "$", money(25))))
    assert (placed.player, placed.by, placed.clause) == ("Ann", DEALER.id, "R33")
    table.refuse(ask.PlaceWager(player("Bob"), "Ann", 1, "1", money(25)), "not_this_player", None)
    prove("mbs-lir", "R33")
