"""What players do wrong at Megalink Three Card Poker: hands that are not secret, several hands, chips too late."""

import pytest

from pitlink.table import commands as ask
from pitlink.table.events import BarLifted, HandRemoved, LateChipsRefused, PlayerBarred, WagersHandedBack
from tests.driving import DEALER, PIT_MANAGER, SHIFT_MANAGER, SUPERVISOR, Driver, check_export, money, player
from tests.proving import prove, row_id, rows
from tests.table.three_cards import check_lines, stacks, table_of
from tests.table.three_going_wrong import (
    AFTER,
    ANN,
    BOB,
    CID,
    GAME,
    HANDS,
    POOL,
    after,
    at,
    check_next_round,
    display,
    go_on,
)

# 5.9: hands are secret


@pytest.mark.parametrize(
    ("moment", "name", "changes", "fed"),
    [
        ("bets closed", "Cid", (55, -40, 0), 2),
        ("in the deal", "Ann", (0, -40, 5), 2),
        ("dealt", "Bob", (55, 0, 5), 2),
        ("played", "Ann", (0, -40, 5), 2),
        ("played", "Bob", (55, 0, 5), 2),
        ("folded", "Ann", (0, -40, 5), 2),
        ("folded", "Bob", (55, -25, 5), 2),  # the Ante is folded, Pair Plus and progressive are not (R51)
        ("folded", "Cid", (55, -40, 0), 2),
        ("settled", "Ann", (55, -40, 5), 3),  # all is decided
    ],
)
def test_a_barred_player_has_back_what_is_undecided(
    moment: str, name: str, changes: tuple[int, int, int], fed: int
) -> None:
    driver = at(moment)
    report = ask.Report(DEALER, "hand_not_secret", player=name)
    if moment == "bets closed":
        driver.refuse(report, "too_early", "3.7")
        return
    driver.ask(report)
    for below in (ANN, DEALER, SUPERVISOR, PIT_MANAGER):
        driver.refuse(ask.Rule(below, "bar"), "post_too_low", "5.9")
    events = driver.ask(ask.Rule(SHIFT_MANAGER, "bar"))
    assert PlayerBarred(name, "Gil", "5.9") in events
    if (moment, name) == ("folded", "Bob"):
        assert WagersHandedBack(2, ("progressive", "pair_plus"), "5.9") in events
    if moment != "settled":
        assert driver.table.players[name].lying == (25_00 if (moment, name) == ("folded", "Bob") else 0)
        go_on(driver)
    assert display(driver) == POOL + 1_00 * fed
    check_export(driver)
    driver.call()
    assert stacks(driver) == after(*changes)
    position = {"Ann": 1, "Bob": 2, "Cid": 3}[name]
    bet = ask.PlaceWager(player(name), name, position, "ante", money(25))
    driver.refuse(bet, "player_is_barred", "5.9")
    driver.refuse(ask.RecordWager(DEALER, name, position, "ante", money(25)), "player_is_barred", "5.9")
    driver.refuse(ask.LiftBar(PIT_MANAGER, name), "post_too_low", "5.9")
    assert driver.ask(ask.LiftBar(SHIFT_MANAGER, name)) == (BarLifted(name, "Gil"),)
    driver.refuse(ask.LiftBar(SHIFT_MANAGER, name), "not_barred", "5.9")
    driver.ask(bet)
    prove(GAME, "5.9")


def test_the_shift_manager_may_let_it_pass() -> None:
    driver = at("looked at")
    driver.refuse(ask.Report(DEALER, "hand_not_secret"), "fact_missing", "6.1")
    driver.refuse(ask.Report(DEALER, "hand_not_secret", player="Zoe"), "not_at_the_table", "6.1")
    driver.ask(ask.Report(BOB, "hand_not_secret", player="Ann"))
    driver.refuse(ask.Rule(PIT_MANAGER, "continue"), "post_too_low", "5.9")
    driver.refuse(ask.Rule(SHIFT_MANAGER, "void"), "not_a_ruling_here", "5.9")
    driver.ask(ask.Rule(SHIFT_MANAGER, "continue"))
    go_on(driver)
    check_next_round(driver, AFTER)
    prove(GAME, "5.9")


def test_chips_of_others_follow_the_hand() -> None:
    """Bob's chips beside Ann's go back with her hand; his in Cid's wager stay, for that hand is not his (R105)."""
    driver = table_of(GAME, "Ann", "Bob", "Cid")
    driver.bet("Ann", 1, ante=25)
    driver.bet("Bob", 1, ante=10)
    driver.bet("Ann", 3, pair_plus=20)
    driver.bet("Cid", 3, pair_plus=10)
    driver.close()
    driver.deal(HANDS)
    driver.ask(ask.Report(DEALER, "hand_not_secret", player="Ann"))
    events = driver.ask(ask.Rule(SHIFT_MANAGER, "bar"))
    assert [event for event in events if isinstance(event, HandRemoved)] == [HandRemoved(1, "5.9")]
    assert (driver.table.players["Bob"].lying, driver.table.players["Ann"].lying) == (0, 20_00)
    events = driver.finish()
    check_lines(GAME, events, 1, {"ante": "<@5.9"}, "5.9")
    check_lines(GAME, events, 3, {"pair_plus": "+30"})
    driver.call()
    assert stacks(driver) == after(20, 0, 10)


# 5.10: Ann wanted one position and has chips on three; 1 and 5 lose, 3 has Pair Plus only and wins.

SEVERAL: dict[str | int, str] = {**HANDS, 1: "2s 7c 9d", 3: "Js Jd 4c", 5: "3s 6d Tc"}


def several() -> Driver:
    driver = table_of(GAME, "Ann", "Bob", "Cid")
    driver.bet("Ann", 1, ante=25, pair_plus=10, progressive=5)
    driver.bet("Bob", 2, ante=25)
    driver.ask(ask.Stand(CID, "Cid", 3))
    driver.bet("Ann", 3, pair_plus=10, progressive=5)
    driver.bet("Ann", 5, ante=10)
    driver.close()
    return driver


# `viewed` she has looked at before staff, `said` is only reported; `kept` plays on.
KEPT = rows("""
proves | viewed | said | kept  | Ann
5.10.2 |        |      | 1     | -65
5.10.1 | 1      |      | 1     | -65
5.10.1 | 3      |      | 3     |   5
5.10.1 | 5      |      | 5     | -20
5.10.1 |        | 5    | 5     | -20
5.10.1 | 3      | 5    | 3 5   | -15
5.10.1 |        | 3 1  | 1 3   | -60
5.10.1 | 1      | 3 5  | 1 3 5 | -80
""")


@pytest.mark.parametrize("row", KEPT, ids=row_id)
def test_of_several_hands_those_looked_at_go_on_or_the_first(row: dict[str, str]) -> None:
    driver = several()
    driver.deal(SEVERAL)
    if row["viewed"]:
        driver.ask(ask.Look(ANN, int(row["viewed"])))
    driver.ask(ask.Report(BOB, "several_hands", tuple(map(int, row["said"].split())), "Ann"))
    effect, other = ("keep_first", "keep_viewed") if row["proves"] == "5.10.2" else ("keep_viewed", "keep_first")
    driver.refuse(ask.Rule(SHIFT_MANAGER, other), "not_a_ruling_here", "5.10")  # type: ignore[arg-type]
    driver.refuse(ask.Rule(DEALER, effect), "post_too_low", row["proves"])  # type: ignore[arg-type]
    driver.ask(ask.Rule(SUPERVISOR, effect))  # type: ignore[arg-type]
    kept = list(map(int, row["kept"].split()))
    while driver.due == "decide":
        driver.choose(driver.play.due.position, "play")
    driver.finish()
    for position, wagers in {
        1: ("ante", "pair_plus", "progressive"),
        3: ("pair_plus", "progressive"),
        5: ("ante",),
    }.items():
        if position not in kept:
            check_lines(GAME, driver.play.lines, position, dict.fromkeys(wagers, f"<@{row['proves']}"), row["proves"])
    assert display(driver) == POOL + sum(1_00 for position in (1, 3) if position in kept)
    driver.call()
    assert stacks(driver) == after(int(row["Ann"]), -50, 0)
    prove(GAME, "5.10", row["proves"])


@pytest.mark.parametrize("cards", [0, 4])
def test_before_the_hands_are_dealt_the_first_is_the_first_to_be_dealt(cards: int) -> None:
    driver = several()
    for card in ("2s", "7c", "9d", "2h")[:cards]:
        driver.ask(ask.DealCard(DEALER, card))
    driver.ask(ask.Report(ANN, "several_hands", player="Ann"))
    driver.ask(ask.Rule(SUPERVISOR, "keep_first"))
    dealt = {place.position for place in driver.deal(SEVERAL) if place.where == "position"}
    assert dealt == ({1, 2} if cards == 0 else {2})
    prove(GAME, "5.10.2")


def test_the_shift_manager_may_stop_a_player_with_several_hands() -> None:
    driver = several()
    driver.deal(SEVERAL)
    driver.choose(1, "fold")
    driver.ask(ask.Report(DEALER, "several_hands", player="Ann"))
    for below in (DEALER, SUPERVISOR, PIT_MANAGER):
        driver.refuse(ask.Rule(below, "bar"), "post_too_low", "5.10.3")
    assert PlayerBarred("Ann", "Gil", "5.10.3") in driver.ask(ask.Rule(SHIFT_MANAGER, "bar"))
    driver.choose(2, "play")
    driver.finish()
    check_lines(GAME, driver.play.lines, 1, {"ante": "-25@3.9.1", "pair_plus": "<@5.10.3", "progressive": "<@5.10.3"})
    check_lines(GAME, driver.play.lines, 3, {"pair_plus": "<@5.10.3", "progressive": "<@5.10.3"}, "5.10.3")
    check_lines(GAME, driver.play.lines, 5, {"ante": "<@5.10.3"}, "5.10.3")
    driver.refuse(ask.Report(DEALER, "several_hands", player="Ann"), "too_late", "6.1")
    driver.call()
    assert (stacks(driver), display(driver)) == (after(-25, -50, 0), POOL)
    driver.refuse(ask.PlaceWager(ANN, "Ann", 1, "ante", money(25)), "player_is_barred", "5.9")


def test_several_hands_are_two_or_more_of_one_player() -> None:
    driver = several()
    driver.refuse(ask.Report(DEALER, "several_hands", player="Bob"), "no_several_hands", None)
    driver.refuse(ask.Report(DEALER, "several_hands", (2,), "Ann"), "no_several_hands", None)
    driver.refuse(ask.Report(DEALER, "several_hands"), "fact_missing", "6.1")


# 5.5: chips too late. Ann has a pair of aces and plays; `late` is what came after the close.
LATE = rows("""
proves  | lies                           | late           | ante   | play   | pair_plus | progressive | Ann | fed
5.5     | ante 25 pair_plus 10 progr 5   | ante 25        | <@5.5  | p<@5.5 | +10       | -5          |   5 | 1
5.5     | ante 25 pair_plus 10           | ante 25        | <@5.5  | p<@5.5 | +10       |             |  10 | 0
5.5     | ante 25 pair_plus 10 progr 5   | pair_plus 10   | +25    | +25    | <@5.5     | -5          |  45 | 1
5.5     | ante 25 pair_plus 10 progr 5   | progressive 5  | +25    | +25    | +10       | <@5.5       |  60 | 0
        | ante 25 pair_plus 30           | pair_plus 10   | +25    | +25    | +20       |             |  70 | 0
R47     | ante 25 progr 5                | ante 25        | <@R47  | p<@R47 |           | <@R47       |   0 | 0
R47     | ante 25                        | ante 25        | <@R47  | p<@R47 |           |             |   0 | 0
R47     | pair_plus 10 progr 5           | pair_plus 10   |        |        | <@R47     | <@R47       |   0 | 0
5.5     | pair_plus 10 progr 5           | progressive 5  |        |        | +10       | <@5.5       |  10 | 0
        | pair_plus 25 progr 5           | pair_plus 10   |        |        | +15       | -5          |  10 | 1
        | ante 35 pair_plus 10           | ante 10        | +25    | +25    | +10       |             |  60 | 0
""")
LATE_AT = ("bets closed", "dealt", "played", "settled")


@pytest.mark.parametrize("moment", LATE_AT)
@pytest.mark.parametrize("row", LATE, ids=row_id)
def test_what_came_too_late_goes_back_won_or_lost(row: dict[str, str], moment: str) -> None:
    """Only the late part. A Pair Plus that was in time stands alone, a Play goes with the Ante it follows (R47)."""
    driver = table_of(GAME, "Ann", "Bob", "Cid")
    words = row["lies"].replace("progr ", "progressive ").split()
    driver.bet("Ann", 1, **dict(zip(words[::2], words[1::2], strict=True)))
    driver.bet("Bob", 2, ante=25)
    driver.close()
    played = late_at(driver, moment)
    wager, amount = row["late"].split()
    driver.ask(ask.Report(BOB, "late_wager", (1,), "Ann", (), wager, money(amount)))
    for below in (ANN, DEALER):
        driver.refuse(ask.Rule(below, "refuse_late"), "post_too_low", "5.5")
    events = driver.ask(ask.Rule(SUPERVISOR, "refuse_late"))
    if row["late"] == "ante 10" and played:  # the Play of 35 was as much as the Ante, and still is
        assert events[-2:] == tuple(LateChipsRefused("Ann", 1, each, money(10), "5.5") for each in ("ante", "play"))
    go_on(driver)
    play = row["play"].removeprefix("p") if played or not row["play"].startswith("p") else ""
    check_lines(GAME, driver.play.lines, 1, {**row, "play": play}, row["proves"])
    assert display(driver) == POOL + 1_00 * int(row["fed"])
    check_export(driver)
    check_next_round(driver, after(int(row["Ann"]), -25, 0))
    prove(GAME, "5.5")


def late_at(driver: Driver, moment: str) -> bool:
    """The round as far as this; whether Ann has a Play."""
    if moment == "bets closed":
        return False
    driver.deal(HANDS)
    if moment == "dealt" or "ante" not in driver.box(1).seat.wagers:
        return False
    driver.choose(1, "play")
    if moment == "settled":
        driver.choose(2, "fold")
        driver.finish()
    return True


def test_late_chips_are_chips_that_lie_there() -> None:
    driver = at("bets open")
    late = ask.Report(DEALER, "late_wager", (1,), "Ann", (), "ante", money(25))
    driver.refuse(late, "too_early", "3.2")
    driver.close()
    driver.refuse(ask.PlaceWager(ANN, "Ann", 4, "ante", money(25)), "bets_are_closed", "5.5")
    driver.refuse(ask.Report(DEALER, "late_wager", (1,), "Ann", (), "ante", money(26)), "not_so_much", None)
    driver.refuse(ask.Report(DEALER, "late_wager", (1,), "Bob", (), "ante", money(25)), "no_wager_there", "2.2.1")
    driver.refuse(ask.Report(DEALER, "late_wager", (3,), "Cid", (), "ante", money(5)), "no_wager_there", "2.2.1")
    driver.refuse(ask.Report(DEALER, "late_wager", (1,), "Ann", (), "ante"), "fact_missing", "6.1")
    driver.refuse(ask.Report(DEALER, "late_wager", (1, 2), "Ann", (), "ante", money(5)), "one_position", None)


# 5.6: chips taken off


@pytest.mark.parametrize(
    ("name", "wager", "moment"),
    [("Ann", "ante", "bets closed"), ("Bob", "pair_plus", "folded"), ("Cid", "progressive", "dealt")],
)
def test_what_was_taken_off_is_won_or_lost_all_the_same(name: str, wager: str, moment: str) -> None:
    driver = at(moment)
    position = {"Ann": 1, "Bob": 2, "Cid": 3}[name]
    driver.refuse(ask.TakeBackWager(player(name), name, position, wager), "bets_are_closed", "5.6")
    driver.ask(ask.Report(BOB, "withdrawn_wager", (position,), name, (), wager))
    driver.refuse(ask.Rule(SHIFT_MANAGER, "return", (position,)), "not_a_ruling_here", "5.6")
    driver.refuse(ask.Rule(ANN, "continue"), "post_too_low", "5.6")
    driver.ask(ask.Rule(DEALER, "continue"))
    go_on(driver)
    driver.refuse(ask.Report(BOB, "withdrawn_wager", (position,), name, (), wager), "too_late", "6.1")
    check_next_round(driver, AFTER)
    prove(GAME, "5.6")
