"""The next step as a dealer is told it: a whole round of each game by following it, word by word with its clauses."""

import re
from typing import Any

import msgspec
import pytest

from pitlink.cards import name
from pitlink.jackpot import commands as of_link
from pitlink.rulebook import catalogue
from pitlink.table import commands as ask
from pitlink.table.nextstep import Next
from tests.driving import DEALER, PIT_MANAGER, SHIFT_MANAGER, SUPERVISOR, Driver, money, player, sealed
from tests.table.every_game import ALL, ENTRY, GOES, PLAIN, STAYS, table_of
from tests.table.following import Newcomer, next_at, told
from tests.table.irregular_scenes import both, jackpot_down, reported
from tests.table.refused_scenes import royal

# Ann at 1 stays, Bob at 2 gives up. What stands behind the bar is taken and paid before the next call.
ROUNDS = {
    "mbs-thb": """
        Announce: No more bets @3.2
        Deal the first community card @3.7
        Deal the second community card @3.7
        Deal the third community card @3.7
        Deal the fourth community card @3.7
        Deal the fifth community card @3.7
        Deal position 1, first card @3.7
        Deal position 1, second card @3.7
        Deal position 2, first card @3.7
        Deal position 2, second card @3.7
        Deal the dealer's first card @3.7
        Deal the dealer's second card @3.7
        Position 1 decides @3.9
        Position 2 decides @3.9
        Expose the flop @3.9.2
        Position 1 decides @3.9.2
        Expose the turn @3.9.2
        Position 1 decides @3.9.2
        Expose the river @3.9.2
        Expose the dealer's hand @3.10
        Turn up position 1 @3.10.1
        Settle the round @1.1.13
        | Leave position 1: Ante, stand-off @3.10.2
        | Pay position 1: Flop 1 to 1, $50 @3.10.2
        | Pay position 1: Turn 1 to 1, $25 @3.10.2
        | Pay position 1: River 1 to 1, $25 @3.10.2
        | Take position 2: Ante, $25 @3.9.1
    """,
    "mbs-3cp": """
        Announce: No more bets @3.2
        Deal position 1, first card @3.7
        Deal position 1, second card @3.7
        Deal position 1, third card @3.7
        Deal position 2, first card @3.7
        Deal position 2, second card @3.7
        Deal position 2, third card @3.7
        Deal the dealer's first card @3.7
        Deal the dealer's second card @3.7
        Deal the dealer's third card @3.7
        Deal the first community card @3.7
        Deal the second community card @3.7
        Burn a card @3.7
        Position 1 decides @3.9
        Position 2 decides @3.9
        Expose the dealer's hand @3.10
        Expose the community cards @3.10.1
        Turn up position 1 @3.10.2
        Settle the round @1.1.9
        | Pay position 1: Ante 1 to 1, $25 @3.12.1
        | Pay position 1: Play 1 to 1, $25 @3.12.1
        | Take position 2: Ante, $25 @3.9.1
    """,
    "mbs-uth": """
        Announce: No more bets @3.2
        Deal the first community card @3.7.1.1
        Deal the second community card @3.7.1.1
        Deal the third community card @3.7.1.1
        Deal the fourth community card @3.7.1.1
        Deal the fifth community card @3.7.1.1
        Deal position 1, first card @3.7.1.1
        Deal position 1, second card @3.7.1.1
        Deal position 2, first card @3.7.1.1
        Deal position 2, second card @3.7.1.1
        Deal the dealer's first card @3.7.1.1
        Deal the dealer's second card @3.7.1.1
        Position 1 decides @3.9
        Position 2 decides @3.9
        Expose the flop @3.9.3
        Position 2 decides @3.9.4
        Expose the turn and river @3.9.5
        Position 2 decides @3.9.6
        Expose the dealer's hand @3.10
        Turn up position 1 @3.10.1
        Settle the round @1.1.13
        | Pay position 1: Ante 1 to 1, $25 @3.10.3
        | Leave position 1: Blind, push @3.10.4
        | Pay position 1: Play 1 to 1, $100 @3.10.3
        | Take position 2: Ante, $25 @3.9.6.1
        | Take position 2: Blind, $25 @3.9.6.1
    """,
    "mbs-lir": """
        Announce: No more bets @3.2
        Deal position 1, first card @3.6
        Deal position 1, second card @3.6
        Deal position 1, third card @3.6
        Deal position 2, first card @3.6
        Deal position 2, second card @3.6
        Deal position 2, third card @3.6
        Deal the first community card @3.7
        Deal the second community card @3.7
        Position 1 decides @3.8
        Position 2 decides @3.8
        Expose the first community card @3.11
        Position 1 decides @3.12
        Position 2 decides @3.12
        Expose the second community card @3.15
        Turn up position 2 @3.17
        Turn up position 1 @3.17
        Settle the round @1.1.6
        | Take position 2: wager “$”, $25 @3.3
        | Pay position 1: wager “1” 1 to 1, $25 @3.19
        | Pay position 1: wager “2” 1 to 1, $25 @3.19
        | Pay position 1: wager “$” 1 to 1, $25 @3.19
    """,
    "rws-3cp": """
        Announce: No more bets @3.9
        Burn a card @3.10
        Deal position 1, first card @3.10
        Deal position 2, first card @3.10
        Deal the dealer's first card @3.10
        Deal position 1, second card @3.10
        Deal position 2, second card @3.10
        Deal the dealer's second card @3.10
        Deal position 1, third card @3.10
        Deal position 2, third card @3.10
        Deal the dealer's third card @3.10
        Deal the first community card @3.10.1
        Deal the second community card @3.10.1
        Position 1 decides @3.12
        Position 2 decides @3.12
        Expose the dealer's hand @3.13
        Expose the community cards @3.13
        Turn up position 1 @4.5
        Settle the round @1.20
        | Pay position 1: Ante 1 to 1, $25 @3.15.1
        | Pay position 1: Play 1 to 1, $25 @3.15.1
        | Take position 2: Ante, $25 @3.12.1
    """,
}
DECK = sealed([])


def newcomer(game: str, cards: str = "reading_shoe", **setup: Any) -> Newcomer:
    """At a table at which Ann and Bob have bet."""
    driver = table_of(game, "Ann", "Bob", cards=cards, **setup)
    driver.call()
    driver.bet("Ann", 1, **ENTRY[game])
    driver.bet("Bob", 2, **ENTRY[game])
    return Newcomer(driver, PLAIN[game], {1: STAYS[game], 2: GOES[game]}, DECK if cards == "sealed_deck" else None)


def expected(game: str) -> tuple[list[str], list[str]]:
    """The steps, and what is paid."""
    lines = [line.strip() for line in ROUNDS[game].strip().splitlines()]
    return [line for line in lines if line[0] != "|"], [line[2:] for line in lines if line[0] == "|"]


@pytest.mark.parametrize("game", ALL)
def test_a_round_follows_from_the_next_step_alone_with_cards_from_a_shoe(game: str) -> None:
    dealing = newcomer(game)
    steps, paid = expected(game)
    assert list(dealing.deal()) == steps
    assert [f"{each.words} @{each.clause}" for each in next_at(dealing.driver).paying] == paid


@pytest.mark.parametrize("game", ALL)
def test_cards_dealt_by_hand_are_asked_for_when_they_are_turned_up(game: str) -> None:
    dealing = newcomer(game, "hand_dealt")
    steps, paid = expected(game)
    assert list(dealing.deal()) == steps
    assert [f"{each.words} @{each.clause}" for each in next_at(dealing.driver).paying] == paid


@pytest.mark.parametrize("game", ALL)
def test_a_sealed_deck_names_its_own_cards_and_is_opened_at_the_end(game: str) -> None:
    dealing = newcomer(game, "sealed_deck")
    steps = [step for step in expected(game)[0] if not step.startswith("Turn up position")]
    found = list(dealing.deal())
    deck_clause = dealing.driver.table.rules.areas.deck_clause
    assert [step for step in found if not step.startswith("Turn up position")] == [
        *steps,
        f"Open the sealed deck @{deck_clause}",
    ]


@pytest.mark.parametrize("cards", ["reading_shoe", "hand_dealt", "sealed_deck"])
@pytest.mark.parametrize("game", ALL)
def test_no_step_names_a_card_and_every_clause_of_it_is_one_of_the_book(game: str, cards: str) -> None:
    dealing = newcomer(game, cards)
    for _ in dealing.deal():
        step = next_at(dealing.driver)
        text = msgspec.json.encode(step).decode()
        dealt = {name(slot.card) for slot in dealing.driver.play.slots.values() if slot.card is not None}
        assert not dealt & set(re.findall(r"\b[2-9TJQKA][cdhs]\b", text))
        for clause in (step.clause, *(way.clause for way in step.ways), *(each.clause for each in step.paying)):
            assert catalogue.find(game, str(clause)), f"{step.words}: {clause}"


# Ways to deal: which card goes where, and last


@pytest.mark.parametrize(
    ("method", "first", "last"),
    [
        ("A", "Deal the first community card @3.7.1.1", "Deal the dealer's second card @3.7.1.1"),
        ("B", "Deal the first community card @3.7.2.1", "Deal position 2, second card @3.7.2.1"),
        ("C", "Deal the first community card @3.7.3.1", "Deal position 2, second card @3.7.3.1"),
    ],
)
def test_each_method_of_ultimate_is_told_in_its_own_order(method: str, first: str, last: str) -> None:
    steps = list(newcomer("mbs-uth", method=method).deal(until="Position 1 decides"))
    assert (steps[1], steps[-1]) == (first, last)
    assert steps.count("Lay the security card @3.7.3.1") == (2 if method == "C" else 0)


def test_the_dealers_own_cards_come_last_where_the_book_says_so() -> None:
    steps = list(newcomer("mbs-uth", method="B").deal())
    assert steps[-5:-2] == [
        "Deal the dealer's first card @3.7.2.1",
        "Deal the dealer's second card @3.7.2.1",
        "Expose the dealer's hand @3.10",
    ]


# Who is waited for


def test_before_the_round_a_player_is_waited_for_then_a_bet() -> None:
    driver = table_of("mbs-uth")
    step = next_at(driver)
    assert (told(step), step.command, step.waits_for) == ("Wait for a player to sit down @3.1", None, "a player")
    driver.seat("Ann", "Bob")
    assert told(next_at(driver)) == "Announce: Place your bets, please @3.1"
    driver.call()
    step = next_at(driver)
    assert (told(step), step.command) == ("Wait for bets @3.2", None)
    driver.bet("Ann", 1, ante=25, blind=25)
    assert next_at(driver).note == "1 of 2 positions have bet; 2 not yet"


def test_a_closed_table_waits_for_a_supervisor() -> None:
    driver = table_of("mbs-uth")
    driver.ask(ask.CloseTable(SUPERVISOR))
    step = next_at(driver)
    assert (step.words, step.command, step.waits_for) == ("The table is closed", None, "a pit supervisor")


def test_progressive_wagers_are_handed_back_while_the_link_does_not_run() -> None:
    driver = table_of("mbs-uth", "Ann")
    driver.call()
    driver.bet("Ann", 1, ante=25, blind=25, progressive=5)
    driver.ask_link(of_link.SuspendLink(SHIFT_MANAGER, "the sign is dark"))
    steps = Newcomer(driver, {}, {}).deal(until="Announce: No more bets")
    assert list(steps) == ["Hand back position 1: Progressive, $5 @R112"]
    assert "progressive" not in driver.box(1).seat.wagers


CHOICES = {
    "mbs-thb": "Fold @3.9.1, Flop, $50 @3.9.2",
    "mbs-3cp": "Fold @3.9.1, Play, $25 @3.9.2",
    "mbs-uth": "Check @3.9.1, Play 3 times, $75 @3.9.2, Play 4 times, $100 @3.9.2",
    "mbs-lir": "Let “1” ride @3.9, Take back “1”, $25 @3.10",
    "rws-3cp": "Fold @3.12.1, Play, $25 @3.12.2",
}


def ways(step: Next) -> str:
    return ", ".join(f"{way.words} @{way.clause}" for way in step.ways)


@pytest.mark.parametrize("game", ALL)
def test_whoever_decides_may_say_what_the_book_allows_and_silence_is_taken_after_a_second_question(game: str) -> None:
    driver = newcomer(game).driver
    driver.close()
    driver.deal(PLAIN[game])
    step = next_at(driver)
    assert (step.command, step.waits_for, step.position) == (None, "Ann", 1)
    assert ways(step) == f"{CHOICES[game]}, No answer: ask once more @R102"
    absent = driver.table.rules.procedure.absent
    assert ways(next_at(driver, SUPERVISOR)).endswith(f", Not at the table @{absent}")
    driver.ask(ask.TakeSilence(DEALER, 1))
    passive = {"mbs-uth": "check", "mbs-lir": "let “1” ride"}.get(game, "fold")
    assert ways(next_at(driver)).endswith(f"No answer again: {passive} @R102")


def test_a_choice_without_the_chips_for_it_is_not_offered() -> None:
    driver = table_of("mbs-uth", "Ann", chips=125)
    driver.call()
    driver.bet("Ann", 1, ante=25, blind=25)
    driver.close()
    driver.deal(PLAIN["mbs-uth"])
    assert ways(next_at(driver)).startswith("Check @3.9.1, Play 3 times, $75 @3.9.2, No answer")


def test_a_report_waits_for_a_ruling_and_a_question_for_its_answer() -> None:
    driver = reported(both("mbs-uth"), "wrong_player_count", 2)()
    step = next_at(driver)
    assert (step.words.split(":")[0], step.clause, step.waits_for) == ("Wait for a ruling", "5.7", "a pit supervisor")
    assert (step.matter, step.command) == ("ruling", None)
    driver.ask(ask.Rule(SUPERVISOR, "remove_and_ask"))
    step = next_at(driver)
    assert told(step) == "Ask position 1 whether to go on @5.7.1"
    assert ways(step) == "Plays on @5.7.1, Takes the wagers back @5.7.1, No answer: ask once more @R102"


def test_a_report_waits_for_the_lowest_post_that_may_rule_on_it() -> None:
    driver = both("mbs-uth")()
    driver.ask(ask.Report(DEALER, "something_else", words="a drink on the cards"))
    step = next_at(driver)
    assert (step.words, step.waits_for) == ("Wait for a ruling: a drink on the cards", "a gaming shift manager")


def test_cards_whose_number_is_in_doubt_are_counted_first() -> None:
    driver = reported(both("mbs-uth"), "doubtful_count")()
    step = next_at(driver)
    assert (told(step), step.matter, step.waits_for) == (
        *("Count the cards that the round has used @5.8", "ruling"),
        None,
    )
    driver.ask(ask.CountCards(DEALER, 1))
    assert next_at(driver).waits_for == "a pit supervisor"


def test_later_rounds_are_decided_before_bets_are_called_again() -> None:
    driver = jackpot_down()()
    step = next_at(driver)
    assert (step.words, step.matter, step.waits_for) == (
        *("Decide about later rounds", "later_rounds"),
        "a gaming shift manager",
    )
    driver.ask(ask.DecideLaterRounds(SHIFT_MANAGER, "no_jackpot"))
    assert next_at(driver).command == "CallBets"


# What looks wrong


def test_what_looks_wrong_about_recorded_chips_is_said_with_its_clause() -> None:
    driver = table_of("mbs-uth", "Ann", "Bob")
    driver.call()
    for position, wager, chips in ((1, "ante", 25), (1, "blind", 20), (2, "ante", 5), (2, "trips", 2_000)):
        driver.ask(ask.RecordWager(DEALER, "Ann" if position == 1 else "Bob", position, wager, money(chips)))
    assert [f"{each.words} @{each.clause}" for each in next_at(driver).wrong] == [
        "Position 1: Blind is not equal to Ante @1.1.2",
        "Position 2: Ante is under the minimum of $10 @3.4",
        "Position 2: Trips lies without Ante and Blind @3.5",
        "Position 2: Trips is over the maximum of $1,000 @3.4",
    ]


def test_a_play_of_the_wrong_amount_waits_for_a_person() -> None:
    driver = newcomer("mbs-uth").driver
    driver.close()
    driver.deal(PLAIN["mbs-uth"])
    driver.ask(ask.RecordDecision(DEALER, 1, "play 4x", money(90)))
    assert "Position 1: Play is not the exact amount @R68" in [
        f"{each.words} @{each.clause}" for each in next_at(driver).wrong
    ]
    driver.choose(2, *GOES["mbs-uth"])
    driver.expose()
    driver.ask(ask.ShowHand(DEALER, 1))
    assert told(next_at(driver)) == "Wait for a person: play 90.00 at position 1 @R68"


# Awards, and what goes back


def test_an_award_is_verified_approved_and_paid_by_two_who_sign() -> None:
    driver = royal(settled=True)()
    award = next(each for each in next_at(driver).paying if each.wager == "progressive")
    assert award.does == "wait"
    assert award.words.startswith("Do not pay position 1 yet: Progressive, $")
    step, by_supervisor = next_at(driver), next_at(driver, SUPERVISOR)
    assert (step.command, step.signed_by, step.asks) == ("VerifyClaims", "a pit supervisor", "surveillance")
    assert step.matter == "claims"
    assert by_supervisor.signed_by is None
    driver.ask(ask.VerifyClaims(SUPERVISOR, 52, "camera 4"))
    assert next_at(driver, SUPERVISOR).signed_by == "a second person, of another post"
    assert next_at(driver, PIT_MANAGER).signed_by is None
    driver.ask(ask.ApproveClaims(PIT_MANAGER))
    assert (next_at(driver).command, next_at(driver, SUPERVISOR).signed_by) == ("PayAwards", None)
    driver.ask(ask.PayAwards(SUPERVISOR))
    assert next_at(driver).command == "CallBets"


def test_after_a_void_round_everything_that_lies_there_is_given_back() -> None:
    driver = reported(both("mbs-uth"), "foreign_card")()
    driver.ask(ask.Rule(SUPERVISOR, "void"))
    assert [f"{each.words} @{each.clause}" for each in next_at(driver).paying] == [
        "Give back position 1: Ante, $25 @5.1.1",
        "Give back position 1: Blind, $25 @5.1.1",
        "Give back position 1: Progressive, $5 @5.1.1",
        "Give back position 2: Ante, $25 @5.1.1",
        "Give back position 2: Blind, $25 @5.1.1",
        "Give back position 2: Progressive, $5 @5.1.1",
    ]


def settle(game: str, hands: dict[str | int, str], **wagers: int) -> Driver:
    driver = table_of(game, "Ann")
    driver.call()
    driver.bet("Ann", 1, **wagers)
    driver.close()
    driver.deal(hands)
    driver.choose(1, *STAYS[game])
    driver.finish(hands)
    return driver


def paid(driver: Driver) -> list[str]:
    return [
        f"{each.words} @{each.clause}" + (f" ({each.note})" if each.note else "") for each in next_at(driver).paying
    ]


def test_odds_are_told_as_the_pay_table_prints_them() -> None:
    flush: dict[str | int, str] = {1: "Ah 7h", "dealer": "Ks Kd", "community": "2h 9h Jh 5c 8d"}
    assert paid(settle("mbs-uth", flush, ante=25, blind=25, trips=10, progressive=5)) == [
        "Pay position 1: Ante 1 to 1, $25 @3.10.3",
        "Pay position 1: Blind 3 to 2, $37.50 @3.10.4",
        "Pay position 1: Play 1 to 1, $100 @3.10.3",
        "Pay position 1: Trips 7 to 1, $70 @3.10.7",
        "Pay position 1: Progressive 40 for 1, $200 @4.2 (take the $5 that lies there)",
    ]


def test_shares_of_several_players_are_named() -> None:
    driver = table_of("mbs-3cp", "Ann")
    driver.come("Bob")
    driver.call()
    driver.bet("Ann", 1, ante=10)
    driver.bet("Bob", 1, ante=90)
    driver.close()
    driver.deal(PLAIN["mbs-3cp"])
    driver.ask(ask.Decide(player("Ann"), 1, "fold"))
    driver.finish()
    assert paid(driver) == ["Take position 1: Ante, $100 @3.9.1 (Ann $10, Bob $90)"]
