"""What a dealer, a supervisor and a manager may do at each moment of a round."""

from collections.abc import Callable, Mapping

import pytest

from pitlink import pit
from pitlink.money import Cents
from pitlink.pit import Outcome
from pitlink.table import Table
from pitlink.table import commands as ask
from pitlink.table.options import Amounts, fits, options
from tests.driving import (
    DEALER,
    PIT_MANAGER,
    SHIFT_MANAGER,
    SUPERVISOR,
    Driver,
    money,
    sealed,
)
from tests.proving import prove, rows
from tests.table.every_game import ALL, ENTRY, GOES, PLAIN, STAYS, decide_all, play_on, play_plain, table_of
from tests.table.offering import ANN, BOB, PEOPLE, TROUBLE, offered

STAFF = rows("""
moment  | game    | dealer                            | supervisor                                      | manager
opened  | mbs-thb | CallBets @3.1                     | CallBets @3.1, CloseTable                       | RestrictPlayer @3.4.3
opened  | mbs-3cp | CallBets @3.1                     | CallBets @3.1, CloseTable                       | RestrictPlayer @3.4.3
opened  | mbs-uth | CallBets @3.1                     | CallBets @3.1, CloseTable                       | RestrictPlayer @3.4.3
opened  | mbs-lir | CallBets @3.1                     | CallBets @3.1, CloseTable                       | RestrictPlayer @R33
opened  | rws-3cp | CallBets @3.2                     | CallBets @3.2, CloseTable                       |
called  | mbs-thb |                                   | CloseTable                                      | RestrictPlayer @3.4.3
bet     | mbs-thb | CloseBets @3.2                    | CloseBets @3.2                                  | RestrictPlayer @3.4.3
bet     | rws-3cp | CloseBets @3.9                    | CloseBets @3.9                                  |
closed  | mbs-thb | DealCard (1) @3.7                 | DealCard (1) @3.7, FindAbsent @5.11             | RestrictPlayer @3.4.3
closed  | mbs-3cp | DealCard (1) @3.7                 | DealCard (1) @3.7, FindAbsent @5.11             | RestrictPlayer @3.4.3
closed  | mbs-uth | DealCard (1) @3.7.1.1             | DealCard (1) @3.7.1.1, FindAbsent @5.11         | RestrictPlayer @3.4.3
closed  | mbs-lir | DealCard (1) @3.6                 | DealCard (1) @3.6, FindAbsent @R56              | RestrictPlayer @R33
closed  | rws-3cp | DealCard (1) @3.10                | DealCard (1) @3.10, FindAbsent @5.5             |
dealt   | mbs-thb | TakeSilence @R102                 | TakeSilence @R102, FindAbsent @5.11             | RestrictPlayer @3.4.3
dealt   | mbs-lir | TakeSilence @R102                 | TakeSilence @R102, FindAbsent @R56              | RestrictPlayer @R33
dealt   | rws-3cp | TakeSilence @R102                 | TakeSilence @R102, FindAbsent @5.5              |
decided | mbs-3cp | Expose @3.10                      | Expose @3.10                                    | RestrictPlayer @3.4.3
decided | rws-3cp | Expose @3.13                      | Expose @3.13                                    |
exposed | mbs-thb | ShowHand @3.10.1                  | ShowHand @3.10.1, CorrectCard (1) @R89          | RestrictPlayer @3.4.3
exposed | mbs-lir | ShowHand @3.17                    | ShowHand @3.17, CorrectCard (1) @R89            | RestrictPlayer @R33
exposed | rws-3cp | ShowHand @4.5                     | ShowHand @4.5, CorrectCard (1) @R89             |
shown   | mbs-thb | Settle @1.1.13                    | Settle @1.1.13, CorrectCard (1) @R89            | RestrictPlayer @3.4.3
shown   | mbs-3cp | Settle @1.1.9                     | Settle @1.1.9, CorrectCard (1) @R89             | RestrictPlayer @3.4.3
shown   | mbs-uth | Settle @1.1.13                    | Settle @1.1.13, CorrectCard (1) @R89            | RestrictPlayer @3.4.3
shown   | mbs-lir | Settle @1.1.6                     | Settle @1.1.6, CorrectCard (1) @R89             | RestrictPlayer @R33
shown   | rws-3cp | Settle @1.20                      | Settle @1.20, CorrectCard (1) @R89              |
settled | mbs-thb | CallBets @3.1                     | CallBets @3.1, CloseTable                       | RestrictPlayer @3.4.3
settled | rws-3cp | CallBets @3.2                     | CallBets @3.2, CloseTable                       |
""")  # noqa: E501 - a table

MOMENTS = ("opened", "called", "bet", "closed", "dealt", "decided", "exposed", "shown", "settled")


def at_moment(game: str, moment: str) -> Driver:
    """Ann's round, brought to this moment."""
    driver, reached = table_of(game, "Ann"), MOMENTS.index(moment)
    steps: list[Callable[[], object]] = [
        driver.call,
        lambda: driver.bet("Ann", 1, **ENTRY[game]),
        driver.close,
        lambda: driver.deal(PLAIN[game]),
        lambda: driver.choose(1, *STAYS[game]),
        driver.expose,
        lambda: driver.ask(ask.ShowHand(DEALER, 1)),
        lambda: driver.ask(ask.Settle(DEALER)),
    ]
    for step in steps[:reached]:
        step()
    return driver


@pytest.mark.parametrize("row", STAFF, ids=lambda row: f"{row['moment']} {row['game']}")
def test_staff_are_offered_what_the_procedure_wants_and_their_post_allows(row: Mapping[str, str]) -> None:
    driver = at_moment(row["game"], row["moment"])
    wanted = {
        DEALER: row["dealer"],
        SUPERVISOR: row["supervisor"],
        PIT_MANAGER: ", ".join(filter(None, [row["supervisor"], row["manager"]])),
    }
    for by, cell in wanted.items():
        told = [each for each in offered(driver, by) if each.split()[0] not in TOLD_ELSEWHERE]
        assert sorted(told) == sorted(filter(None, cell.split(", "))), by
    assert sorted(offered(driver, SHIFT_MANAGER)) == sorted(offered(driver, PIT_MANAGER))  # a higher post may as well
    cited = [each.partition("@")[2] for each in wanted[PIT_MANAGER].split(", ")]
    prove(row["game"], *filter(None, cited))


@pytest.mark.parametrize("game", ALL)
def test_no_card_is_offered_to_be_corrected_while_all_lie_face_down(game: str) -> None:
    """What lies face down cannot be corrected, so that nobody finds out by asking."""
    driver = at_moment(game, "dealt")
    assert not any(slot.up for slot in driver.play.slots.values())
    assert not any(option.command == "CorrectCard" for option in options(driver.table, SUPERVISOR))


TOLD_ELSEWHERE = {"place", "raise", "back", "hear", "RecordWager", "CorrectWager"}


@pytest.mark.parametrize("game", ALL)
def test_people_come_and_go_by_staff_at_any_moment(game: str) -> None:
    for moment in MOMENTS:
        driver = at_moment(game, moment)
        for by, more in ((DEALER, []), (SUPERVISOR, ["AssignDealer"])):
            told = {option.command for option in options(driver.table, by) if option.command in PEOPLE}
            assert told == {"Join", "Leave", "Sit", "Stand", "BuyIn", "CashOut", *more}, (moment, by)


@pytest.mark.parametrize("game", ALL)
def test_an_own_hand_can_be_shown_or_declined_where_the_book_leaves_it_to_the_player(game: str) -> None:
    driver = at_moment(game, "exposed")
    told = [each for each in offered(driver, ANN, 1) if each.split()[0] in ("ShowHand", "DeclineToShow")]
    clause = {"mbs-3cp": "3.10.2", "rws-3cp": "4.5"}.get(game, "3.10.1")
    assert sorted(told) == ([] if game == "mbs-lir" else [f"DeclineToShow @{clause}", f"ShowHand @{clause}"])
    assert not any(option.command == "DeclineToShow" for option in options(driver.table, DEALER))
    if game == "mbs-lir":
        driver.refuse(ask.DeclineToShow(ANN, 1), "may_not_decline", "R99")
    else:
        prove(game, clause)


def test_trips_won_by_the_board_leave_no_option_to_decline() -> None:
    """mbs-uth 3.10.1.1: with a Trips wager; without one the player may still decline (R76)."""
    hands: dict[str | int, str] = {1: "2h 7d", "dealer": "Ks Kd", "community": "4c 4h 4d Ts Jc"}
    for trips in (True, False):
        driver = table_of("mbs-uth", "Ann")
        driver.call()
        driver.bet("Ann", 1, ante=25, blind=25)
        if trips:
            driver.bet("Ann", 1, trips=10)
        driver.close()
        driver.deal(hands)
        decide_all(driver, {1: ("play 4x",)})
        told = [option.command for option in options(driver.table, ANN)]
        assert ("DeclineToShow" in told) is not trips
        if trips:
            driver.refuse(ask.DeclineToShow(ANN, 1), "may_not_decline", "3.10.1.1")


@pytest.mark.parametrize("game", ALL)
def test_staff_place_wagers_at_request_by_the_clause_for_it_and_record_them_as_they_lie(game: str) -> None:
    driver = table_of(game, "Ann", chips=500)
    driver.call()
    driver.bet("Ann", 1, **ENTRY[game])
    on_behalf = {"mbs-lir": "R33", "rws-3cp": "5.22"}.get(game, "3.6")
    lying = {"mbs-lir": "R33", "rws-3cp": "5.20"}.get(game, "5.12")
    left = driver.table.players["Ann"].available
    for by in (DEALER, SUPERVISOR, PIT_MANAGER):
        placed = [option for option in options(driver.table, by) if option.command == "PlaceWager"]
        own = [option for option in options(driver.table, ANN) if option.command == "PlaceWager"]
        assert [(o.position, o.wager, o.amounts) for o in placed] == [(o.position, o.wager, o.amounts) for o in own]
        assert {option.clause for option in placed} == {on_behalf}
        recorded = [option for option in options(driver.table, by) if option.command == "RecordWager"]
        assert {option.clause for option in recorded} == {lying}
        assert {option.amounts for option in recorded if option.wager != "progressive"} == {Amounts(Cents(1), left)}
        corrected = [option for option in options(driver.table, by) if option.command == "CorrectWager"]
        if by is DEALER:
            assert corrected == []
        else:
            wanted = {wager.replace("w3", "$").removeprefix("w") for wager in ENTRY[game]}
            assert {option.wager for option in corrected} == wanted
            assert {option.amounts for option in corrected} == {
                Amounts(Cents(0), Cents(left + 25_00), but=Cents(25_00))
            }
    prove(game, on_behalf, lying)


@pytest.mark.parametrize("game", ALL)
def test_a_jackpot_claim_is_paid_by_a_supervisor_before_the_next_call(game: str) -> None:
    driver = jackpot_won(game)
    driver.approve()
    assert driver.due == "pay_claims"
    across = {"mbs-3cp": "3.17", "mbs-lir": "R7", "rws-3cp": "4.7.2"}.get(game, "3.14")
    assert driver.play.due.clause == across
    told = {by: set(offered(driver, by)) for by in (ANN, DEALER, SUPERVISOR)}
    assert told[ANN] == told[DEALER] == set()
    assert {each.split()[0] for each in told[SUPERVISOR]} == {"PayAwards", "RejectClaims"}
    driver.pay()
    assert "CallBets" in {option.command for option in options(driver.table, DEALER)}


def jackpot_won(game: str) -> Driver:
    royal: dict[str | int, str] = {1: "As Ks Qs", "dealer": "2c 3d 7h", "community": "Js Ts"}
    if game in ("mbs-thb", "mbs-uth"):
        royal = {1: "As Ks", "dealer": "2c 3d", "community": "Qs Js Ts 7h 8d"}
    driver = table_of(game, "Ann")
    driver.call()
    driver.bet("Ann", 1, **ENTRY[game])
    driver.bet("Ann", 1, progressive=5)
    play_on(driver, royal, {1: STAYS[game]})
    return driver


def test_a_jackpot_hand_is_notified_by_its_player_in_rws_alone() -> None:
    driver = table_of("rws-3cp", "Ann")
    driver.call()
    driver.bet("Ann", 1, ante=25, progressive=5)
    driver.close()
    driver.deal({1: "As Ks Qs", "dealer": "2c 3d 7h", "community": "Js Ts"})
    decide_all(driver, {1: ("play",)})
    assert not any(option.command == "NotifyJackpotHand" for option in options(driver.table, ANN))
    driver.ask(ask.ShowHand(DEALER, 1))
    for by in (ANN, DEALER):
        (option,) = (each for each in options(driver.table, by) if each.command == "NotifyJackpotHand")
        assert (option.position, option.clause) == (1, "4.6")
    prove("rws-3cp", "4.6")
    driver.ask(ask.NotifyJackpotHand(ANN, 1))
    assert not any(option.command == "NotifyJackpotHand" for option in options(driver.table, ANN))


def test_a_sealed_deck_is_opened_with_all_its_cards() -> None:
    deck = sealed(["As"])
    driver = table_of("mbs-3cp", "Ann", cards="sealed_deck")
    driver.call()
    driver.bet("Ann", 1, ante=25)
    driver.close(deck)
    assert offered(driver, DEALER) == ["DealCard (1) @3.7"]
    driver.deal_sealed(deck)
    assert not any(option.command == "CorrectCard" for option in options(driver.table, SUPERVISOR))
    decide_all(driver, {1: ("fold",)})
    driver.finish()
    assert offered(driver, DEALER) == ["OpenDeck (52)"]
    assert offered(driver, ANN) == []


def test_cards_dealt_unread_are_named_when_they_are_turned_up() -> None:
    driver = table_of("mbs-3cp", "Ann", cards="hand_dealt", device="manual")
    driver.call()
    driver.bet("Ann", 1, ante=25)
    driver.close()
    assert offered(driver, DEALER) == ["DealCard @3.8"]
    driver.deal({})
    assert not any(option.command == "CorrectCard" for option in options(driver.table, SUPERVISOR))
    driver.choose(1, "play")
    assert offered(driver, DEALER) == ["Expose (3) @3.10"]
    driver.ask(ask.Expose(DEALER, ("Ks", "Kd", "4c")))
    assert offered(driver, DEALER) == ["Expose (2) @3.10.1"]
    driver.ask(ask.Expose(DEALER, ("6h", "Jd")))
    assert offered(driver, DEALER) == ["ShowHand (3) @3.10.2"]
    assert "ShowHand (3) @3.10.2" in offered(driver, ANN)


def test_a_stay_is_closed_for_a_player_who_was_paid_under_the_minimum() -> None:
    driver = table_of("mbs-thb", "Ann")
    driver.call()
    driver.ask(ask.RecordWager(DEALER, "Ann", 1, "ante", money(5)))
    play_on(driver, PLAIN["mbs-thb"], {1: GOES["mbs-thb"]})
    (option,) = (each for each in options(driver.table, SUPERVISOR) if each.command == "CloseStay")
    assert option.player == "Ann"
    assert not any(each.command == "CloseStay" for each in options(driver.table, DEALER))


@pytest.mark.parametrize("game", ALL)
def test_a_settled_round_leaves_players_nothing_to_do_but_come_and_go(game: str) -> None:
    driver = play_plain(game)
    for by in (ANN, BOB):
        assert {option.command for option in options(driver.table, by)} - TROUBLE == {"Leave", "Sit", "Stand"}


def test_a_table_never_opened_and_one_that_is_closed() -> None:
    assert [option.command for option in options(Table(), SUPERVISOR)] == ["OpenTable"]
    assert options(Table(), DEALER) == options(Table(), ANN) == ()
    driver = table_of("mbs-thb", "Ann")
    driver.ask(ask.CloseTable(SUPERVISOR))
    assert options(driver.table, ANN) == ()
    assert [option.command for option in options(driver.table, DEALER)] == ["CashOut"]


def test_a_closed_table_may_be_opened_again() -> None:
    driver = table_of("mbs-thb", "Ann")
    setup = driver.table.rules
    driver.ask(ask.CloseTable(SUPERVISOR))
    assert [option.command for option in options(driver.table, SUPERVISOR)] == ["CountRack", "CashOut"]
    driver.ask(ask.CountRack(SUPERVISOR, money(0)))
    again = ask.OpenTable(SUPERVISOR, setup)
    assert isinstance(pit.act(driver.floor, "T1", again), Outcome)
    assert any(fits(option, again) for option in options(driver.table, SUPERVISOR))
