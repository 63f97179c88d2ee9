"""A jackpot that does not work in Multi-Link Progressive 3 Card Poker: this round, and the rounds after it."""

import pytest

from pitlink.table import commands as ask
from pitlink.table.events import IrregularityReported, JackpotFailed, LaterRoundsDecided, RoundVoided, RulingGiven
from pitlink.table.views import SPECTATOR, Viewer, view
from tests.driving import DEALER, PIT_MANAGER, SHIFT_MANAGER, SUPERVISOR, Driver, money, player, setup_for
from tests.proving import prove
from tests.table.irregular_rws_3cp import (
    ANN,
    AS_EVER,
    BOB,
    DEVICES,
    GAME,
    HANDS,
    at,
    better_off,
    check_lines_of,
    check_next_round,
    lowest_post,
    ruled,
)
from tests.table.three_cards import check_lines, is_refused, only, table_of

FAILURE = ask.Report(DEALER, "jackpot_failure")
FLUSH: dict[str | int, str] = {**HANDS, 1: "9s 8s 7s", "community": "6s 5s"}  # a straight flush for Ann


def decided(driver: Driver, later: str, *positions: int) -> LaterRoundsDecided:
    command = ask.DecideLaterRounds(SHIFT_MANAGER, later, positions)  # type: ignore[arg-type]
    return only(driver.ask(command), LaterRoundsDecided)


# This round


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("moment", ["betting", "closed", "dealing", "dealt"])
def test_before_any_player_has_seen_his_cards_the_round_is_void(moment: str, device: str) -> None:
    driver = at(moment, device)
    assert only(driver.ask(FAILURE), IrregularityReported).clause == "5.16"
    driver.refuse(ask.Rule(SHIFT_MANAGER, "continue"), "not_a_ruling_here", "5.16")
    assert lowest_post(driver, lambda by: ask.Rule(by, "void")) == "pit_supervisor"
    driver.refuse(ask.Rule(DEALER, "void"), "post_too_low", "5.16")
    events = driver.ask(ask.Rule(SUPERVISOR, "void"))
    assert (only(events, RoundVoided).clause, only(events, JackpotFailed).clause) == ("5.16", "5.16")
    assert driver.floor.links["L1"].display == money(100_000)
    for name in ("Ann", "Bob", "Cid"):
        assert (driver.chips(name), driver.table.players[name].available) == (money(10_000), money(10_000))
    prove(GAME, "5.16", "5.21")
    driver.refuse(ask.CallBets(DEALER), "later_rounds_undecided", "5.17.2")
    decided(driver, "restored")
    check_next_round(driver)


def test_cards_touched_are_not_seen() -> None:
    driver = at("dealt")
    driver.ask(ask.HandleCards(ANN, 1))
    assert only(driver.ask(FAILURE), IrregularityReported).clause == "5.16"


def test_the_round_is_void_though_nobody_has_bet_on_the_jackpot() -> None:
    driver = table_of(GAME, "Ann", "Bob", "Cid")
    driver.bet("Ann", 1, ante=20)
    driver.close()
    events = ruled(driver, FAILURE, "void")
    assert only(events, RoundVoided).clause == "5.16"
    assert driver.chips("Ann") == money(10_000)
    prove(GAME, "R24")


def test_a_table_without_a_jackpot_has_none_that_fails() -> None:
    driver = table_of(GAME, "Ann", link=None)
    driver.bet("Ann", 1, ante=20)
    driver.refuse(FAILURE, "no_jackpot_here", "2.1.1.b")


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("moment", ["looked", "decided", "turned", "shown", "settled"])
def test_with_a_hand_seen_the_round_goes_on_and_everything_is_paid(moment: str, device: str) -> None:
    """The straight flush has its tenth of what was registered before the failure."""
    driver = at(moment, device, FLUSH)
    assert only(driver.ask(FAILURE), IrregularityReported).clause == "5.17"
    driver.refuse(ask.Rule(SHIFT_MANAGER, "void"), "not_a_ruling_here", "5.17")
    assert lowest_post(driver, lambda by: ask.Rule(by, "continue")) == "dealer"
    driver.refuse(ask.Rule(ANN, "continue"), "post_too_low", "5.17.1")
    events = driver.ask(ask.Rule(DEALER, "continue"))
    assert (only(events, RulingGiven).clause, only(events, JackpotFailed).clause) == ("5.17.1", "5.17")
    if driver.due == "decide":
        driver.choose(1, "play")
        driver.choose(2, "fold")
    if moment != "settled":
        driver.finish()
    flush = {"ante": "+20", "ante_bonus": "+100", "play": "+20", "pair_plus": "+400", "progressive": "+9995.20@4.4"}
    check_lines_of(driver, driver.play.lines, {1: flush, 2: AS_EVER[2], 3: AS_EVER[3]}, "4.4")
    driver.pay()
    driver.refuse(ask.CallBets(DEALER), "later_rounds_undecided", "5.17.2")
    decided(driver, "no_jackpot")
    assert better_off(driver) == "+10535.20 -25 -10"
    assert driver.floor.links["L1"].display == money("90001.80")
    prove(GAME, "5.17", "5.17.1", "R25")


def test_cards_seen_but_not_recorded_count() -> None:
    driver = at("dealt")
    report = ask.Report(DEALER, "jackpot_failure", (1,), seen=True)
    assert only(driver.ask(report), IrregularityReported).clause == "5.17"


def test_who_had_looked_before_cards_were_put_in_order_has_seen_his_cards() -> None:
    driver = at("looked")
    drawn = tuple(place for place in driver.play.slots if place.where == "position" and place.nth == 1)[:2]
    ruled(driver, ask.Report(DEALER, "cards_drawn_together", places=drawn), "set_order", order=drawn[::-1])
    for position in (1, 2, 3):
        driver.ask(ask.AnswerOption(DEALER, position, "continue"))
    assert only(driver.ask(FAILURE), IrregularityReported).clause == "5.17"


def test_what_other_tables_put_in_after_the_failure_is_not_paid() -> None:
    """Registered before the failure: 100,002.00. Then T2 closes its bets, and the meter has 1.00 more."""
    driver = at("looked", hands=FLUSH)
    ruled(driver, FAILURE, "continue", DEALER)
    driver.open(setup_for(GAME, "T2"))
    driver.come("Dot")
    driver.call()
    driver.bet("Dot", 1, ante=20, progressive=5)
    driver.close()
    assert driver.floor.links["L1"].display == money(100_003)
    driver.name = "T1"
    driver.choose(1, "play")
    driver.choose(2, "fold")
    flush = {"ante": "+20", "ante_bonus": "+100", "play": "+20", "pair_plus": "+400", "progressive": "+9995.20"}
    check_lines(GAME, driver.finish(), 1, flush)
    prove(GAME, "5.17.1", "R25")


# Later rounds


def failed(device: str = "shoe") -> Driver:
    """The device of position 2 failed in a round that went on to its end."""
    driver = at("looked", device)
    ruled(driver, ask.Report(BOB, "jackpot_failure", (2,)), "continue", DEALER)
    driver.choose(1, "play")
    driver.choose(2, "fold")
    driver.finish()
    return driver


def notices(driver: Driver) -> list[str]:
    """The clauses of what stands on the sign: the same for everybody."""
    people = (SPECTATOR, Viewer("Ann", "player"), Viewer("Eve", "player"), Viewer("Dana", "dealer"))
    told = [view(driver.table, viewer).notices for viewer in people]
    assert all(each == told[0] for each in told)
    return [each.clause for each in told[0]]


def test_the_house_chooses_before_the_next_call_and_no_lower_post() -> None:
    driver = failed()
    assert notices(driver) == ["5.17.2"]
    driver.refuse(ask.CallBets(DEALER), "later_rounds_undecided", "5.17.2")
    for by in (ANN, DEALER, SUPERVISOR, PIT_MANAGER):
        driver.refuse(ask.DecideLaterRounds(by, "no_jackpot"), "post_too_low", "5.17.2")
    decided(driver, "no_jackpot")
    assert better_off(driver) == "+45 -25 -10"
    prove(GAME, "5.17.2", "R88")


def test_the_choice_may_be_made_while_the_round_is_still_in_play() -> None:
    driver = at("looked")
    ruled(driver, FAILURE, "continue", DEALER)
    decided(driver, "no_jackpot")
    driver.choose(1, "play")
    driver.choose(2, "fold")
    check_lines_of(driver, driver.finish(), AS_EVER)  # this round's progressive bets stand
    driver.call()
    driver.bet("Ann", 1, ante=20)
    driver.refuse(ask.PlaceWager(ANN, "Ann", 1, "progressive", money(5)), "no_jackpot_bets", "5.17.2.c")


@pytest.mark.parametrize("device", DEVICES)
def test_the_table_may_be_closed(device: str) -> None:
    driver = failed(device)
    told = decided(driver, "close_table")
    assert (told.clause, notices(driver)) == ("5.17.2.a", ["5.17.2.a"])
    driver.refuse(ask.CallBets(DEALER), "table_is_to_close", "5.17.2.a")
    driver.ask(ask.CloseTable(SUPERVISOR))
    assert (driver.chips("Ann"), driver.chips("Bob"), driver.chips("Cid")) == (
        money(10_045),
        money(9_975),
        money(9_990),
    )
    driver.refuse(ask.CallBets(DEALER), "table_is_closed", None)
    prove(GAME, "5.17.2.a")


def test_a_closing_table_may_work_again_first() -> None:
    driver = failed()
    decided(driver, "close_table")
    decided(driver, "restored")
    assert notices(driver) == []
    check_next_round(driver)


def test_bets_may_be_barred_from_the_boxes_concerned() -> None:
    driver = failed()
    driver.refuse(ask.DecideLaterRounds(SHIFT_MANAGER, "block_positions"), "positions_wrong", "5.17.2.b")
    driver.refuse(ask.DecideLaterRounds(SHIFT_MANAGER, "block_positions", (2, 2)), "named_twice", "5.17.2.b")
    assert is_refused(driver, ask.DecideLaterRounds(SHIFT_MANAGER, "block_positions", (8,)))
    told = decided(driver, "block_positions", 2)
    assert (told.clause, told.positions, notices(driver)) == ("5.17.2.b", (2,), ["5.17.2.b"])
    driver.call()
    for wager in ("ante", "pair_plus", "progressive"):
        for by in (BOB, DEALER):
            command = ask.PlaceWager(by, "Bob", 2, wager, money(5 if wager == "progressive" else 20))
            driver.refuse(command, "position_is_blocked", "5.17.2.b")
    driver.refuse(ask.RecordWager(DEALER, "Bob", 2, "ante", money(20)), "position_is_blocked", "5.17.2.b")
    driver.bet("Bob", 4, ante=20, progressive=5)  # another box, the jackpot included
    driver.close()
    driver.deal({**HANDS, 4: "2h 7d 9c"})
    driver.choose(4, "fold")
    check_lines(GAME, driver.finish(), 4, AS_EVER[2])
    decided(driver, "restored")
    driver.call()
    driver.bet("Bob", 2, ante=20, progressive=5)
    prove(GAME, "5.17.2.b")


@pytest.mark.parametrize("device", DEVICES)
def test_the_game_may_go_on_without_the_jackpot(device: str) -> None:
    driver = failed(device)
    told = decided(driver, "no_jackpot")
    assert (told.clause, notices(driver)) == ("5.17.2.c", ["5.17.2.c"])
    check_next_round(driver, progressive=False)  # the meter stands still
    assert notices(driver) == ["5.17.2.c"]  # for as long as it lasts
    driver.come("Eve")  # who comes later is bound by it
    driver.bet("Eve", 5, ante=20)
    driver.refuse(ask.PlaceWager(player("Eve"), "Eve", 5, "progressive", money(5)), "no_jackpot_bets", "5.17.2.c")
    driver.refuse(ask.RecordWager(DEALER, "Eve", 5, "progressive", money(5)), "no_jackpot_bets", "5.17.2.c")
    driver.close()
    driver.deal({**HANDS, 5: "9s 8s 7s", "community": "6s 5s"})
    driver.choose(5, "play")
    check_lines(GAME, driver.finish(), 5, {"ante": "+20", "ante_bonus": "+100", "play": "+20"})  # and nothing paid
    assert driver.due == "call"
    prove(GAME, "5.17.2.c")
    decided(driver, "restored")
    assert notices(driver) == []
    check_next_round(driver)


def test_the_house_may_choose_anew() -> None:
    driver = failed()
    decided(driver, "no_jackpot")
    decided(driver, "block_positions", 2, 3)
    assert notices(driver) == ["5.17.2.b"]
    driver.call()
    driver.bet("Ann", 1, ante=20, progressive=5)
    driver.refuse(ask.PlaceWager(player("Cid"), "Cid", 3, "pair_plus", money(10)), "position_is_blocked", "5.17.2.b")


def test_a_jackpot_that_works_leaves_nothing_to_choose() -> None:
    driver = at("settled")
    driver.refuse(ask.DecideLaterRounds(SHIFT_MANAGER, "no_jackpot"), "jackpot_works", "5.17.2")
    driver.ask(FAILURE)  # one that was none leaves no trace
    driver.ask(ask.DismissReport(SUPERVISOR))
    driver.refuse(ask.DecideLaterRounds(SHIFT_MANAGER, "close_table"), "jackpot_works", "5.17.2")
    check_next_round(driver)


def test_positions_belong_to_one_choice_only() -> None:
    driver = failed()
    for later, clause in (("close_table", "5.17.2.a"), ("no_jackpot", "5.17.2.c"), ("restored", "5.17.2")):
        command = ask.DecideLaterRounds(SHIFT_MANAGER, later, (2,))  # type: ignore[arg-type]
        driver.refuse(command, "positions_wrong", clause)


def test_a_second_failure_wants_a_second_choice() -> None:
    driver = failed()
    decided(driver, "block_positions", 2)
    driver.call()
    driver.bet("Ann", 1, ante=20, progressive=5)
    driver.close()
    events = ruled(driver, ask.Report(DEALER, "jackpot_failure", (1,)), "void")
    assert only(events, JackpotFailed).positions == (1,)
    driver.refuse(ask.CallBets(DEALER), "later_rounds_undecided", "5.17.2")
    assert driver.floor.links["L1"].display == money(100_002)  # of the first round only
    decided(driver, "no_jackpot")
    check_next_round(driver, progressive=False)
