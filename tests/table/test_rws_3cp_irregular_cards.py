"""Cards that are wrong in Multi-Link Progressive 3 Card Poker: void rounds, the Burnt Card, cards shown too early."""

import pytest

from pitlink.games.irregularities import WORDS, What
from pitlink.table import commands as ask
from pitlink.table.events import (
    IrregularityReported,
    RulingGiven,
)
from pitlink.table.views import SPECTATOR, view
from tests.driving import DEALER, SHIFT_MANAGER, SUPERVISOR, Driver, money
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
    check_next_round,
    check_void,
    lowest_post,
    places,
    ruled,
)
from tests.table.three_cards import only

# What voids the round, and at which moments it can be found; cards seen matter to some of it only.
VOIDS = rows("""
clause | what                  | by    | found
5.8.1  | foreign_card          | 5.8.1 | betting closed dealing dealt looked decided turned shown settled
5.8.2  | exposed_cards         | 5.8.2 | dealing dealt
5.8.3  | missing_card          | 5.8.3 | betting closed dealing dealt looked decided turned shown settled
5.8.3  | extra_card            | 5.8.3 | betting closed dealing dealt looked decided turned shown settled
5.8.4  | insufficient_cards    | 5.8.4 | closed dealing
5.8.5  | unshuffled_cards      | 5.8.5 | betting closed dealing dealt looked decided turned shown settled
5.8.6  | misdeal               | 5.8.6 | dealing dealt
5.8.7  | wrong_dealer_count    | 5.8.7 | dealt looked decided turned shown settled
R80    | wrong_community_count | 5.8.6 | dealt
""")
VOIDED = [(row, device, moment) for row in VOIDS for device in DEVICES for moment in row["found"].split()]
VOIDED_IDS = [f"{row['what']} {device} {moment}" for row, device, moment in VOIDED]


def report_of(driver: Driver, what: What) -> ask.Report:
    """As the dealer says it; two cards were exposed."""
    shown = tuple(driver.play.slots)[:2] if what == "exposed_cards" else ()
    return ask.Report(DEALER, what, places=shown)


@pytest.mark.parametrize(("row", "device", "moment"), VOIDED, ids=VOIDED_IDS)
def test_a_void_round_gives_everything_back(row: dict[str, What], device: str, moment: str) -> None:
    driver = at(moment, device)
    what, clause = row["what"], row["by"]
    reported = only(driver.ask(report_of(driver, what)), IrregularityReported)
    assert (reported.clause, driver.due, driver.play.due.clause) == (row["clause"], "rule", row["clause"])
    seen = view(driver.table, SPECTATOR).report
    assert seen is not None
    assert (seen.clause, seen.words) == (row["clause"], WORDS[what])
    assert lowest_post(driver, lambda by: ask.Rule(by, "void")) == "pit_supervisor"
    driver.refuse(ask.Rule(DEALER, "void"), "post_too_low", clause)
    check_void(driver, driver.ask(ask.Rule(SUPERVISOR, "void")), what, clause)
    prove(GAME, row["clause"], "R89")


@pytest.mark.parametrize("moment", ["closed", "looked", "settled"])
def test_while_the_round_waits_nothing_else_happens_in_it(moment: str) -> None:
    driver = at(moment)
    driver.ask(ask.Report(ANN, "foreign_card"))
    for command in (
        ask.DealCard(DEALER, "As"),
        ask.Decide(ANN, 1, "play"),
        ask.CallBets(DEALER),
        ask.Settle(DEALER),
    ):
        driver.refuse(command, "round_waits", "5.8.1")
    driver.refuse(ask.Report(BOB, "missing_card"), "round_waits", "5.8.1")
    for by in (ANN, DEALER):
        driver.refuse(ask.DismissReport(by), "post_too_low", "R89")
    driver.ask(ask.DismissReport(SUPERVISOR))
    assert driver.due == {"closed": "deal", "looked": "decide", "settled": "call"}[moment]
    driver.refuse(ask.Rule(SUPERVISOR, "void"), "no_report", "5.23")


def test_earlier_rounds_stand_when_this_one_is_void() -> None:
    driver = at("settled")
    driver.call()
    stood = {name: driver.chips(name) for name in ("Ann", "Bob", "Cid")}
    driver.bet("Bob", 2, ante=50, progressive=5)
    driver.close()
    driver.deal(HANDS)
    ruled(driver, ask.Report(DEALER, "missing_card"), "void")
    assert {name: driver.chips(name) for name in stood} == stood
    assert stood == {"Ann": money(10_045), "Bob": money(9_975), "Cid": money(9_990)}
    assert driver.floor.links["L1"].display == money(100_002)
    prove(GAME, "5.8", "5.8.3")


JACKPOT: dict[str | int, str] = {**HANDS, 1: "9s 8s 7s", "community": "6s 5s"}


@pytest.mark.parametrize("paid", [False, True])
@pytest.mark.parametrize("device", DEVICES)
def test_a_void_round_takes_a_jackpot_back(device: str, paid: bool) -> None:
    """The straight flush had won a tenth; nobody has won anything in a round without a result."""
    driver = at("settled", device, JACKPOT)
    assert driver.floor.links["L1"].display == money("90001.80")
    if paid:
        driver.pay()
    check_void(driver, ruled(driver, ask.Report(DEALER, "wrong_dealer_count"), "void"), "wrong_dealer_count", "5.8.7")
    assert driver.floor.links["L1"].display == money(100_001)  # the next round's only
    prove(GAME, "R40")


def test_what_is_void_cannot_be_ruled_on_again_and_a_final_round_neither() -> None:
    driver = at("dealt")
    ruled(driver, ask.Report(DEALER, "foreign_card"), "void")
    driver.refuse(ask.Report(DEALER, "foreign_card"), "no_round_in_play", "5.23")
    driver.call()
    driver.bet("Ann", 1, ante=20)
    ruled(driver, ask.Report(DEALER, "foreign_card"), "void")  # of the new round, whose bets go back
    assert (driver.chips("Ann"), driver.table.players["Ann"].available) == (money(10_000), money(10_000))
    check_next_round(driver)


# The Burnt Card


@pytest.mark.parametrize("moment", ["dealing", "dealt"])
def test_a_forgotten_burnt_card_is_put_right_or_the_round_is_void(moment: str) -> None:
    driver = at(moment)
    driver.ask(ask.Report(DEALER, "burn_forgotten"))
    for effect in ("reconstruct", "void"):
        assert lowest_post(driver, lambda by, effect=effect: ask.Rule(by, effect)) == "pit_supervisor"  # type: ignore[misc]
        driver.refuse(ask.Rule(DEALER, effect), "post_too_low", "5.9")
    driver.refuse(ask.Rule(SUPERVISOR, "continue"), "not_a_ruling_here", "5.9")
    check_void(driver, driver.ask(ask.Rule(SUPERVISOR, "void")), "burn_forgotten", "5.9")
    prove(GAME, "R88")


@pytest.mark.parametrize("moment", ["looked", "decided", "settled"])
def test_with_cards_seen_a_forgotten_burnt_card_voids_the_round(moment: str) -> None:
    driver = at(moment)
    driver.ask(ask.Report(DEALER, "burn_forgotten"))
    driver.refuse(ask.Rule(SUPERVISOR, "reconstruct"), "not_a_ruling_here", "5.9")
    check_void(driver, driver.ask(ask.Rule(SUPERVISOR, "void")), "burn_forgotten", "5.9")


def test_cards_seen_count_though_nobody_recorded_it() -> None:
    driver = at("dealt")
    driver.ask(ask.Report(DEALER, "burn_forgotten", seen=True))
    driver.refuse(ask.Rule(SUPERVISOR, "reconstruct"), "not_a_ruling_here", "5.9")
    check_void(driver, driver.ask(ask.Rule(SUPERVISOR, "void")), "burn_forgotten", "5.9")


def test_a_shuffler_has_no_burnt_card_to_forget() -> None:
    driver = at("dealt", "shuffler")
    driver.refuse(ask.Report(DEALER, "burn_forgotten"), "not_here", None)
    prove(GAME, "R83")


# Cards exposed in error

# "touched" is a hand held and not looked at; "told" is seen as the report says, with nothing recorded.
EXPOSED = rows("""
proves | cards        | player  | ruling   | post
5.8.2  | 1.1 2.1      |         | void     | pit_supervisor
5.8.2  | 1.1 dealer.1 |         | void     | pit_supervisor
5.8.2  | 1.1 1.2 1.3  | touched | void     | pit_supervisor
5.10   | 1.1          |         | ask      | pit_supervisor
5.10   | dealer.2     | touched | ask      | pit_supervisor
5.12   | 1.1          | looked  | continue | dealer
5.12   | 2.1          | looked  | continue | dealer
5.12   | 1.1 2.1 3.1  | looked  | continue | dealer
5.12   | 1.1 2.1      | told    | continue | dealer
""")


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("row", EXPOSED, ids=row_id)
def test_cards_exposed_by_the_dealer(row: dict[str, str], device: str) -> None:
    driver = at("dealt", device)
    if row["player"] == "looked":
        driver.ask(ask.Look(ANN, 1))
    if row["player"] == "touched":
        driver.ask(ask.HandleCards(ANN, 1))
    report = ask.Report(DEALER, "exposed_cards", places=places(row["cards"]), seen=row["player"] == "told")
    assert only(driver.ask(report), IrregularityReported).clause == row["proves"]
    for effect in ("void", "ask", "continue"):
        if effect != row["ruling"]:
            driver.refuse(ask.Rule(SHIFT_MANAGER, effect), "not_a_ruling_here", row["proves"])
    assert lowest_post(driver, lambda by: ask.Rule(by, row["ruling"])) == row["post"]  # type: ignore[arg-type]
    prove(GAME, row["proves"])


@pytest.mark.parametrize("device", DEVICES)
def test_with_a_hand_seen_the_round_goes_on_to_its_end(device: str) -> None:
    driver = at("looked", device)
    report = ask.Report(BOB, "exposed_cards", places=places("2.1 2.2"))
    given = only(ruled(driver, report, "continue", DEALER), RulingGiven)
    assert (given.effect, given.clause, given.by) == ("continue", "5.12", "Dana")
    driver.choose(1, "play")
    driver.choose(2, "fold")
    check_lines_of(driver, driver.finish(), AS_EVER)
    assert better_off(driver) == "+45 -25 -10"
    prove(GAME, "5.12")


def test_who_has_looked_has_seen_cards_even_after_they_were_put_in_order() -> None:
    """Her cards are others now; that she had seen those first distributed to her stays so."""
    driver = at("looked")
    ruled(
        driver,
        ask.Report(DEALER, "cards_drawn_together", places=places("1.1 2.1")),
        "set_order",
        order=places("2.1 1.1"),
    )
    for position in (1, 2, 3):
        driver.ask(ask.AnswerOption(DEALER, position, "continue"))
    reported = only(driver.ask(ask.Report(DEALER, "exposed_cards", places=places("3.1 3.2"))), IrregularityReported)
    assert reported.clause == "5.12"


@pytest.mark.parametrize("device", DEVICES)
def test_a_card_found_face_up_is_the_next_card_and_not_one_exposed_by_the_dealer(device: str) -> None:
    driver = at("dealing", device)
    driver.ask(ask.Report(DEALER, "face_up_card"))
    assert lowest_post(driver, lambda by: ask.Rule(by, "continue")) == "dealer"
    driver.refuse(ask.Rule(SUPERVISOR, "void"), "not_a_ruling_here", "5.13")
    driver.refuse(ask.Rule(ANN, "continue"), "post_too_low", "5.13")
    driver.ask(ask.Rule(DEALER, "continue"))
    driver.deal(HANDS)
    one_more = only(driver.ask(ask.Report(DEALER, "exposed_cards", places=places("1.1"))), IrregularityReported)
    assert one_more.clause == "5.10"  # one card, not the second (R86)
    driver.ask(ask.DismissReport(SUPERVISOR))
    driver.choose(1, "play")
    driver.choose(2, "fold")
    check_lines_of(driver, driver.finish(), AS_EVER)
    assert better_off(driver) == "+45 -25 -10"
    prove(GAME, "5.13", "R86")
