"""Interruptions, late chips and hands looked at too many in Multi-Link Progressive 3 Card Poker."""

import pytest

from pitlink.table import commands as ask
from pitlink.table.events import (
    HandRemoved,
    IrregularityReported,
    LateChipsRefused,
    RulingGiven,
    SettlementSetAside,
)
from tests.driving import DEALER, PIT_MANAGER, SHIFT_MANAGER, SUPERVISOR, Driver, money
from tests.proving import prove, row_id, rows
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
    check_void,
    finish_as_ever,
    lowest_post,
    ruled,
)
from tests.table.three_cards import is_refused, only, table_of

POWER = ask.Report(DEALER, "power_failure")


# A technical interruption


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("moment", ["betting", "closed", "dealing", "dealt", "looked", "played"])
def test_an_interruption_before_any_outcome_voids_the_round(moment: str, device: str) -> None:
    driver = at("looked" if moment == "played" else moment, device)
    if moment == "played":  # Ann and Bob have both played, and the dealer's hand is still to be turned up
        both_play(driver)
        assert driver.due == "expose"
    assert only(driver.ask(POWER), IrregularityReported).clause == "5.7"
    driver.refuse(ask.Rule(SHIFT_MANAGER, "continue"), "not_a_ruling_here", "5.7")
    assert lowest_post(driver, lambda by: ask.Rule(by, "void")) == "pit_supervisor"
    driver.refuse(ask.Rule(DEALER, "void"), "post_too_low", "5.7.2")
    check_void(driver, driver.ask(ask.Rule(SUPERVISOR, "void")), "power_failure", "5.7.2")
    prove(GAME, "5.7", "5.7.2")


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("moment", ["decided", "turned", "shown", "settled"])
def test_with_one_bet_decided_the_round_is_concluded(moment: str, device: str) -> None:
    """Bob has folded his Ante, and that is an outcome for the whole table."""
    driver = at(moment, device)
    driver.ask(POWER)
    driver.refuse(ask.Rule(SHIFT_MANAGER, "void"), "not_a_ruling_here", "5.7")
    assert lowest_post(driver, lambda by: ask.Rule(by, "continue")) == "dealer"
    driver.refuse(ask.Rule(ANN, "continue"), "post_too_low", "5.7.1")
    driver.ask(ask.Rule(DEALER, "continue"))
    if moment == "settled":
        assert better_off(driver) == "+45 -25 -10"
    else:
        finish_as_ever(driver)
    prove(GAME, "5.7", "5.7.1", "R45")


def both_play(driver: Driver) -> None:
    driver.choose(1, "play")
    driver.choose(2, "play")


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("shown", [(), (1,), (1, 2, 3)])
def test_from_the_dealers_hand_on_an_outcome_is_there_to_see(shown: tuple[int, ...], device: str) -> None:
    """Nobody has folded; once the hands can be compared the round is no longer void, and is concluded."""
    driver = at("looked", device)
    both_play(driver)
    driver.expose()
    for position in shown:
        driver.ask(ask.ShowHand(DEALER, position))
    driver.ask(POWER)
    driver.refuse(ask.Rule(SHIFT_MANAGER, "void"), "not_a_ruling_here", "5.7")
    assert lowest_post(driver, lambda by: ask.Rule(by, "continue")) == "dealer"
    assert only(driver.ask(ask.Rule(DEALER, "continue")), RulingGiven).clause == "5.7.1"
    lost = {"ante": "-20@3.15.2", "play": "-20@3.15.2", "progressive": "-5@4.4"}
    check_lines_of(driver, driver.finish(), {1: AS_EVER[1], 2: lost, 3: AS_EVER[3]})
    assert better_off(driver) == "+45 -45 -10"
    prove(GAME, "5.7", "5.7.1", "R45", "R107")


def test_a_player_who_has_left_has_lost_his_ante_and_that_is_an_outcome() -> None:
    """Gone with a decision to make, he counts as having folded."""
    driver = at("dealt")
    driver.ask(ask.Leave(BOB, "Bob"))
    ruled(driver, POWER, "continue", DEALER)
    driver.choose(1, "play")
    bob = {"ante": "-20@5.5", "progressive": "-5@4.4"}
    check_lines_of(driver, driver.finish(), {1: AS_EVER[1], 2: bob, 3: AS_EVER[3]})


def test_a_folded_hand_whose_bets_went_back_is_no_outcome() -> None:
    driver = at("decided")
    ruled(driver, ask.Report(DEALER, "wrong_player_count", (2,)), "remove")
    check_void(driver, ruled(driver, POWER, "void"), "power_failure", "5.7.2")


# Chips laid or taken off after the close


def late(driver: Driver, wager: str, amount: int, name: str = "Ann", position: int = 1) -> list[object]:
    report = ask.Report(DEALER, "late_wager", (position,), name, wager=wager, amount=money(amount))
    return list(ruled(driver, report, "refuse_late"))


def test_the_late_part_of_a_bet_goes_back_and_the_rest_plays() -> None:
    driver = at("closed")
    (refused,) = (event for event in late(driver, "ante", 8) if isinstance(event, LateChipsRefused))
    assert (refused.player, refused.wager, refused.amount, refused.clause) == ("Ann", "ante", money(8), "5.11")
    driver.deal(HANDS)
    driver.choose(1, "play")
    driver.choose(2, "fold")
    ann = {"ante": "+12@3.15.1", "play": "+12@3.15.1", "pair_plus": "+10@3.16", "progressive": "-5@4.4"}
    check_lines_of(driver, driver.finish(), {1: ann, 2: AS_EVER[2], 3: AS_EVER[3]})
    assert better_off(driver) == "+29 -25 -10"
    prove(GAME, "5.11", "R47")


@pytest.mark.parametrize("moment", ["decided", "shown", "settled"])
def test_with_a_late_part_of_the_ante_the_same_part_of_the_play_bet_goes_back(moment: str) -> None:
    """Ante and Play are 12 then, so that no wrong amount is left for the settlement to find."""
    driver = at(moment)
    assert driver.box(1).later["play"].amount == money(20)
    events = late(driver, "ante", 8)
    refused = [event for event in events if isinstance(event, LateChipsRefused)]
    assert [(each.player, each.position, each.wager, each.amount, each.clause) for each in refused] == [
        ("Ann", 1, wager, money(8), "5.11") for wager in ("ante", "play")
    ]
    assert any(isinstance(event, SettlementSetAside) for event in events) == (moment == "settled")
    assert driver.table.players["Ann"].available == money(10_000 - 12 - 12 - 10 - 5)
    ann = {"ante": "+12@3.15.1", "play": "+12@3.15.1", "pair_plus": "+10@3.16", "progressive": "-5@4.4"}
    settled = driver.finish()
    check_lines_of(driver, settled, {1: ann, 2: AS_EVER[2], 3: AS_EVER[3]})
    assert "5.3.1" not in {clause for line in driver.play.lines for clause in (line.rule, *line.also)}
    assert better_off(driver) == "+29 -25 -10"
    prove(GAME, "R47", "5.11")


# Late as a whole, found after the settlement: won or lost it goes back, and with it what cannot be without it.
WHOLE = rows("""
by  | position | wager       | amount | line of it | others                                        | better off
Ann | 1        | pair_plus   | 10     | <@5.11     | ante +20, play +20, progressive -5            | +35 -25 -10
Ann | 1        | progressive | 5      | <@5.11     | ante +20, play +20, pair_plus +10             | +50 -25 -10
Ann | 1        | ante        | 20     | <@5.11     | play <@5.11, pair_plus +10, progressive <@5.4 | +10 -25 -10
Bob | 2        | ante        | 20     | <@R47      | progressive <@R47                             | +45 +0 -10
Cid | 3        | pair_plus   | 10     | <@R47      |                                               | +45 -25 +0
""")


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("moment", ["shown", "settled"])
@pytest.mark.parametrize("row", WHOLE, ids=row_id)
def test_a_late_bet_goes_back_won_or_lost(row: dict[str, str], moment: str, device: str) -> None:
    driver = at(moment, device)
    position = int(row["position"])
    late(driver, row["wager"], int(row["amount"]), row["by"], position)
    others = dict(each.split() for each in row["others"].split(",") if each)
    cells = {**others, row["wager"]: row["line of it"]}
    untouched = {each: lines for each, lines in AS_EVER.items() if each != position}
    proved = row["line of it"].partition("@")[2]
    check_lines_of(driver, driver.finish(), {position: cells, **untouched}, proved)
    bets_left = 2 - (row["wager"] == "progressive" or "progressive <" in row["others"])
    assert driver.floor.links["L1"].display == money(100_000 + bets_left)
    assert better_off(driver) == row["better off"]
    prove(GAME, "R47", "R106" if moment == "settled" else "5.11")


def test_without_its_late_ante_a_hand_has_pair_plus_alone_and_is_not_looked_at() -> None:
    driver = at("dealt")
    late(driver, "ante", 20)
    assert (driver.due, driver.play.due.position) == ("decide", 2)
    assert is_refused(driver, ask.Look(ANN, 1))


def test_who_says_that_chips_came_late_and_who_refuses_them() -> None:
    driver = at("betting")
    report = ask.Report(BOB, "late_wager", (1,), "Ann", wager="ante", amount=money(20))
    driver.refuse(report, "too_early", "3.9")
    driver.close()
    for amount in (0, 21):
        wrong = ask.Report(BOB, "late_wager", (1,), "Ann", wager="ante", amount=money(amount))
        assert is_refused(driver, wrong)
    driver.refuse(
        ask.Report(BOB, "late_wager", (2,), "Bob", wager="pair_plus", amount=money(5)), "no_wager_there", "3.6"
    )
    driver.ask(report)
    assert lowest_post(driver, lambda by: ask.Rule(by, "refuse_late")) == "pit_supervisor"
    driver.refuse(ask.Rule(DEALER, "refuse_late"), "post_too_low", "5.11")
    driver.refuse(ask.Rule(SUPERVISOR, "void"), "not_a_ruling_here", "5.11")
    driver.refuse(ask.PlaceWager(ANN, "Ann", 4, "ante", money(20)), "round_waits", "5.11")
    driver.ask(ask.DismissReport(PIT_MANAGER))
    for command in (
        ask.PlaceWager(ANN, "Ann", 4, "ante", money(20)),
        ask.RaiseWager(ANN, "Ann", 1, "ante", money(20)),
        ask.TakeBackWager(ANN, "Ann", 1, "ante"),
    ):
        driver.refuse(command, "bets_are_closed", "5.11")
    finish_as_ever(driver)


@pytest.mark.parametrize(("by", "position", "wager"), [("Ann", 1, "ante"), ("Bob", 2, "ante"), ("Cid", 3, "pair_plus")])
def test_a_bet_taken_off_after_the_close_wins_or_loses_as_it_lay(by: str, position: int, wager: str) -> None:
    driver = at("dealt")
    driver.ask(ask.Report(DEALER, "withdrawn_wager", (position,), by, wager=wager))
    assert lowest_post(driver, lambda each: ask.Rule(each, "continue")) == "dealer"
    driver.refuse(ask.Rule(SHIFT_MANAGER, "void"), "not_a_ruling_here", "R48")
    assert only(driver.ask(ask.Rule(DEALER, "continue")), RulingGiven).clause == "R48"
    finish_as_ever(driver)
    prove(GAME, "R48")


# More hands looked at than one


def two_hands(*, looked: bool = True, **wagers: int) -> Driver:
    """Ann plays 1 and 4, Bob 2; Ann has looked at 1. Hand 4 would win like hand 1."""
    driver = table_of(GAME, "Ann", "Bob", "Cid")
    driver.bet("Ann", 1, ante=20)
    driver.bet("Ann", 4, **(wagers or {"ante": 20, "progressive": 5}))
    driver.bet("Bob", 2, ante=20)
    driver.close()
    driver.deal({**HANDS, 4: "Ac Ah 8c"})
    if looked:
        driver.ask(ask.Look(ANN, 1))
    return driver


EXTRA = ask.Report(DEALER, "extra_hand_viewed", (4,), "Ann")


def test_a_further_hand_looked_at_on_purpose_is_out_and_the_first_one_stays() -> None:
    driver = two_hands()
    driver.refuse(ask.Look(ANN, 4), "one_hand_only", "3.7")
    driver.ask(EXTRA)
    for effect, clause in (("remove", "5.18"), ("continue", "R87")):
        assert lowest_post(driver, lambda by, effect=effect: ask.Rule(by, effect)) == "pit_supervisor"  # type: ignore[misc]
        driver.refuse(ask.Rule(DEALER, effect), "post_too_low", clause)  # type: ignore[arg-type]
    driver.refuse(ask.Rule(SHIFT_MANAGER, "bar"), "not_a_ruling_here", "5.18")
    assert only(driver.ask(ask.Rule(SUPERVISOR, "remove")), HandRemoved) == HandRemoved(4, "5.18")
    assert driver.floor.links["L1"].display == money(100_000)
    driver.choose(1, "play")
    driver.choose(2, "fold")
    back = {"ante": "<@5.18", "progressive": "<@5.18"}
    check_lines_of(driver, driver.finish(), {4: back, 1: {"ante": "+20", "play": "+20"}, 2: {"ante": "-20"}}, "5.18")
    assert better_off(driver) == "+40 -20 +0"
    prove(GAME, "5.18", "R38")


def test_looked_at_without_intent_it_stays_in_play() -> None:
    driver = two_hands()
    assert only(ruled(driver, EXTRA, "continue"), RulingGiven).clause == "R87"
    driver.choose(1, "play")
    driver.choose(2, "fold")
    driver.choose(4, "play")
    check_lines_of(driver, driver.finish(), {4: {"ante": "+20", "play": "+20", "progressive": "-5"}})
    assert better_off(driver) == "+75 -20 +0"
    prove(GAME, "R87")


def test_the_first_hand_may_be_folded_when_the_next_one_is_looked_at() -> None:
    driver = two_hands()
    driver.choose(1, "fold")
    driver.choose(2, "fold")
    ruled(driver, EXTRA, "remove")
    check_lines_of(
        driver, driver.finish(), {4: {"ante": "<@5.18", "progressive": "<@5.18"}, 1: {"ante": "-20"}}, "5.18"
    )
    assert better_off(driver) == "-20 -20 +0"


def test_a_hand_with_pair_plus_alone_that_was_looked_at_is_out() -> None:
    driver = two_hands(pair_plus=10)
    ruled(driver, EXTRA, "remove")
    driver.choose(1, "play")
    driver.choose(2, "fold")
    check_lines_of(driver, driver.finish(), {4: {"pair_plus": "<@5.18"}, 1: {"ante": "+20", "play": "+20"}}, "5.18")


def test_it_counts_after_the_settlement_until_the_next_call() -> None:
    driver = two_hands()
    driver.choose(1, "play")
    driver.choose(2, "fold")
    driver.choose(4, "play")
    driver.finish()
    events = ruled(driver, EXTRA, "remove")
    assert only(events, SettlementSetAside).clause == "5.18"
    back = {"ante": "<@5.18", "play": "<@5.18", "progressive": "<@5.18"}
    check_lines_of(driver, driver.finish(), {4: back, 1: {"ante": "+20", "play": "+20"}, 2: {"ante": "-20"}}, "5.18")
    assert better_off(driver) == "+40 -20 +0"
    prove(GAME, "R106")


@pytest.mark.parametrize("positions", [(1, 4), (2,), (2, 4)])
def test_it_is_some_of_the_players_own_hands_and_never_all(positions: tuple[int, ...]) -> None:
    driver = two_hands()
    driver.refuse(ask.Report(DEALER, "extra_hand_viewed", positions, "Ann"), "no_extra_hands", None)
