"""Examining one hand, deciding in turn, walking away and refusing to reveal, in Multi-Link Progressive 3 Card Poker."""

import pytest

from pitlink.money import Cents
from pitlink.table import commands as ask
from pitlink.table.events import (
    CardsHandled,
    CardsViewed,
    DecisionMade,
    HandDeclined,
    HandShown,
    JackpotHandNotified,
    PlayerAbsent,
    PlayerAsked,
    RoundSettled,
)
from tests.driving import DEALER, PIT_MANAGER, SUPERVISOR, Driver, money, player
from tests.proving import prove, row_id, rows
from tests.table.three_cards import cents, check_lines, is_refused, only, table_of

GAME = "rws-3cp"


def decide(name: str, position: int, choice: str, amount: Cents | None = None) -> ask.Decide:
    return ask.Decide(player(name), position, choice, amount)


def dealt(hands: dict[str | int, str] | None = None, **wagers: int) -> Driver:
    """Ann at 1 with these wagers, an Ante of 10 unless told otherwise."""
    driver = table_of(GAME, "Ann")
    driver.bet("Ann", 1, **(wagers or {"ante": 10}))
    driver.close()
    driver.deal(hands or {})
    return driver


# Examining


def test_a_player_with_several_hands_examines_one_and_plays_the_others_unseen() -> None:
    driver = table_of(GAME, "Ann")
    for position in (1, 3, 5):
        driver.bet("Ann", position, ante=10)
    driver.close()
    driver.deal({1: "2s 5h 9d", 3: "As Ah 4d", 5: "3c 5c 9h", "dealer": "Kd Js 4c"})
    assert [type(event) for event in driver.ask(ask.Look(player("Ann"), 3))] == [CardsHandled, CardsViewed]
    for position in (1, 5):
        driver.refuse(ask.Look(player("Ann"), position), "one_hand_only", "3.7")
    made = only(driver.ask(decide("Ann", 1, "play")), DecisionMade)
    assert (made.wager, made.amount, driver.box(1).viewed) == ("play", money(10), False)
    driver.refuse(ask.Look(player("Ann"), 1), "one_hand_only", "3.7")
    driver.choose(3, "play")
    driver.choose(5, "fold")
    events = driver.finish()
    check_lines(GAME, events, 1, {"ante": "-10", "play": "-10"})
    check_lines(GAME, events, 3, {"ante": "+10", "play": "+10"})
    check_lines(GAME, events, 5, {"ante": "-10"})


def test_with_pair_plus_alone_nobody_looks_and_the_dealer_reveals_after_the_dealers_own_hand() -> None:
    driver = dealt({1: "As Ah 4d", "dealer": "Kd Js 4c"}, pair_plus=10)
    driver.refuse(ask.Look(player("Ann"), 1), "may_not_look", "3.14")
    driver.refuse(decide("Ann", 1, "play"), "no_decision_is_due", "1.20")
    driver.refuse(ask.ShowHand(DEALER, 1), "no_hand_is_due", None)  # the dealer's own hand comes first
    assert (driver.due, driver.table.players["Ann"].lying) == ("expose", money(10))
    driver.ask(ask.Expose(DEALER))
    driver.refuse(ask.ShowHand(player("Ann"), 1), "not_your_hand", "3.14")
    driver.refuse(ask.DeclineToShow(player("Ann"), 1), "may_not_decline", "3.14")
    assert only(driver.ask(ask.ShowHand(DEALER, 1)), HandShown).by == DEALER.id
    check_lines(GAME, driver.ask(ask.Settle(DEALER)), 1, {"pair_plus": "+10@3.16"})
    prove(GAME, "R82")


def test_pair_plus_alone_does_not_use_up_the_one_examination() -> None:
    driver = table_of(GAME, "Ann")
    driver.bet("Ann", 1, pair_plus=10)
    driver.bet("Ann", 2, ante=10)
    driver.close()
    driver.deal({})
    driver.refuse(ask.Look(player("Ann"), 1), "may_not_look", "3.14")
    driver.ask(ask.Look(player("Ann"), 2))
    driver.refuse(ask.Look(player("Ann"), 1), "may_not_look", "3.14")


def test_only_the_player_of_a_box_examines_its_hand() -> None:
    driver = table_of(GAME, "Ann", "Bob")
    driver.bet("Ann", 1, ante=10)
    driver.close()
    driver.deal({})
    for by in (player("Bob"), DEALER, SUPERVISOR):
        driver.refuse(ask.Look(by, 1), "not_your_hand", "R35")
        driver.refuse(ask.Decide(by, 1, "play"), "not_your_hand", "R35")


# Deciding


def test_players_decide_in_turn_from_the_dealers_left() -> None:
    driver = table_of(GAME, "Ann", "Bob", "Cid")
    driver.bet("Cid", 3, ante=10)
    driver.bet("Ann", 1, ante=10)
    driver.bet("Bob", 2, pair_plus=10)  # has nothing to decide
    driver.close()
    driver.deal({})
    assert (driver.play.due.step, driver.play.due.position, driver.play.due.clause) == ("decide", 1, "3.12")
    driver.refuse(decide("Cid", 3, "play"), "not_your_turn", "3.12")
    driver.refuse(decide("Bob", 2, "play"), "not_your_turn", "3.12")
    driver.choose(1, "play")
    assert driver.play.due.position == 3
    driver.choose(3, "fold")
    assert driver.due == "expose"


CHOICES = rows("""
choice | clause | wager | amount
fold   | 3.12.1 |       | 0
play   | 3.12.2 | play  | 25
""")


@pytest.mark.parametrize("row", CHOICES, ids=row_id)
def test_a_hand_with_an_ante_folds_or_plays_for_as_much_as_the_ante(row: dict[str, str]) -> None:
    driver = dealt(ante=25)
    for word in ("check", "raise", ""):
        driver.refuse(decide("Ann", 1, word), "no_such_choice", "3.12")
    for amount in ("24.99", "25.01"):
        driver.refuse(decide("Ann", 1, row["choice"], money(amount)), "wrong_amount", row["clause"])
    made = only(driver.ask(decide("Ann", 1, row["choice"])), DecisionMade)
    assert (made.clause, made.wager or "", made.amount) == (row["clause"], row["wager"], money(row["amount"]))
    assert driver.table.players["Ann"].lying == money(25) + money(row["amount"])
    prove(GAME, "1.13", row["clause"])


# A Play of a wrong amount beside an Ante of 25, found when the round is settled
WRONG = rows("""
proves    | play | player   | dealer   | ante       | play line      | net
5.3.1 R69 | 40   | As 8h 2d | Qd 9s 4c | +25@3.15.1 | +25(15)@3.15.1 | 50
5.3.1 R69 | 40   | Ks 8h 2d | Ad 9s 4c | -25@3.15.2 | -25(15)@3.15.2 | -50
5.3.1 R69 | 2000 | Ks 8h 2d | Ad 9s 4c | -25@3.15.2 | -25(1975)      | -50
5.3.1 R69 | 40   | Ks 8h 2d | Jd 9s 4c | +25@3.13   | =(15)@3.13     | 25
5.3.2     | 10   | As 8h 2d | Qd 9s 4c | +25@3.15.1 | +10@3.15.1     | 35
5.3.2     | 10   | Ks 8h 2d | Ad 9s 4c | -25@3.15.2 | -10@3.15.2     | -35
5.3.2     | 10   | Qs 9h 4d | Qd 9s 4c | =@3.15.3   | =@3.15.3       | 0
""")


@pytest.mark.parametrize("row", WRONG, ids=row_id)
def test_a_play_of_a_wrong_amount_is_settled_as_the_book_says(row: dict[str, str]) -> None:
    driver = dealt({1: row["player"], "dealer": row["dealer"]}, ante=25)
    made = only(driver.ask(ask.RecordDecision(DEALER, 1, "play", money(row["play"]))), DecisionMade)
    assert [(note.code, note.clause) for note in made.notes] == [("wrong_amount", row["proves"].split()[0])]
    assert driver.table.players["Ann"].lying == money(25) + money(row["play"])
    check_lines(GAME, driver.finish(), 1, {"ante": row["ante"], "play": row["play line"]}, row["proves"])
    driver.call()
    assert driver.chips("Ann") == money(10_000) + cents(row["net"])
    prove(GAME, "5.3")


ANTES = rows("""
typed | right | ante       | play       | net
10    | 40    | -40@3.15.2 | -10@3.15.2 | -50
40    | 10    | -10@3.15.2 | -10(30)    | -20
""")


@pytest.mark.parametrize("row", ANTES, ids=row_id)
def test_an_ante_corrected_after_the_play_leaves_a_play_of_a_wrong_amount(row: dict[str, str]) -> None:
    """Typed 10, was 40: the Play of 10 that lies is less than the Ante, and settled at its own amount (5.3.2)."""
    driver = dealt({1: "2s 5h 9d", "dealer": "Kd Js 4c"}, ante=int(row["typed"]))
    driver.choose(1, "play")
    driver.ask(ask.CorrectWager(SUPERVISOR, "Ann", 1, "ante", money(row["right"])))
    check_lines(GAME, driver.finish(), 1, row, "5.3.2" if row["typed"] == "10" else "5.3.1")


def test_a_fold_keeps_pair_plus_and_the_jackpot_bet_in_play() -> None:
    hands: dict[str | int, str] = {1: "7s 7h 7d", "dealer": "Kd Js 4c", "community": "2c 2d"}
    driver = dealt(hands, ante=10, pair_plus=10, progressive=5)
    driver.choose(1, "fold")
    lines = {"ante": "-10@3.12.1", "pair_plus": "+300@3.16", "progressive": "+195@4.4"}
    check_lines(GAME, driver.finish(), 1, lines, "3.12.1 R66")
    driver.call()
    assert driver.chips("Ann") == money(10_485)


# Walking away

GONE = rows("""
proves | wagers                     | player   | ante    | pair_plus | progressive | net
5.5    | ante                       | 7s 7h 7d | -10@5.5 |           |             | -10
5.5    | ante pair_plus             | 7s 7h 7d | -10@5.5 | +300@3.16 |             | 290
5.5    | ante pair_plus             | 7s 8h 2d | -10@5.5 | -10@3.16  |             | -20
5.5    | ante progressive           | 7s 7h 7d | -10@5.5 |           | +195@4.4    | 185
5.5    | ante pair_plus progressive | 7s 8h 2d | -10@5.5 | -10@3.16  | -5@4.4      | -25
""")


@pytest.mark.parametrize("how", ["left while bets were open", "left after the deal", "found so by a supervisor"])
@pytest.mark.parametrize("row", GONE, ids=row_id)
def test_who_walks_away_with_a_decision_to_make_has_folded(row: dict[str, str], how: str) -> None:
    driver = table_of(GAME, "Ann", "Bob")
    for wager in row["wagers"].split():
        driver.bet("Ann", 1, **{wager: 5 if wager == "progressive" else 10})
    driver.bet("Bob", 2, ante=10)
    if how == "left while bets were open":
        driver.ask(ask.Leave(player("Ann"), "Ann"))
    driver.close()
    driver.deal({1: row["player"], 2: "3s 4h 9d", "dealer": "Kd Js 4c", "community": "2c 2h"})
    if how == "left after the deal":
        gone = only(driver.ask(ask.Leave(player("Ann"), "Ann")), PlayerAbsent)
        assert (gone.position, gone.by, gone.clause) == (1, None, "R102")
    if how == "found so by a supervisor":
        driver.ask(ask.Look(player("Ann"), 1))
        driver.refuse(ask.FindAbsent(DEALER, 1), "post_too_low", "5.5")
        found = only(driver.ask(ask.FindAbsent(SUPERVISOR, 1)), PlayerAbsent)
        assert (found.by, found.clause) == (SUPERVISOR.id, "5.5")
    driver.choose(2, "play")
    driver.expose()
    if row["pair_plus"] or row["progressive"]:
        driver.refuse(ask.DeclineToShow(player("Ann"), 1), "player_is_absent", "5.5")
        driver.refuse(ask.ShowHand(player("Ann"), 1), "player_is_absent", "5.5")
    check_lines(GAME, driver.finish(), 1, row, row["proves"])
    driver.call()
    assert driver.table.players["Ann"].chips == money(10_000) + cents(row["net"])
    prove(GAME, "R55", "R102")


@pytest.mark.parametrize("how", ["found absent", "left unseen", "left after looking"])
def test_who_has_walked_away_neither_looks_nor_decides(how: str) -> None:
    driver = dealt()
    if how == "left after looking":
        driver.ask(ask.Look(player("Ann"), 1))
    driver.ask(ask.FindAbsent(SUPERVISOR, 1) if how == "found absent" else ask.Leave(player("Ann"), "Ann"))
    assert is_refused(driver, ask.Look(player("Ann"), 1))
    assert is_refused(driver, decide("Ann", 1, "play"))


STILL_SETTLED = rows("""
proves | wagers         | decides | player   | ante       | play       | pair_plus | net
5.6    | pair_plus      |         | 7s 7h 2d |            |            | +10@3.16  | 10
5.6    | pair_plus      |         | 7s 8h 2d |            |            | -10@3.16  | -10
5.6    | ante pair_plus | play    | 7s 7h 2d | +10@3.15.1 | +10@3.15.1 | +10@3.16  | 30
5.6    | ante           | play    | 7s 8h 2d | -10@3.15.2 | -10@3.15.2 |           | -20
5.6    | ante pair_plus | fold    | 7s 7h 2d | -10@3.12.1 |            | +10@3.16  | 0
""")


@pytest.mark.parametrize("row", STILL_SETTLED, ids=row_id)
def test_who_walks_away_with_nothing_left_to_decide_is_settled_like_anyone(row: dict[str, str]) -> None:
    driver = dealt({1: row["player"], "dealer": "Kd Js 4c"}, **dict.fromkeys(row["wagers"].split(), 10))
    if row["decides"]:
        driver.choose(1, row["decides"])
    driver.refuse(ask.FindAbsent(SUPERVISOR, 1), "nothing_to_decide", "5.6")
    driver.ask(ask.Leave(player("Ann"), "Ann"))
    check_lines(GAME, driver.finish(), 1, row)
    driver.call()
    assert driver.table.players["Ann"].chips == money(10_000) + cents(row["net"])
    prove(GAME, "5.6", "R54")


def test_silence_is_asked_once_more_and_then_a_fold() -> None:
    driver = dealt({1: "As Ah 4d", "dealer": "Kd Js 4c"}, ante=10, pair_plus=10)
    asked = only(driver.ask(ask.TakeSilence(DEALER, 1)), PlayerAsked)
    assert (asked.position, asked.clause) == (1, "R102")
    made = only(driver.ask(ask.TakeSilence(DEALER, 1)), DecisionMade)
    assert (made.choice, made.by, made.clause) == ("fold", None, "3.12.1")
    check_lines(GAME, driver.finish(), 1, {"ante": "-10@3.12.1", "pair_plus": "+10@3.16"})
    prove(GAME, "R102")


# Refusing to reveal

REFUSED = rows("""
proves  | wagers                     | decision | dealer   | ante       | play    | pair_plus | progressive
4.5     | ante                       | play     | Kd Jd 4c | -10@4.5    | -10@4.5 |           |
4.5 R90 | ante                       | play     | 9d 7s 4c | -10@4.5    | -10@4.5 |           |
4.5 R59 | ante pair_plus progressive | play     | Kd Jd 4c | -10@4.5    | -10@4.5 | -10@4.5   | -5@4.5
4.5 R59 | ante pair_plus progressive | play     | 9d 7s 4c | -10@4.5    | -10@4.5 | -10@4.5   | -5@4.5
4.5 R59 | ante pair_plus progressive | fold     | Kd Jd 4c | -10@3.12.1 |         | -10@4.5   | -5@4.5
""")


@pytest.mark.parametrize("row", REFUSED, ids=row_id)
def test_a_hand_that_is_not_revealed_counts_as_folded_and_proves_nothing(row: dict[str, str]) -> None:
    """A straight flush that makes a royal with the community cards."""
    wagers = {wager: 5 if wager == "progressive" else 10 for wager in row["wagers"].split()}
    driver = dealt({1: "As Ks Qs", "dealer": row["dealer"], "community": "Js Ts"}, **wagers)
    driver.choose(1, row["decision"])
    driver.expose()
    driver.refuse(ask.DeclineToShow(PIT_MANAGER, 1), "not_your_hand", "R35")
    assert only(driver.ask(ask.DeclineToShow(player("Ann"), 1)), HandDeclined).clause == "4.5"
    driver.refuse(ask.NotifyJackpotHand(player("Ann"), 1), "hand_not_shown", "4.6")
    events = driver.ask(ask.Settle(DEALER))
    check_lines(GAME, events, 1, row, row["proves"])
    assert [(told.hand, told.progressive_hand) for told in only(events, RoundSettled).hands] == [(None, None)]
    assert driver.floor.links["L1"].open_claims == ()
    driver.call()


# A jackpot hand


@pytest.mark.parametrize("dealer", ["Kd Jd 4c", "9d 7s 4c"])
def test_a_player_notifies_the_dealer_of_a_jackpot_hand_and_the_cards_stay_face_up(dealer: str) -> None:
    driver = table_of(GAME, "Ann", "Bob")
    driver.bet("Ann", 1, ante=10, progressive=5)
    driver.bet("Bob", 2, ante=10, progressive=5)
    driver.close()
    driver.deal({1: "8h 7h 6h", 2: "As Kc Td", "dealer": dealer, "community": "5h 4h"})
    driver.choose(1, "play")
    driver.choose(2, "play")
    driver.expose()
    driver.refuse(ask.NotifyJackpotHand(player("Ann"), 1), "hand_not_shown", "4.6")
    driver.ask(ask.ShowHand(player("Ann"), 1))
    driver.refuse(ask.NotifyJackpotHand(player("Bob"), 1), "not_your_hand", "4.6")
    notified = only(driver.ask(ask.NotifyJackpotHand(player("Ann"), 1)), JackpotHandNotified)
    assert (notified.position, notified.hand, notified.clause) == (1, "straight flush", "4.6")
    driver.refuse(ask.NotifyJackpotHand(player("Ann"), 1), "notified_before", "4.6")
    driver.ask(ask.ShowHand(player("Bob"), 2))
    driver.refuse(ask.NotifyJackpotHand(player("Bob"), 2), "no_jackpot_hand", "4.6")
    driver.ask(ask.Settle(DEALER))
    mine = [slot for place, slot in driver.play.slots.items() if place.position == 1]
    assert all(slot.up for slot in mine)
    assert driver.box(1).notified


def test_a_jackpot_hand_that_nobody_announces_is_paid_all_the_same() -> None:
    driver = dealt({1: "3s 3d 3c", "dealer": "Kd Jd 4c", "community": "3h 7h"}, ante=10, progressive=5)
    driver.choose(1, "fold")
    check_lines(GAME, driver.finish(), 1, {"ante": "-10@3.12.1", "progressive": "+1995@4.4"})
    prove(GAME, "R20")
