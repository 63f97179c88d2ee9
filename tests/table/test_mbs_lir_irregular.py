"""What goes wrong at Megalink Let It Ride by its own seven clauses: void rounds, late chips, chips taken off."""

import pytest

from pitlink.games.dealing import Place
from pitlink.people import Person
from pitlink.table import commands as ask
from pitlink.table.events import EarlierErrorNoted, IrregularityReported, RoundVoided
from tests.driving import DEALER, PIT_MANAGER, SHIFT_MANAGER, SUPERVISOR, check_export, money
from tests.proving import prove, row_id, rows
from tests.table.letting_ride import lines, lir_table, one
from tests.table.riding_wrong import (
    AFTER,
    ANN,
    BEFORE,
    BOB,
    BOTH,
    FED,
    GAME,
    HANDS,
    POOL,
    at,
    bet_all,
    check_next_round,
    check_void,
    decide,
    display,
    go_on,
    stacks,
)

# 5.1 to 5.5, and R33 for unshuffled cards: void, with `1` and `2` withdrawn or not, the features paid or not
VOIDS = rows("""
proves | found | what                  | moments
5.1.1  | 5.1   | foreign_card          | bets open, bets closed, in the deal, dealt, 1 decided, 2 decided, settled
5.2    | 5.2   | missing_card          | bets open, bets closed, in the deal, 1 decided, settled
5.2    | 5.2   | extra_card            | bets closed, looked at, 2 decided, settled
5.2    | 5.2   | insufficient_cards    | in the deal
5.3    | 5.3   | misdeal               | in the deal, dealt
5.4    | 5.4   | wrong_community_count | dealt, looked at, 1 decided, one card up, 2 decided, settled
5.5    | 5.5   | exposed_cards         | in the deal, dealt, one card up, settled
R33    | R33   | unshuffled_cards      | bets open, in the deal, 1 decided, settled
""")
VOID_AT = [(row, moment) for row in VOIDS for moment in row["moments"].split(", ")]
TWO = (Place("position", 1, 1), Place("position", 2, 1))


@pytest.mark.parametrize(("row", "moment"), VOID_AT, ids=[f"{row['what']} {moment}" for row, moment in VOID_AT])
def test_a_round_is_void_whenever_it_is_found(row: dict[str, str], moment: str) -> None:
    driver = at(moment)
    cards = TWO if row["what"] == "exposed_cards" else ()
    (reported,) = driver.ask(ask.Report(BOB, row["what"], places=cards))  # type: ignore[arg-type]
    assert isinstance(reported, IrregularityReported)
    assert reported.clause == row["found"]
    driver.refuse(ask.DismissReport(DEALER), "post_too_low", "R89")
    for below in (ANN, DEALER):
        driver.refuse(ask.Rule(below, "void"), "post_too_low", row["proves"])
    voided = one(RoundVoided, driver.ask(ask.Rule(SUPERVISOR, "void")))
    assert voided.clause == row["proves"]
    check_void(driver, row["proves"])
    check_next_round(driver, BEFORE)
    prove(GAME, row["proves"], row["found"])


@pytest.mark.parametrize("by", [SUPERVISOR, PIT_MANAGER, SHIFT_MANAGER], ids=lambda each: each.post)
def test_a_higher_post_may_act_as_with_the_siblings(by: Person) -> None:
    driver = at("one card up")
    driver.ask(ask.Report(DEALER, "wrong_community_count"))
    driver.ask(ask.Rule(by, "void"))
    check_void(driver, "5.4")


def test_a_jackpot_that_was_paid_goes_back_with_the_features() -> None:
    driver = lir_table("Ann", "Bob", "Cid", features=BOTH)
    bet_all(driver)
    driver.close(magic_card="8s", lucky=3)
    driver.deal({**HANDS, 1: "As Ks Qs", "community": "Js Ts"})
    decide(driver, "ride", "ride", "withdraw")
    decide(driver, "ride", "ride", "ride")
    assert lines(driver.finish())[2, "magic_card"].pays == 25_00
    driver.pay()
    assert display(driver) == 50_000_00
    driver.ask(ask.Report(DEALER, "extra_card"))
    driver.ask(ask.Rule(SUPERVISOR, "void"))
    check_void(driver, "5.2")
    check_next_round(driver, BEFORE)
    prove(GAME, "5.2")


# 5.3, 5.4: put right


def test_whole_hands_change_places() -> None:
    driver = at("dealt")
    driver.ask(ask.Report(DEALER, "misdeal"))
    driver.refuse(ask.Rule(DEALER, "reconstruct", moves=((1, 2), (2, 1))), "post_too_low", "5.3")
    driver.refuse(ask.Rule(SUPERVISOR, "reconstruct", moves=((1, 2),)), "hands_do_not_fit", "5.3")
    driver.ask(ask.Rule(SUPERVISOR, "reconstruct", moves=((1, 2), (2, 1))))
    go_on(driver)
    settled = lines(driver.play.lines)
    assert [settled[1, wager].outcome for wager in ("2", "$")] == ["lose", "lose"]
    assert [settled[2, wager].outcome for wager in ("1", "$")] == ["win", "win"]
    assert ((1, "magic_card") in settled, (2, "magic_card") in settled) == (True, False)  # it lies with the cards
    check_export(driver)
    prove(GAME, "5.3")


def test_a_board_put_right_lets_the_round_go_on() -> None:
    driver = at("looked at")
    driver.refuse(ask.Report(DEALER, "wrong_dealer_count"), "not_here", None)  # there is no dealer's hand
    driver.ask(ask.Report(DEALER, "wrong_community_count"))
    driver.ask(ask.Rule(SUPERVISOR, "reconstruct"))
    go_on(driver)
    check_next_round(driver, AFTER)
    prove(GAME, "5.4")


@pytest.mark.parametrize("moment", ["in the deal", "1 decided"])
def test_with_one_card_exposed_the_round_goes_on(moment: str) -> None:
    driver = at(moment)
    driver.ask(ask.Report(ANN, "exposed_cards", places=TWO[:1]))
    driver.refuse(ask.Rule(SHIFT_MANAGER, "void"), "not_a_ruling_here", "R43")
    driver.ask(ask.Rule(DEALER, "continue"))
    go_on(driver)
    check_next_round(driver, AFTER)
    prove(GAME, "R43")


EARLIER = rows("""
proves | what
5.1.2  | foreign_card
R40    | missing_card
R40    | extra_card
R40    | unshuffled_cards
R40    | misdeal
R40    | exposed_cards
5.4    | wrong_community_count
R33    | wrong_player_count
R33    | outside_limits
""")


@pytest.mark.parametrize("row", EARLIER, ids=row_id)
def test_what_was_wrong_in_an_earlier_round_changes_nothing(row: dict[str, str]) -> None:
    driver = at("settled")
    driver.call()
    (noted,) = driver.ask(ask.Report(BOB, row["what"], round=1))  # type: ignore[arg-type]
    assert noted == EarlierErrorNoted(row["what"], 1, "Bob", row["proves"])  # type: ignore[arg-type]
    assert (stacks(driver), display(driver), driver.due) == (AFTER, POOL + FED, "close")
    prove(GAME, row["proves"])


# 5.6, 5.7: chips too late, chips taken off
# Ann's wagers of 25 and progressive of 5; `late` came after the close. `1` is withdrawn where the moment says so.
LATE = rows("""
proves | moment      | late          | Ann | fed
5.6    | dealt       | progressive 5 |  50 | 2
5.6    | 1 decided   | progressive 5 |  50 | 2
5.6    | settled     | progressive 5 |  50 | 2
5.6    | bets closed | $ 10          |  25 | 3
5.6    | dealt       | $ 10          |  25 | 3
5.6    | 1 decided   | $ 10          |  25 | 3
5.6    | settled     | $ 10          |  25 | 3
R47    | bets closed | $ 25          |   0 | 2
R47    | looked at   | $ 25          |   0 | 2
R47    | 1 decided   | $ 25          |   0 | 2
R47    | settled     | $ 25          |   0 | 2
""")


@pytest.mark.parametrize("row", LATE, ids=row_id)
def test_what_came_too_late_goes_back_won_or_lost(row: dict[str, str]) -> None:
    """The three wagers are equal, so an increase goes from all of them that still lie there (R47)."""
    driver = at(row["moment"])
    wager, amount = row["late"].split()
    driver.ask(ask.Report(BOB, "late_wager", (1,), "Ann", (), wager, money(amount)))
    driver.refuse(ask.Rule(DEALER, "refuse_late"), "post_too_low", "5.6")
    driver.ask(ask.Rule(SUPERVISOR, "refuse_late"))
    go_on(driver)
    assert display(driver) == POOL + 1_00 * int(row["fed"])
    check_export(driver)
    if row["late"] != "$ 10":
        back = [line for line in driver.play.lines if line.outcome == "returned"]
        assert {line.rule for line in back if line.wager not in ("1", "2") or row["proves"] == "R47"} >= {row["proves"]}
    check_next_round(driver, {**AFTER, "Ann": 10_000_00 + 100 * int(row["Ann"])})
    prove(GAME, "5.6", row["proves"])


TAKEN_OFF = rows("""
moment      | wager | may
bets closed | 1     | yes
dealt       | $     | yes
1 decided   | $     | yes
1 decided   | 2     | yes
1 decided   | 1     | no
one card up | $     | yes
2 decided   | 2     | yes
""")


@pytest.mark.parametrize("row", TAKEN_OFF, ids=row_id)
def test_what_was_taken_off_out_of_turn_is_won_or_lost_all_the_same(row: dict[str, str]) -> None:
    """Ann has withdrawn `1` in her turn, and `1` only: the others lie there still (R91)."""
    driver = at(row["moment"])
    report = ask.Report(BOB, "withdrawn_wager", (1,), "Ann", (), row["wager"])
    if row["may"] == "no":
        driver.refuse(report, "no_wager_there", "2.2.1")
        return
    driver.ask(report)
    driver.refuse(ask.Rule(ANN, "continue"), "post_too_low", "5.7")
    driver.ask(ask.Rule(DEALER, "continue"))
    go_on(driver)
    check_next_round(driver, AFTER)
    prove(GAME, "5.7")
