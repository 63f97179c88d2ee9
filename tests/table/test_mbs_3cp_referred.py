"""What the rules of Megalink Three Card Poker do not cover: the shift manager decides what becomes of the round."""

from typing import Any

import pytest

from pitlink.table import commands as ask
from pitlink.table.events import (
    HandRemoved,
    IrregularityReported,
    JackpotFailed,
    LaterRoundsDecided,
    RulingGiven,
    SettlementSetAside,
    WagersLetStand,
)
from pitlink.table.options import options
from pitlink.table.views import notices
from tests.driving import DEALER, PIT_MANAGER, SHIFT_MANAGER, SUPERVISOR, Driver, check_export, money
from tests.proving import prove, row_id, rows
from tests.table.three_cards import check_lines, only, stacks, table_of
from tests.table.three_going_wrong import (
    AFTER,
    ANN,
    BEFORE,
    BOB,
    CID,
    FED,
    GAME,
    HANDS,
    POOL,
    after,
    at,
    check_next_round,
    check_void,
    display,
    go_on,
    places,
)

BELOW = (ANN, DEALER, SUPERVISOR, PIT_MANAGER)
ODD = "a bird flew over the table"


def rulings(driver: Driver, effect: str, *positions: int) -> ask.Rule:
    """The shift manager's; those below him must not give it."""
    for by in BELOW:
        driver.refuse(ask.Rule(by, effect, positions), "post_too_low", "6.1")  # type: ignore[arg-type]
    return ask.Rule(SHIFT_MANAGER, effect, positions)  # type: ignore[arg-type]


# What may be ruled; `back` are the hands handed back. Bob, who has folded, has his Ante back too if his hand is named.
REFERRED = rows("""
moment         | effect          | back  | Ann | Bob | Cid | fed
bets open      | continue        |       |  55 | -40 |   5 | 3
bets closed    | continue        |       |  55 | -40 |   5 | 3
in the deal    | continue        |       |  55 | -40 |   5 | 3
settled        | continue        |       |  55 | -40 |   5 | 3
folded         | settle_as_shown |       |  55 | -40 |   5 | 3
bets closed    | return          | 1     |   0 | -40 |   5 | 2
in the deal    | return          | 2     |  55 |   0 |   5 | 2
played         | return          | 1     |   0 | -40 |   5 | 2
folded         | return          | 2     |  55 |   0 |   5 | 2
folded         | return          | 3     |  55 | -40 |   0 | 2
one hand shown | return          | 1 2 3 |   0 |   0 |   0 | 0
settled        | return          | 2 3   |  55 |   0 |   0 | 1
""")


@pytest.mark.parametrize("row", REFERRED, ids=row_id)
def test_the_shift_manager_decides_what_becomes_of_the_round(row: dict[str, str]) -> None:
    driver = at(row["moment"])
    back = tuple(map(int, row["back"].split()))
    (reported,) = driver.ask(ask.Report(BOB, "something_else", words=ODD))
    assert isinstance(reported, IrregularityReported)
    assert (reported.clause, reported.words) == ("6.1", ODD)
    events = driver.ask(rulings(driver, row["effect"], *back))
    given = only(events, RulingGiven)
    assert (given.effect, given.clause, given.by) == (row["effect"], "6.1", "Gil")
    assert [each for each in events if isinstance(each, HandRemoved)] == [HandRemoved(each, "6.1") for each in back]
    assert (SettlementSetAside in map(type, events)) == (row["moment"] == "settled" and bool(back))
    if row["moment"] == "bets open":
        driver.close()
    if not driver.play.settled:
        go_on(driver)
    for position in back:
        assert {line.rule for line in driver.play.lines if line.position == position} == {"6.1"}
    assert display(driver) == POOL + 1_00 * int(row["fed"])
    check_export(driver)
    check_next_round(driver, after(int(row["Ann"]), int(row["Bob"]), int(row["Cid"])))
    prove(GAME, "6.1")


@pytest.mark.parametrize("what", ["something_else", "face_up_card", "cards_drawn_together"])
@pytest.mark.parametrize("moment", ["dealt", "folded", "settled"])
def test_he_may_void_the_round(moment: str, what: str) -> None:
    """A card face up and cards drawn together have clauses in another rulebook only."""
    driver = at(moment)
    drawn = places("2.1 2.2") if what == "cards_drawn_together" and moment != "settled" else ()
    if what == "cards_drawn_together" and not drawn:
        return  # all cards lie open by then
    driver.ask(ask.Report(DEALER, what, places=drawn, words=ODD))  # type: ignore[arg-type]
    driver.refuse(ask.Rule(SHIFT_MANAGER, "reconstruct"), "not_a_ruling_here", "6.1")
    driver.refuse(ask.Rule(SHIFT_MANAGER, "return"), "fact_missing", "6.1")
    driver.refuse(ask.Rule(SHIFT_MANAGER, "return", (4,)), "no_hand_there", "6.1")
    driver.refuse(ask.Rule(SHIFT_MANAGER, "return", (1, 1)), "named_twice", "6.1")
    driver.refuse(ask.Rule(SHIFT_MANAGER, "void", (1,)), "not_part_of_ruling", "6.1")
    driver.ask(rulings(driver, "void"))
    check_void(driver, "6.1")
    check_next_round(driver, BEFORE)
    prove(GAME, "6.1")


def test_nothing_is_settled_as_it_lies_while_a_hand_is_undecided() -> None:
    driver = at("played")  # Bob has not decided
    driver.ask(ask.Report(BOB, "something_else", words=ODD))
    driver.refuse(ask.Rule(SHIFT_MANAGER, "settle_as_shown"), "not_a_ruling_here", "6.1")


def test_what_happened_is_told_in_words_and_only_he_finds_that_it_did_not() -> None:
    driver = at("dealt")
    driver.refuse(ask.Report(BOB, "something_else"), "fact_missing", "6.1")
    driver.refuse(ask.Report(BOB, "something_else", words="x" * 301), "words_not_readable", None)
    driver.ask(ask.Report(BOB, "something_else", words=ODD))
    for by in BELOW:
        driver.refuse(ask.DismissReport(by), "post_too_low", "6.1")
    driver.ask(ask.DismissReport(SHIFT_MANAGER))
    go_on(driver)
    check_next_round(driver, AFTER)


# R42: a wrong deal after somebody has touched his cards


@pytest.mark.parametrize("how", ["said handled", "said seen", "handled", "looked at", "played blind", "folded"])
def test_a_wrong_deal_is_referred_once_cards_were_handled(how: str) -> None:
    driver = at({"looked at": "looked at", "folded": "folded"}.get(how, "dealt"))
    if how == "handled":
        driver.ask(ask.HandleCards(CID, 3))  # Pair Plus only
    if how == "played blind":
        driver.choose(1, "play")  # which touches nothing
    report = ask.Report(DEALER, "misdeal", handled=how == "said handled", seen=how == "said seen")
    (reported,) = driver.ask(report)
    assert isinstance(reported, IrregularityReported)
    if how == "played blind":
        assert reported.clause == "5.2"
        driver.ask(ask.Rule(SUPERVISOR, "void"))
        check_void(driver, "5.2")
        return
    assert reported.clause == "R42"
    driver.refuse(ask.Rule(SHIFT_MANAGER, "reconstruct"), "not_a_ruling_here", "R42")
    driver.refuse(ask.DismissReport(DEALER), "post_too_low", "6.1")
    driver.refuse(ask.DismissReport(SUPERVISOR), "post_too_low", "6.1")
    driver.ask(rulings(driver, "continue"))
    go_on(driver)
    check_next_round(driver, AFTER)
    prove(GAME, "R42", "6.1")


# R23: the jackpot does not work


@pytest.mark.parametrize(
    ("moment", "first"),
    [
        ("bets open", "void"),
        ("bets closed", "void"),
        ("dealt", "void"),
        ("looked at", "continue"),
        ("settled", "continue"),
    ],
)
def test_a_jackpot_failure_is_referred_with_a_proposal(moment: str, first: str) -> None:
    """As the other operator's rules have it: void while nobody has seen a card of his, else the round goes on."""
    driver = at(moment)
    (reported,) = driver.ask(ask.Report(ANN, "jackpot_failure"))
    assert isinstance(reported, IrregularityReported)
    assert reported.clause == "R23"
    assert next(each.effect for each in options(driver.table, SHIFT_MANAGER) if each.command == "Rule") == first
    assert not [each for each in options(driver.table, PIT_MANAGER) if each.command == "Rule"]
    registered = driver.floor.links["L1"].display
    events = driver.ask(rulings(driver, first))
    assert only(events, JackpotFailed) == JackpotFailed((), "R23", registered)
    if first == "void":
        check_void(driver, "6.1")
    elif not driver.play.settled:
        go_on(driver)
    before = BEFORE if first == "void" else AFTER
    driver.refuse(ask.CallBets(DEALER), "later_rounds_undecided", "R23")
    driver.refuse(ask.DecideLaterRounds(PIT_MANAGER, "restored"), "post_too_low", "R23")
    driver.ask(ask.DecideLaterRounds(SHIFT_MANAGER, "restored"))
    check_next_round(driver, before)
    prove(GAME, "R23", "6.1")


def failed() -> Driver:
    """The jackpot has failed in the first round, which went on to its end."""
    driver = at("settled")
    driver.ask(ask.Report(DEALER, "jackpot_failure"))
    driver.ask(ask.Rule(SHIFT_MANAGER, "continue"))
    return driver


def later(driver: Driver, choice: str, *positions: int) -> LaterRoundsDecided:
    command = ask.DecideLaterRounds(SHIFT_MANAGER, choice, positions)  # type: ignore[arg-type]
    return only(driver.ask(command), LaterRoundsDecided)


def bet_of(name: str, position: int, wager: str, amount: int) -> dict[str, Any]:
    return {"player": name, "position": position, "wager": wager, "amount": money(amount)}


def test_later_rounds_are_played_without_the_jackpot() -> None:
    driver = failed()
    assert later(driver, "no_jackpot").clause == "R23"
    driver.call()
    assert stacks(driver) == AFTER
    driver.bet("Ann", 1, ante=25, pair_plus=10)
    wager = bet_of("Ann", 1, "progressive", 5)
    driver.refuse(ask.PlaceWager(ANN, **wager), "no_jackpot_bets", "R23")
    driver.refuse(ask.RecordWager(DEALER, **wager), "no_jackpot_bets", "R23")
    driver.close()
    driver.deal(HANDS)
    driver.choose(1, "play")
    driver.finish()
    assert display(driver) == POOL + FED
    later(driver, "restored")
    driver.call()
    driver.bet("Ann", 1, ante=25, progressive=5)
    prove(GAME, "R23")


def test_single_positions_are_blocked_until_it_works_again() -> None:
    driver = failed()
    driver.refuse(ask.DecideLaterRounds(SHIFT_MANAGER, "block_positions"), "positions_wrong", "R23")
    driver.refuse(ask.DecideLaterRounds(SHIFT_MANAGER, "no_jackpot", (1,)), "positions_wrong", "R23")
    driver.refuse(ask.DecideLaterRounds(SHIFT_MANAGER, "block_positions", (2, 2)), "named_twice", "R23")
    assert later(driver, "block_positions", 2).positions == (2,)
    driver.call()
    driver.refuse(ask.PlaceWager(BOB, **bet_of("Bob", 2, "ante", 25)), "position_is_blocked", "R23")
    driver.bet("Ann", 1, ante=25, progressive=5)
    driver.bet("Bob", 4, ante=25)
    later(driver, "restored")
    driver.bet("Bob", 2, ante=25)
    driver.refuse(ask.DecideLaterRounds(SHIFT_MANAGER, "no_jackpot"), "jackpot_works", "R23")
    prove(GAME, "R23")


def test_or_the_table_closes() -> None:
    driver = failed()
    later(driver, "close_table")
    assert [each.clause for each in notices(driver.table)] == ["R23"]
    driver.refuse(ask.CallBets(DEALER), "table_is_to_close", "R23")
    driver.ask(ask.CloseTable(SUPERVISOR))
    assert stacks(driver) == AFTER
    prove(GAME, "R23")


def test_without_a_link_no_jackpot_fails() -> None:
    driver = table_of(GAME, "Ann", link=None)
    driver.bet("Ann", 1, ante=25)
    driver.refuse(ask.Report(DEALER, "jackpot_failure"), "no_jackpot_here", "3.5.3")


# R68: a Play that is not the Ante's equal. Ann has an Ante of 25 and wins.
WRONG_PLAY = rows("""
play | effect          | ante   | play_line | Ann
20   | settle_as_shown | +25    | +20       |  45
30   | settle_as_shown | +25    | +25(5)    |  50
20   | return          | <@6.1  | <@6.1     |   0
30   | return          | <@6.1  | <@6.1     |   0
30   | void            |        |           |   0
""")


@pytest.mark.parametrize("shown", [False, True])
@pytest.mark.parametrize("row", WRONG_PLAY, ids=row_id)
def test_a_play_of_a_wrong_amount_is_referred(row: dict[str, str], shown: bool) -> None:
    driver = table_of(GAME, "Ann", "Bob", "Cid")
    driver.bet("Ann", 1, ante=25)
    driver.close()
    driver.deal(HANDS)
    driver.refuse(ask.Report(DEALER, "wrong_later_wager", (1,)), "no_wrong_amount", "R68")
    driver.ask(ask.RecordDecision(DEALER, 1, "play", money(row["play"])))
    if shown:
        driver.expose()
        driver.ask(ask.ShowHand(DEALER, 1))
        driver.refuse(ask.Settle(DEALER), "wrong_later_wager", "R68")
    (reported,) = driver.ask(ask.Report(DEALER, "wrong_later_wager", (1,)))
    assert isinstance(reported, IrregularityReported)
    assert reported.clause == "R68"
    events = driver.ask(rulings(driver, row["effect"], *([1] if row["effect"] == "return" else [])))
    if row["effect"] == "void":
        check_void(driver, "6.1")
    else:
        if row["effect"] == "settle_as_shown":
            assert only(events, WagersLetStand) == WagersLetStand((1,), "6.1")
        driver.finish()
        check_lines(GAME, driver.play.lines, 1, {"ante": row["ante"], "play": row["play_line"]})
        check_export(driver)
    check_next_round(driver, after(int(row["Ann"]), 0, 0))
    prove(GAME, "R68", "6.1")
