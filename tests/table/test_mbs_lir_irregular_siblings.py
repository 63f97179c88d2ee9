"""What the rulebook of Megalink Let It Ride leaves out goes as with its siblings (R33)."""

import pytest

from pitlink.table import commands as ask
from pitlink.table.events import (
    HandRemoved,
    IrregularityReported,
    JackpotFailed,
    OptionsGiven,
    OptionTaken,
    PlayerAsked,
    PlayerBarred,
    SettlementSetAside,
)
from tests.driving import DEALER, PIT_MANAGER, SHIFT_MANAGER, SUPERVISOR, check_export, money
from tests.proving import prove, row_id, rows
from tests.table.letting_ride import enter, lines, lir_table, of, one
from tests.table.riding_wrong import (
    AFTER,
    ANN,
    BEFORE,
    BOB,
    CID,
    FED,
    GAME,
    HANDS,
    NAMES,
    POOL,
    after,
    at,
    check_next_round,
    check_void,
    decide,
    display,
    go_on,
    stacks,
)

PLAYERS = {1: ANN, 2: BOB, 3: CID}
WAGERS = ["1", "2", "$", "progressive"]


# As 5.7 and 5.7.1


@pytest.mark.parametrize("moment", ["in the deal", "dealt", "1 decided", "one card up", "2 decided", "settled"])
@pytest.mark.parametrize("out", [1, 2, 3])
def test_a_hand_of_a_wrong_number_of_cards_is_out(out: int, moment: str) -> None:
    """What was withdrawn in its turn is back already; with the hand goes the feature that its progressive had won."""
    driver = at(moment)
    report = ask.Report(ANN, "wrong_player_count", (out,))
    if moment == "in the deal" and out == 3:
        driver.refuse(report, "no_hand_there", None)
        return
    driver.ask(report)
    driver.refuse(ask.DismissReport(DEALER), "post_too_low", "R89")
    driver.refuse(ask.Rule(DEALER, "remove"), "post_too_low", "R33")
    events = driver.ask(ask.Rule(SUPERVISOR, "remove"))
    assert of(HandRemoved, events) == [HandRemoved(out, "R33")]
    assert len(of(SettlementSetAside, events)) == (moment == "settled")
    assert driver.table.players[NAMES[out]].lying == 0
    go_on(driver)
    told = {wager: line for (position, wager), line in lines(driver.play.lines).items() if position == out}
    assert sorted(told) == sorted(WAGERS)
    assert {(line.outcome, line.rule) for line in told.values()} == {("returned", "R33")}
    assert display(driver) == POOL + FED - 1_00
    check_export(driver)
    driver_after = {name: BEFORE[name] if name == NAMES[out] else AFTER[name] for name in BEFORE}
    check_next_round(driver, driver_after)
    prove(GAME, "R33")


def test_a_supervisor_may_find_that_the_cards_are_right() -> None:
    driver = at("dealt")
    driver.ask(ask.Report(ANN, "wrong_player_count", (2,)))
    driver.refuse(ask.DismissReport(DEALER), "post_too_low", "R89")
    driver.ask(ask.DismissReport(SUPERVISOR))
    go_on(driver)
    check_next_round(driver, AFTER)


# As 5.7.1 and 5.16.1: `t` takes back, `c` goes on
OPTIONS = rows("""
moment      | out | 1 | 2 | 3 | Ann | Bob | Cid | fed
in the deal | 1   |   | c | t |   0 | -30 |   0 | 1
dealt       | 3   | t | c |   |   0 | -30 |   0 | 1
1 decided   | 3   | t | c |   |   0 | -30 |   0 | 1
1 decided   | 2   | c |   | t |  45 |   0 |   0 | 1
one card up | 2   | t |   | c |   0 |   0 |  -5 | 1
2 decided   | 1   |   | t | t |   0 |   0 |   0 | 0
bets closed |     | t | c | c |   0 | -30 |  -5 | 2
in the deal |     | c | c | t |  45 | -30 |   0 | 2
1 decided   |     | t | t | c |   0 |   0 |  -5 | 1
2 decided   |     | t | t | t |   0 |   0 |   0 | 0
2 decided   |     | c | t | c |  45 |   0 |  -5 | 2
""")


@pytest.mark.parametrize("row", OPTIONS, ids=row_id)
def test_players_take_everything_back_or_go_on(row: dict[str, str]) -> None:
    driver = at(row["moment"])
    answers = {int(each): {"t": "take_back", "c": "continue"}[row[each]] for each in "123" if row[each]}
    if row["out"]:
        driver.ask(ask.Report(DEALER, "wrong_player_count", (int(row["out"]),)))
        given = one(OptionsGiven, driver.ask(ask.Rule(SUPERVISOR, "remove_and_ask")))
    else:
        driver.ask(ask.Report(DEALER, "power_failure"))  # a wager withdrawn is neither won nor lost
        driver.refuse(ask.Rule(SHIFT_MANAGER, "continue"), "not_a_ruling_here", "R33")
        given = one(OptionsGiven, driver.ask(ask.Rule(DEALER, "ask")))
    assert (given.positions, given.clause) == (tuple(answers), "R33")
    driver.refuse(ask.Decide(ANN, 1, "ride"), "round_waits", "R33")
    for position, answer in answers.items():
        driver.ask(ask.AnswerOption(PLAYERS[position], position, answer))  # type: ignore[arg-type]
    go_on(driver)
    assert display(driver) == POOL + 1_00 * int(row["fed"])
    check_export(driver)
    check_next_round(driver, after(int(row["Ann"]), int(row["Bob"]), int(row["Cid"])))
    prove(GAME, "R33")


def test_silence_means_to_go_on() -> None:
    driver = at("1 decided")
    driver.ask(ask.Report(DEALER, "power_failure"))
    driver.ask(ask.Rule(DEALER, "ask"))
    for position in NAMES:
        assert driver.ask(ask.TakeSilence(DEALER, position)) == (PlayerAsked(position, "R102"),)
        assert driver.ask(ask.TakeSilence(DEALER, position)) == (OptionTaken(position, "continue", "R33", None),)
    go_on(driver)
    check_next_round(driver, AFTER)
    prove(GAME, "R102", "R33")


@pytest.mark.parametrize("moment", ["one hand shown", "settled"])
def test_with_an_outcome_the_round_goes_on_without_power(moment: str) -> None:
    driver = at("2 decided" if moment == "one hand shown" else moment)
    if moment == "one hand shown":
        driver.expose()
        driver.ask(ask.ShowHand(DEALER, 3))
    driver.ask(ask.Report(DEALER, "power_failure"))
    driver.refuse(ask.Rule(SHIFT_MANAGER, "ask"), "not_a_ruling_here", "R33")
    driver.ask(ask.Rule(DEALER, "continue"))
    if moment != "settled":
        driver.finish()
    check_next_round(driver, AFTER)
    prove(GAME, "R33")


# As 5.8: three hands of three and two community cards


@pytest.mark.parametrize(("moment", "used"), [("in the deal", 4), ("dealt", 11), ("settled", 11)])
@pytest.mark.parametrize("wrong", [-1, 0, 1])
def test_the_dealer_counts(moment: str, used: int, wrong: int) -> None:
    driver = at(moment)
    driver.ask(ask.Report(BOB, "doubtful_count"))
    driver.refuse(ask.CountCards(BOB, used), "post_too_low", "R33")
    driver.ask(ask.CountCards(DEALER, used + wrong))
    if wrong:
        driver.refuse(ask.Rule(DEALER, "void"), "post_too_low", "R33")
        driver.ask(ask.Rule(SUPERVISOR, "void"))
        check_void(driver, "R33")
    elif moment != "settled":
        go_on(driver)
    check_next_round(driver, BEFORE if wrong else AFTER)
    prove(GAME, "R33")


# As 5.9 and 5.10


@pytest.mark.parametrize(
    ("moment", "changes"), [("dealt", (0, -30, -5)), ("2 decided", (0, -30, -5)), ("settled", (45, -30, -5))]
)
def test_a_barred_player_has_back_what_is_undecided(moment: str, changes: tuple[int, int, int]) -> None:
    driver = at(moment)
    driver.ask(ask.Report(DEALER, "hand_not_secret", player="Ann"))
    for below in (ANN, DEALER, SUPERVISOR, PIT_MANAGER):
        driver.refuse(ask.Rule(below, "bar"), "post_too_low", "R33")
    assert PlayerBarred("Ann", "Gil", "R33") in driver.ask(ask.Rule(SHIFT_MANAGER, "bar"))
    if moment != "settled":
        go_on(driver)
    driver.call()
    assert stacks(driver) == after(*changes)
    bet = ask.PlaceWager(ANN, "Ann", 1, "1", money(25))
    driver.refuse(bet, "player_is_barred", "R33")
    driver.refuse(ask.LiftBar(PIT_MANAGER, "Ann"), "post_too_low", "R33")
    driver.ask(ask.LiftBar(SHIFT_MANAGER, "Ann"))
    driver.ask(bet)
    prove(GAME, "R33")


@pytest.mark.parametrize(("viewed", "kept"), [((), 1), ((1,), 1), ((4,), 4)])
def test_of_several_hands_those_looked_at_go_on_or_the_first(viewed: tuple[int, ...], kept: int) -> None:
    driver = lir_table("Ann", "Bob", "Cid")
    driver.call()
    enter(driver, "Ann", 1, 25, 5)
    enter(driver, "Ann", 4, 10, 5)
    driver.close()
    driver.deal({**HANDS, 4: "2c 4h 7s"})
    driver.ask(ask.Report(BOB, "several_hands", viewed, "Ann"))
    effect = "keep_viewed" if viewed else "keep_first"
    driver.refuse(ask.Rule(DEALER, effect), "post_too_low", "R33")  # type: ignore[arg-type]
    driver.refuse(ask.Rule(PIT_MANAGER, "bar"), "post_too_low", "R33")
    driver.ask(ask.Rule(SUPERVISOR, effect))  # type: ignore[arg-type]
    driver.choose(kept, "ride", "ride")
    driver.finish()
    other = {1: 4, 4: 1}[kept]
    assert {line.rule for line in driver.play.lines if line.position == other} == {"R33"}
    assert display(driver) == POOL + 1_00
    driver.call()
    assert stacks(driver) == after(70 if kept == 1 else -35, 0, 0)
    prove(GAME, "R33")


# As 6.1


REFERRED = rows("""
moment    | effect          | back | Ann | Bob | Cid
dealt     | continue        |      |  45 | -30 |  -5
1 decided | return          | 1 3  |   0 | -30 |   0
2 decided | settle_as_shown |      |  45 | -30 |  -5
settled   | return          | 2    |  45 |   0 |  -5
settled   | continue        |      |  45 | -30 |  -5
""")


@pytest.mark.parametrize("what", ["something_else", "misdeal"])
@pytest.mark.parametrize("row", REFERRED, ids=row_id)
def test_the_shift_manager_decides_what_nothing_covers(row: dict[str, str], what: str) -> None:
    """So too a wrong deal after cards were handled (R42)."""
    driver = at(row["moment"])
    (reported,) = driver.ask(ask.Report(BOB, what, handled=True, words="odd"))  # type: ignore[arg-type]
    assert isinstance(reported, IrregularityReported)
    assert reported.clause == ("R42" if what == "misdeal" else "R33")
    back = tuple(map(int, row["back"].split()))
    for below in (ANN, DEALER, SUPERVISOR, PIT_MANAGER):
        driver.refuse(ask.Rule(below, row["effect"], back), "post_too_low", "R33")  # type: ignore[arg-type]
    driver.refuse(ask.DismissReport(PIT_MANAGER), "post_too_low", "R33")
    driver.ask(ask.Rule(SHIFT_MANAGER, row["effect"], back))  # type: ignore[arg-type]
    if not driver.play.settled:
        go_on(driver)
    check_next_round(driver, after(int(row["Ann"]), int(row["Bob"]), int(row["Cid"])))
    prove(GAME, "R33", *(["R42"] if what == "misdeal" else []))


def test_a_jackpot_failure_is_referred_and_later_rounds_go_without_it() -> None:
    driver = at("dealt")
    driver.ask(ask.Report(DEALER, "jackpot_failure"))
    driver.refuse(ask.Rule(PIT_MANAGER, "void"), "post_too_low", "R33")
    assert one(JackpotFailed, driver.ask(ask.Rule(SHIFT_MANAGER, "void"))).clause == "R23"
    check_void(driver, "R33")
    driver.refuse(ask.CallBets(DEALER), "later_rounds_undecided", "R23")
    driver.ask(ask.DecideLaterRounds(SHIFT_MANAGER, "no_jackpot"))
    driver.call()
    enter(driver, "Ann", 1)
    driver.refuse(ask.PlaceWager(ANN, "Ann", 1, "progressive", money(5)), "no_jackpot_bets", "R23")
    driver.close()
    driver.deal(HANDS)
    decide(driver, "ride")
    decide(driver, "ride")
    driver.finish()
    driver.ask(ask.DecideLaterRounds(SHIFT_MANAGER, "restored"))
    check_next_round(driver, after(75, 0, 0))
    prove(GAME, "R23", "R33")
