"""mbs-thb and mbs-uth 6.1, 6.2: what the rules leave to the shift manager, and who may act in whose place."""

from typing import Any

import pytest

from pitlink.games.dealing import Place
from pitlink.people import LADDER
from pitlink.table import commands as ask
from pitlink.table.events import (
    HandRemoved,
    JackpotFailed,
    LaterRoundsDecided,
)
from tests.driving import DEALER, PIT_MANAGER, SHIFT_MANAGER, SUPERVISOR, Driver, money
from tests.proving import prove
from tests.table.every_game import ENTRY
from tests.table.holdem import table_of
from tests.table.holdem_trouble import (
    ANN,
    AWARD,
    BOB,
    CID,
    FED,
    GAMES,
    MOMENTS,
    POSTS,
    all_back,
    check_next_round,
    check_void,
    given,
    go_on,
    lines,
    of_others,
    pool,
    report,
    stacks,
    table_at,
    undisturbed,
)

pytestmark = pytest.mark.parametrize("game", GAMES)

BELOW_SHIFT_MANAGER = (ANN, DEALER, SUPERVISOR, PIT_MANAGER)
EFFECTS = ("continue", "void", "return", "settle_as_shown")
AFTER_THE_CLOSE = tuple(moment for moment in MOMENTS if moment != "bets lie")


def refer(driver: Driver, words: str = "a drink on the layout") -> None:
    assert report(driver, "something_else", BOB, words=words) == "6.1"


# 6.1: what the rules do not cover


@pytest.mark.parametrize("moment", MOMENTS)
def test_the_shift_manager_may_let_the_round_go_on(game: str, moment: str) -> None:
    driver = table_at(game, moment)
    due = driver.play.due
    refer(driver)
    assert given(driver.ask(ask.Rule(SHIFT_MANAGER, "continue", words="dried"))) == ("continue", "6.1", "Gil")
    assert driver.play.due == due
    go_on(driver)
    assert lines(driver) == undisturbed(game)
    prove(game, "6.1")
    check_next_round(driver)


@pytest.mark.parametrize("moment", MOMENTS)
def test_the_shift_manager_may_void_the_round(game: str, moment: str) -> None:
    driver = table_at(game, moment)
    refer(driver)
    check_void(driver, driver.ask(ask.Rule(SHIFT_MANAGER, "void")), "6.1")
    prove(game, "6.1", "R39")
    check_next_round(driver)


@pytest.mark.parametrize("moment", AFTER_THE_CLOSE)
def test_the_shift_manager_may_hand_single_hands_back(game: str, moment: str) -> None:
    driver = table_at(game, moment)
    refer(driver)
    events = driver.ask(ask.Rule(SHIFT_MANAGER, "return", (3, 5)))
    assert events[-2:] == (HandRemoved(3, "6.1"), HandRemoved(5, "6.1"))
    go_on(driver)
    for position in (3, 5):
        assert all_back(driver, position, "6.1")
    assert of_others(lines(driver), 3, 5) == of_others(undisturbed(game), 3, 5)
    ann, bob = {"mbs-thb": (125, 30), "mbs-uth": (1375, 55)}[game]
    assert stacks(driver) == {"Ann": money(ann - 5) + AWARD, "Bob": -money(bob), "Cid": 0}
    prove(game, "6.1")


def test_the_hands_that_go_back_are_named(game: str) -> None:
    driver = table_at(game, "dealt")
    refer(driver)
    driver.refuse(ask.Rule(SHIFT_MANAGER, "return"), "fact_missing", "6.1")
    driver.refuse(ask.Rule(SHIFT_MANAGER, "return", (4,)), "no_hand_there", "6.1")
    driver.refuse(ask.Rule(SHIFT_MANAGER, "return", (3, 3)), "named_twice", "6.1")
    driver.refuse(ask.Rule(SHIFT_MANAGER, "void", (3,)), "not_part_of_ruling", "6.1")


@pytest.mark.parametrize("moment", ["shown", "to be settled"])
def test_the_shift_manager_may_have_it_settled_as_it_lies(game: str, moment: str) -> None:
    driver = table_at(game, moment)
    refer(driver)
    driver.ask(ask.Rule(SHIFT_MANAGER, "settle_as_shown"))
    go_on(driver)
    assert lines(driver) == undisturbed(game)
    prove(game, "6.1")


NOT_OPEN = {
    "bets lie": ("return", "settle_as_shown"),  # everybody can take his wagers back himself
    "in the deal": ("settle_as_shown",),  # nothing is shown yet
    "paid": ("settle_as_shown",),  # it is settled
}


@pytest.mark.parametrize("moment", NOT_OPEN)
def test_what_the_moment_leaves_no_room_for_is_not_ruled(game: str, moment: str) -> None:
    driver = table_at(game, moment)
    refer(driver)
    for effect in (*NOT_OPEN[moment], "bar", "remove", "reconstruct", "keep_first"):
        driver.refuse(ask.Rule(SHIFT_MANAGER, effect), "not_a_ruling_here", "6.1")  # type: ignore[arg-type]


@pytest.mark.parametrize("effect", EFFECTS)
def test_nobody_below_the_shift_manager_decides_it(game: str, effect: str) -> None:
    driver = table_at(game, "shown")
    refer(driver)
    for by in BELOW_SHIFT_MANAGER:
        driver.refuse(ask.Rule(by, effect, (3,) if effect == "return" else ()), "post_too_low", "6.1")  # type: ignore[arg-type]
        driver.refuse(ask.DismissReport(by), "post_too_low", "6.1")
    driver.ask(ask.DismissReport(SHIFT_MANAGER))
    go_on(driver)
    assert lines(driver) == undisturbed(game)


def test_what_is_referred_is_told_in_words(game: str) -> None:
    driver = table_at(game, "dealt")
    driver.refuse(ask.Report(ANN, "something_else"), "fact_missing", "6.1")
    driver.refuse(ask.Report(ANN, "something_else", words="x" * 301), "words_not_readable", None)


TOGETHER = (Place("community", 0, 4), Place("community", 0, 5))
ELSEWHERE: dict[str, dict[str, Any]] = {"face_up_card": {}, "cards_drawn_together": {"places": TOGETHER}}


@pytest.mark.parametrize("what", ELSEWHERE)
def test_what_only_another_rulebook_covers_is_referred(game: str, what: str) -> None:
    driver = table_at(game, "dealt")
    assert report(driver, what, **ELSEWHERE[what]) == "6.1"
    driver.refuse(ask.Rule(SUPERVISOR, "continue"), "post_too_low", "6.1")
    driver.ask(ask.Rule(SHIFT_MANAGER, "continue"))
    go_on(driver)
    assert lines(driver) == undisturbed(game)


def test_there_is_no_burn_card_to_forget(game: str) -> None:
    driver = table_at(game, "dealt")
    driver.refuse(ask.Report(DEALER, "burn_forgotten"), "not_here", None)
    driver.refuse(ask.Report(DEALER, "extra_hand_viewed", (5,), "Ann"), "not_here", None)


def test_without_a_round_there_is_nothing_to_rule_on(game: str) -> None:
    driver = table_of(game, "Ann", "Bob", "Cid")
    driver.refuse(ask.Report(ANN, "something_else", words="a loud noise"), "no_round_in_play", "6.1")
    driver.refuse(ask.Rule(SHIFT_MANAGER, "void"), "no_report", "6.1")
    driver = table_at(game, "dealt")
    refer(driver)
    driver.ask(ask.Rule(SHIFT_MANAGER, "void"))
    driver.refuse(ask.Report(ANN, "something_else", words="and again"), "no_round_in_play", "6.1")


# R42: a wrong deal after somebody has handled his cards


@pytest.mark.parametrize("known", ["taken up", "looked at", "said to be handled", "said to be seen"])
@pytest.mark.parametrize("effect", ["continue", "void", "return"])
def test_a_wrong_deal_after_cards_were_handled_is_referred(game: str, known: str, effect: str) -> None:
    driver = table_at(game, "dealt")
    facts: dict[str, Any] = {}
    match known:
        case "taken up":
            driver.ask(ask.HandleCards(CID, 3))
        case "looked at":
            driver.ask(ask.Look(CID, 3))
        case "said to be handled":
            facts = {"handled": True}
        case _:
            facts = {"seen": True}
    assert report(driver, "misdeal", **facts) == "R42"
    driver.refuse(ask.Rule(SUPERVISOR, effect), "post_too_low", "6.1")  # type: ignore[arg-type]
    driver.refuse(ask.DismissReport(SUPERVISOR), "post_too_low", "6.1")
    driver.refuse(ask.Rule(SHIFT_MANAGER, "reconstruct"), "not_a_ruling_here", "R42")
    events = driver.ask(ask.Rule(SHIFT_MANAGER, effect, (2, 3) if effect == "return" else ()))  # type: ignore[arg-type]
    if effect == "void":
        check_void(driver, events, "6.1")
    else:
        go_on(driver)
        back = {key[0] for key, told in lines(driver).items() if told[0] == "returned"}
        assert back == ({2, 3} if effect == "return" else set())
    prove(game, "R42", "6.1")
    check_next_round(driver)


# R23: the jackpot system fails


def fail(driver: Driver, effect: str = "continue", positions: tuple[int, ...] = ()) -> None:
    assert report(driver, "jackpot_failure", positions=positions) == "R23"
    driver.refuse(ask.Rule(PIT_MANAGER, effect), "post_too_low", "6.1")  # type: ignore[arg-type]
    registered = driver.floor.links["L1"].display
    failed = driver.ask(ask.Rule(SHIFT_MANAGER, effect))[-1]  # type: ignore[arg-type]
    assert failed == JackpotFailed(positions, "R23", registered)


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_round_in_which_the_jackpot_fails_is_referred(game: str, moment: str) -> None:
    driver = table_at(game, moment)
    report(driver, "jackpot_failure")
    check_void(driver, driver.ask(ask.Rule(SHIFT_MANAGER, "void"))[:-1], "6.1")
    driver.refuse(ask.CallBets(DEALER), "later_rounds_undecided", "R23")
    prove(game, "R23", "6.1")


def test_it_may_go_on_and_is_paid_from_what_was_registered(game: str) -> None:
    driver = table_at(game, "dealt")
    fail(driver)
    go_on(driver)
    assert lines(driver) == undisturbed(game)
    assert pool(driver) == FED - AWARD


def test_the_house_decides_about_later_rounds_before_the_next_call(game: str) -> None:
    driver = table_at(game, "dealt")
    decide = ask.DecideLaterRounds
    driver.refuse(decide(SHIFT_MANAGER, "no_jackpot"), "jackpot_works", "R23")
    fail(driver)
    go_on(driver)
    driver.refuse(ask.CallBets(DEALER), "later_rounds_undecided", "R23")
    for by in BELOW_SHIFT_MANAGER:
        driver.refuse(decide(by, "no_jackpot"), "post_too_low", "R23")
    decided = driver.ask(decide(SHIFT_MANAGER, "no_jackpot"))
    assert decided == (LaterRoundsDecided("no_jackpot", (), "Gil", "R23"),)
    driver.call()
    driver.bet("Ann", 1, **ENTRY[game])
    driver.refuse(ask.PlaceWager(ANN, "Ann", 1, "progressive", money(5)), "no_jackpot_bets", "R23")
    driver.ask(decide(SHIFT_MANAGER, "restored"))
    driver.bet("Ann", 1, progressive=5)
    go_on(driver)
    check_next_round(driver)


def test_positions_may_be_blocked_until_the_devices_work(game: str) -> None:
    driver = table_at(game, "dealt")
    fail(driver, positions=(3, 4))
    go_on(driver)
    driver.refuse(ask.DecideLaterRounds(SHIFT_MANAGER, "block_positions"), "positions_wrong", "R23")
    driver.ask(ask.DecideLaterRounds(SHIFT_MANAGER, "block_positions", (3, 4)))
    driver.call()
    for position in (3, 4):
        driver.refuse(ask.PlaceWager(CID, "Cid", position, "ante", money(25)), "position_is_blocked", "R23")
    driver.bet("Ann", 1, **ENTRY[game], progressive=5)
    go_on(driver)
    check_next_round(driver)


def test_the_table_may_be_closed(game: str) -> None:
    driver = table_at(game, "dealt")
    fail(driver)
    go_on(driver)
    driver.ask(ask.DecideLaterRounds(SHIFT_MANAGER, "close_table"))
    driver.refuse(ask.CallBets(DEALER), "table_is_to_close", "R23")
    driver.ask(ask.CloseTable(SUPERVISOR))


# 6.2: whoever holds a higher post may do it too

FIRST_CARD = Place("community", 0, 1)
RULED: list[tuple[str, dict[str, Any], str, str, str]] = [
    ("foreign_card", {}, "void", "5.1.1", "pit_supervisor"),
    ("misdeal", {}, "void", "5.2", "pit_supervisor"),
    ("misdeal", {}, "reconstruct", "5.2", "pit_supervisor"),
    ("wrong_community_count", {}, "void", "5.3", "pit_supervisor"),
    ("exposed_cards", {"places": (FIRST_CARD,)}, "continue", "R43", "dealer"),
    ("wrong_player_count", {"positions": (2,)}, "remove", "5.7", "pit_supervisor"),
    ("wrong_player_count", {"positions": (2,)}, "remove_and_ask", "5.7", "pit_supervisor"),
    ("hand_not_secret", {"player": "Cid"}, "bar", "5.9", "gaming_shift_manager"),
    ("several_hands", {"player": "Ann"}, "keep_first", "5.10.2", "pit_supervisor"),
    ("several_hands", {"player": "Ann"}, "bar", "5.10.3", "gaming_shift_manager"),
    ("power_failure", {}, "ask", "5.16.1", "dealer"),
    ("something_else", {"words": "a fire alarm"}, "void", "6.1", "gaming_shift_manager"),
]


@pytest.mark.parametrize(("what", "facts", "effect", "clause", "post"), RULED)
@pytest.mark.parametrize("by", POSTS)
def test_every_ruling_is_open_to_its_post_and_those_above(
    game: str, what: str, facts: dict[str, Any], effect: str, clause: str, post: str, by: str
) -> None:
    driver = table_at(game, "dealt")
    report(driver, what, **facts)
    command = ask.Rule(POSTS[by], effect)  # type: ignore[arg-type]
    enough = by != "player" and [*LADDER].index(by) >= [*LADDER].index(post)  # type: ignore[arg-type]
    if enough:
        assert given(driver.ask(command)) == (effect, clause, POSTS[by].id)
        prove(game, "6.2", clause)
    else:
        driver.refuse(command, "post_too_low", clause)
