"""Looking at one hand, deciding in turn, staying away and declining to show, in Megalink Three Card Poker."""

import pytest

from pitlink.games.round import Share, Wager
from pitlink.money import Cents
from pitlink.table import commands as ask
from pitlink.table.events import (
    CardsHandled,
    CardsViewed,
    DecisionMade,
    HandDeclined,
    HandShown,
    LineSettled,
    PlayerAbsent,
    PlayerAsked,
    RoundSettled,
)
from tests.driving import DEALER, PIT_MANAGER, SUPERVISOR, Driver, money, player
from tests.proving import prove, row_id, rows
from tests.table.three_cards import check_lines, is_refused, only, table_of

GAME = "mbs-3cp"


def decide(name: str, position: int, choice: str, amount: Cents | None = None) -> ask.Decide:
    return ask.Decide(player(name), position, choice, amount)


def dealt(hands: dict[str | int, str] | None = None, **wagers: int) -> Driver:
    """Ann at 1 with these wagers, an Ante of 10 unless told otherwise."""
    driver = table_of(GAME, "Ann")
    driver.bet("Ann", 1, **(wagers or {"ante": 10}))
    driver.close()
    driver.deal(hands or {})
    return driver


# Looking


def test_a_player_with_several_hands_looks_at_one_and_plays_the_others_blind() -> None:
    driver = table_of(GAME, "Ann")
    for position in (1, 3, 5):
        driver.bet("Ann", position, ante=10)
    driver.close()
    driver.deal({1: "2s 5h 9d", 3: "As Ah 4d", 5: "3c 5c 9h", "dealer": "Kd Js 4c"})
    looked = driver.ask(ask.Look(player("Ann"), 3))
    assert [type(event) for event in looked] == [CardsHandled, CardsViewed]
    for position in (1, 5):
        driver.refuse(ask.Look(player("Ann"), position), "one_hand_only", "3.4.1")
    driver.choose(1, "play")
    driver.refuse(ask.Look(player("Ann"), 1), "one_hand_only", "3.4.1")  # nor once it is decided
    driver.choose(3, "play")
    driver.choose(5, "fold")
    assert [driver.box(position).viewed for position in (1, 3, 5)] == [False, True, False]
    events = driver.finish()
    check_lines(GAME, events, 1, {"ante": "-10", "play": "-10"})
    check_lines(GAME, events, 3, {"ante": "+10", "play": "+10"})
    check_lines(GAME, events, 5, {"ante": "-10"})
    prove(GAME, "1.1.3", "3.4.1")


def test_a_progressive_wager_stands_on_a_hand_played_blind() -> None:
    driver = table_of(GAME, "Ann")
    driver.bet("Ann", 1, ante=10, progressive=5)
    driver.bet("Ann", 2, ante=10, progressive=5)
    driver.close()
    driver.deal({1: "2s 5h 9d", 2: "Kh Kc Ks", "dealer": "Qd Js 4c", "community": "Ad Ac"})
    driver.ask(ask.Look(player("Ann"), 1))
    driver.choose(1, "fold")
    driver.choose(2, "fold")
    events = driver.finish()
    check_lines(GAME, events, 1, {"ante": "-10@3.9.1", "progressive": "-5@4.4"})
    check_lines(GAME, events, 2, {"ante": "-10@3.9.1", "progressive": "+195@4.4"}, "3.9.1")
    prove(GAME, "3.5.2")


def test_only_the_player_who_decides_for_a_hand_looks_at_it() -> None:
    driver = table_of(GAME, "Ann", "Bob")
    driver.bet("Ann", 1, ante=10)
    driver.bet("Bob", 1, ante=10)
    driver.close()
    driver.deal({})
    driver.refuse(ask.Look(player("Bob"), 1), "not_your_hand", "R35")
    driver.refuse(ask.Look(DEALER, 1), "not_your_hand", "R35")
    driver.refuse(ask.HandleCards(player("Bob"), 1), "not_your_hand", "R35")
    driver.refuse(decide("Bob", 1, "play"), "not_your_hand", "R35")
    driver.refuse(decide("Dana", 1, "play"), "not_your_hand", "R35")
    driver.ask(ask.HandleCards(player("Ann"), 1))
    assert (driver.box(1).handled, driver.box(1).viewed) == (True, False)
    driver.ask(ask.Look(player("Ann"), 1))
    driver.refuse(ask.Look(player("Ann"), 1), "viewed_before", None)


def test_pair_plus_alone_may_look_and_has_nothing_to_decide() -> None:
    driver = dealt({1: "As Ah 4d"}, pair_plus=10)
    driver.ask(ask.Look(player("Ann"), 1))
    driver.refuse(decide("Ann", 1, "play"), "no_decision_is_due", "1.1.9")
    driver.refuse(decide("Ann", 1, "fold"), "no_decision_is_due", "1.1.9")
    driver.ask(ask.ShowHand(player("Ann"), 1))
    check_lines(GAME, driver.ask(ask.Settle(DEALER)), 1, {"pair_plus": "+10"})
    prove(GAME, "3.9.3", "R82")


# Deciding


def test_players_decide_in_turn_from_the_dealers_left() -> None:
    driver = table_of(GAME, "Ann", "Bob", "Cid")
    driver.bet("Cid", 3, ante=10)
    driver.bet("Ann", 1, ante=10)
    driver.bet("Bob", 2, pair_plus=10)  # has nothing to decide
    driver.close()
    driver.deal({})
    assert (driver.play.due.step, driver.play.due.position, driver.play.due.clause) == ("decide", 1, "3.9")
    driver.refuse(decide("Cid", 3, "play"), "not_your_turn", "3.9")
    driver.refuse(decide("Bob", 2, "play"), "not_your_turn", "3.9")
    driver.choose(1, "play")
    assert driver.play.due.position == 3
    driver.refuse(decide("Ann", 1, "fold"), "not_your_turn", "3.9")
    driver.choose(3, "fold")
    assert driver.due == "expose"


CHOICES = rows("""
choice | clause | wager | amount
fold   | 3.9.1  |       | 0
play   | 3.9.2  | play  | 10
""")


@pytest.mark.parametrize("row", CHOICES, ids=row_id)
def test_a_hand_with_an_ante_folds_or_plays(row: dict[str, str]) -> None:
    driver = dealt()
    for word in ("check", "raise", "continue", ""):
        driver.refuse(decide("Ann", 1, word), "no_such_choice", "3.9")
    made = only(driver.ask(decide("Ann", 1, row["choice"])), DecisionMade)
    assert (made.clause, made.wager or "", made.amount) == (row["clause"], row["wager"], money(row["amount"]))
    assert driver.table.players["Ann"].lying == money(10) + money(row["amount"])
    prove(GAME, row["clause"])


def test_a_play_is_as_large_as_the_ante() -> None:
    driver = dealt(ante=25)
    for amount in ("24.99", "25.01", "50"):
        driver.refuse(decide("Ann", 1, "play", money(amount)), "wrong_amount", "3.9.2")
    driver.ask(decide("Ann", 1, "play", money(25)))
    assert driver.box(1).later == {"play": Wager(money(25), (Share("Ann", money(25)),))}


def test_a_play_needs_the_chips_for_it() -> None:
    driver = table_of(GAME, "Ann", chips=60)
    driver.bet("Ann", 1, ante=40)
    driver.close()
    driver.deal({})
    driver.refuse(decide("Ann", 1, "play"), "not_enough_chips", "3.9.2")
    driver.ask(ask.BuyIn(DEALER, "Ann", money(20)))
    driver.ask(decide("Ann", 1, "play"))
    assert driver.table.players["Ann"].available == 0


@pytest.mark.parametrize("amount", [20, 30])
def test_a_play_of_a_wrong_amount_waits_until_it_is_put_right(amount: int) -> None:
    driver = dealt({1: "As Ah 4d", "dealer": "Kd Js 4c"}, ante=25)
    made = only(driver.ask(ask.RecordDecision(DEALER, 1, "play", money(amount))), DecisionMade)
    assert [(note.wager, note.code, note.clause) for note in made.notes] == [("play", "wrong_amount", "R68")]
    driver.expose()
    driver.ask(ask.ShowHand(DEALER, 1))
    driver.refuse(ask.Settle(DEALER), "wrong_later_wager", "R68")
    driver.refuse(ask.CorrectWager(DEALER, "Ann", 1, "play", money(25)), "post_too_low", "R89")
    driver.ask(ask.CorrectWager(SUPERVISOR, "Ann", 1, "play", money(25)))
    assert driver.table.players["Ann"].lying == money(50)
    check_lines(GAME, driver.ask(ask.Settle(DEALER)), 1, {"ante": "+25", "play": "+25"})


@pytest.mark.parametrize(("typed", "right"), [(10, 40), (40, 10)])
def test_an_ante_corrected_after_the_play_leaves_a_play_of_a_wrong_amount(typed: int, right: int) -> None:
    """Typed 10, was 40: the Play of 10 that lies is not the Ante's equal (3.9.2), so a person decides (R68)."""
    driver = dealt({1: "2s 5h 9d", "dealer": "Kd Js 4c"}, ante=typed)
    driver.choose(1, "play")
    driver.ask(ask.CorrectWager(SUPERVISOR, "Ann", 1, "ante", money(right)))
    assert [(note.wager, note.code, note.clause) for note in driver.box(1).notes] == [("play", "wrong_amount", "R68")]
    driver.expose()
    driver.ask(ask.ShowHand(DEALER, 1))
    driver.refuse(ask.Settle(DEALER), "wrong_later_wager", "R68")
    driver.ask(ask.CorrectWager(SUPERVISOR, "Ann", 1, "play", money(right)))
    assert driver.box(1).notes == ()
    check_lines(GAME, driver.ask(ask.Settle(DEALER)), 1, {"ante": f"-{right}", "play": f"-{right}"})


def test_a_play_follows_the_ante_in_play_where_it_lies_over_the_maximum() -> None:
    driver = table_of(GAME, "Ann")
    driver.ask(ask.RecordWager(DEALER, "Ann", 1, "ante", money(1500)))
    driver.close()
    driver.deal({})
    driver.ask(decide("Ann", 1, "play", money(1000)))
    prove(GAME, "R28")


def test_a_fold_keeps_pair_plus_and_progressive_in_play() -> None:
    driver = dealt({1: "7s 7h 7d", "dealer": "Kd Js 4c", "community": "2c 2d"}, ante=10, pair_plus=10, progressive=5)
    driver.choose(1, "fold")
    events = driver.finish()
    assert [event.position for event in driver.events(HandShown) if isinstance(event, HandShown)] == [1]
    check_lines(GAME, events, 1, {"ante": "-10@3.9.1", "pair_plus": "+300", "progressive": "+195"}, "3.9.1 3.9.1.1 4.4")
    driver.call()
    assert driver.chips("Ann") == money(10_485)


# Absence and silence

ABSENT = rows("""
proves | wagers                     | ante   | pair_plus | progressive
5.11   | ante                       | <@5.11 |           |
5.11   | ante pair_plus             | <@5.11 | <@5.11    |
5.11   | ante progressive           | <@5.11 |           | <@5.11
5.11   | ante pair_plus progressive | <@5.11 | <@5.11    | <@5.11
""")


def absent(wagers: str) -> Driver:
    driver = table_of(GAME, "Ann", "Bob")
    for wager in wagers.split():
        driver.bet("Ann", 1, **{wager: 5 if wager == "progressive" else 10})
    driver.bet("Bob", 2, ante=10)
    return driver


@pytest.mark.parametrize("how", ["left while bets were open", "left during the deal", "found so by a supervisor"])
@pytest.mark.parametrize("row", ABSENT, ids=row_id)
def test_a_player_with_an_ante_who_is_not_there_to_decide_gets_everything_back(row: dict[str, str], how: str) -> None:
    driver = absent(row["wagers"])
    before = driver.floor.links["L1"].display
    if how == "left while bets were open":
        driver.ask(ask.Leave(player("Ann"), "Ann"))
    driver.close()
    if how == "left during the deal":
        driver.ask(ask.DealCard(DEALER, "2c"))
        gone = only(driver.ask(ask.Leave(player("Ann"), "Ann")), PlayerAbsent)
        assert (gone.position, gone.by, gone.clause) == (1, None, "R102")
    driver.deal({})
    if how == "found so by a supervisor":
        driver.ask(ask.Look(player("Ann"), 1))
        driver.refuse(ask.FindAbsent(DEALER, 1), "post_too_low", "5.11")
        found = only(driver.ask(ask.FindAbsent(SUPERVISOR, 1)), PlayerAbsent)
        assert (found.by, found.clause) == (SUPERVISOR.id, "5.11")
        driver.refuse(ask.FindAbsent(SUPERVISOR, 1), "absent_before", "5.11")
    driver.choose(2, "fold")
    check_lines(GAME, driver.finish(), 1, row, row["proves"])
    driver.call()
    assert driver.chips("Ann") == money(10_000)
    assert driver.floor.links["L1"].display == before  # and the contribution went back with the wager (R14)


def test_absence_with_pair_plus_alone_changes_nothing() -> None:
    driver = table_of(GAME, "Ann")
    driver.bet("Ann", 1, pair_plus=10, progressive=5)
    driver.close()
    driver.deal({1: "As Ah 4d", "community": "Ad Ac"})
    driver.refuse(ask.FindAbsent(SUPERVISOR, 1), "nothing_to_decide", "5.11")
    driver.ask(ask.Leave(player("Ann"), "Ann"))
    check_lines(GAME, driver.finish(), 1, {"pair_plus": "+10", "progressive": "+1995"})
    driver.call()
    assert driver.chips("Ann") == money(12_005)
    prove(GAME, "R54")


def test_who_leaves_after_the_decision_is_settled_like_anyone_else() -> None:
    driver = dealt({1: "As Ah 4d", "dealer": "Kd Js 4c"})
    driver.choose(1, "play")
    driver.ask(ask.Leave(player("Ann"), "Ann"))
    check_lines(GAME, driver.finish(), 1, {"ante": "+10", "play": "+10"})


@pytest.mark.parametrize("how", ["found absent", "left unseen", "left after looking"])
def test_who_is_not_there_neither_looks_nor_decides(how: str) -> None:
    """Absence has made the hand invalid (5.11); who left after looking is asked in vain and then folds (R102)."""
    driver = dealt()
    if how == "left after looking":
        driver.ask(ask.Look(player("Ann"), 1))
    driver.ask(ask.FindAbsent(SUPERVISOR, 1) if how == "found absent" else ask.Leave(player("Ann"), "Ann"))
    assert is_refused(driver, ask.Look(player("Ann"), 1))
    assert is_refused(driver, decide("Ann", 1, "play"))


def test_silence_is_asked_once_more_and_then_a_fold() -> None:
    driver = dealt({1: "As Ah 4d", "dealer": "Kd Js 4c"}, ante=10, pair_plus=10)
    driver.refuse(ask.TakeSilence(player("Ann"), 1), "post_too_low", "R102")
    asked = only(driver.ask(ask.TakeSilence(DEALER, 1)), PlayerAsked)
    assert (asked.position, asked.clause) == (1, "R102")
    made = only(driver.ask(ask.TakeSilence(DEALER, 1)), DecisionMade)
    assert (made.choice, made.by, made.clause) == ("fold", None, "3.9.1")
    check_lines(GAME, driver.finish(), 1, {"ante": "-10@3.9.1", "pair_plus": "+10"})
    prove(GAME, "R102")


def test_who_answers_when_asked_once_more_decides() -> None:
    driver = dealt()
    driver.ask(ask.TakeSilence(DEALER, 1))
    made = only(driver.ask(decide("Ann", 1, "play")), DecisionMade)
    assert (made.choice, made.by) == ("play", "Ann")


# Declining to show

DECLINED = rows("""
proves     | wagers                     | decision | dealer   | ante       | play       | pair_plus  | progressive
3.10.2     | ante                       | play     | Kd Jd 4c | -10@3.10.2 | -10@3.10.2 |            |
3.10.2     | ante pair_plus progressive | play     | Kd Jd 4c | -10@3.10.2 | -10@3.10.2 | -10@3.10.2 | -5@3.10.2
3.10.2 R59 | ante pair_plus progressive | play     | 9d 7s 4c | -10@3.10.2 | -10@3.10.2 | -10@3.10.2 | -5@3.10.2
3.10.2 R59 | ante pair_plus progressive | fold     | Kd Jd 4c | -10@3.9.1  |            | -10@3.10.2 | -5@3.10.2
3.10.2 R59 | pair_plus progressive      |          | Kd Jd 4c |            |            | -10@3.10.2 | -5@3.10.2
""")


@pytest.mark.parametrize("row", DECLINED, ids=row_id)
def test_a_hand_that_is_not_shown_loses_all_that_needs_it(row: dict[str, str]) -> None:
    """A straight flush that makes a royal with the community cards."""
    wagers = {wager: 5 if wager == "progressive" else 10 for wager in row["wagers"].split()}
    driver = dealt({1: "As Ks Qs", "dealer": row["dealer"], "community": "Js Ts"}, **wagers)
    if row["decision"]:
        driver.choose(1, row["decision"])
    driver.expose()
    driver.refuse(ask.DeclineToShow(DEALER, 1), "not_your_hand", "R35")
    declined = only(driver.ask(ask.DeclineToShow(player("Ann"), 1)), HandDeclined)
    assert declined.clause == "3.10.2"
    driver.refuse(ask.ShowHand(player("Ann"), 1), "no_hand_is_due", None)  # it does not come back into play
    driver.refuse(ask.ShowHand(PIT_MANAGER, 1), "no_hand_is_due", None)
    events = driver.ask(ask.Settle(DEALER))
    check_lines(GAME, events, 1, row, row["proves"])
    assert [(told.hand, told.progressive_hand) for told in only(events, RoundSettled).hands] == [(None, None)]
    assert driver.floor.links["L1"].open_claims == ()
    driver.call()


def test_hands_are_shown_in_turn_by_their_players_or_the_dealer() -> None:
    driver = table_of(GAME, "Ann", "Bob")
    driver.bet("Ann", 1, ante=10)
    driver.bet("Bob", 2, ante=10)
    driver.close()
    driver.deal({})
    driver.choose(1, "play")
    driver.choose(2, "play")
    driver.expose()
    driver.refuse(ask.ShowHand(player("Bob"), 2), "not_your_turn", "3.10.2")
    driver.refuse(ask.ShowHand(player("Bob"), 1), "not_your_hand", "R35")
    driver.ask(ask.ShowHand(player("Ann"), 1))
    driver.ask(ask.ShowHand(DEALER, 2))
    assert len([event for event in driver.ask(ask.Settle(DEALER)) if isinstance(event, LineSettled)]) >= 4


def test_the_seated_player_decides_with_pair_plus_beside_a_partners_ante() -> None:
    driver = table_of(GAME, "Ann", "Bob")
    driver.bet("Ann", 1, pair_plus=10)
    driver.bet("Bob", 1, ante=10)
    driver.close()
    assert driver.box(1).seat.player == "Ann"
    prove(GAME, "R35")
