"""Wrong cards and wrong deals of Megalink Three Card Poker: the round is void, or put right."""

import pytest

from pitlink.people import Person
from pitlink.table import commands as ask
from pitlink.table.events import CardsMoved, EarlierErrorNoted, IrregularityReported, RoundVoided, RulingGiven
from tests.driving import DEALER, PIT_MANAGER, SHIFT_MANAGER, SUPERVISOR, check_export
from tests.proving import prove, row_id, rows
from tests.table.three_cards import check_lines, only, stacks, table_of
from tests.table.three_going_wrong import (
    AFTER,
    ANN,
    BEFORE,
    BOB,
    FED,
    GAME,
    POOL,
    at,
    bet_all,
    check_next_round,
    check_void,
    deal_some,
    go_on,
    places,
)

# 5.1 to 5.4: what voids a round. `places` are the cards that lay open.
VOIDS = rows("""
proves | found | what                  | places  | moments
5.1.1  | 5.1   | foreign_card          |         | bets open, bets closed, in the deal, dealt, folded, settled
5.1.1  | 5.1   | missing_card          |         | bets open, bets closed, in the deal, played, settled
5.1.1  | 5.1   | extra_card            |         | bets open, bets closed, in the deal, looked at, settled
5.1.1  | 5.1   | unshuffled_cards      |         | bets open, bets closed, in the deal, dealt, folded, settled
5.1.1  | 5.1   | insufficient_cards    |         | in the deal
5.2    | 5.2   | misdeal               |         | in the deal, dealt
5.3    | 5.3   | wrong_community_count |         | dealt, looked at, played, folded, one hand shown, settled
5.3    | 5.3   | wrong_dealer_count    |         | dealt, looked at, played, folded, one hand shown, settled
5.4    | 5.4   | exposed_cards         | 1.1 2.1 | in the deal, dealt, looked at, folded, settled
5.4    | 5.4   | exposed_cards         | 1.1 1.2 | in the deal, dealt
""")


VOID_AT = [(row, moment) for row in VOIDS for moment in row["moments"].split(", ")]


@pytest.mark.parametrize(("row", "moment"), VOID_AT, ids=[f"{row['what']} {moment}" for row, moment in VOID_AT])
def test_a_round_is_void_whenever_it_is_found(row: dict[str, str], moment: str) -> None:
    """Wagers that were folded, lost or paid go back like all others, and the contributions with them (R39, R40)."""
    driver = at(moment)
    clause = row["proves"]
    (reported,) = driver.ask(ask.Report(BOB, row["what"], places=places(row["places"])))  # type: ignore[arg-type]
    assert isinstance(reported, IrregularityReported)
    assert (reported.what, reported.by, reported.clause) == (row["what"], "Bob", row["found"])
    assert (driver.due, driver.play.due.clause) == ("rule", row["found"])
    for below in (BOB, ANN, DEALER):
        driver.refuse(ask.Rule(below, "void"), "post_too_low", clause)
    given, voided = driver.ask(ask.Rule(SUPERVISOR, "void"))
    assert (getattr(given, "effect", ""), getattr(given, "clause", "")) == ("void", clause)
    assert isinstance(voided, RoundVoided)
    assert (voided.round, voided.clause) == (1, clause)
    check_void(driver, clause)
    check_next_round(driver, BEFORE)
    prove(GAME, clause, row["found"])


@pytest.mark.parametrize("by", [SUPERVISOR, PIT_MANAGER, SHIFT_MANAGER], ids=lambda each: each.post)
@pytest.mark.parametrize("row", VOIDS[3:9], ids=row_id)
def test_a_higher_post_may_order_it_too(row: dict[str, str], by: Person) -> None:
    driver = at("in the deal" if row["what"] == "insufficient_cards" else "dealt")
    driver.ask(ask.Report(DEALER, row["what"], places=places(row["places"])))  # type: ignore[arg-type]
    given = only(driver.ask(ask.Rule(by, "void")), RulingGiven)
    assert given.by == by.id
    check_void(driver, row["proves"])
    prove(GAME, row["proves"], "6.2")


@pytest.mark.parametrize("row", VOIDS[:9], ids=row_id)
def test_nothing_else_may_be_done_until_it_is_ruled_on_or_dismissed(row: dict[str, str]) -> None:
    driver = at("in the deal" if row["what"] == "insufficient_cards" else "dealt")
    due = driver.play.due
    driver.ask(ask.Report(DEALER, row["what"], places=places(row["places"])))  # type: ignore[arg-type]
    driver.refuse(ask.Decide(ANN, 1, "play"), "round_waits", row["found"])
    driver.refuse(ask.DealCard(DEALER, "Ts"), "round_waits", row["found"])
    driver.refuse(ask.Report(ANN, "foreign_card"), "round_waits", row["found"])
    for wrong in ("bar", "remove", "refuse_late", "keep_first", "settle_as_shown"):
        driver.refuse(ask.Rule(SHIFT_MANAGER, wrong), "not_a_ruling_here", row["found"])
    driver.refuse(ask.DismissReport(DEALER), "post_too_low", "R89")
    driver.refuse(ask.DismissReport(ANN), "post_too_low", "R89")
    driver.ask(ask.DismissReport(SUPERVISOR, "looked again"))
    assert driver.play.due == due
    go_on(driver)
    check_next_round(driver, AFTER)


# 5.1.2, 5.3, 5.7: an error of a round before the last call
EARLIER = rows("""
proves | what
5.1.2  | foreign_card
5.1.2  | missing_card
5.1.2  | extra_card
5.1.2  | unshuffled_cards
5.3    | wrong_community_count
5.3    | wrong_dealer_count
5.7    | wrong_player_count
5.15   | outside_limits
""")


@pytest.mark.parametrize("row", EARLIER, ids=row_id)
def test_what_was_wrong_in_an_earlier_round_changes_nothing(row: dict[str, str]) -> None:
    driver = at("settled")
    command = ask.Report(BOB, row["what"], round=1)  # type: ignore[arg-type]
    driver.refuse(command, "no_earlier_round", row["proves"])  # until the call it is not an earlier one
    driver.call()
    assert stacks(driver) == AFTER
    due = driver.play.due
    (noted,) = driver.ask(command)
    assert noted == EarlierErrorNoted(row["what"], 1, "Bob", row["proves"])  # type: ignore[arg-type]
    assert driver.play.due == due
    assert (stacks(driver), driver.floor.links["L1"].display) == (AFTER, POOL + FED)
    prove(GAME, row["proves"])


def test_the_void_round_leaves_the_rounds_before_it_as_they_were() -> None:
    driver = at("settled")
    driver.call()
    bet_all(driver)
    driver.close()
    deal_some(driver, 4)
    driver.ask(ask.Report(DEALER, "foreign_card"))
    driver.ask(ask.Rule(SUPERVISOR, "void"))
    assert (stacks(driver), driver.floor.links["L1"].display) == (AFTER, POOL + FED)
    driver.refuse(ask.Report(DEALER, "extra_card"), "no_round_in_play", "6.1")  # void once is void
    (noted,) = driver.ask(ask.Report(DEALER, "foreign_card", round=1))
    assert (getattr(noted, "clause", ""), stacks(driver)) == ("5.1.2", AFTER)
    check_next_round(driver, AFTER)
    prove(GAME, "5.1.1", "5.1.2")


def test_a_jackpot_that_was_paid_goes_back_into_the_pool() -> None:
    driver = table_of(GAME, "Ann", "Bob", "Cid")
    bet_all(driver)
    driver.close()
    driver.deal({1: "As Ks Qs", 2: "2h 7d 9c", "dealer": "3c 8d Jc", "community": "Js Ts"})
    driver.choose(1, "play")
    driver.choose(2, "fold")
    driver.finish()
    driver.pay()
    assert driver.floor.links["L1"].display == 50_000_00
    driver.ask(ask.Report(DEALER, "missing_card"))
    driver.ask(ask.Rule(SUPERVISOR, "void"))
    check_void(driver, "5.1.1")
    check_next_round(driver, BEFORE)
    prove(GAME, "5.1.1")


# 5.2: whole hands put where they belong


def test_whole_hands_are_moved_where_nobody_has_touched_his_cards() -> None:
    driver = at("dealt")
    driver.ask(ask.Report(DEALER, "misdeal", positions=(1, 2)))
    for below in (ANN, DEALER):
        driver.refuse(ask.Rule(below, "reconstruct", moves=((1, 2), (2, 1))), "post_too_low", "5.2")
    moved = only(driver.ask(ask.Rule(SUPERVISOR, "reconstruct", moves=((1, 2), (2, 1)))), CardsMoved)
    assert (moved.clause, len(moved.moves)) == ("5.2", 6)
    driver.choose(1, "play")
    driver.choose(2, "play")
    events = driver.finish()
    check_lines(GAME, events, 1, {"ante": "-25", "play": "-25", "pair_plus": "-10", "progressive": "-5"})
    check_lines(GAME, events, 2, {"ante": "+25", "play": "+25", "pair_plus": "+10", "progressive": "-5"})
    check_lines(GAME, events, 3, {"pair_plus": "+10", "progressive": "-5"})
    check_export(driver)
    check_next_round(driver, {"Ann": 10_000_00 - 65_00, "Bob": 10_000_00 + 55_00, "Cid": 10_000_00 + 5_00})
    prove(GAME, "5.2")


@pytest.mark.parametrize("to", [2, 3])
def test_a_hand_goes_round_over_a_position_with_pair_plus_only(to: int) -> None:
    driver = at("dealt")
    driver.ask(ask.Report(DEALER, "misdeal"))
    moves = ((1, 2), (2, 3), (3, 1)) if to == 2 else ((1, 3), (2, 1), (3, 2))
    driver.ask(ask.Rule(SUPERVISOR, "reconstruct", moves=moves))
    driver.choose(1, "play")
    driver.choose(2, "play")
    events = driver.finish()
    # the aces are at `to`, the jacks one further; what lost at 2 lies at the third
    won = {"ante": "+25", "play": "+25", "pair_plus": "+10", "progressive": "-5"}
    lost = {"ante": "-25", "play": "-25", "pair_plus": "-10", "progressive": "-5"}
    wanted = {1: won, 2: won, 3: lost} if to == 2 else {1: lost, 2: won, 3: won}
    for position, row in wanted.items():
        check_lines(GAME, events, position, row if position < 3 else {**row, "ante": "", "play": ""})
    prove(GAME, "5.2")


WRONG_MOVES = (((1, 2),), ((1, 2), (2, 3)), ((1, 2), (1, 3)), ((1, 2), (3, 2)))


@pytest.mark.parametrize("moves", WRONG_MOVES, ids=str)
def test_hands_change_places_among_themselves(moves: tuple[tuple[int, int], ...]) -> None:
    driver = at("dealt")
    driver.ask(ask.Report(DEALER, "misdeal"))
    driver.refuse(ask.Rule(SUPERVISOR, "reconstruct", moves=moves), "hands_do_not_fit", "5.2")
    driver.refuse(ask.Rule(SUPERVISOR, "reconstruct", moves=((1, 4), (4, 1))), "no_whole_hand", "5.2")
    driver.refuse(ask.Rule(SUPERVISOR, "void", moves=((1, 2), (2, 1))), "not_part_of_ruling", "5.2")


def test_a_hand_that_is_not_whole_is_not_moved() -> None:
    driver = at("in the deal")  # three cards at 1, two at 2
    driver.ask(ask.Report(DEALER, "misdeal"))
    driver.refuse(ask.Rule(SUPERVISOR, "reconstruct", moves=((1, 2), (2, 1))), "no_whole_hand", "5.2")
    driver.ask(ask.Rule(SUPERVISOR, "void"))
    check_void(driver, "5.2")


# 5.3: put right

COUNTS = ("wrong_community_count", "wrong_dealer_count")


@pytest.mark.parametrize("what", COUNTS)
def test_a_wrong_number_that_can_be_put_right_does_not_void_the_round(what: str) -> None:
    driver = at("looked at")
    driver.ask(ask.Report(ANN, what))  # type: ignore[arg-type]
    driver.refuse(ask.Rule(DEALER, "reconstruct"), "post_too_low", "5.3")
    given = only(driver.ask(ask.Rule(SUPERVISOR, "reconstruct")), RulingGiven)
    assert (given.effect, given.clause) == ("reconstruct", "5.3")
    go_on(driver)
    check_next_round(driver, AFTER)
    prove(GAME, "5.3")


def test_community_and_dealer_must_have_cards_first() -> None:
    driver = at("in the deal")
    for what in COUNTS:
        refused = driver.refuse(ask.Report(DEALER, what), "too_early", "3.7")  # type: ignore[arg-type]
        assert "dealt" in refused.expected
    driver.refuse(ask.Report(DEALER, "burn_forgotten"), "not_here", None)


# 5.4: one card is not two


@pytest.mark.parametrize("moment", ["in the deal", "dealt", "folded", "settled"])
def test_with_one_card_exposed_the_round_goes_on(moment: str) -> None:
    driver = at(moment)
    driver.ask(ask.Report(ANN, "exposed_cards", places=places("1.1")))
    driver.refuse(ask.Rule(SHIFT_MANAGER, "void"), "not_a_ruling_here", "R43")
    driver.refuse(ask.Rule(ANN, "continue"), "post_too_low", "R43")
    driver.ask(ask.Rule(DEALER, "continue"))
    if moment != "settled":
        go_on(driver)
    check_next_round(driver, AFTER)
    prove(GAME, "R43")


def test_exposed_cards_are_cards_that_were_dealt() -> None:
    driver = at("in the deal")
    driver.refuse(ask.Report(DEALER, "exposed_cards"), "fact_missing", "6.1")
    driver.refuse(ask.Report(DEALER, "exposed_cards", places=places("2.3")), "no_card_there", "6.1")
    driver.refuse(ask.Report(DEALER, "exposed_cards", places=places("1.1 1.1")), "named_twice", "6.1")
