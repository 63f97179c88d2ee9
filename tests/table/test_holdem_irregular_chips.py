"""mbs-thb and mbs-uth 5.5, 5.6 and R68: chips that came late, were taken off, or are not as many as they must be."""

import pytest

from pitlink.table import commands as ask
from pitlink.table.events import HandRemoved, LateChipsRefused, WagersHandedBack, WagersLetStand
from tests.driving import DEALER, PIT_MANAGER, SHIFT_MANAGER, SUPERVISOR, Driver, money
from tests.proving import prove
from tests.table.every_game import ENTRY, STAYS
from tests.table.holdem import table_of
from tests.table.holdem_trouble import (
    ANN,
    AWARD,
    BOB,
    CID,
    ENTRIES,
    FED,
    GAMES,
    MOMENTS,
    SIDE_BET,
    all_back,
    bets_lie,
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

AFTER_THE_CLOSE = tuple(moment for moment in MOMENTS if moment != "bets lie")


def late(driver: Driver, name: str, position: int, wager: str, amount: int) -> None:
    clause = report(
        driver, "late_wager", positions=(position,), player=name, wager=wager, amount=money(amount), by=SUPERVISOR
    )
    assert clause == "5.5"


# 5.5: laid after "No more bets"


@pytest.mark.parametrize("moment", AFTER_THE_CLOSE)
def test_a_side_bet_that_came_late_goes_back_won_or_lost(game: str, moment: str) -> None:
    driver = table_at(game, moment)
    late(driver, "Cid", 3, SIDE_BET[game], 10)
    for by in (CID, DEALER):
        driver.refuse(ask.Rule(by, "refuse_late"), "post_too_low", "5.5")
    assert driver.ask(ask.Rule(SUPERVISOR, "refuse_late"))[-1] == WagersHandedBack(3, (SIDE_BET[game],), "5.5")
    go_on(driver)
    expected = undisturbed(game) | {(3, SIDE_BET[game]): ("returned", money(0), money(10), "5.5")}
    assert lines(driver) == expected
    prove(game, "5.5", "R47")
    check_next_round(driver)


@pytest.mark.parametrize("moment", AFTER_THE_CLOSE)
def test_a_late_progressive_wins_nothing_and_feeds_nothing(game: str, moment: str) -> None:
    driver = table_at(game, moment)
    late(driver, "Ann", 1, "progressive", 5)
    driver.ask(ask.Rule(SUPERVISOR, "refuse_late"))
    go_on(driver)
    assert lines(driver) == undisturbed(game) | {(1, "progressive"): ("returned", money(0), money(5), "5.5")}
    assert pool(driver) == FED - 100
    ann = {"mbs-thb": 0, "mbs-uth": 1225}[game]  # 1 wins, 5 loses
    assert stacks(driver)["Ann"] == money(ann)
    prove(game, "5.5", "R14", "R47")


@pytest.mark.parametrize("moment", ["bets closed", "in the deal", "dealt"])
def test_of_an_increase_only_the_late_part_goes_back(game: str, moment: str) -> None:
    driver = table_at(game, moment)
    late(driver, "Cid", 3, "ante", 10)
    events = driver.ask(ask.Rule(SUPERVISOR, "refuse_late"))
    assert events[1:] == tuple(LateChipsRefused("Cid", 3, wager, money(10), "5.5") for wager in ENTRIES[game])
    assert driver.table.players["Cid"].lying == money(10 + 15 * len(ENTRIES[game]))
    go_on(driver)
    lost = {"mbs-thb": 15 * 5 + 10, "mbs-uth": 15 * 6 + 10}[game]  # later wagers follow the Ante that is left
    assert stacks(driver)["Cid"] == -money(lost)
    prove(game, "5.5", "R47")


def test_an_entry_that_came_late_takes_the_hand_along(game: str) -> None:
    driver = table_at(game, "dealt")
    late(driver, "Cid", 3, "ante", 25)
    assert driver.ask(ask.Rule(SUPERVISOR, "refuse_late"))[1:] == (HandRemoved(3, "R47"),)
    go_on(driver)
    assert all_back(driver, 3, "R47")
    assert stacks(driver)["Cid"] == 0
    prove(game, "R47")


LATER_PARTS = {"mbs-thb": {"flop": 20, "turn": 10, "river": 10}, "mbs-uth": {"play": 40}}


@pytest.mark.parametrize("moment", ["to be settled", "paid"])
def test_the_same_part_of_later_wagers_goes_back_with_an_ante_that_was_partly_late(game: str, moment: str) -> None:
    """They were exact for the Ante as it lay, and are exact for what is left of it: nothing for R68."""
    driver = table_at(game, moment)
    late(driver, "Cid", 3, "ante", 10)
    events = driver.ask(ask.Rule(SUPERVISOR, "refuse_late"))
    back = {**dict.fromkeys(ENTRIES[game], 10), **LATER_PARTS[game]}
    refused = [event for event in events if isinstance(event, LateChipsRefused)]
    assert refused == [LateChipsRefused("Cid", 3, wager, money(part), "5.5") for wager, part in back.items()]
    assert driver.table.players["Cid"].lying == money(10 + 25 * len(ENTRIES[game]) + 100 - sum(back.values()))
    code, clause = ("no_wrong_amount", "R68") if moment == "to be settled" else ("too_late", "6.1")
    driver.refuse(ask.Report(DEALER, "wrong_later_wager", (3,)), code, clause)
    go_on(driver)
    lost = {"mbs-thb": 15 * 5 + 10, "mbs-uth": 15 * 6 + 10}[game]
    assert not [told for key, told in lines(driver).items() if key[0] == 3 and told[2]]  # and none of it a second time
    assert of_others(lines(driver), 3) == of_others(undisturbed(game), 3)
    assert stacks(driver)["Cid"] == -money(lost)
    prove(game, "5.5")


def test_a_late_part_of_the_blind_takes_the_play_along_like_one_of_the_ante(game: str) -> None:
    """The two are equal and shrink together, whichever of them was named; the Play follows the Ante."""
    driver = table_at(game, "to be settled")
    late(driver, "Cid", 3, ENTRIES[game][-1], 10)
    driver.ask(ask.Rule(SUPERVISOR, "refuse_late"))
    go_on(driver)
    lost = {"mbs-thb": 15 * 5 + 10, "mbs-uth": 15 * 6 + 10}[game]
    assert stacks(driver)["Cid"] == -money(lost)


@pytest.mark.parametrize(("amount", "left"), [(50, 1000), (100, 1000), (200, 900)])
def test_later_wagers_follow_the_ante_within_the_maximum_also_when_a_part_was_late(
    game: str, amount: int, left: int
) -> None:
    """1100.00 lie where 1000.00 are the most: later wagers have followed 1000.00 (R28), and follow what is left."""
    driver = table_of(game, "Ann")
    driver.call()
    for wager in ENTRIES[game]:
        driver.ask(ask.RecordWager(DEALER, "Ann", 1, wager, money(1100)))
    go_on(driver, MOMENTS["to be settled"])
    late(driver, "Ann", 1, "ante", amount)
    driver.ask(ask.Rule(SUPERVISOR, "refuse_late"))
    lies = {wager: driver.box(1).lying(wager) for wager in LATER_PARTS[game]}
    assert lies == {wager: money(left * part // 10) for wager, part in LATER_PARTS[game].items()}
    driver.ask(ask.Settle(DEALER))


def test_late_chips_lie_there_and_are_no_more_than_lie_there(game: str) -> None:
    facts = {"positions": (3,), "player": "Cid", "wager": "ante", "amount": money(10)}

    def about(**changes: object) -> ask.Report:
        return ask.Report(DEALER, "late_wager", **{**facts, **changes})  # type: ignore[arg-type]

    driver = table_at(game, "bets lie")
    driver.refuse(about(), "too_early", "3.2")
    go_on(driver, MOMENTS["dealt"])
    for fact in facts:
        driver.refuse(about(**{fact: () if fact == "positions" else None}), "fact_missing", "6.1")
    driver.refuse(about(amount=money(26)), "not_so_much", None)
    driver.refuse(about(player="Bob"), "no_wager_there", driver.table.rules.procedure.areas)
    driver.refuse(about(positions=(1,), player="Ann", wager="progressive", amount=money(1)), "not_so_much", None)
    driver.refuse(about(positions=(1, 3)), "one_position", None)


# 5.6: taken off after "No more bets"


@pytest.mark.parametrize("moment", ["bets closed", "in the deal", "dealt", "folded", "shown"])
@pytest.mark.parametrize(("name", "position", "wager"), [("Cid", 3, "ante"), ("Ann", 1, "progressive")])
def test_what_was_taken_off_wins_or_loses_all_the_same(
    game: str, moment: str, name: str, position: int, wager: str
) -> None:
    driver = table_at(game, moment)
    assert report(driver, "withdrawn_wager", positions=(position,), player=name, wager=wager) == "5.6"
    driver.refuse(ask.Rule(CID, "continue"), "post_too_low", "5.6")
    driver.refuse(ask.Rule(SUPERVISOR, "void"), "not_a_ruling_here", "5.6")
    assert given(driver.ask(ask.Rule(DEALER, "continue"))) == ("continue", "5.6", "Dana")
    go_on(driver)
    assert lines(driver) == undisturbed(game)
    assert pool(driver) == FED - AWARD
    prove(game, "5.6")
    check_next_round(driver)


def test_before_the_close_and_after_the_settlement_nothing_is_withdrawn(game: str) -> None:
    facts = ((3,), "Cid", (), "ante")
    driver = table_at(game, "bets lie")
    driver.refuse(ask.Report(DEALER, "withdrawn_wager", *facts), "too_early", "3.2")
    go_on(driver, MOMENTS["settled"])
    driver.refuse(ask.Report(DEALER, "withdrawn_wager", *facts), "too_late", "6.1")


# R68: a later wager of the wrong amount

EXACT = {"mbs-thb": ("flop", 50), "mbs-uth": ("play", 100)}


def wrong(game: str, by: int, until: str = "to be settled") -> Driver:
    """Ann's first later wager at 1 lies with so much too much or too little."""
    driver = bets_lie(game)
    go_on(driver, MOMENTS["dealt"])
    amount = money(EXACT[game][1] + by)
    driver.ask(ask.RecordDecision(DEALER, 1, STAYS[game][0], amount))
    go_on(driver, MOMENTS[until])
    return driver


@pytest.mark.parametrize("by", [20, -20])
def test_a_wrong_amount_waits_for_a_person(game: str, by: int) -> None:
    driver = wrong(game, by)
    driver.refuse(ask.Settle(DEALER), "wrong_later_wager", "R68")
    driver.refuse(ask.Report(DEALER, "wrong_later_wager", (3,)), "no_wrong_amount", "R68")
    driver.refuse(ask.Report(DEALER, "wrong_later_wager"), "fact_missing", "6.1")
    assert report(driver, "wrong_later_wager", BOB, positions=(1,)) == "R68"
    for person in (ANN, DEALER, SUPERVISOR, PIT_MANAGER):
        for effect in ("settle_as_shown", "continue", "void"):
            driver.refuse(ask.Rule(person, effect), "post_too_low", "6.1")
        driver.refuse(ask.DismissReport(person), "post_too_low", "6.1")


@pytest.mark.parametrize("by", [20, -20])
def test_it_may_be_settled_as_it_lies(game: str, by: int) -> None:
    """As far as it is right: what is too much goes back, what is too little wins for itself only."""
    driver = wrong(game, by)
    report(driver, "wrong_later_wager", positions=(1,))
    assert driver.ask(ask.Rule(SHIFT_MANAGER, "settle_as_shown"))[1:] == (WagersLetStand((1,), "6.1"),)
    go_on(driver)
    wager, exact = EXACT[game]
    outcome, pays, back, _ = lines(driver)[1, wager]
    assert (outcome, pays, back) == ("win", money(min(exact, exact + by)), money(exact + by))
    assert {key: told for key, told in lines(driver).items() if key != (1, wager)} == {
        key: told for key, told in undisturbed(game).items() if key != (1, wager)
    }
    ann = {"mbs-thb": -5, "mbs-uth": 1220}[game] + min(0, by)
    assert stacks(driver)["Ann"] == AWARD + 100 * ann
    prove(game, "R68", "6.1")


def test_the_round_may_be_void_for_it(game: str) -> None:
    driver = wrong(game, 20)
    report(driver, "wrong_later_wager", positions=(1,))
    check_void(driver, driver.ask(ask.Rule(SHIFT_MANAGER, "void")), "6.1")
    check_next_round(driver)
    prove(game, "6.1")


@pytest.mark.parametrize("by", [20, -20])
def test_the_hand_may_go_back_for_it(game: str, by: int) -> None:
    driver = wrong(game, by)
    report(driver, "wrong_later_wager", positions=(1,))
    driver.ask(ask.Rule(SHIFT_MANAGER, "return", (1,)))
    go_on(driver)
    assert all_back(driver, 1, "6.1")
    assert lines(driver)[1, EXACT[game][0]][2] == money(EXACT[game][1] + by)
    assert pool(driver) == FED - 100
    check_next_round(driver)
    prove(game, "6.1")


def test_or_the_chips_are_put_right(game: str) -> None:
    driver = wrong(game, 20)
    report(driver, "wrong_later_wager", positions=(1,))
    driver.ask(ask.Rule(SHIFT_MANAGER, "continue"))
    driver.refuse(ask.Settle(DEALER), "wrong_later_wager", "R68")
    wager, exact = EXACT[game]
    driver.ask(ask.CorrectWager(SUPERVISOR, "Ann", 1, wager, money(exact)))
    go_on(driver)
    assert lines(driver) == undisturbed(game)
    check_next_round(driver)


def test_a_hand_of_a_wrong_count_needs_no_ruling_on_its_wagers(game: str) -> None:
    driver = wrong(game, 20, "shown")
    report(driver, "wrong_player_count", positions=(1,))
    driver.ask(ask.Rule(SUPERVISOR, "remove"))
    go_on(driver)
    assert all_back(driver, 1, "5.7")
    lost = len(ENTRY[game]) * 25 + {"mbs-thb": 100, "mbs-uth": 100}[game]  # at position 5
    assert stacks(driver)["Ann"] == -money(lost)
