"""What is refused when something has gone wrong: reports, rulings, answers, and what stays after a ruling."""

from typing import Any

from pitlink.games.dealing import Place
from pitlink.money import Cents
from pitlink.people import Person
from pitlink.table import commands as ask
from tests.driving import DEALER, PIT_MANAGER, SHIFT_MANAGER, SUPERVISOR, Driver, money, player
from tests.table.every_game import PLAIN, table_of
from tests.table.irregular_scenes import (
    ONE_CARD,
    TWO_CARDS,
    asked,
    barred,
    begun,
    both,
    called_again,
    folded,
    jackpot_down,
    removed,
    reported,
    seen,
    settled,
    unattended,
    voided,
    with_two_hands,
    wrong_turn,
)
from tests.table.refused_scenes import ANN, BOB, Case, after, at, called, wager, without_link

THB, RWS, LIR = both("mbs-thb"), both("rws-3cp"), both("mbs-lir")
NINTH = Place("position", 1, 9)
FIRST_OF_BOB = Place("position", 2, 1)
PROGRAM = Person("Rob", "gaming_shift_manager", software=True)
DISMISSED = after(unattended, ask.Report(ANN, "foreign_card"), ask.DismissReport(PROGRAM))


def report(what: Any, *positions: int, **facts: Any) -> ask.Report:
    return ask.Report(DEALER, what, positions, **facts)


def late(*positions: int, name: str = "Ann", word: str = "ante", amount: int = 25) -> ask.Report:
    return report("late_wager", *positions, player=name, wager=word, amount=money(amount))


def rule(effect: Any, *positions: int, **named: Any) -> ask.Rule:
    return ask.Rule(SHIFT_MANAGER, effect, positions, **named)


def side_bets_only() -> Driver:
    """Ann and Bob have no Ante: their hands are turned up, and the dealer's is not."""
    driver = table_of("mbs-3cp", "Ann", "Bob", chips=1_000)
    driver.call()
    for name, position in (("Ann", 1), ("Bob", 2)):
        driver.bet(name, position, pair_plus=10)
    driver.close()
    driver.deal(PLAIN["mbs-3cp"])
    return driver


def swapping(scene: Any, what: Any = "misdeal", *positions: int) -> tuple[Any, ask.Rule]:
    """The hands of 1 and 2 are to change places."""
    return reported(scene, what, *positions), rule("reconstruct", moves=((1, 2), (2, 1)))


# One row, one refusal.
# fmt: off
REPORTS = [
    # Who says what, and when
    Case("not_at_the_table", None, "player Zoe", "joined", THB, ask.Report(player("Zoe"), "misdeal")),
    Case("no_such_irregularity", None, "'earthquake'", "foreign_card, ", THB, report("earthquake")),
    Case("words_not_readable", None, "301 characters", "at most 300", THB, report("something_else", words="x" * 301)),
    Case("words_not_readable", None, "9 characters", "on one line", THB, report("something_else", words="two\nlines")),
    Case("no_earlier_round", "5.1.2", "round 1", "before round 1", THB, report("foreign_card", round=1)),
    Case("no_earlier_round", "5.7", "round 0", "before round 2", called_again(settled("mbs-thb")),
         report("wrong_player_count", round=0)),
    Case("no_earlier_round", "R40", "round 1", "before round 1", THB, report("misdeal", round=1)),
    Case("no_earlier_round", "R40", "round 1", "before round 1", LIR, report("missing_card", round=1)),
    Case("no_earlier_round", "5.8", "round 2", "before round 2", called_again(settled("rws-3cp")),
         report("misdeal", round=2)),
    Case("no_earlier_round", "5.9", "round 1", "before round 1", RWS, report("burn_forgotten", round=1)),
    Case("no_earlier_round", "5.19", "round 1", "before round 1", RWS, report("wrong_player_count", round=1)),
    Case("no_earlier_round", "5.8", "round 1", "before round 1", at("rws-3cp"), report("missing_card", round=1)),
    Case("no_round_in_play", "6.1", "dealt incorrectly", "from its call", at("mbs-thb"), report("misdeal")),
    Case("no_round_in_play", "R33", "dealt incorrectly", "from its call", at("mbs-lir"), report("misdeal")),
    Case("no_round_in_play", "6.1", "not shuffled", "a round", voided(), report("unshuffled_cards")),
    Case("round_waits", "5.2", "a power failure", "waits: cards dealt incorrectly", reported(THB, "misdeal"),
         report("power_failure")),
    Case("round_waits", "5.7.1", "a power failure", "waits: answers of players", asked(), report("power_failure")),
    Case("not_in_the_round", "R117", "Zoe, who has no wager", "plays in it", unattended,
         ask.Report(player("Zoe"), "foreign_card")),
    Case("one_report_a_round", "R117", "another report by Ann", "the next round", DISMISSED,
         ask.Report(ANN, "missing_card")),
    Case("settled_by_itself", "5.14", "outside the limits", "no clause settles", THB, report("outside_limits")),
    Case("settled_by_itself", "5.1.1", "outside the limits", "no clause settles", RWS, report("outside_limits")),
    Case("settled_by_itself", "R33", "outside the limits", "no clause settles", LIR, report("outside_limits")),
    Case("too_early", "3.2", "after the close", "bets that are closed", called("mbs-thb"), late(1)),
    Case("too_early", "5.16", "a power failure", "bets that are closed", called("mbs-thb"), report("power_failure")),
    Case("too_early", "3.7", "dealt incorrectly", "a card that is dealt", begun("mbs-thb"), report("misdeal")),
    Case("too_early", "3.10", "face up in the device", "a card", begun("rws-3cp"), report("face_up_card")),
    Case("too_early", "3.7", "community cards", "that are dealt",
         after(begun("mbs-3cp"), ask.DealCard(DEALER, "As")), report("wrong_community_count")),
    Case("too_early", "3.7", "the dealer's hand", "that is dealt",
         after(begun("mbs-thb"), ask.DealCard(DEALER, "As")), report("wrong_dealer_count")),
    Case("too_late", "6.1", "wagered on in error", "not settled", settled("mbs-thb"),
         report("several_hands", player="Ann")),
    Case("too_late", "R33", "taken off", "not settled", settled("mbs-lir"),
         report("withdrawn_wager", 1, player="Ann", wager="$")),
    Case("too_late", "5.10", "dealt incorrectly", "not settled", settled("rws-3cp"), report("misdeal")),
    Case("no_jackpot_here", "3.5.1", "the jackpot system", "on a link", without_link, report("jackpot_failure")),
    # What it is about
    Case("fact_missing", "6.1", "exposed in error", "places that", THB, report("exposed_cards")),
    Case("fact_missing", "6.1", "do not cover", "words that", THB, report("something_else")),
    Case("fact_missing", "5.23", "looked at", "player that", RWS, report("extra_hand_viewed", 1)),
    Case("fact_missing", "5.23", "looked at", "positions that", RWS, report("extra_hand_viewed", player="Ann")),
    Case("fact_missing", "R33", "after the close", "amount that", LIR,
         report("late_wager", 1, player="Ann", wager="$")),
    Case("named_twice", "6.1", "a player's hand", "once", THB, report("wrong_player_count", 1, 1)),
    Case("named_twice", "6.1", "exposed in error", "once", THB, report("exposed_cards", places=ONE_CARD * 2)),
    Case("no_hand_there", "6.1", "at position 5", "with wagers", THB, report("wrong_player_count", 5)),
    Case("no_hand_there", "5.23", "at position 9", "with wagers", RWS, report("jackpot_failure", 9)),
    Case("no_hand_there", None, "a hand at position 1", "in play", removed(), report("wrong_player_count", 1)),
    Case("no_card_there", "6.1", "position 1, card 9", "dealt", THB, report("exposed_cards", places=(NINTH,))),
    Case("not_at_the_table", "6.1", "player Zoe", "at the table", THB, report("hand_not_secret", player="Zoe")),
    Case("no_several_hands", None, "Ann, who plays 1 hands", "two hands", THB, report("several_hands", player="Ann")),
    Case("no_several_hands", None, "Ann, who plays 2 hands", "those that were looked at", with_two_hands("mbs-thb"),
         report("several_hands", 2, player="Ann")),
    Case("no_extra_hands", None, "Ann, positions 1, 3", "looked at first", with_two_hands("rws-3cp"),
         report("extra_hand_viewed", 1, 3, player="Ann")),
    Case("no_extra_hands", None, "Bob, positions 1", "some of his", with_two_hands("rws-3cp"),
         report("extra_hand_viewed", 1, player="Bob")),
    Case("not_drawn_together", None, "1 cards", "two or more", RWS, report("cards_drawn_together", places=ONE_CARD)),
    Case("not_drawn_together", None, "2 cards", "one after another", RWS,
         report("cards_drawn_together", places=TWO_CARDS)),
    Case("lies_open", None, "turned up", "face down", folded("rws-3cp"),
         report("cards_drawn_together", places=(Place("community", 0, 1), Place("community", 0, 2)))),
    # Chips
    Case("one_position", None, "2 positions", "one", THB, late(1, 2)),
    Case("no_wager_there", "2.2.1", "bonus of Ann at position 1", "in play", THB, late(1, word="bonus")),
    Case("no_wager_there", "3.6", "ante of Bob at position 1", "in play", RWS, late(1, name="Bob")),
    Case("no_wager_there", "2.2.1", "ante of Ann at position 1", "in play", removed(), late(1)),
    Case("not_so_much", None, "26.00 of it", "at most 25.00", THB, late(1, amount=26)),
    Case("not_so_much", None, "2.00 of it", "all 5.00", THB, late(1, word="progressive", amount=2)),
    Case("not_so_much", None, "-1.00 of it", "more than 0.00", THB,
         report("late_wager", 1, player="Ann", wager="ante", amount=Cents(-100))),
    Case("no_wrong_amount", "R68", "position 2", "a wrong amount", wrong_turn, report("wrong_later_wager", 2)),
    # What a rulebook does not know
    Case("not_here", None, "burn card", "mbs-thb", THB, report("burn_forgotten")),
    Case("not_here", None, "burn card", "rws-3cp", both("rws-3cp", device="shuffler"), report("burn_forgotten")),
    Case("not_here", None, "the dealer's hand", "mbs-lir", LIR, report("wrong_dealer_count")),
    Case("not_here", None, "wagered on in error", "rws-3cp", with_two_hands("rws-3cp"),
         report("several_hands", player="Ann")),
    Case("not_here", None, "more hands looked at", "mbs-thb", with_two_hands("mbs-thb"),
         report("extra_hand_viewed", 3, player="Ann")),
    Case("not_here", None, "doubt about the number", "rws-3cp", RWS, report("doubtful_count")),
]

OUT, DRAWN = reported(THB, "wrong_player_count", 1), (*ONE_CARD, FIRST_OF_BOB)
TOGETHER = reported(RWS, "cards_drawn_together", places=DRAWN)
UNTOUCHED = reported(THB, "misdeal")
REFERRED = reported(THB, "something_else", words="the lights went out")
COUNTING = reported(THB, "doubtful_count")

RULINGS = [
    Case("no_report", "6.1", "the ruling 'void'", "waits for a ruling", THB, rule("void")),
    Case("no_report", "5.23", "dismissing a report", "waits", at("rws-3cp"), ask.DismissReport(SUPERVISOR)),
    Case("no_report", "R33", "counting the cards", "waits", LIR, ask.CountCards(DEALER, 6)),
    Case("round_waits", "5.2", "round 1", "the ruling", UNTOUCHED, ask.Decide(ANN, 1, "fold")),
    Case("round_waits", "5.7", "round 1", "the ruling", OUT, ask.CallBets(DEALER)),
    Case("round_waits", "5.7.1", "round 1", "the answer of position 2", asked(), ask.Decide(BOB, 2, "fold")),
    Case("post_too_low", "R89", "dismissing a report by dealer", "a pit supervisor", OUT, ask.DismissReport(DEALER)),
    Case("post_too_low", "6.1", "by pit manager", "a gaming shift manager", REFERRED, ask.DismissReport(PIT_MANAGER)),
    Case("table_is_attended", "R117", "software officer Rob", "a person", OUT, ask.DismissReport(PROGRAM)),
    Case("words_not_readable", None, "301", "at most 300", OUT, ask.DismissReport(SUPERVISOR, "x" * 301)),
    Case("no_doubt", "5.7", "20 cards counted", "doubt", OUT, ask.CountCards(DEALER, 20)),
    Case("post_too_low", "5.8", "counting the cards by dealer", "a pit supervisor",
         after(COUNTING, ask.CountCards(DEALER, 4)), ask.CountCards(DEALER, 11)),
    Case("post_too_low", "5.8", "counting the cards by player", "a dealer", COUNTING, ask.CountCards(ANN, 11)),
    Case("count_is_wrong", "5.8", "4 cards counted, 11 dealt", "the round is void",
         after(COUNTING, ask.CountCards(DEALER, 4)), ask.DismissReport(SUPERVISOR)),
    Case("not_a_count", "5.8", "-1 cards", "0 or more", COUNTING, ask.CountCards(DEALER, -1)),
    Case("not_a_ruling_here", "5.8", "'void'", "the cards counted", COUNTING, rule("void")),
    Case("not_a_ruling_here", "5.7", "'void' on", "remove, remove_and_ask, reconstruct", OUT, rule("void")),
    Case("not_a_ruling_here", "5.7", "'reconstruct'", "remove", reported(settled("mbs-thb"), "wrong_player_count", 1),
         rule("reconstruct")),
    Case("not_a_ruling_here", "R43", "'void'", "continue", reported(THB, "exposed_cards", places=ONE_CARD),
         rule("void")),
    Case("not_a_ruling_here", "5.12", "'void'", "continue",
         reported(seen("rws-3cp"), "exposed_cards", places=TWO_CARDS), rule("void")),
    Case("post_too_low", "5.7", "'remove' by dealer", "a pit supervisor", OUT, ask.Rule(DEALER, "remove")),
    Case("post_too_low", "5.9", "'bar' by pit manager", "a gaming shift manager",
         reported(THB, "hand_not_secret", player="Bob"), ask.Rule(PIT_MANAGER, "bar")),
    Case("post_too_low", "5.16.1", "'ask' by player", "a dealer", reported(THB, "power_failure"),
         ask.Rule(ANN, "ask")),
    Case("words_not_readable", None, "301", "at most 300", OUT, rule("remove", words="x" * 301)),
    Case("not_part_of_ruling", "5.7", "positions with 'remove'", "without", OUT, rule("remove", 1)),
    Case("not_part_of_ruling", "5.7", "moves with 'remove'", "without", OUT, rule("remove", moves=((1, 2), (2, 1)))),
    Case("not_part_of_ruling", "5.7", "an order of cards with 'remove'", "without", OUT,
         rule("remove", order=ONE_CARD)),
    Case("fact_missing", "6.1", "hands wagers back", "the positions", REFERRED, rule("return")),
    Case("no_hand_there", "6.1", "position 3", "with wagers in play", REFERRED, rule("return", 3)),
    Case("no_hand_there", "6.1", "position 1", "with wagers in play", reported(removed(), "face_up_card"),
         rule("return", 1)),
    Case("named_twice", "6.1", "positions (2, 2)", "each once", REFERRED, rule("return", 2, 2)),
    Case("not_the_cards", "5.14", "0 cards in order", "each card drawn once", TOGETHER, rule("set_order")),
    Case("not_the_cards", "5.14", "2 cards in order", "each card drawn once", TOGETHER,
         rule("set_order", order=ONE_CARD * 2)),
    Case("hands_do_not_fit", "5.2", "1 to 2", "among themselves", UNTOUCHED, rule("reconstruct", moves=((1, 2),))),
    Case("hands_do_not_fit", "5.2", "1 to 1, 1 to 1", "among themselves", UNTOUCHED,
         rule("reconstruct", moves=((1, 1), (1, 1)))),
    Case("no_whole_hand", "5.2", "position 5 to 5", "face down", UNTOUCHED, rule("reconstruct", moves=((5, 5),))),
    # Hands that are given up, turned up, declined or out stay where they are
    Case("no_whole_hand", "5.2", "position 2 to 1", "face down",
         *swapping(after(THB, *(ask.Decide(*each) for each in ((ANN, 1, "flop"), (BOB, 2, "fold")))))),
    Case("no_whole_hand", "5.2", "position 2 to 1", "face down",
         *swapping(after(both("mbs-3cp"), ask.Decide(ANN, 1, "play"), ask.Decide(BOB, 2, "fold")))),
    Case("no_whole_hand", "5.2", "position 1 to 2", "face down",
         *swapping(after(side_bets_only, ask.ShowHand(DEALER, 1)))),
    Case("no_whole_hand", "5.2", "position 1 to 2", "face down",
         *swapping(after(side_bets_only, ask.DeclineToShow(ANN, 1)))),
    Case("no_whole_hand", "5.7", "position 1 to 2", "face down", *swapping(removed(), "wrong_player_count", 2)),
    Case("no_whole_hand", "5.2", "position 1 to 2", "face down", *swapping(removed("mbs-uth"))),
    Case("no_whole_hand", "5.3", "position 1 to 2", "face down", *swapping(removed("mbs-lir"))),
]

AFTERWARDS = [
    # Answers
    Case("nothing_was_asked", None, "position 1", "a choice", THB, ask.AnswerOption(ANN, 1, "continue")),
    Case("nothing_was_asked", None, "position 2", "a choice", after(asked(), ask.AnswerOption(BOB, 2, "continue")),
         ask.AnswerOption(BOB, 2, "take_back")),
    Case("not_asked", "5.7.1", "position 1", "position 2", asked(), ask.AnswerOption(ANN, 1, "continue")),
    Case("not_asked", "5.7.1", "position 1", "position 2", asked(), ask.TakeSilence(DEALER, 1)),
    Case("not_your_hand", "R35", "position 2 by Ann", "Bob", asked(), ask.AnswerOption(ANN, 2, "take_back")),
    Case("player_is_absent", "5.11", "an answer at position 2", "Bob", after(asked(), ask.Leave(BOB, "Bob")),
         ask.AnswerOption(BOB, 2, "take_back")),
    Case("no_such_answer", "5.7.1", "'continue_reconstructed'", "continue, take_back", asked(),
         ask.AnswerOption(BOB, 2, "continue_reconstructed")),
    Case("post_too_low", "R102", "silence", "a dealer", asked(), ask.TakeSilence(ANN, 2)),
    # A jackpot that does not work
    Case("jackpot_works", "5.17.2", "no jackpot", "does not work", RWS,
         ask.DecideLaterRounds(SHIFT_MANAGER, "no_jackpot")),
    Case("jackpot_works", "R23", "close table", "does not work", THB,
         ask.DecideLaterRounds(SHIFT_MANAGER, "close_table")),
    Case("post_too_low", "5.17.2", "by pit manager", "a gaming shift manager", jackpot_down(),
         ask.DecideLaterRounds(PIT_MANAGER, "no_jackpot")),
    Case("no_such_choice", "5.17.2", "'wait'", "close_table, ", jackpot_down(),
         ask.DecideLaterRounds(SHIFT_MANAGER, "wait")),  # type: ignore[arg-type]
    Case("positions_wrong", "5.17.2.b", "positions ()", "to be blocked", jackpot_down(),
         ask.DecideLaterRounds(SHIFT_MANAGER, "block_positions")),
    Case("positions_wrong", "5.17.2.a", "positions (1,)", "no positions", jackpot_down(),
         ask.DecideLaterRounds(SHIFT_MANAGER, "close_table", (1,))),
    Case("no_such_position", "2.1.1.a", "position 9", "1 to 7", jackpot_down(),
         ask.DecideLaterRounds(SHIFT_MANAGER, "block_positions", (9,))),
    Case("named_twice", "5.17.2.b", "(1, 1)", "each once", jackpot_down(),
         ask.DecideLaterRounds(SHIFT_MANAGER, "block_positions", (1, 1))),
    Case("later_rounds_undecided", "5.17.2", "does not work", "the house's choice", jackpot_down(),
         ask.CallBets(DEALER)),
    Case("later_rounds_undecided", "R23", "does not work", "the house's choice", jackpot_down("mbs-uth"),
         ask.CallBets(DEALER)),
    Case("table_is_to_close", "5.17.2.a", "table T1", "closed", jackpot_down("rws-3cp", "close_table"),
         ask.CallBets(DEALER)),
    Case("position_is_blocked", "5.17.2.b", "ante at position 2", "not blocked",
         called_again(jackpot_down("rws-3cp", "block_positions", 2)), wager("Bob", 2, "ante", 25)),
    Case("no_jackpot_bets", "5.17.2.c", "progressive at position 1", "while the jackpot is down",
         after(called_again(jackpot_down("rws-3cp", "no_jackpot")), wager("Ann", 1, "ante", 25)),
         wager("Ann", 1, "progressive", 5)),
    # A player who may not play on, and a hand that is out
    Case("player_is_barred", "5.9", "player Bob", "not barred", called_again(barred()), wager("Bob", 2, "ante", 25)),
    Case("player_is_barred", "5.9", "player Bob", "not barred", called_again(barred()), ask.AskForTime(BOB, 2)),
    Case("player_is_barred", "R33", "player Bob", "not barred", barred("mbs-lir"), ask.Sit(BOB, "Bob", 4)),
    Case("post_too_low", "5.9", "play again by pit manager", "a gaming shift manager", barred(),
         ask.LiftBar(PIT_MANAGER, "Bob")),
    Case("not_barred", "5.9", "player Ann", "may not play on", barred(), ask.LiftBar(SHIFT_MANAGER, "Ann")),
    Case("out_of_play", "5.7", "ante of Ann at position 1", "in play", removed(),
         ask.CorrectWager(SUPERVISOR, "Ann", 1, "ante", money(30))),
    Case("out_of_play", "5.5", "progressive of Ann", "in play",
         after(reported(THB, "late_wager", 1, player="Ann", wager="progressive", amount=money(5)),
               ask.Rule(SUPERVISOR, "refuse_late")),
         ask.CorrectWager(SUPERVISOR, "Ann", 1, "progressive", money(10))),
]
# fmt: on

WHEN_IRREGULAR = (*REPORTS, *RULINGS, *AFTERWARDS)
