"""The choice after a dealing error in Multi-Link Progressive 3 Card Poker: who has it, what it does, and silence."""

import pytest

from pitlink.table import commands as ask
from pitlink.table.events import HandRemoved, OptionsGiven, OptionTaken, PlayerAsked, WagersHandedBack
from pitlink.table.views import SPECTATOR, view
from tests.driving import DEALER, SHIFT_MANAGER, SUPERVISOR, Driver, money
from tests.proving import prove, row_id, rows
from tests.table.irregular_rws_3cp import (
    ANN,
    AS_EVER,
    BOB,
    CID,
    DEVICES,
    GAME,
    HANDS,
    at,
    better_off,
    check_lines_of,
    check_next_round,
    lowest_post,
    places,
    ruled,
)
from tests.table.three_cards import is_refused, only, order_of

# Who is asked: those that the ruling marks, else those reported, else those whose cards they were, else everybody.
# "named" are positions in the report, "marked" those of the ruling.
ASKED = rows("""
proves     | moment  | device   | what                 | cards        | named | marked | ruling      | asked | answers
5.10 R81   | dealt   | shoe     | exposed_cards        | 1.1          |       |        | ask         | 1     | 5.10.1
5.10 R81   | dealt   | shuffler | exposed_cards        | 2.3          |       |        | ask         | 2     | 5.10.1
5.10 R81   | dealt   | shoe     | exposed_cards        | 3.1          |       | 1 3    | ask         | 1 3   | 5.10.1
5.10 R81   | dealt   | shoe     | exposed_cards        | dealer.1     |       |        | ask         | 1 2 3 | 5.10.1
5.10 R81   | dealt   | shuffler | exposed_cards        | community.2  |       |        | ask         | 1 2 3 | 5.10.1
5.10 R81   | looked  | shoe     | misdeal              |              | 1 2   |        | ask         | 1 2   | 5.10.1
5.10 R81   | looked  | shuffler | misdeal              |              | 1 2   | 2      | ask         | 2     | 5.10.1
5.10 R81   | looked  | shoe     | misdeal              |              | 2 3   |        | reconstruct | 2 3   | 5.10.2
5.10 R81   | dealt   | shuffler | misdeal              |              | 2 3   |        | reconstruct | 2 3   | 5.10.2
5.10 R81   | looked  | shoe     | misdeal              |              |       |        | ask         | 1 2 3 | 5.10.1
5.10 R81   | looked  | shoe     | wrong_dealer_count   |              |       | 2      | reconstruct | 2     | 5.10.2
5.9 R81    | dealing | shoe     | burn_forgotten       |              |       |        | reconstruct | 1 2 3 | 5.10.2
5.9 R81    | dealt   | shoe     | burn_forgotten       |              |       |        | reconstruct | 1 2 3 | 5.10.2
5.14.1 R81 | dealing | shoe     | cards_drawn_together | 1.1 2.1      |       |        | set_order   | 1 2 3 | 5.10.1
5.14.1 R81 | looked  | shoe     | cards_drawn_together | 3.3 dealer.3 |       |        | set_order   | 1 2 3 | 5.10.1
""")


def numbers(text: str) -> tuple[int, ...]:
    return tuple(int(each) for each in text.split())


@pytest.mark.parametrize("row", ASKED, ids=row_id)
def test_the_affected_are_asked_and_all_where_the_book_says_all(row: dict[str, str]) -> None:
    driver = at(row["moment"], row["device"])
    report = ask.Report(DEALER, row["what"], numbers(row["named"]), places=places(row["cards"]))  # type: ignore[arg-type]
    order = places(row["cards"]) if row["ruling"] == "set_order" else ()
    given = only(ruled(driver, report, row["ruling"], positions=numbers(row["marked"]), order=order), OptionsGiven)
    clause, _ = row["proves"].split()
    assert (given.positions, given.clause) == (numbers(row["asked"]), clause)
    goes_on = "continue" if row["answers"] == "5.10.1" else "continue_reconstructed"
    offers = [(offer.answer, offer.clause) for offer in given.offers]
    assert offers == [(goes_on, row["answers"]), ("take_back", "5.10.3")]
    seen = view(driver.table, SPECTATOR).question
    assert seen is not None
    assert (seen.waiting, seen.clause) == (given.positions, clause)
    assert (driver.due, driver.play.due.clause, driver.play.due.position) == ("answer", clause, given.positions[0])
    prove(GAME, *row["proves"].split(), row["answers"], "5.10.3")


@pytest.mark.parametrize("what", ["burn_forgotten", "cards_drawn_together"])
def test_where_all_are_asked_nobody_is_left_out(what: str) -> None:
    driver = at("dealing")
    driver.ask(ask.Report(DEALER, what, places=places("1.1 2.1")))  # type: ignore[arg-type]
    effect, clause = {"burn_forgotten": ("reconstruct", "5.9"), "cards_drawn_together": ("set_order", "5.14")}[what]
    order = places("1.1 2.1") if effect == "set_order" else ()
    driver.refuse(ask.Rule(SUPERVISOR, effect, (1,), order=order), "not_part_of_ruling", clause)  # type: ignore[arg-type]


def asked(moment: str = "looked", device: str = "shoe", *, positions: tuple[int, ...] = (1, 2, 3)) -> Driver:
    """A dealing error that cannot be put right, after a hand was seen; these have the choice."""
    driver = at(moment, device)
    events = ruled(driver, ask.Report(DEALER, "misdeal", positions, seen=True), "ask")
    assert only(events, OptionsGiven).positions == positions
    return driver


# Answering


def test_the_player_of_the_hand_answers_or_the_dealer_for_him() -> None:
    driver = asked()
    driver.refuse(ask.AnswerOption(BOB, 1, "continue"), "not_your_hand", "R35")
    driver.refuse(ask.AnswerOption(ANN, 1, "continue_reconstructed"), "no_such_answer", "5.10")
    taken = only(driver.ask(ask.AnswerOption(CID, 3, "continue")), OptionTaken)  # in any order
    assert (taken.answer, taken.clause, taken.by) == ("continue", "5.10.1", "Cid")
    driver.refuse(ask.AnswerOption(CID, 3, "take_back"), "not_asked", "5.10")
    driver.refuse(ask.AnswerOption(DEALER, 4, "continue"), "not_asked", "5.10")
    driver.ask(ask.AnswerOption(DEALER, 1, "continue"))
    assert driver.play.due.position == 2
    driver.ask(ask.AnswerOption(SUPERVISOR, 2, "continue"))
    driver.refuse(ask.AnswerOption(ANN, 1, "continue"), "nothing_was_asked", None)
    driver.choose(1, "play")
    driver.choose(2, "fold")
    check_lines_of(driver, driver.finish(), AS_EVER)
    assert better_off(driver) == "+45 -25 -10"
    prove(GAME, "5.10.1")


def test_until_all_have_answered_nothing_else_happens() -> None:
    driver = asked()
    driver.ask(ask.AnswerOption(ANN, 1, "continue"))
    for command in (ask.Decide(ANN, 1, "play"), ask.Look(BOB, 2), ask.DealCard(DEALER, "As"), ask.CallBets(DEALER)):
        driver.refuse(command, "round_waits", "5.10")
    driver.refuse(ask.Report(BOB, "foreign_card"), "round_waits", "5.10")


@pytest.mark.parametrize("device", DEVICES)
def test_a_deal_put_right_offers_the_hand_put_right_only(device: str) -> None:
    driver = at("dealt", device)
    ruled(driver, ask.Report(DEALER, "misdeal", (1, 2)), "reconstruct", moves=((1, 2), (2, 1)))
    driver.refuse(ask.AnswerOption(ANN, 1, "continue"), "no_such_answer", "5.10")
    taken = only(driver.ask(ask.AnswerOption(ANN, 1, "continue_reconstructed")), OptionTaken)
    assert (taken.answer, taken.clause) == ("continue_reconstructed", "5.10.2")
    removed = only(driver.ask(ask.AnswerOption(BOB, 2, "take_back")), HandRemoved)
    assert removed == HandRemoved(2, "5.10.3")
    driver.choose(1, "play")  # with what was Bob's hand
    lost = {"ante": "-20@3.15.2", "play": "-20@3.15.2", "pair_plus": "-10@3.16", "progressive": "-5@4.4"}
    back = {"ante": "<@5.10.3", "progressive": "<@5.10.3"}
    check_lines_of(driver, driver.finish(), {2: back, 1: lost, 3: AS_EVER[3]}, "5.10.3")
    assert better_off(driver) == "-55 +0 -10"
    prove(GAME, "5.10.2")


def test_who_may_put_a_deal_right_and_what_else_may_not_be_ruled_once_cards_are_seen() -> None:
    driver = at("looked")
    driver.ask(ask.Report(ANN, "misdeal"))
    for effect in ("ask", "reconstruct"):
        assert lowest_post(driver, lambda by, effect=effect: ask.Rule(by, effect)) == "pit_supervisor"  # type: ignore[misc]
        driver.refuse(ask.Rule(DEALER, effect), "post_too_low", "5.10")
    driver.refuse(ask.Rule(SHIFT_MANAGER, "void"), "not_a_ruling_here", "5.10")
    driver.refuse(ask.Rule(SUPERVISOR, "ask", (4,)), "no_hand_there", "5.10")
    driver.refuse(ask.Rule(SUPERVISOR, "ask", (1, 1)), "named_twice", "5.10")


# Taking back


@pytest.mark.parametrize(
    ("device", "dealt_on"),
    [("shoe", "d 2 3 d 2 3 d c c"), ("shuffler", "2 2 3 3 3 d d d c c x")],
)
def test_a_hand_taken_back_in_the_middle_of_the_deal_gets_no_further_card(device: str, dealt_on: str) -> None:
    """Of the shoe everybody has one card; of the shuffler Ann has her three and Bob his first."""
    driver = at("dealing", device)
    ruled(driver, ask.Report(DEALER, "exposed_cards", places=places("1.1")), "ask")
    events = driver.ask(ask.AnswerOption(ANN, 1, "take_back"))
    assert only(events, HandRemoved) == HandRemoved(1, "5.10.3")
    assert driver.table.players["Ann"].available == money(10_000)
    assert driver.floor.links["L1"].display == money(100_001)  # Bob's bet only
    assert order_of(driver.deal(HANDS)) == dealt_on
    driver.choose(2, "fold")
    back = {"ante": "<@5.10.3", "pair_plus": "<@5.10.3", "progressive": "<@5.10.3"}
    check_lines_of(driver, driver.finish(), {1: back, 2: AS_EVER[2], 3: AS_EVER[3]}, "5.10.3")
    prove(GAME, "R14")
    check_next_round(driver)


@pytest.mark.parametrize("device", DEVICES)
def test_a_hand_out_of_play_is_not_looked_at(device: str) -> None:
    """It is invalid; and to look at it would make later errors count as found with cards seen."""
    driver = at("dealt", device)
    ruled(driver, ask.Report(DEALER, "exposed_cards", places=places("1.1")), "ask")
    driver.ask(ask.AnswerOption(ANN, 1, "take_back"))
    assert is_refused(driver, ask.Look(ANN, 1))
    assert is_refused(driver, ask.HandleCards(ANN, 1))


def test_who_goes_on_is_dealt_every_further_card() -> None:
    driver = at("dealing")
    ruled(driver, ask.Report(DEALER, "exposed_cards", places=places("1.1")), "ask")
    driver.ask(ask.AnswerOption(ANN, 1, "continue"))
    assert order_of(driver.deal(HANDS)) == "d 1 2 3 d 1 2 3 d c c"
    driver.choose(1, "play")
    driver.choose(2, "fold")
    check_lines_of(driver, driver.finish(), AS_EVER)
    prove(GAME, "5.10", "5.10.1")


def test_a_play_bet_comes_back_with_the_hand() -> None:
    driver = asked("decided", positions=(1,))
    driver.ask(ask.AnswerOption(ANN, 1, "take_back"))
    back = dict.fromkeys(("ante", "play", "pair_plus", "progressive"), "<@5.10.3")
    check_lines_of(driver, driver.finish(), {1: back, 2: AS_EVER[2], 3: AS_EVER[3]}, "5.10.3")
    assert better_off(driver) == "+0 -25 -10"


@pytest.mark.parametrize("device", DEVICES)
def test_when_all_take_back_nobody_has_won_or_lost(device: str) -> None:
    driver = at("dealing", device)
    ruled(driver, ask.Report(DEALER, "exposed_cards", places=places("1.1")), "ask", positions=(1, 2, 3))
    for by, position in ((ANN, 1), (BOB, 2), (CID, 3)):
        driver.ask(ask.AnswerOption(by, position, "take_back"))
    assert set(order_of(driver.deal(HANDS)).split()) <= {"d", "c", "x"}
    settled = driver.finish()
    assert not any(slot.up for slot in driver.play.slots.values())
    check_lines_of(
        driver,
        settled,
        {
            1: {"ante": "<@5.10.3", "pair_plus": "<@5.10.3", "progressive": "<@5.10.3"},
            2: {"ante": "<@5.10.3", "progressive": "<@5.10.3"},
            3: {"pair_plus": "<@5.10.3"},
        },
    )
    assert driver.floor.links["L1"].display == money(100_000)
    check_next_round(driver)
    assert driver.chips("Bob") == driver.chips("Cid") == money(10_000)


def test_a_jackpot_hand_taken_back_wins_nothing() -> None:
    driver = at("looked", hands={**HANDS, 1: "9s 8s 7s", "community": "6s 5s"})
    ruled(driver, ask.Report(DEALER, "misdeal", (1,)), "ask")
    driver.ask(ask.AnswerOption(ANN, 1, "take_back"))
    driver.choose(2, "fold")
    driver.finish()
    assert (driver.due, driver.floor.links["L1"].display) == ("call", money(100_001))
    assert better_off(driver) == "+0 -25 -10"


# Folded and absent hands, and Pair Plus alone


def test_of_a_folded_hand_what_is_still_undecided_can_be_taken_back() -> None:
    """Her Ante is lost already; Pair Plus and progressive are not. Who folded an Ante alone has no choice to make."""
    driver = at("dealt")
    driver.choose(1, "fold")
    driver.choose(2, "fold")
    ruled(driver, ask.Report(DEALER, "misdeal", seen=True), "ask")
    events = driver.ask(ask.AnswerOption(ANN, 1, "take_back"))
    (back,) = (event for event in events if isinstance(event, WagersHandedBack))
    assert (set(back.wagers), back.clause) == ({"pair_plus", "progressive"}, "5.10.3")
    driver.ask(ask.AnswerOption(BOB, 2, "continue"))
    driver.ask(ask.AnswerOption(CID, 3, "take_back"))
    ann = {"ante": "-20@3.12.1", "pair_plus": "<@5.10.3", "progressive": "<@5.10.3"}
    check_lines_of(driver, driver.finish(), {1: ann, 2: AS_EVER[2], 3: {"pair_plus": "<@5.10.3"}}, "5.10.3")
    assert not driver.play.dealer_up
    assert better_off(driver) == "-20 -25 +0"
    assert driver.floor.links["L1"].display == money(100_001)


def test_who_folded_an_ante_alone_is_not_asked() -> None:
    driver = at("settled")
    driver.call()
    driver.bet("Ann", 1, ante=20)
    driver.bet("Bob", 2, ante=20)
    driver.close()
    driver.deal(HANDS)
    driver.choose(1, "fold")
    given = only(ruled(driver, ask.Report(DEALER, "misdeal", seen=True), "ask"), OptionsGiven)
    assert given.positions == (2,)


def test_who_has_left_counts_as_folded_and_keeps_what_a_fold_leaves() -> None:
    """Bob is gone before he looked: his Ante is lost, and the dealer may answer for the rest."""
    driver = at("looked")
    driver.ask(ask.Leave(BOB, "Bob"))
    ruled(driver, ask.Report(DEALER, "misdeal", (2,)), "ask")
    driver.refuse(ask.AnswerOption(BOB, 2, "take_back"), "player_is_absent", "5.5")
    driver.ask(ask.AnswerOption(DEALER, 2, "take_back"))
    driver.choose(1, "play")
    bob = {"ante": "-20@5.5", "progressive": "<@5.10.3"}
    check_lines_of(driver, driver.finish(), {1: AS_EVER[1], 2: bob, 3: AS_EVER[3]})
    assert better_off(driver) == "+45 -20 -10"


def test_a_hand_with_pair_plus_alone_has_the_choice_too() -> None:
    driver = asked(positions=(3,))
    driver.ask(ask.AnswerOption(CID, 3, "take_back"))
    driver.choose(1, "play")
    driver.choose(2, "fold")
    check_lines_of(driver, driver.finish(), {3: {"pair_plus": "<@5.10.3"}, 1: AS_EVER[1], 2: AS_EVER[2]}, "5.10.3")
    assert better_off(driver) == "+45 -25 +0"


def test_a_player_answers_for_each_hand_apart() -> None:
    driver = at("settled")
    driver.call()
    for position in (1, 4):
        driver.bet("Ann", position, ante=20)
    driver.close()
    driver.deal({**HANDS, 4: "2h 7d 9c"})
    ruled(driver, ask.Report(DEALER, "exposed_cards", places=places("4.1")), "ask", positions=(1, 4))
    driver.ask(ask.AnswerOption(ANN, 1, "continue"))
    driver.ask(ask.AnswerOption(ANN, 4, "take_back"))
    driver.choose(1, "play")
    check_lines_of(driver, driver.finish(), {4: {"ante": "<@5.10.3"}, 1: {"ante": "+20", "play": "+20"}}, "5.10.3")


# Silence


def test_silence_is_asked_about_once_and_then_means_going_on() -> None:
    driver = asked(positions=(1, 2))
    driver.refuse(ask.TakeSilence(ANN, 2), "post_too_low", "R102")
    driver.refuse(ask.TakeSilence(DEALER, 3), "not_asked", "5.10")
    for position in (2, 1):
        assert driver.ask(ask.TakeSilence(DEALER, position)) == (PlayerAsked(position, "R102"),)
        taken = only(driver.ask(ask.TakeSilence(DEALER, position)), OptionTaken)
        assert (taken.answer, taken.clause, taken.by) == ("continue", "5.10.1", None)
    assert driver.ask(ask.TakeSilence(DEALER, 1)) == (PlayerAsked(1, "R102"),)  # the decision is asked about anew
    driver.choose(1, "play")
    driver.choose(2, "fold")
    check_lines_of(driver, driver.finish(), AS_EVER)
    prove(GAME, "R102")


def test_silence_on_a_hand_put_right_means_going_on_with_it() -> None:
    driver = at("dealt")
    ruled(driver, ask.Report(DEALER, "burn_forgotten"), "reconstruct")
    for position in (1, 2, 3):
        driver.ask(ask.TakeSilence(DEALER, position))
        taken = only(driver.ask(ask.TakeSilence(DEALER, position)), OptionTaken)
        assert (taken.answer, taken.clause) == ("continue_reconstructed", "5.10.2")
    assert driver.due == "decide"
    prove(GAME, "R102", "5.10.2")


def test_a_player_may_still_answer_when_he_was_asked_once_more() -> None:
    driver = asked(positions=(2,))
    driver.ask(ask.TakeSilence(DEALER, 2))
    driver.ask(ask.AnswerOption(BOB, 2, "take_back"))
    driver.choose(1, "play")
    back = {"ante": "<@5.10.3", "progressive": "<@5.10.3"}
    check_lines_of(driver, driver.finish(), {2: back, 1: AS_EVER[1], 3: AS_EVER[3]}, "5.10.3")
