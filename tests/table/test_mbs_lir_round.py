"""A round of Let It Ride as it happens: the deal, the two decisions, the cards turned up, the hands turned over."""

import pytest

from pitlink.games.dealing import Place
from pitlink.money import Cents
from pitlink.table import commands as ask
from pitlink.table.events import (
    BetsCalled,
    BetsClosed,
    CardsExposed,
    CardsViewed,
    DecisionMade,
    HandShown,
    LineSettled,
    PlayerAbsent,
    PlayerAsked,
    RoundSettled,
)
from pitlink.table.views import SPECTATOR, view
from tests.driving import DEALER, SUPERVISOR, Driver, money, player, replay
from tests.proving import prove, row_id, rows
from tests.table.letting_ride import LOSERS, enter, lines, lir_table, net, of, one, ride_all, start

# 3.1, 3.2 and 1.1.6: the calls


def test_a_round_begins_with_the_call_and_ends_with_its_settlement() -> None:
    table = lir_table("Ann")
    table.refuse(ask.PlaceWager(player("Ann"), "Ann", 1, "1", money(25)), "bets_are_not_open", "3.1")
    called = one(BetsCalled, table.ask(ask.CallBets(DEALER)))
    assert (called.round, called.clause) == (1, "3.1")
    table.refuse(ask.CallBets(DEALER), "round_in_play", "1.1.6")
    enter(table, "Ann", 1)
    closed = one(BetsClosed, table.ask(ask.CloseBets(DEALER)))
    assert (closed.clause, closed.deciders) == ("3.2", ((1, "Ann"),))
    table.refuse(ask.CloseBets(DEALER), "bets_are_not_open", "3.1")
    table.deal(LOSERS)
    ride_all(table)
    table.refuse(ask.CallBets(DEALER), "round_in_play", "1.1.6")
    settled = one(RoundSettled, table.finish())
    assert (settled.round, settled.clause) == (1, "1.1.6")
    table.refuse(ask.PlaceWager(player("Ann"), "Ann", 1, "1", money(25)), "bets_are_not_open", "3.1")
    assert one(BetsCalled, table.ask(ask.CallBets(DEALER))).round == 2
    prove("mbs-lir", "1.1.6", "3.1", "3.2")


# 3.6, 3.7: the deal


def test_three_cards_to_every_area_with_a_wager_then_two_community_cards() -> None:
    table = lir_table("Ann", "Bob", "Cal", "Dee", "Eve")
    start(table, ("Eve", 5), ("Bob", 2), ("Cal", 3))  # in whatever order they were placed
    clauses: dict[str, set[str | None]] = {}
    places = []
    while table.due == "deal":
        place = table.play.due.place
        assert place is not None
        clauses.setdefault(place.where, set()).add(table.play.due.clause)
        places.append(place)
        table.ask(
            ask.DealCard(DEALER, (["As", "Ks", "Qs", "Js", "Ts", "9s", "8s", "7s", "6s", "5s", "4s"])[len(places) - 1])
        )
    hands = [Place("position", position, nth) for position in (2, 3, 5) for nth in (1, 2, 3)]
    assert places == [*hands, Place("community", 0, 1), Place("community", 0, 2)]
    assert clauses == {"position": {"3.6"}, "community": {"3.7"}}
    assert (table.due, table.play.due.position) == ("decide", 2)
    prove("mbs-lir", "3.6", "3.7", "R101")


def test_nothing_can_be_dealt_before_bets_are_closed_or_beyond_the_community_cards() -> None:
    table = lir_table("Ann")
    table.call()
    enter(table, "Ann", 1)
    table.refuse(ask.DealCard(DEALER, "As"), "no_card_is_due", "3.6")
    table.close()
    table.deal(LOSERS)
    table.refuse(ask.DealCard(DEALER, "As"), "no_card_is_due", "3.6")


# 3.8 to 3.16: decisions in turn, cards turned up when they are due


def test_each_community_card_is_turned_up_when_everybody_has_decided_and_not_before() -> None:
    table = lir_table("Ann", "Bob", "Cal")
    start(table, ("Ann", 1), ("Bob", 2), ("Cal", 3))
    table.deal(LOSERS)
    for asks, turns, nth, card in (("3.8", "3.11", 1, "Jc"), ("3.12", "3.15", 2, "9d")):
        for position, name in ((1, "Ann"), (2, "Bob"), (3, "Cal")):
            assert (table.due, table.play.due.position, table.play.due.clause) == ("decide", position, asks)
            table.refuse(ask.Expose(DEALER), "no_exposure_is_due", None)
            table.refuse(ask.ShowHand(DEALER, 3), "no_hand_is_due", None)
            table.ask(ask.Decide(player(name), position, "ride" if nth == 1 else "withdraw"))
        assert (table.due, table.play.due.clause) == ("expose", turns)
        table.refuse(ask.Decide(player("Ann"), 1, "ride"), "no_decision_is_due", "1.1.6")
        exposed = one(CardsExposed, table.ask(ask.Expose(DEALER)))
        assert [(each.place, each.card) for each in exposed.cards] == [(Place("community", 0, nth), card)]
        assert exposed.clause == turns
        assert table.play.exposed == nth
        prove("mbs-lir", asks, turns)
    assert table.due == "show"
    table.refuse(ask.Expose(DEALER), "no_exposure_is_due", None)


def test_players_are_asked_clockwise_and_may_not_decide_out_of_turn() -> None:
    table = lir_table("Ann", "Bob", "Cal")
    start(table, ("Ann", 1), ("Bob", 2), ("Cal", 3))
    table.deal(LOSERS)
    table.refuse(ask.Decide(player("Bob"), 2, "ride"), "not_your_turn", "3.8")
    table.refuse(ask.Decide(player("Bob"), 1, "ride"), "not_your_hand", "R35")
    table.refuse(ask.Decide(player("Ann"), 1, "check"), "no_such_choice", "3.8")
    for position, name in ((1, "Ann"), (2, "Bob"), (3, "Cal")):
        table.ask(ask.Decide(player(name), position, "withdraw"))
    table.expose()
    table.refuse(ask.Decide(player("Cal"), 3, "withdraw"), "not_your_turn", "3.12")
    table.refuse(ask.Decide(player("Ann"), 1, "fold"), "no_such_choice", "3.12")


def test_each_decision_cites_its_clause_and_there_is_none_about_the_dollar_wager() -> None:
    table = lir_table("Ann", "Bob")
    start(table, ("Ann", 1), ("Bob", 2))
    table.deal(LOSERS)
    made = [one(DecisionMade, table.ask(ask.Decide(player("Ann"), 1, "ride")))]
    made += of(DecisionMade, table.ask(ask.Decide(player("Bob"), 2, "withdraw")))
    table.expose()
    made += of(DecisionMade, table.ask(ask.Decide(player("Ann"), 1, "withdraw")))
    made += of(DecisionMade, table.ask(ask.Decide(player("Bob"), 2, "ride")))
    told = [(each.position, each.choice, each.clause) for each in made]
    assert told == [(1, "ride", "3.9"), (2, "withdraw", "3.10"), (1, "withdraw", "3.14"), (2, "ride", "3.13")]
    assert all((each.wager, each.amount) == (None, 0) for each in made)
    table.expose()
    table.refuse(ask.Decide(player("Ann"), 1, "withdraw"), "no_decision_is_due", "1.1.6")
    settled = lines(table.finish())
    assert [settled[1, wager].outcome for wager in ("1", "2", "$")] == ["lose", "returned", "lose"]
    assert [settled[2, wager].outcome for wager in ("1", "2", "$")] == ["returned", "lose", "lose"]
    prove("mbs-lir", "3.9", "3.10", "3.13", "3.14")


def test_looking_is_free_and_one_hand_only() -> None:
    table = lir_table("Ann")
    table.call()
    enter(table, "Ann", 1)
    enter(table, "Ann", 2)
    table.close()
    table.deal({1: "2c 5d 8h", 2: "2d 5h 8s", "community": "Jc 9d"})
    assert blind_hands(table) == []  # either may still be looked at
    assert one(CardsViewed, table.ask(ask.Look(player("Ann"), 2))).player == "Ann"
    table.refuse(ask.Look(player("Ann"), 1), "one_hand_only", "R33")
    table.refuse(ask.Look(player("Ann"), 2), "viewed_before", None)
    assert blind_hands(table) == [1]


def test_a_hand_is_blind_only_if_its_own_player_has_looked_at_another() -> None:
    table = lir_table("Ann", "Bob")
    table.call()
    enter(table, "Ann", 1)
    enter(table, "Bob", 2)
    table.close()
    table.deal({1: "2c 5d 8h", 2: "2d 5h 8s", "community": "Jc 9d"})
    table.ask(ask.Look(player("Bob"), 2))
    assert blind_hands(table) == []


def blind_hands(driver: Driver) -> list[int]:
    """As everybody sees them."""
    return [each.position for each in view(driver.table, SPECTATOR).positions if each.blind]


# What the decisions come to. Community cards Th 2s; a stake of 25 on each.
RIDES = rows("""
proves         | own      | decisions          | 1         | 2         | $         | net
3.19           | Td 7c 4h | ride, ride         | +25@3.19  | +25@3.19  | +25@3.19  | 75
3.10 3.19      | Td 7c 4h | withdraw, ride     | <@3.10    | +25@3.19  | +25@3.19  | 50
3.14 3.19      | Td 7c 4h | ride, withdraw     | +25@3.19  | <@3.14    | +25@3.19  | 50
3.10 3.14 3.19 | Td 7c 4h | withdraw, withdraw | <@3.10    | <@3.14    | +25@3.19  | 25
3.3            | 9d 9c 4h | ride, ride         | -25@3.3   | -25@3.3   | -25@3.3   | -75
3.3 3.10 3.14  | 9d 9c 4h | withdraw, withdraw | <@3.10    | <@3.14    | -25@3.3   | -25
3.19           | Td Tc 2h | ride, ride         | +275@3.19 | +275@3.19 | +275@3.19 | 825
3.3 3.14       | Ah Kh Qh | ride, withdraw     | -25@3.3   | <@3.14    | -25@3.3   | -50
""")


@pytest.mark.parametrize("row", RIDES, ids=row_id)
def test_what_rides_wins_or_loses_and_what_was_withdrawn_goes_back(row: dict[str, str]) -> None:
    table = lir_table("Ann")
    start(table, ("Ann", 1))
    table.deal({1: row["own"], "community": "Th 2s"})
    for choice in row["decisions"].split(","):
        table.expose()
        table.ask(ask.Decide(player("Ann"), 1, choice.strip()))
    events = table.finish()
    told = {}
    for (_, wager), line in lines(events).items():
        amount = net(line) // 100
        told[wager] = f"{'<' if line.outcome == 'returned' else format(amount, '+')}@{line.rule}"
    assert told == {wager: row[wager] for wager in ("1", "2", "$")}
    assert set(row["proves"].split()) <= {line.rule for line in of(LineSettled, events)}
    table.call()
    assert table.chips("Ann") == 10_000_00 + int(row["net"]) * 100
    prove("mbs-lir", *row["proves"].split())


# 1.1.3: the hand is these five cards, no others and no choice of them
HANDS = rows("""
own      | community | hand
As Ks Qs | Js Ts     | royal flush
As Ad Ac | Ah 2c     | four of a kind
9s 9d 2c | 2h 2d     | full house
2c 3d 4h | 5s 6c     | straight
Ac 2d 3h | 4s 5c     | straight
Jc 8c 6c | 5c 2c     | flush
9c 9d 2h | 4s 5c     | one pair
Qc Td 6h | 5s 2c     | five odd cards
""")


@pytest.mark.parametrize("row", HANDS, ids=row_id)
def test_a_hand_is_the_players_three_cards_and_the_two_community_cards(row: dict[str, str]) -> None:
    table = lir_table("Ann")
    start(table, ("Ann", 1))
    table.deal({1: row["own"], "community": row["community"]})
    ride_all(table)
    settled = one(RoundSettled, table.finish())
    assert [(told.position, told.hand) for told in settled.hands] == [(1, row["hand"])]
    assert settled.dealer is None  # there is no dealer's hand
    prove("mbs-lir", "1.1.3")


# 3.17: turned over by the dealer, anti-clockwise from his right


def test_hands_are_turned_over_anti_clockwise_by_the_dealer_and_settled_in_that_order() -> None:
    table = lir_table("Ann", "Bob", "Cal", "Dee", "Eve")
    start(table, ("Bob", 2), ("Cal", 3), ("Eve", 5))
    table.deal({2: "2c 5d 8h", 3: "2d 5h 8s", 5: "2h 5s 8c", "community": "Jc 9d"})
    ride_all(table)
    for position, name in ((5, "Eve"), (3, "Cal"), (2, "Bob")):
        assert (table.due, table.play.due.position, table.play.due.clause) == ("show", position, "3.17")
        table.refuse(ask.ShowHand(DEALER, 2 if position > 2 else 5), "not_your_turn", "3.17")
        table.refuse(ask.ShowHand(player(name), position), "not_your_hand", "3.17")
        table.refuse(ask.DeclineToShow(player(name), position), "may_not_decline", "R99")
        table.refuse(ask.Settle(DEALER), "not_to_be_settled", None)
        shown = one(HandShown, table.ask(ask.ShowHand(DEALER, position)))
        assert (shown.position, shown.by) == (position, DEALER.id)
        prove("mbs-lir", "3.17")
    events = table.ask(ask.Settle(DEALER))
    settled = [(line.position, line.wager) for line in of(LineSettled, events)]
    assert settled == [(position, wager) for position in (5, 3, 2) for wager in ("1", "2", "$")]
    prove("mbs-lir", "3.17", "R99")


# R56, R102: absence and silence


def test_a_player_absent_for_the_first_decision_gets_everything_back() -> None:
    table = lir_table("Ann", "Bob")
    before = table.floor.links["L1"].meters
    start(table, ("Ann", 1), ("Bob", 2), progressive=5)
    table.deal(LOSERS)
    table.refuse(ask.FindAbsent(DEALER, 1), "post_too_low", "R56")
    found = one(PlayerAbsent, table.ask(ask.FindAbsent(SUPERVISOR, 1)))
    assert (found.position, found.by, found.clause) == (1, SUPERVISOR.id, "R56")
    table.refuse(ask.FindAbsent(SUPERVISOR, 1), "absent_before", "R56")
    assert table.play.due.position == 2  # he is not asked
    table.choose(2, "ride", "ride")
    table.expose()
    assert table.play.due.position == 2  # and his hand is not turned over
    events = table.finish()
    assert [(line.wager, line.outcome, line.rule, net(line)) for line in of(LineSettled, events)[-4:]] == [
        (wager, "returned", "R56", 0) for wager in ("1", "2", "$", "progressive")
    ]
    meters = table.floor.links["L1"].meters
    assert meters.display - before.display == 5_00 * 2000  # of Bob's wager only (R14)
    table.call()
    assert table.chips("Ann") == 10_000_00
    assert table.chips("Bob") == 10_000_00 - 80_00
    prove("mbs-lir", "R56", "R14")


def test_a_player_absent_for_the_second_decision_lets_it_ride() -> None:
    table = lir_table("Ann", "Bob")
    start(table, ("Ann", 1), ("Bob", 2))
    table.deal({1: "Td 7c 4h", 2: "2d 5h 8s", "community": "Th 2s"})
    table.choose(1, "withdraw")
    table.choose(2, "ride")
    table.refuse(ask.FindAbsent(SUPERVISOR, 1), "not_your_turn", "R56")
    table.expose()
    table.refuse(ask.FindAbsent(DEALER, 1), "post_too_low", "R56")
    table.refuse(ask.FindAbsent(SUPERVISOR, 2), "not_your_turn", "R56")
    assert table.ask(ask.FindAbsent(SUPERVISOR, 1)) == (DecisionMade(1, "ride", "R56", None),)
    assert table.box(1).seat.status == "present"  # it only takes the choice for granted
    assert table.play.due.position == 2
    table.choose(2, "ride")
    settled = lines(table.finish())
    assert [(settled[1, wager].outcome, net(settled[1, wager])) for wager in ("1", "2", "$")] == [
        ("returned", 0),
        ("win", 25_00),
        ("win", 25_00),
    ]
    assert [settled[1, wager].rule for wager in ("1", "2", "$")] == ["3.10", "3.19", "3.19"]
    prove("mbs-lir", "R56", "3.10")


def test_who_leaves_after_the_first_decision_is_not_absent_from_the_hand() -> None:
    table = lir_table("Ann", "Bob")
    start(table, ("Ann", 1), ("Bob", 2))
    table.deal({1: "Td 7c 4h", 2: "2d 5h 8s", "community": "Th 2s"})
    table.choose(1, "ride")
    table.choose(2, "ride")
    assert of(PlayerAbsent, table.ask(ask.Leave(player("Ann"), "Ann"))) == []
    table.expose()
    table.refuse(ask.Decide(player("Ann"), 1, "withdraw"), "player_is_absent", "R56")
    table.ask(ask.FindAbsent(SUPERVISOR, 1))
    table.choose(2, "ride")
    settled = lines(table.finish())
    assert [settled[1, wager].outcome for wager in ("1", "2", "$")] == ["win"] * 3
    prove("mbs-lir", "R56")


def test_who_has_decided_everything_has_nothing_to_be_absent_for() -> None:
    table = lir_table("Ann", "Bob")
    start(table, ("Ann", 1), ("Bob", 2))
    table.deal(LOSERS)
    ride_all(table)
    table.refuse(ask.FindAbsent(SUPERVISOR, 1), "nothing_to_decide", "R56")


def test_who_leaves_before_looking_is_absent_who_leaves_after_it_is_silent() -> None:
    table = lir_table("Ann", "Bob")
    start(table, ("Ann", 1), ("Bob", 2))
    table.deal(LOSERS)
    table.ask(ask.Look(player("Bob"), 2))
    left = table.ask(ask.Leave(player("Ann"), "Ann"))
    assert [(each.position, each.by, each.clause) for each in of(PlayerAbsent, left)] == [(1, None, "R102")]
    assert of(PlayerAbsent, table.ask(ask.Leave(player("Bob"), "Bob"))) == []
    assert (table.due, table.play.due.position) == ("decide", 2)
    for _ in range(2):
        table.expose()
        table.ask(ask.TakeSilence(DEALER, 2))
        table.ask(ask.TakeSilence(DEALER, 2))
    settled = lines(table.finish())
    assert {settled[1, wager].rule for wager in ("1", "2", "$")} == {"R56"}
    assert [settled[2, wager].outcome for wager in ("1", "2", "$")] == ["lose"] * 3
    prove("mbs-lir", "R56", "R102")


def test_who_leaves_before_bets_are_closed_is_absent() -> None:
    table = lir_table("Ann", "Bob")
    table.call()
    enter(table, "Ann", 1)
    enter(table, "Bob", 2)
    table.ask(ask.Leave(player("Ann"), "Ann"))
    table.close()
    table.deal(LOSERS)
    assert (table.due, table.play.due.position) == ("decide", 2)
    table.choose(2, "ride", "ride")
    settled = lines(table.finish())
    assert [settled[1, wager].outcome for wager in ("1", "2", "$")] == ["returned"] * 3
    table.call()
    assert table.chips("Ann") == 10_000_00
    prove("mbs-lir", "R56")


def test_silence_is_asked_about_once_and_then_taken_as_letting_ride() -> None:
    table = lir_table("Ann", "Bob")
    start(table, ("Ann", 1), ("Bob", 2))
    table.deal(LOSERS)
    for asks, rides in (("3.8", "3.9"), ("3.12", "3.13")):
        assert table.play.due.clause == asks
        asked = one(PlayerAsked, table.ask(ask.TakeSilence(DEALER, 1)))
        assert (asked.position, asked.clause) == (1, "R102")
        table.refuse(ask.TakeSilence(DEALER, 2), "not_your_turn", asks)
        taken = one(DecisionMade, table.ask(ask.TakeSilence(DEALER, 1)))
        assert (taken.choice, taken.clause, taken.by) == ("ride", rides, None)
        table.choose(2, "ride")
        table.expose()
    assert table.box(1).seat.status == "present"  # silence is no absence
    prove("mbs-lir", "R102", "3.9", "3.13")


def test_who_is_asked_once_more_may_still_withdraw() -> None:
    table = lir_table("Ann")
    start(table, ("Ann", 1))
    table.deal(LOSERS)
    table.ask(ask.TakeSilence(DEALER, 1))
    assert one(DecisionMade, table.ask(ask.Decide(player("Ann"), 1, "withdraw"))).clause == "3.10"
    table.expose()
    assert of(PlayerAsked, table.ask(ask.TakeSilence(DEALER, 1)))  # asked anew about the second
    prove("mbs-lir", "R102", "3.10")


def test_a_withdrawn_wager_is_handed_back_when_it_is_withdrawn() -> None:
    """The dealer returns it (3.10); a void would return it as well (R39), so nothing can take it away again."""
    table = lir_table("Ann", chips=75)
    start(table, ("Ann", 1))
    table.deal(LOSERS)
    table.ask(ask.Decide(player("Ann"), 1, "withdraw"))
    assert table.table.players["Ann"].available == 25_00
    prove("mbs-lir", "3.10")


# 5.6, 5.7: after the close


def test_nothing_is_added_after_the_close() -> None:
    table = lir_table("Ann", "Bob")
    start(table, ("Ann", 1))
    for late in (
        ask.PlaceWager(player("Bob"), "Bob", 2, "1", money(25)),
        ask.PlaceWager(player("Ann"), "Ann", 1, "progressive", money(5)),
        ask.RaiseWager(player("Ann"), "Ann", 1, "$", money(25)),
        ask.RecordWager(DEALER, "Bob", 2, "1", money(25)),
    ):
        table.refuse(late, "bets_are_closed", "5.6")
    table.deal(LOSERS)
    table.refuse(ask.RaiseWager(player("Ann"), "Ann", 1, "$", money(25)), "bets_are_closed", "5.6")
    ride_all(table)
    settled = lines(table.finish())
    assert {key: line.stake for key, line in settled.items()} == {(1, wager): 25_00 for wager in ("1", "2", "$")}


def test_nothing_is_taken_away_after_the_close_but_in_its_turn() -> None:
    table = lir_table("Ann", "Bob")
    start(table, ("Ann", 1), ("Bob", 2), progressive=5)
    for wager in ("1", "2", "$", "progressive"):
        table.refuse(ask.TakeBackWager(player("Ann"), "Ann", 1, wager), "bets_are_closed", "5.7")
    table.deal({1: "Td 7c 4h", 2: "2d 5h 8s", "community": "Th 2s"})
    table.choose(1, "ride")
    table.refuse(ask.TakeBackWager(player("Ann"), "Ann", 1, "1"), "bets_are_closed", "5.7")  # 3.9
    table.refuse(ask.Decide(player("Ann"), 1, "withdraw"), "not_your_turn", "3.8")
    table.choose(2, "ride")
    table.choose(1, "withdraw")  # `2`, not `1`, which rides
    table.choose(2, "ride")
    settled = lines(table.finish())
    assert [settled[1, wager].outcome for wager in ("1", "2", "$")] == ["win", "returned", "win"]
    assert settled[1, "2"].rule == "3.14"
    prove("mbs-lir", "5.7", "R91")


def test_a_round_replayed_from_its_events_is_the_round_as_it_was() -> None:
    table = lir_table("Ann", "Bob")
    start(table, ("Ann", 1), ("Bob", 2), progressive=10)
    table.deal(LOSERS)
    table.choose(1, "ride")
    table.choose(2, "withdraw")
    table.choose(1, "withdraw")
    table.choose(2, "ride")
    table.finish()
    table.call()
    assert replay(table.history) == table.floor
    assert table.chips("Ann") == Cents(10_000_00 - 60_00)
